//! What the drive of a run would do if something were changed: what it did, times what the change
//! does to its twin. A twin that is 10 % too fast stays so, and its error cancels out.

use crate::error::TwinError;
use crate::figure::{ENDURANCE, IOPS_MEAN, IOPS_MEDIAN, SLOW_SHARE};
use crate::stage::{Stage, is_same_phase};
use crate::twin::Asked;
use crate::watch::{Progress, Watch, never};
use fourcorners_bench::Options;
use fourcorners_bench::record::{Entry, Measured, Run};
use fourcorners_block::Seed;
use fourcorners_lab as lab;
use fourcorners_sim::DriveSpec;
use schemars::JsonSchema;
use serde::Serialize;
use std::panic::resume_unwind;

/// Seeds that a twin's random writes are simulated with. Where one second in twelve is slow, the
/// share that one run of 300 s shows is off by a fifth.
pub const SEEDS: u64 = 8;

/// A twin whose mean or median is further from the run's does not behave as the drive does. One of
/// a drawn drive that was 24 % off predicted well (records/2026-11-28-twin.md).
const DOUBTFUL: f64 = 0.25;

/// What a drive would do; `predict --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Prediction {
    /// Of random writes to the whole drive.
    pub figures: Vec<Predicted>,
}

impl Prediction {
    /// The mean or median that the twin is furthest off in, if that is too far to rely on it.
    pub fn doubtful(&self) -> Option<(&Predicted, f64)> {
        let central = self.figures.iter().filter(|one| {
            let is_central = [IOPS_MEAN, IOPS_MEDIAN].contains(&&*one.figure);
            is_central && one.drive > 0.0
        });
        let off = central.map(|one| (one, one.twin / one.drive - 1.0));
        let doubtful = off.filter(|(_, error)| error.abs() > DOUBTFUL);
        doubtful.max_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs()))
    }
}

/// The JSON schema of `predict --json`.
pub fn prediction_schema() -> serde_json::Value {
    schemars::schema_for!(Prediction).into()
}

/// A figure of a phase.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Predicted {
    pub test: String,
    /// In the run.
    pub variant: String,
    pub phase: String,
    /// As in `results.jsonl`.
    pub figure: String,
    /// In the run.
    pub drive: f64,
    /// Of the twin as it is: the mean of eight seeds.
    pub twin: f64,
    /// Of the twin with the change: the mean of eight seeds.
    pub twin_changed: f64,
    /// To be expected of the drive with the change.
    pub expected: f64,
    /// The least and the greatest that one of the seeds alone lets expect: how much chance there
    /// is in it, not how far the twin is from the drive.
    pub by_seed: [f64; 2],
}

/// What is to be expected of a drive whose twin changes from `twin` to `changed`.
pub fn expected(drive: f64, [twin, changed]: [f64; 2]) -> f64 {
    match twin > 0.0 {
        true => drive * changed / twin,
        false => changed,
    }
}

/// The same of a share: it may be 0, so that what is added to it counts.
pub fn expected_share(drive: f64, [twin, changed]: [f64; 2]) -> f64 {
    (drive + changed - twin).clamp(0.0, 1.0)
}

impl Asked {
    /// The run's random writes to the whole drive, on a twin of it and on a changed twin, with as
    /// many seeds above that of the run. Without a share, spare area is that of the run.
    ///
    /// # Errors
    /// The run has none, the drive is of another capacity or cannot do them, or it was stopped.
    pub fn both(
        &self,
        twin: &DriveSpec,
        changed: (&DriveSpec, Option<u32>),
        seeds_above: u64,
        progress: &dyn Progress,
    ) -> Result<[Run; 2], TwinError> {
        std::thread::scope(|scope| {
            let twin = scope.spawn(|| self.repeated(twin, None, seeds_above, progress));
            let (changed, spare_percent) = changed;
            let changed = self.repeated(changed, spare_percent, seeds_above, progress);
            let twin = twin.join().unwrap_or_else(|panic| resume_unwind(panic));
            Ok([twin?, changed?])
        })
    }

    /// The same of one of them.
    ///
    /// # Errors
    /// The run has none, the drive is of another capacity or cannot do them, or it was stopped.
    pub fn repeated(
        &self,
        spec: &DriveSpec,
        spare_percent: Option<u32>,
        seeds_above: u64,
        progress: &dyn Progress,
    ) -> Result<Run, TwinError> {
        let stage = self.endurance()?;
        let [of_run, of_twin] = [
            self.run.header.identity.capacity,
            spec.drive().identity().capacity,
        ]
        .map(|blocks| blocks.bytes());
        if of_run != of_twin {
            return Err(TwinError::OtherCapacity { of_run, of_twin });
        }
        let options = Options {
            spare_percent: spare_percent.or(stage.options.spare_percent),
            ..stage.options
        };
        let seed = Seed(self.run.header.seed.wrapping_add(seeds_above));
        let mut watch = Watch::new(progress, &never);
        let (library, suite) = (&self.definitions, &stage.suite);
        let run = lab::simulate_alone(spec, library, suite, &options, seed, &mut watch)?;
        run.ok_or(TwinError::Stopped)
    }

    /// What the drive would do if it changed as its twin does from the first to the second run of
    /// each pair.
    ///
    /// # Errors
    /// The run has no random writes to the whole drive.
    pub fn prediction(&self, pairs: &[[Run; 2]]) -> Result<Prediction, TwinError> {
        let stage = self.endurance()?;
        let mut figures = Vec::new();
        for entry in self.run.entries.iter().filter(|entry| stage.shows(entry)) {
            for (name, of) in ENDURANCE {
                let seeds: Option<Vec<[f64; 2]>> = pairs
                    .iter()
                    .map(|[twin, changed]| {
                        Some([of(same(twin, entry)?)?, of(same(changed, entry)?)?])
                    })
                    .collect();
                let seeds = seeds.filter(|seeds| !seeds.is_empty());
                let (Some(drive), Some(seeds)) = (entry.result().and_then(of), seeds) else {
                    continue;
                };
                let expected = match name {
                    SLOW_SHARE => expected_share,
                    _ => expected,
                };
                let [twin, twin_changed] =
                    [0, 1].map(|which| mean(seeds.iter().map(|pair| pair[which])));
                let by_seed = seeds.iter().map(|pair| expected(drive, *pair));
                figures.push(Predicted {
                    test: entry.test.clone(),
                    variant: entry.variant.clone(),
                    phase: entry.phase.clone(),
                    figure: name.into(),
                    drive,
                    twin,
                    twin_changed,
                    expected: expected(drive, [twin, twin_changed]),
                    by_seed: [
                        by_seed.clone().fold(f64::INFINITY, f64::min),
                        by_seed.fold(f64::NEG_INFINITY, f64::max),
                    ],
                });
            }
        }
        Ok(Prediction { figures })
    }

    /// Random writes to the whole drive, of which there are some.
    fn endurance(&self) -> Result<Stage, TwinError> {
        let [_, stage] = self.stages()?;
        Ok(stage)
    }
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len() as f64;
    values.sum::<f64>() / count
}

/// The phase of another run, whose variant may be another.
fn same<'a>(run: &'a Run, entry: &Entry) -> Option<&'a Measured> {
    let mut entries = run.entries.iter();
    let found = entries.find(|other| is_same_phase(entry.names(), other.names()));
    found.and_then(Entry::result)
}
