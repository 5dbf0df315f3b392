//! The map journal: pages of it for each write, and what they take of the NAND's time.

use super::*;
use fourcorners_sim::spec::{JournalSpec, Pacing};

const ENTRIES: u32 = 16;

fn journaled(on: bool) -> SsdSpec {
    let mut spec = nand_bound(small::wide(Pacing::Balanced));
    spec.journal = on.then_some(JournalSpec {
        entries: ENTRIES,
        page_ns: 0,
    });
    spec
}

/// Journal pages for each unit written.
fn pages_a_unit(done: &Work) -> f64 {
    done.counters.map_page_programs as f64 / done.counters.host_units_written as f64
}

#[test]
fn random_writes_take_an_entry_a_unit_and_sequential_ones_an_entry_a_group() {
    let entries = f64::from(ENTRIES);
    let rows = [
        ("random", random_writes(20_000, 8_000), 1.0 / entries),
        // Groups of four units.
        (
            "sequential",
            sequential_writes(8_000, 8),
            1.0 / entries / 4.0,
        ),
    ];
    for (order, requests, predicted) in rows {
        let off = work(&mut drive(&journaled(false), 8), &requests);
        let on = work(&mut drive(&journaled(true), 8), &requests);
        assert_near(
            "map journal of 16 entries a page",
            &format!("journal pages a unit, {order}"),
            pages_a_unit(&off),
            pages_a_unit(&on),
            predicted,
            1.0,
        );
    }
}

#[test]
fn journal_pages_take_their_share_of_the_programs() {
    let requests = random_writes(20_000, 16_000);
    let rate = |on| work(&mut drive(&journaled(on), 32), &requests).per_second();
    let off = rate(false);
    // One journal page for four groups of four units, and an erase for each block of 16.
    let (groups, page) = (4.0 * 900.0, 900.0 + 3000.0 / 16.0);
    assert_near(
        "map journal of 16 entries a page",
        "random writes/s",
        off,
        rate(true),
        off * groups / (groups + page),
        1.0,
    );
}

#[test]
fn gc_copies_are_journaled_too() {
    let spec = journaled(true);
    let units = spec.capacity.0 / 8;
    let mut drive = drive(&spec, 32);
    work(&mut drive, &sequential_writes(units, 8));
    // Until little that is copied follows each other.
    work(&mut drive, &random_writes(units, 4 * units));
    let done = work(&mut drive, &random_writes(units, units));
    let counters = &done.counters;
    let changes = counters.nand_host_units + counters.nand_moved_units;
    let predicted = changes as f64 / f64::from(ENTRIES);
    assert_near(
        "map journal of 16 entries a page",
        "journal pages, random, with GC",
        0.0,
        counters.map_page_programs as f64,
        predicted,
        // Some copied units follow each other.
        5.0,
    );
    let blocks = counters.map_page_programs / 16;
    assert!(counters.block_erases > 16 * units / 512 + blocks);
}

/// The story: the page was made on the flash processor, and no write of a drive with two
/// processors waited for it, however long it took.
#[test]
fn the_next_write_waits_for_a_page_of_the_hosts_changes() {
    let mut spec = journaled(true);
    spec.controller.flash_unit_ns = 1_000;
    spec.controller.write_unit_ns = 100_000;
    let requests = random_writes(20_000, 8_000);
    let rate = |page_ns: u64, one_processor: bool| {
        let mut spec = spec.clone();
        spec.controller.one_processor = one_processor;
        spec.journal = spec
            .journal
            .map(|journal| JournalSpec { page_ns, ..journal });
        work(&mut drive(&spec, 1), &requests).per_second()
    };
    // 160 us for 16 writes of 100 us, or of 101 where the flash side shares the processor.
    for (one_processor, write_us) in [(false, 100.0), (true, 101.0)] {
        assert_near(
            "map journal, firmware time",
            "random writes/s",
            rate(0, one_processor),
            rate(160_000, one_processor),
            rate(0, one_processor) * write_us / (write_us + 10.0),
            0.5,
        );
    }
}
