//! Whose side a name or a number belongs to: by the word that stands beside it, by who speaks, by the open question, by
//! who is left.

use crate::engine::knowledge::kinds;
use crate::engine::knowledge::pack::{FieldKind, Pack, Party};
use crate::engine::knowledge::phrases::tokens;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::parts::sentences;
use crate::engine::text::stem::{Word, contains_phrase, stem, words};
use crate::model::pointer;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::Draft;
use std::collections::BTreeSet;

/// A side with the stems of the words that introduce it.
struct Side<'p> {
    party: &'p Party,
    words: Vec<String>,
    /// Forms, not stems: «продаю» is the speaker, «продаёт» somebody else.
    first_person: Vec<String>,
}

/// The sides of a pack as one message speaks of them.
pub(super) struct Sides<'p> {
    pack: &'p Pack,
    sides: Vec<Side<'p>>,
    /// The words of the message.
    said: Vec<Word>,
    /// The side that speaks, where it is known.
    speaker: Option<&'p Party>,
}

/// Words by which people name themselves.
const SELF: &[&str] = &["я", "мы", "меня", "мои", "моё", "мое", "мой", "наше", "наша", "нас", "i"];
/// Words between a name and the word of its side.
const LINKS: &[&str] = &[
    "это",
    "будет",
    "является",
    "наш",
    "наша",
    "мой",
    "моя",
    "как",
    "выступает",
    "он",
    "она",
    "есть",
    "и",
    "тут",
    "здесь",
];
/// Stems of those whom a deal mentions beside its sides.
const OTHERS: &[&str] = &[
    "поручител",
    "свидетел",
    "водител",
    "дочь",
    "дочер",
    "дочк",
    "сын",
    "жен",
    "муж",
    "супруг",
    "брат",
    "сестр",
    "мам",
    "пап",
    "бабушк",
    "дедушк",
    "нян",
    "риелтор",
    "риэлтор",
    "нотариус",
    "гарант",
    "сосед",
    "друг",
    "прораб",
    "бухгалтер",
];
/// Bytes from a name to the word of its side behind it.
const BEHIND: usize = 60;
/// Words within which the word of a side reaches its names and numbers, and mentions looked at between them.
const REACH: usize = 150;
/// See [`REACH`].
const NEAR: usize = 40;
/// Words from «я» to the word of the own side.
const OWN: usize = 3;

impl<'p> Sides<'p> {
    /// Reads who is named and who speaks in a message.
    pub(super) fn of(pack: &'p Pack, heard: &Heard<'_>, draft: &Draft<'_>) -> Self {
        let said = words(&heard.turn.text);
        let forms = |list: &[String]| list.iter().map(|form| folded(form)).collect();
        let names = |party: &Party| names(party).iter().map(|name| stem(name)).collect();
        let sides: Vec<Side<'p>> = pack
            .parties
            .iter()
            .map(|party| Side { party, words: names(party), first_person: forms(&party.first_person) })
            .collect();
        let mut all = Self { pack, sides, said, speaker: None };
        let by_deed = |text: &str| pack.parties.get(kinds::speaker(&pack.id, &tokens(text))?);
        all.speaker = all.own_role(&heard.turn.text).or_else(|| all.first_person(&heard.turn.text)).or_else(|| {
            let told = draft.type_quote()?;
            all.first_person(told).or_else(|| by_deed(told))
        });
        all
    }

