//! blktrace's binary: in and out, and what blkparse and fio make of ours.

use crate::records;

use fourcorners_block::{Bytes, Nanos};
use fourcorners_trace::{
    About, Broken, Form, MissingEvents, Op, OpenOptions, Record, SequenceGap, TextForm,
};
use proptest::prelude::*;
use records::{about, at_few_places, names, op, plain, read, read_with, write};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const EVENT_BYTES: usize = 48;

fn folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder")
}

/// Records that the form can hold: in order, whole sectors, two at one place one after the other.
fn records(most: usize) -> impl Strategy<Value = Vec<Record>> {
    let took = prop::option::of(0..10_000_000_u64);
    let one = (
        op(),
        0..1_000_000_u64,
        took,
        1..=2048_u64,
        0..2_u32,
        0..1000_u32,
    );
    prop::collection::vec(one, 1..most).prop_map(|all| {
        let mut issued = 0;
        let all = all.into_iter();
        let mut records: Vec<Record> = all
            .map(|(op, gap, took, sectors, stream, pid)| {
                issued += gap;
                let flush = op == Op::Flush;
                let letter = match op {
                    Op::Read => "RAM",
                    Op::Write => "FWFS",
                    Op::Trim => "D",
                    Op::Flush => "FN",
                };
                Record {
                    issued: Nanos(issued),
                    took: took.map(Nanos),
                    op,
                    offset: Bytes(if flush { 0 } else { sectors }),
                    bytes: Bytes(if flush { 0 } else { sectors * 512 }),
                    stream,
                    after: None,
                    data: None,
                    rest: Some(format!("blkparse:0 1 {pid} {letter} p{pid}").into()),
                }
            })
            .collect();
        at_few_places(&mut records);
        records
    })
}

/// So many devices.
fn devices(count: usize) -> Vec<String> {
    (0..count).map(|minor| format!("8,{minor}")).collect()
}

/// The same records with their streams' names, whatever the numbers are.
fn named(records: &[Record], names: &[String]) -> Vec<(Record, String)> {
    let named = records.iter().map(|record| {
        let mut record = record.clone();
        let name = names[record.stream as usize].clone();
        record.stream = 0;
        (record, name)
    });
    named.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn is_what_was_written_read_back(
        records in records(300),
        origin in prop::option::of(0..4_000_000_000_000_000_000_i128),
    ) {
        let folder = folder();
        let path = folder.path().join("any");
        let devices = devices(2);
        let about = About { form: "blktrace".into(), origin_unix_ns: origin, ..about("") };
        write(&path, Form::Blktrace, &about, &records, &devices).expect("written");
        let (back, streams, ended) = read(&path);
        prop_assert_eq!(ended, Ok(about));
        prop_assert_eq!(named(&back, &streams), named(&records, &devices));
        // The other order of bytes, as of a recording made on another machine.
        let swapped = folder.path().join("swapped");
        fs::write(&swapped, other_endian(&fs::read(&path).expect("the file"))).expect("a file");
        let (again, _, ended) = read(&swapped);
        prop_assert!(ended.is_ok());
        prop_assert_eq!(again, back);
    }

    #[test]
    fn do_any_bytes_end_in_a_sentence(
        bytes in prop::collection::vec(any::<u8>(), 0..2000),
        at in 0..2000_usize,
    ) {
        let folder = folder();
        let path = folder.path().join("any");
        let records: Vec<Record> = (0..30).map(plain).collect();
        write(&path, Form::Blktrace, &about(""), &records, &names(1)).expect("written");
        let mut file = fs::read(&path).expect("the file");
        let at = at.min(file.len());
        let end = (at + bytes.len()).min(file.len());
        file.splice(at..end, bytes);
        fs::write(&path, file).expect("damaged");
        for broken in [Broken::Refuse, Broken::Skip] {
            let options = OpenOptions { form: Some(Form::Blktrace), broken };
            // Whatever comes: an end, no panic.
            let _ = read_with(&path, &options);
        }
    }
}

