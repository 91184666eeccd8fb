//! Where a plain form leads back to: the state of the session's page that it was sent from.

use axum::http::{HeaderMap, header};
use url::{Url, form_urlencoded::Serializer};

/// What an address holds for a moment only.
const PASSING: [&str; 6] = ["__err", "__path", "propose", "to_value", "kind", "edit"];

/// The address of the page that a request came from, when it is a page of the session, with more pairs in its query;
/// else the session's own.
#[must_use]
pub fn to(headers: &HeaderMap, id: &str, more: &[(&str, &str)]) -> String {
    let own = format!("/s/{id}");
    let from = headers.get(header::REFERER).and_then(|from| from.to_str().ok()).and_then(|from| Url::parse(from).ok());
    let from = from.filter(|from| from.path() == own);
    let mut query = Serializer::new(String::new());
    if let Some(from) = &from {
        query.extend_pairs(from.query_pairs().filter(|(name, _)| !PASSING.contains(&name.as_ref())));
    }
    query.extend_pairs(more);
    let query = query.finish();
    if query.is_empty() { own } else { format!("{own}?{query}") }
}

#[cfg(test)]
mod tests {
    use super::to;
    use axum::http::{HeaderMap, HeaderValue, header};

    #[test]
    fn a_form_leads_back_to_where_it_was_sent_from() {
        let from = |from: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::REFERER, HeaderValue::from_str(from).unwrap());
            headers
        };
        assert_eq!(to(&from("http://a/s/x?view=facts&q=%D0%B0"), "x", &[]), "/s/x?view=facts&q=%D0%B0");
        assert_eq!(
            to(&from("http://a/s/x?view=facts&__err=e&propose=/p"), "x", &[("to_value", "1 & 2")]),
            "/s/x?view=facts&to_value=1+%26+2"
        );
        // Another page, another site's idea of one, or none at all.
        assert_eq!(to(&from("http://a/s/y?view=facts"), "x", &[]), "/s/x");
        assert_eq!(to(&from("//evil/s/x"), "x", &[]), "/s/x");
        assert_eq!(to(&HeaderMap::new(), "x", &[]), "/s/x");
    }
}
