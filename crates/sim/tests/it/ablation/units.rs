//! The size of the mapping unit, and what the write buffer makes of writes smaller than it.

use super::*;
use fourcorners_sim::spec::Pacing;

/// A group is 16 KiB: a page of 8 KiB on two planes. The buffer combines so many KiB.
fn units_of(bytes: u32, combining_kib: Option<u64>) -> SsdSpec {
    let mut spec = nand_bound(small::wide(Pacing::Balanced));
    spec.layout.unit_bytes = bytes;
    spec.layout.write_combining_bytes = combining_kib.map(|kib| kib << 10);
    spec.capacity = Blocks(spec.capacity.0 / 2 / 64 * 64);
    spec
}

/// 4 KiB writes over the filled half of the drive, where collection finds nothing to do yet.
fn after_filling(spec: &SsdSpec, requests: &[Request]) -> Work {
    let mut drive = drive(spec, 1);
    work(&mut drive, &sequential_writes(spec.capacity.0 / 8, 16));
    let done = work(&mut drive, requests);
    assert_eq!(done.counters.nand_moved_units, 0);
    done
}

#[test]
fn does_a_4_kib_write_rewrite_a_larger_unit_whole_after_reading_it() {
    let writes = random_writes(small::wide(Pacing::Balanced).capacity.0 / 16, 1_500);
    let off = after_filling(&units_of(4096, None), &writes);
    let on = after_filling(&units_of(16384, None), &writes);
    assert_near(
        "16 KiB mapping unit",
        "bytes programmed for a byte of a random 4 KiB write",
        off.write_amplification(),
        on.write_amplification(),
        4.0,
        0.1,
    );
    assert_eq!(off.counters.nand_page_reads, 0);
    let reads = on.counters.nand_page_reads as f64 / 1_500.0;
    // One of the two latest units may still be in the buffer.
    assert_near(
        "16 KiB mapping unit",
        "array reads for a random 4 KiB write",
        0.0,
        reads,
        1.0,
        0.5,
    );
}

#[test]
fn are_the_parts_of_a_unit_written_one_after_the_other_programmed_once() {
    let writes = sequential_writes(4_000, 1);
    let off = after_filling(&units_of(16384, None), &writes);
    assert!((off.write_amplification() - 4.0).abs() < 0.01);
    let on = after_filling(&units_of(16384, Some(64)), &writes);
    assert_near(
        "write combining",
        "bytes programmed for a byte of sequential 4 KiB writes, 16 KiB unit",
        off.write_amplification(),
        on.write_amplification(),
        1.0,
        0.5,
    );
    assert_eq!(on.counters.nand_page_reads, 0, "nothing had to be read");
}

#[test]
fn is_what_is_overwritten_in_the_buffer_never_programmed() {
    // 64 of 256 units wait: a quarter of all writes finds its unit among them.
    let writes = random_writes(256, 20_000);
    let without = units_of(4096, None);
    let mut off = drive(&without, 1);
    let off = work(&mut off, &writes).counters;
    let mut on = drive(&units_of(4096, Some(256)), 1);
    let on = work(&mut on, &writes).counters;
    let programmed = |counters: Counters| counters.nand_host_units as f64 / 20_000.0;
    assert_near(
        "write combining",
        "units programmed a 4 KiB write, a quarter of the span in the buffer",
        programmed(off),
        programmed(on),
        0.75,
        1.5,
    );
}

/// After a second of random writes an X25-E had a write amplification of 0.995: units that waited in
/// its buffer counted as written, but not as programmed.
#[test]
fn write_amplification_leaves_out_what_waits_in_the_buffer() {
    let mut drive = drive(&units_of(4096, Some(256)), 1);
    let done = work(&mut drive, &random_writes(4_000, 1_000)).counters;
    assert_eq!(done.host_units_written, 1_000);
    assert!(done.nand_host_units < 950, "{done:?}");
    assert_eq!(done.write_amplification_milli(), Some(1000));
}

#[test]
fn does_a_flush_leave_nothing_waiting_in_the_buffer() {
    let mut drive = drive(&units_of(4096, Some(256)), 1);
    let held = work(&mut drive, &random_writes(4_000, 50)).counters;
    assert_eq!(held.nand_host_units, 0);
    let flushed = work(&mut drive, &[Request::flush(0)]).counters;
    assert!(flushed.nand_host_units > 40);
}

