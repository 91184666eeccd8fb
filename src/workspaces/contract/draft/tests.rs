//! Drafts of the first dialogue's contract and of half-told ones.

use super::*;
use crate::engine::document::flow::lay;
use crate::engine::document::plain as plain_text;
use crate::engine::document::tree::Part;
use crate::engine::knowledge::{clauses, load};
use proptest::prelude::*;
use serde_json::json;
use std::sync::LazyLock;

pub(super) static KNOWLEDGE: LazyLock<crate::engine::knowledge::Knowledge> =
    LazyLock::new(|| load::embedded().unwrap());

fn lease() -> Value {
    json!({
        "contract": {"type": "vehicle_lease", "city": "Москва"},
        "parties": {
            "lessor": {"name": "Иванов Иван Иванович", "kind": "individual"},
            "lessee": {"name": "ООО «Вектор»", "kind": "company", "inn": "7700000016",
                "signer": {"name": "Сидорова Анна Петровна", "post": "генеральный директор", "basis": "устав"}},
        },
        "object": {"make": "Lada", "model": "Vesta", "year": 2021, "vin": "XTAGFL113M0000001", "plate": "А123ВС777",
            "crew": "none"},
        "price": {"rent": {"amount": "30000.00", "currency": "RUB"}},
        "payment": {"day": 5, "means": "transfer"},
        "deposit": {"kind": "sum", "amount": {"amount": "15000.00", "currency": "RUB"}},
        "term": {"start": "2026-12-01", "end": "2027-05-31"},
        "insurance": {"osago": "lessor"},
        "upkeep": {"repair": "lessee"},
        "penalty": {"kind": "percent", "rate": {"percent": "0.1", "per": "day"}},
    })
}

fn drafted(domain: &Value, variant: Variant) -> Draft {
    let knowledge = &*KNOWLEDGE;
    let pack = knowledge.pack(domain["contract"]["type"].as_str().unwrap()).unwrap();
    draft(Facts { pack, domain, ledger: &Ledger::default() }, clauses::embedded().unwrap(), variant)
}

fn text(draft: &Draft) -> String {
    plain_text::render(&lay(&draft.document).unwrap()).replace('\u{a0}', " ")
}

#[test]
fn the_first_dialogue_becomes_a_contract() {
    let draft = drafted(&lease(), Variant::Neutral);
    let text = text(&draft);
    for words in [
        "г. Москва",
        "Иванов Иван Иванович, именуемый в дальнейшем «Арендодатель», с одной стороны, и Общество с ограниченной \
         ответственностью «Вектор», ИНН 7700000016, именуемое в дальнейшем «Арендатор», в лице генерального директора \
         Сидоровой Анны Петровны, действующей на основании Устава, с другой стороны",
        "Lada Vesta, 2021 года выпуска, идентификационный номер (VIN) XTAGFL113M0000001",
        "30 000 (тридцать тысяч) рублей 00 копеек в месяц",
        "не позднее 5-го числа",
        "с 1 декабря 2026 года по 31 мая 2027 года включительно",
        "обеспечительный платёж: 15 000 (пятнадцать тысяч) рублей 00 копеек",
        "0,1 % от неуплаченной суммы за каждый день просрочки",
        "Договор ОСАГО заключает и оплачивает Арендодатель",
        "Приложение № 1",
    ] {
        assert!(text.contains(words), "{words}\n\n{text}");
    }
    assert!(text.contains("05.12.2026 | 30 000,00") && text.contains("Итого | 180 000,00"), "{text}");
    assert_eq!(draft.document.missing().into_iter().collect::<Vec<_>>(), Vec::<&str>::new());
    assert_eq!(draft.unused, Vec::<String>::new());
    assert!(draft.document.part(Part::Act).is_some() && draft.document.part(Part::Receipt).is_some());
}

#[test]
fn it_works_from_the_first_answer_on() {
    let domain = json!({"contract": {"type": "vehicle_lease"}});
    let draft = drafted(&domain, Variant::Neutral);
    let text = text(&draft);
    assert!(draft.document.missing().contains("/price/rent"), "{text}");
    assert!(text.contains("[арендная плата в месяц]"), "{text}");
}

