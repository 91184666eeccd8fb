//! Examples of our own. The shared examples are read by `tests/language.rs`.

use super::{LANGUAGES, definitive, definitive_in_any, neutral, rules};

#[test]
fn every_file_of_patterns_reads_and_none_calls_its_own_neutral_words_a_promise() {
    rules::self_check().unwrap();
    for language in LANGUAGES {
        assert!(!neutral(language).is_empty());
        assert_eq!(definitive(neutral(language), language), []);
    }
    let broken = rules::read("x.toml", "language = \"ko\"").unwrap_err();
    assert_eq!(broken.file, "x.toml");
}

/// Promises that the rules were not written on: other words, spaces, endings, disguises.
const PROMISES: &[(&str, &str)] = &[
    ("ko", "본 소송은 틀림없이 승소하실 것입니다."),
    ("ko", "반 드 시  승 소 합 니 다."),
    ("ko", "반\u{200b}드시 승\u{200b}소합니다."),
    ("ko", "무 조 건 이기십니다."),
    ("ko", "항소심에서 무죄가 확실하십니다."),
    ("ko", "１００％ 승소합니다."),
    ("ko", "99.9% 이길 수 있는 사건이에요."),
    ("ko", "저희는 승소를 약속드립니다."),
    ("ko", "결과를 장담합니다."),
    ("ko", "패소할 가능성은 없습니다."),
    ("ko", "이 사건의 성공률은 99%입니다."),
    ("ko", "증거가 있으므로 피고인은 당연히 석방됩니다."),
    ("ko", "기필코 돌려받게 해 드리겠습니다."),
    ("ko", "어려운 사건이지만 확실히 이깁니다."),
    ("ko", "승소가 분명합니다."),
    ("ko", "절대 패소하지 않습니다."),
    ("ko", "승·소·합·니·다, 무조건 승소예요."),
    ("ko", "원고 승소일 수밖에 없습니다."),
    ("ko", "집행유예는 틀림없어요."),
    ("ko", "확실하게 배상받으실 수 있어요."),
    ("ru", "Мы наверняка выиграем этот спор."),
    ("ru", "Вы обязательно получите всю сумму."),
    ("ru", "Без сомнения, суд взыщет долг."),
    ("ru", "в\u{200b}ы точ\u{200b}но выигра\u{200b}ете"),
    ("ru", "Я гарантирую победу."),
    ("ru", "Наша победа неизбежна."),
    ("ru", "Суд не сможет отказать в иске."),
    ("ru", "Вы тoчнo выигрaeте дело."),
    ("ru", "Отказ исключён, но иск однозначно удовлетворят."),
    ("ru", "Спор сложный, но вы непременно победите."),
    ("ru", "Обвиняемого безусловно оправдают."),
    ("ru", "т о ч н о выиграем."),
    ("ru", "Поражение? Нет: стопроцентная победа!"),
    ("ru", "Результат гарантирован."),
    ("ru", "Вам в любом случае вернёте деньги и получите компенсацию."),
    ("en", "You will surely prevail."),
    ("en", "We guarantee a favourable outcome."),
    ("en", "Your acquittal is certain: you will certainly be acquitted."),
    ("en", "You can’t lose this one."),
    ("en", "This is a slam dunk."),
    ("en", "It is an open-and-shut case."),
    ("en", "There is no risk of losing."),
    ("en", "We have a 98% chance of recovering the sum."),
    ("en", "No matter what they file we win."),
    ("en", "It is hard, but you will definitely succeed."),
    ("en", "y o u will undoubtedly win."),
    ("en", "You will d\u{200b}efinitely w\u{200b}in."),
    ("en", "Success is guaranteed."),
    ("en", "You are certain to win on appeal."),
    ("en", "The court will inevitably rule in your favour."),
];

