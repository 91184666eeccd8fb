//! `legalagi audit verify|export|cut`: the audit log, beside a server or without one.

use crate::adapters::store::sessions::Sessions;
use crate::adapters::store::trail::CheckError;
use crate::engine::trail::{Checked, Checker, Sealed, TrailFault};
use crate::model::trail::{Action, Actor, TrailHead};
use crate::server::boot;
use crate::server::config::Config;
use anyhow::{Context, bail};
use clap::Subcommand;
use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Most bytes of a line of an export.
const LINE: u64 = 64 * 1024;

/// What to do.
#[derive(Subcommand)]
pub enum Audit {
    /// Check the chain; exit code 1 when an entry was changed, removed, put in or moved. Prints the head: keep it elsewhere.
    Verify {
        /// A file from `audit export`, instead of the log of the database.
        file: Option<PathBuf>,
        /// A head that was kept elsewhere (NUMBER:HASH); may stand several times.
        #[arg(long, value_parser = head)]
        head: Vec<TrailHead>,
    },
    /// Print the log as JSON lines.
    Export {
        /// From this day or moment on, `2026-11-01` or `2026-11-01T09:00:00Z`.
        #[arg(long, value_parser = moment)]
        from: Option<String>,
        /// Up to this day, which is in it, or moment.
        #[arg(long, value_parser = moment)]
        to: Option<String>,
    },
    /// Write the part up to an entry to a new file, then remove it from the log; an entry names what was removed.
    Cut {
        /// The last entry of the part.
        #[arg(long)]
        through: u64,
        /// The file, which must not be there yet.
        #[arg(long, value_name = "FILE")]
        into: PathBuf,
    },
}

/// What to print, and whether the chain holds.
pub struct Report {
    /// The text.
    pub text: String,
    /// Nothing was found wrong.
    pub holds: bool,
}

fn head(text: &str) -> Result<TrailHead, String> {
    TrailHead::parse(text).ok_or_else(|| "expected NUMBER:HASH, as `legalagi audit verify` prints it".to_owned())
}

/// A day or a moment as it compares with the times of entries.
fn moment(text: &str) -> Result<String, String> {
    let is_day = text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok();
    match text.parse::<jiff::Timestamp>() {
        Ok(at) => Ok(at.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()),
        Err(_) if is_day => Ok(text.to_owned()),
        Err(_) => Err("expected a day (2026-11-01) or a moment (2026-11-01T09:00:00Z)".to_owned()),
    }
}

/// Runs the command.
///
/// # Errors
/// A file that cannot be read or written; storage.
pub fn run(audit: &Audit) -> anyhow::Result<Report> {
    if let Audit::Verify { file: Some(file), head } = audit {
        return of_file(file, head);
    }
    let config = Config::from_env()?;
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let sessions = boot::sessions(&config, Actor::CommandLine).await?;
        let done = match audit {
            Audit::Verify { head, .. } => of_store(&sessions, head).await,
            Audit::Export { from, to } => export(&sessions, from.as_deref(), to.as_deref()).await,
            Audit::Cut { through, into } => cut(&sessions, *through, into).await,
        };
        sessions.close().await;
        done
    })
}

async fn of_store(sessions: &Sessions, known: &[TrailHead]) -> anyhow::Result<Report> {
    match sessions.check_trail(known).await {
        Ok(checked) => Ok(told(&Ok(checked))),
        Err(CheckError::Fault(fault)) => Ok(told(&Err(fault))),
        Err(CheckError::Store(error)) => Err(error.into()),
    }
}

