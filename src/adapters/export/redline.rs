//! A comparison as DOCX with tracked changes: Word and `LibreOffice` take or refuse each of them.
//!
//! Numbers of clauses and references stand as text, so that both readings of the file are exact.

use crate::adapters::export::ExportError;
use crate::adapters::export::docx::{WIDTH, frame, mm};
use crate::engine::document::redline::{Block, Group, Redline, Shape};
use crate::model::compare::{RunKind, TextRun};
use docx_rs::{
    AlignmentType, BreakType, Delete, Docx, Insert, LineSpacing, Paragraph, Run, SpecialIndentType, Tab, TabValueType,
    Table, TableCell, TableRow, WidthType,
};
use std::io::Cursor;

/// Whose changes they are.
pub const AUTHOR: &str = "LegalAGI";

/// The file; changes carry the time (RFC 3339) of the second version.
///
/// # Errors
/// What the packer says.
pub fn write(title: &str, redline: &Redline, at: &str) -> Result<Vec<u8>, ExportError> {
    let mut bytes = Cursor::new(Vec::new());
    let packed = build(title, redline, at).build().pack(&mut bytes);
    packed.map_err(|error| ExportError { format: "docx", why: error.to_string() })?;
    Ok(bytes.into_inner())
}

fn build(title: &str, redline: &Redline, at: &str) -> Docx {
    // Dates of changes have no fractions of a second in Word's own files.
    let (seconds, _) = at.trim_end_matches('Z').split_once('.').unwrap_or((at.trim_end_matches('Z'), ""));
    let mark = Mark { at: format!("{seconds}Z") };
    let mut docx = frame(title).created_at(at).updated_at(at);
    for group in redline.groups() {
        docx = match group {
            Group::Paragraph(block) => docx.add_paragraph(mark.paragraph(block)),
            Group::Table(rows) => {
                let table = Table::new(rows.iter().map(|row| mark.row(row)).collect()).width(WIDTH, WidthType::Dxa);
                docx.add_table(table).add_paragraph(mark.stands(Paragraph::new(), whole(rows)))
            }
            Group::Sides(sides) => {
                let width = WIDTH / sides.len().max(1);
                let cells = sides.iter().map(|side| mark.cell(&side.runs(), side.stands).width(width, WidthType::Dxa));
                let row = TableRow::new(cells.collect()).cant_split();
                docx.add_table(Table::without_borders(vec![row]).width(WIDTH, WidthType::Dxa))
                    .add_paragraph(Paragraph::new())
            }
        };
    }
    docx
}

/// Where a table as a whole stands.
fn whole(rows: &[Block]) -> RunKind {
    let first = rows.first().map_or(RunKind::Same, |row| row.stands);
    if rows.iter().all(|row| row.stands == first) { first } else { RunKind::Same }
}

/// Writes changes down with author and time.
struct Mark {
    at: String,
}

impl Mark {
    fn paragraph(&self, block: &Block) -> Paragraph {
        let start = match block.shape {
            Shape::Above => Paragraph::new().style("Above"),
            Shape::Title => Paragraph::new().style("Title"),
            Shape::Heading => Paragraph::new().style("Heading1").keep_next(true),
            Shape::Place => Paragraph::new()
                .add_tab(Tab::new().val(TabValueType::Right).pos(WIDTH))
                .line_spacing(LineSpacing::new().after(240)),
            Shape::Clause(level) => {
                let style = if level > 2 { "Subclause" } else { "Clause" };
                Paragraph::new().style(style)
            }
            _ => {
                let first = Some(SpecialIndentType::FirstLine(mm(12.5)));
                Paragraph::new().style("Clause").indent(Some(0), first, None, None)
            }
        };
        let start = if block.new_page { start.page_break_before(true) } else { start };
        self.runs(self.stands(start, block.stands), &block.runs())
    }

    /// The end of a paragraph that is in one version only is a change too.
    fn stands(&self, paragraph: Paragraph, stands: RunKind) -> Paragraph {
        match stands {
            RunKind::Same => paragraph,
            RunKind::Inserted => paragraph.insert(AUTHOR, &self.at),
            RunKind::Deleted => paragraph.delete(AUTHOR, &self.at),
        }
    }

    fn row(&self, row: &Block) -> TableRow {
        let cells = TableRow::new(row.cells.iter().map(|cell| self.cell(cell, row.stands)).collect()).cant_split();
        match row.stands {
            RunKind::Same => cells,
            RunKind::Inserted => cells.insert(Insert::new_with_empty().author(AUTHOR).date(&self.at)),
            RunKind::Deleted => cells.delete(Delete::new().author(AUTHOR).date(&self.at)),
        }
    }

