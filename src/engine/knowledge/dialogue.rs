//! Words of the answer to a person, and the details of a side: `knowledge/dialogue/README.md` describes the files.

use crate::engine::knowledge::held::{self, Held};
use crate::engine::knowledge::load::{self, LoadError};
use crate::engine::knowledge::pack::Review;
use crate::engine::knowledge::phrases::{Phrases, Token};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Words of a message that asks about the program and nothing else.
const ITSELF: usize = 10;

/// Templates of the reply.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// `{items}`.
    pub recorded: String,
    /// `{items}`: what stands about the matter of a question.
    pub stands: String,
    /// `{label}`, `{shown}`.
    pub item: String,
    /// `{label}`.
    pub removed: String,
    /// `{label}`, `{quote}`: words that went.
    pub removed_words: String,
    /// `{n}`.
    pub more: String,
    /// `{items}`.
    pub missed: String,
    /// `{items}`: questions that are held and near to one that is not.
    pub alike: String,
    /// The words were heard and changed nothing.
    pub noted: String,
    /// `{title}`, `{text}`: what the words contradict.
    pub doubt: String,
    /// Nothing came of the words.
    pub nothing: String,
    /// A question without an answer in the pack.
    pub no_answer: String,
    /// `{items}`: what keeps a contract that can be concluded from being signed.
    pub blanks: String,
    /// `{quote}`.
    pub undone: String,
    /// An edit without words was undone.
    pub undone_edit: String,
    /// `{title}`: nothing is recorded about it.
    pub not_stands: String,
    /// `{n}`, `{items}`: what is still missing for the contract to be concluded.
    pub left: String,
    /// Nothing essential is missing.
    pub left_nothing: String,
    /// `{why}`.
    pub why: String,
    /// `{title}`, `{consequence}`.
    pub term: String,
    /// `{text}`.
    pub usual: String,
    /// `{items}`.
    pub choices: String,
    /// `{text}`.
    pub clause: String,
    /// `{label}`, `{shown}`: one line of a filled card.
    pub card: String,
    /// What to say instead of an order about the words of a clause.
    pub edit: String,
}

/// Templates of what keeps a contract from a level.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hold {
    /// `{label}`.
    pub blank: String,
    /// What solves it.
    pub blank_how: String,
    /// What to do with a text that only a notary or a lawyer makes whole.
    pub draft_how: String,
    /// `{label}`, `{shown}`.
    pub review: String,
    /// What solves it.
    pub review_how: String,
    /// What solves a conflict of a clause with the facts.
    pub conflict_how: String,
    /// `{why}`.
    pub finding_how: String,
    /// `{quote}`: words with a sum or a date that nothing was made of.
    pub missed: String,
    /// What solves it.
    pub missed_how: String,
}

/// Titles of cards that stand for no question.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardWords {
    /// `{party}`.
    pub party_title: String,
    /// Why it matters.
    pub party_why: String,
    /// What keeps a contract from being concluded.
    pub holds_title: String,
    /// Why it matters.
    pub holds_why: String,
    /// What is blank beside the sides.
    pub rest_title: String,
    /// Why it matters.
    pub rest_why: String,
}

/// The last look at what nobody said.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClosingWords {
    /// Title of its card.
    pub title: String,
    /// Why it matters.
    pub why: String,
    /// Title where only matters are left that nobody spoke of.
    pub more_title: String,
    /// Why they matter.
    pub more_why: String,
    /// `{items}`: the terms, in the reply.
    pub list: String,
    /// `{items}`: the matters.
    pub topics: String,
    /// What the person can answer.
    pub end: String,
    /// The same once more, short.
    pub again: String,
    /// The words of the button.
    pub keep: String,
    /// `{n}`: what keeps the text from being signed.
    pub hold: String,
    /// What solves it.
    pub hold_how: String,
}

/// What is written on papers that are no contract yet.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stamp {
    /// Of a text whose terms do not all stand.
    pub draft: String,
    /// Of a deal that a notary makes.
    pub notary: String,
    /// Behind a value that was only read from the words and waits for a yes.
    pub read: String,
    /// What that mark means, above the text.
    pub legend: String,
    /// A sign-off at the end of a text: `{name}`, `{version}`, `{date}`.
    pub signed: String,
    /// The same of the owner, who is no lawyer by that.
    pub signed_owner: String,
    /// Whose statement a sign-off is.
    pub signed_is: String,
}

/// A remark that wants a word, not a fact.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Talk {
    /// Unique in the file.
    pub id: String,
    /// Whether it asks something about the program itself.
    #[serde(default)]
    pub asks: bool,
    /// The phrases.
    pub any: Phrases,
    /// The word.
    pub reply: String,
}

