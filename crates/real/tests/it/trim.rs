//! TRIM commands in flight with other I/O (Linux 6.12), and where they are calls instead.

use crate::host::{Loop, Zram, disk_folder, is_root, sparse_file};
use fourcorners_block::{
    Blocks, Completion, Data, DataClass, Drive, Generator, Lba, Nanos, Op, Outcome, QueueDepth,
    Request, Seed, Stop,
};
use fourcorners_real::{EngineChoice, OpenRequest, RealDrive, open};
use std::fs;
use std::path::Path;

/// Of 4 KiB each.
const UNITS: u64 = 4096;

/// Whether this kernel has the command; says so when a test is skipped for it.
fn can_queue(test: &str) -> bool {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").expect("a kernel");
    let numbers = release.split(|c: char| !c.is_ascii_digit());
    let numbers: Vec<u32> = numbers.take(2).flat_map(str::parse).collect();
    let is_new = numbers >= vec![6, 12];
    if !is_new {
        println!("{test}: skipped, it needs Linux 6.12");
    }
    is_new && is_root(test)
}

fn in_memory() -> (tempfile::TempDir, Loop) {
    let folder = tempfile::tempdir_in("/dev/shm").expect("a folder in memory");
    let device = Loop::over(&sparse_file(folder.path(), UNITS * 4096), &[]);
    (folder, device)
}

/// Sets an attribute of a device's queue in /sys.
fn set(device: &Path, attribute: &str, value: &str) {
    let name = device.file_name().expect("a name");
    let queue = Path::new("/sys/block").join(name).join("queue");
    fs::write(queue.join(attribute), value).expect("an attribute");
}

fn request(path: &Path, engine: EngineChoice) -> OpenRequest {
    OpenRequest {
        path: path.into(),
        destroy: vec![path.into()],
        write: true,
        engine,
        ..OpenRequest::default()
    }
}

fn opened(request: &OpenRequest) -> RealDrive {
    let mut drive = open(request).unwrap_or_else(|error| panic!("{error}"));
    drive.set_queue_depth(QueueDepth::new(32).expect("a depth"));
    drive
}

fn is_queued(drive: &RealDrive) -> bool {
    let limits = drive.identity().discard;
    limits.expect("it takes TRIM").queued
}

fn done(drive: &mut RealDrive, requests: &[Request]) -> Vec<Completion> {
    let mut completions = Vec::new();
    drive.submit(requests);
    let waited = drive.wait(Nanos::MAX, Stop::Drained, &mut completions);
    waited.expect("the drive answers");
    assert_eq!(completions.len(), requests.len());
    let bad = completions.iter().find(|io| io.outcome != Outcome::Done);
    assert_eq!(bad, None, "{:?}", drive.take_bad_block());
    completions
}

fn ones(identity: u32) -> Data {
    Data {
        class: DataClass::Repeating,
        identity,
    }
}

/// Random units: every eighth is only trimmed, some only written with twos, the rest only read.
fn mix() -> Vec<Request> {
    let mut generator = Seed(1).generator();
    let mut one = |tag| {
        let unit = generator.below(UNITS);
        let (lba, blocks) = (Lba(8 * unit), Blocks(8));
        match unit % 8 {
            0 => Request::discard(tag, lba, blocks),
            1..=3 => Request::write(tag, lba, blocks, ones(2)),
            _ => Request::read(tag, lba, blocks),
        }
    };
    (0..4000).map(&mut one).collect()
}

/// Carries the mix out on a drive of ones, and checks each unit, read without the drive.
fn mixed(mut drive: RealDrive, bytes: &Path) -> Vec<Completion> {
    done(
        &mut drive,
        &[Request::write(0, Lba(0), Blocks(8 * UNITS), ones(1))],
    );
    let completions = done(&mut drive, &mix());
    drop(drive);
    let mut expected = vec![1; UNITS as usize];
    for io in mix() {
        match io.op {
            Op::Discard => expected[io.lba.0 as usize / 8] = 0,
            Op::Write { .. } => expected[io.lba.0 as usize / 8] = 2,
            _ => {}
        }
    }
    let bytes = fs::read(bytes).expect("its bytes");
    for (unit, (expected, bytes)) in expected.iter().zip(bytes.chunks(4096)).enumerate() {
        assert!(bytes.iter().all(|byte| byte == expected), "unit {unit}");
    }
    completions
}

/// The most TRIM commands and the most other I/Os in flight when a TRIM command finished.
fn most_with_trim(completions: &[Completion]) -> [usize; 2] {
    let mix = mix();
    let is_trim = |io: &&Completion| mix[io.tag as usize].op == Op::Discard;
    let with_it = |trim: &Completion| {
        let at = trim.finished;
        let in_flight = completions
            .iter()
            .filter(|io| io.admitted < at && io.finished >= at);
        let (trims, others): (Vec<&Completion>, Vec<&Completion>) = in_flight.partition(is_trim);
        [trims.len(), others.len()]
    };
    let each: Vec<[usize; 2]> = completions.iter().filter(is_trim).map(with_it).collect();
    [0, 1].map(|kind| each.iter().map(|most| most[kind]).max().unwrap_or(0))
}

#[test]
fn trims_are_in_flight_with_other_io_and_leave_other_data_alone() {
    if !can_queue("queued TRIM") {
        return;
    }
    let (_folder, device) = in_memory();
    let drive = opened(&request(&device.device, EngineChoice::IoUring));
    assert!(is_queued(&drive));
    let [trims, others] = most_with_trim(&mixed(drive, &device.file));
    assert!(trims > 1 && others > 4, "{trims} trims, {others} others");
}

