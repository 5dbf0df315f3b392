//! A simulated hard disk or RAM disk is not prepared: does it measure what a prepared one does?

use crate::carried_out::carried_out;
use crate::drives;

use fourcorners_bench::record::Entry;
use fourcorners_bench::{Action, Suite, SuiteTest};
use fourcorners_block::{Bytes, DiscardLimits, Identity};
use fourcorners_lab::{Target, library, resolve};
use fourcorners_sim::DriveSpec;

/// Tests that begin from states, none of them reached by TRIM.
fn suite() -> Suite {
    let library = library().expect("all files are right");
    let four_corners = library.suites["four-corners"].clone();
    let from = |state: &str| {
        let mut test = SuiteTest::plain("random-write-4k-qd3");
        test.conditions.state = Some(state.into());
        test
    };
    let plain = ["random-read-4k-qd3", "sequential-read-128k", "hd-tach"].map(SuiteTest::plain);
    let tests = [from("filled"), from("used"), from("tortured")];
    Suite {
        name: "states".into(),
        tests: tests.into_iter().chain(plain).collect(),
        ports: Vec::new(),
        ..four_corners
    }
}

/// MB/s and mean latency in µs of every phase, with the number of states that were prepared.
/// `identity`: as the plan sees the drive.
fn measured(
    spec: &DriveSpec,
    identity: &Identity,
    seconds: u64,
) -> (Vec<(String, f64, f64)>, usize) {
    let (plan, entries) = carried_out(spec, identity, &suite(), seconds);
    let actions = plan.actions.iter();
    let prepared = actions
        .filter(|it| matches!(it, Action::Prepare { .. }))
        .count();
    let of = |entry: Entry| {
        let title = entry.names().join(" ");
        let measured = entry.measured.unwrap_or_else(|| panic!("{title} finished"));
        (
            title,
            measured.throughput_mb_per_s,
            measured.latency_mean_us,
        )
    };
    (entries.into_iter().map(of).collect(), prepared)
}

fn spec(name: &str) -> DriveSpec {
    match resolve(name, false).expect("a drive") {
        Target::Simulated { spec, .. } => *spec,
        Target::Real(path) => panic!("{} is real", path.display()),
    }
}

/// The same drive as plans prepare it: one that takes TRIM has states.
fn with_states(spec: &DriveSpec) -> Identity {
    Identity {
        discard: Some(DiscardLimits {
            granularity: Bytes(512),
            max: Bytes::gib(1),
            queued: true,
        }),
        ..spec.identity()
    }
}

/// How far apart the figures of a phase may be, as a share: where arm and platter are when a phase
/// begins depends on what was done before, so does which I/O the disk chooses, and from then on its
/// order of random I/Os is another one.
fn within(share: f64, spec: &DriveSpec, seconds: u64) {
    let (plain, none) = measured(spec, &spec.identity(), seconds);
    let (prepared, some) = measured(spec, &with_states(spec), seconds);
    assert_eq!(none, 0);
    assert!(some >= 4, "{some} states were prepared");
    assert_eq!(plain.len(), prepared.len());
    for ((title, mb, us), (other, prepared_mb, prepared_us)) in plain.iter().zip(&prepared) {
        assert_eq!(title, other);
        for (here, there) in [(mb, prepared_mb), (us, prepared_us)] {
            let apart = (here / there - 1.0).abs();
            assert!(
                apart <= share,
                "{title}: {here} and {there} after preparing"
            );
        }
    }
}

#[test]
fn hard_disk_measures_the_same_without_preparation() {
    let desk = tempfile::tempdir().expect("a folder");
    let file = drives::put(desk.path(), &drives::small_hard_disk_text());
    within(0.015, &spec(&file.display().to_string()), 60);
}

#[test]
fn ram_disk_measures_exactly_the_same_without_preparation() {
    let text = include_str!("../../../../drives/ram-disk-16.toml");
    let text = drives::with(text, "user_bytes", "25165824");
    let desk = tempfile::tempdir().expect("a folder");
    let file = drives::put(desk.path(), &text);
    within(0.0, &spec(&file.display().to_string()), 1);
}
