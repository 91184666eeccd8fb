//! The articles of the shared corpora, by language.

use crate::skip;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// An article as it is printed: its paragraphs and items, in order.
pub(crate) struct Article {
    pub(crate) paragraphs: Vec<String>,
}

impl Article {
    pub(crate) fn text(&self) -> String {
        self.paragraphs.join("\n")
    }
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(list) = fs::read_dir(folder) else {
        skip::skip(format_args!("{} is absent", folder.display()));
        return Vec::new();
    };
    let mut out: Vec<PathBuf> = list.flatten().map(|entry| entry.path()).collect();
    out.retain(|path| path.extension().is_some_and(|own| own == ending) && !path.ends_with("SOURCE.md"));
    out.sort();
    out
}

/// Every article of a language that is held.
pub(crate) fn articles(lang: &str) -> Vec<Article> {
    let Some(corpora) = skip::shared("corpora") else { return Vec::new() };
    let mut out = Vec::new();
    match lang {
        "ru" => {
            files(&corpora.join("ru-civil-code"), "json").iter().for_each(|file| json(file, &mut out));
            files(&corpora.join("ru-codes"), "html").iter().for_each(|file| html(file, &mut out));
        }
        "uk" => files(&corpora.join("ua-codes"), "json").iter().for_each(|file| json(file, &mut out)),
        _ => {
            for folder in ["kr-statutes", "kr-acts"] {
                files(&corpora.join(folder), "md").iter().for_each(|file| markdown(file, &mut out));
            }
        }
    }
    out.retain(|article| (40..12_000).contains(&article.text().len()));
    out
}

fn json(file: &Path, out: &mut Vec<Article>) {
    let value: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let list = value["articles"].as_array().or(value["provisions"].as_array()).unwrap();
    for item in list {
        let text = item["text"].as_str().or(item["content"].as_str()).unwrap_or_default();
        out.push(Article { paragraphs: joined(text.lines()) });
    }
}

/// Wrapped lines joined; paragraphs and items on lines of their own.
fn joined<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for line in lines.map(str::trim).filter(|line| !line.is_empty()) {
        let item = line.starts_with(|ch: char| ch.is_ascii_digit() || ('①'..='⑳').contains(&ch));
        match out.last_mut().filter(|last| !item && !last.ends_with(['.', ';', ':'])) {
            Some(last) => {
                last.push(' ');
                last.push_str(line);
            }
            None => out.push(line.to_owned()),
        }
    }
    out
}

/// The paragraphs of an official page, without the remarks of editions.
fn html(file: &Path, out: &mut Vec<Article>) {
    let text = fs::read_to_string(file).unwrap();
    let mut own: Option<Article> = None;
    for part in text.split("<p").skip(1) {
        let part = part.split("</p>").next().unwrap_or_default();
        let part = part.split("<span class=\"mark\"").next().unwrap_or_default();
        let mut line = String::new();
        let mut inside = true;
        for ch in part.chars() {
            match ch {
                '<' => inside = true,
                '>' => inside = false,
                _ if !inside => line.push(ch),
                _ => {}
            }
        }
        let line = line.replace("&nbsp;", " ").replace("&quot;", "\"").replace("&laquo;", "«").replace("&raquo;", "»");
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        if line.starts_with("Статья ") {
            out.extend(own.take());
            own = Some(Article { paragraphs: Vec::new() });
        } else if let Some(own) = own.as_mut().filter(|_| !line.is_empty() && !line.contains('&')) {
            own.paragraphs.push(line);
        }
    }
    out.extend(own);
}

/// The articles of an act in Markdown, without its signs and the notes of changes.
fn markdown(file: &Path, out: &mut Vec<Article>) {
    let mut own: Option<Article> = None;
    for line in fs::read_to_string(file).unwrap().lines() {
        if line.starts_with('#') {
            out.extend(own.take());
            if line.contains('부') && line.contains('칙') {
                return;
            }
            let article = line.trim_start_matches('#').trim_start().starts_with('제') && line.contains('조');
            own = article.then(|| Article { paragraphs: Vec::new() });
            continue;
        }
        let Some(own) = own.as_mut() else { continue };
        let mut bare = line.replace("**", "").replace('\\', "");
        while let (Some(from), Some(to)) = (bare.find('<'), bare.find('>')) {
            if from > to {
                break;
            }
            bare.replace_range(from..=to, "");
        }
        if !bare.trim().is_empty() {
            own.paragraphs.push(bare.trim().to_owned());
        }
    }
    out.extend(own);
}

/// A paragraph without its number.
pub(crate) fn bare(paragraph: &str) -> &str {
    let rest = paragraph.trim_start_matches(|ch: char| ('①'..='⑳').contains(&ch)).trim_start();
    let digits = rest.trim_start_matches(|ch: char| ch.is_ascii_digit() || ch == '.' || ch == '-');
    let short = rest.len() - digits.len();
    let mark = rest[..short].ends_with('.') || digits.starts_with(')');
    if short == 0 || short > 6 || !mark {
        // «а) …», «가. …»
        let mut chars = rest.chars();
        let letter = chars.next().is_some_and(char::is_alphabetic) && matches!(chars.next(), Some(')' | '.'));
        return if letter { chars.as_str().trim_start() } else { rest };
    }
    digits.trim_start_matches(')').trim_start()
}

/// Sentences of a paragraph, cut by a full stop before a capital or a Korean letter.
pub(crate) fn sentences(paragraph: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut from = 0;
    for (at, _) in paragraph.match_indices(". ") {
        let next = paragraph[at + 2..].chars().next();
        let begins = next.is_some_and(|ch| ch.is_uppercase() || ('가'..='힣').contains(&ch));
        let word = paragraph[from..at].rsplit([' ', '(']).next().unwrap_or_default();
        // A full stop in brackets ends no sentence.
        let inside = paragraph[from..at].matches('(').count() > paragraph[from..at].matches(')').count();
        if begins && !inside && word.chars().count() > 2 && !word.chars().all(|ch| ch.is_ascii_digit()) {
            out.push(paragraph[from..=at].trim());
            from = at + 2;
        }
    }
    out.push(paragraph[from..].trim());
    out.retain(|own| !own.is_empty());
    out
}
