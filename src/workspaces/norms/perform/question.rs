//! A question about norms, taken apart: documents and addresses it names, words, classes, amounts, conditions.

use crate::engine::address::acts;
use crate::engine::address::find::{self, Context, Found};
use crate::engine::address::{Act, Address};
use crate::engine::citation::numbers::{Amount, amounts};
use crate::engine::fold::folded;
use crate::engine::knowledge::norms as lexicon;
use crate::engine::knowledge::phrases;
use crate::workspaces::norms::perform::plainly;
use crate::workspaces::norms::perform::ranges::{self, Said};
use crate::workspaces::norms::perform::rivals::{self, Sides};
use crate::workspaces::norms::perform::units;
use crate::workspaces::norms::perform::values;
use crate::workspaces::norms::perform::words::{self, Term};
use regex::Regex;
use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

/// «В60», «B60», «А500», «F150», «W6», «D500», «Вр1200»: a letter or three and a number.
static CLASS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\p{L}{1,3}\d{1,4}(?:[.,]\d+)?$").ok());
/// «П3» without a document is a class of a table; «п3», «п. 3» and «П3 СП 1» are clauses.
fn is_class(words: &str, place: &Found) -> bool {
    let unnamed = place.addresses.iter().all(|address| address.act == Act::Unnamed);
    unnamed
        && words.starts_with(char::is_uppercase)
        && CLASS.as_ref().is_some_and(|class| class.is_match(&folded(words)))
}

/// «R 60», «REI45», «К0», «Ф1.3».
const SYNTAX: &[char] = &['?', '!', '«', '»', '"', '(', ')', ':', ';'];

/// A question.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// Its words.
    pub text: String,
    /// Ids of the documents it names.
    pub documents: Vec<String>,
    /// The documents it names, as people cite them.
    pub names: Vec<String>,
    /// Places it names.
    pub addresses: Vec<Address>,
    /// What is looked for.
    pub terms: Vec<Term>,
    /// What the conditions of the question mean in words of the norms.
    pub conditions: Vec<Vec<Term>>,
    /// Numbers that it says, for rows that are ranges.
    pub said: Vec<Said>,
    /// Names of places and things of their own: a place that does not have them says nothing about them.
    pub proper: Vec<Term>,
    /// What the question says there is none of: «без поясов», «не линейный».
    pub without: Vec<Term>,
    /// Properties that it names: rows of their rivals are not meant.
    pub sides: Sides,
    /// Words that were added to the question later: they choose before those of the question.
    pub added: Vec<Term>,
    /// Classes and grades, folded: `в60`.
    pub classes: Vec<String>,
    /// Amounts it gives.
    pub given: Vec<Amount>,
    /// What it is about, best first.
    pub domains: Vec<&'static lexicon::Domain>,
    /// What the quantity asked for measures.
    pub dimensions: Vec<String>,
    /// The units of its answer that the question names, in small letters.
    pub units: Vec<String>,
    /// Whether the question names the unit of its answer.
    pub named_unit: bool,
    /// What the address of the place has that it asks for: «прил.» of an annex; nothing when it asks for no place.
    pub place: Option<&'static str>,
    /// Measures it names: width, distance.
    pub measures: BTreeSet<usize>,
    /// Whether a number is asked for.
    pub wants_number: bool,
    /// Whether it has words of questions for a rule, a meaning or a place.
    pub asks_otherwise: bool,
    /// Whether it has words of questions for a value: «какой», «сколько», «минимум».
    pub asks_which: bool,
}

