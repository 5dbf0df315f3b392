//! Whether the traces of `traces/` are what was published of those they stand for: as the
//! statistics find them, not as their generator counts.

use fourcorners_block::Seed;
use fourcorners_trace::statistics::Kind;
use fourcorners_trace::{Definition, Statistics, Synthesis, Synthetic, TraceError};
use std::ops::RangeInclusive;

fn definition(name: &str) -> Definition {
    let file = format!("{}/../../traces/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).expect("the definition is there");
    Definition::parse(&file, &text).unwrap_or_else(|error| panic!("{error}"))
}

fn statistics(name: &str) -> Statistics {
    let statistics: Result<_, TraceError> =
        Statistics::of(&mut Synthesis::new(&definition(name), Seed(1)));
    statistics.expect("a synthetic trace has no errors")
}

fn percent(kind: &Kind, class: &str) -> f64 {
    let class = kind.classes.iter().find(|row| row.class == class);
    class.expect("a class of the table").share * 100.0
}

/// Every printed share within a percentage point; "over" and "less than" on their side of it.
fn holds(
    name: &str,
    statistics: &Statistics,
    sizes: &[(&str, RangeInclusive<f64>)],
    sequential: RangeInclusive<f64>,
) {
    for (class, allowed) in sizes {
        let is = percent(&statistics.all, class);
        assert!(
            allowed.contains(&is),
            "{name}: {class} are {is} %, published {allowed:?}"
        );
    }
    let is = statistics.all.sequential_share * 100.0;
    assert!(
        sequential.contains(&is),
        "{name}: {is} % sequential, published {sequential:?}"
    );
}

fn about(percent: f64) -> RangeInclusive<f64> {
    percent - 1.0..=percent + 1.0
}

fn mean_depth_is(name: &str, statistics: &Statistics, published: f64) {
    let is = statistics
        .queue_depth
        .as_ref()
        .expect("every I/O has a completion")
        .mean;
    assert!(
        (is / published - 1.0).abs() < 0.02,
        "{name}: {is} outstanding, published {published}"
    );
}

fn bytes_are(name: &str, kind: &Kind, gb: f64) {
    let is = kind.bytes as f64 / 1e9;
    assert!(
        (is / gb - 1.0).abs() < 0.01,
        "{name}: {is} GB, published {gb}"
    );
}

#[test]
fn is_every_definition_named_like_its_file_and_does_it_say_what_is_published() {
    let folder = format!("{}/../../traces", env!("CARGO_MANIFEST_DIR"));
    let mut files = 0;
    for file in std::fs::read_dir(folder).expect("the definitions are there") {
        let path = file.expect("it can be listed").path();
        let name = path.file_stem().and_then(|name| name.to_str());
        let definition = definition(name.expect("a name"));
        assert_eq!(Some(definition.name.as_str()), name);
        let fact = |name: &str| {
            let fact = definition.facts().iter().find(|fact| fact.name == name);
            fact.unwrap_or_else(|| panic!("{}: no {name}", definition.name))
        };
        assert!(fact("addresses.footprint").source.starts_with("assumed: "));
        // Of Vantage only shares of reads were printed: `definitions.rs`.
        if !definition.name.starts_with("vantage-") {
            assert!(fact("reads.count").source.starts_with("published: "));
            assert!(!fact("sizes 4KiB percent").value.is_empty());
        }
        files += 1;
    }
    assert!(files >= 6);
}

#[test]
fn is_the_light_trace_of_2010_as_published() {
    let name = "storage-bench-2010-light";
    let statistics = statistics(name);
    assert_eq!(
        (statistics.reads.ios, statistics.writes.ios),
        (37_501, 20_268)
    );
    let sizes = [
        ("4 KiB", 30.0..=31.0),
        ("16 KiB", about(11.0)),
        ("32 KiB", about(22.0)),
        ("64 KiB", about(13.0)),
    ];
    holds(name, &statistics, &sizes, 29.0..=30.0);
    mean_depth_is(name, &statistics, 6.09);
    assert!(
        (295.0..305.0).contains(&statistics.time.duration_s),
        "{:?}",
        statistics.time
    );
}

#[test]
fn is_the_heavy_trace_of_2010_as_published() {
    let name = "storage-bench-2010-heavy";
    let statistics = statistics(name);
    assert_eq!(
        (statistics.reads.ios, statistics.writes.ios),
        (128_895, 72_411)
    );
    let sizes = [
        ("4 KiB", about(30.0)),
        ("16 KiB", about(12.0)),
        ("32 KiB", about(14.0)),
        ("64 KiB", about(20.0)),
    ];
    holds(name, &statistics, &sizes, about(44.0));
    mean_depth_is(name, &statistics, 3.59);
    assert!(
        (1310.0..1330.0).contains(&statistics.time.duration_s),
        "{:?}",
        statistics.time
    );
}

#[test]
fn is_the_gaming_trace_of_2010_as_published() {
    let name = "storage-bench-2010-gaming";
    let statistics = statistics(name);
    assert_eq!(
        (statistics.reads.ios, statistics.writes.ios),
        (75_206, 4_592)
    );
    let sizes = [
        ("4 KiB", about(20.0)),
        ("32 KiB", about(20.0)),
        ("64 KiB", 39.0..=40.0),
    ];
    holds(name, &statistics, &sizes, about(69.0));
    mean_depth_is(name, &statistics, 7.76);
}

#[test]
fn do_the_tests_of_2010_move_what_they_are_said_to_move_together() {
    let names = ["light", "heavy", "gaming"];
    let each = names.map(|name| definition(&format!("storage-bench-2010-{name}")));
    let read: u64 = each
        .iter()
        .map(|definition| definition.read_bytes().0)
        .sum();
    let written: u64 = each
        .iter()
        .map(|definition| definition.written_bytes().0)
        .sum();
    assert!(read + written < 10_000_000_000, "{}", read + written);
    assert!(
        (3_800_000_000..4_200_000_000).contains(&written),
        "{written}"
    );
}

#[test]
fn is_the_light_trace_of_2011_as_published() {
    let name = "storage-bench-2011-light";
    let statistics = statistics(name);
    assert_eq!(
        (statistics.reads.ios, statistics.writes.ios),
        (372_630, 459_709)
    );
    bytes_are(name, &statistics.reads, 17.97);
    bytes_are(name, &statistics.writes, 23.25);
    let sizes = [
        ("under 4 KiB", about(6.2)),
        ("4 KiB", about(27.6)),
        ("8 KiB", about(2.4)),
        ("16 KiB", about(8.0)),
        ("32 KiB", about(6.5)),
        ("64 KiB", about(4.8)),
        ("128 KiB", about(26.4)),
    ];
    holds(name, &statistics, &sizes, about(70.0));
    let depth = statistics.queue_depth.expect("every I/O has a completion");
    let published = [73.4, 16.8, 2.6, 2.3, 3.1, 1.5, 0.2, 0.2];
    for (row, published) in depth.distribution.iter().zip(published) {
        assert!(
            (row.share * 100.0 - published).abs() < 1.0,
            "{row:?}, published {published}"
        );
    }
}

/// Shares and depth are those of the whole from early on; its counts and bytes are asked of the
/// definition.
fn first_records(definition: &Definition, records: u64) -> Statistics {
    struct First<'a>(&'a mut dyn fourcorners_trace::Records, u64);
    impl fourcorners_trace::Records for First<'_> {
        fn about(&self) -> &fourcorners_trace::About {
            self.0.about()
        }
        fn streams(&self) -> &[String] {
            self.0.streams()
        }
        fn read(
            &mut self,
            most: usize,
            into: &mut Vec<fourcorners_trace::Record>,
        ) -> Result<(), TraceError> {
            let most = self.1.min(most as u64);
            self.1 -= most;
            self.0.read(most as usize, into)
        }
    }
    let mut all = Synthesis::new(definition, Seed(1));
    Statistics::of(&mut First(&mut all, records)).expect("a synthetic trace has no errors")
}

