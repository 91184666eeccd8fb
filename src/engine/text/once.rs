//! A message read once: what is mentioned, how its words stand, what it wants.
//!
//! One turn looks at its last message from several sides: the performer, the guards, the prompt, the answer. All of them
//! see one reading. It depends on nothing but the words and the day, so it is remembered by them; a few recent messages
//! are, and only in memory.

use crate::engine::text::intent::{self, Intent};
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::scan;
use crate::engine::text::scope::{Scope, Scopes};
use crate::engine::work;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Messages that are remembered, and bytes of all of them.
const MOST: usize = 64;
const MOST_BYTES: usize = 512 * 1024;

/// A reading.
#[derive(Debug)]
pub struct Once {
    /// What is mentioned, as far as it is said: not denied, asked, supposed, quoted or said of others.
    pub mentions: Vec<Mention>,
    /// What it wants.
    pub intent: Intent,
    /// How its words stand.
    pub scopes: Scopes,
}

struct Entry {
    text: String,
    today: String,
    once: Arc<Once>,
    work: u64,
}

#[derive(Default)]
struct Recent {
    /// The newest first.
    entries: VecDeque<Entry>,
    bytes: usize,
}

static RECENT: Mutex<Recent> = Mutex::new(Recent { entries: VecDeque::new(), bytes: 0 });

/// Reads a message; relative dates count from `today`.
#[must_use]
pub fn once(text: &str, today: &str) -> Arc<Once> {
    if let Some((once, work)) = RECENT.lock().unwrap_or_else(PoisonError::into_inner).find(text, today) {
        // Counted as if it were read anew: the counter tells of texts, not of what was read before them.
        work::spend(usize::try_from(work).unwrap_or(usize::MAX));
        return once;
    }
    let before = work::spent();
    let once = Arc::new(read(text, today));
    let work = work::spent().wrapping_sub(before);
    let entry = Entry { text: text.to_owned(), today: today.to_owned(), once: Arc::clone(&once), work };
    RECENT.lock().unwrap_or_else(PoisonError::into_inner).keep(entry);
    once
}

/// What a message wants: from its reading where that is remembered.
#[must_use]
pub fn intent_of(text: &str) -> Intent {
    let recent = RECENT.lock().unwrap_or_else(PoisonError::into_inner);
    let known = recent.entries.iter().find(|entry| entry.text == text).map(|entry| entry.once.intent);
    drop(recent);
    known.unwrap_or_else(|| intent::intent(text))
}

fn read(text: &str, today: &str) -> Once {
    let scopes = Scopes::of(text);
    let mut mentions = scan::mentions(text, today);
    let quoted = |mention: &Mention| scopes.at(mention.start, mention.end) == Scope::Quoted;
    let numbers = mentions.iter().filter(|mention| identifies(&mention.kind) && quoted(mention)).count();
    // «С бумаги, что он прислал: паспорт …, ИНН …»: a block of details is copied from somewhere, and is read all the same.
    let copied = |mention: &Mention| numbers >= DETAILS && is_detail(&mention.kind) && quoted(mention);
    mentions.retain(|mention| scopes.at(mention.start, mention.end).tells() || copied(mention));
    Once { mentions, intent: intent::intent(text), scopes }
}

/// Numbers that make a block of details.
const DETAILS: usize = 3;

fn identifies(kind: &MentionKind) -> bool {
    use MentionKind as M;
    matches!(
        kind,
        M::Inn { .. } | M::Ogrn { .. } | M::Passport { .. } | M::Account { .. } | M::Bik { .. } | M::Kpp { .. }
    )
}

fn is_detail(kind: &MentionKind) -> bool {
    use MentionKind as M;
    let names = matches!(
        kind,
        M::Person { .. }
            | M::Company { .. }
            | M::Entrepreneur { .. }
            | M::Address { .. }
            | M::Date { .. }
            | M::Snils { .. }
    );
    names || identifies(kind) || matches!(kind, M::Phone { .. } | M::Email { .. })
}

impl Recent {
    fn find(&self, text: &str, today: &str) -> Option<(Arc<Once>, u64)> {
        let found = self.entries.iter().find(|entry| entry.text == text && entry.today == today)?;
        Some((Arc::clone(&found.once), found.work))
    }

    fn keep(&mut self, entry: Entry) {
        if entry.text.len() > MOST_BYTES / 4 || self.find(&entry.text, &entry.today).is_some() {
            return;
        }
        self.bytes += entry.text.len();
        self.entries.push_front(entry);
        while self.entries.len() > MOST || self.bytes > MOST_BYTES {
            let Some(oldest) = self.entries.pop_back() else { break };
            self.bytes -= oldest.text.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: &str = "2026-11-21";

    #[test]
    fn a_message_is_read_the_same_however_often_and_by_its_own_day() {
        let text = "Сдаю завтра за 30 000 рублей, залога нет";
        let (first, again) = (once(text, TODAY), once(text, TODAY));
        for one in [&first, &again] {
            let fresh = read(text, TODAY);
            assert_eq!(one.mentions, fresh.mentions);
            assert_eq!(one.intent, fresh.intent);
        }
        assert_ne!(once(text, "2026-12-30").mentions, first.mentions, "tomorrow is another day");
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let mut recent = Recent::default();
        let entry = |number: usize, length: usize| Entry {
            text: format!("{number}{}", "я".repeat(length)),
            today: TODAY.to_owned(),
            once: Arc::new(read("", TODAY)),
            work: 0,
        };
        for number in 0..2 * MOST {
            recent.keep(entry(number, 2));
        }
        assert_eq!(recent.entries.len(), MOST);
        for number in 0..40 {
            recent.keep(entry(number, MOST_BYTES / 16));
        }
        recent.keep(entry(0, MOST_BYTES));
        assert!(recent.bytes <= MOST_BYTES && recent.entries.iter().all(|one| one.text.len() <= MOST_BYTES / 4));
        assert_eq!(recent.bytes, recent.entries.iter().map(|one| one.text.len()).sum::<usize>());
    }
}
