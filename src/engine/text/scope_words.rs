//! The closed classes of words behind [`scope`](crate::engine::text::scope): particles, interrogatives, verbs of speech.
//!
//! All words are folded: lower case, «е» for «ё».

use crate::engine::text::given::{Case, given};
use crate::engine::text::numeral_words::{half, small};
use serde::Deserialize;
use std::sync::LazyLock;

/// The writer himself speaks.
pub(super) const FIRST_PERSON: &[&str] = &["я", "мы", "сам", "сама", "сами"];

/// Verbs by which another's words are told.
pub(super) const SPEECH: &[&str] = &[
    "написал",
    "написала",
    "написали",
    "пишет",
    "пишут",
    "сказал",
    "сказала",
    "сказали",
    "говорит",
    "говорят",
    "велел",
    "велела",
    "велели",
    "просил",
    "просила",
    "просили",
    "просит",
    "просят",
    "попросил",
    "попросила",
    "попросили",
    "предложил",
    "предложила",
    "предложили",
    "предлагает",
    "предлагают",
    "ответил",
    "ответила",
    "ответили",
    "требует",
    "требуют",
    "потребовал",
    "советует",
    "советуют",
    "посоветовал",
    "посоветовала",
    "утверждает",
    "цитирую",
    "цитата",
    "прислал",
    "прислала",
    "прислали",
    "says",
    "said",
    "wrote",
];

/// Where another's words stand.
pub(super) const PLACES: &[&str] = &[
    "письме",
    "сообщении",
    "смс",
    "чате",
    "переписке",
    "объявлении",
    "рекламе",
    "статье",
    "примере",
    "образце",
    "шаблоне",
    "письма",
    "объявления",
    "шаблона",
    "образца",
    "email",
    "letter",
];

/// Words with which a question opens, mark or no mark.
pub(super) const ASK: &[&str] = &[
    "почему",
    "зачем",
    "сколько",
    "какой",
    "какая",
    "какие",
    "какое",
    "каков",
    "какова",
    "каковы",
    "кто",
    "кому",
    "обязательно",
    "what",
    "why",
    "how",
    "which",
    "who",
];

/// The same by their stems.
pub(super) const ASK_STEMS: &[&str] = &["подскаж", "объясни", "поясни", "посовету"];

/// Words with which a question opens when a mark ends it.
pub(super) const ASK_SOFT: &[&str] = &[
    "можно",
    "нельзя",
    "нужно",
    "нужен",
    "нужна",
    "нужны",
    "надо",
    "стоит",
    "что",
    "как",
    "где",
    "когда",
    "куда",
    "правда",
    "разве",
    "неужели",
    "если",
    "может",
    "можете",
    "can",
    "could",
    "should",
    "is",
    "do",
    "does",
];

/// Predicates that, denied at the end of a part, deny what stands before them.
pub(super) const UNWANTED: &[&str] = &[
    "надо",
    "нужно",
    "нужен",
    "нужна",
    "нужны",
    "будет",
    "требуется",
    "хочу",
    "хотим",
    "предусмотрено",
    "планируется",
];

/// Predicates of need: a short last part with one of them asks for itself.
pub(super) const NEED: &[&str] =
    &["нужен", "нужна", "нужно", "нужны", "надо", "требуется", "обязателен", "обязательна", "обязательно", "можно"];

/// What may stand before the word that matters.
pub(super) const FILLERS: &[&str] =
    &["а", "и", "ну", "но", "же", "ой", "так", "вот", "скажите", "скажи", "пожалуйста", "слушайте", "смотрите", "то"];

/// Beginnings of words that forbid what stands before them: «показ работы запрещён».
pub(super) const BANS: &[&str] = &["запрещ", "недопуст", "воспрещ"];

/// Openings of a polite request.
pub(super) const POLITE: &[&str] =
    &["можно", "можете", "сможете", "могли", "не", "поможете", "помогите", "давайте", "could", "can"];

