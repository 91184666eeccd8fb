//! What was said and no library clause says: a person's own terms, and facts that the chosen clauses leave out. Both
//! become clauses of the contract, so that nothing that was said is lost between the dialogue and the text.

use crate::engine::document::tree::{Clause, Document, Inline};
use crate::engine::grammar::case::Case;
use crate::engine::grammar::person::Person;
use crate::engine::grammar::phrase;
use crate::engine::knowledge::clauses::{ClauseSpec, Library};
use crate::engine::knowledge::condition::{self, Condition, is_present};
use crate::engine::knowledge::kinds;
use crate::engine::knowledge::pack::{Field, FieldKind, OWN_TERMS, Party};
use crate::engine::knowledge::phrases::tokens;
use crate::engine::knowledge::template::{self, Node};
use crate::engine::text::case::capitalise;
use crate::engine::text::folded;
use crate::model::document_view::Conflict;
use crate::model::facts::{LedgerEntry, Origin};
use crate::model::money;
use crate::model::pointer;
use crate::workspaces::contract::draft::{Facts, matters, parties, values, voice};
use crate::workspaces::contract::perform::speaking::SPEAKER;
use crate::workspaces::contract::wire::{OWN, numbers};
use serde_json::Value;
use std::collections::BTreeSet;

/// Words that turn a sentence: a term and a clause say the same only with as many of them.
const TURNS: [&str; 5] = ["не", "без", "нет", "нельз", "кром"];

/// Stems of the words around a quotation of a person.
const FRAME: [&str; 4] = ["сторон", "согласова", "особ", "услов"];

/// The section for terms that belong to no other.
const SPECIAL: &str = "special";
/// The clause that lists what no other clause says.
const TOLD: &str = "special.told";

/// The profile of law that no term can change.
const CONSUMER: &str = "consumer";

/// The clause that says which words count where special terms differ from the others.
const PRECEDENCE: &str = "special.precedence";

/// What own terms do to the library.
#[derive(Debug, Clone, Default)]
pub(super) struct Own {
    /// Clauses that give way to them: what these would say of the facts is said by the terms.
    pub(super) replaced: Vec<ClauseSpec>,
    /// Clauses beside which the person has to choose.
    pub(super) asked: Vec<Conflict>,
    /// The words to which each of them gives way.
    by: Vec<String>,
}

/// A term of the person: as it was said, or as a model worded it.
struct Term<'d> {
    /// The words.
    words: &'d str,
    /// The text of its clause.
    text: String,
    /// The section that it names.
    named: Option<&'d str>,
    /// Words that were quoted: where grammar leaves a doubt they stay a quotation, outside of other sections.
    quoted: bool,
}

/// Terms under [`OWN_TERMS`], in the order of their ids, and behind them those that a model worded ([`OWN`]).
fn told_terms<'d>(facts: Facts<'d>) -> Vec<Term<'d>> {
    let none = serde_json::Map::new();
    let own = facts.domain.pointer(OWN_TERMS).and_then(Value::as_object);
    let mut ids: Vec<&String> = own.unwrap_or(&none).keys().collect();
    ids.sort_by_key(|id| (id.parse::<u32>().unwrap_or(u32::MAX), id.as_str().to_owned()));
    let mut out: Vec<Term<'d>> = Vec::new();
    // Another id would be no slot; such a term stays untold, and the final check says so.
    for (id, term) in own.into_iter().flat_map(|own| ids.iter().filter_map(move |id| own.get_key_value(*id))) {
        let said = |leaf: &str| term[leaf].as_str().filter(|text| !text.trim().is_empty());
        let at = pointer::join(OWN_TERMS, id);
        let (words, text, quoted) = match (said("text"), said("quote")) {
            (Some(words), _) => (words, format!("{{{{{at}/text}}}}."), false),
            (None, Some(words)) => (words, format!("{{{{{at}/quote|clause}}}}."), true),
            (None, None) => continue,
        };
        if is_plain(id) {
            out.push(Term { words, text, named: said("section"), quoted });
        }
    }
    let worded = facts.domain.pointer(OWN).and_then(Value::as_object).into_iter().flatten();
    let mut worded: Vec<(&String, &str)> =
        worded.filter_map(|(title, words)| Some((title, words.as_str()?.trim()))).collect();
    // In the order in which they were said first: what belongs together was mostly said together.
    worded.sort_by_key(|(title, _)| facts.ledger.get(&pointer::join(OWN, title)).map(|entry| entry.version));
    for (title, words) in worded {
        if !words.is_empty() && !title.contains(['{', '}', '|']) {
            let text = format!("{{{{{}|worded}}}}.", pointer::join(OWN, title));
            out.push(Term { words, text, named: None, quoted: false });
        }
    }
    out
}