#[test]
fn own_terms_stand_in_the_text_in_their_words() {
    let mut domain = lease();
    domain["terms"] = json!({"own": {
        "1": {"quote": "за курение штраф 5000"},
        "2": {"text": "Животных в салоне перевозят в клетке.", "quote": "животных только в клетке"},
        "3": {"text": "Мойку раз в неделю оплачивает Арендодатель", "section": "duties"},
    }});
    let draft = drafted(&domain, Variant::Neutral);
    let text = text(&draft);
    assert!(text.contains("За курение штраф 5000.") && !text.contains("«за курение"), "{text}");
    assert!(text.contains("Животных в салоне перевозят в клетке.") && !text.contains("клетке.."), "{text}");
    let special = draft.document.sections.iter().find(|section| section.title == "Особые условия").unwrap();
    assert_eq!(
        special.clauses.len(),
        2,
        "the first and the third have sections of their own; the first clause says which words count"
    );
    assert_eq!(special.clauses[0].id, "special.precedence");
    let duties = draft.document.sections.iter().find(|section| section.id == "duties").unwrap();
    assert!(duties.clauses.iter().any(|clause| clause.id == "duties.own_3"));
    assert_eq!(draft.unused, Vec::<String>::new());
    let facts = Facts { pack: KNOWLEDGE.pack("vehicle_lease").unwrap(), domain: &domain, ledger: &Ledger::default() };
    let (plans, chosen) = skeleton(facts, clauses::embedded().unwrap(), Variant::Neutral);
    assert!(chosen.iter().any(|clause| clause.id == "special.own_2") && plans.iter().any(|plan| plan.id == "special"));
    assert!(facts.pack.knows("/terms/own/1/quote"));
}

#[test]
fn what_no_clause_says_is_listed() {
    let mut domain = lease();
    domain["deposit"] = json!({"kind": "none"});
    let text = text(&drafted(&domain, Variant::Neutral));
    // «Без залога» is a term too: silence would leave it unsaid.
    assert!(text.contains("Обеспечительный платёж договором не предусмотрен"), "{text}");
    let domain = json!({"contract": {"type": "services"}, "payment": {"plan": "once", "day": 10}});
    let draft = drafted(&domain, Variant::Neutral);
    let text = self::text(&draft);
    assert!(text.contains("Платежи вносятся не позднее 10-го числа месяца"), "{text}");
    assert_eq!(draft.unused, Vec::<String>::new());
}

#[test]
fn a_town_is_named_once_and_a_village_by_its_own_word() {
    for (city, want) in [
        ("Казань", "г. Казань"),
        ("г. Казань", "г. Казань"),
        ("город Казань", "г. Казань"),
        ("г.Казань", "г. Казань"),
        ("пос. Заречный", "пос. Заречный"),
        ("село Ильинское", "село Ильинское"),
        ("Гагарин", "г. Гагарин"),
    ] {
        let mut domain = lease();
        domain["contract"]["city"] = json!(city);
        let text = text(&drafted(&domain, Variant::Neutral));
        assert!(text.lines().take(4).any(|line| line.trim().starts_with(want)), "{city}\n{text}");
    }
}

#[test]
fn whom_the_text_has_paid_on_an_account_has_an_account() {
    let blank = |domain: &Value, at: &str| {
        let draft = drafted(domain, Variant::Neutral);
        draft
            .document
            .signatures
            .iter()
            .flat_map(|side| &side.lines)
            .flatten()
            .any(|inline| matches!(inline, Inline::Blank { pointer, .. } if pointer == at))
    };
    let mut domain = lease();
    assert!(blank(&domain, "/parties/lessor/bank/account") && !blank(&domain, "/parties/lessee/bank/account"));
    domain["terms"] = json!({"own": {"1": {"quote": "платить на карту по номеру телефона"}}});
    assert!(!blank(&domain, "/parties/lessor/bank/account"));
    domain = lease();
    domain["payment"]["means"] = json!("cash");
    assert!(!blank(&domain, "/parties/lessor/bank/account"));
    // The money of a loan goes one way and comes back.
    let loan = json!({"contract": {"type": "loan"}, "payment": {"means": "transfer"}, "loan": {"receipt": "bank"}});
    assert!(blank(&loan, "/parties/borrower/bank/account") && blank(&loan, "/parties/lender/bank/account"));
}

