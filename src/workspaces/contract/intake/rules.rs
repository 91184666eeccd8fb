//! Rules about facts that stand together: arithmetic, dates, control numbers, penalties, values that exclude each other.
//!
//! Packs say what one type needs; these hold for every type. Keys are the codes of the contract brief (`L01`…), so
//! that packs may use the same codes for their own bans (`L15` notary, `L17` mandatory norms).

pub mod find;

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::parts::sentences;
use crate::model::ids::IssueId;
use crate::model::issue::{Evidence, EvidenceKind, Issue, IssueStatus, Severity};
use crate::workspaces::contract::intake::issues::label;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::{acceptance, against, questions};
use find::Found;
use serde_json::Value;

/// One rule.
pub struct Rule {
    /// Code, and key of its issue.
    pub id: &'static str,
    /// How much it hurts.
    pub severity: Severity,
    /// Whether the person may accept it and go on.
    pub acceptable: bool,
    /// Where the law says so.
    pub article: &'static str,
    title: &'static str,
    why: &'static str,
    /// The question about it.
    hint: &'static str,
    find: fn(&Pack, &Value) -> Option<Found>,
}

/// The rule of a price that is not the product of its parts.
pub const PRODUCT: &str = "L05";

/// All rules. Every one keeps the gate closed while its issue is open.
pub static RULES: &[Rule] = &[
    Rule {
        id: "L01",
        severity: Severity::High,
        acceptable: true,
        article: "ГК РФ ст. 333",
        title: "Неустойка больше 1 % в день",
        why: "Суд вправе уменьшить несоразмерную неустойку, а сторона — отказаться от таких условий.",
        hint: "Оставить такую неустойку?",
        find: find::penalty_year,
    },
    Rule {
        id: "L04",
        severity: Severity::Critical,
        acceptable: false,
        article: "ГК РФ ст. 489 п. 1",
        title: "Платежи не сходятся с ценой",
        why: "Сумма платежей должна равняться цене, иначе условие о рассрочке не согласовано.",
        hint: "Какой платёж или какая цена верны?",
        find: find::instalments_sum,
    },
    Rule {
        id: PRODUCT,
        severity: Severity::Critical,
        acceptable: false,
        article: "ГК РФ ст. 485 п. 1",
        title: "Цена не равна произведению",
        why: "Две разные цены одного товара — спор о том, какая согласована.",
        hint: "Что верно: цена за единицу, количество или общая цена?",
        find: find::product,
    },
    Rule {
        id: "L07",
        severity: Severity::Critical,
        acceptable: false,
        article: "ГК РФ ст. 190",
        title: "Срок кончается раньше, чем начинается",
        why: "Такой срок не определён: исполнить договор в нём нельзя.",
        hint: "Какие даты начала и окончания верны?",
        find: find::date_order,
    },
    Rule {
        id: "L13",
        severity: Severity::High,
        acceptable: true,
        article: "правило продукта",
        title: "Номер не сходится",
        why: "Ошибка в номере делает сторону или предмет неопределёнными.",
        hint: "Записано как сказано. Оставить так, или напишете верный номер?",
        find: find::checksum,
    },
    Rule {
        id: "L19",
        severity: Severity::Critical,
        acceptable: false,
        article: "ГК РФ ст. 431",
        title: "Условия исключают друг друга",
        why: "В договоре не может быть двух условий, которые исключают друг друга.",
        hint: "Что из этого верно?",
        find: find::exclusive,
    },
    Rule {
        id: "L81",
        severity: Severity::Critical,
        acceptable: false,
        article: "ГК РФ ст. 413, ст. 420 п. 1",
        title: "Одно лицо с обеих сторон",
        why: "Договор заключают два лица или более: с самим собой его нет.",
        hint: "Кто вторая сторона?",
        find: find::same_person,
    },
    Rule {
        id: PAST,
        severity: Severity::Critical,
        // Sides may put into writing what they did already.
        acceptable: true,
        article: "ГК РФ ст. 190, ст. 314, ст. 425 п. 2",
        title: "Срок уже прошёл",
        why: "Исполнить в срок, который прошёл, нельзя: сторона была бы в просрочке со дня подписания. Оставить такую дату можно, если оформляют то, что уже исполняли.",
        hint: "Какая дата верна, или оставить эту?",
        find: |_, _| None,
    },
];

