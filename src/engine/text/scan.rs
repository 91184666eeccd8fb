//! Everything said in a message, in order and without overlaps.

use crate::engine::text::address::addresses;
use crate::engine::text::amounts::amounts;
use crate::engine::text::codes::codes;
use crate::engine::text::dates::dates;
use crate::engine::text::mention::Mention;
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
    out.retain(|m| !heads.iter().any(|head| head.0 < m.end && m.start < head.1));
    out
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
