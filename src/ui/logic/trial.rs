//! Reading the state of a mock trial: where it stands, who speaks, what refers to what. Plain functions over JSON.

use crate::model::error::ApiError;
use serde_json::Value;

/// A text of an object; empty when absent.
#[must_use]
pub fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// A list of an object; empty when absent.
#[must_use]
pub fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// The texts of a list.
#[must_use]
pub fn texts(value: &Value, key: &str) -> Vec<String> {
    list(value, key).iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// A share of one as hundredths.
#[must_use]
pub fn hundredths(value: &Value) -> u32 {
    value.as_f64().map_or(0, |share| (share.clamp(0.0, 1.0) * 100.0 + 0.5) as u32)
}

/// Hundredths as they are shown: `0.35`.
#[must_use]
pub fn share(hundredths: u32) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// A sum with its thousands apart.
#[must_use]
pub fn sum(value: &Value) -> String {
    let digits = value.as_i64().unwrap_or(0).unsigned_abs().to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// How far a station of the way is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    /// Behind.
    Done,
    /// Here.
    Now,
    /// Ahead.
    Ahead,
}

impl Reached {
    /// As an attribute.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Now => "now",
            Self::Ahead => "ahead",
        }
    }
}

/// A station of the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Telling and confirming the facts.
    Facts,
    /// A round; 4 is the extension.
    Round(u8),
    /// The gate after it.
    Gate(u8),
    /// The report.
    Report,
}

/// The way of a session: every station, how far it is, and whether facts have changed since.
#[must_use]
pub fn way(state: &Value) -> Vec<(Stop, Reached, bool)> {
    let machine = &state["machine"];
    let (phase, round) = (text(machine, "phase"), machine["round"].as_u64().unwrap_or(0).min(4) as u8);
    let rounds = list(state, "rounds");
    let extended = machine["ext_used"] == true;
    let mut stops = vec![Stop::Facts];
    for number in 1..=if extended { 4 } else { 3 } {
        stops.extend([Stop::Round(number), Stop::Gate(number)]);
    }
    stops.push(Stop::Report);
    let here = match phase {
        "facts_intake" | "facts_stipulate" | "facts_review" => Some(Stop::Facts),
        "round" => Some(Stop::Round(round)),
        "user_gate" | "end_gate" => Some(Stop::Gate(round)),
        "report" => Some(Stop::Report),
        _ => None,
    };
    let ended = |number: u8| rounds.iter().any(|one| one["round"] == number && !one["end"].is_null());
    let passed = |number: u8| match phase {
        "done" | "closed" | "report" => ended(number),
        _ => ended(number) && (round > number || (number == round && phase.starts_with("facts_"))),
    };
    stops
        .into_iter()
        .map(|stop| {
            let done = match stop {
                Stop::Facts => round > 0,
                Stop::Round(number) => ended(number),
                Stop::Gate(number) => passed(number),
                Stop::Report => phase == "done",
            };
            let stale = match stop {
                Stop::Round(number) => rounds.iter().any(|one| one["round"] == number && one["stale"] == true),
                _ => false,
            };
            let reached = match (here == Some(stop), done) {
                (true, _) => Reached::Now,
                (false, true) => Reached::Done,
                (false, false) => Reached::Ahead,
            };
            (stop, reached, stale)
        })
        .collect()
}

/// What a kept draft belongs to: a form, the round, and for the review the facts that it shows.
#[must_use]
pub fn draft_stamp(form: &str, state: &Value) -> String {
    let facts = if form == "facts_review" { state["facts"].to_string() } else { String::new() };
    let mark = facts.bytes().fold(0_u32, |mark, byte| mark.wrapping_mul(31).wrapping_add(u32::from(byte)));
    format!("{form}/{}/{mark}", state["machine"]["round"])
}

/// The form that the session waits for.
#[must_use]
pub fn awaited(state: &Value) -> Option<&'static str> {
    let machine = &state["machine"];
    Some(match (text(machine, "phase"), machine["round"].as_u64()) {
        ("facts_intake", _) => "facts_intake",
        ("facts_review", _) => "facts_review",
        ("user_gate", Some(1)) => "gate_r1_issues",
        ("user_gate", _) => "gate_r2_evidence",
        ("end_gate", _) => "gate_r3_final",
        _ => return None,
    })
}

/// The payload of the last round that ended.
#[must_use]
pub fn last_end(state: &Value) -> Option<&Value> {
    list(state, "rounds").iter().rev().map(|round| &round["end"]).find(|end| !end.is_null())
}

/// The first words of the person, when the session was opened with an outline.
#[must_use]
pub fn outline(first_turn: &str, title: &str) -> String {
    if first_turn == title { String::new() } else { first_turn.to_owned() }
}

/// A piece of a text: plain, or the id of something on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// Words.
    Plain(String),
    /// `f-1`, `ev-2`, `gap-4`: things that stand on the page.
    Id(String),
}

/// Cuts a text at the ids of facts, evidence and gaps.
#[must_use]
pub fn pieces(text: &str) -> Vec<Piece> {
    let mut out = Vec::new();
    let (mut plain, mut rest, mut before) = (String::new(), text, None::<char>);
    while let Some(first) = rest.chars().next() {
        let free = before.is_none_or(|c| !c.is_ascii_alphanumeric() && c != '-');
        let id = ["f-", "ev-", "gap-"].into_iter().filter(|_| free).find_map(|kind| {
            let digits = rest.strip_prefix(kind)?.bytes().take_while(u8::is_ascii_digit).count();
            (1..=4).contains(&digits).then_some(kind.len() + digits)
        });
        let length = match id {
            Some(length) => {
                if !plain.is_empty() {
                    out.push(Piece::Plain(std::mem::take(&mut plain)));
                }
                out.push(Piece::Id(rest[..length].to_owned()));
                length
            }
            None => {
                plain.push(first);
                first.len_utf8()
            }
        };
        before = rest[..length].chars().next_back();
        rest = &rest[length..];
    }
    if !plain.is_empty() {
        out.push(Piece::Plain(plain));
    }
    out
}

