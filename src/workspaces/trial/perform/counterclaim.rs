//! The counterclaim: the other side pleads it, the claiming side denies it and brings its own defences.

use crate::engine::knowledge::disputes::DefenceKind;
use crate::say;
use crate::workspaces::trial::perform::parties::state_words;
use crate::workspaces::trial::perform::{Case, depth, issue_of, manner};
use crate::workspaces::trial::score::{Proven, Row};
use crate::workspaces::trial::words::cut;
use serde_json::{Value, json};

/// Most points of a side about one counterclaim.
const MOST: usize = 4;

/// What the other side pleads for its counterclaim: what is proven first, then what is still open.
#[must_use]
pub fn pleaded(case: &Case<'_>, first: usize) -> Vec<Value> {
    let rows = case.ordered().into_iter().filter(|row| case.pack.claiming(&row.id) == "opposing");
    let (stands, open): (Vec<&Row>, Vec<&Row>) = rows.partition(|row| !row.facts.is_empty());
    let point = |(n, row): (usize, &Row)| {
        let (title, norm, state) = (case.title(&row.id), case.norm(&row.id), state_words(case.lang, row.state));
        let ids = row.facts.join(", ");
        let words = row.facts.first().map(|id| case.words(id)).unwrap_or_default();
        let text = if row.facts.is_empty() {
            say!(
                case.lang,
                "반소 「{title}」 ({norm}): {state}. 자료를 보완할 때까지 주장은 제한적입니다.",
                "Встречное требование «{title}» ({norm}): {state}. До новых материалов довод ограничен.",
                "Counterclaim “{title}” ({norm}): {state}. The argument is limited until more is produced."
            )
        } else {
            say!(
                case.lang,
                "반소 「{title}」 ({norm}) — 확정 사실 {ids}{words}.",
                "Встречное требование «{title}» ({norm}) — установленные факты {ids}{words}.",
                "Counterclaim “{title}” ({norm}) — confirmed facts {ids}{words}."
            )
        };
        json!({
            "id": format!("counter-{}", first + n), "target": issue_of(&row.id), "kind": "counterclaim",
            "text": cut(&format!("{text}{}{}", depth(case, row), manner(case)), 600), "facts": row.facts,
        })
    };
    stands.into_iter().chain(open).take(MOST).enumerate().map(point).collect()
}

/// Who has to prove a counterclaim: a sentence of the performer's own.
#[must_use]
pub fn burden(lang: &str) -> String {
    say!(
        lang,
        "입증책임은 반소를 제기한 쪽에 있습니다.",
        "Бремя доказывания на том, кто его заявил.",
        "The burden is on the side that brings it."
    )
}

/// What the claiming side says against a counterclaim: denials of what is weak, then its defences.
#[must_use]
pub fn answered(case: &Case<'_>, first: usize) -> Vec<Value> {
    let lang = case.lang;
    let weak = case.ordered().into_iter().filter(|row| {
        case.pack.claiming(&row.id) == "opposing" && !matches!(row.state, Proven::Admitted | Proven::Proven)
    });
    let defences = case.standing.defences.iter().filter(|row| case.pack.claiming(&row.id) == "opposing");
    let burden = burden(lang);
    let point = |(n, row): (usize, &Row)| {
        let (title, norm, state) = (case.title(&row.id), case.norm(&row.id), state_words(lang, row.state));
        let defence = case.pack.defences.iter().find(|one| one.id == row.id);
        let bears = defence.is_some_and(|one| one.kind == DefenceKind::Defence);
        let text = match (defence.is_some(), bears) {
            (true, true) => say!(
                lang,
                "반소에 대한 항변 「{title}」 ({norm}): {state}.",
                "Возражение против встречного требования «{title}» ({norm}): {state}.",
                "Defence to the counterclaim “{title}” ({norm}): {state}."
            ),
            _ => say!(
                lang,
                "반소의 「{title}」 부인: {state}. {burden}",
                "Отрицание «{title}» встречного требования: {state}. {burden}",
                "Denial of “{title}” of the counterclaim: {state}. {burden}"
            ),
        };
        let mut point = json!({
            "id": format!("claim-{}", first + n), "issue_id": issue_of(&row.id), "kind": if bears { "defence" } else { "denial" },
            "text": cut(&format!("{text}{}{}", depth(case, row), manner(case)), 600), "facts": row.facts,
        });
        let alleged: Vec<&String> = row.disputed.iter().filter(|_| bears && row.facts.is_empty()).collect();
        if !alleged.is_empty() {
            point["alleged"] = json!(alleged);
        }
        point
    };
    weak.chain(defences).take(MOST).enumerate().map(point).collect()
}
