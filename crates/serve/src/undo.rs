//! Old bytes under the writes that a power cut would lose.

use crate::class::only_byte;
use crate::contents::Contents;
use fourcorners_block::{Blocks, Volatile};
use std::collections::{HashMap, VecDeque, hash_map};
use std::io;
use std::ops::Range;

/// Versions that are gathered before the drive is asked which writes are durable by now.
const GATHERED: usize = 4096;

/// Longer ranges of zeros, which carry no data, are not undone by a power cut: their old bytes
/// would take too much memory.
const LONGEST: u64 = 32 << 20;

/// What is forgotten with each unit that is written. To forget thousands at once takes a
/// millisecond, for which replies would wait.
const FORGOTTEN_AT_ONCE: usize = 2;

/// Bytes of a unit. `None`: all were zero.
type Old = Option<Box<[u8]>>;

/// For each unit, what it held before each of its last writes. A power cut loses the last ones of
/// them.
pub struct Undo {
    unit_bytes: u64,
    capacity: u64,
    /// By number of the unit, the oldest first.
    versions: HashMap<u64, VecDeque<Old>>,
    /// Under durable writes, and still to be forgotten.
    durable: hash_map::IntoIter<u64, VecDeque<Old>>,
    count: usize,
    settled_count: usize,
    buffer: Vec<u8>,
}

impl Undo {
    pub fn new(unit: Blocks, capacity: u64) -> Self {
        let unit_bytes = unit.bytes().0;
        Self {
            unit_bytes,
            capacity,
            versions: HashMap::new(),
            durable: HashMap::new().into_iter(),
            count: 0,
            settled_count: 0,
            buffer: Vec::new(),
        }
    }

    pub fn unit_bytes(&self) -> u64 {
        self.unit_bytes
    }

    /// What the units of a range hold now.
    ///
    /// # Errors
    /// The host's.
    pub fn old(&mut self, contents: &Contents, range: &Range<u64>) -> io::Result<Vec<Old>> {
        let units = self.units(range);
        if units.is_empty() {
            return Ok(Vec::new());
        }
        let begin = units.start * self.unit_bytes;
        // The drive may end within its last unit.
        let end = (units.end * self.unit_bytes).min(self.capacity);
        self.buffer.resize((end - begin) as usize, 0);
        contents.read(begin, &mut self.buffer)?;
        let units = self.buffer.chunks(self.unit_bytes as usize);
        let old = |unit: &[u8]| (only_byte(unit) != Some(0)).then(|| unit.into());
        Ok(units.map(old).collect())
    }

    /// A range was written, whose units held this before.
    pub fn push(&mut self, range: &Range<u64>, old: Vec<Old>) {
        self.count += old.len();
        for (unit, old) in self.units(range).zip(old) {
            self.versions.entry(unit).or_default().push_back(old);
            let forgotten = self.durable.by_ref().take(FORGOTTEN_AT_ONCE);
            forgotten.for_each(drop);
        }
    }

    pub fn units(&self, range: &Range<u64>) -> Range<u64> {
        range.start / self.unit_bytes..range.end.div_ceil(self.unit_bytes)
    }

    /// The parts of a written range that a power cut undoes: all of it, or the ends of a long one
    /// that are parts of a unit.
    pub fn undone(&self, range: &Range<u64>) -> [Range<u64>; 2] {
        if range.end - range.start <= LONGEST {
            return [range.clone(), 0..0];
        }
        let first_whole = range.start.next_multiple_of(self.unit_bytes);
        let last_part = range.end - range.end % self.unit_bytes;
        [range.start..first_whole, last_part..range.end]
    }

    pub fn number(&self, unit: &Volatile) -> u64 {
        unit.lba.bytes().0 / self.unit_bytes
    }

    /// How many writes of a unit a power cut undoes: fewer than the drive loses if the unit was
    /// trimmed or was in a long range of zeros.
    pub fn lost_writes(&self, unit: &Volatile) -> u32 {
        let versions = self.versions.get(&self.number(unit));
        versions.map_or(0, |versions| unit.writes.min(versions.len() as u32))
    }

