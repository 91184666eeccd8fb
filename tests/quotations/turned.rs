//! Quotations that turn what an article says, made from its sentences: cut beside an operator, with the operator under
//! «…», with a word swapped, or true and told wrongly. Operators are found as letters, not by what is tested.

use super::corpora::{Article, bare, sentences};

/// What was done, the quotation, and the answer with it.
pub(crate) struct Turned {
    pub(crate) kind: &'static str,
    pub(crate) answer: String,
}

/// Words by which a language says these things.
struct Words {
    open: &'static str,
    close: &'static str,
    not: &'static str,
    verbs: &'static [&'static str],
    conditions: &'static [&'static str],
    heads: &'static [(&'static str, &'static str)],
    exceptions: &'static [&'static str],
    consents: &'static [&'static str],
    limits: &'static [&'static str],
    quantities: &'static [&'static str],
    swaps: &'static [(&'static str, &'static str)],
    provisos: &'static [&'static str],
    and: &'static str,
    parties: &'static [(&'static str, &'static str)],
    denial: (&'static str, &'static str),
}

const RU: Words = Words {
    open: "«",
    close: "»",
    not: " не ",
    verbs: &[
        "вправе",
        "может",
        "могут",
        "допускается",
        "допускаются",
        "обязан",
        "обязана",
        "обязаны",
        "подлежит",
        "подлежат",
        "является",
        "являются",
        "требуется",
        "применяется",
        "применяются",
        "считается",
        "распространяется",
        "распространяются",
        "влечет",
        "освобождает",
        "лишает",
        "имеет",
        "имеют",
        "должен",
        "должна",
        "должно",
        "должны",
        "отвечает",
        "отвечают",
        "несет",
        "возмещается",
        "прекращается",
    ],
    conditions: &[", если ", ", при условии"],
    heads: &[("Если ", ", то ")],
    exceptions: &[", за исключением ", ", кроме ", ", если иное ", ", если только "],
    consents: &[" с согласия ", " с письменного согласия ", " с разрешения "],
    limits: &[" только ", " лишь ", " исключительно "],
    quantities: &[
        " не более чем ",
        " не более ",
        " не менее чем ",
        " не менее ",
        " не позднее чем ",
        " не позднее ",
        " не ранее чем ",
        " не ранее ",
        " не свыше ",
        " свыше ",
    ],
    swaps: &[
        (" вправе ", " обязан "),
        (" обязан ", " вправе "),
        (" может ", " должен "),
        (" должен ", " может "),
        (" не ", " "),
    ],
    provisos: &["Однако ", "Это правило не ", "Указанное правило не ", "Данное правило не ", "Настоящее правило не "],
    and: ", а ",
    parties: &[
        ("Арендатор", "Арендодатель"),
        ("Арендодатель", "Арендатор"),
        ("Покупатель", "Продавец"),
        ("Продавец", "Покупатель"),
        ("Заемщик", "Займодавец"),
        ("Подрядчик", "Заказчик"),
        ("Заказчик", "Подрядчик"),
        ("Хранитель", "Поклажедатель"),
        ("Комиссионер", "Комитент"),
        ("Работодатель", "Работник"),
        ("Работник", "Работодатель"),
        ("Агент", "Принципал"),
        ("Страховщик", "Страхователь"),
        ("Истец", "Ответчик"),
        ("Ответчик", "Истец"),
        ("Должник", "Кредитор"),
    ],
    denial: ("Неверно, что ", ""),
};

