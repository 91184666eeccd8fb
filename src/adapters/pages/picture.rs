//! Width and height of JPEG and PNG files, from their heads.

/// The media type and the size in pixels; `None` for anything else.
#[must_use]
pub fn read(bytes: &[u8]) -> Option<(&'static str, u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let number = |at: usize| Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        return Some(("image/png", number(16)?, number(20)?));
    }
    bytes.starts_with(b"\xff\xd8\xff").then(|| jpeg(bytes)).flatten()
}

/// Goes from segment to segment up to the one that begins the image.
fn jpeg(bytes: &[u8]) -> Option<(&'static str, u32, u32)> {
    let number = |at: usize| Some(u32::from(u16::from_be_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
    let mut at = 2;
    loop {
        let (mark, kind) = (*bytes.get(at)?, *bytes.get(at + 1)?);
        if mark != 0xff {
            return None;
        }
        match kind {
            0xff => at += 1,
            // Begin of a frame; between them stand tables.
            0xc0..=0xcf if ![0xc4, 0xc8, 0xcc].contains(&kind) => {
                return Some(("image/jpeg", number(at + 7)?, number(at + 5)?));
            }
            0x01 | 0xd0..=0xd8 => at += 2,
            0xd9 | 0xda => return None,
            _ => at += 2 + number(at + 2)? as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn sizes_are_read_and_nothing_else_passes() {
        let png = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &640u32.to_be_bytes(), &480u32.to_be_bytes()].concat();
        assert_eq!(read(&png), Some(("image/png", 640, 480)));
        let jpeg = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc2\x00\x0b\x08\x01\xe0\x02\x80\x01\x01\x11\x00".as_slice();
        assert_eq!(read(jpeg), Some(("image/jpeg", 640, 480)));
        for end in 0..jpeg.len() - 6 {
            assert!(read(&jpeg[..end]).is_none_or(|found| found.1 == 640), "{end}");
        }
        assert_eq!(read(b"GIF89a"), None);
        assert_eq!(read(b""), None);
    }
}
