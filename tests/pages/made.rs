//! PDFs of our own making, set anew in every run: two columns, a table over the end of a page, turned and scaled text.

use krilla::geom::{PathBuilder, Point, Rect, Transform};
use krilla::page::PageSettings;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Document, SerializeSettings};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

const FONT: &[u8] = include_bytes!("../../assets/fonts/PTSerif-Regular.ttf");

/// A line of text at its place; `turn` is in degrees around its beginning.
pub(crate) struct Line {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) size: f32,
    pub(crate) turn: f32,
    pub(crate) text: String,
}

/// A page: lines, and rules as x, y, width, height.
#[derive(Default)]
pub(crate) struct Page {
    pub(crate) lines: Vec<Line>,
    pub(crate) rules: Vec<[f32; 4]>,
    /// Everything on it is so much smaller.
    pub(crate) scale: Option<f32>,
}

impl Page {
    pub(crate) fn line(&mut self, x: f32, y: f32, size: f32, text: &str) {
        self.lines.push(Line { x, y, size, turn: 0.0, text: text.to_owned() });
    }
}

pub(crate) fn pdf(pages: &[Page]) -> Vec<u8> {
    let font = Font::new(FONT.to_vec().into(), 0).unwrap();
    let reader = FontRef::new(FONT).unwrap();
    let metrics = reader.glyph_metrics(Size::unscaled(), LocationRef::default());
    let em = f32::from(reader.metrics(Size::unscaled(), LocationRef::default()).units_per_em);
    let map = reader.charmap();
    let mut document = Document::new_with(SerializeSettings::default());
    for page in pages {
        let mut sheet = document.start_page_with(PageSettings::from_wh(595.0, 842.0).unwrap());
        let mut surface = sheet.surface();
        let scale = page.scale.unwrap_or(1.0);
        surface.push_transform(&Transform::from_scale(scale, scale));
        for line in &page.lines {
            let glyph = |(at, c): (usize, char)| {
                let id = map.map(c).unwrap_or_else(|| panic!("no glyph for {c:?}"));
                let advance = metrics.advance_width(id).unwrap() / em;
                KrillaGlyph::new(GlyphId::new(id.to_u32()), advance, 0.0, 0.0, 0.0, at..at + c.len_utf8(), None)
            };
            let glyphs: Vec<KrillaGlyph> = line.text.char_indices().map(glyph).collect();
            surface.push_transform(&Transform::from_rotate_at(line.turn, line.x, line.y));
            surface.draw_glyphs(Point::from_xy(line.x, line.y), &glyphs, font.clone(), &line.text, line.size, false);
            surface.pop();
        }
        for [x, y, w, h] in &page.rules {
            let mut path = PathBuilder::new();
            path.push_rect(Rect::from_xywh(*x, *y, *w, *h).unwrap());
            surface.draw_path(&path.finish().unwrap());
        }
        surface.pop();
        surface.finish();
        sheet.finish();
    }
    document.finish().unwrap()
}