#[test]
fn do_writes_between_units_cost_two_of_them_unless_sectors_are_mapped() {
    // As Windows XP partitioned: everything lies 63 sectors off.
    let span = small::wide(Pacing::Balanced).capacity.0 / 16 - 8;
    let writes: Vec<Request> = random_writes(span, 1_500)
        .into_iter()
        .map(|write| Request {
            lba: Lba(write.lba.0 + 63),
            ..write
        })
        .collect();
    let pages = after_filling(&units_of(4096, None), &writes);
    assert_near(
        "4 KiB units, misaligned",
        "bytes programmed for a byte written",
        1.0,
        pages.write_amplification(),
        2.0,
        0.1,
    );
    // Both are read before: neighbours of one filling, mostly in one row of pages.
    assert!(pages.counters.nand_page_reads > 1_400);
    let sectors = after_filling(&units_of(512, None), &writes);
    assert_near(
        "mapped sectors, misaligned",
        "bytes programmed for a byte written",
        pages.write_amplification(),
        sectors.write_amplification(),
        1.0,
        0.1,
    );
    assert_eq!(sectors.counters.nand_page_reads, 0);
}

#[test]
fn is_a_partial_write_that_is_not_buffered_as_slow_as_a_program() {
    let off = units_of(4096, None);
    let mut on = off.clone();
    on.controller.partial_writes_through = true;
    let aligned = random_writes(1_000, 1_000);
    // From the middle of one unit to the middle of the next.
    let unaligned: Vec<Request> = (0..1_000)
        .map(|n| Request::write(n, Lba(n * 16 + 4), Blocks(8), Data::RANDOM))
        .collect();
    let mean = |spec: &SsdSpec, requests: &[Request]| {
        let done = work(&mut drive(spec, 1), requests);
        done.completions.iter().map(|c| c.latency().0).sum::<u64>() as f64 / 1e3 / 1_000.0
    };
    let buffered = mean(&off, &unaligned);
    let program = on.nand.t_prog_ns as f64 / 1e3;
    assert!((mean(&on, &aligned) - mean(&off, &aligned)).abs() < 1e-9);
    assert_near(
        "partial writes are not buffered",
        "us an unaligned 4 KiB write at QD1",
        buffered,
        mean(&on, &unaligned) - buffered,
        program,
        15.0,
    );
}

#[test]
fn does_a_read_between_units_move_only_the_sectors_that_it_needs() {
    let mut spec = units_of(4096, None);
    spec.link.queue_depth = 32;
    // One channel, and slow: it alone says how many reads a second there are.
    spec.nand.channels = 1;
    spec.nand.channel_mb_per_s = 20;
    let reads = |offset: u64| {
        let mut drive = drive(&spec, 32);
        work(&mut drive, &sequential_writes(4_000, 8));
        let reads: Vec<Request> = random_reads(3_999, 4_000)
            .into_iter()
            .map(|read| Request {
                lba: Lba(read.lba.0 + offset),
                ..read
            })
            .collect();
        work(&mut drive, &reads).per_second()
    };
    let aligned = reads(0);
    assert_near(
        "reads of parts of units",
        "random 4 KiB reads/s, aligned to sectors, by the channel",
        aligned,
        reads(3),
        20e6 / 4096.0,
        3.0,
    );
}

#[test]
fn does_firmware_that_waits_for_the_rest_of_a_unit_write_one_part_at_a_time() {
    let mut off = units_of(16384, None);
    off.nand.t_prog_ns = 10_000; // no read waits for a program
    let mut on = off.clone();
    on.controller.blocking_rmw = true;
    let mean = |spec: &SsdSpec| {
        let mut drive = drive(spec, 3);
        work(&mut drive, &sequential_writes(8_000, 16));
        let done = work(&mut drive, &random_writes(8_000, 1_500));
        done.elapsed.0 as f64 / 1e3 / 1_500.0
    };
    // The array, and 16 KiB over the channel, before the next write's turn.
    let nand = &on.nand;
    let read = nand.t_read_ns as f64 / 1e3 + 16384.0 / nand.channel_mb_per_s as f64;
    let (off, on) = (mean(&off), mean(&on));
    assert!(off < on);
    assert_near(
        "firmware waits for merges",
        "us a random 4 KiB write, 16 KiB unit",
        off,
        on,
        read,
        15.0,
    );
}
