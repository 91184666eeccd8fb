//! What a matter is shown as: facts, issues, verdicts, the sheet, an answer, rows of a trial, lists.

use crate::api::SessionList as Rows;
use crate::model::compare::Difference;
use crate::model::document_view::DocumentView;
use crate::model::session::{Blocker, GateView};
use crate::model::terms::TermStatus;
use crate::ui::components::answer_paper::AnswerPaper;
use crate::ui::components::document_bar::DocumentBar;
use crate::ui::components::document_check::DocumentCheck;
use crate::ui::components::document_paper::DocumentPaper;
use crate::ui::components::domain_view::DomainView;
use crate::ui::components::draft_banner::DraftBanner;
use crate::ui::components::essential_meter::EssentialMeter;
use crate::ui::components::fact_card::FactCard;
use crate::ui::components::gate_card::GateCard;
use crate::ui::components::hit_list::HitList;
use crate::ui::components::issues_list::IssuesList;
use crate::ui::components::session_list::SessionList;
use crate::ui::components::state_meta::StateMeta;
use crate::ui::components::trial::burden::burden_table;
use crate::ui::components::trial::charts::{Tornado, range_bar};
use crate::ui::components::trial::gate_card::{receipts, verdict};
use crate::ui::components::version_bar::VersionBar;
use crate::ui::live::Compared;
use crate::ui::logic::answer::Research;
use crate::ui::logic::issues::Filter;
use crate::ui::logic::trial::list;
use crate::ui::served::styleguide::sample::Sample;
use crate::ui::served::styleguide::{Part, part, state, wide};
use crate::ui::{guide_text, text, trial_text};
use leptos::prelude::*;
use std::sync::Arc;

/// See the module.
pub(super) fn parts(sample: &Sample) -> Vec<Part> {
    let t = guide_text::text();
    vec![
        part("facts", t.facts, facts(sample)),
        part("issues", t.issues, issues(sample)),
        part("gates", t.gates, gates(sample)),
        part("paper", t.paper, paper(sample)),
        part("answer", t.answer, answer(sample)),
        part("found", t.found, found(sample)),
        part("trial", t.trial, trial(sample)),
        part("lists", t.lists, lists(sample)),
    ]
}

fn facts(sample: &Sample) -> Vec<AnyView> {
    let t = guide_text::text();
    let (live, picked) = (sample.live(|_| {}), sample.live(|_| {}));
    let empty = sample.live(|view| {
        view.domain = serde_json::Value::Object(serde_json::Map::new());
        view.ledger.0 = Arc::default();
    });
    picked.paper.picked.set(Some("/object/make".to_owned()));
    vec![
        wide(t.s_full, view! { <StateMeta view=live.view/> <DomainView live query=String::new()/> }),
        state(t.f_card, view! { <FactCard live=picked/> }),
        state(t.s_empty, view! { <DomainView live=empty query=String::new()/> }),
    ]
}

fn issues(sample: &Sample) -> Vec<AnyView> {
    let t = guide_text::text();
    let live = sample.live(|_| {});
    let none = sample.live(|view| view.issues.clear());
    let lacking = sample.live(|view| {
        view.terms.done = 0;
        for term in &mut view.terms.terms {
            term.status = TermStatus::Missing;
        }
    });
    let all = Filter::parse(None, Some("all"), None);
    vec![
        wide(t.s_full, view! { <IssuesList live filter=all/> }),
        state(t.s_empty, view! { <IssuesList live=none filter=all/> }),
        state(t.issues, view! { <EssentialMeter live=lacking/> <EssentialMeter live/> }),
    ]
}

fn gates(sample: &Sample) -> Vec<AnyView> {
    let t = guide_text::text();
    let closed = sample.session.issues.first().map(|issue| GateView {
        ready_for_skeleton: false,
        summary: issue.why_it_matters.clone(),
        blockers: vec![Blocker {
            severity: issue.severity,
            message: issue.title.clone(),
            linked_issue_ids: vec![issue.id.clone()],
        }],
    });
    let open = GateView { ready_for_skeleton: true, summary: String::new(), blockers: Vec::new() };
    let named = text::text();
    [(t.s_empty, None), (named.gate_closed, closed), (named.gate_open, Some(open))]
        .map(|(name, gate)| state(name, view! { <GateCard gate=Signal::stored(gate)/> }))
        .into_iter()
        .collect()
}

fn paper(sample: &Sample) -> Vec<AnyView> {
    let live = sample.live(|_| {});
    let document = sample.document.clone();
    let told: Memo<Option<DocumentView>> = Memo::new(move |_| live.paper.view());
    let body = view! {
        <div class="document-view">
            <DocumentBar live document=told/>
            <DocumentPaper live document/>
            <DraftBanner live document=told/>
            <DocumentCheck live document=told/>
        </div>
    };
    vec![wide(guide_text::text().s_full, body)]
}

fn answer(sample: &Sample) -> Vec<AnyView> {
    let t = guide_text::text();
    let of = |state: serde_json::Value| {
        let research = Memo::new(move |_| Research::of(&state));
        view! { <AnswerPaper research/> }
    };
    let waits = serde_json::json!({"query": sample.research["query"]});
    vec![wide(t.s_full, of(sample.research.clone())), state(t.s_empty, of(waits))]
}

fn found(sample: &Sample) -> Vec<AnyView> {
    let t = guide_text::text();
    let of = |hits, empty| view! { <HitList hits words=String::new() empty/> };
    vec![
        wide(t.s_full, of(sample.hits.clone(), false)),
        state(t.s_empty, of(Vec::new(), false)),
        state(t.s_empty, of(Vec::new(), true)),
    ]
}

fn trial(sample: &Sample) -> Vec<AnyView> {
    let (t, named) = (guide_text::text(), trial_text::text());
    let rows = |key: &str| list(&sample.trial, key).to_vec();
    let verdicts = rows("verifiers").iter().map(verdict).collect_view();
    vec![
        wide(named.burden, burden_table(&rows("burden"), false)),
        state(named.receipts, receipts(&rows("receipts"))),
        state(t.gates, verdicts),
        state(named.range, range_bar(&sample.trial["range"])),
        state(named.flips, view! { <Tornado rows=rows("sensitivity")/> }),
    ]
}

fn lists(sample: &Sample) -> Vec<AnyView> {
    let t = guide_text::text();
    let row = sample.session.row.clone();
    let of = |allowed: bool, rows, trashed| {
        view! { <SessionList list=Rows { allowed, rows, trashed } workspace=None/> }
    };
    let difference = Difference { facts: sample.facts.clone(), issues: Vec::new(), text: None };
    let compared = Compared { from: 1, to: 2, outcome: Ok(difference) };
    let live = sample.page(|_| {}, None, Some(compared));
    vec![
        wide(t.s_full, of(true, vec![row.clone()], vec![row])),
        state(t.s_empty, of(true, Vec::new(), Vec::new())),
        state(t.s_hidden, of(false, Vec::new(), Vec::new())),
        wide(t.lists, view! { <VersionBar live/> }),
    ]
}
