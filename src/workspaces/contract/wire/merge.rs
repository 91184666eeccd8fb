//! One answer over the built-in reading: each operation is taken or told back, none of them silently wins.

use crate::engine::knowledge::Knowledge;
use crate::engine::knowledge::pack::OWN_TERMS;
use crate::engine::knowledge::template::{self, Node};
use crate::engine::text::folded;
use crate::engine::text::stem::words;
use crate::engine::turn::{Composed, Problem, Rejection, WIRE, short};
use crate::engine::wire::dialogue::{Act, Dialogue, Operation, OwnClause, Quoted, Reading};
use crate::engine::wire::faults::fault;
use crate::model::pointer;
use crate::workspaces::Said;
use crate::workspaces::contract::perform::facts::Doubt;
use crate::workspaces::contract::perform::follows::follow;
use crate::workspaces::contract::perform::input::Given;
use crate::workspaces::contract::perform::{interpret, reread};
use crate::workspaces::contract::talk::Ground;
use crate::workspaces::contract::wire::evidence::{self, Place, Proves, Witness};
use crate::workspaces::contract::wire::numbers::unsaid;
use crate::workspaces::contract::wire::value::{Unfit, places};
use crate::workspaces::contract::wire::{OWN, kept};
use serde_json::{Map, Value, json};

/// Roots that the server keeps.
const FORBIDDEN: [&str; 6] = ["/meta", "/dialogue", "/control", "/issues", "/gate", "/document"];
/// Characters of the name of an own term, and of its words.
const TITLE: usize = 80;
const WORDS: usize = 2_000;
/// Faults that are told back.
const MOST_FAULTS: usize = 20;

/// What one answer comes to.
struct Merge<'a, 'k> {
    given: &'a Given,
    read: interpret::Reading<'a, 'k>,
    ground: Ground<'a>,
    language: &'static str,
    today: &'a str,
    facts: Map<String, Value>,
    removed: Map<String, Value>,
    confirmed: Map<String, Value>,
    settled: Map<String, Value>,
    conflicts: Vec<Value>,
    refused: Vec<Problem>,
    /// Places of operations that were refused, and of tests that failed.
    fallen: Vec<String>,
    taken: usize,
    witness: Witness,
}

/// See the module.
///
/// # Errors
/// Everything that the answer wanted was refused.
pub fn over<'a>(
    said: &'a Said<'a>,
    given: &'a Given,
    answer: &Dialogue,
    knowledge: &'a Knowledge,
    language: &'static str,
) -> Result<Composed, Rejection> {
    let witness = Witness::default();
    let mut refused: Vec<Problem> =
        answer.unread.iter().map(|unread| fault(language, unread.why, &unread.at, "")).collect();
    let named = answer.type_change.as_ref().and_then(|(to, quoted)| {
        let standing = reread::again(given, knowledge, said.kept).is_some_and(|read| read.pack.id == *to);
        let found = proved(&witness, given, quoted.as_ref(), Proves::Wish, language, "/type_change", false);
        match (knowledge.pack(to), found) {
            _ if standing => None,
            (None, _) => {
                refused.push(fault(language, "type_unknown", "/type_change/to", to));
                None
            }
            (Some(pack), Ok(place)) => Some((pack, place)),
            (_, Err(problem)) => {
                refused.push(*problem);
                None
            }
        }
    });
    let read = match named {
        Some((pack, _)) => interpret::read(given, knowledge, Some(pack)),
        None => reread::again(given, knowledge, said.kept),
    };
    let read = read.ok_or_else(|| Problem::new("G30_no_pack", "no type of contract is known"))?;
    let ground = Ground::new(said.before, said.turns, knowledge);
    let mut ground = ground.ok_or_else(|| Problem::new("G30_no_pack", "no words of the dialogue"))?;
    ground.pack = Some(read.pack);
    let today = said.moment.today();
    let mut merge = Merge {
        given,
        read,
        ground,
        language,
        today,
        facts: Map::new(),
        removed: Map::new(),
        confirmed: Map::new(),
        settled: Map::new(),
        conflicts: Vec::new(),
        refused,
        fallen: Vec::new(),
        taken: 0,
        witness,
    };
    if let Some((_, place)) = named {
        merge.note("/contract/type", &place, &Reading::Interpreted);
        merge.taken += 1;
    }
    for operation in &answer.operations {
        merge.operation(operation);
    }
    for clause in &answer.own_clauses {
        merge.own_clause(clause);
    }
    let pack = merge.read.pack;
    follow(pack, &mut merge.read.draft);
    let says = !answer.reply.is_empty() || !answer.answers.is_empty() || !answer.not_understood.is_empty();
    let wanted = !answer.operations.is_empty() || !answer.own_clauses.is_empty() || answer.type_change.is_some();
    if merge.taken == 0 && !merge.refused.is_empty() && (wanted || !says) {
        merge.refused.truncate(MOST_FAULTS);
        return Err(merge.refused.into());
    }
    let mut output = interpret::answered(given, &merge.read);
    let mut wire = kept::spoken(answer, given, merge.refused.is_empty());
    wire["performer"] = json!(said.performer);
    let parts = [
        ("facts", merge.facts),
        ("removed", merge.removed),
        ("confirmed", merge.confirmed),
        ("settled", merge.settled),
    ];
    for (name, part) in parts {
        if !part.is_empty() {
            wire[name] = part.into();
        }
    }
    if !merge.conflicts.is_empty() {
        wire["conflicts"] = merge.conflicts.into();
    }
    output[WIRE] = wire;
    merge.refused.truncate(MOST_FAULTS);
    Ok(Composed { text: output.to_string(), refused: merge.refused })
}

