//! Commands about norms.

pub mod ask;
pub mod verify_pack;
