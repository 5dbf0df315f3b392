//! fio's job files.

use crate::any_drive::{any_size, one_of, planned};
use crate::bed::library;
use fourcorners_bench::record::JobFile;
use fourcorners_bench::{Library, Options, plan};
use fourcorners_block::{
    Blocks, Bytes, DiscardLimits, Drive as _, DriveKind, Generator, Identity, Nanos, NullDrive,
    QueueDepth, Seed,
};
use fourcorners_fio::{FioError, FioJob, TestedDrive, write};
use fourcorners_testkit::soak::{Cases, bytes, line, value};

const CASES: Cases = Cases {
    label: "fio-job",
    at_least: 2_000,
    // The program itself, and nothing that a file of 64 KiB asks for.
    most_kib: Some(64 << 10),
};

const DRIVE: &str = "/dev/none-such";
const PATH: &str = "some.fio";

/// Jobs of everything that decides what is done.
const JOBS: &str = "\
[global]
direct=1
ioengine=libaio
kb_base=1024
filename=/dev/none-such
[fill]
rw=write
bs=128k
size=100%
zero_buffers
[rest]
stonewall
exec_prerun=blkdiscard /dev/none-such && sleep 5
readwrite=randread
blocksize=4k,8k
ba=512
norandommap
io_size=1m
size=1m
[timed]
wait_for_previous
rw=randwrite
iodepth=32
runtime=1m
time_based
buffer_compress_percentage=54
buffer_compress_chunk=4096
refill_buffers=0
[late]
stonewall
rw=read
bs=2m
offset=512
size=62m
time_based
runtime=3
scramble_buffers=0
buffer_pattern=0x5a
buffered=0
";

const NAMES: &[&str] = &[
    "rw",
    "bs",
    "blockalign",
    "size",
    "io_size",
    "offset",
    "iodepth",
    "runtime",
    "time_based",
    "stonewall",
    "filename",
    "kb_base",
    "exec_prerun",
    "buffer_pattern",
    "zero_buffers",
    "buffer_compress_percentage",
    "ioengine",
    "direct",
    "thinktime",
    "numjobs",
    "loops",
    "verify",
    "include x",
    "[global]",
    "[job]",
    "[",
    "]",
    "what",
    "",
    "iodeth",
    "fsync",
    "hipri",
    "name",
];

const VALUES: &[&str] = &[
    "",
    "0",
    "1",
    "-1",
    "3",
    "511",
    "512",
    "4096",
    "65535",
    "65536",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "4k",
    "4KiB",
    "1kb",
    "3m",
    "16777215t",
    "99999999p",
    "0x",
    "0xfffg",
    "0x200",
    "50%",
    "100%",
    "0%",
    "18446744073709551615%",
    "1,2",
    ",",
    "4k,8k",
    "read",
    "randwrite",
    "randrw",
    "io_uring",
    "sync",
    "1000",
    "10000000",
    "10000001s",
    "999999999999999d",
    "sleep 5",
    "sleep 0",
    "blkdiscard /dev/none-such && sleep 1",
    "&&",
    "é\u{301}",
    "\u{0}",
    "a=b",
    "; rest",
    "# rest",
];

/// Job files to begin with: ours, and those of some tests.
fn seeds() -> Vec<String> {
    let (library, size) = (library(), Bytes(64 << 20));
    let options = Options {
        duration_s: Some(2),
        power_is_measured: true,
        ..Options::default()
    };
    let drive = Identity {
        kind: DriveKind::BlockDevice,
        name: DRIVE.into(),
        discard: Some(DiscardLimits {
            granularity: Bytes(512),
            max: size,
            queued: true,
        }),
        max_queue_depth: QueueDepth::new(u16::MAX).expect("a depth"),
        ..NullDrive::new(Blocks::from_bytes(size), Nanos(0))
            .identity()
            .clone()
    };
    let of = |name: &str| {
        let plan = plan(&library, name, &drive, &options, Seed(1)).expect("a plan");
        write(&plan, &drive, &|because| format!("{because:?}")).expect("a job file")
    };
    let tests = ["hd-tach", "torture", "random-write-4k-qd32", "idle-gc"];
    let tests = tests.into_iter().map(of);
    tests.chain([JOBS.to_string(), JOBS.to_string()]).collect()
}

/// A job file, and the blocks of the drive that it is planned for.
type Case = (String, u64);

fn any_case(seeds: &[String], random: &mut Generator) -> Case {
    let mut text = seeds[random.below(seeds.len() as u64) as usize].clone();
    for _ in 0..random.below(6) {
        text = match random.below(6) {
            0 | 1 => line(&text, VALUES, random),
            2 | 3 => value(&text, VALUES, random),
            4 => more(&text, random),
            _ if random.below(20) == 0 => text.repeat(2),
            _ => {
                let mut any = text.into_bytes();
                bytes(&mut any, random);
                String::from_utf8_lossy(&any).into_owned()
            }
        };
    }
    (text, any_size(random))
}

/// One more line, anywhere.
fn more(text: &str, random: &mut Generator) -> String {
    let name = one_of(random, NAMES);
    let new = match random.below(3) {
        0 => name.to_string(),
        _ => format!("{name}={}", one_of(random, VALUES)),
    };
    let mut lines: Vec<&str> = text.lines().collect();
    lines.insert(random.below(lines.len() as u64 + 1) as usize, &new);
    lines.join("\n")
}

fn read(text: &str) -> Result<FioJob, FioError> {
    let file = JobFile {
        path: PATH.into(),
        text: text.into(),
    };
    let drive = TestedDrive {
        is_named: &|name| name == DRIVE,
        capacity: Some(Bytes::gib(2)),
    };
    FioJob::of(file, &drive)
}

#[test]
fn does_any_job_file_end_in_a_test_or_in_sentences() {
    let (seeds, library) = (seeds(), library());
    let mut read_well = 0;
    let done = CASES.run(
        |random| any_case(&seeds, random),
        |(text, blocks)| {
            match read(text) {
                Ok(job) => {
                    read_well += 1;
                    can_be_planned(&library, &job, *blocks);
                }
                Err(error) => is_of_lines(&error.to_string()),
            }
            1
        },
    );
    assert!(read_well > done.cases / 20, "hardly a file was a test");
}

fn can_be_planned(library: &Library, job: &FioJob, blocks: u64) {
    assert!(!job.test.phases.is_empty());
    let mut library = library.clone();
    library.tests.insert(job.test.id.clone(), job.test.clone());
    for trace in &job.traces {
        library.add_trace(trace.clone());
    }
    let planned = planned(&library, &job.test.id, blocks);
    assert!(planned.is_ok(), "{planned:?}");
}

/// Every sentence names the file and a line.
fn is_of_lines(said: &str) {
    for sentence in said.lines() {
        let rest = sentence
            .strip_prefix(PATH)
            .and_then(|rest| rest.strip_prefix(':'));
        let number = rest.and_then(|rest| rest.split_once(": "));
        let number = number.and_then(|(number, _)| number.parse().ok());
        assert!(number.is_some_and(|number: usize| number > 0), "{sentence}");
    }
}

#[test]
fn are_the_files_to_begin_with_tests() {
    for text in seeds() {
        read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
}
