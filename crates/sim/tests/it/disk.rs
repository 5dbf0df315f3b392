//! Do hard disks take the time that their arm and platters take?

use crate::small;
use fourcorners_block::{
    Blocks, Bytes, Completion, Data, Drive, Lba, Nanos, Op, Outcome, QueueDepth, Request, Seed,
    Stop,
};
use fourcorners_sim::DriveSpec;
use fourcorners_sim::disk::{DiskCacheSpec, HardDiskSpec, PlatterSpec, SeekSpec};
use fourcorners_sim::ram_disk::RamDiskSpec;
use fourcorners_sim::spec::{About, LinkSpec};

const REVOLUTION_NS: u64 = 6_000_000;

fn link() -> LinkSpec {
    LinkSpec {
        name: "test".into(),
        mb_per_s: 100_000,
        full_duplex: false,
        queue_depth: 32,
        command_latency_ns: 1_000,
    }
}

/// 40 GB, 10,000 revolutions a minute, without read-ahead and write cache.
pub fn bare() -> HardDiskSpec {
    HardDiskSpec {
        name: "bare".into(),
        model: "Bare disk".into(),
        firmware: String::new(),
        capacity: Blocks(80_000_000),
        platters: PlatterSpec {
            revolution_ns: REVOLUTION_NS,
            heads: 4,
            zones: 10,
            outer_track_sectors: 1600,
            inner_track_sectors: 1000,
        },
        seek: SeekSpec {
            track_to_track_ns: 700_000,
            average_ns: 4_200_000,
            full_stroke_ns: 8_500_000,
            head_switch_ns: 600_000,
            write_settle_ns: 500_000,
        },
        cache: DiskCacheSpec {
            read_segments: 0,
            read_segment_bytes: 512 << 10,
            cached_writes: 0,
            write_cache_bytes: 8 << 20,
            reorders: true,
            deadline_ns: 1_000_000_000_000,
        },
        link: link(),
        about: About::default(),
        facts: Vec::new(),
    }
}

fn drive(spec: &HardDiskSpec, depth: u16) -> Box<dyn Drive> {
    let mut drive = DriveSpec::HardDisk(Box::new(spec.clone())).drive();
    drive.set_queue_depth(QueueDepth::new(depth).expect("a depth"));
    drive
}

/// Completions, and how many of them a second.
fn rate(drive: &mut dyn Drive, requests: &[Request]) -> (Vec<Completion>, f64) {
    let start = drive.now();
    let done = small::run(drive, requests);
    assert!(done.iter().all(|io| io.outcome == Outcome::Done));
    let elapsed = drive.now().saturating_sub(start).0 as f64;
    let rate = done.len() as f64 * 1e9 / elapsed;
    (done, rate)
}

fn random(write: bool, span: u64, count: u64) -> Vec<Request> {
    let mut generator = Seed(7).generator();
    (0..count)
        .map(|tag| {
            let lba = Lba(8 * generator.below(span / 8));
            match write {
                true => Request::write(tag, lba, Blocks(8), Data::RANDOM),
                false => Request::read(tag, lba, Blocks(8)),
            }
        })
        .collect()
}

fn sequential(write: bool, from: u64, blocks: u64, count: u64) -> Vec<Request> {
    (0..count)
        .map(|tag| {
            let lba = Lba(from + tag * blocks);
            match write {
                true => Request::write(tag, lba, Blocks(blocks), Data::RANDOM),
                false => Request::read(tag, lba, Blocks(blocks)),
            }
        })
        .collect()
}

fn mean_latency_ns(done: &[Completion]) -> f64 {
    done.iter().map(|io| io.latency().0 as f64).sum::<f64>() / done.len() as f64
}

#[track_caller]
fn assert_near(mechanism: &str, what: &str, figure: f64, predicted: f64, per_cent: f64) {
    assert_off_and_on(mechanism, what, None, figure, predicted, per_cent);
}

/// The same beside what it is without the mechanism.
#[track_caller]
fn assert_off_and_on(
    mechanism: &str,
    what: &str,
    off: Option<f64>,
    figure: f64,
    predicted: f64,
    per_cent: f64,
) {
    let off = off.map_or("-".into(), |off| format!("{off:.4}"));
    println!("ablation | disk: {mechanism} | {what} | {off} | {figure:.4} | {predicted:.4}");
    let error = (figure / predicted - 1.0) * 100.0;
    assert!(
        error.abs() <= per_cent,
        "{what}: {figure}, predicted {predicted}: {error:+.2} %"
    );
}

