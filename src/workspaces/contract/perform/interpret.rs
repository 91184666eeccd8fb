//! INTERPRET without a model: facts from the last message, issues of the pack, the next question.

use crate::engine::knowledge::pack::Pack;
use crate::engine::knowledge::phrases::tokens;
use crate::engine::knowledge::{Knowledge, kinds};
use crate::engine::text::parts::sentences;
use crate::engine::text::stem::{Word, contains_phrase, phrase_stems, words};
use crate::engine::turn::short;
use crate::model::issue::{Evidence, EvidenceKind, Issue, IssueStatus, Severity};
use crate::model::pointer;
use crate::workspaces::contract::intake::issues::{id_of, label, sync};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::{questions, recognise, review, rules};
use crate::workspaces::contract::perform::answer;
use crate::workspaces::contract::perform::facts::{Doubt, Draft, Rivals, SIDE, collect};
use crate::workspaces::contract::perform::input::Given;
use crate::workspaces::contract::perform::speaking::SPEAKER;
use crate::workspaces::contract::perform::{assigned, own};
use crate::workspaces::contract::{edit, present, state, steps, wire};
use serde_json::{Value, json};

/// Answers one INTERPRET step.
#[must_use]
pub fn perform(given: &Given, knowledge: &Knowledge) -> Value {
    if given.turns.is_empty() {
        return answer::halt(steps::INTERPRET, "В диалоге нет ни одного сообщения.");
    }
    match read(given, knowledge, None) {
        Some(read) => answered(given, &read),
        None => answer::halt(steps::INTERPRET, "В базе знаний нет ни одного вида договора."),
    }
}

/// The last message as the rules read it.
pub struct Reading<'g, 'k> {
    /// The pack that rules from now on.
    pub pack: &'k Pack,
    /// The message.
    pub heard: Heard<'g>,
    /// The facts as it makes them.
    pub draft: Draft<'g>,
}

/// Reads the last message; `named` is a type of contract that somebody else read in it.
#[must_use]
pub fn read<'g, 'k>(given: &'g Given, knowledge: &'k Knowledge, named: Option<&'k Pack>) -> Option<Reading<'g, 'k>> {
    let last = given.turns.last()?;
    let question = last.answers_to.as_ref().and_then(|id| given.asked.get(id));
    let heard = Heard::new(last, question);
    let before = &given.state["domain"];
    let mut draft = Draft::new(before, &given.ledger);
    draft.hear_before(&given.state);
    draft.closes = state::closes(&given.extra, last) || review::was_put(&given.asked);
    let pack = match named {
        Some(pack) => {
            draft.replace("/contract/type", json!(pack.id));
            pack
        }
        None => choose_type(&heard, &mut draft, knowledge)?,
    };
    let told = given.turns.len() > 1 && !pack.generic;
    if told && state::contract_type(before) != Some(pack.id.as_str()) {
        change_type(pack, given, knowledge, &mut draft);
    }
    let issues = given.issues();
    draft.disputed = disputed(pack, &issues);
    draft.conflicts = conflicts(&issues);
    collect(pack, &heard, &mut draft);
    answer_side(pack, &heard, given, &mut draft);
    Some(Reading { pack, heard, draft })
}

/// The answer that a reading makes: what changed, the issues, the next question.
#[must_use]
pub fn answered(given: &Given, read: &Reading<'_, '_>) -> Value {
    let Reading { pack, heard, draft } = read;
    let (pack, last, before) = (*pack, heard.turn, &given.state["domain"]);
    let mut issues = given.issues();
    let mut updates = doubts(pack, heard, draft, &mut issues);
    for issue in sync(pack, &draft.domain, &issues, given.now.get(..10).unwrap_or_default()) {
        let op = if issue.status == IssueStatus::Open { "upsert" } else { "resolve" };
        updates.push(json!({"op": op, "issue": issue}));
        match issues.iter_mut().find(|standing| standing.key == issue.key) {
            Some(standing) => *standing = issue,
            None => issues.push(issue),
        }
    }
    let accepted = rules::accepted(pack, heard, &issues).cloned();
    if let Some(issue) = accepted {
        updates.push(json!({"op": "dismiss", "issue": issue}));
        issues.iter_mut().filter(|i| i.key == issue.key).for_each(|i| i.status = IssueStatus::Dismissed);
    }
    let mut asked = given.asked.clone();
    if let Some(record) = last.answers_to.as_ref().and_then(|id| asked.get_mut(id)) {
        record.settled = questions::is_settled(heard, record, &draft.writes);
    }
    let next =
        answer::next(Some(pack), &draft.domain, &issues, &asked).unwrap_or_else(|| json!({"kind": "proceed_to_gate"}));
    let after = json!({"domain": draft.domain});
    let ops = json!(json_patch::diff(&json!({"domain": before}), &after));
    let rationale = format!("Вид договора: {}. Новых фактов: {}.", pack.short, draft.writes.len());
    let mut output = answer::output(steps::INTERPRET, ops, json!(updates), next, &rationale, &draft.notes);
    if draft.doubts.iter().any(|doubt| matches!(doubt, Doubt::Conflict { .. })) {
        output["safety"] = json!({"detected_conflict": true});
    }
    output
}