/// Prepositions that end what «без» governs.
const WITHOUT_ENDS: [&str; 9] = ["для", "при", "на", "в", "с", "по", "от", "до", "из"];
/// Endings of adjectives: «не линейный» denies a kind; a comparison («не менее») or a verb denies none.
const ADJECTIVES: [&str; 14] = ["ый", "ий", "ой", "ая", "яя", "ое", "ые", "ие", "ого", "его", "ому", "ым", "ых", "их"];
/// Those of them that join a clause as well.
const RELATIVE: [&str; 4] = ["что", "кто", "где", "когда"];
/// Words of questions that ask for a rule, a meaning or a place.
const OTHER_THAN_NUMBERS: [&str; 9] = ["ли", "что", "кто", "где", "когда", "зачем", "почему", "можно", "нужно"];

/// Beginnings of words that ask for a value, whatever else is asked.
const ASKS_WHICH: [&str; 15] = [
    "какой",
    "какая",
    "какое",
    "какие",
    "какую",
    "какого",
    "каков",
    "сколько",
    "скольк",
    "чему",
    "минимум",
    "максимум",
    "наименьш",
    "наибольш",
    "предельн",
];

/// Stems that search nothing.
fn weak() -> &'static HashSet<String> {
    static WEAK: LazyLock<HashSet<String>> = LazyLock::new(|| {
        lexicon::shared()
            .weak
            .iter()
            .flat_map(|word| words::stems(word))
            .flat_map(|(word, stem)| [word, stem])
            .collect()
    });
    &WEAK
}

/// Takes a question apart; `more` are the person's answers to what was asked back.
#[must_use]
pub fn read(text: &str, more: &[String]) -> Asked {
    let (first, added) = plainly::parts(text);
    let more: Vec<String> = added
        .iter()
        .map(|words| plainly::spelled(words))
        .chain(more.iter().map(|words| plainly::spelled(words)))
        .collect();
    let mut asked = plain(&plainly::spelled(first), &more);
    // What was added names another document: that one is asked.
    for words in &more {
        let other = plain(words, &[]);
        if !other.documents.is_empty() {
            asked.documents = other.documents;
            asked.names = other.names;
            asked.addresses = other.addresses;
        }
    }
    // What an abbreviation stands for names no quantity beside one that the person names: «высота … от ветра».
    let own: Vec<String> = quantities(&phrases::tokens(first)).into_iter().filter(|one| one != "count").collect();
    if !own.is_empty() && !asked.named_unit && asked.place.is_none() {
        asked.dimensions.retain(|one| own.contains(one) || one == "count");
    }
    asked.said = ranges::said(&asked.text);
    asked.said.extend(more.iter().flat_map(|words| ranges::said(words)));
    asked.measures = values::first_measure(&asked.text);
    asked.proper = proper(first);
    asked.without = without(&asked.text);
    asked.sides = rivals::sides(&asked.text);
    // What was added later names the property that is meant now.
    for words in &more {
        for (side, later) in asked.sides.iter_mut().zip(rivals::sides(words)) {
            *side = later.or(*side);
        }
    }
    asked.added = more.iter().flat_map(|words| words::terms(words, weak())).collect();
    asked
}

/// The words that «без» governs: up to the next mark or preposition.
fn without(text: &str) -> Vec<Term> {
    let mut out = Vec::new();
    let mut open = 0_usize;
    let mut denies = false;
    let mut aside = false;
    let mut clause: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let low = word.to_lowercase();
        let bare = low.trim_matches(|c: char| !c.is_alphanumeric());
        if bare == "без" {
            open = 4;
            continue;
        }
        if bare == "не" {
            denies = true;
            // «(не мост)»: an aside that opens with a denial denies a thing as well as a kind.
            aside = word.starts_with('(');
            continue;
        }
        // «Лотка у двери нет», «соли и реагентов нет».
        if bare == "нет" || bare == "нету" {
            out.extend(absent(&clause));
            open = 0;
            clause.clear();
            continue;
        }
        clause.push(bare.to_owned());
        if word.ends_with([',', ';', ')', '.', ':', '?', '!', '—']) {
            clause.clear();
        }
        let kind = std::mem::take(&mut aside) || ADJECTIVES.iter().any(|end| bare.ends_with(end));
        if std::mem::take(&mut denies) && kind {
            out.extend(words::terms(bare, weak()));
        }
        if open > 0 {
            if WITHOUT_ENDS.contains(&bare) {
                open = 0;
                continue;
            }
            out.extend(words::terms(bare, weak()));
            open = if word.ends_with([',', ';', ')', '.']) { 0 } else { open - 1 };
        }
    }
    out
}

