//! Tables of sentences, and properties over any text.

use super::*;
use proptest::prelude::*;

fn scope(text: &str, of: &str) -> Scope {
    let start = text.find(of).unwrap_or_else(|| panic!("«{of}» in «{text}»"));
    Scopes::of(text).at(start, start + of.len())
}

#[test]
fn the_words_of_earlier_sides_parse() {
    assert!(lists::is_someone("арендатору") && lists::comes_back("теперь"));
}

#[test]
fn a_question_in_words_that_run_on() {
    use Scope as S;
    for (text, of, want) in [
        ("гарантия год а если он пропадёт что я смогу сделать", "пропадёт", S::Question),
        ("гарантия год а если он пропадёт что я смогу сделать", "год", S::Asserted),
        ("если станок встанет ночью кто отвечает", "встанет", S::Question),
        ("плата 900 в сутки и кто платит за топливо", "900", S::Asserted),
        ("плата 900 в сутки и кто платит за топливо", "топливо", S::Question),
        ("он самозанятый а с самозанятым вообще можно договор или надо ип открыть", "ип", S::Question),
        ("срок год а надо ли регистрировать", "регистрировать", S::Question),
        ("срок год а надо ли регистрировать", "год", S::Asserted),
        ("платит тот кто отвечает за ремонт", "ремонт", S::Asserted),
        ("пусть платит 500 рублей в день если просрочит", "500", S::Asserted),
        ("чек обязательно выдаёт мастер", "мастер", S::Asserted),
        ("Это важно, что этаж указываем?", "важно", S::Question),
    ] {
        assert_eq!(scope(text, of), want, "{of} in {text}");
    }
}

