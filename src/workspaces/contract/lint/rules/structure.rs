//! Numbers and repetitions of clauses.

use crate::workspaces::contract::lint::paper::Kind;
use crate::workspaces::contract::lint::{Hit, Subject};
use std::collections::BTreeMap;

/// Words from which a repetition is no accident.
const LONG: usize = 6;

/// L28.
pub(super) fn duplicates(subject: &Subject<'_>) -> Vec<Hit> {
    let mut seen: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut hits = Vec::new();
    for (index, block, body) in subject.paper.main().filter(|(_, block, _)| block.kind == Kind::Clause) {
        let words: Vec<String> =
            body.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
        if words.len() < LONG {
            continue;
        }
        let key = words.join(" ");
        if let Some(first) = seen.get(&key) {
            let place = first.as_deref().map(|number| format!(" (п. {number})")).unwrap_or_default();
            hits.push(Hit::block(index, format!("То же условие уже есть{place}")));
        } else {
            let label = block.number.iter().map(u32::to_string).collect::<Vec<_>>().join(".");
            seen.insert(key, (!label.is_empty()).then_some(label));
        }
    }
    hits
}

/// L29.
pub(super) fn numbering(subject: &Subject<'_>) -> Vec<Hit> {
    let mut last: BTreeMap<(usize, Vec<u32>), u32> = BTreeMap::new();
    let mut hits = Vec::new();
    for (index, block, _) in subject.paper.all() {
        let Some((own, parent)) = block.number.split_last() else { continue };
        let before = last.insert((block.part, parent.to_vec()), *own);
        let label = |n: u32| parent.iter().chain([&n]).map(u32::to_string).collect::<Vec<_>>().join(".");
        let wanted = before.unwrap_or(0) + 1;
        if *own != wanted && !(before.is_none() && parent.is_empty()) {
            hits.push(Hit::block(index, format!("Стоит {}, ожидается {}", label(*own), label(wanted))));
        }
    }
    hits
}

/// L67.
pub(super) fn empty(subject: &Subject<'_>) -> Vec<Hit> {
    let bare = |body: &str| body.chars().filter(|c| c.is_alphanumeric()).count() < 3;
    let blocks = subject.paper.main().filter(|(_, block, body)| !block.number.is_empty() && bare(body));
    blocks.map(|(index, ..)| Hit::block(index, "Номер есть, текста нет")).collect()
}
