//! The drive under test: found, opened for writing, and known again after a power cut.

use super::PowerLossOptions;
use super::error::PowerLossError;
use crate::beforehand::refuse_read_only;
use crate::error::LabError;
use crate::memory::available_memory;
use crate::misuse::Misuse;
use crate::run_names;
use crate::target::{Target, resolve, same};
use fourcorners_bench::power_loss::{
    POWER_LOSS, POWER_LOSS_SCHEMA, PowerLossHeader, PowerLossLog, TestedDrive,
};
use fourcorners_block::{Bytes, Drive as _, DriveKind, Identity};
use fourcorners_real::power_loss::{Flushed, NoRoom, ROUND, Schedule, shares_disk};
use fourcorners_real::{OpenRequest, RealDrive, Stamping, identify, random_u64};
use std::path::{Path, PathBuf};

/// Bytes that are written where the user says nothing.
const SPAN: Bytes = Bytes(1 << 30);

/// A drive under test, with all that is known of it.
pub(crate) struct Tested {
    pub folder: PathBuf,
    pub log: PowerLossLog,
    pub header: PowerLossHeader,
    /// Who the drive was when it was opened first.
    pub identity: Identity,
    pub key: u64,
    pub schedule: Schedule,
    pub flushed: Flushed,
    /// The number of the next write.
    pub next: u64,
    /// The folder is on the disk of the file under test.
    pub shares_disk: bool,
    /// The user stopped the writes, and the log tells of no lost power since.
    pub stopped: bool,
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
        let identity = drive.identity().clone();
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
        let shares_disk = shares_disk(&path, &options.out);
        if shares_disk && identity.kind == DriveKind::BlockDevice {
            let out = options.out.clone();
            return Err(PowerLossError::OutOnDrive { path, out }.into());
        }
        let schedule = schedule(&path, options.seed, span, identity.logical_block)?;
        let mut drive_of_run = tested_drive(&identity);
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
        let stamp = run_names::stamp();
        let name = Target::Real(path).name();
        let base = run_names::base(&stamp, &name, "power-loss", options.seed);
        let (folder, log) = run_names::made(&options.out, &base, |folder| {
            Ok((folder.into(), PowerLossLog::create(folder, &header)?))
        })?;
        let tested = Self {
            folder,
            log,
            header,
            identity,
            key,
            schedule,
            flushed: Flushed::default(),
            next: 1,
            shares_disk,
            stopped: false,
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
        let identity = identify(&path).map_err(|error| PowerLossError::Absent {
            why: error.to_string(),
        })?;
        is_drive_of(&header, &identity)?;
        let foreign = || PowerLossError::Foreign(folder.into());
        let key = u64::from_str_radix(&header.key, 16).map_err(|_| foreign())?;
        if header.round != ROUND {
            return Err(foreign().into());
        }
        // The file may come from anybody.
        plausible(folder, &header, identity.logical_block)?;
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
            identity,
            key,
            schedule,
            next: 0,
            flushed,
            shares_disk: false,
            stopped: recorded.stopped,
        };
        Ok((tested, path))
    }

    /// Its folder, as text.
    pub fn run(&self) -> String {
        self.folder.display().to_string()
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

/// Refuses a header whose numbers this drive rules out.
fn plausible(
    folder: &Path,
    header: &PowerLossHeader,
    logical_block: Bytes,
) -> Result<(), PowerLossError> {
    let damaged = |what| {
        let folder = folder.into();
        Err(PowerLossError::Damaged { folder, what })
    };
    let block = Schedule::block_for(logical_block).0;
    let (span, capacity) = (header.span_bytes, header.drive.capacity_bytes);
    if header.block_bytes != block {
        let found = header.block_bytes;
        return damaged(format!("block_bytes is {found}, not {block}"));
    }
    if span > capacity {
        return damaged(format!("span_bytes is {span}, more than {capacity}"));
    }
    Ok(())
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
    fits(span, logical_block, available_memory())?;
    Schedule::new(seed, span, logical_block).map_err(|why| match why {
        NoRoom::Short(least) => PowerLossError::SpanShort {
            path: path.into(),
            span,
            least,
        },
        NoRoom::Long => PowerLossError::SpanLong(span),
    })
}

/// Refuses a span whose schedule does not fit into memory: a kernel that overcommits would not.
fn fits(span: Bytes, logical_block: Bytes, available: Option<u64>) -> Result<(), PowerLossError> {
    let blocks = span.0 / Schedule::block_for(logical_block).0;
    let needed = Bytes(blocks.saturating_mul(Schedule::BYTES_PER_BLOCK));
    match available.map(Bytes) {
        Some(available) if needed.0 > available.0 => Err(PowerLossError::Memory {
            span,
            needed,
            available,
        }),
        _ => Ok(()),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn span_whose_schedule_exceeds_memory_is_refused() {
        let fits = |available| fits(Bytes(1 << 40), Bytes(512), available);
        assert!(fits(None).is_ok());
        assert!(fits(Some(2 << 30)).is_ok());
        let error = fits(Some(1 << 30)).expect_err("too little memory");
        let words = "a span of 1TiB needs 2GiB of memory, but only 1GiB are available";
        assert_eq!(error.to_string(), words);
    }
}
