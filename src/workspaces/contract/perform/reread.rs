//! A reading that is needed twice: a model is told how the rules read the last words, and its answer is put over that.

use crate::engine::knowledge::Knowledge;
use crate::engine::step::Kept;
use crate::model::facts::Ledger;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::input::Given;
use crate::workspaces::contract::perform::interpret::{self, Reading};
use std::sync::{Arc, LazyLock};

static NOTHING: LazyLock<Ledger> = LazyLock::new(Ledger::default);

/// A reading with everything that it was made from.
struct Before {
    given: Given,
    /// Of the knowledge.
    hash: String,
    pack: String,
    draft: Draft<'static>,
}

/// Reads the last message and keeps the reading for [`again`].
#[must_use]
pub fn first<'g, 'k>(given: &'g Given, knowledge: &'k Knowledge, kept: &Kept) -> Option<Reading<'g, 'k>> {
    let read = interpret::read(given, knowledge, None)?;
    let before = Before {
        given: given.clone(),
        hash: knowledge.hash.clone(),
        pack: read.pack.id.clone(),
        draft: onto(read.draft.clone(), &NOTHING),
    };
    // Where something is kept already, that stays: `again` looks what it was made from.
    let _ = kept.set(Box::new(before));
    Some(read)
}

/// The reading of the last message: the kept one, if it was made from the very same.
#[must_use]
pub fn again<'g, 'k>(given: &'g Given, knowledge: &'k Knowledge, kept: &Kept) -> Option<Reading<'g, 'k>> {
    let before = kept.get().and_then(|before| before.downcast_ref::<Before>());
    let before = before.filter(|before| before.hash == knowledge.hash && is_same(&before.given, given));
    let known = before.and_then(|before| {
        let last = given.turns.last()?;
        let question = last.answers_to.as_ref().and_then(|id| given.asked.get(id));
        let draft = onto(before.draft.clone(), &given.ledger);
        Some(Reading { pack: knowledge.pack(&before.pack)?, heard: Heard::new(last, question), draft })
    });
    known.or_else(|| interpret::read(given, knowledge, None))
}

fn is_same(one: &Given, other: &Given) -> bool {
    Arc::ptr_eq(&one.state, &other.state)
        && Arc::ptr_eq(&one.ledger.0, &other.ledger.0)
        && one.now == other.now
        && one.turns == other.turns
        && one.asked == other.asked
        && one.extra == other.extra
}

/// The same draft over the same ledger in another place.
fn onto<'l>(draft: Draft<'_>, ledger: &'l Ledger) -> Draft<'l> {
    Draft {
        apart: draft.apart,
        domain: draft.domain,
        writes: draft.writes,
        doubts: draft.doubts,
        notes: draft.notes,
        spans: draft.spans,
        reads: draft.reads,
        disputed: draft.disputed,
        conflicts: draft.conflicts,
        first_wins: draft.first_wins,
        decided: draft.decided,
        settled: draft.settled,
        earlier: draft.earlier,
        closes: draft.closes,
        ledger,
        before: draft.before,
    }
}

#[cfg(test)]
mod tests {
    use super::{again, first};
    use crate::engine::step::Kept;
    use crate::engine::turn::Moment;
    use crate::model::ids::SessionId;
    use crate::model::snapshot::Snapshot;
    use crate::workspaces::Workspace;
    use crate::workspaces::contract::flow::CONTRACT;
    use crate::workspaces::contract::perform::input::{Given, given};
    use crate::workspaces::contract::perform::interpret::{self, Reading};
    use crate::workspaces::contract::tests::KNOWLEDGE;
    use serde_json::Value;
    use std::sync::Arc;

    fn told(words: &str) -> Given {
        let moment = Moment { now: "2026-11-21T09:00:00.000Z".into() };
        let session = SessionId::from("AAAAAAAAAAAAAAAAAAAAAA");
        let opened = CONTRACT.open(&session, words, &moment);
        let (state, aside) = (Arc::new(opened.state), Arc::new(opened.aside));
        given(&Snapshot { session, version: 0, state, aside, at: moment.now.clone() }, opened.turns, &moment)
    }

    fn answer(given: &Given, read: Option<Reading<'_, '_>>) -> Value {
        interpret::answered(given, &read.unwrap())
    }

    #[test]
    fn what_is_kept_is_what_would_be_read() {
        let lease =
            told("Сдаю в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц, залог 15 000 рублей");
        let fresh = answer(&lease, interpret::read(&lease, &KNOWLEDGE, None));
        let kept = Kept::new();
        assert_eq!(answer(&lease, first(&lease, &KNOWLEDGE, &kept)), fresh);
        assert!(kept.get().is_some());
        assert_eq!(answer(&lease, again(&lease, &KNOWLEDGE, &kept)), fresh);
        assert_eq!(answer(&lease, again(&lease, &KNOWLEDGE, &Kept::new())), fresh);
        // Kept of other words: nobody's reading here.
        let loan = told("Даю в долг 500 000 рублей под 12 % годовых до 1 декабря 2027");
        let other = answer(&loan, interpret::read(&loan, &KNOWLEDGE, None));
        assert_ne!(other, fresh);
        assert_eq!(answer(&loan, again(&loan, &KNOWLEDGE, &kept)), other);
        let later = Given { now: "2026-11-22T09:00:00.000Z".into(), ..lease.clone() };
        let anew = answer(&later, interpret::read(&later, &KNOWLEDGE, None));
        assert_eq!(answer(&later, again(&later, &KNOWLEDGE, &kept)), anew);
    }
}
