//! A backup: a copy of the database made while it is served, checked before it counts, with a manifest beside it. What
//! was deleted stands in no copy that is made afterwards; an older copy is cleaned when it is put back (`<database>.deleted`).

use crate::adapters::store::open::writer_options;
use crate::adapters::store::rows::failed;
use crate::adapters::store::schema::with_suffix;
use crate::adapters::store::sqlite::SqliteStore;
use crate::adapters::store::{files, fsck::FsckReport};
use crate::engine::prompt::hex;
use crate::runner::ports::StoreError;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::ConnectOptions;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The copy within a backup's folder.
pub const COPY: &str = "legalagi.db";
/// What is known of it.
pub const MANIFEST: &str = "manifest.json";
/// Bytes that are read at once.
const CHUNK: usize = 1024 * 1024;

/// What a backup holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Of the product that made it.
    pub release: String,
    /// When, RFC 3339 UTC.
    pub made_at: String,
    /// Bytes of the copy.
    pub bytes: u64,
    /// SHA-256 of the copy, hex.
    pub sha256: String,
    /// Sessions in it, those in the trash included.
    pub sessions: usize,
    /// Their versions.
    pub versions: usize,
}

/// Why there is no backup, or none that can be trusted.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A folder or file stands where one is to be made.
    #[error("{0} is there already: name another place, or move it away")]
    Exists(PathBuf),
    /// No manifest, or not one.
    #[error("{0} is no backup: its manifest cannot be read")]
    NoBackup(PathBuf),
    /// The copy is not the one that the manifest speaks of.
    #[error("the copy is not the one that was made: its {0} differ")]
    Altered(&'static str),
    /// The copy opens, but not everything in it stands.
    #[error("the copy is damaged: {0}")]
    Damaged(String),
    /// A file cannot be read or written.
    #[error("{file}: {source}")]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] crate::adapters::store::open::OpenError),
}

fn at(file: &Path) -> impl Fn(io::Error) -> BackupError + '_ {
    move |source| BackupError::File { file: file.to_owned(), source }
}

impl SqliteStore {
    /// Copies the database into a new folder while others read and write, looks the copy over and tells what is in it.
    /// The copy has its name only when all of that is done.
    ///
    /// # Errors
    /// The folder is there already; the copy cannot be made, or is not sound.
    pub async fn backup(&self, folder: &Path, made_at: &str) -> Result<Manifest, BackupError> {
        if folder.exists() {
            return Err(BackupError::Exists(folder.to_owned()));
        }
        let copy = folder.join(COPY);
        let partial = with_suffix(&copy, ".partial");
        files::prepare(&partial, true)?;
        let place = partial.to_str().ok_or_else(|| at(&partial)(ErrorKind::InvalidFilename.into()))?;
        let options = self.readers.connect_options();
        let options = (*options).clone().pragma("query_only", "OFF");
        let mut connection = options.connect().await.map_err(|error| failed("backup", &error))?;
        let copied = sqlx::query("VACUUM INTO ?").bind(place).execute(&mut connection).await;
        copied.map_err(|error| failed("backup", &error))?;
        // Opening a database writes its mode into it, so it is looked over before it is measured.
        let report = looked_over(&partial).await?;
        File::open(&partial).and_then(|file| file.sync_all()).map_err(at(&partial))?;
        let (bytes, sha256) = digest(&partial)?;
        let manifest = Manifest {
            release: env!("CARGO_PKG_VERSION").to_owned(),
            made_at: made_at.to_owned(),
            bytes,
            sha256,
            sessions: report.sessions,
            versions: report.versions,
        };
        write_manifest(folder, &manifest)?;
        std::fs::rename(&partial, &copy).map_err(at(&copy))?;
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(at(folder))?;
        Ok(manifest)
    }
}

