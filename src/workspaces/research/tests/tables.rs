//! What the built-in performers answer, by table.

use crate::engine::schema;
use crate::engine::text::passages;
use crate::workspaces::research::perform::{patterns, perform, sections};
use crate::workspaces::research::steps;
use crate::workspaces::research::tests::lexicon;
use serde_json::{Value, json};

fn intent(query: &str) -> Value {
    let output = perform(steps::CLASSIFY, &json!({"query": query}));
    assert_eq!(schema::check(&schema::research::output(steps::CLASSIFY), &output), [], "{query}");
    output
}

#[test]
fn intents() {
    for (query, service, task, language, jurisdiction) in [
        ("Можно ли уменьшить неустойку по ст. 333 ГК РФ?", "legal_research", "answer_question", "ru", "RU"),
        ("Як поновити строк на апеляцію в адміністративній справі?", "legal_research", "answer_question", "uk", "UA"),
        ("Найди судебную практику о снижении неустойки", "legal_research", "find_sources", "ru", "RU"),
        ("Знайди судову практику щодо поновлення строку", "legal_research", "find_sources", "uk", "UA"),
        ("Кратко изложи содержание договора", "document_analysis", "summarize", "ru", "RU"),
        ("Сравни два договора аренды", "document_analysis", "compare", "ru", "RU"),
        ("Порівняй ці договори", "document_analysis", "compare", "uk", "UA"),
        ("Выпиши ключевые условия договора", "document_analysis", "extract_key_clauses", "ru", "RU"),
        ("Какие риски в этом договоре?", "document_analysis", "risk_detection", "ru", "RU"),
        ("Проверь договор на соответствие закону", "document_analysis", "compliance_check", "ru", "RU"),
        ("Проверь все договоры и сделай сводную таблицу", "due_diligence", "bulk_review", "ru", "RU"),
        ("Сохрани документ в хранилище", "document_vault", "store_document", "ru", "RU"),
        ("Найди в документах пункт о залоге", "document_vault", "semantic_search", "ru", "RU"),
        ("Создай процесс проверки цитат", "workflow_automation", "build_workflow", "ru", "RU"),
        ("Запусти процесс проверки цитат", "workflow_automation", "run_workflow", "ru", "RU"),
        ("민법 제750조의 요건은 무엇인가?", "legal_research", "answer_question", "ko", "KR"),
    ] {
        let output = intent(query);
        assert_eq!(
            (&output["service"], &output["task"], &output["inputs"]["language"], &output["inputs"]["jurisdiction"]),
            (&json!(service), &json!(task), &json!(language), &json!(jurisdiction)),
            "{query}: {output}"
        );
    }
    let strange = intent("Ворона и лисица");
    assert_eq!((&strange["task"], strange.get("confidence")), (&json!("answer_question"), None), "nothing is computed");
    assert_eq!(intent("Подробно объясни всё о залоге")["depth"], "deep");
    assert_eq!(intent("ст. 333 ГК РФ")["depth"], "quick");
}

#[test]
fn a_short_follow_up_stands_with_the_question_before_it() {
    let input = json!({"query": "А если прошёл год?", "context": {"previous": "Когда истекает срок давности?"}});
    let output = perform(steps::CLASSIFY, &input);
    assert_eq!(output["inputs"]["question"], "Когда истекает срок давности? А если прошёл год?");
}

#[test]
fn query_contexts() {
    let context = |query: &str| {
        let output = perform(steps::CONTEXT, &json!({"intent": intent(query), "query": query}));
        assert_eq!(schema::check(&schema::research::output(steps::CONTEXT), &output), [], "{query}");
        output
    };
    let output = context("Можно ли уменьшить неустойку по ст. 333 ГК РФ?");
    assert_eq!(output["law_filters"], json!(["ГК РФ ст. 333"]));
    let hints = output["search_hints"].as_array().expect("hints");
    assert!(hints.contains(&json!("пеня")) && hints.len() <= 12, "{hints:?}");
    assert_eq!(output.get("procedure_code"), None);
    let output = context("Справа № 826/19268/13-а: чи можна поновити строк?");
    assert_eq!((&output["procedure_code"], &output["jurisdiction"]), (&json!("cac"), &json!("UA")));
    assert!(output["search_hints"].as_array().expect("hints").contains(&json!("826/19268/13-а")));
    assert_eq!(context("Що каже ст. 44 ГПК України?")["procedure_code"], "epc");
}

