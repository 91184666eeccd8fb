//! A backup: a copy of the database made while it is served, checked before it counts, with a manifest beside it. What
//! was deleted stands in no copy that is made afterwards; an older copy is cleaned when it is put back (`<database>.deleted`).

use crate::adapters::store::open::{OpenError, reader_options, writer_options};
use crate::adapters::store::rows::{failed, is_damage};
use crate::adapters::store::schema::{self, with_suffix};
use crate::adapters::store::sqlite::SqliteStore;
use crate::adapters::store::{files, fsck::FsckReport};
use crate::engine::prompt::hex;
use crate::model::trail::TrailHead;
use crate::runner::ports::StoreError;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The copy within a backup's folder.
pub const COPY: &str = "legalagi.db";
/// What is known of it.
pub const MANIFEST: &str = "manifest.json";
/// What SQLite keeps beside a database.
const LOGS: [&str; 3] = ["-wal", "-shm", "-journal"];
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
    /// The end of the audit log in it: a log that is shorter or another one later is found out by this.
    #[serde(default)]
    pub audit: Option<TrailHead>,
}

/// Why there is no backup, or none that can be trusted.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// A folder or file stands where one is to be made.
    #[error("{0} is there already: name another place, or move it away")]
    Exists(PathBuf),
    /// Nothing stands where the database should.
    #[error("there is no database at {0} (LEGALAGI_DATABASE_URL)")]
    None(PathBuf),
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
    Open(#[from] OpenError),
}

fn at(file: &Path) -> impl Fn(io::Error) -> BackupError + '_ {
    move |source| BackupError::File { file: file.to_owned(), source }
}

/// Copies a database into a new folder while others read and write, looks a copy of the copy over and tells what is in
/// it. The database is only read: it is neither made, nor brought to another schema. The copy has its name only when all
/// of that is done; what failed leaves no folder.
///
/// # Errors
/// There is no database; the folder is there already; the copy cannot be made, or is not sound.
pub async fn backup(url: &str, folder: &Path, made_at: &str) -> Result<Manifest, BackupError> {
    let options = writer_options(url)?;
    let file = options.get_filename().to_owned();
    if !has_content(&file) {
        return Err(BackupError::None(file));
    }
    if folder.exists() {
        return Err(BackupError::Exists(folder.to_owned()));
    }
    let made = copied_out(reader_options(&options).pragma("query_only", "OFF"), folder, made_at).await;
    if made.is_err() {
        drop(std::fs::remove_dir_all(folder));
    }
    made
}

async fn copied_out(options: SqliteConnectOptions, folder: &Path, made_at: &str) -> Result<Manifest, BackupError> {
    let copy = folder.join(COPY);
    let partial = with_suffix(&copy, ".partial");
    files::prepare(&partial, true)?;
    let place = partial.to_str().ok_or_else(|| at(&partial)(ErrorKind::InvalidFilename.into()))?;
    let mut connection = options.connect().await.map_err(|error| failed("backup", &error))?;
    let copied = sqlx::query("VACUUM INTO ?").bind(place).execute(&mut connection).await;
    copied.map_err(|error| failed("backup", &error))?;
    connection.close().await.map_err(|error| failed("backup", &error))?;
    File::open(&partial).and_then(|file| file.sync_all()).map_err(at(&partial))?;
    let (bytes, sha256) = digest(&partial)?;
    let (report, audit) = looked_over(&partial, folder).await?;
    let manifest = Manifest {
        release: env!("CARGO_PKG_VERSION").to_owned(),
        made_at: made_at.to_owned(),
        bytes,
        sha256,
        sessions: report.sessions,
        versions: report.versions,
        audit: Some(audit),
    };
    write_manifest(folder, &manifest)?;
    std::fs::rename(&partial, &copy).map_err(at(&copy))?;
    settle(folder)?;
    Ok(manifest)
}

/// Whether a database is in this release's schema. It is only read.
pub async fn is_current(url: &str) -> bool {
    let Ok(options) = writer_options(url) else { return false };
    let Ok(mut connection) = reader_options(&options).connect().await else { return false };
    let is = schema::is_current(&mut connection).await;
    drop(connection.close().await);
    is
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
    let (report, audit) = looked_over(&copy, folder).await?;
    if manifest.audit.as_ref().is_some_and(|told| *told != audit) {
        return Err(BackupError::Altered("audit logs"));
    }
    if (report.sessions, report.versions) != (manifest.sessions, manifest.versions) {
        return Err(BackupError::Altered("counts"));
    }
    Ok(manifest)
}