/// Stems of what the program is asked to do.
pub(super) const DRAFT_STEMS: &[&str] = &["состав", "оформ", "подготов", "помо", "напиш", "написат", "сдела", "draft"];

/// Before «бы»: a wish, not a supposition.
pub(super) const WISHES: &[&str] = &[
    "хотел",
    "хотела",
    "хотели",
    "хотелось",
    "желал",
    "желала",
    "просил",
    "просила",
    "предпочел",
    "предпочла",
    "чтобы",
];

/// Openings of a supposition or an example.
pub(super) const SUPPOSE: &[&str] =
    &["допустим", "предположим", "представим", "положим", "вдруг", "например", "suppose", "imagine"];

/// Behind «не»: a bound, a degree, an agreement, not a denial.
pub(super) const BOUNDS: &[&str] = &[
    "позднее",
    "позже",
    "ранее",
    "раньше",
    "более",
    "менее",
    "больше",
    "меньше",
    "только",
    "дольше",
    "далее",
    "дальше",
    "выше",
    "ниже",
    "реже",
    "чаще",
    "против",
    "возражаю",
    "возражаем",
    "later",
    "more",
    "less",
];

/// Endings of adjectives in the genitive, as behind «без».
pub(super) const ADJECTIVES: &[&str] = &["ого", "его", "ых", "их", "ой", "либо"];

/// Whether a word behind a relation may say whose it is: «брат арендатора».
pub(super) fn may_be_genitive(low: &str) -> bool {
    let verb = ["ла", "ло", "ли", "ть", "ся"].iter().any(|ending| low.ends_with(ending));
    let noun = ["а", "я", "ы", "и", "ого", "его"].iter().any(|ending| low.ends_with(ending));
    low.chars().count() > 3 && noun && !verb && !matches!(low, "будет" | "если")
}

/// Whether a word is a patronymic in the nominative.
pub(super) fn is_patronymic(low: &str) -> bool {
    low.chars().count() > 5 && ["вна", "ична", "вич", "ьич"].iter().any(|ending| low.ends_with(ending))
}

/// A relation of somebody, in the nominative.
pub(super) const KIN: &[&str] = &[
    "брат",
    "сестра",
    "муж",
    "жена",
    "сын",
    "дочь",
    "отец",
    "мать",
    "мама",
    "папа",
    "друг",
    "подруга",
    "сосед",
    "соседка",
    "знакомый",
    "знакомая",
    "родственник",
    "племянник",
    "племянница",
    "тесть",
    "теща",
    "свекровь",
    "зять",
    "водитель",
    "сотрудник",
    "бухгалтер",
    "риелтор",
    "агент",
];

/// Those with whom the deal is compared, behind «у», «на», «как».
pub(super) const ELSEWHERE: &[&str] = &[
    "соседа",
    "соседей",
    "соседки",
    "других",
    "конкурентов",
    "знакомых",
    "знакомого",
    "друга",
    "рынке",
    "авито",
    "друзей",
    "приятеля",
];

/// Deeds whose other side stands behind «у»: «снимаю гараж у соседа» is no comparison.
pub(super) const TAKES: &[&str] = &[
    "снимаю",
    "снимаем",
    "сниму",
    "снять",
    "снял",
    "сняла",
    "беру",
    "берем",
    "взять",
    "взял",
    "взяла",
    "возьму",
    "покупаю",
    "покупаем",
    "куплю",
    "купить",
    "купил",
    "купила",
    "приобретаю",
    "арендую",
    "арендуем",
    "арендовать",
    "занимаю",
    "занял",
    "заняла",
    "занять",
    "заказываю",
    "заказать",
    "заказал",
    "заказала",
    "храню",
];

/// Doubt.
pub(super) const HEDGES: &[&str] = &[
    "примерно",
    "приблизительно",
    "ориентировочно",
    "предварительно",
    "наверное",
    "наверно",
    "видимо",
    "вроде",
    "кажется",
    "думаю",
    "думаем",
    "возможно",
    "около",
    "approximately",
    "probably",
];

