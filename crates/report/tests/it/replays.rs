//! Do page and tables show of a trace what its pace makes a figure of the drive?

use crate::bed;

use bed::replays::replayed;
use bed::run;
use fourcorners_bench::record::{ReplayedIo, Run};
use fourcorners_report::{NothingPrinted, PageData, html, tables};

fn runs() -> [Run; 2] {
    let (mut slow, mut fast) = (run("slow"), run("fast"));
    slow.entries = vec![
        replayed("destroyer", "", "dependencies", 80.0, 900.0),
        replayed("destroyer", "from-filled", "dependencies", 40.0, 1800.0),
        replayed("replay", "", "as-fast-as-possible", 1.0, 1.0),
    ];
    fast.entries = vec![replayed("destroyer", "", "dependencies", 200.0, 300.0)];
    [slow, fast]
}

#[test]
fn is_the_best_drive_first_and_each_drives_states_together() {
    let data = PageData::new(&runs(), &NothingPrinted);
    let bars = |title: &str| -> Vec<(usize, String, f64, String)> {
        let chart = data.charts.iter().find(|chart| chart.title == title);
        let bars = chart.expect("a chart").bars.iter();
        bars.map(|bar| (bar.drive, bar.label.clone(), bar.value, bar.note.clone()))
            .collect()
    };
    assert_eq!(
        bars("The Destroyer, average data rate"),
        [
            (1, String::new(), 200.0, String::new()),
            (0, "empty".into(), 80.0, String::new()),
            (0, "filled".into(), 40.0, "\u{2212}50 %".into()),
        ]
    );
    let services = bars("The Destroyer, average service time");
    let drives: Vec<usize> = services.iter().map(|bar| bar.0).collect();
    assert_eq!(drives, [1, 0, 0], "the shortest first");
    assert_eq!(bars("a trace of one's own, average")[0].2, 100.0);
    assert_eq!(bars("a trace of one's own, average data rate")[0].2, 1.0);
    let busy = bars("a trace of one's own, busy time");
    assert_eq!(busy, [(0, String::new(), 5.0, String::new())]);
    assert_eq!(
        data.charts.len(),
        5,
        "no figure that its pace does not make one"
    );
}

#[test]
fn are_late_ios_told_where_the_pace_is_the_recordings() {
    let late = |pace: &str| {
        let mut entry = replayed("replay", "", pace, 1.0, 1.0);
        let replay = entry.measured.as_mut().and_then(|it| it.replay.as_mut());
        let replay = replay.expect("a replay");
        replay.trace = "/of/mine/it.log".into();
        replay.late = 12;
        replay.latest = Some(ReplayedIo {
            record: 7,
            due_s: 1.0,
            op: "read".into(),
            offset_bytes: 0,
            bytes: 4096,
            took_us: 4200.0,
        });
        let mut slow = run("slow");
        slow.entries = vec![entry];
        tables(&[slow], &NothingPrinted, Some(160))
    };
    let told = "12 of the 1000 I/Os of it.log were submitted";
    let text = late("timestamps");
    assert!(text.contains(told) && text.contains("4.2 ms"), "{text}");
    // Else the drive's queue decides, and being late is no fault.
    assert!(!late("dependencies").contains("were submitted"));
}

#[test]
fn does_the_terminal_show_it_once_in_its_unit() {
    let text = tables(&runs(), &NothingPrinted, Some(120));
    for line in [
        "The Destroyer, average data rate (MB/s, MB = 10^6 bytes)",
        "The Destroyer, average service time (us)",
        "a trace of one's own, average (IOPS)",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(!text.contains("Other tests"), "{text}");
    let page = html(&PageData::new(&runs(), &NothingPrinted)).expect("a page");
    assert!(page.contains("recorded-use-charts"));
}
