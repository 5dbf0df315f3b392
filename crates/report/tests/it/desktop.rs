//! The quick look: its figures, its block of lines, its image, and that nothing is judged by it.

use crate::bed::{NothingPrinted, consistency, entry, measured, run};
use fourcorners_bench::record::*;
use fourcorners_bench::shipped;
use fourcorners_block::DriveKind;
use fourcorners_report::{
    Attached, PageData, Quartet, html, markdown, quick_look, share_image, write_images,
};
use quick_xml::Reader;
use quick_xml::events::Event;

/// What is done in the phases of the test, in the order of its file: I/Os a second.
const IOS: [u64; 8] = [3500, 3100, 520_000, 14_000, 3300, 2900, 480_000, 45_000];

/// A drive that was put through the quartet.
fn quartet(name: &str) -> Run {
    let mut run = run(name);
    run.header.suite = "desktop".into();
    let phases = &shipped().expect("tests").tests["quartet"].phases;
    for (phase, ios) in phases.iter().zip(IOS) {
        let work = phase.work.as_ref().expect("work");
        let bytes = ios * work.block.0 * 5;
        let figures = Measured {
            block_bytes: work.block.0,
            queue_depth: work.queue_depth.get().into(),
            span_bytes: 1 << 30,
            throughput_mb_per_s: bytes as f64 / 5e6,
            ..measured(ios * 5, 5.0)
        };
        let entry = entry("quartet", &phase.name, Status::Finished, Some(figures));
        run.entries.push(entry);
    }
    run
}

fn of(run: &Run) -> Quartet {
    let all = Quartet::all(std::slice::from_ref(run)).expect("a quartet");
    all.into_iter().next().expect("one drive")
}

fn is_narrow(text: &str) -> bool {
    text.lines().all(|line| line.chars().count() <= 80)
}

#[test]
fn quartet_has_the_figures_of_the_results() {
    let run = quartet("Fast drive 1TB");
    let found = of(&run);
    assert_eq!((found.span.0, found.seconds, found.runs), (1 << 30, 5.0, 1));
    let rows: Vec<(&str, f64, f64)> = found
        .rows
        .iter()
        .map(|row| {
            let iops = |rate: Option<fourcorners_report::Rate>| rate.expect("a figure").iops;
            (row.title.as_str(), iops(row.read), iops(row.write))
        })
        .collect();
    let expected = [
        ("SEQ1M Q8T1", 3500.0, 3300.0),
        ("SEQ1M Q1T1", 3100.0, 2900.0),
        ("RND4K Q32T1", 520_000.0, 480_000.0),
        ("RND4K Q1T1", 14_000.0, 45_000.0),
    ];
    assert_eq!(rows, expected);
    let of_results = |op: &str| {
        let all = run.entries.iter().filter_map(Entry::result);
        let own = all.filter(|one| one.op == op);
        own.map(|one| one.throughput_mb_per_s).collect::<Vec<f64>>()
    };
    let reads = found.rows.iter().filter_map(|row| row.read);
    let reads: Vec<f64> = reads.map(|rate| rate.mb_per_s).collect();
    assert_eq!(reads, of_results("read"));
    let writes = found.rows.iter().filter_map(|row| row.write);
    let writes: Vec<f64> = writes.map(|rate| rate.mb_per_s).collect();
    assert_eq!(writes, of_results("write"));
}

#[test]
fn block_is_seven_lines_of_at_most_80_columns() {
    let mut run = quartet("Fast drive 1TB");
    run.header.facts.push(Fact {
        name: "link.name".into(),
        value: "PCIe 4.0 x4".into(),
        source: String::new(),
    });
    let text = of(&run).block();
    let expected = "\
Fast drive 1TB, PCIe 4.0 x4, SIMULATED
1 GiB, 5 s per test  read MB/s      IOPS   write MB/s      IOPS
SEQ1M Q8T1               3,670                  3,460
SEQ1M Q1T1               3,251                  3,041
RND4K Q32T1              2,130   520,000        1,966   480,000
RND4K Q1T1                57.3    14,000        184.3    45,000
Fast drive 1TB (SIMULATED): SEQ1M 3670/3460 3251/3041, RND4K 2130/1966 57/184 MB/s";
    // The last line is as wide as a terminal: the name gives way, never a figure.
    let shortened = expected.replace("Fast drive 1TB (S", "Fast drive …(S");
    assert!(is_narrow(&text), "{text}");
    assert_eq!(text.lines().count(), 7);
    let figures = |text: &str| text.lines().take(6).map(String::from).collect::<Vec<_>>();
    assert_eq!(figures(&text), figures(&shortened));
    let last = text.lines().last().expect("a line");
    assert!(
        last.ends_with(" (SIMULATED): SEQ1M 3670/3460 3251/3041, RND4K 2130/1966 57/184 MB/s"),
        "{last}"
    );
}

