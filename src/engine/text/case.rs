//! Letter case of words that become names.

/// The first letter as a capital, the rest as it stands: «вектор» → «Вектор».
#[must_use]
pub fn capitalise(word: &str) -> String {
    let mut chars = word.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// A name in ordinary case, each part of a hyphenated one apart: «ИВАНОВ-ПЕТРОВ» → «Иванов-Петров».
#[must_use]
pub fn name_case(word: &str) -> String {
    word.split('-').map(|part| capitalise(&part.to_lowercase())).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_letter() {
        for (from, to) in [("вектор", "Вектор"), ("ООО", "ООО"), ("", ""), ("ёлка", "Ёлка"), ("1а", "1а")]
        {
            assert_eq!(capitalise(from), to);
        }
        assert_eq!(name_case("ИВАНОВ-петров"), "Иванов-Петров");
    }
}
