//! Which of several overlapping readings of a text wins.

use crate::engine::text::mention::{Mention, MentionKind};
use std::collections::BTreeMap;

/// A reading with its strength.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    /// 0 is the strongest.
    pub(crate) tier: u8,
    /// The reading.
    pub(crate) mention: Mention,
}

impl Candidate {
    /// A reading of `start..end`.
    pub(crate) fn new(tier: u8, start: usize, end: usize, kind: MentionKind) -> Self {
        Self { tier, mention: Mention { start, end, kind } }
    }
}

/// Keeps the stronger, then the longer, then the earlier of overlapping readings; sorted by place.
pub(crate) fn resolve(mut candidates: Vec<Candidate>) -> Vec<Mention> {
    candidates.sort_by_key(|c| (c.tier, usize::MAX - (c.mention.end - c.mention.start), c.mention.start));
    let mut kept: BTreeMap<usize, Mention> = BTreeMap::new();
    for Candidate { mention, .. } in candidates {
        let before = kept.range(..mention.end).next_back();
        if mention.start < mention.end && before.is_none_or(|(_, other)| other.end <= mention.start) {
            kept.insert(mention.start, mention);
        }
    }
    kept.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_then_longer() {
        let number = |value: &str| MentionKind::Number { value: value.to_owned() };
        let kept = resolve(vec![
            Candidate::new(1, 0, 10, number("weak")),
            Candidate::new(0, 4, 6, number("strong")),
            Candidate::new(1, 6, 8, number("short")),
            Candidate::new(1, 6, 9, number("long")),
            Candidate::new(1, 12, 12, number("empty")),
        ]);
        let names: Vec<(usize, usize)> = kept.iter().map(|m| (m.start, m.end)).collect();
        assert_eq!(names, [(4, 6), (6, 9)]);
    }
}