fn of_file(file: &Path, known: &[TrailHead]) -> anyhow::Result<Report> {
    let named = || file.display().to_string();
    let mut reader = BufReader::new(std::fs::File::open(file).with_context(named)?);
    let mut checker = Checker::knowing(known);
    for number in 1.. {
        let mut line = Vec::new();
        let read = std::io::Read::take(&mut reader, LINE).read_until(b'\n', &mut line).with_context(named)?;
        if read == 0 {
            break;
        }
        let text = String::from_utf8(line).unwrap_or_default();
        let taken = match Sealed::of_line(text.trim_end_matches('\n')) {
            Some(sealed) => checker.take(&sealed),
            None => Err(TrailFault::Unreadable(number)),
        };
        if let Err(fault) = taken {
            return Ok(told(&Err(fault)));
        }
    }
    Ok(told(&checker.part()))
}

fn told(found: &Result<Checked, TrailFault>) -> Report {
    let text = match found {
        Err(fault) => format!("BROKEN: {fault}\n"),
        Ok(Checked { entries: 0, head, .. }) => format!("no entries\nhead {head}\n"),
        Ok(Checked { entries, first, head }) => {
            let begins = first.as_ref().filter(|first| first.number > 1);
            let begins = begins.map_or(String::new(), |first| format!(", behind {}:{}", first.number - 1, first.hash));
            format!("{entries} entries, the chain holds{begins}\nhead {head}\n")
        }
    };
    Report { text, holds: found.is_ok() }
}

async fn export(sessions: &Sessions, from: Option<&str>, to: Option<&str>) -> anyhow::Result<Report> {
    let note = sessions.note_one(Action::Export, |draft| {
        let draft = draft.of("audit");
        let draft = from.into_iter().fold(draft, |draft, from| draft.text("from", from));
        to.into_iter().fold(draft, |draft, to| draft.text("to", to))
    });
    note.await?;
    let end = sessions.trail_head().await?.number;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let within = |sealed: &Sealed| {
        let at = sealed.at();
        // A day compares by its own length, so that all of it is in it.
        let since = |from: &str| at.get(..from.len()).is_none_or(|at| at >= from);
        let until = |to: &str| at.get(..to.len()).is_none_or(|at| at <= to);
        (from.is_none_or(since), to.is_none_or(until))
    };
    // A part without holes, so that its chain can be checked: from the first that is in it to the last.
    let (mut begun, mut held) = (false, Vec::new());
    let mut last = 0;
    while last < end {
        let page = sessions.trail_after(last).await?;
        let Some(newest) = page.last() else { break };
        last = newest.number;
        for sealed in page.iter().filter(|sealed| sealed.number <= end) {
            let (since, until) = within(sealed);
            begun |= since && until;
            if !begun {
                continue;
            }
            held.push(sealed.line());
            if until {
                for line in held.drain(..) {
                    writeln!(out, "{line}")?;
                }
            }
        }
    }
    out.flush()?;
    Ok(Report { text: String::new(), holds: true })
}

async fn cut(sessions: &Sessions, through: u64, into: &Path) -> anyhow::Result<Report> {
    let named = || into.display().to_string();
    if let Err(CheckError::Fault(fault)) = sessions.check_trail(&[]).await {
        bail!("{fault}: nothing was cut");
    }
    if through >= sessions.trail_head().await?.number {
        bail!("entry {through} is not behind the head: the newest entry stays");
    }
    let file = OpenOptions::new().write(true).create_new(true).open(into).with_context(named)?;
    let mut out = BufWriter::new(file);
    let (mut last, mut entries) = (0, 0u64);
    while last < through {
        let page = sessions.trail_after(last).await?;
        let Some(newest) = page.last() else { break };
        last = newest.number;
        for sealed in page.iter().filter(|sealed| sealed.number <= through) {
            writeln!(out, "{}", sealed.line()).with_context(named)?;
            entries += 1;
        }
    }
    // On disk before anything is removed.
    out.into_inner().context("file")?.sync_all().with_context(named)?;
    sessions.cut_trail(through).await.with_context(|| format!("entry {through}"))?;
    Ok(Report { text: format!("{entries} entries are in {} and no longer in the log\n", into.display()), holds: true })
}
