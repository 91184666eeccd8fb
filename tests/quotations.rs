//! True quotations out of whole acts: sentences, paragraphs and items, as people quote them. What the check of borders
//! refuses of them it refuses for no reason. Skipped, visibly, without the shared corpora.

use legalagi::engine::citation::edition::Dates;
use legalagi::engine::citation::evidence::Evidence;
use legalagi::engine::citation::verdict::judge;
use legalagi::model::claim::{ClaimKind, Support};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The shared corpora, if they are on this machine; says so when they are not.
#[expect(clippy::disallowed_methods, reason = "only the machine knows where they are")]
fn shared() -> Option<PathBuf> {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let places = [std::env::var_os("LEGALAGI_SHARED").map(PathBuf::from), Some(own.join("../shared"))];
    let found = places.into_iter().flatten().map(|place| place.join("corpora")).find(|place| place.is_dir());
    if found.is_none() {
        eprintln!("SKIP: the shared corpora are not here (LEGALAGI_SHARED)");
    }
    found
}

/// The articles of a Korean act as they are printed, without the signs of Markdown and the notes of changes.
fn articles(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with('#') && line.contains('부') && line.contains('칙') {
            break;
        }
        if line.trim_start_matches('#').trim_start().starts_with('제') && line.starts_with('#') && line.contains('조')
        {
            out.push(String::new());
        } else if let Some(last) = out.last_mut().filter(|_| !line.trim().is_empty() && !line.starts_with('#')) {
            let mut bare = line.replace("**", "").replace('\\', "");
            while let (Some(from), Some(to)) = (bare.find('<'), bare.find('>')) {
                if from > to {
                    break;
                }
                bare.replace_range(from..=to, "");
            }
            last.push_str(bare.trim());
            last.push('\n');
        }
    }
    out.retain(|article| article.chars().count() > 40);
    out
}

/// How a person quotes: the words around the quotation.
const FORMS: [&str; 6] = [
    "법은 「{}」라고 규정하고 있다 [1].",
    "법에 따르면 “{}” [1].",
    "관련 조문: 『{}』 [1].",
    "해당 조항은 \"{}\"고 정한다 [1].",
    "이 조문은 ‘{}’라고 한다 [1].",
    "「주택임대차보호법」은 「{}」라고 한다 [1].",
];

fn passes(quote: &str, source: &str, form: &str) -> (bool, String) {
    let sources = [json!({"title": "source", "text": source})];
    let dates = Dates { as_of: None, today: "2026-11-22" };
    let report = judge(&form.replace("{}", quote), &sources, &Evidence::default(), dates);
    let own: Vec<_> = report.claims.iter().filter(|claim| claim.kind == ClaimKind::Quotation).collect();
    let good = !own.is_empty() && own.iter().all(|claim| claim.support == Support::Verbatim);
    let why = own.first().map_or("none".to_owned(), |claim| format!("{:?} {:?}", claim.support, claim.reason));
    (good, why)
}

#[test]
fn true_quotations_of_korean_acts_pass() {
    let Some(corpora) = shared() else { return };
    let mut counts: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    let mut reasons: BTreeMap<String, (u32, Vec<String>)> = BTreeMap::new();
    for (folder, name) in [
        ("kr-acts", "주택임대차보호법.md"),
        ("kr-acts", "근로기준법.md"),
        ("kr-acts", "민사집행법.md"),
        ("kr-statutes", "민법.md"),
        ("kr-statutes", "형법.md"),
    ] {
        let text = std::fs::read_to_string(corpora.join(folder).join(name)).unwrap();
        for (index, article) in articles(&text).iter().enumerate().filter(|(index, _)| index % 7 == 0) {
            let form = FORMS[index / 7 % FORMS.len()];
            for line in article.lines() {
                let bare = line.trim_start_matches(|c: char| ('①'..='⑳').contains(&c) || c == ' ');
                let sentences: Vec<&str> = bare.split_inclusive("다. ").map(str::trim).collect();
                let mut quotes: Vec<(&str, String)> = vec![("line", bare.to_owned())];
                if sentences.len() > 1 {
                    quotes.push(("first sentence", sentences[0].to_owned()));
                    quotes.push(("last sentence", sentences[sentences.len() - 1].to_owned()));
                }
                let limited = sentences.len() > 1
                    && sentences[1..]
                        .iter()
                        .any(|own| ["다만", "그러나", "단,"].iter().any(|word| own.starts_with(word)));
                for (what, quote) in quotes {
                    if quote.chars().count() < 12
                        || what == "first sentence" && limited
                        || what == "last sentence" && limited
                    {
                        continue;
                    }
                    let (good, why) = passes(&quote, article, form);
                    let own = counts.entry(what).or_default();
                    own.1 += 1;
                    own.0 += u32::from(good);
                    if !good {
                        let own = reasons.entry(why).or_default();
                        own.0 += 1;
                        if own.1.len() < 12 {
                            own.1.push(format!(
                                "{what}: {quote}\n      in: {}",
                                article.chars().take(300).collect::<String>().replace('\n', " / ")
                            ));
                        }
                    }
                }
            }
        }
    }
    for (why, (count, examples)) in &reasons {
        eprintln!("== {count} {why}");
        examples.iter().for_each(|example| eprintln!("   {example}"));
    }
    eprintln!("{counts:?}");
    let (good, all) = counts.values().fold((0, 0), |sum, own| (sum.0 + own.0, sum.1 + own.1));
    assert!(all > 500 && good * 100 >= all * 98, "{good} of {all}");
}