/// Every number of every event the other way round; what stands behind them, too.
fn other_endian(bytes: &[u8]) -> Vec<u8> {
    let (mut swapped, mut left) = (Vec::new(), bytes);
    while !left.is_empty() {
        let (event, behind) = left.split_at(EVENT_BYTES);
        let mut from = 0;
        for width in [4, 4, 8, 8, 4, 4, 4, 4, 4, 2, 2] {
            swapped.extend(event[from..from + width].iter().rev());
            from += width;
        }
        let more = usize::from(u16::from_le_bytes([event[46], event[47]]));
        let action = u32::from_le_bytes([event[28], event[29], event[30], event[31]]);
        let is_time = action & 0xffff == 1 && action & 1 << 26 != 0;
        match is_time {
            true => [0, 4]
                .iter()
                .for_each(|&at| swapped.extend(behind[at..at + 4].iter().rev())),
            false => swapped.extend(&behind[..more]),
        }
        left = &behind[more..];
    }
    swapped
}

/// A recording of two processors in two files, its records in turn.
fn two_files(folder: &Path) -> (PathBuf, Vec<Record>) {
    let all: Vec<Record> = (0..2000).map(plain).collect();
    for cpu in 0..2 {
        let half: Vec<Record> = all.iter().skip(cpu).step_by(2).cloned().collect();
        let path = folder.join(format!("sda.blktrace.{cpu}"));
        write(&path, Form::Blktrace, &about(""), &half, &devices(1)).expect("written");
    }
    (folder.join("sda.blktrace.0"), all)
}

#[test]
fn are_the_files_of_all_processors_one_recording() {
    let folder = folder();
    let (first, all) = two_files(folder.path());
    fs::write(folder.path().join("sda.blktrace.txt"), "no part of it").expect("a file");
    for path in [first, folder.path().into()] {
        let (records, streams, ended) = read(&path);
        assert!(ended.is_ok(), "{ended:?}");
        assert_eq!(streams, devices(1));
        let at = |records: &[Record]| -> Vec<_> {
            records
                .iter()
                .map(|one| (one.issued, one.took, one.offset))
                .collect()
        };
        assert_eq!(at(&records), at(&all));
    }
}

#[test]
fn is_one_stream_of_several_processors_put_in_order() {
    let folder = folder();
    let (_, all) = two_files(folder.path());
    // As from `blktrace -o -`: each processor's part as it came.
    let parts = [0, 1]
        .map(|cpu| fs::read(folder.path().join(format!("sda.blktrace.{cpu}"))).expect("a part"));
    let path = folder.path().join("piped");
    fs::write(&path, parts.concat()).expect("a file");
    let (records, _, ended) = read(&path);
    assert!(ended.is_ok(), "{ended:?}");
    assert!(
        records
            .iter()
            .map(|one| one.offset)
            .eq(all.iter().map(|one| one.offset))
    );
}

#[test]
fn is_a_recording_that_was_cut_off_said_or_passed_over() {
    let folder = folder();
    let path = folder.path().join("cut");
    let records: Vec<Record> = (0..10).map(plain).collect();
    write(&path, Form::Blktrace, &about(""), &records, &names(1)).expect("written");
    let bytes = fs::read(&path).expect("the file");
    fs::write(&path, &bytes[..bytes.len() - 20]).expect("cut");
    let sentence = read(&path).2.expect_err("cut").to_string();
    assert!(
        sentence.contains("truncated") && sentence.contains("byte "),
        "{sentence}"
    );
    let options = OpenOptions {
        broken: Broken::Skip,
        ..OpenOptions::default()
    };
    let (back, _, ended) = read_with(&path, &options);
    assert!(ended.is_ok());
    // The last one's completion is what was cut.
    assert_eq!((back.len(), back[9].took), (10, None));
}

