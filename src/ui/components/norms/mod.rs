//! The page of a question about norms.

pub mod answer;
pub mod chat;
pub mod compare;
pub mod evidence;
pub mod pane;
pub mod plan;
pub mod review;
