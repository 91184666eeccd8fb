//! What of the list of readings an answer accepts: all of it, all but what it names, only what it names, or the rest.
//!
//! Only a plain yes accepts the whole list: words that say nothing but yes, or «всё верно». Anger is no yes, and beside a
//! correction or a complaint a yes reaches no further than what it names.

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::parts::sentences;
use crate::engine::text::stem::{is_stop, stem};
use crate::engine::text::{folded, intent, is_numeral};
use crate::model::pointer;
use crate::model::snapshot::AskedRecord;
use crate::workspaces::contract::intake::issues::label;
use crate::workspaces::contract::intake::provenance::Heard;
use counted::counted;
use serde::Deserialize;
use std::sync::LazyLock;

pub mod counted;
pub mod mended;
pub mod notary;
pub mod picked;

/// The words (`knowledge/dialogue/acceptance.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Marks {
    except: Vec<String>,
    /// Beginnings of words of an addition.
    adds: Vec<String>,
    /// Words that open another subject, and correct a value behind its name.
    next: Vec<String>,
    /// Words before them.
    ahead: Vec<String>,
    all: Vec<String>,
    right: Vec<String>,
    /// Words that say yes.
    yes: Vec<String>,
    /// Words beside them that say nothing else.
    soft: Vec<String>,
    /// Beginnings of words of a complaint.
    wrong: Vec<String>,
    /// The same in several words.
    wrongs: Vec<String>,
    /// Beginnings of words that send something away.
    away: Vec<String>,
    keep: Vec<String>,
    /// Beginnings of words for a notary, and of words that take a text as a draft for one.
    notary: Vec<String>,
    draft: Vec<String>,
    /// Of papers that are certified apart from the deal.
    papers: Vec<String>,
    rest: Vec<String>,
    first: Vec<String>,
    /// Behind «не»: the speaker is not sure.
    unsure: Vec<String>,
    /// Words that put an answer off, or make it depend on something.
    later: Vec<String>,
    /// Words that together say that it is so.
    so: Vec<String>,
    /// Words behind a yes that bound it to what follows.
    only: Vec<String>,
    /// Words that say that there is no such thing.
    none: Vec<String>,
    /// What two values are called beside their ordinals.
    values: Vec<String>,
    /// Words before a number that is a value and counts nothing.
    bounds: Vec<String>,
    counts: Vec<String>,
    both: Vec<String>,
    ordinals: Vec<String>,
    /// Why a fact is shown once more, with the value that changed.
    stale: String,
    /// Beginnings of the words for a line of the list.
    lines: Vec<String>,
}

static MARKS: LazyLock<Marks> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../../knowledge/dialogue/acceptance.toml")).unwrap_or_default()
});

/// Characters of an answer that are read.
const LONGEST: usize = 600;
/// Words behind «но» of which one says that something is added.
const ADDS: usize = 3;
/// Words of a yes that stands by itself before other sentences.
const BRIEF: usize = 4;

