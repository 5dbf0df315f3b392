//! A file's lines, as bytes, through one buffer of bounded size.

use std::io::{self, BufRead, ErrorKind};

/// Bytes that are read at once.
const BUFFER_BYTES: usize = 1 << 20;
/// Bytes of the longest line.
pub(super) const LONGEST_LINE_BYTES: usize = 1 << 16;

/// What some programs begin a text with that is UTF-8.
pub(super) const BYTE_ORDER_MARK: &[u8] = &[0xef, 0xbb, 0xbf];

/// One line.
pub(super) enum Line<'a> {
    /// Without what ends it.
    Text(&'a [u8]),
    /// Longer than [`LONGEST_LINE_BYTES`]: not kept.
    TooLong,
}

pub(super) struct Lines {
    input: Box<dyn BufRead + Send>,
    buffer: Vec<u8>,
    /// What is not yet delivered lies in `start..end`.
    start: usize,
    end: usize,
    /// Where what was delivered last begins.
    last: usize,
    /// A quoted field (RFC 4180) may hold the ends of lines.
    quoted: bool,
    line: u64,
    next_line: u64,
}

impl Lines {
    pub(super) fn new(input: Box<dyn BufRead + Send>, quoted: bool) -> Self {
        Self {
            input,
            buffer: vec![0; BUFFER_BYTES],
            start: 0,
            end: 0,
            last: 0,
            quoted,
            line: 0,
            next_line: 1,
        }
    }

    /// The number of the line that was delivered last, from 1; of one over several, the first's.
    pub(super) fn number(&self) -> u64 {
        self.line
    }

    /// The next line; `None`: the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line = self.next_line;
        // How much of what is not yet delivered has been looked at.
        let mut seen_bytes = 0;
        let mut within_quotes = false;
        let mut too_long = false;
        loop {
            let watch_quotes = self.quoted && !too_long;
            let unseen = &self.buffer[self.start + seen_bytes..self.end];
            let stop = unseen
                .iter()
                .position(|byte| *byte == b'\n' || (watch_quotes && *byte == b'"'));
            if let Some(stop) = stop {
                let is_quote = unseen[stop] == b'"';
                let text_bytes = seen_bytes + stop;
                seen_bytes = text_bytes + 1;
                if is_quote {
                    within_quotes = !within_quotes;
                    continue;
                }
                self.next_line += 1;
                if within_quotes && text_bytes <= LONGEST_LINE_BYTES {
                    continue;
                }
                return Ok(Some(self.take(text_bytes, 1, too_long)));
            }
            seen_bytes = self.end - self.start;
            if seen_bytes > LONGEST_LINE_BYTES {
                if within_quotes && self.next_line > self.line {
                    return Ok(Some(self.take(seen_bytes, 0, true)));
                }
                too_long = true;
                within_quotes = false;
                self.start = self.end;
                seen_bytes = 0;
            }
            if !self.refill()? {
                if seen_bytes == 0 && !too_long {
                    return Ok(None);
                }
                return Ok(Some(self.take(seen_bytes, 0, too_long)));
            }
        }
    }

    /// What was delivered last was broken: if it was more than one line, those behind the first
    /// are delivered again, by themselves, and that is said. A quote that is never closed costs one
    /// line, not many.
    pub(super) fn resume_after_first_line(&mut self) -> bool {
        let delivered = &self.buffer[self.last..self.start];
        if let Some(end) = delivered.iter().position(|byte| *byte == b'\n') {
            let resumed = self.last + end + 1;
            let is_several = resumed < self.start;
            self.start = resumed;
            self.next_line = self.line + 1;
            return is_several;
        }
        false
    }

    fn take(&mut self, text_bytes: usize, end_bytes: usize, too_long: bool) -> Line<'_> {
        let text = &self.buffer[self.start..self.start + text_bytes];
        self.last = self.start;
        self.start += text_bytes + end_bytes;
        if too_long || text_bytes > LONGEST_LINE_BYTES {
            return Line::TooLong;
        }
        // In joined files it is within, too.
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        Line::Text(text.strip_suffix(b"\r").unwrap_or(text))
    }

    /// Reads more behind what is there; `false`: there is no more.
    fn refill(&mut self) -> io::Result<bool> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(bytes) => {
                    self.end += bytes;
                    return Ok(bytes > 0);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8], quoted: bool) -> Vec<(u64, Option<Vec<u8>>)> {
        let mut lines = Lines::new(Box::new(io::Cursor::new(text.to_vec())), quoted);
        let mut found = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            let text = match line {
                Line::Text(text) => Some(text.to_vec()),
                Line::TooLong => None,
            };
            found.push((lines.number(), text));
        }
        found
    }

    fn text(number: u64, text: &str) -> (u64, Option<Vec<u8>>) {
        (number, Some(text.into()))
    }

    #[test]
    fn is_every_way_to_end_a_line_understood() {
        assert_eq!(
            lines(b"\xef\xbb\xbfone\n\xef\xbb\xbftwo\r\n\nfour", false),
            [text(1, "one"), text(2, "two"), text(3, ""), text(4, "four")]
        );
        assert_eq!(lines(b"", false), []);
    }

    #[test]
    fn does_a_quoted_field_hold_the_end_of_a_line() {
        let table = b"a,\"b\nc\"\r\nd\n";
        assert_eq!(lines(table, true), [text(1, "a,\"b\nc\""), text(3, "d")]);
        assert_eq!(lines(table, false).len(), 3);
    }

    #[test]
    fn is_a_line_too_long_passed_over_without_being_kept() {
        for quoted in [false, true] {
            let mut file = vec![b'x'; LONGEST_LINE_BYTES];
            file.push(b'\n');
            file.extend(vec![b'y'; 3 * BUFFER_BYTES]);
            file.extend(b"\nlast");
            let found = lines(&file, quoted);
            assert_eq!(found[0].1.as_ref().map(Vec::len), Some(LONGEST_LINE_BYTES));
            assert_eq!(found[1..], [(2, None), text(3, "last")]);
        }
    }
}
