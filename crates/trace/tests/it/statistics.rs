//! Whether the statistics of a trace are what counting them the long way gives.

use fourcorners_block::{Bytes, Nanos};
use fourcorners_trace::{About, Op, Record, Records, Statistics, TraceError};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

struct Recorded<'a> {
    about: About,
    records: std::slice::Iter<'a, Record>,
}

impl Records for Recorded<'_> {
    fn about(&self) -> &About {
        &self.about
    }
    fn streams(&self) -> &[String] {
        &[]
    }
    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        into.extend(self.records.by_ref().take(most).cloned());
        Ok(())
    }
}

fn statistics(records: &[Record]) -> Statistics {
    let mut source = Recorded {
        about: About::default(),
        records: records.iter(),
    };
    Statistics::of(&mut source).expect("nothing is wrong with it")
}

/// Times in us, places and sizes in KiB.
fn record(op: Op, issued: u64, took: impl Into<Option<u64>>, offset: u64, kib: u64) -> Record {
    Record {
        issued: Nanos::micros(issued),
        took: took.into().map(Nanos::micros),
        op,
        offset: Bytes::kib(offset),
        bytes: Bytes::kib(kib),
        stream: 0,
        after: None,
        data: None,
        rest: None,
    }
}

#[test]
fn are_two_files_read_side_by_side_sequential_and_not_strictly_so() {
    let side_by_side: Vec<Record> = (0..10)
        .map(|n| record(Op::Read, n, 1, n / 2 * 4 + n % 2 * 1000, 4))
        .collect();
    let reads = statistics(&side_by_side).reads;
    assert_eq!(reads.sequential_share, 0.8);
    assert_eq!(reads.strictly_sequential_share, 0.0);
    // A write where a read ended goes on with nothing but the address.
    let copied = [record(Op::Read, 0, 1, 0, 4), record(Op::Write, 1, 1, 4, 4)];
    let writes = statistics(&copied).writes;
    assert_eq!(
        (writes.sequential_share, writes.strictly_sequential_share),
        (0.0, 1.0)
    );
}

#[test]
fn is_a_stream_forgotten_after_32_others() {
    let after = |others: u64| {
        let mut records = vec![record(Op::Read, 0, 1, 0, 4)];
        records.extend((0..others).map(|n| record(Op::Read, n + 1, 1, 1000 + 100 * n, 4)));
        records.push(record(Op::Read, others + 1, 1, 4, 4));
        statistics(&records).reads.sequential_share > 0.0
    };
    assert!(after(31) && !after(32));
}

#[test]
fn are_busy_time_and_queue_depth_those_of_the_recording() {
    let records = [
        record(Op::Read, 0, 100, 0, 4),
        record(Op::Read, 0, 300, 100, 4),
        record(Op::Write, 200, 200, 200, 4),
        // 60 ms later.
        record(Op::Write, 60_400, 100, 300, 4),
    ];
    let found = statistics(&records);
    let depth = found.queue_depth.expect("every record has a completion");
    // 100 + 300 + 200 + 100 us of I/Os in 400 + 100 us.
    assert_eq!((depth.mean, depth.max), (1.4, 2));
    let ios: Vec<u64> = depth.distribution.iter().map(|row| row.ios).collect();
    assert_eq!(ios, [1, 3, 0, 0, 0, 0, 0, 0]);
    assert_eq!(found.time.busy_s, Some(0.000_5));
    assert_eq!(found.time.duration_s, 0.060_5);
    assert_eq!(
        (found.time.pauses, found.time.idle_beyond_25_ms_s),
        (Some(1), Some(0.035))
    );
}

#[test]
fn is_queue_depth_not_told_where_completions_are_missing() {
    let records = [
        record(Op::Read, 0, 100, 0, 4),
        record(Op::Read, 5, None, 8, 4),
    ];
    let found = statistics(&records);
    assert_eq!(
        (found.queue_depth.as_ref(), found.time.busy_s),
        (None, None)
    );
    assert_eq!(found.without_completion, 1);
}