/// The place of the words, if they stand in the dialogue and prove this.
fn proved<'g>(
    witness: &Witness,
    given: &'g Given,
    quoted: Option<&Quoted>,
    proves: Proves<'_>,
    language: &'static str,
    at: &str,
    last: bool,
) -> Result<Place<'g>, Box<Problem>> {
    let problem = |key: &str, about: &str| Box::new(fault(language, key, at, &short(about, 200)));
    let quoted = quoted.ok_or_else(|| problem("quote_missing", ""))?;
    let place = evidence::find(&given.turns, quoted).ok_or_else(|| problem("quote_unknown", &quoted.quote))?;
    if last && !place.last {
        return Err(problem("quote_unknown", &quoted.quote));
    }
    if witness.is_clear(&place, proves) { Ok(place) } else { Err(problem("quote_scope", &quoted.quote)) }
}

impl<'a> Merge<'a, '_> {
    fn refuse(&mut self, key: &str, at: &str, about: &str) {
        self.refused.push(fault(self.language, key, at, &short(about, 200)));
    }

    fn note(&mut self, at: &str, place: &Place<'_>, reading: &Reading) {
        let (name, formula) = match reading {
            Reading::Literal => ("literal", None),
            Reading::Interpreted => ("interpreted", None),
            Reading::Computed(formula) => ("computed", Some(short(formula, 200))),
        };
        let said = json!({"turn": place.turn.id, "quote": place.quote(), "reading": name, "formula": formula});
        self.facts.insert(at.to_owned(), said);
    }

    fn operation(&mut self, operation: &Operation) {
        let at = operation.path.as_str();
        let here = format!("/operations/{}", operation.index);
        let before = self.refused.len();
        if self.fallen.iter().any(|root| pointer::is_within(at, root)) {
            self.refuse("depends", &here, at);
        } else if FORBIDDEN.iter().any(|root| pointer::is_within(at, root)) {
            self.refuse("path_forbidden", &here, at);
        } else if at == "/contract/type" && operation.act != Act::Confirm {
            // The type is changed by a member of its own, which all facts follow.
            let same = operation.value.as_str() == Some(self.read.pack.id.as_str());
            if !same {
                self.refuse("path_forbidden", &here, at);
            }
        } else {
            match operation.act {
                Act::Test => {
                    let stands = self.read.draft.domain.pointer(at).unwrap_or(&Value::Null);
                    if *stands != operation.value {
                        self.refuse("test_failed", &here, at);
                    }
                }
                Act::Confirm => self.confirm(operation, &here),
                Act::Remove => self.remove(operation, &here),
                Act::Set => self.set(operation, &here),
            }
        }
        if self.refused.len() > before {
            self.fallen.push(at.to_owned());
        } else if operation.act != Act::Test {
            self.taken += 1;
        }
    }

    /// Ends a doubt about a place: its value stands.
    fn settle(&mut self, at: &str, place: &Place<'_>) {
        let about = |doubt: &Doubt| matches!(doubt, Doubt::Conflict { at: of, .. } if pointer::is_within(at, of));
        self.read.draft.doubts.retain(|doubt| !about(doubt));
        self.read.draft.writes.push(at.to_owned());
        self.settled.insert(at.to_owned(), json!({"turn": place.turn.id, "quote": place.quote()}));
    }

    /// What the person accepts in words: only what was read before and stands as it stood, on words that say yes.
    fn confirm(&mut self, operation: &Operation, here: &str) {
        let (given, at) = (self.given, operation.path.as_str());
        let read = given.ledger.within(at).any(|(_, entry)| entry.is_read());
        let stands = given.state["domain"].pointer(at);
        if !read || stands.is_none() || stands != self.read.draft.domain.pointer(at) {
            return;
        }
        match proved(&self.witness, given, operation.said.as_ref(), Proves::Wish, self.language, here, true) {
            Err(problem) => self.refused.push(*problem),
            Ok(place) if evidence::affirms(&place) => {
                self.confirmed.insert(at.to_owned(), json!({"turn": place.turn.id, "quote": place.quote()}));
            }
            // Words that do not say yes confirm nothing; it stays in the list.
            Ok(_) => {}
        }
    }

    /// A removal: what this message brought goes on any words of the dialogue, what stood before on the last ones.
    fn remove(&mut self, operation: &Operation, here: &str) {
        let at = operation.path.as_str();
        // Told twice with other words, it is one wish.
        if self.read.draft.domain.pointer(at).is_none() || self.settled.contains_key(at) {
            return;
        }
        let given = self.given;
        // What was only read is no word of the person yet: a better reading of any words of his takes it away, also of
        // words that ask or suppose.
        let stood = given.state["domain"].pointer(at).is_some();
        let firm = stood && given.ledger.within(at).any(|(_, entry)| entry.origin.is_protected());
        let proof = if firm {
            proved(&self.witness, given, operation.said.as_ref(), Proves::Wish, self.language, here, true)
        } else {
            let place = operation.said.as_ref().and_then(|said| evidence::find(&given.turns, said));
            let about = operation.said.as_ref().map(|said| short(&said.quote, 200)).unwrap_or_default();
            place.ok_or_else(|| Box::new(fault(self.language, "quote_unknown", here, &about)))
        };
        // A contradiction that the rules saw and there is none: the fact stays as it was.
        let is_doubt = |doubt: &Doubt| matches!(doubt, Doubt::Conflict { at: of, .. } if pointer::is_within(at, of));
        if stood && self.read.draft.doubts.iter().any(is_doubt) {
            match proof {
                Err(problem) => self.refused.push(*problem),
                Ok(place) => {
                    self.settle(at, &place);
                    // Nobody has said the old value again: it goes into the list once more.
                    self.settled[at]["again"] = json!(true);
                }
            }
            return;
        }
        // The rules have just written over what the person said before: their reading goes, the fact stays.
        let old =
            given.state["domain"].pointer(at).filter(|old| firm && self.read.draft.domain.pointer(at) != Some(old));
        match proof {
            Err(problem) => self.refused.push(*problem),
            Ok(place) if old.is_some() => {
                self.read.draft.doubts.retain(|doubt| !pointer::is_within(doubt.place(), at));
                self.read.draft.replace(at, old.cloned().unwrap_or_default());
                self.settled
                    .insert(at.to_owned(), json!({"turn": place.turn.id, "quote": place.quote(), "again": true}));
            }
            Ok(place) => {
                if stood {
                    self.removed.insert(at.to_owned(), json!({"turn": place.turn.id, "quote": place.quote()}));
                }
                self.read.draft.doubts.retain(|doubt| !pointer::is_within(doubt.place(), at));
                self.read.draft.drop_at(at);
            }
        }
    }

    fn set(&mut self, operation: &Operation, here: &str) {
        let given = self.given;
        let quoted = operation.said.as_ref();
        let proves = Proves::of(&operation.path, &operation.value);
        let place = match proved(&self.witness, given, quoted, proves, self.language, here, false) {
            Ok(place) => place,
            Err(problem) => {
                self.refused.push(*problem);
                return;
            }
        };
        let found = places(&self.ground, &operation.path, &operation.value, self.today);
        for (at, value) in found {
            match value {
                Ok(value) => self.write(&at, value, &place, &operation.reading, here),
                // The rules have told the person about it already.
                Err(Unfit::Value(_)) if self.read.draft.doubts.iter().any(|doubt| doubt.place() == at) => {}
                Err(Unfit::Value(code)) => self.refuse("value_unfit", here, &format!("{at}: {code}")),
                Err(Unfit::Unknown) => self.refuse("path_unknown", here, &at),
            }
        }
    }

    /// Writes one value, or lets both readings stand against each other.
    fn write(&mut self, at: &str, value: Value, place: &Place<'_>, reading: &Reading, here: &str) {
        let stands = self.read.draft.domain.pointer(at).cloned();
        let respelled = stands.as_ref().is_some_and(|stands| *stands != value && value.is_string());
        let respelled = respelled && place.last && evidence::mends(&self.read.heard, at, reading);
        if stands.as_ref().is_some_and(|stands| same(stands, &value)) && !respelled {
            // The last words say once more what stands: nothing contradicts it any longer.
            if place.last {
                self.settle(at, place);
                // Words that do not carry it leave it to be looked at once more.
                if !evidence::carries(place.quote(), &value, self.today) {
                    self.settled[at]["again"] = json!(true);
                }
            }
            return;
        }
        let ruled = self.read.draft.reads.iter().rev().find(|read| read.at == at).cloned().filter(|_| place.last);
        let in_doubt = self.read.draft.doubts.iter().any(|doubt| doubt.place() == at);
        let within = |a: (usize, usize), b: (usize, usize)| a.0 <= b.0 && b.1 <= a.1 && a != b;
        let quoted = |span: (usize, usize)| place.turn.text.get(span.0..span.1).unwrap_or_default().to_owned();
        let knows_more = ruled.as_ref().is_some_and(|ruled| within(place.span, ruled.span));
        if let Some(ruled) = ruled.as_ref().filter(|ruled| ruled.clear && !in_doubt) {
            // Both have read the same message, and the rules are certain of theirs: whose words hold those of the other
            // knows more, otherwise the person is asked.
            let other_form = inflected(&ruled.value, &value);
            if same(&ruled.value, &value) || within(ruled.span, place.span) && !other_form {
                return;
            }
            if !knows_more && !other_form {
                let theirs = (ruled.value.clone(), quoted(ruled.span));
                self.read.draft.take_back(at);
                self.conflict(at, theirs, (value, quoted(place.span)), place, true);
                return;
            }
        } else if let Some(old) = self.firm(at, place) {
            if !place.last {
                self.refuse("protected", here, at);
                return;
            }
            // A correction that the rules have read is not taken back in silence.
            let corrected = stands.filter(|stands| !in_doubt && self.given.state["domain"].pointer(at) != Some(stands));
            if let Some(theirs) = corrected.filter(|_| !knows_more) {
                let words = ruled.map(|ruled| quoted(ruled.span)).unwrap_or_default();
                self.conflict(at, (theirs, words), (value, quoted(place.span)), place, true);
                return;
            }
            let disputed = self.read.draft.disputed.iter().any(|root| pointer::is_within(at, root));
            let mended =
                evidence::mends(&self.read.heard, at, reading) || evidence::extends(&old.0, &value, place.quote());
            if !disputed && !mended {
                self.conflict(at, old, (value, place.quote().to_owned()), place, false);
                return;
            }
        }
        // Of what the rules only guessed, or saw two values of, the model says what it is; it is shown to the person.
        self.read.draft.doubts.retain(|doubt| doubt.place() != at);
        self.read.draft.replace(at, value);
        self.note(at, place, reading);
    }

    /// What the person said at a place before this message, with its words; nothing where only readings stand.
    fn firm(&self, at: &str, place: &Place<'_>) -> Option<(Value, String)> {
        let stood = self.given.state["domain"].pointer(at)?;
        let own: Vec<_> = self.given.ledger.within(at).collect();
        let firm = own.iter().any(|(_, entry)| entry.origin.is_protected() || (entry.is_read() && !place.last));
        let quote = own.iter().find_map(|(_, entry)| entry.quote.clone()).unwrap_or_default();
        firm.then(|| (stood.clone(), quote))
    }

    fn conflict(&mut self, at: &str, old: (Value, String), new: (Value, String), place: &Place<'_>, one: bool) {
        let turn = &place.turn.id;
        let side = |(value, quote): &(Value, String), turn: Option<&str>| json!({"value": value, "quote": quote, "turn": turn});
        let first = side(&old, one.then_some(turn.as_str()));
        self.conflicts.push(json!({"at": at, "old": first, "new": side(&new, Some(turn.as_str()))}));
        self.read.draft.doubts.retain(|doubt| doubt.place() != at);
        self.read.draft.doubts.push(Doubt::Conflict {
            at: at.to_owned(),
            old: old.0,
            old_quote: old.1,
            new: new.0,
            new_quote: new.1,
            one_message: one,
        });
    }

    /// A term in the person's own words becomes a fact of its own: its name is the place, its words the value.
    fn own_clause(&mut self, clause: &OwnClause) {
        let here = format!("/own_clauses/{}", clause.index);
        let given = self.given;
        let place = match proved(&self.witness, given, clause.said.as_ref(), Proves::Term, self.language, &here, false)
        {
            Ok(place) => place,
            Err(problem) => {
                self.refused.push(*problem);
                return;
            }
        };
        let words = short(clause.words.trim(), WORDS);
        match template::parse(&words) {
            Err(why) => {
                self.refuse("clause_slots", &here, &why);
                return;
            }
            // A term names facts; a term in a term would have no end.
            Ok(nodes) if !template::all(&nodes).iter().all(|(node, _)| names_facts(node)) => {
                self.refuse("clause_slots", &here, &words);
                return;
            }
            Ok(_) => {}
        }
        // The title becomes a place, and a slot of it.
        let plain = clause.title.replace(['{', '}', '|'], " ");
        let title: String = plain.trim().chars().take(TITLE).collect();
        let title = title.trim_end().to_owned();
        let at = pointer::join(OWN, &title);
        if let Some(number) = unsaid(&words, self.given, &place) {
            self.refuse("clause_number", &here, &number);
            return;
        }
        if self.firm(&at, &place).is_some_and(|(stood, _)| stood != json!(words)) && !place.last {
            self.refuse("protected", &here, &title);
            return;
        }
        self.read.draft.replace(&at, json!(words));
        self.note(&at, &place, &Reading::Interpreted);
        self.taken += 1;
    }
}

