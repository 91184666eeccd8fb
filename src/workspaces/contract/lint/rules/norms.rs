//! Norms that a contract cannot set aside, and clauses that mostly hurt one side.

use crate::engine::knowledge::condition;
use crate::engine::knowledge::mandatory::{self, Norm};
use crate::model::issue::{Issue, IssueStatus, Severity};
use crate::workspaces::contract::draft::Facts;
use crate::workspaces::contract::intake::against;
use crate::workspaces::contract::lint::paper::Paper;
use crate::workspaces::contract::lint::pattern::{Pattern, pattern};
use crate::workspaces::contract::lint::sides::Person;
use crate::workspaces::contract::lint::{Hit, Subject};

pattern!(
    PRICE_CHANGE,
    r"(?i)(?:(?:в\s+одностороннем\s+порядке|одностороннее)[^.]{0,80}(?:измен|увелич|повы[шс]|пересм)\w*[^.]{0,60}(?:цен|плат[уаы]|тариф|стоимост|вознагражд|ставк|процент)|(?:вправе|может)[^.]{0,30}(?:измен|увелич|повы[шс]|пересм)\w*[^.]{0,60}(?:цен|плат[уаы]|тариф|стоимост|вознагражд|ставк)[^.]{0,60}в\s+одностороннем)"
);
pattern!(
    PROLONGED,
    r"(?i)(?:автоматическ\w+\s+(?:продл|пролонг)|(?:продлева|пролонгир|продл[её]н|возобновл)\w*[^.]{0,80}(?:автоматическ|на\s+(?:тот\s+же|такой\s+же|следующий|новый|очередной)\s+(?:срок|период|год)|на\s+тех\s+же\s+условиях|на\s+каждый))"
);
pattern!(
    VENUE,
    r"(?i)(?:по\s+месту\s+(?:нахождения|регистрации|жительства|государственной\s+регистрации)\s+(\w+)|в\s+(арбитражном)\s+суде)"
);
pattern!(COURT, r"(?i)\bсуд");
pattern!(
    CONSENT,
    r"(?i)(?:да[её]т|выража\w+|предоставля\w+|дают)\s+(?:сво[её]\s+)?(?:согласие|согласия)\s+на\s+(?:обработку|передачу|использование)\s+(?:своих\s+|его\s+)?персональн"
);
pattern!(
    WAIVER,
    r"(?i)(?:не\s+нес[её]т\s+(?:никакой\s+|какой-либо\s+)?ответственности\s*,?\s*(?:ни\s+при\s+каких|ни\s+в\s+каком|за\s+любые|за\s+какие|независимо|вне\s+зависимости|в\s+том\s+числе\s+за\s+умыш)|ни\s+при\s+каких\s+(?:условиях|обстоятельствах)\s+не\s+нес[её]т|освобожда\w+\s+от\s+(?:любой|всякой|какой-либо)\s+ответственности(?:\s*\.|\s*$|\s+за\s+любые)|не\s+нес[её]т\s+никакой\s+ответственности)"
);
pattern!(
    NO_COURT,
    r"(?i)(?:отказыва\w+\s+от\s+(?:права\s+(?:на\s+)?)?(?:обращени\w+\s+в\s+суд|судебн\w+\s+защит|иска)|не\s+вправе\s+(?:обращаться|обратиться)\s+в\s+суд|не\s+вправе\s+(?:обжаловать|оспаривать)[^.]{0,40}в\s+суд)"
);
pattern!(
    KEPT,
    r"(?i)(?:аванс|предоплат|оплата|вознаграждени|уплаченн|внес[её]нн|стоимость|деньги|денежн)\w*[^.]{0,80}(?:не\s+возвраща|возврату\s+не\s+подлеж|не\s+подлежит\s+возврату|не\s+подлежат\s+возврату)"
);

/// Blocks in which a pattern occurs, with its place.
fn found<'s>(paper: &'s Paper, pattern: &'static Pattern, message: &'static str) -> impl Iterator<Item = Hit> + 's {
    paper.main().filter_map(move |(index, block, body)| {
        let (start, end) = pattern.span(body)?;
        let negated = body.get(..start)?.to_lowercase().trim_end().ends_with(" не");
        if negated {
            return None;
        }
        Some(Hit::words(index, block.range.start + start..block.range.start + end, message))
    })
}

