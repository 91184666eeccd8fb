//! `/matters`: everything that was begun, searched, named, put away, deleted. Plain forms and links throughout.

use crate::api::matters::{DescribeSession, Matters, list_matters};
use crate::api::{DeleteSession, RestoreSession};
use crate::model::session::SessionRow;
use crate::registry;
use crate::ui::components::icon::Icon;
use crate::ui::logic::{format, links};
use crate::ui::{face, frame_text, text};
use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;

/// What the address asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Sought {
    words: String,
    workspace: Option<String>,
    archived: bool,
    after: Option<String>,
}

impl Sought {
    fn href(&self) -> String {
        let mut pairs = Vec::new();
        if !self.words.is_empty() {
            pairs.push(format!("q={}", links::encode(&self.words)));
        }
        if let Some(name) = &self.workspace {
            pairs.push(format!("workspace={}", links::encode(name)));
        }
        if self.archived {
            pairs.push("archived=yes".to_owned());
        }
        if let Some(after) = &self.after {
            pairs.push(format!("after={}", links::encode(after)));
        }
        let query = pairs.join("&");
        if query.is_empty() { "/matters".to_owned() } else { format!("/matters?{query}") }
    }
}

/// The page.
#[component]
pub fn MattersPage() -> impl IntoView {
    let (t, f) = (text::text(), frame_text::text());
    let query = use_query_map();
    let sought = Memo::new(move |_| {
        query.with(|query| Sought {
            words: query.get("q").unwrap_or_default(),
            workspace: query.get("workspace").filter(|name| registry::named(name).is_some()),
            archived: query.get_str("archived") == Some("yes"),
            after: query.get("after").filter(|after| !after.is_empty()),
        })
    });
    let list = Resource::new_blocking(
        move || sought.get(),
        |sought| list_matters(sought.words, sought.workspace, sought.archived, sought.after),
    );
    view! {
        <Title text=format!("LegalAGI: {}", f.all_matters)/>
        <main id="main" class="home" data-front="matters" tabindex="-1">
            <h1>{f.all_matters}</h1>
            <p class="lead">{f.matters_lead}</p>
            {move || query.with(|query| done(query.get_str("done").unwrap_or_default(), query.get("session")))}
            {move || search(&sought.get())}
            <Transition fallback=move || view! { <p class="hint">{t.loading}</p> }>
                {move || Suspend::new(async move {
                    match list.await {
                        Ok(list) => rows(&sought.get(), list),
                        Err(error) => view! { <p class="problem" role="alert">{t.error(&error)}</p> }.into_any(),
                    }
                })}
            </Transition>
        </main>
    }
    .into_any()
}

/// What was just done, with the way back: plain forms.
pub fn done(what: &str, session: Option<String>) -> AnyView {
    let f = frame_text::text();
    let (words, undo) = match what {
        "archived" => (f.did_archive, Some((DescribeSession::url(), f.undo))),
        "deleted" => (f.did_delete, Some((RestoreSession::url(), f.restore))),
        "renamed" => (f.did_rename, None),
        "returned" => (f.did_return, None),
        _ => return ().into_any(),
    };
    let form = session.zip(undo).map(|(session, (action, name))| {
        view! {
            <form action=action method="post">
                <input type="hidden" name="session" value=session/>
                {(what == "archived").then(|| view! { <input type="hidden" name="archived" value="no"/> })}
                <button type="submit" class="quiet">{name}</button>
            </form>
        }
    });
    view! { <div class="toast" role="status"><p>{words}</p> {form}</div> }.into_any()
}