const UK: Words = Words {
    open: "«",
    close: "»",
    not: " не ",
    verbs: &[
        "вправі",
        "може",
        "можуть",
        "допускається",
        "допускаються",
        "зобов'язаний",
        "зобов'язана",
        "зобов'язані",
        "підлягає",
        "підлягають",
        "є",
        "застосовується",
        "застосовуються",
        "вважається",
        "поширюється",
        "поширюються",
        "має",
        "мають",
        "повинен",
        "повинна",
        "повинні",
        "відповідає",
        "звільняє",
        "потребує",
        "перешкоджає",
    ],
    conditions: &[", якщо ", ", за умови"],
    heads: &[("Якщо ", ", то ")],
    exceptions: &[", за винятком ", ", крім ", ", якщо інше "],
    consents: &[" за згодою ", " за письмовою згодою ", " з дозволу "],
    limits: &[" тільки ", " лише ", " виключно "],
    quantities: &[
        " не більше ",
        " не більш як ",
        " не менше ",
        " не менш як ",
        " не пізніше ніж ",
        " не пізніше ",
        " не раніше ніж ",
        " не раніше ",
        " понад ",
    ],
    swaps: &[
        (" вправі ", " зобов'язаний "),
        (" може ", " повинен "),
        (" повинен ", " може "),
        (" має право ", " зобов'язаний "),
        (" не ", " "),
    ],
    provisos: &["Однак ", "Проте ", "Це правило не ", "Зазначене правило не "],
    and: ", а ",
    parties: &[
        ("Наймач", "Наймодавець"),
        ("Наймодавець", "Наймач"),
        ("Покупець", "Продавець"),
        ("Продавець", "Покупець"),
        ("Боржник", "Кредитор"),
        ("Кредитор", "Боржник"),
        ("Позичальник", "Позикодавець"),
        ("Підрядник", "Замовник"),
        ("Замовник", "Підрядник"),
        ("Позивач", "Відповідач"),
        ("Відповідач", "Позивач"),
        ("Комісіонер", "Комітент"),
        ("Зберігач", "Поклажодавець"),
        ("Страховик", "Страхувальник"),
    ],
    denial: ("Неправильно, що ", ""),
};

/// Sentences of these lengths, in words.
const WORDS: std::ops::Range<usize> = 6..60;

fn words(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count()
}

fn ended(text: &str) -> &str {
    text.trim_end_matches(['.', ';', ':', ',', ' '])
}

pub(crate) fn turned(lang: &str, article: &Article) -> Vec<Turned> {
    let text = article.text();
    let mut out: Vec<Turned> = Vec::new();
    let words_of = if lang == "uk" { &UK } else { &RU };
    let (open, close) = if lang == "ko" { ("“", "”") } else { (words_of.open, words_of.close) };
    let mut add = |kind: &'static str, quote: &str, before: &str, after: &str| {
        let parts: Vec<&str> = quote.split('…').map(str::trim).collect();
        // Standing twice, the quotation may be a true one of the other place.
        let alone = parts.iter().any(|part| words(part) > 2 && text.matches(part).count() == 1);
        let swapped = parts.iter().any(|part| !text.contains(part));
        if words(quote) >= 4 && quote.chars().count() > 8 && (alone || swapped) {
            out.push(Turned { kind, answer: format!("{before}{open}{quote}{close}{after} [1].") });
        }
    };
    for (index, paragraph) in article.paragraphs.iter().enumerate() {
        let next = article.paragraphs.get(index + 1);
        if lang == "ko" {
            korean(paragraph, &mut add);
        } else {
            slavic(words_of, paragraph, next.map(String::as_str), &mut add);
        }
    }
    out
}

type Add<'a> = dyn FnMut(&'static str, &str, &str, &str) + 'a;

