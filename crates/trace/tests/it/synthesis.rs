//! What every synthetic trace keeps to, whatever its definition; and that the same seed makes the
//! same one on any machine.

use fourcorners_block::{Bytes, Seed};
use fourcorners_trace::{Definition, Op, Record, Records, Synthesis, Synthetic, TraceError};
use proptest::prelude::*;
use sha2::{Digest, Sha256};

/// The numbers of a definition that can be fulfilled.
#[derive(Clone, Debug)]
struct Numbers {
    reads: u64,
    writes: u64,
    listed: Vec<(u64, f64)>,
    rest_mean: u64,
    sequential: f64,
    streams: u64,
    footprint_mib: u64,
    hot: f64,
    depth: Option<f64>,
    duration_s: u64,
}

fn numbers() -> impl Strategy<Value = Numbers> {
    let count = prop_oneof![Just(0_u64), 200..3000_u64];
    (
        count,
        200..3000_u64,
        prop::collection::vec((0..7_u32, 0.0..15.0_f64), 0..4),
        8192..200_000_u64,
        (0.0..50.0_f64, 1..5_u64),
        8..4096_u64,
        0.0..100.0_f64,
        prop::option::of(1.0..10.0_f64),
        1..1000_u64,
    )
        .prop_map(
            |(
                reads,
                writes,
                listed,
                rest_mean,
                (sequential, streams),
                footprint_mib,
                hot,
                depth,
                duration_s,
            )| Numbers {
                reads,
                writes,
                listed: listed
                    .into_iter()
                    .map(|(power, percent)| (512 << power, percent))
                    .collect(),
                rest_mean,
                sequential,
                streams,
                footprint_mib,
                hot,
                depth,
                duration_s,
            },
        )
}

fn toml(numbers: &Numbers) -> String {
    let listed_percent: f64 = numbers.listed.iter().map(|(_, percent)| percent).sum();
    let listed: f64 = numbers
        .listed
        .iter()
        .map(|(size, percent)| *size as f64 * percent / 100.0)
        .sum();
    let mean = listed + (100.0 - listed_percent) / 100.0 * numbers.rest_mean as f64;
    let bytes = |count: u64| (count as f64 * mean) as u64;
    let number =
        |value: &str| format!("{{ value = {value}, from = \"assumed\", source = \"a test\" }}");
    let mut text = format!(
        "name = \"any\"\ntitle = \"Any\"\nwhy = \"A test.\"\n\
         [reads]\ncount = {}\nbytes = {}\n[writes]\ncount = {}\nbytes = {}\n",
        number(&numbers.reads.to_string()),
        number(&format!("\"{}B\"", bytes(numbers.reads))),
        number(&numbers.writes.to_string()),
        number(&format!("\"{}B\"", bytes(numbers.writes))),
    );
    for (size, percent) in &numbers.listed {
        text += &format!(
            "[[sizes]]\nof = [\"{size}B\"]\npercent = {}\n",
            number(&percent.to_string())
        );
    }
    text += &format!(
        "[rest]\nof = {}\n[sequential]\npercent = {}\nstreams = {}\nrun_ios = {}\n\
         [addresses]\nfootprint = {}\nhot_percent = {}\nhot_extents = {}\nhot_extent = {}\n",
        number("[\"512B\", \"4KiB\", \"64KiB\", \"256KiB\"]"),
        // Only whole pages can be sequential, and most of the rest may not be.
        number(&(numbers.sequential / 20.0).to_string()),
        number(&numbers.streams.to_string()),
        number("8"),
        number(&format!("\"{}MiB\"", numbers.footprint_mib)),
        number(&numbers.hot.to_string()),
        number("3"),
        number("\"1MiB\""),
    );
    text += &match numbers.depth {
        Some(depth) => format!(
            "[queue_depth]\naverage = {}\ndeepest = {}\n",
            number(&depth.to_string()),
            number("160")
        ),
        None => [(1, 1), (2, 9)]
            .map(|(from, to)| {
                format!(
                    "[[queue_depth.distribution]]\nfrom = {from}\nto = {to}\npercent = {}\n",
                    number("50")
                )
            })
            .concat(),
    };
    text + &format!(
        "[time]\nduration_s = {}\ncomputing_us = {}\npause_ms = {}\n\
         [recorded_on]\nio_us = {}\nmb_per_s = {}\n[[data]]\nclass = \"zero\"\npercent = {}\n",
        number(&numbers.duration_s.to_string()),
        number("100"),
        number("50"),
        number("100"),
        number("250"),
        number("100"),
    )
}