/// The names of 65,536 processes are kept, and 65,536 I/Os wait with one each: names of 60,000
/// bytes took 4 GiB twice. The kernel's have 15.
#[test]
fn is_a_process_with_an_endless_name_kept_in_short() {
    let event = |action: u32, more: &[u8]| {
        let mut bytes = vec![0; EVENT_BYTES];
        let fields = [
            (0, 0x6561_7407_u32),
            (24, 4096),
            (28, action),
            (32, 7),
            (44, (more.len() as u32) << 16),
        ];
        for (at, number) in fields {
            bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        }
        [&bytes, more].concat()
    };
    let name = "\u{e9}".repeat(30_000);
    let read_queued = 1 | 1 << 16 | 1 << 20;
    let folder = folder();
    let path = folder.path().join("x.blktrace.0");
    let file = [event(1 << 26, name.as_bytes()), event(read_queued, b"")].concat();
    fs::write(&path, file).expect("a file");
    let (records, _, ended) = read(&path);
    ended.expect("it is whole");
    let rest = records[0].rest.as_deref().expect("its process");
    let kept = rest.strip_prefix("blkparse:0 0 7 R ").expect("its words");
    assert!(!kept.is_empty() && kept.len() <= 255, "{}", kept.len());
    assert!(name.starts_with(kept), "{kept}");
}

/// An event as the kernel lays it out, of the device 8,0.
fn event(time_ms: u64, sector: u64, action: u32) -> Vec<u8> {
    let mut bytes = vec![0; EVENT_BYTES];
    bytes[..4].copy_from_slice(&0x6561_7407_u32.to_le_bytes());
    bytes[8..16].copy_from_slice(&(time_ms * 1_000_000).to_le_bytes());
    bytes[16..24].copy_from_slice(&sector.to_le_bytes());
    bytes[24..28].copy_from_slice(&4096_u32.to_le_bytes());
    bytes[28..32].copy_from_slice(&action.to_le_bytes());
    bytes[36..40].copy_from_slice(&(8_u32 << 20).to_le_bytes());
    bytes
}

/// The kernel's number for a requeue is 6; 5 was looked for, which is another event, and what a
/// busy drive had not taken at first was counted twice.
#[test]
fn is_an_io_that_the_drive_did_not_take_at_first_one_io() {
    const READ: u32 = 1 << 16;
    let folder = folder();
    let path = folder.path().join("requeue.blktrace.0");
    let events = [(1000, 1), (1000, 7), (1001, 6), (1002, 7), (1003, 8)];
    let file = events.map(|(time_ms, what)| event(time_ms, 8, what | READ));
    fs::write(&path, file.concat()).expect("a file");
    let (records, _, ended) = read(&path);
    ended.expect("it is whole");
    let times: Vec<_> = records.iter().map(|one| (one.issued, one.took)).collect();
    assert_eq!(times, [(Nanos(2_000_000), Some(Nanos(1_000_000)))]);
}

/// A name that no device has becomes 240,N, and `007,1` the number of `7,1`: two streams became
/// one, and nobody was told.
#[test]
fn are_two_streams_never_made_one() {
    let folder = folder();
    for (number, names) in [["foo", "240,0"], ["7,1", "007,1"]].iter().enumerate() {
        let names = names.map(String::from);
        let mut records: Vec<Record> = (0..2).map(plain).collect();
        let path = folder.path().join(number.to_string());
        // One without I/Os is no matter.
        write(&path, Form::Blktrace, &about(""), &records, &names).expect("written");
        fs::remove_file(&path).expect("it is there");
        records[1].stream = 1;
        let refused = write(&path, Form::Blktrace, &about(""), &records, &names);
        let sentence = refused.expect_err("two are one").to_string();
        assert!(
            sentence.contains("record 2 ") && sentence.contains("the same device number"),
            "{sentence}"
        );
    }
}

/// What has more devices than a recording may have could be written, and not read again.
#[test]
fn are_more_devices_than_are_read_refused() {
    const MOST: u64 = 1 << 16;
    let folder = folder();
    let mut records: Vec<Record> = (0..=MOST).map(plain).collect();
    for (stream, record) in records.iter_mut().enumerate() {
        record.stream = stream as u32;
    }
    let names = names(MOST as u32 + 1);
    let path = folder.path().join("most");
    write(
        &path,
        Form::Blktrace,
        &about(""),
        &records[..MOST as usize],
        &names,
    )
    .expect("written");
    assert!(read(&path).2.is_ok());
    let refused = write(
        &folder.path().join("more"),
        Form::Blktrace,
        &about(""),
        &records,
        &names,
    );
    let sentence = refused.expect_err("too many").to_string();
    assert!(sentence.contains("more than 65536 devices"), "{sentence}");
}

