//! What stands around a value in its sentence: the words by which it is told what the value means.

use crate::engine::knowledge::pack::Field;
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::engine::text::numeral_words::small;
use crate::engine::text::stem::{Word, stem};
use crate::engine::text::{folded, is_given_name};
use crate::workspaces::contract::perform::outside::{MARKS, Marks};
use crate::workspaces::contract::perform::{explained, owner};

/// Words of an answer that is one value.
const BRIEF: usize = 6;
/// Bytes before and behind a value that are looked at.
const BEFORE: usize = 160;
const BEHIND: usize = 60;
/// Words before a value among which a bound of a measure stands, and words of an extra on either side.
const NEAR: usize = 4;

/// What stands around a value in its sentence, folded.
pub(super) struct Around {
    pub(super) before: String,
    pub(super) inside: String,
    pub(super) behind: String,
    /// What the words behind say that the value is.
    pub(super) said: Option<explained::Said>,
    /// Whether the whole message is one value.
    pub(super) brief: bool,
    /// Whether a given name stands right before the value: «дети Амир 9 лет».
    pub(super) after_name: bool,
    /// A word cut short by a dot before the sentence: «испыт. срок».
    pub(super) prior: String,
}

impl Around {
    /// Reads what stands around a value.
    pub(super) fn of(text: &str, mention: &Mention) -> Self {
        let brief = text.split_whitespace().take(BRIEF + 1).count() <= BRIEF;
        let mut from = mention.start.saturating_sub(BEFORE);
        while !text.is_char_boundary(from) {
            from += 1;
        }
        let mut to = (mention.end + BEHIND).min(text.len());
        while !text.is_char_boundary(to) {
            to -= 1;
        }
        let ends = |c: char| matches!(c, ';' | '\n' | '?' | '!');
        let before = text.get(from..mention.start).unwrap_or_default();
        let before = before.rsplit(ends).next().unwrap_or_default();
        let whole = before;
        let before = last_sentence(before);
        let name = before.split_whitespace().next_back().filter(|word| word.starts_with(char::is_uppercase));
        // A name that no list has is one behind the words of a family: «дети Амир 9 лет».
        let family = || {
            let low = folded(before);
            low.split(|c: char| !c.is_alphanumeric()).any(|word| begins(word, &MARKS.family))
        };
        let after_name = name.is_some_and(|word| is_given_name(&folded(word)) || family());
        let behind = text.get(mention.end..to).unwrap_or_default();
        let behind = behind.split(ends).next().unwrap_or_default();
        let behind = behind.split(". ").next().unwrap_or_default();
        let inside = text.get(mention.start..mention.end).unwrap_or_default();
        Self {
            before: folded(before),
            inside: folded(inside),
            behind: folded(behind),
            said: explained::behind(text, mention),
            brief,
            after_name,
            prior: owner::prior(whole, before),
        }
    }