fn all(records: &mut dyn Records) -> Vec<Record> {
    let mut all = Vec::new();
    loop {
        let before = all.len();
        records.read(777, &mut all).expect("no errors");
        if all.len() == before {
            return all;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn does_every_trace_keep_to_its_definition(numbers in numbers(), seed: u64) {
        let text = toml(&numbers);
        let definition = Definition::parse("any.toml", &text)
            .map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        let records = all(&mut Synthesis::new(&definition, Seed(seed)));
        let of = |op| records.iter().filter(move |record| record.op == op);
        prop_assert_eq!(of(Op::Read).count() as u64, numbers.reads);
        prop_assert_eq!(of(Op::Write).count() as u64, numbers.writes);
        let bytes = |op| of(op).map(|record| record.bytes.0).sum::<u64>();
        prop_assert_eq!(Bytes(bytes(Op::Read)), definition.read_bytes());
        prop_assert_eq!(Bytes(bytes(Op::Write)), definition.written_bytes());
        let mut issued = 0;
        for (number, record) in records.iter().enumerate() {
            prop_assert!(record.bytes.0 > 0 && record.bytes.0.is_multiple_of(512));
            prop_assert!(record.offset.0.is_multiple_of(512));
            prop_assert!(record.end() <= definition.footprint());
            prop_assert!(record.issued.0 >= issued);
            prop_assert_eq!(record.data.is_some(), record.op == Op::Write);
            issued = record.issued.0;
            if let Some(after) = record.after {
                let back = after.back.get() as usize;
                prop_assert!(back <= number && back <= 4096);
                let before = &records[number - back];
                let end = before.finished().expect("it was recorded");
                prop_assert_eq!(record.issued.0, end.0 + after.think.0);
            }
        }
    }
}

/// `text` with the numbers of these places, counted around, replaced.
fn with_numbers(text: &str, replaced: &[(usize, &str)]) -> String {
    let mut parts: Vec<String> = text.split("value = ").map(String::from).collect();
    for (place, number) in replaced {
        let place = 1 + place % (parts.len() - 1);
        let end = parts[place]
            .find(", from")
            .expect("every value has its origin");
        parts[place].replace_range(..end, number);
    }
    parts.join("value = ")
}

const EXTREMES: [&str; 16] = [
    "0",
    "1",
    "-1",
    "nan",
    "inf",
    "0.001",
    "99.9",
    "1000",
    "1000000",
    "100000000000",
    "9223372036854775807",
    "\"512B\"",
    "\"4KiB\"",
    "\"16MiB\"",
    "\"1TiB\"",
    "[]",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn is_any_definition_refused_or_followed(
        which in 0..2_usize,
        replaced in prop::collection::vec((0..100_usize, prop::sample::select(&EXTREMES[..])),
        1..4),
    ) {
        let text = [
            include_str!("../../../../traces/storage-bench-2010-light.toml"),
            include_str!("../../../../traces/storage-bench-2011-light.toml"),
        ][which];
        if let Ok(definition) = Definition::parse("any.toml", &with_numbers(text, &replaced)) {
            let mut records = Vec::new();
            Synthesis::new(&definition, Seed(1)).read(2000, &mut records).expect("no errors");
            prop_assert_eq!(records.len() as u64, definition.records().min(2000));
        }
    }
}

fn light() -> Definition {
    let text = include_str!("../../../../traces/storage-bench-2010-light.toml");
    Definition::parse("light.toml", text).expect("it is checked elsewhere")
}

fn digest(seed: Seed) -> String {
    let mut digest = Sha256::new();
    for record in all(&mut Synthesis::new(&light(), seed)) {
        digest.update(format!("{record:?}\n"));
    }
    digest
        .finalize()
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[test]
fn is_the_trace_of_a_seed_always_the_same() {
    assert_eq!(digest(Seed(1)), "9360ebd53e8659e2");
    assert_ne!(digest(Seed(2)), digest(Seed(1)));
}

#[test]
fn is_a_definition_that_contradicts_itself_refused_with_its_line() {
    let text = include_str!("../../../../traces/storage-bench-2010-light.toml");
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let error = Definition::parse("mine.toml", &text.replacen(from, to, 1));
        let error: TraceError = error.expect_err(to);
        error.to_string()
    };
    let unknown = refused("[sequential]", "[sequential]\nsequent = 3");
    assert!(
        unknown.contains("mine.toml") && unknown.contains("sequent"),
        "{unknown}"
    );
    let unsourced = refused(
        "percent = { value = 11, from = \"published\", source = \"002\" }",
        "percent = 11",
    );
    assert!(unsourced.contains("from = "), "{unsourced}");
    let bytes = refused("637MB", "63700MB");
    assert!(bytes.contains("line ") && bytes.contains("rest"), "{bytes}");
    let depth = refused("value = 6.09", "value = 20");
    assert!(
        depth.contains("queue_depth.average is 20; expected 1 to 8"),
        "{depth}"
    );
    let footprint = refused("16GiB", "16MB");
    assert!(
        footprint.contains("addresses.footprint") && footprint.contains("4KiB"),
        "{footprint}"
    );
    let shares = refused("percent = { value = 100", "percent = { value = 99");
    assert!(shares.contains("99 %"), "{shares}");
    let sequential = refused("value = 29.5", "value = 129.5");
    assert!(sequential.contains("0 to 100"), "{sequential}");
}
