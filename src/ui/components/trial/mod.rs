//! The page of a mock trial. What is read from the state is JSON; `logic::trial` knows where things stand in it.

pub mod audit;
pub mod burden;
pub mod charts;
pub mod chat;
pub mod claims;
pub mod common;
pub mod compare;
pub mod evidence;
pub mod fact_links;
pub mod facts;
pub mod fields;
pub mod gate_card;
pub mod history;
pub mod intake;
pub mod issues_gate;
pub mod last_gate;
pub mod pane;
pub mod proof_gate;
pub mod report;
pub mod round;
pub mod speech;
pub mod start;
pub mod timeline;
pub mod way_on;
