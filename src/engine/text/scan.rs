//! Everything said in a message, in order and without overlaps.

use crate::engine::text::address::addresses;
use crate::engine::text::amounts::amounts;
use crate::engine::text::codes::codes;
use crate::engine::text::dates::dates;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::organisations::organisations;
use crate::engine::text::people::people;
use crate::engine::text::places::cities;
use crate::engine::text::spans::{Candidate, resolve};
use crate::engine::text::stamps::stamps;
use crate::engine::text::streets::is_day_of_street;
use crate::engine::text::token::{Token, tokens};
use crate::engine::text::vehicle_codes::vehicle_codes;
use crate::engine::text::vehicles::vehicles;

/// Reads a text. `today` is the day of the turn, `YYYY-MM-DD`; without a right one relative days are not read.
///
/// The result is sorted by start and never overlaps: codes win over companies, these over days, addresses, people,
/// cars, cities and kinds of person; numbers are read from what is left.
#[must_use]
pub fn mentions(text: &str, today: &str) -> Vec<Mention> {
    let mut list = tokens(text);
    let mut candidates = codes(text);
    candidates.extend(vehicle_codes(text));
    // «ул. 1-го Мая» is a street.
    candidates.extend(dates(text, today).into_iter().filter(|day| !is_day_of_street(&list, &day.mention)));
    // Names and places are looked for outside codes and days, so that they never begin inside one.
    let firm = resolve(candidates.clone());
    cover(&mut list, &firm);
    let found = people(text, &list);
    candidates.extend(found.iter().map(|p| Candidate::new(4, list[p.first].start, list[p.next - 1].end, p.kind())));
    candidates.extend(organisations(text, &list, &found));
    candidates.extend(addresses(text, &list));
    candidates.extend(vehicles(text, &list));
    candidates.extend(cities(&list));
    let mut out = resolve(candidates);
    cover(&mut list, &out);
    out.extend(amounts(&list));
    out.sort_by_key(|m| m.start);
    let heads = stamps(text);
    out.retain(|m| !heads.iter().any(|head| head.0 < m.end && m.start < head.1) && !marks_line(text, m));
    out
}

/// «1) Кухня; 2) коридор», «3. Гарантия» at the beginning of a line: a number that only counts the lines of a list.
fn marks_line(text: &str, mention: &Mention) -> bool {
    let MentionKind::Number { value } = &mention.kind else { return false };
    if value.len() > 2 || mention.end - mention.start > 2 {
        return false;
    }
    let before = text.get(..mention.start).unwrap_or_default();
    let behind = text.get(mention.end..).unwrap_or_default();
    let spaced = |rest: &str| rest.starts_with([' ', '\u{a0}', '\t']);
    let opens = before.trim_end_matches([' ', '\t', '\u{a0}']);
    let line = opens.is_empty() || opens.ends_with('\n');
    let begins = line || opens.ends_with(['.', ';', ':', ',', '!', '?']);
    let closed = behind.strip_prefix(')').is_some_and(spaced);
    let dotted = behind.strip_prefix('.').is_some_and(spaced);
    // «(до 3)» closes what was opened; a day at the beginning of a line has no dot and a space behind it.
    let bracket = before.rfind('(') > before.rfind(')') && before.contains('(');
    closed && begins && !bracket || dotted && line
}

/// Marks the tokens that mentions cover. Both lists are in order.
fn cover(tokens: &mut [Token], mentions: &[Mention]) {
    let mut at = 0;
    for mention in mentions {
        while at < tokens.len() && tokens[at].end <= mention.start {
            at += 1;
        }
        while at < tokens.len() && tokens[at].start < mention.end {
            tokens[at].taken = true;
            at += 1;
        }
    }
}
