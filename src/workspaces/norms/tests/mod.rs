//! The machine under random judges, and the guards under hostile answers.

mod guards;
mod machine;