#[test]
fn table() {
    use Scope as S;
    for (text, of, want) in [
        ("Плата 30 000 рублей в месяц", "30 000", S::Asserted),
        ("а можно 30 тысяч?", "30 тысяч", S::Question),
        ("с 1 декабря на 11 мес. а прописывать его надо?", "11 мес", S::Asserted),
        ("с 1 декабря на 11 мес. а прописывать его надо?", "прописывать", S::Question),
        ("30 тысяч, можно?", "30 тысяч", S::Question),
        ("Прошлому агенту, ООО «Ключик», платили 8 %, дорого", "ООО", S::Elsewhere),
        ("Прошлому агенту, ООО «Ключик», платили 8 %, дорого", "8 %", S::Elsewhere),
        ("Прежний арендатор, Кузьмин Семён, съехал 14 октября, а мы платим 20 тысяч", "14 октября", S::Elsewhere),
        ("Прежний арендатор, Кузьмин Семён, съехал 14 октября, а мы платим 20 тысяч", "20 тысяч", S::Asserted),
        ("Плата прежняя, тридцать тысяч", "тридцать тысяч", S::Asserted),
        ("Раньше продавали по 300, цена 500 за штуку", "500", S::Asserted),
        ("Раньше жили там даром, плата 20 тысяч", "20 тысяч", S::Asserted),
        ("Прежняя аренда была дешевле, плата 30 тысяч", "30 тысяч", S::Asserted),
        ("агент Титова Полина, ей 5 % с продажи", "5 %", S::Asserted),
        ("Сдаю за 30 тысяч, какие ещё данные нужны?", "30 тысяч", S::Asserted),
        ("Сдаю за 30 тысяч. Залог нужен?", "30 тысяч", S::Asserted),
        ("Сдаю за 30 тысяч, залог нужен?", "30 тысяч", S::Asserted),
        ("А залог 20 тысяч нужен?", "20 тысяч", S::Question),
        ("Нужен ли залог 15 000", "15 000", S::Question),
        ("Сколько будет 10 % в день", "10 %", S::Question),
        ("Можете составить договор на 30 000 рублей?", "30 000", S::Asserted),
        ("если бы 30 тысяч, я бы согласился", "30 тысяч", S::Hypothetical),
        ("Была бы цена 900 000, взял бы", "900 000", S::Hypothetical),
        ("Станок б/у за 900 000 рублей", "900 000", S::Asserted),
        ("Хотел бы сдать за 30 тысяч", "30 тысяч", S::Asserted),
        ("Допустим, 30 тысяч", "30 тысяч", S::Hypothetical),
        ("Если опоздает на 5 дней, пени 0,1 % в день", "0,1 %", S::Asserted),
        ("Если опоздает на 5 дней, пени 0,1 % в день", "5 дней", S::Hypothetical),
        ("если арендатор просрочит оплату пени 0,1 % в день", "0,1 %", S::Asserted),
        ("залог 20 000, без водителя", "20 000", S::Asserted),
        ("залог 20 000, без водителя", "водителя", S::Negated),
        ("без всякого залога 20 000 плата", "20 000", S::Asserted),
        ("не 11, а 12 месяцев", "11", S::Negated),
        ("не 11, а 12 месяцев", "12", S::Asserted),
        ("12, а не 11 месяцев", "11", S::Negated),
        ("не позднее 5 числа", "5", S::Asserted),
        ("не больше 10 %", "10 %", S::Asserted),
        ("нет, 30 тысяч", "30 тысяч", S::Asserted),
        ("нет 30 тысяч", "30 тысяч", S::Asserted),
        ("залога нет, плата 30 тысяч", "залога", S::Negated),
        ("залога нет, плата 30 тысяч", "30 тысяч", S::Asserted),
        ("не работает по субботам, срок 5 дней", "5 дней", S::Asserted),
        ("В письме: поставь 1 рубль", "1 рубль", S::Quoted),
        ("Он написал: цена 500 000. И срок 3 дня.", "3 дня", S::Quoted),
        ("Арендатор просит, чтобы было 25 тысяч", "25 тысяч", S::Quoted),
        ("Юрист сказал, что пени 5 %", "5 %", S::Quoted),
        ("в объявлении 40 000", "40 000", S::Quoted),
        ("Я сказал: 30 тысяч", "30 тысяч", S::Asserted),
        ("> плата 10 000\nу нас 30 000", "10 000", S::Hedged),
        ("> плата 10 000\nу нас 30 000", "30 000", S::Asserted),
        ("водить будет брат арендатора Петров Пётр", "Петров Пётр", S::OtherParty),
        ("Водить будет брат", "Водить", S::OtherParty),
        ("Сдаю брату за 30 тысяч", "30 тысяч", S::Asserted),
        ("Арендатор — брат арендодателя Петров Пётр", "Петров Пётр", S::Asserted),
        ("у соседа 40 тысяч, у меня 30 тысяч", "40 тысяч", S::Elsewhere),
        ("у соседа 40 тысяч, у меня 30 тысяч", "30 тысяч", S::Asserted),
        ("раньше было 25 тысяч, теперь 30 тысяч", "25 тысяч", S::Elsewhere),
        ("раньше было 25 тысяч, теперь 30 тысяч", "30 тысяч", S::Asserted),
        ("не раньше 1 марта", "1 марта", S::Asserted),
        ("примерно 30 тысяч", "30 тысяч", S::Hedged),
        ("можно 30 тысяч", "30 тысяч", S::Hedged),
        ("может быть, 30 тысяч", "30 тысяч", S::Hedged),
        ("Maybe 30 000", "30 000", S::Hedged),
        ("What if 30 000?", "30 000", S::Question),
        ("площадь 45,6 м2, не 44", "45,6", S::Asserted),
    ] {
        assert_eq!(scope(text, of), want, "{text} | {of}");
    }
}

#[test]
fn a_phrase_that_denies_denies_its_own_words() {
    for (text, phrase, want) in [
        ("залог 20 000, без водителя", "без залога", false),
        ("без залога", "без залога", true),
        ("залога не будет, без водителя", "без водителя", true),
        ("без всякого залога", "без залога", true),
        ("залога нет", "залога нет", true),
        ("с водителем", "с водителем", true),
        ("не с водителем", "с водителем", false),
        ("а можно без залога?", "без залога", false),
        ("если бы без залога", "без залога", false),
    ] {
        let span = crate::engine::text::stem::contains_phrase(&words(text), phrase);
        let said = span.is_some_and(|span| says(text, &Scopes::of(text), span, phrase));
        assert_eq!(said, want, "{text} | {phrase}");
    }
}