/// Clauses for the person's own terms: the clause made of the words, else the words themselves in quotation marks. A clause
/// of the library that speaks of the same matter gives way.
pub(super) fn terms(facts: Facts<'_>, library: &mut Library) -> Own {
    let terms = told_terms(facts);
    let said: Vec<&str> = terms.iter().map(|term| term.words).collect();
    let mut twice = matters::repeated(&said);
    for (twice, words) in twice.iter_mut().zip(&said) {
        *twice |= told_by_a_field(facts, words) || told_by_a_value(facts, words);
    }
    let mut out = Own::default();
    let consumer = facts.profile().is_some_and(|profile| profile.id == CONSUMER);
    for (i, Term { words, text, named, quoted }) in terms.into_iter().enumerate() {
        if twice[i] {
            continue;
        }
        let about = matters::of(&facts.pack.id, words);
        // A term about several matters has a section where those that name one agree. What the law guards for a consumer
        // stands beside the term that differs, and the words which of them counts are those of the special terms.
        let mut places = about.iter().filter_map(|matter| matter.section.as_deref());
        let place = places.next().filter(|first| places.all(|other| other == *first));
        let place = place.filter(|place| !(consumer && matters::is_guarded(place)));
        let section = place.filter(|_| quoted && speech(facts, words).is_ok());
        let named = named.filter(|name| library.sections.iter().any(|section| section.id == *name));
        let stands = |section: &&str| library.clauses.iter().any(|clause| clause.section() == *section);
        let section = named.or(section.filter(stands)).unwrap_or(SPECIAL);
        for matter in about {
            // What protects a side by law gives way to nothing.
            let same = |list: &[String], clause: &ClauseSpec| {
                list.contains(&clause.id) && !matters::is_protected(&facts.pack.id, clause, consumer)
            };
            for clause in library.clauses.iter_mut().filter(|one| !matters::is_protected(&facts.pack.id, one, consumer))
            {
                for [id, words, instead] in &matter.cut {
                    if clause.id == *id {
                        cut(clause, words, instead);
                    }
                }
            }
            let asked = library.clauses.iter().filter(|clause| same(&matter.ask, clause) && holds(facts, clause));
            out.asked.extend(asked.map(|clause| Conflict {
                clause: clause.id.clone(),
                offered: String::new(),
                why: matters::why(words, &clause_title(library, clause)),
            }));
            let gone: Vec<ClauseSpec> =
                library.clauses.iter().filter(|clause| same(&matter.instead, clause)).cloned().collect();
            library.clauses.retain(|clause| !same(&matter.instead, clause));
            // What these clauses ask about is this matter, whichever of them stood.
            out.by.extend(gone.iter().map(|_| words.to_owned()));
            out.replaced.extend(gone);
            if matter.sums > 0 && !matters::adds_up(words, price(facts)) {
                let clause = format!("{section}.own_{}", i + 1);
                out.asked.push(Conflict { clause, offered: String::new(), why: matters::sums(words) });
            }
        }
        library.clauses.push(ClauseSpec { id: format!("{section}.own_{}", i + 1), text, ..ClauseSpec::default() });
    }
    let special = format!("{SPECIAL}.own_");
    if !library.clauses.iter().any(|clause| clause.id.starts_with(&special)) {
        library.clauses.retain(|clause| clause.id != PRECEDENCE);
    }
    out
}

