//! Tests of the forms of prints.

use super::*;

fn form(text: &str) -> Form {
    toml::from_str(&format!("document = \"ПС 1\"\ntable = \"1\"\n{text}")).unwrap()
}

#[test]
fn rows_that_look_like_values_are_told_by_the_form() {
    let form = form(
        "kind = \"single\"\nfirst = \"А240\"\ncolumns = [\"d\", \"R\"]\nunits = [\"мм\", \"МПа\"]\nrows = 2\nlabels = [\"А240\", \"Вр500\"]",
    );
    let grid = fit(&[&form], &["Класс", "А240", "6-40", "240", "500", "3-5", "500"]).unwrap();
    assert_eq!(grid.columns, ["d, мм", "R, МПа"]);
    assert_eq!(
        (grid.rows[1].words.as_str(), &grid.rows[1].values[..]),
        ("Вр500", &["3-5".to_owned(), "500".to_owned()][..])
    );
    // A value too few, a row of another name, rows too many: nothing is taken.
    assert!(fit(&[&form], &["Класс", "А240", "6-40", "240", "500", "3-5"]).is_none());
    assert!(fit(&[&form], &["Класс", "А240", "6-40", "240", "600", "3-5", "500"]).is_none());
    assert!(fit(&[&form], &["Класс", "А240", "6-40", "240", "500", "3-5", "500", "600", "8", "9"]).is_none());
}

#[test]
fn keys_of_the_heading_are_rows() {
    let form =
        form("kind = \"across\"\nfirst = \"I\"\ncolumns = [\"Sg\"]\nunit = \"кПа\"\nrows = 3\nprefix = \"Район\"");
    let grid = fit(&[&form], &["Районы", "I", "II", "III", "Sg, кПа", "0,5", "1,0", "1,5"]).unwrap();
    assert_eq!((grid.rows[2].label().as_str(), grid.rows[2].values[0].as_str()), ("Район III", "1,5"));
}

#[test]
fn scattered_values_keep_their_order_and_their_words() {
    let form = form(
        "kind = \"scattered\"\nfirst = \"Квартиры\"\ncolumns = [\"P\"]\nrows = 2\nvalue = '^\\d,\\d$'\nlabels = [\"Квартиры\", \"Служебные помещения\"]",
    );
    let lines = ["Вид", "Квартиры жилых", "1,5", "1", "домов", "Служебные", "2,0", "2", "помещения"];
    let grid = fit(&[&form], &lines).unwrap();
    assert_eq!(grid.rows[1].values, ["2,0"]);
    let turned = ["Вид", "Квартиры жилых", "1,5", "1", "домов", "2,0", "2", "помещения"];
    assert!(fit(&[&form], &turned).is_none());
}

#[test]
fn columns_may_stand_one_after_the_other() {
    let form = form(
        "kind = \"stacked\"\nfirst = \"Полы\"\ncolumns = [\"P\", \"Q\"]\nrows = 2\nlabels = [\"бетонные\", \"дощатые\"]",
    );
    let grid = fit(&[&form], &["Вид", "Полы:", "а) бетонные", "б) дощатые", "5,0", "7,0", "90", "100"]).unwrap();
    assert_eq!(
        (&grid.rows[0].values[..], &grid.rows[1].values[..]),
        (&strings(["5,0", "90"])[..], &strings(["7,0", "100"])[..])
    );
    // Names in another order, a value too few: nothing is taken.
    assert!(fit(&[&form], &["Вид", "Полы:", "а) дощатые", "б) бетонные", "5,0", "7,0", "90", "100"]).is_none());
    assert!(fit(&[&form], &["Вид", "Полы:", "а) бетонные", "б) дощатые", "5,0", "7,0", "90"]).is_none());
}

fn strings<const N: usize>(list: [&str; N]) -> [String; N] {
    list.map(str::to_owned)
}

#[test]
fn a_gazetteer_leaves_out_what_is_not_whole() {
    let form = form("kind = \"places\"\nfirst = \"Область\"\ncolumns = [\"янв\", \"фев\"]\nrows = 2");
    let mut lines = vec!["Пункт", "Область", "Первый", "-1", "2"];
    lines.extend(["Второй", "3", "4", "Третий", "5", "6", "Четвёртый", "7", "8", "Пятый", "5", "6"]);
    lines.extend(["Шестой", "5", "6", "Седьмой", "5", "6", "Восьмой", "9"]);
    let grid = fit(&[&form], &lines).unwrap();
    assert_eq!(grid.rows[0].label(), "Область — Первый");
    assert_eq!(grid.rows.len(), 7, "the eighth has one value of two");
}

#[test]
fn numbered_rows_whose_values_are_broken_over_lines() {
    let form = form(
        r#"kind = "numbered"
first = "1 Доска"
columns = ["тепло", "пар"]
rows = 3
keyed = "плотность, кг/м3"
value = '^\d+ (.+?) (\d{2,3}(?: \d)?) (\d,\d+(?: \d)?) (\d,\d+)(?: |$)'"#,
    );
    let lines = [
        "Материал",
        "1 Доска",
        "сосновая",
        "50",
        "0",
        "0,1",
        "8",
        "0,06",
        "2 То же",
        "400",
        "0,15",
        "0,06",
        "3",
        "Фанера",
        "600",
        "0,2",
        "0,02",
    ];
    let grid = fit(&[&form], &lines).unwrap();
    let told: Vec<String> = grid.rows.iter().map(|row| format!("{}|{}", row.words, row.values.join("|"))).collect();
    assert_eq!(
        told,
        [
            "Доска сосновая, плотность, кг/м3: 500|0,18|0,06",
            "Доска сосновая, плотность, кг/м3: 400|0,15|0,06",
            "Фанера, плотность, кг/м3: 600|0,2|0,02"
        ]
    );
}
