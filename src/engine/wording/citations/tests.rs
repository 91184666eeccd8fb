//! What is read as a citation, how, and what is said of it.

use super::{Asked, Kind, Verdict, find, register, verdict};

const NOW: Asked<'static> = Asked { today: "2026-11-22", law_as_of: "2026-11-22", case_type: Some("civil") };

/// Text; for every citation in it: words, act or court, article or numbers.
const READ: &[(&str, &[(&str, &str, &str)])] = &[
    ("민법 제390조에 따라", &[("민법 제390조", "민법", "390")]),
    (
        "민법 제390조, 제393조 및 제398조",
        &[("민법 제390조", "민법", "390"), ("제393조", "민법", "393"), ("제398조", "민법", "398")],
    ),
    ("민소법 제226조", &[("민소법 제226조", "민사소송법", "226")]),
    ("「상법」 제64조", &[("「상법」 제64조", "상법", "64")]),
    ("주택임대차보호법 제3조의2 제1항", &[("주택임대차보호법 제3조의2 제1항", "주택임대차보호법", "3의2")]),
    ("형법 제347조 제1항 제2호 가목", &[("형법 제347조 제1항 제2호 가목", "형법", "347")]),
    ("구 형법 제328조", &[("구 형법 제328조", "형법", "328")]),
    (
        "민법 제741조가 문제 된다. 같은 법 제748조도 그렇다.",
        &[("민법 제741조", "민법", "741"), ("같은 법 제748조", "민법", "748")],
    ),
    ("도로교통법 제148조의2", &[("도로교통법 제148조의2", "도로교통법", "148의2")]),
    ("전자상거래법 제17조", &[("전자상거래법 제17조", "전자상거래법", "17")]),
    (
        "대법원 2018. 8. 30. 선고 2016다46338, 46345 판결",
        &[("대법원 2018. 8. 30. 선고 2016다46338, 46345 판결", "대법원", "2016다46338 2016다46345")],
    ),
    ("대법원 1999.5.18. 선고 99다2171 판결", &[("대법원 1999.5.18. 선고 99다2171 판결", "대법원", "99다2171")]),
    (
        "헌법재판소 2015. 2. 26. 2009헌바17 결정",
        &[("헌법재판소 2015. 2. 26. 2009헌바17 결정", "헌법재판소", "2009헌바17")],
    ),
    ("사건 2024고단1234에서", &[("2024고단1234", "", "2024고단1234")]),
    (
        "대법원 2019. 1. 17. 선고 2018도1111 전원합의체 판결",
        &[("대법원 2019. 1. 17. 선고 2018도1111 전원합의체 판결", "대법원", "2018도1111")],
    ),
    ("п. 2 ч. 1 ст. 8 ГК РФ", &[("п. 2 ч. 1 ст. 8 ГК РФ", "ГК РФ", "8")]),
    (
        "статьи 15 и 393 Гражданского кодекса РФ",
        &[("статьи 15 и 393 Гражданского кодекса РФ", "Гражданского кодекса РФ", "15 и 393")],
    ),
    ("по делу № А40-12345/2023 и А41-1/24", &[("А40-12345/2023", "", "А40-12345/2023"), ("А41-1/24", "", "А41-1/24")]),
    ("дело № 2-1234/2023", &[("дело № 2-1234/2023", "", "2-1234/2023")]),
    ("Article 750 of the Civil Act", &[("Article 750 of the Civil Act", "민법", "750")]),
    ("Supreme Court Decision 2018Da12345", &[("Supreme Court Decision 2018Da12345", "대법원", "2018다12345")]),
];

/// Numbers that are no citations.
const NONE: &[&str] = &[
    "제3조에 따른다.",
    "이 방법 제2조와 무관하다.",
    "갑 제1호증의 1",
    "12나3456 차량",
    "2023년 5월 3일 오후",
    "계좌 2024다 12",
    "2020개회 100원",
    "договор аренды, п. 4.2",
    "ч. 3 договора",
    "Article 5 of the contract",
    "2019다12345명이 모였다",
    "위법 제3조 아님",
    "별표 2 제3호",
    "010-2020-1234",
    "제12조 제3항은 무효이다.",
];

