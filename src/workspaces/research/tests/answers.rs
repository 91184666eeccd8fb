//! Answers: what is said first, which words are cut out of a place, when nothing is answered, how a question goes on.

use crate::workspaces::research::perform::{cites, perform};
use crate::workspaces::research::steps;
use serde_json::{Value, json};

fn law(number: u32, title: &str, score: f64, text: &str) -> Value {
    json!({
        "id": format!("norm://ru.x@1/art/{number}"), "source": "corpus", "title": title, "score": score, "text": text,
        "address": format!("Правила ст. {number}"), "document": "Правила", "jurisdiction": "RU",
    })
}

fn answer(query: &str, laws: &[Value], guidance: &[Value]) -> Value {
    let input =
        json!({"query": query, "laws": laws, "cases": [], "guidance": guidance, "language": "ru", "depth": "standard"});
    perform(steps::ANSWER, &input)
}

fn words(answer: &Value) -> &str {
    answer["answer_text"].as_str().unwrap_or_default()
}

#[test]
fn the_kind_of_the_question_chooses_what_is_cut_out_of_the_place() {
    let laws = [
        law(
            5,
            "Хранение бочек",
            0.9,
            "1. Хранением бочек признается их содержание на складе.\n2. Хранитель возвращает бочки в течение семи дней.\n\
             3. За хранение бочек взимается плата в размере двух процентов их цены.\n4. Если бочка течёт, хранитель вправе \
             отказаться от хранения бочек.\n5. Хранитель бочек обязан предупредить владельца, кроме случаев потопа.",
        ),
        law(
            9,
            "Ящики",
            0.3,
            "1. Ящики хранятся отдельно от всего прочего добра.\n2. Срок хранения ящиков тридцать дней.",
        ),
    ];
    for (query, want) in [
        ("Что такое хранение бочек?", "признается их содержание"),
        ("За сколько дней возвращают бочки с хранения?", "в течение семи дней"),
        ("В каком размере взимается плата за хранение бочек?", "двух процентов"),
    ] {
        let told = answer(query, &laws, &[]);
        let short = words(&told).split("###").nth(1).unwrap_or_default().to_owned();
        assert!(short.contains(want) && short.contains("- Правила ст. 5: «"), "{query}\n{}", words(&told));
        // The exception of the same article stands beside it.
        assert!(words(&told).contains("кроме случаев потопа"), "{query}\n{}", words(&told));
    }
}

#[test]
fn what_is_not_there_is_said_and_nothing_is_answered() {
    let laws = [law(5, "Хранение бочек", 0.9, "1. Хранитель возвращает бочки в течение семи дней.")];
    let told = answer("Сколько стоит полёт на Луну для пенсионера?", &laws, &[]);
    assert!(words(&told).contains("не нашёл") && told["citations"] == json!([]), "{}", words(&told));
    let act = json!({
        "id": "scope:not_held:КоАП РФ", "source": "scope", "scope": "not_held", "title": "КоАП РФ", "named": true,
        "full": "Кодекс об административных правонарушениях", "held": ["Правила"],
    });
    let told = answer("За сколько дней возвращают бочки по КоАП?", &laws, std::slice::from_ref(&act));
    assert!(words(&told).starts_with("### Акта «КоАП РФ» в библиотеке нет"), "{}", words(&told));
    assert!(words(&told).contains("- Правила") && told["citations"] == json!([]), "{}", words(&told));
    let foreign = json!({"id": "f", "source": "scope", "scope": "foreign", "title": "Грузия"});
    assert!(!words(&answer("За сколько дней возвращают бочки?", &laws, &[foreign])).contains('«'));
}

#[test]
fn one_shared_word_and_everyday_questions_are_no_answer() {
    let laws = [law(5, "Формула изобретения", 1.0, "Патент удостоверяет рецепт вещества и приоритет изобретения.")];
    let silent = |query: &str| {
        let told = answer(query, &laws, &[]);
        assert_eq!(told["citations"], json!([]), "{query}: {}", words(&told));
    };
    silent("Рецепт борща");
    silent("Сколько стоит рецепт?");
    let weather = [law(6, "Погода", 1.0, "Простой по погоде завтра и сегодня оплачивается, какая бы погода ни была.")];
    assert_eq!(answer("Какая погода завтра?", &weather, &[])["citations"], json!([]));
    // The title is the one word that is asked for.
    assert_ne!(
        answer("Что такое простой?", &[law(7, "Простой", 1.0, "Простоем признаётся остановка работы.")], &[])["citations"],
        json!([])
    );
}

#[test]
fn what_lacks_is_said_in_its_own_words() {
    let laws = [json!({
        "id": "norm://ru.gk@x/art/1", "source": "corpus", "title": "Возврат бочек", "address": "ГК РФ ст. 1",
        "document": "ГК РФ", "text": "Пустые бочки возвращаются поставщику в течение десяти дней.", "score": 1.0,
    })];
    let told = answer("Есть ли штраф в моём договоре?", &laws, &[]);
    assert!(words(&told).starts_with("Для этой задачи нужен документ"), "{}", words(&told));
    assert_eq!(told["citations"], json!([]));
    let day = json!({"id": "d", "source": "scope", "scope": "no_edition", "title": "ГК РФ", "day": "01.01.1990", "from": "04.08.2023"});
    let told = answer("За сколько дней возвращали пустые бочки поставщику на 1 января 1990?", &laws, &[day]);
    assert!(words(&told).starts_with("### Редакции акта «ГК РФ» на 01.01.1990 в библиотеке нет"), "{}", words(&told));
    assert_eq!(told["citations"], json!([]));
}

#[test]
fn an_answer_of_which_nothing_stood_the_check_says_so() {
    let laws = [json!({
        "id": "norm://ru.gk@x/art/1", "source": "corpus", "title": "Возврат бочек", "address": "ГК РФ ст. 1",
        "document": "ГК РФ", "text": "Пустые бочки возвращаются поставщику в течение десяти дней.", "score": 1.0,
    })];
    let input = json!({
        "query": "За сколько дней возвращают пустые бочки поставщику?", "task": "answer_question", "language": "ru",
        "laws": laws, "cases": [], "guidance": [], "output_format": "markdown",
    });
    let first = perform(steps::ANSWER, &input);
    let lines = words(&first);
    let issues: Vec<Value> =
        lines.lines().filter(|line| !line.is_empty()).map(|line| json!({"sentence": line})).collect();
    let mut again = input;
    again["issues"] = json!(issues);
    assert_eq!(words(&perform(steps::ANSWER, &again)), "### Ответа в загруженных актах не нашёл");
}

#[test]
fn a_question_goes_on_with_its_subject_its_act_and_its_place() {
    let asked = |query: &str| {
        let context = json!({
            "previous": "Когда нужна письменная форма займа?", "previous_act": "ГК РФ", "previous_place": "ГК РФ ст. 808",
        });
        let told = perform(steps::CLASSIFY, &json!({"query": query, "context": context}));
        told["inputs"]["question"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(asked("А если сумма меньше?"), "Когда нужна письменная форма займа? А если сумма меньше?");
    assert_eq!(asked("ст. 809"), "ст. 809 ГК РФ. Когда нужна письменная форма займа?");
    let place = |query: &str| cites::canonical(&asked(query), None).remove(0);
    assert_eq!(place("Что сказано в п. 2 той же статьи?"), "ГК РФ ст. 808 п. 2");
    assert_eq!(place("А ст. 200 того же Кодекса?"), "ГК РФ ст. 200");
    assert_eq!(
        asked("Что такое исковая давность по договору поставки?"),
        "Что такое исковая давность по договору поставки?"
    );
}
