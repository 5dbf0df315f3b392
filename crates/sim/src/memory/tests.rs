//! Memory of dropped tables, used again.

use super::*;

#[test]
fn used_memory_is_zero_again_in_any_thread() {
    let len = LARGE_BYTES / 4 + 5;
    for _ in 0..3 {
        let table = std::thread::spawn(move || {
            let mut table = Table::zeroed(len);
            assert!(table.iter().all(|entry| *entry == 0));
            table[len - 1] = 1;
            table[0] = 2;
            table
        });
        let other = table.join().expect("a table").clone();
        assert_eq!((other[0], other[len - 1]), (2, 1));
    }
}

#[test]
fn clear_is_skipped_only_while_nothing_was_written() {
    let mut table = Table::zeroed(9);
    assert!(table.is_zero);
    table[3] = 1;
    assert!(!table.is_zero && !table.clone().is_zero);
    table.clear();
    assert!(table.is_zero && table[3] == 0);
    let mut other = Table::zeroed(9);
    other[4] = 2;
    table.clone_from(&other);
    table.clear();
    assert_eq!(table[4], 0);
}

#[test]
fn large_region_serves_small_tables() {
    let mut spare = Spare(Vec::new());
    let mut large = Region::new(3 * LARGE_BYTES);
    large.used = true;
    let begin = large.start;
    assert!(spare.keep(large).is_none());
    assert!(spare.take(4 * LARGE_BYTES).is_none(), "none is so large");
    let first = spare.take(LARGE_BYTES).expect("a third of it");
    let second = spare.take(LARGE_BYTES).expect("another third");
    assert_eq!((first.start, first.bytes), (begin, LARGE_BYTES));
    assert_eq!(second.start.addr().get(), begin.addr().get() + LARGE_BYTES);
    assert!(first.used && second.used, "not known to be zero");
    assert_eq!(spare.0.len(), 1);
    // The best fit, of those that are left.
    assert!(spare.keep(Region::new(2 * LARGE_BYTES)).is_none());
    let third = spare.take(LARGE_BYTES).expect("the last third");
    assert_eq!(
        third.start.addr().get(),
        begin.addr().get() + 2 * LARGE_BYTES
    );
}

#[test]
fn spare_memory_is_bounded() {
    let mut spare = Spare(Vec::new());
    assert!(spare.keep(Region::new(HUGE_PAGE_BYTES)).is_some(), "small");
    let regions = SPARE_BYTES / LARGE_BYTES + 3;
    let refused = (0..regions).filter_map(|_| spare.keep(Region::new(LARGE_BYTES)));
    assert_eq!(refused.count(), 3);
}

#[test]
fn regions_are_aligned_to_huge_pages() {
    for bytes in [HUGE_PAGE_BYTES, 3 * HUGE_PAGE_BYTES, LARGE_BYTES] {
        let region = Region::new(bytes);
        assert_eq!(region.start.addr().get() % HUGE_PAGE_BYTES, 0);
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
