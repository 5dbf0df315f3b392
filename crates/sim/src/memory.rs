//! The mapping tables' memory. Random access to hundreds of megabytes is what a simulated
//! drive spends its time on, so the tables lie in huge pages (fewer TLB misses) and entries
//! are fetched into the cache before they are needed. The only unsafe code of this crate.

use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::{Mutex, MutexGuard, PoisonError};

const HUGE_PAGE_BYTES: usize = 2 << 20;
const SMALL_PAGE_BYTES: usize = 4096;
/// Tables of at least this size are rounded up to it, and their memory is kept when they are
/// dropped: so drives of about one size can use each other's.
const LARGE_BYTES: usize = 64 << 20;
/// Memory of dropped tables that is kept for later ones, in all. The kernel clears every page
/// that is touched for the first time, and a virtual machine's host finds one for it: filling a
/// drive of 960 GB would spend two thirds of its time so.
const SPARE_BYTES: usize = 2 << 30;

/// Memory of dropped tables, for the next ones of any thread.
static SPARE: Mutex<Spare> = Mutex::new(Spare(Vec::new()));

fn spare() -> MutexGuard<'static, Spare> {
    SPARE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Anonymous memory that belongs to one table, or to none and is spare. Aligned to huge pages
/// where it is at least one.
struct Region {
    start: NonNull<u8>,
    bytes: usize,
    /// Whether anything but zeros may stand there.
    used: bool,
}

// SAFETY: a region owns its memory alone.
unsafe impl Send for Region {}

/// Gives pages back.
///
/// # Safety
/// They are mapped, the caller owns them, and nothing refers to them any more.
unsafe fn unmap(start: *mut u8, bytes: usize) {
    if bytes > 0 {
        // SAFETY: as the caller promises.
        unsafe { libc::munmap(start.cast(), bytes) };
    }
}

impl Region {
    /// Of `bytes`, whole pages. The kernel hands them out only as they are touched.
    ///
    /// # Panics
    /// Where the host has no address space left for it.
    fn new(bytes: usize) -> Self {
        let is_huge = bytes >= HUGE_PAGE_BYTES;
        let mapped = bytes + if is_huge { HUGE_PAGE_BYTES } else { 0 };
        // SAFETY: a fresh anonymous private mapping, placed by the kernel, aliases nothing.
        let raw = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                mapped,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        assert!(
            raw != libc::MAP_FAILED,
            "no memory for a mapping table of {bytes} bytes"
        );
        let raw = raw.cast::<u8>();
        let before = if is_huge {
            raw.align_offset(HUGE_PAGE_BYTES)
        } else {
            0
        };
        // SAFETY: `before` is below HUGE_PAGE_BYTES, by which the mapping is longer than `bytes`;
        // what is unmapped lies before and behind the `bytes` that stay.
        let start = unsafe {
            let start = raw.add(before);
            unmap(raw, before);
            unmap(start.add(bytes), mapped - before - bytes);
            start
        };
        if is_huge {
            // SAFETY: the range is the mapping; a refused hint changes nothing.
            unsafe { libc::madvise(start.cast(), bytes, libc::MADV_HUGEPAGE) };
        }
        let Some(start) = NonNull::new(start) else {
            unreachable!("mmap succeeded with a null address");
        };
        Self {
            start,
            bytes,
            used: false,
        }
    }

    /// Splits off all but the first `bytes`, whole huge pages.
    fn split_off(&mut self, bytes: usize) -> Self {
        assert!(bytes <= self.bytes && bytes.is_multiple_of(HUGE_PAGE_BYTES));
        // SAFETY: at most one past the end of this region.
        let start = unsafe { self.start.add(bytes) };
        let rest = Self {
            start,
            bytes: self.bytes - bytes,
            used: self.used,
        };
        self.bytes = bytes;
        rest
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: mapped by `new`, and in no other region; the table that used it is gone.
        unsafe { unmap(self.start.as_ptr(), self.bytes) };
    }
}

/// Regions that no table uses.
struct Spare(Vec<Region>);

