//! Why a drive is not opened: each one line that says what and where; `hint.rs` has what to do.

use fourcorners_block::{Bytes, Difference};
use std::path::{Path, PathBuf};

/// Why a drive was not opened. Nothing was written when one of these is returned.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Nothing has that name.
    #[error("{path} does not exist")]
    NotFound { path: PathBuf },
    /// A file or device, named as if it were a folder.
    #[error("a component of the path {path} is not a folder")]
    NotAFolder { path: PathBuf },
    /// Neither a block device nor a regular file.
    #[error("{path} is a {kind}, not a block device or a regular file")]
    WrongKind {
        path: PathBuf,
        /// `directory`, `character device`, ...
        kind: &'static str,
    },
    /// The user may not.
    #[error("{path}: no permission to open it for {access}")]
    NoPermission {
        path: PathBuf,
        /// `reading` or `writing`.
        access: &'static str,
    },
    /// To be written, but not named for destruction.
    #[error("{path} exists and would be overwritten")]
    NotNamed { path: PathBuf },
    /// To be polled, and it cannot be.
    #[error("{path} cannot be polled: {reason}")]
    NotPolled {
        path: PathBuf,
        /// A clause.
        reason: String,
    },
    /// In use by a file system.
    #[error("{path} will not be written: {device} is mounted at {mount_point}")]
    Mounted {
        path: PathBuf,
        /// The device, partition, or what stands on it.
        device: String,
        mount_point: String,
    },
    /// The root folder lies on it.
    #[error(
        "{path} will not be written: it holds the running system ({device} is mounted at \
         {mount_point})"
    )]
    SystemDisk {
        path: PathBuf,
        /// The device, partition, or what stands on it.
        device: String,
        /// `/`, or the layer of it.
        mount_point: String,
    },
    /// In use as swap.
    #[error("{path} will not be written: {device} holds active swap")]
    Swap {
        path: PathBuf,
        /// The device, partition, what stands on it, or the file.
        device: String,
        /// What to switch off.
        area: String,
    },
    /// In use by another block device (device mapper, RAID, bcache) or by btrfs.
    #[error(
        "{path} will not be written: {device} is in use by {holder} (LVM, RAID, encryption, \
         multipath, cache or btrfs)"
    )]
    Held {
        path: PathBuf,
        /// The device or partition.
        device: String,
        /// Who, as in `dm-0 (vg-root)`.
        holder: String,
    },
    /// A loop device stands on the file.
    #[error("{path} will not be written: the loop device {device} is backed by it")]
    LoopBacked {
        path: PathBuf,
        /// As in `/dev/loop0`.
        device: String,
    },
    /// What shares its bytes is claimed by somebody.
    #[error("{path} will not be written: {device} is in use by {by}")]
    Claimed {
        path: PathBuf,
        /// The device that shares its bytes, as in `/dev/sdb1, below /dev/loop0,`.
        device: String,
        /// As in `another program or another mount namespace`.
        by: String,
    },
    /// Something in use may have the same bytes.
    #[error("{path} will not be written: {doubt}")]
    Unproven {
        path: PathBuf,
        /// What it may be.
        doubt: Doubt,
    },
    /// A zoned drive takes sequential writes only.
    #[error("{path} is a host-managed zoned drive, which does not accept random writes")]
    Zoned { path: PathBuf },
    /// The device forbids writing.
    #[error("{path} is read-only")]
    ReadOnlyDevice { path: PathBuf },
    /// The file system is mounted read-only.
    #[error("{path} is on a read-only file system")]
    ReadOnlyFileSystem { path: PathBuf },
    /// Somebody has it exclusively, or open for writing.
    #[error("{path} is in use by {by}")]
    InUse {
        path: PathBuf,
        /// As in `qemu-system-x86 (process 4711)`.
        by: String,
    },
    /// It carries something.
    #[error("{path} contains {found}")]
    Signature {
        path: PathBuf,
        /// What was found and where, as in `an ext4 file system (byte 1080)`.
        found: String,
        /// What `confirm_serial` must hold.
        confirm: String,
        /// What that text is, as in `its serial number`.
        confirm_is: &'static str,
    },
    /// Part of a RAID, a volume group or a pool.
    #[error("{path} contains {found}; other devices may depend on it, so it is never overwritten")]
    Member {
        path: PathBuf,
        /// What was found and where.
        found: String,
    },
    /// Confirmed, but another device.
    #[error(
        "{path}, which contains {found}, is not the device that '{given}' confirms: {confirm_is} \
         is '{confirm}'"
    )]
    WrongSerial {
        path: PathBuf,
        /// The user's text.
        given: String,
        found: String,
        /// What would have confirmed it.
        confirm: String,
        /// What that text is.
        confirm_is: &'static str,
    },
    /// A size for what exists.
    #[error("{path} already exists, and only a new file can be created")]
    Exists { path: PathBuf },
    /// An impossible size.
    #[error(
        "{path}: cannot create a file of {size}; the size must be a multiple of 4KiB and at least \
         4MiB"
    )]
    BadSize { path: PathBuf, size: Bytes },
    /// The file system is full.
    #[error(
        "{path}: there is not enough space for {size} on this file system ({free} bytes are free)"
    )]
    NoSpace {
        path: PathBuf,
        size: Bytes,
        /// What an unprivileged user can still allocate, in bytes.
        free: u64,
    },
    /// A sparse file or thin volume would fill what it lies on.
    #[error(
        "{path} will not be written: it may need {needed} more of {store}, which has {free} free"
    )]
    NoRoom {
        path: PathBuf,
        /// As in `the file system of /srv/sparse.img` or `the thin pool dm-2 (vg-pool)`.
        store: String,
        /// What it would take if all of it is written.
        needed: Bytes,
        /// What is free.
        free: Bytes,
    },
    /// The file or device is shorter than one block.
    #[error(
        "{path} is too small: it has {bytes}, but a drive needs at least one block of \
         {logical_block}"
    )]
    TooSmall {
        path: PathBuf,
        /// What it holds.
        bytes: Bytes,
        /// The logical block size.
        logical_block: Bytes,
    },
    /// No way round the page cache.
    #[error(
        "{path} is on {file_system}, which does not support direct I/O (O_DIRECT): the run would \
         measure the page cache, not the drive"
    )]
    NoDirectIo {
        path: PathBuf,
        /// As in `tmpfs`.
        file_system: String,
    },
    /// io_uring was asked for and cannot be had.
    #[error("io_uring cannot be used here ({error})")]
    NoUring {
        /// The kernel's answer.
        error: std::io::Error,
    },
    /// It is to be made as new by TRIM, which it does not take.
    #[error("{path} was not opened: it does not support TRIM")]
    NoTrim { path: PathBuf },
    /// It cannot be erased in the way that was asked for.
    #[error("{path} was not opened: {reason}")]
    NoErase {
        path: PathBuf,
        /// Why, and what to do.
        reason: String,
    },
    /// It is another thing than a moment ago.
    #[error(
        "{path} was replaced by something else while it was being checked; nothing was written"
    )]
    Changed { path: PathBuf },
    /// It is another drive than the one that was planned for.
    #[error(
        "{path} is no longer the drive that was checked: {}; nothing was written to it",
        listed(.differences)
    )]
    Another {
        path: PathBuf,
        /// What both were and are.
        differences: Vec<Difference>,
    },
    /// Anything else that the host answers.
    #[error("{path}: {doing} failed: {error}")]
    Host {
        /// What it was about.
        path: PathBuf,
        /// As in `reading the partition table`.
        doing: &'static str,
        /// The host's answer.
        error: std::io::Error,
    },
}

/// What cannot be proven not to share the drive's bytes.
#[derive(Debug, thiserror::Error)]
pub enum Doubt {
    /// A loop device on a file that may be the same: one lies on an overlay, or the loop device
    /// cannot be asked.
    #[error(
        "it may be the file {file} that backs {device}: nothing visible to this user proves \
         otherwise"
    )]
    Loop {
        /// As in `/dev/loop0`.
        device: String,
        /// As the kernel names it.
        file: PathBuf,
    },
    /// A swap file that cannot be seen, and the drive's own file cannot be asked.
    #[error("it may be backed by the swap file {area}, which is not visible from here")]
    Swap {
        /// As the kernel names it.
        area: PathBuf,
    },
}

fn listed(differences: &[Difference]) -> String {
    let all: Vec<String> = differences.iter().map(Difference::to_string).collect();
    all.join("; ")
}

impl OpenError {
    /// An error of the host, told by its kind.
    pub(crate) fn host(path: &Path, doing: &'static str, error: std::io::Error) -> Self {
        Self::Host {
            path: path.into(),
            doing,
            error,
        }
    }
}
