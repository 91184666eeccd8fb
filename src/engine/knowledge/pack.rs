//! A contract pack: what one type of contract needs, as a lawyer wrote it down.
//!
//! The file format is described in `knowledge/contracts/README.md` and `schemas/contract_pack.schema.json`.

use crate::engine::knowledge::called::{Called, Cut};
use crate::engine::knowledge::condition::Condition;
use crate::model::issue::Severity;
use crate::model::terms::Proof;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// One contract type.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// Stable id, e.g. `vehicle_lease`; equals the file name.
    pub id: String,
    /// Name of the contract, e.g. «Договор аренды транспортного средства без экипажа».
    pub title: String,
    /// Short name inside a sentence, e.g. «аренда автомобиля».
    pub short: String,
    /// Phrases that name the type; all stems of a phrase must occur in the message, in any order.
    pub names: Vec<String>,
    /// Phrases that speak for another type.
    #[serde(default)]
    pub not_names: Vec<String>,
    /// Raised for special types, so that they win over general ones (0 = ordinary).
    #[serde(default)]
    pub priority: i32,
    /// Whether the type is the fallback for everything unrecognised.
    #[serde(default)]
    pub generic: bool,
    /// What the page must say when this pack is used.
    #[serde(default)]
    pub notice: Option<String>,
    /// Where the pack's law comes from.
    pub review: Review,
    /// The sides, in the order of the contract.
    #[serde(rename = "party")]
    pub parties: Vec<Party>,
    /// Facts: where a value lives, its type and how it is recognised.
    #[serde(rename = "field", default)]
    pub fields: Vec<Field>,
    /// What the contract needs: an open issue while it is missing.
    #[serde(rename = "term", default)]
    pub terms: Vec<Term>,
    /// Questions, in the order in which they are asked within one severity.
    #[serde(rename = "question", default)]
    pub questions: Vec<Question>,
    /// Rules of law that hold when the parties are silent.
    #[serde(rename = "default", default)]
    pub defaults: Vec<StatutoryDefault>,
    /// Values that follow from others.
    #[serde(rename = "computed", default)]
    pub computed: Vec<Computed>,
    /// Form, registration, notary.
    #[serde(rename = "duty", default)]
    pub duties: Vec<Duty>,
    /// Checks that open an issue on facts that stand (banned deals, mandatory norms).
    #[serde(rename = "check", default)]
    pub checks: Vec<Check>,
    /// Names of attachments, e.g. «Акт приёма-передачи».
    #[serde(default)]
    pub attachments: Vec<String>,
    /// Several things in one deal, when the type can have them.
    #[serde(default)]
    pub rows: Option<Rows>,
    /// Its phrases as stems.
    #[serde(skip)]
    cut: Cut,
}

/// Things of which a deal has several: each is a row with a name, a quantity and a price, under `<at>/1`, `<at>/2`…
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rows {
    /// Where they live.
    pub at: String,
    /// Units that fit.
    pub units: Vec<String>,
    /// Fields of a single thing: what is read as a row is read for none of them.
    pub instead: Vec<String>,
    /// The sum of all rows.
    pub total: String,
}

/// Where the law of a pack comes from.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// Act and chapters.
    pub source: String,
    /// Date of the edition that was read, `YYYY-MM-DD`.
    pub edition: String,
    /// Who checked it; `unreviewed` is shown on the page.
    pub checked_by: String,
}

/// A side of the contract; its facts live under `/parties/<role>`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Party {
    /// Key under `/parties`.
    pub role: String,
    /// «Арендодатель».
    pub title: String,
    /// Words that introduce this side in a message («арендодатель», «собственник»).
    pub words: Vec<String>,
    /// First-person words by which the writer shows that he is this side («сдаю», «сдать»).
    #[serde(default)]
    pub first_person: Vec<String>,
    /// What others say of this side («сдаёт», «сдал»): the subject of such a verb is the side.
    #[serde(default)]
    pub acts: Vec<String>,
    /// Kinds of person that may be this side (`individual`, `self_employed`, `entrepreneur`, `company`); empty = all.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// Key of the term that wants this side named; its question asks for it.
    pub term: String,
}