/// Names were cut to 15 bytes; and a CPU or process that has no 32 bits lost the whole rest.
#[test]
fn is_a_rest_written_whole_or_refused() {
    let folder = folder();
    let with = |rest: &str| {
        let mut record = plain(0);
        record.rest = Some(rest.into());
        [record]
    };
    let path = folder.path().join("long");
    let name = "\u{e9}".repeat(127);
    let whole = with(&format!("blkparse:-5 3 77 RSM {name}"));
    write(&path, Form::Blktrace, &about(""), &whole, &devices(1)).expect("written");
    assert_eq!(read(&path).0, whole);
    for rest in [
        "blkparse:0 4294967296 7 R x",
        "blkparse:0 1 4294967296 R x",
        "blkparse:0 1 7 W x",
        "blkparse:0 1 7 R",
        "blkparse:0 1 7 R a\0b",
        &format!("blkparse:0 1 7 R {}", "x".repeat(256)),
    ] {
        let path = folder.path().join("refused");
        let refused = write(&path, Form::Blktrace, &about(""), &with(rest), &devices(1));
        let sentence = refused.expect_err(rest).to_string();
        assert!(sentence.contains("record 1 "), "{sentence}");
    }
    // Another form's rest is that form's matter.
    let path = folder.path().join("other");
    write(
        &path,
        Form::Blktrace,
        &about(""),
        &with("spc:x"),
        &devices(1),
    )
    .expect("written");
}

#[test]
fn is_what_the_form_cannot_hold_refused() {
    let folder = folder();
    let cases: [fn(&mut Record); 4] = [
        |record| record.offset = Bytes(100),
        |record| record.bytes = Bytes(1 << 32),
        |record| record.bytes = Bytes(0),
        |record| record.stream = 7,
    ];
    for (number, change) in cases.into_iter().enumerate() {
        let mut records: Vec<Record> = (0..3).map(plain).collect();
        change(&mut records[1]);
        let path = folder.path().join(number.to_string());
        let refused = write(&path, Form::Blktrace, &about(""), &records, &names(1));
        let sentence = refused.expect_err("it cannot hold it").to_string();
        assert!(sentence.contains("record 2 "), "{sentence}");
        assert!(!path.exists());
    }
}

/// Whether a program is there; says so when a test is skipped for it.
fn has(program: &str) -> bool {
    let there = Command::new(program).arg("--version").output().is_ok();
    if !there {
        println!("skipped: {program} is not installed");
    }
    there
}

/// A trace with all that a device is asked to do.
fn mixed(path: &Path) -> (Vec<Record>, Vec<String>) {
    let mut records: Vec<Record> = (0..900).map(plain).collect();
    for (number, record) in records.iter_mut().enumerate() {
        let (op, letters) = [(Op::Read, "R"), (Op::Write, "WS"), (Op::Trim, "D")][number % 3];
        record.op = op;
        record.took = Some(Nanos(500 + number as u64 % 7 * 900));
        record.rest = Some(
            format!(
                "blkparse:0 1 {} {letters} p{}",
                number % 5 + 1,
                number % 5 + 1
            )
            .into(),
        );
    }
    write(path, Form::Blktrace, &about(""), &records, &devices(1)).expect("written");
    (records, devices(1))
}

#[test]
fn does_blkparse_print_what_we_wrote() {
    if !has("blkparse") {
        return;
    }
    let folder = folder();
    let path = folder.path().join("ours");
    let (records, streams) = mixed(&path);
    // From a file by name blkparse takes events of one processor only.
    let output = Command::new("blkparse")
        .args(["-q", "-i", "-"])
        .stdin(fs::File::open(&path).expect("the file"))
        .output()
        .expect("blkparse");
    let text = folder.path().join("text");
    fs::write(&text, &output.stdout).expect("a file");
    let options = OpenOptions {
        form: Some(Form::Text(TextForm::Blkparse)),
        ..OpenOptions::default()
    };
    let (back, names, ended) = read_with(&text, &options);
    assert!(ended.is_ok(), "{ended:?}");
    assert_eq!(names, streams);
    for (ours, theirs) in records.iter().zip(&back) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(back.len(), records.len());
}