/// Whether the answer to the list accepts the reading at a place.
#[must_use]
pub fn accepts(pack: Option<&Pack>, heard: &Heard<'_>, record: &AskedRecord, at: &str) -> bool {
    if heard.turn.choice.is_some() {
        return heard.says_yes();
    }
    let text = heard.turn.text.chars().take(LONGEST).collect::<String>();
    let low = folded(&text);
    let cut = |(start, end): (usize, usize)| low.get(start..end).filter(|part| !words_of(part).is_empty());
    // Capitals tell where a sentence begins.
    let spans = sentences(if low.len() == text.len() { &text } else { &low });
    let said: Vec<&str> = spans.into_iter().filter_map(cut).collect();
    let Some(index) = record.targets.iter().position(|root| pointer::is_within(at, root)) else { return false };
    let list = List::of(pack, record);
    let pointed = |part: &[&str]| list.pointed(part);
    let meant = |part: &str| list.meant(part);
    // «Да. А остальное верно?»: who asks about the list has not taken it.
    let asks = |part: &&str| is_right(&words_of(part)) && intent::intent(part).question;
    // «…, платит съёмщик. Ладно.»: behind other words only «верно» is about the list.
    let takes = |(at, part): (usize, &&str)| {
        says_right(part) && (at == 0 || is_right(&words_of(part)) || just_so(&words_of(part)))
    };
    let yes = said.iter().enumerate().position(takes).filter(|_| !said.iter().any(asks));
    let Some(yes) = yes else { return false };
    let words = words_of(said[yes]);
    let others = || said.iter().enumerate().filter(|(at, _)| *at != yes).map(|(_, part)| *part);
    // «Остальное верно»: what the answer speaks of itself is not the rest; where nobody can tell what that is, nothing is.
    if words.iter().any(|word| begins(word, &MARKS.rest)) || said.iter().any(|part| is_rest_right(part)) {
        let spoken = said.iter().flat_map(|part| meant(part)).collect::<Vec<usize>>();
        return !spoken.contains(&index)
            && (!spoken.is_empty() || !others().any(|part| disputes(part) || sends_away(part)));
    }
    let except = |word: &str| MARKS.except.iter().any(|one| one == word);
    // «…, но есть ещё условие» adds something and leaves nothing out.
    let adds = |words: &[&str]| words.iter().take(ADDS).any(|word| begins(word, &MARKS.adds));
    let excepts = |words: &[&str]| (0..words.len()).find(|at| except(words[*at]) && !adds(&words[at + 1..]));
    if let Some(cut) = excepts(&words) {
        // «Верно только про цветы» accepts these alone; «всё верно, только цвет не тот» leaves them out.
        let all = words[..cut].iter().any(|word| MARKS.all.iter().any(|one| one == word));
        let alone = MARKS.only.iter().any(|one| one == words[cut]) && cut > 0 && is_right(&words[cut - 1..cut]) && !all;
        if alone {
            return pointed(&words[cut..]).contains(&index);
        }
        let left_out = pointed(&words[cut..]);
        // An exception that names nothing of the list: nobody can tell what was accepted.
        return !left_out.is_empty() && !left_out.contains(&index);
    }
    let behind = said.get(yes + 1).map(|part| words_of(part)).filter(|words| excepts(words) == Some(0));
    let left_out = behind.map(|words| pointed(&words)).unwrap_or_default();
    // «Внука записали правильно» says so of him alone; «всё верно» says it of all.
    let all = words.windows(2).any(|pair| MARKS.all.iter().any(|one| one == pair[0]) && is_right(&pair[1..]));
    let named = said.iter().filter(|part| says_right(part)).flat_map(|part| pointed(&right_part(part)));
    let named: Vec<usize> = if all { Vec::new() } else { named.collect() };
    if named.is_empty() {
        let spoken = others().filter(|part| disputes(part) || sends_away(part)).collect::<Vec<&str>>();
        let out = || spoken.iter().flat_map(|part| meant(part)).any(|out| out == index);
        let unnamed = || spoken.iter().any(|part| disputes(part) && meant(part).is_empty());
        return (all || opens_plainly(said[yes])) && !left_out.contains(&index) && !out() && !unnamed();
    }
    // «Платежа в девяносто тысяч нет; возврат указан верно»: what is denied beside it is not accepted.
    let none = |part: &&str| words_of(part).iter().any(|word| MARKS.none.iter().any(|one| one == word));
    let denied = others().filter(none).flat_map(meant).any(|out| out == index);
    named.contains(&index) && !left_out.contains(&index) && !denied
}

/// The lines of a list of this length that an order counts: «первое и третье уберите», «уберите оба», «это уберите».
#[must_use]
pub fn lines_counted(order: &str, len: usize) -> Vec<usize> {
    let low = folded(order);
    let words = words_of(&low);
    let all = words.iter().any(|word| MARKS.both.iter().any(|one| one == word));
    let alone = words.iter().all(|word| {
        is_soft(word) || begins(word, &MARKS.away) || begins(word, &MARKS.lines) || begins(word, &MARKS.none)
    });
    match (all, len) {
        (true, 2) => vec![0, 1],
        (false, 1) if alone => vec![0],
        _ => counted(&words, len),
    }
}

/// The list as it was shown: what every place is called and how it read.
struct List {
    items: Vec<Shown>,
}

/// One line of it.
struct Shown {
    /// Stems of what the fact is called, without the side.
    name: Vec<String>,
    /// Stems of the side it belongs to.
    side: Vec<String>,
    /// Stems and numbers of its value and of its words.
    value: Vec<String>,
    /// Its letters and digits in one row: a quotation is found in it whatever signs stand between.
    row: String,
}

impl List {
    fn of(pack: Option<&Pack>, record: &AskedRecord) -> Self {
        let text = record.question.question_text.as_str();
        let labels: Vec<String> =
            record.targets.iter().map(|root| pack.map(|pack| label(pack, root)).unwrap_or_default()).collect();
        let lines = counted::lines(text, &labels);
        let items = record.targets.iter().zip(labels.iter().zip(lines)).map(|(root, (label, line))| {
            let what = label.rsplit_once(": ").map_or(label.as_str(), |(_, what)| what);
            let role = root.strip_prefix("/parties/").and_then(|rest| rest.split('/').next());
            let party = role.zip(pack).and_then(|(role, pack)| pack.party(role));
            let side = party.into_iter().flat_map(|party| party.words.iter().chain([&party.title]));
            Shown {
                name: stems(what),
                side: side.flat_map(|word| stems(word)).collect(),
                value: stems(line),
                row: row(line),
            }
        });
        Self { items: items.collect() }
    }

