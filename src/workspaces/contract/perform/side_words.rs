//! Words by which people tell whose something is.

use crate::engine::knowledge::pack::Party;
use crate::engine::text::folded;
use crate::engine::text::mention::MentionKind;
use serde::Deserialize;
use std::sync::LazyLock;

/// Words about sides and those beside them (`knowledge/dialogue/sides.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub(super) struct Marks {
    /// Words by which people name themselves as the subject.
    #[serde(rename = "self")]
    pub(super) own: Vec<String>,
    /// Verbs by which people tell where they themselves live.
    pub(super) lives: Vec<String>,
    /// Words of registration, which name nobody.
    pub(super) registered: Vec<String>,
    /// The same in other cases.
    pub(super) oblique: Vec<String>,
    /// «Мой», «наш»: of the speaker only before what is his.
    pub(super) possessive: Vec<String>,
    /// What is his.
    pub(super) possessed: Vec<String>,
    /// Words between «я» and the word of the own side that only link them.
    pub(super) speaks: Vec<String>,
    /// Words by which somebody will do something.
    pub(super) will: Vec<String>,
    /// Words that deny.
    pub(super) denials: Vec<String>,
    /// Beginnings of verbs whose subject, where the speaker tells his side, is he.
    pub(super) concludes: Vec<String>,
    /// Words by which the speaker is the other side of that verb.
    pub(super) with_us: Vec<String>,
    /// Words that make somebody a company.
    pub(super) firms: Vec<String>,
    /// Beginnings of words for places that are no address of a side.
    pub(super) elsewhere: Vec<String>,
    /// Labels of details of a side.
    pub(super) details: Vec<String>,
    /// Words between a name and the word of its side.
    pub(super) links: Vec<String>,
    /// Small words that open a sentence: «а продавец я».
    pub(super) opens: Vec<String>,
    /// Stems of those whom a deal mentions beside its sides.
    pub(super) others: Vec<String>,
    /// Stems of words of kinship by which somebody who was named once is spoken of.
    pub(super) relatives: Vec<String>,
    /// Words by which kin is said to be somebody's who was named, whole.
    pub(super) theirs: Vec<String>,
    /// Beginnings of words for somebody else than the sides.
    pub(super) strange: Vec<String>,
    /// Words between a preposition and a name that only say what somebody is: «за компанию ООО «Ритм»».
    pub(super) whose: Vec<String>,
    /// Types whose two sides are a man and a woman.
    pub(super) spouses: Vec<Spouses>,
    /// Stems of kin and friends, who may be a side.
    pub(super) kin: Vec<String>,
}

/// The man and the woman of a type.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Spouses {
    pub(super) pack: String,
    pub(super) man: String,
    pub(super) woman: String,
}

/// See [`Marks`].
pub(super) static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/sides.toml")).unwrap_or_default());

/// Whether somebody of one of these kinds may be a side.
pub(super) fn may_be(party: &Party, kinds: &[&str]) -> bool {
    party.kinds.is_empty() || party.kinds.iter().any(|kind| kinds.contains(&kind.as_str()))
}

/// What somebody is who has such a number or such a name: lengths by приказ ФНС России № ЕД-7-14/559@ (ИНН) and № 163н
/// (ОГРН); passports and СНИЛС are those of citizens. `None` where it tells nothing, and for names of persons, who may
/// also act for somebody.
pub(super) fn kinds_of(kind: &MentionKind) -> Option<&'static [&'static str]> {
    const CITIZENS: &[&str] = &["individual", "self_employed", "entrepreneur"];
    const COMPANIES: &[&str] = &["company"];
    match kind {
        MentionKind::Company { .. } | MentionKind::Kpp { .. } => Some(COMPANIES),
        MentionKind::PartyKind { kind } if kind == "company" => Some(COMPANIES),
        MentionKind::Inn { digits, .. } if digits.len() == 10 => Some(COMPANIES),
        MentionKind::Inn { digits, .. } if digits.len() == 12 => Some(CITIZENS),
        MentionKind::Ogrn { digits, .. } if digits.len() == 13 => Some(COMPANIES),
        MentionKind::Ogrn { digits, .. } if digits.len() == 15 => Some(&["entrepreneur"]),
        MentionKind::Snils { .. } => Some(CITIZENS),
        MentionKind::Passport { number, .. } if !number.is_empty() => Some(CITIZENS),
        _ => None,
    }
}

/// Whether words before an address speak of a place that is no address of a side: «адрес склада покупателя».
pub(super) fn is_elsewhere(part: &str) -> bool {
    let low = folded(part);
    low.split(|c: char| !c.is_alphanumeric())
        .any(|word| MARKS.elsewhere.iter().any(|stem| word.starts_with(stem.as_str())))
}

/// Whether a word labels a detail of a side: «ИНН».
pub(super) fn is_detail(word: &str) -> bool {
    MARKS.details.contains(&folded(word))
}

/// Whether a word stands for somebody named before: «он», «я».
pub(super) fn is_pronoun(word: &str) -> bool {
    MARKS.own.iter().chain(&MARKS.links).any(|own| own == word)
}
