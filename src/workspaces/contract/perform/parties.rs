//! Sides of the contract: names, kinds and requisites, each to the side that the words point at.

use crate::engine::knowledge::pack::{Pack, Party};
use crate::engine::text::mention::{Mention, MentionKind as M};
use crate::engine::text::parts::{sentence_at, sentences};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::around::tail;
use crate::workspaces::contract::perform::banks;
use crate::workspaces::contract::perform::details::{birthday, mark_behind, of_person};
use crate::workspaces::contract::perform::facts::{Doubt, Draft};
use crate::workspaces::contract::perform::foreign_names::{is_birthplace, is_labelled};
use crate::workspaces::contract::perform::free_text;
use crate::workspaces::contract::perform::papers::{self, Part};
use crate::workspaces::contract::perform::side_words;
use crate::workspaces::contract::perform::sides::{self, Sides, Whose};
use crate::workspaces::contract::perform::signers;
use crate::workspaces::contract::perform::values::interpreted;
use crate::workspaces::contract::perform::written::{
    self, identifies, is_about_party, is_number, number_at, only_marks, write,
};
use crate::workspaces::contract::perform::{introduced, outside, strangers};
use serde_json::{Value, json};

/// Where the address of what the deal is about lives.
const OBJECT: &str = "/object/address";

/// Assigns everything that is about a side.
///
/// Returns the bytes of dates, addresses and names that belong to a person, not to the deal.
pub fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) -> Vec<(usize, usize)> {
    let sides = Sides::of(pack, heard, draft);
    let text = heard.turn.text.as_str();
    let asked = free_text::asked_by_code(pack, heard);
    let asked: Vec<_> = asked.into_iter().filter(|span| !sides.between(span.0, span.1)).collect();
    let numbered = heard.mentions.iter().any(|m| matches!(m.kind, M::Account { .. } | M::Bik { .. }));
    // Beside words of accounts a bank is where money lies.
    let accounts = numbered || banks::speaks(text, &heard.mentions);
    let mut reader = Reader {
        pack,
        heard,
        sides,
        holder: None,
        last_name: 0,
        company: None,
        acted: None,
        personal: Vec::new(),
        loose: Vec::new(),
        stranger: None,
    };
    let mut kind: Option<&Mention> = None;
    let mut before: Option<&Mention> = None;
    let parts = papers::parts(text, &heard.mentions, asks_passport(heard));
    let mut told = 0;
    let mut place = 0;
    let mut other = 0;
    for mention in &heard.mentions {
        if asked.iter().any(|span| span.0 <= mention.start && mention.end <= span.1) {
            continue;
        }
        while let Some(part) = parts.get(told).filter(|part| part.span.0 <= mention.start) {
            reader.part(draft, part);
            told += 1;
        }
        let part = told.checked_sub(1).and_then(|at| parts.get(at));
        if part.is_some_and(|part| mention.start < part.span.1) {
            continue;
        }
        if is_birthplace(text, mention) {
            reader.personal.push((mention.start, mention.end));
            continue;
        }
        // The details behind such a name are its own.
        if is_labelled(pack, text, mention) && reader.sides.just_before(text, mention).is_none() {
            other = sentence_at(text, mention.start).1;
        }
        if mention.start < other {
            reader.personal.push((mention.start, mention.end));
            continue;
        }
        let after_part = part.is_some_and(|part| only_marks(text, part.span.1, mention.start));
        let follows = after_part || before.is_some_and(|m| is_number(&m.kind) && mention.start - m.end <= NEXT);
        let named = before.is_some_and(|m| matches!(m.kind, M::Person { .. }) && mention.start - m.end <= NEXT);
        let born = named.then(|| birthday(mention, &heard.turn.at)).flatten().map(|iso| ("birth_date", iso));
        let home = match &mention.kind {
            M::Address { text: address } if reader.addressed(draft, mention) => Some(("address", address.as_str())),
            _ => None,
        };
        if let Some((leaf, value)) = of_person(text, mention, place, follows).or(born).or(home) {
            reader.detail(draft, mention, leaf, value);
        } else if is_about_party(&mention.kind) {
            let bank = signers::bank_name(text, mention).filter(|_| {
                // «Перед банком ПАО «Пример»»: where a bank is a side, its name without an account is that side's.
                if !accounts && reader.sides.just_before(text, mention).is_some() {
                    return false;
                }
                let branch = signers::branch(text, mention.start) < mention.start;
                accounts || branch || signers::labels_bank(text, mention)
            });
            let lies = || banks::among_accounts(heard, mention);
            if let Some(bank) = bank.or_else(lies) {
                reader.bank(draft, mention, bank);
            } else if matches!(mention.kind, M::PartyKind { .. }) && reader.kind_of_next(mention) {
                kind = Some(mention);
            } else {
                reader.take(draft, mention, kind.take());
            }
        }
        before = Some(mention);
        if matches!(mention.kind, M::Address { .. }) {
            place = mention.end;
        }
    }
    parts.iter().skip(told).for_each(|part| reader.part(draft, part));
    let roots: Vec<String> = pack.parties.iter().map(|party| format!("/parties/{}", party.role)).collect();
    reader.personal.extend(signers::basis_of_known(draft, heard, &roots));
    draft.spans.extend(reader.sides.labels(heard));
    for (at, span, clear) in reader.sides.banks(text) {
        draft.say(heard, &at, json!(&text[span.0..span.1]), span, clear && heard.plain(span));
        reader.personal.push(span);
    }
    reader.plain_banks(draft);
    reader.who_is_left(draft);
    let account = |m: &Mention| matches!(m.kind, M::Account { .. } | M::Bik { .. });
    let whose = |m: &&&Mention| identifies(&m.kind) || account(m) || reader.sides.is_unknown_own(m);
    if let Some(first) = reader.loose.iter().find(whose)
        && pack.parties.len() == 2
        && heard.turn.choice.is_none()
        && (account(first) || !introduced::answers_in_words(pack, heard, draft))
    {
        draft.doubts.push(Doubt::Side { turn: heard.turn.id.0.clone(), said: text[first.start..first.end].to_owned() });
        reader.personal.extend(strangers::homes(heard, first));
    }
    reader.personal
}

