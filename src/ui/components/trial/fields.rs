//! Fields of the gate forms: chips, boxes, words, each with its fault beside it. Plain inputs, so that a form works
//! without scripts; what a refused form brought back stands in them again.

use crate::ui::components::text_area::TextArea;
use crate::ui::live::Live;
use crate::ui::logic::format;
use crate::ui::logic::trial::{Fault, fault_of};
use crate::ui::trial_text;
use leptos::prelude::*;

/// What a form needs for its fields.
#[derive(Clone, Copy)]
pub struct Form {
    /// The page's signals.
    pub live: Live,
    /// The form's id.
    pub id: &'static str,
}

/// An option: id and words.
pub type Choice = (String, String);

/// Who sees a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Eyes {
    /// All roles.
    All,
    /// The own side.
    Own,
    /// Nobody: it enters no prompt.
    None,
}

/// Whether one or several options may be picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick {
    /// One.
    One,
    /// Several.
    Many,
}

impl Form {
    /// The value that a refused form brought back, else the given one.
    #[must_use]
    pub fn value(self, name: &str, or: &str) -> String {
        self.live.returned_value(self.id, name).unwrap_or_else(|| or.to_owned())
    }

    /// Whether an option was picked in a refused form; without one, whether it is picked at first.
    #[must_use]
    pub fn picked(self, name: &str, value: &str, first: bool) -> bool {
        self.live.returned_has(self.id, name, value).unwrap_or(first)
    }

    /// The fault of a field, in words.
    pub fn fault(self, name: &'static str) -> impl Fn() -> Option<String> + Copy + Send + Sync + 'static {
        move || self.live.faults.with(|all| fault_of(all, name).map(fault_words))
    }
}

/// A fault in words.
#[must_use]
pub fn fault_words(fault: &Fault) -> String {
    let t = trial_text::text();
    let words = match fault.code.as_str() {
        "required" => t.fault_required,
        "nothing_confirmed" => t.fault_no_fact,
        "count" => t.fault_count,
        "too_long" => t.fault_long,
        "bad_order" => t.fault_order,
        "ack_missing" => t.fault_ack,
        "ext_used" => t.fault_extended,
        "not_skippable" => t.fault_skip,
        "wrong_case_type" => t.fault_kind,
        "form_version" => t.fault_version,
        "only_extending" => t.fault_extending,
        _ => t.fault_unknown,
    };
    let limit = fault.limit.map(|limit| limit.to_string()).unwrap_or_default();
    let place = fault.path.split('/').find_map(|part| part.parse::<usize>().ok());
    let words = format::fill(words, &[("max", &limit)]);
    match place {
        Some(index) => format!("{} {words}", format::fill(t.fault_row, &[("n", &(index + 1).to_string())])),
        None => words,
    }
}

/// The fault of a field.
pub fn fault(form: Form, name: &'static str) -> AnyView {
    let words = form.fault(name);
    let id = format!("fault-{}", name.replace(['/', '_'], "-"));
    let shown = move || words().map(|words| view! { <p class="fault" id=id.clone() role="alert">{words}</p> });
    shown.into_any()
}

/// A mark that tells who sees a field.
pub fn eyes(whom: Eyes) -> AnyView {
    let t = trial_text::text();
    let (key, words) = match whom {
        Eyes::All => return ().into_any(),
        Eyes::Own => ("own", t.eyes_own),
        Eyes::None => ("none", t.eyes_none),
    };
    view! { <span class="eyes" data-eyes=key>{words}</span> }.into_any()
}

/// A group of chips. `first` names the options that are picked at first.
pub fn chips(
    form: Form,
    name: &'static str,
    legend: &str,
    pick: Pick,
    required: bool,
    options: Vec<Choice>,
    first: &[&str],
) -> AnyView {
    let rows = options
        .into_iter()
        .map(|(id, words)| {
            let checked = form.picked(name, &id, first.contains(&id.as_str()));
            chip(name.to_owned(), id, words, pick, required && pick == Pick::One, checked)
        })
        .collect_view();
    let invalid = form.fault(name);
    view! {
        <fieldset class="field" data-field=name aria-invalid=move || invalid().map(|_| "true")>
            <legend>{legend.to_owned()} {required_mark(required)}</legend>
            <div class="chips">{rows}</div>
            {fault(form, name)}
        </fieldset>
    }
    .into_any()
}

/// One chip.
pub fn chip(name: String, value: String, words: String, pick: Pick, required: bool, checked: bool) -> AnyView {
    let kind = if pick == Pick::One { "radio" } else { "checkbox" };
    view! {
        <label class="chip">
            <input type=kind name=name value=value required=required checked=checked/>
            <span>{words}</span>
        </label>
    }
    .into_any()
}

/// The star of a required field, with its word for those who do not see it.
pub fn required_mark(required: bool) -> AnyView {
    let t = trial_text::text();
    required
        .then(|| view! { <span class="required"><span aria-hidden="true">"*"</span><span class="visually-hidden">{t.required}</span></span> })
        .into_any()
}

/// A line or a box of words.
pub fn words(
    form: Form,
    name: &'static str,
    label: &str,
    rows: u32,
    limit: u32,
    required: bool,
    first: &str,
) -> AnyView {
    let value = form.value(name, first);
    let field = if rows > 1 {
        view! { <TextArea name=name rows=rows as usize maxlength=limit required=required value=value/> }.into_any()
    } else {
        view! { <input type="text" name=name maxlength=limit.to_string() required=required value=value/> }.into_any()
    };
    view! {
        <div class="field" data-field=name>
            <label class="trial-words"><span>{label.to_owned()} {required_mark(required)}</span> {field}</label>
            {fault(form, name)}
        </div>
    }
    .into_any()
}

/// A whole number, possibly a sum.
pub fn number(form: Form, name: String, label: &str, unit: &'static str, required: bool) -> AnyView {
    let value = form.value(&name, "");
    view! {
        <label class="trial-number">
            <span>{label.to_owned()} {required_mark(required)}</span>
            <span class="with-unit">
                <input type="text" inputmode="numeric" name=name value=value required=required autocomplete="off"/>
                <span class="unit">{unit}</span>
            </span>
        </label>
    }
    .into_any()
}

/// A choice that opens.
pub fn select(form: Form, name: String, label: &str, options: Vec<Choice>, first: &str) -> AnyView {
    let current = form.value(&name, first);
    let rows = options
        .into_iter()
        .map(|(id, words)| {
            let selected = id == current;
            view! { <option value=id selected=selected>{words}</option> }
        })
        .collect_view();
    view! { <label class="trial-select"><span>{label.to_owned()}</span> <select name=name>{rows}</select></label> }
        .into_any()
}

/// Options of a group, by their names.
#[must_use]
pub fn named(group: &str, ids: &[&str]) -> Vec<Choice> {
    ids.iter().map(|id| ((*id).to_owned(), trial_text::name(group, id))).collect()
}
