//! `FACTS_STIPULATE` without a model: sentences become facts, each with its source; what is missing becomes a gap.

use crate::engine::knowledge::disputes::{self, Dispute, Disputes, Words, speaks};
use crate::say;
use crate::workspaces::trial::polarity::{Said, said};
use crate::workspaces::trial::state::{Evidence, Fact, Gap, Source};
use crate::workspaces::trial::words::{cut, numbers, sentences, tokens};
use crate::workspaces::trial::{causes, pleaded};
use serde::Deserialize;
use serde_json::{Value, json};

/// Facts of a session.
pub const MOST: usize = 60;
/// Characters of a piece of evidence that are read.
const READ: usize = 6_000;

/// What `FACTS_STIPULATE` answers: `{pack_id, items, needed}`.
#[must_use]
pub fn perform(input: &Value) -> Value {
    let Ok(disputes) = disputes::embedded() else { return Value::Null };
    let case_type = input["case"]["case_type"].as_str().unwrap_or("civil");
    let evidence: Vec<Evidence> = Vec::deserialize(&input["evidence"]).unwrap_or_default();
    let told = told(input, &evidence);
    let chosen = input["intake"]["pack_id"].as_str().and_then(|id| disputes.get(id));
    let chosen = chosen.filter(|pack| pack.case_type == case_type);
    let all: String = told.iter().map(|(_, _, text)| text.as_str()).collect::<Vec<_>>().join("\n");
    let kept = input["case"]["pack_id"].as_str().and_then(|id| disputes.get(id));
    // A case that fits no pack gets the general frame: no cause is pleaded that nobody named.
    let words = ["summary", "charge", "issues"].map(|key| input["intake"][key].as_str().unwrap_or_default()).join("\n");
    let guessed = || {
        let found = disputes.guess(case_type, &all)?;
        if disputes.is_outside(found, &words) { disputes.general(case_type) } else { Some(found) }
    };
    let Some(main) = kept.or(chosen).or_else(guessed) else { return Value::Null };
    let Some(pack) = causes::around(main, &input["case"]) else { return Value::Null };
    let pack = &*pack;
    let mut items: Vec<Fact> = Vec::deserialize(&input["items"]).unwrap_or_default();
    let mut next = input["next"].as_u64().unwrap_or(1) as u32;
    if items.is_empty() {
        items = extracted(&told, pack, disputes, input, &mut next);
        conflicts(&mut items);
    }
    for patch in input["patches"].as_array().into_iter().flatten() {
        apply(&mut items, patch, pack, disputes, input, &mut next);
    }
    let evidence = linked(evidence, pack);
    let needed = needed(&items, &evidence, pack, input);
    json!({"pack_id": pack.id, "items": items, "needed": needed})
}

/// What was told: kind of the source, its reference, its text.
fn told(input: &Value, evidence: &[Evidence]) -> Vec<(&'static str, String, String)> {
    let mut out = Vec::new();
    for key in ["summary", "charge", "issues"] {
        if let Some(text) = input["intake"][key].as_str() {
            out.push(("user_text", key.to_owned(), text.to_owned()));
        }
    }
    for (index, entry) in input["intake"]["timeline"].as_array().into_iter().flatten().enumerate() {
        let text = entry["text"].as_str().unwrap_or_default().to_owned();
        out.push(("user_text", format!("timeline/{index}"), text));
    }
    for one in evidence.iter().filter(|one| one.action != "withdraw") {
        out.push(("evidence", one.id.clone(), one.text.chars().take(READ).collect()));
    }
    out
}

/// The text that a source refers to; patches refer to themselves.
#[must_use]
pub fn referred(input: &Value, reference: &str) -> Option<String> {
    let evidence: Vec<Evidence> = Vec::deserialize(&input["evidence"]).unwrap_or_default();
    let own = told(input, &evidence).into_iter().find(|(_, at, _)| at == reference).map(|(_, _, text)| text);
    own.or_else(|| {
        let mut patches = input["patches"].as_array().into_iter().flatten();
        patches.find(|patch| patch["ref"] == reference).and_then(|patch| patch["text"].as_str()).map(str::to_owned)
    })
}

