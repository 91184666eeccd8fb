//! What a fact has to do with the elements: shown, and while the facts are under review changed.

use crate::ui::components::trial::facts::Names;
use crate::ui::components::trial::fields::{Choice, Form, named, select};
use crate::ui::logic::trial::{text, texts};
use crate::ui::trial_text;
use leptos::prelude::*;
use serde_json::Value;

/// What a fact may have to do with an element.
pub const RELATIONS: [&str; 3] = ["supports", "contradicts", "irrelevant"];

/// Elements and defences by their names, in the order of the pack.
#[must_use]
pub fn elements(names: &Names) -> Vec<Choice> {
    let number = |id: &str| id.split_once('-').and_then(|(_, n)| n.parse::<u32>().ok()).unwrap_or(0);
    let mut out: Vec<Choice> = names
        .iter()
        .filter(|(id, _)| id.starts_with("el-") || id.starts_with("d-"))
        .map(|(id, name)| (id.clone(), name.clone()))
        .collect();
    out.sort_by_key(|(id, _)| (id.starts_with("d-"), number(id)));
    out
}

/// The elements that a fact is linked to, each with its relation, and one more.
pub fn link_fields(form: Form, one: &Value, names: &Names) -> AnyView {
    let t = trial_text::text();
    let all = elements(names);
    if all.is_empty() {
        return ().into_any();
    }
    let fact = text(one, "id").to_owned();
    let now = [("supports", texts(one, "supports")), ("contradicts", texts(one, "contradicts"))];
    let linked = now.iter().flat_map(|(how, ids)| ids.iter().map(|id| (*how, id.clone())));
    let linked: Vec<(&str, String)> = linked.collect();
    let count = linked.len();
    let rows = linked.into_iter().map(|(how, id)| {
        let label = names.get(&id).cloned().unwrap_or_else(|| id.clone());
        select(form, format!("fact_{fact}_link_{id}"), &label, named("relation", &RELATIONS), how)
    });
    let rows = rows.collect_view();
    let none = [vec![(String::new(), "—".to_owned())], all].concat();
    view! {
        <details class="fold fact-links">
            <summary>{t.links} " " <small>{count}</small></summary>
            {rows}
            <div class="pair">
                {select(form, format!("fact_{fact}_element"), t.link_add, none, "")}
                {select(form, format!("fact_{fact}_relation"), t.link_how, named("relation", &RELATIONS), "supports")}
            </div>
        </details>
    }
    .into_any()
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use crate::registry;
    use crate::ui::components::trial::pane::{TrialPane, TrialPaneProps};
    use crate::ui::live::{Live, PageData};
    use crate::ui::logic::place::Place;
    use crate::ui::logic::sample;
    use crate::ui::paper::Paper;
    use crate::ui::prefs::{Lang, Prefs};
    use leptos::prelude::*;
    use leptos_router::params::ParamsMap;
    use serde_json::{Value, json};

    fn pane(phase: &str, items: Value) -> String {
        let mut view = sample::view();
        let own = registry::all().find(|one| one.face.start.is_some());
        view.row.workspace = own.map_or_else(registry::usual, |one| one.flow.id());
        view.row.version = view.latest;
        view.domain = json!({
            "case": {"case_type": "criminal", "user_side": "opposing", "lang": "ko", "pack_id": "drugs"},
            "machine": {"phase": phase, "round": 0, "facts_version": 0}, "facts": {"items": items, "needed": [
                {"id": "gap-2", "need": "투약: 입증자료", "for": "el-2", "holder": "claimant", "means": "감정서"},
            ]}, "evidence": [], "rounds": [], "steering": [], "report": null,
        });
        for (key, name) in [
            ("pack", "마약류 관리법 위반"),
            ("pack_id", "drugs"),
            ("pack.drugs", "마약류 관리법 위반"),
            ("pack.theft", "절도"),
            ("cause_review", "절도"),
            ("neutral", "공소가 제기되었다."),
            ("el-1", "소지"),
            ("el-2", "투약"),
        ] {
            view.labels.insert(key.to_owned(), name.to_owned());
        }
        (view.pending, view.busy) = (None, false);
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
            TrialPane(TrialPaneProps { live }).to_html()
        })
    }

    fn fact(class: &str) -> Value {
        json!([{
            "id": "f-1", "class": class, "text": "피고인은 투약한 사실이 없다.", "supports": [], "contradicts": ["el-2"],
            "asserted_by": "opposing", "source": {"kind": "user_text", "ref": "summary", "span": [0, 1], "quote": "x"},
        }])
    }

    fn read(html: &str) -> String {
        html.split('<').filter_map(|part| part.split_once('>')).map(|(_, words)| format!("{words} ")).collect()
    }

    #[test]
    fn a_case_is_called_by_its_names_before_any_round() {
        for phase in ["facts_review", "round"] {
            let words = read(&pane(phase, fact("disputed")));
            for name in ["마약류 관리법 위반", "사실 1", "보완 자료 2"] {
                assert!(words.contains(name), "{name}\n{words}");
            }
            for id in ["f-1", "gap-2", "drugs"] {
                assert!(!words.contains(id), "{id}\n{words}");
            }
        }
    }

    #[test]
    fn the_review_offers_links_a_cause_and_a_neutral_fact_above_its_buttons() {
        let html = pane("facts_review", fact("disputed"));
        let at = |part: &str| html.find(part).unwrap_or_else(|| panic!("{part}\n{html}"));
        assert!(at("data-links=\"contradicts\"") < at("value=\"accept\""));
        for name in ["fact_f-1_link_el-2", "fact_f-1_element", "fact_f-1_relation", "pack_id", "neutral"] {
            assert!(at(&format!("name=\"{name}\"")) < at("value=\"accept\""), "{name}");
        }
        assert!(html.contains("청구원인 검토: 「절도」") && html.contains("공소가 제기되었다."));
        // Once something stands nothing neutral is offered; outside of the review nothing is changed.
        assert!(!pane("facts_review", fact("confirmed")).contains("name=\"neutral\""));
        assert!(!pane("round", fact("disputed")).contains("name=\"pack_id\""));
    }
}
