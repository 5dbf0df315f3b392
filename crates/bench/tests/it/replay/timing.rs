//! When is each I/O issued?

use super::*;
use proptest::prelude::*;

#[test]
fn is_an_io_issued_its_think_time_after_the_one_that_it_waited_for() {
    let (measured, replay) = replayed("", vec![read(0), after(1, 50), after(1, 1_000_000)]);
    assert_eq!(us(measured.duration_s), 100 + 50 + 100 + 1_000_000 + 100);
    assert_eq!(us(replay.busy_s), 300);
    assert_eq!(replay.data_rate_mb_per_s, 3.0 * 4096.0 / 300.0);
    assert_eq!(
        (replay.service_mean_us, replay.queue_depth_mean),
        (100.0, 1.0)
    );
    assert_eq!(
        (replay.records, measured.ios, measured.bytes),
        (3, 3, 3 * 4096)
    );
    assert_eq!(replay.idle_cut_s, 0.0);
}

#[test]
fn is_a_think_time_cut_at_the_limit() {
    let records = vec![read(0), after(1, 50), after(1, 1_000_000)];
    let (measured, replay) = replayed(", idle_limit_ms = 25", records);
    assert_eq!(us(measured.duration_s), 100 + 50 + 100 + 25_000 + 100);
    assert_eq!(us(replay.idle_cut_s), 975_000);
    assert_eq!((us(replay.busy_s), replay.idle_limit_ms), (300, Some(25)));
}

#[test]
fn does_an_io_that_waited_for_none_follow_the_issue_of_the_one_before() {
    let (measured, replay) = replayed("", vec![read(1_000_000), read(1_000_030), read(1_000_400)]);
    // From 0 to 130 us, and from 400 to 500.
    assert_eq!(us(replay.busy_s), 230);
    assert!((replay.queue_depth_mean - 300.0 / 230.0).abs() < 1e-9);
    assert_eq!(us(measured.duration_s), 500);
}

#[test]
fn is_what_is_due_first_issued_first() {
    let at = |record: Record, place: u64| Record {
        offset: Bytes(4096 * place),
        ..record
    };
    let records = vec![
        at(read(0), 0),
        at(after(1, 10_000), 1),
        at(read(10_000), 2), // 10 ms after the one before it was issued
        at(after(3, 1_000), 3),
        at(after(1, 2_000), 4),
    ];
    let mut drive = simulated();
    carry_out("", trace("it", records), &mut drive, &Options::default());
    let places: Vec<u64> = drive.ios().map(|(_, first, ..)| first / 8).collect();
    // The footprint was written before, in one piece.
    assert_eq!(places, [0, 0, 3, 4, 1, 2]);
}

#[test]
fn is_as_fast_as_possible_a_closed_loop_where_nothing_waited() {
    let records = (0..1000).map(|number| read(number * 1_000_000)).collect();
    let pace = ", pace = \"as-fast-as-possible\", queue_depth = 4";
    let (measured, replay) = replayed(pace, records);
    assert_eq!(us(measured.duration_s), 1000 / 4 * SERVICE_US);
    assert_eq!(
        (replay.service_mean_us, replay.queue_depth_mean),
        (100.0, 4.0)
    );
    assert_eq!(measured.queue_depth, 4);
    let (_, replay) = replayed(
        ", pace = \"as-fast-as-possible\"",
        vec![read(0), after(1, 900)],
    );
    assert_eq!(us(replay.busy_s), 200, "dependencies are kept");
}

#[test]
fn does_an_hour_by_timestamps_end_on_time() {
    let records = (0..360_000).map(|number| read(number * 10_000)).collect();
    let (measured, replay) = replayed(", pace = \"timestamps\"", records);
    assert_eq!(us(measured.duration_s), 3_600_000_000 - 10_000 + SERVICE_US);
    assert_eq!((replay.late, replay.latest.is_none()), (0, true));
    assert_eq!(us(replay.busy_s), 360_000 * SERVICE_US);
}

