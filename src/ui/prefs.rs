//! What a visitor chose: language and theme. Read from cookies on the server, from the document in the browser,
//! so that both sides draw the same page.

/// Language of the interface.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Lang {
    /// Russian.
    #[default]
    Ru,
    /// English.
    En,
}

impl Lang {
    /// Every language, the first one first.
    pub const ALL: [Self; 2] = [Self::Ru, Self::En];

    /// The value of the cookie and of `html[lang]`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ru => "ru",
            Self::En => "en",
        }
    }

    /// The language's name for itself.
    #[must_use]
    pub fn own_name(self) -> &'static str {
        match self {
            Self::Ru => "Русский",
            Self::En => "English",
        }
    }
}

/// Colours of the page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the system says.
    #[default]
    Auto,
    /// Paper.
    Light,
    /// Night.
    Dark,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// The value of the cookie and of `html[data-theme]`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// The visitor's choices.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Prefs {
    /// Language.
    pub lang: Lang,
    /// Theme.
    pub theme: Theme,
}

impl Prefs {
    /// From the names; an unknown one is the default.
    #[must_use]
    pub fn parse(lang: Option<&str>, theme: Option<&str>) -> Self {
        Self {
            lang: Lang::ALL.into_iter().find(|l| Some(l.as_str()) == lang).unwrap_or_default(),
            theme: Theme::ALL.into_iter().find(|t| Some(t.as_str()) == theme).unwrap_or_default(),
        }
    }

    /// From the text of a `Cookie` header.
    #[must_use]
    pub fn from_cookies(header: &str) -> Self {
        let cookie = |name: &str| {
            header.split(';').filter_map(|pair| pair.trim().split_once('=')).find(|(n, _)| *n == name).map(|(_, v)| v)
        };
        Self::parse(cookie("lang"), cookie("theme"))
    }

    /// The choices that hold for this page.
    #[cfg(feature = "ssr")]
    #[must_use]
    pub fn current() -> Self {
        let parts = leptos::prelude::use_context::<axum::http::request::Parts>();
        let cookies: Vec<String> = parts.map_or_else(Vec::new, |parts| {
            parts
                .headers
                .get_all(axum::http::header::COOKIE)
                .iter()
                .filter_map(|value| value.to_str().ok().map(str::to_owned))
                .collect()
        });
        Self::from_cookies(&cookies.join("; "))
    }

    /// The choices that hold for this page.
    #[cfg(not(feature = "ssr"))]
    #[must_use]
    pub fn current() -> Self {
        let root = |name: &str| super::browser::root_attribute(name);
        Self::parse(root("lang").as_deref(), root("data-theme").as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::{Lang, Prefs, Theme};

    #[test]
    fn cookies() {
        assert_eq!(Prefs::from_cookies(""), Prefs { lang: Lang::Ru, theme: Theme::Auto });
        assert_eq!(Prefs::from_cookies("a=1; lang=en;theme=dark"), Prefs { lang: Lang::En, theme: Theme::Dark });
        assert_eq!(Prefs::from_cookies("lang=xx; theme=<script>"), Prefs::default());
    }
}
