//! What a comparison of two runs says in one sentence, and the addresses of its page. Pure.

use crate::model::run_compare::{Fate, Place, PlaceChange, PlaceRow, Quantity, Row, RunComparison};
use crate::model::session::VersionRow;
use crate::ui::compare_text::CompareText;
use crate::ui::logic::format::fill;
use crate::ui::logic::links;

/// Values that a sentence names.
const NAMED: usize = 3;

/// What differs, in one sentence: the answer first, then where it stands, then how it came about.
#[must_use]
pub fn headline(found: &RunComparison, t: &CompareText) -> String {
    let differs = |name: &str| found.differs.iter().any(|one| one == name);
    let [a, b] = &found.runs;
    let mut parts: Vec<String> = Vec::new();
    if differs("question") {
        parts.push(t.h_question.to_owned());
    }
    if differs("day") {
        parts.push(two(t.h_day, &a.as_of, &b.as_of));
    }
    match (a.found, b.found) {
        (true, false) => parts.push(two(t.h_lost, &told(found, t, 0), "")),
        (false, true) => parts.push(two(t.h_gained, "", &told(found, t, 1))),
        (false, false) => parts.push(t.h_nothing.to_owned()),
        (true, true) => {
            parts.extend(numbers(&found.numbers, t));
            if let Some((Some(old), Some(new))) = found
                .calculation
                .as_ref()
                .filter(|row| row.fate != Fate::Same)
                .map(|row| (row.first.as_ref(), row.second.as_ref()))
            {
                parts.push(two(t.h_calculation, &old.result, &new.result));
            }
            parts.extend(sources(found, t));
            if differs("words") && !differs("numbers") && !differs("sources") {
                parts.push(t.h_words.to_owned());
            }
        }
    }
    let seen = ["question", "day", "found", "numbers", "sources", "calculation", "words"];
    if !seen.iter().any(|name| differs(name)) {
        let rest = [("plan", t.h_plan), ("judge", t.h_judge), ("performer", t.h_performer)];
        parts.extend(rest.iter().filter(|(name, _)| differs(name)).map(|(_, words)| (*words).to_owned()));
        if found.differs.is_empty() {
            parts.insert(0, t.h_same.to_owned());
        }
    }
    capital(&parts.join("; "))
}

fn two(template: &str, a: &str, b: &str) -> String {
    fill(template, &[("a", a), ("b", b)])
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Value and unit.
#[must_use]
pub fn valued(one: &Quantity) -> String {
    format!("{} {}", one.value, one.unit).trim().to_owned()
}

/// The numbers of a side, or, without any, its first place.
fn told(found: &RunComparison, t: &CompareText, at: usize) -> String {
    let side = |row: &'_ Row<Quantity>| if at == 0 { row.first.clone() } else { row.second.clone() };
    let values: Vec<Quantity> = found.numbers.iter().filter_map(side).collect();
    if values.is_empty() {
        return places(found, at).first().map(|place| place.address.clone()).unwrap_or_default();
    }
    some(values.iter(), t)
}

fn some<'q>(values: impl Iterator<Item = &'q Quantity>, t: &CompareText) -> String {
    let mut all: Vec<String> = Vec::new();
    for words in values.map(valued) {
        if !all.contains(&words) {
            all.push(words);
        }
    }
    let rest = all.len().saturating_sub(NAMED);
    all.truncate(NAMED);
    let mut words = all.join(" / ");
    if rest > 0 {
        words.push(' ');
        words.push_str(&fill(t.and_more, &[("n", &rest.to_string())]));
    }
    words
}

fn numbers(rows: &[Row<Quantity>], t: &CompareText) -> Option<String> {
    let first = || rows.iter().filter_map(|row| row.first.as_ref());
    let second = || rows.iter().filter_map(|row| row.second.as_ref());
    let has = |fate: Fate| rows.iter().any(|row| row.fate == fate);
    if rows.is_empty() {
        return None;
    }
    let (old, new) = (some(first(), t), some(second(), t));
    let template = match (has(Fate::Changed), has(Fate::Lost), has(Fate::Gained)) {
        (false, false, false) if rows.len() == 1 => t.h_number_same,
        (false, false, false) => t.h_numbers_same,
        (false, true, false) if new.is_empty() => t.h_number_lost,
        (false, true, false) => t.h_narrowed,
        (false, false, true) => t.h_widened,
        _ if first().count() == 1 && second().count() == 1 => t.h_number_other,
        _ => t.h_numbers_other,
    };
    Some(two(template, &old, &new))
}

