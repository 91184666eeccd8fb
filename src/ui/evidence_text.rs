//! The words of the page viewer, Russian and English; apart from the catalogue, which is long enough.

use crate::ui::prefs::Lang;
use crate::ui::text;

/// The words of one language.
#[derive(Debug)]
pub struct EvidenceText {
    /// Heading of the browser's tab.
    pub title: &'static str,
    /// When it does not exist.
    pub none: &'static str,
    /// `{page}`, `{pages}`.
    pub page_of: &'static str,
    /// `{printed}`.
    pub printed: &'static str,
    /// The page before.
    pub before: &'static str,
    /// The page behind.
    pub behind: &'static str,
    /// Larger.
    pub larger: &'static str,
    /// Smaller.
    pub smaller: &'static str,
    /// The whole width.
    pub fit: &'static str,
    /// The tools over the page.
    pub tools: &'static str,
    /// The image itself: `{document}`, `{page}`.
    pub image: &'static str,
    /// `{n}` marked places here.
    pub marked: &'static str,
    /// Marked places elsewhere.
    pub elsewhere: &'static str,
    /// `{n}`.
    pub page_n: &'static str,
    /// Back to the words.
    pub to_text: &'static str,
    /// Roles of boxes.
    pub cell: &'static str,
    /// The header of a row.
    pub row: &'static str,
    /// The header of a column.
    pub column: &'static str,
    /// Words.
    pub words: &'static str,
    /// What the keys do.
    pub keys: &'static str,
}

static RU: EvidenceText = EvidenceText {
    title: "Страница источника",
    none: "Такой страницы нет",
    page_of: "Страница {page} из {pages}",
    printed: "на листе: {printed}",
    before: "Предыдущая страница",
    behind: "Следующая страница",
    larger: "Крупнее",
    smaller: "Мельче",
    fit: "По ширине",
    tools: "Страницы и масштаб",
    image: "{document}, страница {page}",
    marked: "Выделено мест на этой странице: {n}",
    elsewhere: "Ещё выделено:",
    page_n: "страница {n}",
    to_text: "Читать текст",
    cell: "ячейка",
    row: "заголовок строки",
    column: "заголовок графы",
    words: "слова",
    keys: "Стрелки листают, + и − меняют масштаб, 0 — по ширине.",
};

static EN: EvidenceText = EvidenceText {
    title: "Page of a source",
    none: "There is no such page",
    page_of: "Page {page} of {pages}",
    printed: "printed: {printed}",
    before: "Previous page",
    behind: "Next page",
    larger: "Larger",
    smaller: "Smaller",
    fit: "Whole width",
    tools: "Pages and scale",
    image: "{document}, page {page}",
    marked: "Marked on this page: {n}",
    elsewhere: "Also marked:",
    page_n: "page {n}",
    to_text: "Read the text",
    cell: "cell",
    row: "header of the row",
    column: "header of the column",
    words: "words",
    keys: "Arrows turn pages, + and − change the scale, 0 is the whole width.",
};

static KO: EvidenceText = EvidenceText {
    title: "출처의 쪽",
    none: "그런 쪽이 없습니다",
    page_of: "{pages}쪽 중 {page}쪽",
    printed: "인쇄된 번호: {printed}",
    before: "이전 쪽",
    behind: "다음 쪽",
    larger: "확대",
    smaller: "축소",
    fit: "너비에 맞춤",
    tools: "쪽과 배율",
    image: "{document}, {page}쪽",
    marked: "이 쪽에 표시된 곳: {n}",
    elsewhere: "다른 표시:",
    page_n: "{n}쪽",
    to_text: "본문 읽기",
    cell: "칸",
    row: "행 제목",
    column: "열 제목",
    words: "문구",
    keys: "화살표로 쪽을 넘기고, + 와 − 로 배율을 바꾸며, 0 은 너비에 맞춥니다.",
};

/// The words of this page.
#[must_use]
pub fn text() -> &'static EvidenceText {
    match text::prefs().lang {
        Lang::Ru => &RU,
        Lang::En => &EN,
        Lang::Ko => &KO,
    }
}