impl Spare {
    /// The smallest region of at least `bytes`; splits off what another large table can use.
    fn take(&mut self, bytes: usize) -> Option<Region> {
        let regions = self.0.iter().enumerate();
        let fits = regions.filter(|(_, region)| region.bytes >= bytes);
        let (place, _) = fits.min_by_key(|(_, region)| region.bytes)?;
        let mut region = self.0.swap_remove(place);
        if region.bytes - bytes >= LARGE_BYTES {
            self.0.push(region.split_off(bytes));
        }
        Some(region)
    }

    /// Keeps a region, or hands it back where that would be too much.
    fn keep(&mut self, region: Region) -> Option<Region> {
        let kept: usize = self.0.iter().map(|region| region.bytes).sum();
        if region.bytes < LARGE_BYTES || kept + region.bytes > SPARE_BYTES {
            return Some(region);
        }
        self.0.push(region);
        None
    }
}

/// Begins to fetch the cache line of an address. Any address is allowed.
#[inline]
pub fn prefetch<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch is a hint; an address where nothing lies does not fault.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

/// A flat table of `u32`, zero at first. It is a slice, so its bounds are checked.
pub struct Table {
    len: usize,
    start: NonNull<u32>,
    /// Whether every entry is zero for certain: then clearing it would only touch memory.
    is_zero: bool,
    /// `None` only while the table is dropped.
    region: Option<Region>,
}

// SAFETY: the table owns its memory alone; `&Table` only reads it.
unsafe impl Send for Table {}
// SAFETY: as above.
unsafe impl Sync for Table {}

impl Table {
    /// A table of `len` zeros. The kernel hands out memory only as it is touched.
    ///
    /// # Panics
    /// Where the host has no address space left for it.
    pub fn zeroed(len: usize) -> Self {
        let mut table = Self::any(len);
        table.is_zero = table.region.as_ref().is_some_and(|region| !region.used);
        table.clear();
        table
    }

    /// A table of any content.
    fn any(len: usize) -> Self {
        let bytes = len.max(1) * size_of::<u32>();
        // A small table is not worth clearing a huge page.
        let unit = if bytes >= LARGE_BYTES {
            LARGE_BYTES
        } else if bytes >= HUGE_PAGE_BYTES {
            HUGE_PAGE_BYTES
        } else {
            SMALL_PAGE_BYTES
        };
        let bytes = bytes.next_multiple_of(unit);
        let kept = (bytes >= LARGE_BYTES).then(|| spare().take(bytes));
        let region = kept.flatten().unwrap_or_else(|| Region::new(bytes));
        Self {
            len,
            start: region.start.cast(),
            is_zero: false,
            region: Some(region),
        }
    }

    /// Begins to fetch the entry into the cache. Any index is allowed.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        prefetch(self.start.as_ptr().wrapping_add(index));
    }

    /// Makes every entry zero again, in the memory that is already there.
    pub fn clear(&mut self) {
        if !self.is_zero {
            self.fill(0);
            self.is_zero = true;
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        if let Some(mut region) = self.region.take() {
            region.used |= !self.is_zero;
            // What is not kept is unmapped when nobody waits for the lock any more.
            let _too_much = spare().keep(region);
        }
    }
}

impl Clone for Table {
    fn clone(&self) -> Self {
        let mut copy = Self::any(self.len);
        copy.copy_from_slice(self);
        copy
    }
    fn clone_from(&mut self, source: &Self) {
        if self.len == source.len {
            // Into memory that is already there: no page faults.
            self.copy_from_slice(source);
        } else {
            *self = source.clone();
        }
    }
}

impl Deref for Table {
    type Target = [u32];
    #[inline]
    fn deref(&self) -> &[u32] {
        // SAFETY: `len` entries from `start` lie inside the region and are initialised (zero
        // pages or written through `deref_mut`).
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl DerefMut for Table {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u32] {
        self.is_zero = false;
        // SAFETY: as above, and `&mut self` makes it the only reference.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

#[cfg(test)]
mod tests;
