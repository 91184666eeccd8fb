//! A document against the norms that no agreement sets aside: its sentence, the article, what follows, what to do.
//!
//! Which norms a sentence breaks is a matter of forms (`engine/knowledge/mandatory`), whose rules know types of contract:
//! the type is read from the first lines. What no form finds is not said to be lawful.

use crate::engine::knowledge::answers;
use crate::engine::knowledge::mandatory::{self, Norm};
use crate::engine::knowledge::phrases::tokens;
use crate::workspaces::research::perform::answer::Draft;
use crate::workspaces::research::perform::answer::question::{ranked, trimmed};
use crate::workspaces::research::perform::answer::source::{Kind, Source};
use crate::workspaces::research::perform::answer::words::Words;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Letters at the beginning of a document that tell its type.
const HEAD: usize = 600;
/// Most findings of one document.
const MOST: usize = 8;

static CLAUSE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:пункт\p{L}*|п\.|пп\.|услови\p{L}*|clause|paragraph)\s*№?\s*(\d{1,3}(?:\.\d{1,3})*)").ok()
});

/// A sentence of a document against a norm.
pub struct Against<'d> {
    /// The norm.
    pub norm: &'static Norm,
    /// The sentence, a slice of the document.
    pub sentence: &'d str,
}

/// The norms that the sentences of a text break, in the order of the text.
#[must_use]
pub fn found(text: &str) -> Vec<Against<'_>> {
    let Ok(law) = mandatory::embedded() else { return Vec::new() };
    let head: String = text.chars().take(HEAD).collect();
    let (pack, profile) = answers::embedded().map_or(("", None), |answers| {
        let pack = answers.contract(&tokens(&head)).unwrap_or_default();
        let profile =
            if pack == "employment" { Some(pack) } else { answers.consumer(&tokens(text)).then_some("consumer") };
        (pack, profile)
    });
    let mut found = law.broken(pack, profile, text);
    found.sort_by_key(|(_, (start, _))| *start);
    found.truncate(MOST);
    found
        .into_iter()
        .filter_map(|(norm, (start, end))| Some(Against { norm, sentence: trimmed(text.get(start..end)?) }))
        .filter(|against| !against.sentence.is_empty())
        .collect()
}

/// The articles of the norms that these texts break: what is to be looked up before anything is said.
#[must_use]
pub fn articles<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for against in texts.flat_map(found) {
        for article in against.norm.article.split(';').map(str::trim).filter(|article| !article.is_empty()) {
            if !out.iter().any(|known| known == article) {
                out.push(article.to_owned());
            }
        }
    }
    out
}

/// The clause of a document that a question names by its number: from its mark to the next one of its kind.
#[must_use]
pub fn clause(question: &str, text: &str) -> Option<Range<usize>> {
    let number = CLAUSE.as_ref()?.captures(question)?[1].to_owned();
    let depth = number.matches('.').count();
    let mut from = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let head = line.trim_start();
        let mark: String = head.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
        let behind = head[mark.len()..].chars().next();
        let bare = mark.trim_end_matches('.');
        let is_mark = !bare.is_empty()
            && (mark.ends_with('.') || behind == Some(')') || depth > 0)
            && behind.is_none_or(|c| c.is_whitespace() || c == ')' || c.is_alphabetic());
        if is_mark {
            match from {
                None if bare == number => from = Some(at + line.len() - head.len()),
                // A clause within it («3.1» in «3») belongs to it.
                Some(start) if !bare.starts_with(&format!("{number}.")) => return Some(start..at),
                _ => {}
            }
        }
        at += line.len();
    }
    from.map(|start| start..text.len())
}

/// Writes what was found of a document; whether anything was.
pub fn write(document: &Source<'_>, within: &str, laws: &[Source<'_>], say: &Words, draft: &mut Draft) -> bool {
    let found = found(document.text);
    let inside: Vec<&Against<'_>> = found.iter().filter(|against| within.contains(against.sentence)).collect();
    for Against { norm, sentence } in &inside {
        draft.heading(&norm.title);
        draft.quote(&format!("{}:", document.title), document, sentence);
        let articles = norm.article.split(';').map(str::trim);
        let held: Vec<&Source<'_>> = articles.filter_map(|article| held(laws, article)).collect();
        for law in &held {
            if let Some(passage) = ranked(&norm.says, &[**law]).first() {
                draft.quote(&format!("{}:", law.name()), law, passage.text);
            }
        }
        if held.is_empty() {
            draft.say(format!("- {}: {}", norm.article, say.law_not_held));
        }
        // Numbers of an advice stand in no source: what has some is left to the article.
        let effect = mandatory::embedded().map_or("", |law| law.effect(norm));
        for words in [effect, norm.advice.as_str()] {
            if !words.is_empty() && !words.contains(|c: char| c.is_ascii_digit()) {
                draft.say(format!("- {words}"));
            }
        }
    }
    !inside.is_empty()
}

/// The held law at an address or around it: «ГК РФ ст. 198 п. 1» is read in «ГК РФ ст. 198».
fn held<'l, 's>(laws: &'l [Source<'s>], article: &str) -> Option<&'l Source<'s>> {
    let inside =
        |whole: &str| article == whole || article.strip_prefix(whole).is_some_and(|rest| rest.starts_with(' '));
    laws.iter().filter(|law| law.kind == Kind::Law && !law.address.is_empty()).find(|law| inside(law.address))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEASE: &str = "Договор аренды склада\n1. Арендодатель передаёт склад.\n2. Плата вносится до пятого числа.\n\
        3. Срок исковой давности по договору — 1 год.\n3.1. Претензия направляется письмом.\n4. Споры решаются переговорами.\n";

    #[test]
    fn a_sentence_against_a_norm_is_found_with_its_article() {
        let found = found(LEASE);
        let first = &found[0];
        assert!(first.sentence.starts_with("Срок исковой давности"), "{}", first.sentence);
        assert_eq!(first.norm.article, "ГК РФ ст. 198");
        assert!(LEASE.contains(first.sentence));
        assert_eq!(articles([LEASE].into_iter()), ["ГК РФ ст. 198"]);
        assert!(super::found("Договор аренды\n1. Плата вносится до пятого числа.").is_empty());
    }

    #[test]
    fn a_clause_is_named_by_its_number() {
        let of = |question: &str| clause(question, LEASE).map(|range| LEASE[range].to_owned());
        let third = of("Законен ли пункт 3?").unwrap();
        assert!(third.starts_with("3. Срок") && third.contains("3.1.") && !third.contains("4. Споры"), "{third}");
        assert!(of("Можно ли так писать в п. 3.1?").unwrap().starts_with("3.1. Претензия"));
        assert_eq!(of("Законен ли пункт 9?"), None);
        assert_eq!(of("Законен ли договор?"), None);
    }
}
