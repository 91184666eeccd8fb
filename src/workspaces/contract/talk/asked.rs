//! Questions of the person, answered from what the pack, the draft and the short answers hold; never a fact.

use crate::engine::knowledge::dialogue::{Words, fill};
use crate::engine::knowledge::held::HeldAnswer;
use crate::engine::knowledge::pack::{Pack, StatutoryDefault, Term};
use crate::engine::knowledge::phrases;
use crate::engine::text::clause;
use crate::engine::text::once::intent_of;
use crate::engine::text::parts::sentences;
use crate::engine::text::stem::{is_stop, stem, words};
use crate::engine::turn::short;
use crate::model::claim::Support;
use crate::model::terms::Proof;
use crate::model::turn::Turn;
use crate::model::turn_answer::{Answered, Cited};
use crate::workspaces::contract::intake::{issues, terms};
use crate::workspaces::contract::state;
use crate::workspaces::contract::talk::nearest::{self, Reach};
use crate::workspaces::contract::talk::{Ground, facts, own};
use std::collections::BTreeSet;

/// Words of a message without a question mark that can be a question as a whole.
const SHORT: usize = 12;
/// Characters of a question that are looked at.
const QUESTION: usize = 1_000;
/// Telling words of a question that says something alone.
const TELLING: usize = 2;
/// Characters of a clause that an answer quotes.
const CLAUSE: usize = 500;

/// What a word of a name weighs against a word that only announces it.
const NAME: usize = 2;
/// Questions of one turn that are answered.
pub const ANSWERED: usize = 3;

/// The questions in a turn, letter by letter.
#[must_use]
pub fn questions(turn: &Turn) -> Vec<String> {
    let text = turn.text.trim();
    let mut found: Vec<String> = Vec::new();
    let mut from = 0;
    for (at, c) in text.char_indices() {
        let ends = matches!(c, '?' | '!' | '\n' | ';') || (c == '.' && text[at + 1..].starts_with([' ', '\n']));
        if !ends {
            continue;
        }
        let sentence = text[from..at + c.len_utf8()].trim();
        if c == '?' && sentence.chars().any(char::is_alphanumeric) {
            found.push(sentence.to_owned());
        }
        from = at + c.len_utf8();
    }
    let said = words(text);
    let whole = found.is_empty() && !said.is_empty() && said.len() <= SHORT && intent_of(&turn.text).question;
    if whole { vec![text.to_owned()] } else { found }
}

/// What a question can be answered with.
#[derive(Clone)]
pub struct Found {
    /// The words.
    pub text: String,
    /// What they rest on.
    pub support: Support,
    /// Where that stands.
    pub sources: Vec<Cited>,
}

impl Found {
    /// Both answers; the whole is as good as its weaker part.
    fn before(self, next: Self) -> Self {
        Self {
            text: format!("{} {}", self.text, next.text),
            support: next.support,
            sources: self.sources.into_iter().chain(next.sources).collect(),
        }
    }
}

/// The questions that ask something: «то есть можно?», «это страшно?» only press one that stands beside them.
pub fn telling<'q>(ground: &Ground<'_>, questions: &'q [String]) -> impl Iterator<Item = &'q String> {
    let weight = Weight::of(ground.words);
    let tells = |question: &String| {
        let asked = stems(ground.words, question);
        let own = asked.iter().filter(|stem| weight.one(stem) > 1).count();
        own > 1 || own == 1 && asked.len() > 1
    };
    // What the program is or can do is told as its word, not as an answer about law.
    let own = |question: &&String| ground.words.about_itself(&phrases::tokens(question)).is_none();
    let questions: Vec<&String> = questions.iter().filter(own).collect();
    let marks: Vec<bool> = questions.iter().map(|question| tells(question)).collect();
    let any = marks.contains(&true);
    questions.into_iter().zip(marks).filter(move |(_, tells)| *tells || !any).map(|(question, _)| question)
}

/// Answers a question; what is not held is said to be so.
#[must_use]
pub fn answer(ground: &Ground<'_>, turn: &Turn, question: &str) -> Answered {
    let found = search(ground, turn, question);
    let found = found.unwrap_or_else(|| Found {
        text: alike(ground, turn, question).unwrap_or_else(|| ground.words.reply.no_answer.clone()),
        support: Support::Unchecked,
        sources: Vec::new(),
    });
    Answered { question: question.to_owned(), text: found.text, support: found.support, sources: found.sources }
}

