//! Every citation of a pack: its edition, the words under its boxes, the boxes on the page and on the image.

use crate::engine::corpus::excerpt::{self, Rect};
use crate::engine::prompt::sha256;
use crate::model::source::{BoxRole, PageBox};
use crate::workspaces::norms::evidence_pack::check::{Eyes, Finding};
use crate::workspaces::norms::evidence_pack::write::{Files, digest};
use crate::workspaces::norms::evidence_pack::{Evidence, IMAGES, Pack, Place, View, main_role, same};
use serde_json::Value;

/// Points by which a box may differ from that of the answer: both are rounded.
const HAIR: f64 = 0.05;

/// See the module.
#[must_use]
pub fn check(pack: &Pack, files: &Files, eyes: &Eyes) -> Vec<Finding> {
    let none = Vec::new();
    let citations = pack.final_answer["citations"].as_array().unwrap_or(&none);
    let mut found = Vec::new();
    if citations.len() != pack.evidence.len() {
        let message = "Цитат и доказательств разное число: часть потеряна или добавлена. Получите пакет заново.";
        found.push(Finding::error("P07_citation", "evidence", message));
    }
    for (index, (cited, one)) in citations.iter().zip(&pack.evidence).enumerate() {
        let at = format!("[{}]", index + 1);
        let number = Some(index as u64 + 1);
        if cited["number"].as_u64() != number || Some(one.citation) != number {
            found.push(Finding::error("P07_citation", at.as_str(), "Номера цитат перепутаны. Получите пакет заново."));
        }
        found.extend(source(cited, one).into_iter().map(|finding| Finding { at: at.clone(), ..finding }));
        found.extend(words(cited, one).into_iter().map(|finding| Finding { at: at.clone(), ..finding }));
        for view in &one.views {
            let named = format!("{at}, с. {}", view.page);
            found.extend(places(view).into_iter().map(|finding| Finding { at: named.clone(), ..finding }));
            found.extend(image(view, files, eyes).into_iter().map(|finding| Finding { at: named.clone(), ..finding }));
        }
    }
    found
}

fn bad(code: &'static str, message: &str) -> Finding {
    Finding::error(code, "", message)
}

/// The citation, its hash, its node and its edition speak of one place.
fn source(cited: &Value, one: &Evidence) -> Vec<Finding> {
    let mut found = Vec::new();
    let text = |key: &str| cited[key].as_str().unwrap_or_default();
    if sha256(&format!("{}\n{}", text("address"), text("quote"))) != text("hash") {
        found.push(bad("P08_source", "Адрес или цитата изменены: их хеш не сходится. Получите пакет заново."));
    }
    if !text("node_id").starts_with(&format!("norm://{}/", text("edition_id"))) {
        found.push(bad("P08_source", "Место стоит в другой редакции, чем сказано. Получите пакет заново."));
    }
    match &one.edition {
        None => found.push(Finding::warning(
            "P08_source",
            "",
            "Редакции уже не было в базе, когда выгружали пакет: хеша исходного файла нет, сверьте цитату с документом.",
        )),
        Some(edition) => {
            let own = [
                (edition.edition.as_str(), "edition_id"),
                (edition.short.as_str(), "document"),
                (edition.label.as_str(), "edition"),
            ];
            if own.iter().any(|(value, key)| *value != text(key)) {
                found.push(bad("P08_source", "Редакция доказательства не та, что у цитаты. Получите пакет заново."));
            }
        }
    }
    match text("verdict") {
        "VERIFIED" => {}
        "OUTDATED_EDITION" => {
            let words =
                format!("Процитирована не действующая редакция ({}): сверьте с действующей.", text("verdict_reason"));
            found.push(Finding::warning("P08_source", "", words));
        }
        _ => {
            let words =
                format!("Программа сама не подтвердила эту цитату ({}): сверьте с документом.", text("verdict_reason"));
            found.push(Finding::warning("P08_source", "", words));
        }
    }
    found
}

/// The words under the boxes are those of the citation, and the boxes are those of the answer.
fn words(cited: &Value, one: &Evidence) -> Vec<Finding> {
    let mut found = Vec::new();
    match (&one.reason, one.views.is_empty()) {
        (Some(reason), true) => {
            let words = format!("Без изображения: {reason} Сверьте цитату с документом.");
            found.push(Finding::warning("P11_image", "", words));
            return found;
        }
        (None, false) => {}
        _ => {
            found.push(bad(
                "P11_image",
                "У цитаты нет ни изображения, ни причины, почему его нет. Получите пакет заново.",
            ));
            return found;
        }
    }
    let main = main_role(cited);
    let quote = cited["quote"].as_str().unwrap_or_default();
    if quote.trim().is_empty() || !same(&one.words(main), quote) {
        let words = format!(
            "Под рамкой стоит «{}», а процитировано «{}». Не полагайтесь на эту цитату, получите пакет заново.",
            short(&one.words(main)),
            short(quote)
        );
        found.push(bad("P09_quote", &words));
    }
    for (role, key, name) in
        [(BoxRole::RowHeader, "row_header", "строки"), (BoxRole::ColumnHeader, "column_header", "столбца")]
    {
        let under = one.words(role);
        let said = cited[key]["text"].as_str().unwrap_or_default();
        if !under.is_empty() && !same(&under, said) {
            let words = format!(
                "Под рамкой заголовка {name} стоит «{}», а сказано «{}». Получите пакет заново.",
                short(&under),
                short(said)
            );
            found.push(bad("P09_quote", &words));
        }
    }
    let answered: Vec<PageBox> = serde_json::from_value(cited["boxes"].clone()).unwrap_or_default();
    if !answered.is_empty() && !agree(&answered, one, main) {
        found.push(bad("P10_box", "Рамки стоят не там, где в ответе. Получите пакет заново."));
    }
    found
}