/// MSR's and others' files have a line as an I/O finishes. Of two reads of 1 s, 10 s apart and the
/// later one first, it was said that both were outstanding at once, for 1 s in all.
#[test]
fn are_records_out_of_order_put_in_order_for_busy_time_and_queue_depth() {
    const S: u64 = 1_000_000;
    let found = statistics(&[
        record(Op::Read, 10 * S, S, 0, 4),
        record(Op::Read, 0, S, 8, 4),
    ]);
    let depth = found.queue_depth.expect("both have a completion");
    assert_eq!((depth.mean, depth.max), (1.0, 1));
    assert_eq!((found.time.busy_s, found.time.pauses), (Some(2.0), Some(1)));
    assert_eq!(found.time.idle_beyond_25_ms_s, Some(8.975));
    assert_eq!((found.time.duration_s, found.out_of_order), (11.0, 1));
}

/// Alibaba's and MSR's traces are of many volumes, each with a byte 0 of its own. Two reads of 4
/// KiB, of two volumes, touched one page.
#[test]
fn are_the_addresses_of_two_volumes_two_places() {
    let of = |stream: u32| Record {
        stream,
        ..record(Op::Read, stream.into(), 1, 0, 4)
    };
    let found = statistics(&[of(0), of(1)]);
    assert_eq!((found.footprint.all.pages, found.hot.extents), (2, 2));
    // Files in any number are counted, in bounded memory.
    let many: Vec<Record> = (0..20_000).map(of).collect();
    let found = statistics(&many);
    assert_eq!((found.footprint.all.pages, found.hot.extents), (4096, 4096));
}

/// As far as memory goes; beyond it nothing is said rather than something wrong.
#[test]
fn is_busy_time_not_told_where_records_are_far_from_their_place() {
    let at = |issued: u64| record(Op::Read, issued, 1, 0, 4);
    let first_comes_after = |others: u64| {
        let mut records: Vec<Record> = (1..=others).map(|n| at(n * 10)).collect();
        records.push(at(0));
        records.extend((1..=200_000).map(|n| at((others + n) * 10)));
        statistics(&records)
    };
    let near = first_comes_after(65_536);
    assert_eq!(near.time.busy_s, Some(0.265_537));
    let far = first_comes_after(200_000);
    assert_eq!((far.time.busy_s, far.time.pauses), (None, None));
    assert!(far.queue_depth.is_none());
}

#[test]
fn are_hot_extents_found() {
    // 40 extents of 1 MiB, of which two have 31 and 31 of 100 I/Os.
    let cold = (0..38).map(|n| record(Op::Read, n, 1, (n + 2) * 1024, 4));
    let hot = (0..62).map(|n| record(Op::Read, 38 + n, 1, n % 2 * 1024 + n * 8, 4));
    let found = statistics(&cold.chain(hot).collect::<Vec<_>>());
    assert_eq!(
        (found.hot.extents, found.hot.hot_extents, found.hot.share),
        (40, 2, 0.62)
    );
}

#[test]
fn is_nothing_said_of_nothing() {
    let found = statistics(&[]);
    assert_eq!(
        (found.records, found.all.ios, found.footprint.all.pages),
        (0, 0, 0)
    );
    assert!(found.queue_depth.is_none());
}

#[test]
fn is_a_trace_that_touches_all_addresses_counted_in_bounded_memory() {
    let everywhere: Vec<Record> = (0..200_000_u64)
        .map(|n| Record {
            offset: Bytes(n.wrapping_mul(0x9e37_79b9_7f4a_7c15) & !511),
            ..record(Op::Write, n, 1, 0, 4)
        })
        .chain([Record {
            bytes: Bytes(u64::MAX),
            ..record(Op::Read, 200_000, 1, 0, 4)
        }])
        .collect();
    let footprint = statistics(&everywhere).footprint;
    assert!(footprint.page_bytes > 4096, "{footprint:?}");
    // 200,000 places at random in so many pages as there are: so many of them are met.
    let places = 2_f64.powi(64) / footprint.page_bytes as f64;
    let expected = places * (1.0 - (-200_000.0 / places).exp());
    let found = footprint.writes.pages as f64;
    assert!(
        (found / expected - 1.0).abs() < 0.05,
        "{found} of {expected}: {footprint:?}"
    );
    assert!(footprint.reads.bytes > u64::MAX / 2, "{footprint:?}");
}