/// A question with the sentence before it, where it says nothing alone: «Акт я подписала, а потом вылез брак. Поздно?».
#[must_use]
pub fn whole(ground: &Ground<'_>, turn: &Turn, question: &str) -> String {
    let text = turn.text.as_str();
    let few = || (1..TELLING).contains(&stems(ground.words, question).len()) && !is_held(ground, turn, question);
    let at = text.find(question).filter(|_| few());
    let before = at.and_then(|at| {
        let told = sentences(text.get(..at)?).into_iter().next_back()?;
        text.get(told.0..at + question.len())
    });
    before.filter(|words| !words.trim().is_empty()).unwrap_or(question).trim().to_owned()
}

/// Whether what is held answers a question.
#[must_use]
pub fn is_held(ground: &Ground<'_>, turn: &Turn, question: &str) -> bool {
    search(ground, turn, question).is_some()
}

fn search(ground: &Ground<'_>, turn: &Turn, question: &str) -> Option<Found> {
    // A question is a sentence or two; more of it is a story.
    let question = &question[..question.char_indices().nth(QUESTION).map_or(question.len(), |(at, _)| at)];
    let asked = stems(ground.words, question);
    let tokens = phrases::tokens(question);
    if let Some(talk) = ground.words.about_itself(&tokens) {
        return Some(Found { text: talk.reply.clone(), support: Support::Unchecked, sources: Vec::new() });
    }
    let asks = &ground.words.asks;
    if asks.left.found(&tokens) {
        return own::left(ground);
    }
    if asked.is_empty() {
        return why(ground, turn);
    }
    // «Напомните, что у нас с залогом?» asks for what is recorded.
    if asks.own.found(&tokens)
        && let Some(found) = own::recorded(ground, question, &asked)
    {
        return Some(found);
    }
    let weight = Weight::of(ground.words);
    let whole = weight.all(&asked);
    // What only leads to a field in a message is no name of a term, unless it is all that is asked: «нужен ли залог?»,
    // and not «так делают?».
    let names = asked.iter().filter(|stem| !stem.bytes().all(|b| b.is_ascii_digit())).count();
    let only = names == 1 && whole >= NAME;
    let by_term = ground.pack.and_then(|pack| best_term(pack, &asked)).filter(|(_, score)| only || *score >= NAME);
    let by_about = about(ground.words, &asked);
    // A word in common with a matter is no answer about it: a part of the whole question at least.
    let topic = topic(ground.words, &asked, &weight).filter(|(_, hits)| hits * PART >= whole && *hits >= NAME);
    let score = by_term.map_or(0, |(_, score)| score);
    let near = nearest::of(ground, turn, question);
    // Words in common lead to an answer only where its own questions are not far from this one.
    let held = held(ground, question, &asked, &weight).filter(|(found, ..)| near.confirms(&found.text));
    // An answer of the law to this very question, or about this kind of contract, stands before the name of a term that
    // it shares a word with.
    let by_words = || held.clone().filter(|(_, groups, own)| *groups >= 2 || *own).map(|(found, ..)| found);
    // «Зачем вам ИНН?» asks about the question, not about the law.
    let why = asks.why.found(&tokens);
    // «Нужен ли залог?» names a term of the contract and nothing else.
    let bare = names == 1 && by_term.is_some();
    if let Some(found) = near.found(Reach::Sure).filter(|_| !why && !bare).or_else(by_words) {
        // What this very draft says about it stands before the law.
        let own = topic.as_ref().and_then(|(seek, _)| clause_about(ground, seek, &asked, 2));
        return Some(match own {
            Some(own) => own.before(found),
            None => found,
        });
    }
    if let Some(found) = near.found(Reach::Likely).filter(|_| !why && !bare) {
        return Some(found);
    }
    if let Some((found, hits)) = by_about
        && hits > score
        && (why || asked.len() <= TELLING)
    {
        return Some(found);
    }
    if let Some((seek, hits)) = &topic
        && *hits >= score
    {
        let own = clause_about(ground, seek, &asked, 2);
        let term = || ground.pack.and_then(|pack| best_term(pack, seek)).map(|(term, _)| of_term(ground, term));
        if let Some(found) = own.or_else(term) {
            return Some(found);
        }
    }
    if by_term.is_none()
        && let Some((found, _, _)) = held
    {
        return Some(found);
    }
    if let Some(found) =
        why.then(|| own::reason(ground, &asked, &weight).or_else(|| near.found(Reach::Likely))).flatten()
    {
        return Some(found);
    }
    // One word in common is no answer.
    let none = BTreeSet::new();
    let own = || clause_about(ground, &none, &asked, asked.len().div_ceil(2).max(2));
    by_term.map(|(term, _)| of_term(ground, term)).or_else(own)
}

