//! Where a value comes from: the words of a turn, a picked choice, a rule of law, a formula.

use crate::engine::knowledge::condition::is_present;
use crate::engine::knowledge::pack::{FieldKind, Pack, Question, QuestionChoice};
use crate::engine::knowledge::{Knowledge, kinds};
use crate::engine::text::matches::{self, Cut};
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::once::once;
use crate::engine::text::parts::sentences;
use crate::engine::text::scope::{self, Scope, Scopes};
use crate::engine::text::stem::{contains_phrase, is_stop, words};
use crate::engine::text::{fingerprint, intent};
use crate::model::claim::Support;
use crate::model::facts::Origin;
use crate::model::snapshot::AskedRecord;
use crate::model::turn::Turn;
use crate::workspaces::contract::intake::{acceptance, computed, defaults, questions, recognise, review};
use serde_json::Value;
use std::sync::Arc;

/// An origin with what proves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The origin.
    pub origin: Origin,
    /// What is established; `read` where the words carry the value and the place is an interpretation.
    pub support: Support,
    /// A verbatim part of the turn.
    pub quote: Option<String>,
    /// Formula or article.
    pub note: Option<String>,
}

/// A turn of the person, read once.
#[derive(Clone)]
pub struct Heard<'a> {
    /// The turn.
    pub turn: &'a Turn,
    /// The question it answers.
    pub question: Option<&'a AskedRecord>,
    /// What is mentioned in it, as far as it is said: not denied, asked, supposed, quoted or said of others.
    pub mentions: Vec<Mention>,
    /// What it wants.
    pub intent: intent::Intent,
    /// How its words stand.
    pub scopes: Scopes,
    /// Its words, cut when the first value is looked for in them.
    pub cut: Arc<Cut>,
}

impl<'a> Heard<'a> {
    /// Reads a turn; relative dates count from the day of the turn.
    #[must_use]
    pub fn new(turn: &'a Turn, question: Option<&'a AskedRecord>) -> Self {
        let once = once(&turn.text, day(turn));
        let (mentions, scopes) = (once.mentions.clone(), once.scopes.clone());
        Self { turn, question, mentions, intent: once.intent, scopes, cut: Arc::default() }
    }

    /// Whether the bytes are said plainly, without any doubt.
    #[must_use]
    pub fn plain(&self, span: (usize, usize)) -> bool {
        self.scopes.at(span.0, span.1) == Scope::Asserted
    }

    /// Whether a short yes stands alone: it confirms what was shown, whatever was asked last.
    #[must_use]
    pub fn confirms_alone(&self) -> bool {
        let short = self.turn.text.split_whitespace().count() <= 4;
        let plain = self.turn.choice.is_some() || acceptance::is_plain(&self.turn.text);
        short && plain && self.says_yes() && !self.intent.question && self.mentions.is_empty()
    }

    /// Whether the person says yes, by word or by click.
    #[must_use]
    pub fn says_yes(&self) -> bool {
        match self.turn.choice.as_deref() {
            Some(choice) => choice == questions::YES,
            None => self.intent.affirm && !self.intent.deny,
        }
    }

    /// Whether the person leaves the matter to the law.
    #[must_use]
    pub fn leaves_to_law(&self) -> bool {
        self.turn.choice.as_deref() == Some(questions::USUAL) || self.left_to_law().is_some()
    }

    /// The bytes of the words that leave the open matter to the law. «Суд — по умолчанию» beside other sentences leaves
    /// the court, not what was asked; a message of one sentence answers what was asked.
    #[must_use]
    pub fn left_to_law(&self) -> Option<(usize, usize)> {
        let marks = &self.intent;
        if self.turn.choice.is_some() || !(marks.as_usual || marks.unknown || marks.enough) {
            return None;
        }
        let text = self.turn.text.as_str();
        let parts = sentences(text);
        // The list of readings asks about no matter that could be left, and who asks what is usual leaves nothing.
        let listed = self.question.is_some_and(|record| record.keys.iter().any(|key| key == review::KEY));
        if listed || self.intent.question && parts.len() == 1 {
            return None;
        }
        let whole = (0, text.len());
        let Some(record) = self.question.filter(|_| parts.len() > 1 && !marks.enough) else { return Some(whole) };
        let asked: Vec<String> = words(&record.question.question_text).into_iter().map(|word| word.stem).collect();
        let about = |(start, end): &(usize, usize)| {
            let part = text.get(*start..*end).unwrap_or_default();
            let act = intent::intent(part);
            // What stands before the mark is what is left: a noun that the question does not know is another matter.
            let head = part.split(['—', '–', ':']).next().filter(|head| head.len() < part.len()).unwrap_or_default();
            let named: Vec<String> =
                words(head).into_iter().map(|word| word.stem).filter(|stem| !is_stop(stem) && stem.len() > 4).collect();
            (act.as_usual || act.unknown) && (named.is_empty() || named.iter().any(|stem| asked.contains(stem)))
        };
        parts.into_iter().find(about)
    }
}

