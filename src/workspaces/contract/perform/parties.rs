//! Sides of the contract: names, kinds and requisites, each to the side that the words point at.

use crate::engine::knowledge::pack::{Pack, Party};
use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::parts::sentences;
use crate::engine::text::stem::{Word, contains_phrase, stem, words};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::perform::facts::{Doubt, Draft};
use serde_json::{Value, json};

/// Assigns everything that is about a side.
///
/// Returns the bytes of dates and addresses that belong to a person, not to the deal.
pub fn collect(pack: &Pack, heard: &Heard<'_>, draft: &mut Draft<'_>) -> Vec<(usize, usize)> {
    let said = words(&heard.turn.text);
    let stems = |list: &[String]| list.iter().map(|name| stem(name)).collect();
    let sides: Vec<Side<'_>> = pack
        .parties
        .iter()
        .map(|party| Side { party, words: stems(&party.words), first_person: stems(&party.first_person) })
        .collect();
    let mut last_company: Option<&Party> = None;
    let mut last_side: Option<&Party> = None;
    let mut personal = Vec::new();
    for mention in &heard.mentions {
        if let Some((leaf, value)) = of_person(&heard.turn.text, mention) {
            let span = (mention.start, mention.end);
            let side =
                last_side.or_else(|| side_of(pack, &sides, heard, draft, &said, mention).map(|(party, _)| party));
            if let Some(party) = side {
                draft.say(heard, &format!("/parties/{}/{leaf}", party.role), json!(value), span, heard.plain(span));
            }
            if side.is_some() || leaf != "address" {
                personal.push(span);
            }
            continue;
        }
        if !is_about_party(&mention.kind) {
            continue;
        }
        let found = side_of(pack, &sides, heard, draft, &said, mention);
        if let (MentionKind::Person { full, .. }, Some(post)) = (&mention.kind, post_of(&heard.turn.text, mention)) {
            // Who signs for a company is not its side; he belongs to the company that was named last.
            let side = last_company.or(found.map(|(party, _)| party));
            if let Some(party) = side {
                signatory(draft, heard, &party.role, full, &post, (mention.start, mention.end));
            }
            continue;
        }
        if let Some((party, clear)) = found {
            last_side = Some(party);
            if matches!(mention.kind, MentionKind::Company { .. }) {
                last_company = Some(party);
            }
            // Who is which side of a deal of no known type is confirmed, never taken for granted.
            let named = matches!(
                mention.kind,
                MentionKind::Person { .. } | MentionKind::Company { .. } | MentionKind::Entrepreneur { .. }
            );
            write(draft, heard, &party.role, mention, clear && !(pack.generic && named));
        }
    }
    personal
}

/// The words before a place, as far as they can matter: a long text is not read again at every mention.
fn tail(text: &str, end: usize) -> &str {
    const NEAR: usize = 400;
    let mut from = end.saturating_sub(NEAR);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    text.get(from..end).unwrap_or_default()
}

/// A date of birth, the day a passport was issued, an address where somebody lives or sits: the leaf and its value.
fn of_person<'m>(text: &str, mention: &'m Mention) -> Option<(&'static str, &'m str)> {
    let before = tail(text, mention.start);
    let part = before.rsplit([';', '\n', ',']).next().unwrap_or_default().to_lowercase();
    match &mention.kind {
        MentionKind::Date { iso, .. } => {
            let after: String =
                text.get(mention.end..)?.trim_start().chars().take(12).collect::<String>().to_lowercase();
            let born = ["г.р", "г. р", "г р", "года рожд", "р."].iter().any(|mark| after.starts_with(mark));
            if born || part.contains("рожд") || part.contains("родил") {
                return Some(("birth_date", iso.as_str()));
            }
            (part.contains("выдан") || part.contains("дата выдачи")).then_some(("passport_issued", iso.as_str()))
        }
        MentionKind::Address { text: address } => {
            let lives = [
                "адрес регистрации",
                "адрес прожив",
                "юридическ",
                "юр. адрес",
                "юр адрес",
                "зарегистрирован",
                "прописан",
                "проживает",
                "проживающ",
                "место нахожд",
                "местонахожд",
                "почтовый адрес",
            ];
            let labelled = part.trim_end_matches([':', ' ', '—', '–', '-']).ends_with("адрес");
            // «Адрес:» alone belongs to a side only inside its block of numbers.
            let block = labelled
                && before
                    .rsplit("\n\n")
                    .next()
                    .is_some_and(|block| ["ИНН", "ОГРН", "аспорт"].iter().any(|mark| block.contains(mark)));
            (block || lives.iter().any(|word| part.contains(word))).then_some(("address", address.as_str()))
        }
        _ => None,
    }
}

/// A side with the stems of the words that introduce it.
struct Side<'p> {
    party: &'p Party,
    words: Vec<String>,
    first_person: Vec<String>,
}

