//! True quotations out of an article, as people quote: paragraphs, items, sentences, in other typography, behind an
//! address, beside true words.

use super::corpora::{Article, bare, sentences};

/// How it was quoted, and the answer with it.
pub(crate) struct Faithful {
    pub(crate) kind: &'static str,
    pub(crate) answer: String,
}

/// How people of a language put a quotation into a sentence; the first are the plainest.
const RU: &[&str] = &[
    "«{}» [1].",
    "В статье сказано: «{}» [1].",
    "Согласно статье 15 ГК РФ «{}» [1].",
    "По закону \"{}\" [1].",
    "Ответ даёт сам закон: „{}“ [1].",
    "«{}» (ст. 81 ТК РФ) [1].",
    "Закон отвечает так. «{}» [1]",
    "«{}». Это прямо следует из закона [1].",
];
const UK: &[&str] = &[
    "«{}» [1].",
    "У статті сказано: «{}» [1].",
    "Відповідно до статті 15 ЦК України «{}» [1].",
    "За законом \"{}\" [1].",
    "Закон каже: „{}“ [1].",
    "«{}» (ст. 16 ЦК України) [1].",
];
const KO: &[&str] = &[
    "「{}」 [1].",
    "법은 「{}」라고 규정하고 있다 [1].",
    "법에 따르면 “{}” [1].",
    "관련 조문: 『{}』 [1].",
    "해당 조항은 \"{}\"고 정한다 [1].",
    "이 조문은 ‘{}’라고 한다 [1].",
    "민법 제390조는 “{}”라고 규정하고 있습니다 [1].",
    "근로기준법 제36조 제1항에 따르면, ‘{}’고 합니다 [1].",
    "“{}”(민법 제2조) [1].",
    "법은 이렇게 답한다. “{}” [1]",
];

const WORDS: std::ops::Range<usize> = 5..120;

fn words(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count()
}

fn forms(lang: &str) -> &'static [&'static str] {
    match lang {
        "ru" => RU,
        "uk" => UK,
        _ => KO,
    }
}

/// The same words in other typography.
fn noisy(lang: &str, text: &str, kind: &'static str) -> String {
    match kind {
        "other spaces" => text.replacen(' ', "\u{a0}", 2).replacen(' ', "  ", 2).replacen(' ', "\n", 1),
        "other marks" => text.replace(['«', '»'], "\"").replace('-', "–").replace('\'', "’").replace('ё', "е"),
        "small letter" => {
            let mut chars = text.chars();
            chars.next().map(|ch| ch.to_lowercase().chain(chars).collect()).unwrap_or_default()
        }
        "other end" => format!("{};", text.trim_end_matches(['.', ';', ' '])),
        // Old statutes write together what is written apart today.
        "words apart" if lang == "ko" => {
            text.replace("기간내", "기간 내").replace("동의없이", "동의 없이").replace("수 있다", "수있다")
        }
        "without glosses" if lang == "ko" => {
            let mut out = String::new();
            let mut rest = text;
            while let Some((head, tail)) = rest.split_once('(') {
                let (inside, behind) = tail.split_once(')').unwrap_or((tail, ""));
                out.push_str(head);
                if !inside.chars().all(|ch| ('\u{3400}'..='\u{9fff}').contains(&ch)) {
                    out.push_str(&format!("({inside})"));
                }
                rest = behind;
            }
            out + rest
        }
        _ => text.to_owned(),
    }
}

const NOISE: &[&str] = &["other spaces", "other marks", "small letter", "other end", "words apart", "without glosses"];

pub(crate) fn faithful(lang: &str, article: &Article, seed: usize) -> Vec<Faithful> {
    let mut out = Vec::new();
    let forms = forms(lang);
    let mut turn = seed;
    let mut add = |kind: &'static str, quote: &str, before: &str| {
        // A quotation with marks of the same kind inside would need others.
        if !WORDS.contains(&words(quote))
            || quote.contains(['"', '«', '»', '“', '”', '「', '」', '‘', '’']) && before.is_empty()
        {
            return;
        }
        turn += 1;
        let form = if before.is_empty() { forms[turn % forms.len()] } else { forms[0] };
        out.push(Faithful { kind, answer: format!("{before}{}", form.replace("{}", quote)) });
    };
    let provisos = ["Однако", "Проте", "Однак", "다만", "그러나", "단,", "단 ", "правило не", "Исключени", "Винятк"];
    let limits = |text: &str| provisos.iter().any(|own| text.contains(own) && text.find(own).is_some_and(|at| at < 60));
    for (index, paragraph) in article.paragraphs.iter().enumerate() {
        let next = article.paragraphs.get(index + 1);
        let ended = paragraph.ends_with('.');
        let after = index.checked_sub(1).is_none_or(|at| article.paragraphs[at].ends_with('.'));
        // What the next paragraph limits is not whole.
        if !ended || next.is_some_and(|next| limits(next)) {
            continue;
        }
        let body = bare(paragraph);
        if after {
            add("paragraph", body, "");
            add("paragraph with its number", paragraph, "");
            let kind = NOISE[(seed + index) % NOISE.len()];
            add(kind, &noisy(lang, body, kind), "");
        }
        let all = sentences(body);
        for (at, sentence) in all.iter().enumerate() {
            let limited = all.get(at + 1).is_some_and(|next| limits(next));
            if all.len() < 2 || limited || !after || at == 0 && paragraph.contains(':') {
                continue;
            }
            add("sentence", sentence, "");
            // Beside another true sentence of the same article.
            let beside = all[(at + 1) % all.len()].trim_end_matches(['.', ';']);
            if words(beside) < 30
                && !beside.contains(['«', '"', '[', ':', '“', '「'])
                && !sentence.contains(['«', '"', '「', '“'])
            {
                add("beside true words", sentence, &format!("{beside}: "));
            }
        }
    }
    // A list with one of its items.
    for pair in article.paragraphs.windows(3) {
        if pair[0].ends_with(':') && pair[1].ends_with(';') && pair[2].ends_with([';', '.']) {
            let quote = format!("{} … {}", bare(&pair[0]), bare(&pair[2]).trim_end_matches([';', '.']));
            if sentences(&pair[0]).len() == 1 {
                add("lead and a later item", &quote, "");
            }
        }
    }
    out
}
