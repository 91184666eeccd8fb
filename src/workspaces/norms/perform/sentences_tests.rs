//! Tests of reading sentences.

use super::*;
use crate::workspaces::norms::perform::question;

/// The numbers that are meant, without those that stand beside them.
fn meant(findings: &[Value]) -> Vec<String> {
    let own = findings.iter().filter(|one| one["note"] != ASIDE);
    own.map(|one| one["value"].as_str().unwrap().to_owned()).collect()
}

const TEXT: &str = "5.1 Высоту штабеля принимают не более:\n4 м - в сухом складе;\n3 м - под навесом.\nПроходы между штабелями шириной не менее 1,2 м держат свободными. Под дождём высоту уменьшают на 1 м.";

fn item() -> Value {
    json!({"node_id": "norm://a/p/5.1", "title": "", "crumbs": "Хранение", "text": TEXT})
}

#[test]
fn a_list_is_its_opening_and_its_items() {
    let pieces: Vec<&str> = units(TEXT).iter().map(|unit| &TEXT[unit.at.clone()]).collect();
    assert_eq!(pieces[1], "4 м - в сухом складе;");
    assert!(units(TEXT)[2].opens.is_some() && units(TEXT)[3].opens.is_none());
}

#[test]
fn items_are_branches_until_words_choose() {
    let values = |text: &str| -> Vec<String> {
        let reading = read(&item(), &question::read(text, &[]));
        meant(&reading.findings)
    };
    assert_eq!(values("Какая высота штабеля?"), ["4", "3"]);
    assert_eq!(values("Какая высота штабеля под навесом?"), ["3"]);
    assert_eq!(values("Какая ширина проходов между штабелями?"), ["1,2"]);
    // Several amounts of one sentence: words choose, or they are branches.
    let text = "Ворота не уже 2 м при ручных тележках и не уже 3 м при погрузчиках. Порог ниже 0,1 м. Засов нужен.";
    let gate = json!({"node_id": "norm://a/p/6", "title": "", "crumbs": "", "text": text});
    let gates = |question: &str| -> Vec<String> {
        let findings = read(&gate, &question::read(question, &[])).findings;
        meant(&findings)
    };
    assert_eq!(gates("Какая ширина ворот при погрузчиках?"), ["3"]);
    assert_eq!(gates("Какая ширина ворот?"), ["2", "3"]);
    assert_eq!(units(text).len(), 3);
}

#[test]
fn parts_of_a_sentence_keep_their_own_conditions() {
    let values = |text: &str, asked: &str| -> Vec<String> {
        let item = json!({"node_id": "norm://a/p/5", "title": "", "crumbs": "", "text": text});
        let findings = read(&item, &question::read(asked, &[])).findings;
        meant(&findings)
    };
    let walk = "Мостики над ямами имеют ширину не менее 1 м, бортик на высоту 0,15 м и ограждаются перилами высотой не менее 1,2 м.";
    assert_eq!(values(walk, "какой высоты перила на мостиках"), ["1,2"]);
    assert_eq!(values(walk, "ширина мостика над ямой"), ["1"]);
    let frost = "Где глубина ямы не превышает 2,5 м, ее значение вычисляют по формуле, где b - величина, принимаемая равной для глины и щебня 0,23 м; песка - 0,28 м;";
    assert_eq!(values(frost, "величина для глины в формуле глубины ямы"), ["0,23"]);
    let ramp = "Уклон прямых съездов в закрытых складах должен быть не более 18 %, кривых съездов — не более 13 %.";
    assert_eq!(values(ramp, "уклон прямого съезда"), ["18"]);
    assert_eq!(values(ramp, "уклон кривого съезда"), ["13"]);
    let nested = "Наибольшее расстояние между стойками должно быть не более:\n- в сухих складах:\n4 м - у стен;\n- под навесом:\n3 м - у стен.";
    assert_eq!(values(nested, "расстояние между стойками под навесом"), ["3"]);
}

#[test]
fn what_changes_a_value_is_found() {
    assert_eq!(modifiers(TEXT), ["Под дождём высоту уменьшают на 1 м."]);
}

#[test]
fn other_numbers_of_a_place_stand_beside_the_one_that_is_meant() {
    let text = "Воздуха из сушилки удаляют не менее 60 м3 в час, из мойки — 25 м3. Двери шириной 2 м красят.";
    let item = json!({"node_id": "norm://a/p/5", "title": "", "crumbs": "", "text": text});
    let findings = read(&item, &question::read("сколько м3 удалять из сушилки на чердаке у соседа", &[])).findings;
    let told: Vec<(&str, bool)> =
        findings.iter().map(|one| (one["value"].as_str().unwrap(), one["note"] == ASIDE)).collect();
    assert_eq!(told, [("60", false), ("25", true)]);
    assert!(findings.iter().all(|one| one["group"] == findings[0]["group"]));
}
