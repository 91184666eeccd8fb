//! Whose side a name or a number belongs to: by the word that stands beside it, by who speaks, by the open question, by
//! who is left.

use crate::engine::knowledge::pack::{Pack, Party};
use crate::engine::knowledge::phrases::tokens;
use crate::engine::knowledge::{kinds, worked};
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::stem::{Word, contains_phrase, stem};
use crate::model::pointer;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::cards::{Card, cards};
use crate::workspaces::contract::perform::duties;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::introduced::{
    answers_in_words, introduced, labels, leads, names, names_himself, says_himself, spoken, stands_alone,
    stands_as_subject,
};
use crate::workspaces::contract::perform::references::References;
use crate::workspaces::contract::perform::side_words::{MARKS, kinds_of, may_be};
use crate::workspaces::contract::perform::speaking::SPEAKER;
use std::collections::BTreeSet;

/// A side with the stems of the words that introduce it.
struct Side<'p> {
    party: &'p Party,
    words: Vec<String>,
    /// Forms, not stems: «продаю» is the speaker, «продаёт» somebody else.
    first_person: Vec<String>,
    /// Forms again.
    acts: Vec<String>,
}

/// The sides of a pack as one message speaks of them.
pub(super) struct Sides<'p> {
    pub(super) pack: &'p Pack,
    sides: Vec<Side<'p>>,
    /// The words of the message.
    pub(super) said: Vec<Word>,
    /// The side that speaks, where it is known.
    speaker: Option<&'p Party>,
    /// Sides spoken of by their names.
    pub(super) references: References,
    /// Blocks of details and whose they are.
    pub(super) cards: Vec<Card<'p>>,
}

/// Whose a mention is.
pub(super) struct Whose<'p> {
    /// The side.
    pub(super) party: &'p Party,
    /// Whether this is beyond doubt.
    pub(super) clear: bool,
    /// Whether a word of the person says so; otherwise only the open question, or that nobody else is left.
    pub(super) told: bool,
}

/// Bytes from a name to the word of its side behind it.
const BEHIND: usize = 60;
/// Words within which the word of a side reaches its names and numbers, and mentions looked at between them.
pub(super) const REACH: usize = 150;
const NEAR: usize = 40;
/// Words from a verb to the name of its subject.
const DEED: usize = 6;

impl<'p> Sides<'p> {
    /// Reads who is named and who speaks in a message.
    pub(super) fn of(pack: &'p Pack, heard: &Heard<'_>, draft: &Draft<'_>) -> Self {
        let said = spoken(pack, &heard.turn.text);
        let forms = |list: &[String]| list.iter().map(|form| folded(form)).collect();
        let names = |party: &Party| names(party).iter().map(|name| stem(name)).collect();
        let sides: Vec<Side<'p>> = pack
            .parties
            .iter()
            .map(|party| Side {
                party,
                words: names(party),
                first_person: forms(&party.first_person),
                acts: forms(&party.acts),
            })
            .collect();
        let references = References::of(pack, &draft.domain, &heard.turn.text, &said, &draft.earlier);
        let mut all = Self { pack, sides, said, speaker: None, references, cards: Vec::new() };
        let by_deed = |text: &str| pack.parties.get(kinds::speaker(&pack.id, &tokens(text))?);
        let by_status = |text: &str| pack.parties.get(worked::by_status(&pack.id, &tokens(text))?);
        let told = draft.type_quote().or_else(|| draft.opens().then_some(heard.turn.text.as_str()));
        // «Нужен договор … Я самозанятая, беру …»: where the words of the kind tell nothing, what he says he is does.
        let first = || draft.earlier.last().map_or(heard.turn.text.as_str(), String::as_str);
        let of_type =
            || told.and_then(|told| all.first_person(told).or_else(|| by_deed(told))).or_else(|| by_status(first()));
        // «Мы арендатор» is said once and holds, whatever verbs stand beside it later: «налог плачу сама».
        let named = |text: &String| names_himself(text).then(|| all.own_role(text, &spoken(pack, text)))?;
        let stands = || pack.party(draft.domain.pointer(SPEAKER)?.as_str()?);
        let role = all.own_role(&heard.turn.text, &all.said).or_else(stands);
        let role = role.or_else(|| draft.earlier.iter().find_map(named));
        let deed = || {
            let before = || draft.earlier.iter().find_map(|text| all.first_person(text));
            all.first_person(&heard.turn.text).or_else(before)
        };
        all.speaker = role.or_else(deed).or_else(of_type);
        all.cards = cards(&all, pack, heard, draft);
        all
    }

