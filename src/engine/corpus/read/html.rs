//! The text of an HTML page: what a reader sees, headings marked, cells one per line. Nothing of it is run.

/// Elements whose content nobody reads.
const SILENT: [&str; 14] = [
    "script", "style", "noscript", "template", "head", "svg", "nav", "footer", "aside", "form", "button", "select",
    "iframe", "object",
];
/// Elements that begin a line.
const BLOCKS: [&str; 22] = [
    "p",
    "div",
    "br",
    "li",
    "tr",
    "td",
    "th",
    "ul",
    "ol",
    "table",
    "section",
    "article",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "blockquote",
    "pre",
    "hr",
    "main",
];

/// The text.
#[must_use]
pub fn text(html: &str) -> String {
    let mut out = String::with_capacity(html.len() / 2);
    let mut rest = html;
    let raised = raised_classes(html);
    // The elements that are open inside a raised one, and where its text began.
    let mut above: Option<(String, usize)> = None;
    while let Some(at) = rest.find('<') {
        push(&mut out, &rest[..at]);
        rest = &rest[at..];
        if let Some(after) = rest.strip_prefix("<!--") {
            rest = after.find("-->").map_or("", |end| &after[end + 3..]);
            continue;
        }
        let Some(end) = rest.find('>') else {
            push(&mut out, rest);
            return out;
        };
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        let closing = tag.starts_with('/');
        let name: String = tag
            .trim_start_matches('/')
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        if !closing && SILENT.contains(&name.as_str()) && !tag.ends_with('/') {
            rest = after_closing(rest, &name);
            continue;
        }
        if closing && above.as_ref().is_some_and(|(own, _)| *own == name) {
            if let Some((_, from)) = above.take() {
                lower(&mut out, from);
            }
        } else if !closing && above.is_none() && (name == "sup" || name == "span" && is_raised(tag, &raised)) {
            above = Some((name.clone(), out.len()));
        }
        if BLOCKS.contains(&name.as_str()) {
            out.push('\n');
            if !closing && let Some(level) = name.strip_prefix('h').and_then(|level| level.parse::<usize>().ok()) {
                out.push_str(&"#".repeat(level));
                out.push(' ');
            }
        }
    }
    push(&mut out, rest);
    out
}

/// Classes that the page's own styles raise above the line.
fn raised_classes(html: &str) -> Vec<String> {
    let mut out = Vec::new();
    let Some(from) = html.find("<style") else { return out };
    let Some(to) = html[from..].find("</style").map(|end| from + end) else { return out };
    for rule in html[from..to].split('}') {
        let Some((names, body)) = rule.rsplit_once('{') else { continue };
        if !is_super(body) {
            continue;
        }
        for name in names.split([',', ' ', '\n', '>']).filter_map(|name| name.split_once('.')) {
            out.push(name.1.trim().split([':', '.']).next().unwrap_or_default().to_owned());
        }
    }
    out
}

fn is_super(style: &str) -> bool {
    style.split(';').any(|rule| {
        rule.split_once(':').is_some_and(|(key, value)| {
            key.trim().eq_ignore_ascii_case("vertical-align") && value.trim().to_ascii_lowercase().starts_with("super")
        })
    })
}

fn is_raised(tag: &str, classes: &[String]) -> bool {
    let value = |key: &str| {
        let after = tag.split_once(key)?.1.trim_start().strip_prefix('=')?.trim_start();
        let (quote, rest) = match after.chars().next()? {
            quote @ ('"' | '\'') => (Some(quote), &after[1..]),
            _ => (None, after),
        };
        Some(match quote {
            Some(quote) => rest.split(quote).next().unwrap_or_default(),
            None => rest.split_whitespace().next().unwrap_or_default(),
        })
    };
    value("class").is_some_and(|own| own.split_whitespace().any(|own| classes.iter().any(|raised| raised == own)))
        || value("style").is_some_and(is_super)
}

/// Words before a number that make it the number of a place: a raised figure behind it is a part of that number.
const PLACES: [&str; 12] =
    ["стат", "пункт", "подпункт", "част", "глав", "абзац", "параграф", "раздел", "ст.", "п.", "ч.", "пп."];

