//! The parts of a sentence that has several amounts: which words belong to which, and which of them a question leaves.
//!
//! Later parts leave out what the first one has said («прямых съездов в сараях — 18 %, кривых — 13 %»): what chooses is
//! what they put against each other, not what is said of all of them.

use crate::engine::knowledge::norms as lexicon;
use crate::engine::knowledge::phrases::{self, Token};
use crate::workspaces::norms::perform::cells::pick;
use crate::workspaces::norms::perform::question::{Asked, is_adjective};
use crate::workspaces::norms::perform::values::{self, Found};
use crate::workspaces::norms::perform::words::{Bag, stems, terms};
use std::collections::HashSet;
use std::ops::Range;

/// An amount with the part of the sentence that is its own.
type Part<'f> = (&'f Found, Range<usize>);

/// Prepositions that may open what two parts put against each other: «в сёлах … , а в городах».
const OPENING: [&str; 14] = ["в", "во", "на", "при", "для", "у", "с", "со", "от", "до", "под", "над", "по", "из"];
/// Words of a part that leaves out what the first one has said.
const ELLIPTIC: usize = 4;
/// Words back from a noun among which the preposition of its group is looked for.
const BACK: usize = 6;

/// The amounts of a sentence that the question leaves.
#[must_use]
pub fn choose(quote: &str, several: &[Part<'_>], asked: &Asked) -> Vec<usize> {
    let Some((first, _)) = several.first().filter(|_| several.len() > 1) else { return (0..several.len()).collect() };
    // What stands before the first amount is said of all of them.
    const OPENS: [&str; 12] = [
        " не менее ",
        " не более ",
        " не уже ",
        " не шире ",
        " не ниже ",
        " не выше ",
        " до ",
        " от ",
        " — ",
        " – ",
        " быть ",
        " на ",
    ];
    let before = &quote[..first.at.start];
    let opened = OPENS.iter().filter_map(|mark| before.rfind(mark).map(|at| at + mark.len())).max().unwrap_or(0);
    let listed = first.at.len() == first.value.len();
    let against = if listed { None } else { contrasted(before, quote, &several[1..]) };
    // «…деталей не менее 6 мм, а стержней — 12 мм»: another thing; what is said before is said of the first.
    let other_thing = !listed && against.is_none() && several[1..].iter().all(|part| of_another(quote, part));
    let whole = listed || other_thing;
    let from = if whole { 0 } else { opened.max(several[0].1.start) };
    let over = match &against {
        Some(own) => Bag::of(&format!("{} {}", &quote[..own.start], &before[own.end..])),
        // The measure is that of both.
        None if other_thing => Bag::of(&measures_of(before)),
        None => Bag::of(&quote[..from]),
    };
    let label = |(index, (_, at)): (usize, &Part<'_>)| {
        let start = match (index, from) {
            (0, 0) => 0,
            (0, _) => from.max(at.start).min(at.end),
            _ => at.start,
        };
        match &against {
            Some(own) if index == 0 => quote[own.clone()].to_owned(),
            _ => quote[start..at.end].to_owned(),
        }
    };
    let labels: Vec<String> = several.iter().enumerate().map(label).collect();
    let left = pick(&labels, asked, &over);
    // «…IA, IB — 2,7 м, а в других — 2,5 м»: who names one of the first is not among the others.
    let named = asked.text.split(|c: char| !c.is_alphanumeric()).any(|word| {
        let class = (2..=3).contains(&word.chars().count()) && word.chars().all(char::is_uppercase);
        class && terms(word, &HashSet::new()).iter().any(|term| over.has(&term.word))
    });
    let other = |label: &str| ["других", "остальных", "прочих", "иных"].iter().any(|word| label.contains(word));
    let rest: Vec<usize> = left.iter().copied().filter(|at| !other(&labels[*at])).collect();
    if named && !rest.is_empty() { rest } else { left }
}

/// The words of measure of a text.
fn measures_of(text: &str) -> String {
    let tokens = phrases::tokens(text);
    let words = tokens.iter().filter(|token| !values::measures(&token.low).is_empty());
    words.map(|token| token.low.as_str()).collect::<Vec<_>>().join(" ")
}

/// Words that tell a thing: long enough, no measure, none that every question has.
fn tells(word: &str) -> bool {
    word.chars().count() > 3
        && !lexicon::shared().weak.iter().any(|weak| weak == word)
        && values::measures(word).is_empty()
}

/// Whether a later part names a thing of its own behind «а».
fn of_another(quote: &str, (found, part): &Part<'_>) -> bool {
    let words = quote.get(part.start..found.at.start).unwrap_or_default();
    let opens = words.trim_start_matches(|c: char| !c.is_alphabetic()).starts_with("а ");
    opens && stems(words).iter().any(|(word, _)| tells(word))
}

/// The words of the first part that the later ones put theirs against: they name its noun again.
fn contrasted(before: &str, quote: &str, later: &[Part<'_>]) -> Option<Range<usize>> {
    let first: HashSet<String> = stems(before).into_iter().map(|(_, stem)| stem).collect();
    let mut shared: Option<HashSet<String>> = None;
    let mut elliptic = true;
    for (found, part) in later {
        let words = stems(quote.get(part.start..found.at.start).unwrap_or_default());
        let told: Vec<String> = words.into_iter().filter(|(word, _)| tells(word)).map(|(_, stem)| stem).collect();
        let own: HashSet<String> = told.iter().filter(|stem| first.contains(*stem)).cloned().collect();
        if told.len() < 2 || own.is_empty() {
            return None;
        }
        // A whole sentence of its own, or one in brackets, leaves nothing out.
        let bare = without_brackets(quote.get(part.start..found.at.start).unwrap_or_default());
        let named = stems(&bare).iter().filter(|(word, _)| tells(word)).count();
        elliptic &= named <= ELLIPTIC && !bare.contains('(');
        shared = Some(match shared {
            Some(known) => known.intersection(&own).cloned().collect(),
            None => own,
        });
    }
    let shared = shared?;
    if !elliptic {
        return Some(0..before.len());
    }
    let tokens = phrases::tokens(before);
    let noun =
        (0..tokens.len()).rev().find(|at| stems(&tokens[*at].low).iter().any(|(_, stem)| shared.contains(stem)))?;
    let next = later.first().map(|(found, part)| quote.get(part.start..found.at.start).unwrap_or_default())?;
    let next = phrases::tokens(next);
    let opens = next.iter().find(|token| token.low != "а" && token.low != "и").map_or("", |token| token.low.as_str());
    let start = OPENING
        .contains(&opens)
        .then(|| (noun.saturating_sub(BACK)..noun).rev().find(|at| tokens[*at].low == opens))
        .flatten()
        .unwrap_or_else(|| before_noun(&tokens, noun));
    Some(tokens[start].start..tokens[group_end(&tokens, noun)].end)
}

/// Where the adjectives of a noun begin: «висячих забивных и вдавливаемых свай».
fn before_noun(tokens: &[Token], noun: usize) -> usize {
    let mut start = noun;
    for at in (noun.saturating_sub(BACK)..noun).rev() {
        if is_adjective(&tokens[at].low) {
            start = at;
        } else if !joins(&tokens[at].low) {
            break;
        }
    }
    start
}

/// Where the group of a noun ends: «городских поселениях и городских округах».
fn group_end(tokens: &[Token], noun: usize) -> usize {
    let mut end = noun;
    while tokens.get(end + 1).is_some_and(|token| joins(&token.low)) {
        let mut at = end + 2;
        while tokens.get(at).is_some_and(|token| is_adjective(&token.low)) {
            at += 1;
        }
        if at >= tokens.len() {
            break;
        }
        end = at;
    }
    end
}

fn joins(word: &str) -> bool {
    matches!(word, "и" | "или")
}

/// The part of a sentence that belongs to a value. A sentence that ends with its last value names the conditions before
/// the values («для глин 0,2 м; для песков — 0,3 м»): a part goes from one value to the next.
#[must_use]
pub fn part_of(text: &str, all: &[Found], index: usize) -> Range<usize> {
    let ends = all.last().is_some_and(|last| !text[last.at.end..].contains(char::is_alphabetic));
    match index.checked_sub(1).filter(|_| ends) {
        Some(before) => all[before].at.end..all[index].at.end,
        None => segment(text, &all[index].at),
    }
}

/// The part of a sentence around an amount: between commas, semicolons, «и», «а»; those in brackets part nothing.
fn segment(text: &str, amount: &Range<usize>) -> Range<usize> {
    const MARKS: [&str; 7] = [", ", "; ", " и ", " а ", " или ", ": ", ". "];
    let before = without_brackets(&text[..amount.start]);
    let start = MARKS.iter().filter_map(|mark| before.rfind(mark).map(|at| at + mark.len())).max().unwrap_or(0);
    let end = MARKS.iter().filter_map(|mark| text[amount.end..].find(mark).map(|at| amount.end + at)).min();
    start..end.unwrap_or(text.len())
}

/// A text whose closed brackets hold signs without meaning, as many bytes as before.
fn without_brackets(text: &str) -> String {
    let mut open: Vec<usize> = Vec::new();
    let mut closed: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' => open.push(at),
            ')' => {
                if let Some(from) = open.pop() {
                    // An outer pair holds the inner ones.
                    while closed.last().is_some_and(|inner| inner.start > from) {
                        closed.pop();
                    }
                    closed.push(from..at + 1);
                }
            }
            _ => {}
        }
    }
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for own in closed {
        out.push_str(&text[from..own.start]);
        out.push_str(&"_".repeat(own.len()));
        from = own.end;
    }
    out.push_str(&text[from..]);
    out
}

