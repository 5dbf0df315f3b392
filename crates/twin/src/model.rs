//! The simulated drive of a set of values.

use crate::file::files;
use crate::parameter::{DIES_PER_CHANNEL, Genes, Kind, PARAMETERS, SPARE_PERCENT, WATERMARK_GAP};
use fourcorners_block::Bytes;
use fourcorners_drive_file::{SpecError, load};
use fourcorners_sim::DriveSpec;
use fourcorners_sim::spec::{Pacing, VictimPolicy};

/// What is known of the drive, not sought.
#[derive(Clone, Debug)]
pub struct Known {
    /// Name of the twin.
    pub name: String,
    /// Model of the drive.
    pub model: String,
    pub capacity: Bytes,
    pub queue_depth: u32,
}

/// Blocks per plane that never hold host data.
pub const RESERVED: u64 = 2;

/// One set of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Values(Vec<f64>);

impl Values {
    pub fn of(genes: &Genes) -> Self {
        let values = PARAMETERS.iter().zip(genes);
        Self(values.map(|(one, gene)| one.kind.at(*gene)).collect())
    }

    /// A number, or the index of a choice.
    pub fn number(&self, key: &str) -> f64 {
        let place = PARAMETERS.iter().position(|one| one.key == key);
        place.map_or(0.0, |place| self.0[place])
    }

    /// The name that was chosen.
    pub fn choice(&self, key: &str) -> &'static str {
        let place = PARAMETERS.iter().position(|one| one.key == key);
        match place.map(|place| (PARAMETERS[place].kind, self.0[place])) {
            Some((Kind::Choice(of), index)) => of[index as usize],
            _ => "",
        }
    }

    /// Whether a parameter of garbage collection has an effect with the policies that were chosen.
    pub fn uses(&self, key: &str) -> bool {
        let paces = |pacing: Pacing| self.choice("gc.pacing") == pacing.name();
        let victim = || self.choice("gc.victim").parse();
        match key {
            "gc.copies_per_host_write" => paces(Pacing::Trickle),
            "gc.freed_per_host_write" => paces(Pacing::Throttle),
            "gc.victim_candidates" => victim().is_ok_and(VictimPolicy::draws),
            _ => true,
        }
    }

    pub fn dies(&self) -> u64 {
        (self.number("nand.channels") * self.number(DIES_PER_CHANNEL)) as u64
    }

    pub fn high_watermark(&self) -> u64 {
        (self.number("gc.low_watermark") + self.number(WATERMARK_GAP)) as u64
    }

    /// Erase blocks of a plane, so that the drive has its capacity and spare area.
    pub fn blocks_per_plane(&self, capacity: Bytes) -> u64 {
        let page = self.number("nand.page_kib") as u64 * 1024;
        let block = page * self.number("nand.pages_per_block") as u64;
        let superblock = block * self.number("nand.planes") as u64 * self.dies();
        let bytes = capacity.0 as f64 * (1.0 + self.number(SPARE_PERCENT) / 100.0);
        (bytes / superblock as f64).round() as u64 + RESERVED
    }

    /// The drive, if there can be one.
    ///
    /// # Errors
    /// These values contradict each other.
    pub fn spec(&self, known: &Known) -> Result<DriveSpec, SpecError> {
        let [drive, nand] = files(self, known, &|_| String::new());
        load("twin.toml", &drive, &|_| Some(nand.clone()))
    }
}
