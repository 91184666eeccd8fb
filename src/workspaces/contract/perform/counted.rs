//! Numbers that count or number something, and days that only working people count.

use crate::engine::text::mention::{Mention, MentionKind};
use crate::workspaces::contract::perform::bearing::{WORDS, has};

/// «2 ключа», «дом восемьдесят четыре»: a bare number that counts or numbers something.
#[must_use]
pub fn counts_things(text: &str, mention: &Mention) -> bool {
    if !matches!(mention.kind, MentionKind::Number { .. }) {
        return false;
    }
    let before = text.get(..mention.start).unwrap_or_default().trim_end();
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    if has(&WORDS.words.numbered, &word) {
        return true;
    }
    let rest = text.get(mention.end..).unwrap_or_default();
    if before.ends_with('/') || rest.starts_with('/') {
        return true;
    }
    let Some(rest) = rest.strip_prefix(' ') else { return false };
    let next: String = rest.chars().take_while(|c| c.is_alphabetic()).collect::<String>().to_lowercase();
    next.chars().count() > 2 && !has(&WORDS.words.neutral, &next)
}

/// «10 рабочих дней»: no number of days of the calendar, and a field counts those.
#[must_use]
pub fn of_working_days(text: &str, mention: &Mention) -> bool {
    let said = text.get(mention.start..mention.end).unwrap_or_default().to_lowercase();
    matches!(mention.kind, MentionKind::Duration { .. })
        && WORDS.words.working.iter().any(|stem| said.contains(stem.as_str()))
}
