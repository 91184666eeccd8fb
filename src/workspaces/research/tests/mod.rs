//! Tables and whole questions without I/O.
