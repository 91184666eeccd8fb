//! The pure half of the views: plain functions over plain data, the same on the server and in the browser.

pub mod answer;
pub mod branches;
pub mod compare;
pub mod format;
pub mod highlight;
pub mod issues;
pub mod links;
pub mod message;
pub mod norms;
pub mod place;
#[cfg(test)]
pub mod sample;
pub mod sheet;
pub mod tokens;
pub mod tree;
pub mod trial;
