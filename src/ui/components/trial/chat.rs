//! The right third of a mock trial: what was laid down before, what runs, and the form that the session waits for.

use crate::ui::components::trial::common::buttons;
use crate::ui::components::trial::evidence::EvidenceUpload;
use crate::ui::components::trial::gate_card::{Criminal, receipts};
use crate::ui::components::trial::history::Directions;
use crate::ui::components::trial::intake::Intake;
use crate::ui::components::trial::issues_gate::IssuesGate;
use crate::ui::components::trial::last_gate::LastGate;
use crate::ui::components::trial::proof_gate::ProofGate;
use crate::ui::components::trial::speech::Named;
use crate::ui::components::trial::way_on::{Running, Stopped};
use crate::ui::live::Live;
use crate::ui::logic::trial::{awaited, last_end, list, text};
use crate::ui::trial_text;
use leptos::prelude::*;

/// The pane.
#[component]
pub fn TrialChat(
    /// The page's signals.
    live: Live,
) -> impl IntoView {
    let t = trial_text::text();
    provide_context(Named(Memo::new(move |_| live.view.with(|view| view.labels.clone()))));
    provide_context(Criminal(live.view.with_untracked(|view| view.domain["case"]["case_type"] == "criminal")));
    let now = Memo::new(move |_| live.viewed().is_none());
    // A form stays while its gate stays, whatever else comes; a review begins anew with every division of the facts.
    let shown = Memo::new(move |_| {
        live.view.with(|view| {
            let form = awaited(&view.domain).filter(|_| view.pending.is_none() || view.busy);
            let phase = text(&view.domain["machine"], "phase").to_owned();
            (form, view.domain["machine"]["round"].as_u64().unwrap_or(0), phase)
        })
    });
    let body = move || {
        let (form, _, phase) = shown.get();
        match form {
            Some("facts_intake") => view! { <EvidenceUpload live/> <Intake live/> }.into_any(),
            Some("facts_review") => view! { <Review live/> <EvidenceUpload live/> }.into_any(),
            Some("gate_r1_issues") => view! { <Summary live/> <IssuesGate live/> <EvidenceUpload live/> }.into_any(),
            Some("gate_r2_evidence") => view! { <Summary live/> <EvidenceUpload live/> <ProofGate live/> }.into_any(),
            Some(_) => view! { <Summary live/> <LastGate live/> }.into_any(),
            None => ended(&phase),
        }
    };
    view! {
        <section class="chat-pane trial-chat" aria-label=t.chat>
            <div class="trial-chat-body" tabindex="0" role="region" aria-label=t.chat_body>
                <Directions live/>
                <Show when=move || now.get() fallback=move || view! { <p class="hint">{t.old_version}</p> }>
                    <Stopped live/>
                    {body}
                </Show>
            </div>
            <Show when=move || now.get()><Running live/></Show>
        </section>
    }
    .into_any()
}

fn ended(phase: &str) -> AnyView {
    let t = trial_text::text();
    let (title, lead) = match phase {
        "done" => (t.done, t.done_lead),
        "closed" => (t.closed, t.closed_lead),
        _ => (t.working, t.working_lead),
    };
    let link = (phase == "done").then(|| {
        view! { <p><a class="button" href="#report">{t.to_report}</a></p> }
    });
    view! { <div class="trial-end" data-phase=phase.to_owned()><h2>{title}</h2> <p>{lead}</p> {link}</div> }.into_any()
}

/// The review itself stands with the facts; its buttons are here too.
#[component]
fn Review(live: Live) -> impl IntoView {
    let t = trial_text::text();
    let faulty = move || live.faults.with(|all| !all.is_empty());
    view! {
        <div class="trial-form review-lead">
            <h2>{t.review}</h2>
            <p>{t.review_lead}</p>
            <p><a href="#facts">{t.to_facts}</a></p>
            {move || faulty().then(|| view! { <p class="fault">{t.review_faulty}</p> })}
            {buttons(live)}
        </div>
    }
    .into_any()
}

