//! Texts that others made, and what they are to mean.

use super::bed::{read, record, took, with_rest, write};
use fourcorners_trace::form::text::detect;
use fourcorners_trace::{Op, TextForm};
use std::path::Path;

/// Where MQSim's own samples may lie, from the workspace.
const MQSIM_DATA: &str = "../shared/data/mqsim";

#[test]
fn are_queue_issue_and_completion_of_blkparse_one_record() {
    // Printed by blkparse 1.2.0 of a recording made by hand: a merge, a flush before a write, a
    // write past the cache that failed, a discard, a command of its own (SCSI), a requeue.
    let text = include_bytes!("fixtures/blkparse-1.2.0.txt");
    assert_eq!(detect(text), [TextForm::Blkparse]);
    let trace = read(TextForm::Blkparse, text);
    assert_eq!(trace.streams, ["8,0"]);
    let expected = [
        took(
            with_rest(
                record(3_000, Op::Read, 223_490 * 512, 16 * 512, 0),
                "blkparse:0 0 697 R fio",
            ),
            4_000,
        ),
        took(
            with_rest(
                record(4_500, Op::Flush, 0, 0, 0),
                "blkparse:0 0 701 FN jbd2/sda [x] y",
            ),
            2_600,
        ),
        took(
            with_rest(
                record(5_000, Op::Write, 1000 * 512, 8 * 512, 0),
                "blkparse:-5 0 701 WFSM jbd2/sda [x] y",
            ),
            2_200,
        ),
        took(
            with_rest(
                record(6_000, Op::Trim, 5000 * 512, 1 << 20, 0),
                "blkparse:0 0 697 D fio",
            ),
            1_300,
        ),
    ];
    assert_eq!(trace.records, expected);
    // Our own lines are blkparse's, but for the numbers of the events between.
    let without_sequence = |line: &str| format!("{}{}", &line[..10], &line[20..]);
    let theirs: Vec<_> = std::str::from_utf8(text)
        .unwrap()
        .lines()
        .filter(|line| [" D ", " C "].contains(&line.get(42..45).unwrap_or_default()))
        .filter(|line| !line.contains("(12 "))
        .map(without_sequence)
        .collect();
    let ours = String::from_utf8(write(TextForm::Blkparse, &trace)).unwrap();
    assert_eq!(
        ours.lines().map(without_sequence).collect::<Vec<_>>(),
        theirs
    );
}

#[test]
fn is_what_a_mapper_passes_on_a_record_of_what_it_was_asked_for() {
    let text = b"\
 253,1   0        1     0.000500000   800  A   W 64 + 8 <- (253,2) 0
 253,1   0        2     0.000500100   800  Q   W 64 + 8 [cp]
 253,1   0        3     0.000600100     0  C   W 64 + 8 (  100000) [0]
";
    let trace = read(TextForm::Blkparse, text);
    let expected = with_rest(
        record(500_100, Op::Write, 64 * 512, 8 * 512, 0),
        "blkparse:0 0 800 W cp",
    );
    assert_eq!(trace.records, [took(expected, 100_000)]);
}

#[test]
fn are_times_finer_than_a_forms_rounded_down() {
    let trace = read(
        TextForm::Mqsim,
        b"1999 0 8 8 1\n2000 0 8 8 1\n3999999999 0 16 8 0\n",
    );
    assert_eq!(
        write(TextForm::Alibaba, &trace),
        b"0,R,4096,4096,1\n0,R,4096,4096,2\n0,W,8192,4096,3999999\n"
    );
    // 1970 in a calendar from 1601, for nobody knows when it was recorded.
    let msr = String::from_utf8(write(TextForm::Msr, &trace)).unwrap();
    assert_eq!(
        msr.lines().next(),
        Some("116444736000000019,0,0,Read,4096,4096,0")
    );
    assert_eq!(
        write(TextForm::Tencent, &trace),
        b"0,8,8,0,0\n0,8,8,0,0\n3,16,8,1,0\n"
    );
}

