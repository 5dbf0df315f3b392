//! The names of a trace's streams, each with its number.

use std::collections::HashMap;

/// Bytes of the longest name: a path's.
const LONGEST_NAME_BYTES: usize = 4096;
/// Bytes that all names together may take.
const MOST_BYTES: usize = 64 << 20;
/// What a name takes beside its bytes, about.
const OVERHEAD_BYTES: usize = 128;

#[derive(Default)]
pub(super) struct Streams {
    names: Vec<String>,
    numbers: HashMap<Box<[u8]>, u32>,
    /// The last that was asked for: mostly the next one too.
    last: u32,
    bytes: usize,
}

impl Streams {
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of the stream of that name, new or not; or why there is none.
    pub(super) fn number(&mut self, name: &[u8]) -> Result<u32, String> {
        if self
            .names
            .get(self.last as usize)
            .is_some_and(|last| last.as_bytes() == name)
        {
            return Ok(self.last);
        }
        self.last = match self.numbers.get(name) {
            Some(number) => *number,
            None => self.add(name)?,
        };
        Ok(self.last)
    }

    fn add(&mut self, name: &[u8]) -> Result<u32, String> {
        if name.len() > LONGEST_NAME_BYTES {
            return Err(format!(
                "the name of a device or file has {} bytes; at most {LONGEST_NAME_BYTES} are \
                 allowed",
                name.len()
            ));
        }
        let text = std::str::from_utf8(name)
            .map_err(|_| "the name of a device or file is not UTF-8".to_owned())?;
        let bytes = self.bytes + 2 * name.len() + OVERHEAD_BYTES;
        if bytes > MOST_BYTES {
            return Err(format!(
                "too many devices or files: only {} fit into {} MiB of names",
                self.names.len(),
                MOST_BYTES >> 20
            ));
        }
        // MOST_BYTES over OVERHEAD_BYTES is far below 2^32.
        let number = self.names.len() as u32;
        self.bytes = bytes;
        self.names.push(text.to_owned());
        self.numbers.insert(name.into(), number);
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_a_name_the_same_number_whenever_it_comes() {
        let mut streams = Streams::default();
        let numbers: Vec<_> = [&b"a"[..], b"b", b"b", b"a", b""]
            .into_iter()
            .map(|name| streams.number(name).unwrap())
            .collect();
        assert_eq!(numbers, [0, 1, 1, 0, 2]);
        assert_eq!(streams.names(), ["a", "b", ""]);
    }

    #[test]
    fn do_names_end_before_memory_does() {
        let mut streams = Streams::default();
        assert!(streams.number(&vec![b'x'; LONGEST_NAME_BYTES + 1]).is_err());
        assert!(streams.number(b"\xff").is_err());
        let mut name = vec![b'x'; LONGEST_NAME_BYTES];
        let refused = (0..100_000_u32).find_map(|number| {
            name[..4].copy_from_slice(&[
                b'a' + (number & 15) as u8,
                b'a' + ((number >> 4) & 15) as u8,
                b'a' + ((number >> 8) & 15) as u8,
                b'a' + ((number >> 12) & 15) as u8,
            ]);
            streams.number(&name).err()
        });
        assert!(refused.unwrap().contains("64 MiB"));
    }
}
