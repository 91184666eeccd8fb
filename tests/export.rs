//! Files from one document: DOCX and PDF say the same, whoever reads them.
//!
//! With `LibreOffice` and poppler at hand every DOCX is converted and the bodies are compared; without them it is skipped.
#![cfg(feature = "ssr")]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

mod contracts;
#[path = "skip/mod.rs"]
#[allow(dead_code, reason = "shared with other tests, which use all of it")]
mod skip;

use contracts::{FULL, KNOWLEDGE, drafted, finished, lay};
use legalagi::adapters::export::{docx, pdf};
use legalagi::engine::knowledge::clauses;
use legalagi::model::facts::Ledger;
use legalagi::workspaces::contract::draft::{Facts, Variant, draft};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::Command;

const AT: &str = "2026-12-01T09:00:00Z";

#[test]
fn every_pack_exports_in_every_variant() {
    for pack in &KNOWLEDGE.packs {
        for variant in Variant::ALL {
            let domain = json!({"contract": {"type": pack.id}});
            let facts = Facts { pack, domain: &domain, ledger: &Ledger::default() };
            let document = draft(facts, clauses::embedded().unwrap(), variant).document;
            let (title, pieces) = (&document.title, lay(&document));
            let (word, page) = (docx::write(title, &pieces, AT).unwrap(), pdf::write(title, &pieces, AT).unwrap());
            assert!(word.starts_with(b"PK") && page.starts_with(b"%PDF-1.7"), "{}", pack.id);
        }
    }
}

/// Words of the body in reading order: everything between the header and the footer.
fn words(text: &str, title: &str) -> Vec<String> {
    let body = text.lines().map(str::trim).filter(|line| !line.starts_with("стр. ") && *line != title);
    body.flat_map(|line| line.split([' ', '\u{a0}', '\u{c}'])).filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

struct Bench {
    folder: PathBuf,
}

impl Bench {
    /// An empty folder; `None` with a visible line when a program is missing.
    fn new() -> Option<Self> {
        let found = |program: &str| Command::new(program).arg("--version").output().is_ok();
        if !found("soffice") || !found("pdftotext") {
            skip::skip("soffice and pdftotext are needed (scripts/setup.sh office)");
            return None;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("export");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("converted")).unwrap();
        Some(Self { folder })
    }

    fn run(&self, program: &str, args: &[&str]) -> String {
        let done = Command::new(program).args(args).current_dir(&self.folder).output().unwrap();
        assert!(done.status.success(), "{program}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).into_owned()
    }

    /// Text of a PDF in the order of its content.
    fn text(&self, file: &str) -> String {
        self.run("pdftotext", &["-raw", file, "-"])
    }
}

#[test]
fn docx_and_pdf_of_every_full_pack_say_the_same() {
    let Some(bench) = Bench::new() else { return };
    let mut titles = Vec::new();
    for (pack, mission) in FULL {
        let last = finished(mission);
        for (variant, tag) in Variant::ALL.into_iter().zip(["party_1", "neutral", "party_2"]) {
            let document = drafted(&last, variant).document;
            assert_eq!(document.missing().into_iter().collect::<Vec<_>>(), Vec::<&str>::new(), "{pack}");
            let (title, pieces, name) = (document.title.clone(), lay(&document), format!("{pack}-{tag}"));
            let write = |extension: &str, bytes: Vec<u8>| {
                std::fs::write(bench.folder.join(format!("{name}.{extension}")), bytes).unwrap();
            };
            write("docx", docx::write(&title, &pieces, AT).unwrap());
            write("pdf", pdf::write(&title, &pieces, AT).unwrap());
            titles.push((name, title));
        }
    }
    let profile = format!("-env:UserInstallation=file://{}/profile", bench.folder.display());
    let files: Vec<String> = titles.iter().map(|(name, _)| format!("{name}.docx")).collect();
    let mut args = vec![profile.as_str(), "--headless", "--convert-to", "pdf", "--outdir", "converted"];
    args.extend(files.iter().map(String::as_str));
    bench.run("soffice", &args);
    for (name, title) in titles {
        let word = words(&bench.text(&format!("converted/{name}.pdf")), &title);
        let page = words(&bench.text(&format!("{name}.pdf")), &title);
        let first = word.iter().zip(&page).position(|(a, b)| a != b).unwrap_or(word.len().min(page.len()));
        let around = |list: &[String]| list[first.saturating_sub(5)..(first + 8).min(list.len())].join(" ");
        assert!(word == page, "{name}:\nDOCX …{}…\nPDF  …{}…", around(&word), around(&page));
    }
}
