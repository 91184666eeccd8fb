//! The page of a pack: answer, calculation, every citation with its image. It opens without a network or a program.
//!
//! It is a function of `pack.json` alone: whoever checks a pack makes it again and compares. Other words here need a
//! new version of the format.

use crate::engine::document::html::escape;
use crate::model::source::BoxRole;
use crate::workspaces::norms::evidence_pack::{Evidence, Pack, View};
use serde_json::Value;
use std::fmt::Write as _;

const STYLE: &str = "\
body{font:17px/1.5 Georgia,'PT Serif',serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1b1b;background:#fffdf8}\
p{margin:.4rem 0}h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2rem}h3{font-size:1.05rem}\
.question{font-size:1.2rem;font-style:italic}.warns,.notice{border-left:4px solid #c8102e;padding:.3rem .8rem;background:#fdf0f0}\
.facts{color:#555;font-size:.9rem;overflow-wrap:anywhere}blockquote{margin:.6rem 0;padding-left:1rem;border-left:3px solid #bbb;white-space:pre-line}\
figure{margin:1rem 0}.sheet{position:relative;border:1px solid #bbb}.sheet img{display:block;width:100%;height:auto}\
.sheet i{position:absolute;border:3px solid #c8102e}.sheet i.h{border:1px solid #2340a0}\
figcaption{color:#555;font-size:.9rem}del{color:#c8102e}article{border-top:1px solid #ddd;padding-top:.5rem}\
table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.2rem .6rem;text-align:left}code{overflow-wrap:anywhere}";

/// The whole page.
#[must_use]
pub fn page(pack: &Pack) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html lang=\"ru\">\n<head>\n<meta charset=\"utf-8\">\n");
    let _ = writeln!(
        out,
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>",
        escape(&pack.question)
    );
    let _ = writeln!(out, "<style>{STYLE}</style>\n</head>\n<body>\n<h1>Ответ по нормам и доказательства</h1>");
    let _ = writeln!(out, "<p class=\"question\">{}</p>", escape(&pack.question));
    for told in &pack.told {
        let words = if told.text.trim().is_empty() { told.picked.as_deref().unwrap_or_default() } else { &told.text };
        let _ = writeln!(out, "<p>Уточнение: {}</p>", escape(words));
    }
    let answer = &pack.final_answer;
    let _ = writeln!(out, "<p class=\"facts\">На дату {}. {}</p>", escape(&pack.as_of), state(pack));
    out.push_str("<h2>Ответ</h2>\n");
    lines(text(answer, "text"), &mut out);
    if answer["calculation"].is_object() {
        calculation(&answer["calculation"], &mut out);
    }
    let _ = writeln!(out, "<h2>Доказательства</h2>");
    if pack.evidence.is_empty() {
        out.push_str("<p>Ответ ни на что не ссылается.</p>\n");
    }
    for (cited, one) in answer["citations"].as_array().into_iter().flatten().zip(&pack.evidence) {
        citation(cited, one, &mut out);
    }
    missing(answer, &mut out);
    let _ = writeln!(
        out,
        "<h2>Как проверить</h2>\n<p>Команда <code>legalagi verify-pack ФАЙЛ</code> без сети сверяет весь пакет: хеши файлов, \
         числа ответа с цитатами, цитаты со словами под рамками, рамки с изображениями, расчёт. Подписи у пакета нет: \
         она показала бы, кто его сделал. С оригиналом документа пакет сверяет <code>--corpus</code> по вашей базе \
         или человек по указанной редакции и странице.</p>\n<p class=\"facts\">Формат {} {}, версия состояния {}, {}.</p>",
        escape(&pack.format),
        pack.format_version,
        pack.state_version,
        escape(&pack.at)
    );
    out.push_str("</body>\n</html>\n");
    out
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

