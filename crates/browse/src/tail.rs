//! The new lines of a file that grows.

use fourcorners_bench::plain_file::{self, NotRead};
use std::path::PathBuf;

/// Bytes that are read at once; a line that is longer is left out.
const PORTION: usize = 256 << 10;

/// A place in a file of lines.
#[derive(Debug)]
pub struct Tail {
    path: PathBuf,
    offset: u64,
    /// Within a line that is too long: left out up to its end.
    skips: bool,
}

/// What a look at the file gave.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Portion {
    /// Whole lines, without their ends.
    pub lines: Vec<Vec<u8>>,
    /// The file is shorter than it was: what was read before counts no more.
    pub again: bool,
    /// There may be more right now.
    pub more: bool,
}

impl Tail {
    /// From a byte of the file on, the first of a line.
    pub fn new(path: PathBuf, offset: u64) -> Self {
        Self {
            path,
            offset,
            skips: false,
        }
    }

    /// Where the first line begins that was not yet given.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Begins at the file's begin.
    pub fn rewind(&mut self) {
        self.offset = 0;
        self.skips = false;
    }

    /// The next lines. A last one without an end is left for the next time.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn next(&mut self) -> Result<Portion, NotRead> {
        let (_, length) = plain_file::open(&self.path, u64::MAX)?;
        let mut portion = Portion::default();
        if length < self.offset {
            self.rewind();
            portion.again = true;
        }
        let bytes = plain_file::read_part(&self.path, self.offset, PORTION)?;
        portion.more = bytes.len() == PORTION;
        let whole = match bytes.iter().rposition(|byte| *byte == b'\n') {
            Some(end) => &bytes[..=end],
            None if portion.more => {
                self.skips = true;
                self.offset += bytes.len() as u64;
                return Ok(portion);
            }
            None => &[],
        };
        self.offset += whole.len() as u64;
        let lines = whole.split_inclusive(|byte| *byte == b'\n');
        let skipped = usize::from(std::mem::take(&mut self.skips) && !whole.is_empty());
        let ended = |line: &[u8]| line[..line.len() - 1].to_vec();
        portion.lines = lines.skip(skipped).map(ended).collect();
        Ok(portion)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    fn text(portion: &Portion) -> Vec<String> {
        let lines = portion.lines.iter();
        lines
            .map(|line| String::from_utf8_lossy(line).into())
            .collect()
    }

    #[test]
    fn is_a_line_given_once_and_only_when_it_is_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lines");
        let mut file = std::fs::File::create(&path).expect("a file");
        let mut tail = Tail::new(path, 0);
        write!(file, "one\ntw").expect("written");
        assert_eq!(text(&tail.next().expect("read")), ["one"]);
        assert_eq!(text(&tail.next().expect("read")), [""; 0]);
        write!(file, "o\nthree\n").expect("written");
        assert_eq!(text(&tail.next().expect("read")), ["two", "three"]);
        assert_eq!(tail.offset(), 14);
    }

    #[test]
    fn does_a_file_that_was_cut_begin_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lines");
        std::fs::write(&path, "one\ntwo\n").expect("written");
        let mut tail = Tail::new(path.clone(), 0);
        tail.next().expect("read");
        std::fs::write(&path, "one\n").expect("written");
        let portion = tail.next().expect("read");
        assert!(portion.again);
        assert_eq!(text(&portion), ["one"]);
    }

    #[test]
    fn is_a_line_that_is_too_long_left_out_and_the_next_one_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lines");
        let long = "x".repeat(PORTION * 2 + 5);
        std::fs::write(&path, format!("{long}\nnext\n")).expect("written");
        let mut tail = Tail::new(path, 0);
        let mut found = Vec::new();
        for _ in 0..4 {
            let portion = tail.next().expect("read");
            found.extend(text(&portion));
        }
        assert_eq!(found, ["next"]);
    }
}
