//! What tesseract says of an image: words with their places, and the text of its lines. Pure.

use crate::engine::corpus::boxes::Mark;

/// A word this unsure is noise: a line of a table, a stain.
const LEAST: f64 = 20.0;

/// Words of one page as fractions of it, and its text, a line each. Lines that do not read are left out.
#[must_use]
pub fn read(tsv: &str) -> (Vec<Mark>, String) {
    let (mut words, mut text) = (Vec::new(), String::new());
    let mut size = (1.0, 1.0);
    let mut line = None;
    for row in tsv.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let number = |at: usize| cells.get(at).and_then(|cell| cell.trim().parse::<f64>().ok());
        let (Some(level), Some(x), Some(y), Some(w), Some(h)) = (number(0), number(6), number(7), number(8), number(9))
        else {
            continue;
        };
        if level < 1.5 {
            size = (w.max(1.0), h.max(1.0));
            continue;
        }
        let word = cells.get(11).map_or("", |word| word.trim());
        if level < 4.5 || word.is_empty() || number(10).is_none_or(|sure| sure < LEAST) {
            continue;
        }
        let own = cells.get(2..5).map(<[&str]>::to_vec);
        if !text.is_empty() {
            text.push(if line == own { ' ' } else { '\n' });
        }
        line = own;
        text.push_str(word);
        let (x, y, w, h) = (x / size.0, y / size.1, w / size.0, h / size.1);
        words.push(Mark { page: 1, text: word.to_owned(), x, y, w, h, vertical: false });
    }
    (words, text)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn words_lines_and_places() {
        let tsv = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n\
            1\t1\t0\t0\t0\t0\t0\t0\t200\t400\t-1\t\n\
            4\t1\t1\t1\t1\t0\t20\t40\t100\t10\t-1\t\n\
            5\t1\t1\t1\t1\t1\t20\t40\t40\t10\t96.1\tСклад\n\
            5\t1\t1\t1\t1\t2\t70\t40\t50\t10\t91\tсухой.\n\
            5\t1\t1\t1\t1\t3\t130\t40\t5\t10\t7\t|\n\
            5\t1\t1\t1\t2\t1\t20\t60\t40\t10\t88\tПол\n\
            broken\n";
        let (words, text) = read(tsv);
        assert_eq!(text, "Склад сухой.\nПол");
        assert_eq!(words.len(), 3);
        assert!((words[1].x - 0.35).abs() < 1e-9 && (words[1].h - 0.025).abs() < 1e-9);
        assert_eq!(read("").0, []);
    }
}