    /// The words before the value in its own clause, the nearest first.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        let clause = self.before.rsplit(',').next().unwrap_or_default();
        clause.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).rev()
    }

    pub(super) fn last_is(&self, list: &[String]) -> bool {
        self.words().next().is_some_and(|word| list.iter().any(|one| one == word))
    }

    pub(super) fn last_is_begin(&self, list: &[String]) -> bool {
        self.words().next().is_some_and(|word| begins(word, list))
    }

    pub(super) fn ends(&self, list: &[String]) -> bool {
        let before = self.before.trim_end();
        list.iter().any(|mark| {
            before.strip_suffix(mark.as_str()).is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric()))
        })
    }

    /// Whether the clause before the value holds one of these phrases.
    pub(super) fn clause_contains(&self, list: &[String]) -> bool {
        let clause = self.before.rsplit(',').next().unwrap_or_default();
        list.iter().any(|mark| clause.contains(mark.as_str()))
    }

    /// «Если угонит — 800 000»: what the thing itself costs, unless a name of the fact stands nearer to the sum.
    pub(super) fn worth(&self, field: &Field, list: &[String]) -> bool {
        let mut before = self.before.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).rev();
        let Some(nearer) = before.position(|word| begins(word, list)) else { return false };
        let hints: Vec<String> = field.hints.iter().map(|hint| stem(hint)).collect();
        let mut before = self.before.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).rev();
        !before.by_ref().take(nearer).any(|word| hints.contains(&stem(word)))
    }

    /// Whether a name of the fact stands in the clause before the value: «цена 25 000, это без доставки».
    pub(super) fn named(&self, field: &Field) -> bool {
        let hints: Vec<String> =
            field.hints.iter().filter(|hint| hint.chars().count() > 3).map(|hint| stem(hint)).collect();
        self.words().any(|word| hints.contains(&stem(word)))
    }

    /// Whether all words of the name of the fact stand in the clause before the value: «круги правок: не 3».
    pub(super) fn says_label(&self, field: &Field) -> bool {
        let wanted: Vec<String> = folded(&field.label)
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.chars().count() > 3)
            .map(stem)
            .collect();
        let said: Vec<String> = self.words().map(stem).collect();
        wanted.iter().filter(|word| said.contains(word)).count() * 2 > wanted.len()
    }

    /// «За декабрь — 39 000», «39 000 за декабрь».
    pub(super) fn of_month(&self, months: &[String]) -> bool {
        let within = |word: &str| MARKS.within.iter().any(|one| one == word);
        let own: Vec<&str> = self.words().collect();
        let mut behind = self.behind.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        own.windows(2).any(|pair| begins(pair[0], months) && within(pair[1]))
            || behind.next().is_some_and(within) && behind.next().is_some_and(|word| begins(word, months))
    }

    /// Whether a length of time is told in years, as ages are.
    pub(super) fn in_years(&self, mention: &Mention) -> bool {
        matches!(&mention.kind, M::Duration { unit, .. } if unit == "year")
    }

    /// Whether a word of the sentence before the value begins so.
    pub(super) fn says(&self, list: &[String]) -> bool {
        self.before.split(|c: char| !c.is_alphanumeric()).any(|word| begins(word, list))
    }

    pub(super) fn behind_says(&self, list: &[String]) -> bool {
        let clause = self.behind.split(',').next().unwrap_or_default();
        clause.split(|c: char| !c.is_alphanumeric()).any(|word| begins(word, list))
    }

    pub(super) fn says_near(&self, list: &[String]) -> bool {
        self.words().take(NEAR + 1).any(|word| begins(word, list))
    }

    pub(super) fn begins_inside(&self, list: &[String]) -> bool {
        self.inside.split(|c: char| !c.is_alphanumeric()).any(|word| begins(word, list))
    }

    /// «30 % каждой партии»: whether a share is one of each of many.
    pub(super) fn of_each(&self, list: &[String]) -> bool {
        let clause = self.behind.split([',', ';']).next().unwrap_or_default();
        let mut behind = clause.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(3);
        behind.any(|word| begins(word, list))
    }

    /// «Десять месяцев по 26 000»: whether a sum of each follows.
    pub(super) fn counts_payments(&self) -> bool {
        let rest = self.behind.trim_start().strip_prefix("по ").unwrap_or_default();
        // «На 6 месяцев по 30 000» is the term all the same.
        let lasts = self.last_is(&MARKS.lasts);
        !lasts && rest.trim_start().starts_with(|c: char| c.is_ascii_digit())
    }

    /// «208 тысяч за всё»: whether a sum is for all of it.
    pub(super) fn of_all(&self) -> bool {
        let behind = self.behind.trim_start_matches([' ', '.', ',']);
        let fits = |mark: &String| {
            let rest = behind.strip_prefix(mark.as_str());
            rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        };
        MARKS.for_all.iter().any(fits)
    }

    /// «1984 г. р.»
    pub(super) fn born(&self) -> bool {
        let behind = self.behind.trim_start();
        MARKS.born_behind.iter().any(|mark| behind.starts_with(mark.as_str()))
    }

    pub(super) fn clause_says(&self, list: &[String]) -> bool {
        self.words().any(|word| begins(word, list))
    }

    pub(super) fn word_near(&self, list: &[String]) -> bool {
        self.words().take(NEAR).any(|word| list.iter().any(|one| one == word))
    }

    /// Whether one of the nearest words on either side, in the same clause, begins so.
    pub(super) fn near(&self, list: &[String]) -> bool {
        let behind = self.behind.split([',', ';']).next().unwrap_or_default();
        let mut behind = behind.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(3);
        // «… и отдельно 350 за уборку»: what stands behind a joint is of another value.
        let own = self.words().take(NEAR).take_while(|word| !MARKS.joint.iter().any(|one| one == *word));
        own.into_iter().any(|word| begins(word, list)) || behind.any(|word| begins(word, list))
    }

    /// «Ещё четырнадцать до пятого января»: a day right behind a sum is when the sum is paid.
    pub(super) fn behind_sum(&self, by: &[String]) -> bool {
        let mut words = self.words();
        let by = words.next().is_some_and(|word| by.iter().any(|one| one == word));
        let sum = |word: &str| {
            word.ends_with(|c: char| c.is_ascii_digit()) || small(word).is_some() || begins(word, &MARKS.money)
        };
        // «Сделать за 150 000 рублей до 1 марта»: what is done for a price is done by that day.
        let priced = || {
            let mut before =
                self.words().skip(1).skip_while(|word| sum(word) || MARKS.currency.iter().any(|c| c == word));
            before.next().is_some_and(|word| MARKS.within.iter().any(|one| one == word))
        };
        by && words.next().is_some_and(sum) && !priced()
    }

    /// «14 000 за три дня», «за 10 дней 15 000»: the sum is for a length of time of its own.
    pub(super) fn for_days(&self) -> bool {
        let before: Vec<&str> = self.words().take(3).collect();
        let within = |word: &&str| MARKS.within.iter().any(|one| one == *word);
        if before.first().is_some_and(|word| begins(word, &MARKS.lasting)) && before.iter().skip(1).any(within) {
            return true;
        }
        let mut words = self.behind.split_whitespace();
        words.next().is_some_and(|word| MARKS.within.iter().any(|one| one == word))
            && words.take(2).any(|word| {
                let word = word.trim_matches(|c: char| !c.is_alphanumeric());
                begins(word, &MARKS.lasting)
            })
    }

    /// Whether a sum or a share stands before the value in its sentence.
    pub(super) fn counts_sum(&self) -> bool {
        let mut words = self.before.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.any(|word| word.len() >= 3 && word.bytes().all(|b| b.is_ascii_digit()))
    }

    pub(super) fn monthly(&self, list: &[String]) -> bool {
        let whole = format!("{}{}", self.inside, self.behind);
        list.iter().any(|mark| whole.contains(mark.as_str()))
    }

    pub(super) fn does(&self, marks: &Marks) -> bool {
        self.says(&marks.doing) || self.behind_says(&marks.doing)
    }
}

