//! Two runs of a question side by side: what stands in both, what changed, what is only in one. Pure.

use crate::engine::document::redline::words;
use crate::engine::fold::folded;
use crate::engine::quantity::expression::quantity;
use crate::model::run_compare::{
    Calculation, Fate, Judged, NORMS_COMPARE, Place, PlaceChange, PlaceRow, PlanStep, Quantity, Row, RunComparison,
    RunSide,
};
use crate::workspaces::norms::state::Norms;
use serde::Serialize;
use serde_json::Value;

/// A state at the end of a run, with what is known of the run beside it.
#[derive(Debug, Clone)]
pub struct Run<'n> {
    /// The state.
    pub norms: &'n Norms,
    /// Session, versions, performers, time, cost; what the state tells is filled in here.
    pub side: RunSide,
}

/// Compares two runs.
#[must_use]
pub fn compare(first: Run<'_>, second: Run<'_>) -> RunComparison {
    let states = [first.norms, second.norms];
    let sides = [side(first.norms, first.side), side(second.norms, second.side)];
    let plan = plan(states.map(steps));
    let citations = places(states.map(cited));
    let numbers = numbers(states.map(quantities));
    let calculation = calculation(states.map(calculated));
    let missing = missing(states.map(lost));
    let texts = states.map(text);
    let words = words::compare(&texts[0], &texts[1]);
    let [a, b] = &sides;
    let place_differs = citations.iter().any(|row| row.fate != Fate::Same);
    let differs = [
        ("question", folded(a.question.trim()) != folded(b.question.trim())),
        ("day", a.as_of != b.as_of),
        ("found", a.found != b.found),
        ("numbers", differ(&numbers)),
        ("sources", place_differs),
        ("calculation", calculation.as_ref().is_some_and(|row| row.fate != Fate::Same)),
        ("words", texts[0] != texts[1]),
        ("missing", differ(&missing)),
        ("plan", differ(&plan) || planned(states[0]) != planned(states[1])),
        ("judge", a.status != b.status || !same_verdict(a.judged.as_ref(), b.judged.as_ref())),
        ("performer", a.by != b.by || a.performers != b.performers),
    ];
    let differs = differs.iter().filter(|(_, differs)| *differs).map(|(name, _)| (*name).to_owned()).collect();
    RunComparison {
        schema: NORMS_COMPARE.to_owned(),
        runs: sides,
        differs,
        plan,
        citations,
        numbers,
        calculation,
        words,
        missing,
    }
}

fn differ<T>(rows: &[Row<T>]) -> bool {
    rows.iter().any(|row| row.fate != Fate::Same)
}

/// The plans on the way: the last one may be alike where the way was not.
fn planned(norms: &Norms) -> Vec<&str> {
    norms.seen_plans.iter().map(|seen| seen.fingerprint.as_str()).collect()
}

/// The reason names what was found, which the rows tell already.
fn same_verdict(a: Option<&Judged>, b: Option<&Judged>) -> bool {
    a.map(|one| (&one.verdict, &one.code)) == b.map(|one| (&one.verdict, &one.code))
}

fn side(norms: &Norms, given: RunSide) -> RunSide {
    let answer = norms.final_answer.clone().unwrap_or_default();
    let judged = norms.execution_history.iter().rev().find(|entry| entry["kind"] == "JUDGE");
    RunSide {
        question: norms.user_query.clone(),
        as_of: norms.as_of.clone(),
        as_of_given: norms.as_of_given,
        status: name(&norms.status),
        judged: judged.map(|entry| Judged {
            verdict: string(&entry["verdict"]),
            code: string(&entry["code"]),
            reason: string(&entry["reason"]),
        }),
        found: answer["found"] == true,
        partial: answer["partial"] == true,
        valid: answer["is_valid"] == true,
        by: string(&answer["by"]),
        edited: norms.edited.clone(),
        plans: norms.seen_plans.len(),
        ..given
    }
}

