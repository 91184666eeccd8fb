//! What a comparison of two branches of a mock trial says in one sentence. Pure.

use crate::ui::branch_text::BranchText;
use crate::ui::logic::format::fill;
use crate::ui::logic::trial::{hundredths, list, share, text};
use serde_json::Value;

/// What differs, round by round.
#[must_use]
pub fn headline(found: &Value, t: &BranchText) -> String {
    let differs: Vec<&str> = list(found, "differs").iter().filter_map(Value::as_str).collect();
    if differs.is_empty() {
        return t.h_same.to_owned();
    }
    let mut parts = vec![fill(t.h_common, &[("n", &found["common"]["rounds"].to_string())])];
    let facts = differs.iter().filter(|name| name.starts_with("facts.")).count();
    if facts > 0 {
        parts.push(fill(t.h_facts, &[("n", &facts.to_string())]));
    }
    for round in list(found, "rounds") {
        let number = round["round"].to_string();
        let prefix = format!("r{number}.");
        if differs.iter().any(|name| name.starts_with(&prefix)) {
            parts.push(fill(t.h_round, &[("n", &number), ("what", &of_round(round, t))]));
        }
    }
    parts.join("; ")
}

fn of_round(round: &Value, t: &BranchText) -> String {
    // A round that only one branch has.
    match (round["ended"][0].is_null(), round["ended"][1].is_null()) {
        (true, _) => return t.only_second.to_owned(),
        (_, true) => return t.only_first.to_owned(),
        _ => {}
    }
    let mut said: Vec<String> = Vec::new();
    if round["range"]["same"] == false {
        said.push(fill(t.h_range, &[("a", &span(&round["range"]["left"])), ("b", &span(&round["range"]["right"]))]));
    }
    for (key, words) in [("verdict", t.h_verdict), ("steering", t.h_steering), ("rewrites", t.h_rewrites)] {
        if round[key]["same"] == false {
            said.push(words.to_owned());
        }
    }
    for (key, words) in [("issues", t.h_issues), ("roles", t.h_roles)] {
        let count = list(round, key).iter().filter(|one| one["same"] == false).count();
        if count > 0 {
            said.push(fill(words, &[("n", &count.to_string())]));
        }
    }
    if said.is_empty() { t.h_nothing.to_owned() } else { said.join(", ") }
}

/// A range in words: `0.35–0.55`; a dash without one.
#[must_use]
pub fn span(range: &Value) -> String {
    if range["low"].is_null() {
        return "—".to_owned();
    }
    format!("{}–{}", share(hundredths(&range["low"])), share(hundredths(&range["high"])))
}

/// A signed number with two places: `+0.05`, `−0.10`.
#[must_use]
pub fn signed(value: &Value) -> String {
    let moved = value.as_f64().unwrap_or_default();
    let sign = match moved {
        moved if moved >= 0.005 => "+",
        moved if moved <= -0.005 => "−",
        _ => "",
    };
    let size = (moved.abs() * 100.0 + 0.5) as u32;
    format!("{sign}{}", share(size))
}

/// What an item of a role's output says: its words, the piece of evidence, the gap.
#[must_use]
pub fn said(item: &Value) -> String {
    let words = ["text", "means", "condition", "decision", "title"].iter().map(|key| text(item, key));
    let words: Vec<&str> = words.filter(|words| !words.is_empty()).collect();
    let named = [text(item, "evidence_id"), text(item, "gap_id")];
    let named: Vec<&str> = named.into_iter().filter(|id| !id.is_empty()).collect();
    [named, words].concat().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::branch_text::of;
    use crate::ui::prefs::Lang;
    use serde_json::json;

    #[test]
    fn the_first_sentence_goes_round_by_round() {
        let t = of(Lang::Ru);
        assert_eq!(headline(&json!({"differs": []}), t), "Ветки не различаются");
        let pair = |same: bool| json!({"same": same});
        let found = json!({
            "common": {"rounds": 1},
            "differs": ["facts.F-2", "r2.range", "r2.steering", "r2.i1", "r2.judge", "r3.range"],
            "rounds": [
                {"round": 1, "ended": [true, true]},
                {
                    "round": 2, "ended": [true, true], "verdict": pair(true), "steering": pair(false), "rewrites": pair(true),
                    "range": {"same": false, "left": {"low": 0.35, "high": 0.55}, "right": {"low": 0.4, "high": 0.6}},
                    "issues": [pair(false), pair(true)], "roles": [pair(false), pair(true)],
                },
                {"round": 3, "ended": [true, null]},
            ],
        });
        assert_eq!(
            headline(&found, t),
            "Общее прошлое — раундов: 1; разные факты: 1; раунд 2: шансы 0.35–0.55 → 0.40–0.60, указания, вопросов: 1, речей: 1; раунд 3: только в ветке 1"
        );
    }

    #[test]
    fn numbers_and_items() {
        for (value, words) in [(0.05, "+0.05"), (-0.1, "−0.10"), (0.001, "0.00")] {
            assert_eq!(signed(&json!(value)), words);
        }
        assert_eq!(span(&Value::Null), "—");
        assert_eq!(said(&json!({"evidence_id": "E-1", "means": "문서", "issue_id": "x"})), "E-1 · 문서");
    }
}
