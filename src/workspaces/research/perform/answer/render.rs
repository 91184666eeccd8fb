//! An answer's Markdown as plain text or HTML. Quotes and marks stay as they are.

/// Formats of an answer.
pub const FORMATS: [&str; 3] = ["markdown", "plain", "html"];

/// Renders; an unknown format is Markdown.
#[must_use]
pub fn render(markdown: &str, format: &str) -> String {
    match format {
        "plain" => plain(markdown),
        "html" => html(markdown),
        _ => markdown.to_owned(),
    }
}

fn plain(markdown: &str) -> String {
    let lines = markdown.lines().map(|line| line.trim_start_matches("### ").replace("~~", "").replace("**", ""));
    lines.collect::<Vec<_>>().join("\n")
}

fn html(markdown: &str) -> String {
    let mut out = String::new();
    let mut list = false;
    for line in markdown.lines() {
        let item = line.strip_prefix("- ");
        if list && item.is_none() {
            out.push_str("</ul>\n");
            list = false;
        }
        if let Some(item) = item {
            if !list {
                out.push_str("<ul>\n");
                list = true;
            }
            out.push_str(&format!("<li>{}</li>\n", inline(item)));
        } else if let Some(head) = line.strip_prefix("### ") {
            out.push_str(&format!("<h3>{}</h3>\n", inline(head)));
        } else if !line.trim().is_empty() {
            out.push_str(&format!("<p>{}</p>\n", inline(line)));
        }
    }
    if list {
        out.push_str("</ul>\n");
    }
    out
}

fn inline(text: &str) -> String {
    let safe = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut out = String::new();
    for (index, piece) in safe.split("~~").enumerate() {
        if index > 0 {
            out.push_str(if index % 2 == 1 { "<del>" } else { "</del>" });
        }
        out.push_str(piece);
    }
    if safe.matches("~~").count() % 2 == 1 {
        out.push_str("</del>");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_formats() {
        let text = "### Коротко\n- ст. 1: «a < b» [1].\n- ~~нет~~\n\nслова";
        assert_eq!(render(text, "markdown"), text);
        assert_eq!(render(text, "plain"), "Коротко\n- ст. 1: «a < b» [1].\n- нет\n\nслова");
        assert_eq!(
            render(text, "html"),
            "<h3>Коротко</h3>\n<ul>\n<li>ст. 1: «a &lt; b» [1].</li>\n<li><del>нет</del></li>\n</ul>\n<p>слова</p>\n"
        );
    }
}