#[test]
fn does_fio_replay_what_we_wrote() {
    if !has("fio") {
        return;
    }
    let folder = folder();
    let path = folder.path().join("ours");
    let (records, _) = mixed(&path);
    let output = Command::new("fio")
        .args([
            "--name=a",
            "--read_iolog=ours",
            "--replay_redirect=disk",
            "--filename=disk",
        ])
        .args([
            "--filesize=1g",
            "--ioengine=null",
            "--replay_no_stall=1",
            "--output-format=json",
        ])
        .current_dir(folder.path())
        .output()
        .expect("fio");
    let text = String::from_utf8_lossy(&output.stdout);
    let report: serde_json::Value =
        serde_json::from_str(&text[text.find('{').expect("JSON")..]).expect("JSON");
    for (op, name) in [(Op::Read, "read"), (Op::Write, "write"), (Op::Trim, "trim")] {
        let ours = records.iter().filter(|record| record.op == op);
        let job = &report["jobs"][0][name];
        assert_eq!(job["total_ios"], ours.clone().count(), "{name}");
        // fio may end before it has counted the bytes of its very last one.
        let all = ours.map(|record| record.bytes.0).sum::<u64>();
        let counted = job["io_bytes"].as_u64().expect("bytes");
        assert!(
            counted == all || counted == all - 4096,
            "{name}: {counted} of {all}"
        );
    }
}

/// An event with its processor's number for it.
fn numbered(event: Vec<u8>, cpu: u32, sequence: u32) -> Vec<u8> {
    let mut event = event;
    event[4..8].copy_from_slice(&sequence.to_le_bytes());
    event[40..44].copy_from_slice(&cpu.to_le_bytes());
    event
}

/// How many records a recording has, and what is missing.
fn read_missing(path: &Path) -> (usize, MissingEvents) {
    let opened = fourcorners_trace::open(path, &OpenOptions::default());
    let mut source = opened.expect("a recording");
    let mut records = Vec::new();
    let mut before = usize::MAX;
    while records.len() != before {
        before = records.len();
        source.read(1000, &mut records).expect("records");
    }
    (records.len(), source.missing())
}

/// The story: 18 events of one processor were missing, and 54 of 60 I/Os passed for all.
#[test]
fn lost_events_are_counted() {
    const READ: u32 = 1 << 16;
    let folder = folder();
    for is_whole in [true, false] {
        for cpu in 0..2_u32 {
            let mut file = Vec::new();
            for number in 0..60_u32 {
                let (io, what) = (number / 3, [1, 7, 8][number as usize % 3]);
                let sector = u64::from(1000 * cpu + io) * 8;
                let event = event(u64::from(10 * number + cpu), sector, what | READ);
                if is_whole || cpu == 0 || !(30..48).contains(&number) {
                    file.extend(numbered(event, cpu, number + 1));
                }
            }
            fs::write(folder.path().join(format!("x.blktrace.{cpu}")), file).expect("a file");
        }
        let (records, missing) = read_missing(folder.path());
        let gap = SequenceGap {
            cpu: 1,
            from: 31,
            to: 48,
        };
        let expected = match is_whole {
            true => (40, 0, None),
            false => (34, 18, Some(gap)),
        };
        assert_eq!((records, missing.lost, missing.first), expected);
        assert_eq!(missing.without_issue, 0);
    }
}

/// We number all events of a file together.
#[test]
fn nothing_is_missing_of_what_we_write() {
    let folder = folder();
    let path = folder.path().join("ours");
    let record = |number| Record {
        rest: Some(format!("blkparse:0 {} {number} R p{number}", number % 7).into()),
        ..plain(number)
    };
    let records: Vec<Record> = (0..300).map(record).collect();
    write(&path, Form::Blktrace, &about(""), &records, &names(1)).expect("written");
    assert_eq!(
        read_missing(&path),
        (records.len(), MissingEvents::default())
    );
}
