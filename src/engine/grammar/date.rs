//! Dates in the text of a contract.

use crate::engine::grammar::plural::NBSP;
use jiff::civil::Date;

/// Months in the genitive, as dates have them.
pub const MONTHS: [&str; 12] = [
    "января",
    "февраля",
    "марта",
    "апреля",
    "мая",
    "июня",
    "июля",
    "августа",
    "сентября",
    "октября",
    "ноября",
    "декабря",
];

fn parts(iso: &str) -> Option<(i8, &'static str, i16)> {
    let date: Date = iso.parse().ok()?;
    let month = MONTHS.get(usize::try_from(date.month() - 1).ok()?)?;
    Some((date.day(), month, date.year()))
}

/// «12» марта 2027 г.; text that is no date stays.
#[must_use]
pub fn quoted(iso: &str) -> String {
    parts(iso).map_or_else(|| iso.to_owned(), |(day, month, year)| format!("«{day:02}»{NBSP}{month} {year}{NBSP}г."))
}

/// 1 декабря 2026 года; the same form serves as the genitive («с 1 декабря», «до 31 мая»).
#[must_use]
pub fn long(iso: &str) -> String {
    parts(iso).map_or_else(|| iso.to_owned(), |(day, month, year)| format!("{day}{NBSP}{month} {year}{NBSP}года"))
}

/// 01.12.2026, for tables.
#[must_use]
pub fn short(iso: &str) -> String {
    iso.parse::<Date>().map_or_else(|_| iso.to_owned(), |d| format!("{:02}.{:02}.{}", d.day(), d.month(), d.year()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        assert_eq!(quoted("2027-03-12"), "«12»\u{a0}марта 2027\u{a0}г.");
        assert_eq!(quoted("2027-03-02"), "«02»\u{a0}марта 2027\u{a0}г.");
        assert_eq!(long("2026-12-01"), "1\u{a0}декабря 2026\u{a0}года");
        assert_eq!(short("2026-12-01"), "01.12.2026");
        assert_eq!(long("завтра"), "завтра");
        assert_eq!(long("2026-13-01"), "2026-13-01");
    }
}
