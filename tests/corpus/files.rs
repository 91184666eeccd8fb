//! Own files of every format, good and bad; the example corpus; a dead import.

use crate::{AT, empty, import, search};
use legalagi::adapters::intake::{self, File, Outcome, Wishes};
use legalagi::adapters::store::sqlite::SqliteStore;
use legalagi::adapters::worker::pool;
use legalagi::cli::corpus_files;
use legalagi::engine::address::find::parse;
use legalagi::engine::corpus::read::Format;
use legalagi::model::source::SearchQuery;
use legalagi::runner::ports::Sources;
use serde_json::json;
use std::io::Write;

async fn one(store: &SqliteStore, name: &str, bytes: &[u8]) -> Outcome {
    pool::use_program(env!("CARGO_BIN_EXE_legalagi").into());
    intake::import(store, File { name: name.to_owned(), bytes: bytes.to_vec() }, &Wishes::default(), AT).await
}

fn imported(outcome: &Outcome) -> &[String] {
    match outcome {
        Outcome::Imported { editions, .. } => editions,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_example_corpus_has_two_editions_a_table_and_three_jurisdictions_words() {
    let (_folder, store) = empty().await;
    for (name, outcome) in import(&store, &corpus_files::demo()).await {
        assert!(matches!(outcome, Outcome::Imported { .. }), "{name}: {outcome:?}");
    }
    assert_eq!(store.editions().await.unwrap().len(), 4);
    let on =
        |day: &str| SearchQuery {
            q: "задержка выдачи".to_owned(), on: Some(day.to_owned()), ..SearchQuery::default()
        };
    for (day, label) in [("2025-06-01", "1-я редакция"), ("2026-06-01", "2-я редакция")] {
        let hits = store.search(&on(day)).await.unwrap();
        assert_eq!((hits[0].address.as_str(), hits[0].edition.as_str()), ("Правила складов ст. 6", label));
    }
    let hits = search(&store, "Правила складов ст. 4 п. 2").await;
    assert_eq!(hits[0].address, "Правила складов ст. 4 п. 2");
    let table = store.node("norm://demo.warehouse.norms@2025/table/4.1").await.unwrap().unwrap();
    assert!(!table.lossy && table.text.contains("Бочки: П1 — 2; П2 — 3; П3 — 4"), "{}", table.text);
    assert_eq!(search(&store, "За кожну годину затримки").await[0].address, "Правила складу ст. 3");
    assert!(store.check_corpus().await.unwrap().is_sound());
}

#[tokio::test]
async fn laws_and_decrees_are_found_under_their_own_names() {
    let (_folder, store) = empty().await;
    let law = |head: &str| {
        let articles = ["1. Бочки", "2. Ящики", "3. Мешки", "25. Обмен"].map(|title| {
            format!("Статья {title}\n1. Текст пункта первого о складе.\n2. Текст пункта второго о складе.\n")
        });
        format!("{head}\n{}", articles.concat())
    };
    let decree = |head: &str| {
        format!(
            "{head}\n\nI. Общие положения\n\n1. Настоящие правила регулируют склад.\n\n2. Кладовщик обязан мести.\n\n3. Двор чист.\n"
        )
    };
    for (name, text, edition, address, node) in [
        (
            "zozpp.txt",
            law("Закон РФ от 07.02.1992 N 2300-1 (ред. от 8 августа 2024 г.) \"О бочках\""),
            "ru.law.2300-1.1992@2024-08-08",
            "п. 2 ст. 25 Закона о защите прав потребителей",
            "art/25/p/2",
        ),
        (
            "rules.txt",
            decree(
                "Постановление Правительства РФ от 31.12.2020 N 2463 (ред. от 28.12.2024) \"Об утверждении Правил\"",
            ),
            "ru.pp.2463.2020@2024-12-28",
            "п. 2 ПП РФ № 2463",
            "p/2",
        ),
        (
            "plenum.txt",
            decree("ПОСТАНОВЛЕНИЕ ПЛЕНУМА ВЕРХОВНОГО СУДА РФ от 24 марта 2016 г. N 7\nО ПРИМЕНЕНИИ СУДАМИ"),
            "ru.plenum.7.2016@undated",
            "п. 3 постановления Пленума ВС РФ от 24.03.2016 № 7",
            "p/3",
        ),
        (
            "msk.txt",
            law("Закон города Москвы от 07.04.2004 N 21 \"О розничной торговле\""),
            "ru.reg.goroda-moskvy.21.2004@undated",
            "",
            "art/25/part/1",
        ),
    ] {
        let outcome = one(&store, name, text.as_bytes()).await;
        assert_eq!(imported(&outcome), [edition], "{name}");
        let id = format!("norm://{edition}/{node}");
        assert!(store.node(&id).await.unwrap().is_some(), "{id}");
        if !address.is_empty() {
            let found = store.locate(&parse(address).unwrap(), None).await.unwrap();
            assert_eq!(found.iter().map(|node| node.node_id.as_str()).collect::<Vec<_>>(), [id.as_str()], "{address}");
        }
    }
}

#[tokio::test]
async fn every_format_is_told_by_its_content() {
    let (_folder, store) = empty().await;
    let pages = json!({
        "filename": "x", "full_name": "Склады", "number": "999.13330.2020", "document_type": "Свод правил",
        "status": "Действует", "total_pages": 2, "revision": "с Изменением N 2",
        "pages": [
            { "page": 1, "page_content": "1 Область применения\n1.1 Правила о складах.\n1.2 Других правил нет.\n1.3 Они короткие." },
            { "page": 2, "page_content": "1.4 Проход свободен.\n1.5 Штабель низкий.\n1.6 Пол ровный.\n2 Нормативные ссылки\nнет" },
        ],
    });
    let articles = json!({ "source": "x", "title": "Кодекс складов", "articles": [
        { "article": "1", "title": "Склад", "page": 1, "text": "1. Склад сухой.\n2. Склад чистый.\nСтатья 1-1. Двор\nДвор подметён." },
    ] });
    let provisions = json!({ "id": "ua-law-9-99", "short_name": "9-99", "title": "Закон", "provisions": [
        { "provision_ref": "art1", "section": "1", "title": "Стаття 1. Склад", "content": "1. Склад сухий.\n2. Склад чистий." },
    ] });
    let decision = "=== DOC 7 | 1/2/20-ц | 2020-01-02 00:00:00+02 | С.С. | Суд ===\nВСТАНОВИВ:\nБуло так.\nУХВАЛИВ:\nНехай буде.\n";
    let korean = "---\n제목: 창고법\n공포일자: 20200101\n---\n# 창고법\n### 제1조(목적)\n창고를 정한다.\n### 제2조(정의)\n①창고란 건물이다.\n### 제3조(벌칙)\n없다.\n";
    let html = "<!DOCTYPE html><html><head><title>Склад</title></head><body><h2>Пол</h2><p>Пол склада ровный и сухой круглый год.</p></body></html>";
    for (name, bytes, edition, address) in [
        ("a.json", pages.to_string(), "ru.sp.999.13330.2020@izm2", "СП 999.13330.2020 п. 1.4"),
        ("b.json", articles.to_string(), "doc.b.json@undated", "Кодекс складов ст. 1 п. 2"),
        ("c.json", provisions.to_string(), "doc.9-99@undated", "Закон № 9-99 ст. 1 ч. 2"),
        (
            "d.txt",
            decision.to_owned(),
            "case.1-2-20-ц@2020-01-02-7",
            "справа № 1/2/20-ц, 2020-01-02 резолютивна частина",
        ),
        ("e.md", korean.to_owned(), "doc.e@2020-01-01", "창고법 제2조 제1항"),
        ("f.html", html.to_owned(), "doc.f@undated", "Склад «Пол»"),
        ("g.txt", "Просто текст о складе, без заголовков и статей.".to_owned(), "doc.g@undated", "g фрагмент 1"),
    ] {
        let outcome = one(&store, name, bytes.as_bytes()).await;
        assert_eq!(imported(&outcome), [edition], "{name}");
        assert_eq!(one(&store, name, bytes.as_bytes()).await, Outcome::Unchanged);
        let mut waiting = vec![None];
        let mut addresses = Vec::new();
        while let Some(parent) = waiting.pop() {
            let parent: Option<String> = parent;
            for node in store.below(edition, parent.as_deref()).await.unwrap() {
                addresses.push(node.address);
                waiting.push(Some(node.node_id));
            }
        }
        assert!(addresses.iter().any(|own| own == address), "{name}: {addresses:?}");
    }
    assert!(store.check_corpus().await.unwrap().is_sound());
}

#[tokio::test]
async fn a_bad_file_is_named_and_the_others_go_on() {
    let (_folder, store) = empty().await;
    let mut bomb = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    bomb.start_file("word/document.xml", zip::write::SimpleFileOptions::default()).unwrap();
    let zeros = vec![b' '; 1024 * 1024];
    for _ in 0..300 {
        bomb.write_all(&zeros).unwrap();
    }
    let bomb = bomb.finish().unwrap().into_inner();
    for (name, bytes, why) in [
        ("empty.txt", Vec::new(), "пуст"),
        ("half.json", b"{\"pages\": [".to_vec(), "JSON повреждён: строка 1"),
        ("other.json", b"{\"a\": 1}".to_vec(), "pages, articles или provisions"),
        ("no-articles.json", b"{\"articles\": []}".to_vec(), "нет текста"),
        ("cp1251.txt", vec![0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "нет текста"),
        ("short.txt", b"abc".to_vec(), "нет текста"),
        ("broken.pdf", b"%PDF-1.7 nothing".to_vec(), "повреждён"),
        ("broken.docx", b"PK\x03\x04 nothing".to_vec(), "повреждён"),
        ("bomb.docx", bomb, "слишком большой объём"),
        ("image.png", b"\x89PNG\r\n".to_vec(), "не читается"),
    ] {
        match one(&store, name, &bytes).await {
            Outcome::Failed { reason, .. } => assert!(reason.contains(why), "{name}: {reason}"),
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(store.editions().await.unwrap().is_empty());
    assert!(Format::parse("auto").is_none() && Format::parse("pdf") == Some(Format::Pdf));
}

#[tokio::test]
async fn a_new_text_takes_the_place_of_the_old_and_node_ids_stay() {
    let (_folder, store) = empty().await;
    let text = |words: &str| {
        format!(
            "---\ndocument: own.rules\nshort: Свои правила\nedition: 1\n---\nСтатья 1. Склад\n1. {words}\nСтатья 2. Двор\nДвор.\nСтатья 3. Сад\nСад.\n"
        )
    };
    one(&store, "a.md", text("Склад сухой.").as_bytes()).await;
    let place = parse("Свои правила ст. 1");
    let id = "norm://own.rules@1/art/1/p/1";
    assert_eq!(store.node(id).await.unwrap().unwrap().text, "1. Склад сухой.");
    let before = store.revision().await.unwrap();
    let outcome = one(&store, "a.md", text("Склад мокрый.").as_bytes()).await;
    assert_eq!(imported(&outcome), ["own.rules@1"]);
    assert_eq!(store.node(id).await.unwrap().unwrap().text, "1. Склад мокрый.");
    assert_eq!(store.editions().await.unwrap().len(), 1);
    assert_ne!(store.revision().await.unwrap(), before);
    assert!(search(&store, "сухой").await.is_empty() && !search(&store, "мокрый").await.is_empty());
    assert!(store.check_corpus().await.unwrap().is_sound());
    assert!(place.is_none(), "an act that no register knows has no address of its own");
    assert!(store.forget("own.rules@1").await.unwrap() && !store.forget("own.rules@1").await.unwrap());
    assert!(search(&store, "мокрый").await.is_empty() && store.editions().await.unwrap().is_empty());
    assert!(store.check_corpus().await.unwrap().is_sound());
    // What was removed can come back.
    assert!(matches!(one(&store, "a.md", text("Склад мокрый.").as_bytes()).await, Outcome::Imported { .. }));
}

#[tokio::test]
async fn the_words_of_a_removed_edition_stand_in_no_file() {
    let (folder, store) = empty().await;
    let text = |name: &str, word: &str| {
        let provisions: String =
            (1..60).map(|n| format!("Статья {n}. Полка {n}\n1. Склад {n} {word} сух.\n")).collect();
        format!("---\ndocument: own.{name}\nshort: Правила {name}\nedition: 1\n---\n{provisions}")
    };
    one(&store, "kept.md", text("kept", "ласточкинхвост").as_bytes()).await;
    one(&store, "gone.md", text("gone", "канарейкосвист kanarejka7f3a").as_bytes()).await;
    let holding = |word: &str| -> Vec<String> {
        let files = std::fs::read_dir(folder.path()).unwrap().flatten().map(|entry| entry.path());
        let held = files.filter(|path| {
            let bytes = std::fs::read(path).unwrap_or_default();
            bytes.windows(word.len()).any(|window| window == word.as_bytes())
        });
        held.map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
    };
    // The index keeps beginnings of words that others share: what is looked for is what only these words have.
    for word in ["канарейкосвист", "kanarejka7f3a"] {
        assert!(!holding(word).is_empty(), "{word}");
    }
    assert!(store.forget("own.gone@1").await.unwrap());
    for word in ["канарейкосвист", "kanarejka7f3a", "нарейкосв", "arejka7f"] {
        assert_eq!(holding(word), Vec::<String>::new(), "{word}");
    }
    assert!(!search(&store, "ласточкинхвост").await.is_empty());
    assert!(store.check_corpus().await.unwrap().is_sound());
}

#[tokio::test]
async fn an_import_that_dies_leaves_nothing_and_the_next_one_is_whole() {
    let (folder, store) = empty().await;
    store.close().await;
    let file = folder.path().join("rules.md");
    let mut text = String::from("---\ndocument: own.long\nshort: Длинные правила\nedition: 1\n---\n");
    for number in 1..=3000 {
        text.push_str(&format!(
            "Статья {number}. Полка {number}\n1. На полке {number} лежат вещи.\n2. Полку {number} протирают.\n"
        ));
    }
    std::fs::write(&file, &text).unwrap();
    let start = || {
        std::process::Command::new(env!("CARGO_BIN_EXE_legalagi"))
            .args(["corpus", "import", "--json"])
            .arg(&file)
            .env("LEGALAGI_DATABASE_URL", format!("sqlite://{}", folder.path().join("a.db").display()))
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap()
    };
    let open = async || SqliteStore::open(folder.path().join("a.db").to_str().unwrap()).await.unwrap();
    let mut died = 0;
    for wait in [400, 700, 1000, 1300] {
        let mut child = start();
        tokio::time::sleep(std::time::Duration::from_millis(wait)).await;
        child.kill().unwrap();
        child.wait().unwrap();
        let store = open().await;
        let editions = store.editions().await.unwrap();
        // Whole or absent, whenever it died.
        assert!(editions.is_empty() || editions[0].nodes == 6000, "{editions:?}");
        assert!(store.check_corpus().await.unwrap().is_sound() || editions.is_empty());
        died += usize::from(editions.is_empty());
        store.close().await;
        if !editions.is_empty() {
            break;
        }
    }
    assert!(died > 0, "no import was killed in time");
    assert!(start().wait().unwrap().success());
    let store = open().await;
    assert_eq!(store.editions().await.unwrap()[0].nodes, 6000);
    let report = store.check_corpus().await.unwrap();
    assert!(report.is_sound(), "{:?}", report.faults);
    assert_eq!(search(&store, "Длинные правила ст. 2999").await[0].address, "Длинные правила ст. 2999");
}

#[tokio::test]
async fn an_act_imports_as_itself_in_any_encoding_and_two_files_of_one_edition_are_a_question() {
    let (_folder, store) = empty().await;
    let page = "<html><head><title>Complex</title></head><body><p>Трудовой кодекс Российской Федерации</p>\
        <p>(В редакции федеральных законов от 24.07.2002 № 97-ФЗ, от 04.08.2023 № 471-ФЗ)</p>\
        <p>Статья 1. Цели складского труда</p><p>Целями складского труда являются порядок и сухие бочки.</p>\
        <p>Статья 2<sup>1</sup>. Бочки</p><p>Бочки хранятся сухими. (В редакции закона от 04.08.2023 № 471-ФЗ)</p>\
        <p>Статья 3. Ящики</p><p>Ящики хранятся отдельно от бочек.</p></body></html>";
    let (bytes, ..) = encoding_rs::WINDOWS_1251.encode(page);
    let outcome = one(&store, "labour.html", &bytes).await;
    assert!(matches!(&outcome, Outcome::Imported { editions, .. } if editions == &["ru.tk@2023-08-04"]), "{outcome:?}");
    let node = store.node("norm://ru.tk@2023-08-04/art/2.1").await.unwrap().unwrap();
    assert_eq!((node.address.as_str(), node.text.as_str()), ("ТК РФ ст. 2.1", "Бочки хранятся сухими."));
    // The same edition out of another file is asked about; another edition stands beside the first.
    let again = page.replace("сухими", "мокрыми");
    let outcome = one(&store, "other.html", again.as_bytes()).await;
    assert!(matches!(&outcome, Outcome::Failed { reason, .. } if reason.contains("уже есть")), "{outcome:?}");
    let older =
        page.replace(", от 04.08.2023 № 471-ФЗ)</p><p>Статья 1", ")</p><p>Статья 1").replace("сухими", "пустыми");
    let outcome = one(&store, "older.html", older.as_bytes()).await;
    assert!(matches!(&outcome, Outcome::Imported { editions, .. } if editions == &["ru.tk@2002-07-24"]), "{outcome:?}");
    // On a day one of them stands.
    let query = |on: &str| SearchQuery {
        q: "бочки хранятся".into(), on: Some(on.into()), ..SearchQuery::default()
    };
    let found = |hits: Vec<legalagi::model::source::Hit>| {
        let mut editions: Vec<String> = hits.into_iter().map(|hit| hit.edition).collect();
        editions.dedup();
        editions
    };
    assert_eq!(found(store.search(&query("2026-01-01")).await.unwrap()), ["04.08.2023"]);
    assert_eq!(found(store.search(&query("2010-01-01")).await.unwrap()), ["24.07.2002"]);
}
