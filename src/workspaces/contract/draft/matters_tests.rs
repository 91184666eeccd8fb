//! What terms are about, what gives way to them, and what never does.

use super::*;
use crate::engine::knowledge::clauses;

#[test]
fn clauses_that_give_way_exist() {
    let knowledge = &*crate::workspaces::contract::draft::tests::KNOWLEDGE;
    let book = clauses::embedded().unwrap();
    let all: Vec<_> = knowledge.packs.iter().flat_map(|pack| book.of(pack).clauses).collect();
    for id in MATTERS.matter.iter().flat_map(|matter| matter.instead.iter().chain(&matter.ask)) {
        assert!(all.iter().any(|clause| clause.id == *id), "no clause {id}");
    }
    for [id, words, _] in MATTERS.matter.iter().flat_map(|matter| &matter.cut) {
        let texts = all.iter().filter(|clause| clause.id == *id).flat_map(|clause| {
            let sides = [&clause.party_1, &clause.party_2, &clause.plain].into_iter().flatten();
            std::iter::once(&clause.text).chain(&clause.items).chain(sides)
        });
        assert!(texts.into_iter().any(|text| text.contains(words.as_str())), "no words «{words}» in {id}");
    }
}

#[test]
fn payments_of_a_term_are_the_price_together() {
    for (quote, price, want) in [
        ("аванс 10 тысяч рублей, 28 тысяч рублей после сдачи", 3_800_000, true),
        ("всего 38 000 рублей: аванс 10 000 рублей и 28 000 рублей после сдачи", 3_800_000, true),
        ("аванс 10 тысяч рублей, 20 тысяч рублей после сдачи", 3_800_000, false),
    ] {
        assert_eq!(adds_up(quote, Some(price)), want, "{quote}");
        assert!(adds_up(quote, None));
    }
}

#[test]
fn a_term_said_twice_stands_once() {
    let same =
        ["Такси за счёт заказчика до 1 500 рублей", "Такси туда-обратно за счёт заказчика, но не больше 1 500 рублей"];
    assert_eq!(repeated(&same), [true, false]);
    let dictated = [
        "старую кухню мастер разбирает работать только с 10 до 18",
        "старую кухню мастер разбирает",
        "работать только с 10 до 18",
    ];
    assert_eq!(repeated(&dictated), [true, false, false]);
    // The same words in another order are another term.
    let turned = ["хозяйка предупреждает жильца", "жилец предупреждает хозяйку за сутки"];
    assert_eq!(repeated(&turned), [false, false]);
    assert_eq!(repeated(&["ключи у соседа", "ключи у соседа"]).iter().filter(|one| **one).count(), 1);
}

fn pack_clauses(pack: &str) -> Vec<ClauseSpec> {
    let knowledge = &*crate::workspaces::contract::draft::tests::KNOWLEDGE;
    clauses::embedded().unwrap().of(knowledge.pack(pack).unwrap()).clauses
}

/// Clauses that a term takes the place of, and those of which it takes default words.
fn gives_way(pack: &str, quote: &str, consumer: bool) -> Vec<String> {
    let all = pack_clauses(pack);
    let mut out = Vec::new();
    for matter in of(pack, quote) {
        for clause in all.iter().filter(|clause| !is_protected(pack, clause, consumer)) {
            let cut = matter.cut.iter().any(|[id, words, _]| *id == clause.id && clause_has(clause, words));
            if matter.instead.contains(&clause.id) || cut {
                out.push(clause.id.clone());
            }
        }
    }
    out.sort();
    out.dedup();
    out
}

fn clause_has(clause: &ClauseSpec, words: &str) -> bool {
    std::iter::once(&clause.text).chain(&clause.items).any(|text| text.contains(words))
}