#[test]
fn block_keeps_its_width_with_any_name() {
    for name in ["x", &"long name ".repeat(30), "\u{1b}[31mred\n\u{202e}"] {
        let text = of(&quartet(name)).block();
        assert!(is_narrow(&text) && text.lines().count() == 7, "{text}");
        assert!(!text.contains('\u{1b}'), "{text:?}");
    }
}

#[test]
fn line_to_share_has_depths_where_there_is_room() {
    let mut run = quartet("SSD");
    run.header.identity.kind = DriveKind::BlockDevice;
    let text = of(&run).shared();
    let expected = "SSD: SEQ1M Q8 3670/3460 Q1 3251/3041, RND4K Q32 2130/1966 Q1 57/184 MB/s";
    assert_eq!(text, expected);
}

/// The story: with 97 % of the CPU and 49 % of the disk in use by others, block, line and image
/// showed plain numbers.
#[test]
fn remark_is_at_its_row_in_the_line_and_on_the_image() {
    let mut run = quartet("SSD");
    run.header.identity.kind = DriveKind::BlockDevice;
    let rows = [(2, Remark::CpuUse { percent: 97 }), (2, Remark::DiskUse { percent: 49 })];
    for (place, remark) in rows {
        let figures = run.entries[place].measured.as_mut().expect("figures");
        figures.remarks.push(remark);
    }
    let text = of(&run).block();
    let marked: Vec<&str> = text.lines().filter(|line| line.ends_with(" *")).collect();
    assert!(
        matches!(marked.as_slice(), [row] if row.starts_with("RND4K Q32T1")),
        "{text}"
    );
    let note = "* other programs used 97 % of the CPU and 49 % of the disk traffic";
    let table: Vec<&str> = text.lines().take(7).collect();
    assert_eq!(table[6], note, "{text}");
    assert!(is_narrow(&table.join("\n")), "{text}");
    let line = text.lines().last().expect("a line");
    assert!(
        line.ends_with(" MB/s (others: CPU 97 %, disk 49 %)"),
        "{line}"
    );
    let image = texts(&share_image(&of(&run), None));
    assert!(image.iter().any(|text| text == &note[2..]), "{image:?}");
    let figures = run.entries[0].measured.as_mut().expect("figures");
    figures.remarks.push(Remark::UnwrittenReads { percent: 100 });
    let line = of(&run).shared();
    assert!(line.contains("(reads of unwritten space; others: "), "{line}");
}

#[test]
fn real_drive_is_not_called_simulated() {
    let mut run = quartet("SSD");
    run.header.identity.kind = DriveKind::BlockDevice;
    let found = of(&run);
    assert_eq!(found.attached, Attached::BlockDevice);
    assert!(!found.block().contains("SIMULATED"));
    assert!(!share_image(&found, None).contains("SIMULATED"));
    run.header.conditions.link = Some("6.0 Gbps".into());
    assert_eq!(of(&run).attached, Attached::Link("6.0 Gbps".into()));
}

#[test]
fn missing_figure_is_a_dash_and_other_tests_are_no_quick_look() {
    let mut run = quartet("SSD");
    run.entries.truncate(5);
    let text = of(&run).block();
    assert!(
        text.lines().nth(5).expect("a row").ends_with(" -"),
        "{text}"
    );
    run.entries.clear();
    assert_eq!(Quartet::all(&[run]), None, "nothing was measured");
    let with_another = [quartet("SSD"), consistency("m4", (0..20).map(|_| 9000))];
    assert_eq!(quick_look(&with_another), None);
}

#[test]
fn repeated_runs_are_one_block_of_medians() {
    let mut runs = [quartet("SSD"), quartet("SSD"), quartet("SSD")];
    for (place, run) in runs.iter_mut().enumerate() {
        run.header.repeat = place as u32 + 1;
        let first = run.entries[0].measured.as_mut().expect("figures");
        first.throughput_mb_per_s = [100.0, 300.0, 200.0][place];
    }
    let all = Quartet::all(&runs).expect("a quartet");
    assert_eq!((all.len(), all[0].runs), (1, 3));
    assert_eq!(all[0].rows[0].read.expect("a figure").mb_per_s, 200.0);
    let text = all[0].block();
    assert!(text.contains("median of 3") && is_narrow(&text), "{text}");
}

