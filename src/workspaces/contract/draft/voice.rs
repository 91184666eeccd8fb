//! A term in the first person as a clause: «отдаю два кофра» becomes «Продавец отдаёт два кофра».
//!
//! Only where grammar leaves no doubt: every pronoun and verb of the first person is one of `knowledge/dialogue/voice.toml`,
//! and nobody else could be the subject. Anything else stays in the person's words, in quotation marks.

use crate::engine::grammar::case::{Case, Gender};
use crate::engine::grammar::deeds;
use crate::engine::grammar::phrase;
use crate::engine::text::case::capitalise;
use crate::engine::text::folded;
use crate::workspaces::contract::draft::impersonal::{self, Impersonal};
use crate::workspaces::contract::draft::lead::{sentences, without_lead};
use crate::workspaces::contract::draft::said::{Word, tokens};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What the file has.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Voice {
    quoted: String,
    by: String,
    /// Both sides.
    sides: String,
    pronouns: BTreeMap<String, String>,
    prepositions: BTreeMap<String, String>,
    third: BTreeMap<String, String>,
    predicates: BTreeMap<String, String>,
    pub(super) words: Words,
    pub(super) impersonal: Impersonal,
    /// Verbs of the first person that look like a pronoun.
    doubles: BTreeMap<String, String>,
    /// What both sides do together, and in the plural.
    both: BTreeMap<String, String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    prepositional: Vec<String>,
    possessive: Vec<String>,
    pairs: Vec<String>,
    adjective: Vec<String>,
    border: Vec<String>,
    openers: Vec<String>,
    unclear: Vec<String>,
    verbal: Vec<String>,
    nouns: Vec<String>,
    first: Vec<String>,
    no_first: Vec<String>,
    stays: Vec<String>,
    pub(super) lead: Vec<String>,
    pub(super) lead_phrases: Vec<String>,
    genitive: Vec<String>,
    governs: Vec<String>,
    people: Vec<String>,
    together: Vec<String>,
    whose: Vec<String>,
    may: Vec<String>,
    selves: Vec<String>,
    also: Vec<String>,
}

pub(super) static VOICE: LazyLock<Voice> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/voice.toml")).unwrap_or_default());

/// A side as a term may speak of it.
#[derive(Debug, Clone)]
pub(super) struct Side<'a> {
    /// «Продавец».
    pub(super) title: &'a str,
    /// Words of the pack that mean it.
    pub(super) words: &'a [String],
    /// Of the person, where the side is one and the name tells it.
    pub(super) gender: Option<Gender>,
}

/// The sides of a contract; who speaks is the first of the pair where it is known.
#[derive(Debug, Clone)]
pub(super) struct Sides<'a> {
    pub(super) all: Vec<Side<'a>>,
    /// Index of the side whose words these are.
    pub(super) speaker: Option<usize>,
}

/// A term in quotation marks, with whose words they are where the first person would leave that open.
pub(super) fn quoted(sides: &Sides<'_>, quote: &str) -> String {
    let speaks = tokens(quote).iter().any(|word| is_first(&word.low));
    // Quotation marks within quotation marks.
    let quote = sentences(without_lead(quote)).trim_end_matches('.').replace('«', "„").replace('»', "“");
    match sides.speaker.filter(|_| speaks).and_then(|i| sides.all.get(i)) {
        Some(side) => {
            let side = phrase::decline(side.title, Case::Genitive, true);
            VOICE.by.replace("{side}", &side).replace("{quote}", &quote)
        }
        None => VOICE.quoted.replace("{quote}", &quote),
    }
}

/// The term as a clause, without its full stop; `None` where grammar leaves a doubt.
pub(super) fn clause(sides: &Sides<'_>, quote: &str) -> Option<String> {
    let quote = sentences(without_lead(quote));
    Reader::new(sides, &quote)?.read()
}

fn is_first(low: &str) -> bool {
    VOICE.pronouns.contains_key(low) || has(&VOICE.words.possessive, low) || deeds::third(low).is_some()
}

pub(super) fn has(list: &[String], low: &str) -> bool {
    list.iter().any(|one| one == low)
}