/// Puts a backup in the place of a database that nobody has open, and opens it: what was deleted since is deleted again,
/// and an older schema is brought to this release's. A database that stands there is kept under another name; when the
/// backup does not open in its place, it comes back.
///
/// # Errors
/// The backup is none; somebody has the database open; the place cannot be written.
pub async fn restore(folder: &Path, url: &str, stamp: &str) -> Result<(Manifest, Option<PathBuf>), BackupError> {
    let manifest = verify(folder).await?;
    let options = writer_options(url)?;
    let file = options.get_filename().to_owned();
    // Before the claim makes an empty file of that name.
    let had = has_content(&file) || has_content(&with_suffix(&file, "-wal"));
    let aside = with_suffix(&file, &format!(".before-{stamp}"));
    if had && aside.exists() {
        return Err(BackupError::Exists(aside));
    }
    let claim = files::claim(url)?;
    if had {
        emptied_log(&options, &file, &aside).await?;
    }
    let partial = with_suffix(&file, ".restored.partial");
    let put = copied_in(&folder.join(COPY), &partial).and_then(|()| match digest(&partial)? {
        (_, sha256) if sha256 == manifest.sha256 => Ok(()),
        _ => Err(BackupError::Altered("hashes")),
    });
    // There is no moment without a database: the old one has two names, then the new one takes the place.
    let swapped = put.and_then(|()| {
        if had {
            std::fs::hard_link(&file, &aside).map_err(at(&aside))?;
        }
        std::fs::rename(&partial, &file).map_err(at(&file))?;
        settle(file.parent().unwrap_or_else(|| Path::new(".")))
    });
    if let Err(error) = swapped {
        drop(std::fs::remove_file(&partial));
        return Err(error);
    }
    let opened = async {
        let store = SqliteStore::open(url).await?;
        let report = store.fsck().await;
        store.close().await;
        sound(&report?)
    };
    if let Err(error) = opened.await {
        if had {
            // The log of the file that did not open must not be played into the old one.
            for suffix in LOGS {
                drop(std::fs::remove_file(with_suffix(&file, suffix)));
            }
            std::fs::rename(&aside, &file).map_err(at(&file))?;
        }
        return Err(error);
    }
    drop(claim);
    Ok((manifest, had.then_some(aside)))
}

/// Writes the log of a database back into it, which nobody else may have open. The log of a file that is no database any
/// more goes aside with it.
async fn emptied_log(options: &SqliteConnectOptions, file: &Path, aside: &Path) -> Result<(), BackupError> {
    // A log without its database is nobody's: opening an empty file would delete it.
    if !has_content(file) {
        return logs_aside(file, aside);
    }
    let settled = async {
        let mut connection = options.clone().create_if_missing(false).connect().await?;
        let mode: String = sqlx::query_scalar("PRAGMA journal_mode = DELETE").fetch_one(&mut connection).await?;
        connection.close().await?;
        sqlx::Result::Ok(mode)
    };
    match settled.await {
        Ok(mode) if mode == "delete" => Ok(()),
        Ok(_) => Err(BackupError::Open(OpenError::Served(file.to_owned()))),
        Err(error) if is_damage(&error) => logs_aside(file, aside),
        Err(_) => Err(BackupError::Open(OpenError::Served(file.to_owned()))),
    }
}

fn logs_aside(file: &Path, aside: &Path) -> Result<(), BackupError> {
    for suffix in LOGS {
        let from = with_suffix(file, suffix);
        match std::fs::rename(&from, with_suffix(aside, suffix)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(at(&from)(error)),
            _ => {}
        }
    }
    Ok(())
}

/// Copies bytes into a file that only its owner reads, whatever the mode of what is copied.
fn copied_in(from: &Path, to: &Path) -> Result<(), BackupError> {
    let copied = files::own(to).and_then(|mut made| {
        made.set_len(0)?;
        io::copy(&mut File::open(from)?, &mut made)?;
        made.sync_all()
    });
    copied.map_err(at(to))
}

fn has_content(file: &Path) -> bool {
    std::fs::metadata(file).is_ok_and(|found| found.len() > 0)
}

fn settle(folder: &Path) -> Result<(), BackupError> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(at(folder))
}

/// Looks a copy over. Opening a database writes to it and brings it to this release's schema, so it is done with a copy of
/// its own, in the same place.
async fn looked_over(file: &Path, folder: &Path) -> Result<(FsckReport, TrailHead), BackupError> {
    // A backup on a medium that cannot be written is looked over elsewhere.
    let scratch = tempfile::tempdir_in(folder).or_else(|_| tempfile::tempdir()).map_err(at(folder))?;
    let read = scratch.path().join(COPY);
    copied_in(file, &read)?;
    let place = read.to_str().ok_or_else(|| at(file)(ErrorKind::InvalidFilename.into()))?;
    let store = SqliteStore::open(place).await?;
    let found = (store.fsck().await, store.trail_head().await);
    store.close().await;
    let report = found.0?;
    sound(&report)?;
    Ok((report, found.1?))
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
