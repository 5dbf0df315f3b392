//! System calls that std lacks, each as a safe function with `io::Result`.

use crate::engine::Transfer;
use std::ffi::CString;
use std::io;
use std::os::fd::RawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

// linux/fs.h: _IO(0x12, n); the same on all architectures whose _IOC_NONE is 0.
const BLKDISCARD: libc::c_ulong = 0x1277;
const BLKZEROOUT: libc::c_ulong = 0x127f;
/// Not in every libc's list: linux/falloc.h.
const PUNCH: i32 = libc::FALLOC_FL_PUNCH_HOLE | libc::FALLOC_FL_KEEP_SIZE;

fn checked(result: i32) -> io::Result<()> {
    if result == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

/// `setsid`.
pub fn own_session() -> io::Result<()> {
    // SAFETY: takes nothing, changes only this process's session.
    if unsafe { libc::setsid() } < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(())
    }
}

/// This process's session.
pub fn session() -> Option<u32> {
    // SAFETY: takes a process number, 0 for our own.
    u32::try_from(unsafe { libc::getsid(0) }).ok()
}

/// Carries out one transfer; the bytes moved or the negated `errno`.
///
/// # Safety
/// The span's memory must be mapped, `len` bytes long, and used by nobody else meanwhile.
pub unsafe fn transfer(file: RawFd, transfer: Transfer) -> i32 {
    let moved = match transfer {
        Transfer::Read(span) => {
            let vector = libc::iovec {
                iov_base: span.memory.cast(),
                iov_len: span.len as usize,
            };
            // SAFETY: one vector, valid by this function's contract.
            unsafe { libc::preadv2(file, &vector, 1, span.offset as i64, 0) }
        }
        Transfer::Write(span, durable) => {
            let vector = libc::iovec {
                iov_base: span.memory.cast(),
                iov_len: span.len as usize,
            };
            let flags = if durable { libc::RWF_DSYNC } else { 0 };
            // SAFETY: as above.
            unsafe { libc::pwritev2(file, &vector, 1, span.offset as i64, flags) }
        }
        // SAFETY: takes a descriptor.
        Transfer::Flush => unsafe { libc::fdatasync(file) as isize },
    };
    if moved < 0 {
        -io::Error::last_os_error()
            .raw_os_error()
            .unwrap_or(libc::EIO)
    } else {
        // At most `len`, a u32 below 2^31.
        i32::try_from(moved).unwrap_or(i32::MAX)
    }
}

fn range_ioctl(file: RawFd, request: libc::c_ulong, offset: u64, len: u64) -> io::Result<()> {
    let range = [offset, len];
    // SAFETY: both requests read two u64 from the pointer and keep nothing.
    checked(unsafe { libc::ioctl(file, request as _, range.as_ptr()) })
}

/// TRIM of a block device's bytes.
pub fn discard_device(file: RawFd, offset: u64, len: u64) -> io::Result<()> {
    range_ioctl(file, BLKDISCARD, offset, len)
}

/// Zeroes a block device's bytes, by command where the device has one.
pub fn zero_device(file: RawFd, offset: u64, len: u64) -> io::Result<()> {
    range_ioctl(file, BLKZEROOUT, offset, len)
}

fn fallocate(file: RawFd, mode: i32, offset: u64, len: u64) -> io::Result<()> {
    let out_of_range = |_| io::Error::from_raw_os_error(libc::EFBIG);
    let (offset, len) = (
        i64::try_from(offset).map_err(out_of_range)?,
        i64::try_from(len).map_err(out_of_range)?,
    );
    // SAFETY: takes numbers only.
    checked(unsafe { libc::fallocate(file, mode, offset, len) })
}

/// Makes room for a file of that length, and makes it that long.
pub fn allocate(file: RawFd, len: u64) -> io::Result<()> {
    fallocate(file, 0, 0, len)
}

/// Gives a regular file's blocks back to its file system.
pub fn discard_file(file: RawFd, offset: u64, len: u64) -> io::Result<()> {
    fallocate(file, PUNCH, offset, len)
}

/// Zeroes a regular file's bytes without writing them.
pub fn zero_file(file: RawFd, offset: u64, len: u64) -> io::Result<()> {
    fallocate(
        file,
        libc::FALLOC_FL_ZERO_RANGE | libc::FALLOC_FL_KEEP_SIZE,
        offset,
        len,
    )
}

