//! A private note changes something definite of the own side's plan, says what, and is seen by nobody else.

use super::{Play, at_first_gate, civil, finish, loan, proof};
use crate::workspaces::trial::input::sees_private;
use crate::workspaces::trial::notes::{MEANS, read};
use crate::workspaces::trial::report::pieces::{Which, part};
use crate::workspaces::trial::settle;
use crate::workspaces::trial::steering;
use crate::workspaces::trial::words::texts;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Language, a note, what it asks for.
const NOTES: [(&str, &str, &[&str]); 24] = [
    ("ko", "조기 합의를 최우선으로", &["settle", "hurry"]),
    ("ko", "가능하면 화해로 끝내고 싶다. 4천만 원 밑으로는 양보하지 않겠다", &["settle", "limit"]),
    ("ko", "합의할 생각은 없다", &["no_settle"]),
    ("ko", "판결까지 다툰다", &["no_settle"]),
    ("ko", "비용을 아끼는 방향으로", &["thrift"]),
    ("ko", "예산은 300만 원", &["budget"]),
    ("ko", "상대방과 거래를 계속할 예정", &["ties"]),
    ("ko", "언론에 알려지면 안 된다", &["quiet"]),
    ("ru", "Главное — мировое, не меньше 40 млн", &["settle", "limit"]),
    ("ru", "Договориться как можно раньше", &["settle", "hurry"]),
    ("ru", "Мировое не нужно", &["no_settle"]),
    ("ru", "Идём до конца, до решения суда", &["no_settle"]),
    ("ru", "Постараться сэкономить: экономия важнее", &["thrift"]),
    ("ru", "Бюджет 3 млн вон", &["budget"]),
    ("ru", "Хотим сохранить отношения с партнёром", &["ties"]),
    ("ru", "Без огласки, репутация дороже", &["quiet"]),
    ("en", "Settle early if we can", &["settle", "hurry"]),
    ("en", "We accept a settlement of at least 40,000,000", &["settle", "limit"]),
    ("en", "Do not settle", &["no_settle"]),
    ("en", "Fight to the end", &["no_settle"]),
    ("en", "Keep costs down, the cheap way", &["thrift"]),
    ("en", "Our budget is 3,000,000", &["budget"]),
    ("en", "Keep the business relationship", &["ties"]),
    ("en", "No publicity, our reputation matters", &["quiet"]),
];

fn gated(user_side: &str, lang: &str, note: &str) -> Play {
    let mut case = civil(user_side);
    case["lang"] = json!(lang);
    let mut play = Play::open(&case);
    play.gate("facts_intake", loan()).unwrap();
    play.run();
    play.gate("facts_review", json!({"items": [], "accept": "all", "confirm": true})).unwrap();
    play.run();
    let issue = play.end()["gate"]["options"]["issues"][0]["id"].clone();
    let fields = json!({"focus_issues": [issue], "goal": "win_rate", "stance": "neutral", "note": note});
    play.gate("gate_r1_issues", fields).unwrap();
    play.run();
    play
}

fn receipt(play: &Play, rule: &str) -> Value {
    let rows = play.end()["steering"]["compliance"].as_array().unwrap().clone();
    rows.into_iter().find(|one| one["rule"] == rule).unwrap_or_else(|| panic!("{rule}: {}", play.end()["steering"]))
}

#[test]
fn a_note_is_read_by_its_meaning_in_three_languages() {
    let pack = settle::pack(&at_first_gate("claimant").trial()).unwrap();
    for (_, note, wants) in NOTES {
        let made = read(note, Some(&pack), "claimant", "KRW");
        let keys: Vec<&str> = made.as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect();
        let wanted: BTreeSet<&str> = wants.iter().copied().collect();
        assert_eq!(keys.iter().copied().collect::<BTreeSet<_>>(), wanted, "{note}: {made}");
    }
    for note in ["서두르지 않아도 된다는 점만 기억", "Документы у секретаря", "The file is with the assistant"]
    {
        let made = read(note, Some(&pack), "claimant", "KRW");
        assert!(made.is_null(), "{note}: {made}");
    }
    // The line is the lowest for who receives, the highest for who pays.
    let note = "합의는 3천만 원에서 4천만 원 한도로";
    assert_eq!(read(note, None, "claimant", "KRW")["limit"]["amount"], 30_000_000);
    assert_eq!(read(note, None, "opposing", "KRW")["limit"]["amount"], 40_000_000);
    assert_eq!(read("이자 부분을 먼저 다툴 것", Some(&pack), "claimant", "KRW")["first"], json!(["el-4"]));
}

