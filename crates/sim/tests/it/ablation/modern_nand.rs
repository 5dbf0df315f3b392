//! What dies and links of today do at the same time: reads that suspend programs, planes that
//! read alone, both directions of a link; and a buffer that survives a power cut.

use super::*;
use fourcorners_block::Op;

/// Reads among writes, one of each at a time.
fn mixed(units: u64, count: u64) -> Vec<Request> {
    let reads = random_reads(units, count).into_iter();
    let writes = random_writes(units, count).into_iter();
    let pairs = reads.zip(writes).zip(0..);
    pairs
        .flat_map(|((read, write), n)| {
            [
                Request { tag: 2 * n, ..read },
                Request {
                    tag: 2 * n + 1,
                    ..write
                },
            ]
        })
        .collect()
}

fn mean_read_latency_ns(work: &Work) -> f64 {
    let reads = work.completions.iter().filter(|io| io.tag % 2 == 0);
    let (sum, count) = reads.fold((0, 0), |(sum, count), io| (sum + io.latency().0, count + 1));
    sum as f64 / f64::from(count)
}

#[test]
fn read_waits_for_a_suspension_and_not_for_a_program() {
    let mut spec = nand_bound(small::wide(Pacing::Foreground));
    let latency = |spec: &SsdSpec| {
        let mut drive = drive(spec, 2);
        let units = spec.capacity.0 / 8 / 2;
        small::run(&mut drive, &sequential_writes(units, 8));
        mean_read_latency_ns(&work(&mut drive, &mixed(units, 2000)))
    };
    let off = latency(&spec);
    spec.nand.features.program_suspend_ns = Some(20_000);
    let on = latency(&spec);
    // Reads of 50 us: the write beside each is in the buffer at once, so that one read is under
    // way at a time, and at most one suspension is added.
    assert!(off > 110_000.0, "{off}: reads wait for programs");
    assert!((50_000.0..95_000.0).contains(&on), "{on}");
    print_row("program suspend", "ns of a read", off, on, "50000 to 95000");
}

#[test]
fn planes_that_read_alone_double_random_reads() {
    let mut spec = nand_bound(small::wide(Pacing::Foreground));
    spec.nand.channel_mb_per_s = 10_000;
    let rate = |spec: &SsdSpec| {
        let mut drive = drive(spec, 512);
        let units = spec.capacity.0 / 8 / 2;
        small::run(&mut drive, &sequential_writes(units, 8));
        work(&mut drive, &random_reads(units, 20_000)).per_second()
    };
    let off = rate(&spec);
    spec.nand.features.independent_plane_reads = true;
    let on = rate(&spec);
    // Two planes; the queue is deep enough that both have work nearly always.
    assert_near("plane reads", "reads per second", off, on, 2.0 * off, 5.0);
}

#[test]
fn both_directions_of_a_link_add_up() {
    let mut spec = nand_bound(small::wide(Pacing::Foreground));
    spec.link.mb_per_s = 20;
    let rate = |spec: &SsdSpec| {
        let mut drive = drive(spec, 32);
        let units = spec.capacity.0 / 8 / 2;
        small::run(&mut drive, &sequential_writes(units, 8));
        work(&mut drive, &mixed(units, 5000)).per_second()
    };
    let off = rate(&spec);
    spec.link.full_duplex = true;
    let on = rate(&spec);
    assert_near("full duplex", "I/Os per second", off, on, 2.0 * off, 2.0);
}

#[test]
fn protected_buffer_makes_a_forced_write_as_short_as_any() {
    let mut spec = nand_bound(small::wide(Pacing::Foreground));
    let latency = |spec: &SsdSpec, fua: bool| {
        let mut drive = drive(spec, 1);
        let data = Data::RANDOM;
        let mut writes = random_writes(1000, 1000);
        writes
            .iter_mut()
            .for_each(|write| write.op = Op::Write { data, fua });
        let work = work(&mut drive, &writes);
        (work.mean_latency_ns(), work.counters.nand_padded_units)
    };
    let (off, padded) = latency(&spec, true);
    assert!(padded > 0);
    spec.controller.power_loss_protection = true;
    let (on, padded) = latency(&spec, true);
    assert_eq!(padded, 0);
    let (plain, _) = latency(&spec, false);
    assert_near(
        "power-loss protection",
        "ns of a forced write",
        off,
        on,
        plain,
        0.0,
    );
}
