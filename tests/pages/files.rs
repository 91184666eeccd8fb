//! Good files, bad files, scans.

use crate::{AT, bench, made, same};
use legalagi::adapters::intake::{self, Outcome};
use legalagi::adapters::pages::{keep, ocr};
use legalagi::model::source::{BoxRole, PageBox};
use legalagi::runner::ports::{PageError, Pages, Sought, Sources};
use std::io::Write;
use zip::write::SimpleFileOptions;

/// A PDF behind a password that nobody knows.
fn locked() -> Vec<u8> {
    let key = "41".repeat(32);
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>".to_owned(),
        format!("<< /Filter /Standard /V 1 /R 2 /O <{key}> /U <{key}> /P -44 >>"),
    ];
    let mut out = String::from("%PDF-1.4\n");
    let mut table = String::from("0000000000 65535 f \n");
    for (n, object) in objects.iter().enumerate() {
        table.push_str(&format!("{:010} 00000 n \n", out.len()));
        out.push_str(&format!("{} 0 obj\n{object}\nendobj\n", n + 1));
    }
    let start = out.len();
    let id = "42".repeat(16);
    out.push_str(&format!(
        "xref\n0 5\n{table}trailer\n<< /Size 5 /Root 1 0 R /Encrypt 4 0 R /ID [<{id}> <{id}>] >>\nstartxref\n{start}\n%%EOF\n"
    ));
    out.into_bytes()
}

fn docx(body: &str) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file("word/document.xml", SimpleFileOptions::default()).unwrap();
    let head = "<?xml version=\"1.0\"?><w:document xmlns:w=\"w\"><w:body>";
    zip.write_all(format!("{head}{body}</w:body></w:document>").as_bytes()).unwrap();
    zip.finish().unwrap().into_inner()
}

