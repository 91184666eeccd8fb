//! Money, shares, lengths of time, quantities, years and bare numbers: everything that starts with a numeral.

use crate::engine::text::mention::{Mention, MentionKind};
use crate::engine::text::numeral_words::MICRO;
use crate::engine::text::numerals::{Numeral, canonical, read};
use crate::engine::text::tails::{Tail, per_before, sign_before, tail, time_adjective};
use crate::engine::text::token::Token;
use crate::engine::text::units::{low, time_unit};

/// Numerals joined to one unit: «300+300+200 тыс.».
const CHAIN: usize = 12;

/// Everything measured in the tokens that nothing else covers, in order.
pub(crate) fn amounts(tokens: &[Token]) -> Vec<Mention> {
    let mut out = Vec::new();
    let mut i = 0;
    // The tail that «12 месяцев, а не 11» hands on.
    let mut handed: Option<(usize, Tail)> = None;
    while i < tokens.len() {
        if tokens[i].taken {
            i += 1;
            continue;
        }
        if let Some((mention, next)) = bare_time(tokens, i) {
            out.push(mention);
            i = next;
            continue;
        }
        let Some(first) = read(tokens, i).filter(|_| may_start(tokens, i)) else {
            i += 1;
            continue;
        };
        let chain = chain(tokens, first);
        let last = chain[chain.len() - 1];
        let found = tail(tokens, &last).or_else(|| priced(tokens, &last).map(|tail| (tail, last.next)));
        let inherited = handed.filter(|(at, _)| *at == i && found.is_none()).map(|(_, tail)| (tail, last.next));
        let next = found.or(inherited).map_or(last.next, |(_, next)| next);
        for numeral in &chain {
            let is_last = numeral.first == last.first;
            let end = if is_last { next } else { numeral.next };
            let tail = found.or(inherited).map(|(tail, _)| tail);
            let mut found = mention(tokens, numeral, &last, tail, end);
            // A sign between two sums belongs to the first: «5 ₽ 30».
            if let (Some(found), Some(before)) = (&mut found, out.last())
                && found.start < before.end
            {
                found.start = tokens[numeral.first].start;
            }
            out.extend(found);
        }
        handed = found.and_then(|(tail, _)| contrast(tokens, next).map(|at| (at, tail)));
        i = next.max(i + 1);
    }
    elliptical(tokens, &mut out);
    out
}

/// Whether a numeral may start here: not inside a code, a time or a decimal.
fn may_start(tokens: &[Token], i: usize) -> bool {
    let Some(before) = i.checked_sub(1).map(|k| &tokens[k]).filter(|_| tokens[i].glued()) else { return true };
    if before.is_word() || before.is_digits() {
        return false;
    }
    let digits_before = i >= 2 && before.glued() && (tokens[i - 2].is_digits() || tokens[i - 2].is_word());
    let joint = matches!(before.low.as_str(), "." | "," | ":" | "-" | "_" | "@" | "#");
    !(joint && digits_before)
}

/// Numerals that share the unit of the last one; at least the first.
fn chain(tokens: &[Token], first: Numeral) -> Vec<Numeral> {
    let mut list = vec![first];
    while list.len() < CHAIN {
        let last = list[list.len() - 1];
        if tail(tokens, &last).is_some() || last.factor > 1 && tokens.get(last.next).is_none_or(|t| !t.is("+")) {
            break;
        }
        let Some(at) = connector(tokens, last.next, list[0].first) else { break };
        let Some(next) = read(tokens, at).filter(|n| !n.ordinal) else { break };
        list.push(next);
    }
    // Without a unit at the end there is nothing to share.
    let last = list[list.len() - 1];
    let shared = list.len() > 1 && (tail(tokens, &last).is_some() || last.factor > 1) && in_proportion(&list);
    if !shared {
        list.truncate(1);
    }
    list
}

/// «до 5 — 30 000 руб.»: numbers this far apart do not share a unit.
fn in_proportion(list: &[Numeral]) -> bool {
    let last = list[list.len() - 1];
    list.iter().all(|n| {
        let value = inherit(n, &last);
        value > 0 && value <= last.micro * 100 && last.micro <= value * 100
    })
}

/// The value of an earlier numeral of a chain: «300+200 тыс.» means 300 000.
fn inherit(n: &Numeral, last: &Numeral) -> i128 {
    if n.factor == 1 && last.factor > 1 && n.micro < 1000 * MICRO { n.micro * last.factor } else { n.micro }
}

