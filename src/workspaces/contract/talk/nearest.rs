//! The held answers nearest to a question of the person: one that is surely or likely meant, or a few to choose from.

use crate::engine::knowledge::dialogue::fill;
use crate::engine::knowledge::held::Held;
use crate::engine::knowledge::nearest::{Asked, Near};
use crate::engine::text::parts::sentences;
use crate::engine::turn::short;
use crate::model::claim::Support;
use crate::model::turn::Turn;
use crate::workspaces::contract::talk::Ground;
use crate::workspaces::contract::talk::asked::{Found, with_article};

/// How near an answer has to be that stands before everything else.
const SURE: f64 = 0.62;
/// How near one has to be that answers where no words lead to another.
const LIKELY: f64 = 0.38;
/// How near one has to be that is worth naming.
const ALIKE: f64 = 0.29;
/// How near one has to be that words lead to.
const CONFIRMED: f64 = 0.25;
/// Answers that are named.
const NAMED: usize = 2;
/// Characters of the first message that a question is read with.
const BEFORE: usize = 400;

/// How sure an answer is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Beyond other readings.
    Sure,
    /// More likely than not.
    Likely,
}

/// What is near to one question.
pub(super) struct Nearest<'g> {
    ground: &'g Ground<'g>,
    held: Option<&'g Held>,
    near: Vec<Near>,
}

/// Looks for it.
pub(super) fn of<'g>(ground: &'g Ground<'g>, turn: &Turn, question: &str) -> Nearest<'g> {
    let held = ground.dialogue.answers.get(ground.words.language.as_str());
    let history = ground.now.state["dialogue"]["history"].as_array();
    let first = history.into_iter().flatten().find(|turn| turn["role"] == "user");
    let before = first.and_then(|turn| turn["text"].as_str()).unwrap_or_default();
    let kind = ground.pack.map(|pack| pack.id.as_str()).unwrap_or_default();
    let (beside, before) = (beside(&turn.text, question), short(before, BEFORE));
    let said = Asked { question, beside, before: &before };
    let near = held.map(|held| held.nearest(said, kind)).unwrap_or_default();
    Nearest { ground, held, near }
}

/// The sentence before a question: what it asks about is often said there.
fn beside<'t>(text: &'t str, question: &str) -> &'t str {
    let Some(at) = text.find(question) else { return "" };
    let before = sentences(&text[..at]).into_iter().next_back();
    before.and_then(|(from, to)| text.get(from..to)).unwrap_or_default()
}

impl Nearest<'_> {
    /// The answer, where one is as near as this.
    pub(super) fn found(&self, reach: Reach) -> Option<Found> {
        let least = if reach == Reach::Sure { SURE } else { LIKELY };
        let best = self.near.first().filter(|near| near.score >= least)?;
        let answer = self.held?.answers.get(best.at)?;
        let (text, sources) = with_article(&answer.text, &answer.article);
        Some(Found { text, support: Support::Unchecked, sources })
    }

    /// Whether the answer of this text, with its article or without, is not far from the question.
    pub(super) fn confirms(&self, text: &str) -> bool {
        let Some(held) = self.held else { return false };
        let near = self.near.iter().filter(|near| near.score >= CONFIRMED);
        near.filter_map(|near| held.answers.get(near.at)).any(|one| text.starts_with(one.text.trim_end_matches('.')))
    }

    /// What is held and near, where nothing answers: the person chooses, the program does not guess. `led` is the answer
    /// that words lead to and whose questions are far.
    pub(super) fn alike(&self, led: Option<&str>) -> Option<String> {
        let held = self.held?;
        let led = led.and_then(|text| held.answers.iter().find(|one| text.starts_with(one.text.trim_end_matches('.'))));
        let near = self.near.iter().filter(|near| near.score >= ALIKE);
        let near = near.filter_map(|near| held.answers.get(near.at));
        let mut items: Vec<String> = Vec::new();
        let mut titles: Vec<&str> = Vec::new();
        for answer in led.into_iter().chain(near) {
            if titles.len() < NAMED && !titles.contains(&answer.title.as_str()) {
                // The nearest one with its answer: whoever meant it need not ask again, and sees what was asked there.
                let told = if titles.is_empty() {
                    format!(" — {}", with_article(&answer.text, &answer.article).0.trim_end_matches('.'))
                } else {
                    String::new()
                };
                items.push(format!("«{}»{told}", answer.title));
                titles.push(&answer.title);
            }
        }
        (!items.is_empty()).then(|| fill(&self.ground.words.reply.alike, &[("items", &items.join("; "))]))
    }
}
