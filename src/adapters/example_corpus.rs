//! The example corpus that comes with the program: invented rules, no law.

use include_dir::{Dir, include_dir};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/knowledge/demo-corpus");

/// Its files by their names, without what is only about them.
#[must_use]
pub fn files() -> Vec<(String, &'static [u8])> {
    let named = FILES.files().filter_map(|file| {
        let name = file.path().file_name()?.to_string_lossy().into_owned();
        (!name.starts_with("README")).then_some((name, file.contents()))
    });
    let mut files: Vec<_> = named.collect();
    files.sort_unstable();
    files
}
