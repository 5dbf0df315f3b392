//! What is on the screen, of runs whose seconds are made up.

use super::{Aside, draw};
use crate::live::look::Look;
use crate::live::seen::Seen;
use crate::live::view::View;
use fourcorners_bench::record::{Entry, Event};
use fourcorners_block::Nanos;
use fourcorners_lab::{Latency, PhaseKey, Progress};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::style::Color;
use std::time::{Duration, Instant};

fn key(variant: &str) -> PhaseKey {
    PhaseKey {
        test: "consistency".into(),
        variant: variant.into(),
        phase: "torture".into(),
        state: "filled".into(),
        positions: false,
        spare_per_mille: None,
    }
}

/// A run under way, with seconds of these I/Os; half of it is done after a minute.
fn under_way(name: &str, ios: impl IntoIterator<Item = u64>) -> Seen {
    let began = Instant::now();
    let mut run = Seen::waiting(name.into());
    run.begin(began);
    let key = key("spare-25");
    let torture = Event::Measuring {
        test: "consistency".into(),
        phase: "torture".into(),
    };
    for (second, ios) in (0..).zip(ios) {
        let progress = Progress {
            phase: Some(&key),
            doing: &torture,
            fraction: 0.5,
            whole: 0.5,
            second: Some(second),
            iops: ios as f64,
            mb_per_s: ios as f64 * 0.004096,
            latency: (ios > 0).then_some(Latency {
                mean: Nanos(6_540_000),
                max: Nanos(41_000_000),
            }),
            left_s: 60.0,
        };
        run.progress(&progress, began + Duration::from_mins(1));
    }
    run
}

fn ended(name: &str) -> Seen {
    let mut run = under_way(name, [500]);
    run.event(&Event::Finished, Instant::now());
    run
}

/// A phase with these figures; with none: skipped.
fn result(test: &str, phase: &str, iops: Option<u64>) -> Entry {
    let mut entry = serde_json::json!({
        "schema_version": 2, "test": test, "variant": "", "phase": phase, "state": "filled",
        "status": "skipped", "because": "cannot-erase",
    });
    if let Some(iops) = iops {
        entry["status"] = "finished".into();
        entry["measured"] = serde_json::json!({
            "op": "write", "pattern": "random", "block_bytes": 4096, "queue_depth": 32,
            "span_bytes": 1 << 30, "data": "full-random", "duration_s": 1.0, "ios": iops,
            "bytes": iops * 4096, "iops_mean": iops as f64, "throughput_mib_per_s": 1.0,
            "throughput_mb_per_s": iops as f64 * 0.004096, "latency_mean_us": 1.0,
            "latency_p50_us": 1.0, "latency_p99_us": 6540.0, "latency_p999_us": 1.0,
            "latency_max_us": 1.0, "latency_max_at_s": 0.0,
        });
    }
    serde_json::from_value(entry).expect("an entry")
}

/// A run under way with so many results, the first of which was skipped.
fn with_results(name: &str, results: u64) -> Seen {
    let mut run = under_way(name, (0..100).map(|second| 400 + second));
    for number in 0..results {
        let iops = (number > 0).then_some(10_000 * number);
        run.result(&result(&format!("test-{number}"), "measure", iops));
    }
    run
}

/// The screen's rows.
fn screen(size: (u16, u16), runs: &[Seen], view: &View, aside: &Aside) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).expect("a terminal");
    terminal
        .draw(|frame| draw(frame, runs, view, aside, &Look::plain()))
        .expect("it is drawn");
    let buffer = terminal.backend().buffer();
    let rows = buffer.content.chunks(size.0.into());
    rows.map(|row| row.iter().map(|cell| cell.symbol()).collect())
        .collect()
}

fn plain(size: (u16, u16), runs: &[Seen]) -> Vec<String> {
    screen(size, runs, &View::default(), &Aside::default())
}

fn is_dot(symbol: char) -> bool {
    ('\u{2801}'..='\u{28ff}').contains(&symbol)
}

/// Rows, from the top, with a dot.
fn rows_with_dots(rows: &[String]) -> Vec<usize> {
    let with_dots = (0..).zip(rows).filter(|(_, row)| row.contains(is_dot));
    with_dots.map(|(row, _)| row).collect()
}

