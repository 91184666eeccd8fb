//! What a person leaves to the law: «не знаю, как обычно».

use crate::engine::knowledge::condition;
use crate::engine::knowledge::pack::Pack;
use crate::workspaces::contract::intake::provenance::{self, Heard};
use crate::workspaces::contract::intake::{defaults, terms};
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::turned;

/// «Не знаю / как обычно»: the rule of law for this question, for all open ones when the person has had enough.
pub(super) fn leave_to_law(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    if !heard.leaves_to_law() {
        return;
    }
    // Of several questions about one term the one that was asked.
    let asked = heard.question.and_then(|record| provenance::asked_by(pack, record)).map(|question| &question.id);
    // «Остальное как обычно» is about what is open: a term that stands keeps what was said of it.
    let open = |terms: &[String]| {
        let mut own = terms.iter().filter_map(|key| pack.term(key));
        own.any(|term| terms::is_open(term, &draft.domain))
    };
    let left: Vec<_> = pack
        .questions
        .iter()
        .filter(|q| {
            let whole = || heard.intent.enough && condition::all(&q.when, &draft.domain) && open(&q.terms);
            asked == Some(&q.id) && !turned::left_elsewhere(pack, heard, q) || whole()
        })
        .collect();
    for question in left {
        for (at, value) in defaults::writes(pack, question, &draft.domain) {
            draft.replace(&at, value);
        }
    }
}