/// The day of a turn, `YYYY-MM-DD`.
#[must_use]
pub fn day(turn: &Turn) -> &str {
    turn.at.get(..10).unwrap_or("1970-01-01")
}

/// The question of a pack that a record asked: of those about the same terms the one in whose words it was asked.
#[must_use]
pub fn asked_by<'p>(pack: &'p Pack, record: &AskedRecord) -> Option<&'p Question> {
    let same = || pack.questions.iter().filter(|question| question.terms == record.keys);
    let worded = |question: &&Question| [&question.text, &question.again].contains(&&record.question.question_text);
    same().find(worded).or_else(|| same().find(|question| question.targets == record.targets)).or_else(|| same().next())
}

/// The choice of a pack's question that the person picked: by its id, by its number, or in its own words.
#[must_use]
pub fn picked<'p>(pack: &'p Pack, heard: &Heard<'_>) -> Option<&'p QuestionChoice> {
    let record = heard.question?;
    let question = asked_by(pack, record)?;
    if let Some(id) = heard.turn.choice.as_deref() {
        return question.choices.iter().find(|choice| choice.id == id);
    }
    let text = heard.turn.text.trim();
    if let Ok(number) = text.parse::<usize>() {
        return question.choices.get(number.checked_sub(1)?);
    }
    let said = fingerprint::fingerprint(text);
    question.choices.iter().find(|choice| !said.is_empty() && fingerprint::fingerprint(&choice.label) == said)
}

/// Whether any choice of the question sets this leaf so: the words are compared with the choices only then.
fn may_pick(pack: &Pack, heard: &Heard<'_>, at: &str, value: &Value) -> bool {
    let Some(record) = heard.question else { return false };
    let question = asked_by(pack, record);
    question.is_some_and(|question| question.choices.iter().any(|choice| sets(choice, at, value)))
}

/// Whether this turn carries this leaf's value, and how.
#[must_use]
pub fn of_leaf(
    knowledge: &Knowledge,
    pack: Option<&Pack>,
    at: &str,
    value: &Value,
    heard: &Heard<'_>,
) -> Option<Found> {
    let text = &heard.turn.text;
    let quoted = |origin, (start, end): (usize, usize)| Found {
        origin,
        support: Origin::support(origin),
        quote: text.get(start..end).map(str::to_owned),
        note: None,
    };
    let whole = (0, text.len());
    if at == "/contract/type" {
        let recognised = recognise::recognise(text, &heard.mentions, knowledge);
        if let Some(span) = value.as_str().and_then(|kind| kinds::shown(kind, &heard.mentions)) {
            // «Продаю квартиру, кадастровый номер …»: the words say who speaks, the number only what it is.
            let told = recognised.and_then(|found| found.span).filter(|told| told.0 < span.0);
            return Some(quoted(Origin::Stated, told.unwrap_or(span)));
        }
        let recognised = recognised?;
        let found = quoted(Origin::Stated, recognised.span.unwrap_or(whole));
        let support = if recognised.worked { Support::Read } else { found.support };
        return (value == &Value::String(recognised.pack.id.clone())).then_some(Found { support, ..found });
    }
    if let Some(pack) = pack {
        if may_pick(pack, heard, at, value) && picked(pack, heard).is_some_and(|choice| sets(choice, at, value)) {
            return Some(quoted(Origin::Confirmed, whole));
        }
        if heard.leaves_to_law()
            && let Some(rule) = defaults::naming(pack, at, value)
            && left(pack, heard, &rule.id)
        {
            let note = format!("{}: {}", rule.article, rule.text);
            let span = heard.left_to_law().unwrap_or(whole);
            return Some(Found { note: Some(note), ..quoted(Origin::Default, span) });
        }
        if let Some(span) = by_option(pack, at, value, heard) {
            return Some(quoted(Origin::Stated, span));
        }
    }
    let asked_here = heard.question.is_some_and(|q| q.targets.iter().any(|t| t == at));
    if asked_here
        && ((value == &Value::Bool(true) && heard.intent.affirm) || (value == &Value::Bool(false) && heard.intent.deny))
    {
        return Some(quoted(Origin::Confirmed, whole));
    }
    let words = at.starts_with("/terms/own/")
        || pack.and_then(|pack| pack.field_of(at)).is_some_and(|field| field.kind == FieldKind::Text);
    by_mention(at, value, &heard.mentions)
        .or_else(|| matches::among(value, text, day(heard.turn), &heard.mentions, &heard.cut))
        // Free words carry their own «не» and «если»; a value does not.
        .filter(|span| words || heard.scopes.at(span.0, span.1).tells())
        .map(|span| quoted(Origin::Stated, span))
}

/// Whether these words leave this rule's matter to the law: its own question was answered so, or «остальное как
/// обычно» was said, or no question was open.
fn left(pack: &Pack, heard: &Heard<'_>, rule: &str) -> bool {
    let Some(record) = heard.question.filter(|_| !heard.intent.enough) else { return true };
    let asked = asked_by(pack, record);
    asked.is_none_or(|question| question.usual.iter().any(|id| id == rule))
}

