//! What a part of a message holds for a person's own terms: words that no field took, and whether they bind somebody.

use crate::engine::grammar::deeds;
use crate::engine::knowledge::pack::Pack;
use crate::engine::text::folded;
use crate::engine::text::mention::MentionKind as M;
use crate::engine::text::stem::{Word, is_stop, words};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::bounded::names_article;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::own::{LEAST, MARKS, ends, starts};
use crate::workspaces::contract::perform::stated;

/// Fields whose names are looked at in one part.
const NEAR: usize = 4;

/// What a part of a message holds.
pub(super) struct Part {
    pub(super) content: usize,
    pub(super) free: usize,
    pub(super) binds: bool,
    pub(super) opened: bool,
}

/// Stems of the words that name the fields which took something: where, and which.
pub(super) type Labels = Vec<((usize, usize), Vec<String>)>;

/// The words that name the fields of which this message gave a value.
pub(super) fn labels(pack: &Pack, draft: &Draft<'_>) -> Labels {
    let mut all: Labels = draft
        .spans
        .iter()
        .filter_map(|(at, span)| {
            let field = pack.field_of(at)?;
            let options = field.options.iter().flat_map(|option| option.words.iter());
            let names = field.hints.iter().chain(options).chain([&field.label]);
            Some((*span, names.flat_map(|name| words(name)).map(|word| word.stem).collect()))
        })
        .collect();
    all.sort_unstable();
    all
}

/// What a part of a message holds beside what fields took.
pub(super) fn look(
    heard: &Heard<'_>,
    said: &[Word],
    used: &[(usize, usize)],
    labels: &Labels,
    (start, end): (usize, usize),
) -> Part {
    let text = heard.turn.text.as_str();
    let marks = &*MARKS;
    let first = said.partition_point(|word| word.start < start);
    let past = said.partition_point(|word| word.end <= end);
    let own = said.get(first..past).unwrap_or_default();
    // «За просрочку неустойка 3 %»: the words that name the field which took the value are taken with it.
    let from = labels.partition_point(|(span, _)| span.0 < start);
    let near = labels.iter().skip(from).take_while(|(span, _)| span.0 < end).take(NEAR);
    let named: Vec<&str> = near.flat_map(|(_, stems)| stems).map(String::as_str).collect();
    let taken = |word: &Word| {
        // «Остаток в конце» is a part that no field of the whole takes.
        if named.contains(&word.stem.as_str()) && !starts(&folded(&text[word.start..word.end]), &marks.rest) {
            return true;
        }
        let next = used.partition_point(|span| span.1 <= word.start);
        used.iter().skip(next.saturating_sub(3)).take(8).any(|span| span.0 <= word.start && word.end <= span.1)
    };
    let content: Vec<&Word> = own.iter().filter(|word| !is_stop(&word.stem)).collect();
    let word = |word: &Word| folded(&text[word.start..word.end]);
    let any = content.iter().any(|word| taken(word));
    let bounds = |one: &Word| any && marks.bound.contains(&word(one));
    let free: Vec<&&Word> = content.iter().filter(|word| !taken(word) && !bounds(word)).collect();
    let low = folded(&text[start..end]);
    let plain = stated::without_lead(&text[start..end]);
    let talk = own.iter().any(|one| starts(&word(one), &marks.talk)) || stated::is_talk(plain);
    // «В кабинет не заходим»: who promises not to do something binds himself too.
    let denies = own.windows(2).any(|pair| {
        let verb = word(&pair[1]);
        word(&pair[0]) == "не" && !taken(&pair[1]) && verb.chars().count() > 3 && ends(&verb, &marks.not_doing)
    });
    let binds = !talk
        && (denies
            || own.iter().filter(|one| !taken(one)).any(|one| starts(&word(one), &marks.bind))
            || valued(heard, &content, used, (start, end))
            || counted_by_law(heard, (start, end))
            || marks.phrases.iter().any(|phrase| low.contains(phrase.as_str()))
            // «Воду беру из подвала»: what somebody says that he does; «деньги отдаю наличными» only leads to its value.
            || (free.len() == content.len() || free.len() > LEAST)
                && own.iter().filter(|one| !taken(one)).any(|one| deeds::third(&word(one)).is_some())
            || free.len() * 2 >= content.len() && stated::deals_out(plain)
            || free.len() == content.len()
                && !stated::exclaims(&text[start..end])
                && states(heard, plain, (start, end)));
    let opened =
        marks.open.iter().any(|mark| low.trim_start_matches(|c: char| !c.is_alphanumeric()).starts_with(mark.as_str()));
    Part { content: content.len(), free: free.len(), binds, opened: opened && free.len() >= LEAST }
}

/// «Проценты по 395»: how something is counted, by the number of an article.
fn counted_by_law(heard: &Heard<'_>, (start, end): (usize, usize)) -> bool {
    let from = heard.mentions.partition_point(|m| m.start < start);
    let mut inside = heard.mentions.iter().skip(from).take_while(|m| m.end <= end);
    inside.any(|mention| names_article(&heard.turn.text, mention))
}

/// «Оценка залога 1 100 000 рублей»: a sum or a share that no field took, with a noun of its own.
fn valued(heard: &Heard<'_>, content: &[&Word], used: &[(usize, usize)], (start, end): (usize, usize)) -> bool {
    let text = heard.turn.text.as_str();
    let from = heard.mentions.partition_point(|m| m.start < start);
    let inside = heard.mentions.get(from..).unwrap_or_default().iter().take_while(|m| m.end <= end);
    let free = |span: (usize, usize)| {
        let next = used.partition_point(|other| other.1 <= span.0);
        !used.iter().skip(next.saturating_sub(3)).take(8).any(|other| other.0 < span.1 && span.0 < other.1)
    };
    let sums: Vec<(usize, usize)> = inside
        .filter(|m| matches!(m.kind, M::Money { .. } | M::Percent { .. }))
        .map(|m| (m.start, m.end))
        .filter(|span| free(*span))
        .collect();
    let noun = |word: &&&Word| {
        let letters = text.get(word.start..word.end).unwrap_or_default();
        letters.chars().count() > 2
            && letters.chars().all(char::is_alphabetic)
            && !sums.iter().any(|s| s.0 <= word.start && word.end <= s.1)
    };
    !sums.is_empty() && content.iter().filter(noun).count() >= LEAST
}

/// Whether a part that no field took states a term in a plain clause. Numbers and names of the sides are none.
fn states(heard: &Heard<'_>, plain: &str, (start, end): (usize, usize)) -> bool {
    let next = heard.mentions.partition_point(|m| m.start < start);
    let mut measured = plain.contains(':') && plain.bytes().filter(u8::is_ascii_digit).count() > 3;
    for mention in heard.mentions.iter().skip(next).take_while(|m| m.end <= end) {
        match mention.kind {
            M::Money { .. } | M::Percent { .. } | M::Duration { .. } | M::Quantity { .. } => measured = true,
            M::Number { .. } | M::Date { .. } | M::DateRange { .. } | M::City { .. } => {}
            // Whose they are nobody said; they are no words of a term.
            _ => return false,
        }
    }
    stated::states(plain, measured)
}