/// Whether somebody acts for a side: drives, lives, signs, pays in its place.
pub(super) fn acts_for_another(low: &str) -> bool {
    const VERBS: &[&str] = &[
        "водить",
        "ездить",
        "управлять",
        "пользоваться",
        "жить",
        "проживать",
        "забрать",
        "заберет",
        "принимать",
        "подписать",
        "подпишет",
        "подписывать",
        "водит",
        "ездит",
        "управляет",
        "живет",
        "пользуется",
    ];
    VERBS.contains(&low)
}

/// A given name in the nominative that is no form of another one: «Полина», but not «Александра».
pub(super) fn is_given_nominative(low: &str) -> bool {
    let readings = given(low);
    !readings.is_empty() && readings.iter().all(|name| name.case == Case::Nominative)
}

/// Words that lead away from the deal: to an earlier one, to others' affairs, to what was offered or meant and did not come
/// to be (`knowledge/dialogue/earlier.toml`, whose comments say what each list is for).
#[derive(Debug, Default, Deserialize)]
pub(super) struct Earlier {
    pub(super) then: Vec<String>,
    someone: Vec<String>,
    pub(super) back: Vec<String>,
    pub(super) offered: Vec<String>,
    first: Vec<String>,
    meant: Vec<String>,
    pub(super) habit: Vec<String>,
    pub(super) relative: Vec<String>,
    pub(super) ours: Vec<String>,
    pub(super) refused: Vec<String>,
    pub(super) offer: Vec<String>,
    pub(super) agreed: Vec<String>,
    pub(super) took: Vec<String>,
    pub(super) was: Vec<String>,
    pub(super) somewhere: Vec<String>,
    pub(super) another: Vec<String>,
    foreign: Foreign,
}

/// «Не про наш договор»: the words behind «не».
#[derive(Debug, Default, Deserialize)]
struct Foreign {
    about: Vec<String>,
    ours: Vec<String>,
}

pub(super) static EARLIER: LazyLock<Earlier> =
    LazyLock::new(|| toml::from_str(include_str!("../../../knowledge/dialogue/earlier.toml")).unwrap_or_default());

/// Whether a list has a word, whole.
pub(super) fn has(list: &[String], low: &str) -> bool {
    list.iter().any(|word| word == low)
}

/// Whether a word calls somebody by what he is in a deal: «арендатор», «агенту».
pub(super) fn is_someone(low: &str) -> bool {
    EARLIER.someone.iter().any(|stem| low.starts_with(stem.as_str()))
}

/// «Не»: whether the words behind say that what was told is not of this deal.
pub(super) fn is_foreign<'t>(mut words: impl Iterator<Item = &'t str>) -> bool {
    let mut next = |list: &[String]| words.next().is_some_and(|word| has(list, word));
    next(&EARLIER.foreign.about) && next(&EARLIER.foreign.ours)
}

/// Whether words tell what was meant at first and given up: «сначала хотели на два года».
pub(super) fn was_meant<'t>(mut words: impl Iterator<Item = &'t str>) -> bool {
    let first = words.next().is_some_and(|word| has(&EARLIER.first, word));
    first && words.take(MEANT).any(|word| EARLIER.meant.iter().any(|stem| word.starts_with(stem.as_str())))
}

/// Words from «сначала» to what was meant.
const MEANT: usize = 4;

/// Whether a word speaks of an earlier deal.
pub(super) fn is_prior(low: &str) -> bool {
    matches!(low, "раньше" | "прежде" | "previously" | "formerly")
        || ["прошл", "предыдущ", "старом", "старому", "прежн"].iter().any(|stem| low.starts_with(stem))
}

/// Whether a word counts something.
pub(super) fn is_number(low: &str) -> bool {
    low.starts_with(|c: char| c.is_ascii_digit()) || small(low).is_some() || half(low).is_some()
}

/// What a slip of the tongue begins with: «ой нет».
pub(super) const SLIPS: &[&str] = &["ой", "упс", "ох", "тьфу", "oops"];