/// Of how many parts of a question one at least must be met.
const PART: usize = 4;

/// What the words of a question weigh: «платить», «вернуть», «деньги» stand in questions about anything.
pub struct Weight {
    weak: BTreeSet<String>,
}

impl Weight {
    fn of(spoken: &Words) -> Self {
        Self { weak: spoken.weak.iter().map(|word| stem(word)).collect() }
    }

    /// Of one stem.
    #[must_use]
    pub fn one(&self, stem: &str) -> usize {
        if self.weak.contains(stem) || stem.bytes().all(|b| b.is_ascii_digit()) { 1 } else { NAME }
    }

    fn all<'s>(&self, stems: impl IntoIterator<Item = &'s String>) -> usize {
        stems.into_iter().map(|stem| self.one(stem)).sum()
    }
}

/// The stems that a question is searched by.
fn stems(spoken: &Words, question: &str) -> BTreeSet<String> {
    let noise: BTreeSet<String> = spoken.noise.iter().flat_map(|word| words(word)).map(|word| word.stem).collect();
    let kept = words(question).into_iter().map(|word| word.stem);
    kept.filter(|stem| !is_stop(stem) && !noise.contains(stem) && stem.chars().count() > 1).collect()
}

/// How many of the stems stand in a text.
#[must_use]
pub fn hits(asked: &BTreeSet<String>, text: &str) -> usize {
    let found: BTreeSet<String> = words(text).into_iter().map(|word| word.stem).collect();
    asked.intersection(&found).count()
}

/// The term that a question is about: its title, or the names of what it needs, carry a word of the question.
#[must_use]
pub fn best_term<'p>(pack: &'p Pack, asked: &BTreeSet<String>) -> Option<(&'p Term, usize)> {
    let named = |term: &Term| {
        let labels = term.needs.iter().flat_map(|need| terms::alternatives(need));
        let labels: Vec<String> = labels.map(|at| issues::label(pack, at)).collect();
        // What announces a field in a message («депозит») is a weaker name of it.
        let fields = term.needs.iter().flat_map(|need| terms::alternatives(need)).filter_map(|at| pack.field_of(at));
        let hints: Vec<&str> = fields.flat_map(|field| field.hints.iter().map(String::as_str)).collect();
        NAME * hits(asked, &format!("{} {}", term.title, labels.join(" "))) + hits(asked, &hints.join(" "))
    };
    // Half of what is asked at least: «нотариус нужен, чтобы мотоцикл продать?» is not about which thing is sold. A
    // number names nothing.
    let names = asked.iter().filter(|stem| !stem.bytes().all(|b| b.is_ascii_digit())).count();
    let about = |term: &Term| {
        let labels = term.needs.iter().flat_map(|need| terms::alternatives(need)).map(|at| {
            let hints = pack.field_of(at).map(|field| field.hints.join(" ")).unwrap_or_default();
            format!("{} {hints}", issues::label(pack, at))
        });
        2 * hits(asked, &format!("{} {}", term.title, labels.collect::<Vec<_>>().join(" "))) >= names
    };
    let all = pack.terms.iter().filter(|term| about(term)).map(|term| (term, named(term)));
    let all = all.filter(|(_, score)| *score > 0);
    // The first of equals: packs put what matters most first.
    all.fold(None, |best, next| match best {
        Some((_, score)) if score >= next.1 => best,
        _ => Some(next),
    })
}