fn ends(list: &[String], low: &str) -> bool {
    list.iter().any(|end| low.len() > end.len() + 2 && low.ends_with(end.as_str()))
}

fn verbal(low: &str) -> bool {
    ends(&VOICE.words.verbal, low) && !has(&VOICE.words.nouns, low)
}

/// Whom the verbs of a sentence are about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Subject {
    Open,
    Speaker,
    Another,
}

struct Reader<'s, 't> {
    sides: &'s Sides<'s>,
    quote: &'t str,
    words: Vec<Word<'t>>,
    /// What stands instead of a word, and what is put before and behind it.
    instead: Vec<Option<String>>,
    before: Vec<Option<String>>,
    behind: Vec<Option<String>>,
    /// Words whose first-person subject stands in the same part.
    parts_with_me: Vec<bool>,
    named: bool,
    changed: bool,
}

impl<'s, 't> Reader<'s, 't> {
    fn new(sides: &'s Sides<'s>, quote: &'t str) -> Option<Self> {
        let words = tokens(quote);
        let parts = words.last()?.part + 1;
        let mut parts_with_me = vec![false; parts];
        for word in &words {
            if VOICE.pronouns.get(&word.low).is_some_and(|case| case == "nom") {
                parts_with_me[word.part] = true;
            }
        }
        let none = || vec![None; words.len()];
        let (instead, before, behind) = (none(), none(), none());
        Some(Self { sides, quote, words, instead, before, behind, parts_with_me, named: false, changed: false })
    }

    fn own(&self, case: Case) -> Option<String> {
        let side = self.sides.all.get(self.sides.speaker?)?;
        Some(phrase::decline(side.title, case, true))
    }

    /// The only other side, when its gender is that of the pronoun.
    fn other(&self, gender: &str) -> Option<String> {
        let speaker = self.sides.speaker?;
        let [_, _] = self.sides.all.as_slice() else { return None };
        let side = self.sides.all.get(1 - speaker)?;
        let agrees = match side.gender? {
            Gender::Masculine => gender == "m",
            Gender::Feminine => gender == "f",
            Gender::Neuter => false,
        };
        agrees.then(|| side.title.to_owned())
    }

    /// The side whose title or word this is, in which case.
    fn title(&self, low: &str) -> Option<(usize, String, bool)> {
        self.sides.all.iter().enumerate().find_map(|(i, side)| {
            if side.title.contains(' ') {
                return None;
            }
            let word = has(&VOICE.words.people, low) && side.words.iter().any(|word| folded(word) == low);
            let only = self.sides.all.iter().filter(|other| other.words.iter().any(|w| folded(w) == low)).count() == 1;
            if word && only {
                return Some((i, side.title.to_owned(), true));
            }
            let mut forms = Case::ALL.iter().map(|case| (*case, phrase::decline(side.title, *case, true)));
            let (case, form) = forms.find(|(_, form)| folded(form) == low)?;
            Some((i, form, case == Case::Nominative))
        })
    }

