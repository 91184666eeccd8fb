//! Collects what an answer stands on: editions, pages with the cited words framed, glyphs.

use crate::engine::corpus::boxes::{Mark, under};
use crate::engine::corpus::excerpt::{self, Rect};
use crate::engine::prompt::sha256;
use crate::model::error::{ApiError, ErrorCode};
use crate::model::ids::{SessionId, Version};
use crate::model::source::{BoxRole, EditionRow, PageBox};
use crate::runner::app::App;
use crate::runner::excerpts::Excerpts;
use crate::runner::fail;
use crate::runner::ports::{PageError, PageImage, Sought};
use crate::workspaces::norms::ID;
use crate::workspaces::norms::evidence_pack::check::Finding;
use crate::workspaces::norms::evidence_pack::write::{self, Files};
use crate::workspaces::norms::evidence_pack::{
    Edition, Evidence, FORMAT, FORMAT_VERSION, Glyph, IMAGES, Image, MOST_IMAGE, MOST_PIXELS, Pack, Place, Told, View,
    main_role, same,
};
use crate::workspaces::norms::perform::answer::{ALL, ground};
use crate::workspaces::norms::state::{Given, Norms};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const NOT_FOUND: &str = "слова цитаты на странице не найдены.";
const DIFFERS: &str = "под рамкой стоят не совсем те слова: страница прочитана с потерями или изменилась.";
const TOO_LARGE: &str = "изображение страницы слишком велико для пакета.";
const NOT_SHOWN: &str = "страницу не удалось показать.";

/// The files of a pack, and the version that it is of.
///
/// # Errors
/// Unknown session or version; another workspace; no answer yet; storage.
pub async fn of_session(
    app: &App,
    session: &SessionId,
    version: Option<Version>,
) -> Result<(Version, Files), ApiError> {
    let row = app.store.row(session).await.map_err(|error| fail::of_store(&error))?;
    if row.workspace != ID {
        let words = "Пакет доказательств есть только у вопросов о нормах.";
        return Err(ApiError::new(ErrorCode::NotSupported, words));
    }
    let version = version.unwrap_or(row.version);
    let snapshot = app.store.version(session, version).await.map_err(|error| fail::of_store(&error))?;
    Ok((version, of_state(app, &snapshot.state, session.as_str(), version, &snapshot.at).await?))
}

/// The files of a pack of a state that need not be stored.
///
/// # Errors
/// No answer yet; storage.
pub async fn of_state(app: &App, state: &Value, session: &str, version: Version, at: &str) -> Result<Files, ApiError> {
    let waiting =
        || ApiError::new(ErrorCode::Conflict, "Ответа ещё нет: дождитесь его и выгрузите доказательства снова.");
    let norms = Norms::of(state).ok_or_else(waiting)?;
    let answer = norms.final_answer.clone().ok_or_else(waiting)?;
    let grounds = |cited: &Value| {
        let held = ground(&norms, cited["node_id"].as_str().unwrap_or_default());
        held.map(|(words, _)| words).unwrap_or_default()
    };
    let (evidence, images) = evidence(app, &answer, grounds).await?;
    let pack = Pack {
        format: FORMAT.to_owned(),
        format_version: FORMAT_VERSION,
        session_sha256: sha256(session),
        state_version: version,
        at: at.to_owned(),
        question: norms.user_query.clone(),
        told: norms.answers.iter().map(|given| told(given, &answer)).collect(),
        as_of: norms.as_of.clone(),
        status: json!(norms.status).as_str().unwrap_or_default().to_owned(),
        final_answer: answer,
        evidence,
    };
    write::files(&pack, images).map_err(|_| ApiError::new(ErrorCode::Internal, "Пакет не удалось собрать."))
}

/// An answer to a question back, with the words of its choice.
fn told(given: &Given, answer: &Value) -> Told {
    let label = |id: &String| {
        let branches = answer["branches"].as_array().into_iter().flatten();
        let found = branches.filter(|one| one["id"] == id.as_str()).find_map(|one| one["label"].as_str());
        if id == ALL { "Показать все".to_owned() } else { found.unwrap_or(id).to_owned() }
    };
    Told { text: given.text.clone(), picked: given.choice.as_ref().map(label) }
}