fn of_term(ground: &Ground<'_>, term: &Term) -> Found {
    let reply = &ground.words.reply;
    let said = fill(&reply.term, &[("title", &term.title), ("consequence", &term.consequence)]);
    let mut text = format!("{said} ({}).", term.article);
    text = text.replace(". (", " (");
    let domain = &ground.now.state["domain"];
    let stands = terms::given(term, domain).into_iter().filter_map(|at| {
        let shown = facts::shown(ground, at, domain.pointer(at)?);
        Some(fill(&reply.item, &[("label", &facts::label(ground, at)), ("shown", &shown)]))
    });
    let stands: Vec<String> = stands.collect();
    if !stands.is_empty() {
        text = format!("{} {text}", fill(&reply.stands, &[("items", &stands.join("; "))]));
    }
    let mut sources = vec![Cited { node: term.article.clone(), quote: String::new() }];
    let question = ground.pack.and_then(|pack| pack.questions.iter().find(|q| q.terms.contains(&term.key)));
    let labels: Vec<&str> =
        question.map(|q| q.choices.iter().map(|choice| choice.label.as_str()).collect()).unwrap_or_default();
    if !labels.is_empty() {
        text = format!("{text} {}", fill(&reply.choices, &[("items", &labels.join("; "))]));
    }
    let usual = question.zip(ground.pack).and_then(|(q, pack)| usual(pack, &q.usual));
    let mut support = Support::Unchecked;
    if let Some(rule) = usual {
        let words = fill(&reply.usual, &[("text", rule.text.trim_end_matches('.'))]);
        text = format!("{text} {words} ({}).", rule.article);
        if rule.article != term.article {
            sources.push(Cited { node: rule.article.clone(), quote: String::new() });
        }
        if rule.proof == Proof::Verified {
            support = Support::Default;
        }
    }
    Found { text, support, sources }
}

fn usual<'p>(pack: &'p Pack, ids: &[String]) -> Option<&'p StatutoryDefault> {
    pack.defaults.iter().find(|rule| ids.contains(&rule.id))
}

/// A short answer that carries a word of the question.
fn about(spoken: &Words, asked: &BTreeSet<String>) -> Option<(Found, usize)> {
    let score = |words: &[String]| NAME * words.iter().filter(|word| asked.contains(&stem(word))).count();
    let best = spoken.abouts.iter().map(|about| (about, score(&about.words))).filter(|(_, score)| *score > 0);
    let (about, score) = best.max_by_key(|(_, score)| *score)?;
    let (text, sources) = with_article(&about.text, &about.article);
    Some((Found { text, support: Support::Unchecked, sources }, score))
}

/// The answer whose groups of words the question meets, the one that meets most of the question first; how many groups
/// it has, and whether it was written for this contract.
fn held(
    ground: &Ground<'_>,
    question: &str,
    asked: &BTreeSet<String>,
    weight: &Weight,
) -> Option<(Found, usize, bool)> {
    let answers = &ground.dialogue.answers.get(ground.words.language.as_str())?.answers;
    let said: BTreeSet<String> = words(question).into_iter().map(|word| word.stem).collect();
    let kind = ground.pack.map(|pack| pack.id.as_str()).unwrap_or_default();
    let whole = weight.all(asked);
    let rank = |answer: &HeldAnswer| {
        let fits = !answer.all.is_empty() && answer.fits(kind).is_some();
        let meets = fits && answer.all.iter().all(|group| group.iter().any(|word| said.contains(&stem(word))));
        if !meets {
            return None;
        }
        let groups: BTreeSet<String> = answer.all.iter().flatten().map(|word| stem(word)).collect();
        let met: Vec<&String> = asked.intersection(&groups).collect();
        let strong = met.iter().filter(|stem| weight.one(stem) > 1).count();
        let shared = weight.all(met.iter().copied());
        // «А внуку налог платить не придётся» is not about paying late: one word that anything has is no subject.
        let about = strong > 0 || met.len() > 1 || shared == whole;
        (about && shared * PART >= whole).then_some((shared, answer.all.len(), !answer.packs.is_empty()))
    };
    // The first of equals.
    let all = answers.iter().filter_map(|answer| Some((rank(answer)?, answer)));
    let best = all.fold(None::<((usize, usize, bool), &HeldAnswer)>, |best, next| match best {
        Some(best) if best.0 >= next.0 => Some(best),
        _ => Some(next),
    });
    let ((_, groups, own), best) = best?;
    let (text, sources) = with_article(&best.text, &best.article);
    Some((Found { text, support: Support::Unchecked, sources }, groups, own))
}