/// Mean seek of random places: the curve through the three seek times, over all distances that two
/// random cylinders can be apart.
fn mean_seek_ns(seek: &SeekSpec, cylinders: f64) -> f64 {
    let (one, mean, all) = (
        seek.track_to_track_ns as f64,
        seek.average_ns as f64,
        seek.full_stroke_ns as f64,
    );
    // Solved by elimination, other than in the simulator.
    let (third, far) = (cylinders / 3.0, cylinders);
    let slope = (all - one) / (far.sqrt() - 1.0);
    let each = |t: f64, d: f64| {
        (t - one - slope * (d.sqrt() - 1.0))
            / ((d - 1.0) - (far - 1.0) / (far.sqrt() - 1.0) * (d.sqrt() - 1.0))
    };
    let each = each(mean, third);
    let root = slope - each * (far - 1.0) / (far.sqrt() - 1.0);
    let fixed = one - root - each;
    // Of two random places x and y, E sqrt|x - y| = 8/15 and E |x - y| = 1/3 of all.
    fixed + root * far.sqrt() * 8.0 / 15.0 + each * far / 3.0
}

#[test]
fn is_a_random_read_a_seek_and_half_a_revolution() {
    let spec = bare();
    let mut disk = drive(&spec, 1);
    let (done, _) = rate(&mut *disk, &random(false, spec.capacity.0, 20_000));
    let cylinders = spec.capacity.0 as f64 / (4.0 * 1300.0);
    let transfer = 8.0 / 1300.0 * REVOLUTION_NS as f64;
    // Sectors crowd in the outer zones, so random LBAs lie a little nearer than random cylinders.
    let predicted =
        mean_seek_ns(&spec.seek, cylinders) + REVOLUTION_NS as f64 / 2.0 + transfer + 1_000.0;
    assert_near(
        "seek and rotation",
        "latency of a random read, ns",
        mean_latency_ns(&done),
        predicted,
        3.0,
    );
}

#[test]
fn does_twice_the_speed_of_rotation_save_a_quarter_of_a_revolution() {
    let slow = bare();
    let mut fast = bare();
    fast.platters.revolution_ns /= 2;
    let latency = |spec: &HardDiskSpec| {
        let mut disk = drive(spec, 1);
        mean_latency_ns(&rate(&mut *disk, &random(false, spec.capacity.0, 20_000)).0)
    };
    let saved = latency(&slow) - latency(&fast);
    assert_near(
        "rotation",
        "saved by 20,000 rpm, ns",
        saved,
        REVOLUTION_NS as f64 / 4.0,
        4.0,
    );
}

#[test]
fn does_serving_the_nearest_first_pay_and_starve_nobody() {
    let mut in_order = bare();
    in_order.cache.reorders = false;
    let requests = random(false, in_order.capacity.0, 10_000);
    let (_, first_come) = rate(&mut *drive(&in_order, 32), &requests);
    let (_, one) = rate(&mut *drive(&in_order, 1), &requests);
    assert_near(
        "first come first served",
        "FCFS reads/s at QD32 as at QD1",
        first_come,
        one,
        1.0,
    );
    let (done, nearest) = rate(&mut *drive(&bare(), 32), &requests);
    println!(
        "ablation | disk: nearest first | reads/s at QD32 | {first_come:.4} | {nearest:.4} | above \
         1.5 times"
    );
    assert!(
        nearest > 1.5 * first_come,
        "{nearest} a second against {first_come}"
    );
    // No order can do without a seek to the next track's neighbourhood for each.
    assert!(nearest < 1e9 / 700_000.0, "{nearest}");
    let worst = |done: &[Completion]| done.iter().map(|io| io.latency().0).max().unwrap_or(0);
    let mut patient = bare();
    patient.cache.deadline_ns = 200_000_000;
    let (limited, _) = rate(&mut *drive(&patient, 32), &requests);
    assert!(
        worst(&limited) < 200_000_000 + 33 * 20_000_000,
        "{} ns",
        worst(&limited)
    );
    assert!(worst(&limited) < worst(&done));
}

#[test]
fn does_the_rate_of_sequential_reads_follow_the_zones() {
    let mut spec = bare();
    spec.cache.read_segments = 4;
    let mut disk = drive(&spec, 1);
    let mut mb_per_s = |from: u64| {
        let (_, rate) = rate(&mut *disk, &sequential(false, from, 256, 2_000));
        rate * 131_072.0 / 1e6
    };
    let (outer, inner) = (mb_per_s(0), mb_per_s(spec.capacity.0 - 2_100 * 256));
    // A track in a revolution and the change of heads; that to the next cylinder takes 0.1 ms more.
    let skew = 600_000.0 * 0.75 + 700_000.0 * 0.25;
    let media = |sectors: f64| sectors * 512.0 * 1e3 / (REVOLUTION_NS as f64 + skew);
    assert_near(
        "zones",
        "sequential read of the outermost zone, MB/s",
        outer,
        media(1600.0),
        1.0,
    );
    assert_near(
        "zones",
        "sequential read of the innermost zone, MB/s",
        inner,
        media(1000.0),
        1.0,
    );
}