/// The rule that needs the day of the turn.
const PAST: &str = "L82";
/// The check of packs for deals that a notary must certify.
const NOTARY: &str = "L15";

/// The rule with this code.
#[must_use]
pub fn by_id(key: &str) -> Option<&'static Rule> {
    RULES.iter().find(|rule| rule.id == key)
}

/// Whether the person may accept the issue with this key and go on.
#[must_use]
pub fn acceptable(pack: Option<&Pack>, key: &str) -> bool {
    against::is(key)
        || by_id(key).is_some_and(|rule| rule.acceptable)
        || pack.is_some_and(|pack| pack.checks.iter().any(|check| check.key == key && check.acceptable))
}

/// Facts that an answer about the issue of a rule or a check may change.
#[must_use]
pub fn targets(pack: &Pack, issue: &Issue) -> Vec<String> {
    let key = issue.key.as_deref().unwrap_or_default();
    let check = pack.checks.iter().find(|check| check.key == key);
    let of_check = check.into_iter().flat_map(|check| &check.when).map(|condition| condition.at.as_str());
    let evidence = issue.evidence.iter().flatten().filter(|item| item.kind == EvidenceKind::FactPath);
    let of_rule: Vec<&str> = evidence.map(|item| item.reference.as_str()).filter(|_| check.is_none()).collect();
    // A product that does not come out may be wrong in any of its parts.
    let parts = pack.computed.iter().filter(|rule| key == PRODUCT && of_rule.contains(&rule.pointer.as_str()));
    let parts = parts.flat_map(|rule| rule.inputs.iter().map(String::as_str));
    let mut all: Vec<String> = Vec::new();
    for at in of_check.chain(of_rule.iter().copied()).chain(parts) {
        let whole = pack.field_of(at).map_or(at, |field| field.pointer.as_str()).to_owned();
        if !all.contains(&whole) {
            all.push(whole);
        }
    }
    all
}

/// The issue of every rule, and whether it is open for this domain.
pub fn issues<'a>(pack: &'a Pack, domain: &'a Value, today: &'a str) -> impl Iterator<Item = (Issue, bool)> + 'a {
    RULES.iter().map(move |rule| {
        let found = if rule.id == PAST { find::past(pack, domain, today) } else { (rule.find)(pack, domain) };
        let issue = Issue {
            id: IssueId(format!("issue:{}", rule.id)),
            key: Some(rule.id.to_owned()),
            severity: rule.severity,
            status: IssueStatus::Open,
            title: rule.title.to_owned(),
            why_it_matters: format!("{} ({})", rule.why, rule.article),
            missing_or_conflict: found.as_ref().map(|found| found.what.clone()),
            resolution_hint: rule.hint.to_owned(),
            requires_user_confirmation: rule.acceptable.then_some(true),
            evidence: found
                .as_ref()
                .map(|found| vec![Evidence { kind: EvidenceKind::FactPath, reference: found.at.clone() }]),
        };
        (issue, found.is_some())
    })
}

