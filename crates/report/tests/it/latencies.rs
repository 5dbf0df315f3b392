//! Do latencies stand under the right title, and only of I/Os that finished?

use crate::bed;

use bed::NothingPrinted;
use bed::variants::random_writes;
use fourcorners_bench::record::*;
use fourcorners_report::PageData;

/// Where the test had been asked for from another state, the chart was called "new drive,
/// tortured".
#[test]
fn does_the_title_of_latencies_say_new_only_of_new_drives() {
    let title_and_labels = |runs: &[Run]| {
        let data = PageData::new(runs, &NothingPrinted);
        let chart = &data.latencies[0];
        let labels: Vec<String> = chart.entries.iter().map(|one| one.label.clone()).collect();
        (chart.title.clone(), labels)
    };
    let of = |name: &str, variant: &str| random_writes(name, &[(variant, "", 100.0)]);
    let title = "4 KiB random writes, QD3";
    let worn = || of("worn", "from-tortured");
    assert_eq!(
        title_and_labels(&[worn()]),
        (format!("{title}, tortured"), vec![String::new()])
    );
    assert_eq!(
        title_and_labels(&[of("new", ""), worn()]),
        (title.into(), vec!["fresh drive".into(), "tortured".into()])
    );
    let packed = of("packed", "data-repeating");
    assert_eq!(
        title_and_labels(&[packed, of("new", "")]),
        (
            format!("{title}, fresh drive"),
            vec!["repeating data".into(), String::new()]
        )
    );
}

/// A phase in which nothing finished has 0 us in its results, and stood first among the latencies.
#[test]
fn is_a_drive_that_finished_no_io_no_drive_without_latency() {
    let with = |ios: u64| {
        let mut run = random_writes("a drive", &[("", "new", 100.0)]);
        let figures = run.entries[0].measured.as_mut().expect("figures");
        figures.ios = ios;
        if ios == 0 {
            figures.latency_max_us = 0.0;
        }
        run
    };
    assert!(
        PageData::new(&[with(0)], &NothingPrinted)
            .latencies
            .is_empty()
    );
    let mut runs = vec![with(0), with(1000), with(1000)];
    for (repeat, run) in runs.iter_mut().enumerate() {
        run.header.repeat = repeat as u32 + 1;
    }
    let data = PageData::new(&runs, &NothingPrinted);
    assert_eq!(data.latencies[0].entries[0].max_us, 40_000.0);
}

/// The story: mean and 99th percentile were those of the run whose longest latency is the median,
/// however odd they were in it.
#[test]
fn is_each_latency_the_median_of_the_runs() {
    let run = |repeat: u32, [mean, p99, max]: [f64; 3]| {
        let mut run = random_writes("a drive", &[("", "new", 100.0)]);
        run.header.repeat = repeat;
        let figures = run.entries[0].measured.as_mut().expect("figures");
        figures.latency_mean_us = mean;
        figures.latency_p99_us = p99;
        figures.latency_max_us = max;
        figures.latency_max_at_s = f64::from(repeat);
        run
    };
    let runs = [
        run(1, [10.0, 25.0, 7000.0]),
        run(2, [99.0, 90.0, 8000.0]),
        run(3, [11.0, 20.0, 9000.0]),
    ];
    let data = PageData::new(&runs, &NothingPrinted);
    let latency = &data.latencies[0].entries[0];
    assert_eq!(
        [latency.mean_us, latency.p99_us, latency.max_us],
        [11.0, 25.0, 8000.0]
    );
    assert_eq!(latency.max_at_s, 2.0, "when the run had it that has this");
    let tables = fourcorners_report::tables(&runs, &NothingPrinted, Some(200));
    for cell in [
        "11.0 µs [10.0 µs to 99.0 µs]",
        "25.0 µs [20.0 µs to 90.0 µs]",
        "8.0 ms [7.0 ms to 9.0 ms]",
    ] {
        assert!(tables.contains(cell), "{cell}: {tables}");
    }
    let alone = fourcorners_report::tables(&runs[..1], &NothingPrinted, Some(200));
    assert!(!alone.contains(" to "), "{alone}");
}