fn is_about_party(kind: &MentionKind) -> bool {
    use MentionKind as M;
    matches!(
        kind,
        M::Person { .. }
            | M::Company { .. }
            | M::Entrepreneur { .. }
            | M::PartyKind { .. }
            | M::Inn { .. }
            | M::Ogrn { .. }
            | M::Kpp { .. }
            | M::Bik { .. }
            | M::Account { .. }
            | M::Snils { .. }
            | M::Passport { .. }
            | M::Phone { .. }
            | M::Email { .. }
    )
}

/// The side: by a word before the mention, by the open question, by who speaks, by who is left.
fn side_of<'p>(
    pack: &'p Pack,
    sides: &[Side<'p>],
    heard: &Heard<'_>,
    draft: &Draft<'_>,
    said: &[Word],
    mention: &Mention,
) -> Option<(&'p Party, bool)> {
    let before = introduced(pack, said, mention);
    let text = &heard.turn.text;
    let by_word = before.map(|(end, party)| (party, labels(text, end, mention))).or_else(|| {
        // «Логотип у самозанятого»: the kind itself is a name of the side.
        let own = said.iter().filter(|word| mention.start <= word.start && word.end <= mention.end);
        let named = |word: &Word| sides.iter().find(|side| names(&side.words, word)).map(|side| side.party);
        own.filter(|_| matches!(mention.kind, MentionKind::PartyKind { .. })).find_map(named).map(|party| (party, true))
    });
    let asked = sides.iter().map(|side| side.party).find(|party| {
        let root = format!("/parties/{}", party.role);
        heard.question.is_some_and(|q| q.targets.iter().any(|t| crate::model::pointer::is_within(t, &root)))
    });
    if by_word.is_some() || asked.is_some() {
        return by_word.or(asked.map(|party| (party, true)));
    }
    let speaker = sides.iter().find(|side| said.iter().any(|word| names(&side.first_person, word)));
    // «Сдаю знакомому Петрову П. П.»: whom the speaker names is the other side.
    if let (Some(speaker), [_, _]) = (speaker, sides) {
        // «Продаю 30 % ООО»: a kind inside the words that name the type belongs to its object.
        let in_name = matches!(mention.kind, MentionKind::PartyKind { .. })
            && pack
                .names
                .iter()
                .filter_map(|name| contains_phrase(said, name))
                .any(|(start, end)| start <= mention.start && mention.end <= end);
        if in_name {
            return None;
        }
        let behind = said.iter().any(|word| word.end <= mention.start && names(&speaker.first_person, word));
        if behind {
            let other = sides.iter().map(|side| side.party).find(|party| party.role != speaker.party.role);
            return other.map(|party| (party, false));
        }
    }
    // The answer to a question about something else names no side by itself («в каком обществе доля?»).
    if heard.question.is_some_and(|q| q.keys.iter().any(|key| pack.term(key).is_some())) {
        return None;
    }
    let unnamed: Vec<&Party> =
        sides.iter().map(|side| side.party).filter(|p| !draft.has(&format!("/parties/{}/name", p.role))).collect();
    match unnamed.as_slice() {
        [only] if matches!(mention.kind, MentionKind::Company { .. } | MentionKind::Entrepreneur { .. }) => {
            Some((only, false))
        }
        _ => None,
    }
}

/// The side whose name stands last before the mention: «получающая сторона: ИП …».
fn introduced<'p>(pack: &'p Pack, said: &[Word], mention: &Mention) -> Option<(usize, &'p Party)> {
    let before: Vec<Word> = said.iter().filter(|word| word.end <= mention.start).cloned().collect();
    pack.parties
        .iter()
        .filter_map(|party| {
            let ends = party.words.iter().filter_map(|name| last_end(&before, name));
            ends.max().map(|end| (end, party))
        })
        .max_by_key(|(end, _)| *end)
}

/// Whether the word of a side labels the mention: in the same sentence, or, for numbers, in the same block.
fn labels(text: &str, end: usize, mention: &Mention) -> bool {
    use MentionKind as M;
    let between = text.get(end..mention.start).unwrap_or_default();
    let name =
        matches!(mention.kind, M::Person { .. } | M::Company { .. } | M::Entrepreneur { .. } | M::PartyKind { .. });
    let sentence = sentences(between).len() <= 1 && !between.contains(['?', '!']);
    let line = between.trim_start_matches([':', ' ', '—', '–', '-', '.']).starts_with('\n');
    !name || sentence || (line && between.trim().trim_matches([':', '.', '—', '-']).is_empty())
}

