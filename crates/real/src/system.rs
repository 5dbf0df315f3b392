//! System calls that std lacks, each as a safe function with `io::Result`.

use crate::engine::Transfer;
use std::ffi::CString;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::os::fd::{AsRawFd, RawFd};
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
        Transfer::Discard { offset, bytes } => match discard_device(file, offset, bytes) {
            Ok(()) => 0,
            Err(_) => -1,
        },
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

/// The first part of a regular file, from an offset on and before `end`, that was never written;
/// `None`: there is none, or the file system does not tell.
pub fn next_hole(file: RawFd, from: u64, end: u64) -> Option<Range<u64>> {
    let seek = |offset: u64, whence: i32| {
        let offset = i64::try_from(offset).ok()?;
        // SAFETY: takes numbers only. Nothing else uses the file's position.
        u64::try_from(unsafe { libc::lseek(file, offset, whence) }).ok()
    };
    let start = seek(from, libc::SEEK_HOLE).filter(|start| *start < end)?;
    // No data follows the last one.
    let data = seek(start, libc::SEEK_DATA).unwrap_or(end);
    Some(start..data.min(end))
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
pub fn free_bytes(file: &File) -> Option<u64> {
    // SAFETY: fstatvfs fills the structure that it is given; all-zero is a valid value of it.
    let (result, stat) = unsafe {
        let mut stat: libc::statvfs = std::mem::zeroed();
        let result = libc::fstatvfs(file.as_raw_fd(), &mut stat);
        (result, stat)
    };
    let counts = result == 0 && stat.f_blocks > 0;
    counts.then(|| stat.f_bavail.saturating_mul(stat.f_frsize))
}

/// `(major, minor)` of a device number.
pub fn device_number(device: u64) -> (u32, u32) {
    (libc::major(device), libc::minor(device))
}

/// Which file it is, whatever its names: unique on this host while the file exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileId {
    /// Number of its file system's device, (0, n) where that has no device of its own.
    pub device: (u32, u32),
    /// Number of the file there.
    pub inode: u64,
}

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Which file it is.
    pub file: FileId,
    /// Its length in bytes.
    pub bytes: u64,
    /// Length, blocks, and the times of the last changes of content and of anything: what an
    /// overlay hands on of the file that it shows.
    pub trace: [i64; 6],
    /// Whether it is a regular file.
    pub regular: bool,
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
            libc::STATX_BASIC_STATS,
            &mut stat,
        );
        (result, stat)
    };
    let kind = u32::from(stat.stx_mode) & libc::S_IFMT;
    let block = kind == libc::S_IFBLK;
    (result == 0).then_some(Opened {
        file: FileId {
            device: (stat.stx_dev_major, stat.stx_dev_minor),
            inode: stat.stx_ino,
        },
        bytes: stat.stx_size,
        trace: [
            stat.stx_size as i64,
            stat.stx_blocks as i64,
            stat.stx_mtime.tv_sec,
            i64::from(stat.stx_mtime.tv_nsec),
            stat.stx_ctime.tv_sec,
            i64::from(stat.stx_ctime.tv_nsec),
        ],
        regular: kind == libc::S_IFREG,
        device: block.then_some((stat.stx_rdev_major, stat.stx_rdev_minor)),
    })
}

/// Whether a file's bytes are another file system's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layering {
    /// No.
    None,
    /// Whatever its program says.
    Fuse,
    /// Yes: an overlay shows the files of its layers.
    Overlay,
}

/// What the file that a path leads to lies on. `None` where that cannot be asked.
pub fn layering(path: &Path) -> Option<Layering> {
    // linux/magic.h; libc's lists differ.
    const OVERLAY: u64 = 0x794c_7630;
    const FUSE: u64 = 0x6573_5546;
    let path = CString::new(path.as_os_str().as_bytes()).ok()?;
    // SAFETY: statfs reads a text that ends in 0 and fills the structure that it is given;
    // all-zero is a valid value of it.
    let (result, stat) = unsafe {
        let mut stat: libc::statfs = std::mem::zeroed();
        let result = libc::statfs(path.as_ptr(), &mut stat);
        (result, stat)
    };
    (result == 0).then_some(match stat.f_type as u64 {
        OVERLAY => Layering::Overlay,
        FUSE => Layering::Fuse,
        _ => Layering::None,
    })
}

/// What the kernel keeps of a loop device (linux/loop.h).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopStatus {
    /// The file below it; of a block device, its device file.
    pub file: FileId,
    /// The number of the block device below it, if it is one.
    pub device: Option<(u32, u32)>,
}

/// `LOOP_GET_STATUS64`: what a loop device stands on, whatever became of the path.
pub fn loop_status(file: RawFd) -> io::Result<LoopStatus> {
    const LOOP_GET_STATUS64: libc::c_ulong = 0x4c05;
    // struct loop_info64 is 232 bytes: device, inode and rdevice are its first three numbers.
    let mut info = [0_u64; 29];
    // SAFETY: the request fills the 232 bytes behind the pointer and keeps nothing.
    checked(unsafe { libc::ioctl(file, LOOP_GET_STATUS64 as _, info.as_mut_ptr()) })?;
    let rdevice = device_number(info[2]);
    Ok(LoopStatus {
        file: FileId {
            device: device_number(info[0]),
            inode: info[1],
        },
        device: (rdevice != (0, 0)).then_some(rdevice),
    })
}

/// `DM_TABLE_STATUS` for the table: the answer's bytes, a `struct dm_ioctl` and what it names.
/// `control` is /dev/mapper/control, open.
pub fn mapper_table(control: RawFd, device: (u32, u32)) -> io::Result<Vec<u8>> {
    // linux/dm-ioctl.h: _IOWR(0xfd, 12, struct dm_ioctl), whose length is 312.
    const DM_TABLE_STATUS: libc::c_ulong = 0xc138_fd0c;
    const HEADER_BYTES: u32 = 312;
    const TABLE_INSTEAD_OF_STATUS: u32 = 1 << 4;
    const BUFFER_FULL: u32 = 1 << 8;
    let number = libc::makedev(device.0, device.1);
    let mut bytes = 16 << 10;
    loop {
        let mut buffer = vec![0_u8; bytes];
        let mut put = |at: usize, value: &[u8]| buffer[at..at + value.len()].copy_from_slice(value);
        put(0, &4_u32.to_ne_bytes());
        put(12, &(bytes as u32).to_ne_bytes());
        put(16, &HEADER_BYTES.to_ne_bytes());
        put(28, &TABLE_INSTEAD_OF_STATUS.to_ne_bytes());
        put(40, &number.to_ne_bytes());
        // SAFETY: the kernel reads and writes as many bytes as the header says, and keeps nothing.
        checked(unsafe { libc::ioctl(control, DM_TABLE_STATUS as _, buffer.as_mut_ptr()) })?;
        let flags = u32::from_ne_bytes([buffer[28], buffer[29], buffer[30], buffer[31]]);
        if flags & BUFFER_FULL == 0 {
            return Ok(buffer);
        }
        if bytes >= 4 << 20 {
            return Err(io::Error::from_raw_os_error(libc::EFBIG));
        }
        bytes *= 4;
    }
}

/// Whether this user may write it, by its permissions and those of its file system.
pub fn may_write(path: &Path) -> bool {
    // SAFETY: access reads a text that ends in 0.
    CString::new(path.as_os_str().as_bytes())
        .is_ok_and(|path| unsafe { libc::access(path.as_ptr(), libc::W_OK) } == 0)
}