/// Questions that are held and may be meant: the one that words lead to first.
fn alike(ground: &Ground<'_>, turn: &Turn, question: &str) -> Option<String> {
    let asked = stems(ground.words, question);
    let weight = Weight::of(ground.words);
    let led = held(ground, question, &asked, &weight).filter(|(_, groups, own)| *groups >= 2 || *own);
    nearest::of(ground, turn, question).alike(led.as_ref().map(|(found, ..)| found.text.as_str()))
}

/// An answer with its article behind it, and the article as its source.
pub(super) fn with_article(text: &str, article: &str) -> (String, Vec<Cited>) {
    if article.is_empty() {
        return (text.to_owned(), Vec::new());
    }
    let said = format!("{} ({article}).", text.trim_end_matches('.'));
    (said, vec![Cited { node: article.to_owned(), quote: String::new() }])
}

/// The words of a contract for what people say, and how much of the question they stand for.
fn topic(spoken: &Words, asked: &BTreeSet<String>, weight: &Weight) -> Option<(BTreeSet<String>, usize)> {
    let said = |say: &[String]| say.iter().map(|word| stem(word)).collect::<BTreeSet<_>>();
    let score = |say: &[String]| weight.all(said(say).intersection(asked));
    let all = spoken.topics.iter().map(|topic| (topic, score(&topic.say))).filter(|(_, score)| *score > 0);
    // Of equals the first: «разобьёт машину, кто платит?» is about the car, not about paying.
    let (topic, score) = all.rev().max_by_key(|(_, score)| *score)?;
    Some((topic.seek.iter().map(|word| stem(word)).collect(), score))
}

/// The clause of this very draft that speaks most of what is sought, then of the question, and of so many words at least.
fn clause_about(ground: &Ground<'_>, seek: &BTreeSet<String>, asked: &BTreeSet<String>, least: usize) -> Option<Found> {
    let either: BTreeSet<String> = seek.union(asked).cloned().collect();
    let score = |text: &String| (hits(&either, text), hits(seek, text));
    // A clause with a blank says nothing yet.
    let whole = ground.clauses().iter().filter(|(_, text)| !text.contains('['));
    let scored = whole.map(|(id, text)| (id, text, score(text)));
    // What a topic seeks stands in the clause, or the clause is about something else.
    let scored = scored.filter(|(_, _, score)| score.0 >= least && (seek.is_empty() || score.1 > 0));
    let (id, text, _) = scored.fold(None::<(&String, &String, (usize, usize))>, |best, next| match best {
        Some(best) if best.2 >= next.2 => Some(best),
        _ => Some(next),
    })?;
    let quote = short(text.trim(), CLAUSE);
    let words = fill(&ground.words.reply.clause, &[("text", &quote)]);
    Some(Found { text: words, support: Support::Located, sources: vec![Cited { node: format!("clause:{id}"), quote }] })
}

/// «Зачем?» alone asks about the question that stood open.
fn why(ground: &Ground<'_>, turn: &Turn) -> Option<Found> {
    let asked = turn.answers_to.as_ref().and_then(|id| ground.now.aside.questions.get(id));
    let record = asked.or_else(|| state::open_question(ground.now))?;
    let why = record.question.why_this_question.clone().filter(|why| !why.is_empty())?;
    let text = fill(&ground.words.reply.why, &[("why", &why)]);
    Some(Found { text, support: Support::Unchecked, sources: Vec::new() })
}

/// Whether a turn only asks or only passes a remark, and everything in it can be answered without a step.
#[must_use]
pub fn is_pure(ground: &Ground<'_>, turn: &Turn) -> bool {
    let found = questions(turn);
    if turn.choice.is_some() || found.len() > ANSWERED {
        return false;
    }
    if found.is_empty() {
        let marks = intent_of(&turn.text);
        let acts = marks.affirm || marks.deny || marks.unknown || marks.as_usual || marks.refuse || marks.enough;
        let only = words(&turn.text).len() <= 4 && !turn.text.bytes().any(|b| b.is_ascii_digit());
        return only && !acts && !marks.correction && super::remark(ground.words, &turn.text).is_some();
    }
    let mut rest = turn.text.clone();
    for question in &found {
        rest = rest.replacen(question.as_str(), " ", 1);
    }
    let silent = clause::clauses(&rest).iter().all(|(start, end)| {
        let part = rest.get(*start..*end).unwrap_or_default();
        !part.chars().any(char::is_alphanumeric) || super::remark(ground.words, part).is_some()
    });
    silent && found.iter().all(|question| is_held(ground, turn, question))
}
