//! Page-aligned memory that the kernel reads and writes while we look away.

use std::io;
use std::ptr::NonNull;

/// Alignment of every buffer: enough for `O_DIRECT` on every block device of Linux.
pub const ALIGNMENT: usize = 4096;

/// Anonymous pages, zeroed, given back on drop.
pub struct Pages {
    start: NonNull<u8>,
    len: usize,
}

// SAFETY: the pages belong to this value alone; moving it to another thread moves them whole.
unsafe impl Send for Pages {}

impl Pages {
    /// At least `len` bytes (and at least one page), rounded up to whole pages.
    pub fn new(len: usize) -> io::Result<Self> {
        let len = len
            .max(1)
            .checked_next_multiple_of(ALIGNMENT)
            .ok_or_else(|| io::Error::from_raw_os_error(libc::ENOMEM))?;
        // SAFETY: a new anonymous private mapping touches no memory of anyone.
        let start = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                len,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start =
            NonNull::new(start.cast()).ok_or_else(|| io::Error::from_raw_os_error(libc::ENOMEM))?;
        Ok(Self { start, len })
    }

    /// First byte.
    pub fn start(&self) -> *mut u8 {
        self.start.as_ptr()
    }

    /// Bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// `len` bytes from `offset`, to look at or to fill. Bounds are checked.
    /// The caller lets the kernel work on this part only while it holds no such slice.
    pub fn part(&mut self, offset: usize, len: usize) -> &mut [u8] {
        assert!(
            offset.checked_add(len).is_some_and(|end| end <= self.len),
            "a part within the pages"
        );
        // SAFETY: checked to lie within the mapping, which the kernel initialised; exclusively
        // borrowed through `self`, and only this part of it, so parts in flight are not aliased.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr().add(offset), len) }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: the mapping was made by `new` with this length and is unmapped once.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.len) };
    }
}
