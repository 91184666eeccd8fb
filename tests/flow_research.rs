//! Whole questions over a small corpus of our own: sessions and tools, with rules alone and with hostile models.
#![cfg(all(feature = "ssr", feature = "fakes"))]
#![expect(clippy::unwrap_used, reason = "a test may fail loudly")]

#[path = "research/corpus.rs"]
mod corpus;
#[path = "research/hostile.rs"]
mod hostile;
#[path = "research/language.rs"]
mod language;
#[path = "research/remarks.rs"]
mod remarks;
#[path = "research/sessions.rs"]
mod sessions;
#[path = "research/tools.rs"]
mod tools;