/// A fact.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// JSON Pointer into `domain`; for composite types (money, rate, quantity, duration) the object's pointer.
    pub pointer: String,
    /// Name for people.
    pub label: String,
    /// What kind of value it is.
    #[serde(rename = "type")]
    pub kind: FieldKind,
    /// Word stems near the value that announce it («залог», «депозит»).
    #[serde(default)]
    pub hints: Vec<String>,
    /// Word stems near the value that speak against this field («штраф»).
    #[serde(default)]
    pub not_hints: Vec<String>,
    /// Takes an unannounced value of its type (the rent among the sums).
    #[serde(default)]
    pub primary: bool,
    /// A text that is a number with letters, read right behind its hints: «ПТС 77 УХ 123456».
    #[serde(default)]
    pub code: bool,
    /// For money: only sums per this period (`month`, `day`, `hour`, `year`), when the period is said.
    #[serde(default)]
    pub per: Option<String>,
    /// For quantities and areas: units that fit (`m2`, `t`, `pcs`, `km`…).
    #[serde(default)]
    pub units: Vec<String>,
    /// A text that stands behind one of these words, and keeps it: «под кофейню».
    #[serde(default)]
    pub leads: Vec<String>,
    /// A text that is the name of somebody who is no side, behind one of these words: «ручаюсь за ООО «Ритм»».
    #[serde(default)]
    pub named: Vec<String>,
    /// Such a text only right behind a sum: «80 тысяч на ремонт крыши».
    #[serde(default)]
    pub behind_money: bool,
    /// For choices: what may be chosen.
    #[serde(default, rename = "option")]
    pub options: Vec<FieldOption>,
    /// The field makes sense only when this holds.
    #[serde(default)]
    pub when: Vec<Condition>,
}

impl Field {
    /// A field that nothing but its own question or card fills.
    #[must_use]
    pub fn bare(pointer: &str, label: &str, kind: FieldKind) -> Self {
        Self {
            pointer: pointer.to_owned(),
            label: label.to_owned(),
            kind,
            hints: Vec::new(),
            not_hints: Vec::new(),
            primary: false,
            code: false,
            per: None,
            units: Vec::new(),
            leads: Vec::new(),
            named: Vec::new(),
            behind_money: false,
            options: Vec::new(),
            when: Vec::new(),
        }
    }
}

/// One value of a choice field.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldOption {
    /// The value in `domain`.
    pub value: Value,
    /// What people read.
    pub label: String,
    /// Phrases that mean it; all stems of a phrase must occur in one clause.
    #[serde(default)]
    pub words: Vec<String>,
    /// The wider option of which this is a kind: said beside it, this one is meant («переводом на карту»).
    #[serde(default)]
    pub within: Option<Value>,
}

/// Types of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldKind {
    /// Words, taken as they are from the answer to the field's question.
    Text,
    /// `{"amount":"30000.00","currency":"RUB"}`.
    Money,
    /// `{"percent":"0.1","per":"day"}`.
    Rate,
    /// A whole number.
    Integer,
    /// A day of the month, 1–31.
    DayOfMonth,
    /// `YYYY-MM-DD`.
    Date,
    /// `{"count":6,"unit":"month"}`.
    Duration,
    /// `{"value":"45.6","unit":"m2"}`.
    Quantity,
    /// A year of manufacture, 1900–2100.
    Year,
    /// One of the options.
    Choice,
    /// Yes or no.
    YesNo,
    /// Make of a car, e.g. «Lada».
    VehicleMake,
    /// Model of a car, e.g. «Vesta».
    VehicleModel,
    /// Vehicle identification number.
    Vin,
    /// State registration plate.
    Plate,
    /// Cadastral number.
    Cadastral,
    /// Address.
    Address,
    /// City.
    City,
}

/// Something the contract needs.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// Stable key, `<pack>.<term>`.
    pub key: String,
    /// What it is.
    pub title: String,
    /// How much its absence hurts.
    pub severity: Severity,
    /// Whether the law makes the contract's existence depend on it (counts in the meter).
    #[serde(default)]
    pub essential: bool,
    /// Pointers that must have a value; alternatives inside one item are separated by `|`.
    pub needs: Vec<String>,
    /// Applies only when all of these hold.
    #[serde(default)]
    pub when: Vec<Condition>,
    /// Where the law says so, e.g. «ГК РФ ст. 607 п. 3».
    pub article: String,
    /// How far the article was checked.
    pub proof: Proof,
    /// What happens without it.
    pub consequence: String,
    /// What to say to close it.
    pub hint: String,
}

/// A question.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Unique within the pack.
    pub id: String,
    /// Keys of the terms it serves; asked while one of them is open.
    pub terms: Vec<String>,
    /// Pointers that the answer fills (fields of the pack, or `/parties/<role>`).
    pub targets: Vec<String>,
    /// The words.
    pub text: String,
    /// Other words, for when the answer did not answer it.
    pub again: String,
    /// Why it matters, one or two sentences.
    pub why: String,
    /// Choices; with none the answer is free text.
    #[serde(default, rename = "choice")]
    pub choices: Vec<QuestionChoice>,
    /// Ids of the statutory defaults that «как обычно / не знаю» writes; empty when the law has none.
    #[serde(default)]
    pub usual: Vec<String>,
    /// Asked only when all of these hold.
    #[serde(default)]
    pub when: Vec<Condition>,
}

