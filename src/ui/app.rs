//! The application: routes, the bar beside the page, the line below.

use crate::ui::components::footer::Footer;
use crate::ui::components::sidebar::Sidebar;
use crate::ui::pages::audit::AuditPage;
use crate::ui::pages::compare::ComparePage;
use crate::ui::pages::home::{Front, Home, ReviewQueue};
use crate::ui::pages::matters::MattersPage;
use crate::ui::pages::not_found::NotFound;
use crate::ui::pages::page_image::PageImagePage;
use crate::ui::pages::search::SearchPage;
use crate::ui::pages::session::SessionPage;
use crate::ui::pages::share::SharePage;
use crate::ui::pages::source::SourcePage;
use crate::ui::prefs::Prefs;
use crate::ui::text;
use leptos::prelude::*;
use leptos_meta::provide_meta_context;
use leptos_router::components::{FlatRoutes, Route, Router};
use leptos_router::{SsrMode, path};

/// Everything inside `body`. All pages are complete in the server's HTML.
#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    provide_context(Prefs::current());
    let t = text::text();
    view! {
        <Router>
            <a class="skip" href="#main">{t.skip}</a>
            <Sidebar/>
            <FlatRoutes fallback=NotFound>
                <Route path=path!("/") view=Home ssr=SsrMode::Async/>
                <Route path=path!("/contract") view=Front ssr=SsrMode::Async/>
                <Route path=path!("/research") view=Front ssr=SsrMode::Async/>
                <Route path=path!("/search") view=SearchPage ssr=SsrMode::Async/>
                <Route path=path!("/source") view=SourcePage ssr=SsrMode::Async/>
                <Route path=path!("/page") view=PageImagePage ssr=SsrMode::Async/>
                <Route path=path!("/norms") view=Front ssr=SsrMode::Async/>
                <Route path=path!("/matters") view=MattersPage ssr=SsrMode::Async/>
                <Route path=path!("/norms/reviews") view=ReviewQueue ssr=SsrMode::Async/>
                <Route path=path!("/trial") view=Front ssr=SsrMode::Async/>
                <Route path=path!("/s/:id") view=SessionPage ssr=SsrMode::Async/>
                // Where a plain form of a gate comes back to when it was not taken.
                <Route path=path!("/s/:id/gate") view=SessionPage ssr=SsrMode::Async/>
                // The same for the forms of a turn's answer.
                <Route path=path!("/s/:id/say") view=SessionPage ssr=SsrMode::Async/>
                <Route path=path!("/s/:id/card") view=SessionPage ssr=SsrMode::Async/>
                <Route path=path!("/s/:id/review") view=SessionPage ssr=SsrMode::Async/>
                <Route path=path!("/s/:id/undo") view=SessionPage ssr=SsrMode::Async/>
                <Route path=path!("/s/:id/compare") view=ComparePage ssr=SsrMode::Async/>
                <Route path=path!("/s/:id/audit") view=AuditPage ssr=SsrMode::Async/>
                <Route path=path!("/s/:id/share") view=SharePage ssr=SsrMode::Async/>
            </FlatRoutes>
            <Footer/>
        </Router>
    }
}