    /// The places that a sentence points at: what it quotes of the list, before anything that its words may mean.
    fn meant(&self, part: &str) -> Vec<usize> {
        let quoted: Vec<String> = quotations(part).map(row).filter(|own| !own.is_empty()).collect();
        let holds = |n: &usize| quoted.iter().any(|own| self.items[*n].row.contains(own.as_str()));
        let named: Vec<usize> = (0..self.items.len()).filter(holds).collect();
        if named.is_empty() { self.pointed(&words_of(part)) } else { named }
    }

    /// The places that words point at: by number, by name, by a side, or by what only that line says.
    fn pointed(&self, part: &[&str]) -> Vec<usize> {
        let counted = counted(part, self.items.len());
        // The list itself asks «всё верно?»: words of a yes point at nothing.
        let said: Vec<String> = part
            .iter()
            .filter(|word| !is_yes(word) && !is_soft(word) && !is_numeral(word))
            .flat_map(|w| stems(w))
            .collect();
        let shares = |list: &[String]| said.iter().any(|stem| list.contains(stem));
        let mut named: Vec<usize> =
            (0..self.items.len()).filter(|n| counted.contains(n) || shares(&self.items[*n].name)).collect();
        let alone = |n: usize| {
            said.iter().any(|stem| {
                let holds = |item: &Shown| item.value.contains(stem);
                holds(&self.items[n]) && self.items.iter().filter(|item| holds(item)).count() == 1
            })
        };
        if named.is_empty() {
            named = (0..self.items.len()).filter(|n| alone(*n)).collect();
        }
        if named.is_empty() {
            named = (0..self.items.len()).filter(|n| shares(&self.items[*n].side)).collect();
        }
        named
    }
}

/// Why a fact is shown once more: it names a value that changed.
#[must_use]
pub fn stale(old: &str) -> String {
    MARKS.stale.replace("{old}", old)
}

/// Whether a note says that.
#[must_use]
pub fn is_stale(note: &str) -> bool {
    let head = MARKS.stale.split("{old}").next().unwrap_or_default();
    !head.is_empty() && note.starts_with(head)
}

/// What stands between quotation marks.
fn quotations(text: &str) -> impl Iterator<Item = &str> {
    let angled = text.split('«').skip(1).filter_map(|rest| rest.split_once('»').map(|(own, _)| own));
    let straight = text.split('"').skip(1).step_by(2).filter(move |_| text.matches('"').count() > 1);
    angled.chain(straight)
}

