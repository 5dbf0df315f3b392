//! The drive under test: found, opened for writing, and known again after a power cut.

use super::PowerLossOptions;
use super::error::PowerLossError;
use crate::beforehand::refuse_read_only;
use crate::error::LabError;
use crate::misuse::Misuse;
use crate::run_names;
use crate::target::{Target, resolve, same};
use fourcorners_bench::power_loss::{
    POWER_LOSS, POWER_LOSS_SCHEMA, PowerLossHeader, PowerLossLog, TestedDrive,
};
use fourcorners_block::{Bytes, Drive as _, Identity};
use fourcorners_real::power_loss::{Flushed, NoRoom, ROUND, Schedule};
use fourcorners_real::{OpenRequest, RealDrive, Stamping, identify, random_u64};
use std::path::{Path, PathBuf};

/// Bytes that are written where the user says nothing.
const SPAN: Bytes = Bytes(1 << 30);

/// A drive under test, with all that is known of it.
pub(crate) struct Tested {
    pub folder: PathBuf,
    pub log: PowerLossLog,
    pub header: PowerLossHeader,
    pub key: u64,
    pub schedule: Schedule,
    pub flushed: Flushed,
    /// The number of the next write.
    pub next: u64,
}

impl Tested {
    /// Opens the drive for writing, and makes the run's folder.
    pub fn begin(options: &PowerLossOptions) -> Result<(Self, RealDrive), LabError> {
        let path = real(&options.drive)?;
        if !same(&path, &options.destroy) {
            let named = options.destroy.clone();
            let tested = vec![path.display().to_string()];
            return Err(Misuse::DestroyUntested { named, tested }.into());
        }
        refuse_read_only(&path)?;
        let key = random_u64().map_err(|error| LabError::Refused(error.to_string().into()))?;
        // The drive first: one that is refused leaves no folder.
        let drive = fourcorners_real::open(&request(options, Stamping { key, first: 1 }))?;
        let identity = drive.identity();
        let capacity = identity.capacity.bytes();
        let span = options.span.unwrap_or(Bytes(SPAN.0.min(capacity.0)));
        if span.0 > capacity.0 {
            return Err(PowerLossError::SpanBeyondEnd {
                path,
                span,
                capacity,
            }
            .into());
        }
        let schedule = schedule(&path, options.seed, span, identity.logical_block)?;
        let mut drive_of_run = tested_drive(identity);
        // A check may be run in another folder.
        if let Ok(absolute) = std::path::absolute(&path) {
            drive_of_run.path = absolute.display().to_string();
        }
        let header = PowerLossHeader {
            schema_version: POWER_LOSS_SCHEMA,
            fourcorners: env!("CARGO_PKG_VERSION").into(),
            at: crate::wall_clock(),
            drive: drive_of_run,
            span_bytes: schedule.span().0,
            block_bytes: schedule.block().0,
            round: ROUND,
            seed: options.seed,
            key: format!("{key:016x}"),
        };
        let stamp = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
        let name = Target::Real(path).name();
        let base = run_names::base(&stamp, &name, "power-loss", options.seed);
        let (folder, log) = run_names::made(&options.out, &base, |folder| {
            Ok((folder.into(), PowerLossLog::create(folder, &header)?))
        })?;
        let tested = Self {
            folder,
            log,
            header,
            key,
            schedule,
            flushed: Flushed::default(),
            next: 1,
        };
        Ok((tested, drive))
    }

    /// What is known of a run that ended, and where its drive is: at this path, or where it was.
    pub fn recorded(folder: &Path, drive: Option<&Path>) -> Result<(Self, PathBuf), LabError> {
        if !folder.join(POWER_LOSS).exists() {
            return Err(PowerLossError::NoRun(folder.into()).into());
        }
        let (log, recorded) = PowerLossLog::open(folder)?;
        let header = recorded.header;
        let path = drive.map_or_else(|| PathBuf::from(&header.drive.path), PathBuf::from);
        is_drive_of(&header, &identify(&path)?)?;
        let foreign = || PowerLossError::Foreign(folder.into());
        let key = u64::from_str_radix(&header.key, 16).map_err(|_| foreign())?;
        // The file may come from anybody, and the memory of a schedule grows with its span.
        if header.span_bytes > header.drive.capacity_bytes || header.round != ROUND {
            return Err(foreign().into());
        }
        let (span, block) = (Bytes(header.span_bytes), Bytes(header.block_bytes));
        let schedule = schedule(&path, header.seed, span, block)?;
        if schedule.span() != span || schedule.block() != block {
            return Err(foreign().into());
        }
        let mut flushed = Flushed::default();
        for (first, last) in recorded.flushed {
            flushed.begin(first);
            flushed.up_to(last);
        }
        let tested = Self {
            folder: folder.into(),
            log,
            header,
            key,
            schedule,
            next: 0,
            flushed,
        };
        Ok((tested, path))
    }

    /// Its folder, as text.
    pub fn run(&self) -> String {
        self.folder.display().to_string()
    }

    /// Whether the drive of the run is at this path.
    pub fn is_at(&self, path: &Path) -> Result<(), LabError> {
        self.is(&identify(path)?)
    }

    /// Whether this is the drive of the run.
    pub fn is(&self, identity: &Identity) -> Result<(), LabError> {
        is_drive_of(&self.header, identity)
    }
}

fn is_drive_of(header: &PowerLossHeader, identity: &Identity) -> Result<(), LabError> {
    let found = Box::new(tested_drive(identity));
    let expected = Box::new(header.drive.clone());
    match expected.is(&found) {
        true => Ok(()),
        false => Err(PowerLossError::OtherDrive { found, expected }.into()),
    }
}

/// What is asked of the drive.
pub(crate) fn request(options: &PowerLossOptions, stamping: Stamping) -> OpenRequest {
    OpenRequest {
        path: options.drive.clone(),
        destroy: vec![options.destroy.clone()],
        write: true,
        confirm_serial: options.serial.clone(),
        timeout_s: options.timeout_s,
        stamping: Some(stamping),
        ..OpenRequest::default()
    }
}

fn real(path: &Path) -> Result<PathBuf, LabError> {
    match resolve(&path.to_string_lossy(), false)? {
        Target::Real(path) => Ok(path),
        Target::Simulated { given, .. } => Err(PowerLossError::Simulated(given).into()),
    }
}

fn schedule(
    path: &Path,
    seed: u64,
    span: Bytes,
    logical_block: Bytes,
) -> Result<Schedule, PowerLossError> {
    Schedule::new(seed, span, logical_block).map_err(|why| match why {
        NoRoom::Short(least) => PowerLossError::SpanShort {
            path: path.into(),
            span,
            least,
        },
        NoRoom::Long => PowerLossError::SpanLong(span),
    })
}

fn tested_drive(identity: &Identity) -> TestedDrive {
    TestedDrive {
        path: identity.name.clone(),
        model: identity.model.clone(),
        serial: identity.serial.clone(),
        firmware: identity.firmware.clone(),
        capacity_bytes: identity.capacity.bytes().0,
    }
}
