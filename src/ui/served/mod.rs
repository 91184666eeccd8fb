//! Pages that the server alone makes: the program of the browser does not carry them.

pub mod firm;
pub mod frame;
pub mod lawyer;
pub mod offline;
pub mod overlays;
pub mod settings;
pub mod signoff;
pub mod styleguide;
pub mod types;
pub mod why;
