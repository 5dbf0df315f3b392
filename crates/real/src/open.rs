//! Opening: from what the user asks for to a drive, through every check.

use crate::drive::RealDrive;
use crate::erase::Erase;
use crate::error::OpenError;
use crate::host::{Host, Node};
use crate::identify::{self, refused};
use crate::pinned::{Access, Pinned};
use crate::polling::can_be_polled;
use crate::safety::{self, Claims};
use crate::scratch_file::ScratchFile;
use crate::system;
use crate::target::Target;
use crate::uring::{self, Uring};
use crate::verify::Stamping;
use crate::way::{Way, Ways};
use fourcorners_block::{Bytes, DiscardLimits, Identity, QueueDepth};
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// What carries requests to the kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineChoice {
    /// io_uring where the host allows it, else plain calls with a note that says so.
    #[default]
    Auto,
    /// io_uring, or an error.
    IoUring,
    /// io_uring that polls the drive, or an error; where there is no io_uring, as `Auto`.
    Polled,
    /// Linux AIO (`io_submit`), for drives that finish an I/O within the call.
    Aio,
    /// Plain calls, one at a time: the queue depth is 1.
    Synchronous,
}

/// Names of the engines, as `--engine` and `run.json` have them.
const ENGINES: [(&str, EngineChoice); 5] = [
    ("auto", EngineChoice::Auto),
    ("io-uring", EngineChoice::IoUring),
    ("polled", EngineChoice::Polled),
    ("aio", EngineChoice::Aio),
    ("synchronous", EngineChoice::Synchronous),
];

impl EngineChoice {
    pub fn name(self) -> &'static str {
        let named = ENGINES.iter().find(|(_, engine)| *engine == self);
        named.map_or("auto", |(name, _)| name)
    }

    /// The engine of that name.
    pub fn named(name: &str) -> Option<Self> {
        let named = ENGINES.iter().find(|(of_it, _)| *of_it == name);
        named.map(|(_, engine)| *engine)
    }
}

/// An I/O that takes longer than this has been lost, unless something else is asked for. The
/// kernel itself gives most drives 30 s.
pub const DEFAULT_TIMEOUT_S: u64 = 60;

/// What to open, and what may be done to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenRequest {
    /// A block device or a regular file; links are followed.
    pub path: PathBuf,
    /// Make a new file of this size, which must be a multiple of 4 KiB and at least 4 MiB.
    pub create_size: Option<Bytes>,
    /// The file that is there was made like that: when it is emptied, its space is set aside again.
    pub made_before: bool,
    /// Devices and files that the user allows to be overwritten.
    pub destroy: Vec<PathBuf>,
    /// Open for writing.
    pub write: bool,
    /// Text that confirms a device on which a signature is found: its serial number; where it
    /// has none, its device file's path or name, or a loop device's backing file.
    pub confirm_serial: Option<String>,
    /// What carries requests.
    pub engine: EngineChoice,
    /// 0: each completion is taken as soon as it is there, so that latencies are true. Else
    /// io_uring hands over and waits for so many I/Os at a time, which costs less of the CPU.
    pub batch: u16,
    /// Seconds after which an I/O counts as lost, and with it the drive; 60 if not said.
    pub timeout_s: Option<u64>,
    /// Stamp what is written, and check what is read.
    pub verify: bool,
    /// The same with these stamps.
    pub stamping: Option<Stamping>,
    /// How it is made as new.
    pub erase: Erase,
}

/// Opens a drive of this host.
///
/// # Errors
/// A sentence for everything that forbids it. Nothing was written then, and a file that was
/// made is gone again.
pub fn open(request: &OpenRequest) -> Result<RealDrive, OpenError> {
    open_on(&Host::default(), request)
}

