//! Places that nobody filled.

use crate::engine::knowledge::pack::Pack;
use crate::model::issue::Severity;
use crate::model::pointer;
use crate::workspaces::contract::intake::{issues, terms};
use crate::workspaces::contract::lint::paper::Kind;
use crate::workspaces::contract::lint::pattern::pattern;
use crate::workspaces::contract::lint::{Hit, Subject};

pattern!(
    PLACEHOLDER,
    r"(?:_{3,}|\.{5,}|…{2,}|\[[А-Яа-яЁёA-Za-z][^\]\n]{1,80}\]|<[А-Яа-яЁё][^>\n]{1,60}>|\{\{[^}\n]{1,60}\}\}|\bX{3,}\b|\bХ{3,}\b|\?{3,})"
);
pattern!(BY_HAND, r"(?i)(?:подпис|м\.\s?п\.|/\s*_|№\s*_|«_+»|20_+|_\s*/)");

/// L11.
pub(super) fn placeholders(subject: &Subject<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    if let Some(stated) = &subject.stated {
        let label = |pack: &Pack, at: &str| {
            pack.field_of(at).map_or_else(|| issues::label(pack, at), |field| field.label.clone())
        };
        let (pack, domain) = (stated.facts.pack, stated.facts.domain);
        let open = pack.terms.iter().filter(|term| terms::is_open(term, domain));
        let essential: Vec<&str> = open
            .filter(|term| term.essential || term.severity == Severity::Critical)
            .flat_map(|term| term.needs.iter().flat_map(|need| terms::alternatives(need)))
            .collect();
        let named =
            |at: &&String| essential.iter().any(|need| pointer::is_within(at, need) || pointer::is_within(need, at));
        for at in stated.missing.iter().filter(|at| !named(at)) {
            hits.push(Hit::fact(at, format!("Не хватает: {}", label(stated.facts.pack, at))));
        }
        return hits;
    }
    let paper = &subject.paper;
    for (index, block, body) in paper.all() {
        // The number, the day of signing, requisites and forms are filled in by hand.
        let by_hand = block.kind == Kind::Tail || block.part > 0 || index < 4 && BY_HAND.is(body);
        if by_hand {
            continue;
        }
        for found in PLACEHOLDER.all(body).iter().filter_map(|c| c.get(0)) {
            let span = block.range.start + found.start()..block.range.start + found.end();
            hits.push(Hit::words(index, span, format!("«{}»: место не заполнено", found.as_str())));
        }
    }
    hits
}
