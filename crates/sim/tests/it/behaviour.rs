//! Do simulated drives slow down, stall and recover when and because they should?

use crate::small;
use fourcorners_block::{
    Blocks, Completion, Counters, Data, Drive, Lba, Nanos, QueueDepth, Request, Seed, Stop,
};
use fourcorners_drive_file::load;
use fourcorners_sim::spec::{Pacing, SsdSpec};
use fourcorners_sim::{Ssd, Station};
use std::path::Path;

const SECOND: u64 = 1_000_000_000;

/// A drive of the catalogue.
fn catalogue(name: &str) -> SsdSpec {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: String| std::fs::read_to_string(root.join(path)).ok();
    let text = read(format!("drives/{name}.toml")).expect("the drive's file");
    load(name, &text, &|part| read(format!("nand/{part}.toml")))
        .unwrap_or_else(|error| panic!("{error}"))
        .into_ssd()
        .expect("an SSD")
}

/// The same drive with an eighth of the blocks, in everything else the same.
fn an_eighth(mut spec: SsdSpec) -> SsdSpec {
    spec.nand.blocks_per_plane /= 8;
    spec.layout.reserved_blocks_per_plane /= 8;
    spec.capacity = Blocks(spec.capacity.0 / 8 / 8 * 8);
    spec
}

fn set_depth(drive: &mut Station<Ssd>, depth: u16) {
    drive.set_queue_depth(QueueDepth::new(depth).expect("depth"));
}

/// Writes `span` from LBA 0 with 128 KiB requests, QD32; returns bytes a second of each tenth.
fn fill(drive: &mut Station<Ssd>, span: Blocks) -> Vec<f64> {
    set_depth(drive, 32);
    let count = span.0 / 256;
    let mut tenths = Vec::new();
    for tenth in 0..10 {
        let start = drive.now();
        let part: Vec<Request> = (count * tenth / 10..count * (tenth + 1) / 10)
            .map(|n| Request::write(n, Lba(n * 256), Blocks(256), Data::RANDOM))
            .collect();
        small::run(drive, &part);
        let seconds = (drive.now().0 - start.0) as f64 / SECOND as f64;
        tenths.push(part.len() as f64 * 131_072.0 / seconds);
    }
    tenths
}

struct Interval {
    ios: u64,
    worst_latency: u64,
    work: Counters,
}

/// 4 KiB random writes over `span`, QD32, closed loop; one entry for each `step` nanoseconds.
fn random_writes(drive: &mut Station<Ssd>, span: Blocks, step: u64, steps: u64) -> Vec<Interval> {
    set_depth(drive, 32);
    let mut generator = Seed(5).generator();
    let start = drive.now().0;
    let mut before = drive.counters().expect("counters");
    let mut out: Vec<Completion> = Vec::new();
    let intervals = (1..=steps)
        .map(|n| {
            out.clear();
            while drive.now().0 < start + n * step {
                if drive.waiting() < 256 {
                    let batch: Vec<Request> = (0..1024)
                        .map(|tag| {
                            Request::write(
                                tag,
                                Lba(8 * generator.below(span.0 / 8)),
                                Blocks(8),
                                Data::RANDOM,
                            )
                        })
                        .collect();
                    drive.submit(&batch);
                }
                drive
                    .wait(Nanos(start + n * step), Stop::Waiting(128), &mut out)
                    .expect("writes");
            }
            let now = drive.counters().expect("counters");
            let work = now.since(&before);
            before = now;
            let worst_latency = out
                .iter()
                .map(|completion| completion.latency().0)
                .max()
                .unwrap_or(0);
            Interval {
                ios: out.len() as u64,
                worst_latency,
                work,
            }
        })
        .collect();
    drive.withdraw();
    drive
        .wait(Nanos::MAX, Stop::Drained, &mut out)
        .expect("drain");
    intervals
}

#[test]
fn does_the_fall_off_come_when_the_free_nand_is_used_up() {
    for name in [
        "crucial-m4-256",
        "samsung-840-pro-256",
        "corsair-neutron-240",
        "crucial-m500-960",
    ] {
        let spec = an_eighth(catalogue(name));
        let mut drive = Ssd::drive(&spec);
        fill(&mut drive, spec.capacity);
        let free = drive.counters().expect("counters").free_superblocks;
        let parity = spec
            .nand
            .dies
            .checked_div(spec.layout.parity_stripe_dies)
            .unwrap_or(0);
        let superblock = u64::from(spec.nand.dies - parity)
            * u64::from(spec.nand.planes * spec.nand.pages_per_block)
            * u64::from(spec.nand.page_bytes / spec.layout.unit_bytes);
        // Collection begins while these are still free; half a superblock is open on average.
        let kept = match spec.gc.pacing {
            Pacing::Balanced => spec.gc.high_watermark - 1,
            _ => spec.gc.low_watermark,
        };
        let open = spec.capacity.0 / 8 % superblock;
        let units = (free - u64::from(kept)) * superblock + (superblock - open);
        let step = SECOND / 100;
        let intervals = random_writes(&mut drive, spec.capacity, step, 4000);
        let fresh = intervals[10].ios;
        let fall = intervals
            .iter()
            .position(|interval| interval.ios < fresh / 2)
            .expect("it falls off");
        // Nothing is collected before, so the net fill rate is the host's own.
        let predicted = units as f64 / (fresh as f64 / step as f64) / SECOND as f64;
        let seen = fall as f64 * step as f64 / SECOND as f64;
        println!("{name}: {units} free units, predicted {predicted:.2} s, seen {seen:.2} s");
        assert!(
            (seen / predicted - 1.0).abs() < 0.05,
            "{name}: predicted after {predicted:.2} s, seen after {seen:.2} s"
        );
    }
}

