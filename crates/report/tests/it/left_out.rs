//! Is nothing recommended that nobody can choose, and is it said of what these runs cannot speak?

use crate::bed;

use bed::{NothingPrinted, consistency, entry, measured, run};
use fourcorners_bench::record::*;
use fourcorners_report::{FinalWord, PageData, markdown, tables};

fn words(runs: &[Run]) -> Vec<FinalWord> {
    PageData::new(runs, &NothingPrinted).final_words
}

fn for_whom<'a>(words: &'a [FinalWord], whom: &str) -> &'a FinalWord {
    let found = words.iter().find(|word| word.whom.starts_with(whom));
    found.unwrap_or_else(|| panic!("nothing for '{whom}' in {words:?}"))
}

fn memory(mut run: Run) -> Run {
    run.header.identity.raw_nand = None;
    run.header.identity.physical_block = fourcorners_block::Bytes(512);
    run
}

/// The story: the RAM disk of the catalogue, the upper end of every chart, won the final words.
#[test]
fn is_memory_shown_and_never_recommended() {
    let fast = || memory(consistency("memory", (0..2000).map(|_| 260_000)));
    let drives = ["one", "two"].map(|name| consistency(name, (0..2000).map(|_| 9000)));
    let [one, two] = drives;
    let found = words(&[fast(), one.clone(), two]);
    let heavy = for_whom(&found, "Heavy writing");
    assert_eq!(heavy.drives, [1, 2]);
    assert!(found.iter().all(|word| !word.drives.contains(&0)));
    let last = found.last().expect("a word");
    assert!(
        last.text
            .ends_with("memory is RAM: an upper limit in the charts, not a recommendation"),
        "{last:?}"
    );
    let beside_it = words(&[fast(), one]);
    assert!(
        for_whom(&beside_it, "Heavy writing")
            .text
            .starts_with("recommended")
    );
    let [only] = words(&[fast()]).try_into().expect("one word");
    assert!(only.drives.is_empty() && only.text.contains("not a recommendation"));
}

/// Neither a hard disk, which has no flash, nor a drive of the host, whose flash is not known, is
/// memory; a RAM disk of the host's kernel is.
#[test]
fn are_disks_and_drives_of_the_host_no_memory() {
    let steady = |name: &str| consistency(name, (0..2000).map(|_| 9000));
    let mut disk = memory(steady("a disk"));
    disk.header.identity.rotational = Some(true);
    let mut real = memory(steady("/dev/sdb"));
    real.header.identity.kind = fourcorners_block::DriveKind::BlockDevice;
    let mut ram = real.clone();
    ram.header.identity.name = "/dev/ram0".into();
    ram.header.identity.model = "ram0".into();
    let found = words(&[disk, real, ram]);
    assert_eq!(for_whom(&found, "Heavy writing").drives, [0, 1]);
}

/// The story: traces cut to 2 s by --duration were still recommended ("Light writing: ... 4,323
/// IOPS").
#[test]
fn is_a_trace_that_was_cut_no_recommendation() {
    let light = |name: &str, ios: u64, cut_to_s: Option<u64>| {
        let mut run = run(name);
        run.entries.push(entry(
            "storage-bench-2010-light",
            "measure",
            Status::Finished,
            Some(measured(ios, 1.0)),
        ));
        let mut asked = bed::asked_for();
        asked.tests.duration_s = cut_to_s;
        run.header.request = Some(asked);
        run
    };
    let both = |cut_to_s| words(&[light("one", 4323, cut_to_s), light("two", 2000, cut_to_s)]);
    let cut = both(Some(2));
    let word = for_whom(&cut, "Light writing");
    assert!(word.drives.is_empty(), "{word:?}");
    assert_eq!(
        word.not_measured[0],
        "one: --duration cut the replay after 2 s"
    );
    assert_eq!(for_whom(&both(None), "Light writing").drives, [0]);
}

/// The story: the pages of 2011 (no consistency run) and 2009 (no TRIM) left out heavy writing and
/// TRIM without a word.
#[test]
fn is_each_use_named_of_which_the_runs_cannot_speak_with_what_asks_it() {
    let runs = ["one", "two"].map(|name| consistency(name, (0..2000).map(|_| 9000)));
    let found = words(&runs);
    let last = found.last().expect("a word");
    for part in [
        "With TRIM (modern OS): torture and trim (in four-corners, anandtech-2010, \
         anandtech-2011)",
        "Mostly reading (starting programs, opening files): random-read-4k-qd3",
        "Light writing (desktop, office): storage-bench-2010-light (in anandtech-2010) or \
         storage-bench-2011-light (in anandtech-2011)",
    ] {
        assert!(last.text.contains(part), "{part}: {}", last.text);
    }
    assert!(!last.text.contains("Heavy writing"), "{}", last.text);
    let alone = words(&runs[..1]);
    let text = &alone.last().expect("a word").text;
    assert!(
        text.contains(
            "hd-tach, torture and trim (in four-corners, anandtech-2010, anandtech-2011)"
        ),
        "{text}"
    );
    assert!(
        !text.contains("Light writing"),
        "no use of a drive alone: {text}"
    );
    for text in [
        markdown(&runs, &NothingPrinted),
        tables(&runs, &NothingPrinted, Some(160)),
    ] {
        assert!(text.contains("Not covered"), "{text}");
    }
}

/// Nobody who runs one test expects advice.
#[test]
fn is_a_single_test_without_advice_left_without_any() {
    let mut single = run("a drive");
    single.entries.push(entry(
        "random-read-4k-qd3",
        "measure",
        Status::Finished,
        Some(measured(1000, 60.0)),
    ));
    assert!(words(&[single]).is_empty());
}

/// The story: a test that was stopped after 5 of its 10 s stood among the others with its MB/s, and
/// nothing told it from them.
#[test]
fn has_a_phase_that_was_stopped_no_figures_in_any_table() {
    let mut run = run("a drive");
    let all = [
        ("whole", Status::Finished),
        ("stopped", Status::Interrupted),
    ];
    run.entries = all
        .map(|(test, status)| entry(test, "measure", status, Some(measured(777_000, 1.0))))
        .to_vec();
    for text in [
        markdown(std::slice::from_ref(&run), &NothingPrinted),
        tables(&[run], &NothingPrinted, Some(160)),
    ] {
        let with = |word: &str| {
            text.lines()
                .filter(|line| line.contains(word))
                .collect::<Vec<_>>()
        };
        assert_eq!(with("777000").len(), 1, "{text}");
        assert!(with("777000")[0].contains("whole"), "{text}");
        assert!(with("stopped")[0].contains("interrupted"), "{text}");
    }
}

/// What a paragraph would hide stands a line each, in the same words; a short sentence stays one.
#[test]
fn long_list_of_what_is_left_out_has_a_line_for_each() {
    let drives = ["one", "two"].map(|name| consistency(name, (0..2000).map(|_| 9000)));
    let found = words(&drives);
    let last = for_whom(&found, "Not covered");
    let list = last.list.as_ref().expect("a list");
    assert!(list.items.len() > 1);
    assert_eq!(
        last.text,
        format!("{}: {}", list.head, list.items.join("; "))
    );
    assert!(for_whom(&found, "Heavy writing").list.is_none());
}
