//! Cuts over real statutes: what drops an operator is refused, what ends at a clause passes. Counts are printed.

use crate::engine::citation::compared::cut;
use crate::engine::citation::grammar::Class;
use crate::engine::citation::structure::{Kind, Text};
use crate::skip;
use std::fs;
use std::path::PathBuf;

/// The texts of a corpus, or nothing with a visible line.
fn corpus(name: &str) -> Vec<String> {
    let Some(folder) = skip::shared(&format!("corpora/{name}")) else { return Vec::new() };
    let list = fs::read_dir(&folder).expect("a folder");
    let mut files: Vec<PathBuf> = list.flatten().map(|entry| entry.path()).collect();
    files.sort();
    let mut out: Vec<String> = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap_or_default();
        match file.extension().and_then(|ext| ext.to_str()) {
            Some("json") => {
                let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
                let list = value["articles"].as_array().or(value["provisions"].as_array());
                for item in list.into_iter().flatten() {
                    let text = item["text"].as_str().or(item["content"].as_str()).unwrap_or_default();
                    out.push(lines(text));
                }
            }
            Some("md") if !file.ends_with("SOURCE.md") => {
                let body = text.split("\n### ").skip(1);
                out.extend(body.filter_map(|part| part.split_once('\n').map(|(_, text)| lines(text))));
            }
            _ => {}
        }
    }
    // Every so many articles, so that a slow build of the tests looks at all parts of the act too.
    let step = (out.len() / ARTICLES).max(1);
    out.into_iter().step_by(step).filter(|text| text.len() < 12_000).collect()
}

/// Wrapped lines joined, items kept on lines of their own.
fn lines(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let item = line.starts_with(|ch: char| ch.is_ascii_digit() || ('①'..='⑳').contains(&ch));
        let ended = out.ends_with(['.', ';', ':']);
        if !out.is_empty() {
            out.push(if item || ended { '\n' } else { ' ' });
        }
        out.push_str(line);
    }
    out
}

/// Articles of a corpus that are looked at, about.
const ARTICLES: usize = 350;
const CORPORA: &[&str] = &["ru-civil-code", "ua-codes", "kr-statutes"];

fn slice(text: &str, read: &Text, from: usize, to: usize) -> String {
    text[read.tokens[from].range.start..read.tokens[to - 1].range.end].to_owned()
}

/// From every sentence with an operator: the words behind its negation, the clause without its condition or exception,
/// the sentence with the operator under «…». The operators are found as letters, not by the code that is tested.
#[test]
fn what_drops_an_operator_is_refused() {
    for name in CORPORA {
        let (mut all, mut passed) = (0, Vec::new());
        for text in corpus(name) {
            let read = Text::read(&text, 0);
            for sentence in &read.sentences {
                let range = sentence.range.clone();
                if range.len() < 8 || range.len() > 120 {
                    continue;
                }
                let whole = slice(&text, &read, range.start, range.end);
                let mut try_one = |quote: &str| {
                    if quote.split_whitespace().count() < 4 || text.matches(quote).count() > 1 {
                        return;
                    }
                    all += 1;
                    if cut(&text, quote).is_none() {
                        passed.push(format!("{quote}\n      of: {whole}"));
                    }
                };
                // Behind the first negation: «не | вправе …».
                for marker in
                    [" не вправе ", " не допускается ", " не допускаются ", " не может ", " не можуть ", " не може "]
                {
                    if let Some((_, rest)) = whole.split_once(marker) {
                        let verb = marker.trim().trim_start_matches("не ");
                        let end = rest.find(['.', ';', ',']).unwrap_or(rest.len());
                        try_one(&format!("{verb} {}", &rest[..end]));
                    }
                }
                // Without its condition or exception at the end.
                for marker in [", если ", ", за исключением ", ", кроме ", ", якщо ", ", крім ", ", за винятком "]
                {
                    if let Some((head, _)) = whole.split_once(marker)
                        && !head.contains([';', ':'])
                    {
                        try_one(head);
                    }
                }
                // Korean: without the negated predicate at the end.
                for marker in ["하지 아니한다", "하지 못한다", "할 수 없다", "없다", "아니하다"] {
                    // Whole words only: half a word is another word to the check, and no quotation.
                    let bare = whole.trim_end_matches('.');
                    if bare.ends_with(marker)
                        && let Some((head, _)) = bare.rsplit_once(' ')
                    {
                        try_one(head);
                    }
                }
                for marker in ["때에는 ", "경우에는 "] {
                    if let Some((_, rest)) = whole.split_once(marker) {
                        try_one(rest.trim_end_matches('.'));
                    }
                }
            }
        }
        println!("{name}: {} of {all} cuts refused", all - passed.len());
        for one in passed.iter().take(12) {
            println!("   passed: {one}");
        }
        assert!(passed.len() * 100 <= all, "{name}: {} of {all} cuts passed", passed.len());
    }
}