/// L17: bans of the pack on facts, own terms and sentences of a text against norms that no agreement sets aside.
pub(super) fn mandatory(subject: &Subject<'_>) -> Vec<Hit> {
    let Some(stated) = &subject.stated else { return of_text(subject) };
    let mut hits = Vec::new();
    let Facts { pack, domain, .. } = stated.facts;
    let broken = pack.checks.iter().filter(|check| check.key == "L17");
    for check in broken.filter(|check| condition::all(&check.when, domain)) {
        let at = check.when.first().map(|condition| condition.at.clone()).unwrap_or_default();
        let law = Some((check.title.clone(), check.consequence.clone(), check.article.clone()));
        hits.push(Hit { law, ..Hit::fact(&at, &check.hint) });
    }
    for (at, _, norm) in against::found(pack, domain) {
        let key = format!("{}{at}", against::KEY);
        let kept = |issue: &&Issue| issue.key.as_ref() == Some(&key) && issue.status == IssueStatus::Dismissed;
        // What the person was asked about and left so is a choice, no hold.
        let severity = stated.issues.iter().find(kept).map(|_| Severity::Low);
        hits.push(Hit { law: Some(law(norm)), severity, ..Hit::fact(&at, &norm.advice) });
    }
    hits
}

/// The same for a text of no session.
fn of_text(subject: &Subject<'_>) -> Vec<Hit> {
    let Ok(norms) = mandatory::embedded() else { return Vec::new() };
    let paper = &subject.paper;
    let consumers = consumer(paper).then_some("consumer");
    let kind = subject.pack.map(|pack| pack.id.as_str()).unwrap_or_default();
    let profile = if kind == "employment" { Some(kind) } else { consumers };
    let mut hits: Vec<Hit> = Vec::new();
    for (index, block, body) in paper.main() {
        for (norm, (start, end)) in norms.broken(kind, profile, body) {
            let span = block.range.start + start..block.range.start + end;
            hits.push(Hit { law: Some(law(norm)), ..Hit::words(index, span, &norm.advice) });
        }
    }
    hits
}

/// Title, consequence and article, as a finding names them.
fn law(norm: &Norm) -> (String, String, String) {
    let law = mandatory::embedded().ok();
    let effect = law.map_or("", |law| law.effect(norm));
    let article = law.map_or_else(|| norm.article.clone(), |law| law.article(norm));
    (norm.title.clone(), format!("{} {effect}", norm.says), article)
}

/// Whether one side is a citizen and the other acts for business.
fn consumer(paper: &Paper) -> bool {
    let citizen = paper.sides.iter().any(|side| side.person == Some(Person::Individual));
    citizen && paper.sides.iter().any(|side| side.is_business())
}

/// L34.
pub(super) fn unilateral_price(subject: &Subject<'_>) -> Vec<Hit> {
    let severity = consumer(&subject.paper).then_some(Severity::Critical);
    let hits = found(&subject.paper, &PRICE_CHANGE, "Согласуйте порядок и предел изменения цены");
    hits.map(|hit| Hit { severity, ..hit }).collect()
}

/// L35.
pub(super) fn prolongation(subject: &Subject<'_>) -> Vec<Hit> {
    found(&subject.paper, &PROLONGED, "Договор продлевается, если никто не возразил: отметьте срок отказа").collect()
}

/// L36.
pub(super) fn consumer_venue(subject: &Subject<'_>) -> Vec<Hit> {
    let paper = &subject.paper;
    if !consumer(paper) {
        return Vec::new();
    }
    let business: Vec<&str> =
        paper.sides.iter().filter(|side| side.is_business()).flat_map(|side| &side.forms).map(String::as_str).collect();
    let mut hits = Vec::new();
    for (index, block, body) in paper.main().filter(|(_, _, body)| COURT.is(body)) {
        for place in VENUE.all(body) {
            let whose = place.get(1).map(|m| m.as_str().to_lowercase());
            let theirs = whose.as_deref().is_none_or(|word| business.contains(&word) || word == "истца");
            if let (Some(whole), true) = (place.get(0), theirs) {
                let span = block.range.start + whole.start()..block.range.start + whole.end();
                hits.push(Hit::words(index, span, "Гражданин вправе судиться по своему месту жительства"));
            }
        }
    }
    hits
}

/// L38.
pub(super) fn consent_inside(subject: &Subject<'_>) -> Vec<Hit> {
    found(&subject.paper, &CONSENT, "Вынесите согласие в отдельный документ").collect()
}

/// L59.
pub(super) fn liability_waiver(subject: &Subject<'_>) -> Vec<Hit> {
    found(&subject.paper, &WAIVER, "Оставьте ответственность хотя бы за умысел").collect()
}

/// L62.
pub(super) fn court_waiver(subject: &Subject<'_>) -> Vec<Hit> {
    found(&subject.paper, &NO_COURT, "Уберите отказ от права на суд").collect()
}

/// L63.
pub(super) fn non_refundable(subject: &Subject<'_>) -> Vec<Hit> {
    found(&subject.paper, &KEPT, "Оговорите удержание только фактических расходов").collect()
}