#[cfg(test)]
mod tests {
    use crate::workspaces::norms::perform::question;
    use crate::workspaces::norms::perform::sentences;
    use serde_json::json;

    fn said(text: &str, asked: &str) -> Vec<String> {
        let item = json!({"node_id": "norm://a/p/5", "title": "", "crumbs": "", "text": text});
        let findings = sentences::read(&item, &question::read(asked, &[])).findings;
        findings.iter().map(|one| one["value"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn what_is_put_against_each_other_chooses() {
        let call = "Размещение постов исходит из того, что время прибытия сторожа к месту вызова в лесных посёлках и лесных хуторах не превышает 12 минут, а в горных посёлках — 25 минут.";
        for (asked, wanted) in [
            ("за сколько минут сторож обязан прибыть в горный посёлок", vec!["25"]),
            ("время прибытия сторожа в лесной хутор", vec!["12"]),
            ("время прибытия сторожа к месту вызова", vec!["12", "25"]),
        ] {
            assert_eq!(said(call, asked), wanted, "{asked}");
        }
        let ramp = "а) уклон прямых съездов по оси движения в закрытых сараях должен быть не более 18 %, кривых съездов — не более 13 %, поперечный уклон открытых (не защищённых от дождя) съездов — не более 6 %.";
        assert_eq!(said(ramp, "уклон кривого съезда в закрытом сарае"), ["13"]);
        assert_eq!(said(ramp, "уклон прямого съезда в закрытом сарае"), ["18"]);
        let rows = "Ширина прохода между рядами, назначенными для тележек, должна быть в чистоте не менее 1,4 м (общая ширина прохода с местом для стоянки тележек — не менее 2,8 м)";
        assert_eq!(said(rows, "Амбар с местами для тележек. Какая ширина прохода между рядами в чистоте?"), ["1,4"]);
    }

    #[test]
    fn another_thing_behind_a_conjunction_is_not_the_one_asked_for() {
        let plate = "Толщина железных полок складских стеллажей и подставок (лист, лента, уголок) принимается не менее 7 мм, а круглых прутьев не менее 14 мм.";
        assert_eq!(said(plate, "толщина листа складского стеллажа"), ["7"]);
        assert_eq!(said(plate, "толщина круглого прута"), ["14"]);
        assert_eq!(said(plate, "толщина"), ["7", "14"], "the measure alone chooses none");
    }

    #[test]
    fn a_range_of_the_later_part_is_chosen_by_its_number() {
        let walk = "Ширина галереи должна быть, м, не менее: при её длине между лестницами или торцом и лестницей до 30 м — 1,3, свыше 30 м — 1,7.";
        assert_eq!(said(walk, "ширина галереи длиной 35 м между лестницами"), ["1,7"]);
        assert_eq!(said(walk, "ширина галереи длиной 20 м между лестницами"), ["1,3"]);
    }
}
