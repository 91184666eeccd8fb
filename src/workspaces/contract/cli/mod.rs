//! Commands about contracts.

pub mod lint;
pub mod missions;