/// The name of a value on the wire.
fn name(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().as_ref().map(string).unwrap_or_default()
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// A number may have come as a string or as a number.
fn digits(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn answer_list(norms: &Norms, key: &str) -> Vec<Value> {
    norms.final_answer.as_ref().and_then(|answer| answer[key].as_array()).cloned().unwrap_or_default()
}

/// The words of the answer without its marks: `**` goes, `[2]` goes, `~~…~~` is told in words.
fn text(norms: &Norms) -> String {
    let marked = norms.final_answer.as_ref().map(|answer| string(&answer["text"])).unwrap_or_default();
    let mut bare = String::with_capacity(marked.len());
    let mut rest = marked.as_str();
    while let Some(open) = rest.find('[') {
        let (before, behind) = rest.split_at(open);
        let mark = behind[1..].split_once(']').filter(|(inner, _)| {
            !inner.is_empty() && inner.chars().all(|c| c.is_ascii_digit() || c == ',' || c == ' ')
        });
        match mark {
            Some((_, after)) => {
                bare.push_str(before.trim_end_matches(' '));
                rest = after;
            }
            None => {
                bare.push_str(before);
                bare.push('[');
                rest = &behind[1..];
            }
        }
    }
    bare.push_str(rest);
    let pieces: Vec<&str> = bare.split("~~").collect();
    let told = pieces.iter().enumerate().map(|(at, piece)| match (at % 2, at + 1 < pieces.len()) {
        (1, true) => format!("(зачёркнуто: {piece})"),
        _ => (*piece).to_owned(),
    });
    told.collect::<String>().replace("**", "")
}

fn steps(norms: &Norms) -> Vec<PlanStep> {
    let step = |one: &crate::workspaces::norms::state::PlanStep| PlanStep {
        action: one.action.clone(),
        tool: one.tool.clone(),
        input: one.input.clone(),
        status: one.status.clone(),
    };
    norms.plan.steps.iter().map(step).collect()
}

fn cited(norms: &Norms) -> Vec<Place> {
    let edition = |value: &Value| Some(string(value)).filter(|label| label != "undated").unwrap_or_default();
    let place = |one: &Value| Place {
        number: one["number"].as_u64().unwrap_or_default(),
        address: string(&one["address"]),
        document: string(&one["document"]),
        edition: edition(&one["edition"]),
        node_id: string(&one["node_id"]),
        quote: string(&one["quote"]),
        verdict: string(&one["verdict"]),
    };
    answer_list(norms, "citations").iter().map(place).collect()
}

fn quantities(norms: &Norms) -> Vec<Quantity> {
    let one = |one: &Value| Quantity {
        value: digits(&one["value"]),
        unit: string(&one["unit"]),
        condition: string(&one["condition"]),
    };
    answer_list(norms, "numbers").iter().map(one).collect()
}

fn calculated(norms: &Norms) -> Option<Calculation> {
    let made = norms.final_answer.as_ref().map(|answer| &answer["calculation"]).filter(|made| made.is_object())?;
    let valued = |one: &Value| format!("{} {}", digits(&one["value"]), string(&one["unit"])).trim().to_owned();
    let inputs = made["inputs"].as_array().into_iter().flatten();
    Some(Calculation {
        formula: string(&made["formula"]),
        inputs: inputs.map(|one| format!("{} = {}", string(&one["name"]), valued(one))).collect(),
        result: valued(&made["result"]),
    })
}

fn lost(norms: &Norms) -> Vec<String> {
    answer_list(norms, "missing").iter().map(string).filter(|words| !words.is_empty()).collect()
}

/// Whether two things are the same one, as one pass of the pairing sees it.
type Meets<T> = fn(&T, &T) -> bool;

/// Pairs two lists, pass by pass: the number of the pass that met, in the order of the second.
fn paired<T: Clone>(lists: [Vec<T>; 2], passes: &[Meets<T>]) -> Vec<(Option<T>, Option<T>, usize)> {
    let [first, second] = lists;
    let mut partner: Vec<Option<(usize, usize)>> = vec![None; second.len()];
    let mut free = vec![true; first.len()];
    for (pass, meets) in passes.iter().enumerate() {
        for (at, new) in second.iter().enumerate() {
            if partner[at].is_some() {
                continue;
            }
            if let Some(found) = (0..first.len()).find(|old| free[*old] && meets(&first[*old], new)) {
                free[found] = false;
                partner[at] = Some((found, pass));
            }
        }
    }
    let mut gone = (0..first.len()).filter(|at| free[*at]).peekable();
    let mut out = Vec::with_capacity(first.len().max(second.len()));
    for (at, new) in second.into_iter().enumerate() {
        // What is gone stands where it stood: before the next thing that both have, and before what came in its place.
        let next = partner[at..].iter().flatten().map(|(old, _)| *old).next().unwrap_or(first.len());
        while let Some(one) = gone.next_if(|one| *one < next) {
            out.push((Some(first[one].clone()), None, passes.len()));
        }
        match partner[at] {
            Some((old, pass)) => out.push((Some(first[old].clone()), Some(new), pass)),
            None => out.push((None, Some(new), passes.len())),
        }
    }
    out.extend(gone.map(|one| (Some(first[one].clone()), None, passes.len())));
    out
}

/// The fate of a pair; `alike` tells about two that met.
fn fate<T>(first: Option<&T>, second: Option<&T>, alike: impl Fn(&T, &T) -> bool) -> Fate {
    match (first, second) {
        (Some(a), Some(b)) if alike(a, b) => Fate::Same,
        (Some(_), Some(_)) => Fate::Changed,
        (Some(_), None) => Fate::Lost,
        _ => Fate::Gained,
    }
}

fn plan(lists: [Vec<PlanStep>; 2]) -> Vec<Row<PlanStep>> {
    let passes: [Meets<PlanStep>; 2] = [|a, b| a.tool == b.tool && a.input == b.input, |a, b| a.tool == b.tool];
    let alike = |a: &PlanStep, b: &PlanStep| a.input == b.input && a.status == b.status;
    let row = |(first, second, _): (Option<PlanStep>, Option<PlanStep>, usize)| Row {
        fate: fate(first.as_ref(), second.as_ref(), alike),
        first,
        second,
    };
    paired(lists, &passes).into_iter().map(row).collect()
}

/// Document and path of a node: `norm://document@edition/path`.
fn parts(place: &Place) -> (&str, &str) {
    let rest = place.node_id.strip_prefix("norm://").unwrap_or(&place.node_id);
    let (edition, path) = rest.split_once('/').unwrap_or((rest, ""));
    (edition.split('@').next().unwrap_or_default(), path)
}

fn places(lists: [Vec<Place>; 2]) -> Vec<PlaceRow> {
    let passes: [Meets<Place>; 4] = [
        |a, b| a.node_id == b.node_id && folded(&a.quote) == folded(&b.quote),
        |a, b| a.node_id == b.node_id,
        |a, b| parts(a) == parts(b),
        // The words of a cell are a number: they stand in many places.
        |a, b| parts(a).0 == parts(b).0 && a.quote.contains(' ') && folded(&a.quote) == folded(&b.quote),
    ];
    let row = |(first, second, pass): (Option<Place>, Option<Place>, usize)| {
        let change = match (&first, &second, pass) {
            (Some(a), Some(b), 0) => (a.verdict != b.verdict).then_some(PlaceChange::Verdict),
            (Some(_), Some(_), 1) => Some(PlaceChange::Quote),
            (Some(_), Some(_), 2) => Some(PlaceChange::Edition),
            (Some(_), Some(_), _) => Some(PlaceChange::Address),
            _ => None,
        };
        let fate = fate(first.as_ref(), second.as_ref(), |_, _| change.is_none());
        PlaceRow { fate, first, second, change }
    };
    paired(lists, &passes).into_iter().map(row).collect()
}

/// Whether two amounts are the same: as written, or as measured (`2 см` and `20 мм`).
fn equal(a: &Quantity, b: &Quantity) -> bool {
    let plain = |text: &str| folded(text.trim()).replace(',', ".");
    let measured = |one: &Quantity| quantity(&one.value, &one.unit).ok();
    plain(&a.value) == plain(&b.value) && plain(&a.unit) == plain(&b.unit)
        || measured(a).is_some_and(|amount| measured(b) == Some(amount))
}

fn numbers(lists: [Vec<Quantity>; 2]) -> Vec<Row<Quantity>> {
    let one_each = lists.iter().all(|list| list.len() == 1);
    let passes: [Meets<Quantity>; 3] = [
        |a, b| folded(&a.condition) == folded(&b.condition) && equal(a, b),
        |a, b| folded(&a.condition) == folded(&b.condition),
        // One number each answers the same question, whatever it holds under.
        |_, _| true,
    ];
    let row = |(first, second, _): (Option<Quantity>, Option<Quantity>, usize)| Row {
        fate: fate(first.as_ref(), second.as_ref(), equal),
        first,
        second,
    };
    let passes = if one_each { &passes[..] } else { &passes[..2] };
    paired(lists, passes).into_iter().map(row).collect()
}

fn calculation([first, second]: [Option<Calculation>; 2]) -> Option<Row<Calculation>> {
    (first.is_some() || second.is_some()).then(|| Row {
        fate: fate(first.as_ref(), second.as_ref(), |a, b| a == b),
        first,
        second,
    })
}

fn missing(lists: [Vec<String>; 2]) -> Vec<Row<String>> {
    let row = |(first, second, _): (Option<String>, Option<String>, usize)| Row {
        fate: fate(first.as_ref(), second.as_ref(), |_, _| true),
        first,
        second,
    };
    paired(lists, &[|a, b| folded(a) == folded(b)]).into_iter().map(row).collect()
}
