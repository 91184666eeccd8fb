//! From facts to a document: chosen clauses, filled templates, requisites, attachments. Pure; works from the first
//! answer on, with placeholders for what is missing.
//!
//! [`draft`] makes the contract with its attachments, [`plain::explain`] the page «простыми словами».

mod attachments;
pub mod calendar;
mod fill;
mod impersonal;
mod lead;
mod matters;
pub mod overlay;
mod own;
mod parties;
pub mod plain;
pub mod protocol;
pub mod read_back;
mod rows;
mod said;
mod schedule;
pub mod signed;
pub mod stamp;
mod usual;
pub(in crate::workspaces::contract) mod values;
pub mod version;
mod voice;

#[cfg(test)]
mod protocol_tests;
#[cfg(test)]
mod random_tests;
#[cfg(test)]
mod redline_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod walk_tests;

use crate::engine::document::tree::{Clause, Document, Inline, Line, Section, line};
use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::clauses::{Book, ClauseSpec, Library};
use crate::engine::knowledge::condition;
use crate::engine::knowledge::pack::Pack;
use crate::engine::knowledge::profiles::{self, Profile};
use crate::engine::knowledge::template::{self, Node};
use crate::model::document_view::{Conflict, Usual};
use crate::model::facts::Ledger;
use crate::model::pointer;
use crate::model::snapshot::Snapshot;
use crate::workspaces::contract::guards::pack_of;
use fill::Source;
use overlay::{Overlay, Part, SectionPlan};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// In whose favour the words are chosen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Variant {
    /// The first side of the contract.
    Party1,
    /// Neither.
    #[default]
    Neutral,
    /// The second side.
    Party2,
}

impl Variant {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Party1, Self::Neutral, Self::Party2];

    /// `party_1`, `neutral`, `party_2`.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "party_1" => Some(Self::Party1),
            "neutral" => Some(Self::Neutral),
            "party_2" => Some(Self::Party2),
            _ => None,
        }
    }

    /// The name in requests and states.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Party1 => "party_1",
            Self::Neutral => "neutral",
            Self::Party2 => "party_2",
        }
    }

    /// The clause's words in this variant; `None` when the variant leaves it out.
    fn text(self, clause: &ClauseSpec) -> Option<&str> {
        let own = match self {
            Self::Party1 => clause.party_1.as_deref(),
            Self::Party2 => clause.party_2.as_deref(),
            Self::Neutral => None,
        };
        Some(own.unwrap_or(&clause.text)).filter(|text| !text.is_empty())
    }
}

/// What a document is made from.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// The type of contract.
    pub pack: &'a Pack,
    /// The facts.
    pub domain: &'a Value,
    /// Where they come from.
    pub ledger: &'a Ledger,
}

impl<'a> Facts<'a> {
    /// Those of a version: its pack by the type that the facts name, else the generic one; `None` while nothing is
    /// known of the deal.
    #[must_use]
    pub fn of(snapshot: &'a Snapshot, knowledge: &'a Knowledge) -> Option<Self> {
        Self::told(&snapshot.state["domain"], &snapshot.aside.ledger, knowledge)
    }

    /// As [`Self::of`], for facts that are no version yet.
    #[must_use]
    pub fn told(domain: &'a Value, ledger: &'a Ledger, knowledge: &'a Knowledge) -> Option<Self> {
        domain.as_object().filter(|facts| !facts.is_empty())?;
        Some(Self { pack: pack_of(domain, &[], knowledge)?, domain, ledger })
    }

