//! Sides of the contract: how the preamble introduces them, their requisites and signatures. A side may be several
//! persons: the first stands in `/parties/<role>`, the others in `/parties/<role>/also/<id>`.

use crate::engine::document::tree::{Inline, Line, Signature};
use crate::engine::grammar::case::{Case, Gender};
use crate::engine::grammar::person::Person;
use crate::engine::grammar::{bank, basis, company, date, person, phrase};
use crate::engine::knowledge::pack::Party;
use crate::engine::text::case::capitalise;
use crate::engine::text::folded;
use crate::model::pointer;
use crate::workspaces::contract::draft::Facts;
use crate::workspaces::contract::draft::fill::Source;
use crate::workspaces::contract::intake::issues;
use serde_json::Value;
use std::collections::BTreeSet;

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
/// Bank leaves with their words, in the order of a requisites block.
const BANK: [(&str, &str); 4] =
    [("bank/account", "Р/с"), ("bank/name", "Банк"), ("bank/bik", "БИК"), ("bank/correspondent", "К/с")];
/// Leaves that stand elsewhere or only say what the person is.
const ELSEWHERE: [&str; 6] = ["name", "kind", "signer/name", "signer/post", "signer/basis", "passport"];

/// One person of a side.
struct Member<'a, 's> {
    source: &'a Source<'s>,
    at: String,
}

impl Member<'_, '_> {
    fn place(&self, leaf: &str) -> String {
        format!("{}/{leaf}", self.at)
    }

    fn leaf(&self, leaf: &str) -> Option<&str> {
        let value = self.source.facts.domain.pointer(&self.place(leaf)).and_then(Value::as_str);
        value.filter(|text| !text.trim().is_empty())
    }

    fn kind(&self) -> Kind {
        match (self.leaf("kind"), self.leaf("name")) {
            (Some("company"), _) => Kind::Company,
            (Some("entrepreneur"), _) => Kind::Entrepreneur,
            (Some("self_employed"), _) => Kind::SelfEmployed,
            (Some(_), _) | (None, None) => Kind::Individual,
            (None, Some(name)) if name.starts_with("ИП ") => Kind::Entrepreneur,
            (None, Some(name)) if Person::parse(name).is_some_and(|person| person.gender().is_some()) => {
                Kind::Individual
            }
            (None, Some(_)) => Kind::Company,
        }
    }

    fn gender(&self) -> Gender {
        let name = self.leaf("name").unwrap_or_default();
        match self.kind() {
            Kind::Company => company::gender(name),
            Kind::Entrepreneur => Gender::Masculine,
            _ => Person::parse(name).and_then(|person| person.gender()).unwrap_or(Gender::Masculine),
        }
    }

    /// The name without what the form says about its kind.
    fn bare_name(&self) -> Option<&str> {
        self.leaf("name").map(bare)
    }

    /// As short as a signature has it.
    fn short(&self) -> Inline {
        let Some(name) = self.leaf("name") else { return self.source.fact(&self.place("name"), "") };
        let text = match self.kind() {
            Kind::Company => company::short(name),
            Kind::Entrepreneur => format!("ИП {}", self.bare_name().unwrap_or(name)),
            _ => name.to_owned(),
        };
        self.source.value(&text, &self.place("name"))
    }

    /// Another person who signs for this one.
    fn signer(&self) -> Option<&str> {
        self.leaf("signer/name").filter(|name| !self.is_himself(name))
    }

    /// Whether a name is that of the person: written out or with initials, with or without what kind of person he is.
    fn is_himself(&self, name: &str) -> bool {
        let Some(own) = self.bare_name().filter(|_| self.kind() != Kind::Company) else { return false };
        let short = |name: &str| Person::parse(name).map(|person| folded(&person.short()));
        let same = folded(own) == folded(bare(name))
            || (own.contains('.') || name.contains('.'))
                && short(own).is_some_and(|own| short(bare(name)) == Some(own));
        let proxy = self.leaf("signer/basis").is_some_and(basis::is_proxy);
        same && !proxy
    }

    fn blank(&self, leaf: &str, label: &str) -> Inline {
        Inline::Blank { label: label.into(), text: LINE.into(), pointer: self.place(leaf) }
    }

    fn shown(&self, leaf: &str, label: &str) -> Inline {
        let shown = self.leaf(leaf).map(|text| match leaf {
            "bank/name" => self.source.value(&bank::nominative(text), &self.place(leaf)),
            _ => self.source.value(text, &self.place(leaf)),
        });
        shown.unwrap_or_else(|| self.blank(leaf, label))
    }
}

