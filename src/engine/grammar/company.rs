//! Forms of companies: short and full, in cases; the name in quotes never changes.

use crate::engine::grammar::case::{Case, Gender};
use crate::engine::grammar::phrase;

const FORMS: &[(&str, &str)] = &[
    ("ООО", "Общество с ограниченной ответственностью"),
    ("ПАО", "Публичное акционерное общество"),
    ("НАО", "Непубличное акционерное общество"),
    ("АО", "Акционерное общество"),
    ("ЗАО", "Закрытое акционерное общество"),
    ("ОАО", "Открытое акционерное общество"),
    ("ОДО", "Общество с дополнительной ответственностью"),
    ("ИП", "Индивидуальный предприниматель"),
    ("АНО", "Автономная некоммерческая организация"),
    ("НКО", "Некоммерческая организация"),
    ("ТСЖ", "Товарищество собственников жилья"),
    ("ТСН", "Товарищество собственников недвижимости"),
    ("ПК", "Производственный кооператив"),
    ("ГУП", "Государственное унитарное предприятие"),
    ("МУП", "Муниципальное унитарное предприятие"),
    ("ФГУП", "Федеральное государственное унитарное предприятие"),
    ("ГБУ", "Государственное бюджетное учреждение"),
    ("ФГБУ", "Федеральное государственное бюджетное учреждение"),
    ("КФХ", "Крестьянское (фермерское) хозяйство"),
    ("ГСК", "Гаражно-строительный кооператив"),
];

/// The form at the start of a name, as it is written, and what follows it.
fn split(name: &str) -> Option<(&'static str, &str)> {
    let (head, rest) = name.split_once(' ').unwrap_or((name, ""));
    let short = FORMS.iter().find(|(short, _)| *short == head).map(|(_, full)| (*full, rest));
    short.or_else(|| {
        FORMS.iter().find_map(|(_, full)| {
            let start = name.get(..full.len())?;
            (start.to_lowercase() == full.to_lowercase()).then(|| (*full, name[full.len()..].trim_start()))
        })
    })
}

/// The name with its form written out: «ООО «Вектор»» → «Общество с ограниченной ответственностью «Вектор»».
#[must_use]
pub fn full(name: &str) -> String {
    match split(name.trim()) {
        Some((form, "")) => form.to_owned(),
        Some((form, rest)) => format!("{form} {rest}"),
        None => name.trim().to_owned(),
    }
}

/// The name with its form shortened: «Общество с ограниченной ответственностью «Вектор»» → «ООО «Вектор»».
#[must_use]
pub fn short(name: &str) -> String {
    let Some((form, rest)) = split(name.trim()) else { return name.trim().to_owned() };
    let short = FORMS.iter().find(|(_, full)| *full == form).map_or(form, |(short, _)| short);
    if rest.is_empty() { short.to_owned() } else { format!("{short} {rest}") }
}

/// The name in a case: a written-out form is declined, an abbreviation is not.
#[must_use]
pub fn decline(name: &str, case: Case) -> String {
    let name = name.trim();
    let head = name.split(' ').next().unwrap_or_default();
    match split(name) {
        Some((form, rest)) if !FORMS.iter().any(|(short, _)| *short == head) => {
            let form = phrase::decline(form, case, false);
            if rest.is_empty() { form } else { format!("{form} {rest}") }
        }
        _ => name.to_owned(),
    }
}

/// Gender of the written-out form; neuter when unknown («общество», «предприятие»).
#[must_use]
pub fn gender(name: &str) -> Gender {
    split(name.trim()).map_or(Gender::Neuter, |(form, _)| phrase::gender(form))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms() {
        assert_eq!(full("ООО «Вектор»"), "Общество с ограниченной ответственностью «Вектор»");
        assert_eq!(short("Общество с ограниченной ответственностью «Вектор»"), "ООО «Вектор»");
        assert_eq!(full("Вектор"), "Вектор");
        assert_eq!(gender("ООО «Вектор»"), Gender::Neuter);
        assert_eq!(gender("АНО «Вектор»"), Gender::Feminine);
        assert_eq!(gender("ИП Иванов Иван Иванович"), Gender::Masculine);
    }

    #[test]
    fn cases() {
        let name = full("ООО «Вектор»");
        assert_eq!(decline(&name, Case::Genitive), "Общества с ограниченной ответственностью «Вектор»");
        assert_eq!(decline(&name, Case::Instrumental), "Обществом с ограниченной ответственностью «Вектор»");
        assert_eq!(decline(&full("ПАО «Вектор»"), Case::Prepositional), "Публичном акционерном обществе «Вектор»");
        assert_eq!(decline("ООО «Вектор»", Case::Dative), "ООО «Вектор»");
        assert_eq!(decline(&full("АНО «Вектор»"), Case::Accusative), "Автономную некоммерческую организацию «Вектор»");
    }
}
