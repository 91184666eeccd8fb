//! Loader.
