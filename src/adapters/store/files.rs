//! The files of a database: who may read them, who serves them, which sessions they must not bring back.

use crate::adapters::store::open::OpenError;
use crate::adapters::store::schema::with_suffix;
use crate::engine::prompt::sha256;
use std::collections::BTreeSet;
use std::fs::{DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Nobody but the owner reads what people wrote.
const FILE: u32 = 0o600;
const FOLDER: u32 = 0o700;

/// What stands beside the database under its name.
const BESIDE: &[&str] = &["", "-wal", "-shm", "-journal", ".bak", ".bak.partial", ".deleted", ".lock"];

/// Makes the folder and, if it is to be made, the file, before the database does: its log takes over the file's mode.
/// Files of an older release lose the rights of others.
pub(super) fn prepare(file: &Path, may_make: bool) -> Result<(), OpenError> {
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        let made = DirBuilder::new().recursive(true).mode(FOLDER).create(folder);
        made.map_err(|source| OpenError::Folder { folder: folder.to_owned(), source })?;
    }
    if may_make {
        own(file).map_err(|source| OpenError::File { file: file.to_owned(), source })?;
    }
    for suffix in BESIDE {
        let path = with_suffix(file, suffix);
        let Ok(mode) = std::fs::metadata(&path).map(|found| found.permissions().mode() & 0o777) else { continue };
        if mode & 0o077 != 0
            && let Err(error) = std::fs::set_permissions(&path, Permissions::from_mode(mode & 0o700))
        {
            tracing::warn!(file = %path.display(), %error, "others may read this file, and its mode cannot be changed");
        }
    }
    Ok(())
}

/// An empty file of the owner's own, or the one that is there.
pub(super) fn own(file: &Path) -> std::io::Result<File> {
    // Not truncated: what is there stays.
    OpenOptions::new().read(true).append(true).create(true).mode(FILE).open(file)
}

/// The right to serve a database; ends with the process at the latest.
#[derive(Debug)]
pub struct Claim {
    _lock: File,
}

/// Claims a database for this server. Commands need no claim and work beside it.
///
/// # Errors
/// Another server has it; the file cannot be made.
pub fn claim(url: &str) -> Result<Claim, OpenError> {
    let options = crate::adapters::store::open::writer_options(url)?;
    let file = options.get_filename();
    prepare(file, crate::adapters::store::open::may_make(url))?;
    // One file under two names is one file.
    let file = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let broken = |source| OpenError::File { file: file.clone(), source };
    let lock = own(&with_suffix(&file, ".lock")).map_err(broken)?;
    match lock.try_lock() {
        Ok(()) => Ok(Claim { _lock: lock }),
        Err(TryLockError::WouldBlock) => Err(OpenError::Served(file)),
        Err(TryLockError::Error(source)) => Err(OpenError::File { file, source }),
    }
}

/// The list of deletions beside a database: hashes of ids, so that a copy that is put back does not bring them back.
fn list(file: &Path) -> PathBuf {
    with_suffix(file, ".deleted")
}

/// Notes deletions; on disk when it returns.
pub(super) fn note_deleted<'a>(file: &Path, sessions: impl Iterator<Item = &'a str>) -> std::io::Result<()> {
    let lines: String = sessions.map(|id| format!("{}\n", sha256(id))).collect();
    let mut list = own(&list(file))?;
    list.write_all(lines.as_bytes())?;
    list.sync_all()
}

/// Takes a note back: what it says was not done.
pub(super) fn forget_deleted(file: &Path, sessions: &[String]) -> std::io::Result<()> {
    let text = match std::fs::read_to_string(list(file)) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        text => text?,
    };
    let taken: BTreeSet<String> = sessions.iter().map(|id| sha256(id)).collect();
    let kept: String = text.lines().filter(|line| !taken.contains(*line)).map(|line| format!("{line}\n")).collect();
    // Whole under another name first: half a list would bring back what was deleted.
    let partial = with_suffix(file, ".deleted.partial");
    let mut written = own(&partial)?;
    written.set_len(0)?;
    written.write_all(kept.as_bytes())?;
    written.sync_all()?;
    std::fs::rename(partial, list(file))
}

/// Whether anything was deleted for good since this file was made.
pub(super) fn has_deleted(file: &Path) -> bool {
    list(file).is_file()
}

/// Those of these sessions that were deleted.
pub(super) fn deleted(file: &Path, sessions: Vec<String>) -> std::io::Result<Vec<String>> {
    let text = match std::fs::read_to_string(list(file)) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        text => text?,
    };
    let gone: BTreeSet<&str> = text.lines().collect();
    Ok(sessions.into_iter().filter(|id| gone.contains(sha256(id).as_str())).collect())
}
