//! What a penalty is for. The penalty of a pack is for being late with a duty of the deal itself; a fine for smoking, for a
//! missing litre, or for being late with a duty that only its own sentence knows stays in the person's words. Penalties
//! for different things stand beside each other (ГК РФ ст. 330).

use crate::engine::knowledge::pack::{Field, Pack};
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::engine::text::parts::sentences;
use crate::engine::text::stem::{is_stop, stem};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::around::{Around, begins};
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::{outside, own};
use serde::Deserialize;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/triggers.toml`).
#[derive(Debug, Default, Deserialize)]
struct Marks {
    late: Vec<String>,
    penal: Vec<String>,
    follows: Vec<String>,
    main: Vec<String>,
    payment: Vec<String>,
    unpaid: Vec<String>,
    #[serde(rename = "return")]
    back: Vec<String>,
    work: Vec<String>,
    /// Beginnings of the titles of who pays, and of who performs.
    payer: Vec<String>,
    performer: Vec<String>,
    /// Beginnings of verbs of delay; endings of what another one does, and of what the speaker does.
    delays: Vec<String>,
    third: Vec<String>,
    first: Vec<String>,
    duty: Vec<String>,
    spell: Vec<String>,
    cut: Vec<String>,
    #[serde(rename = "if")]
    condition: Vec<String>,
    idle: Vec<String>,
    whole: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/triggers.toml")).unwrap_or_default());

/// Words of a duty that stands before the penalty for being late with it.
const DUTY: usize = 2;
/// Values of a message among which penalties are looked for.
const MOST: usize = 40;

/// What somebody is late with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trigger {
    Payment,
    Return,
    Work,
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

fn says(words: &[&str], list: &[String]) -> bool {
    words.iter().any(|word| begins(word, list))
}

/// Whether the penalty of a pack is for something it names itself, as that for disclosure is.
pub(super) fn has_own_cause(pack: &Pack) -> bool {
    pack.fields.iter().any(|field| field.pointer == "/penalty/amount" && own_cause(field))
}

fn own_cause(field: &Field) -> bool {
    field.label.contains(" за ")
}

/// Whether a word speaks of delay.
pub(super) fn is_delay(word: &str) -> bool {
    [&MARKS.late, &MARKS.delays].iter().any(|list| list.iter().any(|stem| word.starts_with(stem.as_str())))
}

/// Whether a word names a payment that may be late, and not what is paid for a delay.
pub(super) fn is_payment(word: &str) -> bool {
    MARKS.unpaid.iter().any(|stem| word.starts_with(stem.as_str()))
}

/// Whether a verb of delay tells it of somebody else («опоздает»), or of the speaker («опоздаю»).
pub(super) fn late_by(word: &str) -> Option<bool> {
    let ends = |list: &[String]| list.iter().any(|ending| word.ends_with(ending.as_str()));
    let late = MARKS.delays.iter().any(|stem| word.starts_with(stem.as_str()));
    let (theirs, own) = (ends(&MARKS.third), ends(&MARKS.first));
    (late && theirs != own).then_some(theirs)
}

/// Whether a side of this title is the one that pays, or the one that performs.
pub(super) fn pays(title: &str) -> Option<bool> {
    match (begins(title, &MARKS.payer), begins(title, &MARKS.performer)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}

/// Whether a word opens a case: «если».
pub(super) fn opens_case(word: &str) -> bool {
    MARKS.condition.iter().any(|one| one == word)
}

impl Around {
    /// The words before the value that are of its own part of the sentence.
    fn own_part(&self) -> &str {
        // «… а если закурит»: the condition belongs to the part that it opens.
        let from = MARKS.cut.iter().filter_map(|mark| self.before.rfind(mark.as_str())).max();
        self.before.get(from.unwrap_or(0)..).unwrap_or_default()
    }

    fn behind_part(&self) -> &str {
        let mut end = self.behind.find([',', ';']).unwrap_or(self.behind.len());
        for mark in &MARKS.cut {
            end = end.min(self.behind.find(mark.as_str()).unwrap_or(end));
        }
        self.behind.get(..end).unwrap_or_default()
    }

    fn is_late(&self) -> bool {
        let both = [words(self.own_part()), words(self.behind_part())];
        let of_term = |said: &Vec<&str>| {
            said.iter().any(|word| word.starts_with("наруш")) && said.iter().any(|word| word.starts_with("срок"))
        };
        both.iter().any(|said| says(said, &MARKS.late) || of_term(said) || said.contains(&"вовремя"))
    }

    /// «Если снимет на год, плата 20 000»: what holds in one case only is no value of the deal itself. Penalties, terms of
    /// notice and the like hang on cases by their nature.
    pub(super) fn holds_in_case(&self, field: &Field) -> bool {
        let part = self.own_part();
        let mut commas = part.rmatch_indices(',').map(|(at, _)| at);
        // «Если сломается, чинит он, плата 30 000»: the case is told in the clause before, or in the value's own.
        let from = commas.nth(1).map_or(0, |at| at + 1);
        let own = words(part.get(from..).unwrap_or_default());
        let opens = |word: &str| MARKS.condition.iter().any(|one| one == word);
        let at = own.iter().rposition(|word| opens(word));
        let idle = |at: usize| own.get(at + 1).is_some_and(|next| MARKS.idle.iter().any(|one| one == next));
        at.is_some_and(|at| !idle(at)) && MARKS.whole.iter().any(|root| field.pointer.starts_with(root.as_str()))
    }

    /// Whether a penalty is none of the pack's.
    pub(super) fn fined_for(&self, field: &Field) -> bool {
        self.fined_for_other(field) || self.fined_for_own_duty()
    }

    /// «Курить нельзя, штраф 3000», «штраф 3000 за курение», «20 000 за случай»: a fine for what is done, not for delay.
    fn fined_for_other(&self, field: &Field) -> bool {
        if own_cause(field) || self.is_late() {
            return false;
        }
        let own = words(self.own_part());
        let within = |word: &str| outside::MARKS.within.iter().any(|one| one == word);
        let timely = |word: &str| begins(word, &MARKS.spell) || begins(word, &outside::MARKS.lasting);
        // «За каждый случай» names a case, «за каждый день» a time.
        let cause = |next: Option<&&str>, after: Option<&&str>| match next {
            Some(word) if word.starts_with("кажд") => after.is_some_and(|word| !timely(word)),
            Some(word) => !timely(word) && !word.chars().all(|c| c.is_ascii_digit()),
            None => false,
        };
        let behind = words(self.behind_part());
        let named_behind = behind.first().is_some_and(|word| within(word)) && cause(behind.get(1), behind.get(2));
        let named =
            (0..own.len()).any(|at| within(own[at]) && cause(own.get(at + 1), own.get(at + 2)) && at + 1 < own.len());
        let fined = says(&own, &MARKS.penal);
        // «Снял или заглушил — штраф 30 000»: what somebody did.
        let deed = |word: &&str| word.chars().count() > 3 && ["л", "ла", "ли"].iter().any(|end| word.ends_with(end));
        let done = fined && own.first().is_some_and(deed) && self.own_part().contains(['—', '–', ',']);
        let case =
            fined && own.first().is_some_and(|word| matches!(*word, "если" | "а" | "но")) && own.contains(&"если");
        named_behind || named || case || done || self.says(&outside::MARKS.forbids)
    }

    /// «Снимется с учёта в течение 14 дней, за просрочку 2 000 в день», «за просрочку отчёта 500»: a penalty for being late
    /// with a duty of its own, which is none of the main ones.
    fn fined_for_own_duty(&self) -> bool {
        let own = words(&self.before);
        let Some(at) = own.iter().rposition(|word| begins(word, &MARKS.late)) else { return false };
        // The first noun behind the word of delay is what is late.
        let behind = words(self.behind_part());
        let rest = own[at + 1..].iter().chain(if at + 1 == own.len() { behind.iter() } else { [].iter() });
        let object = rest.copied().find(|word| !is_stop(&stem(word)) && word.chars().count() > 2);
        let verb =
            own[at].ends_with("ит") || own[at].ends_with("ет") || own[at].ends_with("ла") || own[at].ends_with('л');
        let object =
            object.filter(|word| !begins(word, &MARKS.follows) && !word.starts_with(|c: char| c.is_ascii_digit()));
        if let Some(object) = object.filter(|word| is_object(word)) {
            return !verb && !begins(object, &MARKS.main);
        }
        let prior = &own[..at];
        let content: Vec<&&str> =
            prior.iter().filter(|word| !is_stop(&stem(word)) && word.chars().count() > 2).collect();
        let timed = prior.iter().any(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        let duty = content.iter().any(|word| MARKS.duty.iter().any(|ending| word.ends_with(ending.as_str())));
        timed && duty && content.len() > DUTY && !says(prior, &MARKS.main) && !says(prior, &MARKS.penal)
    }

    /// What the delay beside the value is with, where it is said.
    fn trigger(&self) -> Option<Trigger> {
        let piece = self.own_part().rsplit([',', ';']).find(|piece| piece.chars().any(char::is_alphabetic));
        let own: Vec<&str> = words(piece.unwrap_or_default());
        let behind = words(self.behind_part());
        let said = if says(&own, &MARKS.late) || says(&own, &MARKS.penal) { &own } else { &behind };
        if !says(said, &MARKS.late) {
            return by_role(&own);
        }
        let kinds = [(Trigger::Return, &MARKS.back), (Trigger::Work, &MARKS.work), (Trigger::Payment, &MARKS.payment)];
        kinds.into_iter().find(|(_, list)| says(said, list)).map(|(kind, _)| kind)
    }
}

/// «Неустойка подрядчика: 0,3 %, заказчика: 0,1 %»: whose penalty it is says what he is late with.
fn by_role(own: &[&str]) -> Option<Trigger> {
    let (last, rest) = own.split_last()?;
    let role = [(Trigger::Payment, &MARKS.payer), (Trigger::Work, &MARKS.performer)];
    let kind = role.into_iter().find(|(_, list)| begins(last, list)).map(|(kind, _)| kind)?;
    (rest.is_empty() || says(rest, &MARKS.penal)).then_some(kind)
}

/// A noun in the genitive, as what is late stands in: «просрочку снятия».
fn is_object(word: &str) -> bool {
    const ENDINGS: &[&str] = &["а", "я", "ы", "и", "ов", "ев", "ей", "ий", "ого", "его", "ой"];
    word.chars().count() > 3 && ENDINGS.iter().any(|ending| word.ends_with(ending))
}

/// Keeps the fines of a dictation that are none of the pack's, each in its own part: «… а если закурит, штраф три тысячи».
pub(super) fn keep(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let Some(field) = pack.fields.iter().find(|field| field.pointer == "/penalty/amount") else { return };
    let text = heard.turn.text.as_str();
    if draft.first_wins || heard.turn.choice.is_some() {
        return;
    }
    let sums = heard.mentions.iter().filter(|m| matches!(m.kind, M::Money { .. } | M::Percent { .. }));
    for mention in sums.take(MOST) {
        let around = Around::of(text, mention);
        let own = around.own_part();
        // Only a part of a longer sentence: a whole one is kept as it stands.
        let part = own.len() < around.before.len() && says(&words(own), &MARKS.penal);
        let (from, to) = (mention.start.saturating_sub(own.len()), mention.end + around.behind_part().len());
        let taken = draft.spans.iter().any(|(_, span)| span.0 < mention.end && mention.start < span.1);
        if !part || taken || !around.fined_for(field) || !heard.scopes.at(mention.start, mention.end).tells() {
            continue;
        }
        let said = text.get(from..to).unwrap_or_default();
        let joint = said.trim_start().strip_prefix("а ").or_else(|| said.trim_start().strip_prefix("но "));
        let from = joint.map_or(from, |rest| to - rest.len());
        if text.is_char_boundary(from) && text.is_char_boundary(to) {
            own::keep(pack, heard, draft, (from, to), false);
        }
    }
}

/// Takes out sums and shares of fines for anything but delay: they are no value of a field.
pub(super) fn leave_out(pack: &Pack, heard: &mut Heard<'_>) {
    // Where the pack's penalty has a cause of its own, it is that fine.
    if has_own_cause(pack) {
        return;
    }
    let text = heard.turn.text.clone();
    let marks = &*own::MARKS;
    let foreign: Vec<(usize, usize)> = sentences(&text)
        .into_iter()
        .filter(|(start, end)| {
            let low = folded(&text[*start..*end]);
            let own: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
            let any = |list: &[String]| own.iter().any(|word| begins(word, list));
            let said = |list: &[String]| own.iter().any(|word| list.iter().any(|one| one == word));
            // «За угон арендатор платит 3 100 000»: what the lost thing costs.
            let lost = any(&marks.pays) && any(&outside::MARKS.valued);
            let fined = any(&marks.fine) && said(&marks.cause) || any(&marks.pays) && said(&marks.case) || lost;
            fined && !any(&marks.delay)
        })
        .collect();
    heard.mentions.retain(|mention| {
        let measured =
            matches!(mention.kind, M::Money { .. } | M::Percent { .. } | M::Number { .. } | M::Duration { .. });
        let next = foreign.partition_point(|span| span.1 <= mention.start);
        !(measured && foreign.get(next).is_some_and(|span| span.0 <= mention.start))
    });
}

/// The first bytes of values of second penalties: where a message tells several for different things, the one for late
/// payment, else the first, is the pack's; the others stay in the person's words.
pub(super) fn second(heard: &Heard<'_>) -> Vec<usize> {
    let text = heard.turn.text.as_str();
    let low = folded(text);
    if heard.mentions.len() < 2 || !low.contains("за") && !says(&words(&low), &MARKS.penal) {
        return Vec::new();
    }
    let sums =
        heard.mentions.iter().filter(|m| matches!(m.kind, M::Money { .. } | M::Percent { .. } | M::Number { .. }));
    let found: Vec<(usize, Trigger)> = sums
        .take(MOST)
        .filter_map(|mention: &Mention| Some((mention.start, Around::of(text, mention).trigger()?)))
        .collect();
    let several = found.windows(2).any(|pair| pair[0].1 != pair[1].1);
    let kept = found.iter().find(|(_, kind)| *kind == Trigger::Payment).or(found.first());
    let Some((_, kept)) = kept.filter(|_| several) else { return Vec::new() };
    found.iter().filter(|(_, kind)| kind != kept).map(|(start, _)| *start).collect()
}

/// The bytes of the penalty for late payment, where a message has one for each side: that of the pack is the payer's.
pub(super) fn of_payer(heard: &Heard<'_>) -> Option<(usize, usize)> {
    let others = second(heard);
    let text = heard.turn.text.as_str();
    let rates = heard.mentions.iter().filter(|m| matches!(m.kind, M::Percent { .. } | M::Money { .. }));
    let mut paid = rates.take(MOST).filter(|m| Around::of(text, m).trigger() == Some(Trigger::Payment));
    paid.next().filter(|_| !others.is_empty()).map(|m| (m.start, m.end))
}

#[cfg(test)]
#[path = "triggers_tests.rs"]
mod tests;