/// What a clause that ends with «нет» says there is none of: its first word, and those that «и» joins to it.
fn absent(clause: &[String]) -> Vec<Term> {
    let joined = clause.iter().enumerate().filter(|(at, _)| *at == 0 || clause[at - 1] == "и");
    joined.flat_map(|(_, word)| words::terms(word, weak())).collect()
}

/// Words with a capital letter inside a sentence: «у Новосибирска». Abbreviations and the first word are none.
fn proper(text: &str) -> Vec<Term> {
    let mut out = Vec::new();
    let mut opens = true;
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let mut letters = bare.chars();
        let capital = letters.next().is_some_and(char::is_uppercase);
        let name = capital && bare.chars().count() >= 4 && letters.all(|c| c.is_lowercase() || c == '-');
        if name && !opens {
            out.extend(words::terms(bare, weak()));
        }
        opens = word.ends_with(['.', '?', '!', ':']);
    }
    out
}

/// «СП 54» without its year is any of the documents that have had the number; with the year it is that one.
fn editions_of(address: &Address, said: &str) -> Vec<Address> {
    let ids = address.act.documents();
    let series = |id: &String| id.match_indices('.').nth(2).map(|(at, _)| id[..=at].to_owned());
    let Some(first) = ids.first().filter(|id| id.starts_with("ru.sp.")) else { return vec![address.clone()] };
    // «СП 52-101» of 2003 has its year behind a dash.
    let Some(prefix) = series(first).or_else(|| first.contains('-').then(|| format!("{first}-"))) else {
        return vec![address.clone()];
    };
    let year = first.rsplit('.').next().unwrap_or_default();
    if series(first).is_some() && said.contains(year) {
        return vec![address.clone()];
    }
    let others = acts::shared().acts().iter().filter(|act| act.id.starts_with(&prefix) && !ids.contains(&act.id));
    let others = others.map(|act| Address::of(&act.id, address.path.clone()));
    std::iter::once(address.clone()).chain(others).collect()
}

