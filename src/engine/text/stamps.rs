//! Heads of lines that were pasted from a talk: «[10:31] Назар: …», «13:06 Назар: …», «02.12.2026, 10:31 - Назар: …».
//!
//! Who said it when is no part of what was said: no name, no number and no day of it is a fact.

/// Characters of a head.
const LONGEST: usize = 60;
/// Words of the name of whoever speaks.
const NAME: usize = 3;

/// The bytes of the heads, from the beginning of their lines to behind their colons.
#[must_use]
pub fn stamps(text: &str) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        out.extend(stamp(line).map(|end| (at, at + end)));
        at += line.len();
    }
    out
}

/// Where the head of a line ends.
fn stamp(line: &str) -> Option<usize> {
    let body = line.trim_start_matches(['>', ' ', '[', '(']);
    let from = line.len() - body.len();
    let mark = |b: &u8| b.is_ascii_digit() || matches!(b, b':' | b'.' | b',' | b' ' | b'-' | b'/');
    let time = body.bytes().take_while(mark).count();
    let clock = body.as_bytes()[..time].windows(5).any(|w| {
        w[0].is_ascii_digit() && w[1].is_ascii_digit() && w[2] == b':' && w[3].is_ascii_digit() && w[4].is_ascii_digit()
    });
    let rest = body[time..].trim_start_matches([']', ')', ' ', ',', '-', '—']);
    let name = rest.find(':').filter(|_| clock)?;
    let words = rest[..name].split_whitespace().count();
    let named = rest[..name].chars().next().is_some_and(char::is_alphabetic);
    let end = from + (body.len() - rest.len()) + name + 1;
    (named && (1..=NAME).contains(&words) && line[..end].chars().count() <= LONGEST).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_said_it_when_is_told_from_what_was_said() {
        for (line, want) in [
            ("[10:31] Аркадий Ф.: возврат за 90 дней", Some("[10:31] Аркадий Ф.:")),
            ("13:06 Назар: принял", Some("13:06 Назар:")),
            ("> [02.12.2026, 10:31] Назар В.: ок", Some("> [02.12.2026, 10:31] Назар В.:")),
            ("заезд с 14:00: ключи у охраны", None),
            ("14:00 открытие цеха по будням и ещё по выходным: ключи", None),
            ("условия: плата 10 000", None),
            ("1) неустойка: 0,1 %", None),
        ] {
            assert_eq!(stamp(line).map(|end| &line[..end]), want, "{line}");
        }
    }
}