/// Reads a backup whole and says what is in it.
///
/// # Errors
/// It is no backup, was altered, or is damaged.
pub async fn verify(folder: &Path) -> Result<Manifest, BackupError> {
    let manifest = read_manifest(folder)?;
    let copy = folder.join(COPY);
    let (bytes, sha256) = digest(&copy)?;
    if bytes != manifest.bytes {
        return Err(BackupError::Altered("sizes"));
    }
    if sha256 != manifest.sha256 {
        return Err(BackupError::Altered("hashes"));
    }
    // Opening a database writes to it: what is looked over is a copy of the copy.
    let scratch = tempfile::tempdir().map_err(at(folder))?;
    let read = scratch.path().join(COPY);
    std::fs::copy(&copy, &read).map_err(at(&copy))?;
    let report = looked_over(&read).await?;
    if (report.sessions, report.versions) != (manifest.sessions, manifest.versions) {
        return Err(BackupError::Altered("counts"));
    }
    Ok(manifest)
}

/// Puts a backup in the place of a database that nobody serves, and opens it: what was deleted since is deleted again,
/// and an older schema is brought to this release's. A database that stands there is moved aside first.
///
/// # Errors
/// The backup is none; the place cannot be written.
pub async fn restore(folder: &Path, url: &str, stamp: &str) -> Result<(Manifest, Option<PathBuf>), BackupError> {
    let manifest = verify(folder).await?;
    let options = writer_options(url)?;
    let file = options.get_filename().to_owned();
    // Whoever serves it has the claim; it ends with this function.
    let claim = files::claim(url)?;
    let had = std::fs::metadata(&file).is_ok_and(|found| found.len() > 0);
    let partial = with_suffix(&file, ".restored.partial");
    let copied = files::own(&partial).and_then(|made| {
        made.set_len(0)?;
        std::fs::copy(folder.join(COPY), &partial)?;
        made.sync_all()
    });
    copied.map_err(at(&partial))?;
    let aside = with_suffix(&file, &format!(".before-{stamp}"));
    if had && aside.exists() {
        return Err(BackupError::Exists(aside));
    }
    for suffix in ["", "-wal", "-shm"] {
        let (from, to) = (with_suffix(&file, suffix), with_suffix(&aside, suffix));
        let moved = if had { std::fs::rename(&from, to) } else { std::fs::remove_file(&from) };
        match moved {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(at(&from)(error)),
            _ => {}
        }
    }
    std::fs::rename(&partial, &file).map_err(at(&file))?;
    let store = SqliteStore::open(url).await?;
    let report = store.fsck().await;
    store.close().await;
    sound(&report?)?;
    drop(claim);
    Ok((manifest, had.then_some(aside)))
}

async fn looked_over(file: &Path) -> Result<FsckReport, BackupError> {
    let place = file.to_str().ok_or_else(|| at(file)(ErrorKind::InvalidFilename.into()))?;
    let store = SqliteStore::open(place).await?;
    let report = store.fsck().await;
    store.close().await;
    let report = report?;
    sound(&report)?;
    Ok(report)
}

fn sound(report: &FsckReport) -> Result<(), BackupError> {
    match report.faults.first() {
        None => Ok(()),
        Some(fault) => Err(BackupError::Damaged(format!("{} ({} faults)", fault.what, report.faults.len()))),
    }
}

/// Bytes and SHA-256 of a file.
fn digest(path: &Path) -> Result<(u64, String), BackupError> {
    let mut file = File::open(path).map_err(at(path))?;
    let mut hash = Sha256::new();
    let mut chunk = vec![0; CHUNK];
    let mut bytes = 0;
    loop {
        let read = file.read(&mut chunk).map_err(at(path))?;
        if read == 0 {
            return Ok((bytes, hex(&hash.finalize())));
        }
        bytes += read as u64;
        hash.update(chunk.get(..read).unwrap_or_default());
    }
}

fn write_manifest(folder: &Path, manifest: &Manifest) -> Result<(), BackupError> {
    let place = folder.join(MANIFEST);
    let text = serde_json::to_string_pretty(manifest).unwrap_or_default();
    let written = files::own(&place).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    written.map_err(at(&place))
}

fn read_manifest(folder: &Path) -> Result<Manifest, BackupError> {
    let text = std::fs::read(folder.join(MANIFEST)).map_err(|_| BackupError::NoBackup(folder.to_owned()))?;
    serde_json::from_slice(&text).map_err(|_| BackupError::NoBackup(folder.to_owned()))
}
