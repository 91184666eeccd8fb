//! The machine under random judges, and the guards under hostile answers.

mod compare;
mod guards;
mod machine;
