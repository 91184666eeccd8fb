//! Slips of the pen in long words.

/// Letters of a word short enough to be another word by a slip.
const SHORT: usize = 7;

/// Whether two words differ by one letter more, less or other; short words and first letters do not slip.
#[must_use]
pub fn slipped(a: &str, b: &str) -> bool {
    // Nearly all pairs end here, before anything is taken apart.
    if a.chars().next() != b.chars().next() {
        return false;
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let (short, long) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    if a == b || short.len() < SHORT || long.len() - short.len() > 1 || short[0] != long[0] {
        return false;
    }
    let same = short.iter().zip(long.iter()).take_while(|(a, b)| a == b).count();
    let rest = &short[same..];
    rest == &long[same + 1..] || short.len() == long.len() && same < short.len() && rest[1..] == long[same + 1..]
}

#[cfg(test)]
mod tests {
    use super::slipped;

    #[test]
    fn a_letter_slips_only_in_a_long_word() {
        assert!(slipped("заказчк", "заказчик") && slipped("арендадатель", "арендодатель"));
        assert!(!slipped("заказчик", "заказчик") && !slipped("цена", "цены") && !slipped("подрядчик", "заказчик"));
    }
}