/// Ends a process group whose leader this process started. One that is gone already is no error.
pub fn kill_group(leader: u32) {
    if let Ok(leader) = libc::pid_t::try_from(leader)
        && leader > 1
    {
        // SAFETY: takes numbers only; negative means the group.
        unsafe { libc::kill(-leader, libc::SIGKILL) };
    }
}

/// 64 bits from the kernel's generator.
pub fn random_u64() -> io::Result<u64> {
    let mut bytes = [0_u8; 8];
    // SAFETY: writes at most 8 bytes into an array of 8.
    match unsafe { libc::getrandom(bytes.as_mut_ptr().cast(), bytes.len(), 0) } {
        8 => Ok(u64::from_ne_bytes(bytes)),
        _ => Err(io::Error::last_os_error()),
    }
}

/// What a file system asks of `O_DIRECT` on this file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectAlignment {
    /// Alignment of memory, in bytes.
    pub memory: u32,
    /// Alignment of offset and length, in bytes.
    pub offset: u32,
}

/// `statx` with `STATX_DIOALIGN` (Linux 6.1); `None` where kernel or file system do not say.
pub fn direct_alignment(file: RawFd) -> Option<DirectAlignment> {
    // SAFETY: statx fills the structure that it is given; all-zero is a valid value of it.
    let (result, stat) = unsafe {
        let mut stat: libc::statx = std::mem::zeroed();
        let result = libc::statx(
            file,
            c"".as_ptr(),
            libc::AT_EMPTY_PATH,
            libc::STATX_DIOALIGN,
            &mut stat,
        );
        (result, stat)
    };
    let known =
        result == 0 && stat.stx_mask & libc::STATX_DIOALIGN != 0 && stat.stx_dio_offset_align != 0;
    known.then_some(DirectAlignment {
        memory: stat.stx_dio_mem_align,
        offset: stat.stx_dio_offset_align,
    })
}

/// Bytes that an unprivileged user can still allocate on the file system that holds the open
/// file; `None` where it keeps no count (ramfs).
pub fn free_bytes(file: RawFd) -> Option<u64> {
    // SAFETY: fstatvfs fills the structure that it is given; all-zero is a valid value of it.
    let (result, stat) = unsafe {
        let mut stat: libc::statvfs = std::mem::zeroed();
        let result = libc::fstatvfs(file, &mut stat);
        (result, stat)
    };
    let counts = result == 0 && stat.f_blocks > 0;
    counts.then(|| stat.f_bavail.saturating_mul(stat.f_frsize))
}

/// `(major, minor)` of a device number.
pub fn device_number(device: u64) -> (u32, u32) {
    (libc::major(device), libc::minor(device))
}

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened {
    /// The number of its file system's device, and of the file there.
    pub file: ((u32, u32), u64),
    /// The number of the block device that it is, if it is one.
    pub device: Option<(u32, u32)>,
}

/// `statx` that asks no server: a network file system that hangs must not hang us. `None` where
/// nothing is there, or may not be looked at.
pub fn opened(path: &Path) -> Option<Opened> {
    let path = CString::new(path.as_os_str().as_bytes()).ok()?;
    // SAFETY: statx reads a text that ends in 0 and fills the structure that it is given;
    // all-zero is a valid value of it.
    let (result, stat) = unsafe {
        let mut stat: libc::statx = std::mem::zeroed();
        let result = libc::statx(
            libc::AT_FDCWD,
            path.as_ptr(),
            libc::AT_STATX_DONT_SYNC,
            libc::STATX_TYPE | libc::STATX_INO,
            &mut stat,
        );
        (result, stat)
    };
    let block = u32::from(stat.stx_mode) & libc::S_IFMT == libc::S_IFBLK;
    (result == 0).then_some(Opened {
        file: ((stat.stx_dev_major, stat.stx_dev_minor), stat.stx_ino),
        device: block.then_some((stat.stx_rdev_major, stat.stx_rdev_minor)),
    })
}

/// Whether this user may write it, by its permissions and those of its file system.
pub fn may_write(path: &Path) -> bool {
    // SAFETY: access reads a text that ends in 0.
    CString::new(path.as_os_str().as_bytes())
        .is_ok_and(|path| unsafe { libc::access(path.as_ptr(), libc::W_OK) } == 0)
}
