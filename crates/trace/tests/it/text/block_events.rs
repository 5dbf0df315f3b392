//! What blkparse's text tells of I/Os, where events are lost, out of order or of a kind of their
//! own.

use super::bed::{open, read, read_or, record, took, with_rest, write, write_or};
use fourcorners_block::DataClass;
use fourcorners_trace::{About, Broken, MissingEvents, Op, Record, TextForm};

fn times(records: &[Record]) -> Vec<(u64, Option<u64>)> {
    let times = records.iter();
    times
        .map(|one| (one.issued.0, one.took.map(|took| took.0)))
        .collect()
}

/// A completion went to the earliest I/O that waited at its place. One that was lost shifted those
/// of all later I/Os there: a journal's block, written every second, then took a second each time.
#[test]
fn does_a_lost_completion_leave_the_others_theirs() {
    let text = b"8,0 0 1 0.000000000 5 D W 8 + 8 [a]
8,0 0 1 1.000000000 5 D W 8 + 8 [a]
8,0 0 1 1.000050000 0 C W 8 + 8 [0]
8,0 0 1 2.000000000 5 D W 8 + 8 [a]
8,0 0 1 2.000060000 0 C W 8 + 8 [0]
";
    let trace = read(TextForm::Blkparse, text);
    assert_eq!(
        times(&trace.records),
        [
            (0, None),
            (1_000_000_000, Some(50_000)),
            (2_000_000_000, Some(60_000))
        ]
    );
    let back = read(TextForm::Blkparse, &write(TextForm::Blkparse, &trace));
    assert_eq!(back.records, trace.records);
}

/// After a lost completion a requeue took back the I/O that had been lost, and the one that was
/// issued twice was counted twice.
#[test]
fn is_what_is_requeued_the_latest_at_its_place() {
    let text = b"8,0 0 1 0.0 5 D W 8 + 8 [a]
8,0 0 1 1.0 5 D W 8 + 8 [a]
8,0 0 1 1.1 5 R W 8 + 8 [0]
8,0 0 1 1.2 5 D W 8 + 8 [a]
8,0 0 1 1.3 0 C W 8 + 8 [0]
";
    let trace = read(TextForm::Blkparse, text);
    assert_eq!(
        times(&trace.records),
        [(0, None), (1_200_000_000, Some(100_000_000))]
    );
}

/// bpftrace prints each processor's events in turn: a completion that was taken on another
/// processor stood before its issue, and was lost.
#[test]
fn are_events_that_are_printed_out_of_order_put_in_order() {
    let text = b"8,0 1 1 0.000100000 0 C R 0 + 8 [0]
8,0 0 1 0.000000000 5 D R 0 + 8 [x]
8,0 0 1 1.000000000 5 D R 0 + 8 [x]
8,0 1 1 1.000100000 0 C R 0 + 8 [0]
";
    let trace = read(TextForm::Blkparse, text);
    assert_eq!(
        times(&trace.records),
        [(0, Some(100_000)), (1_000_000_000, Some(100_000))]
    );
}

/// Two devices that are asked for the same address at once: each completion is its own device's.
#[test]
fn are_two_devices_at_one_address_told_apart() {
    let text = b"8,0 0 1 0.0 5 D R 64 + 8 [x]
8,16 0 2 0.1 5 D R 64 + 8 [x]
8,0 0 3 0.2 0 C R 64 + 8 [0]
8,16 0 4 0.5 0 C R 64 + 8 [0]
";
    let trace = read(TextForm::Blkparse, text);
    assert_eq!(
        times(&trace.records),
        [(0, Some(200_000_000)), (100_000_000, Some(400_000_000))]
    );
    assert_eq!(trace.streams, ["8,0", "8,16"]);
}

/// mkfs and fallocate write zeros by a command without data: the kernel's letter is `N`, and those
/// writes were left out.
#[test]
fn is_a_write_of_zeros_a_write() {
    let text = b"8,0 0 1 0.0 9 D N 0 + 2048 [mkfs]
8,0 0 1 0.1 0 C N 0 + 2048 [0]
8,0 0 1 0.2 9 D R 0 + 8 [mkfs]
8,0 0 1 0.3 9 C R 0 + 8 [0]
";
    let trace = read(TextForm::Blkparse, text);
    let zeros = &trace.records[0];
    assert_eq!(
        (zeros.op, zeros.bytes.0, zeros.data),
        (Op::Write, 2048 * 512, Some(DataClass::Zero))
    );
    assert_eq!(times(&trace.records)[0], (0, Some(100_000_000)));
    assert_eq!((trace.records.len(), trace.skipped), (2, 0));
    let back = read(TextForm::Blkparse, &write(TextForm::Blkparse, &trace));
    assert_eq!(back.records, trace.records);
}

