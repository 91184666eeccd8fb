//! Dispute packs: what has to be proven, by whom, what is said against it, what usually proves it.
//!
//! Data under `knowledge/disputes`, one file per type of dispute, read once; a broken file is named with its field.

use crate::engine::knowledge::dispute_parts::Part;
use crate::engine::knowledge::dispute_rules::{Rule, Weight, ruled};
use crate::engine::knowledge::load::LoadError;
use crate::engine::wording::citations::{self, Kind};
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/knowledge/disputes");
const RUBRICS: &str = "rubrics.toml";

/// Words in the three languages of the workspace.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Told {
    /// Korean.
    pub ko: String,
    /// Russian.
    pub ru: String,
    /// English.
    pub en: String,
}

impl Told {
    /// The words of a language; Korean for an unknown one.
    #[must_use]
    pub fn of(&self, language: &str) -> &str {
        match language {
            "ru" => &self.ru,
            "en" => &self.en,
            _ => &self.ko,
        }
    }

    /// Words in every language, short enough for a line.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        [&self.ko, &self.ru, &self.en].iter().all(|words| !words.trim().is_empty() && words.chars().count() <= 120)
    }
}

/// Where a file comes from and who checked it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// What it was written from.
    pub source: String,
    /// As of when.
    pub edition: String,
    /// Who checked it; `unreviewed` when nobody did.
    pub checked_by: String,
}

/// How well a reference to the law is founded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// Compared with the words of the act.
    LawText,
    /// From doctrine or memory; to be checked.
    Unverified,
}

/// An element that has to be proven.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Element {
    /// `el-1`…
    pub id: String,
    /// What it is.
    pub title: Told,
    /// Articles it rests on, as they are cited.
    pub norms: Vec<String>,
    /// Beginnings of words that speak of it.
    pub cues: Vec<String>,
    /// Whether the sum in dispute belongs to it.
    #[serde(default)]
    pub amount: bool,
    /// Whether the cause is known by it: a text that speaks of none of these elements is another cause.
    #[serde(default)]
    pub key: bool,
    /// A claim of its own beside the main one: unproven it takes nothing from the main claim (interest of a loan).
    #[serde(default)]
    pub separate: bool,
    /// How well the articles are founded.
    pub proof: Proof,
}

/// What an opposing side brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DefenceKind {
    /// It bears the burden for it.
    Defence,
    /// It only denies: the burden stays where it was.
    Denial,
}

/// A defence.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Defence {
    /// `d-1`…
    pub id: String,
    /// Defence or mere denial.
    pub kind: DefenceKind,
    /// What share of the claim falls when it is proven.
    pub weight: f64,
    /// It takes its sum from the claim: repayment, set-off, deduction.
    #[serde(default)]
    pub deducts: bool,
    /// The form of decision that it ends in when it is proven: `dismissed`, `rejected`, `prosecution_dismissed`…
    #[serde(default)]
    pub form: Option<String>,
    /// What it is.
    pub title: Told,
    /// Articles it rests on.
    pub norms: Vec<String>,
    /// Beginnings of words that speak of it.
    pub cues: Vec<String>,
    /// How well the articles are founded.
    pub proof: Proof,
}

/// A usual piece of evidence.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Usual {
    /// How much it weighs.
    pub weight: Weight,
    /// What it is.
    pub title: Told,
    /// Elements that it proves.
    pub supports: Vec<String>,
    /// Words by which it is known.
    pub cues: Vec<String>,
}

/// A type of dispute.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dispute {
    /// `loan`.
    pub id: String,
    /// `civil` or `criminal`.
    pub case_type: String,
    /// What it is called.
    pub title: Told,
    /// The frame for a case that no pack is made for.
    #[serde(default)]
    pub general: bool,
    /// It stands only beside another claim, in the place of that one's separate elements.
    #[serde(default)]
    pub beside: bool,
    /// Where it comes from.
    pub review: Review,
    /// What has to be proven.
    #[serde(rename = "element")]
    pub elements: Vec<Element>,
    /// What is said against it.
    #[serde(rename = "defence")]
    pub defences: Vec<Defence>,
    /// What usually proves it.
    #[serde(rename = "evidence")]
    pub usual: Vec<Usual>,
    /// What is asked, how much, what stands in the way, periods, frames.
    #[serde(rename = "rule")]
    pub rules: Vec<Rule>,
    /// The claims that it was put together from; empty for the pack of one claim.
    #[serde(skip)]
    pub parts: Vec<Part>,
}

