//! `legalagi packs list|check|show ID`.

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::pack::Pack;
use crate::server::boot;
use clap::Subcommand;
use std::fmt::Write;
use std::path::PathBuf;

/// What to do with packs.
#[derive(Subcommand)]
pub enum Packs {
    /// List all packs.
    List,
    /// Check the packs of a folder (without one: the embedded packs).
    Check {
        /// Folder with `*.toml` files.
        folder: Option<PathBuf>,
    },
    /// Show one pack.
    Show {
        /// Its id, e.g. `vehicle_lease`.
        id: String,
    },
}

/// Runs the command and returns what to print.
///
/// # Errors
/// A broken pack, with file and field; an unknown id.
pub fn run(command: &Packs) -> anyhow::Result<String> {
    match command {
        Packs::List => Ok(list(&boot::knowledge(None)?)),
        Packs::Check { folder } => {
            let knowledge = boot::knowledge(folder.as_deref())?;
            Ok(format!("{} packs are sound, hash {}\n", knowledge.packs.len(), knowledge.hash))
        }
        Packs::Show { id } => {
            let knowledge = boot::knowledge(None)?;
            let pack = knowledge.pack(id).ok_or_else(|| anyhow::anyhow!("no pack {id}; see: legalagi packs list"))?;
            Ok(show(pack))
        }
    }
}

fn list(knowledge: &Knowledge) -> String {
    knowledge.packs.iter().fold(String::new(), |mut out, pack| {
        let essential = pack.terms.iter().filter(|term| term.essential).count();
        let _ = writeln!(
            out,
            "{:<22} {:<44} essential {essential}, terms {}, questions {}, {}",
            pack.id,
            pack.short,
            pack.terms.len(),
            pack.questions.len(),
            pack.review.checked_by
        );
        out
    })
}

fn show(pack: &Pack) -> String {
    let mut out = format!("{} ({})\n{}, edition {}\n", pack.title, pack.id, pack.review.source, pack.review.edition);
    for term in &pack.terms {
        let mark = if term.essential { "essential" } else { term.severity.as_str() };
        let _ = writeln!(out, "  [{mark}] {} — {} ({}, {:?})", term.key, term.title, term.article, term.proof);
    }
    for question in &pack.questions {
        let _ = writeln!(out, "  ? {}: {}", question.id, question.text);
    }
    out
}
