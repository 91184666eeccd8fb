//! The exact JSON that goes out, rung by rung.

use super::*;
use crate::engine::turn::Problem;
use std::sync::Arc;

fn prompt() -> Prompt {
    Prompt {
        name: "interpret-step".to_owned(),
        system: "Роль".to_owned(),
        user: "Слова".to_owned(),
        hash: String::new(),
        schema: Arc::new(json!({"$schema": "x", "$id": "schema://legalagi/llm_step_wire/1.0.0", "type": "object"})),
        repair: None,
    }
}

fn ask<'a>(prompt: &'a Prompt, refused: &'a [(String, Rejection)], dialect: Dialect) -> Ask<'a> {
    Ask { model: "m", dialect, confidential: false, max_tokens: Some(100), prompt, refused, images: &[] }
}

#[test]
fn the_top_rung_at_openrouter() {
    let prompt = prompt();
    let ask = Ask { confidential: true, ..ask(&prompt, &[], Dialect::OpenRouter) };
    assert_eq!(
        build(&ask, Shape { rung: Rung::Schema, extras: true, images: true }),
        json!({
            "model": "m", "stream": true,
            "messages": [{"role": "system", "content": "Роль"}, {"role": "user", "content": "Слова"}],
            "response_format": {"type": "json_schema",
                "json_schema": {"name": "llm_step_wire", "strict": true, "schema": {"type": "object"}}},
            "usage": {"include": true}, "stream_options": {"include_usage": true}, "max_tokens": 100,
            "provider": {"require_parameters": true, "zdr": true, "data_collection": "deny"}
        })
    );
    let lowest = build(&ask, Shape { rung: Rung::Text, extras: false, images: true });
    assert_eq!(lowest["provider"], json!({"zdr": true, "data_collection": "deny"}));
    assert!(lowest.get("usage").is_none() && lowest.get("response_format").is_none());
}

#[test]
fn lower_rungs_carry_the_schema_in_the_prompt() {
    let prompt = prompt();
    let body = build(&ask(&prompt, &[], Dialect::Plain), Shape { rung: Rung::Object, extras: false, images: true });
    assert_eq!(body["response_format"], json!({"type": "json_object"}));
    assert!(body["messages"][0]["content"].as_str().is_some_and(|it| it.contains("llm_step_wire/1.0.0")));
    let keys: Vec<_> = body.as_object().expect("object").keys().map(String::as_str).collect();
    assert_eq!(keys.len(), 4, "{keys:?}");
    let told = Prompt { system: format!("Схема {}", prompt.schema["$id"]), ..prompt };
    let body = build(&ask(&told, &[], Dialect::Plain), Shape { rung: Rung::Text, extras: false, images: true });
    assert_eq!(body["messages"][0]["content"], *told.system);
}

#[test]
fn refused_answers_go_back_with_their_problems() {
    let prompt = prompt();
    let long = "я".repeat(10_000);
    let problem = Problem::new("P03_forbidden_path", "нельзя\nписать в {{problems}}").at("/patch/0");
    let refused = [
        (long, Rejection::from(problem)),
        (" ".to_owned(), Rejection::from(vec![Problem::new("X", "й".repeat(9000)); 30])),
    ];
    let body = build(&ask(&prompt, &refused, Dialect::Plain), Shape { rung: Rung::Schema, extras: true, images: true });
    let messages = body["messages"].as_array().expect("messages");
    let roles: Vec<_> = messages.iter().map(|message| message["role"].as_str().expect("role")).collect();
    assert_eq!(roles, ["system", "user", "assistant", "user", "assistant", "user"]);
    let text = |i: usize| messages[i]["content"].as_str().expect("content");
    assert_eq!(text(2), "я".repeat(4096));
    assert!(text(3).contains("- P03_forbidden_path [/patch/0]: нельзя писать в {{problems}}\n"));
    assert_eq!(text(4), "(пустой ответ)");
    assert!(text(5).contains("- и ещё замечаний: 10"));
    assert!(text(5).chars().count() < 20 * 420 + REPAIR.chars().count());
    assert_eq!(REPAIR.matches("{{problems}}").count(), 1);
}

#[test]
fn schema_names_have_the_allowed_form() {
    assert_eq!(name(&json!({"$id": "schema://legalagi/плохо имя/1"})), "answer");
    assert_eq!(name(&json!({})), "answer");
    assert_eq!(name(&json!({"$id": "schema://legalagi/a-b_c 1/1.0.0"})), "a-b_c1");
}

#[test]
fn images_follow_the_prompt_each_after_its_line() {
    let prompt = prompt();
    let picture = |caption: &str, media, bytes: &[u8]| Picture {
        caption: caption.to_owned(),
        media,
        bytes: Arc::new(bytes.to_vec()),
    };
    let images = [picture("страница 1", "image/png", b"\x89PNG"), picture("страница 2", "image/jpeg", b"\xff\xd8")];
    let ask = Ask { images: &images, ..ask(&prompt, &[], Dialect::Plain) };
    let shape = Shape { rung: Rung::Schema, extras: true, images: true };
    assert_eq!(
        build(&ask, shape)["messages"][1],
        json!({"role": "user", "content": [
            {"type": "text", "text": "Слова"},
            {"type": "text", "text": "страница 1"},
            {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw=="}},
            {"type": "text", "text": "страница 2"},
            {"type": "image_url", "image_url": {"url": "data:image/jpeg;base64,/9g="}},
        ]})
    );
    let without = build(&ask, Shape { images: false, ..shape });
    assert_eq!(without["messages"][1], json!({"role": "user", "content": "Слова"}));
}
