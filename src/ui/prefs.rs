//! What a visitor chose: language and theme. Read from cookies.

/// Language of the interface.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Lang {
    /// Russian.
    #[default]
    Ru,
    /// English.
    En,
    /// Korean.
    Ko,
}

impl Lang {
    /// Every language, the first one first.
    pub const ALL: [Self; 3] = [Self::Ru, Self::En, Self::Ko];

    /// The value of the cookie and of `html[lang]`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ru => "ru",
            Self::En => "en",
            Self::Ko => "ko",
        }
    }

    /// The language's name for itself.
    #[must_use]
    pub fn own_name(self) -> &'static str {
        match self {
            Self::Ru => "Русский",
            Self::En => "English",
            Self::Ko => "한국어",
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
    /// High contrast, light or dark as the system says.
    Contrast,
}

impl Theme {
    /// The theme of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.as_str() == name)
    }

    /// Every theme.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Light, Self::Dark, Self::Contrast];

    /// The value of the cookie and of `html[data-theme]`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Contrast => "contrast",
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
            theme: theme.and_then(Theme::named).unwrap_or_default(),
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

    /// The same for a visitor whose browser asks for these languages: Korean is taken from there until a visitor
    /// chooses; everybody else begins in the product's first language.
    #[must_use]
    pub fn for_visitor(cookies: &str, languages: &str) -> Self {
        let prefs = Self::from_cookies(cookies);
        let chosen = cookies.split(';').any(|pair| pair.trim().starts_with("lang="));
        let korean = languages.trim_start().get(..2).is_some_and(|first| first.eq_ignore_ascii_case("ko"));
        if korean && !chosen { Self { lang: Lang::Ko, ..prefs } } else { prefs }
    }

    /// The choices that hold for this page.
    #[must_use]
    pub fn current() -> Self {
        let parts = leptos::prelude::use_context::<axum::http::request::Parts>();
        let all = |name: axum::http::HeaderName| -> Vec<String> {
            parts.as_ref().map_or_else(Vec::new, |parts| {
                let values = parts.headers.get_all(name).iter();
                values.filter_map(|value| value.to_str().ok().map(str::to_owned)).collect()
            })
        };
        let languages = all(axum::http::header::ACCEPT_LANGUAGE).join(",");
        Self::for_visitor(&all(axum::http::header::COOKIE).join("; "), &languages)
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

    #[test]
    fn korean_is_the_visitors_own_until_another_is_chosen() {
        assert_eq!(Prefs::for_visitor("", "ko-KR,ko;q=0.9").lang, Lang::Ko);
        assert_eq!(Prefs::for_visitor("lang=ru", "ko-KR").lang, Lang::Ru);
        assert_eq!(Prefs::for_visitor("theme=dark", "en-US,ko").lang, Lang::Ru);
        assert_eq!(Prefs::for_visitor("lang=ko", "").lang, Lang::Ko);
    }
}
