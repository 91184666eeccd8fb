//! A session in the middle of its dialogue, for tests of views.

use crate::model::session::SessionView;
use serde_json::{Value, json};

const FIRST: &str = "Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц";
const SECOND: &str = "Арендодатель — Иванов Иван Иванович, физлицо. Арендатор — ООО «Вектор», ИНН 7700000016";

fn entry(origin: &str, turn: Option<&str>, quote: Option<&str>, note: Option<&str>, version: u32) -> Value {
    json!({"origin": origin, "value": null, "turn_id": turn, "quote": quote, "note": note, "step": "INTERPRET",
        "at": "2026-11-21T21:55:03Z", "version": version})
}

/// The sample.
#[must_use]
pub fn view() -> SessionView {
    serde_json::from_value(raw()).expect("the sample is a session view")
}

fn raw() -> Value {
    json!({
        "row": {"session_id": "k3T0Zp2cQm6mXb1Jc0yH4g", "workspace": "contract", "title": FIRST, "status": "collecting",
            "version": 4, "created_at": "2026-11-21T21:55:03Z", "updated_at": "2026-11-21T21:57:41Z"},
        "latest": 4, "performer": {"name": "builtin", "is_model": false}, "stage": "pre_skeleton",
        "domain": {
            "contract": {"type": "vehicle_lease"},
            "parties": {
                "lessor": {"kind": "person", "name": "Иванов Иван Иванович"},
                "lessee": {"kind": "company", "name": "ООО «Вектор»", "inn": "7700000016"}},
            "object": {"make": "Lada", "model": "Vesta", "year": 2021, "crew": false},
            "price": {"rent": {"amount": "30000.00", "currency": "RUB", "period": "month"}, "total": {"amount": "180000.00", "currency": "RUB"}},
            "term": {"months": 6, "renewal": null}, "liability": {"repair": "lessee"}},
        "labels": {
            "/contract": "Договор", "/contract/type": "Вид договора", "/parties": "Стороны",
            "/parties/lessor": "Арендодатель", "/parties/lessor/kind": "Кто это", "/parties/lessor/name": "Фамилия, имя, отчество",
            "/parties/lessee": "Арендатор", "/parties/lessee/kind": "Кто это", "/parties/lessee/name": "Наименование",
            "/parties/lessee/inn": "ИНН", "/object": "Автомобиль", "/object/make": "Марка", "/object/model": "Модель",
            "/object/year": "Год выпуска", "/object/crew": "Экипаж", "/price": "Цена", "/price/rent": "Арендная плата",
            "/price/rent/amount": "Сумма", "/price/rent/currency": "Валюта", "/price/rent/period": "За какой срок",
            "/price/total": "Всего за срок договора", "/price/total/amount": "Сумма", "/price/total/currency": "Валюта",
            "/term": "Срок", "/term/months": "Месяцев", "/term/renewal": "Продление", "/liability": "Обязанности и ответственность",
            "/liability/repair": "Капитальный и текущий ремонт"},
        "shown": {
            "/contract/type": "Аренда транспортного средства без экипажа", "/parties/lessor/kind": "физическое лицо",
            "/parties/lessee/kind": "юридическое лицо", "/price/rent/amount": "30 000 ₽", "/price/rent/currency": "рубль",
            "/price/rent/period": "в месяц", "/price/total/amount": "180 000 ₽", "/price/total/currency": "рубль",
            "/term/months": "6 месяцев", "/liability/repair": "арендатор"},
        "ledger": {
            "/contract/type": entry("stated", Some("t1"), Some("сдать в аренду"), None, 1),
            "/parties/lessor/kind": entry("stated", Some("t3"), Some("физлицо"), None, 4),
            "/parties/lessor/name": entry("stated", Some("t3"), Some("Иванов Иван Иванович"), None, 4),
            "/parties/lessee/kind": entry("stated", Some("t3"), Some("ООО"), None, 4),
            "/parties/lessee/name": entry("stated", Some("t3"), Some("ООО «Вектор»"), None, 4),
            "/parties/lessee/inn": entry("stated", Some("t3"), Some("7700000016"), None, 4),
            "/object/make": entry("stated", Some("t1"), Some("Lada"), None, 1),
            "/object/model": entry("stated", Some("t1"), Some("Vesta"), None, 1),
            "/object/year": entry("stated", Some("t1"), Some("2021 года"), None, 1),
            "/object/crew": entry("assumed", None, None, None, 1),
            "/price/rent/amount": entry("stated", Some("t1"), Some("30 000 рублей в месяц"), None, 1),
            "/price/rent/currency": entry("stated", Some("t1"), Some("рублей"), None, 1),
            "/price/rent/period": entry("stated", Some("t1"), Some("в месяц"), None, 1),
            "/price/total/amount": entry("computed", None, None, Some("30 000 ₽ × 6 месяцев"), 4),
            "/price/total/currency": entry("computed", None, None, Some("валюта арендной платы"), 4),
            "/term/months": entry("confirmed", Some("t1"), Some("на 6 месяцев"), None, 1),
            "/term/renewal": entry("assumed", None, None, None, 1),
            "/liability/repair": entry("default", Some("t3"), None, Some("ст. 644 ГК РФ"), 4)},
        "changed": ["/parties/lessor/name", "/parties/lessor/kind", "/parties/lessee/name", "/parties/lessee/kind",
            "/parties/lessee/inn", "/price/total/amount", "/price/total/currency", "/liability/repair"],
        "issues": [
            {"id": "i1", "key": "vehicle_lease.object", "severity": "critical", "status": "open", "title": "Автомобиль нельзя определить однозначно",
             "why_it_matters": "Без признаков, по которым автомобиль узнаётся, договор не считается заключённым (п. 3 ст. 607 ГК РФ).",
             "missing_or_conflict": "Нет VIN и государственного номера.", "resolution_hint": "Назовите VIN из свидетельства о регистрации или ПТС."},
            {"id": "i2", "key": "vehicle_lease.crew", "severity": "high", "status": "open", "title": "Предположение: без экипажа",
             "why_it_matters": "С экипажем действуют другие правила (ст. 632 ГК РФ).", "missing_or_conflict": "Об экипаже ничего не сказано.",
             "resolution_hint": "Подтвердите, что арендатор управляет автомобилем сам.", "requires_user_confirmation": true,
             "evidence": [{"kind": "fact_path", "ref": "/object/crew"}]},
            {"id": "i3", "key": "vehicle_lease.deposit", "severity": "low", "status": "open", "title": "Не решено, нужен ли залог",
             "why_it_matters": "Обеспечительный платёж закрывает мелкие повреждения (ст. 381.1 ГК РФ).", "resolution_hint": "Скажите сумму или «без залога»."},
            {"id": "i4", "key": "vehicle_lease.rent", "severity": "critical", "status": "resolved", "title": "Размер арендной платы",
             "why_it_matters": "Без цены действует обычная цена (п. 3 ст. 424 ГК РФ).", "resolution_hint": "Названа сумма."}],
        "turns": [
            {"id": "t1", "role": "user", "text": FIRST, "at": "2026-11-21T21:55:03Z"},
            {"id": "t2", "role": "assistant", "text": "Кто сдаёт автомобиль и кто его берёт?", "at": "2026-11-21T21:55:04Z"},
            {"id": "t3", "role": "user", "text": SECOND, "at": "2026-11-21T21:57:40Z", "answers_to": "q1"},
            {"id": "t4", "role": "assistant", "text": "Кто будет управлять автомобилем?", "at": "2026-11-21T21:57:41Z"}],
        "gate": {"ready_for_skeleton": false, "summary": "Пока рано: предмет договора не определён.",
            "blockers": [{"severity": "critical", "message": "Предмет: нет признаков автомобиля (п. 3 ст. 607 ГК РФ) — договор не будет заключён.", "linked_issue_ids": ["i1"]}]},
        "terms": {"done": 5, "total": 7, "terms": [
            {"key": "vehicle_lease.object", "title": "Предмет: какой именно автомобиль", "pointer": "/object/vin", "article": "п. 3 ст. 607 ГК РФ",
             "proof": "verified", "value": null, "status": "missing", "consequence": "Договор не считается заключённым."},
            {"key": "vehicle_lease.form", "title": "Письменная форма", "pointer": "/contract/form", "article": "ст. 643 ГК РФ",
             "proof": "unverified", "value": null, "status": "missing", "consequence": "Нельзя ссылаться на свидетелей."},
            {"key": "vehicle_lease.rent", "title": "Арендная плата", "pointer": "/price/rent/amount", "article": "ст. 614 ГК РФ",
             "proof": "verified", "value": "30000.00", "status": "stated", "consequence": "Обычная цена."}]},
        "next_action": {"kind": "ask_user", "ask_user": {"question_id": "q2", "question_text": "Кто будет управлять автомобилем?",
            "answer_format": "choices", "why_this_question": "От этого зависит вид договора: с экипажем арендодатель отвечает за водителя (ст. 632 ГК РФ).",
            "choices": [{"id": "self", "label": "Арендатор или его водитель", "value": false}, {"id": "crew", "label": "Водитель арендодателя", "value": true},
                {"id": "usual", "label": "Как обычно", "value": "default"}], "links_to_issue_ids": ["i2"]}},
        "pending": null, "is_copy": false, "busy": false, "notices": ["Набор правил не проверен юристом."]
    })
}