    /// The side whose name stands between two bytes, or right behind the second mention's end.
    pub(super) fn named_near(&self, text: &str, from: usize, mention: &Mention) -> Option<&str> {
        self.references.behind(text, mention.end).or_else(|| self.references.between(from, mention.start))
    }

    /// The side that speaks.
    pub(super) fn speaker(&self) -> Option<&'p Party> {
        self.speaker
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
    pub(super) fn role(&self, word: &Word) -> Option<&'p Party> {
        self.sides.iter().find(|side| side.words.contains(&word.stem)).map(|side| side.party)
    }

    /// The side whose word stands right before a name.
    pub(super) fn just_before(&self, text: &str, mention: &Mention) -> Option<&'p Party> {
        let past = self.said.partition_point(|word| word.end <= mention.start);
        let word = self.said.get(past.checked_sub(1)?).filter(|_| is_party(&mention.kind))?;
        let gap = text.get(word.end..mention.start)?;
        (gap.trim_matches([' ', ':', '—', '–', '-']).is_empty() && !gap.contains('\n'))
            .then(|| self.role(word))
            .flatten()
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
                // «Хозяйку зовут Лопатина», «заёмщик мой брат Никифоров»: the word introduces the next name.
                let next_name = heard.mentions.iter().skip(first).take(NEAR).find(|m| is_party(&m.kind));
                let named = next_name.is_some_and(|m| leads(text, word.end, m.start));
                let marked = text.get(mention.end..word.start)?.contains(['—', '–', '-', '(', ','])
                    || self.said.get(next).is_some_and(|first| first.start != word.start);
                return (!opens && !named && marked).then_some(party);
            }
            if !MARKS.links.contains(&folded(&text[word.start..word.end])) {
                return None;
            }
            link = word.end;
        }
        None
    }

    /// Whether the person speaks of himself: «меня зовут …», «я, …», «мой паспорт …», «… — это я», «… это мой».
    pub(super) fn is_own(&self, heard: &Heard<'_>, mention: &Mention) -> bool {
        let text = &heard.turn.text;
        let marks = &*MARKS;
        let past = self.said.partition_point(|word| word.end <= mention.start);
        let low = |word: &Word| folded(&text[word.start..word.end]);
        let before = self.said[past.saturating_sub(4)..past].iter().rev();
        let (mut edge, mut said_between) = (mention.start, false);
        // «Наше ООО «Ромашка»»: the name itself may begin with what is his.
        let mut next = self.said.get(past).filter(|word| word.end <= mention.end).map(low);
        for word in before {
            let said = low(word);
            // «Я ИП, он физлицо»: another one stands nearer.
            let ends = text.get(word.end..edge).is_some_and(|gap| gap.contains(['.', ';', '\n', '?', '!']));
            // «Я заказчица, делать будет Сафин», «я сдаю квартиру Петрову»: whom a verb names is not who speaks.
            let apart = || said_between && text.get(word.end..edge).is_some_and(|gap| gap.contains(','));
            let acts = || self.deed(&said).is_some_and(|(_, first)| first);
            if ends || duties::theirs(&said) || is_name(&mention.kind) && (apart() || acts()) {
                break;
            }
            said_between |= self.role(word).is_none();
            let his = || !is_name(&mention.kind) || next.as_ref().is_some_and(|next| marks.possessed.contains(next));
            let own = [&marks.own, &marks.lives, &marks.oblique].iter().any(|list| list.contains(&said));
            if own || (marks.possessive.contains(&said) && his()) {
                return true;
            }
            edge = word.start;
            next = Some(said);
        }
        let behind = self.said.partition_point(|word| word.start < mention.end);
        let mut behind = self.said.iter().skip(behind).take(2);
        let Some(first) = behind.next() else { return false };
        let near = text.get(mention.end..first.start).is_some_and(|gap| gap.len() <= 8 && !gap.contains(['.', ',']));
        let mine = |word: &Word| {
            let said = low(word);
            marks.own.contains(&said) || (!is_name(&mention.kind) && marks.possessive.contains(&said))
        };
        // «ООО «Кедр» заключает договор с ИП Сухотиным. Мы заказчик», but not «ИП Сухотин заключает договор с нами».
        let concludes = || {
            let verb = marks.concludes.iter().any(|stem| low(first).starts_with(stem.as_str()));
            let with_us = || self.said.iter().any(|word| marks.with_us.contains(&low(word)));
            verb && is_name(&mention.kind) && self.speaker().is_some() && !with_us()
        };
        near && (concludes() || mine(first) || low(first) == "это" && behind.next().is_some_and(mine))
    }

    /// «Даю я, Белов …, берёт Фёдоров …»: whose deed the verb nearest to the name tells, inside the sentence and behind
    /// the name before. The subject stands in the nominative; whom a verb names in another case is the other side.
    fn by_deed(&self, heard: &Heard<'_>, mention: &Mention) -> Option<Whose<'p>> {
        let text = &heard.turn.text;
        let first = heard.mentions.partition_point(|m| m.start < mention.start);
        let near = heard.mentions.get(first.saturating_sub(NEAR)..first).unwrap_or_default();
        let from = near.iter().rev().find(|m| is_name(&m.kind)).map_or(0, |m| m.end);
        let past = self.said.partition_point(|word| word.end <= mention.start);
        let mut edge = mention.start;
        let mut own = false;
        for word in self.said[past.saturating_sub(DEED)..past].iter().rev() {
            if word.start < from || text.get(word.end..edge)?.contains(['.', ';', '\n', '?', '!', ':']) {
                break;
            }
            let form = folded(&text[word.start..word.end]);
            own |= MARKS.own.contains(&form);
            let deed = self.deed(&form).or_else(|| self.will_work(text, word).map(|party| (party, false)));
            if let Some((party, first)) = deed {
                let whose = |party: &'p Party, clear: bool| Whose { party, clear, told: true };
                // «ИП сдаёт ООО «Ромашка»»: who does it stands before the verb, so the name behind it is the other one.
                let led = near.iter().any(|m| is_party(&m.kind) && text.get(m.end..word.start).is_some_and(apposed));
                // «Покупает у ИП Суркова»: whom it is bought from.
                let at = text[..mention.start].split_whitespace().next_back().is_some_and(|word| folded(word) == "у");
                let subject = !led && !at && stands_as_subject(text, mention);
                return match (first, own) {
                    (true, true) => Some(whose(party, true)),
                    // «Мы сдаём Петрову»: the speaker's deed names somebody else.
                    (true, false) => None,
                    (false, _) if subject => Some(whose(party, true)),
                    (false, _) => self.other(party).map(|other| whose(other, false)),
                };
            }
            edge = word.start;
        }
        None
    }

    /// The side that bears this very name already.
    fn known(&self, draft: &Draft<'_>, mention: &Mention) -> Option<&'p Party> {
        let said = match &mention.kind {
            MentionKind::Person { full, .. } => full,
            MentionKind::Company { name, .. } => name,
            MentionKind::Entrepreneur { person } => person,
            _ => return None,
        };
        let bears = |party: &Party| {
            let at = format!("/parties/{}/name", party.role);
            let name = draft.domain.pointer(&at).and_then(|name| name.as_str()).unwrap_or_default();
            // «ИП Белов: ИНН …» of «ИП Белов Андрей Николаевич».
            name == said.as_str() || name.strip_prefix(said.as_str()).is_some_and(|rest| rest.starts_with(' '))
        };
        let mut all = self.sides.iter().map(|side| side.party).filter(|party| bears(party));
        all.next().filter(|_| all.next().is_none())
    }

    /// «ООО «Ромашка» нанимает …»: the side whose deed stands right behind its name.
    pub(super) fn doer(&self, text: &str, mention: &Mention) -> Option<&'p Party> {
        let next = self.said.partition_point(|word| word.start < mention.end);
        let near = self.said.iter().skip(next).take(APPOSED);
        let near = near.take_while(|word| word.start - mention.end <= ASIDE);
        let word = near
            .filter(|word| text.get(mention.end..word.start).is_some_and(apposed))
            .find(|word| self.deed(&folded(&text[word.start..word.end])).is_some())?;
        let subject = stands_as_subject(text, mention);
        let (party, first) = self.deed(&folded(&text[word.start..word.end]))?;
        (subject && !first).then_some(party)
    }

    /// The side whose deed a form is, and whether the speaker says it of himself.
    pub(super) fn deed(&self, form: &str) -> Option<(&'p Party, bool)> {
        let mut fits = self.sides.iter().filter_map(|side| {
            let first = side.first_person.iter().any(|own| own == form);
            (first || side.acts.iter().any(|act| act == form)).then_some((side.party, first))
        });
        fits.next().filter(|_| fits.next().is_none())
    }

    /// The other side of two.
    pub(super) fn other(&self, party: &Party) -> Option<&'p Party> {
        match self.sides.as_slice() {
            [one, two] if two.party.role == party.role => Some(one.party),
            [one, two] if one.party.role == party.role => Some(two.party),
            _ => None,
        }
    }

    /// The side: by a word beside the mention, by who speaks, by the open question, by who is left; and whether this
    /// is beyond doubt.
    pub(super) fn of_mention(&self, heard: &Heard<'_>, draft: &Draft<'_>, mention: &Mention) -> Option<Whose<'p>> {
        if let Some(whose) = self.card_of(mention) {
            return Some(whose);
        }
        if self.is_unknown_own(mention) {
            return None;
        }
        let text = &heard.turn.text;
        let told = |party: &'p Party| Some(Whose { party, clear: true, told: true });
        let name = is_name(&mention.kind);
        let behind = || self.behind(heard, mention).or_else(|| self.behind_signer(heard, mention));
        if let Some(party) = self.just_before(text, mention).or_else(behind) {
            return told(party);
        }
        if let Some(party) = self.by_sex(heard, draft, mention) {
            return Some(Whose { party, clear: self.is_own(heard, mention), told: true });
        }
        let past = heard.mentions.partition_point(|m| m.start < mention.start);
        let near = heard.mentions.get(past.saturating_sub(NEAR)..past).unwrap_or_default();
        let taken = |from: usize| near.iter().any(|m| is_name(&m.kind) && m.start >= from && m.end <= mention.start);
        let introduced = introduced(self.pack, &self.said, mention);
        // A word that stands before another name introduces that one, not the next: «арендатор Иванов, Петров».
        // «Продавцы: Орлова и Белова»: a plural introduces all that follow.
        let many = |end: usize, party: &Party| self.is_plural(&format!("/parties/{}", party.role), text, end);
        let label = introduced
            .filter(|(end, party)| labels(text, *end, mention) && !(name && taken(*end) && !many(*end, party)))
            .filter(|(end, _)| !(name && says_himself(&self.said, text, *end, mention.start)));
        if let Some((_, party)) = label {
            return told(party);
        }
        let by_kind = || {
            // «Логотип у самозанятого»: the kind itself is a name of the side.
            let own = self.said.iter().filter(|word| mention.start <= word.start && word.end <= mention.end);
            own.filter(|_| matches!(mention.kind, MentionKind::PartyKind { .. })).find_map(|word| self.role(word))
        };
        if let Some(party) = by_kind() {
            return told(party);
        }
        if let Some(party) = name.then(|| self.by_trade(heard, draft, mention)).flatten() {
            return Some(Whose { party, clear: false, told: true });
        }
        // «Наши реквизиты: ООО «Ромашка», …»: who bears the name of a side is that side.
        if let Some(party) = name.then(|| self.known(draft, mention)).flatten() {
            return told(party);
        }
        if let Some(found) = name.then(|| self.by_deed(heard, mention)).flatten() {
            return Some(found);
        }
        if let Some(party) = name.then(|| self.doer(text, mention)).flatten() {
            return told(party);
        }
        // «Уступаю брату Чайкину»: whom the deed of a side names is the other one.
        if let Some(party) = name.then(|| self.receiver(text, mention)).flatten() {
            return Some(Whose { party, clear: false, told: true });
        }
        let own = self.is_own(heard, mention) && !self.names_other(heard, mention);
        if let Some(party) = self.speaker.filter(|_| own) {
            return told(party);
        }
        // «Брат Котов Игорь, а я Котов Пётр»: kin that the speaker names beside himself is the other side.
        if let Some(party) = self.speaker.filter(|_| name && self.is_kin_of_speaker(heard, mention)) {
            return self.other(party).map(|party| Whose { party, clear: false, told: true });
        }
        let kinds = kinds_of(&mention.kind);
        let is = |party: &Party| {
            let kind = draft.domain.pointer(&format!("/parties/{}/kind", party.role)).and_then(|kind| kind.as_str());
            kinds.is_none_or(|kinds| may_be(party, kinds) && kind.is_none_or(|kind| kinds.contains(&kind)))
        };
        let asked = self.sides.iter().map(|side| side.party).filter(|party| is(party)).find(|party| {
            let root = format!("/parties/{}", party.role);
            heard.question.is_some_and(|q| q.targets.iter().any(|t| pointer::is_within(t, &root)))
        });
        if let Some(party) = asked {
            return Some(Whose { party, clear: true, told: false });
        }
        // Only a company has a КПП, only a citizen works for wages: some words fit one side alone.
        // «В каком обществе доля?»: a company is no side only because the other one is a person.
        let strict = name || answers_in_words(self.pack, heard, draft);
        let left_by_kind = |kinds| if strict { self.only(|party| may_be(party, kinds)) } else { self.only(is) };
        if let Some(party) = kinds.filter(|_| !own).and_then(left_by_kind) {
            return Some(Whose { party, clear: false, told: false });
        }
        let left = self.left(heard, draft, mention, introduced.map(|(_, party)| party), name && own);
        left.map(|(party, clear)| Whose { party, clear, told: false })
    }

    /// The only side of several that is so.
    pub(super) fn only(&self, is: impl Fn(&Party) -> bool) -> Option<&'p Party> {
        let mut fits = self.sides.iter().map(|side| side.party).filter(|party| is(party));
        fits.next().filter(|_| fits.next().is_none() && self.sides.len() > 1)
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
            // «ИП, сдаю машины», «сдаю платья, самозанятая»: a kind that stands by itself is the speaker's own.
            if matches!(mention.kind, MentionKind::PartyKind { .. }) && stands_alone(&heard.turn.text, mention) {
                return Some((speaker, false));
            }
            // «Сдаю знакомому Петрову П. П.»: whom the speaker names is the other side.
            let by_word = self.first_person(&heard.turn.text).is_some()
                || self.own_role(&heard.turn.text, &self.said).is_some()
                || self.sets_apart(heard, mention);
            let other = self.sides.iter().map(|side| side.party).find(|party| party.role != speaker.role);
            if by_word || (!answers && other.is_some_and(|other| !named(other)) && is_name(&mention.kind)) {
                return other.map(|party| (party, false));
            }
        }
        if own {
            // «Он Лобанов, мы ООО «Улыбка»»: who speaks is the side that the other left.
            let mut free = self.sides.iter().map(|side| side.party).filter(|party| !named(party));
            return free.next().filter(|_| free.next().is_none() && self.sides.len() == 2).map(|party| (party, true));
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

    /// «Сын Мельников Кирилл, я Мельников Андрей»: whether the speaker gives his own name beside this one.
    pub(super) fn introduces_himself(&self, heard: &Heard<'_>, mention: &Mention) -> bool {
        let mut near = heard.mentions.iter().filter(|m| is_name(&m.kind) && m.start != mention.start).take(NEAR);
        near.any(|m| self.is_own(heard, m))
    }

    /// The stems of the words of a side.
    pub(super) fn words_of(&self, root: &str) -> &[String] {
        let side = self.sides.iter().find(|side| root == format!("/parties/{}", side.party.role));
        side.map_or(&[], |side| &side.words)
    }

    /// Whether a word of a side stands between two bytes.
    pub(super) fn between(&self, from: usize, to: usize) -> bool {
        let first = self.said.partition_point(|word| word.start < from);
        let past = self.said.partition_point(|word| word.end <= to);
        let own = self.said.get(first..past).unwrap_or_default();
        own.iter().rev().take(REACH).any(|word| self.role(word).is_some())
    }
}

/// Whether a mention names somebody.
/// Words and bytes that may stand between a name and its verb: «ООО «Ромашка» (ИНН …) сдаёт», «Котова, физлицо, даёт».
const APPOSED: usize = 12;
const ASIDE: usize = 120;

/// Whether only an apposition stands in a gap: nothing, brackets, or words between two commas.
fn apposed(gap: &str) -> bool {
    let inner = gap.trim();
    let bracket = inner.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let commas = inner.strip_prefix(',').and_then(|rest| rest.strip_suffix(','));
    inner.is_empty() && gap == " "
        || bracket.is_some_and(|inside| !inside.contains(['(', ')', '.', ';', '\n']))
        || commas.is_some_and(|inside| !inside.contains([',', '.', ';', '\n', '(', '—', '«']))
}

pub(super) fn is_name(kind: &MentionKind) -> bool {
    matches!(kind, MentionKind::Person { .. } | MentionKind::Company { .. } | MentionKind::Entrepreneur { .. })
}

/// Whether a mention names somebody or says what he is: «подрядчик самозанятый Дорохов».
fn is_party(kind: &MentionKind) -> bool {
    is_name(kind) || matches!(kind, MentionKind::PartyKind { .. })
}