    /// The side that speaks.
    pub(super) fn speaker(&self) -> Option<&'p Party> {
        self.speaker
    }

    /// «Я исполнитель», «арендатор — мы».
    fn own_role(&self, text: &str) -> Option<&'p Party> {
        let own = |word: &Word| SELF[..2].contains(&text[word.start..word.end].to_lowercase().as_str());
        self.said.iter().enumerate().filter(|(_, word)| own(word)).find_map(|(at, me)| {
            let after = self.said.iter().skip(at + 1).take(OWN);
            let after = after.take_while(|word| !text[me.end..word.start].contains(['.', ';', '\n', '?']));
            let before = at.checked_sub(1).map(|k| &self.said[k]);
            let before = before.filter(|word| !text[word.end..me.start].contains(['.', ';', '\n', '?', ',']));
            after.chain(before).find_map(|word| self.role(word))
        })
    }

    fn first_person(&self, text: &str) -> Option<&'p Party> {
        let text = folded(text);
        let said: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
        let speaks = |form: &String| match form.contains(' ') {
            true => text.contains(form.as_str()),
            false => said.contains(form.as_str()),
        };
        self.sides.iter().find(|side| side.first_person.iter().any(speaks)).map(|side| side.party)
    }

    /// The side whose name a word is.
    fn role(&self, word: &Word) -> Option<&'p Party> {
        self.sides.iter().find(|side| side.words.contains(&word.stem)).map(|side| side.party)
    }

    /// «Белкина — исполнитель»: the word of a side right behind a name, unless it introduces what follows.
    pub(super) fn behind(&self, heard: &Heard<'_>, mention: &Mention) -> Option<&'p Party> {
        let text = &heard.turn.text;
        let next = self.said.partition_point(|word| word.start < mention.end);
        let mut link = mention.end;
        for word in self.said.iter().skip(next).take(4) {
            let gap = text.get(link..word.start)?;
            if word.start - mention.end > BEHIND || gap.contains(['.', ';', '\n', '?', '!', ':', '«']) {
                return None;
            }
            if let Some(party) = self.role(word) {
                let rest = text.get(word.end..)?;
                let opens = rest.trim_start().starts_with([':', '—', '–', '-', '«']);
                let first = heard.mentions.partition_point(|m| m.start < word.end);
                let named = heard.mentions.get(first).is_some_and(|m| is_party(&m.kind) && m.start <= word.end + 1);
                let marked = text.get(mention.end..word.start)?.contains(['—', '–', '-', '(', ','])
                    || self.said.get(next).is_some_and(|first| first.start != word.start);
                return (!opens && !named && marked).then_some(party);
            }
            if !LINKS.contains(&text[word.start..word.end].to_lowercase().as_str()) {
                return None;
            }
            link = word.end;
        }
        None
    }

    /// Whether the person speaks of himself: «меня зовут …», «я, …», «… — это я».
    pub(super) fn is_own(&self, heard: &Heard<'_>, mention: &Mention) -> bool {
        let text = &heard.turn.text;
        let past = self.said.partition_point(|word| word.end <= mention.start);
        let low = |word: &Word| text[word.start..word.end].to_lowercase();
        let before = self.said[past.saturating_sub(4)..past].iter().rev();
        let mut edge = mention.start;
        for word in before {
            if text.get(word.end..edge).is_some_and(|gap| gap.contains(['.', ';', '\n', '?', '!'])) {
                break;
            }
            if SELF.contains(&low(word).as_str()) {
                return true;
            }
            edge = word.start;
        }
        let next = self.said.partition_point(|word| word.start < mention.end);
        let mut behind = self.said.iter().skip(next).take(2);
        match (behind.next(), behind.next()) {
            (Some(first), second) => {
                let near =
                    text.get(mention.end..first.start).is_some_and(|gap| gap.len() <= 8 && !gap.contains(['.', ',']));
                near && (low(first) == "я" || low(first) == "это" && second.is_some_and(|word| low(word) == "я"))
            }
            (None, _) => false,
        }
    }

    /// The side: by a word beside the mention, by who speaks, by the open question, by who is left; and whether this
    /// is beyond doubt.
    pub(super) fn of_mention(
        &self,
        heard: &Heard<'_>,
        draft: &Draft<'_>,
        mention: &Mention,
    ) -> Option<(&'p Party, bool)> {
        let text = &heard.turn.text;
        if let Some(party) = self.behind(heard, mention) {
            return Some((party, true));
        }
        let name = is_name(&mention.kind);
        let past = heard.mentions.partition_point(|m| m.start < mention.start);
        let near = heard.mentions.get(past.saturating_sub(NEAR)..past).unwrap_or_default();
        let taken = |from: usize| near.iter().any(|m| is_name(&m.kind) && m.start >= from && m.end <= mention.start);
        let introduced = introduced(self.pack, &self.said, mention);
        // A word that stands before another name introduces that one, not the next: «арендатор Иванов, Петров».
        // «Продавцы: Орлова и Белова»: a plural introduces all that follow.
        let many = |end: usize, party: &Party| self.is_plural(&format!("/parties/{}", party.role), text, end);
        let label = introduced
            .filter(|(end, party)| labels(text, *end, mention) && !(name && taken(*end) && !many(*end, party)));
        if let Some((_, party)) = label {
            return Some((party, true));
        }
        let by_kind = || {
            // «Логотип у самозанятого»: the kind itself is a name of the side.
            let own = self.said.iter().filter(|word| mention.start <= word.start && word.end <= mention.end);
            own.filter(|_| matches!(mention.kind, MentionKind::PartyKind { .. })).find_map(|word| self.role(word))
        };
        if let Some(party) = by_kind() {
            return Some((party, true));
        }
        let own = name && self.is_own(heard, mention);
        if let Some(party) = self.speaker.filter(|_| own) {
            return Some((party, true));
        }
        let asked = self.sides.iter().map(|side| side.party).find(|party| {
            let root = format!("/parties/{}", party.role);
            heard.question.is_some_and(|q| q.targets.iter().any(|t| pointer::is_within(t, &root)))
        });
        if let Some(party) = asked {
            return Some((party, true));
        }
        self.left(heard, draft, mention, introduced.map(|(_, party)| party), own)
    }

    /// Who is left when nothing names the side: never beyond doubt.
    fn left(
        &self,
        heard: &Heard<'_>,
        draft: &Draft<'_>,
        mention: &Mention,
        introduced: Option<&'p Party>,
        own: bool,
    ) -> Option<(&'p Party, bool)> {
        let named = |party: &Party| draft.has(&format!("/parties/{}/name", party.role));
        let answers = answers_in_words(self.pack, heard, draft);
        if let (Some(speaker), [_, _]) = (self.speaker, self.sides.as_slice()) {
            // «Продаю 30 % ООО»: a kind inside the words that name the type belongs to its object.
            let in_name = matches!(mention.kind, MentionKind::PartyKind { .. })
                && self
                    .pack
                    .names
                    .iter()
                    .filter_map(|name| contains_phrase(&self.said, name))
                    .any(|(start, end)| start <= mention.start && mention.end <= end);
            if in_name {
                return None;
            }
            // «Сдаю знакомому Петрову П. П.»: whom the speaker names is the other side.
            let by_word = self.first_person(&heard.turn.text).is_some() || self.own_role(&heard.turn.text).is_some();
            let other = self.sides.iter().map(|side| side.party).find(|party| party.role != speaker.role);
            if by_word || (!answers && other.is_some_and(|other| !named(other)) && is_name(&mention.kind)) {
                return other.map(|party| (party, false));
            }
        }
        if own {
            return None;
        }
        if let Some(party) = introduced {
            return Some((party, false));
        }
        // The answer to a question about something else names no side by itself («в каком обществе доля?»).
        if answers {
            return None;
        }
        let unnamed: Vec<&'p Party> = self.sides.iter().map(|side| side.party).filter(|party| !named(party)).collect();
        match unnamed.as_slice() {
            [only] if is_name(&mention.kind) => Some((only, false)),
            _ => None,
        }
    }

    /// Whether a name is that of somebody beside the sides: «поручитель Смирнов», «дочь Алиса».
    pub(super) fn is_other(&self, text: &str, mention: &Mention) -> bool {
        let past = self.said.partition_point(|word| word.end <= mention.start);
        let Some(word) = past.checked_sub(1).map(|at| &self.said[at]) else { return false };
        let low = text[word.start..word.end].to_lowercase();
        OTHERS.iter().any(|stem| low.starts_with(stem)) && self.role(word).is_none()
    }

    /// Whether the word of a side that introduced what stands before `end` is a plural: «продавцы», «созаёмщики».
    pub(super) fn is_plural(&self, root: &str, text: &str, end: usize) -> bool {
        const PLURAL: &[&str] = &["и", "ы", "а", "ами", "ов", "ей", "ями", "ам", "ям"];
        let side = self.sides.iter().find(|side| root == format!("/parties/{}", side.party.role));
        let past = self.said.partition_point(|word| word.end <= end);
        let own = self.said.get(past.saturating_sub(REACH)..past).unwrap_or_default();
        let word = own.iter().rev().find(|word| side.is_some_and(|side| side.words.contains(&word.stem)));
        word.is_some_and(|word| {
            let low = text[word.start..word.end].to_lowercase();
            // «Продавца», «покупателя» end like plurals of other words: only nominatives and what no singular has.
            PLURAL.iter().any(|ending| low.ends_with(ending)) && !low.ends_with("ца") && !low.ends_with("ора")
        })
    }

    /// Whether a word of a side stands between two bytes.
    pub(super) fn between(&self, from: usize, to: usize) -> bool {
        let first = self.said.partition_point(|word| word.start < from);
        let past = self.said.partition_point(|word| word.end <= to);
        let own = self.said.get(first..past).unwrap_or_default();
        own.iter().rev().take(REACH).any(|word| self.role(word).is_some())
    }
}

