//! Language and theme: cookies set by a plain link, so that the switches work without JavaScript.

use crate::server::door::caller::Caller;
use axum::extract::Query;
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse, Redirect};
use serde::Deserialize;

/// Query of `GET /prefs`.
#[derive(Deserialize)]
pub struct Prefs {
    lang: Option<String>,
    theme: Option<String>,
    back: Option<String>,
}

/// `GET /prefs?lang=en&theme=dark&back=/s/…`: sets what is known, goes back to a page of this site.
pub async fn set(caller: Caller, Query(prefs): Query<Prefs>) -> impl IntoResponse {
    let secure = caller.cookie_end();
    let known = |value: Option<String>, list: &[&str]| value.filter(|value| list.contains(&value.as_str()));
    let lang = known(prefs.lang, &["ru", "en", "ko"]).map(|value| ("lang", value));
    let theme = known(prefs.theme, &["light", "dark", "contrast", "auto"]).map(|value| ("theme", value));
    let cookies: Vec<_> = [lang, theme]
        .into_iter()
        .flatten()
        .map(|(name, value)| {
            (header::SET_COOKIE, format!("{name}={value}; Path=/; Max-Age=31536000; SameSite=Lax{secure}"))
        })
        .collect();
    (AppendHeaders(cookies), Redirect::to(&local(prefs.back.as_deref().unwrap_or("/"))))
}

/// A path of this site; anything that could lead elsewhere becomes the home page.
#[must_use]
pub fn local(back: &str) -> String {
    let safe =
        back.starts_with('/') && !back.starts_with("//") && !back.contains('\\') && !back.contains(char::is_control);
    if safe { back.to_owned() } else { "/".to_owned() }
}

/// The value of a cookie.
#[must_use]
pub fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok()).find_map(|list| {
        list.split(';').find_map(|pair| {
            let (key, value) = pair.trim().split_once('=')?;
            (key == name).then(|| value.to_owned())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_this_site() {
        for (back, want) in
            [("/s/x?v=1", "/s/x?v=1"), ("//evil", "/"), ("https://evil", "/"), ("/\\evil", "/"), ("", "/")]
        {
            assert_eq!(local(back), want);
        }
    }
}