fn bare(name: &str) -> &str {
    name.trim_start_matches("Индивидуальный предприниматель ").trim_start_matches("ИП ")
}

/// Whether a leaf says who signs for a person who signs for himself: the text has his name already.
pub(super) fn is_himself(facts: Facts<'_>, leaf: &str) -> bool {
    let Some(at) = leaf.strip_suffix("/signer/name").or_else(|| leaf.strip_suffix("/signer/post")) else {
        return false;
    };
    let source = Source { facts, ids: &BTreeSet::new() };
    let member = Member { source: &source, at: at.to_owned() };
    member.leaf("signer/name").is_some_and(|name| member.is_himself(name))
}

/// The persons of a side, the first one first.
fn members<'a, 's>(source: &'a Source<'s>, party: &Party) -> Vec<Member<'a, 's>> {
    let first = format!("/parties/{}", party.role);
    let also = source.facts.domain.pointer(&format!("{first}/also")).and_then(Value::as_object);
    let mut ids: Vec<&String> = also.into_iter().flat_map(|map| map.keys()).collect();
    ids.sort_by_key(|id| (id.parse::<u32>().unwrap_or(u32::MAX), id.as_str().to_owned()));
    let others: Vec<String> = ids.into_iter().map(|id| pointer::join(&format!("{first}/also"), id)).collect();
    std::iter::once(first).chain(others).map(|at| Member { source, at }).collect()
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
        "настоящее соглашение"
    } else {
        "настоящий договор"
    };
    out.push(Inline::text(format!(
        ", вместе именуемые «Стороны», заключили {what} (далее — «Договор») о нижеследующем."
    )));
    out
}

fn introduce(source: &Source<'_>, party: &Party, out: &mut Line) {
    let members = members(source, party);
    let last = members.len() - 1;
    for (i, member) in members.iter().enumerate() {
        if i > 0 {
            out.push(Inline::text(if i == last { " и " } else { ", " }));
        }
        described(member, out);
        // Who signs for one of several stands with him; for a single side it stands behind its title.
        if last > 0 {
            signed_by(member, out);
        }
    }
    if last > 0 {
        out.push(Inline::text(format!(", совместно именуемые в дальнейшем «{}»", party.title)));
    } else if let Some(member) = members.first() {
        out.push(Inline::text(format!(", {} в дальнейшем «{}»", member.gender().named(), party.title)));
        signed_by(member, out);
    }
}

fn described(member: &Member<'_, '_>, out: &mut Line) {
    let kind = member.kind();
    match member.leaf("name") {
        Some(name) => {
            let text = match kind {
                Kind::Company => company::full(name),
                Kind::Entrepreneur => {
                    format!("Индивидуальный предприниматель {}", member.bare_name().unwrap_or(name))
                }
                _ => name.to_owned(),
            };
            out.push(member.source.value(&text, &member.place("name")));
        }
        None => out.push(member.source.fact(&member.place("name"), "")),
    }
    let mut detail = |words: &str, leaf: &str| {
        if let Some(text) = member.leaf(leaf) {
            out.push(Inline::text(words));
            out.push(member.source.value(text, &member.place(leaf)));
        }
    };
    detail(", ИНН\u{a0}", "inn");
    detail(if kind == Kind::Entrepreneur { ", ОГРНИП\u{a0}" } else { ", ОГРН\u{a0}" }, "ogrn");
    if kind == Kind::SelfEmployed {
        out.push(Inline::text(", плательщик налога на профессиональный доход"));
    }
}

/// «в лице …, действующего на основании …»: always for a company, for a person when somebody signs in his stead.
fn signed_by(member: &Member<'_, '_>, out: &mut Line) {
    if member.kind() != Kind::Company && member.signer().is_none() {
        if let Some(text) = member.leaf("signer/basis") {
            out.push(Inline::text(format!(", {} на основании ", member.gender().acting())));
            out.push(member.source.value(&basis::genitive(text), &member.place("signer/basis")));
        }
        return;
    }
    let name = member.leaf("signer/name");
    let gender = name.and_then(Person::parse).and_then(|person| person.gender()).unwrap_or(Gender::Masculine);
    out.push(Inline::text(", в лице "));
    match member.leaf("signer/post") {
        Some(post) => {
            let post = phrase::decline(&lower(post), Case::Genitive, true);
            out.push(member.source.value(&post, &member.place("signer/post")));
        }
        None if member.kind() == Kind::Company => out.push(member.blank("signer/post", "должность подписанта")),
        None => out.push(Inline::text("представителя")),
    }
    out.push(Inline::text(" "));
    match name {
        Some(name) => {
            out.push(member.source.value(&person::decline(name, Case::Genitive).0, &member.place("signer/name")));
        }
        None => out.push(member.blank("signer/name", "фамилия, имя, отчество подписанта")),
    }
    out.push(Inline::text(format!(", {} на основании ", gender.acting_genitive())));
    match member.leaf("signer/basis") {
        Some(text) => out.push(member.source.value(&basis::genitive(text), &member.place("signer/basis"))),
        None => out.push(member.blank("signer/basis", "устав или доверенность")),
    }
}

