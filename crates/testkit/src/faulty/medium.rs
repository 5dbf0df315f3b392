//! The bytes: sparse, in memory, and perhaps fewer than they pretend to be.

use std::collections::HashMap;

const CHUNK: u64 = 4096;

/// What becomes of addresses beyond the bytes that there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beyond {
    /// They begin again at the start.
    Wraps,
    /// Writes go nowhere, reads find zeros.
    Nothing,
}

#[derive(Debug)]
pub struct Medium {
    pub(crate) says_bytes: u64,
    real_bytes: u64,
    beyond: Beyond,
    chunks: HashMap<u64, Box<[u8]>>,
}

impl Medium {
    /// An honest one. Sizes are multiples of 4 KiB.
    pub fn new(bytes: u64) -> Self {
        Self::wrapping(bytes, bytes)
    }

    /// One that says `says_bytes`, and begins again at its start after `real_bytes`.
    pub fn wrapping(says_bytes: u64, real_bytes: u64) -> Self {
        Self {
            says_bytes,
            real_bytes,
            beyond: Beyond::Wraps,
            chunks: HashMap::new(),
        }
    }

    /// One that says `says_bytes`, and loses what is written beyond `real_bytes`.
    pub fn losing(says_bytes: u64, real_bytes: u64) -> Self {
        Self {
            beyond: Beyond::Nothing,
            ..Self::wrapping(says_bytes, real_bytes)
        }
    }

    pub(crate) fn truncate(&mut self) {
        self.says_bytes = 0;
    }

    /// The chunk and the place within it, if there is one.
    fn place(&self, at: u64) -> Option<(u64, usize)> {
        let at = match self.beyond {
            Beyond::Wraps => at % self.real_bytes,
            Beyond::Nothing if at >= self.real_bytes => return None,
            Beyond::Nothing => at,
        };
        Some((at / CHUNK, (at % CHUNK) as usize))
    }

    /// Parts of a range, each within one chunk: start and length.
    fn parts(at: u64, len: usize) -> impl Iterator<Item = (u64, usize)> {
        let end = at + len as u64;
        std::iter::successors(Some(at), |at| Some((at / CHUNK + 1) * CHUNK))
            .take_while(move |at| *at < end)
            .map(move |at| (at, (((at / CHUNK + 1) * CHUNK).min(end) - at) as usize))
    }

    pub(crate) fn read(&self, at: u64, len: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(len);
        let end = at.saturating_add(len as u64).min(self.says_bytes);
        for (at, len) in Self::parts(at, end.saturating_sub(at) as usize) {
            let found = self
                .place(at)
                .and_then(|(chunk, start)| Some(&self.chunks.get(&chunk)?[start..start + len]));
            match found {
                Some(found) => bytes.extend_from_slice(found),
                None => bytes.resize(bytes.len() + len, 0),
            }
        }
        bytes
    }

    pub(crate) fn write(&mut self, at: u64, mut data: &[u8]) {
        for (at, len) in Self::parts(at, data.len()) {
            let (now, rest) = data.split_at(len);
            if let Some((chunk, start)) = self.place(at) {
                let chunk = self.chunks.entry(chunk);
                let chunk = chunk.or_insert_with(|| vec![0; CHUNK as usize].into());
                chunk[start..start + len].copy_from_slice(now);
            }
            data = rest;
        }
    }

    /// Makes the bytes zeros, and forgets them where that is possible.
    pub(crate) fn punch(&mut self, at: u64, len: u64) {
        let end = at.saturating_add(len).min(self.says_bytes);
        if at == 0 && end == self.says_bytes {
            self.chunks.clear();
            return;
        }
        for (at, len) in Self::parts(at, end.saturating_sub(at) as usize) {
            let Some((chunk, start)) = self.place(at) else {
                continue;
            };
            if len as u64 == CHUNK {
                self.chunks.remove(&chunk);
            } else if let Some(bytes) = self.chunks.get_mut(&chunk) {
                bytes[start..start + len].fill(0);
            }
        }
    }
}