    fn cell(&self, line: &[TextRun], stands: RunKind) -> TableCell {
        let start = self.stands(Paragraph::new().align(AlignmentType::Left), stands);
        TableCell::new().add_paragraph(self.runs(start, line))
    }

    fn runs(&self, paragraph: Paragraph, line: &[TextRun]) -> Paragraph {
        line.iter().fold(paragraph, |paragraph, run| match run.kind {
            RunKind::Same => paragraph.add_run(words(&run.text, Run::add_text)),
            RunKind::Inserted => {
                let insert = Insert::new(words(&run.text, Run::add_text)).author(AUTHOR).date(&self.at);
                paragraph.add_insert(insert)
            }
            RunKind::Deleted => {
                let delete = Delete::new().add_run(words(&run.text, Run::add_delete_text));
                paragraph.add_delete(delete.author(AUTHOR).date(&self.at))
            }
        })
    }
}

/// A run with its tabs and line breaks.
fn words(text: &str, add: fn(Run, String) -> Run) -> Run {
    let mut run = Run::new();
    for (i, line) in text.split('\n').enumerate() {
        if i > 0 {
            run = run.add_break(BreakType::TextWrapping);
        }
        for (j, part) in line.split('\t').enumerate() {
            if j > 0 {
                run = run.add_tab();
            }
            if !part.is_empty() {
                run = add(run, part.to_owned());
            }
        }
    }
    run
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::document::flow::Piece;
    use crate::engine::document::redline;
    use crate::model::document_view::{Mark as Origin, Run as Span};

    fn runs(text: &str) -> Vec<Span> {
        vec![Span { text: text.into(), mark: Origin::Plain }]
    }

    fn pieces(rent: &str, rows: &[&str], deposit: bool) -> Vec<Piece> {
        let number = |n: usize| format!("1.{n}");
        let clause =
            |n, id: &str, text: &str| Piece::Clause { number: number(n), level: 2, id: id.into(), runs: runs(text) };
        let mut out = vec![
            Piece::Title(runs("Договор № 5")),
            Piece::Place(runs("г. Москва"), runs("1 декабря")),
            Piece::Heading { number: "1".into(), id: "price".into(), runs: runs("Цена") },
        ];
        if deposit {
            out.push(clause(1, "deposit", "Залог & «пеня» <1>."));
        }
        out.push(clause(1 + usize::from(deposit), "rent", &format!("Плата — {rent} рублей.")));
        out.push(Piece::Table {
            head: vec!["Срок".into()], rows: rows.iter().map(|row| vec![runs(row)]).collect()
        });
        out
    }

    /// The text of a document with all changes taken or refused, read from its runs.
    fn read(xml: &str, taken: bool) -> Vec<String> {
        let without = if taken { "w:del" } else { "w:ins" };
        let (mut out, mut skipped) = (String::new(), 0);
        for tag in xml.split('<').skip(1) {
            let (tag, text) = tag.split_once('>').unwrap();
            let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
            match name {
                _ if name == without && !tag.ends_with('/') => skipped += if tag.starts_with('/') { -1 } else { 1 },
                "w:t" | "w:delText" if skipped == 0 => out.push_str(text),
                "w:tab" | "w:br" if skipped == 0 && !tag.contains("w:val") => out.push('\n'),
                "w:p" if tag.starts_with('/') => out.push('\n'),
                _ => {}
            }
        }
        let text = out.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
        text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    fn flat(lines: &[String]) -> Vec<String> {
        lines.join("\n").split(['\n', '\t']).filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn both_readings_of_the_file_are_exact() {
        let old = pieces("30 000", &["01.12", "01.01"], true);
        let new = pieces("45 000", &["01.12", "01.02", "01.03"], false);
        let found = redline::compare(&old, &new);
        let xml = String::from_utf8(build("Договор", &found, "2026-12-01T09:00:00.123Z").build().document).unwrap();
        assert_eq!(read(&xml, true), flat(&redline::lines(&new)), "{xml}");
        assert_eq!(read(&xml, false), flat(&redline::lines(&old)), "{xml}");
        for change in ["<w:ins ", "<w:del "] {
            let marks: Vec<&str> = xml.split(change).skip(1).map(|rest| rest.split('>').next().unwrap()).collect();
            let own = |mark: &&str| mark.contains("w:author=\"LegalAGI\" w:date=\"2026-12-01T09:00:00Z\"");
            assert!(!marks.is_empty() && marks.iter().all(own), "{marks:?}");
        }
        assert!(xml.contains("<w:trPr><w:ins ") && xml.contains("<w:trPr><w:del "), "rows come and go: {xml}");
        let same = build("Договор", &redline::compare(&new, &new), "2026-12-01T09:00:00Z").build().document;
        assert!(!String::from_utf8(same).unwrap().contains("<w:ins "));
    }
}