/// Takes default words of the library out of a clause, in all its wordings.
fn cut(clause: &mut ClauseSpec, words: &str, instead: &str) {
    let more = [&mut clause.party_1, &mut clause.party_2, &mut clause.plain];
    let texts = std::iter::once(&mut clause.text).chain(more.into_iter().flatten()).chain(&mut clause.items);
    for text in texts {
        if text.contains(words) {
            *text = text.replace(words, instead);
        }
    }
}

/// Whether a term of the person names another way to pay than on an account of a bank.
pub(super) fn pays_elsewhere(facts: Facts<'_>) -> bool {
    told_terms(facts).iter().any(|term| matters::pays_elsewhere(term.words))
}

/// Takes out terms of the person that only repeat one clause of the text: the same words, the same numbers, turned the same
/// way.
pub(super) fn drop_repeated(library: &mut Library, document: &Document) {
    let clauses = || document.sections.iter().flat_map(|section| &section.clauses);
    let words = |clause: &Clause| {
        let lines = std::iter::once(&clause.body).chain(clause.items.iter().map(|item| &item.body));
        let text: Vec<&str> = lines
            .flatten()
            .filter_map(|inline| match inline {
                Inline::Text { text } | Inline::Value { text, .. } => Some(text.as_str()),
                _ => None,
            })
            .collect();
        matters::stems(&text.join(" "))
    };
    let others: Vec<Vec<String>> = clauses().filter(|clause| !is_own(&clause.id)).map(words).collect();
    let turned = |stems: &[String]| stems.iter().filter(|stem| TURNS.contains(&stem.as_str())).count();
    let told = |clause: &&Clause| {
        let own = words(clause);
        let said: Vec<&String> = own.iter().filter(|stem| !FRAME.contains(&stem.as_str())).collect();
        let within =
            |other: &Vec<String>| said.iter().all(|stem| other.contains(stem)) && turned(other) == turned(&own);
        said.len() > 2 && others.iter().any(within)
    };
    let own = clauses().filter(|clause| is_own(&clause.id) && clause.id != TOLD);
    let gone: BTreeSet<&str> = own.filter(told).map(|clause| clause.id.as_str()).collect();
    library.clauses.retain(|clause| !gone.contains(clause.id.as_str()));
}

/// The price of the deal in kopecks.
fn price(facts: Facts<'_>) -> Option<i64> {
    money::parse_minor(facts.domain.pointer("/price/total/amount")?.as_str()?)
}

/// The section of a clause, as a person finds it.
fn clause_title(library: &Library, clause: &ClauseSpec) -> String {
    let section = library.sections.iter().find(|section| section.id == clause.section());
    section.map_or_else(|| clause.id.clone(), |section| section.title.clone())
}

/// Whether the facts choose a clause.
fn holds(facts: Facts<'_>, clause: &ClauseSpec) -> bool {
    let under = facts.profile().map(|profile| profile.id.as_str());
    clause.under(under) && condition::all(&clause.when, facts.domain)
}

/// Whether a field of the pack holds all the words of a term: «царапина на баке» among the defects.
fn told_by_a_field(facts: Facts<'_>, words: &str) -> bool {
    let said = matters::stems(words);
    let texts = facts.pack.fields.iter().filter(|field| field.kind == FieldKind::Text);
    let held = texts.filter_map(|field| facts.domain.pointer(&field.pointer)?.as_str());
    said.len() > 1
        && held.into_iter().any(|text| {
            let stems: BTreeSet<String> = matters::stems(text).into_iter().collect();
            said.iter().all(|stem| stems.contains(stem))
        })
}