#[test]
fn a_contract_without_a_term_names_no_end() {
    let mut domain = lease();
    domain["term"] = json!({"kind": "indefinite", "start": "2026-12-01", "end": "2027-05-31"});
    let draft = drafted(&domain, Variant::Neutral);
    let text = text(&draft);
    assert!(!text.contains("2027"), "{text}");
    assert!(draft.conflicts.iter().any(|conflict| conflict.why.contains("бессрочн")), "{:?}", draft.conflicts);
    domain["term"] = json!({"kind": "indefinite", "start": "2026-12-01"});
    assert_eq!(drafted(&domain, Variant::Neutral).conflicts, Vec::new());
}

#[test]
fn a_period_of_delivery_is_no_term_of_the_contract() {
    let domain = json!({"contract": {"type": "supply"}, "term": {"start": "2026-12-15", "end": "2027-03-17"}});
    let text = text(&drafted(&domain, Variant::Neutral));
    assert!(text.contains("Период поставки — с 15 декабря 2026 года по 17 марта 2027 года"), "{text}");
    assert!(text.contains("до полного исполнения") && !text.contains("Срок действия договора"), "{text}");
}

#[test]
fn a_term_that_a_clause_says_stands_once() {
    let mut domain = lease();
    domain["terms"] = json!({"own": {
        "1": {"quote": "Договор ОСАГО заключает арендодатель"},
        "2": {"quote": "Договор ОСАГО не заключает арендодатель"},
        "3": {"quote": "Страховку каско оформляет арендатор"},
    }});
    let text = text(&drafted(&domain, Variant::Neutral));
    assert_eq!(text.matches("ОСАГО заключает").count(), 1, "{text}");
    assert!(text.contains("ОСАГО не заключает") && text.contains("каско"), "{text}");
}

#[test]
fn a_told_passport_stands_whoever_has_it() {
    let mut domain = lease();
    domain["parties"]["lessor"] = json!({"name": "ИП Ким Олег Львович", "kind": "entrepreneur",
        "passport": {"series": "7513", "number": "654321"}, "snils": "11223344595"});
    let text = text(&drafted(&domain, Variant::Neutral));
    domain["parties"]["lessor"]["passport_by"] = json!("Отделение УФМС по г. Чите");
    assert!(self::text(&drafted(&domain, Variant::Neutral)).contains("выдан Отделением УФМС"));
    assert!(text.contains("Паспорт: 75 13 № 654321") && text.contains("112-233-445 95"), "{text}");
}

#[test]
fn an_annex_of_which_nothing_is_known_is_not_named() {
    let domain = json!({"contract": {"type": "software"}, "work": {"scope": "мобильное приложение"}});
    let text = text(&drafted(&domain, Variant::Neutral));
    assert!(!text.contains("Состав и функции") && !text.contains("прилагается к договору"), "{text}");
    assert!(text.contains("составляют техническое задание"), "{text}");
    let domain = json!({"contract": {"type": "sale_general"}, "payment": {"plan": "instalments"}});
    let text = self::text(&drafted(&domain, Variant::Neutral));
    assert!(!text.contains("указаны в графике") && !text.contains("График платежей"), "{text}");
}