/// A name behind words that say its kind already: «사실 f-1» is «사실 1», not «사실 사실 1».
#[must_use]
pub fn unsaid(before: &str, name: String) -> String {
    let Some((kind, number)) = name.rsplit_once(' ') else { return name };
    let last = before.trim_end().rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
    let root: String = kind.to_lowercase().chars().take(4).collect();
    let said = root.chars().count() >= 2 && last.starts_with(&root) && before.ends_with(' ');
    if said { number.to_owned() } else { name }
}

/// A fault of one field of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// `parties/0/name`.
    pub path: String,
    /// `required`, `count`, `too_long`…
    pub code: String,
    /// The limit that was passed, if one is named.
    pub limit: Option<i64>,
}

/// The faults that an error names.
#[must_use]
pub fn faults(error: &ApiError) -> Vec<Fault> {
    list(&error.details, "fields")
        .iter()
        .map(|one| Fault {
            path: text(one, "path").to_owned(),
            code: text(one, "code").to_owned(),
            limit: one["params"]["max"].as_i64(),
        })
        .collect()
}

/// The first fault of a field or of something in it.
#[must_use]
pub fn fault_of<'f>(faults: &'f [Fault], name: &str) -> Option<&'f Fault> {
    let below = |path: &str| path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    faults.iter().find(|fault| below(&fault.path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::error::ErrorCode;
    use serde_json::json;

    fn shown(state: &Value) -> String {
        way(state).iter().map(|(_, reached, _)| reached.as_str().chars().next().unwrap()).collect()
    }

    #[test]
    fn the_way_knows_what_is_behind_and_where_it_stands() {
        let state = |phase: &str, round: u8, ends: u8| {
            let rounds: Vec<Value> = (1..=ends).map(|n| json!({"round": n, "end": {"round": n}})).collect();
            json!({"machine": {"phase": phase, "round": round, "ext_used": false}, "rounds": rounds})
        };
        assert_eq!(shown(&state("facts_intake", 0, 0)), "naaaaaaa");
        assert_eq!(shown(&state("round", 1, 0)), "dnaaaaaa");
        assert_eq!(shown(&state("user_gate", 1, 1)), "ddnaaaaa");
        assert_eq!(shown(&state("round", 2, 1)), "dddnaaaa");
        assert_eq!(shown(&state("facts_review", 1, 1)), "nddaaaaa");
        assert_eq!(shown(&state("end_gate", 3, 3)), "ddddddna");
        assert_eq!(shown(&state("done", 3, 3)), "dddddddd");
        assert_eq!(shown(&state("closed", 3, 3)), "ddddddda");
        let mut longer = state("end_gate", 4, 4);
        longer["machine"]["ext_used"] = json!(true);
        assert_eq!(shown(&longer), "ddddddddna");
        longer["rounds"][0]["stale"] = json!(true);
        assert!(way(&longer)[1].2 && !way(&longer)[3].2);
    }

    #[test]
    fn ids_in_words_become_pieces() {
        let ids = |text: &str| -> Vec<String> {
            let found = pieces(text).into_iter();
            found.filter_map(|piece| if let Piece::Id(id) = piece { Some(id) } else { None }).collect()
        };
        assert_eq!(ids("확정 사실 f-2, f-7: 원고는. gap-4와 ev-1."), ["f-2", "f-7", "gap-4", "ev-1"]);
        assert!(ids("pdf-1 f- self-2 f-x").is_empty());
        let back: String = pieces("a f-1 б")
            .into_iter()
            .map(|p| match p {
                Piece::Plain(t) | Piece::Id(t) => t,
            })
            .collect();
        assert_eq!(back, "a f-1 б");
    }

    #[test]
    fn a_kind_is_not_said_twice() {
        for (before, name, want) in [
            ("확정 사실 ", "사실 2", "2"),
            ("установленные факты ", "факт 2", "2"),
            ("confirmed facts ", "fact 7", "7"),
            ("판단 기초: ", "사실 2", "사실 2"),
            (", ", "사실 3", "사실 3"),
            ("증거 ", "갑 제1호증", "갑 제1호증"),
        ] {
            assert_eq!(unsaid(before, name.to_owned()), want, "{before}{name}");
        }
    }

    #[test]
    fn numbers_and_faults() {
        assert_eq!(share(hundredths(&json!(0.35))), "0.35");
        assert_eq!((share(5), share(100)), ("0.05".to_owned(), "1.00".to_owned()));
        assert_eq!(sum(&json!(50_000_000)), "50,000,000");
        let error = ApiError::new(ErrorCode::ValidationFailed, "x").with(
            "fields",
            json!([{"path": "parties/0/name", "code": "required", "params": {}}, {"path": "goals", "code": "count", "params": {"max": 2}}]),
        );
        let all = faults(&error);
        assert_eq!(fault_of(&all, "parties").map(|one| one.code.as_str()), Some("required"));
        assert_eq!(fault_of(&all, "goal"), None);
        assert_eq!(fault_of(&all, "goals").and_then(|one| one.limit), Some(2));
    }
}
