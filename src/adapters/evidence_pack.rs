//! Evidence packs as ZIP files: written so that the same files give the same bytes, read as the file of a stranger.
//!
//! Nothing is compressed and nothing but names and bytes goes in, so every byte of the archive follows from its files:
//! whoever reads one makes it again and compares. Images are compressed already.

use std::collections::BTreeMap;
use std::io::{Cursor, Read, Write};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System};

/// Bytes of an archive.
pub const MOST_BYTES: u64 = 128 * 1024 * 1024;
/// Files of an archive.
pub const MOST_FILES: usize = 512;
/// Bytes of one file.
pub const MOST_FILE: u64 = 32 * 1024 * 1024;

/// Files by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Why an archive is not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    /// More bytes than a pack has.
    #[error("Файл слишком велик для пакета доказательств (больше {} МБ): проверьте, тот ли это файл", MOST_BYTES / 1024 / 1024)]
    TooLarge,
    /// No ZIP.
    #[error("Это не ZIP или он повреждён: получите пакет заново")]
    Damaged,
    /// A name that no pack has: another folder, `..`, a drive.
    #[error("В архиве есть запись «{0}», которой в пакете не бывает: не распаковывайте его и получите пакет заново")]
    Name(String),
    /// Compressed, encrypted, a link, a folder.
    #[error("Запись «{0}» сжата, зашифрована или не файл: пакет перепакован, возьмите исходный ZIP")]
    Kind(String),
    /// A file breaks off, or its check sum differs.
    #[error("Запись «{0}» повреждена: получите пакет заново")]
    Broken(String),
    /// The archive holds bytes beside its files.
    #[error(
        "В архиве есть лишние или изменённые служебные байты: пакет перепакован или дописан, возьмите исходный ZIP"
    )]
    NotCanonical,
}

/// Names that a pack has: files of its own and images in one folder.
fn is_own(name: &str) -> bool {
    let plain = |name: &str| {
        let body = name.strip_suffix(".png").or_else(|| name.strip_suffix(".jpg"));
        body.is_some_and(|body| {
            let good = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            !body.is_empty() && body.len() <= 40 && body.bytes().all(good)
        })
    };
    ["answer.html", "manifest.json", "pack.json", "signature.json"].contains(&name)
        || name.strip_prefix("pages/").is_some_and(plain)
}

/// The archive of files.
///
/// # Errors
/// Files that do not fit into one.
pub fn write(files: &Files) -> Result<Vec<u8>, PackError> {
    let broken = |name: &str| PackError::Broken(name.to_owned());
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let look = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::DEFAULT)
        .unix_permissions(0o644)
        .system(System::Unix);
    for (name, bytes) in files {
        zip.start_file(name.as_str(), look).map_err(|_| broken(name))?;
        zip.write_all(bytes).map_err(|_| broken(name))?;
    }
    let bytes = zip.finish().map_err(|_| PackError::Damaged)?.into_inner();
    if bytes.len() as u64 > MOST_BYTES { Err(PackError::TooLarge) } else { Ok(bytes) }
}

