//! Tables of values and the nouns that own them.

use super::*;
use crate::engine::text::scan;
use crate::workspaces::contract::tests::KNOWLEDGE;

#[test]
fn the_words_are_read() {
    for list in [&MARKS.generic, &MARKS.plain, &MARKS.documents, &MARKS.parts, &MARKS.claims, &MARKS.numbers] {
        assert!(!list.is_empty());
    }
    assert!(!MARKS.vat.names.is_empty() && !MARKS.vat.on_top.is_empty());
}

#[test]
fn a_noun_owns_its_value() {
    for (pack, at, text, want) in [
        ("employment", "/term/duration", "Исп. срок всё-таки два месяца", Owner::Other),
        ("employment", "/term/duration", "испыт. срок два месяца", Owner::Other),
        ("employment", "/term/duration", "испытательный срок 2 месяца", Owner::Other),
        ("employment", "/work/probation", "испытательный срок 2 месяца", Owner::Open),
        ("employment", "/term/duration", "договор на срок 2 месяца", Owner::Open),
        ("employment", "/term/duration", "общий срок два года", Owner::Open),
        ("residential_tenancy", "/term/duration", "срок найма 11 месяцев", Owner::Open),
        ("residential_tenancy", "/term/duration", "срок договора — 11 месяцев", Owner::Open),
        ("residential_tenancy", "/term/duration", "срок прописки 11 месяцев", Owner::Unsure),
        ("services", "/term/duration", "претензионный срок 15 дней", Owner::Other),
        ("services", "/term/duration", "срок гарантии 15 дней", Owner::Other),
        ("gift", "/delivery/date", "по договору передачи в собственность от 12.10.1994", Owner::Other),
        ("real_estate_sale", "/delivery/date", "выписка № 5 от 12.10.2026", Owner::Other),
        ("software", "/contract/date", "Договор № ИТ-11/26 от 30.11.2026", Owner::Own),
        ("software", "/contract/date", "Договор от 30.11.2026", Owner::Own),
        ("software", "/contract/date", "по договору займа № 5 от 30.11.2026", Owner::Other),
        ("software", "/contract/date", "Договор № 5 от 30.11.2016", Owner::Other),
        ("real_estate_sale", "/delivery/date", "Аванс 100 000 передан 20.11.2026", Owner::Other),
        ("real_estate_sale", "/delivery/date", "день передачи аванса 20.11.2026", Owner::Other),
        ("real_estate_sale", "/delivery/date", "квартира передаётся 20.12.2026", Owner::Open),
        ("real_estate_sale", "/delivery/date", "передача и оплата 20.12.2026", Owner::Open),
        ("software", "/term/end", "Этап 2: до 31.03.2027", Owner::Other),
        ("software", "/term/end", "первый этап до 31.03.2027", Owner::Other),
        ("software", "/term/end", "до 31.03.2027 первый этап", Owner::Other),
        ("software", "/term/end", "в три этапа, весь договор до 31.03.2027", Owner::Open),
        ("software", "/term/end", "сдать до 31.03.2027", Owner::Open),
        ("software", "/price/total", "Этап 1 ТЗ и прототип 210 000 рублей", Owner::Other),
        ("software", "/work/revisions", "Этап 3", Owner::Other),
        ("software", "/work/revisions", "правки 3", Owner::Open),
        ("work_contract", "/price/total", "удостоверение № 371894", Owner::Other),
        ("loan", "/loan/amount", "Заёмщик не вправе распределять участникам больше 500 000 рублей", Owner::Other),
        ("loan", "/loan/amount", "сумма займа не больше 500 000 рублей", Owner::Open),
        ("loan", "/loan/amount", "даю 500 000 рублей", Owner::Open),
        ("services", "/price/total", "плата за следующий месяц на 1 500 рублей больше", Owner::Other),
        ("loan", "/term/duration", "вправе один раз отложить уплату одной части долга на 30 дней", Owner::Other),
        ("loan", "/term/duration", "даю деньги на 30 дней", Owner::Open),
        // What is added to the key rate is no rate.
        ("loan", "/interest/rate", "под ключевую ставку + 3 % годовых", Owner::Other),
        ("loan", "/interest/rate", "проценты — ключевая плюс 3 процентных пункта", Owner::Other),
        ("loan", "/interest/rate", "ключевая ставка Банка России, увеличенная на 4 %", Owner::Other),
        ("loan", "/interest/spread", "ключевая ставка ЦБ РФ плюс 2 %", Owner::Own),
        ("supply", "/penalty/rate", "пени по ключевой ставке плюс 2 %", Owner::Other),
        ("loan", "/interest/rate", "под 18 % годовых", Owner::Open),
        ("loan", "/interest/rate", "ключевая ставка 16 %", Owner::Open),
        ("loan", "/interest/rate", "ставка не привязана к ключевой, 20 %", Owner::Open),
        // Shelf life is no warranty.
        ("sale_general", "/warranty/duration", "срок годности 30 суток", Owner::Other),
        ("sale_general", "/warranty/duration", "гарантийный срок 30 дней", Owner::Open),
    ] {
        let pack = KNOWLEDGE.pack(pack).unwrap();
        let field = pack.field_of(at).unwrap_or_else(|| panic!("{} has no {at}", pack.id));
        let mentions = scan::mentions(text, "2026-11-24");
        let last = mentions.iter().rfind(|m| !matches!(m.kind, M::City { .. })).unwrap_or_else(|| panic!("{text}"));
        let owner = Around::of(text, last).owner(pack, field, last, "2026-11-24");
        assert_eq!(owner, want, "{text}: {last:?}");
    }
}

#[test]
fn another_matter_claims_a_day() {
    for (pack, at, text, want) in [
        ("supply", "/delivery/date", "Цена фиксирована до 31.03.2027", true),
        ("supply", "/delivery/date", "Срок действия договора — до 30.04.2027", true),
        ("supply", "/delivery/date", "Договор действует до 30.04.2027", true),
        ("services", "/term/end", "Договор действует до 30.04.2027", false),
        ("services", "/term/end", "гарантия до 30.04.2027", true),
        ("supply", "/delivery/date", "поставка до 30.04.2027", false),
        ("services", "/term/end", "залог 20 000 рублей, работаем до 30.04.2027", false),
    ] {
        let field = KNOWLEDGE.pack(pack).and_then(|pack| pack.field_of(at)).unwrap();
        let mentions = scan::mentions(text, "2026-11-24");
        let day = mentions.iter().rfind(|m| matches!(m.kind, M::Date { .. })).unwrap();
        let around = crate::engine::text::stem::words(text);
        assert_eq!(claimed_by(field, text, day, &around).is_some(), want, "{text}");
    }
}