/// `trace stat` of one record of 2^64 - 1 bytes took 7 s: at each of 24 sizes of a page all chunks
/// were filled before pages became larger. A hundred such records would be minutes.
#[test]
fn are_records_of_all_addresses_counted_at_once() {
    let everything = Record {
        bytes: Bytes(u64::MAX),
        ..record(Op::Read, 0, 1, 0, 4)
    };
    let footprint = statistics(&vec![everything; 100]).footprint;
    // 8,192 chunks of 32,768 pages are 2^28 pages.
    assert_eq!(
        (footprint.page_bytes, footprint.reads.pages),
        (1 << 36, 1 << 28)
    );
}

/// Story: one I/O under way when a recording ended hid the queue depth of 694.
#[test]
fn do_few_lost_completions_hide_no_queue_depth() {
    let of = |all: u64, lost: u64| {
        let one = |n: u64| record(Op::Read, n * 100, (n >= lost).then_some(50), n * 4, 4);
        statistics(&(0..all).map(one).collect::<Vec<_>>())
    };
    let known = of(700, 7);
    let depth = known.queue_depth.as_ref().expect("nearly all are known");
    assert_eq!((depth.mean, depth.max), (1.0, 1));
    assert_eq!(known.without_completion, 7);
    assert_eq!(known.time.busy_s, Some(693.0 * 50e-6));
    let unknown = of(700, 8);
    assert!(unknown.queue_depth.is_none() && unknown.time.busy_s.is_none());
}

fn any_record() -> impl Strategy<Value = Record> {
    let op = prop_oneof![Just(Op::Read), Just(Op::Write), Just(Op::Trim)];
    (op, 0..50_u64, 1..200_u64, 0..3000_u64, 1..40_u64, 0..3_u32).prop_map(
        |(op, gap, took, sector, sectors, stream)| Record {
            issued: Nanos(gap),
            took: Some(Nanos(took)),
            offset: Bytes(sector * 512),
            bytes: Bytes(sectors * 512),
            stream,
            ..record(op, 0, None, 0, 0)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn do_statistics_agree_with_counting_the_long_way(gaps in prop::collection::vec(any_record(),
    1..300)) {
        let mut now = 0;
        let records: Vec<Record> = gaps
            .into_iter()
            .map(|record| {
                now += record.issued.0;
                Record { issued: Nanos(now), ..record }
            })
            .collect();
        let found = statistics(&records);

        // Outstanding at every nanosecond.
        let mut outstanding = BTreeMap::new();
        for record in &records {
            for instant in record.issued.0..record.finished().expect("recorded").0 {
                *outstanding.entry(instant).or_insert(0_u64) += 1;
            }
        }
        let busy = outstanding.len() as f64;
        let depth = found.queue_depth.clone().expect("recorded");
        let mean = outstanding.values().sum::<u64>() as f64 / busy;
        prop_assert!((depth.mean - mean).abs() < 1e-9, "{} {mean}", depth.mean);
        prop_assert_eq!(depth.max, *outstanding.values().max().unwrap_or(&0));
        prop_assert!((found.time.busy_s.expect("recorded") * 1e9 - busy).abs() < 0.5);
        let alone = records.iter().filter(|record| outstanding[&record.issued.0] == 1).count();
        prop_assert_eq!(depth.distribution[0].ios, alone as u64);

        let mut pages = BTreeSet::new();
        for record in records.iter().filter(|record| record.op != Op::Trim) {
            let touched = record.offset.0 / 4096..=(record.end().0 - 1) / 4096;
            pages.extend(touched.map(|page| (record.stream, page)));
        }
        prop_assert_eq!(found.footprint.all.pages, pages.len() as u64);

        let mut sequential = 0;
        let mut ends: BTreeMap<(u32, bool), Vec<u64>> = BTreeMap::new();
        for record in records.iter().filter(|record| record.op != Op::Trim) {
            let ends = ends.entry((record.stream, record.op == Op::Write)).or_default();
            sequential += u64::from(ends.iter().rev().take(32).any(|end| *end == record.offset.0));
            ends.push(record.end().0);
        }
        prop_assert_eq!((found.all.sequential_share * found.all.ios as f64).round() as u64,
        sequential);
        prop_assert_eq!(found.all.classes.iter().map(|row| row.ios).sum::<u64>(), found.all.ios);
    }
}
