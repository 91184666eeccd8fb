//! Who speaks: «я исполнитель», «арендатор — мы», «во всём тексте я — Исполнитель, а не Заказчик».
//!
//! Said outright it is a fact of its own: whose «я» is decides whose duties the person's own terms are, and a wrong guess
//! can be put right by saying so.

use crate::engine::grammar::case::Case;
use crate::engine::grammar::phrase;
use crate::engine::knowledge::pack::{Pack, Party};
use crate::engine::knowledge::worked;
use crate::engine::text::folded;
use crate::engine::text::stem::Word;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::{Draft, Read};
use crate::workspaces::contract::perform::introduced::{names, spoken};
use crate::workspaces::contract::perform::side_words::{MARKS, may_be};
use crate::workspaces::contract::perform::sides::Sides;
use serde_json::{Value, json};

/// The side that the person of the dialogue is.
pub const SPEAKER: &str = "/contract/speaker";

/// Words from «я» to the word of the own side, whatever they are.
const OWN: usize = 3;
/// The same, where all of them only link: «я в этом договоре исполнитель».
const LINKED: usize = 7;

/// Writes which side the person says he is.
pub(super) fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) {
    let text = heard.turn.text.as_str();
    let sides = Sides::of(pack, heard, draft);
    let Some((party, span)) = sides.outright(text, &spoken(pack, text)) else { return };
    // A question and a supposition say nothing: «а если я буду заказчиком?».
    if !heard.scopes.at(span.0, span.1).tells() {
        return;
    }
    if draft.domain.pointer(SPEAKER).and_then(Value::as_str) == Some(party.role.as_str()) {
        draft.spans.push((SPEAKER.to_owned(), span));
        return;
    }
    // Nobody is two sides: what is said last of oneself holds.
    draft.replace(SPEAKER, json!(party.role));
    draft.spans.push((SPEAKER.to_owned(), span));
    draft.reads.push(Read { at: SPEAKER.to_owned(), value: json!(party.role), span, clear: true });
}

impl<'p> Sides<'p> {
    /// «Я исполнитель», «арендатор — мы».
    pub(super) fn own_role(&self, text: &str, said: &[Word]) -> Option<&'p Party> {
        let firm = || {
            said.iter().enumerate().filter(|(_, word)| is_own(text, word)).find_map(|(at, me)| {
                let near = said.iter().skip(at + 1).take(OWN);
                let mut near = near.take_while(|word| !text[me.end..word.start].contains(ENDS));
                // «Мы ООО»: of a deal that only one side of which may be a company.
                let firm = |word: &Word| MARKS.firms.contains(&folded(&text[word.start..word.end]));
                near.any(firm).then(|| self.only(|party| may_be(party, &["company"]))).flatten()
            })
        };
        self.outright(text, said).map(|(party, _)| party).or_else(firm)
    }

    /// «Убирать будет ИП Каримова»: who works, where one side of the deal does.
    pub(super) fn will_work(&self, text: &str, word: &Word) -> Option<&'p Party> {
        let low = |word: &Word| folded(&text[word.start..word.end]);
        if !MARKS.will.contains(&low(word)) {
            return None;
        }
        let at = self.said.iter().position(|one| one.start == word.start)?;
        let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|at| self.said.get(at));
        let infinitive = |one: &Word| {
            let form = low(one);
            let verb = form.chars().count() > 3 && ["ть", "ти", "чь"].iter().any(|end| form.ends_with(end));
            // «Платить будет Иванов» is no work.
            verb && !worked::receives(&form)
        };
        beside.into_iter().any(infinitive).then(|| self.pack.parties.get(worked::worker(&self.pack.id)?))?
    }

    /// The side that the person calls himself by its word, and the bytes of the words.
    fn outright(&self, text: &str, said: &[Word]) -> Option<(&'p Party, (usize, usize))> {
        said.iter().enumerate().filter(|(_, word)| is_own(text, word)).find_map(|(at, me)| {
            let mut linked = true;
            for (passed, word) in said.iter().skip(at + 1).take(LINKED).enumerate() {
                let low = folded(&text[word.start..word.end]);
                let gap = &text[me.end..word.start];
                let apart = gap.contains(ENDS) || lists(gap);
                if apart || MARKS.denials.contains(&low) || !linked && passed >= OWN {
                    break;
                }
                if let Some(party) = self.role(word).filter(|party| subject(party, &low)) {
                    return Some((party, (me.start, word.end)));
                }
                linked &= MARKS.speaks.contains(&low);
            }
            let before = said.get(at.checked_sub(1)?)?;
            let joined = !text[before.end..me.start].contains(ENDS) && !text[before.end..me.start].contains(',');
            let linked = joined && MARKS.speaks.contains(&folded(&text[before.start..before.end]));
            let before = if linked { said.get(at.checked_sub(2)?)? } else { before };
            let joined = joined && !text[before.end..me.start].contains(ENDS);
            let low = folded(&text[before.start..before.end]);
            let party = self.role(before).filter(|party| joined && subject(party, &low))?;
            Some((party, (before.start, me.end)))
        })
    }
}

/// «Плитка — я, черновые — мастер»: what stands between «я» and a dash is another one's, unless it is the own name.
fn lists(gap: &str) -> bool {
    let dashed = gap.contains(['—', '–']) || gap.contains(" - ");
    let words = gap.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut others = words.filter(|word| word.starts_with(char::is_lowercase));
    dashed && gap.contains(',') && others.any(|word| !MARKS.speaks.contains(&folded(word)))
}

/// Signs behind which another sentence stands.
const ENDS: [char; 4] = ['.', ';', '\n', '?'];

fn is_own(text: &str, word: &Word) -> bool {
    MARKS.own.contains(&folded(&text[word.start..word.end]))
}

/// Whether the word of a side is said of the subject: «сдаю арендатору» names whom, «буду арендатором» who.
fn subject(party: &Party, low: &str) -> bool {
    let cases = [Case::Genitive, Case::Dative, Case::Accusative, Case::Prepositional];
    let named = names(party);
    let is = |form: String| folded(&form) == low;
    named.iter().any(|name| folded(name) == low)
        || !named.iter().any(|name| cases.iter().any(|case| is(phrase::decline(name, *case, true))))
}