/// Whether a term only says the name of a field and the value that it holds: «срок приёмки — 7 рабочих дней».
fn told_by_a_value(facts: Facts<'_>, words: &str) -> bool {
    let said = matters::stems(words);
    let says = |field: &Field| {
        let shown = values::show(facts.pack, facts.domain, &field.pointer, "label")?;
        let known: BTreeSet<String> = matters::stems(&format!("{} {shown}", field.label)).into_iter().collect();
        Some(said.iter().all(|stem| known.contains(stem)))
    };
    said.len() > 1 && facts.pack.fields.iter().any(|field| says(field) == Some(true))
}

/// A term as a clause, `Err` with its quotation where grammar leaves a doubt whose duty it is.
fn speech(facts: Facts<'_>, quote: &str) -> Result<String, String> {
    let gender = |role: &str| {
        let at = format!("/parties/{role}");
        let one = facts.domain.pointer(&format!("{at}/also")).is_none();
        let person = facts.domain.pointer(&format!("{at}/kind")).and_then(Value::as_str) != Some("company");
        let name = facts.domain.pointer(&format!("{at}/name")).and_then(Value::as_str).filter(|_| one && person)?;
        Person::parse(name.trim_start_matches("ИП ")).and_then(|person| person.gender())
    };
    let parties = facts.pack.parties.iter();
    let all = parties.map(|Party { title, words, role, .. }| voice::Side { title, words, gender: gender(role) });
    let sides = voice::Sides { all: all.collect(), speaker: speaker(facts) };
    voice::clause(&sides, quote).ok_or_else(|| voice::quoted(&sides, quote))
}

/// Words of a term in which sides are called as the contract calls them: «арендатор» is «Арендатор».
pub(super) fn with_titles(facts: Facts<'_>, text: &str) -> String {
    let forms = |party: &Party| Case::ALL.map(|case| folded(&phrase::decline(&party.title, case, true)));
    let titles: Vec<String> = facts.pack.parties.iter().flat_map(forms).collect();
    let mut out = String::with_capacity(text.len());
    for piece in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let word = piece.trim_end_matches(|c: char| !c.is_alphanumeric());
        let is_title = word.chars().next().is_some_and(char::is_lowercase) && titles.contains(&folded(word));
        if is_title {
            out.push_str(&capitalise(piece));
        } else {
            out.push_str(piece);
        }
    }
    out
}

/// How a term reads in the contract.
pub(super) fn spoken(facts: Facts<'_>, quote: &str) -> String {
    speech(facts, quote).unwrap_or_else(|quoted| quoted)
}

/// The side that speaks in the dialogue, by the words from which the kind of the deal and the facts were read: «продаю».
fn speaker(facts: Facts<'_>) -> Option<usize> {
    let parties = &facts.pack.parties;
    let said = facts.domain.pointer(SPEAKER).and_then(Value::as_str);
    if let Some(at) = said.and_then(|said| parties.iter().position(|party| party.role == said)) {
        return Some(at);
    }
    let of = |quote: &str| {
        let low = folded(quote);
        let said: BTreeSet<&str> = low.split(|c: char| !c.is_alphanumeric()).collect();
        let speaks = |party: &Party| {
            let forms = party.first_person.iter().filter(|form| !form.contains(' '));
            forms.into_iter().any(|form| said.contains(folded(form).as_str()) && is_personal(form))
        };
        parties.iter().position(speaks)
    };
    let told = facts.ledger.get("/contract/type").and_then(|entry| entry.quote.as_deref());
    let by_type = told.and_then(|quote| of(quote).or_else(|| kinds::speaker(&facts.pack.id, &tokens(quote))));
    by_type.or_else(|| {
        // A term may be somebody else's words that were pasted in.
        let facts = facts.ledger.0.iter().filter(|(at, _)| !pointer::is_within(at, OWN_TERMS));
        let quotes = facts.filter_map(|(_, entry)| entry.quote.as_deref());
        let named: BTreeSet<usize> = quotes.filter_map(of).collect();
        named.first().copied().filter(|_| named.len() == 1)
    })
}

