//! What the library says and nobody said: usual periods and rules that stand in the text until the person looks at them.

use crate::engine::document::tree::Inline;
use crate::engine::knowledge::clauses::ClauseSpec;
use crate::engine::knowledge::condition::{Condition, is_present};
use crate::engine::knowledge::template::{self, Node};
use crate::engine::prompt::sha256;
use crate::engine::text::parts::sentences;
use crate::engine::turn::short;
use crate::model::document_view::Usual;
use crate::workspaces::contract::draft::fill::Source;
use crate::workspaces::contract::draft::{overlay::Overlay, own};
use crate::workspaces::contract::talk::closing;
use regex::Regex;
use std::sync::LazyLock;

/// A number as contracts write it, «5 (пяти)»: in the words of a library it is a choice that the library made.
static WRITTEN: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\d+ \(\p{L}[\p{L} ]*\)").ok());
/// Hexadecimal digits that tell one wording of a clause from another.
const DIGITS: usize = 8;
/// Characters of a line.
const LONGEST: usize = 260;

/// The usual terms among the chosen clauses, in the order of the text; what a person wrote or rewrote is theirs.
pub(super) fn of(source: &Source<'_>, chosen: &[(&ClauseSpec, &str)], overlay: &Overlay) -> Vec<Usual> {
    let theirs = |id: &str, text: &str| {
        let reworded = overlay.templates.get(id).is_some_and(|own| own != text);
        reworded || overlay.edits.contains_key(id) || own::is_own(id)
    };
    let usual = chosen.iter().filter(|(spec, text)| !theirs(&spec.id, text) && is_usual(source, spec, text));
    usual
        .map(|(spec, text)| Usual {
            clause: spec.id.clone(),
            mark: format!("{}#{}", spec.id, &sha256(&[text, spec.items.join("\n").as_str()].join("\n"))[..DIGITS]),
            text: shown(source, spec, text),
            counts: all_of(spec, text).any(chooses),
        })
        .filter(|usual| !usual.text.is_empty())
        .collect()
}

/// Whether a clause says what nobody said. A file says so itself; else a number in its own words does, or a choice that
/// nobody made.
fn is_usual(source: &Source<'_>, spec: &ClauseSpec, text: &str) -> bool {
    let missing = |at: &str| !source.facts.domain.pointer(at).is_some_and(is_present);
    let silent = || {
        let chosen = |one: &Condition| one.is_not.as_ref().is_some_and(|not| closing::is_silent(&one.at, not));
        spec.when.iter().any(|one| chosen(one) && missing(&one.at))
    };
    spec.usual.unwrap_or_else(|| all_of(spec, text).any(chooses) || silent())
}

fn all_of<'s>(spec: &'s ClauseSpec, text: &'s str) -> impl Iterator<Item = &'s str> {
    std::iter::once(text).chain(spec.items.iter().map(String::as_str))
}

/// Whether words give a number as contracts write it.
pub(super) fn counts(words: &str) -> bool {
    WRITTEN.as_ref().is_some_and(|pattern| pattern.is_match(words))
}

/// Whether the words of a template, and not a fact in it, give a number.
fn chooses(text: &str) -> bool {
    fn words(nodes: &[Node]) -> bool {
        nodes.iter().any(|node| match node {
            Node::Text(text) => counts(text),
            Node::Group(inner) => words(inner),
            _ => false,
        })
    }
    template::parse(text).is_ok_and(|nodes| words(&nodes))
}

/// The sentences that count, as the contract has them; those of a clause that counts nothing, in plain words if it has some.
fn shown(source: &Source<'_>, spec: &ClauseSpec, text: &str) -> String {
    let filled = |template: &str| {
        let line = source.fill(template);
        let kept: Vec<Inline> = line.into_iter().filter(|inline| !matches!(inline, Inline::Ref { .. })).collect();
        source.words(&kept).replace(" (п. )", "").replace('\u{a0}', " ")
    };
    let counted: Vec<String> = all_of(spec, text)
        .enumerate()
        .filter(|(_, template)| chooses(template))
        .map(|(at, template)| {
            let words = filled(template);
            // A line of a list goes on with the words above it.
            let lead = if at == 0 { String::new() } else { format!("{} ", filled(text)) };
            let tail = if at == 0 { words } else { lower(&words) };
            let whole = format!("{lead}{tail}");
            if whole.chars().count() <= LONGEST {
                return whole.trim().trim_end_matches([';', '.']).to_owned();
            }
            let parts = sentences(&tail).into_iter().filter_map(|(from, to)| tail.get(from..to));
            let parts: Vec<&str> = parts.filter(|part| counts(part)).map(str::trim).collect();
            format!("{lead}{}", parts.join(" ")).trim_end_matches([';', '.']).to_owned()
        })
        .collect();
    let words = match counted.is_empty() {
        true => filled(spec.plain.as_deref().unwrap_or(text)).trim_end_matches('.').to_owned(),
        false => counted.join(". "),
    };
    short(&words, LONGEST)
}

/// Words as a sentence goes on with them.
fn lower(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}