/// [`open`] with another /sys and /proc.
///
/// # Errors
/// As [`open`].
pub fn open_on(host: &Host, request: &OpenRequest) -> Result<RealDrive, OpenError> {
    let path = &request.path;
    // The engine first: what fails here should not have made a file.
    let (way, mut notes) = engine(request.engine, uring::probe)?;
    let drive = match (Pinned::at(path), request.create_size) {
        (Err(OpenError::NotFound { .. }), Some(size)) if request.write => {
            let (made, said) = ScratchFile::create(path, size)?;
            notes.extend(said);
            let mut drive = regular_file(host, request, made.pinned(), way, notes, true)?;
            drive.line.is_empty = true;
            made.keep();
            return Ok(drive);
        }
        (Ok(_), Some(_)) => return Err(OpenError::Exists { path: path.clone() }),
        (pinned, _) => pinned?,
    };
    if request.write && !safety::is_named(&drive, &request.destroy) {
        return Err(OpenError::NotNamed { path: path.clone() });
    }
    match drive.device() {
        Some(number) => {
            let node = identify::node_of(host, path, number)?;
            block_device(host, request, &drive, way, notes, &node)
        }
        None => regular_file(host, request, &drive, way, notes, request.made_before),
    }
}

/// The way that is tried first, and what there is to say of that.
fn engine(
    choice: EngineChoice,
    probe: fn() -> io::Result<()>,
) -> Result<(Way, Vec<String>), OpenError> {
    let limited = "the synchronous engine keeps one I/O in flight, so the queue depth is always 1";
    if choice == EngineChoice::Synchronous {
        return Ok((Way::Synchronous, vec![limited.into()]));
    }
    if choice == EngineChoice::Aio {
        return Ok((Way::Aio, Vec::new()));
    }
    match probe() {
        Ok(()) if choice == EngineChoice::Polled => Ok((Way::Polled, Vec::new())),
        Ok(()) => Ok((Way::IoUring, Vec::new())),
        Err(error) if choice == EngineChoice::IoUring => Err(OpenError::NoUring { error }),
        Err(error) => Ok((
            Way::Synchronous,
            vec![format!("io_uring cannot be used here ({error}); {limited}")],
        )),
    }
}

fn block_device(
    host: &Host,
    request: &OpenRequest,
    pinned: &Pinned,
    way: Way,
    notes: Vec<String>,
    node: &Node,
) -> Result<RealDrive, OpenError> {
    let path = &request.path;
    let check = || safety::check_device(host, path, node);
    if request.write {
        check()?;
    }
    let identity = identify::device(path, node)?;
    let access = Access {
        write: request.write,
        claim: request.write,
    };
    let file = pinned
        .open(access)
        .map_err(|error| match error.raw_os_error() {
            Some(libc::EBUSY) => safety::in_use(host, path, node),
            Some(libc::EROFS) => OpenError::ReadOnlyDevice { path: path.clone() },
            Some(libc::EACCES | libc::EPERM)
                if request.write && node.attribute("ro").is_some_and(|ro| ro != "0") =>
            {
                OpenError::ReadOnlyDevice { path: path.clone() }
            }
            _ => refused(path, access_name(request), "opening it", error),
        })?;
    let mut claims = Claims::default();
    if request.write {
        let (sharing, held) = safety::check_and_claim(host, path, check)?;
        claims = held;
        safety::check_programs(host, path, &sharing)?;
        safety::check_content(request, node, &identity, &file)?;
    }
    let target = Target {
        file,
        block_device: true,
        allocated: false,
        claims,
    };
    finish(host, request, target, identity, way, notes)
}

fn access_name(request: &OpenRequest) -> &'static str {
    if request.write { "writing" } else { "reading" }
}

