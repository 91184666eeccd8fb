//! Prompts that a person picks in a client: a question about a norm, research of a case, a check of citations.

use rmcp::ErrorData;
use rmcp::model::{GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role};
use serde_json::Value;

/// An argument: name, what it is, whether it is needed.
type Argument = (&'static str, &'static str, bool);

struct Known {
    name: &'static str,
    title: &'static str,
    description: &'static str,
    arguments: &'static [Argument],
    text: &'static str,
}

/// `{name}` stands for an argument; a line whose argument is absent is left out.
static PROMPTS: &[Known] = &[
    Known {
        name: "norm_question",
        title: "Вопрос о норме",
        description: "A question about one norm or rule, answered with the place itself.",
        arguments: &[
            ("question", "Вопрос своими словами", true),
            ("address", "Адрес нормы, если он известен: «СП 63 п. 10.3.2»", false),
            ("jurisdiction", "RU, UA или KR", false),
            ("on", "День, на который нужна норма: ГГГГ-ММ-ДД", false),
        ],
        text: "Ответь на вопрос о норме: {question}\n\
               Адрес: {address}\n\
               Юрисдикция: {jurisdiction}\n\
               На дату: {on}\n\
               Порядок: найди место через get_provision (адрес известен) или search_corpus; приведи дословную цитату и \
               канонический адрес с редакцией; если правило зависит от условий, перечисли все ветви; числа бери только \
               из найденного текста; проверь цитату через validate_citation и назови её вердикт. Не нашлось — скажи, \
               где искал.",
    },
    Known {
        name: "case_research",
        title: "Исследование по делу",
        description: "Research for a case: norms, decisions, arguments, risks, each with its source.",
        arguments: &[
            ("situation", "Что произошло и что нужно решить", true),
            ("jurisdiction", "RU, UA или KR", false),
            ("on", "День, на который нужно право: ГГГГ-ММ-ДД", false),
        ],
        text: "Подготовь правовое исследование. Обстоятельства: {situation}\n\
               Юрисдикция: {jurisdiction}\n\
               На дату: {on}\n\
               Порядок: classify_intent, затем get_legal_advice или шаги retrieve_legal_sources, \
               extract_document_sections, analyze_legal_patterns; изложи: вывод, нормы с цитатами, практика, доводы за, \
               риски, чего не хватает. Перед ответом вызови validate_response и исправь всё, что он не подтвердил.",
    },
    Known {
        name: "citation_check",
        title: "Проверка цитат",
        description: "Checks the citations of a text that the person brings.",
        arguments: &[
            ("text", "Текст со ссылками и цитатами", true),
            ("address", "Адрес, если проверяется одна цитата", false),
            ("on", "День, на который цитируется право: ГГГГ-ММ-ДД", false),
        ],
        text: "Проверь ссылки и цитаты этого текста:\n{text}\n\
               Адрес: {address}\n\
               На дату: {on}\n\
               Порядок: для каждой ссылки вызови validate_citation; выведи таблицу: ссылка, вердикт, что не так, как \
               исправить. UNVERIFIED значит, что источника нет в корпусе, а не что его не существует.",
    },
];

/// All prompts.
pub(super) fn list() -> Vec<Prompt> {
    PROMPTS
        .iter()
        .map(|known| {
            let arguments = known
                .arguments
                .iter()
                .map(|(name, what, needed)| PromptArgument::new(*name).with_description(*what).with_required(*needed));
            Prompt::new(known.name, Some(known.description), Some(arguments.collect())).with_title(known.title)
        })
        .collect()
}

/// One prompt with its arguments filled in.
pub(super) fn get(name: &str, arguments: &JsonObject) -> Result<GetPromptResult, ErrorData> {
    let Some(known) = PROMPTS.iter().find(|known| known.name == name) else {
        let names: Vec<&str> = PROMPTS.iter().map(|known| known.name).collect();
        let message = format!("Подсказки {name} нет. Возможны: {}.", names.join(", "));
        return Err(ErrorData::invalid_params(message, None));
    };
    let given = |name: &str| arguments.get(name).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty());
    for (name, what, _) in known.arguments.iter().filter(|(_, _, needed)| *needed) {
        if given(name).is_none() {
            return Err(ErrorData::invalid_params(format!("Нужен аргумент {name}: {what}."), None));
        }
    }
    let lines = known.text.lines().filter_map(|line| {
        let mut line = line.to_owned();
        for (name, _, _) in known.arguments {
            let mark = format!("{{{name}}}");
            if let Some(at) = line.find(&mark) {
                // Filled in once: the person's words may hold braces of their own.
                line.replace_range(at..at + mark.len(), given(name)?);
                break;
            }
        }
        Some(line)
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)]).with_description(known.description))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn text(name: &str, arguments: &Value) -> String {
        let result = get(name, arguments.as_object().unwrap()).unwrap();
        json!(result.messages[0].content)["text"].as_str().unwrap().to_owned()
    }

    #[test]
    fn arguments_are_filled_in_and_absent_lines_go() {
        let filled = text("norm_question", &json!({"question": "Какой {address} слой?", "on": "2026-01-01"}));
        assert!(filled.contains("Какой {address} слой?") && filled.contains("2026-01-01"), "{filled}");
        assert!(!filled.contains("Юрисдикция") && !filled.contains("Адрес:"), "{filled}");
    }

    #[test]
    fn what_is_missing_is_named() {
        let error = get("citation_check", &JsonObject::new()).unwrap_err();
        assert!(error.message.contains("text"), "{}", error.message);
        assert!(get("nothing", &JsonObject::new()).unwrap_err().message.contains("case_research"));
    }

    #[test]
    fn every_mark_is_an_argument() {
        for known in PROMPTS {
            for (name, _, _) in known.arguments {
                assert_eq!(known.text.matches(&format!("{{{name}}}")).count(), 1, "{}: {name}", known.name);
            }
            assert_eq!(known.text.matches('{').count(), known.arguments.len(), "{}", known.name);
        }
    }
}
