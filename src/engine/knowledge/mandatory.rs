//! Norms that no agreement sets aside (`knowledge/mandatory/`): what a term may not say, in which types of contract,
//! and what follows.
//!
//! A norm is found by forms: each is a set of patterns that must all stand in one sentence, in any order, and a set of
//! which none may. A sentence is lower-cased and «ё» is read as «е» before it is compared.

use crate::engine::knowledge::load::{LoadError, toml_file};
use crate::engine::text::parts::sentences;
use crate::engine::work;
use regex::{Regex, RegexBuilder};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::{LazyLock, Mutex, PoisonError};

const WORDS: (&str, &str) = ("mandatory/words.toml", include_str!("../../../knowledge/mandatory/words.toml"));
/// The norms, each file with classes of words beside the common ones.
const FILES: [(&str, &str); 2] = [
    ("mandatory/general.toml", include_str!("../../../knowledge/mandatory/general.toml")),
    ("mandatory/people.toml", include_str!("../../../knowledge/mandatory/people.toml")),
];
/// Characters of one sentence that are looked at.
const LONGEST: usize = 2_000;
/// Classes inside classes.
const DEPTH: usize = 4;
/// The mark of a word's boundary in a pattern.
const BOUNDARY: &str = r"\b";
/// Bytes of one compiled pattern.
const SIZE: usize = 4 << 20;

static LAW: LazyLock<Result<Mandatory, LoadError>> = LazyLock::new(|| read(WORDS, &FILES));

/// Terms that are remembered: two generations, the older one goes when the newer one is full.
const MOST_SEEN: usize = 32_768;

/// What was found of terms: the index of a norm, and the work that it took.
type Found = (Option<usize>, usize);

/// See [`Mandatory::first_broken`]. No words are kept, only 128 bits of a hash that is another one in every process.
struct Seen {
    seeds: [RandomState; 2],
    entries: Mutex<[HashMap<[u64; 2], Found>; 2]>,
}

static SEEN: LazyLock<Seen> = LazyLock::new(|| Seen {
    seeds: [RandomState::new(), RandomState::new()],
    entries: Mutex::new([HashMap::new(), HashMap::new()]),
});

impl Seen {
    fn key(&self, pack: &str, profile: Option<&str>, text: &str) -> [u64; 2] {
        self.seeds.each_ref().map(|seed| seed.hash_one((pack, profile, text)))
    }

    fn find(&self, key: [u64; 2]) -> Option<Found> {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        entries.iter().find_map(|generation| generation.get(&key)).copied()
    }

    fn keep(&self, key: [u64; 2], found: Found) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if entries[0].len() >= MOST_SEEN {
            entries.swap(0, 1);
            entries[0].clear();
        }
        entries[0].insert(key, found);
    }
}

/// What becomes of a term against a norm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Void, as the article itself says.
    Void,
    /// Invalid.
    Invalid,
    /// A court may set it aside.
    Voidable,
    /// The law applies instead.
    NotApplied,
    /// The law reads it as something else.
    ReadAs,
    /// A court may change or reduce it.
    CourtMayChange,
}

/// One norm.
#[derive(Debug, Clone)]
pub struct Norm {
    /// Stable.
    pub id: String,
    /// Types of contract; none: every type.
    pub packs: Vec<String>,
    /// Profiles of law; none: whoever the sides are.
    pub profiles: Vec<String>,
    /// The defect, as a title.
    pub title: String,
    /// What the law says.
    pub says: String,
    /// What becomes of the term.
    pub effect: Effect,
    /// Where the law says so.
    pub article: String,
    proof: Proof,
    /// What to do.
    pub advice: String,
    forms: Vec<Form>,
    /// Terms against it.
    pub bad: Vec<String>,
    /// Terms that are near and lawful.
    pub ok: Vec<String>,
}

#[derive(Debug, Clone)]
struct Form {
    all: Vec<Pattern>,
    none: Vec<Pattern>,
}

/// A pattern, and the same without its word boundaries: whatever fits the pattern fits that too. Boundaries of words
/// that are not ASCII keep the engine from its quick ways, so the loose one is asked first.
#[derive(Debug, Clone)]
struct Pattern {
    loose: Option<Regex>,
    exact: Regex,
}

impl Pattern {
    fn new(pattern: &str) -> Result<Self, regex::Error> {
        let built = |pattern: &str| RegexBuilder::new(pattern).size_limit(SIZE).build();
        let loose = pattern.contains(BOUNDARY).then(|| built(&pattern.replace(BOUNDARY, ""))).transpose()?;
        Ok(Self { loose, exact: built(pattern)? })
    }

    fn is_match(&self, plain: &str) -> bool {
        self.loose.as_ref().is_none_or(|loose| loose.is_match(plain)) && self.exact.is_match(plain)
    }
}

