//! Erasing for good. `secure_delete` overwrites what is deleted, but a page that is rebuilt while rows move keeps copies
//! of them between its cells (SQLite's `rebuildPage`), and the write-ahead log keeps whole pages. So the log is
//! emptied, and what lies between the cells of every page is zeroed in the file.
//!
//! Those bytes belong to nothing, so nobody reads them. Nothing may write pages meanwhile: the write lock is held over
//! an empty log, so there is no page that a checkpoint could bring.

use crate::adapters::store::schema::with_suffix;
use sqlx::SqliteConnection;
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// The header of the file stands before that of its first page.
const FILE_HEADER: usize = 100;
/// Bytes read at once.
const CHUNK: usize = 1024 * 1024;

/// Empties the log and zeroes what lies between cells; false when a reader or a writer held it up. The page cache of
/// the connection holds the old bytes: it must be closed and opened again before it writes.
pub(super) async fn erase(connection: &mut SqliteConnection, file: &Path) -> Result<bool, sqlx::Error> {
    let busy: i64 = sqlx::query_scalar("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *connection).await?;
    if busy != 0 {
        return Ok(false);
    }
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    let log_is_empty = std::fs::metadata(with_suffix(file, "-wal")).map_or(true, |log| log.len() == 0);
    let zeroed = if log_is_empty {
        let file = file.to_owned();
        let work = tokio::task::spawn_blocking(move || kept_open(&file).and_then(|file| zero(&file)));
        work.await.map_err(io::Error::other).and_then(|done| done)
    } else {
        Ok(())
    };
    sqlx::query("ROLLBACK").execute(connection).await?;
    zeroed.map_err(sqlx::Error::Io).map(|()| log_is_empty)
}

/// A handle of a database that is in use. It is never closed: closing any handle of a file takes away the locks that
/// this process has on it, also those of SQLite.
fn kept_open(file: &Path) -> io::Result<Arc<File>> {
    static OPEN: Mutex<BTreeMap<(u64, u64), Arc<File>>> = Mutex::new(BTreeMap::new());
    let found = std::fs::metadata(file)?;
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(file) = open.get(&(found.dev(), found.ino())) {
        return Ok(Arc::clone(file));
    }
    let file = Arc::new(OpenOptions::new().read(true).write(true).open(file)?);
    open.insert((found.dev(), found.ino()), Arc::clone(&file));
    Ok(file)
}

/// Zeroes what lies between the cells of every page of a database that nobody writes.
pub(super) fn zero(file: &File) -> io::Result<()> {
    let length = file.metadata()?.len();
    let mut header = [0; FILE_HEADER];
    if length < FILE_HEADER as u64 {
        return Ok(());
    }
    file.read_exact_at(&mut header, 0)?;
    let page = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65_536,
        size => usize::from(size),
    };
    if header[..16] != *MAGIC || page < 512 {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "no database"));
    }
    let usable = page - usize::from(header[20]);
    let mut pages = vec![0; CHUNK.max(page) / page * page];
    let mut at = 0;
    let mut changed = false;
    while at + page as u64 <= length {
        let left = usize::try_from(length - at).unwrap_or(usize::MAX) / page * page;
        let read = left.min(pages.len());
        let Some(chunk) = pages.get_mut(..read) else { break };
        file.read_exact_at(chunk, at)?;
        for (number, one) in chunk.chunks_exact(page).enumerate() {
            let start = at + (number * page) as u64;
            let Some((from, to)) = gap(one, if start == 0 { FILE_HEADER } else { 0 }, usable) else { continue };
            if one.get(from..to).is_some_and(|bytes| bytes.iter().any(|byte| *byte != 0)) {
                file.write_all_at(&vec![0; to - from], start + from as u64)?;
                changed = true;
            }
        }
        at += read as u64;
    }
    if changed { file.sync_data() } else { Ok(()) }
}

/// The bytes of a page of a tree between its list of cells and the first cell. Pages of other kinds begin with the
/// number of another page, whose first byte is 0 in every file below 64 GB, or with nothing.
fn gap(page: &[u8], header: usize, usable: usize) -> Option<(usize, usize)> {
    let own = match page.get(header)? {
        2 | 5 => 12,
        10 | 13 => 8,
        _ => return None,
    };
    let number = |at: usize| Some(usize::from(u16::from_be_bytes([*page.get(at)?, *page.get(at + 1)?])));
    let cells = number(header + 3)?;
    let first = match number(header + 5)? {
        0 => 65_536,
        first => first,
    };
    let from = header + own + 2 * cells;
    (from < first && first <= usable).then_some((from, first))
}

#[cfg(test)]
mod tests {
    use super::gap;

    #[test]
    fn only_what_lies_between_cells_is_a_gap() {
        let mut page = vec![0xAA_u8; 512];
        page[..8].copy_from_slice(&[13, 0, 0, 0, 2, 1, 0x90, 0]);
        assert_eq!(gap(&page, 0, 512), Some((12, 400)));
        page[0] = 5;
        assert_eq!(gap(&page, 0, 512), Some((16, 400)));
        page[0] = 0;
        assert_eq!(gap(&page, 0, 512), None, "no page of a tree");
        page[..8].copy_from_slice(&[13, 0, 0, 0, 250, 1, 0x90, 0]);
        assert_eq!(gap(&page, 0, 512), None, "a list that reaches into the cells is damage, and left alone");
        page[..8].copy_from_slice(&[13, 0, 0, 0, 2, 3, 0, 0]);
        assert_eq!(gap(&page, 0, 512), None);
    }
}