#[test]
fn does_reading_ahead_save_a_revolution_for_each_read() {
    let without = bare();
    let mut with = bare();
    with.cache.read_segments = 1;
    let requests = sequential(false, 0, 128, 2_000);
    let (_, off) = rate(&mut *drive(&without, 1), &requests);
    // The next sectors have just passed when the next command comes: a revolution more than the
    // transfer, but where a read begins with its track, one in 25.
    let revolution = REVOLUTION_NS as f64;
    let period = revolution * (1.0 + 128.0 / 1600.0 - 1.0 / 25.0) + 625_000.0 * 128.0 / 1600.0;
    assert_near(
        "no read-ahead",
        "sequential 64 KiB reads/s, no read-ahead",
        off,
        1e9 / period,
        1.0,
    );
    let (_, on) = rate(&mut *drive(&with, 1), &requests);
    let media = 1600.0 / 128.0 * 1e9 / (REVOLUTION_NS as f64 + 625_000.0);
    assert_off_and_on(
        "read-ahead",
        "sequential 64 KiB reads/s",
        Some(off),
        on,
        media,
        1.0,
    );
    // Queued, they need no reading ahead: the next is known before its sectors come.
    let (_, queued) = rate(&mut *drive(&without, 4), &requests);
    assert_near(
        "command queueing",
        "sequential 64 KiB reads/s, QD4",
        queued,
        media,
        1.0,
    );
}

#[test]
fn does_the_write_cache_finish_at_once_and_order_what_it_holds() {
    let without = bare();
    let mut with = bare();
    with.cache.cached_writes = 64;
    let requests = random(true, without.capacity.0, 10_000);
    let (done, off) = rate(&mut *drive(&without, 1), &requests);
    assert!(mean_latency_ns(&done) > 7e6, "seek, settling, rotation");
    let (done, on) = rate(&mut *drive(&with, 1), &requests);
    assert!(done[..64].iter().all(|io| io.latency().0 < 10_000));
    // As a queue of 64 reads would be, but for the settling.
    println!(
        "ablation | disk: write cache | random writes/s at QD1 | {off:.4} | {on:.4} | above 1.8 \
         times"
    );
    assert!(on > 1.8 * off, "{on} a second against {off}");
    // A flush waits for all of them, a forced write for itself alone.
    let mut disk = drive(&with, 4);
    small::run(&mut *disk, &requests[..64]);
    let flush = small::run(&mut *disk, &[Request::flush(0)]);
    assert!(flush[0].latency().0 > 64 * 700_000, "{:?}", flush[0]);
    let data = Data::RANDOM;
    let forced = Request {
        op: Op::Write { data, fua: true },
        ..Request::write(0, Lba(0), Blocks(8), data)
    };
    assert!(small::run(&mut *disk, &[forced])[0].latency().0 > 500_000);
}

#[test]
fn is_sequential_writing_as_fast_as_the_platters_with_and_without_the_cache() {
    let mut with = bare();
    with.cache.cached_writes = 64;
    let media = 1600.0 / 256.0 * 1e9 / (REVOLUTION_NS as f64 + 625_000.0);
    for (name, spec, depth) in [("QD4", bare(), 4), ("QD1, cached", with, 1)] {
        let (_, rate) = rate(&mut *drive(&spec, depth), &sequential(true, 0, 256, 10_000));
        let figure = format!("sequential 128 KiB writes/s, {name}");
        assert_near("write cache", &figure, rate, media, 1.5);
    }
}

#[test]
fn do_hard_disks_and_the_ram_disk_conform() {
    let mut cached = bare();
    cached.cache.cached_writes = 16;
    cached.cache.read_segments = 3;
    let mut in_order = bare();
    in_order.cache.reorders = false;
    let ram = RamDiskSpec {
        name: "ram".into(),
        model: "RAM".into(),
        capacity: Blocks(1 << 16),
        link: link(),
        about: About::default(),
        facts: Vec::new(),
    };
    let disks = [bare(), cached, in_order].map(|spec| DriveSpec::HardDisk(Box::new(spec)));
    for spec in disks.into_iter().chain([DriveSpec::RamDisk(Box::new(ram))]) {
        fourcorners_block::conformance::check(&mut || spec.drive());
    }
}

#[test]
fn does_the_ram_disk_take_its_commands_and_its_bytes() {
    let ram = RamDiskSpec {
        name: "ram".into(),
        model: "RAM".into(),
        capacity: Blocks(1 << 20),
        link: LinkSpec {
            mb_per_s: 1000,
            command_latency_ns: 3_000,
            ..link()
        },
        about: About::default(),
        facts: Vec::new(),
    };
    let mut drive = DriveSpec::RamDisk(Box::new(ram)).drive();
    let (done, _) = rate(&mut *drive, &random(false, 1 << 20, 1_000));
    assert_near(
        "RAM disk",
        "RAM disk, latency of 4 KiB, ns",
        mean_latency_ns(&done),
        3_000.0 + 4_096.0,
        0.1,
    );
    assert_eq!(drive.identity().rotational, Some(false));
    assert_eq!(drive.identity().capacity.bytes(), Bytes(512 << 20));
    drive
        .wait(drive.now() + Nanos::secs(1), Stop::Never, &mut Vec::new())
        .expect("idle");
}
