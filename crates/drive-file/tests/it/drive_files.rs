//! Are a drive file's keys of garbage collection read, and mistakes named with line and remedy?

use fourcorners_drive_file::{SpecError, load, load_port};
use fourcorners_sim::spec::{HotCold, HotDetector, MappingSpec, SsdSpec, VictimPolicy};
use std::path::Path;

/// The m4's file with something more under `[gc]`.
fn with_gc(more: &str) -> Result<SsdSpec, SpecError> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: String| std::fs::read_to_string(root.join(path)).ok();
    let text = read("drives/crucial-m4-256.toml".into()).expect("the drive's file");
    let text = text.replace("[gc]\n", &format!("[gc]\n{more}\n"));
    load("test", &text, &|part| read(format!("nand/{part}.toml")))
        .map(|spec| spec.into_ssd().expect("an SSD"))
}

fn assumed(key: &str, value: u64) -> String {
    format!("{key} = {{ value = {value}, from = \"assumed\", source = \"test\" }}\n")
}

fn problem(more: &str) -> String {
    with_gc(more).expect_err("not a drive").to_string()
}

#[test]
fn is_greedy_without_hot_and_cold_what_a_file_means_that_says_nothing() {
    let gc = with_gc("").expect("a drive").gc;
    assert_eq!(gc.victim, VictimPolicy::Greedy);
    assert_eq!(gc.hot_cold, None);
}

#[test]
fn is_every_choice_of_victims_read() {
    for policy in VictimPolicy::ALL {
        let compares = policy.draws();
        let more = if compares {
            assumed("victim_candidates", 10)
        } else {
            String::new()
        };
        let lines = format!("victim = \"{}\"\n{more}", policy.name());
        let gc = with_gc(&lines).expect("a drive").gc;
        let expected = (*policy, if compares { 10 } else { 0 });
        assert_eq!((gc.victim, gc.victim_candidates), expected);
    }
}

#[test]
fn is_a_wrong_choice_of_victims_named_with_its_line() {
    let none = format!(
        "victim = \"d-choices\"\n{}",
        assumed("victim_candidates", 0)
    );
    let message = problem(&none);
    assert!(message.contains("test:") && message.contains("expected 1 to 65535"));
    assert!(problem("victim = \"d-choices\"").contains("needs victim_candidates"));
    let greedy = format!("victim = \"greedy\"\n{}", assumed("victim_candidates", 2));
    assert!(problem(&greedy).contains("d-choices"));
    assert!(problem("victim = \"newest\"").contains("cost-benefit"));
}

#[test]
fn are_hot_and_cold_read_as_an_oracle_or_a_detector_and_not_as_both() {
    let oracle = assumed("hot_cold.hot_below_lba", 800);
    let spec = with_gc(&oracle).expect("a drive");
    let known = HotCold::Oracle { hot_below_lba: 800 };
    assert_eq!(spec.gc.hot_cold, Some(known));
    let detector = [
        assumed("hot_cold.counters", 4096),
        assumed("hot_cold.hot_threshold", 4),
        assumed("hot_cold.decay_writes", 5117),
    ]
    .concat();
    let spec = with_gc(&detector).expect("a drive");
    let counts = HotCold::Detector(HotDetector {
        counters: 4096,
        hot_threshold: 4,
        decay_writes: 5117,
    });
    assert_eq!(spec.gc.hot_cold, Some(counts));
    let both = problem(&format!("{oracle}{detector}"));
    assert!(both.contains("test:") && both.contains("either hot_below_lba, or counters"));
    assert!(
        problem(&assumed("hot_cold.hot_below_lba", 801)).contains("multiple of the mapping unit")
    );
    let high = detector.replace("value = 4,", "value = 16,");
    assert!(problem(&high).contains("expected 1 to 15"));
}

