//! Whether words of a stranger have become more than words: what a browser, a mail program or an office would do with
//! an answer, read strictly. Every hostile string here carries [`MARK`].

/// Stands in every hostile string and nowhere else.
pub(crate) const MARK: &str = "zzq7";

/// Elements whose content is letters until their end.
const RAW: [&str; 6] = ["script", "style", "textarea", "title", "iframe", "xmp"];

/// Complaints about a page, as a browser would take it apart.
pub(crate) fn page(html: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        if let Some(comment) = rest.strip_prefix("<!--") {
            // A browser ends a comment at «-->», and at «>» right behind the beginning.
            let end = if comment.starts_with('>') { 0 } else { comment.find("-->").unwrap_or(comment.len()) };
            rest = &comment[end..];
            continue;
        }
        if !rest[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!') {
            rest = &rest[1..];
            continue;
        }
        let opens = !rest[1..].starts_with('/');
        let (name, attributes, after) = tag(rest);
        wrong.extend(of_tag(&name, &attributes).map(|what| format!("<{name}>: {what}")));
        rest = after;
        if opens && RAW.contains(&name.as_str()) {
            let end = rest.to_ascii_lowercase().find(&format!("</{name}")).unwrap_or(rest.len());
            let content = &rest[..end];
            if name == "script" && content.trim_start().starts_with(MARK) || name == "style" && content.contains(MARK) {
                wrong.push(format!("<{name}> says {:?}", content.chars().take(60).collect::<String>()));
            }
            rest = &rest[end..];
        }
    }
    wrong
}

/// Name, attributes (a value that stands without quotes says so), and what stands behind a tag.
fn tag(text: &str) -> (String, Vec<(String, String, bool)>, &str) {
    let body = text[1..].trim_start_matches('/');
    let end = body.find(|c: char| c.is_whitespace() || c == '>' || c == '/').unwrap_or(body.len());
    let name = body[..end].to_ascii_lowercase();
    let mut rest = &body[end..];
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        if let Some(after) = rest.strip_prefix('>') {
            return (name, attributes, after);
        }
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/')).unwrap_or(rest.len());
        if rest.is_empty() {
            return (name, attributes, rest);
        }
        // A sign that begins nothing is a name of its own.
        let end = if end == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { end };
        let (key, after) = (rest[..end].to_ascii_lowercase(), rest[end..].trim_start());
        let Some(value) = after.strip_prefix('=').map(str::trim_start) else {
            attributes.push((key, String::new(), true));
            rest = &rest[end..];
            continue;
        };
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (value, after) = match quote {
            Some(quote) => {
                let inner = &value[1..];
                let end = inner.find(quote).unwrap_or(inner.len());
                (&inner[..end], inner.get(end + 1..).unwrap_or_default())
            }
            None => value.split_at(value.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(value.len())),
        };
        attributes.push((key, value.to_owned(), quote.is_some()));
        rest = after;
    }
}

fn of_tag<'a>(name: &'a str, attributes: &'a [(String, String, bool)]) -> impl Iterator<Item = String> + 'a {
    let own = name.contains(MARK).then(|| "its name".to_owned());
    own.into_iter().chain(attributes.iter().filter_map(move |(key, value, quoted)| {
        let marked = value.contains(MARK);
        let address = matches!(key.as_str(), "href" | "src" | "action" | "formaction" | "data" | "poster");
        let scheme: String = value.chars().filter(|c| !c.is_whitespace() && !c.is_control()).take(12).collect();
        let foreign = ["javascript:", "data:", "vbscript:", "//", "http"];
        let wrong = key.contains(MARK)
            || marked && !quoted
            || marked && (key.starts_with("on") || matches!(key.as_str(), "style" | "srcdoc" | "http-equiv"))
            || marked && address && foreign.iter().any(|start| scheme.to_ascii_lowercase().starts_with(start))
            || marked && name == "meta" && attributes.iter().any(|(other, _, _)| other == "http-equiv");
        wrong.then(|| format!("{key}={value:?}"))
    }))
}

/// Complaints about Markdown: raw HTML, or a link that runs.
pub(crate) fn markdown(text: &str) -> Vec<String> {
    let unescaped = |at: usize| text[..at].chars().rev().take_while(|c| *c == '\\').count() % 2 == 0;
    let tags = text.match_indices('<').filter(|(at, _)| {
        let rest = &text[at + 1..];
        let near: String = rest.chars().take(60).collect();
        unescaped(*at) && rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') && near.contains(MARK)
    });
    let links = text.match_indices("](").filter(|(at, _)| {
        let target: String = text[at + 2..].chars().take(24).collect();
        unescaped(*at) && target.contains(MARK) && target.trim_start().to_ascii_lowercase().starts_with("javascript")
    });
    tags.chain(links).map(|(at, _)| text[at..].chars().take(60).collect()).collect()
}