/// Who says it, and whether the run got to its end.
fn state(pack: &Pack) -> String {
    let answer = &pack.final_answer;
    let by = if answer["by"] == "person" { "Ответ дал проверяющий. " } else { "" };
    let partial = if answer["partial"] == true { "Ответ неполный. " } else { "" };
    let status = match pack.status.as_str() {
        "completed" => "Вопрос закрыт.",
        "awaiting_user" => "Программа ждёт уточнения.",
        "human_review" => "Ответ ждёт проверки человеком.",
        _ => "Поиск не закончен.",
    };
    format!("{by}{partial}{status}")
}

/// The answer's own small marks: lists, bold, struck, numbers of citations.
fn lines(text: &str, out: &mut String) {
    let mut list = false;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let item = line.strip_prefix("- ");
        if item.is_some() != list {
            out.push_str(if list { "</ul>\n" } else { "<ul>\n" });
            list = !list;
        }
        let words = marked(item.unwrap_or(line));
        let _ = match item {
            Some(_) => writeln!(out, "<li>{words}</li>"),
            None if line.starts_with('⚠') => writeln!(out, "<p class=\"warns\">{words}</p>"),
            None => writeln!(out, "<p>{words}</p>"),
        };
    }
    if list {
        out.push_str("</ul>\n");
    }
}

fn marked(line: &str) -> String {
    let mut words = escape(line);
    for (mark, tag) in [("**", "strong"), ("~~", "del")] {
        let parts: Vec<&str> = words.split(mark).collect();
        // A mark without its end stays a sign.
        let whole = if parts.len() % 2 == 1 { parts.len() } else { parts.len() - 1 };
        let mut out = String::new();
        for (index, part) in parts.iter().enumerate() {
            let inside = index % 2 == 1 && index < whole;
            let _ = match (inside, index < whole || index == 0) {
                (true, _) => write!(out, "<{tag}>{part}</{tag}>"),
                (false, true) => write!(out, "{part}"),
                (false, false) => write!(out, "{mark}{part}"),
            };
        }
        words = out;
    }
    linked(&words)
}

/// `[2]` leads to its citation.
fn linked(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    let mut rest = words;
    while let Some(open) = rest.find('[') {
        let Some(close) = rest[open..].find(']').map(|at| open + at) else { break };
        let inner = &rest[open + 1..close];
        out.push_str(&rest[..open]);
        let number = inner.len() < 4 && inner.bytes().all(|byte| byte.is_ascii_digit()) && !inner.is_empty();
        let _ = if number { write!(out, "<a href=\"#c{inner}\">[{inner}]</a>") } else { write!(out, "[{inner}]") };
        rest = &rest[close + 1..];
    }
    out.push_str(rest);
    out
}

fn calculation(made: &Value, out: &mut String) {
    let _ = writeln!(out, "<h2>Расчёт</h2>\n<p>{}</p>\n<table>", escape(text(made, "title")));
    out.push_str("<tr><th>Величина</th><th>Значение</th><th>Откуда</th></tr>\n");
    for input in made["inputs"].as_array().into_iter().flatten() {
        let from = match input["citation"].as_u64() {
            Some(number) => format!("<a href=\"#c{number}\">[{number}]</a>"),
            None => escape(text(input, "source")),
        };
        let (name, title) = (escape(text(input, "name")), escape(text(input, "title")));
        let (value, unit) = (escape(text(input, "value")), escape(text(input, "unit")));
        let _ = writeln!(out, "<tr><td><code>{name}</code> — {title}</td><td>{value} {unit}</td><td>{from}</td></tr>");
    }
    let rounding = match text(made, "rounding") {
        "down" => ", округлено вниз",
        "up" => ", округлено вверх",
        _ => "",
    };
    let (value, unit) = (escape(text(&made["result"], "value")), escape(text(&made["result"], "unit")));
    let _ = writeln!(
        out,
        "</table>\n<p><code>{}</code> = {}{rounding}: <strong>{value} {unit}</strong></p>",
        escape(text(made, "formula")),
        escape(text(made, "exact")),
    );
}

fn verdict(name: &str) -> &'static str {
    match name {
        "VERIFIED" => "подтверждено",
        "LOCATED" => "место есть, текст не сверялся",
        "CONTRADICTED" => "источник говорит иначе",
        "QUOTE_ALTERED" => "цитата изменена",
        "UNRESOLVED" => "адрес не найден",
        "OUTDATED_EDITION" => "не действующая редакция",
        "MISATTRIBUTED" => "не тот источник",
        _ => "не проверено",
    }
}

