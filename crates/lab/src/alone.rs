//! Runs whose folder is not kept: one piece of work, for what measuring costs and for comparing
//! engines; a suite on a simulated drive, for published figures and sweeps.

use crate::error::LabError;
use fourcorners_bench::record::{Measured, NotComparable, Run, RunHeader};
use fourcorners_bench::{
    Action, Direction, Disk, FolderError, FolderWriter, Library, Observer, Options, Pattern,
    PhaseKey, Plan, Silent, Suite, Until, Work, plan_suite,
};
use fourcorners_block::{Blocks, Bytes, DataClass, Drive, Nanos, NullDrive, QueueDepth, Seed};
use fourcorners_report::wording::failure;
use fourcorners_run::{RunEnd, RunError, run};
use fourcorners_sim::DriveSpec;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;
use tempfile::TempDir;

/// The run in its temporary folder.
const RUN: &str = "run";

/// Time of this host per I/O, in nanoseconds, for making it, handing it to a drive, and
/// recording it: `ios` 4 KiB random reads at queue depth 32 on the null drive. `log_ios`: with a
/// record of each.
///
/// # Errors
/// As [`measure_alone`].
pub fn recording_ns(ios: u64, log_ios: bool) -> Result<f64, LabError> {
    let ios = ios.max(1);
    let span = Bytes(4096 * ios);
    let mut drive = NullDrive::new(Blocks::from_bytes(span), Nanos::micros(10));
    let work = Work {
        op: Direction::Read,
        read_percent: 0,
        trim_percent: 0,
        pattern: Pattern::Random,
        block: Bytes(4096),
        queue_depth: QueueDepth::new(32).unwrap_or(QueueDepth::ONE),
        rate_iops: None,
        start: Bytes(0),
        span,
        data: DataClass::FullRandom,
        align: Bytes(4096),
        until: Until::SpanBytes,
        duration_s: 0,
        round_s: 0,
        zones: None,
        recovery: None,
        replay: None,
        first: 0,
        rounds: None,
    };
    let start = Instant::now();
    measure_alone(&mut drive, work, log_ios)?;
    Ok(start.elapsed().as_nanos() as f64 / ios as f64)
}

/// Carries out one piece of work on a drive, as it is, through the whole of a run: loop,
/// histograms, seconds, a record of each I/O if `log_ios`, and a run's folder, which stands among
/// the system's temporary files meanwhile.
///
/// # Errors
/// That folder cannot be written; the drive is lost; the work failed. A sentence each.
pub fn measure_alone(
    drive: &mut dyn Drive,
    work: Work,
    log_ios: bool,
) -> Result<Measured, LabError> {
    let folder = temporary()?;
    let ended = in_folder(drive, work, &folder.path().join(RUN), log_ios).map_err(of_host)?;
    let entry = ended.entries.into_iter().next();
    entry
        .and_then(|entry| match entry.status {
            fourcorners_bench::record::Status::Finished => entry.measured.map(Ok),
            fourcorners_bench::record::Status::Failed { failure } => {
                Some(Err(failure::sentence(&failure)))
            }
            _ => None,
        })
        .unwrap_or_else(|| Err("the work was not measured".into()))
        .map_err(|error| LabError::Refused(error.into()))
}

/// Runs a suite on a fresh simulated drive. `None`: the observer stopped it.
///
/// # Errors
/// There is no plan for this drive, or its folder among the system's temporary files cannot be
/// written.
pub fn simulate_alone(
    spec: &DriveSpec,
    library: &Library,
    suite: &Suite,
    options: &Options,
    seed: Seed,
    observer: &mut dyn Observer,
) -> Result<Option<Run>, LabError> {
    let mut drive = spec.drive();
    let plan = plan_suite(library, suite, drive.identity(), options, seed)?;
    let mut not_comparable = vec![NotComparable::Alone];
    if spec.has_own_policy() {
        not_comparable.push(NotComparable::OwnPolicy);
    }
    let header = RunHeader {
        not_comparable,
        ..RunHeader::of(&plan, drive.identity().clone())
    };
    let folder = temporary()?;
    let path = folder.path().join(RUN);
    let mut ran = || {
        let mut writer = FolderWriter::create_on(&Disk::hurried(), &path, &header)?;
        match run(&plan, drive.as_mut(), &mut writer, observer)? {
            RunEnd::Finished => Ok(Some(Run::open(&path)?)),
            RunEnd::Interrupted => Ok(None),
        }
    };
    ran().map_err(of_host)
}

/// An error of the temporary folder as one that the user can mend.
fn of_host(error: LabError) -> LabError {
    match error {
        LabError::Folder(FolderError::Write { error, .. } | FolderError::Read { error, .. })
        | LabError::Run(RunError::Folder(
            FolderError::Write { error, .. } | FolderError::Read { error, .. },
        )) => LabError::Temporary {
            folder: std::env::temp_dir(),
            error,
        },
        error => error,
    }
}

/// A folder that is removed with all that is in it when it is dropped.
fn temporary() -> Result<TempDir, LabError> {
    let among = std::env::temp_dir();
    let mut named = tempfile::Builder::new();
    let made = named.prefix("fourcorners-").tempdir_in(&among);
    made.map_err(|error| LabError::Temporary {
        folder: among,
        // Without the name that the folder would have had.
        error: error.kind().into(),
    })
}

fn in_folder(
    drive: &mut dyn Drive,
    work: Work,
    path: &Path,
    log_ios: bool,
) -> Result<Run, LabError> {
    let header = RunHeader {
        not_comparable: vec![NotComparable::Alone],
        ..RunHeader::new("alone", drive.identity().clone())
    };
    let key = PhaseKey {
        test: "alone".into(),
        variant: String::new(),
        phase: "measure".into(),
        state: "as-left".into(),
        positions: false,
        spare_per_mille: None,
    };
    let plan = Plan {
        suite: header.suite.clone(),
        actions: vec![Action::Measure { key, work }],
        not_comparable: header.not_comparable.clone(),
        pages: BTreeMap::new(),
        seed: Seed(1),
        written_bytes: 0,
        estimated_s: 0.0,
        goes_on: false,
        budget: None,
    };
    let mut folder = FolderWriter::create_on(&Disk::hurried(), path, &header)?;
    if log_ios {
        folder.log_ios()?;
    }
    run(&plan, drive, &mut folder, &mut Silent)?;
    Ok(Run::open(path)?)
}