fn places(found: &RunComparison, at: usize) -> Vec<&Place> {
    fn side(row: &PlaceRow, at: usize) -> Option<&Place> {
        if at == 0 { row.first.as_ref() } else { row.second.as_ref() }
    }
    let mut all: Vec<&Place> = found.citations.iter().filter_map(|row| side(row, at)).collect();
    all.sort_by_key(|place| place.number);
    all
}

fn sources(found: &RunComparison, t: &CompareText) -> Option<String> {
    let rows = &found.citations;
    let (old, new) = (places(found, 0), places(found, 1));
    let (a, b) = (old.first()?, new.first()?);
    let changed = rows.iter().find(|row| row.fate == Fate::Changed);
    let one_sided = rows.iter().any(|row| matches!(row.fate, Fate::Lost | Fate::Gained));
    if !one_sided {
        let Some(row) = changed else { return Some(t.h_source_same.to_owned()) };
        let (old, new) = (row.first.as_ref()?, row.second.as_ref()?);
        return Some(match row.change {
            Some(PlaceChange::Edition) => two(t.h_source_edition, &edition(old), &edition(new)),
            Some(PlaceChange::Address) => two(t.h_source_address, &old.address, &new.address),
            _ => t.h_source_same.to_owned(),
        });
    }
    if rows.iter().any(|row| row.fate == Fate::Same) {
        return Some(t.h_sources_some.to_owned());
    }
    let same_document = a.document == b.document;
    Some(two(if same_document { t.h_place_other } else { t.h_source_other }, &a.address, &b.address))
}

