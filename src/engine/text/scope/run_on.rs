//! Questions inside words that run on: «… гарантия год а если он пропадёт что я смогу сделать ещё балкон …».
//!
//! Without a mark a question is told by its grammar alone: a particle «ли», an interrogative behind «а», a case with an
//! interrogative that hangs on it, «кто» before a verb of answering.

use crate::engine::text::token::Token;

/// Words behind which an interrogative asks, mark or no mark.
const LEADS: &[&str] = &["а", "и", "ну", "скажите", "подскажите"];
/// Interrogatives that ask right behind them.
const STRONG: &[&str] = &["кто", "сколько", "почему", "зачем", "кому"];
/// Verbs of answering for something: «кто отвечает», «кто платит».
const ANSWERS: &[&str] = &[
    "отвечает",
    "ответит",
    "платит",
    "заплатит",
    "возмещает",
    "возместит",
    "оплачивает",
    "чинит",
    "ремонтирует",
    "несет",
    "виноват",
    "должен",
];
/// What follows the interrogative of a case: «если …, что мне делать».
const CASE: &[&str] =
    &["я", "мне", "мы", "нам", "делать", "будет", "тогда", "быть", "дальше", "смогу", "отвечает", "платит"];
/// What can stand before «ли».
const LI: &[&str] = &[
    "можно",
    "нужно",
    "нужен",
    "нужна",
    "нужны",
    "надо",
    "нада",
    "обязательно",
    "вправе",
    "смогу",
    "сможет",
    "может",
    "могу",
    "придется",
    "имеет",
    "имею",
    "должен",
    "правильно",
    "законно",
];
/// Relative words: «тот, кто отвечает».
const RELATIVE: &[&str] =
    &["тот", "та", "те", "того", "тому", "тем", "тех", "всем", "всех", "неважно", "независимо", ",", "знаю"];
/// What «чем» is asked with: «чем агентский отличается от поручения».
const DIFFERS: &[&str] = &["отлича", "лучше", "хуже", "груз", "рискую", "рискуем", "опас", "отвеча"];
/// What one asks about oneself behind «что»: «что в договор вставить, чтоб не ждать».
const WRITES: &[&str] =
    &["вставить", "вписать", "писать", "написать", "прописать", "указать", "поставить", "делать", "лучше", "выбрать"];
/// What is asked with «сколько» at the end of words.
const MUCH: &[&str] = &["положено", "надо", "нужно", "обычно", "дают", "берут", "ставят", "можно"];
/// Tokens from an interrogative to the word that makes it one, and from «это» to its «или».
const NEAR: usize = 4;
/// Tokens from an interrogative to what differs.
const FAR: usize = 6;
/// Tokens from «если» to its interrogative, and of a whole question.
const REACH: usize = 12;
/// See [`REACH`].
const LONGEST: usize = 18;

/// Tokens of a part that nobody divides by commas, and where such a part may be divided.
const UNDIVIDED: usize = 14;
/// See [`UNDIVIDED`].
const JOINTS: &[&str] = &["а", "но", "вот", "короче", "значит", "еще", "и"];

/// Where what a ban forbids begins, in words that run on: «… огрн 1225900973187 и вот еще машина только под цветы а за край
/// нельзя» forbids no number.
pub(super) fn back(list: &[Token], start: usize, k: usize) -> usize {
    if k - start <= UNDIVIDED {
        return start;
    }
    let near = k - UNDIVIDED;
    let joint = (near..k.saturating_sub(1)).rev().find(|at| JOINTS.contains(&list[*at].low.as_str()));
    joint.map_or(near, |at| at + 1)
}

