//! `/firm`: who is signed in, the matters, who works on them, and where new work goes. Plain forms do everything.

use crate::model::account::{Matter, Participant, Role, Standing};
use crate::model::error::ApiError;
use crate::model::session::SessionRow;
use crate::ui::logic::format;
use crate::ui::people_text::{self, PeopleText};
use crate::ui::served::frame::Served;
use crate::ui::text;
use leptos::prelude::*;

/// An account, as administrators see it.
pub struct Person {
    /// The name to sign in with.
    pub name: String,
    /// What the person may do.
    pub role: Role,
    /// Whether it opens nothing.
    pub is_disabled: bool,
}

/// A matter that is shown.
pub struct MatterRow {
    /// The matter.
    pub matter: Matter,
    /// Whether the visitor works on it.
    pub own: bool,
    /// Who stands how to it, as far as the visitor is to know.
    pub people: Vec<Participant>,
}

/// What the server found out for the page.
pub struct Found {
    /// Who is signed in.
    pub name: String,
    /// What the person may do.
    pub role: Role,
    /// Whether the person keeps matters.
    pub manages: bool,
    /// The matter that new sessions go into.
    pub works_in: Option<String>,
    /// Matters, oldest first.
    pub matters: Vec<MatterRow>,
    /// All accounts, for those who keep matters.
    pub people: Vec<Person>,
    /// Common sessions that the person may put into a matter.
    pub common: Vec<SessionRow>,
    /// Why a form was not taken.
    pub problem: Option<ApiError>,
    /// What became of a new password.
    pub password: Option<PasswordNote>,
}

/// What became of a new password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordNote {
    /// It holds.
    Changed,
    /// The old one is wrong.
    Wrong,
    /// The new one is too short or too long.
    Unfit,
    /// The new one is the old one.
    Same,
    /// The new one was typed in two ways.
    Differs,
    /// Too many wrong ones; seconds to wait.
    Wait(u64),
}

/// The page.
pub fn page(found: &Found) -> Served {
    let t = people_text::text();
    let you = format::fill(t.you, &[("name", &found.name), ("role", t.role(found.role))]);
    let problem =
        found.problem.as_ref().map(|error| view! { <p class="problem" role="alert">{text::text().error(error)}</p> });
    let none = found.matters.is_empty().then(|| view! { <p class="empty">{t.matters_none}</p> });
    let rows = found.matters.iter().map(|row| matter(t, found, row)).collect_view();
    let body = view! {
        <div class="share-page firm-page">
            <h1>{t.title}</h1>
            <p class="lead">{you} " " {t.lead}</p>
            {problem}
            {working(t, found)}
            <section class="panel" aria-labelledby="firm-matters">
                <h2 id="firm-matters">{t.matters}</h2>
                {none}
                {rows}
                {found.manages.then(|| new_matter(t))}
            </section>
            {putting(t, found)}
            {found.manages.then(|| accounts(t, &found.people))}
            {own_password(t, found)}
        </div>
    };
    Served::of(t.title, body.into_any())
}

/// Where new sessions go.
fn working(t: &'static PeopleText, found: &Found) -> AnyView {
    let chosen = found.matters.iter().find(|row| Some(&row.matter.id) == found.works_in.as_ref());
    let (words, leave) = match chosen {
        Some(row) => (format::fill(t.work_in, &[("name", &row.matter.name)]), true),
        None => (t.work_common.to_owned(), found.works_in.is_some()),
    };
    let leave = leave.then(|| {
        view! {
            <form method="post" action="/firm/work">
                <input type="hidden" name="matter" value=""/>
                <button type="submit">{t.work_leave}</button>
            </form>
        }
    });
    view! {
        <section class="panel" aria-labelledby="firm-work">
            <h2 id="firm-work">{t.work_title}</h2>
            <p>{words}</p>
            {leave}
        </section>
    }
    .into_any()
}

/// One matter with its people.
fn matter(t: &'static PeopleText, found: &Found, row: &MatterRow) -> AnyView {
    let id = row.matter.id.clone();
    let choose = (row.own && found.works_in.as_ref() != Some(&id)).then(|| {
        view! {
            <form method="post" action="/firm/work">
                <input type="hidden" name="matter" value=id.clone()/>
                <button type="submit">{t.work_choose}</button>
            </form>
        }
    });
    let stranger = (!row.own).then(|| view! { <p class="hint">{t.not_yours}</p> });
    let people = row.people.iter().map(|one| person(t, found.manages, one)).collect_view();
    let nobody = row.people.is_empty().then(|| view! { <p class="empty">{t.no_people}</p> });
    let add = found.manages.then(|| {
        let (who, how) = (format!("who-{id}"), format!("how-{id}"));
        let names = found.people.iter().map(|one| view! { <option value=one.name.clone()>{one.name.clone()}</option> });
        view! {
            <form class="form-row" method="post" action="/firm/stand">
                <input type="hidden" name="matter" value=id.clone()/>
                <label for=who.clone()>{t.person}</label>
                <select id=who name="account">{names.collect_view()}</select>
                <label for=how.clone()>{t.standing}</label>
                <select id=how name="standing">
                    <option value="member">{t.member}</option>
                    <option value="walled">{t.walled}</option>
                </select>
                <button type="submit">{t.add_person}</button>
            </form>
        }
    });
    view! {
        <article class="card">
            <h3>{row.matter.name.clone()}</h3>
            {found.manages.then(|| view! { <p class="hint">{t.matter_id} ": " <code>{id.clone()}</code></p> })}
            {stranger}
            {nobody}
            <ul>{people}</ul>
            {choose}
            {add}
        </article>
    }
    .into_any()
}