#[test]
fn is_the_heavy_trace_of_2011_as_published() {
    let name = "storage-bench-2011-heavy";
    let statistics = statistics(name);
    assert_eq!(
        (statistics.reads.ios, statistics.writes.ios),
        (2_170_000, 1_780_000)
    );
    bytes_are(name, &statistics.reads, 48.63);
    bytes_are(name, &statistics.writes, 106.32);
    let sizes = [
        ("under 4 KiB", about(7.8)),
        ("4 KiB", about(29.2)),
        ("8 KiB", about(3.5)),
        ("16 KiB", about(10.3)),
        ("32 KiB", about(10.8)),
        ("64 KiB", about(4.1)),
        ("128 KiB", about(21.7)),
    ];
    holds(name, &statistics, &sizes, about(43.0));
    mean_depth_is(name, &statistics, 4.6);
}

#[test]
fn is_the_destroyer_as_published() {
    let name = "destroyer";
    let whole = definition(name);
    assert_eq!((whole.reads(), whole.writes()), (38_830_000, 10_980_000));
    let gb = |bytes: fourcorners_block::Bytes| bytes.0 as f64 / 1e9;
    assert!((gb(whole.read_bytes()) / 1583.02 - 1.0).abs() < 0.01);
    assert!((gb(whole.written_bytes()) / 875.62 - 1.0).abs() < 0.01);
    let statistics = first_records(&whole, 400_000);
    holds(name, &statistics, &[], about(67.0));
    mean_depth_is(name, &statistics, 5.5);
}
