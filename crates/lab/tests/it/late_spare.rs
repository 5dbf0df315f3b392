//! Spare area that is added to a full drive by TRIM: is it worth as much as from the start?

use crate::carried_out::carried_out;
use crate::drives;

use fourcorners_bench::{SpareMade, Suite, SuiteTest};
use fourcorners_lab::{Target, library, resolve};

/// Mean IOPS of a minute of random writes to the small drive.
fn iops(test: SuiteTest) -> f64 {
    let desk = tempfile::tempdir().expect("a folder");
    let file = drives::put(desk.path(), &drives::small_drive_text());
    let Ok(Target::Simulated { spec, .. }) = resolve(&file.display().to_string(), false) else {
        panic!("a simulated drive")
    };
    let of_2013 = library().expect("all files are right").suites["anandtech-2013"].clone();
    let suite = Suite {
        tests: vec![test],
        ..of_2013
    };
    let (_, entries) = carried_out(&spec, &spec.identity(), &suite, 60);
    entries[0].measured.as_ref().expect("figures").iops_mean
}

#[test]
fn late_spare_area_is_worth_as_much_as_early() {
    let of = |spare_percent: Option<u32>, spare_made: SpareMade| SuiteTest {
        spare_percent,
        spare_made,
        ..SuiteTest::plain("consistency")
    };
    let own = iops(of(None, SpareMade::Early));
    let early = iops(of(Some(40), SpareMade::Early));
    let late = iops(of(Some(40), SpareMade::Late));
    let mut used = of(Some(40), SpareMade::Late);
    used.conditions.state = Some("used".into());
    let used = iops(used);
    assert!(early > 1.2 * own, "{early} and {own}");
    for (late, share) in [(late, 0.02), (used, 0.05)] {
        assert!((late / early - 1.0).abs() < share, "{late} and {early}");
    }
}