fn person(t: &'static PeopleText, manages: bool, one: &Participant) -> AnyView {
    let how = match one.standing {
        Standing::Member => t.member,
        Standing::Walled => t.walled,
    };
    let out = manages.then(|| {
        view! {
            <form method="post" action="/firm/leave">
                <input type="hidden" name="matter" value=one.matter.clone()/>
                <input type="hidden" name="account" value=one.account.clone()/>
                <button type="submit" class="quiet">{format::fill(t.take_out, &[("name", &one.account)])}</button>
            </form>
        }
    });
    view! { <li>{one.account.clone()} ", " {how} {out}</li> }.into_any()
}

fn new_matter(t: &'static PeopleText) -> AnyView {
    view! {
        <form class="form-row" method="post" action="/firm/matter">
            <label for="new-matter">{t.matter_name}</label>
            <input id="new-matter" name="name" required maxlength="120"/>
            <button type="submit" class="primary">{t.make_matter}</button>
        </form>
    }
    .into_any()
}

/// The form that puts a common session into one of the own matters.
fn putting(t: &'static PeopleText, found: &Found) -> Option<AnyView> {
    let own: Vec<&MatterRow> = found.matters.iter().filter(|row| row.own).collect();
    if own.is_empty() || found.common.is_empty() {
        return None;
    }
    let sessions = found
        .common
        .iter()
        .map(|row| view! { <option value=row.session_id.0.clone()>{row.title.clone()}</option> })
        .collect_view();
    let matters = own
        .into_iter()
        .map(|row| view! { <option value=row.matter.id.clone()>{row.matter.name.clone()}</option> })
        .collect_view();
    let form = view! {
        <section class="panel" aria-labelledby="firm-put">
            <h2 id="firm-put">{t.put_title}</h2>
            <p class="hint">{t.put_hint}</p>
            <form class="form-row" method="post" action="/firm/put">
                <label for="put-session">{t.what}</label>
                <select id="put-session" name="session">{sessions}</select>
                <label for="put-matter">{t.matter}</label>
                <select id="put-matter" name="matter">{matters}</select>
                <button type="submit">{t.put}</button>
            </form>
        </section>
    };
    Some(form.into_any())
}

fn accounts(t: &'static PeopleText, people: &[Person]) -> AnyView {
    let rows = people
        .iter()
        .map(|one| {
            let off = one.is_disabled.then(|| format!(", {}", t.disabled));
            view! { <li>{one.name.clone()} ", " {t.role(one.role)} {off}</li> }
        })
        .collect_view();
    view! {
        <section class="panel" aria-labelledby="firm-people">
            <h2 id="firm-people">{t.people}</h2>
            <ul>{rows}</ul>
            <p class="hint">{t.people_hint}</p>
        </section>
    }
    .into_any()
}

/// The form for another password. Nothing that was typed into it comes back.
fn own_password(t: &'static PeopleText, found: &Found) -> AnyView {
    let problem = |words: String| view! { <p class="problem" role="alert">{words}</p> }.into_any();
    let note = found.password.map(|note| match note {
        PasswordNote::Changed => view! { <p role="status"><b>{t.password_changed}</b></p> }.into_any(),
        PasswordNote::Wrong => problem(t.password_wrong.to_owned()),
        PasswordNote::Unfit => problem(t.password_unfit.to_owned()),
        PasswordNote::Same => problem(t.password_same.to_owned()),
        PasswordNote::Differs => problem(t.password_differs.to_owned()),
        PasswordNote::Wait(seconds) => problem(format::fill(t.wait, &[("n", &seconds.to_string())])),
    });
    let field = |id: &'static str, name: &'static str, label: &'static str, kind: &'static str| {
        view! {
            <label for=id>
                <span>{label}</span>
                <input id=id type="password" name=name autocomplete=kind required maxlength="256"/>
            </label>
        }
    };
    view! {
        <section class="panel" id="own-password" aria-labelledby="own-password-title">
            <h2 id="own-password-title">{t.password_title}</h2>
            {note}
            <form class="password-form" method="post" action="/firm/password">
                // Password keepers ask whose it is.
                <input type="hidden" name="username" autocomplete="username" value=found.name.clone()/>
                {field("password-old", "old", t.password_old, "current-password")}
                {field("password-new", "new", t.password_new, "new-password")}
                {field("password-again", "again", t.password_again, "new-password")}
                <button type="submit">{t.password_save}</button>
            </form>
            <p class="hint">{t.password_hint}</p>
        </section>
    }
    .into_any()
}