/// «У этого ООО я не работала»: a kind that only points at somebody tells nobody's.
fn of_that(text: &str, mention: &Mention) -> bool {
    let word = tail(text, mention.start).split_whitespace().next_back().map(crate::engine::text::folded);
    word.is_some_and(|word| matches!(word.as_str(), "этого" | "этому" | "этой" | "этим" | "этом" | "того" | "той"))
}

/// Whether the open question asks for a passport.
pub(super) fn asks_passport(heard: &Heard<'_>) -> bool {
    heard.question.is_some_and(|q| q.targets.iter().any(|target| target.contains("/passport")))
}

/// Bytes between a number of a side and the address behind it.
pub(super) const NEXT: usize = 6;

/// What is known while a message is read.
pub(super) struct Reader<'p, 'h> {
    pub(super) pack: &'p Pack,
    pub(super) heard: &'h Heard<'h>,
    pub(super) sides: Sides<'p>,
    /// Where the last named person stands, and whether that is beyond doubt.
    pub(super) holder: Option<(String, bool)>,
    /// Where his name ends.
    pub(super) last_name: usize,
    /// The company that was named last.
    pub(super) company: Option<String>,
    /// The side whose signatory was named last, and where.
    pub(super) acted: Option<(String, usize)>,
    personal: Vec<(usize, usize)>,
    /// What found no side.
    loose: Vec<&'h Mention>,
    /// Where the name ends that was named last and is no side's.
    pub(super) stranger: Option<usize>,
}