#[test]
fn citations_are_read_whole() {
    let mut wrong = Vec::new();
    for (text, want) in READ {
        let got: Vec<(String, String, String)> = find(text)
            .into_iter()
            .map(|one| {
                let of = one.parsed.act.or(one.parsed.court).unwrap_or_default();
                (one.raw, of, one.parsed.article.unwrap_or_else(|| one.parsed.numbers.join(" ")))
            })
            .collect();
        let want: Vec<(String, String, String)> =
            want.iter().map(|(a, b, c)| ((*a).to_owned(), (*b).to_owned(), (*c).to_owned())).collect();
        if got != want {
            wrong.push(format!("{text}\n  got  {got:?}"));
        }
    }
    for text in NONE {
        let got = find(text);
        if !got.is_empty() {
            wrong.push(format!("{text}\n  got  {got:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A set made from the grammar: every court, date, mark, act and tail, at least 98 of 100 read as one citation.
#[test]
fn the_grammar_is_read_to_98_of_100() {
    let mut texts = Vec::new();
    for act in ["민법", "형법", "민사소송법", "형사소송법", "상법", "「근로기준법」", "구 민법", "정보통신망법"]
    {
        for way in ["제5조", "제7조의2", "제9조 제1항", "제12조 제2항 제3호", "제4조 단서", "제3조의2제1항"]
        {
            texts.push(format!("원고는 {act} {way}에 근거하여 청구한다."));
        }
    }
    for (court, code) in [
        ("대법원", "다"),
        ("대법원", "도"),
        ("서울고등법원", "나"),
        ("부산지방법원", "가합"),
        ("수원지방법원 성남지원", "고단"),
        ("헌법재판소", "헌마"),
    ] {
        for date in ["2020. 1. 9.", "2019.12.31.", "2021. 10. 5."] {
            for word in ["선고 ", ""] {
                texts.push(format!("{court} {date} {word}2018{code}12345 판결 참조"));
            }
        }
    }
    let read = texts.iter().filter(|text| find(text).len() == 1).count();
    let missed: Vec<&String> = texts.iter().filter(|text| find(text).len() != 1).collect();
    assert!(texts.len() >= 80 && read * 100 >= texts.len() * 98, "{read} of {}: {missed:?}", texts.len());
}

#[test]
fn verdicts() {
    use Verdict::{Impossible, Mismatch, Repealed, StaleVersion, Unverified, Verified};
    let rows: &[(&str, Verdict)] = &[
        ("민법 제390조", Verified),
        ("민법 제2000조", Impossible),
        ("민법 제0조", Impossible),
        ("민법 제1000조", Unverified),
        ("구 민법 제162조", Unverified),
        ("형법 제347조", Verified),
        ("형사소송법 제312조 제1항", Repealed),
        ("형사소송법 제312조 제3항", Verified),
        ("근로기준법 제23조", Verified),
        ("행정소송법 제23조", Unverified),
        ("대법원 2018. 8. 30. 선고 2016다46338 판결", Unverified),
        ("대법원 2098. 8. 30. 선고 2098다99999 판결", Impossible),
        ("2098다99999", Impossible),
        ("대법원 2018. 13. 30. 선고 2016다46338 판결", Impossible),
        ("대법원 2018. 2. 30. 선고 2016다46338 판결", Impossible),
        ("대법원 2018. 8. 30. 선고 2016가합46338 판결", Impossible),
        ("서울중앙지방법원 2018. 8. 30. 선고 2016다46338 판결", Impossible),
        ("대법원 2015. 8. 30. 선고 2016다46338 판결", Impossible),
        ("헌법재판소 2016. 1. 28. 2015다1 결정", Impossible),
        ("대법원 2018. 8. 30. 선고 2016도46338 판결", Mismatch),
        ("ст. 309 ГК РФ", Unverified),
        ("Постановление Пленума ВС РФ от 24.13.2016 N 7", Impossible),
        ("Постановление Пленума ВС РФ от 24.03.2016 N 7", Unverified),
        ("Article 750 of the Civil Act", Verified),
    ];
    for (text, want) in rows {
        let found = find(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(verdict(&found[0], NOW), *want, "{text}");
    }
    let before = Asked { law_as_of: "2025-06-01", ..NOW };
    let of = |text: &str, asked| verdict(&find(text)[0], asked);
    assert_eq!(of("형법 제347조", before), StaleVersion);
    assert_eq!(of("형사소송법 제312조 제1항", before), Verified);
    assert_eq!(
        of("대법원 2018. 8. 30. 선고 2016도46338 판결", Asked { case_type: Some("criminal"), ..NOW }),
        Unverified
    );
    // One digit more is another case.
    assert_ne!(find("2013다6138")[0].parsed, find("2013다61381")[0].parsed);
    assert_eq!(find("2013다6138")[0].kind, Kind::Case);
}

#[test]
fn the_register_is_sound_and_a_broken_one_is_refused() {
    let register = register::embedded().unwrap();
    for act in &register.acts {
        for article in &act.articles {
            let main: u32 = article.split('의').next().unwrap().parse().unwrap();
            assert!((1..=act.last).contains(&main), "{} {article}", act.name);
        }
        for changed in &act.changed {
            assert!(changed.from.parse::<jiff::civil::Date>().is_ok());
        }
    }
    assert!(register::read("act = 1").is_err());
}