fn own_side(input: &Value) -> &'static str {
    if input["case"]["user_side"] == "opposing" { "opposing" } else { "claimant" }
}

fn other(side: &str) -> &'static str {
    if side == "claimant" { "opposing" } else { "claimant" }
}

fn extracted(
    told: &[(&'static str, String, String)],
    pack: &Dispute,
    disputes: &Disputes,
    input: &Value,
    next: &mut u32,
) -> Vec<Fact> {
    let mut items: Vec<Fact> = Vec::new();
    for (kind, reference, text) in told {
        for (span, sentence) in sentences(text) {
            if sentence.chars().count() < 6 || items.len() >= MOST {
                continue;
            }
            let words = cut(&sentence, 300);
            if items.iter().any(|fact| fact.text == words) {
                continue;
            }
            let contested = *kind == "evidence" && is_contested(input, reference, disputes);
            items.push(fact(next, kind, reference, span, &words, contested, pack, disputes, input));
        }
    }
    items
}

/// Whether what a piece of evidence says is open: the other side contests it, it is what somebody states, or the
/// prosecution brings it and the accused does not admit the charge.
fn is_contested(input: &Value, id: &str, disputes: &Disputes) -> bool {
    let mut pieces = input["evidence"].as_array().into_iter().flatten();
    let Some(piece) = pieces.find(|one| one["id"] == id) else { return false };
    let title = piece["title"].as_str().unwrap_or_default().to_lowercase();
    let accused = input["case"]["case_type"] == "criminal" && input["intake"]["plea"] != "admit";
    piece["contested"] == true || speaks(&disputes.words.statements, &title) || (accused && piece["side"] == "claimant")
}

#[expect(clippy::too_many_arguments, reason = "one private call over the parts of a source")]
fn fact(
    next: &mut u32,
    kind: &str,
    reference: &str,
    span: [usize; 2],
    words: &str,
    contested: bool,
    pack: &Dispute,
    disputes: &Disputes,
    input: &Value,
) -> Fact {
    let lower = words.to_lowercase();
    let words_of = &disputes.words;
    let admitted = said(words_of, &words_of.admitted, &lower) == Said::Stands && kind == "user_text";
    let links = links(pack, words_of, &lower);
    let charged = alleged(input, kind, reference, admitted, &links);
    let disputed = contested || charged.is_some() || (!admitted && speaks(&disputes.words.disputed, &lower));
    let story = !disputed && !admitted && is_story(input, kind, reference, &links);
    // What a document says is proposed; the person accepts it in the review.
    let proposed = !disputed && kind == "evidence";
    let first = |cues: &[String]| cues.iter().filter_map(|cue| lower.find(cue.as_str())).min();
    let by_other = match (first(&disputes.words.claimant), first(&disputes.words.opposing)) {
        (Some(claimant), Some(opposing)) => opposing < claimant,
        (claimant, opposing) => claimant.is_none() && opposing.is_some(),
    };
    let own = own_side(input);
    let asserted_by = match (disputed, by_other) {
        // What an accusation says the prosecution says, whoever it speaks of; what denies it the accused does.
        _ if charged.is_some() && (!links.supports.is_empty() || reference == "charge") => "claimant",
        _ if charged.is_some() => "opposing",
        (true, true) => "opposing",
        (true, false) if first(&disputes.words.claimant).is_some() => "claimant",
        (false, _) if proposed => brought_by(input, reference).unwrap_or(own),
        _ => own,
    };
    let id = format!("f-{next}");
    *next += 1;
    Fact {
        id,
        class: if disputed || story || proposed { "disputed" } else { "confirmed" }.into(),
        text: words.to_owned(),
        supports: links.supports,
        contradicts: links.contradicts,
        asserted_by: asserted_by.into(),
        denied_by: (disputed && charged != Some("unknown")).then(|| other(asserted_by).to_owned()),
        against: (story || charged.is_some()).then(|| other(asserted_by).to_owned()),
        standing: match (admitted, disputed) {
            (_, true) => charged.unwrap_or("disputed"),
            (true, false) => "undisputed",
            // One side's story or a document's words, until the person confirms them.
            (false, false) => "unknown",
        }
        .into(),
        links_set: std::collections::BTreeMap::new(),
        source: Source {
            kind: if admitted { "admission" } else { kind }.into(),
            reference: reference.to_owned(),
            span,
            quote: words.trim_end_matches('…').chars().take(200).collect(),
        },
    }
}

/// The side that brought a piece of evidence.
fn brought_by(input: &Value, id: &str) -> Option<&'static str> {
    let mut pieces = input["evidence"].as_array()?.iter();
    let piece = pieces.find(|one| one["id"] == id)?;
    Some(if piece["side"] == "opposing" { "opposing" } else { "claimant" })
}

/// What one side tells is its allegation: no premise until the person says that it is undisputed. With a plea of guilty
/// what speaks of the charge is admitted, the accused's own story beside it is not.
fn is_story(input: &Value, kind: &str, reference: &str, links: &Links) -> bool {
    let told = ["summary", "issues"].contains(&reference) || reference.starts_with("timeline/");
    let admits = input["case"]["case_type"] == "criminal" && input["intake"]["plea"] == "admit";
    let aside = own_side(input) == "opposing" && !links.speaks_of_elements();
    kind == "user_text" && told && (!admits || aside)
}

/// What a fact has to do with the elements and defences of a pack.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Links {
    /// It speaks for them.
    pub supports: Vec<String>,
    /// It denies them.
    pub contradicts: Vec<String>,
}