fn sets(choice: &QuestionChoice, at: &str, value: &Value) -> bool {
    choice.sets.iter().any(|(root, set)| {
        at.strip_prefix(root.as_str())
            .is_some_and(|rest| if rest.is_empty() { set == value } else { set.pointer(rest) == Some(value) })
    })
}

/// The words of an option of a choice field.
fn by_option(pack: &Pack, at: &str, value: &Value, heard: &Heard<'_>) -> Option<(usize, usize)> {
    let field =
        pack.fields.iter().find(|f| f.pointer == at && matches!(f.kind, FieldKind::Choice | FieldKind::YesNo))?;
    let option = field.options.iter().find(|option| &option.value == value)?;
    let start = intent::after_no(&heard.turn.text);
    let mut said = words(&heard.turn.text);
    said.retain(|word| word.start >= start);
    let phrases = option.words.iter().map(String::as_str);
    // Asked for this very field, its label is an answer as well.
    let asked = heard.question.is_some_and(|q| q.targets.iter().any(|t| t == at));
    phrases.chain(asked.then_some(option.label.as_str())).find_map(|phrase| {
        contains_phrase(&said, phrase).filter(|span| scope::says(&heard.turn.text, &heard.scopes, *span, phrase))
    })
}

/// A mention whose reading carries the value.
fn by_mention(at: &str, value: &Value, mentions: &[Mention]) -> Option<(usize, usize)> {
    let text = value.as_str()?;
    mentions.iter().find(|mention| carries(at, text, &mention.kind)).map(|mention| (mention.start, mention.end))
}

fn carries(at: &str, text: &str, kind: &MentionKind) -> bool {
    match kind {
        MentionKind::Person { full, .. } => full == text,
        MentionKind::Company { name, .. } => name == text || (at.ends_with("/kind") && text == "company"),
        MentionKind::Entrepreneur { person } => person == text || (at.ends_with("/kind") && text == "entrepreneur"),
        MentionKind::PartyKind { kind } => at.ends_with("/kind") && kind == text,
        MentionKind::Vehicle { make, model } => make == text || model == text,
        MentionKind::Vin { text: vin, .. } => vin == text,
        MentionKind::Inn { digits, .. } | MentionKind::Ogrn { digits, .. } | MentionKind::Snils { digits, .. } => {
            digits == text
        }
        MentionKind::Bik { digits } | MentionKind::Account { digits } => digits == text,
        MentionKind::Plate { text: t }
        | MentionKind::Cadastral { text: t }
        | MentionKind::Phone { text: t }
        | MentionKind::Email { text: t }
        | MentionKind::Kpp { text: t }
        | MentionKind::Address { text: t } => t == text,
        MentionKind::City { name } => name == text,
        MentionKind::Passport { series, number } => {
            series == text || number == text || format!("{series} {number}") == text
        }
        MentionKind::Date { iso, .. } => iso == text,
        MentionKind::DateRange { from, to } => from == text || to == text,
        _ => false,
    }
}

/// Whether the leaf follows from other facts of the same domain.
#[must_use]
pub fn follows(pack: &Pack, at: &str, value: &Value, domain: &Value) -> Option<Found> {
    let computed = computed::all(pack, domain).into_iter().find(|(root, result, _)| {
        at.strip_prefix(root.as_str())
            .is_some_and(|rest| if rest.is_empty() { result == value } else { result.pointer(rest) == Some(value) })
    });
    if let Some((_, _, formula)) = computed {
        return Some(derived(formula));
    }
    let implied = |note: &str| Some(derived(note.to_owned()));
    let (parent, name) = at.rsplit_once('/')?;
    let field = pack.field_of(at);
    match (name, value.as_str()?) {
        // Obligations are expressed in roubles unless the parties say otherwise.
        ("currency", "RUB") if field.is_some_and(|f| f.kind == FieldKind::Money) => {
            implied("рубль: ГК РФ ст. 317 п. 1")
        }
        // The question asked for a number in this unit.
        ("unit", unit) if field.is_some_and(|f| f.units == [unit]) => implied("единица из вопроса"),
        ("kind", "individual") if at.starts_with("/parties/") => {
            let leaf = ["passport", "birth_date"]
                .into_iter()
                .find(|leaf| domain.pointer(&format!("{parent}/{leaf}")).is_some_and(is_present))?;
            implied(&format!("следует из {parent}/{leaf}"))
        }
        ("plan", "schedule") => {
            domain.pointer(&format!("{parent}/stages")).filter(|stages| is_present(stages))?;
            implied(&format!("следует из {parent}/stages"))
        }
        ("kind", kind @ ("sum" | "percent")) => {
            let sibling = if kind == "sum" { "amount" } else { "rate" };
            domain.pointer(&format!("{parent}/{sibling}")).filter(|v| is_present(v))?;
            implied(&format!("следует из {parent}/{sibling}"))
        }
        _ => None,
    }
}

/// A value that follows by a formula.
#[must_use]
pub fn derived(formula: String) -> Found {
    Found { origin: Origin::Computed, support: Support::Derived, quote: None, note: Some(formula) }
}