fn search(sought: &Sought) -> AnyView {
    let (t, f) = (text::text(), frame_text::text());
    let options = face::fronts()
        .into_iter()
        .map(|(workspace, face, _)| {
            let id = workspace.as_str().to_owned();
            let selected = sought.workspace.as_ref() == Some(&id);
            view! { <option value=id selected=selected>{(face.words)().name}</option> }
        })
        .collect_view();
    let shelf = |archived: bool, name: &'static str| {
        let href = Sought { archived, after: None, ..sought.clone() }.href();
        let current = (sought.archived == archived).then_some("page");
        view! { <li><a href=href aria-current=current>{name}</a></li> }
    };
    let kept = sought.archived.then(|| view! { <input type="hidden" name="archived" value="yes"/> });
    view! {
        <form class="matters-search" method="get" action="/matters" role="search">
            <label>
                <span class="visually-hidden">{f.matters_find}</span>
                <input type="search" name="q" value=sought.words.clone() placeholder=f.matters_find maxlength="120"/>
            </label>
            <label>
                <span class="visually-hidden">{t.app_nav}</span>
                <select name="workspace"><option value="">{f.matters_all}</option> {options}</select>
            </label>
            {kept}
            <button type="submit">{f.matters_find_go}</button>
        </form>
        <nav class="segments" aria-label=f.archive><ul>{shelf(false, f.current)} {shelf(true, f.archive)}</ul></nav>
    }
    .into_any()
}

fn rows(sought: &Sought, list: Matters) -> AnyView {
    let (t, f) = (text::text(), frame_text::text());
    if !list.allowed {
        return view! { <p class="empty">{t.sessions_hidden} " " <a href="/sign-in">{t.sign_in}</a></p> }.into_any();
    }
    if list.rows.is_empty() {
        let none = if *sought == Sought::default() { f.recent_empty } else { f.matters_none };
        return view! { <p class="empty" role="status">{none}</p> }.into_any();
    }
    let next = list.next.map(|after| {
        let href = Sought { after: Some(after), ..sought.clone() }.href();
        view! { <p><a class="button" href=href>{f.matters_more}</a></p> }
    });
    view! {
        <ul class="matters">{list.rows.into_iter().map(row).collect_view()}</ul>
        {next}
    }
    .into_any()
}

fn row(row: SessionRow) -> AnyView {
    let (t, f) = (text::text(), frame_text::text());
    let id = row.session_id.as_str().to_owned();
    let titled = |words: &str| format::fill(words, &[("title", &row.title)]);
    let (word, name, label) = match row.archived {
        true => ("no", f.bring_back, titled(f.bring_back_named)),
        false => ("yes", f.put_away, titled(f.put_away_named)),
    };
    let delete = titled(t.delete_named);
    let (href, title) = (links::session(&id), row.title.clone());
    let [first, second, third] = [id.clone(), id.clone(), id.clone()];
    view! {
        <li class="session-row" data-session=id>
            <a href=href><Icon sign=face::of(row.workspace).sign/> <span>{row.title}</span></a>
            <p class="session-facts">
                <span class="status" data-status=row.status.clone()>{t.status_of(row.workspace, &row.status)}</span>
                <time datetime=row.updated_at.clone()>
                    {format::fill(t.changed_at, &[("date", &format::date_time(&row.updated_at))])}
                </time>
            </p>
            <div class="matter-acts">
                <details class="matter-name">
                    <summary>{f.rename}</summary>
                    <form action=DescribeSession::url() method="post">
                        <input type="hidden" name="session" value=first/>
                        <label>
                            <span class="visually-hidden">{f.rename_label}</span>
                            <input type="text" name="title" value=title maxlength="120" autocomplete="off"/>
                        </label>
                        <button type="submit" class="quiet">{f.rename_save}</button>
                    </form>
                </details>
                <form action=DescribeSession::url() method="post">
                    <input type="hidden" name="session" value=second/>
                    <input type="hidden" name="archived" value=word/>
                    <button type="submit" class="quiet" aria-label=label>{name}</button>
                </form>
                <form action=DeleteSession::url() method="post">
                    <input type="hidden" name="session" value=third/>
                    <input type="hidden" name="from" value="matters"/>
                    <button type="submit" class="quiet" aria-label=delete>{t.delete}</button>
                </form>
            </div>
        </li>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::Sought;

    #[test]
    fn addresses_keep_what_is_sought() {
        assert_eq!(Sought::default().href(), "/matters");
        let sought = Sought {
            words: "аренда & Ко".into(),
            workspace: Some("contract".into()),
            archived: true,
            after: Some("2026_x".into()),
        };
        let href = sought.href();
        assert!(href.starts_with("/matters?q=%D0%B0"), "{href}");
        assert!(href.contains("%26") && href.ends_with("&workspace=contract&archived=yes&after=2026_x"), "{href}");
    }
}