#[test]
fn nothing_is_judged_or_recommended() {
    let mut memory = quartet("memory");
    memory.header.identity.raw_nand = None;
    for runs in [
        vec![quartet("SSD")],
        vec![quartet("SSD"), quartet("other")],
        vec![memory],
    ] {
        let data = PageData::new(&runs, &NothingPrinted);
        assert!(data.judgements.is_empty(), "{:?}", data.judgements);
        assert!(data.headlines.is_empty(), "{:?}", data.headlines);
        assert!(data.final_words.is_empty(), "{:?}", data.final_words);
        assert!(data.warnings.is_empty(), "{:?}", data.warnings);
        assert!(data.steady.is_empty() && data.torture.is_empty() && data.latencies.is_empty());
        assert_eq!(data.charts.len(), 1);
        assert_eq!(data.charts[0].bars.len(), 8 * runs.len());
        let text = markdown(&runs, &NothingPrinted);
        for word in ["judge", "Final words", "steady"] {
            assert!(!text.contains(word), "'{word}': {text}");
        }
    }
    // With a run that is judged, headlines and final words are those of before.
    let both = [quartet("SSD"), consistency("m4", (0..2000).map(|_| 9000))];
    assert!(!PageData::new(&both, &NothingPrinted).headlines.is_empty());
}

/// Every text of an image; it panics unless the image is well-formed.
fn texts(svg: &str) -> Vec<String> {
    let mut reader = Reader::from_str(svg);
    reader.config_mut().check_end_names = true;
    let (mut open, mut found) = (0, vec![String::new()]);
    loop {
        match reader.read_event().expect("well-formed") {
            Event::Start(tag) => {
                tag.attributes()
                    .for_each(|one| drop(one.expect("an attribute")));
                open += 1;
                found.push(String::new());
            }
            Event::Empty(tag) => tag.attributes().for_each(|one| drop(one.expect("one"))),
            Event::End(_) => open -= 1,
            Event::Text(text) => {
                let text = text.xml10_content();
                found.last_mut().expect("one").push_str(&text);
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(open, 0);
    found
}

#[test]
fn image_is_well_formed_and_says_simulated() {
    let mut run = quartet("Fast drive 1TB");
    run.header.identity.firmware = "2B2QEXM7".into();
    let image = share_image(&of(&run), Some("2026-11-26"));
    let texts = texts(&image);
    let has = |wanted: &str| texts.iter().any(|text| text.trim() == wanted);
    for wanted in [
        "Fast drive 1TB",
        "firmware 2B2QEXM7, 256 GB",
        "SIMULATED: a model, not a measurement",
        "RND4K Q32T1",
        "3,670",
        "520,000 IOPS",
        "1 GiB, 5 s per test  |  2026-11-26  |  Four Corners 0",
    ] {
        assert!(has(wanted), "'{wanted}' in {texts:?}");
    }
    assert!(image.starts_with("<svg ") && image.contains("width=\"1200\" height=\"630\""));
}

#[test]
fn image_takes_a_hostile_name_as_text() {
    let run = quartet("<script>&\"'\u{0}\u{ffff}</text>");
    let image = share_image(&of(&run), None);
    texts(&image);
    assert!(!image.contains("<script>") && !image.contains(['\u{0}', '\u{ffff}']));
}

#[test]
fn images_are_written_beside_the_page_and_replace_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("20261126-review.html");
    let runs = [quartet("one"), quartet("two")];
    let written = write_images(&runs, &page, &|_| None).expect("images");
    let names: Vec<_> = written.iter().filter_map(|path| path.file_name()).collect();
    assert_eq!(
        names,
        ["20261126-review-share.svg", "20261126-review-share-2.svg"]
    );
    assert!(write_images(&runs, &page, &|_| None).is_err());
    let none = write_images(&[run("nothing")], &page, &|_| None);
    assert!(none.expect("no image").is_empty());
}

#[test]
fn page_has_the_quick_look_in_its_own_section() {
    let data = PageData::new(&[quartet("SSD")], &NothingPrinted);
    assert_eq!(data.charts[0].section.to_string(), "quick-look");
    let page = html(&data).expect("a page");
    assert!(page.contains("id=\"quick-look-charts\""));
}
