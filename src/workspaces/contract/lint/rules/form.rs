//! Duties of form: registration and notary.

use crate::engine::knowledge::condition;
use crate::engine::knowledge::pack::Duty;
use crate::engine::text::mention::MentionKind;
use crate::model::issue::{IssueStatus, Severity};
use crate::workspaces::contract::intake::issues::id_of;
use crate::workspaces::contract::intake::rules;
use crate::workspaces::contract::lint::pattern::pattern;
use crate::workspaces::contract::lint::{Hit, Stated, Subject};
use jiff::civil::Date;

pattern!(
    REGISTERED,
    r"(?i)(?:государственн\w+\s+регистрац|регистрац\w+\s+(?:перехода|договора|права)|росреестр|роспатент|зарегистрир)"
);
pattern!(NOTARY, r"(?i)нотари");
pattern!(PREMISES, r"(?i)договор\w*\s+(?:аренды|субаренды)\s+(?:нежил\w+\s+)?(?:помещени|здани|сооружени|склад|офис)");
pattern!(
    REAL_ESTATE,
    r"(?i)договор\w*\s+(?:купли-продажи|мены|дарения)\s+(?:квартир|жилого|дома|земельн|недвижим|помещени|здани)"
);
pattern!(SHARE, r"(?i)(?:купли-продажи|дарения|залога|отчуждени\w+)\s+(?:части\s+)?дол\w+\s+в\s+уставном");

fn duties<'a>(stated: &'a Stated<'_>, kind: &'a str) -> impl Iterator<Item = &'a Duty> {
    let holds = move |duty: &&Duty| duty.kind == kind && condition::all(&duty.when, stated.facts.domain);
    stated.facts.pack.duties.iter().filter(holds)
}

/// L14. Once the text speaks of the registration, only a reminder is left.
pub(super) fn registration(subject: &Subject<'_>) -> Vec<Hit> {
    let paper = &subject.paper;
    let severity = paper.main().any(|(_, _, body)| REGISTERED.is(body)).then_some(Severity::Low);
    if let Some(stated) = &subject.stated {
        // The pack told the duty already, on the page and beside the gate: here it is a reminder.
        let reminder = |duty: &Duty| Hit {
            severity: Some(Severity::Low),
            law: Some(("Государственная регистрация".into(), duty.text.clone(), duty.article.clone())),
            ..Hit::whole(&duty.text)
        };
        return duties(stated, "registration").map(reminder).collect();
    }
    let Some((index, _, title)) = paper.all().next() else { return Vec::new() };
    let message = if REAL_ESTATE.is(title) {
        "Переход права регистрирует Росреестр"
    } else if PREMISES.is(title) && paper.main().any(|(_, block, _)| block.mentions.iter().any(|m| is_year(&m.kind))) {
        "Аренда на год и дольше регистрируется в Росреестре"
    } else {
        return Vec::new();
    };
    if severity.is_some() { Vec::new() } else { vec![Hit::block(index, message)] }
}

/// Whether words name a time of a year or more.
fn is_year(kind: &MentionKind) -> bool {
    match kind {
        MentionKind::Duration { count, unit } => unit == "year" || unit == "month" && *count >= 12,
        MentionKind::DateRange { from, to } => match (from.parse::<Date>(), to.parse::<Date>()) {
            (Ok(from), Ok(to)) => from.until(to).is_ok_and(|span| span.get_days() >= 364),
            _ => false,
        },
        _ => false,
    }
}

/// L15. Closed when the person took the text as a draft for the notary.
pub(super) fn notary(subject: &Subject<'_>) -> Vec<Hit> {
    let paper = &subject.paper;
    if let Some(stated) = &subject.stated {
        let pack = stated.facts.pack;
        let settled = |key: &str| {
            let id = id_of(key);
            let dismissed = |status: IssueStatus| status == IssueStatus::Dismissed;
            rules::acceptable(Some(pack), key)
                && stated.issues.iter().any(|issue| issue.id == id && dismissed(issue.status))
        };
        let checks =
            pack.checks.iter().filter(|check| check.key == "L15" && condition::all(&check.when, stated.facts.domain));
        let checks = checks.map(|check| {
            let severity = settled(&check.key).then_some(Severity::Low);
            let law = Some((check.title.clone(), check.consequence.clone(), check.article.clone()));
            Hit { severity, law, ..Hit::whole(&check.hint) }
        });
        let duties = duties(stated, "notary").map(|duty| {
            let law = Some(("Нотариус".into(), duty.text.clone(), duty.article.clone()));
            Hit { severity: Some(Severity::Low), law, ..Hit::whole(&duty.text) }
        });
        return checks.chain(duties).collect();
    }
    let Some((index, _, title)) = paper.all().next() else { return Vec::new() };
    let needed = SHARE.is(title) && !paper.main().any(|(_, _, body)| NOTARY.is(body));
    if needed {
        vec![Hit::block(index, "Сделку с долей удостоверяет нотариус (14-ФЗ ст. 21)")]
    } else {
        Vec::new()
    }
}