/// Whether the boxes are those of the answer: all that mark the words, and no others.
fn agree(answered: &[PageBox], one: &Evidence, main: BoxRole) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() < HAIR;
    let is = |view: &View, place: &Place, own: &PageBox| {
        let points = excerpt::in_points(own, view.width, view.height);
        let at = &place.at;
        own.page == view.page
            && own.role == place.role
            && near(points.x, at.x)
            && near(points.y, at.y)
            && near(points.w, at.w)
            && near(points.h, at.h)
    };
    let shown = || one.views.iter().flat_map(|view| view.boxes.iter().map(move |place| (view, place)));
    shown().all(|(view, place)| answered.iter().any(|own| is(view, place, own)))
        && answered.iter().filter(|own| own.role == main).all(|own| shown().any(|(view, place)| is(view, place, own)))
}

fn short(text: &str) -> String {
    let cut: String = text.chars().take(120).collect();
    if cut.len() < text.len() { format!("{cut}…") } else { cut }
}

/// Boxes lie on the page and in what is shown of it.
fn places(view: &View) -> Vec<Finding> {
    let page = Rect { x: 0.0, y: 0.0, w: view.width, h: view.height };
    let mut found = Vec::new();
    let sound = page.is_sound() && view.crop.is_sound() && page.holds(&view.crop) && view.page <= view.pages;
    if !(sound && view.scale > 0.0 && view.scale <= 4.0) {
        found.push(bad("P10_box", "Страница или вырезка невозможного размера. Получите пакет заново."));
        return found;
    }
    if view.boxes.is_empty() || view.boxes.iter().any(|place| !place.at.is_sound() || !view.crop.holds(&place.at)) {
        found.push(bad("P10_box", "Рамка выходит за вырезку или за страницу. Получите пакет заново."));
    }
    if view.glyphs.iter().any(|glyph| !page.holds(&glyph.at)) {
        found.push(bad("P10_box", "Знаки записаны за краем страницы. Получите пакет заново."));
    }
    found
}

/// The image is the one that is meant, as large as the crop, with the frames painted where the boxes are.
fn image(view: &View, files: &Files, eyes: &Eyes) -> Vec<Finding> {
    let mut found = Vec::new();
    let own = &view.image;
    // What is lost has been told of already.
    let Some(bytes) = files.get(&own.file).filter(|_| own.file.starts_with(IMAGES)) else { return found };
    if digest(bytes) != own.sha256 {
        found.push(bad("P11_image", "Изображение не то, на которое ссылается цитата. Получите пакет заново."));
        return found;
    }
    let size = (own.width, own.height);
    let is_it =
        |(media, width, height): (&str, u32, u32)| (media, width, height) == (own.media.as_str(), size.0, size.1);
    if !(eyes.size)(bytes).is_some_and(is_it) {
        found.push(bad("P11_image", "Изображение другого вида или размера, чем записано. Получите пакет заново."));
        return found;
    }
    let (left, top, right, bottom) = view.crop.pixels(view.scale);
    let off = |wanted: u32, is: u32| wanted.abs_diff(is) > 1;
    if off(right.saturating_sub(left), own.width) || off(bottom.saturating_sub(top), own.height) {
        found.push(bad("P11_image", "Размер изображения не сходится с вырезкой и масштабом. Получите пакет заново."));
        return found;
    }
    if !own.framed {
        let words = "Страница пришла изображением: рамка стоит поверх него, слова распознаны. Сверьте их глазами.";
        found.push(Finding::warning("P12_frame", "", words));
        return found;
    }
    let boxes: Vec<(BoxRole, Rect)> = view.boxes.iter().map(|place| (place.role, place.at)).collect();
    let frames = excerpt::frames(&boxes, &view.crop, view.scale, size);
    let stands = (eyes.rgba)(bytes, size).is_some_and(|pixels| excerpt::framed(&pixels, size, &frames));
    if !stands {
        let words = "На изображении рамка стоит не там, где сказано, или её нет. Получите пакет заново.";
        found.push(bad("P12_frame", words));
    }
    found
}
