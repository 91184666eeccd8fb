//! Packs of a folder are read again when a file changes: for whoever writes packs. A broken pack leaves the last good
//! ones in force and is named in the log.

use crate::engine::knowledge::shelf::Shelf;
use crate::server::boot;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How often the folder is looked at.
const PAUSE: Duration = Duration::from_secs(1);

/// Watches a folder for as long as the process runs.
pub async fn watch(folder: PathBuf, shelf: Shelf) {
    let mut seen = stamp(&folder);
    loop {
        tokio::time::sleep(PAUSE).await;
        let now = stamp(&folder);
        if now != seen {
            seen = now;
            take(&folder, &shelf);
        }
    }
}

/// Reads the folder and puts its packs in force if all are sound; whether they were.
pub fn take(folder: &Path, shelf: &Shelf) -> bool {
    match boot::knowledge(Some(folder)) {
        Ok(knowledge) => {
            tracing::info!(packs = knowledge.packs.len(), hash = %knowledge.hash, "packs read again");
            shelf.replace(knowledge);
            true
        }
        Err(error) => {
            tracing::error!("the last good packs stay in force: {error:#}");
            false
        }
    }
}

/// Names, sizes and times of the files: changes when any of them does.
fn stamp(folder: &Path) -> Vec<(PathBuf, u64, Option<SystemTime>)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut all: Vec<_> = entries
        .filter_map(|entry| {
            let data = entry.metadata().ok()?;
            Some((entry.path(), data.len(), data.modified().ok()))
        })
        .collect();
    all.sort();
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::knowledge::load;

    #[test]
    fn a_broken_pack_leaves_the_last_good_ones_in_force() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::new(load::embedded().unwrap());
        let file = folder.path().join("generic.toml");
        std::fs::write(&file, include_str!("../../knowledge/contracts/generic.toml")).unwrap();
        assert!(take(folder.path(), &shelf));
        let good = shelf.current().hash.clone();
        assert_eq!(shelf.current().packs.len(), 1);
        let before = stamp(folder.path());
        std::fs::write(&file, "id = 1").unwrap();
        assert_ne!(stamp(folder.path()), before);
        assert!(!take(folder.path(), &shelf));
        assert_eq!(shelf.current().hash, good);
    }
}