#[test]
fn can_every_host_port_be_read_and_does_none_make_a_link_faster() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ports");
    let link = with_gc("").expect("a drive").link;
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a file");
        let port = load_port(&path.display().to_string(), &text).expect("a port");
        assert_eq!(
            Some(port.name.as_str()),
            path.file_stem().and_then(|stem| stem.to_str())
        );
        let behind = link.behind(&port);
        assert!(behind.mb_per_s <= link.mb_per_s && behind.mb_per_s <= port.mb_per_s);
        assert!(behind.command_latency_ns >= link.command_latency_ns);
        count += 1;
    }
    assert!(count >= 5);
    let error = load_port(
        "x.toml",
        "name = \"x\"\nmb_per_s = \
        { value = 0, from = \"assumed\", source = \"\" }\ncommand_latency_us = { value = 0, from = \
        \"assumed\", source = \"\" }",
    )
    .expect_err("no port is that slow");
    assert!(
        error
            .to_string()
            .contains("x.toml:2: mb_per_s is 0; expected 1"),
        "{error}"
    );
}

/// The m4's file with one line changed, or with more at its end.
fn changed(from: &str, to: &str) -> Result<SsdSpec, SpecError> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: String| std::fs::read_to_string(root.join(path)).ok();
    let text = read("drives/crucial-m4-256.toml".into()).expect("the drive's file");
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| match line.starts_with(from) {
            true => to.to_string(),
            false => line.to_string(),
        })
        .collect();
    if from.is_empty() {
        lines = vec![text, to.to_string()];
    }
    load("test", &lines.join("\n"), &|part| {
        read(format!("nand/{part}.toml"))
    })
    .map(|spec| spec.into_ssd().expect("an SSD"))
}

#[test]
fn is_a_mapping_unit_anything_from_a_sector_to_a_page_of_every_plane() {
    let unit = |kib: &str| {
        let value =
            format!("unit_kib = {{ value = {kib}, from = \"assumed\", source = \"test\" }}");
        changed("unit_kib", &value)
    };
    for (kib, bytes) in [("0.5", 512), ("4", 4096), ("8", 8192)] {
        let spec = unit(kib).unwrap_or_else(|error| panic!("{kib}: {error}"));
        assert_eq!(spec.layout.unit_bytes, bytes);
    }
    for wrong in ["0.25", "3", "32", "-4"] {
        let message = unit(wrong).expect_err("no unit").to_string();
        assert!(
            message.contains("unit_kib") && message.contains("expected"),
            "{wrong}: {message}"
        );
    }
}

#[test]
fn is_compression_read_and_its_mistakes_named() {
    let section = |slot: &str, least: &str| {
        let field = |key: &str, value: &str| {
            format!("{key} = {{ value = {value}, from = \"assumed\", source = \"test\" }}\n")
        };
        let text = [
            "[compression]\n".to_string(),
            field("slot_bytes", slot),
            field("min_stored_per_mille", least),
            field("unit_us", "1.5"),
            field("slot_us", "0"),
            field("deduplication_units", "16"),
        ];
        changed("", &text.concat())
    };
    let compression = section("512", "140").expect("a drive").compression;
    let compression = compression.expect("which compresses");
    assert_eq!(compression.slot_bytes, 512);
    assert_eq!(compression.unit_ns, 1500);
    assert_eq!(compression.deduplication_units, 16);
    for (slot, least, expected) in [
        ("100", "140", "slot_bytes"),
        ("8192", "140", "slot_bytes"),
        ("512", "1001", "min_stored_per_mille is 1001"),
    ] {
        let message = section(slot, least).expect_err("none").to_string();
        assert!(
            message.contains("test:") && message.contains(expected),
            "{message}"
        );
    }
}

#[test]
fn is_hybrid_mapping_read_and_what_it_contradicts_named() {
    let logs = assumed("log_superblocks", 6);
    let hybrid = |more: &str| {
        changed(
            "[layout]",
            &format!("[layout]\nmapping = \"hybrid\"\n{more}"),
        )
    };
    let spec = hybrid(&logs).expect("a drive");
    assert_eq!(
        spec.layout.mapping,
        MappingSpec::Hybrid { log_superblocks: 6 }
    );
    let message = hybrid("").expect_err("no logs").to_string();
    assert!(message.contains("test:") && message.contains("needs log_superblocks"));
    let only = changed("[layout]", &format!("[layout]\n{logs}"));
    assert!(
        only.expect_err("pages")
            .to_string()
            .contains("valid only with mapping = \"hybrid\"")
    );
    let cached = format!("{logs}{}", assumed("l2p_cache_kib", 64));
    let message = hybrid(&cached).expect_err("contradiction").to_string();
    assert!(message.contains("layout.l2p_cache_kib needs page mapping"));
}