#[test]
fn are_ios_that_come_late_counted_and_the_latest_named() {
    // Four at once every 100 ms, each of which takes 20 ms of a drive that does one at a time.
    let at_once = |number: u64| read(number / 4 * 100_000);
    let records = (0..40).map(at_once).collect();
    let slow = NotingDrive::taking(Nanos::millis(20), DriveKind::Simulated, Bytes::mib(64));
    let pace = ", pace = \"timestamps\"";
    let run = carry_out(
        pace,
        trace("it", records),
        &mut slow.one_at_a_time(),
        &Options::default(),
    );
    let (measured, replay) = figures(&run);
    assert_eq!(replay.late, 30, "all but the first of each four");
    let latest = replay.latest.as_ref().expect("one of them");
    assert_eq!(
        (latest.record, latest.took_us, latest.due_s),
        (4, 60_000.0, 0.0)
    );
    assert_eq!(measured.latency_mean_us, 50_000.0, "the wait is part of it");
    assert_eq!(measured.wait_max_us, Some(60_000.0));
    assert_eq!(us(replay.busy_s), 800_000);
    let slowest: Vec<u64> = replay.slowest.iter().map(|io| io.record).collect();
    assert_eq!(slowest, [4, 8, 12, 16, 20, 24, 28, 32, 36, 40]);
}

/// Due and finish of each record on a drive with slots for all, by the words of the rules.
fn model(records: &[Record], limit: Option<u64>) -> Vec<(u64, u64)> {
    let cut = |think: u64| limit.map_or(think, |limit| think.min(limit));
    let mut known: Vec<(u64, u64)> = Vec::new();
    for (number, record) in records.iter().enumerate() {
        let before = |back: usize| number.checked_sub(back);
        let predecessor = record.after.and_then(|after| {
            let number = before(after.back.get() as usize)?;
            Some(known[number].1 + cut(after.think.0))
        });
        let due = predecessor.unwrap_or_else(|| match before(1) {
            None => 0,
            Some(number) => known[number].0 + cut(record.issued.0 - records[number].issued.0),
        });
        known.push((due, due + SERVICE_US * 1000));
    }
    known
}

/// Time in which one of these is under way.
fn union(mut spans: Vec<(u64, u64)>) -> u64 {
    spans.sort_unstable();
    let (mut total, mut end) = (0, 0);
    for (from, until) in spans {
        total += until.max(end) - from.max(end);
        end = end.max(until);
    }
    total
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn are_instants_what_the_rules_say(
        steps in prop::collection::vec((0_u64..400, prop::option::of((1_u32..20, 0_u64..3_000))),
        1..300),
        limit in prop::option::of(1_u64..3),
    ) {
        let mut issued_us = 0;
        let records: Vec<Record> = steps
            .iter()
            .map(|(gap_us, waited)| {
                issued_us += gap_us;
                let issued = Nanos::micros(issued_us);
                match waited {
                    Some((back, think_us)) => Record { issued, ..after(*back, *think_us) },
                    None => read(issued_us),
                }
            })
            .collect();
        let replay = limit.map_or(String::new(), |limit| format!(", idle_limit_ms = {limit}"));
        let expected = model(&records, limit.map(|ms| ms * 1_000_000));
        let ios = expected.len() as f64;
        let end = expected.iter().map(|(_, finish)| *finish).max().expect("records");
        let busy = union(expected);
        let (measured, replay) = replayed(&replay, records);
        prop_assert_eq!(us(measured.duration_s), end / 1000);
        prop_assert_eq!(us(replay.busy_s), busy / 1000);
        let depth = ios * SERVICE_US as f64 * 1000.0 / busy as f64;
        prop_assert!((replay.queue_depth_mean - depth).abs() < 1e-9);
        prop_assert_eq!(replay.late, 0);
    }
}