#[test]
fn does_more_spare_area_help() {
    for name in [
        "crucial-m4-256",
        "samsung-840-pro-256",
        "corsair-neutron-240",
        "crucial-m500-960",
    ] {
        let spec = an_eighth(catalogue(name));
        let steady = |span: Blocks| {
            let mut drive = Ssd::drive(&spec);
            fill(&mut drive, span);
            let seconds = random_writes(&mut drive, span, SECOND, 80);
            seconds[40..].iter().map(|second| second.ios).sum::<u64>() / 40
        };
        let default = steady(spec.capacity);
        let spare = steady(Blocks(spec.raw_nand().0 / 512 * 3 / 4));
        println!("{name}: {default} IOPS, with 25 % spare {spare}");
        assert!(
            spare > default * 3 / 2,
            "{name}: {default} IOPS, with 25 % spare {spare}"
        );
    }
}

#[test]
fn does_trim_bring_a_tortured_drive_back() {
    for name in ["crucial-m4-256", "crucial-m500-960"] {
        let spec = an_eighth(catalogue(name));
        let mut drive = Ssd::drive(&spec);
        let clean = fill(&mut drive, spec.capacity);
        random_writes(&mut drive, spec.capacity, SECOND, 80);
        let tortured = drive.snapshot().expect("idle");
        let worn = fill(&mut drive, spec.capacity);
        drive.restore(&tortured).expect("its own");
        small::run(&mut drive, &[Request::discard(0, Lba(0), spec.capacity)]);
        let trimmed = fill(&mut drive, spec.capacity);
        println!("{name}: clean {clean:.0?}, tortured {worn:.0?}, trimmed {trimmed:.0?}");
        assert!(worn[0] < 0.5 * clean[0], "{name}: torture hardly hurts");
        assert!(
            worn[9] > 1.5 * worn[0],
            "{name}: writing sequentially cleans the drive"
        );
        for (after, before) in trimmed.iter().zip(&clean) {
            assert!(
                (after / before - 1.0).abs() < 0.05,
                "{name}: TRIM brings back {after:.0} of {before:.0} B/s"
            );
        }
    }
}

#[test]
fn does_only_the_collection_policy_make_the_m4_stall() {
    let m4 = catalogue("crucial-m4-256");
    let m500 = catalogue("crucial-m500-960");
    let after_the_fall = |spec: &SsdSpec| {
        let mut drive = Ssd::drive(spec);
        fill(&mut drive, spec.capacity);
        let seconds = random_writes(&mut drive, spec.capacity, SECOND, 300);
        let first = seconds
            .iter()
            .position(|second| second.work.nand_moved_units > 0)
            .expect("collection");
        let worst = seconds[first + 1..]
            .iter()
            .map(|second| second.ios)
            .min()
            .expect("seconds");
        let tens = seconds[first + 1..]
            .iter()
            .filter(|second| second.ios < 100)
            .count();
        let latency = seconds[first + 1..]
            .iter()
            .map(|second| second.worst_latency)
            .max()
            .expect("seconds");
        (worst, tens, latency)
    };
    let (worst, tens, latency) = after_the_fall(&m4);
    println!("m4: worst second {worst} IOPS, {tens} seconds below 100, worst latency {latency} ns");
    assert!(
        (10..100).contains(&worst) && tens >= 10,
        "m4: worst second {worst} IOPS, {tens} seconds of tens"
    );
    assert!(latency > SECOND / 2, "m4: worst latency {latency} ns");

    let mut swapped = m4.clone();
    swapped.gc = m500.gc.clone();
    let (worst, tens, latency) = after_the_fall(&swapped);
    println!("m4 with the M500's policy: worst second {worst} IOPS, worst latency {latency} ns");
    assert!(
        worst > 1000 && tens == 0 && latency < SECOND / 10,
        "swapped: {worst} IOPS, {latency} ns"
    );

    let (worst, tens, latency) = after_the_fall(&m500);
    println!("M500: worst second {worst} IOPS, worst latency {latency} ns");
    assert!(
        worst > 1000 && tens == 0 && latency < SECOND / 10,
        "M500: {worst} IOPS, {latency} ns"
    );
}

