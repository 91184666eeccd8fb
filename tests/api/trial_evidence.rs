//! Files of evidence over the wire: their words are read whatever encoding and type they come in, or it is said why not.

use crate::bench::{Answer, Bench, answer, builtin};
use crate::trial::open;
use reqwest::Method;
use serde_json::{Value, json};
use std::io::Write;

const KOREAN: &str = "대체 구매 견적은 12,000,000원이며 납기는 2025년 3월 31일로 한다.";
const RUSSIAN: &str = "Поставщик обязан передать товар до 31 марта 2025 года, цена 12 000 000 рублей.";

async fn file(bench: &Bench, id: &str, name: &str, mime: &str, bytes: &[u8]) -> Answer {
    let mut body = Vec::new();
    write!(body, "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n").expect("room");
    write!(body, "Content-Type: {mime}\r\n\r\n").expect("room");
    body.extend_from_slice(bytes);
    write!(body, "\r\n--edge\r\nContent-Disposition: form-data; name=\"side\"\r\n\r\nclaimant\r\n--edge--\r\n")
        .expect("room");
    let request = bench
        .request(Method::POST, &format!("/api/session/{id}/evidence"))
        .header("origin", &bench.base)
        .header("content-type", "multipart/form-data; boundary=edge");
    answer(request.body(body).send().await.expect("an answer")).await
}

fn utf16(text: &str, mark: bool, of: fn(u16) -> [u8; 2]) -> Vec<u8> {
    mark.then_some(0xFEFF).into_iter().chain(text.encode_utf16()).flat_map(of).collect()
}

fn docx(words: &str) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    zip.start_file("word/document.xml", zip::write::SimpleFileOptions::default()).expect("a part");
    let space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    let xml = format!(
        "<w:document xmlns:w=\"{space}\"><w:body><w:p><w:r><w:t>{words}</w:t></w:r></w:p></w:body></w:document>"
    );
    zip.write_all(xml.as_bytes()).expect("written");
    zip.finish().expect("an archive").into_inner()
}

#[tokio::test]
async fn words_are_read_in_any_encoding_and_under_any_type() {
    let bench = builtin().await;
    let id = open(&bench, "claimant").await;
    let (cp949, ..) = encoding_rs::EUC_KR.encode(KOREAN);
    let (cp1251, ..) = encoding_rs::WINDOWS_1251.encode(RUSSIAN);
    let cases: [(&str, &str, Vec<u8>, &str); 9] = [
        ("CP949", "text/plain", cp949.to_vec(), KOREAN),
        ("CP1251", "text/plain", cp1251.to_vec(), RUSSIAN),
        ("UTF-16 LE with its mark", "text/plain", utf16(RUSSIAN, true, u16::to_le_bytes), RUSSIAN),
        ("UTF-16 BE with its mark", "text/plain", utf16(KOREAN, true, u16::to_be_bytes), KOREAN),
        ("UTF-16 LE without it", "text/plain", utf16(KOREAN, false, u16::to_le_bytes), KOREAN),
        ("CP949 called a picture", "image/png", [cp949.as_ref(), b"\n"].concat(), KOREAN),
        ("CP1251 called anything", "application/octet-stream", [cp1251.as_ref(), b"\n"].concat(), RUSSIAN),
        ("UTF-8 called a document", "application/pdf", format!("{RUSSIAN} Лист 2.").into_bytes(), RUSSIAN),
        ("DOCX called a text", "text/plain", docx(RUSSIAN), RUSSIAN),
    ];
    for (name, mime, bytes, words) in cases {
        let got = file(&bench, &id, name, mime, &bytes).await;
        assert_eq!(got.status, 201, "{name}: {got:?}");
        let got = got.ok();
        let evidence = &got["evidence"];
        assert!(evidence["text"].as_str().is_some_and(|text| text.contains(words)), "{name}: {evidence}");
        assert!(evidence["text_status"] != "none" && got["text_not_read"].is_null(), "{name}: {got}");
        assert_eq!(evidence["title"], name);
    }
}

#[tokio::test]
async fn what_has_no_words_is_refused_or_said() {
    let bench = builtin().await;
    let id = open(&bench, "claimant").await;
    let binary: Vec<u8> = (0..4000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for mime in ["text/plain", "text/csv; charset=utf-8"] {
        let before = bench.version(&id).await;
        let error = file(&bench, &id, "bytes", mime, &binary).await.err(415, "unsupported_media_type");
        assert_eq!(error["details"]["field"], "file", "{error}");
        assert_eq!(bench.version(&id).await, before, "nothing was kept");
    }
    let picture = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &binary].concat();
    let cases: [(&str, &str, Vec<u8>); 4] = [
        ("a photo", "image/png", picture),
        ("anything", "application/octet-stream", binary),
        ("a broken PDF", "application/pdf", b"%PDF-1.7 broken".to_vec()),
        ("spaces", "application/octet-stream", b" \n \n".to_vec()),
    ];
    for (name, mime, bytes) in cases {
        let got = file(&bench, &id, name, mime, &bytes).await;
        assert_eq!(got.status, 201, "{name}: {got:?}");
        let got = got.ok();
        let kept = (got["evidence"]["text"].clone(), got["evidence"]["text_status"].clone());
        assert_eq!(kept, (json!(""), json!("none")), "{name}");
        assert!(got["text_not_read"].as_str().is_some_and(|reason| reason.len() > 20), "{name}: {got}");
    }
    let page = bench.request(Method::GET, &format!("/s/{id}")).header("accept-language", "ru").send().await;
    let page = page.expect("an answer").text().await.expect("a page");
    assert_eq!(page.matches("data-kind=\"unread\"").count(), 4, "the page says it of each");
    let state: Value = bench.state(&id).await;
    assert_eq!(state["evidence"].as_array().map(Vec::len), Some(4));
}
