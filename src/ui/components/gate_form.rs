//! Any form that comes as data: intake, gates, reviews.

use crate::model::form::{Field, FormSpec};
use crate::ui::components::text_area::TextArea;
use crate::ui::text;
use leptos::prelude::*;

/// Renders a `FormSpec` as a plain form.
#[component]
pub fn GateForm(
    /// The form.
    spec: FormSpec,
    /// Where it is sent.
    #[prop(into)]
    action: String,
    /// Names and values that travel with it.
    hidden: Vec<(&'static str, String)>,
) -> impl IntoView {
    let t = text::text();
    let hidden =
        hidden.into_iter().map(|(name, value)| view! { <input type="hidden" name=name value=value/> }).collect_view();
    let fields = spec.fields.into_iter().map(field_row).collect_view();
    view! {
        <form class="gate-form" data-form=spec.id action=action method="post">
            <h2>{spec.title}</h2>
            {hidden}
            {fields}
            <button type="submit" class="primary">{t.send}</button>
        </form>
    }
    .into_any()
}

fn field_row(field: Field) -> AnyView {
    if field.choices.is_empty() {
        return view! {
            <label class="field">
                <span>{field.label}</span>
                <TextArea name=field.name required=field.required/>
            </label>
        }
        .into_any();
    }
    let kind = if field.multiple { "checkbox" } else { "radio" };
    let required = field.required && !field.multiple;
    let name = field.name;
    let options = field
        .choices
        .into_iter()
        .map(|choice| {
            view! {
                <label class="option">
                    <input type=kind name=name.clone() value=choice.id required=required/>
                    <span>{choice.label}</span>
                </label>
            }
        })
        .collect_view();
    view! {
        <fieldset class="field">
            <legend>{field.label}</legend>
            {options}
        </fieldset>
    }
    .into_any()
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::{GateForm, GateFormProps};
    use crate::model::form::FormSpec;
    use leptos::prelude::*;
    use serde_json::json;

    #[test]
    fn any_form_becomes_fields_and_text_stays_text() {
        let spec: FormSpec = serde_json::from_value(json!({
            "id": "gate", "version": 1, "title": "<b>Проверка</b>", "fields": [
                {"name": "note", "label": "Заметка", "choices": [], "multiple": false, "required": false},
                {"name": "pick", "label": "Выбор", "multiple": true, "required": true, "choices": [
                    {"id": "a", "label": "Первое", "value": 1}, {"id": "b", "label": "Второе", "value": 2}]}]
        }))
        .expect("a form");
        let html = Owner::new().with(|| {
            let props = GateFormProps { spec, action: "/x".to_owned(), hidden: vec![("session", "s\"1".to_owned())] };
            GateForm(props).to_html()
        });
        assert!(html.contains("&lt;b&gt;Проверка") && !html.contains("<b>"), "{html}");
        assert_eq!(html.matches("type=\"checkbox\"").count(), 2, "{html}");
        assert!(html.contains("<textarea") && html.contains("s&quot;1"), "{html}");
    }
}