/// Words in lines of at most so many letters; a long word is broken with a hyphen.
pub(crate) fn wrap(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().unwrap();
        let room = most.saturating_sub(last.chars().count() + 1);
        let len = word.chars().count();
        if len <= room || last.is_empty() {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        } else if room > 5 && len > 8 && word.chars().all(char::is_alphabetic) {
            let cut = word.char_indices().nth(room - 2).unwrap().0;
            last.push(' ');
            last.push_str(&word[..cut]);
            last.push('-');
            lines.push(word[cut..].to_owned());
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

const SUBJECTS: [&str; 6] = [
    "Проход между штабелями",
    "Настил верхней площадки",
    "Стеллаж с полками из доски",
    "Освещение разгрузочной рампы",
    "Дверь холодной кладовой",
    "Ограждение подъёмника для ящиков",
];
const RULES: [&str; 6] = [
    "принимают шириной не менее {n} мм и держат свободным от тары во всякое время смены",
    "осматривают через каждые {n} часов работы, а результат записывают в журнал кладовщика",
    "рассчитывают на нагрузку {n} кН/м при полном заполнении и неблагоприятном расположении груза",
    "допускается заменять более прочным, если расчётная температура воздуха ниже {n} °С",
    "располагают на расстоянии до {n} м от выхода, считая по оси кратчайшего свободного пути",
    "выполняют из несгораемых материалов с пределом огнестойкости {n} мин",
];

/// A heading and clauses that nobody has ever issued; every one differs from the others.
pub(crate) fn clauses(chapter: usize, count: usize) -> Vec<String> {
    let clause = |n: usize| {
        let (subject, rule) = (SUBJECTS[n % 6], RULES[(n / 6 + n + chapter) % 6]);
        let rule = rule.replace("{n}", &format!("{}", 120 + n * 7 + chapter * 1000));
        let more = RULES[(n + 3) % 6].replace("{n}", &format!("{}", 15 + n * 3));
        format!("{chapter}.{} {subject} {rule}; кроме того, в складе номер {n} его {more}.", n + 1)
    };
    let heading = format!("{chapter} Общие требования части {chapter}");
    std::iter::once(heading).chain((0..count).map(clause)).collect()
}

/// Two columns on every page, words broken at the ends of lines.
pub(crate) fn columns() -> Vec<u8> {
    let mut pages = vec![Page::default()];
    let (mut column, mut y) = (0, 90.0);
    pages[0].line(60.0, 60.0, 12.0, "ПРАВИЛА ДВУХ КОЛОНОК");
    for text in clauses(1, 24).into_iter().chain(clauses(2, 24)) {
        for line in wrap(&text, 40) {
            if y > 780.0 {
                (column, y) = (column + 1, 60.0);
                if column == 2 {
                    column = 0;
                    pages.push(Page::default());
                }
            }
            let x = if column == 0 { 45.0 } else { 315.0 };
            pages.last_mut().unwrap().line(x, y, 10.0, &line);
            y += 13.0;
        }
        y += 4.0;
    }
    pdf(&pages)
}

/// Rows of a table: what is stored, and three numbers.
pub(crate) fn rows() -> Vec<(String, [String; 3])> {
    let goods = ["Мешки с мукой", "Бочки дубовые", "Тюки шерсти", "Ящики с гвоздями", "Рулоны бумаги", "Бидоны"];
    let row = |n: usize| {
        let label = format!("{} в помещении вида {}", goods[n % 6], n + 1);
        // The same numbers come again and again: only row and column tell a cell.
        let value = |k: usize| format!("{}", 10 + (n * 3 + k * 5) % 7 * 5);
        (label, [value(0), value(1), value(2)])
    };
    (0..36).map(row).collect()
}

/// The headings of its columns.
pub(crate) const HEADS: [&str; 3] = ["Сухой пол", "Сырой пол", "Открытый двор"];

/// A table with rules that goes on on the next page without a heading.
pub(crate) fn table() -> Vec<u8> {
    let mut pages = vec![Page::default()];
    let mut y = 60.0;
    for text in clauses(1, 9) {
        for line in wrap(&text, 80) {
            pages[0].line(50.0, y, 10.0, &line);
            y += 13.0;
        }
    }
    pages[0].line(50.0, y + 10.0, 10.0, "Таблица 1.1 Высота хранения");
    y += 30.0;
    let xs = [55.0, 330.0, 410.0, 490.0];
    pages[0].line(xs[0], y, 9.0, "Что хранят");
    for (head, x) in HEADS.iter().zip(&xs[1..]) {
        pages[0].line(*x, y, 9.0, head);
    }
    y += 16.0;
    for (label, values) in rows() {
        if y > 790.0 {
            pages.push(Page::default());
            y = 60.0;
        }
        let page = pages.last_mut().unwrap();
        // The second line of a long label stands lower than its numbers.
        let lines = wrap(&label, 34);
        for (n, line) in lines.iter().enumerate() {
            page.line(xs[0], y + n as f32 * 11.0, 9.0, line);
        }
        for (value, x) in values.iter().zip(&xs[1..]) {
            page.line(x + 20.0, y, 9.0, value);
        }
        let height = lines.len() as f32 * 11.0;
        page.rules.push([50.0, y + height - 8.0, 520.0, 0.4]);
        y += height + 6.0;
    }
    pdf(&pages)
}

/// A line up the margin, everything smaller, a clause over the end of a page, and what the print adds to every page.
pub(crate) fn turned() -> Vec<u8> {
    let mut pages: Vec<Page> = Vec::new();
    let mut y = 2_000.0;
    for text in clauses(1, 16).into_iter().chain(clauses(2, 16)).chain(clauses(3, 16)) {
        for line in wrap(&text, 84) {
            if y > 1_000.0 {
                let number = pages.len() + 1;
                let mut page = Page { scale: Some(0.8), ..Page::default() };
                page.line(80.0, 50.0, 9.0, "Собрание правил о складах, печать для своих");
                page.line(330.0, 1_030.0, 9.0, &format!("лист {number}"));
                let text = format!("Поворот страницы {number} вдоль корешка");
                page.lines.push(Line { x: 40.0, y: 700.0, size: 12.0, turn: -90.0, text });
                pages.push(page);
                y = 90.0;
            }
            pages.last_mut().unwrap().line(80.0, y, 14.0, &line);
            y += 18.0;
        }
    }
    pdf(&pages)
}
