//! Names of banks as they stand by themselves.

use crate::engine::text::folded;

/// «В Башкирском отделении № 8598 ПАО Сбербанк», «в Банке ВТБ»: the name as it stands by itself.
#[must_use]
pub fn nominative(name: &str) -> String {
    let mut words: Vec<String> = name.split(' ').map(str::to_owned).collect();
    let noun = words.iter().take(3).position(|word| {
        let low = folded(word);
        ["банке", "отделении", "филиале"].contains(&low.as_str())
    });
    let Some(at) = noun else { return name.to_owned() };
    let neuter = folded(&words[at]) == "отделении";
    words[at] = match words[at].strip_suffix('е') {
        Some(word) => word.to_owned(),
        None => words[at].strip_suffix('и').map_or_else(|| words[at].clone(), |word| format!("{word}е")),
    };
    for word in words.iter_mut().take(at) {
        let Some(stem) = word.strip_suffix("ом") else { continue };
        let hissing = stem.ends_with(['г', 'к', 'х']);
        let ending = if neuter {
            "ое"
        } else if hissing {
            "ий"
        } else {
            "ый"
        };
        *word = format!("{stem}{ending}");
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bank_is_named_in_the_nominative() {
        for (said, want) in [
            ("Башкирском отделении № 8598 ПАО Сбербанк, г. Уфа", "Башкирское отделение № 8598 ПАО Сбербанк, г. Уфа"),
            ("Центрально-Черноземном банке ПАО Сбербанк", "Центрально-Черноземный банк ПАО Сбербанк"),
            ("Банке ВТБ (ПАО), г. Москва", "Банк ВТБ (ПАО), г. Москва"),
            ("АО «ТБанк»", "АО «ТБанк»"),
        ] {
            assert_eq!(nominative(said), want);
        }
    }
}