/// Whole sentences, and coordinate clauses that stand for themselves.
#[test]
fn what_ends_at_a_clause_passes() {
    for name in CORPORA {
        let (mut all, mut refused) = (0, Vec::new());
        for text in corpus(name) {
            let read = Text::read(&text, 0);
            for (at, sentence) in read.sentences.iter().enumerate() {
                let range = sentence.range.clone();
                if range.len() < 8 || range.len() > 120 || sentence.limits {
                    continue;
                }
                let mut try_one = |quote: String| {
                    if quote.split_whitespace().count() < 4 {
                        return;
                    }
                    all += 1;
                    if let Some(lost) = cut(&text, &quote) {
                        refused.push(format!("{lost}: {quote}"));
                    }
                };
                // A sentence that the next one limits is one thought with it.
                if !read.sentences.get(at + 1).is_some_and(|next| next.limits) {
                    let whole = slice(&text, &read, range.start, range.end);
                    try_one(whole.trim_end_matches(['.', ';']).to_owned());
                }
                // Coordinate clauses without conditions around them.
                let plain = sentence
                    .segments
                    .iter()
                    .all(|segment| matches!(segment.kind, Kind::Main | Kind::Beside { own: true }) && !segment.lead);
                let firm = sentence.segments.iter().filter(|segment| {
                    read.within(&segment.range).all(|mark| {
                        !matches!(mark.class, Class::Limit | Class::Most | Class::Least | Class::Circumstance)
                    })
                });
                let parts: Vec<_> = firm.collect();
                if plain && parts.len() == sentence.segments.len() && parts.len() > 1 && name != &"kr-statutes" {
                    for part in parts {
                        try_one(slice(&text, &read, part.range.start, part.range.end));
                    }
                }
            }
        }
        // Paragraphs and items as their lines have them, whatever the reading of sentences makes of them.
        for text in corpus(name) {
            let lines: Vec<&str> = text.lines().collect();
            for (at, line) in lines.iter().enumerate() {
                let proviso =
                    |line: &&&str| ["다만", "그러나", "Однако", "Проте"].iter().any(|word| line.contains(word));
                let whole = line.ends_with('.') && line.split_whitespace().count() > 4 && line.len() < 2_000;
                if !whole || lines.get(at + 1).iter().any(proviso) || at > 0 && !lines[at - 1].ends_with('.') {
                    continue;
                }
                all += 1;
                if let Some(lost) = cut(&text, line) {
                    refused.push(format!("{lost}: {line}"));
                }
            }
        }
        println!("{name}: {} of {all} true quotations pass", all - refused.len());
        for one in refused.iter().take(12) {
            println!("   refused: {one}");
        }
        assert!(refused.len() * 100 <= all * 2, "{name}: {} of {all} refused", refused.len());
    }
}

/// Cuts of every kind by grammar, in four languages.
#[test]
fn every_kind_of_cut() {
    for (text, quote, lost) in [
        (
            "Не допускаются осуществление гражданских прав исключительно с намерением причинить вред другому лицу.",
            "Допускаются осуществление гражданских прав исключительно с намерением причинить вред",
            Some("negation"),
        ),
        (
            "Не допускаются осуществление гражданских прав исключительно с намерением причинить вред другому лицу.",
            "Не допускаются осуществление гражданских прав исключительно с намерением причинить вред другому лицу",
            None,
        ),
        (
            "Арендатор вправе с согласия арендодателя сдавать имущество в субаренду.",
            "Арендатор вправе … сдавать имущество в субаренду",
            Some("condition"),
        ),
        (
            "Арендатор вправе с согласия арендодателя сдавать имущество в субаренду.",
            "Арендатор вправе с согласия арендодателя сдавать имущество",
            None,
        ),
        ("Срок договора не может превышать не более трёх лет.", "трёх лет срок договора", None),
        (
            "Договор хранения заключается на срок не более пяти лет.",
            "Договор хранения заключается на срок",
            Some("quantity"),
        ),
        ("Договор может быть расторгнут только сторонами вместе.", "Договор может быть расторгнут", Some("quantity")),
        (
            "Кредитор вправе требовать уплаты неустойки в полном размере.",
            "требовать уплаты неустойки в полном размере",
            Some("modality"),
        ),
        (
            "Продавец обязан передать товар, а покупатель обязан его оплатить, если иное не установлено договором.",
            "Продавец обязан передать товар",
            None,
        ),
        (
            "Продавец обязан передать товар и документы, если иное не установлено договором.",
            "Продавец обязан передать товар и документы",
            Some("exception"),
        ),
        (
            "Арендодатель обязан производить капитальный ремонт, а арендатор обязан производить текущий ремонт.",
            "Арендодатель обязан … производить текущий ремонт",
            Some("subject"),
        ),
        (
            "Не подлежат сдаче в аренду:\n1) памятники истории и культуры;\n2) земли общего пользования.",
            "памятники истории и культуры",
            Some("negation"),
        ),
        (
            "Орендар не вправі передавати річ третім особам без згоди орендодавця.",
            "передавати річ третім особам без згоди орендодавця",
            Some("negation"),
        ),
        (
            "Договір є дійсним, крім випадків, передбачених законом.",
            "Договір є дійсним … передбачених законом",
            Some("exception"),
        ),
        (
            "임차인은 임대인의 동의없이 임차물을 전대하지 못한다.",
            "임차인은 임대인의 동의없이 임차물을 전대하지",
            Some("negation"),
        ),
        (
            "임대인은 계약을 해지할 수 있다. 다만, 임차인이 차임을 지급한 때에는 그러하지 아니하다.",
            "임대인은 계약을 해지할 수 있다",
            None,
        ),
        (
            "The tenant shall not sublet the premises unless the landlord agrees in writing.",
            "The tenant shall not sublet the premises",
            Some("exception"),
        ),
        (
            "The tenant shall not sublet the premises unless the landlord agrees in writing.",
            "sublet the premises unless the landlord agrees in writing",
            Some("negation"),
        ),
        (
            "Neither party may assign this agreement without consent.",
            "party may assign this agreement",
            Some("negation"),
        ),
    ] {
        // Three words name a term.
        if quote.split_whitespace().count() <= 3 {
            continue;
        }
        let found = cut(text, quote);
        let limited = text.contains("다만");
        assert_eq!(found, if limited { Some("exception") } else { lost }, "{quote}\n   of: {text}");
    }
}