/// Posts by their stems, in the nominative.
const POSTS: &[(&str, &str)] = &[
    ("директор", "директор"),
    ("гендиректор", "генеральный директор"),
    ("руководител", "руководитель"),
    ("президент", "президент"),
    ("управляющ", "управляющий"),
    ("представител", "представитель"),
    ("председател", "председатель"),
];

/// The post of somebody who acts for a company: the words before his name, «в лице директора».
fn post_of(text: &str, mention: &Mention) -> Option<String> {
    let before = tail(text, mention.start);
    let part = before
        .rsplit([',', ';', '(', '\n', '»'])
        .next()
        .unwrap_or_default()
        .trim_end_matches([' ', ':', '—', '–', '-']);
    let own: Vec<&str> = part.split_whitespace().rev().take(5).collect();
    let low: Vec<String> = own.iter().map(|word| word.to_lowercase()).collect();
    let post = low.iter().enumerate().find_map(|(at, word)| {
        let known = POSTS.iter().find(|(stem, _)| word.starts_with(stem));
        known.map(|(_, name)| (at, *name))
    });
    match post {
        Some((at, name)) => {
            let kind = low.get(at + 1).and_then(|word| {
                let known =
                    [("генеральн", "генеральный"), ("исполнительн", "исполнительный"), ("коммерческ", "коммерческий")];
                known.iter().find(|(stem, _)| word.starts_with(stem)).map(|(_, kind)| *kind)
            });
            Some(kind.map_or_else(|| name.to_owned(), |kind| format!("{kind} {name}")))
        }
        None if low.windows(2).any(|pair| pair[1] == "в" && pair[0] == "лице") => Some(String::new()),
        None => None,
    }
}

/// Writes who signs for a side, and by what.
fn signatory(draft: &mut Draft<'_>, heard: &Heard<'_>, role: &str, full: &str, post: &str, span: (usize, usize)) {
    let at = |leaf: &str| format!("/parties/{role}/signer/{leaf}");
    draft.say(heard, &at("name"), json!(full), span, heard.plain(span));
    let rest = heard.turn.text.get(span.1..).unwrap_or_default();
    let end = rest.find(['.', ';', '\n']).unwrap_or(rest.len());
    if let Some(word) = words(&rest[..end]).into_iter().find(|word| stem("устав") == word.stem) {
        let by = (span.1 + word.start, span.1 + word.end);
        draft.say(heard, &at("basis"), json!("устав"), by, heard.plain(by));
    }
    if !post.is_empty() {
        draft.say(heard, &at("post"), json!(post), span, heard.plain(span));
    }
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

fn names(list: &[String], word: &Word) -> bool {
    list.contains(&word.stem)
}

/// Writes what a mention says about a side.
pub(super) fn write(draft: &mut Draft<'_>, heard: &Heard<'_>, role: &str, mention: &Mention, clear: bool) {
    let span = (mention.start, mention.end);
    let at = |leaf: &str| format!("/parties/{role}/{leaf}");
    let clear = clear && heard.plain(span);
    let mut say = |leaf: &str, value: Value| draft.say(heard, &at(leaf), value, span, clear);
    match &mention.kind {
        MentionKind::Person { full, .. } => say("name", json!(full)),
        MentionKind::Company { name, .. } => {
            say("name", json!(name));
            say("kind", json!("company"));
        }
        MentionKind::Entrepreneur { person } => {
            say("name", json!(person));
            say("kind", json!("entrepreneur"));
        }
        MentionKind::PartyKind { kind } => say("kind", json!(kind)),
        MentionKind::Inn { digits, valid: true } => say("inn", json!(digits)),
        MentionKind::Ogrn { digits, valid: true } => say("ogrn", json!(digits)),
        MentionKind::Snils { digits, valid: true } => say("snils", json!(digits)),
        MentionKind::Kpp { text } => say("kpp", json!(text)),
        MentionKind::Bik { digits } => say("bank/bik", json!(digits)),
        MentionKind::Account { digits } => say("bank/account", json!(digits)),
        MentionKind::Passport { series, number } => say("passport", json!({"series": series, "number": number})),
        MentionKind::Phone { text } => say("phone", json!(text)),
        MentionKind::Email { text } => say("email", json!(text)),
        MentionKind::Inn { .. } => doubt(draft, heard, &at("inn"), mention),
        MentionKind::Ogrn { .. } => doubt(draft, heard, &at("ogrn"), mention),
        MentionKind::Snils { .. } => doubt(draft, heard, &at("snils"), mention),
        _ => {}
    }
}

/// A number whose checksum fails is asked about, not stored.
fn doubt(draft: &mut Draft<'_>, heard: &Heard<'_>, at: &str, mention: &Mention) {
    let said = heard.turn.text.get(mention.start..mention.end).unwrap_or_default().to_owned();
    draft.doubts.push(Doubt::Requisite {
        at: at.to_owned(), said, why: "контрольное число не сходится".into()
    });
}