/// A post begins small inside a sentence; an abbreviation keeps its capitals.
fn lower(post: &str) -> String {
    let mut chars = post.trim().chars();
    let Some(first) = chars.next() else { return String::new() };
    if chars.clone().next().is_some_and(char::is_uppercase) {
        return post.trim().to_owned();
    }
    first.to_lowercase().chain(chars).collect()
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
        for (i, member) in members(source, party).iter().enumerate() {
            if i > 0 {
                out.push(Inline::text(", "));
            }
            out.push(member.short());
        }
        out.push(Inline::text(format!(" ({})", party.title)));
    }
    out.push(Inline::text(" составили настоящий акт о нижеследующем."));
    out
}

/// The signature table: every person of every side. `accounts` are the roles on whose account the text has money paid.
pub(super) fn signatures(source: &Source<'_>, accounts: &BTreeSet<String>) -> Vec<Signature> {
    let of = |party: &Party| -> Vec<Signature> {
        let paid = accounts.contains(&party.role);
        let all = members(source, party);
        all.iter().enumerate().map(|(i, member)| signature(member, party, paid && i == 0)).collect()
    };
    source.facts.pack.parties.iter().flat_map(of).collect()
}

/// Role, pen and seal only: for attachments.
pub(super) fn pens(source: &Source<'_>) -> Vec<Signature> {
    signatures(source, &BTreeSet::new()).into_iter().map(|side| Signature { lines: Vec::new(), ..side }).collect()
}

fn signature(member: &Member<'_, '_>, party: &Party, paid: bool) -> Signature {
    let kind = member.kind();
    let signer = match (member.signer(), kind) {
        (Some(name), _) => Some(name),
        (None, Kind::Company) => member.leaf("signer/name"),
        (None, _) => member.bare_name(),
    };
    let short = signer.and_then(Person::parse).map_or_else(|| "______________".to_owned(), |person| person.short());
    let own = kind == Kind::Company || member.signer().is_some();
    let post = own.then(|| member.leaf("signer/post").map(|post| capitalise(post.trim()))).flatten();
    Signature {
        role: party.title.clone(),
        lines: requisites(member, kind, paid),
        post,
        sign: vec![
            Inline::Blank { label: "подпись".into(), text: "______________".into(), pointer: String::new() },
            Inline::text(format!("\u{a0}/\u{a0}{short}")),
        ],
        seal: kind == Kind::Company,
    }
}

/// What identifies the person is wanted and has its line; an account where the text has money paid on it; all else
/// stands when it was told.
fn requisites(member: &Member<'_, '_>, kind: Kind, paid: bool) -> Vec<Line> {
    let mut lines: Vec<Line> = vec![vec![member.short()]];
    let wanted: &[(&str, &str)] = match kind {
        Kind::Company => &[("inn", "ИНН"), ("kpp", "КПП"), ("ogrn", "ОГРН")],
        Kind::Entrepreneur => &[("inn", "ИНН"), ("ogrn", "ОГРНИП")],
        Kind::SelfEmployed => &[("inn", "ИНН")],
        Kind::Individual => &[],
    };
    let mut line = |leaf: &str, words: &str| {
        lines.push(vec![Inline::text(format!("{words}: ")), member.shown(leaf, words)]);
    };
    wanted.iter().for_each(|(leaf, words)| line(leaf, words));
    if let Some(day) = member.leaf("birth_date") {
        let shown = member.source.value(&date::long(day), &member.place("birth_date"));
        lines.push(vec![Inline::text("Дата рождения: "), shown]);
    }
    if matches!(kind, Kind::Individual | Kind::SelfEmployed) || member.leaf("passport/number").is_some() {
        lines.push(passport(member));
    }
    lines.push(vec![Inline::text("Адрес: "), member.shown("address", "Адрес")]);
    let told = BANK.iter().any(|(leaf, _)| member.leaf(leaf).is_some());
    for (leaf, words) in BANK {
        // A correspondent account follows from the bank; the rest has to be known to pay.
        let asked = told && leaf == "bank/account" || paid && leaf != "bank/correspondent";
        if asked || member.leaf(leaf).is_some() {
            lines.push(vec![Inline::text(format!("{words}: ")), member.shown(leaf, words)]);
        }
    }
    let mut named: Vec<&str> = wanted.iter().map(|(leaf, _)| *leaf).chain(BANK.map(|(leaf, _)| leaf)).collect();
    named.extend(ELSEWHERE);
    named.extend(["birth_date", "address", "passport_issued", "passport_by", "passport_code"]);
    lines.extend(others(member, &named));
    lines
}

