//! The text of an HTML page: what a reader sees, headings marked, cells one per line. Nothing of it is run.

/// Elements whose content nobody reads.
const SILENT: [&str; 7] = ["script", "style", "noscript", "template", "head", "svg", "nav"];
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
        let text = text(html);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, ["## Глава\u{a0}1", "Склад сухой и чистый.", "1", "2", "№ &bad; a<b"]);
    }
}