/// The kernel has no room for most at once, and carries them out by its own threads.
#[test]
fn trims_beyond_the_queue_of_the_device_are_carried_out() {
    if !can_queue("queued TRIM on a short queue") {
        return;
    }
    let (_folder, device) = in_memory();
    set(&device.device, "nr_requests", "4");
    mixed(
        opened(&request(&device.device, EngineChoice::IoUring)),
        &device.file,
    );
}

#[test]
fn trims_that_are_calls_do_the_same_alone() {
    if !is_root("TRIM by calls") {
        return;
    }
    for engine in [EngineChoice::Aio, EngineChoice::Synchronous] {
        let (_folder, device) = in_memory();
        let drive = opened(&request(&device.device, engine));
        assert!(!is_queued(&drive));
        let most = most_with_trim(&mixed(drive, &device.file));
        assert_eq!(most, [1, 0], "{engine:?}");
    }
}

/// Several commands for the drive: together they may take longer than an I/O may.
#[test]
fn trim_longer_than_one_command_is_a_call() {
    if !can_queue("long TRIM") {
        return;
    }
    let (_folder, device) = in_memory();
    set(&device.device, "discard_max_bytes", "65536");
    let mut drive = opened(&request(&device.device, EngineChoice::IoUring));
    assert!(is_queued(&drive));
    let read = |tag| Request::read(tag, Lba(0), Blocks(8));
    let long = Request::discard(2, Lba(128), Blocks(256));
    let requests = [read(0), read(1), long, read(3)];
    let completions = done(
        &mut drive,
        &[Request::write(9, Lba(0), Blocks(512), ones(1))],
    );
    assert_eq!(completions.len(), 1);
    let mut completions = done(&mut drive, &requests);
    completions.sort_by_key(|io| io.tag);
    assert!(completions[1].finished <= completions[2].admitted);
    assert!(completions[2].finished <= completions[3].admitted);
    drop(drive);
    let bytes = fs::read(&device.file).expect("its bytes");
    let sum = |blocks: std::ops::Range<usize>| -> usize {
        let bytes = &bytes[blocks.start * 512..blocks.end * 512];
        bytes.iter().map(|byte| usize::from(*byte)).sum()
    };
    let sums = [sum(0..128), sum(128..384), sum(384..512)];
    assert_eq!(sums, [128 * 512, 0, 128 * 512]);
}

#[test]
fn files_and_drives_that_are_only_read_queue_no_trim() {
    let folder = disk_folder();
    let file = sparse_file(folder.path(), 16 << 20);
    let drive = opened(&request(&file, EngineChoice::IoUring));
    assert!(!drive.identity().discard.is_some_and(|limits| limits.queued));
    if !is_root("read-only loop device") {
        return;
    }
    let (_folder, device) = in_memory();
    let drive = opened(&OpenRequest {
        path: device.device.clone(),
        ..OpenRequest::default()
    });
    assert!(!is_queued(&drive));
}

/// The story: a drive is asked with a TRIM of no bytes whether it queues them.
#[test]
fn asking_whether_trim_is_queued_changes_nothing() {
    if !is_root("a probed drive") {
        return;
    }
    let (_folder, device) = in_memory();
    fs::write(&device.file, vec![7; UNITS as usize * 4096]).expect("data");
    drop(opened(&request(&device.device, EngineChoice::IoUring)));
    let bytes = fs::read(&device.file).expect("its bytes");
    assert!(bytes.iter().all(|byte| *byte == 7));
}

/// Reads are checked while TRIM commands, writes and reads of the same places are in flight.
fn is_verified(path: &Path) {
    let mut drive = opened(&OpenRequest {
        verify: true,
        ..request(path, EngineChoice::IoUring)
    });
    assert!(is_queued(&drive));
    let mut generator: Generator = Seed(2).generator();
    let requests: Vec<Request> = (0..20_000)
        .map(|tag| {
            let blocks = 8 * (1 + generator.below(4));
            let (lba, blocks) = (Lba(8 * generator.below(60)), Blocks(blocks));
            match generator.below(4) {
                0 => Request::discard(tag, lba, blocks),
                1 => Request::write(tag, lba, blocks, Data::RANDOM),
                _ => Request::read(tag, lba, blocks),
            }
        })
        .collect();
    done(&mut drive, &requests);
}

#[test]
fn checked_reads_with_trims_find_nothing_wrong() {
    if !can_queue("checked reads with TRIM") {
        return;
    }
    let (_folder, device) = in_memory();
    is_verified(&device.device);
    match Zram::new(64 << 20) {
        Some(zram) => is_verified(&zram.device()),
        None => println!("zram: skipped, this kernel makes none"),
    }
}

/// The story: on zram Linux AIO reads faster than io_uring. Chosen for a plan that mixes TRIM, it
/// would have sent each TRIM command alone.
#[test]
fn engine_of_a_plan_that_mixes_trim_queues_it() {
    if !can_queue("an engine for TRIM") {
        return;
    }
    let Some(zram) = Zram::new(64 << 20) else {
        println!("zram: skipped, this kernel makes none");
        return;
    };
    let mut drive = opened(&request(&zram.device(), EngineChoice::Auto));
    let depths = [1, 32].map(|depth| QueueDepth::new(depth).expect("a depth"));
    drive.choose_engine(&depths, true).expect("a choice");
    let engine = drive.identity().engine.clone();
    assert!(
        engine == "io_uring" || engine.ends_with("io_uring at deeper ones"),
        "{engine}"
    );
    drive.set_queue_depth(depths[1]);
    let completions = done(&mut drive, &mix());
    assert!(most_with_trim(&completions)[1] > 0);
}