/// The first reset of a zone ended a recording of a zoned device with an error.
#[test]
fn is_what_a_zoned_device_is_asked_for_passed_over_and_counted() {
    let text = b"8,0 0 1 0.0 9 D ZA 0 + 8 [x]
8,0 0 2 0.1 9 D R 0 + 8 [x]
8,0 0 3 0.2 0 C R 0 + 8 [0]
";
    let trace = read(TextForm::Blkparse, text);
    assert_eq!((trace.records.len(), trace.skipped), (1, 1));
    let garbage = b"8,0 0 1 0.0 9 D ? 0 + 8 [x]\n";
    let error = read_or(TextForm::Blkparse, garbage, Broken::Refuse).unwrap_err();
    assert!(
        error.to_string().contains("the direction is '?'"),
        "{error}"
    );
}

/// What `trace record` makes could not be had in MSR's form: every device's name has a comma.
#[test]
fn does_the_work_of_a_device_become_a_host_of_msr() {
    let mut trace = read(TextForm::Blkparse, b"8,0 0 1 0.0 5 D R 64 + 8 [x]\n");
    trace.about = About::default();
    let text = String::from_utf8(write(TextForm::Msr, &trace)).unwrap();
    assert!(text.contains(",8-0,0,Read,32768,4096,"), "{text}");
    // Two streams are still never made one.
    trace.streams = vec!["8,0".into(), "8-0".into()];
    let mut other = trace.records[0].clone();
    other.stream = 1;
    trace.records.push(other);
    let error = write_or(TextForm::Msr, &trace).unwrap_err().to_string();
    assert!(error.contains("same name"), "{error}");
}

/// Text refused a rest of which blktrace's binary form silently left out all.
#[test]
fn is_a_rest_that_says_something_else_than_its_record_refused() {
    let read = took(record(0, Op::Read, 0, 512, 0), 5);
    for rest in [
        "blkparse:0 1 2 W x",
        "blkparse:0 -1 2 R x",
        "blkparse:0 1 2 R",
        "blkparse:99999 1 2 R x",
        "blkparse:0 1 2 R a\nb",
    ] {
        let mut trace = super::bed::read(TextForm::Mqsim, b"0 0 0 8 1\n");
        trace.records = vec![with_rest(read.clone(), rest)];
        let error = write_or(TextForm::Blkparse, &trace)
            .unwrap_err()
            .to_string();
        assert!(error.contains("its rest is"), "{error}");
    }
}

/// The first part of a read of 512 KiB was taken for all of it: 499 us instead of 899.
#[test]
fn io_that_is_completed_in_two_parts_takes_until_the_second() {
    let text = b"8,0 0 1 0.000000000 9 Q R 0 + 1024 [dd]
8,0 0 2 0.000001000 9 D R 0 + 1024 [dd]
8,0 0 3 0.000500000 0 C R 0 + 512 [0]
8,0 0 4 0.000900000 0 C R 512 + 512 [0]
8,0 0 5 0.001000000 9 Q R 1024 + 8 [dd]
8,0 0 6 0.001001000 9 D R 1024 + 8 [dd]
8,0 0 7 0.001101000 0 C R 1024 + 8 [0]
";
    let trace = read(TextForm::Blkparse, text);
    let expected = [(1000, Some(899_000)), (1_001_000, Some(100_000))];
    assert_eq!(times(&trace.records), expected);
    // Of a RAID, whose parts end in any order.
    let text = b"9,0 0 1 0.0 9 Q W 0 + 1024 [dd]
9,0 0 2 0.2 0 C W 512 + 512 [0]
9,0 0 3 0.3 0 C W 0 + 512 [0]
";
    let trace = read(TextForm::Blkparse, text);
    assert_eq!(times(&trace.records), [(0, Some(300_000_000))]);
}

fn missing(text: &[u8]) -> (usize, MissingEvents) {
    let mut source = open(TextForm::Blkparse, text, Broken::Refuse).unwrap();
    let mut records = Vec::new();
    source.read(100, &mut records).unwrap();
    (records.len(), source.missing())
}

/// What blkparse had found missing was passed over with the rest of its account.
#[test]
fn events_that_blkparse_found_missing_are_counted() {
    let (records, missing) = missing(
        b"8,0 0 1 0.0 9 D R 0 + 8 [dd]
CPU0 (sda):
Total (sda):
 Reads Queued:           0,        0KiB\t Writes Queued:           1,        4KiB
Skips: 2 forward (18 -  10.5%)
",
    );
    assert_eq!((records, missing.lost), (1, 18));
}

#[test]
fn completions_without_an_issue_are_counted() {
    let (records, missing) = missing(
        b"8,0 0 1 0.0 9 C WS 0 + 8 [0]
8,0 0 2 0.1 9 C R 64 + 8 [0]
",
    );
    assert_eq!((records, missing.without_issue), (0, 2));
}
