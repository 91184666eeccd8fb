//! People whom a deal mentions beside its sides, and what belongs to them: «отдаю его сестре, Беловой Марине, тел. …».

use crate::engine::knowledge::condition::is_present;
use crate::engine::text::folded;
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::engine::text::parts::sentence_at;
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::around::tail;
use crate::workspaces::contract::perform::facts::Draft;
use crate::workspaces::contract::perform::introduced::spoken;
use crate::workspaces::contract::perform::parties::Reader;
use crate::workspaces::contract::perform::side_words::{self, MARKS};

/// Bytes and words from a name to the telephone of whoever bears it.
const NEAR: usize = 60;
/// See [`NEAR`].
const WORDS: usize = 4;

/// The addresses in the sentence of a name or a number whose side is not known yet: they are its own and nobody's place.
pub(super) fn homes(heard: &Heard<'_>, first: &Mention) -> Vec<(usize, usize)> {
    let (start, end) = sentence_at(&heard.turn.text, first.start);
    let homes = heard.mentions.iter().filter(|m| matches!(m.kind, M::Address { .. }));
    homes.filter(|m| start <= m.start && m.end <= end).map(|m| (m.start, m.end)).collect()
}

impl Reader<'_, '_> {
    /// Whether a telephone or an e-mail is that of somebody who is no side.
    pub(super) fn of_stranger(&self, draft: &Draft<'_>, mention: &Mention) -> bool {
        let leaf = match mention.kind {
            M::Phone { .. } => "phone",
            M::Email { .. } => "email",
            _ => return false,
        };
        let text = self.heard.turn.text.as_str();
        let words = |part: &str| part.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).count();
        // «… Беловой. Мой телефон …» is another sentence, and another's.
        let near = |end: usize| {
            let gap = text.get(end..mention.start).filter(|gap| gap.len() <= NEAR && words(gap) <= WORDS);
            gap.is_some()
                && sentence_at(text, end.saturating_sub(1)) == sentence_at(text, mention.start)
                && !self.sides.is_own(self.heard, mention)
        };
        if self.stranger.is_some_and(near) {
            return true;
        }
        // «Телефон сестры для связи …»: kin that is no side, where the sides have told their own.
        let piece = tail(text, mention.start).rsplit(['.', ';', '\n']).next().unwrap_or_default();
        let kin = |part: &str| {
            let low = folded(part);
            let mut words = low.split(|c: char| !c.is_alphabetic());
            words.any(|word| MARKS.relatives.iter().any(|stem| word.starts_with(stem.as_str())))
        };
        // «На карту моей жены по номеру …»: in its own piece, unless kin is a side of this deal.
        let near = piece.rsplit(',').next().unwrap_or_default();
        let role = |part: &str| spoken(self.pack, part).iter().any(|word| self.sides.role(word).is_some());
        let told = |role: &str| draft.domain.pointer(&format!("/parties/{role}/{leaf}")).is_some_and(is_present);
        kin(near) && !role(near) || kin(piece) && self.pack.parties.iter().all(|party| told(&party.role))
    }

    /// «Руслан это ИП»: a kind said of a name that was not read belongs to nobody who was.
    pub(super) fn of_somebody(&self, mention: &Mention) -> bool {
        let text = self.heard.turn.text.as_str();
        let mut before = tail(text, mention.start).split_whitespace().rev();
        let (this, whom) = (before.next(), before.next());
        let own = whom.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase());
        let known = || {
            let end = text.get(..mention.start).and_then(|head| head.rfind(" это")).unwrap_or_default();
            end <= self.last_name
        };
        this == Some("это") && own.is_some_and(|own| !side_words::is_pronoun(&own)) && !known()
    }

    /// «Потолок ставит другая фирма»: a kind of somebody else than the sides.
    pub(super) fn of_another(&self, mention: &Mention) -> bool {
        let before = tail(self.heard.turn.text.as_str(), mention.start).split_whitespace().next_back();
        let low = folded(before.unwrap_or_default());
        MARKS.strange.iter().any(|stem| low.starts_with(stem.as_str()))
    }

    /// «С ним жена, Гарифуллина Алина»: kin of somebody who was named is no side.
    fn is_kin_of_named(&self, mention: &Mention) -> bool {
        let before = tail(self.heard.turn.text.as_str(), mention.start);
        let part = folded(before.rsplit(['.', ';', '\n', '!', '?']).next().unwrap_or_default());
        let mut words = part.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).rev();
        let kin = words.next().is_some_and(|word| MARKS.relatives.iter().any(|stem| word.starts_with(stem.as_str())));
        kin && words.next().is_some_and(|word| MARKS.theirs.iter().any(|one| one == word))
    }

    /// «Адрес: ГСК «Восток», бокс 17»: a company whose name is part of an address is no side.
    pub(super) fn is_place(&self, mention: &Mention) -> bool {
        let before = tail(self.heard.turn.text.as_str(), mention.start);
        let part = before.rsplit([';', '\n', '.', ',', '!', '?']).next().unwrap_or_default().to_lowercase();
        matches!(mention.kind, M::Company { .. }) && part.contains("адрес")
    }

    /// «За руль никого, кроме его жены, Седовой Ольги»: where both sides have their names, another person is neither, unless
    /// the word of a side stands beside the name, a name is asked for or put right.
    pub(super) fn is_third(&self, draft: &Draft<'_>, mention: &Mention) -> bool {
        let M::Person { full, .. } = &mention.kind else { return false };
        if self.is_kin_of_named(mention) {
            return true;
        }
        let text = self.heard.turn.text.as_str();
        let words = |name: &str| -> Vec<String> { folded(name).split_whitespace().map(str::to_owned).collect() };
        let own = words(full);
        let known = |name: &str| {
            let name = words(name.trim_start_matches("ИП "));
            name.iter().all(|word| own.contains(word)) || own.iter().all(|word| name.contains(word))
        };
        let places: Vec<String> =
            self.pack.parties.iter().map(|party| format!("/parties/{}/name", party.role)).collect();
        let other = |at: &String| {
            let name = draft.domain.pointer(at).and_then(serde_json::Value::as_str);
            name.is_some_and(|name| !known(name)) && draft.is_firm(at) && !draft.is_disputed(at)
        };
        let asked = self.heard.question.is_some_and(|q| q.targets.iter().any(|at| at.starts_with("/parties/")));
        places.len() == 2
            && places.iter().all(other)
            && !asked
            && !self.heard.intent.correction
            && self.sides.card_of(mention).is_none()
            && self.sides.just_before(text, mention).is_none()
            && self.sides.behind(self.heard, mention).is_none()
            && !self.sides.is_own(self.heard, mention)
    }
}