/// Complaints about a calendar: lines that a stranger's words have become.
pub(crate) fn calendar(text: &str) -> Vec<String> {
    // Long lines are folded; a line that begins with a blank goes on.
    let whole = text.replace("\r\n ", "").replace("\r\n\t", "");
    let lines = whole.split(['\r', '\n']).map(str::to_owned);
    lines
        .filter(|line| {
            let name = line.split([':', ';']).next().unwrap_or_default();
            name.contains(MARK) || ["ATTACH", "ATTENDEE", "URL", "ACTION"].contains(&name) && line.contains(MARK)
        })
        .collect()
}

/// Complaints about an office file: elements, targets of links, fields.
pub(crate) fn office(bytes: &[u8]) -> Vec<String> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("an archive");
    let mut wrong = Vec::new();
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).expect("an entry");
        let name = entry.name().to_owned();
        let mut text = String::new();
        if name.contains(MARK) {
            wrong.push(name.clone());
        }
        if std::io::Read::read_to_string(&mut entry, &mut text).is_ok()
            && (name.ends_with(".xml") || name.ends_with(".rels"))
        {
            let mut rest = text.as_str();
            while let Some(at) = rest.find('<') {
                let (tag, attributes, after) = tag(&rest[at..]);
                let runs = |(key, value, quoted): &(String, String, bool)| {
                    key.contains(MARK)
                        || value.contains(MARK) && (!quoted || name.ends_with(".rels") || key == "w:instr")
                };
                if tag.contains(MARK) || attributes.iter().any(runs) {
                    wrong.push(format!("{name}: <{tag}> {attributes:?}"));
                }
                rest = after;
                if tag == "w:instrtext" && rest.split('<').next().unwrap_or_default().contains(MARK) {
                    wrong.push(format!("{name}: a field"));
                }
            }
        }
    }
    wrong
}

/// Complaints about headers: what a stranger's words have become, and names of files that mean more than a name.
pub(crate) fn headers(all: &reqwest::header::HeaderMap) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, value) in all {
        let text = String::from_utf8_lossy(value.as_bytes()).into_owned();
        let own = name.as_str().contains(MARK) || text.contains(MARK);
        match name.as_str() {
            "content-disposition" => {
                let plain = text.split("filename=\"").nth(1).and_then(|rest| rest.split_once('"'));
                let rest = plain.map_or("", |(_, rest)| rest);
                let encoded = rest.strip_prefix("; filename*=UTF-8''");
                let good = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$&+-.^_`|~%".contains(&byte);
                let sound = plain.is_some_and(|(name, _)| {
                    name.bytes().all(|byte| (b' '..=b'~').contains(&byte) && !b"\\/<>%\"".contains(&byte))
                }) && (rest.is_empty() || encoded.is_some_and(|encoded| encoded.bytes().all(good)));
                // Turned letters and line ends stand in no name, encoded or not.
                let turned = ["%E2%80%AE", "%E2%81%A6", "%0D", "%0A", "%3C", "%2F", "%22"];
                let turned = turned.iter().any(|code| rest.to_ascii_uppercase().contains(code));
                if !sound || turned {
                    wrong.push(format!("{name}: {text}"));
                }
            }
            // A place of this server, with the words encoded.
            "location" if own && text.starts_with('/') && !text.starts_with("//") && !text.contains(['<', '"']) => {}
            // The caller's own id comes back as it was sent, where nobody shows it.
            "x-trace-id" | "x-meta" => {}
            _ if own => wrong.push(format!("{name}: {text}")),
            _ => {}
        }
    }
    wrong
}

#[test]
fn what_is_live_is_seen_and_what_is_not_is_let_be() {
    for live in [
        "<p><script>zzq7()</script>",
        "<img src=zzq7 onerror=x>",
        "<textarea>a</textarea><meta http-equiv=refresh content=0;url=//zzq7>",
        "<a href=\"java\nscript:zzq7()\">",
        "<p title=\"\" onfocus=\"zzq7()\">",
        "<p title='a' zzq7='b'>",
        "<style>zzq7</style>",
        "<a href='//zzq7/'>",
        "<!--><b onclick='zzq7'>",
    ] {
        assert_ne!(page(live), Vec::<String>::new(), "{live}");
    }
    for dead in [
        "<p>&lt;script&gt;zzq7",
        "<textarea><script>zzq7</script></textarea>",
        "<p title=\"&quot;><img src=zzq7>\">zzq7",
        "<script>x=\"\\u003cscript>zzq7\"</script>",
        "<!-- <img src=zzq7> -->a < zzq7",
        "<a href=\"/search?q=zzq7\">",
    ] {
        assert_eq!(page(dead), Vec::<String>::new(), "{dead}");
    }
    assert_eq!(markdown("a \\<script>zzq7").len() + markdown("&lt;b zzq7>").len(), 0);
    assert_eq!(markdown("a <script>zzq7").len() + markdown("[a](javascript:zzq7)").len(), 2);
    assert_eq!(calendar("SUMMARY:a\\nATTACH:zzq7\r\n ATTACH:zzq7\r\n").len(), 0);
    assert_eq!(calendar("SUMMARY:a\r\nATTACH:zzq7\r\n").len(), 1);
}