/// Words by which facts and outputs are judged.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// Of a disputed statement.
    pub disputed: Vec<String>,
    /// Of an admission.
    pub admitted: Vec<String>,
    /// Of the claiming side.
    pub claimant: Vec<String>,
    /// Of the other side.
    pub opposing: Vec<String>,
    /// Too sharp.
    pub aggressive: Vec<String>,
    /// Of lawyers from outside.
    pub external_counsel: Vec<String>,
    /// Of a confession.
    pub confession: Vec<String>,
    /// Of a denial.
    pub denial: Vec<String>,
    /// What denies a word before it.
    pub denied_behind: Vec<String>,
    /// What denies a word behind it.
    pub denied_before: Vec<String>,
    /// Of cases that no pack is made for.
    pub outside: Vec<String>,
    /// Where another statement begins.
    pub joins: Vec<String>,
    /// Evidence that is what somebody says, by its title: its content is an allegation.
    pub statements: Vec<String>,
    /// What ids, roles, states and choices are called in a report.
    #[serde(skip)]
    pub names: BTreeMap<String, Told>,
    /// Words of numbers.
    #[serde(skip)]
    pub numerals: Numerals,
}

/// Words of numbers; a word with `*` has any ending.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numerals {
    /// What adds: one, «семьдесят», 칠.
    pub add: BTreeMap<String, i64>,
    /// Units inside a section: hundred, 천.
    pub small: BTreeMap<String, i64>,
    /// Units that close a section: million, 만.
    pub large: BTreeMap<String, i64>,
    /// Words that may stand between: and.
    pub joins: Vec<String>,
    /// Syllables that may stand right behind a number: particles.
    pub endings: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rubrics {
    review: Review,
    words: Words,
    names: BTreeMap<String, Told>,
    numerals: Numerals,
}

/// All packs and rubrics.
#[derive(Debug, Clone)]
pub struct Disputes {
    /// By id.
    pub packs: Vec<Dispute>,
    /// Words for the checks.
    pub words: Words,
}

static EMBEDDED: LazyLock<Result<Disputes, LoadError>> = LazyLock::new(|| {
    let files = FILES.files().filter_map(|file| {
        let name = file.path().file_name()?.to_str()?;
        name.ends_with(".toml").then(|| (name.to_owned(), file.contents_utf8().unwrap_or_default().to_owned()))
    });
    from_files(files.collect())
});

/// The packs that the program carries.
///
/// # Errors
/// The first broken file.
pub fn embedded() -> Result<&'static Disputes, LoadError> {
    EMBEDDED.as_ref().map_err(Clone::clone)
}

/// Packs from `(file name, text)` pairs, `rubrics.toml` among them.
///
/// # Errors
/// The first broken file, with its field.
pub fn from_files(mut files: Vec<(String, String)>) -> Result<Disputes, LoadError> {
    files.sort();
    let mut packs = Vec::new();
    let mut words = None;
    for (file, text) in &files {
        let broken = |field: &str, why: &str| LoadError { file: file.clone(), field: field.into(), why: why.into() };
        if file == RUBRICS {
            let rubrics: Rubrics = toml::from_str(text).map_err(|error| broken("toml", error.message()))?;
            reviewed(file, &rubrics.review)?;
            if let Some((key, _)) = rubrics.names.iter().find(|(_, name)| !name.is_whole()) {
                return Err(broken(&format!("names.{key}"), "needs words in ko, ru and en"));
            }
            words = Some(Words { names: rubrics.names, numerals: rubrics.numerals, ..rubrics.words });
            continue;
        }
        let pack: Dispute = toml::from_str(text).map_err(|error| broken("toml", error.message()))?;
        check(file, &pack)?;
        packs.push(pack);
    }
    let words = words.ok_or(LoadError { file: RUBRICS.into(), field: "words".into(), why: "is missing".into() })?;
    Ok(Disputes { packs, words })
}

fn reviewed(file: &str, review: &Review) -> Result<(), LoadError> {
    for (field, value) in [("source", &review.source), ("edition", &review.edition), ("checked_by", &review.checked_by)]
    {
        if value.trim().is_empty() {
            return Err(LoadError { file: file.into(), field: format!("review.{field}"), why: "is empty".into() });
        }
    }
    Ok(())
}