/// The files of an archive; every byte of it is looked at.
///
/// # Errors
/// [`PackError`]
pub fn read(bytes: &[u8]) -> Result<Files, PackError> {
    if bytes.len() as u64 > MOST_BYTES {
        return Err(PackError::TooLarge);
    }
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|_| PackError::Damaged)?;
    if archive.len() > MOST_FILES {
        return Err(PackError::TooLarge);
    }
    let mut files = Files::new();
    for index in 0..archive.len() {
        // Looked at before anything of it is unpacked.
        let (name, stored, size) = {
            let entry = archive.by_index_raw(index).map_err(|_| PackError::Damaged)?;
            let name = String::from_utf8_lossy(entry.name_raw()).chars().take(120).collect::<String>();
            let stored = entry.compression() == CompressionMethod::Stored && !entry.encrypted() && entry.is_file();
            (name, stored, entry.size())
        };
        if !is_own(&name) {
            return Err(PackError::Name(name));
        }
        if !stored {
            return Err(PackError::Kind(name));
        }
        if size > MOST_FILE {
            return Err(PackError::TooLarge);
        }
        let entry = archive.by_index(index).map_err(|_| PackError::Broken(name.clone()))?;
        let mut content = Vec::new();
        entry.take(MOST_FILE + 1).read_to_end(&mut content).map_err(|_| PackError::Broken(name.clone()))?;
        if content.len() as u64 > MOST_FILE {
            return Err(PackError::TooLarge);
        }
        if files.insert(name.clone(), content).is_some() {
            return Err(PackError::Name(name));
        }
    }
    if write(&files)? == bytes { Ok(files) } else { Err(PackError::NotCanonical) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> Files {
        [("answer.html", "а"), ("manifest.json", "{}"), ("pack.json", "{}"), ("pages/citation-01.png", "b")]
            .into_iter()
            .map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()))
            .collect()
    }

    fn zip_of(entries: &[(&str, &[u8])], look: SimpleFileOptions) -> Vec<u8> {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in entries {
            zip.start_file(*name, look).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    #[test]
    fn the_same_files_give_the_same_bytes_and_any_other_byte_is_noticed() {
        let bytes = write(&own()).unwrap();
        assert_eq!(bytes, write(&own()).unwrap());
        assert_eq!(read(&bytes), Ok(own()));
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 1;
            // A flipped bit of a file's bytes is caught by the archive's own sum; the rest by comparing.
            assert!(read(&other).is_err(), "byte {at}");
        }
        for more in [[b"x".as_slice(), &bytes].concat(), [&bytes, b"x".as_slice()].concat()] {
            assert!(read(&more).is_err());
        }
        for end in 0..bytes.len() {
            assert!(read(&bytes[..end]).is_err());
        }
    }

    #[test]
    fn the_layout_of_the_archive_is_part_of_the_format() {
        // A change here breaks every pack that was written before: it needs a new version of the format.
        let sum = crate::adapters::intake::hash(&[&write(&own()).unwrap()]);
        assert_eq!(sum, "8e5947a0136470c1a508b4507fd2a22dc577b86283f62bf8e250d6b3890d1ffc");
    }

    #[test]
    fn what_no_pack_has_is_refused_before_it_is_unpacked() {
        let plain = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        for name in [
            "../evil.png",
            "pages/../../evil.png",
            "/etc/passwd",
            "C:\\evil.png",
            "pages\\evil.png",
            "pages/",
            "pages/a/b.png",
            "pages/..png/x.png",
            "pages/.png",
            "PACK.JSON",
            "other.txt",
            "pages/а.png",
        ] {
            let bytes = zip_of(&[("pack.json", b"{}"), (name, b"x")], plain);
            assert!(matches!(read(&bytes), Err(PackError::Name(_))), "{name}: {:?}", read(&bytes));
        }
        let bomb = vec![b' '; usize::try_from(MOST_FILE).unwrap() * 2];
        let packed = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        let bytes = zip_of(&[("pack.json", &bomb)], packed);
        assert!(bytes.len() < 1024 * 1024);
        assert_eq!(read(&bytes), Err(PackError::Kind("pack.json".into())));
        assert_eq!(read(&zip_of(&[("pack.json", &bomb)], plain)), Err(PackError::TooLarge));
        let many: Vec<(String, Vec<u8>)> = (0..=MOST_FILES).map(|n| (format!("pages/{n}.png"), Vec::new())).collect();
        let many: Vec<(&str, &[u8])> = many.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
        assert_eq!(read(&zip_of(&many, plain)), Err(PackError::TooLarge));
        assert_eq!(read(b"%PDF-1.7"), Err(PackError::Damaged));
        assert_eq!(read(b""), Err(PackError::Damaged));
    }
}
