//! What comes out, and what is refused.

use crate::engine::quantity::expression::{Fault, Quantity, evaluate, quantity};
use crate::engine::quantity::number::Number;
use std::collections::BTreeMap;

fn names(list: &[(&str, &str, &str)]) -> BTreeMap<String, Quantity> {
    list.iter().map(|(name, value, unit)| ((*name).to_owned(), quantity(value, unit).unwrap())).collect()
}

#[test]
fn numbers_are_exact_and_printed_as_people_write_them() {
    let sum = Number::read("0,1").unwrap().plus(Number::read("0.2").unwrap()).unwrap();
    assert_eq!(sum.to_string(), "0,3");
    assert_eq!(Number::read("-5").unwrap().to_string(), "-5");
    assert_eq!(Number::read("10").unwrap().over(Number::read("3").unwrap()).unwrap().places(2).to_string(), "3,33");
    assert_eq!(Number::read("-2,5").unwrap().down().to_string(), "-3");
    assert_eq!(Number::read("2,1").unwrap().up().to_string(), "3");
    for text in ["", "a", "1e5", "1.2.3", "--1", "9999999999999999999"] {
        assert_eq!(Number::read(text), None, "{text}");
    }
    assert_eq!(Number::whole(1).over(Number::ZERO), None);
}

#[test]
fn units_are_carried_through() {
    let given = names(&[("a", "3", "м"), ("b", "400", "см"), ("q", "2", "кПа")]);
    assert_eq!(evaluate("a * b", &given, "м²").unwrap().to_string(), "12");
    assert_eq!(evaluate("a + b", &given, "м").unwrap().to_string(), "7");
    assert_eq!(evaluate("q * a * b", &given, "кН").unwrap().to_string(), "24");
    assert_eq!(evaluate("max(a, b) / min(a, b) * 1,5", &given, "").unwrap().to_string(), "2");
    assert_eq!(evaluate("-a + 2*(a + b)", &given, "мм").unwrap().to_string(), "11000");
}

#[test]
fn what_does_not_fit_is_refused() {
    let given = names(&[("a", "3", "м"), ("m", "5", "кг")]);
    assert!(matches!(evaluate("a + m", &given, "м"), Err(Fault::Dimension(_))));
    assert!(matches!(evaluate("a * a", &given, "м"), Err(Fault::Dimension(_))));
    assert!(matches!(evaluate("a + x", &given, "м"), Err(Fault::Unknown(_))));
    assert!(matches!(evaluate("a / (a - a)", &given, ""), Err(Fault::Range)));
    for text in ["", "a +", "(a", "a b", "system(1)", "a; b", "max a", "1 2"] {
        assert!(evaluate(text, &given, "м").is_err(), "{text}");
    }
    assert!(evaluate(&"(".repeat(300), &given, "м").is_err());
    assert!(quantity("5", "локоть").is_err());
}
