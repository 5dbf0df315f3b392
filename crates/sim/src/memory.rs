//! The mapping tables' memory. Random access to hundreds of megabytes is what a simulated
//! drive spends its time on, so the tables lie in huge pages (fewer TLB misses) and entries
//! are fetched into the cache before they are needed. The only unsafe code of this crate.

use std::ptr::NonNull;

const HUGE_PAGE_BYTES: usize = 2 << 20;

/// A flat table of `u32`, zero at first. Indexing is bounds-checked.
pub struct Table {
    start: NonNull<u32>,
    len: usize,
    mapping: NonNull<u8>,
    mapping_bytes: usize,
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
        let bytes = (len.max(1) * size_of::<u32>()).next_multiple_of(HUGE_PAGE_BYTES);
        let mapping_bytes = bytes + HUGE_PAGE_BYTES;
        // SAFETY: a fresh anonymous private mapping, placed by the kernel, aliases nothing.
        let raw = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                mapping_bytes,
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
        // SAFETY: the range lies inside the mapping; a refused hint changes nothing.
        unsafe { libc::madvise(start, bytes, libc::MADV_HUGEPAGE) };
        let (Some(start), Some(mapping)) = (
            NonNull::new(start.cast::<u32>()),
            NonNull::new(raw.cast::<u8>()),
        ) else {
            unreachable!("mmap succeeded with a null address");
        };
        Self {
            start,
            len,
            mapping,
            mapping_bytes,
        }
    }

    #[inline]
    fn as_slice(&self) -> &[u32] {
        // SAFETY: `len` entries from `start` lie inside the mapping and are initialised (zero
        // pages or written through `as_mut_slice`).
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [u32] {
        // SAFETY: as above, and `&mut self` makes it the only reference.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }

    /// Begins to fetch the entry into the cache. Any index is allowed.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch is a hint; an address outside of the table does not fault.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(self.start.as_ptr().wrapping_add(index).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }

    /// Makes every entry zero again, in the memory that is already there.
    pub fn clear(&mut self) {
        self.as_mut_slice().fill(0);
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        // SAFETY: exactly the mapping that `zeroed` made; nothing refers to it any more.
        unsafe { libc::munmap(self.mapping.as_ptr().cast(), self.mapping_bytes) };
    }
}

impl Clone for Table {
    fn clone(&self) -> Self {
        let mut copy = Self::zeroed(self.len);
        copy.as_mut_slice().copy_from_slice(self.as_slice());
        copy
    }
    fn clone_from(&mut self, source: &Self) {
        if self.len == source.len {
            // Into memory that is already there: no page faults.
            self.as_mut_slice().copy_from_slice(source.as_slice());
        } else {
            *self = source.clone();
        }
    }
}

impl std::ops::Index<usize> for Table {
    type Output = u32;
    #[inline]
    fn index(&self, index: usize) -> &u32 {
        &self.as_slice()[index]
    }
}

impl std::ops::IndexMut<usize> for Table {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut u32 {
        &mut self.as_mut_slice()[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