#[test]
fn several_persons_and_representatives_are_named() {
    let mut domain = lease();
    domain["parties"]["lessor"]["also"] = json!({"2": {"name": "Иванова Ольга Петровна", "kind": "individual",
        "passport": {"series": "4511", "number": "123456"}}});
    domain["parties"]["lessee"]["signer"]["basis"] = json!("доверенность № 5 от 01.02.2026");
    let draft = drafted(&domain, Variant::Neutral);
    let text = text(&draft);
    for words in [
        "Иванов Иван Иванович и Иванова Ольга Петровна, совместно именуемые в дальнейшем «Арендодатель»",
        "действующей на основании доверенности № 5 от 01.02.2026",
        "45 11 № 123456",
        "/ О. П. Иванова",
    ] {
        assert!(text.contains(words), "{words}\n\n{text}");
    }
    assert_eq!(draft.document.signatures.len(), 3);
    domain["parties"]["lessor"] = json!({"name": "Ким Олег Львович", "kind": "individual",
        "signer": {"name": "Ким Мария Львовна", "basis": "доверенность 77 АА 1234567"}});
    let text = self::text(&drafted(&domain, Variant::Neutral));
    assert!(text.contains("в лице представителя Ким Марии Львовны, действующей на основании доверенности"), "{text}");
    assert!(text.contains("/ М. Л. Ким"), "{text}");
}

#[test]
fn a_deed_of_a_notary_and_an_unknown_type_say_what_they_are() {
    let notary = json!({"contract": {"type": "share_sale"}});
    let unknown = json!({"contract": {"type": "generic"}, "price": {"total": {"amount": "100.00", "currency": "RUB"}},
        "penalty": {"rate": {"percent": "0.1", "per": "day"}}});
    assert!(text(&drafted(&notary, Variant::Neutral)).contains("Проект для нотариуса"));
    let text = text(&drafted(&unknown, Variant::Neutral));
    assert!(text.contains("Черновик для юриста"), "{text}");
    // Nobody said who pays: no side is made the payer.
    assert!(!text.contains("Сторона 1 платит") && !text.contains("Сторона 2 платит"), "{text}");
    assert!(text.contains("Сторона, просрочившая оплату"), "{text}");
}

#[test]
fn a_consumer_has_the_law_of_consumers() {
    let deal = |customer: &str| {
        json!({"contract": {"type": "work_contract"}, "work": {"scope": "ремонт кухни"},
            "parties": {"contractor": {"name": "ООО «Вектор»", "kind": "company"},
                "customer": {"name": "Кузнецова Мария Сергеевна", "kind": customer}},
            "penalty": {"rate": {"percent": "0.1", "per": "day"}}})
    };
    let (consumer, business) = (deal("individual"), deal("entrepreneur"));
    let [consumer, business] = [&consumer, &business].map(|domain| text(&drafted(domain, Variant::Party2)));
    assert!(consumer.contains("по выбору Заказчика") && consumer.contains("вправе, но не обязан предъявить претензию"));
    assert!(!consumer.contains("арбитражный суд") && !consumer.contains("До обращения в суд сторона направляет"));
    // Words in favour of the firm are not chosen against a consumer.
    assert!(!consumer.contains("подписать акт в одностороннем порядке"), "{consumer}");
    assert!(business.contains("арбитражный суд") && business.contains("До обращения в суд сторона направляет"));
    assert!(business.contains("подписать акт в одностороннем порядке"));
}

#[test]
fn variants_differ() {
    let [first, neutral, second] = Variant::ALL.map(|variant| text(&drafted(&lease(), variant)));
    assert!(first.contains("двойная арендная плата") && !neutral.contains("двойная арендная плата"));
    assert!(!first.contains("За просрочку передачи Автомобиля") && second.contains("За просрочку передачи Автомобиля"));
    assert!(second.contains("но не более 10 %") && !first.contains("но не более 10 %"));
}

#[test]
fn every_pack_drafts_from_nothing_in_every_variant() {
    for pack in &KNOWLEDGE.packs {
        let domain = json!({"contract": {"type": pack.id}});
        for variant in Variant::ALL {
            let draft = drafted(&domain, variant);
            lay(&draft.document).unwrap_or_else(|error| panic!("{}: {error}", pack.id));
            let facts = Facts { pack, domain: &domain, ledger: &Ledger::default() };
            lay(&plain::explain(facts, clauses::embedded().unwrap(), variant)).unwrap();
        }
    }
}

