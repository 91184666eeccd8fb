//! A form as a browser sends it without a script: names and values. What they mean, whoever takes the form knows.

use serde_json::{Value, json};

/// Names and values in the order of the form.
pub struct Plain<'p>(pub &'p [(String, String)]);

impl Plain<'_> {
    /// The first value of a name without blanks around it; none when it is empty.
    #[must_use]
    pub fn one(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(key, value)| key == name && !value.trim().is_empty());
        found.map(|(_, value)| value.trim())
    }

    /// All values of a name that are not empty.
    #[must_use]
    pub fn all(&self, name: &str) -> Vec<&str> {
        let found = self.0.iter().filter(|(key, value)| key == name && !value.trim().is_empty());
        found.map(|(_, value)| value.trim()).collect()
    }

    /// Whether a name has a value.
    #[must_use]
    pub fn on(&self, name: &str) -> bool {
        self.one(name).is_some()
    }

    /// A whole number; digits may be grouped. What is no number stays text, for the check to name it.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<Value> {
        let text = self.one(name)?;
        let bare: String = text.chars().filter(|c| !matches!(c, ',' | ' ' | '_' | '\u{a0}')).collect();
        Some(bare.parse::<i64>().map_or_else(|_| json!(text), |number| json!(number)))
    }
}

/// Reads `application/x-www-form-urlencoded`.
#[must_use]
pub fn pairs(form: &str) -> Vec<(String, String)> {
    let split = form.split('&').filter(|pair| !pair.is_empty());
    split
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(key, value)| (decoded(key), decoded(value)))
        .collect()
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let mut ahead = rest.clone();
                if let (Some(high), Some(low)) = (digit(ahead.next()), digit(ahead.next())) {
                    bytes.push((high * 16 + low) as u8);
                    rest = ahead;
                } else {
                    bytes.push(b'%');
                }
            }
            other => bytes.push(other),
        }
    }
    // Browsers end a line of a text area with two characters.
    String::from_utf8_lossy(&bytes).replace("\r\n", "\n").replace('\0', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_decoded_as_browsers_write_them() {
        let read = pairs("a=%EA%B0%91+1&b=x%3Dy%26&c&d=%zz%4&e=1%0D%0A2");
        let shown: Vec<(&str, &str)> = read.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        assert_eq!(shown, [("a", "갑 1"), ("b", "x=y&"), ("c", ""), ("d", "%zz%4"), ("e", "1\n2")]);
    }
}