/// «Продаю», not «продать»: an infinitive is said by anybody.
fn is_personal(form: &str) -> bool {
    !form.ends_with("ть") && !form.ends_with("ться") && !form.ends_with("ти")
}

fn is_plain(id: &str) -> bool {
    id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
}

/// Whether a clause stands for a person's own words or for facts that no library clause says.
pub(super) fn is_own(id: &str) -> bool {
    id == TOLD || id.rsplit_once('.').is_some_and(|(_, name)| name.starts_with("own_"))
}

/// Facts of the pack that neither the words nor a choice of clauses tells.
pub(super) fn untold(facts: Facts<'_>, chosen: &[&ClauseSpec], own: &Own, document: &Document) -> Vec<String> {
    let shown: BTreeSet<String> = document
        .lines()
        .into_iter()
        .flatten()
        .filter_map(|inline| match inline {
            Inline::Value { pointer, .. } => Some(pointer.clone()),
            _ => None,
        })
        .collect();
    // A clause that gave way to the person's words says nothing itself; they do, unless a number that was told too is none
    // of theirs: «0,1 % в день» beside a term about a fine for a late lorry.
    let given_way: BTreeSet<String> = own
        .replaced
        .iter()
        .zip(&own.by)
        .flat_map(|(clause, words)| slots(clause).into_iter().filter(|at| !stands_alone(facts, words, at)))
        .collect();
    let conditions = || chosen.iter().copied().chain(&own.replaced).flat_map(|clause| &clause.when);
    let asked: BTreeSet<&str> = conditions().filter(|one| tells(facts, one)).map(|one| one.at.as_str()).collect();
    let told = |leaf: &str, value: &Value| {
        shown.iter().chain(&given_way).any(|at| pointer::is_within(leaf, at))
            || asked.iter().any(|at| pointer::is_within(leaf, at))
            || names_a_kind(leaf, value, &shown)
    };
    pointer::leaves(facts.domain)
        .into_iter()
        .filter(|(leaf, value)| is_present(value) && !of_form(leaf) && !told(leaf, value))
        .filter(|(leaf, _)| !parties::is_himself(facts, leaf))
        .map(|(leaf, _)| leaf)
        .collect()
}

/// Whether a fact was told by itself and has a number that the term which takes its clause away has not.
fn stands_alone(facts: Facts<'_>, words: &str, at: &str) -> bool {
    let told = |entry: &LedgerEntry| matches!(entry.origin, Origin::Stated | Origin::Confirmed);
    let said = facts.ledger.0.iter().any(|(leaf, entry)| pointer::is_within(leaf, at) && told(entry));
    let shown = values::show(facts.pack, facts.domain, at, "short").unwrap_or_default();
    let own = numbers::values(&shown);
    let known = numbers::values(words);
    said && !own.is_empty() && !own.iter().any(|number| known.contains(number))
}

/// The facts that a clause shows.
fn slots(clause: &ClauseSpec) -> Vec<String> {
    let nodes = template::parse(&clause.text).unwrap_or_default();
    let facts = template::all(&nodes).into_iter().filter_map(|(node, _)| match node {
        Node::Fact { pointer, .. } => Some(pointer.clone()),
        _ => None,
    });
    facts.collect()
}

/// Facts that shape the document and are no term of it.
fn of_form(leaf: &str) -> bool {
    let plain = || leaf.rsplit('/').nth(1).is_some_and(is_plain);
    let own = leaf.starts_with(OWN_TERMS) && (leaf.ends_with("/quote") || leaf.ends_with("/section")) && plain();
    // A worded term that only repeats another clause is said there.
    let worded = pointer::is_within(leaf, OWN) && !leaf.contains(['{', '}', '|']);
    matches!(leaf, "/contract/type" | "/contract/named" | SPEAKER)
        || worded
        || leaf.ends_with("/kind") && leaf.starts_with("/parties/")
        || own
}

