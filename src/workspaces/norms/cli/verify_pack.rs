//! `legalagi verify-pack FILE`: whether an evidence pack proves what it says, without a network and a database.

use crate::adapters::evidence_pack::{self, MOST_BYTES};
use crate::adapters::extract::ExtractError;
use crate::adapters::pack_key;
use crate::adapters::pages::{cut, picture};
use crate::adapters::worker::job::{Done, Job};
use crate::adapters::worker::{self, Reply};
use crate::cli::aside;
use crate::model::error::ApiError;
use crate::model::pack_signature::SIGNATURE;
use crate::server::boot;
use crate::server::config::Config;
use crate::workspaces::norms::evidence_pack::check::{self, Checked, Eyes, Finding, Severity};
use crate::workspaces::norms::evidence_pack::write::digest;
use crate::workspaces::norms::run::evidence_pack::compare;
use anyhow::{Context, bail};
use clap::Args;
use serde_json::json;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

/// What to check.
#[derive(Args)]
pub struct VerifyPack {
    /// A file from `GET /api/session/{id}/evidence-pack` or `norms ask --pack`.
    pub file: PathBuf,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
    /// A file with public keys that are trusted, one in a line; this machine's own key is trusted anyway.
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,
    /// Compare with the sources of this machine's database too: editions, words and images of the pages.
    #[arg(long)]
    pub corpus: bool,
}

/// What came of it.
pub struct Outcome {
    /// What to print.
    pub text: String,
    /// Whether the pack proves what it says.
    pub valid: bool,
    /// Whether it was signed by a key that is trusted here.
    pub known: bool,
}

const EYES: Eyes = Eyes { size: picture::read, rgba: cut::rgba };

/// Checks the bytes of a pack, in this process: [`run`] leaves it to a worker.
#[must_use]
pub fn check(bytes: &[u8]) -> Checked {
    match evidence_pack::read(bytes) {
        Ok(files) => {
            let mut checked = check::check(&files, &EYES);
            match pack_key::signer(&files) {
                Ok(Some(signer)) => checked.signer = Some(signer),
                // Every pack leaves its installation signed: one without a signature has lost it on the way.
                Ok(None) => {
                    let message = "Подписи нет: её сняли после выгрузки. Получите пакет заново.";
                    checked.findings.push(Finding::error("P16_signature", SIGNATURE, message));
                }
                Err(error) => {
                    let message = format!("Подпись не от этих файлов: пакет изменили после выгрузки ({error}).");
                    checked.findings.push(Finding::error("P16_signature", SIGNATURE, message));
                }
            }
            checked
        }
        Err(error) => {
            let finding = Finding::error("P00_archive", "ZIP", format!("{error}."));
            Checked { findings: vec![finding], ..Checked::default() }
        }
    }
}

/// Runs the command.
///
/// # Errors
/// A file that cannot be read at all; with `--corpus`, a database that does not open.
pub fn run(args: &VerifyPack) -> anyhow::Result<Outcome> {
    let named = || args.file.display().to_string();
    let file = std::fs::File::open(&args.file).with_context(named)?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).with_context(named)?;
    let bytes = Arc::new(bytes);
    let mut checked = aside(checked(bytes.clone()))?;
    if args.corpus {
        let more = compared(&checked)?;
        checked.findings.extend(more);
    }
    let known = trusted(args, &checked)?;
    Ok(Outcome {
        valid: checked.is_valid(),
        known,
        text: if args.json { data(&checked, &bytes, known)? } else { words(&checked, &bytes, known) },
    })
}

/// Whether the key of a pack is one of the named file, or this machine's own.
fn trusted(args: &VerifyPack, checked: &Checked) -> anyhow::Result<bool> {
    let Some(signer) = &checked.signer else { return Ok(false) };
    let mut keys: Vec<String> = Vec::new();
    if let Some(file) = &args.key {
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        keys.extend(text.lines().map(|line| line.trim().to_owned()));
    } else if let Ok(config) = Config::from_env() {
        keys.extend(pack_key::path_of(&config.sources_url).and_then(|path| pack_key::held(&path)));
    }
    Ok(keys.iter().any(|key| key.eq_ignore_ascii_case(signer)))
}