/// The side that an answer names for details that were given without one.
fn answer_side(pack: &Pack, heard: &Heard<'_>, given: &Given, draft: &mut Draft) {
    let Some((turn, role)) = side_named(pack, heard, draft) else { return };
    if let Some(turn) = given.turns.iter().find(|one| one.id.as_str() == turn) {
        let question = turn.answers_to.as_ref().and_then(|id| given.asked.get(id));
        assigned::assign(pack, &Heard::new(turn, question), draft, &role);
    }
}

/// The turn with the details, and the role that a choice or the words give them.
fn side_named(pack: &Pack, heard: &Heard<'_>, draft: &Draft) -> Option<(String, String)> {
    let turn = heard.question?.keys.iter().find_map(|key| key.strip_prefix(SIDE))?;
    let role = match heard.turn.choice.as_deref() {
        Some(choice) => pack.party(choice)?.role.clone(),
        None => {
            // «Ну конечно заказчик! Это они меня нанимают, а исполнитель — я»: the first sentence answers.
            let first = sentences(&heard.turn.text).first().and_then(|(start, end)| heard.turn.text.get(*start..*end));
            let one = |text: &str| {
                let said = words(text);
                let named = |list: &[String]| list.iter().any(|word| contains_phrase(&said, word).is_some());
                let mut fits = pack.parties.iter().filter(|party| named(&party.words) || named(&party.first_person));
                fits.next().filter(|_| fits.next().is_none()).map(|party| party.role.clone())
            };
            match first.and_then(one).or_else(|| one(&heard.turn.text)) {
                Some(role) => role,
                None => other_side(pack, draft)?,
            }
        }
    };
    Some((turn.to_owned(), role))
}

/// The only side without a name, when this answer named the other one.
fn other_side(pack: &Pack, draft: &Draft) -> Option<String> {
    let name = |role: &str| format!("/parties/{role}/name");
    let mut open = pack.parties.iter().filter(|party| !draft.has(&name(&party.role)));
    let told = pack.parties.iter().any(|party| draft.wrote(&name(&party.role)));
    open.next().filter(|_| told && open.next().is_none()).map(|party| party.role.clone())
}

/// What open conflicts, bans and rules are about.
#[must_use]
pub fn disputed(pack: &Pack, issues: &[Issue]) -> Vec<String> {
    let open = issues.iter().filter(|issue| issue.status == IssueStatus::Open);
    open.flat_map(|issue| match issue.key.as_deref().and_then(|key| key.split_once(':')) {
        Some(("side", _)) => Vec::new(),
        Some((_, at)) => vec![at.to_owned()],
        None if issue.key.as_deref() == Some(review::KEY) => Vec::new(),
        None if pack.term(issue.key.as_deref().unwrap_or_default()).is_none() => rules::targets(pack, issue),
        None => Vec::new(),
    })
    .collect()
}

/// Open conflicts: their places, and their values as the question shows them.
#[must_use]
pub fn conflicts(issues: &[Issue]) -> Vec<Rivals> {
    let open = issues.iter().filter(|issue| issue.status == IssueStatus::Open);
    open.filter_map(|issue| {
        let at = issue.key.as_deref()?.strip_prefix("conflict:")?.to_owned();
        Some(Rivals { at, shown: questions::values_of(&issue.resolution_hint).map(Vec::from).unwrap_or_default() })
    })
    .collect()
}