impl Links {
    fn speaks_of_elements(&self) -> bool {
        self.supports.iter().chain(&self.contradicts).any(|id| id.starts_with("el-"))
    }
}

/// Elements and defences that a text in small letters speaks of, and those that it denies.
#[must_use]
pub fn links(pack: &Dispute, words: &Words, lower: &str) -> Links {
    let mut out = Links::default();
    let elements = pack.elements.iter().map(|one| (&one.id, &one.cues));
    for (id, cues) in elements.chain(pack.defences.iter().map(|one| (&one.id, &one.cues))) {
        match said(words, cues, lower) {
            Said::Stands => out.supports.push(id.clone()),
            Said::Denied => out.contradicts.push(id.clone()),
            Said::Nothing => {}
        }
    }
    out
}

/// What an accusation tells about the elements is an allegation until the accused admits it: `disputed` where the plea
/// denies, `unknown` where it is partial or silent. A document speaks for itself.
fn alleged(input: &Value, kind: &str, reference: &str, admitted: bool, links: &Links) -> Option<&'static str> {
    let charged = input["case"]["case_type"] == "criminal"
        && kind == "user_text"
        && !admitted
        && (reference == "charge" || links.speaks_of_elements());
    match input["intake"]["plea"].as_str().filter(|_| charged)? {
        "admit" => None,
        "deny" => Some("disputed"),
        _ => Some("unknown"),
    }
}

/// The first division by any performer: what one side tells, or accuses of, is no premise whatever it was called.
pub fn distrusted(items: &mut [Fact], input: &Value) {
    let Ok(disputes) = disputes::embedded() else { return };
    if input["items"].as_array().is_some_and(|known| !known.is_empty()) {
        return;
    }
    for fact in items.iter_mut().filter(|fact| fact.class == "confirmed") {
        let admitted = said(&disputes.words, &disputes.words.admitted, &fact.text.to_lowercase()) == Said::Stands;
        let kind = if fact.source.kind == "evidence" { "evidence" } else { "user_text" };
        let links = Links { supports: fact.supports.clone(), contradicts: fact.contradicts.clone() };
        let reference = fact.source.reference.as_str();
        let charged = alleged(input, kind, reference, admitted, &links);
        let proposed = kind == "evidence";
        if charged.is_some() || proposed || (!admitted && is_story(input, kind, reference, &links)) {
            let contested = proposed && is_contested(input, reference, disputes);
            fact.class = "disputed".into();
            fact.standing = charged.unwrap_or(if contested { "disputed" } else { "unknown" }).into();
            fact.against = (!proposed).then(|| other(&fact.asserted_by).to_owned());
        }
    }
}