/// Letters and digits of a text, folded, in one row.
fn row(text: &str) -> String {
    folded(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Whether a sentence says that something is right, or says nothing but yes.
fn says_right(part: &str) -> bool {
    let words = words_of(part);
    !intent::intent(part).question && !complains(part) && !puts_off(&words) && (is_right(&words) || opens_plainly(part))
}

/// Of a sentence the piece that says «верно», with what it is said of: «47,3, не 43,7, внука правильно записали».
fn right_part(part: &str) -> Vec<&str> {
    let pieces = part.split([',', ';', '—', '–', ':', '.']).map(words_of).filter(|words| !words.is_empty());
    let pieces: Vec<Vec<&str>> = pieces.collect();
    let own: Vec<&str> = pieces.iter().filter(|words| is_right(words)).flatten().copied().collect();
    // «Имя и банк, верно»: the piece before speaks where this one says nothing else.
    if own.iter().all(|word| is_yes(word) || is_soft(word)) { words_of(part) } else { own }
}

/// Whether a sentence begins with a piece that says nothing but yes: «да», «да, верно», «всё так, спасибо».
fn opens_plainly(part: &str) -> bool {
    let first = part.split([',', ';', '—', '–', ':', '!', '.']).map(words_of).find(|words| !words.is_empty());
    first.is_some_and(|words| plain(&words)) && !intent::intent(part).deny && !complains(part)
}

/// Whether words say nothing but yes.
fn plain(words: &[&str]) -> bool {
    let denied =
        |at: usize| at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|before| *before == "не");
    words.iter().enumerate().any(|(at, word)| is_yes(word) && !denied(at))
        && words.iter().all(|word| is_yes(word) || is_soft(word))
}

/// Whether a whole message says nothing but yes.
#[must_use]
pub fn is_plain(text: &str) -> bool {
    let low = folded(&text.chars().take(LONGEST).collect::<String>());
    plain(&words_of(&low)) && !complains(&low)
}

fn is_yes(word: &str) -> bool {
    MARKS.yes.iter().chain(&MARKS.right).any(|one| one == word)
}

fn is_soft(word: &str) -> bool {
    MARKS.soft.iter().chain(&MARKS.all).any(|one| one == word)
}

fn begins(word: &str, list: &[String]) -> bool {
    list.iter().any(|stem| word.starts_with(stem.as_str()))
}

/// «Опять не то написали»: whether a sentence finds fault with what stands.
fn complains(part: &str) -> bool {
    let words = words_of(part);
    let padded = format!(" {} ", words.join(" "));
    words.iter().any(|word| begins(word, &MARKS.wrong))
        || MARKS.wrongs.iter().any(|phrase| padded.contains(&format!(" {phrase} ")))
}

/// Whether words that somebody quoted as a yes say that something is right, and nothing against it. A mere «да» answers the
/// question that is open, which the rules read themselves.
#[must_use]
pub fn affirms(quote: &str) -> bool {
    let low = folded(&quote.chars().take(LONGEST).collect::<String>());
    let words = words_of(&low);
    (is_right(&words) || just_so(&words)) && !intent::intent(&low).question && !complains(&low) && !puts_off(&words)
}

/// «Ага, всё верно, вот арендодатель …», «так и есть, …»: whether a message begins with words that take what was just
/// recorded. A mere «да» answers the question that is open.
#[must_use]
pub fn takes_what_stands(text: &str) -> bool {
    let low = folded(&text.chars().take(LONGEST).collect::<String>());
    let Some((start, end)) = sentences(&low).into_iter().find(|(a, b)| low[*a..*b].chars().any(char::is_alphanumeric))
    else {
        return false;
    };
    let first = low.get(start..end).unwrap_or_default();
    let mut pieces = first.split([',', ';', '—', '–', ':', '!', '.']).map(words_of).filter(|words| !words.is_empty());
    let mut piece = pieces.next().unwrap_or_default();
    // «Да, всё верно, …»
    if piece.len() == 1 && is_yes(piece[0]) && !is_right(&piece) {
        piece = pieces.next().unwrap_or_default();
    }
    let all = piece.windows(2).any(|pair| MARKS.all.iter().any(|one| one == pair[0]) && is_right(&pair[1..]));
    let opens = (all || just_so(&piece)) && piece.iter().all(|word| is_yes(word) || is_soft(word)) && !complains(first);
    // «…; прочее верно»: the rest of what was recorded.
    opens || low.split(['.', '\n', ';', '!']).any(is_rest_right)
}

/// «Остальное верно», «прочее прочитанное верно».
#[must_use]
pub fn is_rest_right(part: &str) -> bool {
    let words = words_of(part);
    let asks = part.contains('?') || words.contains(&"ли") || intent::intent(part).question;
    words.iter().any(|word| begins(word, &MARKS.rest))
        && is_right(&words)
        && !asks
        && !complains(part)
        && !puts_off(&words)
}

/// «Так и есть», «так всё и есть».
fn just_so(words: &[&str]) -> bool {
    let [first, .., last] = MARKS.so.as_slice() else { return false };
    let Some(at) = words.iter().position(|word| word == first) else { return false };
    let behind = words.iter().skip(at + 1).take_while(|word| is_soft(word) && *word != last).count();
    behind < 3 && words.get(at + 1 + behind).is_some_and(|word| word == last) && !words.contains(&"не")
}

/// Whether a sentence leaves something out of what it accepts: «всё верно, кроме цены».
#[must_use]
pub fn leaves_out(part: &str) -> bool {
    let low = folded(part);
    words_of(&low).iter().any(|word| MARKS.except.iter().any(|one| one == word))
}

/// Whether a sentence is not sure, or puts its yes off: «не факт, что всё верно», «посмотрю вечером».
fn puts_off(words: &[&str]) -> bool {
    let unsure = |pair: &[&str]| pair[0] == "не" && MARKS.unsure.iter().any(|one| one == pair[1]);
    words.windows(2).any(unsure) || words.iter().any(|word| MARKS.later.iter().any(|one| one == word))
}

/// Whether a sentence puts something right or finds fault: a yes beside it says nothing of what it speaks of.
fn disputes(part: &str) -> bool {
    let words = words_of(part);
    let number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    // «47,3, не 43,7»: a number is denied.
    let denied = words.windows(2).any(|pair| pair[0] == "не" && number(&pair[1]));
    // «Теперь про доступ» opens another subject.
    let opens = |at: usize| {
        let is = |list: &[String], word: &str| list.iter().any(|one| one == word);
        is(&MARKS.next, words[at]) && words[..at].iter().all(|word| is_soft(word) || is(&MARKS.ahead, word))
    };
    let behind = (0..words.len().min(BRIEF)).find(|at| opens(*at)).map(|at| words[at + 1..].join(" "));
    let act = intent::intent(behind.as_deref().unwrap_or(part));
    // «А можно остальное сразу, а не по три?» asks and puts nothing right.
    complains(part) || denied || (act.correction && !act.question && !is_right(&words))
}

/// «Ногу уберите»: what is sent away is not accepted.
fn sends_away(part: &str) -> bool {
    words_of(part).iter().any(|word| begins(word, &MARKS.away))
}

/// «Оставить так 0,5 %, это нормально»: whether a clause keeps what stands and says nothing else.
#[must_use]
pub fn leaves(clause: &str) -> bool {
    let low = folded(clause);
    let words = words_of(&low);
    words.iter().any(|word| begins(word, &MARKS.keep)) && !words.contains(&"не") && words.len() <= 2 * BRIEF
}

/// «Оставить. А регистрировать надо?»: whether the first sentence, or one that keeps what stands, says yes.
#[must_use]
pub fn agrees(heard: &Heard<'_>) -> bool {
    let low = folded(&heard.turn.text.chars().take(LONGEST).collect::<String>());
    let parts = sentences(&low).into_iter().filter_map(|(start, end)| low.get(start..end));
    parts.enumerate().any(|(at, part)| {
        let act = intent::intent(part);
        let keeps = || words_of(part).iter().any(|word| MARKS.keep.iter().any(|stem| word.starts_with(stem.as_str())));
        // «Так и оставьте» answers «… или оставить эту?»; «остальное оставьте» leaves other matters.
        let words = words_of(part);
        let rest = words.iter().any(|word| word.starts_with("остальн"));
        let leaves = at == 0 && words.len() <= LEAVES && !rest && keeps();
        !act.deny && !act.question && (leaves || act.affirm && (at == 0 || keeps()))
    })
}

/// Words of an answer that only leaves what was asked about as it is.
const LEAVES: usize = 4;

/// «Всё верно. Город Пермь.»: whether a message begins with a yes to what was shown and goes on with something else.
#[must_use]
pub fn opens_with_yes(text: &str) -> bool {
    let low = folded(&text.chars().take(LONGEST).collect::<String>());
    let parts: Vec<&str> = sentences(&low).into_iter().filter_map(|(start, end)| low.get(start..end)).collect();
    let first = parts.first().map(|part| words_of(part));
    let yes = first.is_some_and(|words| {
        words.len() <= BRIEF
            && is_right(&words)
            && intent::intent(&words.join(" ")).affirm
            && !complains(&words.join(" "))
    });
    yes && !parts.iter().skip(1).any(|part| disputes(part))
}

fn words_of(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

/// Whether words say that what was shown is right.
fn is_right(words: &[&str]) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        let denied = at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|before| *before == "не");
        !denied && MARKS.right.iter().any(|one| one == word)
    })
}

