//! Missions: whole dialogues as data, a scripted person who answers, and a judge who counts.
//!
//! The file format is described in `tests/missions/README.md`. Everything here is pure: the same mission, seed and
//! packs give the same row. A model is judged by the same person and the same judge; only the driver differs.

pub mod dice;
pub mod format;
pub mod judge;
pub mod play;
pub mod read;
pub mod row;
pub mod told;
pub mod user;