/// Two tellings of the same with other numbers are both disputed.
fn conflicts(items: &mut [Fact]) {
    let mut clash = Vec::new();
    for i in 0..items.len() {
        for j in i + 1..items.len() {
            let (one, two) = (&items[i], &items[j]);
            if one.source.reference == two.source.reference {
                continue;
            }
            let (a, b) = (words_only(&one.text), words_only(&two.text));
            let shared = a.intersection(&b).count();
            let (x, y) = (numbers(&one.text), numbers(&two.text));
            if shared * 10 >= a.len().max(b.len()) * 6 && shared >= 2 && !x.is_empty() && !y.is_empty() && x != y {
                clash.extend([i, j]);
            }
        }
    }
    for index in clash {
        let fact = &mut items[index];
        fact.class = "disputed".into();
        fact.standing = "disputed".into();
        fact.denied_by.get_or_insert_with(|| other(&fact.asserted_by).to_owned());
    }
}

fn words_only(text: &str) -> std::collections::BTreeSet<String> {
    tokens(text).into_iter().filter(|word| !word.chars().any(|c| c.is_ascii_digit())).collect()
}

/// `{op: add|correct|retract|class, fact_id?, text?, class?, evidence_id?, ref}`.
fn apply(items: &mut Vec<Fact>, patch: &Value, pack: &Dispute, disputes: &Disputes, input: &Value, next: &mut u32) {
    let id = patch["fact_id"].as_str().unwrap_or_default();
    let text = patch["text"].as_str().unwrap_or_default();
    let reference = patch["ref"].as_str().unwrap_or("review");
    let span = [0, text.chars().count()];
    match patch["op"].as_str().unwrap_or_default() {
        "retract" => items.retain(|fact| fact.id != id),
        "add" if items.len() < MOST => {
            let mut made = fact(next, "user_text", reference, span, text, false, pack, disputes, input);
            // That there is a case says nothing about what it is about.
            if patch["neutral"] == true {
                (made.supports, made.contradicts, made.against) = (Vec::new(), Vec::new(), None);
            }
            set_class(&mut made, patch);
            set_links(&mut made, &patch["links"]);
            confirmed(&mut made);
            items.push(made);
        }
        "correct" => {
            if let Some(fact) = items.iter_mut().find(|fact| fact.id == id) {
                if !text.is_empty() && text != fact.text {
                    fact.text = text.to_owned();
                    relink(fact, pack, &disputes.words);
                    fact.source = Source {
                        kind: "user_text".into(),
                        reference: reference.to_owned(),
                        span,
                        quote: text.chars().take(200).collect(),
                    };
                }
                set_class(fact, patch);
                set_links(fact, &patch["links"]);
            }
        }
        _ => {}
    }
}

/// Links by the words of a fact; what a person laid down holds.
pub fn relink(fact: &mut Fact, pack: &Dispute, words: &Words) {
    let links = links(pack, words, &fact.text.to_lowercase());
    (fact.supports, fact.contradicts) = (links.supports, links.contradicts);
    hold(fact);
}

/// Lays down what a fact has to do with elements: `{el-1: supports | contradicts | irrelevant}`.
fn set_links(fact: &mut Fact, set: &Value) {
    let rows = set.as_object().into_iter().flatten();
    fact.links_set.extend(rows.filter_map(|(id, how)| Some((id.clone(), how.as_str()?.to_owned()))));
    hold(fact);
}

fn hold(fact: &mut Fact) {
    for (id, how) in &fact.links_set {
        fact.supports.retain(|one| one != id);
        fact.contradicts.retain(|one| one != id);
        match how.as_str() {
            "supports" => fact.supports.push(id.clone()),
            "contradicts" => fact.contradicts.push(id.clone()),
            _ => {}
        }
    }
}

/// A division by any performer keeps what a person laid down about the links, before and in the same form.
pub fn kept(items: &mut [Fact], input: &Value) {
    let before: Vec<Fact> = Vec::deserialize(&input["items"]).unwrap_or_default();
    for fact in items.iter_mut() {
        if let Some(old) = before.iter().find(|old| old.id == fact.id) {
            fact.links_set.clone_from(&old.links_set);
        } else {
            fact.links_set.clear();
        }
        for patch in input["patches"].as_array().into_iter().flatten() {
            let added = patch["op"] == "add" && patch["text"] == fact.text.as_str();
            if patch["fact_id"] == fact.id.as_str() || added {
                set_links(fact, &patch["links"]);
            }
        }
        hold(fact);
    }
}