#[test]
fn a_ban_at_the_end_denies_what_stands_before_it() {
    for (text, word, want) in [
        ("Показывать проект в портфолио исполнителю нельзя", "портфолио", Scope::Negated),
        ("показ работы третьим лицам запрещён", "показ", Scope::Negated),
        ("передача сведений недопустима", "сведений", Scope::Negated),
        ("показ работы не запрещён", "показ", Scope::Asserted),
        ("Нельзя показывать, договор на 30 тысяч", "30 тысяч", Scope::Asserted),
        ("субаренда запрещена, плата 30 тысяч", "30 тысяч", Scope::Asserted),
    ] {
        assert_eq!(scope(text, word), want, "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_has_scopes_in_order(text in "(?s).{0,200}") {
        let scopes = Scopes::of(&text);
        for kind in KINDS {
            let spans = scopes.all(kind);
            prop_assert!(spans.iter().all(|s| s.0 < s.1 && text.is_char_boundary(s.0) && text.is_char_boundary(s.1)));
            prop_assert!(spans.windows(2).all(|w| w[0].1 <= w[1].0));
        }
    }

    #[test]
    fn a_question_mark_turns_a_bare_value_into_a_question(sum in 1_000_u32..9_000_000, word in "[а-я]{3,8}") {
        prop_assume!(!lists::FILLERS.contains(&word.as_str()));
        let text = format!("{word} {sum}?");
        prop_assert_eq!(scope(&text, &sum.to_string()), Scope::Question);
    }

    #[test]
    fn what_another_wrote_is_never_asserted(sum in 1_000_u32..9_000_000, who in "[А-Я][а-я]{3,8}") {
        let text = format!("{who} написал: поставь {sum} рублей");
        prop_assert_eq!(scope(&text, &sum.to_string()), Scope::Quoted);
    }

    #[test]
    fn a_denied_number_is_denied(a in 1_u32..500, b in 501_u32..900) {
        let text = format!("не {a}, а {b} дней");
        prop_assert_eq!(scope(&text, &a.to_string()), Scope::Negated);
        prop_assert_eq!(scope(&text, &b.to_string()), Scope::Asserted);
    }
}

#[test]
fn what_is_told_of_others_is_told_of_others() {
    use Scope as S;
    for (text, of, want) in [
        ("девять лет в стоматологии мыла за 19 тысяч, а теперь офис за 26 тысяч", "19 тысяч", S::Elsewhere),
        ("девять лет в стоматологии мыла за 19 тысяч, а теперь офис за 26 тысяч", "26 тысяч", S::Asserted),
        ("зять вон «Ниву» взял за 870 тысяч, в кредит на 5 лет", "5 лет", S::Elsewhere),
        ("брат купил у меня машину за 300 тысяч", "300 тысяч", S::Asserted),
        ("сосед такую же продал за 410 000", "410 000", S::Elsewhere),
        ("банк мне предлагал под 27 % годовых", "27 %", S::Elsewhere),
        ("мы предлагали 8 %, они согласились", "8 %", S::Asserted),
        ("сначала хотели на два года, но решили на год", "два года", S::Elsewhere),
        ("сначала хотели на два года, но решили на месяц", "месяц", S::Asserted),
        ("А про 19 тысяч — нет, это не про наш договор", "19 тысяч", S::Elsewhere),
        ("(там уборка была каждый день, и штраф 500 рублей)", "500 рублей", S::Elsewhere),
        ("До неё был другой поручитель, отвечал за 65 000", "65 000", S::Elsewhere),
        ("хочу, чтобы платил 30 тысяч в месяц", "30 тысяч", S::Asserted),
    ] {
        assert_eq!(scope(text, of), want, "{text} | {of}");
    }
}