    /// The profile of law that these sides bring.
    #[must_use]
    pub fn profile(&self) -> Option<&'static Profile> {
        let roles: Vec<&str> = self.pack.parties.iter().map(|party| party.role.as_str()).collect();
        profiles::of(&self.pack.id, &roles, self.domain)
    }

    /// What the text is when it cannot be the contract itself: a notary makes the deed, or the type is not known.
    #[must_use]
    pub fn stamp(&self) -> Option<&'static str> {
        if self.pack.notary(self.domain).is_some() {
            Some("Проект для нотариуса")
        } else if self.pack.generic {
            Some("Черновик для юриста")
        } else {
            None
        }
    }

    /// The words that a profile lets be chosen: none in favour of the side against which it protects the other.
    fn allowed(&self, variant: Variant, profile: Option<&Profile>) -> Variant {
        let Some(protected) = profile.and_then(|profile| profile.protected(&self.pack.id)) else { return variant };
        let first = self.pack.parties.first().is_some_and(|party| party.role == protected);
        match variant {
            Variant::Party1 if !first => Variant::Neutral,
            Variant::Party2 if first => Variant::Neutral,
            variant => variant,
        }
    }

    /// Whether a term of the pack asks for the fact.
    fn needs(&self, at: &str) -> bool {
        let named = |need: &String| need.split('|').any(|one| pointer::is_within(one.trim(), at) || one.trim() == at);
        self.pack.terms.iter().any(|term| term.needs.iter().any(named))
    }

    /// Whether a clause only asks for what nobody has to give: «….open» stands for a missing term, and a contract
    /// without that term is whole.
    fn idle(&self, clause: &ClauseSpec) -> bool {
        let open = |node: &Node| match node {
            Node::Fact { pointer, form } => {
                values::show(self.pack, self.domain, pointer, form).is_none() && !self.needs(pointer)
            }
            _ => false,
        };
        clause.id.ends_with(".open") && template::parse(&clause.text).is_ok_and(|nodes| nodes.iter().any(open))
    }
}

/// A drafted contract.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The contract with its attachments.
    pub document: Document,
    /// Facts that no clause shows and no choice of clauses used.
    pub unused: Vec<String>,
    /// Clauses of a person that have to be looked at.
    pub conflicts: Vec<Conflict>,
    /// Clauses in which the law itself gives a side what the other has not: neutral words of the library with an
    /// article, unchanged.
    pub lawful: BTreeSet<String>,
    /// What the library says and nobody said.
    pub usual: Vec<Usual>,
}

/// The contract as its facts and its library have it.
#[must_use]
pub fn draft(facts: Facts<'_>, book: &Book, variant: Variant) -> Draft {
    draft_without(facts, book, variant, &BTreeSet::new())
}

/// The contract of a version, with its skeleton and with the words of those who wrote in it. The caller's variant
/// counts until the document has its own.
#[must_use]
pub fn draft_of(facts: Facts<'_>, snapshot: &Snapshot, book: &Book, variant: Option<Variant>) -> Draft {
    let overlay = Overlay::of(snapshot);
    let variant = variant.or(overlay.variant).unwrap_or_default();
    make(facts, book, variant, &BTreeSet::new(), &overlay)
}

/// The contract without some clauses; references to them go with their brackets.
#[must_use]
pub fn draft_without(facts: Facts<'_>, book: &Book, variant: Variant, removed: &BTreeSet<String>) -> Draft {
    make(facts, book, variant, removed, &Overlay::default())
}

/// The contract with everything that was decided about it.
#[must_use]
pub fn make(facts: Facts<'_>, book: &Book, variant: Variant, removed: &BTreeSet<String>, overlay: &Overlay) -> Draft {
    let endless = without_end(facts.domain);
    let facts = Facts { domain: endless.as_ref().unwrap_or(facts.domain), ..facts };
    let (library, own) = library(facts, book, variant, removed);
    let mut drafted = assemble(&library, &own, facts, variant, removed, overlay);
    if endless.is_some() {
        let why = matters::endless();
        drafted.conflicts.push(Conflict { clause: "term.indefinite".into(), offered: String::new(), why });
    }
    drafted
}