/// What every citation of an answer stands on, and the images.
///
/// # Errors
/// Storage.
pub async fn evidence(
    app: &App,
    answer: &Value,
    grounds: impl Fn(&Value) -> String,
) -> Result<(Vec<Evidence>, Files), ApiError> {
    let held = app.sources.editions().await.map_err(|error| fail::of_store(&error))?;
    let mut made: Vec<Evidence> = Vec::new();
    // A page is drawn once for all its citations: citation, its boxes there.
    let mut wanted: BTreeMap<(String, u32), Vec<(usize, Vec<PageBox>)>> = BTreeMap::new();
    for (index, cited) in answer["citations"].as_array().into_iter().flatten().enumerate() {
        let id = cited["edition_id"].as_str().unwrap_or_default();
        let row = held.iter().find(|row| row.edition == id);
        let (boxes, reason) = match row {
            None => (Vec::new(), Some("редакции больше нет в базе.".to_owned())),
            Some(_) => boxes(app, cited).await?,
        };
        for place in legible(app, id, cited, boxes).await? {
            let page = wanted.entry((id.to_owned(), place.page)).or_default();
            match page.last_mut().filter(|(own, _)| *own == index) {
                Some((_, places)) => places.push(place),
                None => page.push((index, vec![place])),
            }
        }
        made.push(Evidence {
            citation: index as u64 + 1,
            edition: row.map(edition),
            ground: grounds(cited),
            notice: None,
            views: Vec::new(),
            reason,
        });
    }
    let mut images: BTreeMap<String, PageImage> = BTreeMap::new();
    for ((id, page), cuts) in wanted {
        let places: Vec<Vec<PageBox>> = cuts.iter().map(|(_, places)| places.clone()).collect();
        match app.pages.excerpts(&id, page, &places).await {
            Ok(drawn) => {
                for ((index, places), (crop, image)) in cuts.iter().zip(&drawn.images) {
                    if image.width.max(image.height) > MOST_PIXELS || image.bytes.len() > MOST_IMAGE {
                        made[*index].reason = Some(TOO_LARGE.to_owned());
                        continue;
                    }
                    let (name, view) = view(*index, page, places, *crop, image, &drawn);
                    images.insert(name, image.clone());
                    made[*index].notice.clone_from(&drawn.notice);
                    made[*index].views.push(view);
                }
            }
            Err(error @ (PageError::Store(_) | PageError::Overloaded { .. })) => return Err(fail::of_page(&error)),
            Err(error) => cuts.iter().for_each(|(index, _)| made[*index].reason = Some(format!("{error}."))),
        }
    }
    let citations = answer["citations"].as_array().into_iter().flatten();
    for (cited, one) in citations.zip(&mut made) {
        certain(cited, one);
    }
    let shown: Vec<&str> = made.iter().flat_map(|one| &one.views).map(|view| view.image.file.as_str()).collect();
    let files = images.into_iter().filter(|(name, _)| shown.contains(&name.as_str()));
    let files = files.map(|(name, image)| (name, image.bytes.as_ref().clone())).collect();
    Ok((made, files))
}

fn edition(row: &EditionRow) -> Edition {
    Edition {
        edition: row.edition.clone(),
        short: row.short.clone(),
        title: row.title.clone(),
        label: row.label.clone(),
        valid_from: row.valid_from.clone(),
        valid_to: row.valid_to.clone(),
        source_sha256: row.sha256.clone(),
    }
}

/// Where a citation stands: as the answer has it, else looked for now; or why it is not known.
async fn boxes(app: &App, cited: &Value) -> Result<(Vec<PageBox>, Option<String>), ApiError> {
    let known: Vec<PageBox> = serde_json::from_value(cited["boxes"].clone()).unwrap_or_default();
    if !known.is_empty() {
        return Ok((known, None));
    }
    let text = |key: &str| cited[key].as_str().unwrap_or_default().to_owned();
    let sought = Sought {
        edition: text("edition_id"),
        page: cited["page"].as_u64().and_then(|page| u32::try_from(page).ok()),
        node: Some(text("node_id")).filter(|node| !node.is_empty()),
        quote: Some(text("quote")).filter(|quote| cited["kind"] != "cell" && !quote.is_empty()),
    };
    match app.pages.boxes(&sought).await {
        Ok(found) if found.boxes.is_empty() => {
            Ok((Vec::new(), Some(found.notice.unwrap_or_else(|| NOT_FOUND.to_owned()))))
        }
        Ok(found) => Ok((found.boxes, None)),
        Err(error @ (PageError::Store(_) | PageError::Overloaded { .. })) => Err(fail::of_page(&error)),
        Err(error) => Ok((Vec::new(), Some(format!("{error}.")))),
    }
}