fn slavic(by: &Words, paragraph: &str, next: Option<&str>, add: &mut Add<'_>) {
    let all = sentences(bare(paragraph));
    for (at, sentence) in all.iter().enumerate() {
        let whole = ended(sentence);
        if !WORDS.contains(&words(whole)) {
            continue;
        }
        for verb in by.verbs {
            let Some((head, rest)) = whole.split_once(&format!("{}{verb} ", by.not)) else { continue };
            add("negation beside", &format!("{verb} {rest}"), "", "");
            if words(head) > 0 {
                add("negation under …", &format!("{head} … {verb} {rest}"), "", "");
            }
            // Not beside a condition: «не отвечает, если …» may be told either way.
            if words(whole) < 25 && !whole.contains([':', ',']) && head.split(by.not).count() == 1 && !nobody(head) {
                add("told otherwise", whole, &format!("{head} {verb} {rest}: "), "");
            }
            break;
        }
        for mark in by.conditions {
            if let Some((head, _)) =
                whole.split_once(mark).filter(|(head, _)| states(by, head) && !head.contains([';', ':']))
            {
                add("condition behind", head, "", "");
            }
        }
        for (begin, then) in by.heads {
            if let Some((_, rest)) = whole.strip_prefix(begin).and_then(|rest| rest.split_once(then)) {
                add("condition before", rest, "", "");
            }
        }
        for mark in by.exceptions {
            if let Some((head, _)) =
                whole.split_once(mark).filter(|(head, _)| states(by, head) && !head.contains([';', ':']))
            {
                add("exception behind", head, "", "");
            }
        }
        for (kind, marks, one) in [
            ("consent under …", by.consents, true),
            ("limit under …", by.limits, false),
            ("quantity under …", by.quantities, false),
        ] {
            for mark in marks {
                let Some((head, rest)) = whole.split_once(mark) else { continue };
                let rest = if one { rest.split_once(' ').map_or("", |(_, rest)| rest) } else { rest };
                if words(rest) > 0 && words(head) > 0 && !head.ends_with(by.not.trim_end()) && !head.ends_with(':') {
                    add(kind, &format!("{head} … {rest}"), "", "");
                    break;
                }
            }
        }
        for (old, new) in by.swaps {
            if whole.contains(old) {
                add("a word swapped", &whole.replacen(old, new, 1), "", "");
            }
        }
        if let Some(number) = whole.split(' ').find(|word| word.len() < 4 && word.chars().all(|ch| ch.is_ascii_digit()))
        {
            let other = format!(" {} ", number.parse::<u32>().unwrap() + 3);
            // The number of an item is no quantity.
            if !whole.starts_with(number) {
                add("a number swapped", &whole.replacen(&format!(" {number} "), &other, 1), "", "");
            }
        }
        subjects(by, whole, add);
        if all.get(at + 1).is_some_and(|next| by.provisos.iter().any(|own| next.starts_with(own))) {
            add("proviso behind", whole, "", "");
        }
        if words(whole) < 30 && !whole.ends_with(':') {
            add("denied", whole, by.denial.0, by.denial.1);
        }
    }
    // The item of a list whose lead denies.
    let denies = by.verbs.iter().any(|verb| paragraph.contains(&format!("{}{verb}", by.not)));
    let plain = !paragraph.contains(',') && words(paragraph) < 20;
    if let Some(item) = next.filter(|_| paragraph.ends_with(':') && denies && plain && all.len() == 1) {
        add("an item without its lead", ended(bare(item)), "", "");
    }
}

/// «Никто не вправе» without its «не» is no sentence.
fn nobody(head: &str) -> bool {
    ["Никто", "Ніхто", "Никакие", "Жодн"].iter().any(|word| head.starts_with(word))
}

fn states(by: &Words, text: &str) -> bool {
    by.verbs.iter().any(|verb| text.split(' ').any(|word| word == *verb))
}

/// The predicate of one subject given to another.
fn subjects(by: &Words, whole: &str, add: &mut Add<'_>) {
    let verb_in = |text: &str| -> Option<usize> {
        by.verbs.iter().filter_map(|verb| text.find(&format!(" {verb} ")).map(|at| at + 1)).min()
    };
    if let Some((left, right)) = whole.split_once(by.and)
        && let (Some(a), Some(b)) = (verb_in(left), verb_in(right))
        && !left[..a].contains(by.not.trim())
        && !left.contains([':', '('])
    {
        add("subject under …", &format!("{} … {}", left[..a].trim(), &right[b..]), "", "");
    }
    for (one, other) in by.parties {
        let Some(rest) = whole.strip_prefix(one).and_then(|rest| rest.strip_prefix(' ')) else { continue };
        if by.verbs.iter().any(|verb| rest.starts_with(&format!("{verb} "))) && !rest.contains(':') {
            add("another subject", rest, &format!("{other} "), "");
        }
    }
}