/// The fact that a case is there at all, in the language of the session: with it a case in which everything is denied
/// can begin.
#[must_use]
pub fn neutral(case_type: &str, lang: &str) -> String {
    let words = disputes::embedded().ok().and_then(|all| all.words.names.get(&format!("neutral.{case_type}")));
    words.map_or_else(String::new, |told| told.of(lang).to_owned())
}

/// Everything that was told in the intake and in the evidence.
#[must_use]
pub fn all_told(input: &Value) -> String {
    let evidence: Vec<Evidence> = Vec::deserialize(&input["evidence"]).unwrap_or_default();
    told(input, &evidence).into_iter().map(|(_, _, text)| text).collect::<Vec<_>>().join("\n")
}

fn set_class(fact: &mut Fact, patch: &Value) {
    if let Some(class) = patch["class"].as_str() {
        fact.class = class.to_owned();
        fact.standing = if class == "disputed" { "disputed" } else { "undisputed" }.into();
        fact.denied_by = (class == "disputed").then(|| other(&fact.asserted_by).to_owned());
    }
}

/// A fact of the class that premises are made of stands because the person says so.
pub fn confirmed(fact: &mut Fact) {
    if fact.class == "confirmed" {
        fact.standing = "undisputed".into();
    }
}

/// Evidence with the elements that its title and words say it proves; what a person linked stays.
#[must_use]
pub fn linked(mut evidence: Vec<Evidence>, pack: &Dispute) -> Vec<Evidence> {
    for one in evidence.iter_mut().filter(|one| one.supports.is_empty()) {
        let lower = format!("{} {}", one.title, one.text.chars().take(READ).collect::<String>()).to_lowercase();
        for usual in pack.usual.iter().filter(|usual| speaks(&usual.cues, &lower)) {
            one.supports
                .extend(usual.supports.iter().filter(|id| !one.supports.contains(id)).cloned().collect::<Vec<_>>());
        }
        one.supports.sort();
        one.supports.dedup();
    }
    evidence
}

/// Elements without a confirmed fact or without evidence need some.
fn needed(items: &[Fact], evidence: &[Evidence], pack: &Dispute, input: &Value) -> Vec<Gap> {
    let lang = input["case"]["lang"].as_str().unwrap_or("ko");
    let mut gaps: Vec<Gap> = Vec::new();
    // What the claiming side does not claim, or denies itself, it needs not prove.
    let claimed = pack
        .elements
        .iter()
        .filter(|one| pleaded::is_claimed(pack, one, items) && !pleaded::is_denied(pack, &one.id, items));
    for element in claimed {
        let confirmed = items.iter().any(|fact| fact.class == "confirmed" && fact.supports.contains(&element.id));
        let shown = evidence.iter().any(|one| one.supports.contains(&element.id) && one.action != "withdraw");
        if confirmed && shown {
            continue;
        }
        let usual = pack.usual.iter().find(|one| one.supports.contains(&element.id));
        let title = element.title.of(lang);
        let means = usual.map_or_else(
            || say!(lang, "증인신문 또는 사실조회", "свидетель или запрос сведений", "witness or inquiry"),
            |one| one.title.of(lang).to_owned(),
        );
        // An id belongs to its element, whatever comes and goes beside it.
        let id = format!("gap-{}", element.id.trim_start_matches("el-"));
        let plan = input["needed"].as_array().into_iter().flatten().find(|gap| gap["id"] == id.as_str());
        gaps.push(Gap {
            need: say!(lang, "{title}: 입증자료", "{title}: нужны доказательства", "{title}: evidence needed"),
            element: element.id.clone(),
            holder: pack.claiming(&element.id).into(),
            means,
            plan: plan.and_then(|gap| gap["plan"].as_str()).map(str::to_owned),
            id,
        });
    }
    gaps
}
