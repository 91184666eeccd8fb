//! Nothing said is lost: what of a message became evidence, what asks, what orders, and what was not understood.

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::clause::clauses;
use crate::engine::text::folded;
use crate::engine::text::intent;
use crate::engine::text::scope::Scope;
use crate::engine::text::stem::{Word, is_stop, words};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::{acceptance, edits};
use serde_json::{Value, json};
use std::collections::HashSet;

/// The key under which it is kept beside the state.
pub const KEY: &str = "heard";

/// What a message holds beside facts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Noted {
    /// Words that became nothing, the longest first.
    pub not_understood: Vec<String>,
    /// Questions of the person.
    pub questions: Vec<String>,
    /// Orders to the program.
    pub commands: Vec<String>,
}

impl Noted {
    /// As it is kept beside the state.
    #[must_use]
    pub fn json(&self, turn: &str) -> Value {
        json!({
            "turn": turn,
            "not_understood": self.not_understood,
            "questions": self.questions,
            "commands": self.commands,
        })
    }
}

/// Stems of greetings, thanks and words by which people introduce what they say.
const EMPTY: &[&str] = &[
    "здравств",
    "здравствуйт",
    "привет",
    "добр",
    "ден",
    "вечер",
    "утр",
    "спасиб",
    "пожалуйст",
    "благодар",
    "хоч",
    "хочу",
    "хотел",
    "хот",
    "нужн",
    "нужен",
    "нужна",
    "нужно",
    "надо",
    "над",
    "нам",
    "мне",
    "мо",
    "наш",
    "сво",
    "эт",
    "буд",
    "будет",
    "будут",
    "есть",
    "пок",
    "пока",
    "так",
    "вот",
    "ну",
    "ещ",
    "тож",
    "такж",
    "всё",
    "все",
    "сам",
    "ок",
    "ага",
    "можете",
    "сможете",
    "можно",
    "сделать",
    "составить",
    "оформить",
    "просьб",
    "прош",
    "сделайт",
    "напиш",
    "напишит",
    "запиш",
    "запишит",
    "договор",
    "договорил",
    "составьт",
    "составит",
    "поняла",
    "понял",
    "hello",
    "hi",
    "please",
    "thank",
    "the",
    "and",
    "is",
    "of",
    "to",
    "a",
];

/// Reads the coverage of a message: `used` are the bytes that became evidence.
#[must_use]
pub fn of(pack: Option<&Pack>, heard: &Heard<'_>, used: &[(usize, usize)]) -> Noted {
    let text = &heard.turn.text;
    let mut noted = Noted::default();
    if heard.turn.choice.is_some() {
        return noted;
    }
    let asked = heard.scopes.all(Scope::Question);
    noted.questions = asked.iter().filter_map(|span| quote(text, *span)).collect();
    let mut spans = used.to_vec();
    let known = pack.map(|pack| &pack.called().known);
    let said = words(text);
    // «До 1 августа, а не до 1 июня»: what a correction denies says nothing more.
    if heard.intent.correction {
        let bytes = said.iter().map(|word| (word.start, word.end));
        spans.extend(bytes.filter(|at| heard.scopes.at(at.0, at.1) == Scope::Negated));
    }
    spans.sort_unstable();
    let edits = edits::spans(heard);
    let taken = |span: &(usize, usize)| used.iter().any(|own| own.0 <= span.0 && span.1 <= own.1);
    for (start, end) in clauses(text) {
        if asked.iter().any(|span| span.0 < end && start < span.1) {
            continue;
        }
        let clause = &text[start..end];
        let edit = edits.iter().any(|span| span.0 <= start && end <= span.1 && !taken(span));
        if edit || intent::order(clause) || intent::command(clause) {
            noted.commands.extend(quote(text, (start, end)));
            continue;
        }
        let first = said.partition_point(|word| word.start < start);
        let past = said.partition_point(|word| word.end <= end);
        let own = said.get(first..past).unwrap_or_default();
        if acceptance::leaves(clause) && heard.intent.affirm || acceptance::is_rest_right(&folded(clause)) {
            continue;
        }
        // A short clause that agrees, declines or leaves to custom says nothing more; its neighbours may.
        // «Суд и форс-мажор как обычно» leaves other matters to custom.
        if own.len() <= LEFT && only_leaves(clause) || own.len() <= ACT && acts(clause, &heard.turn.text) {
            continue;
        }
        noted.not_understood.extend(left(text, own, &spans, known));
    }
    noted.not_understood.sort_by_key(|words| usize::MAX - words.chars().count());
    noted
}

/// Endings of verbs.
const DEEDS: &[&str] = &["ет", "ит", "ют", "ут", "ат", "ят", "ся", "ем", "им", "ть", "ла", "ло", "ли"];