const PAIRS: &[(&str, &str)] = &[
    ("임차인은 ", "임대인은"),
    ("임대인은 ", "임차인은"),
    ("매수인은 ", "매도인은"),
    ("매도인은 ", "매수인은"),
    ("채무자는 ", "채권자는"),
    ("채권자는 ", "채무자는"),
    ("사용자는 ", "근로자는"),
    ("근로자는 ", "사용자는"),
    ("수급인은 ", "도급인은"),
    ("도급인은 ", "수급인은"),
    ("원고는 ", "피고는"),
    ("피고는 ", "원고는"),
];

fn korean(paragraph: &str, add: &mut Add<'_>) {
    let all = sentences(bare(paragraph));
    let proviso = |text: &&&str| ["다만", "그러나", "단,"].iter().any(|own| text.starts_with(own));
    for (at, sentence) in all.iter().enumerate() {
        let whole = ended(sentence);
        if !WORDS.contains(&words(whole)) || whole.contains(':') || !whole.ends_with('다') {
            continue;
        }
        if all.get(at + 1).iter().any(proviso) {
            add("proviso behind", whole, "", "");
        }
        for mark in ["하지 아니한다", "하지 못한다", "할 수 없다", "없다", "아니하다"] {
            // Whole words only: half a word is no quotation.
            if let Some((head, _)) = whole.rsplit_once(' ').filter(|_| whole.ends_with(mark)) {
                add("negation beside", head, "", "");
                break;
            }
        }
        for mark in ["때에는 ", "경우에는 ", "경우 "] {
            // «이 경우» joins two sentences and is no condition.
            let Some((head, rest)) =
                whole.split_once(mark).filter(|(head, _)| !head.ends_with("이 ") && words(head) > 1)
            else {
                continue;
            };
            add("condition before", rest, "", "");
            let first = head.split(' ').next().unwrap_or_default();
            if first.ends_with(['은', '는']) {
                add("condition under …", &format!("{first} … {rest}"), "", "");
            }
        }
        let tokens: Vec<&str> = whole.split(' ').collect();
        for (index, word) in tokens.iter().enumerate().skip(1).take(tokens.len().saturating_sub(2)) {
            let gone = |from: usize| format!("{} … {}", tokens[..from].join(" "), tokens[index + 1..].join(" "));
            let number = tokens[index - 1].contains(|ch: char| ch.is_ascii_digit());
            if number && ["이상의", "이하의", "이내에", "미만의", "이상", "이하", "이내", "초과하는"].contains(word)
            {
                add("quantity under …", &gone(index), "", "");
            }
            if index > 1 && word.ends_with("제외하고") {
                add("exception under …", &gone(index - 1), "", "");
            }
            if word.chars().count() > 3 && ["에만", "만을", "만이", "만으로"].iter().any(|end| word.ends_with(end))
            {
                add("limit under …", &gone(index), "", "");
            }
            if *word == "자는" && ["한", "된", "하는"].iter().any(|end| tokens[index - 1].ends_with(end)) {
                add("which one beside", &tokens[index..].join(" "), "", "");
            }
        }
        for (old, new) in [
            ("할 수 있다", "하여야 한다"),
            ("하여야 한다", "할 수 있다"),
            ("하지 못한다", "한다"),
            ("하지 아니한다", "한다"),
        ] {
            if whole.ends_with(old) {
                let other = whole.replace(old, new);
                add("a word swapped", &other, "", "");
                if words(whole) < 25 && !whole.contains(',') && all.len() == 1 {
                    let told = if new == "한다" {
                        whole.replace(old, "할 수 있다")
                    } else {
                        whole.replace(old, "할 수 없다")
                    };
                    add("told otherwise", whole, &format!("{told}: "), "");
                }
                break;
            }
        }
        let number: String =
            whole.chars().skip_while(|ch| !ch.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
        if let Ok(value) = number.parse::<u32>() {
            add("a number swapped", &whole.replacen(&number, &(value % 1_000 + 3).to_string(), 1), "", "");
        }
        for (one, other) in PAIRS {
            if let Some(rest) = whole.strip_prefix(one) {
                add("another subject", rest, &format!("{other} "), "고 한다");
            }
        }
        if words(whole) < 30 {
            add("denied", whole, "", "라는 것은 사실이 아니다");
        }
    }
}
