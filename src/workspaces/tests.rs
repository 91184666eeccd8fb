//! Which workspace first words are meant for.

use super::*;
use crate::engine::knowledge::load;

#[test]
fn first_words_find_their_workspace() {
    let knowledge = load::embedded().expect("embedded packs are sound");
    let cases = [
        ("Хочу сдать в аренду Lada Vesta на полгода", contract::ID),
        ("Нужна бумага о том, что мы договорились", contract::ID),
        ("привет", contract::ID),
        ("привет, что ты умеешь?", contract::ID),
        ("What can you do?", contract::ID),
        ("Может ли суд уменьшить неустойку?", research::ID),
        ("Может ли арендатор отказаться от договора аренды?", research::ID),
        ("ст. 333 ГК РФ", research::ID),
        ("Какая толщина защитного слоя бетона в плите?", norms::ID),
        ("СП 63 табл. 10.1", norms::ID),
    ];
    for (words, workspace) in cases {
        assert_eq!(fitting(words, &knowledge), workspace, "{words}");
    }
}