/// Whatever else was told about the person.
fn others(member: &Member<'_, '_>, named: &[&str]) -> Vec<Line> {
    let Some(all) = member.source.facts.domain.pointer(&member.at) else { return Vec::new() };
    let mut out = Vec::new();
    for (leaf, value) in pointer::leaves(all) {
        let leaf = leaf.trim_start_matches('/');
        let elsewhere = named.iter().any(|one| pointer::is_within(leaf, one)) || leaf.starts_with("also/");
        let Some(text) = value.as_str().filter(|text| !elsewhere && !text.trim().is_empty()) else { continue };
        let label = issues::party_label(leaf);
        let label = if label.is_empty() { leaf.replace('/', " ") } else { label.to_owned() };
        let words = capitalise(&label);
        let shown = if leaf == "snils" { snils(text) } else { text.to_owned() };
        out.push(vec![Inline::text(format!("{words}: ")), member.source.value(&shown, &member.place(leaf))]);
    }
    out
}

/// «127-384-965 91», as the card has it; anything else as it was told.
fn snils(text: &str) -> String {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    match (digits.len() == 11, digits.get(..3), digits.get(3..6), digits.get(6..9), digits.get(9..)) {
        (true, Some(a), Some(b), Some(c), Some(d)) => format!("{a}-{b}-{c}\u{a0}{d}"),
        _ => text.to_owned(),
    }
}

/// Whether words say «выдан» themselves.
fn says_issued(words: &str) -> bool {
    words.to_lowercase().starts_with("выдан")
}

/// «Отделение УФМС» as one says who issued: «выдан Отделением УФМС». Words in the case already, and abbreviations, stay.
fn by_whom(by: &str) -> String {
    let (first, rest) = by.split_once(' ').unwrap_or((by, ""));
    let low = first.to_lowercase();
    let said = match low.as_str() {
        "отдел" => format!("{first}ом"),
        low if low.ends_with("ение") => format!("{first}м"),
        _ => return by.to_owned(),
    };
    if rest.is_empty() { said } else { format!("{said} {rest}") }
}

fn passport(member: &Member<'_, '_>) -> Line {
    let mut out = vec![Inline::text("Паспорт: ")];
    match (member.leaf("passport/series"), member.leaf("passport/number")) {
        (Some(series), Some(number)) => {
            // As the document has it: «45 10 № 123456».
            let series = match (series.len() == 4, series.get(..2), series.get(2..)) {
                (true, Some(region), Some(year)) => format!("{region}\u{a0}{year}"),
                _ => series.to_owned(),
            };
            out.push(member.source.value(&format!("{series} №\u{a0}{number}"), &member.place("passport")));
        }
        _ => out.push(Inline::Blank {
            label: "паспорт".into(),
            text: "серия\u{a0}______ №\u{a0}__________".to_owned(),
            pointer: member.place("passport"),
        }),
    }
    let by = member.leaf("passport_by");
    if let Some(by) = by {
        out.push(Inline::text(if says_issued(by) { ", " } else { ", выдан " }));
        out.push(member.source.value(&by_whom(by), &member.place("passport_by")));
    }
    if let Some(issued) = member.leaf("passport_issued") {
        let words = if by.is_some() {
            "\u{a0}"
        } else if says_issued(issued) {
            ", "
        } else {
            ", выдан "
        };
        out.push(Inline::text(words));
        let day = if issued.parse::<jiff::civil::Date>().is_ok() { date::long(issued) } else { issued.to_owned() };
        out.push(member.source.value(&day, &member.place("passport_issued")));
    }
    if let Some(code) = member.leaf("passport_code") {
        out.push(Inline::text(", код подразделения\u{a0}"));
        out.push(member.source.value(code, &member.place("passport_code")));
    }
    out
}