fn check(file: &str, pack: &Dispute) -> Result<(), LoadError> {
    let broken = |field: String, why: &str| LoadError { file: file.into(), field, why: why.into() };
    reviewed(file, &pack.review)?;
    if file != format!("{}.toml", pack.id) {
        return Err(broken("id".into(), "must be the name of the file"));
    }
    if !["civil", "criminal"].contains(&pack.case_type.as_str()) {
        return Err(broken("case_type".into(), "must be civil or criminal"));
    }
    if !pack.title.is_whole() {
        return Err(broken("title".into(), "needs words in ko, ru and en of at most 120 characters"));
    }
    if pack.elements.is_empty() || pack.usual.is_empty() {
        return Err(broken("element".into(), "needs elements and evidence"));
    }
    let mut ids = BTreeSet::new();
    let rows = pack.elements.iter().map(|one| ("element", &one.id, &one.title, &one.norms, &one.cues));
    let against = pack.defences.iter().map(|one| ("defence", &one.id, &one.title, &one.norms, &one.cues));
    for (kind, id, title, norms, cues) in rows.chain(against) {
        let at = |key: &str| format!("{kind}.{id}.{key}");
        if !ids.insert(id.as_str()) {
            return Err(broken(at("id"), "stands twice"));
        }
        if !title.is_whole() {
            return Err(broken(at("title"), "needs words in ko, ru and en of at most 120 characters"));
        }
        if cues.is_empty() || cues.iter().any(|cue| cue.trim().is_empty()) {
            return Err(broken(at("cues"), "needs words"));
        }
        for norm in norms {
            let found = citations::find(norm);
            if found.len() != 1 || found[0].kind != Kind::Statute {
                return Err(broken(at("norms"), &format!("«{norm}» does not read as an article")));
            }
        }
        if norms.is_empty() {
            return Err(broken(at("norms"), "needs an article"));
        }
    }
    if let Some(bad) = pack.defences.iter().find(|one| !(0.0..=1.0).contains(&one.weight)) {
        return Err(broken(format!("defence.{}.weight", bad.id), "must be between 0 and 1"));
    }
    ruled(pack, &broken)?;
    for (index, usual) in pack.usual.iter().enumerate() {
        if !usual.title.is_whole() || usual.supports.iter().any(|id| !ids.contains(id.as_str())) {
            return Err(broken(format!("evidence.{index}.supports"), "names no element of this pack"));
        }
    }
    Ok(())
}

impl Disputes {
    /// The frame for a case that no pack is made for.
    #[must_use]
    pub fn general(&self, case_type: &str) -> Option<&Dispute> {
        self.packs.iter().find(|pack| pack.general && pack.case_type == case_type)
    }

    /// The pack of this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Dispute> {
        self.packs.iter().find(|pack| pack.id == id)
    }

    /// Whether a text speaks of a case that no pack is made for: it names one, or it meets at most one element of the
    /// pack that would be taken and none of its evidence.
    #[must_use]
    pub fn is_outside(&self, pack: &Dispute, text: &str) -> bool {
        if pack.general {
            return true;
        }
        let text = text.to_lowercase();
        let elements = pack.elements.iter().filter(|one| speaks(&one.cues, &text)).count();
        let shown = pack.usual.iter().any(|one| speaks(&one.cues, &text));
        speaks(&self.words.outside, &text) || (elements == 0) || (elements == 1 && !shown && pack.elements.len() > 2)
    }

    /// The pack of a kind of case that a text speaks of most; ties by name.
    #[must_use]
    pub fn guess(&self, case_type: &str, text: &str) -> Option<&Dispute> {
        let text = text.to_lowercase();
        let own = self.packs.iter().filter(|pack| pack.case_type == case_type && !pack.general && !pack.beside);
        own.max_by(|a, b| weight(a, &text).cmp(&weight(b, &text)).then_with(|| b.id.cmp(&a.id)))
    }

    /// Another pack that a text speaks of nearly as much as of the given one: at least three quarters.
    #[must_use]
    pub fn near(&self, chosen: &Dispute, text: &str) -> Option<&Dispute> {
        let text = text.to_lowercase();
        let fits = |one: &&Dispute| one.case_type == chosen.case_type && !one.general && !one.beside;
        let own = self.packs.iter().filter(fits).filter(|one| one.id != chosen.id);
        let (best, found) =
            own.map(|one| (weight(one, &text), one)).max_by(|a, b| a.0.cmp(&b.0).then_with(|| b.1.id.cmp(&a.1.id)))?;
        (best > 0 && best * 4 >= weight(chosen, &text) * 3).then_some(found)
    }
}

/// How much a text in small letters speaks of a pack.
fn weight(pack: &Dispute, text: &str) -> usize {
    let mut keys = pack.elements.iter().filter(|one| one.key).peekable();
    if keys.peek().is_some() && !keys.any(|one| speaks(&one.cues, text)) {
        return 0;
    }
    let named = [&pack.title.ko, &pack.title.ru, &pack.title.en]
        .iter()
        .flat_map(|title| title.split(|c: char| !c.is_alphanumeric()))
        .filter(|word| is_telling(word) && text.contains(&word.to_lowercase()))
        .count();
    let of_elements = pack.elements.iter().filter(|one| speaks(&one.cues, text)).count();
    let of_evidence = pack.usual.iter().filter(|one| speaks(&one.cues, text)).count();
    named * 4 + of_elements * 2 + of_evidence
}