/// A word or mark between numerals that share a unit; the token after it.
fn connector(tokens: &[Token], j: usize, first: usize) -> Option<usize> {
    let before = first.checked_sub(1).map_or("", |k| tokens[k].low.as_str());
    let dash = |k: usize| matches!(low(tokens, k), "-" | "–" | "—" | "+" | "/" | "…");
    match low(tokens, j) {
        "," if low(tokens, j + 1) == "а" => Some(if low(tokens, j + 2) == "не" { j + 3 } else { j + 2 }),
        "," if low(tokens, j + 1) == "или" => Some(j + 2),
        "а" if low(tokens, j + 1) == "не" => Some(j + 2),
        "а" if before == "не" => Some(j + 1),
        "или" | "либо" => Some(j + 1),
        "до" if before == "от" => Some(j + 1),
        _ if dash(j) => Some(j + 1),
        _ => None,
    }
}

/// «, а не 11» after a measured numeral: where the other numeral starts.
fn contrast(tokens: &[Token], j: usize) -> Option<usize> {
    let at = if low(tokens, j) == "," { j + 1 } else { j };
    match (low(tokens, at), low(tokens, at + 1)) {
        ("а", "не") => Some(at + 2),
        ("вместо", _) => Some(at + 1),
        _ => None,
    }
}

/// A sum without a currency: thousands («300 тысяч под 12 %») or a word of price before it («за 1 150 000»).
fn priced(tokens: &[Token], n: &Numeral) -> Option<Tail> {
    let per = per_before(tokens, n.first).map(|(code, _)| code);
    let times = matches!(low(tokens, n.next), "x" | "х" | "×" | "*" | "%");
    if n.ordinal || times || counted(tokens, n.next) || n.micro < 100 * MICRO {
        return None;
    }
    let price = n.factor > 1 || per.is_some() || price_before(tokens, n);
    price.then_some(Tail::Money { currency: "RUB", per, kopecks: 0 })
}

/// Whether a word in the genitive plural follows: «2 тысячи экземпляров», «300 человек».
fn counted(tokens: &[Token], j: usize) -> bool {
    let Some(token) = tokens.get(j).filter(|t| t.is_word() && !t.taken && !t.line && !t.upper) else { return false };
    let word = token.low.as_str();
    let listed = matches!(
        word,
        "человек" | "раз" | "слов" | "страниц" | "комнат" | "квартир" | "мест" | "машин" | "знаков"
    );
    let adverb = matches!(word, "вперед" | "часов" | "скорей" | "сразу" | "сверху" | "ей");
    let ending = ["ов", "ев", "ей", "ий"].iter().any(|ending| word.ends_with(ending));
    listed || (ending && word.chars().count() > 4 && !adverb)
}

/// Whether a word of price stands within three words before the numeral.
fn price_before(tokens: &[Token], n: &Numeral) -> bool {
    const STEMS: &[&str] = &[
        "цен",
        "стоим",
        "стоит",
        "плат",
        "залог",
        "депозит",
        "сумм",
        "оклад",
        "зарплат",
        "гонорар",
        "вознагражд",
        "аванс",
        "предоплат",
        "штраф",
        "неустойк",
        "оплат",
        "долг",
        "займ",
        "заем",
        "кредит",
        "аренд",
        "бюджет",
        "премия",
        "взнос",
        "остальн",
        "остат",
    ];
    // Whoever pays or lends is no price: «ОГРН арендатора 1247700000009».
    const PEOPLE: &[&str] = &["арендат", "арендод", "плательщ", "залогод", "займод", "заемщ", "кредитор"];
    let year_like = n.plain && (1950..=2100).contains(&(n.micro / MICRO));
    // A run of ten digits and more without a currency is a number of something, not a sum.
    if n.micro >= 1_000_000_000 * MICRO {
        return false;
    }
    let mut at = n.first;
    for back in 1..=3 {
        let Some(k) = at.checked_sub(1).filter(|_| !tokens[at].line) else { return false };
        let word = &tokens[k];
        if word.taken || word.is_digits() || matches!(word.low.as_str(), "." | ";" | "?" | "!" | "№" | "дом" | "кв")
        {
            return false;
        }
        if back == 1 && matches!(word.low.as_str(), "за" | "по") && !year_like {
            return true;
        }
        let begins = |list: &[&str]| list.iter().any(|stem| word.low.starts_with(stem));
        if begins(STEMS) && !begins(PEOPLE) {
            return true;
        }
        at = k;
    }
    false
}

/// Stems of what lasts.
const LASTS: &[&str] = &["гаранти", "поддержк", "отсрочк", "срок", "аренд", "рассрочк"];