/// All norms with their words.
#[derive(Debug, Clone)]
pub struct Mandatory {
    /// In the order of the file.
    pub norms: Vec<Norm>,
    /// What people read about a finding.
    pub wording: Wording,
    effects: BTreeMap<Effect, String>,
}

/// What people read.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wording {
    /// That a pattern found it and nobody more.
    pub seems: String,
    /// Beside an article that was not read in the library.
    pub memory: String,
    /// The question about a term: what to do with it.
    pub question: String,
    /// The choice that leaves it.
    pub keep: String,
    /// The choice that takes it away.
    pub remove: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    #[allow(dead_code, reason = "read by people")]
    review: BTreeMap<String, String>,
    wording: Wording,
    effects: BTreeMap<Effect, String>,
    /// Those of all files.
    classes: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    classes: BTreeMap<String, String>,
    norm: Vec<Raw>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    id: String,
    #[serde(default)]
    packs: Vec<String>,
    #[serde(default)]
    profiles: Vec<String>,
    title: String,
    says: String,
    effect: Effect,
    article: String,
    proof: Proof,
    advice: String,
    form: Vec<RawForm>,
    bad: Vec<String>,
    ok: Vec<String>,
}

/// Whether the article was read in the library or is known by heart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Proof {
    Held,
    Memory,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawForm {
    all: Vec<String>,
    #[serde(default)]
    none: Vec<String>,
}

impl Norm {
    /// Whether it rules this type under this profile.
    #[must_use]
    pub fn rules(&self, pack: &str, profile: Option<&str>) -> bool {
        let among = |list: &[String], one: &str| list.iter().any(|other| other == one);
        (self.packs.is_empty() || among(&self.packs, pack))
            && (self.profiles.is_empty() || profile.is_some_and(|profile| among(&self.profiles, profile)))
    }

    /// Whether a sentence as [`plain`] writes it breaks it.
    fn is_broken(&self, plain: &str) -> bool {
        let fits = |form: &Form| {
            form.all.iter().all(|one| one.is_match(plain)) && !form.none.iter().any(|one| one.is_match(plain))
        };
        self.forms.iter().any(fits)
    }
}

impl Mandatory {
    /// The first norm that the words of a term break. Terms stand from turn to turn: what was found of one is remembered
    /// by a hash of its words, and counted as work all the same (ADR 0044).
    #[must_use]
    pub fn first_broken(&self, pack: &str, profile: Option<&str>, text: &str) -> Option<&Norm> {
        let key = SEEN.key(pack, profile, text);
        if let Some((found, spent)) = SEEN.find(key) {
            work::spend(spent);
            return found.and_then(|index| self.norms.get(index));
        }
        let before = work::spent();
        let found = self.broken(pack, profile, text).into_iter().next().map(|(norm, _)| norm);
        let spent = usize::try_from(work::spent().wrapping_sub(before)).unwrap_or(usize::MAX);
        let index = found.and_then(|norm| self.norms.iter().position(|known| std::ptr::eq(known, norm)));
        SEEN.keep(key, (index, spent));
        found
    }

    /// The norms that the sentences of a text break, each once, with the bytes of its sentence.
    #[must_use]
    pub fn broken<'n>(&'n self, pack: &str, profile: Option<&str>, text: &str) -> Vec<(&'n Norm, (usize, usize))> {
        let own: Vec<&Norm> = self.norms.iter().filter(|norm| norm.rules(pack, profile)).collect();
        let mut found: Vec<(&Norm, (usize, usize))> = Vec::new();
        for (start, end) in sentences(text) {
            let plain = plain(text.get(start..end).unwrap_or_default());
            work::spend(plain.len());
            for norm in own.iter().filter(|norm| norm.is_broken(&plain)) {
                if !found.iter().any(|(known, _)| known.id == norm.id) {
                    found.push((norm, (start, end)));
                }
            }
        }
        found
    }

    /// The article, as people read it: one that nobody read in the library says so.
    #[must_use]
    pub fn article(&self, norm: &Norm) -> String {
        match norm.proof {
            Proof::Held => norm.article.clone(),
            Proof::Memory => format!("{}; {}", norm.article, self.wording.memory),
        }
    }

    /// What follows from a term against a norm, as people read it.
    #[must_use]
    pub fn effect(&self, norm: &Norm) -> &str {
        self.effects.get(&norm.effect).map_or("", String::as_str)
    }
}

/// A sentence as it is compared.
fn plain(sentence: &str) -> String {
    let mut out = String::with_capacity(sentence.len());
    for sign in sentence.chars().take(LONGEST) {
        let sign = if sign == '\u{a0}' || sign == '\u{202f}' { ' ' } else { sign };
        out.extend(sign.to_lowercase().map(|low| if low == 'ё' { 'е' } else { low }));
    }
    out
}