/// Boxes without those of headers under which something else stands: a table with lost signs.
async fn legible(app: &App, edition: &str, cited: &Value, boxes: Vec<PageBox>) -> Result<Vec<PageBox>, ApiError> {
    let mut kept = boxes;
    for (role, key) in [(BoxRole::RowHeader, "row_header"), (BoxRole::ColumnHeader, "column_header")] {
        let own: Vec<PageBox> = kept.iter().filter(|place| place.role == role).copied().collect();
        let mut pages: Vec<u32> = own.iter().map(|place| place.page).collect();
        pages.sort_unstable();
        pages.dedup();
        let mut words = Vec::new();
        for page in pages {
            match app.pages.excerpts(edition, page, &[]).await {
                Ok(seen) => words.push(under(&seen.marks, &own)),
                Err(error @ (PageError::Store(_) | PageError::Overloaded { .. })) => return Err(fail::of_page(&error)),
                Err(_) => {}
            }
        }
        if !own.is_empty() && !same(&words.join(" "), cited[key]["text"].as_str().unwrap_or_default()) {
            kept.retain(|place| place.role != role);
        }
    }
    Ok(kept)
}

fn view(
    index: usize,
    page: u32,
    places: &[PageBox],
    crop: Rect,
    image: &PageImage,
    drawn: &Excerpts,
) -> (String, View) {
    let (width, height) = (drawn.width, drawn.height);
    let extension = if image.media == "image/png" { "png" } else { "jpg" };
    let name = format!("{IMAGES}citation-{:02}-page-{page:04}.{extension}", index + 1);
    let glyph = |mark: &Mark| {
        let place = PageBox { page, x: mark.x, y: mark.y, w: mark.w, h: mark.h, role: BoxRole::Text };
        let at = excerpt::in_points(&place, width, height);
        Glyph { text: mark.text.clone(), at, vertical: mark.vertical }
    };
    let shown = |glyph: &Glyph| {
        let middle = glyph.at.y + glyph.at.h / 2.0;
        middle >= crop.y && middle <= crop.y + crop.h
    };
    let place = |one: &PageBox| Place { role: one.role, at: excerpt::in_points(one, width, height) };
    let view = View {
        page,
        pages: drawn.pages,
        printed: drawn.printed.clone(),
        width,
        height,
        crop,
        scale: drawn.scale,
        boxes: places.iter().map(place).collect(),
        glyphs: drawn.marks.iter().map(glyph).filter(shown).collect(),
        image: Image {
            file: name.clone(),
            media: image.media.to_owned(),
            width: image.width,
            height: image.height,
            sha256: image.sha256.clone(),
            framed: drawn.framed,
        },
    };
    (name, view)
}

/// An image is evidence when the words under its frame are those of the citation; else it is none, and says why.
fn certain(cited: &Value, one: &mut Evidence) {
    if one.reason.is_none() && one.views.is_empty() {
        one.reason = Some(NOT_SHOWN.to_owned());
    }
    let quote = cited["quote"].as_str().unwrap_or_default();
    if one.reason.is_none() && !same(&one.words(main_role(cited)), quote) {
        one.reason = Some(DIFFERS.to_owned());
    }
    if one.reason.is_some() {
        one.views.clear();
    }
}

/// What of a pack differs from this corpus: editions, words of the pages, images. Drawn anew and compared.
///
/// # Errors
/// Storage.
pub async fn compare(app: &App, pack: &Pack) -> Result<Vec<Finding>, ApiError> {
    let (own, _) = evidence(app, &pack.final_answer, |_| String::new()).await?;
    let mut found = Vec::new();
    for (theirs, ours) in pack.evidence.iter().zip(&own) {
        let at = format!("[{}]", theirs.citation);
        let mut tell = |message: &str, grave: bool| {
            let make = if grave { Finding::error } else { Finding::warning };
            found.push(make("P20_corpus", at.clone(), message));
        };
        match (&theirs.edition, &ours.edition) {
            (_, None) => tell("Этой редакции в вашей базе нет: импортируйте её, чтобы сравнить.", false),
            (Some(a), Some(b)) if a.source_sha256 == b.source_sha256 => {
                let words = |one: &Evidence| one.views.iter().map(|view| view.glyphs.clone()).collect::<Vec<_>>();
                let images =
                    |one: &Evidence| one.views.iter().map(|view| view.image.sha256.clone()).collect::<Vec<_>>();
                if words(theirs) != words(ours) {
                    tell(
                        "Слова страницы не те, что в том же файле вашей базы: пакет подделан или база прочитана другой версией.",
                        true,
                    );
                } else if images(theirs) != images(ours) {
                    tell("Слова те же, а изображение страницы другое: сравните его с документом глазами.", false);
                }
            }
            _ => tell("В вашей базе эта редакция из другого файла: сравните цитату с ним.", false),
        }
    }
    Ok(found)
}
