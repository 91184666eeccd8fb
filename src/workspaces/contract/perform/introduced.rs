//! The word of a side that stands before a name and introduces it.

use crate::engine::grammar::case::Case;
use crate::engine::grammar::phrase;
use crate::engine::knowledge::pack::{FieldKind, Pack, Party};
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::parts::sentences;
use crate::engine::text::stem::{Word, stem, words};
use crate::engine::text::typo::slipped;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::around::tail;
use crate::workspaces::contract::perform::duties;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::side_words;
use crate::workspaces::contract::perform::sides::{REACH, Sides, is_name};
use crate::workspaces::contract::perform::signers;
use serde::Deserialize;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/beside.toml`).
#[derive(Debug, Default, Deserialize)]
struct Marks {
    agrees: Vec<String>,
    place: Vec<String>,
    cooperatives: Vec<String>,
    not: Vec<String>,
    absent: Vec<String>,
    lives: Vec<String>,
    own: Vec<String>,
    /// Prepositions of whom something is had or done with.
    at: Vec<String>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/beside.toml")).unwrap_or_default());

impl<'p> Sides<'p> {
    /// Whether the word of a side stands right before a name: «заказчик Белов».
    pub(super) fn stands_for(&self, heard: &Heard<'_>, mention: &Mention) -> bool {
        self.just_before(&heard.turn.text, mention).is_some()
    }

    /// Whether the word of a side that introduced what stands before `end` is a plural: «продавцы», «созаёмщики».
    pub(super) fn is_plural(&self, root: &str, text: &str, end: usize) -> bool {
        const PLURAL: &[&str] = &["и", "ы", "а", "ами", "ов", "ей", "ями", "ам", "ям"];
        let side = self.words_of(root);
        let past = self.said.partition_point(|word| word.end <= end);
        let own = self.said.get(past.saturating_sub(REACH)..past).unwrap_or_default();
        let word = own.iter().rev().find(|word| side.contains(&word.stem));
        word.is_some_and(|word| {
            let low = text[word.start..word.end].to_lowercase();
            // «Продавца», «покупателя» end like plurals of other words: only nominatives and what no singular has.
            PLURAL.iter().any(|ending| low.ends_with(ending)) && !low.ends_with("ца") && !low.ends_with("ора")
        })
    }

    /// Whether an address stands right behind whose it is: «арендатор: г. Омск …», «у внука 156013, …», «мой 350087, …».
    pub(super) fn right_before(&self, text: &str, mention: &Mention) -> bool {
        let past = self.said.partition_point(|word| word.end <= mention.start);
        let Some(word) = past.checked_sub(1).and_then(|at| self.said.get(at)) else { return false };
        let gap = text.get(word.end..mention.start).unwrap_or("\n");
        let close = gap.trim_matches([' ', ':', '—', '–', '-']).is_empty() && !gap.contains('\n');
        let at_whom = || {
            let low = |word: &Word| folded(&text[word.start..word.end]);
            let before = past.checked_sub(2).and_then(|at| self.said.get(at)).map(low);
            let own = side_words::MARKS.possessive.contains(&low(word));
            own || self.references.between(word.start, mention.start).is_some() && before.as_deref() == Some("у")
        };
        // «До склада покупателя: г. Самара, …»: only the name of a side in its own form labels what is his.
        let form = folded(&text[word.start..word.end]);
        let label = |party: &Party| names(party).iter().any(|name| folded(name) == form);
        close && (self.role(word).is_some_and(label) || at_whom())
    }

    /// Whether a word of kinship stands right before a name and the speaker names himself elsewhere in the message.
    pub(super) fn is_kin_of_speaker(&self, heard: &Heard<'_>, mention: &Mention) -> bool {
        let text = heard.turn.text.as_str();
        let past = self.said.partition_point(|word| word.end <= mention.start);
        let low = |word: &Word| folded(&text[word.start..word.end]);
        let near = self.said.get(past.saturating_sub(2)..past).unwrap_or_default().iter().rev();
        let word = near.map(low).find(|word| !side_words::MARKS.possessive.contains(word));
        let kin = word.is_some_and(|word| side_words::MARKS.kin.iter().any(|stem| word.starts_with(stem.as_str())));
        kin && self.introduces_himself(heard, mention) && !self.is_own(heard, mention)
    }

    /// «ООО «Вектор», в лице директора Титова И. П., — принципал»: the word of a side behind who signs for it.
    pub(super) fn behind_signer(&self, heard: &Heard<'_>, mention: &Mention) -> Option<&'p Party> {
        let text = heard.turn.text.as_str();
        let rest = text.get(mention.end..)?;
        if !matches!(mention.kind, MentionKind::Company { .. }) || !signers::leads(rest) {
            return None;
        }
        let next =
            heard.mentions.iter().find(|m| m.start > mention.end && matches!(m.kind, MentionKind::Company { .. }));
        let reach: usize = rest.chars().take(SIGNER).map(char::len_utf8).sum();
        let end = next.map_or(text.len(), |next| next.start).min(mention.end + reach);
        let part = text.get(mention.end..end)?;
        // The first dash, behind the comma that ends the insertion, in the same sentence; the word ends its piece.
        let dash = part.find(['—', '–'])?;
        let before = part.get(..dash)?;
        let stops = before.match_indices(". ").any(|(at, _)| {
            let last = before[..at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            last.chars().count() > 1
        });
        if stops || !before.trim_end().ends_with(',') {
            return None;
        }
        let from = mention.end + dash + '—'.len_utf8();
        let word = self.said.iter().find(|word| word.start >= from).filter(|word| word.start < from + 4)?;
        let rest = text.get(word.end..)?.trim_start();
        let ends = rest.is_empty() || rest.starts_with(['.', ',', ';', ')', '\n']);
        self.role(word).filter(|_| ends)
    }

    /// The side whose word stands last between two bytes.
    pub(super) fn named_between(&self, from: usize, to: usize) -> Option<&Party> {
        let own = self.said.iter().filter(|word| from <= word.start && word.end <= to);
        own.rev().find_map(|word| self.role(word))
    }

    /// «Я физлицо, покупаю у фирмы», «нанимаю самозанятого»: a kind that the speaker's own deed or «у» names is another's.
    pub(super) fn names_other(&self, heard: &Heard<'_>, mention: &Mention) -> bool {
        if !matches!(mention.kind, MentionKind::PartyKind { .. }) {
            return false;
        }
        let text = heard.turn.text.as_str();
        let past = self.said.partition_point(|word| word.end <= mention.start);
        let near = self.said.get(past.saturating_sub(DEED)..past).unwrap_or_default();
        let near = near.iter().rev().take_while(|word| {
            text.get(word.end..mention.start).is_some_and(|gap| !gap.contains([',', '.', ';', '\n', '—', ':']))
        });
        let near: Vec<String> = near.map(|word| folded(&text[word.start..word.end])).collect();
        let led = near.first().is_some_and(|word| MARKS.at.contains(word));
        // «Сдаю как ИП» says what the speaker is.
        let own = near.first().is_some_and(|word| MARKS.own.contains(word));
        let deed = || near.iter().any(|word| self.deed(word).is_some_and(|(_, first)| first));
        led || !own && deed()
    }

    /// «Сын Мельников Кирилл, я Мельников Андрей», «мы ООО, он самозанятый»: whether a name or a kind is set against the
    /// speaker's own.
    pub(super) fn sets_apart(&self, heard: &Heard<'_>, mention: &Mention) -> bool {
        let past = self.said.partition_point(|word| word.end <= mention.start);
        let before = past.checked_sub(1).and_then(|at| self.said.get(at));
        let theirs = |word: &Word| duties::theirs(&folded(&heard.turn.text[word.start..word.end]));
        let kind = matches!(mention.kind, MentionKind::PartyKind { .. });
        kind && (before.is_some_and(theirs) || self.names_other(heard, mention))
            || is_name(&mention.kind) && self.introduces_himself(heard, mention)
    }

    /// Whether the words before an address only say that somebody is registered there.
    pub(super) fn registers(&self, heard: &Heard<'_>, mention: &Mention) -> bool {
        let past = self.said.partition_point(|word| word.end <= mention.start);
        let near = self.said.get(past.saturating_sub(REGISTERED)..past).unwrap_or_default();
        near.iter().any(|word| side_words::MARKS.registered.contains(&folded(&heard.turn.text[word.start..word.end])))
    }
}

/// Where the few words that lead to an address begin: «Гусев прописан …».
pub(super) fn lead(text: &str, end: usize) -> usize {
    let before = tail(text, end);
    let part = before.rsplit([',', ';', '.', '\n', '!', '?', '(']).next().unwrap_or_default();
    let words = part.split_whitespace().count();
    let counts = part.contains(|c: char| c.is_ascii_digit());
    if words == 0 || words > LED || counts { end } else { end - part.trim_start().len() }
}

/// Characters from a company to the word of its side behind who signs for it.
const SIGNER: usize = 220;
/// Words before a kind among which the deed stands whose object it is.
const DEED: usize = 4;
/// Words that lead to an address.
const LED: usize = 4;
/// Words before an address among which somebody is registered.
const REGISTERED: usize = 3;
/// Characters before a kind in which the speaker names himself.
const OWN: usize = 12;

/// The words of a side, with the plural of those whose vowel falls out: «продавец», «продавцы».
pub(super) fn names(party: &Party) -> Vec<String> {
    let plural = party.words.iter().filter_map(|word| Some(format!("{}цы", word.strip_suffix("ец")?)));
    party.words.iter().cloned().chain(plural).collect()
}

/// The words of a message; a slip in the name of a side is that name: «заказчк».
pub(super) fn spoken(pack: &Pack, text: &str) -> Vec<Word> {
    let mut said = words(text);
    let names: Vec<String> = pack.parties.iter().flat_map(names).filter(|name| !name.contains(' ')).collect();
    let stems: Vec<String> = names.iter().map(|name| stem(name)).collect();
    for word in &mut said {
        if !stems.contains(&word.stem)
            && let Some(meant) = stems.iter().find(|stem| slipped(stem, &word.stem))
        {
            word.stem.clone_from(meant);
        }
    }
    told_apart(pack, text, &mut said);
    said
}

/// Whether a text has a word by which people name themselves: without one nobody says which side he is, and the words
/// of forty earlier messages need no stems.
pub(super) fn names_himself(text: &str) -> bool {
    static LONGEST: LazyLock<usize> =
        LazyLock::new(|| side_words::MARKS.own.iter().map(|word| word.chars().count()).max().unwrap_or_default());
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    // Small letters are never fewer than capital ones.
    words.any(|word| word.chars().nth(*LONGEST).is_none() && side_words::MARKS.own.contains(&folded(word)))
}

/// «Жених» and «жена» have one stem: a word whose stem two sides share is that of the side one of whose names it is, in
/// whatever case, and goes on under a name that this side alone has. The nominative decides first («супруга»); what may be
/// a plural («супруги») names nobody.
fn told_apart(pack: &Pack, text: &str, said: &mut [Word]) {
    let names: Vec<Vec<(String, String)>> =
        pack.parties.iter().map(|party| names(party).into_iter().map(|name| (stem(&name), name)).collect()).collect();
    let sides = |wanted: &str| names.iter().filter(|own| own.iter().any(|(stem, _)| stem == wanted)).count();
    for word in said {
        if sides(&word.stem) < 2 {
            continue;
        }
        let form = folded(&text[word.start..word.end]);
        let exact = |own: &&Vec<(String, String)>| own.iter().any(|(_, name)| folded(name) == form);
        let declined = |own: &&Vec<(String, String)>| {
            let forms = |name: &str| Case::ALL.map(|case| folded(&phrase::decline(name, case, true)));
            own.iter().any(|(_, name)| forms(name).contains(&form))
        };
        let mut by_case = names.iter().filter(declined).filter(|_| !form.ends_with(['и', 'ы']));
        let one = by_case.next().filter(|_| by_case.next().is_none());
        let side = names.iter().find(exact).or(one);
        let alone = side.and_then(|own| own.iter().find(|(stem, _)| sides(stem) == 1));
        word.stem = alone.map_or_else(|| format!("={form}"), |(stem, _)| stem.clone());
    }
}

/// The side whose name stands last before the mention: «получающая сторона: ИП …».
pub(super) fn introduced<'p>(pack: &'p Pack, said: &[Word], mention: &Mention) -> Option<(usize, &'p Party)> {
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
pub(super) fn labels(text: &str, end: usize, mention: &Mention) -> bool {
    let between = text.get(end..mention.start).unwrap_or_default();
    let name = is_name(&mention.kind) || matches!(mention.kind, MentionKind::PartyKind { .. });
    let sentence = sentences(between).len() <= 1 && !between.contains(['?', '!']);
    let line = between.trim_start_matches([':', ' ', '—', '–', '-', '.']).starts_with('\n');
    !name || sentence || (line && between.trim().trim_matches([':', '.', '—', '-']).is_empty())
}

/// «Я заказчица, делать будет Сафин»: the word of the speaker's own side names nobody behind other words.
pub(super) fn says_himself(said: &[Word], text: &str, end: usize, name: usize) -> bool {
    let own = |word: &Word| side_words::MARKS.own.contains(&folded(&text[word.start..word.end]));
    let past = said.partition_point(|word| word.end < end);
    past.checked_sub(1).and_then(|at| said.get(at)).is_some_and(own)
        && text.get(end..name).is_some_and(|gap| gap.contains(char::is_alphabetic))
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

/// Whether a word of a side leads to a name: no other piece of the sentence and few words stand between.
pub(super) fn leads(text: &str, from: usize, to: usize) -> bool {
    let between = text.get(from..to).unwrap_or("\n");
    !between.contains([',', '.', ';', '\n', '?', '!']) && between.split_whitespace().count() <= 3
}

/// Whether the words before a name make it a place or a companion: «гараж в ГСК «Сигнал»», «со мной проживает …».
pub(super) fn beside_deal(text: &str, said: &[Word], mention: &Mention) -> bool {
    let past = said.partition_point(|word| word.end <= mention.start);
    let low = |word: &Word| text[word.start..word.end].to_lowercase();
    let before = said.get(past.saturating_sub(COMPANION)..past).unwrap_or_default();
    let own = |word: &&Word| !text[word.end..mention.start].contains(['.', ';', '\n', '!', '?']);
    let place = is_cooperative(mention) && before.last().is_some_and(|word| MARKS.place.contains(&low(word)));
    let lives = |word: &Word| MARKS.lives.iter().any(|stem| low(word).starts_with(stem.as_str()));
    let person = matches!(mention.kind, MentionKind::Person { .. });
    let absent = |word: &Word| MARKS.absent.iter().any(|stem| low(word).starts_with(stem.as_str()));
    if person && before.iter().rev().take(2).take_while(own).any(absent) {
        return true;
    }
    place || person && before.iter().rev().take_while(own).any(lives)
}

/// «Лапин — просто второй водитель»: whether the words behind a dash say that somebody is beside the deal.
pub(super) fn explained_as(text: &str, mention: &Mention, others: &[String]) -> bool {
    let behind: String = text.get(mention.end..).unwrap_or_default().chars().take(BEHIND).collect();
    let Some(rest) = behind.trim_start().strip_prefix(['—', '–', '-']) else { return false };
    let clause = rest.split([',', '.', ';', '\n', '!', '?']).next().unwrap_or_default();
    let low = folded(clause);
    low.split_whitespace().take(DENIED).any(|word| others.iter().any(|stem| word.starts_with(stem.as_str())))
}

/// Characters behind a name in which it is explained.
const BEHIND: usize = 60;

/// Whether a name stands in the nominative, in whatever order its words are.
pub(super) fn stands_as_subject(text: &str, mention: &Mention) -> bool {
    let MentionKind::Person { full, .. } = &mention.kind else { return true };
    let said = text.get(mention.start..mention.end).unwrap_or_default();
    let sorted = |name: &str| {
        let mut words: Vec<String> = name.split_whitespace().map(folded).collect();
        words.sort_unstable();
        words
    };
    sorted(said) == sorted(full)
}

/// «У них директор Орлов», «его паспорт …»: where the other side's details belong when the one who speaks was the last
/// that a message named; «её директор» behind the speaker's own company is that company's.
pub(super) fn of_them(
    text: &str,
    sides: &Sides<'_>,
    mention: &Mention,
    named: Option<&str>,
    company: bool,
) -> Option<String> {
    let before = tail(text, mention.start);
    let part = before.rsplit(['.', ';', ',', '\n', '!', '?']).next().unwrap_or_default();
    let mut near = part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).rev().take(THEIRS);
    let theirs = near.any(|word| duties::of_them(&folded(word)));
    let contrast = near.next().is_some_and(duties::leads_to_them);
    let speaker = sides.speaker().filter(|_| theirs && (contrast || !company))?;
    let own = format!("/parties/{}", speaker.role);
    let other = sides.other(speaker).filter(|_| named.is_none_or(|root| root == own))?;
    Some(format!("/parties/{}", other.role))
}

/// Words between «их» and what is theirs.
const THEIRS: usize = 5;

/// A union of neighbours («ГСК «Волна»»): a place rather than a side.
pub(super) fn is_cooperative(mention: &Mention) -> bool {
    matches!(&mention.kind, MentionKind::Company { form, .. } if MARKS.cooperatives.contains(form))
}

/// «Косых Дарья никакой не заказчик»: whether the words right behind a name deny that it is a side.
pub(super) fn denied_side(text: &str, said: &[Word], mention: &Mention, side: impl Fn(&Word) -> bool) -> bool {
    let next = said.partition_point(|word| word.start < mention.end);
    let near = said.iter().skip(next).take(DENIED);
    let near: Vec<&Word> =
        near.take_while(|word| !text[mention.end..word.start].contains(['.', ';', ',', '\n'])).collect();
    near.windows(2).any(|pair| side(pair[1]) && MARKS.not.contains(&folded(&text[pair[0].start..pair[0].end])))
}

/// Words behind a name among which its side is denied.
const DENIED: usize = 4;
/// Words before a companion.
const COMPANION: usize = 5;

/// «Муж Ситников Павел согласен»: whoever only agrees to a deal is no side of it.
pub(super) fn agrees(text: &str, said: &[Word], mention: &Mention) -> bool {
    let next = said.partition_point(|word| word.start < mention.end);
    said.iter().skip(next).take(2).any(|word| {
        let low = text[word.start..word.end].to_lowercase();
        MARKS.agrees.iter().any(|stem| low.starts_with(stem.as_str()))
    })
}

/// Whether a kind of person stands in a piece of its own: «ИП, сдаю …», «…, самозанятая», «я ИП».
pub(super) fn stands_alone(text: &str, mention: &Mention) -> bool {
    let before = text.get(..mention.start).unwrap_or_default().trim_end();
    let behind = text.get(mention.end..).unwrap_or_default().trim_start();
    let low = before.chars().rev().take(OWN).collect::<Vec<_>>().into_iter().rev().collect::<String>().to_lowercase();
    let low = low.trim_end_matches(['—', '-', '–', ' ']);
    let own = MARKS
        .own
        .iter()
        .any(|word| low.strip_suffix(word.as_str()).is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric())));
    let opens = before.is_empty() || before.ends_with([',', '.', '!', '?', ';', '(', '\n']) || own;
    let closes = behind.is_empty() || behind.starts_with([',', '.', '!', '?', ';', ')', '\n']);
    opens && closes
}

/// Whether the words between a name and what follows only go on about the same person.
pub(super) fn goes_on(between: &str) -> bool {
    between.len() <= GOES_ON && !between.contains(['.', ';', '\n', '!', '?'])
}

/// Bytes between a name and an address that belongs to it.
const GOES_ON: usize = 48;

/// Whether the open question asks who a side is.
pub(super) fn answers_who(heard: &Heard<'_>) -> bool {
    let side = |at: &String| at.starts_with("/parties/");
    heard.question.is_some_and(|q| !q.targets.is_empty() && q.targets.iter().all(side))
}

/// Whether the open question is answered by free words, which may name anybody («в каком обществе доля?»).
pub(super) fn answers_in_words(pack: &Pack, heard: &Heard<'_>, draft: &Draft<'_>) -> bool {
    let text = |at: &&String| pack.fields.iter().any(|field| field.pointer == **at && field.kind == FieldKind::Text);
    heard.question.is_some_and(|q| q.targets.iter().filter(text).any(|at| !draft.has(at)))
}