/// The facts of a contract of indefinite term without an end, which they name too: the text cannot say both, and the person
/// is told. `None` where nothing contradicts.
fn without_end(domain: &Value) -> Option<Value> {
    let indefinite = domain.pointer("/term/kind").and_then(Value::as_str) == Some("indefinite");
    let ends = ["end", "duration"];
    let named = |leaf: &&str| domain.pointer(&format!("/term/{leaf}")).is_some_and(condition::is_present);
    (indefinite && ends.iter().any(named)).then(|| {
        let mut domain = domain.clone();
        if let Some(term) = domain.pointer_mut("/term").and_then(Value::as_object_mut) {
            term.retain(|leaf, _| !ends.contains(&leaf.as_str()));
        }
        domain
    })
}

/// The roles on whose account the chosen words have money paid, unless the sides agreed on another way.
fn accounts(facts: Facts<'_>, chosen: &[(&ClauseSpec, &str)]) -> BTreeSet<String> {
    const ACCOUNT: &str = "на счёт ";
    let mut out = BTreeSet::new();
    if own::pays_elsewhere(facts) {
        return out;
    }
    for (_, text) in chosen {
        let nodes = template::parse(text).unwrap_or_default();
        for pair in nodes.windows(2) {
            if let [Node::Text(words), Node::Side { role, .. }] = pair
                && words.ends_with(ACCOUNT)
            {
                out.insert(role.clone());
            }
        }
    }
    out
}

/// The clauses of a type for these facts: the library, a person's own terms, and what neither of them says.
fn library(facts: Facts<'_>, book: &Book, variant: Variant, removed: &BTreeSet<String>) -> (Library, own::Own) {
    let mut library = book.of(facts.pack);
    let own = own::terms(facts, &mut library);
    let (rest, usual) = std::mem::take(&mut library.clauses).into_iter().partition(|clause: &ClauseSpec| clause.rest);
    library.clauses = usual;
    let plain = assemble(&library, &own, facts, variant, removed, &Overlay::default());
    own::drop_repeated(&mut library, &plain.document);
    let untold = own::say_the_rest(facts, &mut library, rest, plain.unused);
    library.clauses.extend(own::told(facts, &untold));
    (library, own)
}

fn assemble(
    library: &Library,
    own: &own::Own,
    facts: Facts<'_>,
    variant: Variant,
    removed: &BTreeSet<String>,
    overlay: &Overlay,
) -> Draft {
    let chosen = choose(library, facts, variant, removed);
    let ids = chosen.iter().map(|(clause, _)| clause.id.clone()).collect();
    let source = Source { facts, ids: &ids };
    let mut conflicts = own.asked.clone();
    let mut sections: Vec<Section> = Vec::new();
    for plan in planned(library, &chosen, &overlay.sections) {
        let mut clauses: Vec<Clause> = Vec::new();
        for (spec, text) in plan.clauses.iter().filter_map(|id| chosen.iter().find(|(clause, _)| clause.id == *id)) {
            let (body, conflict) = overlay.line(&source, &spec.id, text);
            conflicts.extend(conflict);
            clauses.push(clause(&source, spec, body));
        }
        sections.push(Section { id: plan.id, title: plan.title, clauses });
    }
    let title = library.title.clone().unwrap_or_else(|| facts.pack.title.clone());
    let attached = attachments::all(&source, library, &title);
    if let (Some(list), Some(last)) = (attachments::list(facts.pack, &attached), sections.last_mut()) {
        last.clauses.push(list);
    }
    let document = Document {
        title,
        above: facts.stamp().map(line).into_iter().collect(),
        number: number(&source),
        place: place(&source),
        date: date(&source),
        preamble: vec![parties::preamble(&source)],
        sections,
        sign_title: "Адреса, реквизиты и подписи сторон".into(),
        signatures: parties::signatures(&source, &accounts(facts, &chosen)),
        attachments: attached,
        ..Document::default()
    };
    let specs: Vec<&ClauseSpec> = chosen.iter().map(|(clause, _)| *clause).collect();
    let unused = own::untold(facts, &specs, own, &document);
    let written = |id: &String| overlay.templates.contains_key(id) || overlay.edits.contains_key(id);
    let lawful = chosen.iter().filter(|(spec, text)| spec.law.is_some() && *text == spec.text && !written(&spec.id));
    let lawful = lawful.map(|(spec, _)| spec.id.clone()).collect();
    let usual = usual::of(&source, &chosen, overlay);
    Draft { document, unused, conflicts, lawful, usual }
}

