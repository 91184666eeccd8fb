//! `/settings`: how the page looks, who answers, what leaves the machine, what is held, where it lies.

use crate::model::status::{ModelCheck, ModelProblem, PackState, Status};
use crate::ui::components::edition_list::{currency, status as state_of};
use crate::ui::components::lang_switch::LangSwitch;
use crate::ui::components::theme_switch::ThemeSwitch;
use crate::ui::logic::{format, links};
use crate::ui::served::frame::Served;
use crate::ui::served::overlays::key_table;
use crate::ui::{desk_text, frame_text, guide_text, text};
use leptos::prelude::*;
use std::sync::Arc;

/// Editions shown before the rest is folded.
const SHOWN: usize = 8;

/// What the server found out for the page.
pub struct Shown {
    /// The state of the installation.
    pub status: Status,
    /// Whether the visitor may see lists.
    pub allowed: bool,
    /// Whether the installation is the visitor's to keep.
    pub keeps: bool,
    /// What came of asking the model, where somebody has.
    pub check: Option<ModelCheck>,
}

/// The page. Visitors who may not see lists see what concerns them alone.
pub fn page(shown: &Arc<Shown>) -> Served {
    let shown = shown.clone();
    Served::made(frame_text::text().settings, move || body(&shown))
}

fn body(shown: &Shown) -> AnyView {
    let (t, f) = (desk_text::text(), frame_text::text());
    let status = &shown.status;
    let owners = shown.allowed.then(|| view! { {outward(status)} {sources(status)} {storage(status)} });
    view! {
        <h1>{f.settings}</h1>
        <section class="panel" aria-labelledby="set-look">
            <h2 id="set-look">{t.look}</h2>
            <dl class="rows">
                <div><dt>{text::text().language}</dt> <dd><LangSwitch/></dd></div>
                <div><dt>{text::text().theme}</dt> <dd><ThemeSwitch/></dd></div>
                <div class="needs-js">
                    <dt>{t.notify}</dt>
                    <dd>
                        <button type="button" class="quiet" data-notify=t.notify_on data-refused=t.notify_refused>{t.notify_ask}</button>
                        <p class="hint">{t.notify_hint}</p>
                    </dd>
                </div>
            </dl>
        </section>
        {performer(shown)}
        {owners}
        {packs(status)}
        <section class="panel" aria-labelledby="keys">
            <h2 id="keys">{t.keys}</h2>
            {key_table()}
        </section>
        <p class="hint">
            {format::fill(t.version, &[("n", &status.version)])} " · " <a href="/api/status">{t.as_json}</a> " · "
            <a href="/api/openapi.json">{t.openapi}</a> " · " <a href="/styleguide">{guide_text::text().link}</a>
        </p>
    }
    .into_any()
}

fn performer(shown: &Shown) -> AnyView {
    let (t, g, status) = (desk_text::text(), text::text(), &shown.status);
    let who = match status.performer.is_model {
        true => format::fill(g.model, &[("name", &status.performer.name)]),
        false => g.builtin.to_owned(),
    };
    let how = if status.performer.is_model { t.model_how } else { t.builtin_how };
    let ask = (shown.keeps && status.performer.is_model).then(|| {
        view! {
            <form method="post" action="/settings/check">
                <button type="submit" data-sending=t.check_running>{t.check_ask}</button>
                <p class="hint">{t.check_hint}</p>
            </form>
        }
    });
    view! {
        <section class="panel" aria-labelledby="set-who">
            <h2 id="set-who">{g.performer}</h2>
            <p data-field="performer"><strong>{who}</strong></p>
            <p class="hint">{how}</p>
            {shown.check.as_ref().map(checked)}
            {ask}
        </section>
    }
    .into_any()
}

/// What came of asking the model.
fn checked(check: &ModelCheck) -> AnyView {
    let t = desk_text::text();
    let at = view! { <time class="hint" datetime=check.at.clone()>{format::date_time(&check.at)}</time> };
    let seconds = text::text().duration(check.millis);
    let words = match check.problem {
        None => {
            let model = check.model.as_deref().unwrap_or_default();
            let told = format::fill(t.check_reached, &[("name", model), ("n", &seconds)]);
            return view! { <p role="status" data-reached="true"><span class="checked">{told}</span> " " {at}</p> }
                .into_any();
        }
        Some(ModelProblem::NotConfigured) => t.check_none.to_owned(),
        Some(ModelProblem::Unavailable) => t.check_unavailable.to_owned(),
        Some(ModelProblem::Refused) => t.check_refused.to_owned(),
        Some(ModelProblem::Unusable) => t.check_unusable.to_owned(),
        Some(ModelProblem::Late) => format::fill(t.check_late, &[("n", &seconds)]),
    };
    // The program's own words for what its server said are Russian.
    let detail = check.words.clone().map(|why| view! { <span lang="ru">{why}</span> });
    view! { <p class="problem" role="alert" data-reached="false">{words} " " {detail} " " {at}</p> }.into_any()
}

