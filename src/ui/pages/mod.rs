//! One file per address.

pub mod audit;
pub mod compare;
pub mod home;
pub mod matters;
pub mod not_found;
pub mod page_image;
pub mod search;
pub mod session;
pub mod share;
pub mod source;