/// The pack of the session: the type that stands, a correction of it, or what the words name.
fn choose_type<'k>(heard: &Heard<'_>, draft: &mut Draft, knowledge: &'k Knowledge) -> Option<&'k Pack> {
    let standing = state::contract_type(&draft.domain).and_then(|id| knowledge.pack(id));
    let found = recognise::recognise(&heard.turn.text, &heard.mentions, knowledge)
        .filter(|found| !found.worked || standing.is_none() && heard.question.is_none());
    // What is done with what tells the kind only where no kind stands: «ремонт» in a lease starts no other contract.
    let open = standing.is_none_or(|pack| pack.generic);
    // «Оценка вам зачем? Продавать не собираюсь»: a question beside an unknown deal names no kind in passing.
    let later = standing.is_some() || heard.question.is_some();
    let asks = later && heard.intent.question && !kinds::names_contract(&tokens(&heard.turn.text));
    let named = found.filter(|found| (found.named || open) && !asks).map(|found| found.pack);
    let denied = standing.filter(|pack| denies(pack, &heard.turn.text)).and(found).map(|found| found.pack);
    let chosen = match (standing, denied.or(named)) {
        // «Не услуги, а прокат камеры»: the kind that stands is denied and another one named.
        (Some(standing), Some(other)) if denied.is_some() && standing.id != other.id => other,
        // Another kind only when it is said as a correction, in words about nothing else: «не аренда, а продажа».
        (Some(standing), Some(named))
            if standing.id != named.id
                && (standing.generic
                    || (heard.intent.correction
                        && brief(heard)
                        && kinds::names_contract(&tokens(&heard.turn.text)))
                    || kinds::orders(&tokens(&heard.turn.text))) =>
        {
            named
        }
        (Some(standing), _) => {
            match kinds::narrowed(&standing.id, &heard.mentions).and_then(|(id, _)| knowledge.pack(id)) {
                Some(narrow) => narrow,
                None => return Some(standing),
            }
        }
        (None, Some(named)) => named,
        (None, None) => {
            draft.notes.push("Вид договора не распознан: взята общая форма.".into());
            recognise::generic(knowledge)?
        }
    };
    if !chosen.generic {
        draft.replace("/contract/type", json!(chosen.id));
    }
    Some(chosen)
}

/// Whether words deny the kind of deal that stands: «услуг никаких не надо», «не аренда».
fn denies(pack: &Pack, text: &str) -> bool {
    let kind: Vec<String> = phrase_stems(&pack.short).iter().filter(|stem| stem.chars().count() > 3).cloned().collect();
    let said = words(text);
    let low = |word: &Word| text[word.start..word.end].to_lowercase();
    said.iter().enumerate().filter(|(_, word)| kind.contains(&word.stem)).any(|(at, word)| {
        let near = |other: &&Word| {
            let (from, to) = (word.end.min(other.end), word.start.max(other.start));
            !text.get(from..to).unwrap_or_default().contains(['.', ',', ';', '!', '?', '\n'])
        };
        let before = said[at.saturating_sub(1)..at].first();
        before.filter(near).is_some_and(|not| kinds::denies_before(&low(not)))
            || said.get(at + 1).filter(near).is_some_and(|no| kinds::denies_behind(&low(no)))
    })
}

/// Whether a message is about one thing: few words, no list.
fn brief(heard: &Heard<'_>) -> bool {
    let text = heard.turn.text.as_str();
    text.split_whitespace().count() <= 16 && !text.contains(['\n', ';']) && text.matches(':').count() <= 1
}

/// Another type: what was said before is read again with its eyes, sides keep their places, the rest goes.
fn change_type(after: &Pack, given: &Given, knowledge: &Knowledge, draft: &mut Draft) {
    let before = state::contract_type(&given.state["domain"]).and_then(|id| knowledge.pack(id));
    let earlier = given.turns.len().saturating_sub(1);
    for turn in &given.turns[..earlier] {
        let question = turn.answers_to.as_ref().and_then(|id| given.asked.get(id));
        collect(after, &Heard::new(turn, question), draft);
        draft.reads.clear();
    }
    draft.doubts.clear();
    draft.spans.clear();
    for (old, new) in before.into_iter().flat_map(|before| before.parties.iter().zip(&after.parties)) {
        let to = format!("/parties/{}", new.role);
        let standing = draft.domain.pointer(&format!("/parties/{}", old.role)).cloned();
        let Some(side) = standing.filter(|_| after.party(&old.role).is_none()) else { continue };
        let name = |side: Option<&Value>| side.and_then(|side| side["name"].as_str().map(str::to_owned));
        let (known, own) = (name(draft.domain.pointer(&to)), name(Some(&side)));
        if known.is_some() && known != own {
            continue;
        }
        for (leaf, value) in pointer::leaves(&side) {
            let at = format!("{to}{leaf}");
            if !draft.has(&at) {
                draft.replace(&at, value.clone());
            }
        }
    }
    let place = |pack: &Pack, role: &str| pack.parties.iter().position(|party| party.role == role);
    if let Some(role) = draft.domain.pointer(SPEAKER).and_then(Value::as_str).map(str::to_owned)
        && after.party(&role).is_none()
        && let Some(party) = before.and_then(|before| after.parties.get(place(before, &role)?))
    {
        draft.replace(SPEAKER, json!(party.role));
    }
    let leaves: Vec<String> = pointer::leaves(&draft.domain).into_keys().collect();
    // Own terms and own clauses belong to the deal, not to its kind.
    let own = |at: &str| pointer::is_within(at, own::OWN) || pointer::is_within(at, wire::OWN);
    for at in leaves.iter().filter(|at| !after.knows(at) && !own(at)) {
        if let Some(tokens) = pointer::tokens(at) {
            edit::remove(&mut draft.domain, &tokens);
        }
    }
}

