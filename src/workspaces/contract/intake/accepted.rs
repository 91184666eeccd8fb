//! Which readings the last words accept: those of the list that was asked about, those that were just recorded, or an
//! assumption that was put by itself.

use crate::engine::knowledge::pack::Pack;
use crate::engine::text::folded;
use crate::model::action::{AnswerFormat, AskUser};
use crate::model::facts::{Ledger, LedgerEntry};
use crate::model::ids::TurnId;
use crate::model::pointer;
use crate::model::snapshot::AskedRecord;
use crate::model::turn::{Role, Turn};
use crate::workspaces::contract::intake::provenance::Heard;
use crate::workspaces::contract::intake::{acceptance, review};
use serde_json::Value;

/// Readings of a list that one yes reaches.
const MOST: usize = 40;

/// The last words, and the list that they may be about.
pub struct Accepted<'a> {
    pack: Option<&'a Pack>,
    heard: Option<&'a Heard<'a>>,
    /// What answers recorded and waits, as a list: all of it where the words say nothing else, what the answer before
    /// recorded where another question is open and they go on.
    recorded: Option<AskedRecord>,
}

impl<'a> Accepted<'a> {
    /// The last words over the facts before them; `turns` are all turns, oldest first.
    #[must_use]
    pub fn of(
        pack: Option<&'a Pack>,
        heard: Option<&'a Heard<'a>>,
        turns: &[Turn],
        domain: &Value,
        ledger: &Ledger,
    ) -> Self {
        let speaks =
            |heard: &&Heard<'_>| heard.turn.choice.is_none() && acceptance::takes_what_stands(&heard.turn.text);
        let recorded = heard.filter(speaks).and_then(|heard| {
            let text = heard.turn.text.as_str();
            let rest = || text.split(['.', '\n', ';', '!']).any(|part| acceptance::is_rest_right(&folded(part)));
            // Where no question is open, the words are about everything that waits; so they are where nothing else is
            // said, as long as the list beside the question shows all of it.
            let shown = || review::fits_one_list(&review::items(pack, domain, ledger));
            if heard.question.is_none() || (acceptance::is_plain(text) || rest()) && shown() {
                return recorded(pack, domain, ledger, None);
            }
            let mut said = turns.iter().rev().filter(|turn| turn.role == Role::User);
            let before = said.find(|turn| turn.id != heard.turn.id)?;
            recorded(pack, domain, ledger, Some(&before.id))
        });
        Self { pack, heard, recorded }
    }

    /// Whether they accept what stands at a leaf.
    #[must_use]
    pub fn takes(&self, at: &str, entry: &LedgerEntry) -> bool {
        let Some(heard) = self.heard else { return false };
        let Some(question) = heard.question else {
            // «Всё верно, кроме …» after the list was shown and no question is open.
            if let Some(list) = &self.recorded {
                return entry.is_read() && self.shown(list, heard, at);
            }
            return entry.is_read() && (heard.confirms_alone() || acceptance::opens_with_yes(&heard.turn.text));
        };
        if question.keys.iter().any(|key| key == review::KEY) {
            return entry.is_read() && self.shown(question, heard, at);
        }
        let assumed = |key: &String| key.strip_prefix("assumed:").is_some_and(|root| pointer::is_within(at, root));
        question.keys.iter().any(assumed) && heard.says_yes()
            || entry.is_read() && self.recorded.as_ref().is_some_and(|list| self.shown(list, heard, at))
    }

    fn shown(&self, list: &AskedRecord, heard: &Heard<'_>, at: &str) -> bool {
        list.targets.iter().any(|root| pointer::is_within(at, root)) && acceptance::accepts(self.pack, heard, list, at)
    }
}

/// The readings of a turn as the list that its answer was, or all of them; `None` where there are none.
fn recorded(pack: Option<&Pack>, domain: &Value, ledger: &Ledger, turn: Option<&TurnId>) -> Option<AskedRecord> {
    let items = review::items(pack, domain, ledger);
    let own: Vec<_> =
        items.into_iter().filter(|item| turn.is_none_or(|turn| item.turn.as_ref() == Some(turn))).collect();
    // A list that nobody reads at once is no list.
    let own = own.into_iter().take(MOST).collect::<Vec<_>>();
    let lines: Vec<String> = own.iter().map(|item| format!("{} — {}", item.label, item.shown)).collect();
    let question = AskUser {
        question_id: None,
        question_text: lines.join("; "),
        answer_format: AnswerFormat::FreeText,
        choices: None,
        why_this_question: None,
        links_to_issue_ids: None,
    };
    let targets: Vec<String> = own.into_iter().map(|item| item.pointer).collect();
    let record = AskedRecord { question, targets, keys: Vec::new(), times: 0, answered_by: None, settled: false };
    (!record.targets.is_empty()).then_some(record)
}
