//! Where the page viewer is: its address, its neighbours, its scale. Pure.

use crate::ui::logic::links::encode;
use std::fmt::Write;

/// Scales in percent; 0 is the whole width.
const SCALES: [u32; 8] = [50, 75, 100, 125, 150, 200, 300, 400];

/// What is looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The edition.
    pub edition: String,
    /// The page; `None` is where the node begins.
    pub page: Option<u32>,
    /// A node that is marked, or empty.
    pub node: String,
    /// Words that are marked, or empty.
    pub quote: String,
    /// Percent; 0 is the whole width.
    pub zoom: u32,
}

impl Sheet {
    /// As an address says it.
    #[must_use]
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Self {
        let number = |name: &str| get(name).and_then(|text| text.trim().parse::<u32>().ok());
        let node = get("node").unwrap_or_default();
        // A node tells its edition.
        let own = node.strip_prefix("norm://").and_then(|rest| rest.split('/').next()).unwrap_or_default();
        let edition = get("edition").filter(|name| !name.is_empty()).unwrap_or_else(|| own.to_owned());
        let zoom = number("zoom").filter(|zoom| SCALES.contains(zoom)).unwrap_or(0);
        let page = number("page").filter(|page| *page > 0);
        Self { edition, page, node, quote: get("quote").unwrap_or_default(), zoom }
    }

    /// Its address.
    #[must_use]
    pub fn href(&self) -> String {
        let mut out = format!("/page?edition={}", encode(&self.edition));
        if let Some(page) = self.page {
            let _ = write!(out, "&page={page}");
        }
        for (name, value) in [("node", &self.node), ("quote", &self.quote)] {
            if !value.is_empty() {
                let _ = write!(out, "&{name}={}", encode(value));
            }
        }
        if self.zoom > 0 {
            let _ = write!(out, "&zoom={}", self.zoom);
        }
        out
    }

    /// The same at another page.
    #[must_use]
    pub fn at(&self, page: u32) -> Self {
        Self { page: Some(page), ..self.clone() }
    }

    /// The same at another scale.
    #[must_use]
    pub fn scaled(&self, zoom: u32) -> Self {
        Self { zoom, ..self.clone() }
    }

    /// The next larger scale, if there is one.
    #[must_use]
    pub fn larger(&self) -> Option<u32> {
        let now = if self.zoom == 0 { 100 } else { self.zoom };
        SCALES.into_iter().find(|scale| *scale > now)
    }

    /// The next smaller scale, if there is one.
    #[must_use]
    pub fn smaller(&self) -> Option<u32> {
        let now = if self.zoom == 0 { 100 } else { self.zoom };
        SCALES.into_iter().rfind(|scale| *scale < now)
    }

    /// The address of the image, sharp enough for the scale.
    #[must_use]
    pub fn image(&self, page: u32) -> String {
        let scale = match self.zoom {
            0..=150 => 2,
            151..=200 => 3,
            _ => 4,
        };
        format!("/api/corpus/pages/{}/{page}?scale={scale}&format=png", encode(&self.edition))
    }
}

#[cfg(test)]
mod tests {
    use super::Sheet;

    #[test]
    fn an_address_reads_back() {
        let sheet = Sheet {
            edition: "ru.sp.63@izm1".into(),
            page: Some(104),
            node: "norm://ru.sp.63@izm1/table/10.1/row/1".into(),
            quote: "не менее 20 мм".into(),
            zoom: 150,
        };
        let href = sheet.href();
        let query = href.split_once('?').unwrap().1.to_owned();
        let get = |name: &str| {
            let value = query.split('&').find_map(|pair| pair.strip_prefix(&format!("{name}=")))?;
            let mut bytes = Vec::new();
            let mut rest = value.bytes();
            while let Some(byte) = rest.next() {
                bytes.push(match byte {
                    b'%' => {
                        let digits = [rest.next().unwrap(), rest.next().unwrap()];
                        u8::from_str_radix(std::str::from_utf8(&digits).unwrap(), 16).unwrap()
                    }
                    byte => byte,
                });
            }
            String::from_utf8(bytes).ok()
        };
        assert_eq!(Sheet::read(get), sheet);
        let only = Sheet::read(|name| (name == "node").then(|| "norm://ru.gk@undated/art/1".to_owned()));
        assert_eq!((only.edition.as_str(), only.page, only.zoom), ("ru.gk@undated", None, 0));
        assert_eq!(Sheet::read(|name| (name == "zoom").then(|| "77".to_owned())).zoom, 0);
    }

    #[test]
    fn scales_have_ends() {
        let at = |zoom: u32| Sheet { zoom, ..Sheet::default() };
        assert_eq!((at(0).larger(), at(0).smaller()), (Some(125), Some(75)));
        assert_eq!((at(400).larger(), at(50).smaller()), (None, None));
    }
}