/// A document with its edition.
#[must_use]
pub fn edition(place: &Place) -> String {
    [place.document.as_str(), place.edition.as_str()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

/// Whether a version begins a run: a person's words or edit made it.
#[must_use]
pub fn begins_run(row: &VersionRow) -> bool {
    matches!(row.cause.as_str(), "message" | "edit")
}

/// The page that compares runs of a session, or a session with another.
#[must_use]
pub fn href(id: &str, with: Option<&str>, versions: Option<[u32; 2]>) -> String {
    let mut query: Vec<String> = with.map(|other| format!("with={}", links::encode(other))).into_iter().collect();
    query.extend(versions.map(|[from, to]| format!("from={from}&to={to}")));
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    format!("/s/{}/compare{query}", links::encode(id))
}

/// The id of a session in what a person pasted: an address of its page, or the id itself.
#[must_use]
pub fn session_in(text: &str) -> &str {
    let text = text.trim();
    let rest = text.rsplit_once("/s/").map_or(text, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::run_compare::{Calculation, RunSide};
    use crate::ui::compare_text::of;
    use crate::ui::prefs::Lang;

    fn number(value: &str) -> Option<Quantity> {
        Some(Quantity { value: value.into(), unit: "мм".into(), condition: "на воздухе".into() })
    }

    fn row(fate: Fate, first: Option<Quantity>, second: Option<Quantity>) -> Row<Quantity> {
        Row { fate, first, second }
    }

    fn place(document: &str, edition: &str, address: &str) -> Option<Place> {
        let (document, edition, address) = (document.into(), edition.into(), address.into());
        Some(Place { number: 1, document, edition, address, ..Place::default() })
    }

    fn cited(fate: Fate, change: Option<PlaceChange>, first: Option<Place>, second: Option<Place>) -> PlaceRow {
        PlaceRow { fate, first, second, change }
    }

    fn runs(a: bool, b: bool) -> [RunSide; 2] {
        [a, b].map(|found| RunSide { found, ..RunSide::default() })
    }

    #[test]
    fn the_first_sentence_says_what_differs() {
        let t = of(Lang::Ru);
        let (same, sp) = (Fate::Same, || place("ПС 1", "2025", "ПС 1 табл. 4.1"));
        let base = RunComparison {
            runs: runs(true, true),
            numbers: vec![row(same, number("20"), number("20"))],
            citations: vec![cited(same, None, sp(), sp())],
            ..RunComparison::default()
        };
        let with = |change: &dyn Fn(&mut RunComparison)| {
            let mut found = base.clone();
            change(&mut found);
            headline(&found, t)
        };
        let differs = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(with(&|_| ()), "Ответы не различаются; число то же: 20 мм; источник тот же");
        let other = with(&|found| {
            found.numbers = vec![row(Fate::Changed, number("20"), number("25"))];
            found.differs = differs(&["numbers", "words"]);
        });
        assert_eq!(other, "Число другое: 20 мм → 25 мм; источник тот же");
        let narrowed = with(&|found| {
            found.numbers = vec![row(Fate::Lost, number("20"), None), row(same, number("25"), number("25"))];
            found.differs = differs(&["numbers", "words"]);
        });
        assert_eq!(narrowed, "Из чисел осталось 25 мм; источник тот же");
        let many = with(&|found| {
            found.numbers = ["20", "25", "30", "40", "70"].map(|n| row(Fate::Lost, number(n), None)).to_vec();
            found.numbers.push(row(Fate::Gained, None, number("3")));
            found.differs = differs(&["numbers", "words"]);
        });
        assert_eq!(many, "Числа другие: 20 мм / 25 мм / 30 мм … (ещё 2) → 3 мм; источник тот же");
        let lost = with(&|found| {
            found.runs = runs(true, false);
            found.numbers = vec![row(Fate::Lost, number("20"), None)];
            found.differs = differs(&["found", "numbers"]);
        });
        assert_eq!(lost, "Во второй раз ответа нет, было: 20 мм");
        let gained = with(&|found| {
            found.runs = runs(false, true);
            found.numbers.clear();
            found.citations = vec![cited(Fate::Gained, None, None, sp())];
            found.differs = differs(&["found"]);
        });
        assert_eq!(gained, "Ответ нашёлся: ПС 1 табл. 4.1");
        let nothing = with(&|found| {
            found.runs = runs(false, false);
            found.differs = differs(&["plan"]);
        });
        assert_eq!(nothing, "Оба раза ответа нет; план поиска другой");
        let edition = with(&|found| {
            let new = place("ПС 1", "2026", "ПС 1 табл. 4.1");
            found.citations = vec![cited(Fate::Changed, Some(PlaceChange::Edition), sp(), new)];
            found.runs[0].as_of = "2025-05-01".into();
            found.runs[1].as_of = "2026-05-01".into();
            found.differs = differs(&["day", "sources"]);
        });
        assert_eq!(
            edition,
            "Нормы на разные даты: 2025-05-01 → 2026-05-01; число то же: 20 мм; источник в другой редакции: ПС 1, 2025 → ПС 1, 2026"
        );
        let elsewhere = with(&|found| {
            found.citations = vec![
                cited(Fate::Lost, None, sp(), None),
                cited(Fate::Gained, None, None, place("ПС 2", "", "ПС 2 п. 1")),
            ];
            found.calculation = Some(Row {
                fate: Fate::Changed,
                first: Some(Calculation { result: "4 м".into(), ..Calculation::default() }),
                second: Some(Calculation { result: "5 м".into(), ..Calculation::default() }),
            });
            found.differs = differs(&["sources", "calculation"]);
        });
        assert_eq!(
            elsewhere,
            "Число то же: 20 мм; расчёт другой: 4 м → 5 м; источник другой: ПС 1 табл. 4.1 → ПС 2 п. 1"
        );
        let words = with(&|found| found.differs = differs(&["words", "performer"]));
        assert_eq!(words, "Число то же: 20 мм; источник тот же; слова ответа другие");
        for lang in [Lang::En, Lang::Ko] {
            assert!(!headline(&base, of(lang)).contains('{'));
        }
    }

    #[test]
    fn addresses() {
        assert_eq!(href("a", None, None), "/s/a/compare");
        assert_eq!(href("a", Some("b"), Some([1, 2])), "/s/a/compare?with=b&from=1&to=2");
        for text in [" b ", "x.test/s/b", "/s/b?v=1", "x/s/b/compare#y"] {
            assert_eq!(session_in(text), "b", "{text}");
        }
    }
}