/// «120 тысяч за работу, 40 аванс», «200 тысяч, по 25 в месяц»: a bare number beside a word of money, behind a sum in
/// thousands, leaves the thousands out. An interpretation: whoever uses it shows it once more.
fn elliptical(tokens: &[Token], found: &mut [Mention]) {
    const MONEY: &[&str] = &["аванс", "задат", "предоплат", "залог", "депозит", "остал", "остат", "долг"];
    let at = |byte: usize| tokens.partition_point(|token| token.start < byte);
    let says = |token: Option<&Token>| {
        token.is_some_and(|token| !token.taken && MONEY.iter().any(|stem| token.low.starts_with(stem)))
    };
    let mut thousands: Option<(usize, i64, String)> = None;
    for mention in found.iter_mut() {
        match &mention.kind {
            MentionKind::Money { minor, currency, .. } => {
                let (first, past) = (at(mention.start), at(mention.end));
                let own = tokens.get(first..past).unwrap_or_default();
                // «Пробег 41 тыс.» counts kilometres.
                let run = first.checked_sub(1).and_then(|k| tokens.get(k)).is_some_and(|t| t.low.starts_with("пробег"));
                let priced = own.iter().any(|t| t.low.starts_with("руб") || matches!(t.low.as_str(), "₽" | "р"));
                if run && !priced && minor % 100 == 0 {
                    mention.kind = MentionKind::Quantity { value: (minor / 100).to_string(), unit: "km".to_owned() };
                    continue;
                }
                let named = own
                    .iter()
                    .any(|t| t.low.starts_with("тыс") || matches!(t.low.as_str(), "тыщ" | "тыщи" | "к" | "k" | "т"));
                thousands = named.then(|| (mention.end, *minor, currency.clone())).or(thousands);
            }
            MentionKind::Number { value } => {
                let Some((end, minor, currency)) = &thousands else { continue };
                let Some(number) = value.parse::<i64>().ok().filter(|n| (1..1000).contains(n)) else { continue };
                let (first, past) = (at(mention.start), at(mention.end));
                let before = first.checked_sub(1).and_then(|k| tokens.get(k));
                let monthly = before.is_some_and(|t| t.low == "по")
                    && tokens.get(past).is_some_and(|t| t.low == "в")
                    && tokens.get(past + 1).is_some_and(|t| t.low == "месяц");
                let near = mention.start.saturating_sub(*end) < ELLIPSIS && number * 100_000 < *minor;
                if near && (says(before) || says(tokens.get(past)) || monthly) {
                    let per = monthly.then(|| "month".to_owned());
                    mention.kind = MentionKind::Money { minor: number * 100_000, currency: currency.clone(), per };
                    if monthly {
                        mention.end = tokens[past + 1].end;
                    }
                }
            }
            _ => {}
        }
    }
}

/// Beginnings of words for telling somebody in advance.
const WARNS: [&str; 2] = ["предупредит", "предупрежда"];
/// Beginnings of words that say what a time beside them is for.
const PAYS: [&str; 3] = ["плат", "оплат", "отпуск"];
/// Bytes within which a sum lends its thousands.
const ELLIPSIS: usize = 160;