#[test]
fn are_instants_of_a_calendar_exact() {
    let msr = read(
        TextForm::Msr,
        b"128166372016382155,hm,0,Write,2822144,4096,1030\n\
            128166372003061629,hm,1,Read,383496192,32768,113736\n",
    );
    // 2007-02-22 17:00:00.3061629 UTC; lines are not always in order.
    assert_eq!(msr.about.origin_unix_ns, Some(1_172_163_600_306_162_900));
    assert_eq!(msr.streams, ["hm_0", "hm_1"]);
    assert_eq!(
        msr.records,
        [
            took(
                record(1_332_052_600, Op::Write, 2_822_144, 4096, 0),
                103_000
            ),
            took(record(0, Op::Read, 383_496_192, 32768, 1), 11_373_600),
        ]
    );

    let systor = read(
        TextForm::Systor,
        b"Timestamp,Response,IOType,LUN,Offset,Size\n\
            1456095145.133076000,0.000806000,R,0,899056122368,131072\n\
            1456095145.233076001,,,4,0,512\n",
    );
    assert_eq!(systor.about.origin_unix_ns, Some(1_456_095_145_133_076_000));
    assert_eq!(
        systor.records,
        [
            took(record(0, Op::Read, 899_056_122_368, 131_072, 0), 806_000),
            with_rest(record(100_000_001, Op::Read, 0, 512, 1), "systor:blank"),
        ]
    );

    let alibaba = read(
        TextForm::Alibaba,
        b"0,R,126703661056,4096,1577808000000046\n",
    );
    assert_eq!(
        alibaba.about.origin_unix_ns,
        Some(1_577_808_000_000_046_000)
    );

    let tencent = read(TextForm::Tencent, b"1538323200,12910952,8,1,1063\n");
    assert_eq!(
        tencent.about.origin_unix_ns,
        Some(1_538_323_200_000_000_000)
    );
    assert_eq!(
        tencent.records,
        [record(0, Op::Write, 12_910_952 * 512, 4096, 0)]
    );
}

#[test]
fn are_optional_fields_and_flags_kept() {
    let spc = read(
        TextForm::Spc,
        b"0, 20941264, 8192, w, 0.551706,Alpha/NT\n1,3436288,15872,R,1.250720,0x123, 5.99 ,test \n",
    );
    assert_eq!(
        spc.records,
        [
            with_rest(
                record(551_706_000, Op::Write, 20_941_264 * 512, 8192, 0),
                "spc:Alpha/NT"
            ),
            with_rest(
                record(1_250_720_000, Op::Read, 3_436_288 * 512, 15872, 1),
                "spc:0x123, 5.99 ,test "
            ),
        ]
    );
    let disksim = read(TextForm::DiskSim, b"  0.551706\t3 20941264 16 0x21\n");
    assert_eq!(
        disksim.records,
        [with_rest(
            record(551_706, Op::Read, 20_941_264 * 512, 8192, 0),
            "disksim:20"
        )]
    );
}

#[test]
fn are_mqsims_samples_read_and_written_as_they_are() {
    for (name, requests, reads) in [
        ("tpcc-small.trace", 6_999, 62.6),
        ("wsrch-small.trace", 24_783, 100.0),
    ] {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let Ok(text) = std::fs::read(workspace.join(MQSIM_DATA).join(name)) else {
            println!("skipped: there is no {MQSIM_DATA}/{name} beside the workspace");
            continue;
        };
        assert_eq!(detect(&text[..1 << 16]), [TextForm::Mqsim]);
        let trace = read(TextForm::Mqsim, &text);
        assert_eq!(trace.records.len(), requests);
        let count = trace
            .records
            .iter()
            .filter(|record| record.op == Op::Read)
            .count();
        assert!(
            (100.0 * count as f64 / requests as f64 - reads).abs() < 0.05,
            "{count}"
        );
        let lines = |text: &[u8]| -> Vec<Vec<String>> {
            let text = String::from_utf8(text.to_vec()).unwrap();
            let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
            text.lines().map(words).collect()
        };
        assert_eq!(lines(&write(TextForm::Mqsim, &trace)), lines(&text));
    }
}
