//! What heads a block of details: the word of a side at the beginning of a line or of a sentence, and, inside a sentence,
//! whose the very detail is called: «мой ИНН …, паспорт Петрова …, счёт у него …».

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::folded;
use crate::engine::text::mention::Mention;
use crate::engine::text::parts::sentences;
use crate::engine::text::stem::stem;
use crate::workspaces::contract::perform::cards::identity;
use crate::workspaces::contract::perform::duties;
use crate::workspaces::contract::perform::introduced::names;
use crate::workspaces::contract::perform::references::References;
use crate::workspaces::contract::perform::side_words::MARKS;

/// Words of a heading before its mark, and words of a label before what it labels.
pub(super) const HEAD: usize = 6;

/// What the first words of a line or of a sentence say of whose the block behind them is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    /// The party of this number in the pack.
    Role(usize),
    /// «Мои данные».
    Own,
    /// «Его данные».
    Theirs,
}

/// What heads a block, and where.
#[derive(Debug, Clone, Copy)]
pub(super) struct Heading {
    pub(super) from: usize,
    pub(super) head: Head,
    /// Whether it is the label of one number in the middle of a sentence.
    pub(super) inner: bool,
}

/// The beginnings of lines and sentences that head a block, and the labels of numbers inside sentences.
pub(super) fn heads(pack: &Pack, text: &str, mentions: &[Mention], named: Option<&References>) -> Vec<Heading> {
    let roles: Vec<Vec<String>> =
        pack.parties.iter().map(|party| names(party).iter().map(|name| stem(name)).collect()).collect();
    let mut out = Vec::new();
    for (start, end) in sentences(text) {
        let part = &text[start..end];
        let lead = part.len() - part.trim_start_matches(|c: char| !c.is_alphabetic()).len();
        let from = start + lead;
        let first = mentions.partition_point(|m| m.start < from);
        let detail = mentions.get(first).filter(|m| m.start < end).map_or(end, |m| m.start);
        let mark = |c: char| matches!(c, ':' | '|' | '\t' | '\n' | '—' | '–' | ',');
        let own = &text[from..end];
        // «Заказчик ООО «…»», «исполнитель: …», «ИСПОЛНИТЕЛЬ» alone on its line.
        let stop = own.find(mark).map_or(end, |at| from + at).min(detail.max(from));
        let label = &text[from..stop];
        let words: Vec<String> =
            label.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(folded).collect();
        if words.is_empty() || words.len() > HEAD {
            continue;
        }
        let said: Vec<usize> =
            (0..roles.len()).filter(|at| words.iter().any(|word| roles[*at].contains(&stem(word)))).collect();
        let marked = own.get(stop - from..).is_some_and(|rest| rest.starts_with(mark)) || stop == end || stop == detail;
        let of = |list: &[String]| words.iter().any(|word| list.contains(word));
        let details = of(&MARKS.details) || of(&MARKS.possessed);
        // «А продавец я, Подлесная, …».
        let bare = |word: &String| MARKS.own.contains(word) || MARKS.links.contains(word) || MARKS.opens.contains(word);
        let alone = said.len() == 1 && words.iter().filter(|word| !bare(word)).count() == 1 && words.len() > 1;
        let marked = marked || alone;
        let head = match said.as_slice() {
            [one] if marked => Some(Head::Role(*one)),
            [] if words.len() == 1 && MARKS.own.contains(&words[0]) && marked => Some(Head::Own),
            [] if details && of(&MARKS.possessive) => Some(Head::Own),
            [] if details && words.iter().any(|word| duties::of_them(word)) => Some(Head::Theirs),
            _ => None,
        };
        if let Some(head) = head {
            out.push(Heading { from, head, inner: false });
        }
    }
    out.extend(inner(pack, text, mentions, &roles, named));
    out.sort_by_key(|heading| heading.from);
    out
}

/// A word of a label and where it stands.
struct Labelled {
    start: usize,
    end: usize,
    low: String,
}

/// Whose a number in the middle of a sentence is, by the words between it and the detail before: the name of a detail with
/// a possessive, with the word or the name of a side behind it, or «у Петрова».
fn inner(
    pack: &Pack,
    text: &str,
    mentions: &[Mention],
    roles: &[Vec<String>],
    named: Option<&References>,
) -> Vec<Heading> {
    let mut out = Vec::new();
    let mut end = 0;
    for mention in mentions {
        if identity(&mention.kind).is_none() {
            continue;
        }
        let gap = text.get(end..mention.start).unwrap_or_default();
        let cut = gap.rfind([',', ';', '(', '\n', '.', '!', '?', '|']).map_or(0, |at| at + 1);
        let from = end + cut;
        end = mention.end;
        // The first detail of a line has its heading, or none.
        if from == 0 || gap.trim().is_empty() {
            continue;
        }
        let words = labelled(text, from, mention.start);
        if words.len() > HEAD {
            continue;
        }
        let role = |word: &Labelled| {
            let by_name = || {
                let root = named?.between(word.start, word.end)?;
                pack.parties.iter().position(|party| root.strip_prefix("/parties/") == Some(party.role.as_str()))
            };
            let said = stem(&word.low);
            roles.iter().position(|names| names.contains(&said)).or_else(by_name)
        };
        let detail = |word: &Labelled| MARKS.details.contains(&word.low) || MARKS.possessed.contains(&word.low);
        let head = words.windows(2).find_map(|pair| {
            let at = pair[0].low == "у";
            let (first, second) = (detail(&pair[0]), detail(&pair[1]));
            let colon = || text.get(pair[0].end..pair[1].start).is_some_and(|gap| gap.contains([':', '—', '–']));
            // «Паспорт Петрова», «у Петрова»; «Петрова паспорт», «Петров: паспорт», where the words begin so.
            let whose = |word: &Labelled, other: bool| {
                let own = MARKS.possessive.contains(&word.low) || at && MARKS.oblique.contains(&word.low);
                if own {
                    Some(Head::Own)
                } else if duties::of_them(&word.low) {
                    Some(Head::Theirs)
                } else {
                    role(word).filter(|_| other).map(Head::Role)
                }
            };
            let begins = words.first().is_some_and(|word| word.start == pair[0].start) || colon();
            let behind = (first || at).then(|| whose(&pair[1], true)).flatten();
            behind.or_else(|| second.then(|| whose(&pair[0], begins)).flatten())
        });
        out.extend(head.map(|head| Heading { from, head, inner: true }));
    }
    out
}

fn labelled(text: &str, from: usize, to: usize) -> Vec<Labelled> {
    let mut out: Vec<Labelled> = Vec::new();
    let mut open: Option<usize> = None;
    let part = text.get(from..to).unwrap_or_default();
    for (at, c) in part.char_indices().chain([(part.len(), ' ')]) {
        match (c.is_alphanumeric(), open) {
            (true, None) => open = Some(at),
            (false, Some(start)) => {
                let word = Labelled { start: from + start, end: from + at, low: folded(&part[start..at]) };
                // «А у хозяина паспорт …»: what only opens the words is none of them.
                if !(out.is_empty() && MARKS.opens.contains(&word.low)) {
                    out.push(word);
                }
                open = None;
            }
            _ => {}
        }
    }
    out
}