/// «полгода», «на год», «в течение месяца», «шестимесячный»: time without a numeral.
fn bare_time(tokens: &[Token], i: usize) -> Option<(Mention, usize)> {
    let token = &tokens[i];
    let found = |count: u32, unit: &str| {
        let kind = MentionKind::Duration { count, unit: unit.to_owned() };
        Some((Mention { start: token.start, end: token.end, kind }, i + 1))
    };
    match token.low.as_str() {
        "полгода" | "полугода" | "полугодие" | "полугодия" | "полугодовой" =>
        {
            return found(6, "month");
        }
        "полмесяца" => return found(15, "day"),
        _ => {}
    }
    const COUNTS: &[(&str, u32)] = &[
        ("двух", 2),
        ("трех", 3),
        ("четырех", 4),
        ("пяти", 5),
        ("шести", 6),
        ("семи", 7),
        ("восьми", 8),
        ("девяти", 9),
        ("десяти", 10),
    ];
    if let Some((unit, count)) = COUNTS
        .iter()
        .find_map(|(prefix, count)| token.low.strip_prefix(prefix).and_then(time_adjective).map(|unit| (unit, *count)))
    {
        return found(count, unit);
    }
    let before = |k: usize| i.checked_sub(k).map_or("", |at| tokens[at].low.as_str());
    // «По курсу на день поставки»: the day of something is no length of time.
    let of_something = || {
        let next = tokens.get(i + 1).filter(|next| !next.line).map_or("", |next| next.low.as_str());
        let noun = next.chars().count() > 4 && next.chars().all(char::is_alphabetic);
        token.low == "день" && noun && ["и", "ы", "я", "а"].iter().any(|ending| next.ends_with(ending))
    };
    // «Предупредить о выезде за месяц»: how long before.
    let warns = || {
        let near = tokens[i.saturating_sub(5)..i].iter().rev();
        let own = || near.clone().take_while(|t| !matches!(t.low.as_str(), "," | "." | ";" | ":" | "?" | "!"));
        own().any(|t| WARNS.iter().any(|stem| t.low.starts_with(stem)))
            && !own().any(|t| PAYS.iter().any(|stem| t.low.starts_with(stem)))
    };
    let leads = match before(1) {
        "за" if warns() => matches!(token.low.as_str(), "месяц" | "неделю" | "сутки" | "день" | "квартал"),
        "на" | "сроком" | "через" | "срок" => {
            !of_something()
                && matches!(
                    token.low.as_str(),
                    "год"
                        | "годик"
                        | "месяц"
                        | "неделю"
                        | "недельку"
                        | "квартал"
                        | "сутки"
                        | "день"
                        | "полугодие"
                )
        }
        // «Гарантия год», «поддержка месяц»: the thing and how long it lasts.
        word if LASTS.iter().any(|stem| word.starts_with(stem)) => {
            matches!(token.low.as_str(), "год" | "месяц" | "неделя" | "неделю" | "квартал" | "полгода")
        }
        "течение" => matches!(token.low.as_str(), "года" | "месяца" | "недели" | "квартала" | "суток" | "дня"),
        _ => false,
    };
    let (unit, times) = time_unit(&token.low).filter(|_| leads && !token.line)?;
    found(u32::try_from(times).ok()?, unit)
}

/// A numeral with its tail as a mention; `None` when it says nothing.
fn mention(tokens: &[Token], n: &Numeral, last: &Numeral, tail: Option<Tail>, end: usize) -> Option<Mention> {
    let value = inherit(n, last);
    let money = matches!(tail, Some(Tail::Money { .. }));
    let start = sign_before(tokens, n.first).filter(|_| money).map_or(n.first, |(_, at)| at);
    let kind = match tail {
        Some(Tail::Money { currency, per, kopecks }) => {
            let micro = value + if n.first == last.first { kopecks } else { 0 };
            let minor = i64::try_from((micro + 5000) / 10_000).ok()?;
            MentionKind::Money { minor, currency: currency.to_owned(), per: per.map(str::to_owned) }
        }
        Some(Tail::Percent { per }) => MentionKind::Percent { value: canonical(value), per: per.map(str::to_owned) },
        Some(Tail::Duration { unit, times }) => return duration(tokens, n, value, unit, times, end),
        Some(Tail::Quantity { unit, factor }) => {
            MentionKind::Quantity { value: canonical(value * factor / 1000), unit: unit.to_owned() }
        }
        Some(Tail::Year) => MentionKind::Year { year: i32::try_from(value / MICRO).ok()? },
        None => {
            let one = value == MICRO && tokens[n.first].is_word();
            let glued = tokens.get(end).is_some_and(|t| t.glued() && (t.is_word() || t.is(":")));
            if n.ordinal || one || glued {
                return None;
            }
            MentionKind::Number { value: canonical(value) }
        }
    };
    Some(Mention { start: tokens[start].start, end: tokens[end - 1].end, kind })
}

/// A length of time in whole units: «полтора года» is 18 months.
fn duration(tokens: &[Token], n: &Numeral, micro: i128, unit: &str, times: i128, end: usize) -> Option<Mention> {
    let total = micro * times;
    let (total, unit) = if total % MICRO == 0 {
        (total, unit)
    } else {
        match unit {
            "year" => (total * 12, "month"),
            "week" => (total * 7, "day"),
            _ => (total, unit),
        }
    };
    let (start, end) = (tokens[n.first].start, tokens[end - 1].end);
    if total % MICRO != 0 || n.ordinal {
        return (!n.ordinal).then(|| Mention {
            start,
            end: tokens[n.next - 1].end,
            kind: MentionKind::Number { value: canonical(micro) },
        });
    }
    let count = u32::try_from(total / MICRO).ok()?;
    Some(Mention { start, end, kind: MentionKind::Duration { count, unit: unit.to_owned() } })
}
