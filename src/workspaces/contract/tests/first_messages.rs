//! First messages as people write them: what is read of them, and what is not.

use super::Dialogue;
use crate::model::pointer;
use serde_json::Value;

/// Places with a part of their value.
type Facts = &'static [(&'static str, &'static str)];

/// A message, facts that it tells, and values that stand nowhere below a place.
const MESSAGES: &[(&str, Facts, Facts)] = &[
    (
        "Поручаюсь за Кравцова Игоря Петровича перед ООО «Альтаир» по договору поставки № 14 от 02.03.2026, отвечаю не больше 400 000 рублей. Я — Шмелёва Инна Олеговна.",
        &[
            ("/contract/type", "surety"),
            ("/debtor/name", "Кравцов"),
            ("/parties/surety/name", "Шмел"),
            ("/parties/creditor/name", "Альтаир"),
            ("/surety/limit/amount", "400000.00"),
        ],
        &[("/parties", "Кравцов")],
    ),
    (
        "Договор поручительства: кредитор ИП Галкин Степан Юрьевич, поручитель Дроздова Марина Ильинична за ООО «Вектор-М», заём 900 тысяч до 30.09.2027.",
        &[
            ("/contract/type", "surety"),
            ("/debtor/name", "Вектор"),
            ("/parties/surety/name", "Дроздова"),
            ("/parties/creditor/name", "Галкин"),
            ("/head/amount/amount", "900000.00"),
        ],
        &[("/parties", "Вектор")],
    ),
    (
        "Кредитор — Лапин Денис Андреевич, поручитель — Чижова Ольга Сергеевна. Она ручается за мужа, Чижова Антона Викторовича, долг 250 000.",
        &[
            ("/contract/type", "surety"),
            ("/debtor/name", "Чижов Антон"),
            ("/parties/surety/name", "Чижова Ольг"),
            ("/parties/creditor/name", "Лапин"),
            ("/head/amount/amount", "250000.00"),
        ],
        &[("/parties", "Антон")],
    ),
    (
        "Соглашение о разделе имущества супругов. Я, Лаврова Нина Павловна, он — Лавров Егор Ильич. Квартира мне, машина ему.",
        &[("/contract/type", "property_division"), ("/parties/wife/name", "Нин"), ("/parties/husband/name", "Егор")],
        &[],
    ),
    (
        "Разводимся, делим имущество: я Корнев Тимур Русланович, она — Корнева Алла Денисовна. Дача мне, гараж ей, доплачиваю 300 000.",
        &[
            ("/contract/type", "property_division"),
            ("/parties/husband/name", "Тимур"),
            ("/parties/wife/name", "Алл"),
            ("/compensation/amount/amount", "300000.00"),
        ],
        &[],
    ),
    (
        "Раздел имущества. Муж — Осипов Глеб Маратович, жена — я, Осипова Дарья Львовна. Ему катер, мне земельный участок.",
        &[("/contract/type", "property_division"), ("/parties/husband/name", "Глеб"), ("/parties/wife/name", "Дарь")],
        &[],
    ),
    (
        "Аренда помещения. Арендодатель: ООО «Кедр», ИНН 7707083893. Арендатор: ИП Зуева Яна Марковна. Помещение: г. Рязань, ул. Почтовая, д. 8, 64 кв. м. Аренда 52 000 в месяц.",
        &[("/object/address", "Почтовая"), ("/price/rent/amount", "52000.00"), ("/object/area/value", "64")],
        &[("/parties", "Почтовая")],
    ),
    (
        "Сдаю квартиру. Наймодатель — Белов Роман Ильич, наниматель — Титова Вера Сергеевна. Квартира: Курск, ул. Ленина, 15, кв. 7. Плата 28 000 рублей в месяц.",
        &[("/object/address", "Ленина"), ("/price/rent/amount", "28000.00")],
        &[("/parties", "Ленина")],
    ),
    (
        "Хранение. Хранитель: ООО «Склад-Юг». Поклажедатель: ИП Минин Олег Петрович. Место хранения: Краснодар, ул. Новороссийская, 210. Вещи: 40 коробок с книгами.",
        &[("/storage/address", "Новороссийская")],
        &[("/parties", "Новороссийская")],
    ),
    (
        "Продаю дом. Продавец Громова Зоя Ивановна, покупатель Ежов Лев Борисович. Объект: Тула, ул. Садовая, д. 3. Цена 4 900 000.",
        &[("/object/address", "Садовая"), ("/price/total/amount", "4900000.00")],
        &[("/parties", "Садовая")],
    ),
    (
        "Даю в долг 600 000 рублей под ключевую ставку + 3 % годовых до 01.12.2027.",
        &[("/contract/type", "loan"), ("/interest/kind", "key"), ("/loan/amount/amount", "600000.00")],
        &[],
    ),
    (
        "Заём между фирмами: 2 млн рублей на год, проценты — ключевая плюс 3 процентных пункта.",
        &[("/contract/type", "loan"), ("/interest/kind", "key"), ("/loan/amount/amount", "2000000.00")],
        &[],
    ),
    (
        "Поставка муки, за просрочку оплаты пени по ключевой ставке ЦБ + 2%. Цена 40 рублей за кг.",
        &[("/contract/type", "supply")],
        &[],
    ),
    (
        "Займ 350 тысяч на 2 года, ставка: ключевая ставка Банка России, увеличенная на 4 процентных пункта.",
        &[("/contract/type", "loan"), ("/interest/kind", "key"), ("/loan/amount/amount", "350000.00")],
        &[],
    ),
    (
        "Договор услуг: бухгалтерское сопровождение, 50 часов в месяц, 60 000 рублей в месяц.",
        &[("/contract/type", "services"), ("/terms/own/1/quote", "50 часов в месяц")],
        &[("/price", "\"50")],
    ),
    (
        "Поставка щебня: 20 тонн в месяц по 1 900 рублей за тонну, с января по июнь 2027 года.",
        &[("/contract/type", "supply"), ("/terms/own/1/quote", "20 тонн в месяц"), ("/price/unit/amount", "1900.00")],
        &[],
    ),
    (
        "Нужен договор поставки кофе: каждый месяц по 120 кг, цена 850 руб/кг.",
        &[("/contract/type", "supply"), ("/terms/own/1/quote", "120"), ("/price/unit/amount", "850.00")],
        &[],
    ),
    (
        "Прокат автомобиля Kia Rio 2021 года. Лимит пробега 3000 км в месяц, сверх — 10 рублей за км. Аренда 45 000 в месяц.",
        &[
            ("/contract/type", "vehicle_lease"),
            ("/use/mileage_limit/value", "3000"),
            ("/price/rent/amount", "45000.00"),
        ],
        &[],
    ),
    (
        "Трудовой договор: повар, оклад 62 000, зарплата 10 и 25 числа, испытательный срок 2 месяца.",
        &[
            ("/contract/type", "employment"),
            ("/payment/day", "10"),
            ("/payment/advance_day", "25"),
            ("/price/fee/amount", "62000.00"),
        ],
        &[],
    ),
    (
        "Беру водителя на работу: 70 тысяч в месяц, выплаты 5-го и 20-го числа каждого месяца, график 2/2.",
        &[
            ("/contract/type", "employment"),
            ("/payment/day", "5"),
            ("/payment/advance_day", "20"),
            ("/price/fee/amount", "70000.00"),
        ],
        &[],
    ),
    (
        "Перевозка. Груз: мебель, 3 т. Маршрут: Самара — Казань. Цена 45 000 рублей.",
        &[("/contract/type", "carriage"), ("/object/cargo", "мебель")],
        &[],
    ),
    (
        "Аренда магазина, 80 000 в месяц. Коммуникации: свет 15 кВт, вода, канализация. Вход: с улицы, отдельный.",
        &[("/terms/own/1/quote", "15 кВт"), ("/terms/own/2/quote", "с улицы")],
        &[],
    ),
    (
        "Бабушка Седова Раиса Петровна дарит внуку Седову Кириллу Олеговичу квартиру.",
        &[("/contract/type", "gift"), ("/parties/donor/name", "Раис"), ("/parties/donee/name", "Кирилл")],
        &[],
    ),
    (
        "Продаю гараж, мой брат Иванов Пётр Ильич покупает за 320 000.",
        &[("/parties/buyer/name", "Пётр"), ("/price/total/amount", "320000.00")],
        &[("/parties/seller/name", "Пётр")],
    ),
    (
        "Тётя Лыкова Инна Фёдоровна даёт в долг племяннику Лыкову Егору Андреевичу 150 000 рублей.",
        &[
            ("/contract/type", "loan"),
            ("/parties/lender/name", "Инн"),
            ("/parties/borrower/name", "Егор"),
            ("/loan/amount/amount", "150000.00"),
        ],
        &[],
    ),
    (
        "Сдаю экскаватор-погрузчик JCB с экипажем, 120 000 в месяц. За угон арендатор платит 3 100 000. Уведомление об осмотре — за 3 дня.",
        &[("/price/rent/amount", "120000.00")],
        &[("/price/rent", "3100000")],
    ),
    (
        "Аренда помещения 45 кв. м под салон, 60 000 в месяц. Арендатор — компания, работает 10 лет. Вывеска 1,2 на 0,6 м. Показания счётчиков до 25 числа. Аренда до 5 числа.",
        &[
            ("/contract/type", "premises_lease"),
            ("/object/area/value", "45"),
            ("/price/rent/amount", "60000.00"),
            ("/payment/day", "5"),
        ],
        &[("/payment/day", "25")],
    ),
    (
        "Поставка йогурта: срок годности 30 дней, цена 55 рублей за штуку, 2000 штук. Штраф за нарушение температурного режима 5 000 рублей.",
        &[("/contract/type", "supply"), ("/price/unit/amount", "55.00"), ("/object/quantity/value", "2000")],
        &[],
    ),
    (
        "Сдаю кабинет 18 кв. м, 25 000 в месяц. Кадастровый номер здания 77:01:0004012:1020. Акт по приложению № 1. Деньги за депозит возвращает переводом. Ремонт делаю сам до заезда.",
        &[("/object/area/value", "18"), ("/price/rent/amount", "25000.00")],
        &[],
    ),
    (
        "Сдаю в аренду мини-экскаватор Bobcat на месяц, 95 000 рублей.",
        &[("/contract/type", "equipment_lease"), ("/price/rent/amount", "95000.00")],
        &[],
    ),
    (
        "Сниму комнату под магазинчик, я ИП, 30 кв. м, 20 тысяч в месяц.",
        &[("/contract/type", "premises_lease"), ("/object/area/value", "30"), ("/price/rent/amount", "20000.00")],
        &[],
    ),
    (
        "Подруга просит взаймы 90 000, отдавать будет частями по 15 000.",
        &[("/contract/type", "loan"), ("/loan/amount/amount", "90000.00")],
        &[],
    ),
    (
        "У нас пекарня, возят муку с мельницы каждую неделю по 500 кг по 38 рублей. Нужен договор.",
        &[("/contract/type", "supply"), ("/price/unit/amount", "38.00")],
        &[],
    ),
    (
        "Поставка: мука 500 кг по 42 рубля, сахар 200 кг по 60, масло 80 кг по 310 рублей за кг.",
        &[
            ("/contract/type", "supply"),
            ("/object/items/1/quantity/value", "500"),
            ("/object/items/2/quantity/value", "200"),
            ("/object/items/3/price/amount", "310.00"),
        ],
        &[],
    ),
    (
        "Продаём ткани: бязь 300 метров по 120 рублей, сатин 150 метров по 260 рублей.",
        &[
            ("/object/items/1/quantity/value", "300"),
            ("/object/items/1/price/amount", "120.00"),
            ("/object/items/2/quantity/value", "150"),
            ("/object/items/2/price/amount", "260.00"),
        ],
        &[],
    ),
    (
        "Договор поставки. Яблоки — 40 ящиков по 900 рублей, груши — 25 ящиков по 1200 рублей.",
        &[
            ("/contract/type", "supply"),
            ("/object/items/1/quantity/value", "40"),
            ("/object/items/1/price/amount", "900.00"),
            ("/object/items/2/quantity/value", "25"),
            ("/object/items/2/price/amount", "1200.00"),
        ],
        &[],
    ),
    (
        "Закупаем гвозди 15 коробок по 700 рублей, кабель 200 м по 85 рублей, краску 30 банок по 540.",
        &[
            ("/contract/type", "supply"),
            ("/object/items/1/quantity/value", "15"),
            ("/object/items/1/price/amount", "700.00"),
            ("/object/items/2/price/amount", "85.00"),
            ("/object/items/3/price/amount", "540.00"),
        ],
        &[],
    ),
    (
        "Продаю мотоцикл за двести сорок тысяч, платит четыре раза по шестьдесят до пятнадцатого января, февраля, марта и апреля 2027 года.",
        &[
            ("/price/total/amount", "240000.00"),
            ("/payment/instalments/1/date", "2027-01-15"),
            ("/payment/instalments/4/date", "2027-04-15"),
            ("/payment/instalments/1/amount/amount", "60000.00"),
        ],
        &[],
    ),
    (
        "Продаю велосипед за 30 000. Подписываем в Таганроге 12.01.2027.",
        &[("/contract/city", "Таганрог"), ("/contract/date", "2027-01-12"), ("/price/total/amount", "30000.00")],
        &[],
    ),
    (
        "Займ 50 000. Заёмщик: Носов Ян Львович, родился 03.04.1990 в Пскове. Договор заключаем в Великом Новгороде.",
        &[
            ("/contract/type", "loan"),
            ("/contract/city", "Новгород"),
            ("/parties/borrower/birth_date", "1990-04-03"),
            ("/parties/borrower/birth_place", "Псков"),
        ],
        &[("/contract/city", "Псков")],
    ),
    (
        "Дарю сестре 100 000 рублей, оформляем договор в городе Ессентуки.",
        &[("/contract/type", "gift"), ("/contract/city", "Ессентуки")],
        &[],
    ),
    (
        "Договор займа, 80 000, подпишем в Йошкар-Оле. Займодавец Сухов Иван Ильич, место рождения: г. Елец.",
        &[("/contract/type", "loan"), ("/contract/city", "Йошкар"), ("/parties/lender/birth_place", "Елец")],
        &[("/contract/city", "Елец")],
    ),
    (
        "Сдаю студию, 22 000 в месяц. Я хочу, чтобы он не курил)) И чтобы собак не заводил, пожалуйста :)",
        &[("/contract/type", "residential_tenancy"), ("/terms/own/1/quote", "кур"), ("/terms/own/2/quote", "собак")],
        &[("/terms/own", "))")],
    ),
    (
        "Продаю диван, 18 000. Мне бы хотелось, чтобы вывозил он сам, своими силами)))",
        &[("/contract/type", "sale_general"), ("/terms/own/1/quote", "вывоз"), ("/price/total/amount", "18000.00")],
        &[("/terms/own", "))")],
    ),
    (
        "Услуги няни, 600 рублей в час. Хотелось бы, чтобы она гуляла с ребёнком два раза в день :-)",
        &[("/terms/own/1/quote", "гуля"), ("/price/hour/amount", "600.00")],
        &[("/terms/own", ":-)")],
    ),
    (
        "Договор поручительства. ООО «Альфа» ручается за ООО «Бета», ИНН 7707083893, перед ИП Галкиным Степаном Юрьевичем",
        &[
            ("/contract/type", "surety"),
            ("/debtor/name", "Бета"),
            ("/parties/surety/name", "Альфа"),
            ("/parties/creditor/name", "Галкин"),
        ],
        &[("/parties", "7707083893")],
    ),
    (
        "Ручаюсь за своего брата, Иванова Петра Сергеевича, перед ООО «Кит». Я Иванова Ольга Сергеевна",
        &[
            ("/contract/type", "surety"),
            ("/debtor/name", "Иванов П"),
            ("/parties/surety/name", "Иванова Ольга"),
            ("/parties/creditor/name", "Кит"),
        ],
        &[("/parties", "Пётр")],
    ),
    (
        "Поручительство по аренде: кредитор ООО «Кит», должник Белов Иван Ильич, поручитель Котова Анна Львовна",
        &[
            ("/contract/type", "surety"),
            ("/debtor/name", "Белов"),
            ("/parties/surety/name", "Котова"),
            ("/parties/creditor/name", "Кит"),
        ],
        &[("/parties", "Белов")],
    ),
    (
        "Договор поручительства: поручитель Котова Анна Львовна, вознаграждение за поручительство 5 000",
        &[("/contract/type", "surety"), ("/parties/surety/name", "Котова")],
        &[("/debtor", "Котова")],
    ),
    (
        "Раздел имущества. Лаврова Нина Павловна и Лавров Егор Ильич. Дочь Лаврова Анна Егоровна живёт с матерью",
        &[("/contract/type", "property_division"), ("/parties/wife/name", "Нина"), ("/parties/husband/name", "Егор")],
        &[("/parties", "Анна")],
    ),
    (
        "Соглашение о разделе имущества: дом остаётся Зубовой Наталье, она платит Зубову Максиму 1 600 000 рублей",
        &[
            ("/contract/type", "property_division"),
            ("/parties/wife/name", "Наталья"),
            ("/parties/husband/name", "Максим"),
        ],
        &[],
    ),
    (
        "Брачный договор: жених Орлов Пётр Ильич, невеста Седова Инна Львовна",
        &[
            ("/contract/type", "marriage_contract"),
            ("/parties/husband/name", "Орлов"),
            ("/parties/wife/name", "Седова"),
        ],
        &[],
    ),
    (
        "Делим имущество с мужем. Меня зовут Рябова Елена, сын Рябов Артур Олегович живёт со мной",
        &[("/contract/type", "property_division"), ("/parties/wife/name", "Елена")],
        &[("/parties", "Артур")],
    ),
    (
        "Дарю дочери Ивановой Марии Петровне квартиру",
        &[("/contract/type", "gift"), ("/parties/donee/name", "Мария")],
        &[],
    ),
    (
        "Одолжил знакомому Князеву Степану 110 тысяч рублей",
        &[("/contract/type", "loan"), ("/parties/borrower/name", "Князев")],
        &[("/parties/lender", "Князев")],
    ),
    (
        "Мой дедушка Седов Иван Ильич дарит мне дачу, я Седов Пётр Олегович",
        &[("/contract/type", "gift"), ("/parties/donor/name", "Иван"), ("/parties/donee/name", "Пётр")],
        &[],
    ),
    (
        "Моя сестра Белова Анна Ильинична продаёт мне машину Kia Rio за 500 000 рублей",
        &[("/contract/type", "vehicle_sale"), ("/parties/seller/name", "Белова"), ("/price/total/amount", "500000.00")],
        &[],
    ),
    (
        "Сдаю квартиру, в ней со мной живёт дочь Иванова Мария Петровна",
        &[("/contract/type", "residential_tenancy")],
        &[("/parties", "Мария")],
    ),
    (
        "Продаю машину, документы у брата Белова Ивана Ильича",
        &[("/contract/type", "vehicle_sale")],
        &[("/parties", "Белов")],
    ),
    (
        "Поставка молока: 200 литров ежедневно по 60 рублей за литр",
        &[("/contract/type", "supply"), ("/terms/own/1/quote", "200 литров ежедневно")],
        &[("/price/total", "12000")],
    ),
    (
        "Поставка цемента 20 тонн по 6000 рублей за тонну",
        &[("/contract/type", "supply"), ("/object/quantity/value", "20"), ("/price/total/amount", "120000.00")],
        &[],
    ),
    (
        "Аренда автомобиля Kia Rio, 45 000 рублей в месяц. Пробег до 3000 км в месяц",
        &[
            ("/contract/type", "vehicle_lease"),
            ("/use/mileage_limit/value", "3000"),
            ("/price/rent/amount", "45000.00"),
        ],
        &[],
    ),
    (
        "Трудовой договор. Выплаты 5, 20 числа каждого месяца",
        &[("/contract/type", "employment"), ("/payment/day", "5"), ("/payment/advance_day", "20")],
        &[],
    ),
    (
        "Продаю мотоцикл за 120 000 рублей, три раза по 40 тысяч до десятого марта, апреля и мая 2027",
        &[
            ("/contract/type", "vehicle_sale"),
            ("/payment/instalments/1/date", "2027-03-10"),
            ("/payment/instalments/3/date", "2027-05-10"),
            ("/payment/instalments/2/amount/amount", "40000.00"),
        ],
        &[],
    ),
    (
        "Продаю диван за 40 тысяч, платит по 20 тысяч 5 января и 5 февраля 2027",
        &[
            ("/contract/type", "sale_general"),
            ("/payment/instalments/2/date", "2027-02-05"),
            ("/price/total/amount", "40000.00"),
        ],
        &[],
    ),
    (
        "Сдаю квартиру в Таганроге. Договор подписываем в Ростове-на-Дону",
        &[("/contract/type", "residential_tenancy"), ("/contract/city", "Ростов-на-Дону")],
        &[("/contract/city", "Таганрог")],
    ),
    (
        "Займ 50 000. Заёмщик Носов Ян Львович, уроженец Ельца. Подписываем в Бердске",
        &[("/contract/type", "loan"), ("/parties/borrower/birth_place", "Елец"), ("/contract/city", "Бердск")],
        &[("/contract/city", "Елец")],
    ),
    (
        "Композитор Ветров Ян напишет гимн школы. Гонорар 75 000 рублей",
        &[("/contract/type", "author_order"), ("/parties/author/name", "Ветров"), ("/price/total/amount", "75000.00")],
        &[],
    ),
];

fn says(domain: &Value, at: &str, part: &str) -> bool {
    pointer::leaves(domain).into_iter().any(|(leaf, value)| {
        let said = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        leaf.starts_with(at) && said.contains(part)
    })
}

#[test]
fn what_a_first_message_tells() {
    for (message, facts, none) in MESSAGES {
        let domain = Dialogue::open(message).now.state["domain"].clone();
        for (at, part) in *facts {
            assert!(says(&domain, at, part), "{message}: {at} has no {part}: {domain}");
        }
        for (at, part) in *none {
            assert!(!says(&domain, at, part), "{message}: {at} has {part}: {domain}");
        }
    }
}
