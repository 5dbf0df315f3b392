//! Real samples: told apart by serial number, judged against limits, and noted where less is known.

use crate::bed;
use bed::{asked_for, entry, measured, run};
use fourcorners_bench::record::*;
use fourcorners_block::DriveKind;
use fourcorners_report::{JudgedOn, Limit, LimitVerdict, NotQualified, Qualification, qualify};

const TEST: &str = "random-write-4k-qd3";

/// A run of the sample with this serial number, at this speed.
fn sample(serial: &str, firmware: &str, repeat: u32, iops: f64) -> Run {
    let mut run = run("nvme0n1");
    run.path = format!("runs/{serial}-{firmware}-{repeat}").into();
    run.header.repeat = repeat;
    run.header.request = Some(asked_for());
    let identity = &mut run.header.identity;
    identity.kind = DriveKind::BlockDevice;
    identity.model = "Fast 1TB".into();
    identity.serial = serial.into();
    identity.firmware = firmware.into();
    let mut figures = measured(1000, 10.0);
    figures.iops_mean = iops;
    figures.throughput_mb_per_s = iops * 4096.0 / 1e6;
    run.entries
        .push(entry(TEST, "measure", Status::Finished, Some(figures)));
    run
}

fn limit(runs: &[Run], least: f64, on: JudgedOn) -> Limit {
    let text = format!("{TEST}.iops_mean >= {least}");
    Limit::new(text.parse().expect("a limit"), on, runs).expect("a limit of these runs")
}

fn names(of: &Qualification) -> Vec<&str> {
    let samples = of.judged.samples.iter();
    samples.map(|sample| sample.name.as_str()).collect()
}

#[test]
fn samples_are_told_apart_by_serial_number() {
    let runs = [
        sample("S1", "1", 1, 100.0),
        sample("S2", "1", 1, 110.0),
        sample("S1", "1", 2, 104.0),
    ];
    let found = qualify(&runs, &[], &[]).expect("one model");
    assert_eq!(names(&found), ["S1", "S2"]);
    assert_eq!(found.judged.samples[0].runs.len(), 2);
    assert!(found.notes.is_empty(), "{:?}", found.notes);
    let metric = &found.metrics[0];
    let mean = |place: usize| metric.sample_means[place].expect("measured");
    assert!((mean(0) - 102.0 * 4096.0 / 1e6).abs() < 1e-9 && mean(1) > mean(0));
    // Without a serial number, by name.
    let unnamed = [sample("", "1", 1, 100.0), sample("", "1", 2, 101.0)];
    let found = qualify(&unnamed, &[], &[]).expect("one model");
    assert_eq!(names(&found), ["nvme0n1"]);
    assert!(
        found.notes[0].contains("serial number"),
        "{:?}",
        found.notes
    );
}

#[test]
fn sample_with_a_failed_run_fails_its_limits() {
    let mut runs = [
        sample("S1", "1", 1, 200.0),
        sample("S2", "1", 1, 200.0),
        sample("S2", "1", 2, 201.0),
    ];
    runs[2].entries[0].status = Status::Interrupted;
    let limits = [JudgedOn::Samples, JudgedOn::Population].map(|on| limit(&runs, 100.0, on));
    let found = qualify(&runs, &[], &limits).expect("one model");
    for answer in &found.limits {
        let failed = vec!["S2".to_string()];
        assert_eq!(answer.verdict, LimitVerdict::Fail { failed }, "{answer:?}");
        assert_eq!(answer.samples[1].reason.as_deref(), Some("interrupted"));
    }
    assert!(found.notes.iter().any(|note| note.contains("not finished")));
}

#[test]
fn population_passes_only_if_the_whole_interval_does() {
    let runs = [
        sample("S1", "1", 1, 100.0),
        sample("S2", "1", 1, 101.0),
        sample("S3", "1", 1, 102.0),
    ];
    // 101 plus or minus 4.303 / root 3: 98.52 to 103.48.
    let limits = [98.4, 98.6, 103.4, 103.6].map(|least| limit(&runs, least, JudgedOn::Population));
    let found = qualify(&runs, &[], &limits).expect("one model");
    let verdicts: Vec<String> = found
        .limits
        .iter()
        .map(|answer| match &answer.verdict {
            LimitVerdict::Pass => "pass".into(),
            LimitVerdict::Fail { failed } => format!("fail {}", failed.len()),
            LimitVerdict::Undecided { .. } => "undecided".into(),
        })
        .collect();
    assert_eq!(verdicts, ["pass", "undecided", "undecided", "fail 0"]);
    let one = qualify(&runs[..1], &[], &limits[..1]).expect("one model");
    assert!(matches!(
        one.limits[0].verdict,
        LimitVerdict::Undecided { .. }
    ));
}

#[test]
fn runs_that_differ_in_more_than_drive_and_firmware_are_refused() {
    let first = sample("S1", "1", 1, 100.0);
    let mut other_model = sample("S2", "1", 1, 100.0);
    other_model.header.identity.model = "Slow 1TB".into();
    let mut smaller = sample("S2", "1", 1, 100.0);
    smaller.header.identity.capacity.0 /= 2;
    let mut other_suite = sample("S2", "1", 1, 100.0);
    other_suite.header.suite = "quick".into();
    for (other, words) in [
        (other_model, "Slow 1TB"),
        (smaller, "bytes"),
        (other_suite, "suite quick"),
    ] {
        let refused = qualify(&[first.clone(), other.clone()], &[], &[]);
        let (error, hint) = refused.expect_err("refused").sentences();
        assert!(error.contains(words) && !hint.is_empty(), "{error}");
        // Also where one is the base.
        assert!(qualify(std::slice::from_ref(&first), &[other], &[]).is_err());
    }
    let versions = [1, 2, 3].map(|n| sample("S1", &n.to_string(), 1, 100.0));
    let refused = qualify(&versions, &[], &[]);
    assert!(matches!(
        refused,
        Err(NotQualified::Versions { of_base: false, .. })
    ));
}

#[test]
fn two_versions_are_split_and_one_sample_is_too_few() {
    let both = |serial: &str, iops: f64| {
        [("1", iops), ("2", iops * 0.8)].map(|(firmware, iops)| sample(serial, firmware, 1, iops))
    };
    let runs = [both("S1", 100.0), both("S2", 101.0), both("S3", 99.0)].concat();
    let found = qualify(&runs, &[], &[]).expect("one model");
    assert_eq!(
        found.base.as_ref().map(|base| base.firmware.as_str()),
        Some("1")
    );
    let json = serde_json::to_value(&found).expect("JSON");
    let change = &json["metrics"][0]["change"];
    assert_eq!(change["verdict"], "worse", "{change}");
    assert_eq!(change["pairs"], 3, "by serial number");
    let one = qualify(&runs[..2], &[], &[]).expect("one model");
    let json = serde_json::to_value(&one).expect("JSON");
    assert_eq!(json["metrics"][0]["change"]["verdict"], "too-few-samples");
}
