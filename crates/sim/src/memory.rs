//! The mapping tables' memory. Random access to hundreds of megabytes is what a simulated
//! drive spends its time on, so the tables lie in huge pages (fewer TLB misses) and entries
//! are fetched into the cache before they are needed. The only unsafe code of this crate.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

const HUGE_PAGE_BYTES: usize = 2 << 20;
const SMALL_PAGE_BYTES: usize = 4096;
/// Large tables are rounded up to this, so that drives of about one size can use each other's.
const LARGE_BYTES: usize = 64 << 20;
/// Memory of dropped large tables that a thread keeps for the next ones. Touching new memory
/// costs a page fault and a cleared page each time; a review would spend a tenth of its time so.
const SPARE_BYTES: usize = 2 << 30;

thread_local! {
    static SPARE: RefCell<Vec<Mapping>> = const { RefCell::new(Vec::new()) };
}

/// Anonymous memory, aligned to huge pages.
struct Mapping {
    raw: NonNull<u8>,
    raw_bytes: usize,
    start: NonNull<u32>,
    /// Usable from `start` on.
    bytes: usize,
    /// Whether anything but zeros may stand there.
    used: bool,
}

impl Mapping {
    /// # Panics
    /// Where the host has no address space left for it.
    fn new(bytes: usize) -> Self {
        let raw_bytes = bytes + HUGE_PAGE_BYTES;
        // SAFETY: a fresh anonymous private mapping, placed by the kernel, aliases nothing.
        let raw = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                raw_bytes,
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
        let offset = raw.align_offset(HUGE_PAGE_BYTES);
        // SAFETY: `offset` is below HUGE_PAGE_BYTES, by which the mapping is longer than `bytes`.
        let start = unsafe { raw.add(offset) };
        if bytes >= HUGE_PAGE_BYTES {
            // SAFETY: the range lies inside the mapping; a refused hint changes nothing.
            unsafe { libc::madvise(start, bytes, libc::MADV_HUGEPAGE) };
        }
        let (Some(start), Some(raw)) = (
            NonNull::new(start.cast::<u32>()),
            NonNull::new(raw.cast::<u8>()),
        ) else {
            unreachable!("mmap succeeded with a null address");
        };
        Self {
            raw,
            raw_bytes,
            start,
            bytes,
            used: false,
        }
    }

    /// A spare one of that size, else a new one.
    fn take(bytes: usize) -> Self {
        let spare = SPARE.with_borrow_mut(|spare| {
            let place = spare.iter().position(|mapping| mapping.bytes == bytes)?;
            Some(spare.swap_remove(place))
        });
        spare.unwrap_or_else(|| Self::new(bytes))
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: exactly the mapping that `new` made; nothing refers to it any more.
        unsafe { libc::munmap(self.raw.as_ptr().cast(), self.raw_bytes) };
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
    /// `None` only while the table is dropped.
    mapping: Option<Mapping>,
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
        if table.mapping.as_ref().is_some_and(|mapping| mapping.used) {
            table.clear();
        }
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
        let mapping = Mapping::take(bytes.next_multiple_of(unit));
        Self {
            len,
            start: mapping.start,
            mapping: Some(mapping),
        }
    }

    /// Begins to fetch the entry into the cache. Any index is allowed.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        prefetch(self.start.as_ptr().wrapping_add(index));
    }

    /// Makes every entry zero again, in the memory that is already there.
    pub fn clear(&mut self) {
        self.fill(0);
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let Some(mut mapping) = self.mapping.take() else {
            return;
        };
        mapping.used = true;
        if mapping.bytes < LARGE_BYTES {
            return;
        }
        // While the thread ends there is no list any more, and the memory is given back.
        let _ = SPARE.try_with(|spare| {
            if let Ok(mut spare) = spare.try_borrow_mut() {
                let kept: usize = spare.iter().map(|mapping| mapping.bytes).sum();
                if kept + mapping.bytes <= SPARE_BYTES {
                    spare.push(mapping);
                }
            }
        });
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
        // SAFETY: `len` entries from `start` lie inside the mapping and are initialised (zero
        // pages or written through `deref_mut`).
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl DerefMut for Table {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u32] {
        // SAFETY: as above, and `&mut self` makes it the only reference.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_memory_that_was_used_before_zero_again() {
        let len = LARGE_BYTES / 4 + 5;
        for _ in 0..3 {
            let mut table = Table::zeroed(len);
            assert!(table.iter().all(|entry| *entry == 0));
            table[len - 1] = 1;
            table[0] = 2;
            let other = table.clone();
            assert_eq!((other[0], other[len - 1]), (2, 1));
        }
    }

    #[test]
    fn does_a_table_start_at_zero_and_copy_whole() {
        let mut table = Table::zeroed(1_000_003);
        assert!((0..table.len).all(|index| table[index] == 0));
        table[1_000_002] = 7;
        table.prefetch(usize::MAX);
        let mut copy = table.clone();
        assert_eq!(copy[1_000_002], 7);
        copy.clear();
        assert_eq!(copy[1_000_002], 0);
        copy.clone_from(&table);
        assert_eq!(copy[1_000_002], 7);
    }
}
