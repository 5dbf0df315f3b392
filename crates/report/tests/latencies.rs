//! Do latencies stand under the right title, and only of I/Os that finished?

mod bed;

use bed::none;
use bed::variants::random_writes;
use fourcorners_bench::record::*;
use fourcorners_report::PageData;

/// Where the test had been asked for from another state, the chart was called "new drive, tortured".
#[test]
fn does_the_title_of_latencies_say_new_only_of_new_drives() {
    let title_and_labels = |runs: &[Run]| {
        let data = PageData::new(runs, &none);
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
        (title.into(), vec!["new drive".into(), "tortured".into()])
    );
    let packed = of("packed", "data-repeating");
    assert_eq!(
        title_and_labels(&[packed, of("new", "")]),
        (
            format!("{title}, new drive"),
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
    assert!(PageData::new(&[with(0)], &none).latencies.is_empty());
    let mut runs = vec![with(0), with(1000), with(1000)];
    for (repeat, run) in runs.iter_mut().enumerate() {
        run.header.repeat = repeat as u32 + 1;
    }
    let data = PageData::new(&runs, &none);
    assert_eq!(data.latencies[0].entries[0].max_us, 40_000.0);
}
