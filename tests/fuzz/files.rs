//! Files as a worker reads them, without the process around it.

use legalagi::adapters::{evidence_pack, extract};
use legalagi::workspaces::norms::cli::verify_pack;
use serde_json::Value;
use std::io::{Cursor, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use zip::write::SimpleFileOptions;

/// An archive, or the document inside one.
pub(crate) fn docx(bytes: &[u8]) {
    if bytes.starts_with(b"PK") {
        bounded(extract::read(bytes));
        return;
    }
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let (document, numbers) = match bytes.split_once_at(b'\x1e') {
        Some((document, numbers)) => (document, Some(numbers)),
        None => (bytes, None),
    };
    for (name, part) in [("word/document.xml", Some(document)), ("word/numbering.xml", numbers)] {
        if let Some(part) = part {
            zip.start_file(name, SimpleFileOptions::default()).expect("an entry");
            zip.write_all(part).expect("bytes");
        }
    }
    bounded(extract::read(&zip.finish().expect("an archive").into_inner()));
}

trait SplitOnce {
    fn split_once_at(&self, byte: u8) -> Option<(&[u8], &[u8])>;
}

impl SplitOnce for [u8] {
    fn split_once_at(&self, byte: u8) -> Option<(&[u8], &[u8])> {
        let at = self.iter().position(|own| *own == byte)?;
        Some((&self[..at], &self[at + 1..]))
    }
}

/// A file, or the operators of its only page. A reader that is not ours may panic: the worker says then that the file is
/// damaged. It may not go on for ever or take all memory, but there the kernel stands before it.
pub(crate) fn pdf(bytes: &[u8]) {
    let file = if bytes.starts_with(b"%PDF-") { bytes.to_vec() } else { page(bytes) };
    let kept = take_hook();
    set_hook(Box::new(|_| {}));
    for paged in [false, true] {
        let read = || if paged { extract::read_source(&file) } else { extract::read(&file) };
        if let Ok(text) = catch_unwind(AssertUnwindSafe(read)) {
            bounded(text);
        }
    }
    set_hook(kept);
}

fn page(operators: &[u8]) -> Vec<u8> {
    let font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";
    let objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 {font} >> >> >>")
            .into_bytes(),
        [format!("<< /Length {} >>\nstream\n", operators.len()).as_bytes(), operators, b"\nendstream"].concat(),
    ];
    let mut out = b"%PDF-1.7\n".to_vec();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(&objects) {
        table.push_str(&format!("{:010} 00000 n \n", out.len()));
        out.extend(format!("{number} 0 obj\n").bytes());
        out.extend(object);
        out.extend(b"\nendobj\n");
    }
    let begins = out.len();
    out.extend(
        format!("{table}trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{begins}\n%%EOF\n", objects.len() + 1).bytes(),
    );
    out
}

fn bounded(read: Result<String, extract::ExtractError>) {
    if let Ok(text) = read {
        assert!(text.len() <= extract::MOST_SOURCE_TEXT && !text.contains('\0'));
    }
}

/// An archive, or its files as `{name: content}`.
pub(crate) fn pack(bytes: &[u8]) {
    let _ = verify_pack::check(bytes);
    let Ok(Value::Object(named)) = serde_json::from_slice::<Value>(bytes) else { return };
    let content = |value: Value| match value {
        Value::String(text) => text.into_bytes(),
        other => other.to_string().into_bytes(),
    };
    let files = named.into_iter().map(|(name, value)| (name, content(value))).collect();
    if let Ok(archive) = evidence_pack::write(&files) {
        let _ = verify_pack::check(&archive);
    }
}