/// Whether the open question is answered by free words, which may name anybody («в каком обществе доля?»).
pub(super) fn answers_in_words(pack: &Pack, heard: &Heard<'_>, draft: &Draft<'_>) -> bool {
    let text = |at: &&String| pack.fields.iter().any(|field| field.pointer == **at && field.kind == FieldKind::Text);
    heard.question.is_some_and(|q| q.targets.iter().filter(text).any(|at| !draft.has(at)))
}

/// The words of a side, with the plural of those whose vowel falls out: «продавец», «продавцы».
fn names(party: &Party) -> Vec<String> {
    let plural = party.words.iter().filter_map(|word| Some(format!("{}цы", word.strip_suffix("ец")?)));
    party.words.iter().cloned().chain(plural).collect()
}

/// Whether a mention names somebody.
pub(super) fn is_name(kind: &MentionKind) -> bool {
    matches!(kind, MentionKind::Person { .. } | MentionKind::Company { .. } | MentionKind::Entrepreneur { .. })
}

/// Small letters, «е» for «ё».
fn folded(text: &str) -> String {
    text.to_lowercase().replace('ё', "е")
}

/// Whether a mention names somebody or says what he is: «подрядчик самозанятый Дорохов».
fn is_party(kind: &MentionKind) -> bool {
    is_name(kind) || matches!(kind, MentionKind::PartyKind { .. })
}