/// Where a question without a mark begins among tokens, and where it ends.
pub(super) fn question(list: &[Token], from: usize, to: usize) -> Option<(usize, usize)> {
    let low = |k: usize| list.get(k).filter(|_| k < to).map_or("", |token| token.low.as_str());
    let before = |k: usize| k.checked_sub(1).filter(|before| *before >= from).map_or("", low);
    let lead = |k: usize| if LEADS.contains(&before(k)) { k - 1 } else { k };
    let start = (from..to).find_map(|k| {
        let word = low(k);
        let next = low(k + 1);
        let glued = list.get(k + 1).is_some_and(|token| token.is("-") && token.glued());
        if next == "ли" && LI.contains(&word) {
            return Some(lead(k));
        }
        let led = k > from && matches!(before(k), "а" | "ну" | "скажите" | "подскажите");
        if STRONG.contains(&word) && led && !glued {
            return Some(lead(k));
        }
        if word == "кто" && ANSWERS.contains(&next) && !RELATIVE.contains(&before(k)) {
            // «Если встанет, кто отвечает»: the case is asked about with it.
            let case = (k.saturating_sub(REACH).max(from)..k).rev().find(|at| low(*at) == "если");
            return Some(case.map_or(k, lead));
        }
        // Where the words begin, «чем» and «что» ask; inside them they join («больше, чем …», «сказал, что …»).
        let opens = k == from || (from..k).all(|at| LEADS.contains(&low(at)));
        // «А если он слетит с самозанятости»: a case without what follows from it.
        let bare = || {
            (from..to).all(|at| {
                !matches!(low(at), "," | "—" | "–" | "-" | ":" | "то")
                    && !low(at).starts_with(|c: char| c.is_ascii_digit())
            })
        };
        if word == "если" && k > from && opens && matches!(before(k), "а" | "ну") && to - from <= REACH && bare()
        {
            return Some(lead(k));
        }
        if word == "если" {
            let asks = |at: &usize| matches!(low(*at), "что" | "как" | "куда") && CASE.contains(&low(*at + 1));
            return (k + 2..to.min(k + REACH)).find(asks).map(|_| lead(k));
        }
        let begins = |at: usize, list: &[&str]| list.iter().any(|stem| low(at).starts_with(stem));
        if opens && word == "чем" && (k + 1..to.min(k + FAR)).any(|at| begins(at, DIFFERS))
            || opens && word == "что" && (k + 1..to.min(k + NEAR)).any(|at| WRITES.contains(&low(at)))
            || opens && word == "правда" && matches!(next, "что" | "ли")
            || word == "сколько" && MUCH.contains(&next) && k + 2 == to
        {
            return Some(lead(k));
        }
        // «Это трудовой договор или услуги», «обязан давать или нет», «или мне надо особый»: a choice that is put to another.
        let choice = word == "это" && (k + 2..to.min(k + 1 + NEAR)).any(|at| low(at) == "или")
            || word == "или" && (next == "нет" && k + 2 == to || matches!(next, "мне" | "нам") && k > from);
        if choice && !(from..to).any(|at| low(at).starts_with(|c: char| c.is_ascii_digit())) {
            return Some(from);
        }
        let at_all = matches!((word, next), ("вообще", "можно") | ("можно", "вообще"));
        at_all.then(|| (k.saturating_sub(4).max(from)..k).rev().find(|at| low(*at) == "а").unwrap_or(k))
    })?;
    Some((start, to.min(start + LONGEST)))
}

/// In order, joined where they overlap.
pub(super) fn merged(mut spans: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    spans.sort_unstable();
    let mut out: Vec<(usize, usize)> = Vec::new();
    for span in spans {
        match out.last_mut() {
            Some(last) if span.0 < last.1 => last.1 = last.1.max(span.1),
            _ => out.push(span),
        }
    }
    out
}

/// «Как сделать, чтобы …», «что делать», «как лучше оформить»: a question without its mark.
pub(super) fn how(list: &[Token], first: usize, to: usize) -> bool {
    let low = |k: usize| list.get(k).filter(|_| k < to).map_or("", |token| token.low.as_str());
    let infinitive =
        |word: &str| word.chars().count() > 3 && ["ть", "ти", "чь", "ться"].iter().any(|e| word.ends_with(e));
    let how = matches!(low(first), "как" | "что" | "куда");
    let between = matches!(low(first + 1), "мне" | "нам" | "лучше" | "правильно" | "тогда" | "теперь" | "не" | "бы");
    how && (infinitive(low(first + 1)) || between && (infinitive(low(first + 2)) || infinitive(low(first + 3))))
}