    fn read(mut self) -> Option<String> {
        let mut subject = Subject::Open;
        let mut sentence = usize::MAX;
        // Who was named last by a word of a side: he can be the subject of what follows.
        for i in 0..self.words.len() {
            if self.words[i].sentence != sentence {
                sentence = self.words[i].sentence;
                subject = Subject::Open;
            }
            let low = self.words[i].low.clone();
            if let Some(case) = VOICE.pronouns.get(&low) {
                self.pronoun(i, case)?;
                if case == "nom" {
                    subject = Subject::Speaker;
                }
            } else if let Some(verb) = VOICE.doubles.get(&low).filter(|_| self.is_deed(i)) {
                // «Я мою сама»: a verb that looks like «мой».
                self.put(i, verb.clone());
                subject = Subject::Speaker;
            } else if has(&VOICE.words.possessive, &low) && self.opens_name(i) {
                // «Мой налог» is a name.
            } else if has(&VOICE.words.possessive, &low) {
                self.possessive(i)?;
            } else if let Some(plural) = self.mutual(i) {
                // «Акт подписываем вместе»: nobody signs it with himself.
                self.put(i, plural.clone());
                if subject == Subject::Open && !self.parts_with_me[self.words[i].part] {
                    self.name_before(i, VOICE.sides.clone());
                }
                subject = Subject::Another;
            } else if let Some(third) = deeds::third(&low) {
                // «Раньше мая не могу» is no ban.
                if has(&VOICE.words.may, &low) && i > 0 && self.words[i - 1].low == "не" {
                    return None;
                }
                // «Подгоняем вместе»: who else does it nobody says.
                if low.trim_end_matches("ся").ends_with('м') && self.is_together(i) {
                    return None;
                }
                if subject != Subject::Speaker && !self.parts_with_me[self.words[i].part] {
                    self.subject_before(i)?;
                }
                self.put(i, third.to_owned());
                subject = Subject::Speaker;
            } else if let Some(gender) = VOICE.third.get(&low) {
                self.third(i, gender)?;
                subject = Subject::Another;
            } else if has(&VOICE.words.unclear, &low)
                || ends(&VOICE.words.first, &low) && !has(&VOICE.words.no_first, &low)
            {
                return None;
            } else if let Some(same) =
                VOICE.predicates.get(&low).filter(|_| subject == Subject::Speaker && self.of_me(i))
            {
                self.put(i, same.clone());
            } else if let Some((side, form, nominative)) = self.title(&low) {
                if nominative && self.apposed(i, side) {
                    // «Я, покупатель»: one and the same.
                    self.instead[i] = Some(String::new());
                    continue;
                }
                self.put(i, form);
                self.named |= nominative;
                if nominative {
                    let own = self.sides.speaker == Some(side);
                    subject = if own { Subject::Speaker } else { Subject::Another };
                }
            } else if verbal(&low) && subject == Subject::Speaker && !self.same_part_named(i) {
                // «Разрешаю, но испорченный диван возмещает»: somebody else does that, and nobody says who.
                return None;
            }
        }
        let stands = self.named || self.changed || impersonal::stands(self.quote, &self.words);
        stands.then(|| impersonal::headed(&self.write()).to_owned())
    }