/// What stands behind the last full stop that ends a sentence: «в г. Липецке» has none.
fn last_sentence(before: &str) -> &str {
    let stops = before.rmatch_indices(". ").find(|(at, _)| {
        let word = before[..*at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        word.chars().count() > SHORTENED || word.ends_with(|c: char| c.is_ascii_digit())
    });
    stops.map_or(before, |(at, stop)| &before[at + stop.len()..])
}

/// Letters of a word that was shortened: «г.», «обл.».
const SHORTENED: usize = 3;

pub(super) fn begins(word: &str, list: &[String]) -> bool {
    list.iter().any(|stem| word.starts_with(stem.as_str()))
}

/// The words before a place, as far as they can matter: a long text is not read again at every mention.
pub(super) fn tail(text: &str, end: usize) -> &str {
    const NEAR: usize = 400;
    let mut from = end.saturating_sub(NEAR);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    text.get(from..end).unwrap_or_default()
}

/// The word right before a value, with nothing but these signs between.
pub(super) fn before<'w>(text: &str, said: &'w [Word], mention: &Mention, signs: &[char]) -> Option<&'w Word> {
    let word = said.get(said.partition_point(|word| word.end <= mention.start).checked_sub(1)?)?;
    text.get(word.end..mention.start).is_some_and(|gap| gap.trim_matches(signs).is_empty()).then_some(word)
}