impl<'h> Reader<'_, 'h> {
    /// A date of birth, an address: of the person named last.
    fn detail(&mut self, draft: &mut Draft<'_>, mention: &'h Mention, leaf: &str, value: &str) {
        let span = (mention.start, mention.end);
        // Nobody was born on a day to come: a year was left out or misread.
        if leaf == "birth_date" && value > self.heard.turn.at.get(..10).unwrap_or_default() {
            self.personal.push(span);
            return;
        }
        let unknown = self.sides.speaker().is_none() && self.sides.is_own(self.heard, mention);
        let firm = || self.of_firm(draft, mention);
        let side = self.holder_at(mention).or_else(firm).or_else(|| {
            let found = self.sides.of_mention(self.heard, draft, mention).filter(|_| !unknown);
            found.map(|whose| (format!("/parties/{}", whose.party.role), whose.clear))
        });
        if let Some((root, clear)) = &side {
            let plain = self.heard.plain(span) && !interpreted(&self.heard.turn.text, mention, &json!(value));
            let at = format!("{root}/{leaf}");
            draft.say(self.heard, &at, json!(value), span, *clear && plain);
            // «Гусев прописан …»: the words that lead to an address go with it.
            let led = introduced::lead(&self.heard.turn.text, mention.start);
            if leaf == "address" && led < span.0 {
                draft.spans.push((at.clone(), (led, span.0)));
            }
            if let Some(end) =
                Some(leaf).filter(|leaf| *leaf == "birth_date").and_then(|_| mark_behind(&self.heard.turn.text, span.1))
            {
                draft.spans.push((at, (span.1, end)));
            }
        }
        if side.is_some() || leaf != "address" {
            self.personal.push(span);
        }
    }

    /// Who issued a passport, where somebody was born: of whom the words before it speak.
    fn part(&mut self, draft: &mut Draft<'_>, part: &Part) {
        let at = number_at((part.span.0, part.lead));
        if let Some((root, clear)) = self.whose(draft, &at) {
            for (leaf, value, span) in &part.leaves {
                let plain = self.heard.plain(*span);
                draft.say(self.heard, &format!("{root}/{leaf}"), json!(value), *span, clear && plain);
            }
            let at = format!("{root}/passport");
            draft.spans.extend(part.gaps(&self.heard.turn.text).into_iter().map(|gap| (at.clone(), gap)));
        }
        self.personal.push(part.span);
    }

    /// The side of a detail: of the person named last, else as the words or the question say.
    fn whose(&self, draft: &Draft<'_>, mention: &Mention) -> Option<(String, bool)> {
        self.holder_at(mention).or_else(|| self.of_firm(draft, mention)).or_else(|| {
            // «Мой 350087, …» of a speaker whose side nobody told is nobody else's.
            let unknown = self.sides.speaker().is_none() && self.sides.is_own(self.heard, mention);
            let found = self.sides.of_mention(self.heard, draft, mention).filter(|whose| whose.clear && !unknown);
            found.map(|whose| (format!("/parties/{}", whose.party.role), true))
        })
    }

    /// «Арендатор: адрес …», «мой адрес …», «адрес Белова …»: an address that the same part of the message gives to a side.
    fn addressed(&self, draft: &Draft<'_>, mention: &Mention) -> bool {
        let text = self.heard.turn.text.as_str();
        let before = tail(text, mention.start);
        let part = before.rsplit([';', '\n', '.', ',']).next().unwrap_or_default();
        // «Кто сдаёт?» — «Громов П. А., паспорт …, Екатеринбург, Малышева 84-17».
        let apart = draft.has(OBJECT) || self.pack.field_of(OBJECT).is_none();
        let near = apart && text.get(self.last_name..mention.start).is_some_and(introduced::goes_on);
        if (introduced::answers_who(self.heard) || near) && self.holder.is_some() && self.holder_at(mention).is_some() {
            return true;
        }
        if side_words::is_elsewhere(part) {
            return false;
        }
        // In somebody's block of details the first address is his.
        if let Some(whose) = self.sides.card_of(mention) {
            return !draft.wrote(&format!("/parties/{}/address", whose.party.role));
        }
        if self.sides.right_before(text, mention) && self.whose(draft, mention).is_some() {
            return true;
        }
        // Asked where a side lives, people tell just that.
        let of_side = |target: &String| target.starts_with("/parties/") && target.ends_with("/address");
        let lives = self
            .heard
            .question
            .is_some_and(|q| q.targets.iter().all(|at| at != OBJECT) && q.targets.iter().any(of_side));
        if lives && draft.has(OBJECT) {
            return true;
        }
        let labelled = part.to_lowercase().contains("адрес");
        // «Работник — Садова Л. М., 02.07.1991 г.р., адрес …»: it goes on about the same person.
        let since = text.get(self.last_name..mention.start).unwrap_or_default();
        let detailed = apart || since.contains(|c: char| c.is_ascii_digit());
        if labelled && detailed && sentences(since).len() <= 1 && self.holder_at(mention).is_some() {
            return true;
        }
        let from = mention.start - part.len();
        // «Арендодатель — ИП Барсуков. Адрес: …», where the deal has the address of its object already.
        let asked = || self.heard.question.is_some_and(|q| q.targets.iter().any(|target| target == OBJECT));
        if labelled && draft.has(OBJECT) && !asked() && self.holder_at(mention).is_some() {
            return true;
        }
        labelled
            && (self.sides.between(from, mention.start)
                || self.sides.named_near(text, from, mention).is_some()
                || self.sides.is_own(self.heard, mention))
            && self.sides.of_mention(self.heard, draft, mention).is_some()
    }

    /// The person named last, unless the word of a side stands between him and the mention.
    fn holder_at(&self, mention: &Mention) -> Option<(String, bool)> {
        if let Some(whose) = self.sides.card_of(mention) {
            return Some((format!("/parties/{}", whose.party.role), whose.clear));
        }
        let text = self.heard.turn.text.as_str();
        // «Паспорт Белова …. Мой паспорт …»: what is the speaker's own is not the last named one's.
        if let Some(speaker) = self.sides.speaker().filter(|_| self.sides.is_own(self.heard, mention)) {
            return Some((format!("/parties/{}", speaker.role), true));
        }
        if let Some(root) = self.theirs(mention) {
            return Some((root, true));
        }
        if let Some(root) = self.sides.named_near(text, self.last_name, mention) {
            return Some((root.to_owned(), true));
        }
        let holder = self.holder.clone().filter(|_| !self.sides.between(self.last_name, mention.start));
        // «Прописан: г. Городец, …» in a message that names nobody is said of oneself.
        let alone = || !self.heard.mentions.iter().any(|m| sides::is_name(&m.kind));
        let own = || self.sides.speaker().filter(|_| self.sides.registers(self.heard, mention) && alone());
        let own = || own().filter(|_| !self.sides.between(0, mention.start));
        holder.or_else(|| own().map(|party| (format!("/parties/{}", party.role), true)))
    }

    /// See [`introduced::of_them`].
    pub(super) fn theirs(&self, mention: &Mention) -> Option<String> {
        let named = self.holder.as_ref().map(|(root, _)| root.as_str());
        introduced::of_them(&self.heard.turn.text, &self.sides, mention, named, self.company.is_some())
    }

    /// «Меня зовут Орлова, няня Зуева»: who speaks is the side that the others left.
    fn who_is_left(&mut self, draft: &mut Draft<'_>) {
        let [one, two] = self.pack.parties.as_slice() else { return };
        let named = |party: &Party| draft.has(&format!("/parties/{}/name", party.role));
        let free = match (named(one), named(two)) {
            (true, false) => two,
            (false, true) => one,
            _ => return,
        };
        let mut own = self.loose.iter().filter(|m| sides::is_name(&m.kind) && self.sides.is_own(self.heard, m));
        let (Some(mention), None) = (own.next().copied(), own.next()) else { return };
        write(draft, self.heard, &format!("/parties/{}", free.role), mention, false);
        self.loose.retain(|m| m.start != mention.start);
    }

    /// Whether a kind stands right before the name that it belongs to: «самозанятый Ларин».
    fn kind_of_next(&self, mention: &Mention) -> bool {
        let next = self.heard.mentions.partition_point(|m| m.start < mention.end);
        self.heard.mentions.get(next).is_some_and(|m| sides::is_name(&m.kind) && m.start - mention.end <= 2)
    }

    fn bank(&mut self, draft: &mut Draft<'_>, mention: &Mention, name: String) {
        let span = (signers::branch(&self.heard.turn.text, mention.start), mention.end);
        if let Some(whose) = self.sides.card_of(mention) {
            // The block tells its bank by itself, where a word in it says that it is one.
            let at = format!("/parties/{}/bank/name", whose.party.role);
            if !self.sides.banks(&self.heard.turn.text).iter().any(|(told, ..)| *told == at) {
                draft.say(self.heard, &at, json!(name), span, false);
            }
            self.personal.push(span);
            return;
        }
        if let Some((root, clear)) = self.whose(draft, &number_at(span)) {
            draft.say(self.heard, &format!("{root}/bank/name"), json!(name), span, clear);
        }
        self.personal.push(span);
    }

    /// «р/с … в Сбербанке», «Банк: …»: a bank without a legal form.
    fn plain_banks(&mut self, draft: &mut Draft<'_>) {
        let Some((root, _)) = self.holder.clone() else { return };
        if draft.has(&format!("{root}/bank/name")) {
            return;
        }
        let text = self.heard.turn.text.as_str();
        let account = self.heard.mentions.iter().find(|m| matches!(m.kind, M::Account { .. }));
        if let Some((start, end)) = account.and_then(|m| signers::bank_behind(text, m.end)) {
            draft.say(self.heard, &format!("{root}/bank/name"), json!(&text[start..end]), (start, end), false);
        }
    }

    fn take(&mut self, draft: &mut Draft<'_>, mention: &'h Mention, kind: Option<&'h Mention>) {
        let text = self.heard.turn.text.as_str();
        if matches!(mention.kind, M::Person { .. })
            && let Some((root, post)) = self.signs(draft, mention)
        {
            // Who signs for a company is not its side.
            if let Some(root) = root {
                self.acted = Some((root.clone(), mention.end));
                self.personal.extend(signers::signatory(draft, self.heard, &root, mention, &post));
            }
            return;
        }
        if signers::is_place_of_money(text, mention) {
            return;
        }
        let name = sides::is_name(&mention.kind);
        if name && (self.sides.is_other(self.heard, mention) || self.is_place(mention)) {
            self.stranger = Some(mention.end);
            return;
        }
        if self.is_third(draft, mention) {
            // What follows is his, and nobody asks whose he is.
            (self.holder, self.last_name, self.stranger) = (None, mention.end, Some(mention.end));
            return;
        }
        if self.of_stranger(draft, mention) {
            return;
        }
        // «Седова Ольга — это жена арендатора»: who is explained by another is no side.
        let kin = matches!(mention.kind, M::Person { .. }) && outside::is_kin(text, mention.end);
        if kin {
            self.stranger = Some(mention.end);
        }
        if kin
            || matches!(mention.kind, M::PartyKind { .. })
                && (self.of_somebody(mention) || self.of_another(mention) || of_that(text, mention))
        {
            return;
        }
        if self.heads_block(draft, mention) {
            return;
        }
        let other = self.sides.names_other(self.heard, mention);
        if !name
            && !other
            && let Some((root, clear)) = self.holder_at(mention).or_else(|| self.of_firm(draft, mention))
        {
            write(draft, self.heard, &root, mention, clear);
            if matches!(mention.kind, M::Passport { .. }) {
                (self.holder, self.last_name) = (Some((root, clear)), mention.end);
            }
            return;
        }
        // «Паспорт мой …» of a speaker whose side nobody told: who that is is asked, not taken from the open question.
        let unknown = !name && self.sides.speaker().is_none() && self.sides.is_own(self.heard, mention);
        let found = self.sides.of_mention(self.heard, draft, mention).filter(|whose| !unknown || whose.told);
        let Some(Whose { party, clear, told }) = found else {
            if let Some(root) = self.who_lacks(draft, mention) {
                write(draft, self.heard, &root, mention, false);
                (self.holder, self.last_name) = (Some((root, false)), mention.end);
                return;
            }
            self.loose.push(mention);
            if name {
                (self.holder, self.last_name, self.stranger) = (None, mention.end, Some(mention.end));
            }
            return;
        };
        // Who is which side of a deal of no known type is confirmed, never taken for granted.
        let mut clear = clear && !(self.pack.generic && name);
        let mut root = format!("/parties/{}", party.role);
        if name {
            let carded = self.sides.card_of(mention).is_some();
            if told && !carded {
                self.exchange(draft, party, mention);
            }
            if let Some(other) = self.second(draft, &root, mention).filter(|_| !carded) {
                root = other;
            } else if let Some(other) = self.other_side(draft, party, mention).filter(|_| !told) {
                (root, clear) = (other, false);
            }
            // A person beside a company that is the side does not take its place.
            let kind_at = format!("{root}/kind");
            let said = draft.ledger.within(&kind_at).any(|(_, entry)| !entry.is_read()) && !draft.wrote(&kind_at);
            let company = said && draft.domain.pointer(&kind_at).and_then(Value::as_str) == Some("company");
            if matches!(mention.kind, M::Person { .. }) && company && !self.heard.intent.correction {
                self.loose.push(mention);
                return;
            }
            (self.holder, self.last_name) = (Some((root.clone(), clear)), mention.end);
            if matches!(mention.kind, M::Company { .. }) {
                self.company = Some(root.clone());
                self.personal.extend(signers::basis(draft, self.heard, &root, mention.end));
            }
            if let Some(kind) = kind {
                write(draft, self.heard, &root, kind, clear);
            }
        }
        if matches!(mention.kind, M::Passport { .. }) || is_number(&mention.kind) && told && self.holder.is_none() {
            // «Паспорт мой …, выдан …, родилась …»: what follows is of the same person.
            (self.holder, self.last_name) = (Some((root.clone(), clear)), mention.end);
        }
        if self.same_name(draft, &root, mention) {
            return;
        }
        write(draft, self.heard, &root, mention, clear);
    }

    /// «Счёт …, БИК …» in words that name nobody: of the speaker, while he has none; else it is asked whose they are.
    fn who_lacks(&self, draft: &Draft<'_>, mention: &Mention) -> Option<String> {
        let leaf = written::leaf(&mention.kind)?;
        let two = self.pack.parties.len() == 2;
        if !two || self.heard.intent.correction || self.heard.mentions.iter().any(|m| sides::is_name(&m.kind)) {
            return None;
        }
        let speaker = self.sides.speaker()?;
        let fits = side_words::kinds_of(&mention.kind).is_none_or(|kinds| side_words::may_be(speaker, kinds));
        let root = format!("/parties/{}", speaker.role);
        (fits && !draft.has(&format!("{root}/{leaf}"))).then_some(root)
    }

    /// «ООО: ИНН …, ОГРН …»: a kind with a colon heads the block of the only side of that kind.
    fn heads_block(&mut self, draft: &Draft<'_>, mention: &Mention) -> bool {
        let M::PartyKind { kind } = &mention.kind else { return false };
        let text = self.heard.turn.text.as_str();
        let colon =
            text.get(mention.end..).is_some_and(|rest| rest.trim_start_matches([' ', '—', '-']).starts_with(':'));
        let is_kind = |party: &&Party| {
            let standing = draft.domain.pointer(&format!("/parties/{}/kind", party.role));
            standing.and_then(Value::as_str) == Some(kind.as_str())
        };
        let mut fits = self.pack.parties.iter().filter(is_kind);
        let (Some(party), None, true) = (fits.next(), fits.next(), colon) else { return false };
        let root = format!("/parties/{}", party.role);
        self.company = Some(root.clone());
        (self.holder, self.last_name) = (Some((root, true)), mention.end);
        self.personal.push((mention.start, mention.end));
        true
    }
}