/// The round in two lines over its gate: the same words as the card, and how the last directions were followed.
#[component]
fn Summary(live: Live) -> impl IntoView {
    let t = trial_text::text();
    let end = Memo::new(move |_| live.view.with(|view| last_end(&view.domain).cloned().unwrap_or_default()));
    let body = move || {
        let end = end.get();
        let kept = list(&end["steering"], "compliance");
        let kept = (!kept.is_empty()).then(|| view! { <details class="fold"><summary>{t.receipts} " " <small>{kept.len()}</small></summary>{receipts(kept)}</details> });
        view! {
            <p lang=text(&end["case"], "lang").to_owned()>{text(&end["card"], "decision_summary").to_owned()}</p>
            <p><a href="#gate-card">{t.to_card}</a></p>
            {kept}
        }
    };
    view! { <div class="gate-summary-short">{body}</div> }.into_any()
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::{TrialChat, TrialChatProps};
    use crate::registry;
    use crate::ui::live::{Live, PageData};
    use crate::ui::logic::place::Place;
    use crate::ui::logic::sample;
    use crate::ui::paper::Paper;
    use crate::ui::prefs::{Lang, Prefs};
    use leptos::prelude::*;
    use leptos_router::params::ParamsMap;
    use serde_json::{Value, json};

    fn chat(machine: Value, pending: Option<&str>, busy: bool) -> String {
        let mut view = sample::view();
        let own = registry::all().find(|one| one.face.start.is_some());
        view.row.workspace = own.map_or_else(registry::usual, |one| one.flow.id());
        view.row.version = view.latest;
        view.domain = json!({"case": {"case_type": "criminal", "user_side": "opposing", "lang": "ko"}, "machine": machine,
            "facts": {"items": [], "needed": []}, "evidence": [], "rounds": [], "steering": [], "report": null});
        (view.pending, view.busy) = (pending.map(str::to_owned), busy);
        Owner::new().with(|| {
            provide_context(Prefs { lang: Lang::Ko, ..Prefs::default() });
            let data = PageData {
                view,
                versions: vec![],
                trace: None,
                compared: None,
                proposal: None,
                document: None,
                returned: None,
            };
            let paper = Paper::new(Memo::new(|_| Place::default()), None);
            let live = Live::new(data, paper, ParamsMap::new());
            TrialChat(TrialChatProps { live }).to_html()
        })
    }

    #[test]
    fn a_round_that_stopped_goes_on_and_one_that_runs_can_be_stopped() {
        let machine = || json!({"phase": "round", "round": 2});
        let stopped = chat(machine(), Some("OPPOSING"), false);
        assert!(stopped.contains("retry_turn") && stopped.contains("이어서 진행"), "{stopped}");
        // The line of a run stands there, hidden.
        let shown = |html: &str| {
            html.split("<div").any(|tag| {
                tag.contains("progress-line") && !tag.split('>').next().unwrap_or_default().contains("hidden")
            })
        };
        assert!(!shown(&stopped), "{stopped}");
        let running = chat(machine(), Some("OPPOSING"), true);
        assert!(shown(&running) && running.contains("cancel_turn") && running.contains("변호인…"), "{running}");
        assert!(!running.contains("retry_turn"), "{running}");
    }

    #[test]
    fn each_gate_shows_its_form_with_the_own_side_set_apart() {
        for (machine, form) in [
            (json!({"phase": "facts_intake", "round": 0}), "facts_intake"),
            (json!({"phase": "user_gate", "round": 1}), "gate_r1_issues"),
            (json!({"phase": "user_gate", "round": 2}), "gate_r2_evidence"),
            (json!({"phase": "end_gate", "round": 3}), "gate_r3_final"),
        ] {
            let html = chat(machine, None, false);
            assert!(html.contains(&format!("data-form=\"{form}\"")), "{form}\n{html}");
            assert_eq!(html.contains("상대방에게 보이지 않습니다"), form != "facts_intake", "{form}");
            // A criminal case has no line of a settlement.
            assert!(!html.contains("line_opening"), "{form}");
        }
        let over = chat(json!({"phase": "closed", "round": 3}), None, false);
        assert!(over.contains("data-phase=\"closed\"") && !over.contains("data-form"), "{over}");
    }
}