/// What a question asks for, by its words.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asks {
    /// What is recorded.
    pub own: Phrases,
    /// Why something is asked for.
    pub why: Phrases,
    /// How much is still to be answered.
    pub left: Phrases,
}

/// Phrases under `any`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Any {
    /// The phrases.
    pub any: Phrases,
}

/// A short answer about something that no pack speaks of.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// Words of the question.
    pub words: Vec<String>,
    /// The answer.
    pub text: String,
    /// Where the law says so; empty where no law does.
    pub article: String,
}

/// Words of everyday life and the words of a contract for the same thing.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Topic {
    /// What people say.
    pub say: Vec<String>,
    /// What a contract says.
    pub seek: Vec<String>,
}

/// The words of one language.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// `ru`, `en`.
    pub language: String,
    /// Words of a question that nothing is searched by.
    pub noise: Vec<String>,
    /// Words that stand in questions about anything: one of them alone tells no subject.
    #[serde(default)]
    pub weak: Vec<String>,
    /// Where it comes from.
    pub review: Review,
    /// The reply.
    pub reply: Reply,
    /// Holds.
    pub hold: Hold,
    /// The last look.
    pub closing: ClosingWords,
    /// Cards.
    pub card: CardWords,
    /// Words for a period: «в день».
    pub per: BTreeMap<String, String>,
    /// Stamps of papers, in the language of the contract.
    pub stamp: Stamp,
    /// What the person should know about how a turn was performed, by code.
    pub warning: BTreeMap<String, String>,
    /// Why something is refused, by code.
    pub fault: BTreeMap<String, String>,
    /// Remarks, in order.
    #[serde(rename = "talk")]
    pub talks: Vec<Talk>,
    /// Words that tell what a question asks for.
    pub asks: Asks,
    /// Words that undo the last turn.
    #[serde(rename = "undo")]
    pub undos: Vec<Any>,
    /// Short answers.
    #[serde(rename = "about")]
    pub abouts: Vec<About>,
    /// Topics.
    #[serde(rename = "topic")]
    pub topics: Vec<Topic>,
}

/// A detail of a side.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartyField {
    /// Path below `/parties/<role>`.
    pub leaf: String,
    /// Its name.
    pub label: String,
    /// What kind of value it takes.
    #[serde(rename = "type")]
    pub kind: String,
    /// Whether a side cannot do without it.
    #[serde(default)]
    pub required: bool,
    /// For whom; empty for everybody.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// What can be chosen.
    #[serde(default, rename = "option")]
    pub options: Vec<PartyOption>,
}

/// One value of a choice.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartyOption {
    /// What is stored.
    pub value: Value,
    /// What people read.
    pub label: String,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Party {
    #[serde(rename = "field")]
    fields: Vec<PartyField>,
}

/// All files.
#[derive(Debug, Clone)]
pub struct Dialogue {
    ru: Words,
    en: Words,
    /// Details of a side, in the order of a card.
    pub party: Vec<PartyField>,
    /// Answers to questions of law, by language.
    pub answers: BTreeMap<&'static str, Held>,
}

impl Words {
    /// What the program says of itself, where these words ask for it.
    #[must_use]
    pub fn about_itself(&self, tokens: &[Token]) -> Option<&Talk> {
        self.talks.iter().filter(|_| tokens.len() <= ITSELF).find(|talk| talk.asks && talk.any.found(tokens))
    }
}

impl Dialogue {
    /// Why something is refused, in the product's first language.
    #[must_use]
    pub fn fault<'a>(&'a self, code: &'a str) -> &'a str {
        self.ru.fault.get(code).map_or(code, String::as_str)
    }

    /// The words of a language; Russian for one that is not held.
    #[must_use]
    pub fn words(&self, language: &str) -> &Words {
        if language == "en" { &self.en } else { &self.ru }
    }

    /// Whether a text asks what the program is or can do, in whatever language.
    #[must_use]
    pub fn asks_about_itself(&self, text: &str) -> bool {
        let tokens = crate::engine::knowledge::phrases::tokens(text);
        [&self.ru, &self.en].iter().any(|words| words.about_itself(&tokens).is_some())
    }

    /// Whether a text tells the program to undo the last turn, in whatever language.
    #[must_use]
    pub fn undoes(&self, text: &str) -> bool {
        let tokens = crate::engine::knowledge::phrases::tokens(text);
        tokens.len() <= 5 && [&self.ru, &self.en].iter().any(|words| words.undos.iter().any(|u| u.any.begin(&tokens)))
    }
}

