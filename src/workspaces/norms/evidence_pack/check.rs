//! A pack read back as the files of a stranger: list and hashes, data and schema, page, images, places, numbers.

use crate::engine::reply;
use crate::engine::schema;
use crate::model::pack_signature::SIGNATURE;
use crate::workspaces::norms::evidence_pack::write::{Files, Manifest, digest};
use crate::workspaces::norms::evidence_pack::{
    FORMAT, FORMAT_VERSION, IMAGES, MANIFEST, PACK, PAGE, Pack, check_binding, check_numbers, check_places, html,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// How grave a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The pack does not prove what it says.
    Error,
    /// A person has to look.
    Warning,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// How grave.
    pub severity: Severity,
    /// The rule: `P02_hash`.
    pub code: Cow<'static, str>,
    /// Where: a file, or a citation.
    pub at: String,
    /// What it is, and what to do.
    pub message: String,
}

impl Finding {
    /// The pack does not prove what it says.
    #[must_use]
    pub fn error(code: &'static str, at: impl Into<String>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, code: Cow::Borrowed(code), at: at.into(), message: message.into() }
    }

    /// A person has to look.
    #[must_use]
    pub fn warning(code: &'static str, at: impl Into<String>, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, at, message) }
    }
}

/// Looks at the bytes of images: nothing of that is known here.
#[derive(Debug, Clone, Copy)]
pub struct Eyes {
    /// Media type, width and height.
    pub size: fn(&[u8]) -> Option<(&'static str, u32, u32)>,
    /// RGBA pixels of a PNG of this size.
    pub rgba: fn(&[u8], (u32, u32)) -> Option<Vec<u8>>,
}

/// What came of a check.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Checked {
    /// What was found.
    pub findings: Vec<Finding>,
    /// The data, when it reads.
    pub pack: Option<Pack>,
    /// Numbers with units that were looked up.
    pub numbers: usize,
    /// The public key whose signature holds, in hex; `None` when nobody signed.
    #[serde(default)]
    pub signer: Option<String>,
}

impl Checked {
    /// Whether the pack proves what it says.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.pack.is_some() && self.findings.iter().all(|one| one.severity != Severity::Error)
    }
}

/// Checks the files of a pack.
#[must_use]
pub fn check(files: &Files, eyes: &Eyes) -> Checked {
    let mut found = listed(files);
    let pack = match read(files) {
        Ok(pack) => pack,
        Err(more) => {
            found.extend(more);
            return Checked { findings: found, ..Checked::default() };
        }
    };
    if files.get(PAGE).is_none_or(|bytes| bytes != html::page(&pack).as_bytes()) {
        let message = "Страница answer.html говорит не то, что pack.json: её изменили или записали другой версией \
                       программы. Получите пакет заново у того, кто его выгрузил.";
        found.push(Finding::error("P05_page", PAGE, message));
    }
    found.extend(images(&pack, files));
    found.extend(check_places::check(&pack, files, eyes));
    let (numbers, more) = check_numbers::check(&pack);
    found.extend(more);
    found.extend(check_binding::check(&pack));
    Checked { findings: found, pack: Some(pack), numbers, signer: None }
}

/// The list names every file with its size and hash, and nothing else is there.
fn listed(files: &Files) -> Vec<Finding> {
    let Some(bytes) = files.get(MANIFEST) else {
        let message =
            "Нет списка файлов manifest.json: это не пакет доказательств или он неполон. Получите пакет заново.";
        return vec![Finding::error("P01_manifest", MANIFEST, message)];
    };
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    let manifest: Manifest = match reply::limits(text).is_ok().then(|| serde_json::from_str(text)) {
        Some(Ok(manifest)) => manifest,
        _ => {
            let message = "Список файлов не читается: он повреждён. Получите пакет заново.";
            return vec![Finding::error("P01_manifest", MANIFEST, message)];
        }
    };
    let mut found = Vec::new();
    if manifest.format != FORMAT || manifest.format_version != FORMAT_VERSION {
        found.push(Finding::error("P01_manifest", MANIFEST, "Список файлов другого формата. Получите пакет заново."));
    }
    let mut known = BTreeSet::new();
    for one in &manifest.files {
        let twice = !known.insert(one.name.as_str());
        let good = files.get(&one.name).is_some_and(|bytes| bytes.len() == one.bytes && digest(bytes) == one.sha256);
        if twice || !good || one.name == MANIFEST {
            let message =
                "Файл не тот, что записан в списке: его изменили, заменили или потеряли. Получите пакет заново.";
            found.push(Finding::error("P02_hash", one.name.as_str(), message));
        }
    }
    let own = |name: &str| name == MANIFEST || name == SIGNATURE;
    for name in files.keys().filter(|name| !own(name) && !known.contains(name.as_str())) {
        let message =
            "Этого файла нет в списке: его добавили после выгрузки. Удалить его нельзя, получите пакет заново.";
        found.push(Finding::error("P02_hash", name.as_str(), message));
    }
    found
}

/// The data: JSON without doubled keys, of this format, by its schema.
fn read(files: &Files) -> Result<Pack, Vec<Finding>> {
    let one = |code, message: &str| Err(vec![Finding::error(code, PACK, message)]);
    let Some(text) = files.get(PACK).and_then(|bytes| std::str::from_utf8(bytes).ok()) else {
        return one("P03_json", "В пакете нет pack.json или это не текст. Получите пакет заново.");
    };
    if let Err(problem) = reply::limits(text) {
        return one(
            "P03_json",
            &format!("pack.json записан не программой ({}). Получите пакет заново.", problem.message),
        );
    }
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return one("P03_json", "pack.json — не JSON: файл повреждён. Получите пакет заново.");
    };
    if value["format"] != FORMAT {
        return one("P04_schema", "Это не пакет доказательств LegalAGI: проверьте, тот ли файл вы указали.");
    }
    if value["format_version"].as_u64().is_some_and(|version| version > u64::from(FORMAT_VERSION)) {
        return one("P04_schema", "Пакет записан более новой версией программы. Обновите программу и повторите.");
    }
    let problems = schema::check(schema::norms::EVIDENCE_PACK, &value);
    if !problems.is_empty() {
        let told = |problem: &crate::engine::turn::Problem| {
            let at = problem.pointer.clone().unwrap_or_default();
            Finding::error(
                "P04_schema",
                format!("{PACK}{at}"),
                format!("Не по схеме пакета: {}. Получите пакет заново.", problem.message),
            )
        };
        return Err(problems.iter().map(told).collect());
    }
    serde_json::from_value(value)
        .or_else(|_| one("P04_schema", "В pack.json не хватает частей. Получите пакет заново."))
}

/// Every image is shown by somebody, and every one that is shown is there.
fn images(pack: &Pack, files: &Files) -> Vec<Finding> {
    let shown: BTreeSet<&str> =
        pack.evidence.iter().flat_map(|one| &one.views).map(|view| view.image.file.as_str()).collect();
    let held: BTreeSet<&str> = files.keys().map(String::as_str).filter(|name| name.starts_with(IMAGES)).collect();
    let lost = shown.difference(&held).map(|name| (*name, "Изображения нет в пакете. Получите пакет заново."));
    let spare = held
        .difference(&shown)
        .map(|name| (*name, "Изображение ни к чему не относится: его добавили. Получите пакет заново."));
    lost.chain(spare).map(|(name, message)| Finding::error("P06_images", name, message)).collect()
}
