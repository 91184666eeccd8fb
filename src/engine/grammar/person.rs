//! A full name: its parts, gender, cases and short forms.

use crate::engine::grammar::case::{Case, Gender};
use crate::engine::grammar::name;
use crate::engine::grammar::plural::NBSP;

/// A name as parts; initials stand where a part is short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// «Иванов»
    pub surname: String,
    /// «Иван» or «И.»; may be empty.
    pub given: String,
    /// «Иванович» or «И.»; may be empty.
    pub patronymic: String,
}

fn is_initial(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(char::is_uppercase) && matches!((chars.next(), chars.next()), (Some('.') | None, None))
}

impl Person {
    /// Reads «Иванов Иван Иванович», «Иван Иванович Иванов», «И. И. Иванов», «Иванов И. И.»; `None` for other shapes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let spaced = text.replace(['.', NBSP], ". ").replace(". . ", ". ");
        let words: Vec<&str> = spaced.split_whitespace().filter(|word| *word != ".").collect();
        let words: Vec<String> = words
            .iter()
            .map(|w| w.strip_suffix('.').filter(|bare| bare.chars().count() > 1).unwrap_or(w).into())
            .collect();
        let person = |surname: &str, given: &str, patronymic: &str| {
            Some(Self { surname: surname.into(), given: given.into(), patronymic: patronymic.into() })
        };
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            [a, b, c] if is_initial(a) && is_initial(b) => person(c, a, b),
            [a, b] if is_initial(a) => person(b, a, ""),
            [a, b, c] if name::patronymic_gender(b).is_some() && name::patronymic_gender(c).is_none() => {
                person(c, a, b)
            }
            [a, b, c, d] if ["оглы", "кызы", "улы", "гызы", "уулу"].contains(&d.to_lowercase().as_str()) => {
                person(a, b, &format!("{c} {d}"))
            }
            [a, b, c] => person(a, b, c),
            [a, b] => person(a, b, ""),
            _ => None,
        }
    }

    /// From the patronymic, else from the given name, else from the surname; `None` when nothing shows it.
    #[must_use]
    pub fn gender(&self) -> Option<Gender> {
        let full = !self.given.is_empty() && !is_initial(&self.given);
        name::patronymic_gender(&self.patronymic)
            .or_else(|| if full { name::given_gender(&self.given) } else { None })
            .or_else(|| name::surname_gender(&self.surname))
    }

    /// Surname, given name, patronymic in a case; an unsure gender leaves the nominative.
    #[must_use]
    pub fn decline(&self, case: Case) -> String {
        let Some(gender) = self.gender() else { return self.full() };
        let part = |word: &str, declined: String| if is_initial(word) { word.to_owned() } else { declined };
        let parts = [
            name::surname(&self.surname, gender, case),
            part(&self.given, name::given(&self.given, gender, case)),
            part(&self.patronymic, name::patronymic(&self.patronymic, case)),
        ];
        join(&parts)
    }

    /// Surname, given name, patronymic.
    #[must_use]
    pub fn full(&self) -> String {
        join(&[self.surname.clone(), self.given.clone(), self.patronymic.clone()])
    }

    /// «И. И. Иванов», unbreakable, for signatures.
    #[must_use]
    pub fn short(&self) -> String {
        let mut out = String::new();
        for part in [&self.given, &self.patronymic] {
            if let Some(first) = part.chars().next() {
                out.push(first);
                out.push('.');
                out.push(NBSP);
            }
        }
        out + &self.surname
    }
}

fn join(parts: &[String]) -> String {
    parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" ")
}

/// A name in a case; text that is no name, or whose gender is unsure, stays, and `false` says so.
#[must_use]
pub fn decline(text: &str, case: Case) -> (String, bool) {
    match Person::parse(text) {
        Some(person) if person.gender().is_some() => (person.decline(case), true),
        _ => (text.to_owned(), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_names() {
        use Case::{Accusative, Dative, Genitive, Instrumental, Prepositional};
        for (name, case, form) in [
            ("Иванов Иван Иванович", Genitive, "Иванова Ивана Ивановича"),
            ("Иванов Иван Иванович", Instrumental, "Ивановым Иваном Ивановичем"),
            ("Сидорова Мария Ильинична", Dative, "Сидоровой Марии Ильиничне"),
            ("Сидорова Анна Петровна", Accusative, "Сидорову Анну Петровну"),
            ("Петров Пётр Ильич", Instrumental, "Петровым Петром Ильичом"),
            ("Петров Павел Фомич", Prepositional, "Петрове Павле Фомиче"),
            ("Петров-Иванов Лев Петрович", Genitive, "Петрова-Иванова Льва Петровича"),
            ("Сидоренко Ольга Петровна", Genitive, "Сидоренко Ольги Петровны"),
            ("Черных Иван Петрович", Dative, "Черных Ивану Петровичу"),
            ("Ивановский Игорь Иванович", Instrumental, "Ивановским Игорем Ивановичем"),
            ("Ивановская Любовь Ивановна", Instrumental, "Ивановской Любовью Ивановной"),
            ("Кравец Илья Иванович", Genitive, "Кравца Ильи Ивановича"),
            ("Кравец Нинель Ивановна", Genitive, "Кравец Нинели Ивановны"),
            ("Иванов Мамед Али оглы", Genitive, "Иванова Мамеда Али оглы"),
            ("Иванов И. И.", Genitive, "Иванова И. И."),
            ("И.И. Иванова", Dative, "Ивановой И. И."),
        ] {
            assert_eq!(decline(name, case), (form.to_owned(), true), "{name}");
        }
    }

    #[test]
    fn unsure_stays_and_says_so() {
        assert_eq!(decline("Ким Ли", Case::Genitive), ("Ким Ли".to_owned(), false));
        assert_eq!(decline("Вектор", Case::Genitive), ("Вектор".to_owned(), false));
    }

    #[test]
    fn short_and_order() {
        assert_eq!(Person::parse("Иван Иванович Иванов").unwrap().full(), "Иванов Иван Иванович");
        assert_eq!(Person::parse("Иванов Иван Иванович").unwrap().short(), "И.\u{a0}И.\u{a0}Иванов");
        assert_eq!(Person::parse("Сидорова Анна Петровна").unwrap().gender(), Some(Gender::Feminine));
    }
}