/// The skeleton that a document has: the wanted order, and behind it what the facts brought since.
#[must_use]
fn planned(library: &Library, chosen: &[(&ClauseSpec, &str)], wanted: &[SectionPlan]) -> Vec<SectionPlan> {
    let mut left: Vec<&ClauseSpec> = chosen.iter().map(|(clause, _)| *clause).collect();
    let mut plans: Vec<SectionPlan> = Vec::new();
    for plan in wanted {
        let mut clauses = Vec::new();
        for id in &plan.clauses {
            if let Some(at) = left.iter().position(|clause| clause.id == *id) {
                clauses.push(left.remove(at).id.clone());
            }
        }
        plans.push(SectionPlan { clauses, ..plan.clone() });
    }
    for spec in &library.sections {
        let own: Vec<String> = left.iter().filter(|c| c.section() == spec.id).map(|c| c.id.clone()).collect();
        match plans.iter_mut().find(|plan| plan.id == spec.id) {
            Some(plan) => plan.clauses.extend(own),
            None => plans.push(SectionPlan { id: spec.id.clone(), title: spec.title.clone(), clauses: own }),
        }
    }
    plans.retain(|plan| !plan.clauses.is_empty());
    plans
}

/// A clause that the facts and the variant choose, with its wording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    /// Its id.
    pub id: String,
    /// The wording, with slots.
    pub template: String,
    /// Where the law says so.
    pub law: Option<String>,
}

/// The skeleton and the wordings that the library gives to these facts.
#[must_use]
pub fn skeleton(facts: Facts<'_>, book: &Book, variant: Variant) -> (Vec<SectionPlan>, Vec<Chosen>) {
    let (library, _) = library(facts, book, variant, &BTreeSet::new());
    let chosen = choose(&library, facts, variant, &BTreeSet::new());
    let plans = planned(&library, &chosen, &[]);
    let list = chosen.iter().map(|(spec, text)| Chosen {
        id: spec.id.clone(),
        template: (*text).to_owned(),
        law: spec.law.clone(),
    });
    (plans, list.collect())
}

/// A template as a person edits it, each piece with how it reads; references show the numbers of `numbers`.
#[must_use]
pub fn pieces(
    facts: Facts<'_>,
    ids: &BTreeSet<String>,
    parts: &[Part],
    numbers: &BTreeMap<String, String>,
) -> Vec<(Part, String)> {
    let source = Source { facts, ids };
    let shown = |part: &Part| match part {
        Part::Text { text } => text.clone(),
        Part::Slot { slot } => {
            let line = source.fill_plain(slot);
            let of = |inline: &Inline| match inline {
                Inline::Ref { target } => numbers.get(target).cloned().unwrap_or_default(),
                inline => source.words(std::slice::from_ref(inline)),
            };
            line.iter().map(of).collect()
        }
    };
    parts.iter().map(|part| (part.clone(), shown(part))).collect()
}

/// What a slot says now.
#[must_use]
pub fn slot_words(facts: Facts<'_>, ids: &BTreeSet<String>, slot: &str) -> String {
    let source = Source { facts, ids };
    source.words(&source.fill_plain(slot))
}

/// The pieces of a template, groups decided.
#[must_use]
pub fn parts(facts: Facts<'_>, ids: &BTreeSet<String>, template: &str) -> Vec<Part> {
    Source { facts, ids }.parts(template)
}