/// A raised figure behind the number of a place is written as the law is cited: 8¹ is 8.1. Behind any other number it
/// is a power.
fn lower(out: &mut String, from: usize) {
    let figure = out[from..].trim().to_owned();
    let before = &out[..from];
    if figure.is_empty()
        || !figure.bytes().all(|b| b.is_ascii_digit())
        || !before.ends_with(|c: char| c.is_ascii_digit())
    {
        return;
    }
    let line = before.rsplit('\n').next().unwrap_or_default();
    // Numbers of one list stand behind one word: «статьями 8, 8.1 и 9».
    let word = line.trim_end_matches(|c: char| c.is_ascii_digit() || " \u{a0}.,-–и".contains(c));
    let last = word.rsplit([' ', '\u{a0}', '(']).next().unwrap_or_default().to_lowercase();
    let place = word.trim_matches(['#', ' ']).is_empty() || PLACES.iter().any(|own| last.starts_with(own));
    out.truncate(from);
    out.push(if place { '.' } else { '^' });
    out.push_str(&figure);
}

/// The title of the page, if it has one.
#[must_use]
pub fn title(html: &str) -> Option<String> {
    let low = html.to_ascii_lowercase();
    let from = low.find("<title")?;
    let from = from + low[from..].find('>')? + 1;
    let to = from + low[from..].find("</title")?;
    let mut out = String::new();
    push(&mut out, &html[from..to]);
    let title = out.split_whitespace().collect::<Vec<_>>().join(" ");
    (!title.is_empty()).then_some(title)
}

/// The text behind the end of a silent element.
fn after_closing<'a>(rest: &'a str, name: &str) -> &'a str {
    let mut from = 0;
    while let Some(at) = rest[from..].find("</") {
        let at = from + at + 2;
        let matches = rest.get(at..at + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name));
        if matches {
            return rest[at..].find('>').map_or("", |end| &rest[at + end + 1..]);
        }
        from = at;
    }
    ""
}

fn push(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        push_plain(out, &rest[..at]);
        rest = &rest[at..];
        let entity = rest[1..].find(';').filter(|end| *end <= 10).map(|end| &rest[1..=end]);
        match entity.and_then(character) {
            Some(c) => {
                out.push(c);
                rest = &rest[entity.map_or(1, str::len) + 2..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    push_plain(out, rest);
}

/// Line ends of the file are spaces of the text.
fn push_plain(out: &mut String, text: &str) {
    for c in text.chars() {
        if !c.is_whitespace() {
            out.push(c);
        } else if !out.ends_with([' ', '\n']) {
            out.push(' ');
        }
    }
}

fn character(entity: &str) -> Option<char> {
    Some(match entity {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "laquo" => '«',
        "raquo" => '»',
        "mdash" => '—',
        "ndash" => '–',
        "shy" => '\u{ad}',
        "sect" => '§',
        _ => {
            let code = entity.strip_prefix('#')?;
            let code = match code.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => code.parse().ok()?,
            };
            char::from_u32(code)?
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_reader_sees() {
        let html = "<html><head><title>Правила &amp; склады</title><style>p{}</style></head><body><h2>Глава&nbsp;1</h2>\
            <p>Склад <b>сухой</b>\nи чистый.</p><script>alert('x')</script><!-- нет --><table><tr><td>1</td><td>2</td></tr></table>&#8470; &bad; a<b";
        assert_eq!(title(html).as_deref(), Some("Правила & склады"));
        let text = super::text(html);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, ["## Глава\u{a0}1", "Склад сухой и чистый.", "1", "2", "№ &bad; a<b"]);
    }

    #[test]
    fn a_raised_figure_is_a_part_of_the_number_of_a_place() {
        let html = "<html><style>.W9 { font-size: 8pt; vertical-align: super; }</style><body>\
            <p>Статья 8<span class=\"W9\">1</span>. Запись</p><p>2<sup>1</sup>. По статьям 15<sup>1</sup>, 16 и 17\
            <span style='vertical-align: super'>2</span>.</p><p>Не более 10<sup>6</sup> циклов на м<sup>2</sup>.</p>\
            <footer>© сайт</footer></body>";
        let text = text(html);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, ["Статья 8.1. Запись", "2.1. По статьям 15.1, 16 и 17.2.", "Не более 10^6 циклов на м2."]);
    }
}