fn plain(text: &str, more: &[String]) -> Asked {
    let lexicon = lexicon::shared();
    let mut asked = Asked { text: text.to_owned(), ..Asked::default() };
    let found = find::find(text, &Context { act: None, jurisdiction: Some("RU".to_owned()) });
    let mut rest = String::new();
    let mut from = 0;
    for place in &found {
        let tells = |address: &Address| {
            address.act != Act::Unnamed && !matches!(address.act, Act::Case(_)) || !address.path.is_empty()
        };
        if !place.addresses.iter().any(tells) || is_class(text.get(place.range.clone()).unwrap_or_default(), place) {
            continue;
        }
        let said = text.get(place.range.clone()).unwrap_or_default();
        for address in place.addresses.iter().filter(|address| tells(address)).flat_map(|one| editions_of(one, said)) {
            for id in address.act.documents() {
                if !asked.documents.contains(&id) {
                    asked.documents.push(id);
                    asked.names.push(address.act.to_string());
                }
            }
            if !address.path.is_empty() && !asked.addresses.contains(&address) {
                asked.addresses.push(address.clone());
            }
        }
        rest.push_str(text.get(from..place.range.start).unwrap_or_default());
        rest.push(' ');
        from = place.range.end.max(from);
    }
    rest.push_str(text.get(from..).unwrap_or_default());
    // «п. 5.3» after «СП 1.13130» is a place of that document.
    if let [only] = asked.documents.as_slice() {
        let only = only.clone();
        for address in asked.addresses.iter_mut().filter(|address| address.act == Act::Unnamed) {
            *address = Address::of(&only, address.path.clone());
        }
    }
    asked.addresses.retain(|address| address.act != Act::Unnamed);
    let whole = format!("{rest} {}", more.join(" "));
    asked.terms = words::terms(&rest, weak());
    for answer in more {
        for term in words::terms(answer, weak()) {
            if !asked.terms.iter().any(|known| known.stem == term.stem) {
                asked.conditions.push(vec![term]);
            }
        }
    }
    let mut marked = false;
    let mut pieces = whole.split(|c: char| c.is_whitespace() || SYNTAX.contains(&c)).peekable();
    while let Some(piece) = pieces.next() {
        // «Тип местности В»: the letter behind its kind is a class, though as a word it is none.
        let letter = piece.trim_matches([',', '.']);
        let mut letters = letter.chars();
        let single = matches!((letters.next(), letters.next()), (Some(c), None) if c.is_uppercase());
        if marked && single {
            asked.classes.extend(words::stems(letter).into_iter().map(|(word, _)| word));
        }
        marked = lexicon.kinds.found(&phrases::tokens(piece));
        // «I», «IV» are degrees and districts: a word as short as that is looked up as a class is.
        let figure = piece.trim_matches([',', '.']);
        if !figure.is_empty() && figure.chars().all(|c| "IVX".contains(c)) {
            // «Третий этаж» is no class of anything.
            if pieces.peek().is_some_and(|next| next.to_lowercase().starts_with("этаж")) {
                continue;
            }
            asked.classes.extend(words::stems(figure).into_iter().map(|(word, _)| word));
            continue;
        }
        let piece = folded(piece.trim_matches([',', '.']));
        // «м2» is a unit.
        let is_class = CLASS.as_ref().is_some_and(|class| class.is_match(&piece)) && units::dimension(&piece).is_none();
        if is_class && !asked.classes.contains(&piece) {
            asked.classes.push(piece);
        }
    }
    asked.given = amounts(&whole);
    let tokens = phrases::tokens(&whole);
    for condition in lexicon.conditions.iter().filter(|one| one.say.found(&tokens)) {
        asked.conditions.push(words::terms(&condition.mean, weak()));
    }
    let question = phrases::tokens(&rest);
    let mut domains: Vec<(usize, &'static lexicon::Domain)> =
        lexicon.domains.iter().map(|one| (one.any.count(&question), one)).filter(|(count, _)| *count > 0).collect();
    domains.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    asked.domains = domains.into_iter().map(|(_, domain)| domain).collect();
    // A unit that the question names tells what is measured; else the words of quantities do.
    let named = units::asked(&rest);
    asked.named_unit = !named.is_empty();
    asked.dimensions = named.iter().flat_map(|one| one.dimensions.clone()).collect();
    asked.units = named.into_iter().map(|one| one.unit).collect();
    if !asked.named_unit {
        asked.dimensions = quantities(&question);
    }
    asked.place = lexicon.places.iter().find(|one| one.any.found(&question)).map(|one| one.address.as_str());
    if asked.place.is_some() {
        asked.dimensions.clear();
    }
    let low = rest.to_lowercase();
    let asks =
        ["как", "сколько", "чему", "каков", "не менее", "не более", "минимальн", "максимальн", "наименьш", "наибольш"];
    // A quantity named without a verb asks for its number too; «нужен ли», «что такое» ask for something else.
    // … unless they open a clause of their own: «паркинг, где машины стоят на плитах».
    let opens = |at: usize| low[..at].trim_end().ends_with(',');
    let asks_other = |token: &phrases::Token| {
        let word = low.get(token.start..token.end).unwrap_or_default();
        OTHER_THAN_NUMBERS.contains(&word) && !(RELATIVE.contains(&word) && opens(token.start))
    };
    let other = phrases::tokens(&low).iter().any(asks_other);
    asked.asks_otherwise = other;
    asked.asks_which = ASKS_WHICH.iter().any(|word| low.contains(word));
    asked.wants_number =
        asked.named_unit || !asked.dimensions.is_empty() && (!other || asks.iter().any(|word| low.contains(word)));
    asked
}

/// The dimensions of the quantities that some words name.
fn quantities(words: &[phrases::Token]) -> Vec<String> {
    let named = lexicon::shared().quantities.iter().filter(|one| one.any.found(words));
    named.map(|quantity| quantity.dimension.clone()).collect()
}

impl Asked {
    /// Whether a unit is one that the question names.
    #[must_use]
    pub fn is_unit(&self, unit: &str) -> bool {
        let low = unit.trim().to_lowercase();
        self.units.contains(&low)
    }

    /// The words that a place should have: what the question says there is none of need not stand there.
    #[must_use]
    pub fn wanted(&self) -> Vec<Term> {
        let denied = |term: &Term| self.without.iter().any(|one| one.stem == term.stem);
        let left: Vec<Term> = self.terms.iter().filter(|term| !denied(term)).cloned().collect();
        if left.is_empty() { self.terms.clone() } else { left }
    }

    /// Documents to look into first: those it names, else those of its domains.
    #[must_use]
    pub fn priority(&self) -> Vec<String> {
        if !self.documents.is_empty() {
            return self.documents.clone();
        }
        let mut out: Vec<String> = Vec::new();
        for domain in self.domains.iter().take(3) {
            for document in &domain.documents {
                if !out.contains(document) {
                    out.push(document.clone());
                }
            }
        }
        out.truncate(4);
        out
    }

    /// Whether the question is an address and nothing else.
    #[must_use]
    pub fn names_only_places(&self) -> bool {
        !self.addresses.is_empty()
            && self.terms.is_empty()
            && self.classes.is_empty()
            && self.conditions.is_empty()
            && self.dimensions.is_empty()
    }

    /// The words to search with: those that tell something, or all of them when none does.
    #[must_use]
    pub fn keywords(&self) -> Vec<String> {
        let mut out: Vec<String> = self.terms.iter().filter(|term| term.weight > 0.5).map(|t| t.word.clone()).collect();
        out.extend(self.classes.iter().filter(|class| !out.contains(class)).cloned().collect::<Vec<_>>());
        if out.is_empty() {
            out = words::stems(&self.text).into_iter().map(|(word, _)| word).take(8).collect();
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_question_of_the_seed() {
        let asked = read("Какая минимальная толщина защитного слоя бетона для плиты перекрытия?", &[]);
        assert!(asked.documents.is_empty() && asked.wants_number);
        assert_eq!(asked.domains[0].id, "concrete_structure_design");
        assert_eq!(asked.dimensions, ["length"]);
        assert_eq!(asked.keywords(), ["толщина", "защитного", "слоя", "бетона", "плиты", "перекрытия"]);
        assert_eq!(asked.priority(), ["ru.sp.63.13330.2018"]);
    }

    #[test]
    fn documents_places_and_classes() {
        let asked = read("Каково сопротивление бетона B60 по таблице 6.8 СП 63.13330.2018?", &[]);
        assert_eq!(asked.documents, ["ru.sp.63.13330.2018"]);
        assert_eq!(asked.addresses.len(), 1);
        assert_eq!(asked.classes, ["в60"]);
        let class = read("Нагрузка на пол, тюки, П3", &[]);
        assert_eq!((class.classes, class.addresses.len()), (vec!["п3".to_owned()], 0));
        let clause = read("Что говорит п3 ст5 ГК РФ?", &[]);
        assert_eq!((clause.classes.len(), clause.addresses.len()), (0, 1));
        let outdoors = read("слой бетона на улице", &[]);
        assert!(outdoors.conditions.iter().flatten().any(|term| term.word == "открытом"));
    }
}