/// Whether a node of a term is words, a fact of the contract, or a group of them.
fn names_facts(node: &Node) -> bool {
    match node {
        Node::Text(_) | Node::Group(_) | Node::Side { .. } => true,
        Node::Fact { pointer, form } => {
            let own = pointer::is_within(pointer, OWN) || pointer::is_within(pointer, OWN_TERMS);
            !own && !["worded", "clause", "rows"].contains(&form.as_str())
        }
        Node::Ref(_) | Node::Blank(_) => false,
    }
}

/// Whether two texts are the same words in other forms: «Рязанском отделении», «Рязанское отделение».
fn inflected(one: &Value, other: &Value) -> bool {
    let stems = |value: &Value| -> Option<Vec<String>> {
        Some(words(value.as_str()?).into_iter().map(|word| word.stem).collect())
    };
    stems(one).zip(stems(other)).is_some_and(|(one, other)| !one.is_empty() && one == other)
}

/// Whether two values say the same: equal, or words that differ in case and punctuation alone.
fn same(one: &Value, other: &Value) -> bool {
    // «1/2» and «12» are two houses.
    let digits = |text: &str| text.bytes().any(|b| b.is_ascii_digit());
    let row = |text: &str| {
        let kept = |c: &char| c.is_alphanumeric() || digits(text) && matches!(c, '/' | '.' | ',' | '-');
        folded(text).chars().filter(kept).collect::<String>()
    };
    match (one.as_str(), other.as_str()) {
        (Some(a), Some(b)) => a == b || (!row(a).is_empty() && row(a) == row(b)),
        _ => one == other,
    }
}
