//! Whom a value belongs to: the noun that governs it in its own piece of a sentence, where that noun is another's.
//!
//! Grammar, not cases. A general noun («срок», «дата») takes its meaning from its attribute: «испытательный срок» is not
//! the term of the deal. A day behind «от» and the name of a document is the document's own day. What is said of a
//! numbered part («этап 2: до 31.03») is not said of the whole, and a number right behind such a noun only numbers it.

use crate::engine::knowledge::pack::{Field, FieldKind, Pack};
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::engine::text::stem::{Word, is_stop, phrase_stems, stem};
use crate::workspaces::contract::perform::around::{Around, begins};
use crate::workspaces::contract::perform::bounded::Limit;
use serde::Deserialize;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/owner.toml`).
#[derive(Debug, Default, Deserialize)]
pub(super) struct Marks {
    generic: Vec<String>,
    plain: Vec<String>,
    documents: Vec<String>,
    itself: Vec<String>,
    parts: Vec<String>,
    pub(super) ordinal: Vec<String>,
    /// What a deal is done in.
    pub(super) stages: Vec<String>,
    /// Words before a day by which something is done, whole.
    pub(super) until: Vec<String>,
    whole: Vec<String>,
    numbers: Vec<String>,
    more: Vec<String>,
    allows: Vec<String>,
    bounds: Vec<String>,
    postpones: Vec<String>,
    pub(super) claims: Vec<String>,
    money: Vec<String>,
    handed: Vec<String>,
    handing: Vec<String>,
    bargain: Vec<String>,
    neutral: Vec<String>,
    weak: Vec<String>,
    sides: Vec<String>,
    metres: Vec<String>,
    key_rate: Vec<String>,
    of_key_rate: Vec<String>,
    above: Vec<String>,
    /// Beginnings of words for paying.
    paid: Vec<String>,
    /// Beginnings of words for those who are of an age.
    aged: Vec<String>,
    /// Beginnings of words about a penalty.
    fined: Vec<String>,
    pub(super) vat: Vat,
}

/// Words of the tax that is added to a price or stands in it.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Vat {
    pub(super) names: Vec<String>,
    pub(super) with: Vec<String>,
    pub(super) between: Vec<String>,
    pub(super) on_top: Vec<String>,
    pub(super) status: Vec<String>,
    pub(super) regimes: Vec<String>,
}

pub(super) static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/owner.toml")).unwrap_or_default());

/// Letters by which two forms of a word are the same.
const SAME: usize = 5;
/// Words before an age among which those stand who have it.
const AGED: usize = 4;
/// Words before a day among which its document stands.
const DOCUMENT: usize = 9;
/// Words between a general noun and its complement.
const COMPLEMENT: usize = 2;
/// Words between the key rate and what is added to it.
const ABOVE: usize = 9;
/// The place of what is added.
const SPREAD: &str = "/spread";
/// Letters of an attribute that was cut short before a dot: «исп. срок».
const CUT: usize = 7;

/// Whom the words around a value give it to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// This field, by the name of the very thing.
    Own,
    /// Nobody in particular.
    Open,
    /// Perhaps another matter: the reading is shown once more.
    Unsure,
    /// Another matter: the value stays in the person's words.
    Other,
}

/// Whether a word of a piece says nothing of what a value is.
pub(super) fn is_neutral(word: &str) -> bool {
    MARKS.neutral.iter().any(|one| one == word)
}

/// Whether a word beside a value is too common to change what stands: «1-го числа присылает журнал».
pub(super) fn is_weak(word: &str) -> bool {
    MARKS.weak.iter().any(|stem| word.starts_with(stem.as_str()) && (stem.chars().count() > 2 || word == stem))
}

/// Whether words say that a price was agreed anew: «сторговались».
pub(super) fn bargains(word: &str) -> bool {
    begins(word, &MARKS.bargain)
}

/// Whether a word says that something may be, not that it is: «можем продлить».
pub(super) fn allows(word: &str) -> bool {
    MARKS.allows.iter().any(|one| one == word)
}

/// Whether a word speaks of the whole, not of a part.
pub(super) fn is_whole(word: &str) -> bool {
    begins(word, &MARKS.whole)
}

/// Whether a stem is a general noun, which takes its meaning from its attribute.
pub(super) fn is_general(word: &str) -> bool {
    begins(word, &MARKS.generic) || ["дат", "ден", "дня", "срок", "сумм"].contains(&word)
}

/// Whether a word is one for money that changes hands.
pub(super) fn is_money(word: &str) -> bool {
    begins(word, &MARKS.money)
}

fn split(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '№').filter(|word| !word.is_empty())
}

fn same(one: &str, other: &str) -> bool {
    let beginning = |word: &str| word.chars().take(SAME).collect::<String>();
    one == other || (one.chars().count() >= SAME && beginning(one) == beginning(other))
}

/// Whether a word is one of the names of a field, or of the deal that the pack is about.
pub(super) fn names(pack: &Pack, field: &Field, word: &str) -> bool {
    let word = stem(word);
    let of = |phrase: &str| phrase_stems(&folded(phrase)).iter().any(|one| same(one, &word));
    let specific = |phrase: &&String| !begins(phrase, &MARKS.generic);
    of(&field.label) || field.hints.iter().filter(specific).any(|hint| of(hint)) || of(&pack.title) || of(&pack.short)
}

/// Whether an adjective agrees with a general noun: «гарантийный срок», «гарантийного срока», «новая дата».
fn agrees(word: &str, noun: &str) -> bool {
    const ENDINGS: &[(&str, &[&str])] = &[
        ("сроком", &["ым", "им"]),
        ("срока", &["ого", "его"]),
        ("срок", &["ый", "ий"]),
        ("периода", &["ого", "его"]),
        ("период", &["ый", "ий"]),
        ("дату", &["ую", "юю"]),
        ("дата", &["ая", "яя"]),
    ];
    let endings = ENDINGS.iter().find(|(form, _)| noun.starts_with(form)).map_or(&[][..], |(_, endings)| endings);
    word.chars().count() > 3 && endings.iter().any(|ending| word.ends_with(ending))
}

/// A noun that completes another one, by its ending in the genitive: «срок аренды», «дата поставки».
fn is_complement(word: &str) -> bool {
    const ENDINGS: &[&str] = &["а", "я", "ы", "и", "ов", "ев", "ей", "ий"];
    word.chars().count() > 3 && !is_stop(&stem(word)) && ENDINGS.iter().any(|ending| word.ends_with(ending))
}

impl Around {
    /// Whom the words around a value give it to, of one field of a pack; `today` is the day of the turn.
    pub(super) fn owner(&self, pack: &Pack, field: &Field, mention: &Mention, today: &str) -> Owner {
        if self.only_numbers(mention)
            || self.only_differs(mention)
            || self.takes_off(mention)
            || self.is_article(mention)
            || self.is_edge(field, mention)
            || self.is_metered(field, mention)
            || self.only_bounds(pack, field, mention)
        {
            return Owner::Other;
        }
        match self.limits(pack, field, mention) {
            Some(Limit::Other) => return Owner::Other,
            Some(Limit::Named) => return Owner::Unsure,
            None => {}
        }
        // Only what is added to the key rate is told by such a share; the rate itself is not.
        if field.kind == FieldKind::Rate && matches!(mention.kind, M::Percent { .. }) && self.above_key_rate() {
            return if field.pointer.ends_with(SPREAD) { Owner::Own } else { Owner::Other };
        }
        // «Отложить уплату на 30 дней»: how long something is put off is no term of the deal.
        if field.kind == FieldKind::Duration && field.pointer.starts_with("/term") && self.clause_says(&MARKS.postpones)
        {
            return Owner::Other;
        }
        // «Подзаряжает его 1-го и 15-го числа»: a day of the month is one of payment where something is paid.
        let pays = || {
            let paid = |words: &str| split(words).any(|word| is_money(word) || begins(word, &MARKS.paid));
            self.brief || paid(&self.before) || paid(&self.behind)
        };
        if matches!(mention.kind, M::DayOfMonth { .. }) && field.pointer.starts_with("/payment") && !pays() {
            return Owner::Other;
        }
        // «Всех детей до 14 лет»: how old somebody is is no length of anything.
        if matches!(mention.kind, M::Duration { .. })
            && split(&self.before).rev().take(AGED).any(|word| begins(word, &MARKS.aged))
        {
            return Owner::Other;
        }
        // «При продлении не больше чем на 8 %»: a share bounds a penalty where something of a penalty is said.
        let fined = || split(&self.before).chain(split(&self.behind)).any(|word| begins(word, &MARKS.fined));
        if matches!(mention.kind, M::Percent { .. }) && field.pointer.ends_with("/cap") && !self.brief && !fined() {
            return Owner::Other;
        }
        // «Недостатки по гарантии исправляет за 10 дней»: by when something is done is no length of a warranty.
        let within = || split(&self.before).next_back() == Some("за") || self.before.trim_end().ends_with("в течение");
        if field.kind == FieldKind::Duration && field.pointer.contains("warranty") && within() {
            return Owner::Other;
        }
        if let M::Date { iso, .. } = &mention.kind {
            if let Some(own) = self.document() {
                let fresh = iso.get(..7) >= today.get(..7);
                return match field.pointer.as_str() {
                    "/contract/date" if own && fresh => Owner::Own,
                    _ => Owner::Other,
                };
            }
            // «Самозанятая с 12.08.2023»: a deal of today neither begins nor ends years ago.
            let ahead = ["/term", "/delivery"].iter().any(|root| field.pointer.starts_with(root));
            if self.passes_money(field) || ahead && !self.brief && years_ago(iso, today) {
                return Owner::Other;
            }
        }
        let whole = ["/term", "/delivery", "/price"].iter().any(|root| field.pointer.starts_with(root));
        if whole && self.of_part() && !names_part(field) {
            return Owner::Other;
        }
        match field.kind {
            FieldKind::Date | FieldKind::Duration => self.headed(pack, field),
            _ => Owner::Open,
        }
    }

    /// «Этап 3», «№ 371894», «пункт 5»: a number right behind such a noun is no measure of anything.
    fn only_numbers(&self, mention: &Mention) -> bool {
        if !matches!(mention.kind, M::Number { .. }) {
            return false;
        }
        let before = self.before.trim_end_matches([' ', '.', ':']);
        let last = before.rsplit(|c: char| !c.is_alphanumeric() && c != '№').next().unwrap_or_default();
        // «+5…+25 °C», «1 200 × 800»: a number of another measure.
        let (led, follows) = (self.before.trim_end(), self.behind.trim_start());
        let measured = led.ends_with(['+', '×', '…', '±', '°'])
            || follows.starts_with(['°', '×', '…'])
            || ["-фз", "стать", "ст."].iter().any(|mark| folded(follows).starts_with(mark));
        measured || MARKS.numbers.iter().any(|one| one == last)
    }

    /// «Вывеска 1,2 на 0,6 м», «плита 3 × 2»: the side of something, no measure of the deal.
    pub(super) fn of_sides(&self, mention: &Mention) -> bool {
        let number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
        let by = |word: &str| MARKS.sides.iter().any(|one| one == word);
        let mut behind = self.behind.split_whitespace();
        let mut before = self.before.split_whitespace().rev();
        let measured = |next: Option<&str>| {
            // «На 2 года» is a length of time.
            let unit = next.unwrap_or_default().trim_matches(|c: char| !c.is_alphanumeric());
            unit.is_empty() || MARKS.metres.iter().any(|one| one == unit)
        };
        let first = behind.next().is_some_and(by)
            && behind
                .next()
                .is_some_and(|word| number(word) && (word.ends_with(['.', ',']) || measured(behind.next())));
        let second = before.next().is_some_and(by) && before.next().is_some_and(number);
        let metres = matches!(&mention.kind, M::Quantity { unit, .. } if unit == "m");
        let bare = matches!(mention.kind, M::Number { .. });
        (bare || metres) && (first || second)
    }

    /// «Ключевая + 3 %», «ключевая ставка, увеличенная на 4 пункта»: a share on top of the rate of the Bank of Russia.
    fn above_key_rate(&self) -> bool {
        let before = self.before.replace('+', " плюс ");
        let mut near = split(&before).rev().take(ABOVE);
        let mut above = false;
        near.find(|word| {
            above |= begins(word, &MARKS.above);
            begins(word, &MARKS.key_rate) || !begins(word, &MARKS.of_key_rate) && !begins(word, &MARKS.above)
        })
        .is_some_and(|word| above && begins(word, &MARKS.key_rate))
    }

    /// «Меньше на 150 рублей»: what a price differs by is no price.
    fn only_differs(&self, mention: &Mention) -> bool {
        let mut before = split(&self.before).rev();
        let more = |word: Option<&str>| word.is_some_and(|word| MARKS.more.iter().any(|one| one == word));
        matches!(mention.kind, M::Money { .. } | M::Number { .. } | M::Percent { .. })
            && before.next() == Some("на")
            // «На 1 500 рублей больше»
            && (more(before.next()) || more(split(&self.behind).next()))
    }

    /// «Распределять участникам больше 500 000 рублей»: a threshold of something else, unless the piece names the field.
    fn only_bounds(&self, pack: &Pack, field: &Field, mention: &Mention) -> bool {
        if !matches!(mention.kind, M::Money { .. }) {
            return false;
        }
        let own: Vec<&str> = split(&self.before).collect();
        let bounded = own.iter().rev().find(|word| **word != "чем").is_some_and(|word| begins(word, &MARKS.bounds));
        bounded && !own.iter().any(|word| names(pack, field, word))
    }

    /// Whether a stretch of time is that of a document: «доверенность № 4 от 11.01.2027 до 31.12.2027».
    pub(super) fn of_document(&self) -> bool {
        self.document() == Some(false)
    }

    /// The document whose own day this is: whether it is the very contract that is written.
    fn document(&self) -> Option<bool> {
        let mut before = split(&self.before).rev();
        if before.next()? != "от" {
            return None;
        }
        let near: Vec<&str> = before.take(DOCUMENT).collect();
        let at = near.iter().position(|word| begins(word, &MARKS.documents) && !word.starts_with('№'));
        let numbered = near.iter().any(|word| word.starts_with('№'));
        let Some(at) = at else { return numbered.then_some(false) };
        let first = near.len() == at + 1;
        let bare =
            near[..at].iter().all(|word| word.chars().any(|c| c.is_ascii_digit() || c == '№') || word.len() <= 6);
        Some(first && bare && MARKS.itself.iter().any(|one| *one == near[at]))
    }

    /// «Аванс передан 20.11», «день передачи аванса»: what was handed over is money, and the field is about the thing.
    fn passes_money(&self, field: &Field) -> bool {
        let own = field.hints.iter().chain([&field.label]).any(|name| begins(&folded(name), &MARKS.money));
        if !field.pointer.starts_with("/delivery") || own {
            return false;
        }
        let clause: Vec<&str> = self.words().collect();
        let money = |word: &&str| begins(word, &MARKS.money);
        let handed = self.clause_says(&MARKS.handed) || self.behind_says(&MARKS.handed);
        let said = clause.iter().any(money) || self.behind_says(&MARKS.money);
        // The nearest word stands first: «передачи аванса» is a pair of them.
        said && handed || clause.windows(2).any(|pair| money(&pair[0]) && begins(pair[1], &MARKS.handing))
    }

    /// Whether the value stands under a numbered part of the whole: «этап 2: до 31.03», «до 15 января — первый этап».
    pub(super) fn of_part(&self) -> bool {
        let own: Vec<&str> = split(&self.before).collect();
        let numbered = |word: &str| word.chars().all(|c| c.is_ascii_digit() || matches!(c, 'i' | 'v' | 'x'));
        let part = |at: usize, list: &[&str]| {
            begins(list[at], &MARKS.parts)
                && (list.get(at + 1).is_some_and(|next| numbered(next))
                    || at.checked_sub(1).is_some_and(|at| begins(list[at], &MARKS.ordinal)))
        };
        if let Some(at) = (0..own.len()).rev().find(|at| part(*at, &own)) {
            return !own[at + 1..].iter().any(|word| is_whole(word));
        }
        let behind = self.behind.split([',', ';', '.']).next().unwrap_or_default();
        let behind: Vec<&str> = split(behind).take(6).collect();
        let whole = own.iter().rev().take(4).any(|word| is_whole(word));
        !whole && (0..behind.len()).any(|at| part(at, &behind))
    }

    /// Which matter a general noun before the value is of, by what stands beside it.
    fn headed(&self, pack: &Pack, field: &Field) -> Owner {
        let piece = self.before.rsplit([',', ';', '(', ')']).find(|piece| piece.chars().any(char::is_alphabetic));
        let own: Vec<&str> = split(piece.unwrap_or_default()).collect();
        let Some(head) = own.iter().rposition(|word| begins(word, &MARKS.generic)) else { return Owner::Open };
        let says_nothing = |word: &str| begins(word, &MARKS.plain) || is_stop(&stem(word)) || names(pack, field, word);
        let cut = self.prior.as_str();
        let attribute = match head.checked_sub(1) {
            Some(at) => Some(own[at]).filter(|word| agrees(word, own[head]) || self.is_short(word)),
            None => Some(cut).filter(|word| !word.is_empty()),
        };
        let other_word = |word: &str| begins(word, &MARKS.claims) && !names(pack, field, word);
        if attribute.is_some_and(|word| !says_nothing(word)) {
            return Owner::Other;
        }
        let behind: Vec<&str> =
            own[head + 1..].iter().copied().take(COMPLEMENT).take_while(|w| !is_stop(&stem(w))).collect();
        if behind.iter().any(|word| other_word(word)) {
            return Owner::Other;
        }
        let foreign = behind.first().is_some_and(|word| is_complement(word) && !says_nothing(word));
        if foreign { Owner::Unsure } else { Owner::Open }
    }

    /// «Исп. срок»: a word that a dot cuts short.
    fn is_short(&self, word: &str) -> bool {
        is_cut(word) && self.before.contains(&format!("{word}. "))
    }
}

/// Whether a word may be one that a dot cuts short: few letters, no unit with a sign, no vowel at its end.
fn is_cut(word: &str) -> bool {
    let vowel = word.ends_with(['а', 'е', 'и', 'о', 'у', 'ы', 'э', 'ю', 'я', 'ь']);
    word.chars().count() < CUT && word.chars().all(char::is_alphabetic) && !vowel
}

/// The word before a full stop that a small letter follows, where it may be a word cut short: «испыт. срок».
pub(super) fn prior(before: &str, sentence: &str) -> String {
    let rest = before.get(..before.len().saturating_sub(sentence.len())).unwrap_or_default();
    let small = sentence.trim_start().starts_with(char::is_lowercase);
    let word = rest.trim_end().strip_suffix('.').and_then(|rest| rest.rsplit(|c: char| !c.is_alphanumeric()).next());
    let word = folded(word.unwrap_or_default());
    if small && is_cut(&word) { word } else { String::new() }
}

/// Whether a day lies more than a year before another.
fn years_ago(iso: &str, today: &str) -> bool {
    let year = |day: &str| day.get(..4).and_then(|year| year.parse::<i32>().ok());
    match (year(iso), year(today)) {
        (Some(then), Some(now)) => now - then > 1 || now - then == 1 && iso.get(4..) < today.get(4..),
        _ => false,
    }
}

/// Whether a field is about a part of the whole itself.
fn names_part(field: &Field) -> bool {
    begins(&folded(&field.label), &MARKS.parts)
        || field.pointer.contains("/stages")
        || field.hints.iter().any(|hint| begins(&folded(hint), &MARKS.ordinal))
}

/// Bytes to a word before a day that claims it for another matter than this field's.
pub(super) fn claimed_by(field: &Field, text: &str, mention: &Mention, around: &[Word]) -> Option<usize> {
    let roots = ["/term", "/delivery", "/contract/date", "/payment/date", "/payment/first"];
    if !matches!(mention.kind, M::Date { .. }) || !roots.iter().any(|root| field.pointer.starts_with(root)) {
        return None;
    }
    let own = |word: &str| {
        let of = |phrase: &str| phrase_stems(&folded(phrase)).iter().any(|one| same(one, &stem(word)));
        field.hints.iter().chain([&field.label]).any(|name| of(name))
            || field.pointer.starts_with("/term") && word.starts_with("действ")
    };
    let past = around.partition_point(|word| word.end <= mention.start);
    let counted = |word: &Word| {
        text.get(word.end..mention.start).unwrap_or_default().contains(|c: char| c.is_ascii_digit() || c == '\n')
    };
    let claims = |word: &&Word| {
        let low = folded(text.get(word.start..word.end).unwrap_or_default());
        begins(&low, &MARKS.claims) && !own(&low) && !counted(word)
    };
    around[..past].iter().rev().take(COMPLEMENT * 3).find(claims).map(|word| mention.start - word.end)
}

#[cfg(test)]
#[path = "owner_tests.rs"]
mod tests;