#[test]
fn what_a_term_says_is_not_said_otherwise_beside_it() {
    let mut wrong = Vec::new();
    for (pack, quote, want) in [
        (
            "services",
            "Оплата в течение 10 рабочих дней после подписания акта",
            &["price.delay", "price.monthly_open", "price.once", "price.once_delay"][..],
        ),
        ("services", "Исполнитель оказывает услуги в течение 10 рабочих дней", &[]),
        (
            "services",
            "За просрочку оплаты более 10 дней пени 0,5 % в день",
            &["liability.fine", "liability.fine_day", "liability.late", "liability.law", "liability.open"],
        ),
        (
            "supply",
            "Предоплата 30 % за 5 рабочих дней до отгрузки",
            &["price.advance", "price.advance_full", "price.advance_open"],
        ),
        ("software", "Остаток платим в течение 10 рабочих дней после акта", &["price.advance", "price.once"]),
        ("software", "Приёмка: 7 рабочих дней", &["handover.act_default"]),
        ("software", "Критические ошибки исправляются за 24 часа", &["handover.fix", "quality.term"]),
        ("work_contract", "Заказчик осматривает работы 3 рабочих дня", &["handover.act"]),
        ("work_contract", "Чистовые материалы покупает заказчик", &["duties.materials", "duties.materials_customer"]),
        ("work_contract", "Материалы хранятся на объекте", &[]),
        ("vehicle_lease", "плата каждую пятницу за неделю вперёд", &["price.day_open", "price.monthly"]),
        ("vehicle_lease", "мойка каждую неделю", &[]),
        ("vehicle_lease", "пробег до 250 км в сутки в среднем за неделю. бензин за счёт арендатора", &[]),
        (
            "vehicle_lease",
            "каждую пятницу переводом за неделю. если просрочит, сообщает",
            &["price.day_open", "price.monthly"],
        ),
        ("equipment_lease", "вывозить в другое место без согласия нельзя", &[]),
        ("services", "Если заказчик отменяет занятие за 12 часов, оно оплачивается полностью", &[]),
        ("real_estate_sale", "Госпошлину за регистрацию платит покупатель", &["handover.registration"]),
        ("vehicle_lease", "залог отдаю через 14 дней после возврата", &["security.refund", "security.refund_told"]),
        (
            "vehicle_lease",
            "За просрочку возврата 2 500 рублей в сутки",
            &["liability.fine_return", "liability.fine_return_day", "liability.return", "liability.return_day"],
        ),
        (
            "equipment_lease",
            "Обратный вывоз за счёт арендатора",
            &["handover.by_lessor", "handover.lessor_out", "handover.lessor_paid", "handover.pickup"],
        ),
        ("equipment_lease", "Вывоз мусора за счёт арендатора", &[]),
        ("equipment_lease", "Депозит вносится до передачи оборудования", &["security.deposit"]),
        (
            "real_estate_sale",
            "Залог у продавца не возникает",
            &["price.pledge", "price.pledge_none", "price.pledge_parts"],
        ),
        ("real_estate_sale", "Квартира не в залоге у банка", &[]),
        // Registration of a flat is no registration of a car.
        ("real_estate_sale", "Продавец снимется с учёта в течение 14 дней", &[]),
        ("real_estate_sale", "Документы подаются в течение 3 рабочих дней", &["handover.registration"]),
        (
            "nda",
            "Тайну хранить 3 года после окончания соглашения",
            &["term.dates", "term.duration", "term.until", "term.while_secret"],
        ),
        (
            "nda",
            "Носители вернуть или уничтожить в течение 10 рабочих дней",
            &[
                "duties.destroy",
                "duties.destroy_term",
                "duties.either",
                "duties.either_term",
                "duties.return",
                "duties.return_term",
            ],
        ),
        ("nda", "О разглашении сообщить в течение 24 часов", &["duties.keep", "duties.keep_person"]),
        ("loan", "Взыскание на машину только через суд", &["security.pledge"]),
        ("loan", "Проценты выплачиваются 5-го числа каждого месяца", &["price.interest_when"]),
        ("supply", "Претензии рассматриваются 15 дней", &["disputes.claim"]),
        ("supply", "Претензии по скрытым недостаткам — 30 дней", &["quality.statutory"]),
        ("supply", "Бракованный товар заменяется за 5 рабочих дней, брак вывозит поставщик", &["quality.replace"]),
        ("supply", "Право собственности переходит на складе покупателя", &["handover.title", "handover.title_risk"]),
        (
            "commission",
            "Отчёт присылает каждую неделю, до пятницы",
            &["handover.report", "handover.report_day", "handover.report_period", "handover.report_period_day"],
        ),
        ("agency", "Возражения по отчёту — 5 дней", &["handover.objections"]),
        ("agency", "Полученные деньги перечисляет в течение 2 дней", &["duties.agent"]),
        ("supply", "Стоимость доставки включена в цену", &["handover.carrier_buyer", "handover.delivery"]),
        (
            "supply",
            "Поставщик: пеня 0,1 % в день, не более 10 %",
            &[
                "liability.fine_each",
                "liability.fine_each_day",
                "liability.fine_payee",
                "liability.fine_payee_day",
                "liability.late_payee",
                "liability.mirror",
                "liability.open",
            ],
        ),
        (
            "premises_lease",
            "Расторжение с предупреждением за 2 месяца",
            &[
                "change.indefinite",
                "change.indefinite_notice",
                "change.notice",
                "change.notice_lessee",
                "change.notice_lessor",
            ],
        ),
    ] {
        let got = gives_way(pack, quote, false);
        if got != want {
            wrong.push(format!("{pack}: {quote}: {got:?}, not {want:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_the_law_protects_gives_way_to_nothing() {
    for (pack, quote) in [
        ("employment", "За просрочку оплаты компенсации нет, штраф 100 рублей"),
        ("employment", "Расторжение с предупреждением за 2 месяца"),
        ("employment", "Зарплата выплачивается раз в месяц, 10 числа"),
        ("residential_tenancy", "Выселение без суда, в любой день"),
        ("residential_tenancy", "Договор расторгается по требованию хозяйки без суда"),
        ("real_estate_sale", "Право переходит при подписании"),
    ] {
        assert_eq!(gives_way(pack, quote, false), Vec::<String>::new(), "{pack}: {quote}");
    }
    for (pack, quote) in [
        ("work_contract", "За просрочку работ пени 0,1 % в день"),
        ("services", "Претензии рассматриваются 60 дней, спор в суд по месту нахождения исполнителя"),
        ("services", "Недостатки устраняются 90 дней"),
        ("work_contract", "Заказчик отказаться от договора может после этапа"),
    ] {
        // A clause that only waits for its rate protects nobody.
        let mut given = gives_way(pack, quote, true);
        given.retain(|id| id != "liability.open");
        assert_eq!(given, Vec::<String>::new(), "{pack}: {quote}");
    }
    // Every protected clause exists, and none of any consumer is ever taken.
    for one in &MATTERS.never {
        let (pack, id) = one.split_once(':').unwrap();
        assert!(id == "*" || pack_clauses(pack).iter().any(|clause| clause.id == id), "no clause {one}");
    }
    let knowledge = &*crate::workspaces::contract::draft::tests::KNOWLEDGE;
    for pack in &knowledge.packs {
        for clause in pack_clauses(&pack.id).iter().filter(|clause| clause.only.iter().any(|one| one == CONSUMER)) {
            assert!(is_protected(&pack.id, clause, true), "{}: {}", pack.id, clause.id);
        }
    }
}

#[test]
fn another_way_to_pay_needs_no_account() {
    for quote in ["переводом на карту по номеру +7 918 555-00-00", "оплата через СБП", "деньги на карту Сбера"]
    {
        assert!(pays_elsewhere(quote), "{quote}");
    }
    for quote in ["Карту памяти вернуть", "переводом на счёт", "по телефону не звонить"]
    {
        assert!(!pays_elsewhere(quote), "{quote}");
    }
}