#[test]
fn does_the_screen_show_what_is_measured() {
    let runs = [
        ended("plextor-m5-pro"),
        under_way("crucial-m4", [1532; 100]),
        Seen::waiting("samsung-840".into()),
    ];
    let aside = Aside {
        elapsed: "3 min".into(),
        note: Some("/dev/loop7: 8 GiB will be overwritten".into()),
        stopping: None,
    };
    let rows = screen((80, 24), &runs, &View::default(), &aside);
    let all = rows.join("\n");
    assert!(
        rows[0].starts_with("Four Corners  1 in progress, 1 waiting, 1 ended"),
        "{all}"
    );
    assert!(rows[0].ends_with("3 min"), "{all}");
    assert!(rows[1].contains("plextor-m5-pro  finished after"), "{all}");
    assert_eq!(
        rows[2].trim_end(),
        "▸ crucial-m4      ████░░░░  50 %     60 s left  consistency: torture"
    );
    assert!(rows[3].contains("samsung-840     waiting"), "{all}");
    for shown in [
        "▸crucial-m4 · consistency spare-25 torture",
        "second 99: 1,532 IOPS · 6.3 MB/s · latency 6.5 ms mean, 41 ms max",
        "8 GiB will be overwritten",
        "q stop",
        "100 s",
    ] {
        assert!(all.contains(shown), "'{shown}' in\n{all}");
    }
    assert_eq!(
        rows_with_dots(&rows).len(),
        1,
        "all seconds are alike\n{all}"
    );
}

#[test]
fn does_the_screen_show_a_collapse_on_a_logarithmic_axis() {
    let collapse = (0..600).map(|second| if second < 300 { 40_000 } else { 400 });
    let rows = plain((80, 24), &[under_way("m4", collapse)]);
    let all = rows.join("\n");
    assert!(
        all.contains("IOPS, logarithmic") && all.contains("100K│"),
        "{all}"
    );
    let dots = rows_with_dots(&rows);
    assert_eq!(dots.len(), 2, "two speeds\n{all}");
    // The fast half is on the left, the slow one on the right.
    let [fast, slow] = [dots[0], dots[1]].map(|row| rows[row].clone());
    let (left, right) = (
        fast.chars().rposition_of_dot(),
        slow.chars().position(is_dot).expect("dots"),
    );
    assert!(left <= right + 1, "{all}");
    // 40,000 and 400 are two decades apart of three.
    let top = rows
        .iter()
        .position(|row| row.contains("100K"))
        .expect("a label");
    let bottom = rows
        .iter()
        .position(|row| row.contains("│100 "))
        .expect("a label");
    let decade = (bottom - top) as f64 / 3.0;
    assert!(
        ((dots[1] - dots[0]) as f64 - 2.0 * decade).abs() <= 1.0,
        "{all}"
    );
}

trait LastDot {
    fn rposition_of_dot(self) -> usize;
}

impl LastDot for std::str::Chars<'_> {
    fn rposition_of_dot(self) -> usize {
        let dots = self.enumerate().filter(|(_, symbol)| is_dot(*symbol));
        dots.last().map_or(0, |(place, _)| place)
    }
}

#[test]
fn does_the_screen_mark_a_second_without_any_io() {
    let stalled = (0..100).map(|second| match second {
        50 => 0,
        second => 100 + second * 50,
    });
    let rows = plain((80, 24), &[under_way("m4", stalled)]);
    let all = rows.join("\n");
    assert!(all.contains("logarithmic"), "{all}");
    assert_eq!(all.matches('▲').count(), 1, "{all}");
}

#[test]
fn does_the_screen_show_as_many_drives_as_fit() {
    let names = ["one", "two", "three", "four", "five"];
    let runs: Vec<Seen> = names.iter().map(|name| under_way(name, [10; 20])).collect();
    let panels = |size, view: &View| {
        let all = screen(size, &runs, view, &Aside::default()).join("\n");
        let shown = names
            .into_iter()
            .filter(|name| all.contains(&format!("{name} · ")));
        shown.collect::<Vec<_>>()
    };
    assert_eq!(panels((200, 60), &View::default()), names);
    assert_eq!(panels((120, 40), &View::default()), names);
    assert_eq!(panels((80, 24), &View::default()), ["one", "two"]);
    assert_eq!(panels((50, 14), &View::default()), ["one"]);
    // The chosen one is always among them, and alone if that is wanted.
    let press = |view: &mut View, code| view.key(KeyEvent::new(code, KeyModifiers::NONE), &runs);
    let mut view = View::default();
    press(&mut view, KeyCode::BackTab);
    assert_eq!(panels((80, 24), &view), ["four", "five"]);
    press(&mut view, KeyCode::Enter);
    assert_eq!(panels((200, 60), &view), ["five"]);
}

#[test]
fn results_so_far_stand_below_the_plot() {
    let mut run = with_results("m4", 2);
    run.result(&result("consistency", "torture", Some(1532)));
    let rows = plain((80, 24), &[run]);
    let all = rows.join("\n");
    let row = |what: &str| {
        let found = rows.iter().position(|row| row.contains(what));
        found.unwrap_or_else(|| panic!("'{what}' in\n{all}"))
    };
    let head = row("Results ");
    assert!(head > row("second 99"), "{all}");
    for (row, cells) in [
        (head, &["state", "MB/s", "IOPS", "p99"][..]),
        (head + 1, &["test-0 ", "filled", "skipped"]),
        (head + 2, &["test-1 ", "filled", "41.0", "10,000", "6.5 ms"]),
        (
            head + 3,
            &["consistency torture", "6.28", "1,532", "6.5 ms"],
        ),
    ] {
        let mut from = 0;
        for cell in cells {
            let at = rows[row][from..].find(cell);
            from += at.unwrap_or_else(|| panic!("'{cell}' in row {row} of\n{all}"));
        }
    }
    assert!(!rows_with_dots(&rows).is_empty(), "a plot as well\n{all}");
}

