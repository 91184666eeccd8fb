//! Names of files that a browser keeps (RFC 6266): a plain one for the oldest readers, the true one encoded (RFC 8187).

use axum::http::HeaderValue;
use std::fmt::Write;

/// Bytes of a name that every file system takes.
const MOST: usize = 150;

/// `Content-Disposition` of a file that is kept.
#[must_use]
pub fn attachment(name: &str) -> HeaderValue {
    disposition("attachment", name)
}

/// `Content-Disposition` of a file that is kept: the name that people read, and a plain one for readers that know no
/// other.
#[must_use]
pub fn attachment_as(name: &str, plain: &str) -> HeaderValue {
    written("attachment", name, &plained(plain))
}

/// `Content-Disposition` of a file that is shown, with its name if it is kept.
#[must_use]
pub fn inline(name: &str) -> HeaderValue {
    disposition("inline", name)
}

fn disposition(fate: &'static str, name: &str) -> HeaderValue {
    written(fate, name, &plained(name))
}

fn plained(name: &str) -> String {
    safe(name).chars().map(|c| if is_plain(c) { c } else { '_' }).collect()
}

fn written(fate: &'static str, name: &str, plain: &str) -> HeaderValue {
    let name = safe(name);
    let mut text = format!("{fate}; filename=\"{plain}\"");
    if plain != name {
        text.push_str("; filename*=UTF-8''");
        for byte in name.bytes() {
            if is_attribute(byte) {
                text.push(char::from(byte));
            } else {
                // Writing into a string cannot fail.
                let _ = write!(text, "%{byte:02X}");
            }
        }
    }
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(fate))
}

/// A name that leads nowhere and means nothing to a shell or a file system: no folders, no control or direction
/// characters, no dot first.
fn safe(name: &str) -> String {
    let kept = |c: char| {
        let turns =
            matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
        !c.is_control() && !turns
    };
    let name: String = name
        .chars()
        .filter(|c| kept(*c))
        .map(|c| if matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|') { '_' } else { c })
        .collect();
    let name = name.trim().trim_start_matches('.');
    let name = shortened(name);
    if name.is_empty() { "file".to_owned() } else { name }
}

/// At most [`MOST`] bytes, the extension kept.
fn shortened(name: &str) -> String {
    if name.len() <= MOST {
        return name.to_owned();
    }
    let end = name.rfind('.').filter(|at| name.len() - at <= 16).map_or("", |at| &name[at..]);
    let mut at = MOST - end.len();
    while !name.is_char_boundary(at) {
        at -= 1;
    }
    format!("{}{end}", &name[..at])
}

/// What may stand in a quoted string without any escape that readers disagree about.
fn is_plain(c: char) -> bool {
    c.is_ascii_graphic() && !matches!(c, '"' | '\\' | '%') || c == ' '
}

/// `attr-char` of RFC 8187.
fn is_attribute(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$&+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_stay_and_others_are_encoded() {
        for (name, want) in [
            ("evidence-v3.zip", "attachment; filename=\"evidence-v3.zip\""),
            (
                "договор.docx",
                "attachment; filename=\"_______.docx\"; filename*=UTF-8''%D0%B4%D0%BE%D0%B3%D0%BE%D0%B2%D0%BE%D1%80.docx",
            ),
            ("계약.pdf", "attachment; filename=\"__.pdf\"; filename*=UTF-8''%EA%B3%84%EC%95%BD.pdf"),
            ("100%.md", "attachment; filename=\"100_.md\"; filename*=UTF-8''100%25.md"),
            ("a\"; filename=\"b.exe", "attachment; filename=\"a_; filename=_b.exe\""),
            ("../../etc/passwd", "attachment; filename=\"_.._etc_passwd\""),
            ("a\r\nSet-Cookie: x=1", "attachment; filename=\"aSet-Cookie_ x=1\""),
            ("fdp\u{202e}exe.docx", "attachment; filename=\"fdpexe.docx\""),
            ("", "attachment; filename=\"file\""),
            ("...", "attachment; filename=\"file\""),
        ] {
            assert_eq!(attachment(name).to_str().unwrap(), want, "{name:?}");
        }
        assert_eq!(
            attachment_as("Акт v2.pdf", "lease-v2.pdf").to_str().unwrap(),
            "attachment; filename=\"lease-v2.pdf\"; filename*=UTF-8''%D0%90%D0%BA%D1%82%20v2.pdf"
        );
        let long = format!("{}.docx", "ы".repeat(300));
        let text = attachment(&long);
        assert!(text.to_str().unwrap().ends_with(".docx") && text.len() < 700);
        assert_eq!(inline("report.html"), "inline; filename=\"report.html\"");
    }
}
