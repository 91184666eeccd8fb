//! The signing key of the installation: made once beside its database, never sent, never in a pack or a backup of
//! sessions. Its public half stands in every pack and in a file of its own, to be handed over another way.

use crate::engine::prompt::hex;
use crate::model::pack_signature::{LIST, SIGNATURE, Signature};
use ed25519_dalek::{Signer, SigningKey, Verifier, VerifyingKey};
use rand::TryRng;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Files by name.
type Files = BTreeMap<String, Vec<u8>>;

/// Bytes of a key.
const KEY: usize = 32;
/// What is signed begins with this, so that a signature of something else is none of a pack.
const CONTEXT: &[u8] = b"legalagi-evidence-pack/1\n";

/// The key of an installation.
pub struct PackKey(SigningKey);

/// A signature that is not that of its files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the signature is not that of these files")]
pub struct Forged;

/// The file of a database URL; `None` for one in memory.
#[must_use]
pub fn path_of(url: &str) -> Option<PathBuf> {
    let place = url.strip_prefix("sqlite:").unwrap_or(url);
    let place = place.strip_prefix("//").unwrap_or(place).split('?').next().unwrap_or_default();
    (!place.is_empty() && !place.contains(":memory:")).then(|| PathBuf::from(place))
}

/// The files signed with the key beside a database; without one, with a key that this process alone has.
///
/// # Errors
/// A key that cannot be read or made.
pub fn sealed(database: Option<&Path>, files: Files) -> std::io::Result<Files> {
    let Some(path) = database else {
        return Ok(passing()?.signed(files));
    };
    Ok(PackKey::beside(path)?.signed(files))
}

/// The key of a process whose database is kept nowhere: made once, gone with it.
fn passing() -> std::io::Result<&'static PackKey> {
    static KEPT: OnceLock<PackKey> = OnceLock::new();
    if let Some(key) = KEPT.get() {
        return Ok(key);
    }
    let key = PackKey(SigningKey::from_bytes(&seed()?));
    Ok(KEPT.get_or_init(|| key))
}

fn seed() -> std::io::Result<[u8; KEY]> {
    let mut seed = [0_u8; KEY];
    rand::rngs::SysRng.try_fill_bytes(&mut seed).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(seed)
}

impl PackKey {
    /// The key beside a database; made when there is none.
    ///
    /// # Errors
    /// A folder that cannot be written, a key file that is none.
    pub fn beside(database: &Path) -> std::io::Result<Self> {
        let place = place(database);
        match std::fs::read_to_string(&place) {
            Ok(text) => {
                let seed = bytes(text.trim()).ok_or_else(|| std::io::Error::other("the key file is damaged"))?;
                Ok(Self(SigningKey::from_bytes(&seed)))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Self::make(&place),
            Err(error) => Err(error),
        }
    }

    fn make(place: &Path) -> std::io::Result<Self> {
        let seed = seed()?;
        let key = Self(SigningKey::from_bytes(&seed));
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(0o600);
        }
        match options.open(place) {
            Ok(mut file) => file.write_all(format!("{}\n", hex(&seed)).as_bytes())?,
            // Another process of the same installation was first: its key counts.
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                let text = std::fs::read_to_string(place)?;
                let seed = bytes(text.trim()).ok_or_else(|| std::io::Error::other("the key file is damaged"))?;
                return Ok(Self(SigningKey::from_bytes(&seed)));
            }
            Err(error) => return Err(error),
        }
        std::fs::write(place.with_extension("pub"), format!("{}\n", key.public()))?;
        Ok(key)
    }

    /// The public half, in hex.
    #[must_use]
    pub fn public(&self) -> String {
        hex(self.0.verifying_key().as_bytes())
    }

    /// The files with their signature: over the list of all of them, which holds the hash of each.
    #[must_use]
    pub fn signed(&self, mut files: Files) -> Files {
        let Some(manifest) = files.get(LIST) else { return files };
        let signature = self.0.sign(&[CONTEXT, manifest.as_slice()].concat());
        let made =
            Signature { algorithm: "ed25519".to_owned(), key: self.public(), signature: hex(&signature.to_bytes()) };
        if let Ok(text) = serde_json::to_vec_pretty(&made) {
            files.insert(SIGNATURE.to_owned(), text);
        }
        files
    }
}

/// `legalagi.db` → `legalagi.pack-key`.
fn place(database: &Path) -> PathBuf {
    database.with_extension("pack-key")
}

/// The public half of a database's key, if it has one; none is made.
#[must_use]
pub fn held(database: &Path) -> Option<String> {
    place(database).is_file().then(|| PackKey::beside(database).ok().map(|key| key.public())).flatten()
}

/// The public key that signed these files; `None` when nobody did.
///
/// # Errors
/// [`Forged`]
pub fn signer(files: &Files) -> Result<Option<String>, Forged> {
    let Some(text) = files.get(SIGNATURE) else { return Ok(None) };
    let said: Signature = serde_json::from_slice(text).map_err(|_| Forged)?;
    let list = files.get(LIST).ok_or(Forged)?;
    let key = bytes::<KEY>(&said.key).and_then(|key| VerifyingKey::from_bytes(&key).ok()).ok_or(Forged)?;
    let signature = bytes::<64>(&said.signature).ok_or(Forged)?;
    let signature = ed25519_dalek::Signature::from_bytes(&signature);
    let signed = said.algorithm == "ed25519" && key.verify(&[CONTEXT, list.as_slice()].concat(), &signature).is_ok();
    if signed { Ok(Some(said.key)) } else { Err(Forged) }
}

/// Bytes of lower- or upper-case hex.
fn bytes<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut out = [0_u8; N];
    if text.len() != 2 * N || !text.is_ascii() {
        return None;
    }
    for (index, byte) in out.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * index..2 * index + 2)?, 16).ok()?;
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Files {
        Files::from([(LIST.to_owned(), b"{\"files\": []}".to_vec())])
    }

    #[test]
    fn a_signature_is_of_these_files_and_of_this_key() {
        let folder = tempfile::tempdir().unwrap();
        let key = PackKey::beside(&folder.path().join("a.db")).unwrap();
        let again = PackKey::beside(&folder.path().join("a.db")).unwrap();
        let other = PackKey::beside(&folder.path().join("b.db")).unwrap();
        assert_eq!(key.public(), again.public());
        assert_ne!(key.public(), other.public());
        assert_eq!(held(&folder.path().join("a.db")), Some(key.public()));
        assert_eq!(held(&folder.path().join("none.db")), None);
        let signed = key.signed(files());
        assert_eq!(signer(&signed), Ok(Some(key.public())));
        assert_eq!(signer(&files()), Ok(None));
        // A database in memory has no place for a key: its packs are signed all the same, by one key.
        let kept_nowhere = signer(&sealed(None, files()).unwrap()).unwrap();
        assert!(kept_nowhere.is_some() && kept_nowhere == signer(&sealed(None, files()).unwrap()).unwrap());
        let mut changed = signed.clone();
        changed.insert(LIST.to_owned(), b"{\"files\": [1]}".to_vec());
        assert_eq!(signer(&changed), Err(Forged));
        // A signature by one key under the name of another.
        let mut renamed = signed;
        let text = String::from_utf8(renamed[SIGNATURE].clone()).unwrap().replace(&key.public(), &other.public());
        renamed.insert(SIGNATURE.to_owned(), text.into_bytes());
        assert_eq!(signer(&renamed), Err(Forged));
        assert_eq!(path_of("sqlite://data/a.db?mode=rwc"), Some(PathBuf::from("data/a.db")));
        assert_eq!(path_of("sqlite::memory:"), None);
    }
}
