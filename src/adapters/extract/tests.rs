//! Good files give their text, bad ones their reason.

use super::{ExtractError, read};
use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;

const BODY: &str = r#"<?xml version="1.0"?><w:document xmlns:w="w"><w:body>
<w:p><w:r><w:t>Договор аренды автомобиля</w:t></w:r></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="5"/></w:numPr></w:pPr><w:r><w:t>Предмет</w:t></w:r></w:p>
<w:p><w:pPr><w:pStyle w:val="C"/></w:pPr><w:r><w:t xml:space="preserve">Стороны &amp; машина </w:t></w:r><w:del><w:r><w:t>удалено</w:t></w:r></w:del></w:p>
<w:p><w:pPr><w:pStyle w:val="C"/></w:pPr><w:r><w:t>Второй</w:t><w:tab/><w:t>пункт</w:t></w:r></w:p>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Срок</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>30 000,00</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
</w:body></w:document>"#;
const NUMBERING: &str = r#"<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="1">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2."/></w:lvl>
</w:abstractNum><w:num w:numId="5"><w:abstractNumId w:val="1"/></w:num></w:numbering>"#;
const STYLES: &str = r#"<w:styles xmlns:w="w"><w:style w:styleId="C"><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="5"/></w:numPr></w:pPr></w:style></w:styles>"#;

fn package(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn a_docx_gives_its_words_with_numbers_and_tables() {
    let file = package(&[
        ("word/document.xml", BODY.as_bytes()),
        ("word/numbering.xml", NUMBERING.as_bytes()),
        ("word/styles.xml", STYLES.as_bytes()),
    ]);
    let text = read(&file).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    assert_eq!(
        lines,
        ["Договор аренды автомобиля", "1. Предмет", "1.1. Стороны & машина", "1.2. Второй\tпункт", "Срок | 30 000,00"]
    );
}

#[test]
fn texts_of_several_encodings() {
    let words = "Договор займа между гражданами, сумма 10 рублей";
    let (cp1251, ..) = encoding_rs::WINDOWS_1251.encode(words);
    let utf16: Vec<u8> = [0xFF, 0xFE].into_iter().chain(words.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    for bytes in [words.as_bytes().to_vec(), cp1251.into_owned(), utf16] {
        assert_eq!(read(&bytes).unwrap(), words);
    }
}

/// A page behind a password that nobody knows.
fn locked_pdf() -> Vec<u8> {
    let key = "41".repeat(32);
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>".to_owned(),
        format!("<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <{key}> /U <{key}> >>"),
    ];
    let mut out = "%PDF-1.4\n".to_owned();
    let mut table = "0000000000 65535 f \n".to_owned();
    for (i, object) in objects.iter().enumerate() {
        table += &format!("{:010} 00000 n \n", out.len());
        out += &format!("{} 0 obj\n{object}\nendobj\n", i + 1);
    }
    let (start, size, id) = (out.len(), objects.len() + 1, "ab".repeat(16));
    out +=
        &format!("xref\n0 {size}\n{table}trailer\n<< /Size {size} /Root 1 0 R /Encrypt 4 0 R /ID [<{id}> <{id}>] >>\n");
    out += &format!("startxref\n{start}\n%%EOF\n");
    out.into_bytes()
}

#[test]
fn bad_files_give_their_reason() {
    let bomb = vec![b' '; 40 * 1024 * 1024];
    let mut locked = vec![0xD0, 0xCF, 0x11, 0xE0];
    locked.extend("EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes));
    for (file, reason) in [
        (b"PK\x03\x04 broken".to_vec(), ExtractError::Damaged),
        (package(&[("mimetype", b"x")]), ExtractError::Unknown),
        (package(&[("word/document.xml", b"<w:p><w:t>\xff")]), ExtractError::Damaged),
        (package(&[("word/document.xml", b"<!DOCTYPE x [<!ENTITY a 'b'>]><x/>")]), ExtractError::Damaged),
        (package(&[("word/document.xml", &bomb)]), ExtractError::Bomb),
        (b"%PDF-1.7 broken".to_vec(), ExtractError::Damaged),
        (vec![0xD0, 0xCF, 0x11, 0xE0, 1, 2, 3], ExtractError::Unknown),
        (locked, ExtractError::Encrypted),
        (locked_pdf(), ExtractError::Encrypted),
        (b"\x89PNG\r\n\x1a\n\0\0\0".to_vec(), ExtractError::Unknown),
        (Vec::new(), ExtractError::NoText),
        ("а ".repeat(200_000).into_bytes(), ExtractError::TooLong),
    ] {
        assert_eq!(read(&file), Err(reason), "{:?}", &file[..file.len().min(20)]);
    }
}