#[test]
fn every_meaning_of_a_note_changes_the_own_plan_and_says_what() {
    for (lang, note, wants) in NOTES {
        let play = gated("claimant", lang, note);
        for want in wants {
            let receipt = receipt(&play, &format!("{MEANS}.{want}"));
            assert_eq!(receipt["status"], "followed", "{note}: {receipt}");
            assert!(receipt["reason"].as_str().unwrap().chars().count() > 20, "{receipt}");
        }
    }
    // The offer of a wish to settle comes first and soon; who is in a hurry does all in half the time.
    let steps = |note: &str| {
        let play = gated("claimant", "ko", note);
        play.end()["card"]["recommended_next_steps"].as_array().unwrap().clone()
    };
    let (bare, noted) = (steps("서류는 사무실에 있음"), steps("조기 합의를 최우선으로"));
    assert!(bare[0]["route"].is_null() && noted[0]["route"] == "mediation", "{noted:?}");
    assert!(noted[0]["due"].as_str() < bare[0]["due"].as_str());
}

#[test]
fn an_element_that_a_note_puts_first_comes_first_for_the_own_side_alone() {
    let play = gated("claimant", "ko", "교부 이체 부분을 먼저 다툴 것");
    let trial = play.trial();
    let first = |round: usize, role: &str, list: &str, key: &str| {
        let step = trial.rounds[round].steps.iter().find(|step| step.role == role).unwrap();
        step.output["body"][list][0][key].clone()
    };
    let noted = trial.steering[0].private[MEANS]["first"][0].clone();
    assert_eq!(noted, "el-2");
    let plans = trial.rounds[1].steps.iter().find(|step| step.role == "claimant").unwrap();
    let order: Vec<&str> =
        plans.output["body"]["Claims"].as_array().unwrap().iter().filter_map(|one| one["issue_id"].as_str()).collect();
    assert!(order.iter().take(2).any(|id| *id == "issue-2"), "{order:?}");
    assert_eq!(receipt(&play, &format!("{MEANS}.first"))["status"], "followed");
    // What the judge looks at first is what was chosen openly.
    let open = trial.steering[0].public["focus_issues"][0].clone();
    assert_eq!(first(1, "judge", "Issues", "id"), open);
}

#[test]
fn neither_words_nor_meaning_nor_sums_of_a_note_reach_anybody_else() {
    for (index, user_side) in ["claimant", "opposing", "neutral"].into_iter().enumerate() {
        // Each side a third of the notes of every language.
        for (lang, note, _) in NOTES.into_iter().skip(index).step_by(3) {
            let note = format!("{note}. 파란수달비밀메모 41,234,567");
            let mut play = gated(user_side, lang, &note);
            play.gate("gate_r2_evidence", proof(&play)).unwrap();
            play.run();
            let mut fields = finish(&play);
            fields["report"]["include"] = json!(["settlement", "changelog"]);
            play.gate("gate_r3_final", fields).unwrap();
            play.run();
            for (step, system, user, input) in play.shown.iter().filter(|(step, ..)| !sees_private(step, user_side)) {
                let all = format!("{system}\n{user}\n{input}");
                for secret in ["파란수달비밀메모", "41,234,567", "41234567", MEANS] {
                    assert!(!all.contains(secret), "{user_side} {lang}: {secret} in the prompt of {step}");
                }
            }
            let trial = play.trial();
            let open = json!([
                trial.rounds.iter().map(|round| &round.steps).collect::<Vec<_>>(),
                trial.log,
                part(&trial.report, Which::Open),
            ]);
            let (sums, phrases) = steering::secrets(&trial);
            let told = texts(&open).into_iter().find(|(_, text)| steering::leaks(text, &sums, &phrases));
            assert_eq!(told, None, "{user_side} {lang}: {note}");
            let said = json!(trial.rounds.iter().map(|round| round.end.clone()).collect::<Vec<_>>());
            let told = texts(&said).into_iter().find(|(_, text)| steering::leaks(text, &sums, &phrases));
            assert_eq!(told, None, "{user_side} {lang}: {note}");
        }
    }
}

#[test]
fn the_private_page_has_the_range_that_the_note_draws() {
    let mut play = gated("claimant", "ko", "합의는 4천만 원 이상이면 가능");
    play.gate("gate_r2_evidence", proof(&play)).unwrap();
    play.run();
    let mut fields = finish(&play);
    fields["report"]["include"] = json!(["settlement"]);
    play.gate("gate_r3_final", fields).unwrap();
    play.run();
    let report = &play.trial().report;
    let private = part(report, Which::Private).to_string();
    assert!(private.contains("메모에 따른 합의 범위: 40,000,000–50,000,000"), "{private}");
    assert!(!part(report, Which::Open).to_string().contains("40,000,000"));
}
