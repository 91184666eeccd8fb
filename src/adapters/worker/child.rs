//! The worker's side: one order is read, one job is done, one answer is written, and the process ends.

use crate::adapters::pages::draw::{self, DrawError};
use crate::adapters::pages::{cut, ocr};
use crate::adapters::worker::job::{Done, Job, Refusal, Seen};
use crate::adapters::worker::{Reply, confine, protocol};
use crate::adapters::{extract, intake};
use crate::engine::corpus::read::Format;
use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::page::Page;
use serde_json::Value;
use std::fs::File;
use std::io::{Error, Read, Result, stdin, stdout};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::process::Command;

/// The check of an evidence pack: it knows what norms are, which nothing here does.
pub type Check = fn(&[u8]) -> Value;

/// Does what standard input asks for and writes the answer to standard output.
///
/// # Errors
/// The limits cannot be set; an order that cannot be read.
pub fn run(own: &confine::Own, check: Check) -> Result<()> {
    confine::confine(own)?;
    // What a stumbling reader says is of no use to anybody.
    set_hook(Box::new(|_| {}));
    // Without a buffer: another program may read on.
    let mut input = File::from(stdin().as_fd().try_clone_to_owned()?);
    let order = protocol::read_order(&mut input)?;
    if let Job::Ocr { languages } = &order.job {
        return Err(become_tesseract(languages));
    }
    let mut bytes = Vec::with_capacity(order.size);
    input.read_to_end(&mut bytes)?;
    if bytes.len() != order.size {
        return Err(Error::other("the file breaks off"));
    }
    let done = catch_unwind(AssertUnwindSafe(|| done(order.job, bytes, check)));
    protocol::write_reply(&mut stdout().lock(), done.unwrap_or(Err(Refusal::Panicked)))
}

/// The limits, the pipes and the place among processes stay.
fn become_tesseract(languages: &str) -> Error {
    Command::new(ocr::PROGRAM).args(ocr::arguments(languages)).env("OMP_THREAD_LIMIT", "1").exec()
}

fn done(job: Job, bytes: Vec<u8>, check: Check) -> std::result::Result<Reply, Refusal> {
    let plain = |done: Done| Reply { done, blobs: Vec::new() };
    match job {
        Job::Text => text(extract::read(&bytes)),
        Job::Source => text(extract::read_source(&bytes)),
        Job::Editions { format, name, jurisdiction } => editions(&format, &name, jurisdiction.as_deref(), bytes),
        Job::Count => {
            let pages = open(bytes)?.pages().len();
            Ok(plain(Done::Count { pages: u32::try_from(pages).unwrap_or(u32::MAX) }))
        }
        Job::Page { index, scale, marks } => page(&open(bytes)?, index, scale, marks),
        Job::Cuts { index, places } => {
            let pdf = open(bytes)?;
            let (scale, cuts, blobs) = cut::cuts(at(&pdf, index)?, &places).map_err(Refusal::Draw)?;
            Ok(Reply { done: Done::Cuts { scale, cuts }, blobs })
        }
        Job::Pack => Ok(plain(Done::Pack { checked: check(&bytes) })),
        // Done by another program.
        Job::Ocr { .. } => Err(Refusal::Panicked),
    }
}

fn text(read: std::result::Result<String, extract::ExtractError>) -> std::result::Result<Reply, Refusal> {
    let text = read.map_err(Refusal::Text)?;
    Ok(Reply { done: Done::Text, blobs: vec![text.into_bytes()] })
}

fn editions(
    format: &str,
    name: &str,
    jurisdiction: Option<&str>,
    bytes: Vec<u8>,
) -> std::result::Result<Reply, Refusal> {
    let format = Format::parse(format).ok_or(Refusal::Panicked)?;
    let (refused, blobs) = match intake::editions(format, name, jurisdiction, bytes) {
        Ok(read) => (None, vec![serde_json::to_vec(&read).map_err(|_| Refusal::Panicked)?]),
        Err(reason) => (Some(reason), Vec::new()),
    };
    Ok(Reply { done: Done::Editions { refused }, blobs })
}

fn open(bytes: Vec<u8>) -> std::result::Result<Pdf, Refusal> {
    draw::open(bytes).map_err(Refusal::Draw)
}

fn at(pdf: &Pdf, index: usize) -> std::result::Result<&Page<'_>, Refusal> {
    let page = pdf.pages().get(index).ok_or(Refusal::Draw(DrawError::Damaged))?;
    let (width, height) = draw::size(page);
    // What is no number cannot be written down.
    if width.is_finite() && height.is_finite() { Ok(page) } else { Err(Refusal::Draw(DrawError::Damaged)) }
}

fn page(pdf: &Pdf, index: usize, scale: Option<f32>, marks: bool) -> std::result::Result<Reply, Refusal> {
    let page = at(pdf, index)?;
    let (width, height) = draw::size(page);
    let marks = if marks { draw::marks(page, 0) } else { Vec::new() };
    let (mut pixels, mut blobs) = (None, Vec::new());
    if let Some(scale) = scale {
        let (png, wide, high) = draw::image(page, scale).map_err(Refusal::Draw)?;
        pixels = Some((wide, high));
        blobs.push(png);
    }
    Ok(Reply { done: Done::Page(Seen { width, height, marks, pixels }), blobs })
}
