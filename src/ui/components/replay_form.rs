//! Opening a replay file. It needs scripts: the file is read in the browser and sent as it is.

use crate::ui::text;
use leptos::prelude::*;

/// One field; choosing a file sends it, and the copy opens.
#[component]
pub fn ReplayForm() -> impl IntoView {
    let t = text::text();
    view! {
        <section class="replay-form" aria-labelledby="replay-title">
            <h2 id="replay-title">{t.replay_open}</h2>
            <label class="needs-js">
                <span>{t.replay_choose}</span>
                <input
                    type="file"
                    accept=".json,application/json"
                    data-post="/api/replay"
                    data-reading=t.replay_reading
                    data-failed=t.err_other
                />
            </label>
            <p class="hint no-js">{t.replay_no_js}</p>
            <div class="hint" role="status"></div>
        </section>
    }
    .into_any()
}
