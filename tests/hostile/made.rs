//! Hostile files, made anew in every run: small to send, endless or bottomless to read.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use zip::write::SimpleFileOptions;

/// Objects of a PDF in their order, from 1: the dictionary or the value, and a stream where there is one.
struct Objects(Vec<(String, Option<Vec<u8>>)>);

impl Objects {
    fn next(&self) -> usize {
        self.0.len() + 1
    }

    fn add(&mut self, value: impl Into<String>) -> usize {
        self.0.push((value.into(), None));
        self.0.len()
    }

    /// The dictionary is given without its brackets.
    fn stream(&mut self, about: &str, bytes: Vec<u8>) -> usize {
        self.0.push((format!("<< {about} /Length {} >>", bytes.len()), Some(bytes)));
        self.0.len()
    }

    fn file(self) -> Vec<u8> {
        let mut out = b"%PDF-1.7\n".to_vec();
        let mut places = Vec::new();
        for (at, (value, stream)) in self.0.iter().enumerate() {
            places.push(out.len());
            out.extend(format!("{} 0 obj\n{value}\n", at + 1).bytes());
            if let Some(bytes) = stream {
                out.extend(b"stream\n");
                out.extend(bytes);
                out.extend(b"\nendstream\n");
            }
            out.extend(b"endobj\n");
        }
        let table = out.len();
        let mut tail = format!("xref\n0 {}\n0000000000 65535 f \n", places.len() + 1);
        for place in &places {
            let _ = writeln!(tail, "{place:010} 00000 n ");
        }
        let size = places.len() + 1;
        let _ = write!(tail, "trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n");
        out.extend(tail.bytes());
        out
    }
}

/// A page of words; `draw` adds what else stands on it, with its entries in the resources.
fn page(words: &str, draw: impl FnOnce(&mut Objects) -> (String, String)) -> Vec<u8> {
    let mut objects = Objects(Vec::new());
    objects.add("<< /Type /Catalog /Pages 2 0 R >>");
    objects.add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
    objects.add(String::new());
    let font = objects.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
    let (operators, resources) = draw(&mut objects);
    let mut content = String::from("BT /F1 12 Tf 14 TL 50 780 Td\n");
    for line in words.lines() {
        let _ = writeln!(content, "({line}) Tj T*");
    }
    content.push_str("ET\n");
    content.push_str(&operators);
    let content = objects.stream("", content.into_bytes());
    objects.0[2].0 = format!(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {content} 0 R /Resources << /Font << /F1 \
         {font} 0 R >> {resources} >> >>"
    );
    objects.file()
}

/// Words of a page that an import takes; `mark` makes them differ from those of other files.
fn words(mark: &str) -> String {
    format!("1 General rules of {mark}\n1.1 The passage between shelves is kept free of boxes at all times.\n")
}

/// A rectangle filled with a pattern whose cells are drawn with these operators: only whoever draws looks into it.
fn tiled(objects: &mut Objects, operators: &str, resources: &str) -> (String, String) {
    let about = format!(
        "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 10 /YStep 10 /Resources \
         << {resources} >>"
    );
    let pattern = objects.stream(&about, operators.as_bytes().to_vec());
    ("/Pattern cs /P1 scn 50 50 300 300 re f".to_owned(), format!("/Pattern << /P1 {pattern} 0 R >>"))
}

/// A page like any other.
pub(crate) fn good() -> Vec<u8> {
    page(&words("good"), |objects| tiled(objects, "1 0 0 rg 0 0 5 5 re f", ""))
}

/// A page without words.
pub(crate) fn scan() -> Vec<u8> {
    page("", |_| ("1 0 0 rg 50 50 300 300 re f".to_owned(), String::new()))
}

/// A colour space that stands on another, and so on.
fn spaces(objects: &mut Objects, length: usize) -> usize {
    let first = objects.next();
    for _ in 0..length {
        let next = objects.next() + 1;
        objects.add(format!("[/Indexed {next} 0 R 1 <000000FFFFFF>]"));
    }
    objects.add("/DeviceRGB");
    first
}

/// A tiling pattern drawn in the first of a chain of colour spaces.
pub(crate) fn chain_of_spaces(length: usize) -> Vec<u8> {
    page(&words("spaces"), |objects| {
        let first = spaces(objects, length);
        tiled(objects, "/C1 cs 0 sc 0 0 5 5 re f", &format!("/ColorSpace << /C1 {first} 0 R >>"))
    })
}

/// A tiling pattern with a tint that is a chain of functions.
pub(crate) fn chain_of_functions(length: usize) -> Vec<u8> {
    page(&words("functions"), |objects| {
        let first = objects.next();
        for _ in 0..length {
            let next = objects.next() + 1;
            let about = "/FunctionType 3 /Domain [0 1] /Bounds [] /Encode [0 1]";
            objects.add(format!("<< {about} /Functions [{next} 0 R] >>"));
        }
        objects.add("<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0] /C1 [1 1 1] >>");
        let space = objects.add(format!("[/Separation /Spot /DeviceRGB {first} 0 R]"));
        tiled(objects, "/C1 cs 0.5 sc 0 0 5 5 re f", &format!("/ColorSpace << /C1 {space} 0 R >>"))
    })
}

