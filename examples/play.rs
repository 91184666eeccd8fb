//! scratch
use legalagi::engine::knowledge::{Knowledge, load};
use legalagi::engine::turn::{Moment, accept};
use legalagi::model::event::Event;
use legalagi::model::ids::SessionId;
use legalagi::model::snapshot::Snapshot;
use legalagi::model::turn::Turn;
use legalagi::workspaces::contract::flow::CONTRACT;
use legalagi::workspaces::contract::missions::{play, read};
use legalagi::workspaces::{Next, Workspace};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

fn moment() -> Moment {
    Moment { now: "2026-11-22T09:00:00.000Z".into() }
}

fn run(mut now: Snapshot, mut turns: Vec<Turn>, k: &Knowledge) -> (Snapshot, Vec<Turn>) {
    while let Next::Run(step) = CONTRACT.next(&now) {
        let input = CONTRACT.input(step, &now, &turns, &moment(), k);
        let answer = CONTRACT.perform(step.id, &input.data, k).to_string();
        match accept(step, &now, &turns, &moment(), k, &answer) {
            Ok(a) => {
                turns.extend(a.turns);
                now = a.snapshot;
            }
            Err(e) => {
                println!("!!! REJECTED {e:?}");
                break;
            }
        }
    }
    (now, turns)
}

fn main() {
    let k = load::embedded().expect("packs");
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().map(String::as_str) == Some("missions") {
        missions(&k, args.get(1).and_then(|s| s.parse().ok()).unwrap_or(40));
        return;
    }
    for file in &args {
        println!("################ {file}");
        let text = std::fs::read_to_string(file).expect("file");
        one(&text, &k);
    }
}

fn missions(k: &Knowledge, last: u64) {
    let all = read::embedded(k).expect("missions");
    let mut bad = 0;
    let mut n = 0;
    for m in &all {
        for seed in 1..=last {
            let Some(row) = play::builtin(m, k, seed) else {
                println!("no pack");
                continue;
            };
            n += 1;
            if !row.passes() {
                bad += 1;
                if bad < 30 {
                    println!("{}", json!(row));
                }
            }
        }
    }
    println!("missions {n}, bad {bad}");
}

fn one(text: &str, k: &Knowledge) {
    let parts: Vec<&str> = text.split("\n---\n").map(|p| p.trim_matches('\n')).filter(|p| !p.is_empty()).collect();
    let session = SessionId::from("AAAAAAAAAAAAAAAAAAAAAA");
    let mut before: Option<Snapshot> = None;
    let opened = CONTRACT.open(&session, parts[0], &moment());
    let snap = Snapshot {
        session,
        version: 0,
        state: Arc::new(opened.state),
        aside: Arc::new(opened.aside),
        at: moment().now,
    };
    let (mut now, mut turns) = run(snap, opened.turns, k);
    println!("\n>>> {}", parts[0]);
    show(before.as_ref(), &now, &turns, k);
    for part in &parts[1..] {
        println!("\n>>> {part}");
        let open = now.aside.next_action.clone();
        let event: Event = if let Some(rest) = part.strip_prefix("!") {
            if rest == "accept" {
                Event::Review {
                    state_version: now.version,
                    all: true,
                    accept: vec![],
                    reject: vec![],
                    set: BTreeMap::new(),
                }
            } else {
                Event::Message { text: String::new(), answers_to: None, choice: Some(rest.to_owned()) }
            }
        } else if part.starts_with('{') {
            let fields: BTreeMap<String, Value> = serde_json::from_str(part).expect("json");
            let card = CONTRACT.answer(before.as_ref(), &now, &turns, k).card.map(|c| c.card_id).unwrap_or_default();
            Event::Card { card, fields }
        } else {
            Event::Message { text: (*part).to_owned(), answers_to: None, choice: None }
        };
        let _ = open;
        match CONTRACT.absorb(&now, &event, &moment(), k) {
            Ok(s) => {
                let next = Snapshot {
                    version: now.version + 1,
                    state: Arc::new(s.state),
                    aside: Arc::new(s.aside),
                    ..now.clone()
                };
                before = Some(now.clone());
                turns.extend(s.turns);
                let r = run(next, turns.clone(), k);
                now = r.0;
                turns = r.1;
                show(before.as_ref(), &now, &turns, k);
            }
            Err(e) => println!("!!! ERROR {}", serde_json::to_string(&e).unwrap_or_default()),
        }
    }
    println!("\n== FINAL");
    for (at, e) in now.aside.ledger.0.iter() {
        println!(
            "  {at} = {} [{:?}] «{}»",
            e.value,
            e.support(),
            e.quote.clone().unwrap_or_default().chars().take(60).collect::<String>().replace('\n', " ")
        );
    }
    for i in now.state["issues"].as_array().into_iter().flatten().filter(|i| i["status"] == "open") {
        println!("  issue {} {}: {}", i["severity"], i["key"], i["missing_or_conflict"]);
    }
    if std::env::var("DOC").is_ok() {
        if let Ok(Some(view)) = CONTRACT.document(&now, k, None, "contract") {
            let v = serde_json::to_value(&view).unwrap_or_default();
            let mut out = String::new();
            flat(&v["blocks"], &mut out);
            println!("{out}");
        }
    }
}

fn flat(v: &Value, out: &mut String) {
    match v {
        Value::Array(a) => {
            for x in a {
                flat(x, out);
            }
        }
        Value::Object(m) => {
            if let Some(Value::String(s)) = m.get("text") {
                out.push_str(s);
            }
            for (key, x) in m {
                if key != "text" {
                    flat(x, out);
                }
            }
            if m.contains_key("kind") {
                out.push('\n');
            }
        }
        _ => {}
    }
}

fn show(before: Option<&Snapshot>, now: &Snapshot, turns: &[Turn], k: &Knowledge) {
    let a = CONTRACT.answer(before, now, turns, k);
    for r in &a.recorded {
        println!(
            "  + {} [{}] = {} [{:?}] «{}»",
            r.label,
            r.pointer,
            r.shown,
            r.support,
            r.quote.clone().unwrap_or_default().chars().take(50).collect::<String>().replace('\n', " ")
        );
    }
    for m in &a.not_understood {
        println!("  ? {}", m.quote);
    }
    println!("  REPLY: {}", a.reply);
    if let Some(c) = &a.card {
        println!("  CARD {} {}", c.card_id, c.title);
        for f in &c.fields {
            println!(
                "    - {} {}{}: {} {:?}",
                f.pointer,
                f.label,
                if f.required { "*" } else { "" },
                f.value,
                f.choices.iter().map(|c| c.label.as_str()).collect::<Vec<_>>()
            );
        }
    }
    println!("  LEVEL {:?} status {} holds {}", a.level, now.state["meta"]["status"], a.holds.len());
    for h in a.holds.iter().take(12) {
        println!("    ! {} — {}", h.message, h.how);
    }
    let act = serde_json::to_value(&now.aside.next_action).unwrap_or_default();
    println!("  NEXT {} {}", act["kind"], act["ask_user"]["question_text"]);
}
