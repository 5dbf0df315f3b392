//! Uses of which runs say nothing.

use crate::case::review;
use crate::made::{Made, run};
use fourcorners_bench::record::Run;
use fourcorners_block::Bytes;
use fourcorners_findings::advice::left_out::{LeftOut, MeasuredBy, Unasked};
use fourcorners_findings::advice::uses::Use;
use fourcorners_findings::advice::{Advice, Says};

fn left_out(runs: &[Run]) -> Option<LeftOut> {
    let advice = review(runs).advice;
    let mut left_out = advice.into_iter().filter_map(|one| match one {
        Advice {
            of: None,
            says: Says::LeftOut(left_out),
            ..
        } => Some(left_out),
        _ => None,
    });
    left_out.next()
}

fn uses(found: &LeftOut) -> Vec<Use> {
    found.uses.iter().map(|unasked| unasked.of).collect()
}

fn two_tests(name: &str) -> Run {
    let run = run(name).phase(("hd-tach", "", "read"));
    run.phase(("random-read-4k-qd32", "", "measure"))
}

#[test]
fn uses_of_a_drive_alone_come_with_their_tests_and_suites() {
    let found = left_out(&[two_tests("a")]).expect("uses");
    let by = |tests: &[&str], suites: &'static [&'static str]| MeasuredBy {
        tests: tests.iter().map(|test| test.to_string()).collect(),
        suites,
    };
    let of = |of, by| Unasked { of, by: vec![by] };
    let passes = &["four-corners", "anandtech-2010", "anandtech-2011"];
    let writes = ["random-write-4k-qd3", "sequential-write-128k"];
    let expected = [
        of(Use::WithTrim, by(&["hd-tach", "torture", "trim"], passes)),
        of(Use::WithoutTrim, by(&["hd-tach", "torture"], passes)),
        of(Use::KindsOfData, by(&writes, &["anandtech-2010"])),
        of(
            Use::HeavyWriting,
            by(&["consistency"], &["four-corners", "anandtech-2013"]),
        ),
    ];
    assert_eq!(found.uses, expected);
    assert!(found.memory.is_empty());
}

#[test]
fn uses_of_several_drives_are_those_that_rank() {
    let found = left_out(&[two_tests("a"), two_tests("b")]).expect("uses");
    let expected = [
        Use::WithTrim,
        Use::WithoutTrim,
        Use::IncompressibleData,
        Use::CompressibleData,
        Use::LightWriting,
        Use::Reading,
        Use::HeavyWriting,
        Use::NoSlowSecond,
    ];
    assert_eq!(uses(&found), expected);
    let light = &found.uses[4].by;
    assert_eq!(light.len(), 2, "either trace tells it: {light:?}");
    let read = two_tests("b").phase(("random-read-4k-qd3", "", "measure"));
    let found = left_out(&[two_tests("a"), read]).expect("uses");
    assert!(!uses(&found).contains(&Use::Reading), "advice tells it");
}

#[test]
fn nobody_expects_advice_of_a_single_test() {
    let one = run("a").phase(("hd-tach", "", "read"));
    assert_eq!(left_out(&[one]), None);
}

/// The story: the P4800X, without NAND and platters, was called RAM.
#[test]
fn medium_written_in_place_is_no_memory() {
    let mut in_place = two_tests("a");
    in_place.header.identity.raw_nand = None;
    let found = left_out(&[in_place]).expect("uses that nothing tells");
    assert!(found.memory.is_empty());
}

#[test]
fn memory_is_named_and_nothing_asked_of_it() {
    let mut memory = two_tests("a");
    memory.header.identity.raw_nand = None;
    memory.header.identity.physical_block = Bytes(512);
    let expected = LeftOut {
        uses: Vec::new(),
        memory: vec![0],
    };
    assert_eq!(left_out(&[memory]), Some(expected));
}