    /// Whether a form that is a verb and a pronoun is the verb here: «я» before it, or «сама» behind.
    fn is_deed(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|i| self.words.get(i));
        let alone = |word: &Word| has(&VOICE.words.selves, &word.low);
        before.is_some_and(|word| VOICE.pronouns.get(&word.low).is_some_and(|case| case == "nom"))
            || self.words.get(at + 1).is_some_and(alone)
    }

    /// Whether a predicate is the speaker's: in his own part, or at the beginning of one. «Невеста должна быть готова» is not.
    fn of_me(&self, at: usize) -> bool {
        let part = self.words[at].part;
        self.parts_with_me[part] || at.checked_sub(1).is_none_or(|i| self.words[i].part != part)
    }

    /// The plural of a verb that tells what both sides do: by itself, or beside «вместе».
    fn mutual(&self, at: usize) -> Option<&'static String> {
        let word = &self.words[at];
        let plural = VOICE.both.get(&word.low)?;
        (deeds::third(&word.low).is_none() || self.is_together(at)).then_some(plural)
    }

    /// Whether the sentence of a verb says that several do it together.
    fn is_together(&self, at: usize) -> bool {
        let sentence = self.words[at].sentence;
        self.words.iter().any(|one| one.sentence == sentence && has(&VOICE.words.together, &one.low))
    }

    /// Whether the subject of a third-person verb was named in this very part by its title.
    fn same_part_named(&self, at: usize) -> bool {
        let part = self.words[at].part;
        let mut before = (0..at).rev().take_while(|i| self.words[*i].part == part);
        before.any(|i| self.title(&self.words[i].low).is_some_and(|(_, _, nominative)| nominative))
    }

    /// Whether a title only explains the pronoun of the speaker right before it.
    fn apposed(&self, at: usize, side: usize) -> bool {
        let before = at.checked_sub(1).map(|i| &self.words[i]);
        self.sides.speaker == Some(side)
            && before.is_some_and(|word| {
                let near = self.quote.get(word.end..self.words[at].start).is_some_and(|gap| gap.trim() == ",");
                near && VOICE.pronouns.get(&word.low).is_some_and(|case| case == "nom")
            })
    }

    fn put(&mut self, at: usize, text: String) {
        let upper = self.words[at].text.starts_with(char::is_uppercase);
        self.instead[at] = Some(if upper { capitalise(&text) } else { text });
    }

    fn pronoun(&mut self, at: usize, case: &str) -> Option<()> {
        let before = at.checked_sub(1).map(|i| self.words[i].low.clone()).unwrap_or_default();
        let low = self.words[at].low.as_str();
        let about = has(&VOICE.words.prepositional, &before) && matches!(case, "gen" | "dat") && low != "меня";
        let case = if about && !(case == "dat" && low == "нам") { Case::Prepositional } else { Case::parse(case)? };
        // «Уведомив нас»: «нас» is the genitive only behind its prepositions and a negation.
        let earlier = at.checked_sub(2).map(|i| self.words[i].low.as_str()).unwrap_or_default();
        let governed = has(&VOICE.words.genitive, &before) || earlier == "не" || before == "нет";
        let case = if case == Case::Genitive && !governed && !self.noun(at) { Case::Accusative } else { case };
        if case == Case::Nominative {
            self.predicate(at)?;
        }
        let title = self.own(case)?;
        if let Some(instead) = VOICE.prepositions.get(&before) {
            self.put(at - 1, instead.clone());
        }
        self.instead[at] = Some(title);
        self.changed = true;
        Some(())
    }

    /// Whether a verb or its participle does not stand before the pronoun: a noun there governs the genitive.
    fn noun(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).map(|i| self.words[i].low.as_str()) else { return false };
        !(verbal(before) || ends(&VOICE.words.governs, before))
    }

    /// «Я» needs a verb that the list has beside it; alone behind a dash it is the whole part.
    fn predicate(&self, at: usize) -> Option<()> {
        let part = self.words[at].part;
        let first = (0..at).rev().take_while(|i| self.words[*i].part == part).last().unwrap_or(at);
        let last = (at..self.words.len()).take_while(|i| self.words[*i].part == part).last().unwrap_or(at);
        let own = || (first..=last).map(|i| self.words[i].low.as_str());
        let alone = first == last;
        let singular = self.words[at].low == "я";
        let said = own().any(|low| {
            let past = singular && (low.ends_with('л') || low.ends_with("лся")) && low.chars().count() > 3;
            deeds::third(low).is_some() || VOICE.predicates.contains_key(low) || past
        });
        let her = own().any(|low| (low.ends_with("ла") || low.ends_with("лась")) && low.chars().count() > 4);
        ((alone || said) && !her).then_some(())
    }

    /// Whether a word opens something in quotation marks.
    fn opens_name(&self, at: usize) -> bool {
        self.quote.get(..self.words[at].start).is_some_and(|before| before.ends_with(['«', '„', '"']))
    }

    /// «Моего согласия» → «согласия Займодавца»: where the name that it belongs to surely ends.
    fn possessive(&mut self, at: usize) -> Option<()> {
        let title = self.own(Case::Genitive)?;
        let words = &self.words;
        let same = |i: usize| words.get(i).filter(|word| word.part == words[at].part);
        let border = |i: usize| {
            same(i).is_none_or(|word| {
                has(&VOICE.words.border, &word.low) || word.low.starts_with(|c: char| c.is_ascii_digit())
            })
        };
        // «Рамы мои, …»: whose a thing is, said behind it.
        if at > 0
            && same(at + 1).is_none()
            && words[at - 1].part == words[at].part
            && has(&VOICE.words.whose, &words[at].low)
        {
            self.instead[at] = Some(format!("— {title}"));
            self.changed = true;
            return Some(());
        }
        let one = same(at + 1).filter(|word| !verbal(&word.low) && !has(&VOICE.words.border, &word.low))?;
        let two = same(at + 2);
        let pair = two.is_some_and(|two| has(&VOICE.words.pairs, &format!("{} {}", one.low, two.low)));
        let described = ends(&VOICE.words.adjective, &one.low) && two.is_some_and(|two| !verbal(&two.low));
        let last = if pair {
            at + 2
        } else if border(at + 2) {
            at + 1
        } else if described && border(at + 3) {
            at + 2
        } else {
            return None;
        };
        // Verbs of the first person are no names.
        if (at + 1..=last).any(|i| is_first(&self.words[i].low)) {
            return None;
        }
        let upper = self.words[at].text.starts_with(char::is_uppercase);
        self.instead[at] = Some(String::new());
        if upper {
            self.instead[at + 1] = Some(capitalise(self.words[at + 1].text));
        }
        self.behind[last] = Some(title);
        self.changed = true;
        Some(())
    }

    /// Names the speaker before his verb, and before «не».
    fn subject_before(&mut self, at: usize) -> Option<()> {
        let title = self.own(Case::Nominative)?;
        self.name_before(at, title);
        Some(())
    }

    fn name_before(&mut self, at: usize, title: String) {
        let part = self.words[at].part;
        let held = |i: usize| self.words[i].part == part && has(&VOICE.words.stays, &self.words[i].low);
        let from = (0..at).rev().take_while(|i| held(*i)).last().unwrap_or(at);
        for i in from..=at {
            if self.words[i].text.starts_with(char::is_uppercase) && self.instead[i].is_none() {
                self.instead[i] = Some(self.words[i].text.to_lowercase());
            }
        }
        self.before[from] = Some(title);
        self.changed = true;
    }

    /// «Она ставит на учёт»: the other side, where nothing else was named before and a verb stands beside it.
    fn third(&mut self, at: usize, gender: &str) -> Option<()> {
        // «Если и она не сможет»: somebody else than who was named last.
        if at.checked_sub(1).is_some_and(|i| has(&VOICE.words.also, &self.words[i].low)) && at > 1 {
            return None;
        }
        let sentence = self.words[at].sentence;
        let mut first = (0..at).rev().take_while(|i| self.words[*i].sentence == sentence);
        let fresh = first.all(|i| has(&VOICE.words.openers, &self.words[i].low) || verbal(&self.words[i].low));
        let near = |i: usize| self.words.get(i).is_some_and(|word| word.sentence == sentence && verbal(&word.low));
        let next =
            if self.words.get(at + 1).is_some_and(|word| has(&VOICE.words.stays, &word.low)) { at + 2 } else { at + 1 };
        let verb = near(next) || at.checked_sub(1).is_some_and(near);
        let title = self.other(gender).filter(|_| fresh && verb)?;
        self.instead[at] = Some(title);
        self.changed = true;
        Some(())
    }

    fn write(&self) -> String {
        let mut out = String::new();
        let mut from = 0;
        for (i, word) in self.words.iter().enumerate() {
            let gap = self.quote.get(from..word.start).unwrap_or_default();
            // An apposition goes with the comma before it.
            let gone = self.instead[i].as_deref() == Some("") && gap.trim() == ",";
            out.push_str(if gone { "" } else { gap });
            if let Some(before) = &self.before[i] {
                out.push_str(before);
                out.push(' ');
            }
            match &self.instead[i] {
                Some(text) if text.is_empty() && gone => {
                    from = word.end;
                    continue;
                }
                Some(text) if text.is_empty() => {
                    // What stood before a dropped word keeps one space.
                    from = word.end + usize::from(self.quote[word.end..].starts_with(' '));
                    continue;
                }
                // A verb put behind the name of its subject begins no sentence.
                Some(text) if self.before[i].is_some() => out.push_str(&lower_first(text)),
                Some(text) => out.push_str(text),
                None => out.push_str(word.text),
            }
            if let Some(behind) = &self.behind[i] {
                out.push(' ');
                out.push_str(behind);
            }
            from = word.end;
        }
        out.push_str(self.quote.get(from..).unwrap_or_default());
        out.trim().trim_end_matches('.').to_owned()
    }
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_lowercase().collect::<String>() + chars.as_str()).unwrap_or_default()
}

#[cfg(test)]
#[path = "voice_tests.rs"]
mod tests;
