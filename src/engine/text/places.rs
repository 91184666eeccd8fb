//! Big cities in every case.

use crate::engine::text::lexicon::Lexicon;
use crate::engine::text::mention::MentionKind;
use crate::engine::text::spans::Candidate;
use crate::engine::text::token::Token;
use serde::Deserialize;
use std::sync::LazyLock;

/// Patterns and nominatives. A `!` marks a word that is something else too: it needs a capital and a preposition.
const CITIES: &[(&str, &str)] = &[
    ("москв|а", "Москва"),
    ("санкт-петербург|", "Санкт-Петербург"),
    ("петербург|", "Санкт-Петербург"),
    ("питер|", "Санкт-Петербург"),
    ("спб", "Санкт-Петербург"),
    ("мск", "Москва"),
    ("новосибирск|", "Новосибирск"),
    ("екатеринбург|", "Екатеринбург"),
    ("казан|ь", "Казань"),
    ("нижн|ий новгород|", "Нижний Новгород"),
    ("красноярск|", "Красноярск"),
    ("челябинск|", "Челябинск"),
    ("самар|а", "Самара"),
    ("уф|а", "Уфа"),
    ("ростов|-на-дону", "Ростов-на-Дону"),
    ("краснодар|", "Краснодар"),
    ("омск|", "Омск"),
    ("воронеж|", "Воронеж"),
    ("перм|ь", "Пермь"),
    ("волгоград|", "Волгоград"),
    ("саратов|", "Саратов"),
    ("тюмен|ь", "Тюмень"),
    ("тольятти", "Тольятти"),
    ("барнаул|", "Барнаул"),
    ("ижевск|", "Ижевск"),
    ("махачкал|а", "Махачкала"),
    ("хабаровск|", "Хабаровск"),
    ("ульяновск|", "Ульяновск"),
    ("иркутск|", "Иркутск"),
    ("владивосток|", "Владивосток"),
    ("ярославл|ь", "Ярославль"),
    ("севастопол|ь", "Севастополь"),
    ("томск|", "Томск"),
    ("ставропол|ь", "Ставрополь"),
    ("кемерово", "Кемерово"),
    ("набережн|ые челн|ы", "Набережные Челны"),
    ("оренбург|", "Оренбург"),
    ("новокузнецк|", "Новокузнецк"),
    ("балаших|а", "Балашиха"),
    ("рязан|ь", "Рязань"),
    ("чебоксар|ы", "Чебоксары"),
    ("калининград|", "Калининград"),
    ("пенз|а", "Пенза"),
    ("липецк|", "Липецк"),
    ("киров|", "!Киров"),
    ("астрахан|ь", "Астрахань"),
    ("улан-удэ", "Улан-Удэ"),
    ("тул|а", "Тула"),
    ("сочи", "Сочи"),
    ("курск|", "Курск"),
    ("сургут|", "Сургут"),
    ("твер|ь", "Тверь"),
    ("магнитогорск|", "Магнитогорск"),
    ("якутск|", "Якутск"),
    ("брянск|", "Брянск"),
    ("иваново", "!Иваново"),
    ("владимир|", "!Владимир"),
    ("симферопол|ь", "Симферополь"),
    ("грозн|ый", "!Грозный"),
    ("чит|а", "!Чита"),
    ("нижн|ий тагил|", "Нижний Тагил"),
    ("белгород|", "Белгород"),
    ("волжск|ий", "!Волжский"),
    ("вологд|а", "Вологда"),
    ("смоленск|", "Смоленск"),
    ("саранск|", "Саранск"),
    ("калуг|а", "Калуга"),
    ("череповец", "Череповец"),
    ("череповц|", "Череповец"),
    ("курган|", "Курган"),
    ("орел", "!Орёл"),
    ("орл|", "!Орёл"),
    ("подольск|", "Подольск"),
    ("мурманск|", "Мурманск"),
    ("тамбов|", "Тамбов"),
    ("йошкар-ол|а", "Йошкар-Ола"),
    ("нижневартовск|", "Нижневартовск"),
    ("новороссийск|", "Новороссийск"),
    ("петрозаводск|", "Петрозаводск"),
    ("кострома", "Кострома"),
    ("костром|а", "Кострома"),
    ("химк|и", "Химки"),
    ("мытищ|и", "Мытищи"),
    ("люберц|ы", "Люберцы"),
    ("королев|", "!Королёв"),
    ("одинцово", "Одинцово"),
    ("архангельск|", "Архангельск"),
    ("псков|", "Псков"),
    ("велик|ий новгород|", "Великий Новгород"),
    ("сыктывкар|", "Сыктывкар"),
    ("нальчик|", "Нальчик"),
    ("владикавказ|", "Владикавказ"),
];

