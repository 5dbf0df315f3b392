//! The story: in random writing nothing ever interrupted the controller of a simulated SSD, so the
//! median latency was also the 99.9th percentile.

use crate::carried_out::carried_out;

use fourcorners_bench::{Suite, SuiteTest};
use fourcorners_lab::{drive_names, drive_spec, library};
use fourcorners_sim::DriveSpec;

/// Seconds of the drive's clock. At queue depth 1 a page of the map journal every 512 writes has
/// to be met often enough.
const SECONDS: u64 = 2;

fn suite() -> Suite {
    let library = library().expect("all files are right");
    let four_corners = library.suites["four-corners"].clone();
    let tests = ["random-write-4k-qd1", "random-write-4k-qd32"];
    Suite {
        name: "writes".into(),
        tests: tests.map(SuiteTest::plain).into(),
        ports: Vec::new(),
        ..four_corners
    }
}

#[test]
fn rare_random_writes_take_longer_than_the_median_on_every_ssd() {
    let (suite, mut alike) = (suite(), Vec::new());
    for name in drive_names() {
        let spec = drive_spec(&name).expect("a drive of the catalogue");
        if !matches!(spec, DriveSpec::Ssd(_)) {
            continue;
        }
        for entry in carried_out(&spec, &spec.identity(), &suite, SECONDS).1 {
            let title = entry.names().join(" ");
            let measured = entry.measured.expect("a finished test");
            if measured.latency_p50_us >= measured.latency_p999_us {
                alike.push(format!("{name} {title}: {} us", measured.latency_p50_us));
            }
        }
    }
    assert!(alike.is_empty(), "{}", alike.join("\n"));
}