/// Disguises that the rules were not written on: spaces inside words, endings of politeness, letters of other scripts.
const DISGUISED: &[(&str, &str)] = &[
    ("ko", "반드시승소하십니다."),
    ("ko", "확 실 히 이 깁 니 다"),
    ("ko", "반.드.시 승.소.합.니.다"),
    ("ko", "무-조-건 승소예요!"),
    ("ko", "틀림 없이 이기실 겁니다."),
    ("ko", "여지없이 승 소 하 게 됩니다."),
    ("ko", "100 퍼센트 승소하세요."),
    ("ko", "1OO% 승소"),
    ("ko", "백프로 이깁니다요."),
    ("ko", "승소율은 100 프로입니다."),
    ("ko", "확실히 이기시게 됩니다."),
    ("ko", "반드시 승소하시게 되십니다."),
    ("ko", "무조건 무죄 받으십니다."),
    ("ko", "틀림없이 받아내실 수 있습니다."),
    ("ko", "반드시 돌려받으시게 해 드립니다."),
    ("ko", "반드시 勝訴합니다."),
    ("ko", "절대 敗訴하지 않습니다."),
    ("ko", "無罪가 확실합니다."),
    ("ko", "ＷＥ 반드시 승소！"),
    ("ko", "반\u{ad}드\u{2060}시 이\u{200d}깁니다."),
    ("ko", "승소를 보장해 드리겠습니다."),
    ("ko", "결과를 약속드리겠습니다."),
    ("ko", "무혐의 처분이 틀림없으십니다."),
    ("ko", "당연히 집행유예가 나오십니다."),
    ("ru", "гарaнтирую выигрыш"),
    ("ru", "Т о ч н о  в ы и г р а е м"),
    ("ru", "Т-о-ч-н-о выиграем"),
    ("ru", "Точно-точно выиграем!"),
    ("ru", "Вы ОБЯЗАТЕЛЬНО ВЫИГРАЕТЕ."),
    ("ru", "Однoзначнo пoбедите."),
    ("ru", "Мы гарантируем вам победу."),
    ("ru", "Стопроцентно выиграем."),
    ("ru", "Победа, безусловно, гарантирована."),
    ("en", "d e f i n i t e l y  s u c c e e d"),
    ("en", "You will DEFINITELY WIN."),
    ("en", "You wіll cеrtainly wіn."),
    ("en", "Ｇｕａｒａｎｔｅｅｄ victory."),
    ("en", "With\u{ad}out any doubt you will succeed."),
    ("en", "You can never lose."),
    ("en", "A 100 % success rate."),
];

/// Careful words that stand close to a promise.
const CAREFUL: &[(&str, &str)] = &[
    ("ko", "승소 가능성은 낮음에서 중간 사이로 평가됩니다."),
    ("ko", "기일에는 반드시 출석해야 합니다."),
    ("ko", "승소한다고 단정할 수 없습니다."),
    ("ko", "무죄 추정의 원칙은 반드시 지켜져야 합니다."),
    ("ko", "소송비용은 패소자 부담이 원칙이므로 확실히 검토하십시오."),
    ("ko", "상대방은 “반드시 승소한다”고 주장하였습니다."),
    ("ko", "결과를 보장하지 않습니다."),
    ("ko", "증거를 확실히 확보하여야 합니다."),
    ("ko", "이행보증보험으로 대금의 100%를 담보한다."),
    ("ko", "차용증이 제출되면 청구가 인용될 여지가 있습니다."),
    ("ko", "분명히 다투는 사실은 증명이 필요합니다."),
    ("ko", "이자 약정이 명확하지 않아 감액될 수 있습니다."),
    ("ko", "승소하려면 반드시 증거가 필요합니다."),
    ("ko", "변제 사실이 확 실 하 게 확인되지 않았습니다."),
    ("ko", "무죄를 주장하려면 반드시 알리바이 자료를 제출하십시오."),
    ("ko", "100% 자회사이며 이사회가 승인하였다."),
    ("ko", "無罪推定의 원칙은 반드시 지켜져야 합니다."),
    ("ru", "Ответчик не может гарантировать исход."),
    ("ru", "Это не означает, что иск удовлетворят."),
    ("ru", "Срок обязательно проверьте по штемпелю."),
    ("ru", "Вероятность победы ниже средней."),
    ("ru", "Истец сказал: «мы точно выиграем»."),
    ("ru", "Банковская гарантия действует до марта."),
    ("ru", "Суд оценит, точно ли указан адрес."),
    ("ru", "Сделку можно признать ничтожной, если докажут притворность."),
    ("ru", "Обязательно приложите доверенность."),
    ("ru", "Расчёт сделан на 100% доли."),
    ("en", "There is no guarantee that the claim will succeed."),
    ("en", "The estimate may certainly change with new evidence."),
    ("en", "A settlement may reduce the risk of losing."),
    ("en", "The bank guarantee expires in March."),
    ("en", "You must not say that you will definitely win."),
    ("en", "The claimant will not necessarily prevail."),
    ("en", "Make sure the receipt is attached."),
    ("en", "He said “we cannot lose” in the meeting."),
    ("en", "The court is bound by the parties' admissions."),
    ("en", "The deadline is certain: two weeks from service."),
];