/// «Суд и форс-мажор как обычно»: whether a clause names matters and leaves them to custom. «Ремонт делает сосед по закону»
/// tells a deed, which must not vanish.
fn only_leaves(clause: &str) -> bool {
    let Some(at) = intent::leaves_at(clause).filter(|_| intent::intent(clause).as_usual) else { return false };
    let (head, tail) = clause.split_at(at);
    let deed = |word: &str| word.chars().count() > 4 && DEEDS.iter().any(|ending| folded(word).ends_with(ending));
    let number = clause.contains(|c: char| c.is_ascii_digit());
    !number && tail.split_whitespace().count() <= TAIL && !head.split(|c: char| !c.is_alphanumeric()).any(deed)
}

/// Words of «как обычно» and the like.
const TAIL: usize = 3;
/// Words of a clause that leaves other matters to custom.
const LEFT: usize = 10;
/// Words of a clause that only agrees, declines or puts off.
const ACT: usize = 4;

/// Whether a clause does what a whole message can do: agrees, declines, leaves to custom. «Каско нет» beside others denies
/// a thing, which is a term.
fn acts(clause: &str, whole: &str) -> bool {
    let marks = intent::intent(clause);
    let alone = clause.len() * 2 > whole.trim().len();
    // «Без такси» says what there is not.
    let denies = marks.deny && !clause.trim_start().to_lowercase().starts_with("без");
    let answers = marks.affirm && (alone || acceptance::is_plain(clause)) || denies;
    answers || marks.unknown || marks.as_usual || marks.refuse || marks.enough
}

/// «2)», «3.»: a run that only numbers a line says nothing.
fn is_marker(text: &str, (start, end): (usize, usize)) -> bool {
    let digits = text.get(start..end).is_some_and(|word| word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit()));
    let before = text.get(..start).unwrap_or_default().trim_end_matches([' ', '\t']);
    let opens = before.is_empty() || before.ends_with(['\n', ';', '.', ',']);
    digits && opens && text.get(end..).is_some_and(|rest| rest.starts_with(['.', ')']))
}

/// Runs of a clause's words that nothing used.
fn left(text: &str, own: &[Word], used: &[(usize, usize)], known: Option<&HashSet<String>>) -> Vec<String> {
    let covered = |word: &Word| {
        let next = used.partition_point(|span| span.1 <= word.start);
        // Spans may overlap: a few before are looked at too.
        used.iter().skip(next.saturating_sub(4)).take(12).any(|span| span.0 <= word.start && word.end <= span.1)
    };
    let any = own.iter().any(covered);
    let empty = |word: &Word| {
        let low = text[word.start..word.end].to_lowercase();
        is_stop(&word.stem) || EMPTY.contains(&word.stem.as_str()) || EMPTY.contains(&low.as_str())
    };
    let says = |word: &Word| !(empty(word) || any && known.is_some_and(|known| known.contains(&word.stem)));
    let mut out = Vec::new();
    let mut run: Vec<&Word> = Vec::new();
    let mut close = |run: &mut Vec<&Word>| {
        let mut content: Vec<&&Word> = run.iter().filter(|word| says(word)).collect();
        // «…, расторгнуть может каждый за месяц»: a piece of its own with a deed says something in whatever words.
        let full: Vec<&&Word> = run.iter().filter(|word| !empty(word)).collect();
        if content.is_empty() && full.len() >= 2 && is_piece(text, run) && run.iter().any(|word| is_deed(text, word)) {
            content = full;
        }
        let number = content.iter().any(|word| text[word.start..word.end].contains(|c: char| c.is_ascii_digit()));
        if (number || content.len() >= 2 || (!any && !content.is_empty()))
            && let Some((first, last)) = content.first().zip(content.last())
            && !(run.len() == 1 && is_marker(text, (first.start, last.end)))
        {
            out.extend(quote(text, (first.start, last.end)));
        }
        run.clear();
    };
    for word in own {
        if covered(word) {
            close(&mut run);
        } else {
            run.push(word);
        }
    }
    close(&mut run);
    out
}

/// Whether words are all that stands between two marks of a sentence.
fn is_piece(text: &str, run: &[&Word]) -> bool {
    let Some((first, last)) = run.first().zip(run.last()) else { return false };
    let before = text.get(..first.start).unwrap_or_default().trim_end();
    let behind = text.get(last.end..).unwrap_or_default().trim_start();
    let marks = [',', ';', '.', '!', '\n', ':', '—'];
    (before.is_empty() || before.ends_with(marks)) && (behind.is_empty() || behind.starts_with(marks))
}

/// Whether a word is a verb by its ending: what is done, or is to be done.
fn is_deed(text: &str, word: &Word) -> bool {
    let low = folded(text.get(word.start..word.end).unwrap_or_default());
    low.chars().count() > 4 && DEEDS.iter().chain(&["чь", "ти"]).any(|ending| low.ends_with(ending))
}

fn quote(text: &str, (start, end): (usize, usize)) -> Option<String> {
    text.get(start..end).map(str::trim).filter(|words| !words.is_empty()).map(str::to_owned)
}