/// All norms.
///
/// # Errors
/// A broken file.
pub fn embedded() -> Result<&'static Mandatory, LoadError> {
    LAW.as_ref().map_err(Clone::clone)
}

fn read(words: (&str, &str), files: &[(&str, &str)]) -> Result<Mandatory, LoadError> {
    let words: Words = toml_file(words.0, words.1)?;
    let mut norms = Vec::new();
    for (name, text) in files {
        let mut file: File = toml_file(name, text)?;
        file.classes.extend(words.classes.clone());
        for raw in file.norm {
            norms.push(norm(name, &file.classes, raw)?);
        }
    }
    Ok(Mandatory { norms, wording: words.wording, effects: words.effects })
}

fn norm(file: &str, classes: &BTreeMap<String, String>, raw: Raw) -> Result<Norm, LoadError> {
    let broken = |id: &str, why: String| LoadError { file: file.to_owned(), field: format!("norm.{id}"), why };
    let compiled = |patterns: &[String]| -> Result<Vec<Pattern>, LoadError> {
        patterns.iter().map(|pattern| compile(classes, pattern).map_err(|why| broken(&raw.id, why))).collect()
    };
    let form = |form: &RawForm| Ok(Form { all: compiled(&form.all)?, none: compiled(&form.none)? });
    let forms = raw.form.iter().map(form).collect::<Result<_, LoadError>>()?;
    Ok(Norm {
        id: raw.id,
        packs: raw.packs,
        profiles: raw.profiles,
        title: raw.title,
        says: raw.says,
        effect: raw.effect,
        article: raw.article,
        proof: raw.proof,
        advice: raw.advice,
        forms,
        bad: raw.bad,
        ok: raw.ok,
    })
}

/// A pattern with its classes in their places. `\w` is what words of a lower-cased sentence are made of.
fn compile(classes: &BTreeMap<String, String>, pattern: &str) -> Result<Pattern, String> {
    let mut whole = pattern.to_owned();
    for _ in 0..DEPTH {
        for (name, class) in classes {
            whole = whole.replace(&format!("{{{name}}}"), &format!("(?:{class})"));
        }
    }
    let whole = whole.replace(r"\w", "[а-яa-z0-9]");
    Pattern::new(&whole).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::knowledge::load;

    #[test]
    fn every_norm_finds_its_own_and_lets_pass_what_is_near() {
        let law = embedded().unwrap();
        let mut wrong = Vec::new();
        for norm in &law.norms {
            let finds = |text: &String| sentences(text).iter().any(|(a, b)| norm.is_broken(&plain(&text[*a..*b])));
            wrong.extend(norm.bad.iter().filter(|text| !finds(text)).map(|text| format!("{} misses: {text}", norm.id)));
            wrong.extend(norm.ok.iter().filter(|text| finds(text)).map(|text| format!("{} finds: {text}", norm.id)));
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn no_norm_finds_what_is_near_and_lawful_for_another_of_the_same_type() {
        let law = embedded().unwrap();
        for norm in &law.norms {
            let packs = if norm.packs.is_empty() { vec!["services".to_owned()] } else { norm.packs.clone() };
            for (pack, text) in packs.iter().flat_map(|pack| norm.ok.iter().map(move |text| (pack, text))) {
                let found = law.broken(pack, norm.profiles.first().map(String::as_str), text);
                let ids: Vec<&str> = found.iter().map(|(norm, _)| norm.id.as_str()).collect();
                assert!(ids.is_empty(), "{}: {ids:?} in «{text}»", norm.id);
            }
        }
    }

    #[test]
    fn norms_are_whole_and_name_types_that_exist() {
        let (law, knowledge) = (embedded().unwrap(), load::embedded().unwrap());
        let mut ids: Vec<&str> = law.norms.iter().map(|norm| norm.id.as_str()).collect();
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), count, "an id stands twice");
        for norm in &law.norms {
            assert!(norm.packs.iter().all(|pack| knowledge.pack(pack).is_some()), "{}", norm.id);
            assert!(norm.bad.len() >= 2 && norm.ok.len() >= 2 && !norm.article.is_empty(), "{}", norm.id);
            assert!(!law.effect(norm).is_empty() && !norm.forms.is_empty(), "{}", norm.id);
        }
    }

    #[test]
    fn a_broken_pattern_is_named_with_its_norm() {
        let (name, good) = FILES[0];
        let bad = good.replacen("all = ['", "all = ['(", 1);
        let error = read(WORDS, &[(name, &bad)]).unwrap_err();
        assert!(error.file == name && error.field.starts_with("norm."), "{error}");
    }
}