static DIALOGUE: LazyLock<Result<Dialogue, LoadError>> = LazyLock::new(|| {
    let party: Party = one("party.toml", include_str!("../../../knowledge/dialogue/party.toml"))?;
    Ok(Dialogue {
        ru: one("ru.toml", include_str!("../../../knowledge/dialogue/ru.toml"))?,
        en: one("en.toml", include_str!("../../../knowledge/dialogue/en.toml"))?,
        party: party.fields,
        answers: held::embedded()?,
    })
});

fn one<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, LoadError> {
    load::toml_file(&format!("dialogue/{file}"), text)
}

/// The words that the program carries.
///
/// # Errors
/// A file that cannot be read, with its line.
pub fn embedded() -> Result<&'static Dialogue, LoadError> {
    DIALOGUE.as_ref().map_err(Clone::clone)
}

/// The language of a text; `None` without letters. Names are no language: words that begin with a capital count only
/// where nothing else does.
#[must_use]
pub fn language(text: &str) -> Option<&'static str> {
    // An address of mail or of a site is in no language.
    let spoken = text.split_whitespace().filter(|word| !word.contains('@') && !word.contains("://"));
    let text = spoken.collect::<Vec<&str>>().join(" ");
    let count = |names: bool| {
        let (mut cyrillic, mut latin) = (0_usize, 0_usize);
        for word in text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
            if !names && word.starts_with(char::is_uppercase) {
                continue;
            }
            for c in word.chars() {
                match c {
                    'а'..='я' | 'А'..='Я' | 'ё' | 'Ё' => cyrillic += 1,
                    'a'..='z' | 'A'..='Z' => latin += 1,
                    _ => {}
                }
            }
        }
        (cyrillic, latin)
    };
    let counted = Some(count(false)).filter(|found| *found != (0, 0)).unwrap_or_else(|| count(true));
    match counted {
        (0, 0) => None,
        (cyrillic, latin) if cyrillic >= latin => Some("ru"),
        // «VIN 682K1047756» is no English.
        _ => text.contains(char::is_lowercase).then_some("en"),
    }
}

/// Puts values into a template; what is not named stays.
#[must_use]
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut out = template.to_owned();
    for (name, value) in values {
        // A value with braces is no template: values are put in once, left to right, by the template's own names.
        out = out.replace(&format!("{{{name}}}"), &value.replace('{', "\u{1}"));
    }
    out.replace('\u{1}', "{")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn both_languages_read_and_say_the_same_things() {
        let dialogue = embedded().expect("the files read");
        let ids = |words: &Words| words.talks.iter().map(|talk| talk.id.clone()).collect::<BTreeSet<_>>();
        assert_eq!(ids(dialogue.words("ru")), ids(dialogue.words("en")));
        assert_eq!(dialogue.words("en").language, "en");
        assert_eq!(dialogue.words("ko").language, "ru", "a language that is not held");
        assert!(dialogue.party.iter().any(|field| field.leaf == "signer/basis"));
    }

    #[test]
    fn templates_know_their_names_only() {
        let known = [
            "items",
            "label",
            "shown",
            "n",
            "quote",
            "why",
            "title",
            "consequence",
            "text",
            "party",
            "name",
            "version",
            "date",
        ];
        let files =
            [include_str!("../../../knowledge/dialogue/ru.toml"), include_str!("../../../knowledge/dialogue/en.toml")];
        for line in files.iter().flat_map(|file| file.lines()).filter(|line| !line.starts_with('#')) {
            for name in line.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name) {
                assert!(known.contains(&name), "{line}");
            }
        }
    }

    #[test]
    fn values_are_no_templates() {
        assert_eq!(fill("{label}: {shown}", &[("label", "a {shown}"), ("shown", "b")]), "a {shown}: b");
    }

    #[test]
    fn languages_and_undo() {
        assert_eq!(language("Сдаю Lada Vesta за 30 000"), Some("ru"), "names are no language");
        assert_eq!(language("I rent out my car to ООО «Вектор»"), Some("en"));
        assert_eq!(language("сдаю машину Lada"), Some("ru"));
        assert_eq!(language("ПЕРЕВОЗЧИК ИП КОРЕПИН. ПОЧТА korepin.gruz@mail.ru."), Some("ru"), "nor is an address");
        assert_eq!(language("30 000"), None);
        let dialogue = embedded().expect("the files read");
        assert!(dialogue.undoes("Отмени последнее!") && dialogue.undoes("undo"));
        for text in ["отмени последнее условие о залоге и напиши другое", "залог отмени", "последнее"]
        {
            assert!(!dialogue.undoes(text), "{text}");
        }
    }
}