/// The side whose name stands last before the mention: «получающая сторона: ИП …».
fn introduced<'p>(pack: &'p Pack, said: &[Word], mention: &Mention) -> Option<(usize, &'p Party)> {
    let past = said.partition_point(|word| word.end <= mention.start);
    let before = said.get(past.saturating_sub(REACH)..past).unwrap_or_default();
    pack.parties
        .iter()
        .filter_map(|party| {
            let names = names(party);
            let ends = names.iter().filter_map(|name| last_end(before, name));
            ends.max().map(|end| (end, party))
        })
        .max_by_key(|(end, _)| *end)
}

/// Whether the word of a side labels the mention: in the same sentence, or, for numbers, in the same block.
fn labels(text: &str, end: usize, mention: &Mention) -> bool {
    let between = text.get(end..mention.start).unwrap_or_default();
    let name = is_name(&mention.kind) || matches!(mention.kind, MentionKind::PartyKind { .. });
    let sentence = sentences(between).len() <= 1 && !between.contains(['?', '!']);
    let line = between.trim_start_matches([':', ' ', '—', '–', '-', '.']).starts_with('\n');
    !name || sentence || (line && between.trim().trim_matches([':', '.', '—', '-']).is_empty())
}

/// Where the last occurrence of a name of one or more words ends.
fn last_end(before: &[Word], name: &str) -> Option<usize> {
    let wanted: Vec<String> = words(name).into_iter().map(|word| word.stem).collect();
    let fits = |window: &[Word]| window.iter().zip(&wanted).all(|(word, stem)| &word.stem == stem);
    before
        .windows(wanted.len().max(1))
        .filter(|window| fits(window))
        .filter_map(|window| window.last())
        .map(|w| w.end)
        .max()
}
