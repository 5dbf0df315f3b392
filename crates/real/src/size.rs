//! Whether all of the drive is there: a few blocks written and read back, before anything else.
//! Sticks and cards that pretend to be larger begin again at their start after a power of two
//! (address lines that lead nowhere), or lose what is written beyond their end. Both are found
//! here; one that begins again elsewhere is found by the tests once their writes overlap.

use crate::drive::RealDrive;
use fourcorners_block::{
    Blocks, Bytes, Completion, Data, Drive, DriveError, Found, Lba, Nanos, Outcome, QueueDepth,
    Request, Stop,
};

/// 4 KiB is written at each place.
const PIECE: Blocks = Blocks(8);
/// Evenly spread places, beside the powers of two from 1 MiB on.
const SPREAD: u64 = 64;

impl RealDrive {
    /// Writes about 90 blocks of 4 KiB over the whole drive, and reads them back. A sentence if
    /// some of it is not there; I/O errors are left to the tests to find. Only a drive that
    /// verifies finds anything.
    ///
    /// # Errors
    /// The drive is lost, or not idle.
    pub fn check_size(&mut self) -> Result<Option<String>, DriveError> {
        self.set_queue_depth(QueueDepth::ONE);
        let (name, capacity) = (self.identity().name.clone(), self.identity().capacity);
        let places = places(capacity);
        // From the end, so that what a smaller drive's first blocks hold in the end is their own.
        for lba in places.iter().rev() {
            self.one(Request::write(0, *lba, PIECE, Data::RANDOM))?;
        }
        self.one(Request::flush(0))?;
        let mut there = capacity;
        let mut shown = None;
        for lba in &places {
            let outcome = self.one(Request::read(0, *lba, PIECE))?;
            let Some(bad) = self.take_bad_block() else {
                continue;
            };
            if outcome != Outcome::WrongData {
                continue;
            }
            let at_most = match bad.found {
                Found::BlockOf(other) => Blocks(bad.lba.0.abs_diff(other.0)),
                _ => Blocks(bad.lba.0),
            };
            if at_most.0 <= there.0 {
                there = at_most;
                shown = Some(bad);
            }
        }
        Ok(shown.map(|bad| {
            format!(
                "{name} is smaller than it reports: {bad}, so of {} at most {} exist. Results \
                 would be meaningless; return the drive, or use only its first part",
                gb(capacity.bytes()),
                gb(there.bytes())
            )
        }))
    }

    fn one(&mut self, request: Request) -> Result<Outcome, DriveError> {
        let mut completions: Vec<Completion> = Vec::with_capacity(1);
        self.submit(&[request]);
        self.wait(Nanos::MAX, Stop::Drained, &mut completions)?;
        Ok(completions.first().map_or(Outcome::Done, |one| one.outcome))
    }
}

/// Ascending, aligned to 4 KiB, the last one at the end.
fn places(capacity: Blocks) -> Vec<Lba> {
    let last = capacity.0.saturating_sub(PIECE.0);
    let powers = (11..63).map(|power| 1 << power);
    let mut places: Vec<u64> = (0..=SPREAD)
        .map(|part| (u128::from(last) * u128::from(part) / u128::from(SPREAD)) as u64)
        .chain(powers)
        .map(|lba: u64| lba / PIECE.0 * PIECE.0)
        .filter(|lba| *lba <= last)
        .collect();
    places.sort_unstable();
    places.dedup();
    places.into_iter().map(Lba).collect()
}

fn gb(bytes: Bytes) -> String {
    format!("{:.3} GB", bytes.0 as f64 / 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn do_the_places_reach_from_end_to_end() {
        for mib in [4, 1000, 64 << 10] {
            let capacity = Blocks::from_bytes(Bytes::mib(mib));
            let places = places(capacity);
            assert_eq!(places.first(), Some(&Lba(0)));
            assert_eq!(places.last(), Some(&Lba(capacity.0 - 8)));
            assert!((64..110).contains(&places.len()), "{}", places.len());
        }
    }
}