/// The story: with logs in several pools each log's open group held a slot of a small buffer, and
/// the next write waited for one for ever.
#[test]
fn buffer_holds_a_group_for_every_log_of_every_pool() {
    // Two pools, groups of 16 KiB.
    let with = |mapping: &str, more: &str, kib| {
        let buffer = assumed("buffer_kib", kib);
        let lines = format!("mapping = \"{mapping}\"\n{more}{buffer}");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let read = |path: String| std::fs::read_to_string(root.join(path)).ok();
        let text = read("drives/crucial-m4-256.toml".into()).expect("the drive's file");
        let kept = text.lines().map(|line| match line.split(' ').next() {
            Some("buffer_kib") => lines.clone(),
            Some("superblock_dies") => assumed("superblock_dies", 16),
            _ => format!("{line}\n"),
        });
        let text: String = kept.collect();
        load("test", &text, &|part| read(format!("nand/{part}.toml")))
    };
    let logs = assumed("log_superblocks", 6);
    for (mapping, more, groups) in [("page", "", 2), ("block", "", 2), ("hybrid", &*logs, 4)] {
        assert!(with(mapping, more, groups * 16).is_ok(), "{mapping}");
        let error = with(mapping, more, groups * 16 - 1).expect_err("too small");
        let expected = format!("at least {groups} groups of 16 KiB");
        assert!(error.to_string().contains(&expected), "{mapping}: {error}");
    }
}

/// What the m4's file leaves out, where numbers can stand.
const MORE: &str = r#"
[price]
usd = { value = 369, from = "assumed", source = "test" }
gbp = { value = 250, from = "assumed", source = "test" }
[gc.idle]
after_ms = { value = 100, from = "assumed", source = "test" }
high_watermark = { value = 6, from = "assumed", source = "test" }
max_valid_per_mille = { value = 900, from = "assumed", source = "test" }
copies_in_flight = { value = 4, from = "assumed", source = "test" }
[wear]
dynamic_leveling = { value = true, from = "assumed", source = "test" }
[compression]
slot_bytes = { value = 512, from = "assumed", source = "test" }
min_stored_per_mille = { value = 140, from = "assumed", source = "test" }
unit_us = { value = 2, from = "assumed", source = "test" }
slot_us = { value = 0.5, from = "assumed", source = "test" }
deduplication_units = { value = 8, from = "assumed", source = "test" }
[power]
idle_mw = { value = 400, from = "assumed", source = "test" }
active_mw = { value = 1000, from = "assumed", source = "test" }
"#;

/// A file once for each of its numbers, with another in its place; and the line that it is in.
fn with_each_number(text: &str, other: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let changed = lines.iter().enumerate().filter_map(|(index, line)| {
        let at = line.find("value = ")? + "value = ".len();
        let rest = &line[at..];
        let end = rest.find([',', ' ', '}'])?;
        rest[..end].replace('_', "").parse::<f64>().ok()?;
        let line = format!("{}{other}{}", &line[..at], &rest[end..]);
        let file = [&lines[..index], &[line.as_str()], &lines[index + 1..]].concat();
        Some((index + 1, file.join("\n")))
    });
    changed.collect()
}