#[tokio::test]
async fn a_file_that_cannot_be_taken_is_refused_with_its_reason_and_the_others_go_on() {
    let bench = bench().await;
    let mut half = made::columns();
    half.truncate(half.len() / 3);
    let large = vec![b' '; usize::try_from(intake::MOST_BYTES).unwrap() + 1];
    let mut bomb = String::new();
    for _ in 0..3_000 {
        bomb.push_str(&" ".repeat(100_000));
    }
    for (name, bytes, why) in [
        ("locked.pdf", locked(), "паролем"),
        ("half.pdf", half, "повреждён"),
        ("large.json", large, "200 МБ"),
        ("bomb.docx", docx(&bomb), "слишком большой объём"),
    ] {
        match bench.import(name, bytes).await {
            Outcome::Failed { reason, .. } => assert!(reason.contains(why), "{name}: {reason}"),
            other => panic!("{name}: {other:?}"),
        }
    }
    let paragraphs: String =
        made::clauses(1, 12).iter().map(|text| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")).collect();
    for (name, bytes) in [("own.docx", docx(&paragraphs)), ("columns.pdf", made::columns())] {
        let Outcome::Imported { editions, nodes, .. } = bench.import(name, bytes).await else { panic!("{name}") };
        assert!(nodes >= 12, "{name}: {nodes}");
        // Both can be looked at: the PDF as it is, the DOCX set on paper.
        let image = bench.atlas.image(&editions[0], 1, 0.5).await.unwrap();
        assert!(image.bytes.starts_with(b"\x89PNG"), "{name}");
        let outline = bench.store.outline(&editions[0]).await.unwrap();
        let clause = outline.iter().find(|node| node.kind == "clause").unwrap();
        let (found, _) = bench.under(&editions[0], Some(&clause.node_id), None).await;
        assert!(!found.boxes.is_empty(), "{name}");
    }
    assert_eq!(bench.store.editions().await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_scan_is_shown_and_says_that_it_has_no_text() {
    let bench = bench().await;
    let pages =
        [made::Page { rules: vec![[50.0, 50.0, 300.0, 200.0]], ..made::Page::default() }, made::Page::default()];
    let Outcome::Imported { editions, nodes, pages, remarks } = bench.import("scan.pdf", made::pdf(&pages)).await
    else {
        panic!("a scan is taken")
    };
    assert_eq!((nodes, pages), (0, 2));
    assert!(ocr::is_here().await || remarks.iter().any(|remark| remark.contains("tesseract")), "{remarks:?}");
    let sought =
        Sought { edition: editions[0].clone(), page: Some(2), quote: Some("слова".into()), ..Sought::default() };
    let found = bench.atlas.boxes(&sought).await.unwrap();
    assert!(found.boxes.is_empty() && found.pages == 2 && found.width > 500.0);
    assert!(found.notice.unwrap().contains("нет текстового слоя"));
    assert!(bench.atlas.image(&editions[0], 1, 1.0).await.unwrap().bytes.starts_with(b"\x89PNG"));
}

#[tokio::test]
async fn images_of_pages_are_served_as_they_came() {
    let bench = bench().await;
    let scan = made::pdf(&[made::Page::default()]);
    let Outcome::Imported { editions, .. } = bench.import("white.pdf", scan).await else { panic!("a scan is taken") };
    let picture = bench.atlas.image(&editions[0], 1, 1.0).await.unwrap().bytes.as_ref().clone();
    let edition = keep::pictures(
        bench.store.as_ref(),
        "own-rules",
        vec![(7, "own-rules-p7.png".into(), picture.clone()), (3, "own-rules-p3.png".into(), picture.clone())],
    );
    bench.store.keep("own-rules", "11", vec![edition.await.unwrap()], AT).await.unwrap();
    let held = bench.store.editions().await.unwrap();
    let row = held.iter().find(|row| row.file == "own-rules").unwrap();
    let image = bench.atlas.image(&row.edition, 2, 3.0).await.unwrap();
    assert_eq!((image.media, image.bytes.as_ref(), image.width), ("image/png", &picture, 595));
    let sought = Sought { edition: row.edition.clone(), page: Some(1), ..Sought::default() };
    let found = bench.atlas.boxes(&sought).await.unwrap();
    assert_eq!((found.printed.as_str(), found.pages), ("3", 2));
    assert!(found.notice.unwrap().contains("нет текстового слоя"));
    // An excerpt of it is the whole page as it came, without frames on it.
    let place = PageBox { page: 1, x: 0.1, y: 0.1, w: 0.2, h: 0.1, role: BoxRole::Text };
    let cut = bench.atlas.excerpts(&row.edition, 1, &[vec![place]]).await.unwrap();
    assert!(!cut.framed && cut.images[0].1.bytes.as_ref() == &picture && cut.images[0].0.w == cut.width);
    for (edition, page) in [("nobody@none", 1), (row.edition.as_str(), 3), (row.edition.as_str(), 0)] {
        let refused = bench.atlas.image(edition, page, 1.0).await.unwrap_err();
        assert!(matches!(refused, PageError::NoEdition | PageError::NoPage { pages: 2, .. }), "{refused:?}");
    }
    let wrong = Sought { node: Some(format!("norm://{}/p/9.9", row.edition)), ..sought };
    assert!(matches!(bench.atlas.boxes(&wrong).await.unwrap_err(), PageError::NoNode));
}

/// A Korean act of our own, as text only.
fn act(sign: &str) -> Vec<u8> {
    let mut out = String::from("법률 제900001호\n\n창고의 문에 관한 시험 법률\n\n");
    for n in 1..=6 {
        out.push_str(&format!(
            "제{n}조(문의 폭) ① 창고의 문은 {n}미터 이상으로 한다. ② 관리자(管理者)는 문을 잠근다. {sign}\n\n"
        ));
    }
    out.into_bytes()
}

#[tokio::test]
async fn korean_words_are_drawn_and_boxed_and_a_sign_that_is_not_there_is_owned_up_to() {
    for (sign, told) in [("", false), ("กข", true)] {
        let bench = bench().await;
        let Outcome::Imported { editions, .. } = bench.import("시험.txt", act(sign)).await else {
            panic!("imported")
        };
        let outline = bench.store.outline(&editions[0]).await.unwrap();
        let node = outline.iter().find(|node| node.text.contains("3미터")).unwrap();
        let quote = "창고의 문은 3미터 이상으로 한다. ② 관리자(管理者)는";
        let (found, under) = bench.under(&editions[0], Some(&node.node_id), Some(quote)).await;
        assert!(same(&under, quote), "{under}");
        assert!(!found.boxes.is_empty());
        let notice = found.notice.unwrap_or_default();
        assert_eq!(notice.contains("вместо них стоит «?»"), told, "{notice}");
        assert!(bench.atlas.image(&editions[0], 1, 2.0).await.unwrap().bytes.len() > 10_000);
    }
}
