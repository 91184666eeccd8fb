//! Answers of turns without I/O.
