//! The files of a pack from its data and images. The same data gives the same bytes.

use crate::engine::prompt::hex;
use crate::model::pack_signature::SIGNATURE;
use crate::workspaces::norms::evidence_pack::{FORMAT, FORMAT_VERSION, MANIFEST, PACK, PAGE, Pack, html};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The files of a pack by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The list of files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`FORMAT`].
    pub format: String,
    /// [`FORMAT_VERSION`] of the writer.
    pub format_version: u32,
    /// Every file but this one, by name.
    pub files: Vec<Listed>,
}

/// A file of the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Its size.
    pub bytes: usize,
    /// Lower-case hex SHA-256 of its bytes.
    pub sha256: String,
}

/// Lower-case hex SHA-256.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// All files of a pack.
///
/// # Errors
/// Data that is no JSON: a number that is none.
pub fn files(pack: &Pack, images: Files) -> Result<Files, serde_json::Error> {
    let mut all = images;
    // One line: thousands of glyphs stand in it, and people read the page.
    all.insert(PACK.to_owned(), serde_json::to_vec(pack)?);
    all.insert(PAGE.to_owned(), html::page(pack).into_bytes());
    sealed(all)
}

/// The files with the list of them made anew.
///
/// # Errors
/// Not from here.
pub fn sealed(mut files: Files) -> Result<Files, serde_json::Error> {
    files.remove(MANIFEST);
    files.remove(SIGNATURE);
    let listed =
        files.iter().map(|(name, bytes)| Listed { name: name.clone(), bytes: bytes.len(), sha256: digest(bytes) });
    let manifest = Manifest { format: FORMAT.to_owned(), format_version: FORMAT_VERSION, files: listed.collect() };
    files.insert(MANIFEST.to_owned(), serde_json::to_vec_pretty(&manifest)?);
    Ok(files)
}
