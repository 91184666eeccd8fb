//! Files of an import: folders walked, images of one set put together, the example corpus.

use crate::adapters::{example_corpus, intake};
use crate::engine::corpus::read::images;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Endings that are looked at in a folder; a file that is named itself may have any.
const ENDINGS: [&str; 10] = ["json", "txt", "md", "html", "htm", "pdf", "docx", "jpg", "jpeg", "png"];
/// Beginnings of names that are about a folder, not part of it.
const ABOUT: [&str; 4] = ["README", "LICENSE", "LICENCE", "SOURCE."];

/// Something to import.
#[derive(Debug, Clone)]
pub enum Found {
    /// A file of the example corpus.
    Embedded {
        /// Its name.
        name: String,
        /// Its bytes.
        bytes: &'static [u8],
    },
    /// A file.
    File {
        /// Its name.
        name: String,
        /// Where it is.
        path: PathBuf,
    },
    /// Images of one set of pages.
    Images {
        /// The set.
        set: String,
        /// Page and place.
        pages: Vec<(u32, PathBuf)>,
    },
    /// A place where nothing is.
    Missing {
        /// As it was named.
        name: String,
        /// Why.
        reason: String,
    },
}

impl Found {
    /// What it is called in the report.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Embedded { name, .. } | Self::File { name, .. } | Self::Missing { name, .. } => name,
            Self::Images { set, .. } => set,
        }
    }
}

/// Everything at these places, folders in the order of their names.
#[must_use]
pub fn find(paths: &[PathBuf]) -> Vec<Found> {
    let mut files = Vec::new();
    let mut missing = Vec::new();
    for path in paths {
        match fs::metadata(path) {
            Ok(about) if about.is_dir() => walk(path, 0, &mut files),
            Ok(_) => files.push(path.clone()),
            Err(error) => {
                missing.push(Found::Missing {
                    name: path.display().to_string(),
                    reason: format!("файл не открывается: {error}"),
                });
            }
        }
    }
    let mut sets: BTreeMap<(PathBuf, String), Vec<(u32, PathBuf)>> = BTreeMap::new();
    let mut out = Vec::new();
    for path in files {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        match images::page_of(&name) {
            Some((set, page)) => {
                let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
                sets.entry((folder, set.to_owned())).or_default().push((page, path.clone()));
            }
            None => out.push(Found::File { name, path }),
        }
    }
    out.extend(sets.into_iter().map(|((_, set), mut pages)| {
        pages.sort();
        Found::Images { set, pages }
    }));
    out.extend(missing);
    out
}

/// The example corpus.
#[must_use]
pub fn demo() -> Vec<Found> {
    example_corpus::files().into_iter().map(|(name, bytes)| Found::Embedded { name, bytes }).collect()
}

/// Deepest folder below the one that was named.
const DEPTH: u32 = 12;

fn walk(folder: &Path, depth: u32, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
        if name.starts_with('.') || path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            if depth < DEPTH {
                walk(&path, depth + 1, out);
            }
        } else if ENDINGS.contains(&ending.as_str()) && !ABOUT.iter().any(|about| name.starts_with(about)) {
            out.push(path);
        }
    }
}

/// The bytes of a file that is not too large.
///
/// # Errors
/// Why not, for a person.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    let opened = |error: std::io::Error| format!("файл не открывается: {error}");
    if fs::metadata(path).map_err(opened)?.len() > intake::MOST_BYTES {
        return Err(intake::too_large());
    }
    fs::read(path).map_err(opened)
}

/// Images with where they are and their hashes.
///
/// # Errors
/// One that does not open.
pub fn hashed(pages: &[(u32, PathBuf)]) -> Result<Vec<(u32, String, String)>, String> {
    pages
        .iter()
        .map(|(page, path)| {
            let whole = fs::canonicalize(path).unwrap_or_else(|_| path.clone());
            Ok((*page, whole.display().to_string(), intake::hash(&[&read(path)?])))
        })
        .collect()
}