/// Every section is the slice that its offsets name, and together they are the text.
fn covers(text: &str) -> Vec<String> {
    let parts = sections::of(text, lexicon());
    let mut at = 0;
    let mut kinds = Vec::new();
    for part in &parts {
        let span = |key: &str| usize::try_from(part[key].as_u64().expect("an offset")).expect("small");
        assert_eq!(span("start"), at, "{part}");
        at = span("end");
        assert_eq!(passages::slice(text, span("start"), at), part["text"].as_str(), "{part}");
        kinds.push(part["type"].as_str().expect("a type").to_owned());
    }
    assert_eq!(at, text.chars().count());
    kinds
}

const DECISION_UK: &str = "ОКРУЖНИЙ СУД міста\n\nП О С Т А Н О В А\n\nсуддя Вигадана В.В.\n\nВ С Т\nА Н О В И В :\n\nПозивач звернувся \
    до суду з позовом про стягнення боргу.\n\nВідповідач позов не визнав.\n\nВідповідно до ст. 651 ЦК України договір може бути \
    розірвано. Отже, доводи позивача про прострочення підтверджені матеріалами справи. Позивач не надав доказів щодо пені.\n\n\
    Керуючись ст. 10, суд\n\nУ Х В А Л И В:\n\nПозов задовольнити. Стягнути борг.\n";

#[test]
fn sections_of_decisions_statutes_norms() {
    for (text, want) in [
        (DECISION_UK, vec!["header", "facts", "reasons", "operative"]),
        (
            "Суд в составе судьи Вымышленной\n\nУСТАНОВИЛ:\n\nИстец просит взыскать долг.\n\nОтветчик возражал.\n\nОценив \
             доказательства, суд соглашается с доводами истца.\n\nРЕШИЛ:\n\nИск удовлетворить.",
            vec!["header", "facts", "reasons", "operative"],
        ),
        ("суд\nв с т а н о в и в :\nобставини.\nУХВАЛИВ:\nвідмовити.", vec!["header", "facts", "operative"]),
        (
            "Статья 10. О воронах\n1. Ворона вправе:\n1) летать;\n2) каркать.\n2. Прочее запрещено.\nСтатья 11. О лисах\nЛиса обязана.",
            vec!["article", "part", "clause", "clause", "part", "article"],
        ),
        (
            "Введение\n5.1.2 Толщина слоя.\nТаблица 5.1\nстрока\nПримечание — Для ворон.\nПриложение А\nтекст",
            vec!["body", "clause", "table", "note", "annex"],
        ),
        ("Просто текст 😀 без частей.", vec!["body"]),
    ] {
        assert_eq!(covers(text), want, "{text}");
    }
    assert!(sections::of(" \n ", lexicon()).is_empty());
}

#[test]
fn arguments_and_risks_stand_on_their_passages() {
    let input = json!({"documents": [{"id": "d:1", "text": DECISION_UK}], "query": "прострочення боргу"});
    let output = perform(steps::PATTERNS, &input);
    assert_eq!(schema::check(&schema::research::output(steps::PATTERNS), &output), []);
    let all = |key: &str| -> Vec<String> {
        output[key].as_array().expect("a list").iter().map(|item| item.as_str().expect("words").to_owned()).collect()
    };
    let (arguments, risks) = (all("success_arguments"), all("risk_factors"));
    assert!(arguments.iter().any(|item| item.contains("підтверджені") && item.contains("результат: задоволено")));
    assert!(risks.iter().any(|item| item.contains("не надав доказів")));
    for item in arguments.iter().chain(&risks) {
        let (id, start, end) = patterns::mark(item).expect("a mark");
        let passage = passages::slice(DECISION_UK, start, end).expect("a passage");
        let bare = passage.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(id == "d:1" && item.starts_with(&bare), "{item} / {passage}");
    }
    let none = perform(steps::PATTERNS, &json!({"documents": [{"id": "x", "text": "Статья 1. Ворона."}]}));
    assert_eq!(none, json!({"success_arguments": [], "risk_factors": []}));
}
