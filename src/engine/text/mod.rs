//! Russian text: what is said in it.