    /// A range was trimmed: what units within it held before is not to come back.
    pub fn trimmed(&mut self, range: &Range<u64>) {
        let units = range.start.div_ceil(self.unit_bytes)..range.end / self.unit_bytes;
        // Whichever are fewer.
        let is_within = |unit: &u64| units.contains(unit);
        if units.end.saturating_sub(units.start) < self.versions.len() as u64 {
            for unit in units.clone() {
                self.count -= self.versions.remove(&unit).map_or(0, |old| old.len());
            }
        } else {
            self.versions.retain(|unit, _| !is_within(unit));
            self.count = self.versions.values().map(VecDeque::len).sum();
        }
    }

    /// Whether enough was gathered that the drive should be asked which writes are durable.
    pub fn is_to_settle(&self) -> bool {
        self.count > 2 * self.settled_count + GATHERED
    }

    /// Forgets what is before durable writes: all but these.
    pub fn settle(&mut self, volatile: &[Volatile]) {
        let mut before = std::mem::take(&mut self.versions);
        for unit in volatile {
            let number = self.number(unit);
            if let Some(mut versions) = before.remove(&number) {
                let durable = versions.len().saturating_sub(unit.writes as usize);
                versions.drain(..durable);
                self.versions.insert(number, versions);
            }
        }
        self.durable = before.into_iter();
        self.count = self.versions.values().map(VecDeque::len).sum();
        self.settled_count = self.count;
    }

    /// Undoes these writes, and forgets all: power was lost.
    ///
    /// # Errors
    /// The host's.
    pub fn undo(&mut self, contents: &Contents, lost: &[Volatile]) -> io::Result<()> {
        self.settle(lost);
        for (unit, versions) in self.versions.drain() {
            let offset = unit * self.unit_bytes;
            match versions.front() {
                Some(Some(old)) => contents.restore(offset, old)?,
                Some(None) => {
                    contents.zero(offset, self.unit_bytes.min(self.capacity - offset))?;
                }
                None => {}
            }
        }
        self.forget();
        Ok(())
    }

    /// Nothing is to be undone.
    pub fn forget(&mut self) {
        self.versions.clear();
        (self.count, self.settled_count) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::{Bytes, Lba};

    const UNIT: Bytes = Bytes::kib(4);

    fn unit(number: u64, writes: u32) -> Volatile {
        Volatile {
            lba: Lba::from_bytes(Bytes(number * UNIT.0)),
            writes,
        }
    }

    fn write(undo: &mut Undo, contents: &Contents, offset: u64, with: &[u8]) {
        let range = offset..offset + with.len() as u64;
        let old = undo.old(contents, &range).expect("it can be read");
        contents.write(offset, with).expect("it can be written");
        undo.push(&range, old);
    }

    #[test]
    fn last_writes_of_a_unit_are_undone_and_those_before_are_not() {
        let contents = Contents::in_memory(1 << 20, 1 << 20).expect("memory");
        let mut undo = Undo::new(Blocks::from_bytes(UNIT), 1 << 20);
        write(&mut undo, &contents, 0, &[1; 8192]);
        write(&mut undo, &contents, 4096 + 512, &[2; 512]);
        write(&mut undo, &contents, 4096 + 1024, &[3; 512]);
        // The first write of unit 1 is stable, nothing of unit 0 is.
        undo.settle(&[unit(0, 1), unit(1, 2)]);
        undo.undo(&contents, &[unit(0, 1), unit(1, 1)])
            .expect("undone");
        let mut bytes = [9; 8192];
        contents.read(0, &mut bytes).expect("read");
        assert_eq!(bytes[..4096], [0; 4096], "it was never written");
        assert_eq!(bytes[4096 + 512..4096 + 1024], [2; 512]);
        assert_eq!(bytes[4096 + 1024..4096 + 1536], [1; 512]);
        assert_eq!(undo.count, 0);
    }

    #[test]
    fn trimmed_units_do_not_come_back() {
        let contents = Contents::in_memory(1 << 20, 1 << 20).expect("memory");
        let mut undo = Undo::new(Blocks::from_bytes(UNIT), 1 << 20);
        write(&mut undo, &contents, 0, &[1; 3 * 4096]);
        contents.zero(2048, 6144).expect("zeros");
        undo.trimmed(&(2048..8192));
        assert_eq!(undo.count, 2, "unit 1 is forgotten, half of unit 0 is not");
        let lost = [unit(0, 1), unit(1, 1), unit(2, 1)];
        undo.undo(&contents, &lost).expect("undone");
        let mut bytes = [9; 3 * 4096];
        contents.read(0, &mut bytes).expect("read");
        assert_eq!(bytes, [0; 3 * 4096]);
    }
}
