//! The door: who gets a connection, how long a request may take to arrive, how many are let in, under which names.
//!
//! A request passes from the outside in: [`listen`] (connections), [`hosts`] (names), [`admission`] (limits of an
//! address and of the whole server), [`spool`] (its body, complete before anything else is done), then the routes.

pub mod admission;
pub mod caller;
pub mod connections;
pub mod guesses;
pub mod hosts;
pub mod listen;
pub mod options;
pub mod rates;
pub mod spool;
pub mod streams;
pub mod tap;
pub mod traffic;