/// Whether a part of the message keeps a value that a rule doubts: «неустойку оставьте», «0,5 % подтверждаю».
#[must_use]
pub fn keeps(heard: &Heard<'_>, label: &str) -> bool {
    let low = folded(&heard.turn.text.chars().take(LONGEST).collect::<String>());
    sentences(&low).into_iter().map(|(start, end)| words_of(low.get(start..end).unwrap_or_default())).any(|words| {
        let kept = words.iter().enumerate().any(|(at, word)| {
            let denied = at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|before| *before == "не");
            !denied && MARKS.keep.iter().any(|stem| word.starts_with(stem.as_str()))
        });
        kept && names(&words, label)
    })
}

/// Stems of words that say something, and numbers.
fn stems(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).map(folded);
    let long = |stem: &String| stem.chars().count() > 2 && !is_stop(stem);
    // Of «имя» a stem keeps too little to be told from «им».
    let whole = |word: String| Some(stem(&word)).filter(|stem| stem.chars().count() > 2).unwrap_or(word);
    words.map(whole).filter(long).collect()
}

/// Whether words name a fact by its label: what it is, and of a side only where no other side is named.
fn names(part: &[&str], label: &str) -> bool {
    let said: Vec<String> = part.iter().map(|word| stem(word)).collect();
    let what = label.rsplit_once(": ").map_or(label, |(_, what)| what);
    stems(what).iter().any(|stem| said.contains(stem))
}

#[cfg(test)]
#[path = "acceptance_tests.rs"]
mod tests;
