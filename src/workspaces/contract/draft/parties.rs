//! Sides of the contract: how the preamble introduces them, their requisites and signatures.

use crate::engine::document::tree::{Inline, Line, Signature};
use crate::engine::grammar::case::{Case, Gender};
use crate::engine::grammar::person::Person;
use crate::engine::grammar::{basis, company, person, phrase};
use crate::engine::knowledge::pack::Party;
use crate::workspaces::contract::draft::fill::Source;
use serde_json::Value;

/// What kind of person a side is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Individual,
    SelfEmployed,
    Entrepreneur,
    Company,
}

/// A line for the pen.
const LINE: &str = "____________________";

impl Source<'_> {
    fn leaf(&self, party: &Party, leaf: &str) -> Option<&str> {
        self.facts.domain.pointer(&at(party, leaf)).and_then(Value::as_str).filter(|text| !text.trim().is_empty())
    }

    fn kind(&self, party: &Party) -> Kind {
        match (self.leaf(party, "kind"), self.leaf(party, "name")) {
            (Some("company"), _) => Kind::Company,
            (Some("entrepreneur"), _) => Kind::Entrepreneur,
            (Some("self_employed"), _) => Kind::SelfEmployed,
            (Some(_), _) | (None, None) => Kind::Individual,
            (None, Some(name)) if Person::parse(name).is_some_and(|person| person.gender().is_some()) => {
                Kind::Individual
            }
            (None, Some(_)) => Kind::Company,
        }
    }

    fn gender(&self, party: &Party) -> Gender {
        let name = self.leaf(party, "name").unwrap_or_default();
        match self.kind(party) {
            Kind::Company => company::gender(name),
            Kind::Entrepreneur => Gender::Masculine,
            _ => Person::parse(name).and_then(|person| person.gender()).unwrap_or(Gender::Masculine),
        }
    }

    fn blank(&self, party: &Party, leaf: &str, label: &str) -> Inline {
        match self.leaf(party, leaf) {
            Some(text) => self.value(text, &at(party, leaf)),
            None => Inline::Blank { label: label.into(), text: LINE.into(), pointer: at(party, leaf) },
        }
    }
}

fn at(party: &Party, leaf: &str) -> String {
    format!("/parties/{}/{leaf}", party.role)
}

/// «…, именуемый в дальнейшем «Арендодатель», с одной стороны, и …».
pub(super) fn preamble(source: &Source<'_>) -> Line {
    let parties = &source.facts.pack.parties;
    let mut out = Line::new();
    for (i, party) in parties.iter().enumerate() {
        if i > 0 {
            out.push(Inline::text(if i + 1 == parties.len() { ", и " } else { ", " }));
        }
        introduce(source, party, &mut out);
        let side = match (i, parties.len()) {
            (0, 2) => ", с одной стороны",
            (1, 2) => ", с другой стороны",
            _ => "",
        };
        out.push(Inline::text(side));
    }
    let what = if source.facts.pack.title.starts_with("Соглашение") {
        "соглашение"
    } else {
        "договор"
    };
    out.push(Inline::text(
        format!(", вместе именуемые «Стороны», заключили настоящий {what} (далее — «Договор») о нижеследующем.")
            .replace("настоящий соглашение", "настоящее соглашение"),
    ));
    out
}

fn introduce(source: &Source<'_>, party: &Party, out: &mut Line) {
    let kind = source.kind(party);
    match source.leaf(party, "name") {
        Some(name) => {
            let text = match kind {
                Kind::Company => company::full(name),
                Kind::Entrepreneur => format!("Индивидуальный предприниматель {}", name.trim_start_matches("ИП ")),
                _ => name.to_owned(),
            };
            out.push(source.value(&text, &at(party, "name")));
        }
        None => out.push(source.fact(&at(party, "name"), "")),
    }
    let mut detail = |words: &str, leaf: &str| {
        if let Some(text) = source.leaf(party, leaf) {
            out.push(Inline::text(words));
            out.push(source.value(text, &at(party, leaf)));
        }
    };
    detail(", ИНН\u{a0}", "inn");
    detail(if kind == Kind::Entrepreneur { ", ОГРНИП\u{a0}" } else { ", ОГРН\u{a0}" }, "ogrn");
    if kind == Kind::SelfEmployed {
        out.push(Inline::text(", плательщик налога на профессиональный доход"));
    }
    let named = source.gender(party).named();
    out.push(Inline::text(format!(", {named} в дальнейшем «{}»", party.title)));
    if kind == Kind::Company {
        signer(source, party, out);
    }
}

fn signer(source: &Source<'_>, party: &Party, out: &mut Line) {
    let name = source.leaf(party, "signer/name");
    let gender = name.and_then(Person::parse).and_then(|person| person.gender()).unwrap_or(Gender::Masculine);
    out.push(Inline::text(", в лице "));
    match source.leaf(party, "signer/post") {
        Some(post) => out.push(source.value(&phrase::decline(post, Case::Genitive, true), &at(party, "signer/post"))),
        None => out.push(source.blank(party, "signer/post", "должность подписанта")),
    }
    out.push(Inline::text(" "));
    match name {
        Some(name) => out.push(source.value(&person::decline(name, Case::Genitive).0, &at(party, "signer/name"))),
        None => out.push(source.blank(party, "signer/name", "фамилия, имя, отчество подписанта")),
    }
    out.push(Inline::text(format!(", {} на основании ", gender.acting_genitive())));
    match source.leaf(party, "signer/basis") {
        Some(text) => out.push(source.value(&basis::genitive(text), &at(party, "signer/basis"))),
        None => out.push(source.blank(party, "signer/basis", "устав или доверенность")),
    }
}