/// Upper bounds of what the hardware can do: dies, link, host processor, with the write
/// amplification that the second itself had.
#[test]
fn does_any_second_exceed_what_the_hardware_can_do() {
    for name in [
        "crucial-m4-256",
        "samsung-840-pro-256",
        "corsair-neutron-240",
        "crucial-m500-960",
        "plextor-m5-pro-xtreme-256",
    ] {
        let spec = an_eighth(catalogue(name));
        let mut drive = Ssd::drive(&spec);
        fill(&mut drive, spec.capacity);
        let group = u64::from(spec.nand.planes * spec.nand.page_bytes / spec.layout.unit_bytes);
        let dies = f64::from(spec.nand.dies);
        let mut closest: f64 = 0.0;
        for (second, interval) in random_writes(&mut drive, spec.capacity, SECOND, 80)
            .iter()
            .enumerate()
            .skip(1)
        {
            let work = &interval.work;
            let host = interval.ios as f64;
            // What is under way at a second's edges: the buffer and the moves in flight.
            let carried = (spec.layout.buffer_bytes / u64::from(spec.layout.unit_bytes)
                + u64::from(spec.gc.copies_in_flight) * group) as f64;
            let programmed =
                (work.nand_host_units + work.nand_moved_units + work.nand_parity_units) as f64;
            let die_bound = dies * group as f64 * SECOND as f64 / spec.nand.t_prog_ns as f64;
            assert!(
                programmed <= die_bound + carried,
                "{name}, second {second}: {programmed} units programmed, the dies can do \
                 {die_bound:.0}"
            );
            let amplification = 1.0 + work.nand_moved_units as f64 / host.max(1.0);
            let bound = die_bound / amplification;
            closest = closest.max(host / (bound + carried));
            assert!(
                host <= bound + carried,
                "{name}, second {second}: {host} IOPS, bound {bound:.0}"
            );
            let link = spec.link.mb_per_s as f64 * 1e6 / 4096.0;
            assert!(
                host <= link * 1.001 + 1.0,
                "{name}, second {second}: {host} IOPS, the link carries {link:.0}"
            );
        }
        println!("{name}: comes as near as {closest:.3} of the dies' bound");
        assert!(
            closest > 0.1,
            "{name}: the bound is not even approached, so it proves nothing"
        );
    }
}

/// The state `filled` once ended with data in the write buffer: the first reads after it waited for
/// 155 ms until the dies had programmed it.
#[test]
fn reads_do_not_wait_for_programs_once_the_write_buffer_is_empty() {
    let spec = small::wide(Pacing::Foreground);
    let mut drive = Ssd::drive(&spec);
    fill(&mut drive, spec.capacity);
    let full = drive.snapshot().expect("idle");
    let read = |drive: &mut Station<Ssd>| {
        small::run(drive, &[Request::read(0, Lba(0), Blocks(8))])[0]
            .latency()
            .0
    };
    let waited = read(&mut drive);
    assert!(waited > spec.nand.t_prog_ns, "{waited}");
    drive.restore(&full).expect("its own");
    let empty_at = drive.write_buffer_empty_at();
    drive
        .wait(empty_at, Stop::Never, &mut Vec::new())
        .expect("idle");
    assert_eq!(drive.write_buffer_empty_at(), empty_at);
    let waited = read(&mut drive);
    assert!(waited < 3 * spec.nand.t_read_ns, "{waited}");
}

/// The M500 with a sixteenth of its blocks had no spare area left: collection began early, found
/// nothing to gain, ended, and began again at the same instant, for ever.
#[test]
fn does_a_drive_that_collects_early_and_finds_nothing_to_gain_go_on_until_it_is_full() {
    for pacing in Pacing::ALL {
        let mut spec = small::wide(*pacing);
        spec.gc.low_watermark = 4;
        spec.gc.high_watermark = 6;
        spec.capacity = Blocks(62 * 512 * 8);
        let mut drive = Ssd::drive(&spec);
        let requests: Vec<Request> = (0..62 * 512)
            .map(|unit| Request::write(unit, Lba(unit * 8), Blocks(8), Data::RANDOM))
            .collect();
        assert_eq!(small::run(&mut drive, &requests).len(), requests.len());
    }
}

/// A simulator that ends silently or runs for ever on such a drive is no use to whoever
/// explores small spare areas.
#[test]
fn does_a_drive_without_spare_area_say_that_it_can_make_no_progress() {
    let mut spec = small::plain(16, 64, 0);
    // Everything but the block that is kept free.
    spec.capacity = Blocks(63 * 16 * 8);
    let mut drive = Ssd::drive(&spec);
    let units = spec.capacity.0 / 8;
    let requests: Vec<Request> = (0..units)
        .chain((0..2000).map(|n| n * 7 % units))
        .map(|unit| Request::write(unit, Lba(unit * 8), Blocks(8), Data::RANDOM))
        .collect();
    drive.submit(&requests);
    let mut completions = Vec::new();
    let error = drive
        .wait(Nanos::MAX, Stop::Drained, &mut completions)
        .expect_err("there is nothing to collect");
    let sentence = error.to_string();
    assert!(sentence.contains("is stuck"), "{sentence}");
    assert!(sentence.contains("spare area"), "{sentence}");
    assert!(
        completions.len() as u64 >= units,
        "what could be written was"
    );
}