/// A tiling pattern with an image in the first of a chain of colour spaces.
pub(crate) fn chain_of_images(length: usize) -> Vec<u8> {
    page(&words("images"), |objects| {
        let first = spaces(objects, length);
        let about =
            format!("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace {first} 0 R");
        let image = objects.stream(&about, vec![0]);
        tiled(objects, "10 0 0 10 0 0 cm /I1 Do", &format!("/XObject << /I1 {image} 0 R >>"))
    })
}

/// Forms of which each is drawn twice in the one before; the last fills a square.
fn forms(objects: &mut Objects, levels: usize) -> usize {
    let first = objects.next();
    let about = "/Type /XObject /Subtype /Form /BBox [0 0 10 10]";
    for _ in 0..levels {
        let next = objects.next() + 1;
        objects.stream(&format!("{about} /Resources << /XObject << /X {next} 0 R >> >>"), b"/X Do /X Do".to_vec());
    }
    objects.stream(about, b"0 0 5 5 re f".to_vec());
    first
}

/// Doubling forms within a pattern: reading the words is quick, drawing the page never ends.
pub(crate) fn doubling_pattern(mark: &str) -> Vec<u8> {
    page(&words(mark), |objects| {
        let first = forms(objects, 40);
        tiled(objects, "/X Do", &format!("/XObject << /X {first} 0 R >>"))
    })
}

/// Doubling forms on the page itself: reading the words never ends either.
pub(crate) fn doubling_forms() -> Vec<u8> {
    page(&words("forms"), |objects| {
        let first = forms(objects, 40);
        ("/X Do".to_owned(), format!("/XObject << /X {first} 0 R >>"))
    })
}

/// So many bytes of nothing, packed as tightly as the format allows.
fn flate(bytes: u64) -> Vec<u8> {
    let mut out = vec![0x78, 0x01];
    let (mut held, mut bits) = (0_u64, 0_u32);
    let mut put = |code: u64, count: u32, out: &mut Vec<u8>| {
        held |= code << bits;
        bits += count;
        while bits >= 8 {
            out.push((held & 0xff) as u8);
            held >>= 8;
            bits -= 8;
        }
    };
    // One last block with the fixed codes: a zero, then the 258 bytes before this place, again and again.
    put(0b011, 3, &mut out);
    put(0b0000_1100, 8, &mut out);
    let times = bytes / 258;
    for _ in 0..times {
        put(0b0_0000_1010_0011, 13, &mut out);
    }
    put(0, 7, &mut out);
    put(0, 7, &mut out);
    let length = times * 258 + 1;
    out.extend((u32::try_from(length % 65_521).unwrap_or_default() << 16 | 1).to_be_bytes());
    out
}

/// An image of more than a gigabyte that is drawn in a cell of a pattern.
pub(crate) fn flate_bomb() -> Vec<u8> {
    page(&words("bomb"), |objects| {
        let about = "/Type /XObject /Subtype /Image /Width 20000 /Height 20000 /BitsPerComponent 8 /ColorSpace \
                     /DeviceRGB /Filter /FlateDecode";
        let image = objects.stream(about, flate(1_200_000_000));
        tiled(objects, "10 0 0 10 0 0 cm /I1 Do", &format!("/XObject << /I1 {image} 0 R >>"))
    })
}

/// A page whose own operators are more than a gigabyte of nothing.
pub(crate) fn flate_page() -> Vec<u8> {
    let mut objects = Objects(Vec::new());
    objects.add("<< /Type /Catalog /Pages 2 0 R >>");
    objects.add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
    objects.add("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << >> >>");
    objects.stream("/Filter /FlateDecode", flate(1_600_000_000));
    objects.file()
}

fn docx(write: impl FnOnce(&mut zip::ZipWriter<Cursor<Vec<u8>>>)) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("word/document.xml", SimpleFileOptions::default()).expect("an entry");
    write(&mut zip);
    zip.finish().expect("an archive").into_inner()
}

/// A DOCX whose body is so many tags deep and says nothing.
pub(crate) fn deep_docx(depth: usize) -> Vec<u8> {
    docx(|zip| zip.write_all("<w:p><w:r>".repeat(depth).as_bytes()).expect("bytes"))
}

/// A DOCX that unpacks to so many megabytes.
pub(crate) fn zip_bomb(megabytes: usize) -> Vec<u8> {
    let spaces = vec![b' '; 1024 * 1024];
    docx(|zip| (0..megabytes).for_each(|_| zip.write_all(&spaces).expect("bytes")))
}