/// The issue that the person accepts with these words: the one that was asked about, the only one that can be, or the one
/// whose fact the words keep by its name.
#[must_use]
pub fn accepted<'i>(pack: &Pack, heard: &Heard<'_>, issues: &'i [Issue]) -> Option<&'i Issue> {
    let open = || {
        let open = issues.iter().filter(|issue| issue.status == IssueStatus::Open);
        open.filter(|issue| issue.key.as_deref().is_some_and(|key| acceptable(Some(pack), key)))
    };
    let yes = match heard.turn.choice.as_deref() {
        Some(choice) => choice == questions::YES,
        None => acceptance::agrees(heard),
    };
    let by_question = || match heard.question {
        Some(record) => open().find(|issue| issue.key.as_ref().is_some_and(|key| record.keys.contains(key))),
        None => {
            let mut blocking = open().filter(|issue| issue.severity <= Severity::High);
            blocking.next().filter(|_| blocking.next().is_none())
        }
    };
    // What a deal that needs a notary asks for is taken in words whatever question is open.
    let text = heard.turn.text.as_str();
    let notary = heard.turn.choice.is_none()
        && sentences(text).into_iter().any(|(start, end)| acceptance::notary::takes_notary(&text[start..end]));
    let draft = || open().find(|issue| issue.key.as_deref() == Some(NOTARY)).filter(|_| notary);
    draft().or_else(|| yes.then(by_question).flatten()).or_else(|| {
        let kept = |at: &String| acceptance::keeps(heard, &label(pack, at));
        open().filter(|_| heard.turn.choice.is_none()).find(|issue| targets(pack, issue).iter().any(kept))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::contract::tests::KNOWLEDGE;
    use serde_json::json;

    fn open(pack: &str, domain: &Value) -> Vec<&'static str> {
        let pack = KNOWLEDGE.pack(pack).unwrap();
        RULES.iter().filter(|rule| (rule.find)(pack, domain).is_some()).map(|rule| rule.id).collect()
    }

    #[test]
    fn each_rule_fires_on_its_own_defect_only() {
        let rub = |amount: &str| json!({"amount": amount, "currency": "RUB"});
        for (pack, domain, want) in [
            ("loan", json!({"penalty": {"kind": "percent", "rate": {"percent": "3", "per": "day"}}}), "L01"),
            ("loan", json!({"penalty": {"kind": "percent", "rate": {"percent": "0.1", "per": "day"}}}), ""),
            (
                "sale_general",
                json!({"price": {"total": rub("900.00")}, "payment": {"instalments": {
                    "1": {"amount": rub("300.00"), "date": "2027-01-15"}, "2": {"amount": rub("500.00"), "date": "2027-01-15"}}}}),
                "L04",
            ),
            (
                "sale_general",
                json!({"price": {"total": rub("800.00")}, "payment": {"instalments": {
                    "1": {"amount": rub("300.00"), "date": "2027-01-15"}, "2": {"amount": rub("500.00"), "date": "2027-01-15"}}}}),
                "",
            ),
            ("loan", json!({"loan": {"amount": rub("80.00")}, "payment": {"part": rub("9.00"), "parts": 10}}), "L04"),
            (
                "loan",
                json!({"loan": {"amount": rub("80.00")}, "interest": {"kind": "key_rate"},
                    "payment": {"part": rub("9.00"), "parts": 10}}),
                "",
            ),
            (
                "supply",
                json!({"price": {"unit": rub("10.00"), "total": rub("21.00")},
                    "object": {"quantity": {"value": "2", "unit": "t"}}}),
                "L05",
            ),
            ("work_contract", json!({"term": {"start": "2027-03-01", "end": "2027-02-01"}}), "L07"),
            ("work_contract", json!({"term": {"start": "2027-02-01", "end": "2027-02-01"}}), ""),
            ("loan", json!({"parties": {"lender": {"inn": "7700000017"}}}), "L13"),
            ("share_sale", json!({"object": {"company": "ООО «Ромашка», ИНН 7700000017"}}), "L13"),
            ("loan", json!({"parties": {"lender": {"inn": "7700000016"}}}), ""),
            (
                "gift",
                json!({"parties": {"donor": {"name": "Иванова Анна Петровна"}, "donee": {"name": "Иванова Анна Петровна"}}}),
                "L81",
            ),
            ("vehicle_lease", json!({"deposit": {"kind": "none", "amount": rub("1.00")}}), "L19"),
        ] {
            let want: Vec<&str> = if want.is_empty() { Vec::new() } else { vec![want] };
            assert_eq!(open(pack, &domain), want, "{domain}");
        }
    }

    #[test]
    fn a_deadline_that_has_passed_is_named_and_a_start_is_not() {
        let pack = KNOWLEDGE.pack("loan").unwrap();
        let field = pack.fields.iter().find(|field| find::is_deadline(field)).expect("a loan has a deadline");
        let (parent, name) = field.pointer.rsplit_once('/').unwrap();
        let domain = |day: &str| {
            let inner = json!({name: day});
            parent.rsplit('/').filter(|t| !t.is_empty()).fold(inner, |inner, token| json!({token: inner}))
        };
        assert!(find::past(pack, &domain("2026-11-20"), "2026-11-21").is_some());
        assert!(find::past(pack, &domain("2026-11-21"), "2026-11-21").is_none());
        let lease = KNOWLEDGE.pack("vehicle_lease").unwrap();
        assert!(find::past(lease, &json!({"term": {"start": "2020-01-01"}}), "2026-11-21").is_none());
    }

    #[test]
    fn a_yearly_rate_is_named() {
        let pack = KNOWLEDGE.pack("loan").unwrap();
        let domain = json!({"penalty": {"rate": {"percent": "3", "per": "day"}}});
        assert_eq!(find::penalty_year(pack, &domain).unwrap().what, "Это 1095 % годовых");
    }
}
