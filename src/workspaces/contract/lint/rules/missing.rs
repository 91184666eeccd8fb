//! What a contract should say and does not.

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::mention::MentionKind;
use crate::workspaces::contract::intake::terms;
use crate::workspaces::contract::lint::paper::{Kind, Paper};
use crate::workspaces::contract::lint::pattern::pattern;
use crate::workspaces::contract::lint::{Hit, Subject};

pattern!(
    TERM,
    r"(?i)(?:(?:договор|соглашение)\s+(?:действует|заключ[её]н\w*\s+на|вступает)|срок\w*\s+(?:действия|аренды|найма|договора|по\s+договору|оказания|выполнения|поставки|займа|возврата|лицензии|передачи)|неопредел[её]нный\s+срок|до\s+полного\s+исполнения|возвра\w+\s+(?:сумму\s+)?(?:займа?|долг)|бессрочн)"
);
pattern!(FORCE, r"(?i)(?:непреодолим|форс-?мажор|чрезвычайн\w+\s+и\s+непредотвратим)");
pattern!(DISPUTES, r"(?i)(?:\bспор(?:ы|ов|ах|ам)?\b|\bсуд(?:е|а|у|ом)?\b|арбитраж)");
pattern!(CLAIM, r"(?i)претензи");
pattern!(PERSONAL, r"(?i)персональн\w+\s+данн");
pattern!(SIGNED, r"(?i)(?:подпис[иь]\b|подписи\s+сторон|м\.\s?п\.|/_{3,}|_{5,}\s*/)");
pattern!(PLACE, r"(?i)(?:\bг\.|\bгород|\bс\.|\bпос\.|\bсело\b|\bпгт\b|москва|санкт-петербург)");
pattern!(PEN_DATE, r#"[«"“]_{1,}[»"”]|_{2,}\s*20\d*_*|«\d{1,2}»\s*_{2,}"#);

/// Clauses that make a text a contract rather than a note.
const CONTRACT: usize = 5;

fn is_contract(paper: &Paper) -> bool {
    paper.main().filter(|(_, block, _)| matches!(block.kind, Kind::Clause | Kind::Paragraph)).count() >= CONTRACT
}

fn absent(subject: &Subject<'_>, test: impl Fn(&str) -> bool, message: &str) -> Vec<Hit> {
    let paper = &subject.paper;
    if !is_contract(paper) || paper.main().any(|(_, _, body)| test(body)) {
        return Vec::new();
    }
    vec![Hit::whole(message)]
}

/// L33.
pub(super) fn term(subject: &Subject<'_>) -> Vec<Hit> {
    let Some(stated) = &subject.stated else {
        // A thing that changes hands once has no term.
        let lasts = |pack: &Pack| pack.terms.iter().flat_map(|term| &term.needs).any(|need| need.contains("/term/"));
        if subject.pack.is_some_and(|pack| !lasts(pack)) {
            return Vec::new();
        }
        return absent(subject, |body| TERM.is(body), "Добавьте срок действия договора или дату окончания");
    };
    let open = stated.facts.pack.terms.iter().find(|term| {
        !term.essential
            && term.needs.iter().any(|need| need.starts_with("/term/"))
            && terms::is_open(term, stated.facts.domain)
    });
    open.map(|term| Hit::fact("/term", format!("{}: {}", term.title, term.consequence))).into_iter().collect()
}

/// L56.
pub(super) fn force_majeure(subject: &Subject<'_>) -> Vec<Hit> {
    absent(subject, |body| FORCE.is(body), "Добавьте раздел об обстоятельствах непреодолимой силы")
}

/// L57.
pub(super) fn disputes(subject: &Subject<'_>) -> Vec<Hit> {
    absent(subject, |body| DISPUTES.is(body) || CLAIM.is(body), "Добавьте раздел о разрешении споров")
}

/// L58.
pub(super) fn claim_order(subject: &Subject<'_>) -> Vec<Hit> {
    if disputes(subject).is_empty() {
        absent(subject, |body| CLAIM.is(body), "Добавьте претензионный порядок и срок ответа")
    } else {
        Vec::new()
    }
}

/// L39.
pub(super) fn personal_data(subject: &Subject<'_>) -> Vec<Hit> {
    let passport = subject.paper.blocks.iter().flat_map(|block| &block.mentions);
    let passport =
        passport.into_iter().any(|m| matches!(m.kind, MentionKind::Passport { .. } | MentionKind::Snils { .. }));
    if passport {
        absent(subject, |body| PERSONAL.is(body), "Добавьте условие об обработке персональных данных")
    } else {
        Vec::new()
    }
}

/// L65.
pub(super) fn place_and_date(subject: &Subject<'_>) -> Vec<Hit> {
    let paper = &subject.paper;
    if paper.drafted || !is_contract(paper) {
        return Vec::new();
    }
    let head: Vec<_> = paper
        .main()
        .take_while(|(_, block, _)| block.kind != Kind::Heading && block.number.is_empty())
        .take(6)
        .collect();
    let said = |test: fn(&MentionKind) -> bool| {
        head.iter().any(|(_, block, _)| block.mentions.iter().any(|mention| test(&mention.kind)))
    };
    let place = said(|kind| matches!(kind, MentionKind::City { .. })) || head.iter().any(|(_, _, body)| PLACE.is(body));
    let date =
        said(|kind| matches!(kind, MentionKind::Date { .. })) || head.iter().any(|(_, _, body)| PEN_DATE.is(body));
    match (place, date) {
        (true, true) => Vec::new(),
        (false, true) => vec![Hit::whole("Не названо место заключения")],
        (true, false) => vec![Hit::whole("Не названа дата договора")],
        (false, false) => vec![Hit::whole("Не названы место и дата договора")],
    }
}

/// L66.
pub(super) fn signatures(subject: &Subject<'_>) -> Vec<Hit> {
    let paper = &subject.paper;
    let signed = paper.all().any(|(_, block, body)| block.kind == Kind::Tail || SIGNED.is(body));
    if signed || !is_contract(paper) {
        Vec::new()
    } else {
        vec![Hit::whole("Добавьте реквизиты и подписи сторон")]
    }
}
