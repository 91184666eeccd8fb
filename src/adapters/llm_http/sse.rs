//! Server-sent events, read as they come: chunks may end anywhere, inside a character too. Pure.
//!
//! Follows the WHATWG text: lines end with LF, CRLF or CR, `:` starts a comment, `data` lines of one event are
//! joined by LF, an empty line ends the event. Other fields are not needed here. Unlike the text, an event that
//! the end of the stream cuts off is handed out too: servers forget the last empty line.

/// Why a stream cannot be read on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SseError {
    /// One event is larger than the limit.
    TooLong,
    /// An event is not UTF-8.
    NotUtf8,
}

/// The reader of one stream.
#[derive(Debug)]
pub(super) struct Sse {
    line: Vec<u8>,
    data: Vec<u8>,
    has_data: bool,
    after_cr: bool,
    started: bool,
    limit: usize,
}

impl Sse {
    /// A reader that refuses events over `limit` bytes.
    pub(super) fn new(limit: usize) -> Self {
        Self { line: Vec::new(), data: Vec::new(), has_data: false, after_cr: false, started: false, limit }
    }

    /// Takes the next bytes and appends the events they complete.
    pub(super) fn push(&mut self, bytes: &[u8], events: &mut Vec<String>) -> Result<(), SseError> {
        let mut rest = bytes;
        while !rest.is_empty() {
            if std::mem::take(&mut self.after_cr)
                && let Some(after) = rest.strip_prefix(b"\n")
            {
                rest = after;
                continue;
            }
            let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let (part, after) = rest.split_at(end.unwrap_or(rest.len()));
            if self.line.len() + self.data.len() + part.len() > self.limit {
                return Err(SseError::TooLong);
            }
            self.line.extend_from_slice(part);
            if let Some((&mark, after)) = after.split_first() {
                self.after_cr = mark == b'\r';
                rest = after;
                self.end_line(events)?;
            } else {
                rest = after;
            }
        }
        Ok(())
    }

    /// The stream has ended: hands out what is left.
    pub(super) fn close(&mut self, events: &mut Vec<String>) -> Result<(), SseError> {
        if !self.line.is_empty() {
            self.end_line(events)?;
        }
        self.end_event(events)
    }

    fn end_line(&mut self, events: &mut Vec<String>) -> Result<(), SseError> {
        let line = std::mem::take(&mut self.line);
        let mut text: &[u8] = &line;
        if !std::mem::replace(&mut self.started, true) {
            text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
        }
        if text.is_empty() {
            return self.end_event(events);
        }
        let value = match text.strip_prefix(b"data") {
            Some([]) => &[][..],
            Some([b':', b' ', value @ ..] | [b':', value @ ..]) => value,
            _ => return Ok(()),
        };
        if std::mem::replace(&mut self.has_data, true) {
            self.data.push(b'\n');
        }
        self.data.extend_from_slice(value);
        Ok(())
    }

    fn end_event(&mut self, events: &mut Vec<String>) -> Result<(), SseError> {
        if std::mem::take(&mut self.has_data) {
            let data = std::mem::take(&mut self.data);
            events.push(String::from_utf8(data).map_err(|_| SseError::NotUtf8)?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(pieces: &[&[u8]]) -> Vec<String> {
        let (mut sse, mut events) = (Sse::new(10_000), Vec::new());
        for piece in pieces {
            sse.push(piece, &mut events).expect("events");
        }
        sse.close(&mut events).expect("events");
        events
    }

    #[test]
    fn events_comments_and_line_ends() {
        for (text, expected) in [
            ("data: a\n\ndata: b\n\n", vec!["a", "b"]),
            ("\u{feff}data: a\r\n\r\ndata:b\r\rdata:  c\n\n", vec!["a", "b", " c"]),
            (": OPENROUTER PROCESSING\n\n: again\n\ndata: a\n\n", vec!["a"]),
            ("event: x\nid: 7\nretry: 1\ndata: a\ndata: b\ndatabase: c\n\n", vec!["a\nb"]),
            ("data\n\ndata:\ndata:\n\n", vec!["", "\n"]),
            ("data: cut", vec!["cut"]),
            ("data: cut\n", vec!["cut"]),
            ("\n\n\n", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(read(&[text.as_bytes()]), expected, "{text:?}");
        }
    }

    #[test]
    fn limits_and_bad_bytes() {
        let (mut sse, mut events) = (Sse::new(8), Vec::new());
        assert_eq!(sse.push(b"data: 123456", &mut events), Err(SseError::TooLong));
        let mut sse = Sse::new(16);
        assert_eq!(sse.push(b"data: 123456\ndata: 123456\n", &mut events), Err(SseError::TooLong));
        let mut sse = Sse::new(100);
        assert_eq!(sse.push(b"data: \xff\n\n", &mut events), Err(SseError::NotUtf8));
        assert!(events.is_empty());
    }

    proptest! {
        #[test]
        fn any_split_gives_the_same_events(
            text in "(data: [я漢a\\PC]{0,6}|: c|)(\r\n|\n|\r)(\r\n|\n|\r|data:x\n)?",
            more in "(data: [я漢a]{0,6}(\r\n|\n\n|\r\r)){0,5}",
            cuts in proptest::collection::vec(0_usize..200, 0..12),
        ) {
            let whole = format!("{text}{more}");
            let bytes = whole.as_bytes();
            let mut cuts: Vec<_> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
            cuts.extend([0, bytes.len()]);
            cuts.sort_unstable();
            let pieces: Vec<_> = cuts.windows(2).map(|pair| &bytes[pair[0]..pair[1]]).collect();
            prop_assert_eq!(read(&pieces), read(&[bytes]));
        }
    }
}
