//! The program of the page: keeps the server's HTML alive in the browser.
//!
//! The server draws every page whole, and links and plain forms do everything. This program follows links and sends
//! forms without leaving the page, and makes the page equal to the server's answer (`morph`) so that focus, words that
//! were typed, opened parts and places of scrolling stay. It listens to a running turn, and knows no word, no rule and
//! no data of any workspace: what is special about an element stands in its attributes (`docs/adr/0059`).

pub mod acts;
pub mod dom;
pub mod drafts;
pub mod forms;
pub mod keys;
pub mod morph;
pub mod stream;
pub mod visit;

use wasm_bindgen::prelude::wasm_bindgen;

/// Takes over the page that the server sent.
#[wasm_bindgen(start)]
pub fn start() {
    let Some(root) = dom::root() else { return };
    morph::remember(&root);
    acts::listen();
    forms::listen();
    keys::listen();
    visit::listen();
    arrived(None, true);
    // Tests and the small script beside this one can wait for it.
    let _ = root.set_attribute("data-alive", "true");
}

/// What is done whenever a page, or another state of it, has come: `turns` is how many turns there were before; `asked`
/// when the person asked for it.
fn arrived(turns: Option<u32>, asked: bool) {
    stream::follow();
    drafts::restore();
    acts::absolute();
    acts::to_the_end(turns, asked);
}