fn choose<'l>(
    library: &'l Library,
    facts: Facts<'_>,
    variant: Variant,
    removed: &BTreeSet<String>,
) -> Vec<(&'l ClauseSpec, &'l str)> {
    let profile = facts.profile();
    let variant = facts.allowed(variant, profile);
    let under = profile.map(|profile| profile.id.as_str());
    let fits = |clause: &&ClauseSpec| {
        clause.under(under)
            && condition::all(&clause.when, facts.domain)
            && !removed.contains(&clause.id)
            && !facts.idle(clause)
    };
    let ids: BTreeSet<String> = library.clauses.iter().map(|clause| clause.id.clone()).collect();
    let source = Source { facts, ids: &ids };
    let texts = library.clauses.iter().filter(fits).filter_map(|clause| Some((clause, variant.text(clause)?)));
    texts.filter(|(_, text)| source.says(text)).collect()
}

fn clause(source: &Source<'_>, spec: &ClauseSpec, body: Line) -> Clause {
    let item = |(i, text): (usize, &String)| Clause {
        id: format!("{}.{}", spec.id, i + 1),
        body: source.item(text),
        ..Clause::default()
    };
    let table = spec.table.as_deref().and_then(|at| rows::table(source, at));
    Clause { id: spec.id.clone(), body, items: spec.items.iter().enumerate().map(item).collect(), table }
}

/// A day that nobody has told.
const BLANK_DAY: &str = "«___»\u{a0}____________\u{a0}20__\u{a0}г.";

/// A date to be written at the signing.
fn day_of_signing() -> Vec<Inline> {
    fill::pen("дата", BLANK_DAY)
}

/// The day of the contract: told, else written at the signing.
fn date(source: &Source<'_>) -> Vec<Inline> {
    let told = source.facts.domain.pointer("/contract/date").and_then(Value::as_str);
    let blank =
        || Inline::Blank {
            label: "дата договора".into(), text: BLANK_DAY.into(), pointer: "/contract/date".into()
        };
    vec![told.map_or_else(blank, |day| source.value(&crate::engine::grammar::date::quoted(day), "/contract/date"))]
}

/// The number of the contract, when it has one: nobody has to give it.
fn number(source: &Source<'_>) -> Vec<Inline> {
    let told = source.facts.domain.pointer("/contract/number").and_then(Value::as_str);
    told.map_or_else(Line::new, |number| vec![Inline::text("№\u{a0}"), source.value(number, "/contract/number")])
}

fn place(source: &Source<'_>) -> Vec<Inline> {
    let mut out = line("г.\u{a0}");
    match source.facts.domain.pointer("/contract/city").and_then(Value::as_str) {
        // Another kind of settlement is named with its own word.
        Some(place) if settled(place) => return vec![source.value(place.trim(), "/contract/city")],
        Some(place) => out.push(source.value(town(place), "/contract/city")),
        None => out.push(Inline::Blank {
            label: "город".into(),
            text: "____________".into(),
            pointer: "/contract/city".into(),
        }),
    }
    out
}

/// The name of a town without the word for it, which stands before it anyway.
fn town(place: &str) -> &str {
    let place = place.trim();
    let bare = ["город ", "г. ", "г.", "г "].iter().find_map(|word| {
        let head = place.get(..word.len()).filter(|head| head.to_lowercase() == **word)?;
        place.get(head.len()..).map(str::trim_start)
    });
    bare.filter(|rest| rest.starts_with(char::is_uppercase)).unwrap_or(place)
}

/// Whether a place brings the word for what it is: «пос. Заречный», «село Ильинское».
fn settled(place: &str) -> bool {
    let first = place.split([' ', '.', '\u{a0}']).next().unwrap_or_default();
    place.trim().len() > first.len() && first.chars().all(char::is_lowercase) && town(place) == place.trim()
}