/// Two syllables of Hangul tell something, in other alphabets it takes five letters.
fn is_telling(word: &str) -> bool {
    let letters = word.chars().count();
    letters >= 5 || (letters >= 2 && word.chars().all(|c| ('가'..='힣').contains(&c)))
}

/// Whether a text in small letters has one of the beginnings of words.
#[must_use]
pub fn speaks(cues: &[String], lower: &str) -> bool {
    cues.iter().any(|cue| lower.contains(cue.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::wording::definitive_in_any;

    #[test]
    fn the_packs_stand_whole_in_three_languages() {
        let disputes = embedded().unwrap();
        let count = |case_type: &str| disputes.packs.iter().filter(|pack| pack.case_type == case_type).count();
        // The last of each kind is the frame for what no pack is made for.
        assert_eq!((count("civil"), count("criminal")), (21, 12));
        assert!(["civil", "criminal"].iter().all(|kind| disputes.general(kind).is_some()));
        for pack in &disputes.packs {
            assert!(pack.elements.len() >= 3 && pack.defences.len() >= 3, "{}", pack.id);
            for cue in pack.elements.iter().flat_map(|one| &one.cues) {
                assert_eq!(*cue, cue.to_lowercase(), "{}: cues stand in small letters", pack.id);
            }
            for title in pack.elements.iter().map(|one| &one.title).chain(pack.defences.iter().map(|one| &one.title)) {
                assert!(definitive_in_any(&format!("{} {} {}", title.ko, title.ru, title.en)).is_empty());
            }
        }
    }

    #[test]
    fn a_broken_pack_is_named_with_its_field() {
        let text = |name: &str| FILES.get_file(name).unwrap().contents_utf8().unwrap().to_owned();
        let load = |pack: String| {
            from_files(vec![("loan.toml".into(), pack), (RUBRICS.into(), text(RUBRICS))]).unwrap_err().to_string()
        };
        let good = text("loan.toml");
        for (from, to, want) in [
            ("id = \"loan\"", "id = \"other\"", "id: must be the name of the file"),
            ("case_type = \"civil\"", "case_type = \"tax\"", "case_type"),
            ("weight = 0.5", "weight = 5.0", "weight"),
            ("id = \"el-2\"", "id = \"el-1\"", "stands twice"),
            ("[\"민법 제598조\"]", "[\"the law\"]", "norms"),
            ("supports = [\"el-2\"]", "supports = [\"el-9\"]", "supports"),
            ("checked_by = \"unreviewed\"", "checked_by = \"\"", "review.checked_by"),
            ("case_type", "colour = \"red\"\ncase_type", "colour"),
        ] {
            let error = load(good.replacen(from, to, 1));
            assert!(error.contains("loan.toml") && error.contains(want), "{error}");
        }
        assert!(from_files(vec![("loan.toml".into(), good)]).is_err());
    }

    #[test]
    fn a_text_finds_its_pack() {
        let disputes = embedded().unwrap();
        for (case_type, text, want) in [
            ("civil", "피고에게 5천만 원을 빌려주었고 차용증을 받았다. 변제기가 지났다.", "loan"),
            ("civil", "납품계약을 체결하였으나 납기를 지연하여 손해가 발생하였다.", "contract_breach"),
            ("civil", "Аренда закончилась, а залог не вернули.", "lease_deposit"),
            ("civil", "회사가 서면 없이 카톡으로 해고를 통보하였다. 30명이 근무하는 회사이다.", "dismissal"),
            ("civil", "퇴직금과 두 달 치 임금을 받지 못하였다.", "wages"),
            ("civil", "공사를 완공하고 준공검사까지 마쳤으나 도급인이 공사대금을 주지 않는다.", "work_contract"),
            ("civil", "아버지가 형에게만 10억 원을 증여하여 유류분의 반환을 구한다.", "reserved_share"),
            ("criminal", "필로폰을 투약하였다. 소변 감정에서 양성이 나왔다.", "drugs"),
            ("criminal", "신호를 위반하여 운전하다가 보행자를 충격하여 전치 6주의 상해를 입혔다.", "traffic_injury"),
            ("criminal", "거짓말로 속여 돈을 송금받았다.", "fraud"),
            ("criminal", "He drove his car after drinking; blood alcohol 0.09 %.", "drunk_driving"),
        ] {
            assert_eq!(disputes.guess(case_type, text).unwrap().id, want, "{text}");
        }
    }
}