#[test]
fn last_results_are_shown_where_not_all_fit() {
    for (size, least) in [
        ((80, 24), 6),
        ((120, 40), 30),
        ((200, 60), 50),
        ((78, 14), 4),
    ] {
        let rows = plain(size, &[with_results("m4", 100)]);
        let all = rows.join("\n");
        let shown = rows.iter().filter(|row| row.contains("test-")).count();
        assert!(shown >= least, "{shown} at {size:?} in\n{all}");
        assert!(all.contains("test-99 "), "the newest\n{all}");
        assert!(all.contains(&format!("Last {shown} of 100")), "{all}");
        // All the way down, and to the right.
        let last = rows.iter().rposition(|row| row.contains("test-"));
        let last = rows.len() - last.expect("it is there");
        assert!(last <= 4, "{last} rows from the bottom of\n{all}");
        assert!(!rows_with_dots(&rows).is_empty(), "a plot as well\n{all}");
    }
}

#[test]
fn plot_stays_where_it_is_when_a_result_comes() {
    for size in [(80, 24), (120, 40), (200, 60), (78, 14)] {
        let axis = |results| {
            let rows = plain(size, &[with_results("m4", results)]);
            let labels = (0..).zip(&rows).filter(|(_, row)| row.contains("100 s"));
            labels.map(|(row, _)| row).collect::<Vec<_>>()
        };
        assert_eq!(axis(0), axis(9), "{size:?}");
    }
}

#[test]
fn drives_that_have_ended_keep_their_results_on_a_large_terminal() {
    let mut before = with_results("plextor", 3);
    before.event(&Event::Finished, Instant::now());
    let runs = [before, with_results("m4", 1)];
    let view = View::default();
    let has = |size, view: &View| {
        let all = screen(size, &runs, view, &Aside::default()).join("\n");
        assert!(all.contains("m4 · "), "{all}");
        all.contains("plextor · ")
    };
    assert!(has((200, 60), &view) && has((120, 40), &view));
    assert!(!has((80, 24), &view), "the one under way has all of it");
    let mut alone = View::default();
    alone.key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE), &runs);
    assert!(!has((200, 60), &alone));
}

#[test]
fn is_the_screen_drawn_at_any_size() {
    let mut long = under_way("驱动器 with a very long name that goes on and on", [3; 70]);
    long.result(&result(
        "驱动器-and-a-very-long-test-name-too",
        "p",
        Some(u64::MAX / 8192),
    ));
    let mut runs = vec![long];
    runs.extend((0..30).map(|n| Seen::waiting(format!("drive-{n}"))));
    let mut view = View::default();
    let ask = KeyEvent::new(KeyCode::Char('?'), KeyModifiers::NONE);
    view.key(ask, &runs);
    let aside = Aside {
        elapsed: "99 min".into(),
        note: Some("a long sentence ".repeat(40)),
        stopping: None,
    };
    for columns in (1..60).chain([100, 250]) {
        for rows in (1..20).chain([24, 45, 90]) {
            for runs in [&runs[..], &runs[..1], &[]] {
                let drawn = screen((columns, rows), runs, &view, &aside).join("");
                if columns >= 40 && rows >= 12 {
                    assert!(drawn.contains("Four Corners"), "{columns}x{rows}");
                    assert!(drawn.contains("Keys"), "{columns}x{rows}");
                } else if columns >= 20 && rows >= 10 {
                    assert!(drawn.contains("The run continues"), "{columns}x{rows}");
                }
            }
        }
    }
}

#[test]
fn does_the_screen_say_that_it_is_stopping() {
    let aside = Aside {
        stopping: Some(
            "stopping: finished results are kept; press Ctrl-C again to quit at once".into(),
        ),
        note: Some("an older sentence".into()),
        ..Aside::default()
    };
    let runs = [under_way("m4", [10; 20])];
    let all = screen((50, 14), &runs, &View::default(), &aside).join("\n");
    assert!(all.contains("stopping: finished results are kept"), "{all}");
    assert!(!all.contains("older"), "{all}");
}

#[test]
fn is_nothing_coloured_where_no_colour_is_wanted() {
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).expect("a terminal");
    let runs = [under_way("m4", [0, 7, 900])];
    terminal
        .draw(|frame| {
            draw(
                frame,
                &runs,
                &View::default(),
                &Aside::default(),
                &Look::plain(),
            );
        })
        .expect("it is drawn");
    let cells = &terminal.backend().buffer().content;
    assert!(
        cells
            .iter()
            .all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset)
    );
}
