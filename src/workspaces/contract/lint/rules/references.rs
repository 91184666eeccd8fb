//! References to clauses and attachments.

use crate::workspaces::contract::lint::paper::{Block, Kind, Paper};
use crate::workspaces::contract::lint::pattern::pattern;
use crate::workspaces::contract::lint::{Hit, Subject, table};
use std::collections::BTreeSet;

pattern!(
    CLAUSE,
    r"(?i)\b(?:пп?\.|пункт(?:а|у|ом|е|ы|ов|ам|ами|ах)?|подпункт(?:а|у|ом|е|ы|ов|ам|ами|ах)?|раздел(?:а|у|ом|е|ы|ов|ам|ами|ах)?)[\s\u{a0}]*№?[\s\u{a0}]*(\d{1,2}(?:\.\d{1,3})*)((?:[\s\u{a0}]*(?:,|и|или|[-–—])[\s\u{a0}]*\d{1,2}(?:\.\d{1,3})+)*)"
);
pattern!(MORE, r"\d{1,2}(?:\.\d{1,3})+");
// «п. 3 ст. 401», «пункт 1 части 2», «п. 5 Правил», «ст. 401 п. 3».
pattern!(
    OF_LAW,
    r"(?i)^[\s\u{a0}]*(?:,?\s*\d+\s*)?(?:ст\.|стать|част|ч\.|главы|закон|постановлени|правил|порядк|кодекс|положени|указ|приказ|гк|приложени)"
);
pattern!(AFTER_LAW, r"(?i)(?:ст\.|стать\w+|ч\.|част\w+)[\s\u{a0}]*\d+(?:\.\d+)*[\s\u{a0},]*$");
pattern!(ATTACHED, r"(?i)\bприложени(?:е|я|ю|ем|и|ям|ях|ями)[\s\u{a0}]*(?:№|N|номер)[\s\u{a0}]*(\d{1,2})");

fn numbers(paper: &Paper, part: usize) -> BTreeSet<&[u32]> {
    let own = paper.blocks.iter().filter(|block| block.part == part || block.part == 0);
    own.map(|block| block.number.as_slice()).filter(|number| !number.is_empty()).collect()
}

/// L08.
pub(super) fn dangling(subject: &Subject<'_>) -> Vec<Hit> {
    let paper = &subject.paper;
    if let Some(words) = subject.stated.as_ref().and_then(|stated| stated.dangling.clone()) {
        return vec![Hit::whole(words)];
    }
    // A text without numbers cannot be referred to by number.
    if numbers(paper, 0).len() < 2 {
        return Vec::new();
    }
    let mut hits = Vec::new();
    for (index, block, body) in paper.all() {
        let known = numbers(paper, block.part);
        for found in CLAUSE.all(body) {
            let (Some(whole), Some(first)) = (found.get(0), found.get(1)) else { continue };
            if OF_LAW.is(&body[whole.end()..]) || AFTER_LAW.is(&body[..whole.start()]) {
                continue;
            }
            let more = found.get(2).map_or("", |m| m.as_str());
            let offset = found.get(2).map_or(0, |m| m.start());
            let rest = MORE.all(more).into_iter().filter_map(|c| c.get(0)).map(|m| (offset + m.start(), m.as_str()));
            for (at, label) in std::iter::once((first.start(), first.as_str())).chain(rest) {
                let number: Vec<u32> = label.split('.').filter_map(|part| part.parse().ok()).collect();
                if !known.contains(number.as_slice()) {
                    let span = block.range.start + at..block.range.start + at + label.len();
                    hits.push(Hit::words(index, span, format!("Пункта {label} в тексте нет")));
                }
            }
        }
    }
    hits
}

/// L30.
pub(super) fn attachment_missing(subject: &Subject<'_>) -> Vec<Hit> {
    let paper = &subject.paper;
    let present: BTreeSet<u32> = paper.attachments.iter().filter_map(|attachment| attachment.number).collect();
    let mut said = BTreeSet::new();
    let mut hits = Vec::new();
    // A draft lists the documents that the sides bring themselves.
    let drafted =
        |block: &Block| paper.drafted && block.clause.as_deref().is_some_and(|id| id.starts_with("final.attachments"));
    for (index, block, body) in paper.main().filter(|(_, block, _)| !drafted(block)) {
        for found in ATTACHED.all(body) {
            let (Some(whole), Ok(number)) = (found.get(0), found[1].parse::<u32>()) else { continue };
            if !present.contains(&number) && !is_brought(body, whole.end()) && said.insert(number) {
                let span = block.range.start + whole.start()..block.range.start + whole.end();
                hits.push(Hit::words(index, span, format!("Приложения № {number} в тексте нет")));
            }
        }
    }
    hits
}

/// Whether an attachment that the text lists is a document of its own, which lies beside the text: «приложение № 4 — план
/// помещения».
fn is_brought(body: &str, behind: usize) -> bool {
    let Some(rule) = table::by_id("L30") else { return false };
    let Some(named) = body.get(behind..).and_then(|rest| rest.trim_start().strip_prefix(['—', '–', '-'])) else {
        return false;
    };
    let low = named.trim_start().to_lowercase();
    rule.outside.iter().any(|word| low.starts_with(word.as_str()))
}

/// L31.
pub(super) fn attachment_unmentioned(subject: &Subject<'_>) -> Vec<Hit> {
    let paper = &subject.paper;
    let said: BTreeSet<u32> = paper
        .main()
        .flat_map(|(_, _, body)| ATTACHED.all(body).into_iter().filter_map(|c| c[1].parse().ok()).collect::<Vec<_>>())
        .collect();
    let whole = |kind: Kind| kind != Kind::Tail;
    paper
        .attachments
        .iter()
        .filter(|attachment| attachment.number.is_some_and(|number| !said.contains(&number)))
        .filter(|attachment| paper.blocks.get(attachment.block).is_some_and(|block| whole(block.kind)))
        .map(|attachment| {
            let number = attachment.number.unwrap_or_default();
            Hit::block(attachment.block, format!("Договор не упоминает приложение № {number}"))
        })
        .collect()
}