#[test]
fn promises_in_other_words_are_found_and_careful_words_are_left() {
    let mut wrong = Vec::new();
    for (language, text) in PROMISES.iter().chain(DISGUISED) {
        if definitive(text, language).is_empty() {
            wrong.push(format!("missed {language}: {text}"));
        }
    }
    for (language, text) in CAREFUL {
        let hits = definitive(text, language);
        if !hits.is_empty() {
            wrong.push(format!("called {language}: {text} {hits:?}"));
        }
    }
    assert!(PROMISES.len() + CAREFUL.len() >= 60);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_span_leads_back_to_the_given_words() {
    let text = "좋습니다. 반\u{200b} 드 시 승소합니다! 끝.";
    let hits = definitive(text, "ko");
    assert_eq!(hits.len(), 1);
    assert_eq!(hits[0].rule, "K1");
    let words: String = text.chars().skip(hits[0].span[0]).take(hits[0].span[1] - hits[0].span[0]).collect();
    assert!(words.starts_with('반') && words.ends_with("승소"), "{words}");
    assert_eq!(hits[0].sentence, "반\u{200b} 드 시 승소합니다!");
    assert_eq!(definitive("", "ko"), []);
    assert_eq!(definitive("반드시 승소", "fr"), []);
}

/// Promises and look-alikes of every dimension of the grammar: outcome, certainty, polarity, speech, disguise.
const DEVELOPED: &str = include_str!("../../../tests/data/promises.tsv");

#[test]
fn promises_of_every_dimension_are_found_and_their_look_alikes_left() {
    for language in LANGUAGES {
        let (mut promises, mut others, mut missed, mut called) = (0, 0, Vec::new(), Vec::new());
        for line in DEVELOPED.lines() {
            let row: Vec<&str> = line.splitn(3, '\t').collect();
            let [of, kind, text] = row[..] else { panic!("{line}") };
            if of != language {
                continue;
            }
            let hit = !definitive(text, language).is_empty();
            match kind {
                "+" => promises += 1,
                _ => others += 1,
            }
            match (kind, hit) {
                ("+", false) => missed.push(text),
                ("-", true) => called.push(text),
                _ => {}
            }
        }
        assert!(promises >= 120 && others >= 120, "{language}: {promises} {others}");
        let found = (promises - missed.len()) * 100 / promises;
        assert!(found >= 97 && called.is_empty(), "{language}: {found} %\nmissed {missed:#?}\ncalled {called:#?}");
    }
}

#[test]
fn a_contrast_begins_a_new_statement_and_a_ban_covers_its_own() {
    assert_eq!(definitive("승소를 보장할 수 없지만 반드시 이깁니다.", "ko").len(), 1);
    assert_eq!(definitive("Мы не обещаем быстроты, но суд точно взыщет долг.", "ru").len(), 1);
    assert_eq!(definitive("We promise nothing about costs, but you will certainly win.", "en").len(), 1);
    assert_eq!(definitive("Нельзя обещать, что суд точно взыщет долг.", "ru"), []);
    assert_eq!(definitive("Не может проиграть такой истец.", "ru").len(), 1);
}

#[test]
fn a_short_certain_answer_makes_a_promise_of_the_end_that_was_asked_for() {
    for (language, text) in [
        ("ru", "Откажут? Исключено."),
        ("en", "Will they convict? Not a chance."),
        ("ko", "무죄가 나올까요? 당연하죠."),
    ] {
        assert_eq!(definitive(text, language).len(), 1, "{text}");
    }
    for (language, text) in [
        ("ru", "Нужно ли платить пошлину при отказе? Разумеется."),
        ("ru", "Можно ли взыскать убытки? Конечно, если есть договор."),
        ("en", "Will they convict? Certainly not something that I can foresee."),
        ("en", "Can I appeal the conviction? Of course."),
        ("en", "Will they convict? Impossible to say."),
        ("en", "Will the claim succeed? Nothing is settled yet."),
        ("ru", "Оправдают? Невозможно сказать заранее."),
        ("ru", "Откажут? Никогда нельзя знать."),
        ("ko", "무죄가 나올까요? 무조건 그렇지는 않습니다."),
        ("ko", "무죄가 나올까요? 기록을 보아야 압니다."),
    ] {
        assert_eq!(definitive(text, language), [], "{text}");
    }
}

#[test]
fn a_decimal_is_one_word_and_its_comma_parts_nothing() {
    assert_eq!(definitive("Вероятность победы — 99,9 %, так и пишите.", "ru").len(), 1);
    assert_eq!(definitive("Вероятность победы — 49,5 %.", "ru"), []);
    for text in ["1,", ",1", "99,9", "9.9.", "победа 1,2,3,", "1,가", "٣,٣"] {
        assert!(definitive_in_any(text).is_empty(), "{text}");
    }
}

#[test]
fn a_long_text_without_an_end_is_read_in_stretches() {
    for (language, words) in
        [("ru", "точно выиграете и "), ("en", "you will surely win and "), ("ko", "반드시 승소하고 ")]
    {
        let hits = definitive(&words.repeat(2000), language).len();
        assert!((20..=2000).contains(&hits), "{language}: {hits}");
    }
    for sign in ["“", "'a ", "«", "не ", "если ", "(", "당", "a"] {
        assert!(definitive_in_any(&sign.repeat(20_000)).is_empty(), "{sign}");
    }
}

/// Sentences that only differ in what a class of the grammar is about: a promise and what is none, by class.
const PAIRS: &[(&str, &str, &str, &str)] = &[
    // What is at stake, and a verb that no list holds.
    ("stake", "ru", "Пеню вам обнулят.", "Пеню начислят с первого дня просрочки, если платёж не придёт."),
    ("stake", "en", "The penalty will be wiped off your account.", "The penalty will be explained in our letter."),
    ("stake", "ko", "벌점은 곧 사라질 겁니다.", "벌점은 도로교통법 시행규칙에 따라 계산됩니다."),
    // A step of the procedure is no end.
    ("procedure", "ru", "Долги спишут.", "Жалобу рассмотрят в марте."),
    ("procedure", "en", "The deposit will be back with you.", "The appeal will be heard in March."),
    ("procedure", "ko", "가압류는 풀립니다.", "가압류 신청서는 우편으로 보내 드립니다."),
    // The form of a verb: a single event, not a rule.
    ("event", "ru", "Лицензию вам сохранят.", "Лицензию рассматривает комиссия."),
    ("event", "en", "You keep the house.", "You asked about the house."),
    ("event", "ko", "영주권은 나옵니다.", "영주권은 나왔습니다."),
    // A party of a contract performs, an opponent gives in.
    (
        "party",
        "ru",
        "Застройщик как миленький выплатит вам неустойку.",
        "Арендатор вернёт ключи и квартиру в последний день.",
    ),
    ("party", "en", "The landlord will hand back your deposit, mark my words.", "The tenant will return the keys."),
    ("party", "ko", "보증금은 돌려받게 되십니다.", "임차인은 보증금을 돌려받습니다."),
    // A vow beside what is at stake.
    ("vow", "ru", "Даю слово, квартира ваша.", "Даю слово, что квартиру я осмотрел."),
    ("vow", "en", "That's your licence safe, believe you me.", "Believe me, the licence was signed by two people."),
    ("vow", "ko", "강제퇴거 걱정은 안 하셔도 됩니다.", "강제퇴거가 걱정되시면 상담을 예약하세요."),
    // A comma inside a phrase parts nothing; what begins with a concession ends at its comma.
    ("comma", "en", "A jury will never, ever convict you.", "A jury will, however, hear the evidence."),
    ("comma", "ru", "Хотя процесс затянется, иск удовлетворят.", "Хотя иск могут удовлетворить, процесс затянется."),
    ("comma", "ko", "집은 지켜 드립니다, 약속합니다.", "집은 둘러보았고, 계약서도 확인했습니다."),
    // A question in a few words, and what answers it.
    ("question", "ru", "Судимость? Снимут через месяц.", "Судимость? Это вопрос к прокурору."),
    ("question", "en", "Will you lose? Do pigs fly?", "Will you lose? Do you have the receipts?"),
    ("question", "ko", "기각이요? 그런 건 없습니다.", "기각이요? 기록을 더 보아야 합니다."),
    // An idiom that names the end by itself; the same words of something else.
    ("idiom", "ru", "Прокурору крыть нечем.", "Крышу крыть нечем: шифер кончился."),
    ("idiom", "en", "Their goose is cooked.", "The goose is in the oven for two hours."),
    ("idiom", "ko", "상대는 독 안에 든 쥐입니다.", "쥐가 창고에 들어왔습니다."),
    // Games and exams are no cases; a complaint of what the other side does not do is no promise.
    ("other", "ru", "Мы обязательно выиграем суд.", "Мы обязательно выиграем матч."),
    ("other", "en", "We will win your trial.", "We will win the cup final."),
    ("other", "ko", "우리가 이깁니다.", "우리 팀이 이깁니다."),
    ("other", "ko", "보증금은 안 뺏깁니다.", "집주인이 보증금을 안 돌려줘요."),
];

#[test]
fn what_makes_a_promise_by_class_is_found_and_its_twin_is_left() {
    let mut wrong = Vec::new();
    for (class, language, promise, other) in PAIRS {
        if definitive(promise, language).is_empty() {
            wrong.push(format!("{class}: missed {promise}"));
        }
        let hits = definitive(other, language);
        if !hits.is_empty() {
            wrong.push(format!("{class}: called {other} {hits:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