/// Smaller towns (`knowledge/dialogue/cities.toml`).
#[derive(Debug, Default, Deserialize)]
struct More {
    city: Vec<Town>,
}

/// A town: its pattern and its nominative.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Town {
    form: String,
    name: String,
}

static MORE: LazyLock<More> =
    LazyLock::new(|| toml::from_str(include_str!("../../../knowledge/dialogue/cities.toml")).unwrap_or_default());

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let more = MORE.city.iter().map(|town| town.form.as_str());
    Lexicon::new(CITIES.iter().map(|(pattern, _)| *pattern).chain(more))
});

/// The city at token `i` and the token after it; case of letters is the caller's business.
pub(crate) fn city(tokens: &[Token], i: usize) -> Option<(&'static str, usize)> {
    let (entry, next) = LEXICON.find(tokens, i)?;
    let name = match CITIES.get(entry) {
        Some((_, name)) => name,
        None => MORE.city.get(entry - CITIES.len())?.name.as_str(),
    };
    Some((name, next))
}

/// Cities of a text.
pub(crate) fn cities(tokens: &[Token]) -> Vec<Candidate> {
    let mut out = Vec::new();
    for i in 0..tokens.len() {
        let token = &tokens[i];
        if token.taken || i > 0 && token.glued() && tokens[i - 1].is("-") {
            continue;
        }
        let Some((name, next)) = city(tokens, i) else { continue };
        // A city that goes on with a hyphen is another word.
        if tokens.get(next).is_some_and(|t| t.glued() && t.is("-")) {
            continue;
        }
        let before = |k: usize| i.checked_sub(k).map_or("", |at| tokens[at].low.as_str());
        let led = matches!(before(1), "в" | "во" | "из" | "город" | "города" | "городе" | "под")
            || before(1) == "." && before(2) == "г"
            || before(1) == "г";
        let doubtful = name.starts_with('!');
        let name = name.trim_start_matches('!');
        if led && token.upper || !doubtful && (token.upper || led) {
            let kind = MentionKind::City { name: name.to_owned() };
            out.push(Candidate::new(6, token.start, tokens[next - 1].end, kind));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::token::tokens;

    fn read(text: &str) -> Vec<String> {
        cities(&tokens(text))
            .into_iter()
            .map(|c| match c.mention.kind {
                MentionKind::City { name } => name,
                other => format!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn table() {
        for (text, want) in [
            ("в Москве", "Москва"),
            ("в москве", "Москва"),
            ("г. Москва", "Москва"),
            ("из Нижнего Новгорода", "Нижний Новгород"),
            ("Санкт-Петербургом", "Санкт-Петербург"),
            ("в Ростове-на-Дону", "Ростов-на-Дону"),
            ("Казань", "Казань"),
            ("в Химках", "Химки"),
            ("во Владимире", "Владимир"),
            ("в Челнах и Набережных Челнах", "Набережные Челны"),
            ("в Таганроге", "Таганрог"),
            ("из Ельца", "Елец"),
            ("в Ессентуках", "Ессентуки"),
            ("в Великих Луках", "Великие Луки"),
            ("в Артёме", "Артём"),
        ] {
            assert_eq!(read(text), [want], "{text}");
        }
        for text in ["Владимир", "тула", "московский", "Орёл", "иванова", "", "Артём купил", "бор", "клин", "находка"]
        {
            assert!(read(text).is_empty(), "{text}: {:?}", read(text));
        }
    }
}
