//! The tax beside a price: «НДС 22 % сверх цены — 114 400 руб.» is the tax itself, «итого 634 400 с НДС» the price with it,
//! «26 рублей за штуку без НДС» the price without it, which says nothing of a deal without tax.

use crate::engine::knowledge::pack::Field;
use crate::engine::text::folded;
use crate::engine::text::mention::MentionKind as M;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::around::{Around, begins};
use crate::workspaces::contract::perform::owner::MARKS;
use serde_json::{Value, json};

/// Bytes between the name of the tax and its sum.
const NEAR: usize = 90;
/// Bytes of a message that are looked at for the way the tax is counted.
const LOOKED: usize = 4_000;

fn words(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

fn is(list: &[String], word: &str) -> bool {
    list.iter().any(|one| one == word)
}

/// Bytes of the last name of the tax in a text, as a whole word.
fn named(text: &str) -> Option<(usize, usize)> {
    MARKS.vat.names.iter().find_map(|name| {
        let at = text.rfind(name.as_str())?;
        let open = |c: Option<char>| !c.is_some_and(char::is_alphabetic);
        let end = at + name.len();
        (open(text[..at].chars().next_back()) && open(text[end..].chars().next())).then_some((at, end))
    })
}

impl Around {
    /// Whether the value is the tax itself: its rate or its sum.
    pub(super) fn is_tax(&self, share: bool) -> bool {
        self.tax_before(share) || self.tax_behind()
    }

    /// «НДС 22 % сверх цены — 114 400 руб.», but no «с НДС — 634 400».
    fn tax_before(&self, share: bool) -> bool {
        let vat = &MARKS.vat;
        let Some((at, end)) = named(&self.before) else { return false };
        let between = &self.before[end..];
        let listed = between.trim_end();
        let comma = listed.contains([',', ';', '(']) && !listed.trim_end_matches(',').ends_with('%');
        let only = words(between).all(|word| is(&vat.between, word) || word.chars().all(|c| c.is_ascii_digit()));
        let of_price = words(&self.before[..at]).next_back().is_some_and(|word| is(&vat.with, word));
        between.len() <= NEAR && !comma && only && (share || !of_price)
    }

    /// «114 400 рублей НДС», «22 % НДС», but no «300 000 НДС не облагается».
    fn tax_behind(&self) -> bool {
        let vat = &MARKS.vat;
        let rest = self.behind.trim_start_matches([' ', '—', '–', '-']);
        let mut said = words(rest);
        rest.starts_with(char::is_alphabetic)
            && said.next().is_some_and(|word| is(&vat.names, word))
            && !said.next().is_some_and(|word| begins(word, &vat.status))
    }

    /// «634 400 руб. с НДС», «итого с НДС 634 400»: the price and the tax together.
    pub(super) fn with_tax(&self) -> bool {
        let vat = &MARKS.vat;
        let leads = |word: Option<&str>| word.is_some_and(|word| is(&vat.with, word) && word != "без");
        let mut behind = words(&self.behind);
        let close = self.behind.trim_start().starts_with(char::is_alphabetic);
        if close && leads(behind.next()) && behind.next().is_some_and(|word| is(&vat.names, word)) {
            return true;
        }
        let mut before = words(&self.before).rev();
        before.next().is_some_and(|word| is(&vat.names, word)) && leads(before.next())
    }
}

/// Whether a message counts the tax on top of a price: it says so, or tells prices without and with it.
pub(super) fn on_top(text: &str) -> bool {
    let low = folded(&text.chars().take(LOOKED).collect::<String>());
    if named(&low).is_none() {
        return false;
    }
    let told = |lead: &str| MARKS.vat.names.iter().any(|name| low.contains(&format!("{lead} {name}")));
    MARKS.vat.on_top.iter().any(|mark| low.contains(mark.as_str())) || told("без") && told("с")
}

/// What a message says of the tax, each with whether it says so plainly. «26 руб/шт без НДС» is a property of the price,
/// «на УСН» a regime in which there may be a tax: beside a tax that is told they say nothing, alone they are shown again.
pub(super) fn settle(
    field: &Field,
    heard: &Heard<'_>,
    found: Vec<(Value, (usize, usize))>,
) -> Vec<(Value, (usize, usize), bool)> {
    let none = json!("none");
    let plain =
        |found: Vec<(Value, (usize, usize))>| found.into_iter().map(|(value, span)| (value, span, true)).collect();
    if !field.pointer.ends_with("/vat") {
        return plain(found);
    }
    let text = heard.turn.text.as_str();
    let weak = |value: &Value, span: (usize, usize)| *value == none && (of_price(heard, span) || regime(text, span));
    let told = found.iter().any(|(value, _)| *value != none);
    let kept = found.into_iter().filter(|(value, span)| !(told && weak(value, *span)));
    kept.map(|(value, span)| {
        let clear = !weak(&value, span);
        (value, span, clear)
    })
    .collect()
}

/// Whether a sum stands in the same piece: «26 рублей без НДС».
fn of_price(heard: &Heard<'_>, (start, end): (usize, usize)) -> bool {
    let text = heard.turn.text.as_str();
    let near = |from: usize, to: usize| text.get(from..to).is_some_and(|gap| !gap.contains([',', ';', '\n', '(']));
    let next = heard.mentions.partition_point(|m| m.start < start);
    let sum = |m: &crate::engine::text::mention::Mention| matches!(m.kind, M::Money { .. } | M::Number { .. });
    let before = next.checked_sub(1).and_then(|at| heard.mentions.get(at));
    before.is_some_and(|m| sum(m) && near(m.end.min(start), start))
        || heard.mentions.get(next).is_some_and(|m| sum(m) && near(end.min(m.start), m.start))
}

fn regime(text: &str, (start, end): (usize, usize)) -> bool {
    words(&folded(text.get(start..end).unwrap_or_default())).any(|word| begins(word, &MARKS.vat.regimes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::scan;

    #[test]
    fn a_tax_is_no_price() {
        for (text, tax, gross) in [
            ("НДС 22 % сверх цены — 114 400 руб.", true, false),
            ("в том числе НДС 5 % — 66 000 руб.", true, false),
            ("кроме того НДС 114 400 рублей", true, false),
            ("сумма НДС составит 20 000 рублей", true, false),
            ("из них 20 000 рублей НДС", true, false),
            ("цена с НДС 634 400 руб.", false, true),
            ("итого 634 400 руб. с НДС", false, true),
            ("цена без НДС 520 000 руб.", false, false),
            ("без НДС, 520 000 руб.", false, false),
            ("НДС в цене, 520 000 руб.", false, false),
            ("520 000 рублей, НДС сверху", false, false),
            ("520 000 рублей НДС не облагается", false, false),
            ("НДС сверху, цена 26 рублей", false, false),
            ("цена 300 000 рублей", false, false),
        ] {
            let mentions = scan::mentions(text, "2026-11-23");
            let sum = mentions.iter().rfind(|m| matches!(m.kind, M::Money { .. })).unwrap_or_else(|| panic!("{text}"));
            let around = Around::of(text, sum);
            assert_eq!((around.is_tax(false), around.with_tax()), (tax, gross), "{text}");
        }
        assert!(on_top("26 руб без НДС, НДС сверху") && on_top("100 без НДС, итого 122 с НДС"));
        assert!(!on_top("цена с НДС 100") && !on_top("сверх лимита 100"));
    }
}