/// «Иванов Иван Иванович (Арендодатель) и ООО «Вектор» (Арендатор) составили настоящий акт о нижеследующем.»
pub(super) fn sides(source: &Source<'_>) -> Line {
    let parties = &source.facts.pack.parties;
    let mut out = Line::new();
    for (i, party) in parties.iter().enumerate() {
        match i {
            0 => {}
            i if i + 1 == parties.len() => out.push(Inline::text(" и ")),
            _ => out.push(Inline::text(", ")),
        }
        out.push(named(source, party));
        out.push(Inline::text(format!(" ({})", party.title)));
    }
    out.push(Inline::text(" составили настоящий акт о нижеследующем."));
    out
}

/// The side by its name, as short as a signature has it.
fn named(source: &Source<'_>, party: &Party) -> Inline {
    let Some(name) = source.leaf(party, "name") else { return source.fact(&at(party, "name"), "") };
    let text = match source.kind(party) {
        Kind::Company => company::short(name),
        Kind::Entrepreneur => format!("ИП {}", name.trim_start_matches("ИП ")),
        _ => name.to_owned(),
    };
    source.value(&text, &at(party, "name"))
}

/// The signature table.
pub(super) fn signatures(source: &Source<'_>) -> Vec<Signature> {
    source.facts.pack.parties.iter().map(|party| signature(source, party)).collect()
}

/// Role, pen and seal only: for attachments.
pub(super) fn pens(source: &Source<'_>) -> Vec<Signature> {
    signatures(source).into_iter().map(|side| Signature { lines: Vec::new(), ..side }).collect()
}

fn signature(source: &Source<'_>, party: &Party) -> Signature {
    let kind = source.kind(party);
    let mut lines: Vec<Line> = vec![vec![named(source, party)]];
    let mut always = |words: &str, leaf: &str| {
        lines.push(vec![Inline::text(format!("{words}: ")), source.blank(party, leaf, words)]);
    };
    match kind {
        Kind::Company => {
            always("ИНН", "inn");
            always("КПП", "kpp");
            always("ОГРН", "ogrn");
        }
        Kind::Entrepreneur => {
            always("ИНН", "inn");
            always("ОГРНИП", "ogrn");
        }
        Kind::SelfEmployed => always("ИНН", "inn"),
        Kind::Individual => {}
    }
    if matches!(kind, Kind::Individual | Kind::SelfEmployed) {
        lines.push(passport(source, party));
        optional(source, party, "ИНН", "inn", &mut lines, kind == Kind::Individual);
        optional(source, party, "СНИЛС", "snils", &mut lines, true);
    }
    let mut always = |words: &str, leaf: &str| {
        lines.push(vec![Inline::text(format!("{words}: ")), source.blank(party, leaf, words)]);
    };
    always("Адрес", "address");
    always("Р/с", "bank/account");
    always("Банк", "bank/name");
    always("БИК", "bank/bik");
    always("К/с", "bank/correspondent");
    optional(source, party, "Телефон", "phone", &mut lines, true);
    optional(source, party, "Эл. почта", "email", &mut lines, true);
    let signer = if kind == Kind::Company { source.leaf(party, "signer/name") } else { source.leaf(party, "name") };
    let signer = signer.map(|name| name.trim_start_matches("ИП "));
    let short = signer.and_then(Person::parse).map_or_else(|| "______________".to_owned(), |person| person.short());
    let post = (kind == Kind::Company).then(|| source.leaf(party, "signer/post").map(str::to_owned)).flatten();
    Signature {
        role: party.title.clone(),
        lines,
        post,
        sign: vec![
            Inline::Blank { label: "подпись".into(), text: "______________".into(), pointer: String::new() },
            Inline::text(format!("\u{a0}/\u{a0}{short}")),
        ],
        seal: kind == Kind::Company,
    }
}

fn optional(source: &Source<'_>, party: &Party, words: &str, leaf: &str, lines: &mut Vec<Line>, wanted: bool) {
    if let Some(text) = source.leaf(party, leaf).filter(|_| wanted) {
        lines.push(vec![Inline::text(format!("{words}: ")), source.value(text, &at(party, leaf))]);
    }
}

fn passport(source: &Source<'_>, party: &Party) -> Line {
    let mut out = vec![Inline::text("Паспорт: ")];
    match (source.leaf(party, "passport/series"), source.leaf(party, "passport/number")) {
        (Some(series), Some(number)) => {
            out.push(source.value(&format!("{series} №\u{a0}{number}"), &at(party, "passport")));
        }
        _ => out.push(Inline::Blank {
            label: "паспорт".into(),
            text: format!("серия\u{a0}______ №\u{a0}__________, выдан {LINE}"),
            pointer: at(party, "passport"),
        }),
    }
    out
}