/// A choice of a question and what it writes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionChoice {
    /// Unique within the question.
    pub id: String,
    /// What people read.
    pub label: String,
    /// Pointer → value.
    pub sets: BTreeMap<String, Value>,
}

/// A rule of law that holds when the parties are silent.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatutoryDefault {
    /// Unique within the pack.
    pub id: String,
    /// Pointer → value that it writes.
    pub sets: BTreeMap<String, Value>,
    /// The rule in words.
    pub text: String,
    /// Where it stands; «обычай» or «правило продукта» where no law has it.
    pub article: String,
    /// How far the article was checked.
    pub proof: Proof,
    /// Whom it favours: a party's title, or «нейтрально».
    pub favours: String,
}

/// A value that follows from others.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Computed {
    /// Where the result lives.
    pub pointer: String,
    /// How it follows.
    pub formula: Formula,
    /// Pointers of the inputs, in the formula's order.
    pub inputs: Vec<String>,
    /// Name for people.
    pub label: String,
}

/// Formulas that the engine can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Formula {
    /// Last day of a term: start + duration − 1 day (ГК РФ ст. 191–192).
    EndDate,
    /// Money × quantity.
    Product,
    /// Money of a month × months.
    Months,
    /// Price × quantity of every row, added up.
    Rows,
    /// Money + money.
    Sum,
}

/// A duty of form, registration or notary.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Duty {
    /// Unique within the pack.
    pub id: String,
    /// `written`, `registration`, `notary`, `notice`.
    pub kind: String,
    /// What to do.
    pub text: String,
    /// Where the law says so.
    pub article: String,
    /// How far the article was checked.
    pub proof: Proof,
    /// Applies only when all of these hold.
    #[serde(default)]
    pub when: Vec<Condition>,
}

/// A rule on facts that stand: when all conditions hold, an issue is open.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Stable key, `<pack>.<check>` or a lint id.
    pub key: String,
    /// What is wrong.
    pub title: String,
    /// How much it hurts.
    pub severity: Severity,
    /// Opens when all of these hold.
    pub when: Vec<Condition>,
    /// Where the law says so.
    pub article: String,
    /// How far the article was checked.
    pub proof: Proof,
    /// What happens.
    pub consequence: String,
    /// What to say to close it.
    pub hint: String,
    /// Whether the person may accept it and go on (L15: «проект для нотариуса»).
    #[serde(default)]
    pub acceptable: bool,
}

/// Where terms live that no library knows: `<id>/quote` are a person's words letter by letter, `<id>/text` the clause
/// made of them, `<id>/section` the section that it belongs to when it is not «Особые условия».
pub const OWN_TERMS: &str = "/terms/own";

/// What every contract may say about itself.
const OF_EVERY_CONTRACT: [&str; 5] =
    ["/contract/type", "/contract/speaker", "/contract/city", "/contract/number", "/contract/date"];

impl Pack {
    /// Its phrases as stems.
    #[must_use]
    pub fn called(&self) -> &Called {
        self.cut.of(self)
    }

    /// The field whose value lives at or above the pointer.
    #[must_use]
    pub fn field_of(&self, pointer: &str) -> Option<&Field> {
        self.fields.iter().find(|field| crate::model::pointer::is_within(pointer, &field.pointer))
    }

    /// Whether a pointer can hold a fact of this type: a field, a side, or what every contract has.
    #[must_use]
    pub fn knows(&self, pointer: &str) -> bool {
        let within = |root: &str| crate::model::pointer::is_within(pointer, root);
        self.parties.iter().any(|party| within(&format!("/parties/{}", party.role)))
            || OF_EVERY_CONTRACT.contains(&pointer)
            || within(OWN_TERMS)
            || self.rows.as_ref().is_some_and(|rows| rows.at == pointer)
            || self.field_of(pointer).is_some()
    }

    /// The duty by which a notary makes the deed, when these facts have it: then a text is a draft for the notary.
    #[must_use]
    pub fn notary(&self, domain: &Value) -> Option<&Duty> {
        self.duties
            .iter()
            .find(|duty| duty.kind == "notary" && crate::engine::knowledge::condition::all(&duty.when, domain))
    }

    /// The term with this key.
    #[must_use]
    pub fn term(&self, key: &str) -> Option<&Term> {
        self.terms.iter().find(|term| term.key == key)
    }

    /// The question with this id.
    #[must_use]
    pub fn question(&self, id: &str) -> Option<&Question> {
        self.questions.iter().find(|question| question.id == id)
    }

    /// The party with this role.
    #[must_use]
    pub fn party(&self, role: &str) -> Option<&Party> {
        self.parties.iter().find(|party| party.role == role)
    }
}