/// What a worker finds; a pack that brings it down proves nothing.
async fn checked(bytes: Arc<Vec<u8>>) -> Checked {
    let refused = |message: String| Checked {
        findings: vec![Finding::error("P00_archive", "ZIP", message)],
        ..Checked::default()
    };
    match worker::run(Job::Pack, bytes).await {
        Ok(Reply { done: Done::Pack { checked }, .. }) => {
            serde_json::from_value(checked).unwrap_or_else(|error| refused(error.to_string()))
        }
        Ok(_) => refused(ExtractError::Unavailable.remedy().to_owned()),
        Err(error) => refused(ExtractError::from(error).remedy().to_owned()),
    }
}

/// What differs from this machine's own sources.
fn compared(checked: &Checked) -> anyhow::Result<Vec<Finding>> {
    let Some(pack) = &checked.pack else { return Ok(Vec::new()) };
    let config = Config::from_env()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let llm = boot::performer(&config)?;
        let (app, store) = boot::boot(&config, llm).await.context("start")?;
        let found = compare(&app, pack).await;
        store.close().await;
        match found {
            Ok(found) => Ok(found),
            Err(ApiError { message, .. }) => bail!("{message}"),
        }
    })
}

fn data(checked: &Checked, bytes: &[u8], known: bool) -> anyhow::Result<String> {
    let pack = checked.pack.as_ref();
    let shown = pack.map_or(0, |pack| pack.evidence.iter().filter(|one| !one.views.is_empty()).count());
    let out = json!({
        "valid": checked.is_valid(),
        "sha256": digest(bytes),
        "signer": checked.signer,
        "origin": if known { "known" } else { "unknown" },
        "question": pack.map(|pack| &pack.question),
        "answer": pack.map(|pack| &pack.final_answer["short"]),
        "as_of": pack.map(|pack| &pack.as_of),
        "citations": pack.map_or(0, |pack| pack.evidence.len()),
        "with_image": shown,
        "numbers": checked.numbers,
        "findings": checked.findings,
    });
    Ok(serde_json::to_string_pretty(&out)? + "\n")
}

fn words(checked: &Checked, bytes: &[u8], known: bool) -> String {
    let mut out = String::new();
    if let Some(pack) = &checked.pack {
        let shown = pack.evidence.iter().filter(|one| !one.views.is_empty()).count();
        out.push_str(&format!("Вопрос: {}\n", line(&pack.question)));
        out.push_str(&format!("Ответ: {}\n", line(pack.final_answer["short"].as_str().unwrap_or_default())));
        out.push_str(&format!(
            "На дату {}; чисел с единицами: {}, цитат: {}, из них с изображением: {shown}\n",
            line(&pack.as_of),
            checked.numbers,
            pack.evidence.len(),
        ));
    }
    for one in &checked.findings {
        let grave = if one.severity == Severity::Error { "ОШИБКА" } else { "внимание" };
        out.push_str(&format!("{grave} {} {}: {}\n", one.code, line(&one.at), line(&one.message)));
    }
    out.push_str(&format!("SHA-256 пакета: {}\n", digest(bytes)));
    out.push_str(&match (&checked.signer, known) {
        (Some(key), true) => format!("Подпись: ключ {key} — известен.\n"),
        (Some(key), false) => format!("Подпись: ключ {key} — никем здесь не назван (--key FILE).\n"),
        (None, _) => "Подписи нет.\n".to_owned(),
    });
    out.push_str(verdict(checked));
    out.push('\n');
    if checked.is_valid() && !known {
        out.push_str("Целостность да, происхождение не доказано.\n");
    }
    out
}

fn verdict(checked: &Checked) -> &'static str {
    let cites = checked.pack.as_ref().is_some_and(|pack| !pack.evidence.is_empty());
    match (checked.is_valid(), cites, checked.findings.is_empty()) {
        (false, ..) => "Пакет не подтверждён: не полагайтесь на него.",
        (true, true, true) => "Пакет цел: числа стоят в цитатах, цитаты — под рамками, рамки — на изображениях.",
        (true, false, true) => "Пакет цел; ответ ни на что не ссылается.",
        (true, _, false) => "Пакет цел, но места, отмеченные «внимание», проверьте сами.",
    }
}

/// Words of a stranger on one line of a terminal, without its control signs.
fn line(text: &str) -> String {
    let hidden =
        |c: char| matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    let shown = text.chars().filter(|c| !hidden(*c)).map(|c| if c.is_control() { ' ' } else { c });
    shown.take(600).collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}