#[test]
fn the_plain_page_says_the_main_things() {
    let knowledge = &*KNOWLEDGE;
    let domain = lease();
    let facts = Facts { pack: knowledge.pack("vehicle_lease").unwrap(), domain: &domain, ledger: &Ledger::default() };
    let page = plain::explain(facts, clauses::embedded().unwrap(), Variant::Neutral);
    let text = plain_text::render(&lay(&page).unwrap()).replace('\u{a0}', " ");
    assert!(text.contains("Плата — 30 000 ₽ в месяц.") && text.contains("до 5-го числа"), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn references_resolve_whatever_is_removed(seed in any::<u64>(), advance in any::<bool>()) {
        let domain = if advance {
            json!({"contract": {"type": "services"}, "payment": {"plan": "advance", "advance": {"percent": "30"}}})
        } else {
            lease()
        };
        let knowledge = &*KNOWLEDGE;
        let pack = knowledge.pack(domain["contract"]["type"].as_str().unwrap()).unwrap();
        let book = clauses::embedded().unwrap();
        let removed: BTreeSet<String> = book
            .of(pack)
            .clauses
            .iter()
            .enumerate()
            .filter(|(i, _)| seed.rotate_left(u32::try_from(*i).unwrap_or(0) * 7) & 1 == 1)
            .map(|(_, clause)| clause.id.clone())
            .collect();
        let facts = Facts { pack, domain: &domain, ledger: &Ledger::default() };
        let draft = draft_without(facts, book, Variant::Neutral, &removed);
        prop_assert!(lay(&draft.document).is_ok());
    }
}

#[test]
fn terms_that_a_model_worded_are_own_terms_like_the_others() {
    let mut domain = lease();
    domain["own_clauses"] = json!({
        "Мойка": "Мойку автомобиля раз в неделю оплачивает арендодатель за счёт {{/price/rent}} арендатору.",
        "Приёмка": "Автомобиль возвращают чистым, с полным баком",
    });
    let draft = drafted(&domain, Variant::Neutral);
    let text = text(&draft);
    assert!(text.contains("оплачивает Арендодатель за счёт 30 000 (тридцать тысяч) рублей"), "{text}");
    assert!(text.contains("Арендатору."), "{text}");
    assert!(text.contains("с полным баком.") && !text.contains(".."), "{text}");
    let special = draft.document.sections.iter().find(|section| section.id == "special").unwrap();
    assert_eq!(special.clauses[0].id, "special.precedence", "{text}");
    assert_eq!(draft.unused, Vec::<String>::new());
    let body = &special.clauses[1].body;
    let own = |inline: &Inline| matches!(inline, Inline::Value { pointer, .. } if pointer == "/own_clauses/Мойка");
    let fact = |inline: &Inline| matches!(inline, Inline::Value { pointer, .. } if pointer == "/price/rent");
    assert!(body.iter().any(own) && body.iter().any(fact), "{body:?}");
}

#[test]
fn who_signs_for_himself_is_nobodys_representative() {
    let mut domain = lease();
    domain["parties"]["lessee"] = json!({"name": "ИП Ким Олег Львович", "kind": "entrepreneur", "inn": "770000000060",
        "signer": {"name": "Ким Олег Львович", "post": "индивидуальный предприниматель", "basis": "запись в ЕГРИП"}});
    for name in ["Ким Олег Львович", "Ким О. Л.", "ИП Ким Олег Львович"] {
        domain["parties"]["lessee"]["signer"]["name"] = json!(name);
        let draft = drafted(&domain, Variant::Neutral);
        let text = text(&draft);
        assert!(!text.contains("в лице") && text.contains("/ О. Л. Ким"), "{name}\n{text}");
        assert_eq!(draft.unused, Vec::<String>::new(), "{name}");
    }
    domain["parties"]["lessee"]["signer"] = json!({"name": "Ким Мария Львовна", "basis": "доверенность № 5"});
    assert!(text(&drafted(&domain, Variant::Neutral)).contains("в лице представителя Ким Марии Львовны"));
}