/// The story: `nan` is neither below nor above any limit, so latencies and prices took it, and a
/// latency of NaN was none.
#[test]
fn number_that_is_not_finite_is_refused_with_its_key() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).expect("a file");
    let m4 = read("drives/crucial-m4-256.toml");
    let sections = MORE.split("\n[").skip(1);
    let own =
        |section: &&str| !m4.contains(&format!("[{}]", section.split(']').next().expect("a name")));
    let more: Vec<&str> = sections.filter(own).collect();
    let m4 = format!("{m4}\n[{}", more.join("\n["));
    let nand = read("nand/micron-l74a.toml");
    let disk = read("drives/wd-velociraptor-300.toml");
    let port = read("ports/marvell-88se9128.toml");
    let as_drive = |text: &str| load("x.toml", text, &|_| Some(nand.clone())).map(drop);
    let as_nand = |text: &str| load("drive", &m4, &|_| Some(text.into())).map(drop);
    let as_port = |text: &str| load_port("x.toml", text).map(drop);
    type Loader<'a> = &'a dyn Fn(&str) -> Result<(), SpecError>;
    let files: [(&str, Loader, &str, usize); 4] = [
        (&m4, &as_drive, "x.toml", 20),
        (&nand, &as_nand, "nand/", 5),
        (&disk, &as_drive, "x.toml", 5),
        (&port, &as_port, "x.toml", 2),
    ];
    for (text, load, file, at_least) in files {
        assert_eq!(load(text), Ok(()), "a file that is right");
        for value in ["nan", "+nan", "-nan", "inf", "-inf", "1e999"] {
            let changed = with_each_number(text, value);
            assert!(changed.len() >= at_least, "{} in {text}", changed.len());
            for (line, changed) in changed {
                let error = load(&changed).expect_err(&changed).to_string();
                let written = changed.lines().nth(line - 1).expect("the line");
                let key = written.split_once(" = ").expect("a key").0;
                let words = [file, key, "finite", &format!("toml:{line}: ")];
                let said = |word: &&str| error.contains(*word);
                assert!(words.iter().all(said), "{written}\n{error}");
                assert!(error.contains(&format!("is {value}")), "{error}");
            }
        }
    }
}

#[test]
fn bare_number_is_as_good_as_a_sourced_one() {
    let bare = |from: &str, to: &str| changed(from, to).expect(to);
    let low = "low_watermark";
    assert_eq!(
        bare(low, "low_watermark = 3").gc,
        bare(low, &assumed("low_watermark", 3)).gc
    );
    let spec = bare(low, "low_watermark = 3");
    let fact = spec
        .facts
        .iter()
        .find(|fact| fact.name == "gc.low_watermark");
    let fact = fact.expect("a fact");
    assert_eq!(
        (&*fact.value, &*fact.source),
        ("3", "assumed: no source given")
    );
}

#[test]
fn mistake_in_a_bare_number_has_its_line() {
    let low = "low_watermark";
    let refused = |to: &str| changed(low, to).expect_err(to).to_string();
    let line = refused("low_watermark = 0");
    assert!(
        line.starts_with("test:") && line.contains("low_watermark is 0"),
        "{line}"
    );
    let typed = refused("low_watermark = \"two\"");
    assert!(
        typed.contains("low_watermark = \"two\"") && typed.contains("u32"),
        "{typed}"
    );
    let without = refused("low_watermark = { value = 2 }");
    assert!(without.contains("missing field `from`"), "{without}");
}

/// In the repository a number without a source is a mistake.
#[test]
fn every_number_of_the_repository_has_a_source() {
    fn bare(table: &toml::Table, place: &str, found: &mut Vec<String>) {
        if table.contains_key("value") && table.contains_key("source") {
            return;
        }
        for (key, value) in table {
            let place = format!("{place} {key}");
            match value {
                toml::Value::Table(inner) => bare(inner, &place, found),
                toml::Value::String(_) => {}
                _ => found.push(place),
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["drives", "nand", "ports"] {
        for entry in std::fs::read_dir(root.join(folder)).expect(folder) {
            let path = entry.expect("a file").path();
            let text = std::fs::read_to_string(&path).expect("its text");
            let table = text.parse::<toml::Table>().expect("TOML");
            bare(&table, &path.display().to_string(), &mut found);
        }
    }
    assert_eq!(found, Vec::<String>::new());
}
