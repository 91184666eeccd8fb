//! Pages of the best places as images for a model that looks at them: few, small, each named. What cannot be shown is
//! left out: no run fails because of an image.

use crate::engine::step::Step;
use crate::model::trace::{Decision, ShownPage};
use crate::runner::app::App;
use crate::runner::ports::{PageImage, Picture, Sight, Sought};
use crate::workspaces::{PagePlace, Workspace};
use serde_json::Value;

/// Pages of one place: a table may go on over the page, a long annex must not take all the room.
const OF_PLACE: usize = 2;
/// What a page that is too heavy is drawn at, beside its first size.
const SMALLER: f64 = 0.6;

/// What a model is shown, and what the trace keeps of it.
#[derive(Debug, Default)]
pub struct Looked {
    /// For the request.
    pub pictures: Vec<Picture>,
    /// For the trace.
    pub shown: Vec<ShownPage>,
}

impl Looked {
    /// The line for people; nothing without images.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        let names: Vec<&str> = self.shown.iter().map(|page| page.caption.as_str()).collect();
        (!names.is_empty()).then(|| Decision {
            rule: "T03_images".into(),
            message: format!("Вместе с вопросом показаны изображения: {}.", names.join("; ")),
            at: None,
        })
    }
}

/// The images of a step; none for a performer that takes none.
pub async fn look(app: &App, workspace: &dyn Workspace, step: &Step, input: &Value) -> Looked {
    let mut looked = Looked::default();
    let Some(wanted) = workspace.looks_at(step, input).filter(|wanted| !wanted.places.is_empty()) else {
        return looked;
    };
    let Some(sight) = app.llm.sight(step.id).await else { return looked };
    let most = left(sight, wanted.visit);
    for place in &wanted.places {
        if looked.shown.len() >= most {
            break;
        }
        pages_of(app, place, sight, most, &mut looked).await;
    }
    looked
}

/// Images that this visit may get: every visit before counts as if it had got all of its own.
fn left(sight: Sight, visit: u32) -> usize {
    let before = sight.each.saturating_mul(visit.saturating_sub(1));
    sight.each.min(sight.run.saturating_sub(before)) as usize
}

async fn pages_of(app: &App, place: &PagePlace, sight: Sight, most: usize, looked: &mut Looked) {
    let node = Some(place.node_id.clone()).filter(|id| !id.is_empty());
    let sought = Sought { edition: place.edition.clone(), page: place.page, node, quote: None };
    let Ok(found) = app.pages.boxes(&sought).await else { return };
    let mut pages: Vec<u32> = found.boxes.iter().map(|own| own.page).collect();
    if pages.is_empty() {
        pages.push(found.page);
    }
    pages.sort_unstable();
    pages.dedup();
    let scale = scale(found.width.max(found.height), sight.side);
    for page in pages.into_iter().take(OF_PLACE) {
        let known = looked.shown.iter().any(|own| own.edition == place.edition && own.page == page);
        if known || looked.shown.len() >= most {
            continue;
        }
        let held: usize = looked.pictures.iter().map(|own| own.bytes.len()).sum();
        let Some(image) = drawn(app, &place.edition, page, scale, sight.bytes.saturating_sub(held)).await else {
            continue;
        };
        let caption = format!("{}, страница {page}", place.label);
        looked.shown.push(ShownPage {
            edition: place.edition.clone(),
            page,
            caption: caption.clone(),
            media: image.media.to_owned(),
            bytes: image.bytes.len() as u64,
            sha256: image.sha256,
        });
        looked.pictures.push(Picture { caption, media: image.media, bytes: image.bytes });
    }
}

/// A page that fits the room, once smaller if need be.
async fn drawn(app: &App, edition: &str, page: u32, scale: f64, room: usize) -> Option<PageImage> {
    for share in [1.0, SMALLER] {
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and 4")]
        let image = app.pages.image(edition, page, (scale * share) as f32).await.ok()?;
        if image.bytes.len() <= room {
            return Some(image);
        }
    }
    None
}

/// Pixels per point at which the longest side has so many pixels at most; whole hundredths, as pages are kept.
fn scale(longest: f64, side: u32) -> f64 {
    (f64::from(side) / longest.max(1.0) * 100.0).floor() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGHT: Sight = Sight { each: 4, run: 10, bytes: 1, side: 1600 };

    #[test]
    fn a_run_never_gets_more_than_its_share() {
        let all: Vec<usize> = (1..=5).map(|visit| left(SIGHT, visit)).collect();
        assert_eq!(all, [4, 4, 2, 0, 0]);
        assert_eq!(left(Sight { each: 0, ..SIGHT }, 1), 0);
        assert_eq!(left(Sight { run: 1, ..SIGHT }, u32::MAX), 0);
    }

    #[test]
    fn the_long_side_stays_within_its_pixels() {
        for (width, height) in [(595.0, 842.0), (842.0, 595.0), (1191.0, 1684.0), (200.0, 300.0)] {
            let longest = f64::max(width, height);
            let pixels = longest * scale(longest, 1600);
            assert!((1580.0..=1600.0).contains(&pixels), "{pixels}");
        }
        assert!(scale(0.0, 1600) > 0.0);
    }
}
