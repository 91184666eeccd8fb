//! Declares the words of a part of the page in the three languages of the program.

/// One key, its words in Russian, English and Korean; `text()` gives those of the visitor, `of(lang)` those of a
/// language. Once per module.
macro_rules! catalogue {
    ($name:ident; $($key:ident: $ru:literal, $en:literal, $ko:literal;)*) => {
        /// The words of one language.
        #[derive(Debug)]
        pub struct $name {
            $(
                #[doc = concat!("«", $ru, "»")]
                pub $key: &'static str,
            )*
        }

        static RU: $name = $name { $($key: $ru,)* };
        static EN: $name = $name { $($key: $en,)* };
        static KO: $name = $name { $($key: $ko,)* };

        /// The words in the language of the visitor.
        #[must_use]
        pub fn text() -> &'static $name {
            of($crate::ui::text::prefs().lang)
        }

        /// The words of a language.
        #[must_use]
        pub fn of(lang: $crate::ui::prefs::Lang) -> &'static $name {
            match lang {
                $crate::ui::prefs::Lang::Ru => &RU,
                $crate::ui::prefs::Lang::En => &EN,
                $crate::ui::prefs::Lang::Ko => &KO,
            }
        }
    };
}
pub(crate) use catalogue;
