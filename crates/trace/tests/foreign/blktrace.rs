//! What blktrace records, in one file or one a processor.

use super::packing::{Given, bomb, perhaps};
use super::reading::{NAME, Way, any_way, read, read_opened};
use fourcorners_block::Generator;
use fourcorners_testkit::soak::{Cases, bytes};
use fourcorners_trace::{Form, open};

const CASES: Cases = Cases {
    label: "trace-blktrace",
    at_least: 1_000,
    // A window of zstd's, the events that are looked at ahead, and I/Os under way.
    most_kib: Some(384 << 10),
};

/// Bytes of the largest file that a small one unpacks to.
const MOST_UNPACKED: usize = 64 << 20;

/// Bytes of an event without what belongs to it.
const EVENT_BYTES: usize = 48;
/// Its first number but for the version.
const MAGIC: u32 = 0x6561_7400;

/// What is read.
#[derive(Debug)]
enum Case {
    File(Given, Way),
    /// A folder with a file a processor.
    Files(Vec<Given>, Way),
}

fn any_case(random: &mut Generator) -> Case {
    if random.below(64) == 0 {
        let files = (0..=random.below(4)).map(|_| Given(any_file(random)));
        return Case::Files(files.collect(), any_way(None, random));
    }
    let form = (random.below(2) == 0).then_some(Form::Blktrace);
    let file = match random.below(1000) {
        0 => bomb(
            &any_events(random),
            &any_events(random),
            MOST_UNPACKED,
            random,
        ),
        1 => long_name_of_many(random),
        _ => any_file(random),
    };
    Case::File(Given(file), any_way(form, random))
}

/// As many I/Os as wait at once and more, each of a process with a name as long as an event can
/// hold: each kept it, and 2.9 MB of file took 3.8 GB.
fn long_name_of_many(random: &mut Generator) -> Vec<u8> {
    const PID: [u8; 4] = 7_u32.to_le_bytes();
    let one = |time: u32, bytes: u32, action: u32, more: u16| {
        let mut event = [0; EVENT_BYTES];
        event[..4].copy_from_slice(&(MAGIC | 7).to_le_bytes());
        event[8..12].copy_from_slice(&time.to_le_bytes());
        event[16..20].copy_from_slice(&time.to_le_bytes());
        event[24..28].copy_from_slice(&bytes.to_le_bytes());
        event[28..32].copy_from_slice(&action.to_le_bytes());
        event[32..36].copy_from_slice(&PID);
        event[46..48].copy_from_slice(&more.to_le_bytes());
        event
    };
    let name_bytes = u16::MAX - random.below(1_000) as u16;
    let mut file = one(0, 0, 1 << 26, name_bytes).to_vec();
    file.resize(file.len() + usize::from(name_bytes), b'x');
    let issued = 7 | 1 << 16 | 1 << 22;
    let events = 60_000 + random.below(10_000) as u32;
    file.extend((1..events).flat_map(|time| one(time, 4096, issued, 0)));
    file
}

fn any_file(random: &mut Generator) -> Vec<u8> {
    let mut file = any_events(random);
    if random.below(2) == 0 {
        bytes(&mut file, random);
    }
    perhaps(file, random)
}

fn any_events(random: &mut Generator) -> Vec<u8> {
    let mut file = Vec::new();
    let count = 1 + random.below(60);
    let longest = [16, 16, 16, u64::from(u16::MAX)][random.below(4) as usize];
    let is_big = random.below(4) == 0;
    let mut now = one_of(random, &[0, 1_000_000_000, u64::MAX - 1_000]);
    for _ in 0..count {
        now = match random.below(20) {
            0 => random.next_u64(),
            1 => now.wrapping_sub(random.below(5_000)),
            _ => now.wrapping_add(random.below(5_000)),
        };
        event(
            now,
            is_big != (random.below(100) == 0),
            longest,
            random,
            &mut file,
        );
    }
    file
}

fn one_of<T: Copy>(random: &mut Generator, of: &[T]) -> T {
    of[random.below(of.len() as u64) as usize]
}

/// Appends an event, as the kernel lays it out (`struct blk_io_trace` of linux/blktrace_api.h).
fn event(time: u64, is_big: bool, longest: u64, random: &mut Generator, file: &mut Vec<u8>) {
    let version = if random.below(200) == 0 {
        random.below(256) as u32
    } else {
        7
    };
    let is_notice = random.below(4) == 0;
    let action = match is_notice {
        // A process, the time, a text.
        true => random.below(4) as u32 | 1 << 26,
        // What happens to an I/O, or anything else; to reads, writes, flushes, discards.
        false => random.below(10) as u32 | any_category(random),
    };
    let action = match random.below(50) {
        0 => random.next_u64() as u32,
        1..10 => action | 1 << 8,
        _ => action,
    };
    let more = match is_notice {
        true if random.below(3) == 0 => 8,
        true => random.below(longest + 1),
        false => [0, 0, 0, 8][random.below(4) as usize],
    };
    let device = match random.below(20) {
        0 => random.next_u64() as u32,
        _ => 8 << 20 | random.below(2) as u32,
    };
    let sector = match random.below(20) {
        0 => random.next_u64(),
        _ => random.below(6) * 8,
    };
    let parts: [(u64, usize); 11] = [
        (u64::from(MAGIC | version), 4),
        (file.len() as u64, 4),
        (time, 8),
        (sector, 8),
        (
            one_of(random, &[0, 512, 4096, 4096, 4096, u64::from(u32::MAX)]),
            4,
        ),
        (action.into(), 4),
        (random.below(100_000), 4),
        (device.into(), 4),
        (random.below(4), 4),
        (one_of(random, &[0, 0, 0, 5, 65_531]), 2),
        (more, 2),
    ];
    let begin = file.len();
    for (number, bytes) in parts {
        match is_big {
            true => file.extend(&number.to_be_bytes()[8 - bytes..]),
            false => file.extend(&number.to_le_bytes()[..bytes]),
        }
    }
    assert_eq!(file.len() - begin, EVENT_BYTES);
    let byte = one_of(random, b"f7\xff\0\n ");
    file.extend((0..more).map(|_| byte));
}

/// Categories as they come together, or any.
fn any_category(random: &mut Generator) -> u32 {
    const READ: u32 = 1 << 16;
    const WRITE: u32 = 1 << 17;
    const FLUSH: u32 = 1 << 18;
    const DISCARD: u32 = 1 << 29;
    match random.below(10) {
        0 => (random.next_u64() as u32) << 16,
        _ => one_of(random, &[READ, READ, WRITE, WRITE, FLUSH, WRITE | DISCARD]),
    }
}

fn read_folder(files: &[Given], way: &Way) -> u64 {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    for (processor, file) in files.iter().enumerate() {
        let name = format!("{NAME}.blktrace.{processor}");
        std::fs::write(folder.path().join(name), &file.0).expect("written");
    }
    read_opened(open(folder.path(), &way.options), way)
}

#[test]
fn does_any_recording_of_blktrace_end_in_records_or_a_sentence() {
    let done = CASES.run(any_case, |case| match case {
        Case::File(file, way) => read(&file.0, way),
        Case::Files(files, way) => read_folder(files, way),
    });
    assert!(done.operations > done.cases, "hardly a file had records");
}