fn citation(cited: &Value, one: &Evidence, out: &mut String) {
    let number = one.citation;
    let _ = writeln!(out, "<article id=\"c{number}\">\n<h3>[{number}] {}</h3>", escape(text(cited, "address")));
    let reason = text(cited, "verdict_reason");
    let reason = if reason.is_empty() { String::new() } else { format!(" — {}", escape(reason)) };
    let _ = writeln!(out, "<p>Цитата: {}{reason}.</p>", verdict(text(cited, "verdict")));
    for (name, key) in [("Строка", "row_header"), ("Столбец", "column_header")] {
        if cited[key].is_object() {
            let _ = writeln!(out, "<p>{name}: {}</p>", escape(text(&cited[key], "text")));
        }
    }
    let _ = writeln!(out, "<blockquote>{}</blockquote>", escape(text(cited, "quote")));
    for view in &one.views {
        figure(view, number, out);
    }
    for (class, words) in [("notice", &one.reason), ("facts", &one.notice)] {
        if let Some(words) = words {
            let before = if class == "notice" { "Изображения нет. " } else { "" };
            let _ = writeln!(out, "<p class=\"{class}\">{before}{}</p>", escape(words));
        }
    }
    if let Some(edition) = &one.edition {
        let force = match (&edition.valid_from, &edition.valid_to) {
            (Some(from), Some(to)) => format!(", в силе с {} до {}", escape(from), escape(to)),
            (Some(from), None) => format!(", в силе с {}", escape(from)),
            (None, Some(to)) => format!(", в силе до {}", escape(to)),
            (None, None) => String::new(),
        };
        let _ = writeln!(
            out,
            "<p class=\"facts\">{} «{}», редакция: {}{force}. SHA-256 исходного файла: <code>{}</code>. Узел: <code>{}</code>.</p>",
            escape(&edition.short),
            escape(&edition.title),
            escape(&edition.label),
            escape(&edition.source_sha256),
            escape(text(cited, "node_id"))
        );
    }
    out.push_str("</article>\n");
}

fn figure(view: &View, number: u64, out: &mut String) {
    let image = &view.image;
    let _ = write!(
        out,
        "<figure><div class=\"sheet\"><img src=\"{}\" width=\"{}\" height=\"{}\" alt=\"Страница {}: место цитаты [{number}] в рамке\">",
        escape(&image.file),
        image.width,
        image.height,
        view.page
    );
    if !image.framed {
        for place in &view.boxes {
            let class = if matches!(place.role, BoxRole::RowHeader | BoxRole::ColumnHeader) { "h" } else { "m" };
            let share = |part: f64, whole: f64| part / whole.max(1.0) * 100.0;
            let _ = write!(
                out,
                "<i class=\"{class}\" style=\"left:{:.3}%;top:{:.3}%;width:{:.3}%;height:{:.3}%\"></i>",
                share(place.at.x - view.crop.x, view.crop.w),
                share(place.at.y - view.crop.y, view.crop.h),
                share(place.at.w, view.crop.w),
                share(place.at.h, view.crop.h),
            );
        }
    }
    let printed = match view.printed.as_str() {
        "" => String::new(),
        number if number == view.page.to_string() => String::new(),
        number => format!(" (номер на листе: {})", escape(number)),
    };
    let _ = writeln!(
        out,
        "</div><figcaption>Страница {} из {}{printed}. Красная рамка — процитированное место, синяя — заголовки строки и столбца.</figcaption></figure>",
        view.page, view.pages
    );
}

fn missing(answer: &Value, out: &mut String) {
    let all: Vec<&str> = answer["missing"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if !all.is_empty() {
        out.push_str("<h2>Чего не хватает</h2>\n<ul>\n");
        for words in all {
            let _ = writeln!(out, "<li>{}</li>", escape(words));
        }
        out.push_str("</ul>\n");
    }
}
