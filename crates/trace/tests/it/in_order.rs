//! Whether records that nearly are in order come in it, each waiting for the same one as before.

use fourcorners_block::{Bytes, Nanos};
use fourcorners_trace::{About, InOrder, Op, Predecessor, Record, Records, TraceError};
use proptest::prelude::*;
use std::num::NonZeroU32;

struct Listed {
    about: About,
    left: std::vec::IntoIter<Record>,
}

impl Records for Listed {
    fn about(&self) -> &About {
        &self.about
    }
    fn streams(&self) -> &[String] {
        &[]
    }
    fn read(&mut self, most: usize, into: &mut Vec<Record>) -> Result<(), TraceError> {
        into.extend(self.left.by_ref().take(most));
        Ok(())
    }
}

/// In order, and how many were moved.
fn in_order(records: Vec<Record>) -> Result<(Vec<Record>, u64), TraceError> {
    let about = About::default();
    let left = records.into_iter();
    let mut sorted = InOrder::new(Box::new(Listed { about, left }));
    let mut all = Vec::new();
    loop {
        let before = all.len();
        sorted.read(1000, &mut all)?;
        if all.len() == before {
            return Ok((all, sorted.moved()));
        }
    }
}

/// Its place tells which one it is.
fn record(number: u64, issued: u64, back: u32) -> Record {
    Record {
        issued: Nanos(issued),
        took: None,
        op: Op::Read,
        offset: Bytes(number * 512),
        bytes: Bytes(512),
        stream: 0,
        after: NonZeroU32::new(back).map(|back| Predecessor {
            back,
            think: Nanos(7),
        }),
        data: None,
        rest: None,
    }
}

/// A record at 10 s, one at 0 s, one at 20 s: by timestamps the third was issued 10 s after the
/// start, not 20 s.
#[test]
fn is_what_was_issued_first_first() {
    let times = [10, 0, 20].map(|s| s * 1_000_000_000);
    let records = (0..3).map(|n| record(n, times[n as usize], 0)).collect();
    let (sorted, moved) = in_order(records).expect("records");
    let order: Vec<u64> = sorted.iter().map(|record| record.offset.0 / 512).collect();
    assert_eq!((order, moved), (vec![1, 0, 2], 1));
}

/// Files without end are read in bounded memory: what stands too far from its place is refused,
/// with the way out.
#[test]
fn is_a_record_too_far_from_its_place_refused() {
    let late = |others: u64| {
        let mut records: Vec<Record> = (0..others).map(|n| record(n, n + 1, 0)).collect();
        records.push(record(others, 0, 0));
        records.extend((0..200_000).map(|n| record(others + 1 + n, others + n + 1, 0)));
        in_order(records)
    };
    assert!(late(65_536).is_ok());
    let error = late(300_000).expect_err("a refusal").to_string();
    assert!(
        error.contains("record 300001") && error.contains("sort the file by time"),
        "{error}"
    );
}

/// One of the first has the latest time there is: it is held to the end, and forgets what it waited
/// for.
#[test]
fn does_a_record_of_centuries_later_come_last() {
    let mut records: Vec<Record> = (0..500_000).map(|n| record(n, n, 1)).collect();
    records[1].issued = Nanos(u64::MAX);
    let (sorted, _) = in_order(records).expect("records");
    let last = sorted.last().expect("records");
    assert_eq!((last.offset.0, last.after), (512, None));
    assert_eq!(sorted.len(), 500_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn are_records_sorted_and_wait_for_the_same_ones(
        asked in prop::collection::vec((0..30_u64, 0..6_u32), 1..400),
    ) {
        let records: Vec<Record> = asked
            .iter()
            .enumerate()
            .map(|(n, (jitter, back))| record(n as u64, n as u64 * 5 + jitter, *back))
            .collect();
        let (sorted, _) = in_order(records.clone()).expect("records");
        let mut expected = records.clone();
        expected.sort_by_key(|record| record.issued);
        let places = |all: &[Record]| all.iter().map(|r| r.offset.0 / 512).collect::<Vec<_>>();
        prop_assert_eq!(places(&sorted), places(&expected));
        let waited_for = |records: &[Record], place: usize| {
            let after = records[place].after?;
            let other = place.checked_sub(after.back.get() as usize)?;
            Some((records[other].offset.0 / 512, after.think))
        };
        for (place, record) in sorted.iter().enumerate() {
            let number = (record.offset.0 / 512) as usize;
            let before = waited_for(&records, number);
            let precedes = |other: &(u64, Nanos)| {
                sorted[..place].iter().any(|record| record.offset.0 / 512 == other.0)
            };
            prop_assert_eq!(waited_for(&sorted, place), before.filter(precedes));
        }
    }
}