fn outward(status: &Status) -> AnyView {
    let t = desk_text::text();
    let out = &status.outward;
    let none = out.model.is_none() && out.meaning.is_none();
    let line = |words: String| view! { <li>{words}</li> };
    let model = out.model.as_ref().map(|host| line(format::fill(t.out_model, &[("host", host)])));
    let images = (out.model.is_some() && out.images).then(|| line(t.out_images.to_owned()));
    let keeps = out
        .model
        .is_some()
        .then(|| line(if out.confidential { t.out_confidential } else { t.out_may_keep }.to_owned()));
    let meaning = out.meaning.as_ref().map(|host| line(format::fill(t.out_meaning, &[("host", host)])));
    let nothing = none.then(|| view! { <p data-field="outward"><strong>{t.out_nothing}</strong></p> });
    let list =
        (!none).then(|| view! { <ul class="plain-list" data-field="outward">{model} {images} {keeps} {meaning}</ul> });
    view! {
        <section class="panel" aria-labelledby="set-out">
            <h2 id="set-out">{t.out}</h2>
            {nothing}
            {list}
            <p class="hint">{t.out_hint}</p>
        </section>
    }
    .into_any()
}

fn sources(status: &Status) -> AnyView {
    let t = desk_text::text();
    let row = |edition: &crate::model::source::EditionRow| {
        let label = (edition.label != "undated").then(|| edition.label.clone());
        view! {
            <tr>
                <th scope="row"><a href=links::source(&format!("norm://{}", edition.edition), "")>{edition.short.clone()}</a></th>
                <td>{label}</td>
                <td><span class="currency" data-status=state_of(&edition.currency)>{currency(&edition.currency)}</span></td>
                <td>{format::day(edition.imported_at.get(..10).unwrap_or_default())}</td>
            </tr>
        }
    };
    let table = |rows: &[crate::model::source::EditionRow]| {
        view! {
            <div class="table-scroll" tabindex="0" role="group" aria-label=t.sources>
                <table class="plain-table">
                    <thead><tr><th scope="col">{t.act}</th><th scope="col">{t.edition_head}</th><th scope="col">{t.force}</th><th scope="col">{t.imported}</th></tr></thead>
                    <tbody>{rows.iter().map(row).collect_view()}</tbody>
                </table>
            </div>
        }
    };
    let all = &status.sources;
    let body = match all.len() {
        0 => view! { <p>{t.sources_none}</p> }.into_any(),
        n if n <= SHOWN => table(all).into_any(),
        n => view! {
            <details><summary>{format::fill(t.sources_all, &[("n", &n.to_string())])}</summary> {table(all)}</details>
        }
        .into_any(),
    };
    view! {
        <section class="panel" aria-labelledby="set-sources">
            <h2 id="set-sources">{t.sources}</h2>
            {body}
            <p><a href="/search">{t.sources_open}</a></p>
        </section>
    }
    .into_any()
}

fn storage(status: &Status) -> AnyView {
    let t = desk_text::text();
    let size = status.storage.bytes.map(|bytes| {
        let megabytes = bytes.div_ceil(1_048_576).to_string();
        format::fill(t.storage_size, &[("n", &megabytes)])
    });
    let trash = format::fill(t.storage_trash, &[("n", &status.storage.trash_minutes.to_string())]);
    view! {
        <section class="panel" aria-labelledby="set-storage">
            <h2 id="set-storage">{t.storage}</h2>
            <ul class="plain-list">
                <li>{t.storage_where} {size.map(|size| format!(" {size}"))}</li>
                <li>{trash}</li>
                <li>{if status.token { t.token_on } else { t.token_off }}</li>
            </ul>
        </section>
    }
    .into_any()
}

fn packs(status: &Status) -> AnyView {
    let t = desk_text::text();
    let line = |words: &str, packs: &[PackState]| {
        let checked = packs.iter().filter(|pack| pack.checked_by.is_some()).count();
        format::fill(words, &[("n", &packs.len().to_string()), ("m", &checked.to_string())])
    };
    view! {
        <section class="panel" aria-labelledby="set-packs">
            <h2 id="set-packs">{t.packs}</h2>
            <ul class="plain-list">
                <li>{line(t.packs_contracts, &status.contracts)}</li>
                <li>{line(t.packs_disputes, &status.disputes)}</li>
            </ul>
            <p><a href="/types">{frame_text::text().types}</a></p>
        </section>
    }
    .into_any()
}