/// Whether a clause that is chosen by this condition says the fact: it wants this value, it stands because the value is
/// not another one, or the fact has only one value that it could have.
fn tells(facts: Facts<'_>, one: &Condition) -> bool {
    let value = facts.domain.pointer(&one.at).filter(|value| is_present(value));
    let other = one.is_not.as_ref().is_some_and(|unwanted| value.is_some_and(|value| value != unwanted));
    let only = one.exists == Some(true) && facts.pack.field_of(&one.at).is_some_and(|field| field.options.len() == 1);
    one.is.is_some() || one.any_of.is_some() || one.at_least.is_some() || one.below.is_some() || other || only
}

/// «/penalty/kind = percent» only says how the penalty is given: it is said where the penalty is. «none» is a term.
fn names_a_kind(leaf: &str, value: &Value, shown: &BTreeSet<String>) -> bool {
    let Some(root) = leaf.strip_suffix("/kind") else { return false };
    value != "none" && shown.iter().any(|at| pointer::is_within(at, root))
}

/// Adds the clauses for facts that no other clause says, behind the others of their section; what is still untold comes back.
pub(super) fn say_the_rest(
    facts: Facts<'_>,
    library: &mut Library,
    rest: Vec<ClauseSpec>,
    untold: Vec<String>,
) -> Vec<String> {
    let mut untold = untold;
    for clause in rest {
        let asked = clause.when.iter().filter(|one| tells(facts, one)).map(|one| one.at.clone());
        let says: Vec<String> = slots(&clause).into_iter().chain(asked).collect();
        let meant = |leaf: &String| says.iter().any(|at| pointer::is_within(leaf, at));
        if !untold.iter().any(meant) || !holds(facts, &clause) {
            continue;
        }
        untold.retain(|leaf| !meant(leaf));
        let behind = library.clauses.iter().rposition(|one| one.section() == clause.section());
        library.clauses.insert(behind.map_or(library.clauses.len(), |at| at + 1), clause);
    }
    untold
}

/// The clause that lists them by their names; `None` when there is nothing to list.
pub(super) fn told(facts: Facts<'_>, untold: &[String]) -> Option<ClauseSpec> {
    let mut fields: Vec<(&str, &str)> = Vec::new();
    for field in &facts.pack.fields {
        let meant = untold.iter().any(|leaf| pointer::is_within(leaf, &field.pointer));
        // Money is «в рублях»; a text has its own words.
        let known = values::show(facts.pack, facts.domain, &field.pointer, "label").is_some();
        if meant
            && known
            && !field.pointer.starts_with("/parties/")
            && !fields.iter().any(|(at, _)| *at == field.pointer)
        {
            fields.push((&field.pointer, &field.label));
        }
    }
    let last = fields.len().checked_sub(1)?;
    let lower = |label: &str| {
        let mut chars = label.chars();
        let first: String = chars.next().into_iter().flat_map(char::to_lowercase).collect();
        // «НДС», «ОСАГО» keep their capitals.
        if chars.clone().next().is_some_and(char::is_uppercase) { label.to_owned() } else { first + chars.as_str() }
    };
    let has_period = |at: &str| !values::show(facts.pack, facts.domain, at, "period").unwrap_or_default().is_empty();
    let form = |at: &str| match facts.pack.field_of(at).map(|field| field.kind) {
        Some(FieldKind::Rate) if has_period(at) => format!("{{{{{at}}}}} {{{{{at}|period}}}}"),
        _ => format!("{{{{{at}}}}}"),
    };
    let items = fields
        .iter()
        .enumerate()
        .map(|(i, (at, label))| format!("{}: {}{}", lower(label), form(at), if i == last { "." } else { ";" }));
    Some(ClauseSpec {
        id: TOLD.into(),
        text: "Стороны также согласовали:".into(),
        items: items.collect(),
        ..ClauseSpec::default()
    })
}