fn regular_file(
    host: &Host,
    request: &OpenRequest,
    pinned: &Pinned,
    way: Way,
    notes: Vec<String>,
    allocated: bool,
) -> Result<RealDrive, OpenError> {
    let path = &request.path;
    if request.erase.is_a_command() {
        return Err(OpenError::NoErase {
            path: path.clone(),
            reason: format!(
                "it is a file, but {} is for disks only",
                request.erase.description()
            ),
        });
    }
    let check = || safety::check_file(host, path, pinned);
    if request.write {
        check()?;
    }
    let access = Access {
        write: request.write,
        claim: false,
    };
    let file = pinned
        .open(access)
        .map_err(|error| match error.raw_os_error() {
            Some(libc::EINVAL) => OpenError::NoDirectIo {
                path: path.clone(),
                file_system: identify::file_system(host, path, pinned.metadata()),
            },
            _ => refused(path, access_name(request), "opening it", error),
        })?;
    let mut claims = Claims::default();
    if request.write {
        let (sharing, held) = safety::check_and_claim(host, path, check)?;
        claims = held;
        safety::check_programs(host, path, &sharing)?;
    }
    let block = pinned.metadata().blksize();
    let mut identity = identify::regular(host, path, &file)?;
    identity.discard = discard_limits(&file, &identity, block, request.write);
    finish(
        host,
        request,
        Target {
            file,
            block_device: false,
            allocated,
            claims,
        },
        identity,
        way,
        notes,
    )
}

/// Whether the file system can punch holes, asked beyond the file's end, where it changes
/// nothing.
fn discard_limits(
    file: &File,
    identity: &Identity,
    block: u64,
    write: bool,
) -> Option<DiscardLimits> {
    let end = identity
        .capacity
        .bytes()
        .0
        .checked_next_multiple_of(1 << 20)?
        .checked_add(1 << 20)?;
    let can = write && system::discard_file(file.as_raw_fd(), end, block).is_ok();
    can.then(|| DiscardLimits {
        granularity: Bytes(block),
        max: identity.capacity.bytes(),
        queued: false,
    })
}

fn finish(
    host: &Host,
    request: &OpenRequest,
    target: Target,
    mut identity: Identity,
    way: Way,
    mut notes: Vec<String>,
) -> Result<RealDrive, OpenError> {
    identity.read_only = !request.write;
    if request.write && request.erase == Erase::Discard && identity.discard.is_none() {
        return Err(OpenError::NoTrim {
            path: request.path.clone(),
        });
    }
    if let Some(limits) = &mut identity.discard {
        let may_queue = way == Way::IoUring && target.block_device && request.write;
        let takes = || Uring::takes_discards(target.file.as_raw_fd()).unwrap_or(false);
        limits.queued = may_queue && takes();
    }
    let polled_bytes = match way {
        Way::Polled => {
            Some(
                can_be_polled(host, &target.file).map_err(|reason| OpenError::NotPolled {
                    path: request.path.clone(),
                    reason,
                })?,
            )
        }
        _ => None,
    };
    let ways = Ways::only(way);
    identity.engine = ways.name();
    if way == Way::Synchronous {
        identity.max_queue_depth = QueueDepth::ONE;
    }
    if let Some(scheduler) = identity
        .scheduler
        .as_deref()
        .filter(|name| *name != "none" && identity.rotational == Some(false))
    {
        notes.push(format!(
            "the I/O scheduler of this drive is {scheduler}, which reorders requests and slows \
             SSDs down (write 'none' to its queue/scheduler in /sys to change it)"
        ));
    }
    let path: &Path = &request.path;
    let mut drive = RealDrive::new(target, identity, notes, ways, request)
        .map_err(|error: io::Error| OpenError::host(path, "allocating buffers", error))?;
    if let Some(bytes) = polled_bytes {
        drive.line.limit_transfers(bytes);
    }
    drive.erase_by(request.erase);
    Ok(drive)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn does_a_host_without_io_uring_fall_back_and_say_so() {
        let absent = || Err(io::Error::from_raw_os_error(libc::ENOSYS));
        let (way, notes) =
            engine(EngineChoice::Auto, absent).unwrap_or_else(|error| panic!("{error}"));
        assert!(
            way == Way::Synchronous
                && notes[0].contains("io_uring cannot be used here")
                && notes[0].contains("depth is always 1")
        );
        assert!(matches!(
            engine(EngineChoice::IoUring, absent),
            Err(OpenError::NoUring { .. })
        ));
        assert!(
            engine(EngineChoice::Auto, || Ok(()))
                .is_ok_and(|(way, notes)| way == Way::IoUring && notes.is_empty())
        );
    }
}
