//! L5: the pages. Imports `model` and `api`; the pure half of every view lives in `logic` with its tests.

pub mod app;
pub mod branch_text;
mod catalogue;
pub mod compare_text;
pub mod components;
pub mod desk_text;
pub mod evidence_text;
pub mod example_text;
pub mod face;
pub mod frame_text;
pub mod guide_text;
pub mod live;
pub mod logic;
pub mod norms_text;
pub mod pages;
pub mod paper;
pub mod people_text;
pub mod prefs;
pub mod served;
pub mod shell;
pub mod signoff_text;
pub mod text;
pub mod text_ko;
pub mod trial_names;
pub mod trial_text;
pub mod turn_text;
pub mod words;
