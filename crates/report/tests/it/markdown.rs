//! Does the Markdown say what the page says, and is nothing in a run markup?

use crate::bed;
use fourcorners_bench::record::{NotComparable, NotRun};

use bed::{consistency, entry, measured};
use fourcorners_bench::record::*;
use fourcorners_report::{
    NothingPrinted, PageData, compare, comparison_text, markdown, markdown_of_comparison,
};

#[test]
fn does_it_hold_headline_findings_final_words_warnings_and_tables() {
    let mut first = consistency("first", (0..2000).map(|_| 9000));
    let second = consistency("second", (0..2000).map(|_| 5000));
    first.header.not_comparable = vec![NotComparable::Conditions];
    let runs = [first, second];
    let text = markdown(&runs, &NothingPrinted);
    let data = PageData::new(&runs, &NothingPrinted);
    for part in [
        "# Four Corners: 2 drives compared",
        "* **first**: sustained random writes: 9,000 IOPS, consistent.",
        "> **first**: not comparable",
        "## Recommendations",
        "* **Heavy writing (server, database)**: first (9,000 IOPS after 1400 s, consistent); \
         runner-up: second",
        "| first | Default (256 GB tested, 6.8 % spare) |",
        "seed 1): `fourcorners review`",
    ] {
        assert!(text.contains(part), "'{part}' in: {text}");
    }
    for one in &data.judgements {
        assert!(text.contains(one.rule.says), "{}", one.rule.says);
    }
}

#[test]
fn does_every_row_of_a_table_have_as_many_cells_as_its_head() {
    let mut run = consistency("a|b", (0..2000).map(|_| 9000));
    run.entries.push(entry(
        "random-read-4k-qd3",
        "measure",
        Status::Finished,
        Some(measured(10, 180.0)),
    ));
    let text = markdown(&[run], &NothingPrinted);
    // An escaped bar is no border.
    let cells = |line: &str| line.replace("\\|", "").matches('|').count();
    let lines: Vec<&str> = text.lines().collect();
    let mut tables = 0;
    for (place, line) in lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.starts_with("| ---"))
    {
        tables += 1;
        assert_eq!(cells(lines[place - 1]), cells(line));
        for row in lines[place + 1..]
            .iter()
            .take_while(|row| row.starts_with('|'))
        {
            assert_eq!(cells(row), cells(line), "{row}");
        }
    }
    assert!(tables >= 3, "{text}");
}

#[test]
fn is_nothing_that_comes_from_a_drive_markup() {
    let hostile =
        "</li><img src=x onerror=1> [a](http://b) **c** `d` # e\n# f ![g](h) https://i | j";
    let mut run = consistency("a drive", (0..2000).map(|_| 9000));
    run.header.identity.model = hostile.into();
    run.header.command = "fourcorners review '``x`' <b>".into();
    run.entries.push(entry(
        hostile,
        "",
        Status::Skipped {
            because: NotRun::Earlier {
                text: hostile.into(),
            },
        },
        None,
    ));
    let text = markdown(&[run], &NothingPrinted);
    let code = "``` fourcorners review '``x`' <b> ```";
    assert!(text.contains(code), "{text}");
    let rest = text.replace(code, "");
    let mut before = ' ';
    for (place, c) in rest.char_indices() {
        let is_ours = rest[place..].starts_with("**") || rest[..place].ends_with('*') || c == '*';
        if matches!(c, '<' | '[' | '`' | '!') && !is_ours {
            assert_eq!(before, '\\', "'{}'", &rest[place.saturating_sub(20)..]);
        }
        before = c;
    }
    assert!(!text.contains("\n# f"), "a line of its own");
    assert!(!text.contains("https://") && !text.contains("http://"));
}

/// The story: `www.evil.com` and `HTTP://evil.com` in a drive's name were links on GitHub, which
/// links bare addresses.
#[test]
fn is_no_bare_address_a_link_however_it_is_spelt() {
    let mut run = consistency("a drive", (0..2000).map(|_| 9000));
    run.header.identity.model =
        "www.a.example WWW.b.example HTTP://c.example hTTps://d.example Ftp://e.example 3.5 in"
            .into();
    let text = markdown(&[run], &NothingPrinted);
    for bare in ["www.", "WWW.", "HTTP:", "hTTps:", "Ftp:"] {
        assert!(!text.contains(bare), "{bare} in: {text}");
    }
    let seen = r"www\.a.example WWW\.b.example HTTP\://c.example hTTps\://d.example Ftp\://e.example 3.5 in";
    assert!(text.contains(seen), "{text}");
}

/// The story: `\@name` in a drive's model still notified a person on GitHub, which looks for names
/// after it has taken the escapes away, and `\#1` was a link to an issue.
#[test]
fn does_a_name_in_a_model_notify_nobody() {
    let mut run = consistency("a drive", (0..2000).map(|_| 9000));
    run.header.identity.model = "a@b @octocat #12 # 3".into();
    let text = markdown(&[run], &NothingPrinted);
    // What GitHub looks at.
    let rendered = text.replace('\\', "");
    for found in ["@b", "@octocat", "#12"] {
        assert!(!rendered.contains(found), "{found} in: {text}");
    }
    assert!(
        rendered
            .replace("&#8203;", "")
            .contains("a@b @octocat #12 # 3")
    );
}

/// The story: what `compare` found figure by figure stood on the terminal and in JSON, and not in
/// the Markdown that it wrote.
#[test]
fn does_the_markdown_of_a_comparison_hold_every_figure_beside_the_others() {
    let mut first = consistency("first", (0..2000).map(|_| 9000));
    first.header.identity.model = "fir|st".into();
    let level = consistency("level", (0..2000).map(|_| 9000));
    let mut slow = consistency("slow", (0..2000).map(|_| 4500));
    let write_latency = slow.entries[0].measured.as_mut().expect("measured");
    write_latency.latency_max_us = 80_000.0;
    let runs = [first, level, slow];
    let comparison = compare(&runs);
    let title = |test: &str| format!("The | {test} test");
    let text = markdown_of_comparison(&runs, &NothingPrinted, &comparison, &title);
    for line in [
        "## Side by side",
        r"* **A**: fir\|st (first)",
        r"### The \| consistency test",
        "|  | A | B | C | best |",
        "| worst second (IOPS) | 9000 | 9000 (=) | 4500 (-50 %) | A, B equal |",
        "| max latency | 40.0 ms | 40.0 ms (=) | 80.0 ms (+100 %) | A, B equal |",
    ] {
        assert!(
            text.lines().any(|found| found == line),
            "'{line}' in: {text}"
        );
    }
    let rows = comparison_text(&comparison, &title, Some(200));
    for figure in &comparison.figures {
        let unit = &figure.unit;
        if unit == "µs" {
            continue; // Each latency has the unit that reads best.
        }
        assert!(rows.contains(&format!("({unit})")), "{unit} in: {rows}");
    }
}
