//! Days in a row: «25.02, 25.03 и 25.04.2027», «15.02 — 200 000, 15.03 — 150 000, 15.04.2027 — 150 000». The year that the
//! last of them has is that of all.

use crate::engine::text::dates::Said;
use crate::engine::text::token::fold;
use regex::Regex;
use std::sync::LazyLock;

/// Bytes between two days of a row.
const GAP: usize = 48;

/// What follows a short day in a row that ends with a whole one.
static ROW: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:\s*(?:,|;|и|, и)\s*\d{2}\.\d{2}\b){0,24}\s*(?:,|;|и|, и)\s*\d{1,2}\.\d{2}\.\d{4}\b").ok()
});

/// Whether «25.02» stands in a row of days: a whole day ends the row, or a day stands right before it.
pub(super) fn in_row(text: &str, (start, end): (usize, usize), before: Option<&Said>) -> bool {
    let ahead = || ROW.as_ref().is_some_and(|row| text.get(end..).is_some_and(|rest| row.is_match(rest)));
    let behind = || {
        let gap = before.filter(|said| said.end <= start).and_then(|said| text.get(said.end..start));
        gap.is_some_and(|gap| matches!(gap.trim(), "," | ";" | "и" | ", и"))
    };
    ahead() || behind()
}

/// Gives days without a year the year of the next day in their row.
pub(super) fn share_years(text: &str, said: &mut [Said]) {
    for at in (1..said.len()).rev() {
        let (left, right) = said.split_at_mut(at);
        let (Some(one), Some(next)) = (left.last_mut(), right.first()) else { continue };
        let Some(year) = next.year.filter(|_| one.year.is_none()) else { continue };
        let (Some(month), Some(following)) = (one.month, next.month) else { continue };
        if text.get(one.end..next.start).is_some_and(between) {
            // «25.11, 25.12, 25.01.2027»: the year turned in between.
            one.year = Some(if (month, one.day) > (following, next.day) { year - 1 } else { year });
        }
    }
}

/// Whether only sums and joints stand between two days.
fn between(gap: &str) -> bool {
    const JOINTS: &[&str] = &[
        "и",
        "до",
        "к",
        "по",
        "затем",
        "потом",
        "далее",
        "р",
        "руб",
        "рублей",
        "рубля",
        "тыс",
        "тысяч",
        "тысячи",
        "and",
    ];
    // «01.03–01.02.2027» is one stretch and no row.
    if matches!(gap.trim(), "-" | "–" | "—") {
        return false;
    }
    let own = |word: &str| word.chars().all(|c| c.is_ascii_digit()) || JOINTS.contains(&fold(word).as_str());
    gap.len() <= GAP && gap.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).all(own)
}

#[cfg(test)]
mod tests {
    use crate::engine::text::mention::MentionKind;
    use crate::engine::text::scan::mentions;

    fn days(text: &str) -> Vec<String> {
        let found = mentions(text, "2026-11-27").into_iter();
        found.filter_map(|m| if let MentionKind::Date { iso, .. } = m.kind { Some(iso) } else { None }).collect()
    }

    #[test]
    fn days_in_a_row_share_their_year() {
        for (text, wanted) in [
            ("частями: 25.02, 25.03, 25.04 и 25.05.2028 по 75 тысяч", "2028-02-25 2028-03-25 2028-04-25 2028-05-25"),
            ("15.02 — 200 000, 15.03 — 150 000, 15.04.2028 — 150 000", "2028-02-15 2028-03-15 2028-04-15"),
            ("25 февраля, 25 марта и 25 апреля 2028 по 100 тысяч", "2028-02-25 2028-03-25 2028-04-25"),
            ("платить 25.11, 25.12 и 25.01.2028", "2027-11-25 2027-12-25 2028-01-25"),
            ("до 25.02, 25.03 и 25.04", "2027-02-25 2027-03-25 2027-04-25"),
        ] {
            assert_eq!(days(text).join(" "), wanted, "{text}");
        }
    }

    #[test]
    fn sums_in_a_row_are_no_days() {
        for text in ["метры 10.10, 11.12", "цены 12.10; 13.12"] {
            assert!(days(text).is_empty(), "{text}: {:?}", days(text));
        }
    }
}
