//! What a value does not mean although it stands beside the name of a fact: an age, a repetition, a bound, an extra, a
//! part of the whole.

use crate::engine::knowledge::pack::{Field, FieldKind};
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::engine::text::numeral_words::small;
use crate::engine::text::stem::stem;
use crate::engine::text::{folded, is_given_name};
use crate::workspaces::contract::perform::explained;
use serde::Deserialize;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/outside.toml`).
#[derive(Debug, Default, Deserialize)]
struct Marks {
    age: Vec<String>,
    family: Vec<String>,
    each: Vec<String>,
    every: Vec<String>,
    cap: Vec<String>,
    over: Vec<String>,
    extra: Vec<String>,
    part: Vec<String>,
    total: Vec<String>,
    monthly: Vec<String>,
    pause: Vec<String>,
    late: Vec<String>,
    doing: Vec<String>,
    within: Vec<String>,
    lasting: Vec<String>,
    today: Vec<String>,
    money: Vec<String>,
    joint: Vec<String>,
    worth: Vec<String>,
    valued: Vec<String>,
    bought: Vec<String>,
    fixes: Vec<String>,
    prepay: Vec<String>,
    paying: Vec<String>,
    months: Vec<String>,
    keeps: Vec<String>,
    apiece: Vec<String>,
    given: Vec<String>,
    weekday: Vec<String>,
    by: Vec<String>,
    day: Vec<String>,
    born: Vec<String>,
    born_behind: Vec<String>,
    elsewhere: Vec<String>,
    not: Vec<String>,
    need: Vec<String>,
    no: Vec<String>,
    when: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/outside.toml")).unwrap_or_default());

/// Years that are an age rather than a term.
const LIFETIME: u32 = 50;
/// Words of an answer that is one value.
const BRIEF: usize = 6;
/// Words behind a choice among which its denial stands: «за задержку оплаты пени не предусматриваем».
const DECLINING: usize = 4;
/// Characters behind a choice in which it is declined.
const DECLINED: usize = 40;
/// Bytes before and behind a value that are looked at.
const BEFORE: usize = 160;
const BEHIND: usize = 60;
/// Words before a value among which a bound of a measure stands, and words of an extra on either side.
const NEAR: usize = 4;

/// Whether a value cannot be the value of this field.
#[must_use]
pub(super) fn is(field: &Field, mention: &Mention, text: &str) -> bool {
    Around::of(text, mention).is_outside(field, mention)
}

impl Around {
    /// The same, where many fields are asked about one value.
    #[must_use]
    pub(super) fn is_outside(&self, field: &Field, mention: &Mention) -> bool {
        let around = self;
        let marks = &*MARKS;
        if self.said.as_ref().is_some_and(|said| said.is_other(field)) && !self.named(field) {
            return true;
        }
        match &mention.kind {
            M::Duration { count, unit } if field.kind == FieldKind::Duration => {
                let of_deal = field.pointer.ends_with("/term/duration");
                // Nobody rents or works for a lifetime: that is somebody's age.
                let lifetime = of_deal && unit == "year" && *count >= LIFETIME && !around.named(field);
                let aged =
                    around.in_years(mention) && around.words().next().is_some_and(|word| begins(word, &marks.family));
                let kept = of_deal && !names(field, &marks.keeps) && around.clause_says(&marks.keeps);
                let fixed = field.pointer.ends_with("/objection_days")
                    && (around.clause_says(&marks.fixes) || around.behind_says(&marks.fixes));
                lifetime
                    || fixed
                    || aged
                    || kept
                    || around.last_is(&marks.age)
                    || around.after_name && around.in_years(mention)
                    || around.last_is(&marks.each)
                    || around.ends(&marks.every)
                    || of_deal
                        && (around.clause_says(&marks.late) || around.last_is(&marks.within) && !around.does(marks))
            }
            M::Money { .. } | M::Number { .. } if field.kind == FieldKind::Money => {
                let per = matches!(mention.kind, M::Money { per: Some(_), .. });
                let price = field.pointer.starts_with("/price");
                let capped = price && (around.ends(&marks.cap) || around.clause_contains(&marks.part));
                let extra = price && !names(field, &marks.extra) && around.near(&marks.extra);
                let whole = field.per.is_some() && !per;
                // «По 9 тысяч» is the price of one of many.
                let each = matches!(field.pointer.rsplit('/').next(), Some("total" | "amount"))
                    && around.last_is(&marks.apiece);
                // «За декабрь плата 39 000»: one month of many; «за декабрь 2026» is no sum at all.
                let month = field.per.as_deref() == Some("month") && around.of_month(&marks.months);
                let year = matches!(&mention.kind, M::Number { value } if value.len() == 4)
                    && around.words().next().is_some_and(|word| begins(word, &marks.months));
                capped
                    || month
                    || year
                    || extra
                    || each && !field.pointer.starts_with("/penalty")
                    || price && around.worth(field, &marks.valued)
                    || whole
                        && (around.says_near(&marks.total) || around.for_days() || around.worth(field, &marks.worth))
            }
            M::Percent { .. } => field.kind == FieldKind::Rate && around.ends(&marks.cap),
            M::Quantity { .. } => {
                field.kind == FieldKind::Quantity
                    && (around.last_is(&marks.each) || around.last_is(&marks.over) || around.word_near(&marks.cap))
            }
            M::Date { .. } | M::DateRange { .. } => {
                let given = field.pointer == "/term/end"
                    && (around.clause_says(&marks.given) || around.behind_says(&marks.given));
                let ends = field.pointer == "/term/end" && !around.brief;
                let weekday = around.begins_inside(&marks.weekday) && (around.last_is(&marks.by) || ends);
                let today = field.pointer == "/term/end" && around.begins_inside(&marks.today);
                let paid = field.pointer.starts_with("/term") && around.behind_sum(&marks.by);
                given
                    || weekday
                    || today
                    || paid
                    || field.pointer.starts_with("/term")
                        && around.last_is(&marks.by)
                        && around.says(&marks.prepay)
                        && !around.named(field)
                    || (field.pointer.starts_with("/term") || field.pointer.starts_with("/delivery"))
                        && (around.clause_says(&marks.pause)
                            || around.behind_says(&marks.pause)
                            || around.monthly(&marks.monthly))
            }
            // Where a passport was issued or somebody lives is not where the contract is made.
            M::City { .. } => field.kind == FieldKind::City && around.clause_says(&marks.elsewhere),
            M::Number { .. } if field.kind == FieldKind::DayOfMonth => {
                !(around.brief || around.last_is(&marks.by) || around.behind_says(&marks.day))
            }
            M::Number { value } if field.kind == FieldKind::Integer => {
                !around.brief && value.parse::<i32>().is_ok_and(|number| (1990..=2100).contains(&number))
            }
            M::Year { .. } | M::Number { .. } if field.kind == FieldKind::Year => {
                let bought = around.clause_says(&marks.bought) || around.behind_says(&marks.bought);
                bought || around.says_near(&marks.born) || around.behind_says(&marks.born) || around.born()
            }
            _ => false,
        }
    }
}

/// «Предоплаты не дам»: whether the words behind something decline it.
#[must_use]
pub(super) fn declined_behind(text: &str, end: usize) -> bool {
    let rest = folded(&text.get(end..).unwrap_or_default().chars().take(DECLINED).collect::<String>());
    let clause = rest.split([',', '.', ';', '\n', '—', '-']).next().unwrap_or_default();
    let said: Vec<&str> = clause.split_whitespace().take(DECLINING).collect();
    let verb = said.windows(2).any(|pair| MARKS.not.iter().any(|one| one == pair[0]) && begins(pair[1], &MARKS.need));
    verb || said.first().is_some_and(|no| MARKS.no.iter().any(|one| one == no))
}

/// Whether a few words decline what they name: «залог не предусматриваем», «депозита никакого».
#[must_use]
pub(super) fn declines(part: &str) -> bool {
    let low = folded(part);
    let said: Vec<&str> = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let verb = said.windows(2).any(|pair| MARKS.not.iter().any(|not| not == pair[0]) && begins(pair[1], &MARKS.need));
    let conditional = said.iter().any(|word| MARKS.when.iter().any(|one| one == word));
    (verb || said.iter().any(|word| MARKS.no.iter().any(|one| one == word))) && !conditional
}

/// Whether a clause speaks of money that is paid.
#[must_use]
pub(super) fn speaks_of_payment(clause: Option<&str>) -> bool {
    let low = folded(clause.unwrap_or_default());
    low.contains('%') || low.split(|c: char| !c.is_alphanumeric()).any(|word| begins(word, &MARKS.paying))
}

/// Whether a clause speaks of money that is paid before the rest.
#[must_use]
pub(super) fn speaks_of_part(clause: &str) -> bool {
    let low = folded(clause);
    !low.contains("100") && low.split(|c: char| !c.is_alphanumeric()).any(|word| begins(word, &MARKS.prepay))
}

fn names(field: &Field, list: &[String]) -> bool {
    let low = field.label.to_lowercase();
    list.iter()
        .any(|stem| low.contains(stem.as_str()) || field.hints.iter().any(|hint| hint.starts_with(stem.as_str())))
}

/// What stands around a value in its sentence, folded.
pub(super) struct Around {
    before: String,
    inside: String,
    behind: String,
    /// What the words behind say that the value is.
    said: Option<explained::Said>,
    /// Whether the whole message is one value.
    brief: bool,
    /// Whether a given name stands right before the value: «дети Амир 9 лет».
    after_name: bool,
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
        }
    }

    /// The words before the value in its own clause, the nearest first.
    fn words(&self) -> impl Iterator<Item = &str> {
        let clause = self.before.rsplit(',').next().unwrap_or_default();
        clause.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).rev()
    }

    fn last_is(&self, list: &[String]) -> bool {
        self.words().next().is_some_and(|word| list.iter().any(|one| one == word))
    }

    fn ends(&self, list: &[String]) -> bool {
        let before = self.before.trim_end();
        list.iter().any(|mark| {
            before.strip_suffix(mark.as_str()).is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric()))
        })
    }

    /// Whether the clause before the value holds one of these phrases.
    fn clause_contains(&self, list: &[String]) -> bool {
        let clause = self.before.rsplit(',').next().unwrap_or_default();
        list.iter().any(|mark| clause.contains(mark.as_str()))
    }

    /// «Если угонит — 800 000»: what the thing itself costs, unless a name of the fact stands nearer to the sum.
    fn worth(&self, field: &Field, list: &[String]) -> bool {
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

    /// «За декабрь — 39 000», «39 000 за декабрь».
    fn of_month(&self, months: &[String]) -> bool {
        let within = |word: &str| MARKS.within.iter().any(|one| one == word);
        let own: Vec<&str> = self.words().collect();
        let mut behind = self.behind.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        own.windows(2).any(|pair| begins(pair[0], months) && within(pair[1]))
            || behind.next().is_some_and(within) && behind.next().is_some_and(|word| begins(word, months))
    }

    /// Whether a length of time is told in years, as ages are.
    fn in_years(&self, mention: &Mention) -> bool {
        matches!(&mention.kind, M::Duration { unit, .. } if unit == "year")
    }

    /// Whether a word of the sentence before the value begins so.
    fn says(&self, list: &[String]) -> bool {
        self.before.split(|c: char| !c.is_alphanumeric()).any(|word| begins(word, list))
    }

    fn behind_says(&self, list: &[String]) -> bool {
        let clause = self.behind.split(',').next().unwrap_or_default();
        clause.split(|c: char| !c.is_alphanumeric()).any(|word| begins(word, list))
    }

    fn says_near(&self, list: &[String]) -> bool {
        self.words().take(NEAR + 1).any(|word| begins(word, list))
    }

    fn begins_inside(&self, list: &[String]) -> bool {
        self.inside.split(|c: char| !c.is_alphanumeric()).any(|word| begins(word, list))
    }

    /// «1984 г. р.»
    fn born(&self) -> bool {
        let behind = self.behind.trim_start();
        MARKS.born_behind.iter().any(|mark| behind.starts_with(mark.as_str()))
    }

    fn clause_says(&self, list: &[String]) -> bool {
        self.words().any(|word| begins(word, list))
    }

    fn word_near(&self, list: &[String]) -> bool {
        self.words().take(NEAR).any(|word| list.iter().any(|one| one == word))
    }

    /// Whether one of the nearest words on either side, in the same clause, begins so.
    fn near(&self, list: &[String]) -> bool {
        let behind = self.behind.split([',', ';']).next().unwrap_or_default();
        let mut behind = behind.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(3);
        // «… и отдельно 350 за уборку»: what stands behind a joint is of another value.
        let own = self.words().take(NEAR).take_while(|word| !MARKS.joint.iter().any(|one| one == *word));
        own.into_iter().any(|word| begins(word, list)) || behind.any(|word| begins(word, list))
    }

    /// «Ещё четырнадцать до пятого января»: a day right behind a sum is when the sum is paid.
    fn behind_sum(&self, by: &[String]) -> bool {
        let mut words = self.words();
        let by = words.next().is_some_and(|word| by.iter().any(|one| one == word));
        let sum = |word: &str| {
            word.ends_with(|c: char| c.is_ascii_digit()) || small(word).is_some() || begins(word, &MARKS.money)
        };
        by && words.next().is_some_and(sum)
    }

    /// «14 000 за три дня», «за 10 дней 15 000»: the sum is for a length of time of its own.
    fn for_days(&self) -> bool {
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

    fn monthly(&self, list: &[String]) -> bool {
        let whole = format!("{}{}", self.inside, self.behind);
        list.iter().any(|mark| whole.contains(mark.as_str()))
    }

    fn does(&self, marks: &Marks) -> bool {
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

fn begins(word: &str, list: &[String]) -> bool {
    list.iter().any(|stem| word.starts_with(stem.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::scan;
    use crate::workspaces::contract::tests::KNOWLEDGE;

    #[test]
    fn the_words_are_read() {
        for list in [&MARKS.age, &MARKS.cap, &MARKS.extra, &MARKS.late, &MARKS.worth, &MARKS.no, &MARKS.money] {
            assert!(!list.is_empty(), "{:?}", *MARKS);
        }
    }

    #[test]
    fn a_value_that_means_something_else_is_no_value() {
        for (pack, at, text, want) in [
            ("residential_tenancy", "/term/duration", "Мне 67 лет, сдаю квартиру", true),
            ("residential_tenancy", "/term/duration", "жить будут дети Амир 9 лет", true),
            ("residential_tenancy", "/term/duration", "сдаю на 11 месяцев", false),
            ("residential_tenancy", "/term/duration", "Срок Договора 11 месяцев", false),
            ("supply", "/term/duration", "цены пересматриваем раз в два месяца", true),
            ("vehicle_lease", "/term/duration", "просрочил плату на 2 дня — забираю машину", true),
            ("vehicle_lease", "/term/duration", "за просрочку штраф, сдаю на 2 года", false),
            ("software", "/term/duration", "Заказчик даёт тексты за 10 дней", true),
            ("software", "/term/duration", "сделаю за 2 месяца", false),
            ("vehicle_lease", "/price/rent", "платит ремонт сам, но не больше 100 тысяч", true),
            ("vehicle_lease", "/price/rent", "если угонит — 800 тысяч рублей", true),
            ("vehicle_lease", "/price/rent", "в случае угона платит, аренда 25 000 рублей", false),
            ("services", "/price/total", "мытьё окон 15 тысяч за раз отдельно", true),
            ("services", "/price/total", "всё вместе 15 тысяч", false),
            ("real_estate_sale", "/price/total", "цена 5 млн, из них своих 1 300 000 рублей", true),
            ("real_estate_sale", "/price/total", "двое хозяев, один из них я, цена 5 млн рублей", false),
            ("vehicle_lease", "/price/rent", "итого за 6 суток 5400 рублей", true),
            ("vehicle_lease", "/price/rent", "аренда 25 000 рублей", false),
            ("software", "/payment/advance", "неустойка 0,1% в день, максимум 10%", true),
            ("software", "/payment/advance", "аванс 10%", false),
            ("supply", "/object/quantity", "Минимум на одну поставку 800 кг", true),
            ("supply", "/object/quantity", "картофель 800 кг", false),
        ] {
            let field = KNOWLEDGE.pack(pack).and_then(|pack| pack.field_of(at));
            let field = field.unwrap_or_else(|| panic!("{pack} has no {at}"));
            let mentions = scan::mentions(text, "2026-11-23");
            let fits = |m: &&Mention| match field.kind {
                FieldKind::Money => matches!(m.kind, M::Money { .. }),
                FieldKind::Duration => matches!(m.kind, M::Duration { .. }),
                FieldKind::Rate => matches!(m.kind, M::Percent { .. }),
                FieldKind::Quantity => matches!(m.kind, M::Quantity { .. }),
                _ => false,
            };
            // The last one: the words before it are what is tried.
            let last = mentions.iter().rfind(fits).unwrap_or_else(|| panic!("{text}: {mentions:?}"));
            assert_eq!(is(field, last, text), want, "{text}: {mentions:?}");
        }
    }
}
