//! Whether a name in a ledger is the name that was said.

use crate::engine::text::case::name_case;
use crate::engine::text::decline::{looks_like_surname, patronymic, surname, surname_case};
use crate::engine::text::given::given;
use crate::engine::text::stem::words;
use crate::engine::text::token::fold;

/// Folded words of a name, in the order of the alphabet: order and marks do not matter.
pub(crate) fn parts(name: &str) -> Vec<String> {
    let mut list: Vec<String> = words(name).iter().map(|w| fold(&name[w.start..w.end])).collect();
    list.sort_unstable();
    list
}

/// Whether the [`parts`] of a value are a person's full name, or one part of it.
pub(crate) fn person_is(person: [&str; 3], said: &[String]) -> bool {
    if said.is_empty() {
        return false;
    }
    let full = parts(&person.join(" "));
    let short = parts(&format!("{} {}", person[0], person[1]));
    let single = |part: &str| !part.is_empty() && part.chars().count() > 2 && parts(part).as_slice() == said;
    said == full.as_slice() || said == short.as_slice() || person.into_iter().any(single)
}

/// Whether the [`parts`] of a value are a company's or a sole trader's name, with its form or without one; another form
/// is another name.
pub(crate) fn company_is(form: &str, name: &str, said: &[String]) -> bool {
    let full = parts(name);
    if said.is_empty() || said == full.as_slice() {
        return !said.is_empty();
    }
    let form = fold(form);
    let core: Vec<String> = full.iter().filter(|word| **word != form).cloned().collect();
    !core.is_empty() && (said == core.as_slice() || form.is_empty() && core == without_form(said))
}

/// Whether a lone surname in some case is `value`: «Ивановым» is «Иванов».
pub(crate) fn surname_is(word: &str, value: &str) -> bool {
    let said = name_case(word);
    let nominative = surname_case(&said).map(|(female, case)| surname(&said, female, case));
    let (said, value) = (fold(&said), fold(value));
    nominative.is_some_and(|name| fold(&name) == value) || said.strip_suffix('а') == Some(value.as_str())
}

/// Whether a value may be the name of a person: stems would take «Иван» for «Иванов».
pub(crate) fn is_personal(value: &str) -> bool {
    words(value).iter().any(|w| {
        let said = &value[w.start..w.end];
        let low = fold(said);
        let capital = said.chars().next().is_some_and(char::is_uppercase);
        capital && (looks_like_surname(&low) || !given(&low).is_empty() || patronymic(&name_case(said)).is_some())
    })
}

/// The words of a name without a common legal form: «компания «Вектор»» may be ООО «Вектор» by its quoted core only.
fn without_form(said: &[String]) -> Vec<String> {
    said.iter().filter(|word| !matches!(word.as_str(), "компания" | "фирма" | "организация")).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people() {
        let ivanov = ["Иванов", "Иван", "Иванович"];
        for (value, same) in [
            ("Иванов Иван Иванович", true),
            ("Иван Иванович Иванов", true),
            ("Иванов Иван", true),
            ("Иванов", true),
            ("Петров Иван Иванович", false),
            ("Иванов Иван Петрович", false),
            ("", false),
        ] {
            assert_eq!(person_is(ivanov, &parts(value)), same, "{value}");
        }
        assert!(person_is(["Иванов", "И.", "И."], &parts("Иванов И.И.")));
        assert!(!person_is(["Иванов", "И.", "И."], &parts("И.")));
    }

    #[test]
    fn companies() {
        for (value, same) in [
            ("ООО «Вектор»", true),
            ("ООО \"Вектор\"", true),
            ("Вектор", true),
            ("АО «Вектор»", false),
            ("ООО", false),
            ("", false),
        ] {
            assert_eq!(company_is("ООО", "ООО «Вектор»", &parts(value)), same, "{value}");
        }
    }
}