/// Issues for what does not fit together: conflicts and requisites that do not add up; and the end of such doubts.
fn doubts(pack: &Pack, heard: &Heard<'_>, draft: &Draft, issues: &mut Vec<Issue>) -> Vec<Value> {
    let mut updates = Vec::new();
    for issue in issues.iter_mut().filter(|issue| issue.status == IssueStatus::Open) {
        let Some(key) = issue.key.clone() else { continue };
        let Some((kind @ ("conflict" | "side"), at)) = key.split_once(':') else { continue };
        let renewed = draft.doubts.iter().any(|doubt| doubt.key() == key);
        let answered = heard.question.is_some_and(|q| q.keys.contains(&key));
        // A conflict ends with a value: the one that stands may be said again; words about something else end nothing.
        let within = |place: &String| crate::model::pointer::is_within(place, at);
        let said = draft.writes.iter().any(within) || draft.reads.iter().any(|read| within(&read.at));
        let closed = if kind == "side" { answered } else { said };
        if closed && !renewed {
            issue.status = IssueStatus::Resolved;
            updates.push(json!({"op": "resolve", "issue": issue}));
        }
    }
    for doubt in &draft.doubts {
        let issue = issue_of(pack, heard, doubt);
        updates.push(json!({"op": "upsert", "issue": issue}));
        issues.retain(|standing| standing.key != issue.key);
        issues.insert(0, issue);
    }
    updates
}

fn issue_of(pack: &Pack, heard: &Heard<'_>, doubt: &Doubt) -> Issue {
    let key = doubt.key();
    let base = |title: String, why: String, what: String, hint: String, at: &str| Issue {
        id: id_of(&key),
        key: Some(key.clone()),
        severity: Severity::Critical,
        status: IssueStatus::Open,
        title,
        why_it_matters: why,
        missing_or_conflict: Some(what),
        resolution_hint: hint,
        requires_user_confirmation: Some(true),
        evidence: Some(vec![
            Evidence { kind: EvidenceKind::Turn, reference: heard.turn.id.0.clone() },
            Evidence { kind: EvidenceKind::FactPath, reference: at.to_owned() },
        ]),
    };
    match doubt {
        Doubt::Conflict { at, old, old_quote, new, new_quote, one_message } => {
            let name = label(pack, at);
            if *one_message {
                let shown = |value: &Value| present::value(Some(pack), at, value);
                return base(
                    format!("Противоречие: {name}"),
                    "В договоре не может быть двух разных значений одного условия.".into(),
                    format!("Названо два значения: «{old_quote}» и «{new_quote}»."),
                    format!("{name}: сказано и «{}», и «{}». Какое значение верно?", shown(old), shown(new)),
                    at,
                );
            }
            let (old, new) = (present::value(Some(pack), at, old), present::value(Some(pack), at, new));
            base(
                format!("Противоречие: {name}"),
                "В договоре не может быть двух разных значений одного условия.".into(),
                format!("Было: {old} («{old_quote}»). Теперь: {new} («{new_quote}»)."),
                format!("{name}: раньше было «{old}», теперь — «{new}». Какое значение верно?"),
                at,
            )
        }
        Doubt::Side { said, .. } => {
            let sides: Vec<&str> = pack.parties.iter().map(|party| party.title.as_str()).collect();
            let base = base(
                format!("Чьи это данные: «{}»", short(said, 80)),
                "Сторону нельзя выбрать за вас: от неё зависит, у кого какие обязанности.".into(),
                format!("Не сказано, чьё это: {}", sides.join(" или ")),
                format!("«{}» — это кто: {}?", short(said, 80), sides.join(" или ")),
                "/parties",
            );
            Issue { severity: Severity::High, ..base }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::contract::tests::KNOWLEDGE;

    #[test]
    fn a_kind_is_denied_right_beside_its_word() {
        for (pack, text, want) in [
            ("services", "не услуги, а прокат камеры", true),
            ("services", "услуг никаких не надо", true),
            ("residential_tenancy", "наём не облагается налогом, доставка за мой счёт", false),
            ("services", "услуги не облагаются НДС", false),
            ("services", "не плачу, услуги за счёт клиента", false),
        ] {
            assert_eq!(denies(KNOWLEDGE.pack(pack).unwrap(), text), want, "{text}");
        }
    }
}
