//! Are the operations of a scenario what its file says, and is its computing all there?

use fourcorners_block::{Nanos, Seed};
use fourcorners_trace::{
    Acting, Form, Op, OpenOptions, Record, Records, Scenario, Synthetic, create, open,
};
use std::path::Path;

fn shipped() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    let files = std::fs::read_dir(folder).expect("the scenarios");
    let read = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let stem = path.file_stem().expect("a name").to_string_lossy();
        (stem.into_owned(), text)
    };
    files.map(read).collect()
}

fn launch() -> String {
    let all = shipped().into_iter();
    let mut of = all.filter(|(name, _)| name == "launch-applications");
    of.next().expect("it is shipped").1
}

fn records(acting: &mut dyn Records, portion: usize) -> Vec<Record> {
    let mut records = Vec::new();
    loop {
        let before = records.len();
        acting.read(portion, &mut records).expect("no errors");
        if records.len() == before {
            return records;
        }
    }
}

#[test]
fn is_each_shipped_scenario_what_it_says() {
    let shipped = shipped();
    assert_eq!(shipped.len(), 5);
    for (name, text) in shipped {
        let scenario = Scenario::parse(&name, &text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(scenario.name, name);
        let mut acting = Acting::new(&scenario, Seed(1));
        let records = records(&mut acting, 1000);
        assert_eq!(records.len() as u64, scenario.records());
        assert_eq!(acting.streams().len(), acting.operations().len());
        assert!(acting.streams().iter().eq(scenario.operations()));
        let bytes = |op: Op| {
            let of = records.iter().filter(|record| record.op == op);
            of.map(|record| record.bytes.0).sum::<u64>()
        };
        assert_eq!(bytes(Op::Read), scenario.read_bytes().0);
        assert_eq!(bytes(Op::Write), scenario.written_bytes().0);
        let mut last = Nanos(0);
        for (number, record) in records.iter().enumerate() {
            assert!(record.issued >= last, "{name}: time goes on");
            assert!(record.end() <= scenario.footprint());
            last = record.issued;
            if let Some(after) = record.after {
                let other = &records[number - after.back.get() as usize];
                let finished = other.finished().expect("recorded");
                assert_eq!(record.issued, Nanos(finished.0 + after.think.0));
            }
        }
    }
}

#[test]
fn is_all_computing_of_an_operation_in_it() {
    let scenario = Scenario::parse("it", &launch()).expect("a scenario");
    let mut acting = Acting::new(&scenario, Seed(1));
    let records = records(&mut acting, 7);
    let mut computing = 0;
    for (number, operation) in acting.operations().iter().enumerate() {
        let of = records
            .iter()
            .filter(|record| record.stream == number as u32);
        let mut issued: Vec<(Nanos, Nanos)> = of
            .map(|record| (record.issued, record.finished().expect("recorded")))
            .collect();
        issued.dedup_by_key(|(issued, _)| issued.0);
        // Between two bursts think times count once.
        let of = records
            .iter()
            .filter(|record| record.stream == number as u32);
        let mut thinks: Vec<(Nanos, Nanos)> = of
            .filter_map(|record| Some((record.issued, record.after?.think)))
            .collect();
        thinks.dedup_by_key(|(issued, _)| issued.0);
        let first = usize::from(number > 0);
        let between: u64 = thinks[first..].iter().map(|(_, think)| think.0).sum();
        assert_eq!(thinks.len() - first, issued.len() - 1);
        computing += operation.before.0 + between + operation.after.0;
    }
    assert_eq!(computing, scenario.computing().0);
    assert_eq!(scenario.computing(), Nanos::millis(7800));
}

#[test]
fn does_a_file_of_our_form_keep_the_operations() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let path = folder.path().join("launch.fct");
    let scenario = Scenario::parse("it", &launch()).expect("a scenario");
    let mut acting = Acting::new(&scenario, Seed(1));
    let mut sink = create(&path, Form::Own, acting.about()).expect("a file");
    let mut portion = Vec::new();
    loop {
        portion.clear();
        acting.read(500, &mut portion).expect("no errors");
        if portion.is_empty() {
            break;
        }
        sink.operations(acting.operations());
        sink.write(&portion, acting.streams()).expect("written");
    }
    sink.finish().expect("written");
    let mut read = open(&path, &OpenOptions::default()).expect("a trace");
    assert!(read.about().has_operations);
    let again = records(&mut *read, 333);
    let mut acting = Acting::new(&scenario, Seed(1));
    assert!(again == records(&mut acting, 1000));
    assert_eq!(read.streams(), acting.streams());
    assert_eq!(read.operations(), acting.operations());
}

#[test]
fn is_a_stream_without_an_operation_among_operations_refused() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let scenario = Scenario::parse("it", &launch()).expect("a scenario");
    let mut acting = Acting::new(&scenario, Seed(1));
    let all = records(&mut acting, 1000);
    let path = folder.path().join("launch.fct");
    let mut sink = create(&path, Form::Own, acting.about()).expect("a file");
    sink.operations(&acting.operations()[..1]);
    let error = sink.write(&all, acting.streams()).expect_err("refused");
    assert!(error.to_string().contains("is not an operation"), "{error}");
}

#[test]
fn does_a_person_pause_between_operations() {
    let scenario = Scenario::parse("it", &launch()).expect("a scenario");
    let mut acting = Acting::new(&scenario, Seed(1));
    let records = records(&mut acting, 1000);
    let second = records.iter().find(|record| record.stream == 1);
    let think = second.and_then(|record| record.after).map(|it| it.think.0);
    let [first, second, ..] = acting.operations() else {
        panic!("four operations");
    };
    assert_eq!(think, Some(first.after.0 + 2_000_000_000 + second.before.0));
}

#[test]
fn is_it_the_same_for_a_seed_however_it_is_read() {
    let scenario = Scenario::parse("it", &launch()).expect("a scenario");
    let of = |seed, portion| records(&mut Acting::new(&scenario, Seed(seed)), portion);
    assert_eq!(of(1, 10_000), of(1, 3));
    assert_ne!(of(1, 10_000), of(2, 10_000));
}

#[test]
fn is_what_is_wrong_with_a_scenario_said_with_its_line() {
    for (right, wrong, said) in [
        ("reads = 800", "reads = 0\nwrites_ = 1", "unknown field"),
        (
            "computing_ms = 1500",
            "computing_ms = 3600001",
            "expected 0 to 3600000",
        ),
        (
            "name = \"outlook\"",
            "name = \"word\"",
            "two operations have this name",
        ),
        (
            "read_bytes = \"20MB\"",
            "read_bytes = \"20GB\"",
            "cannot add up to",
        ),
        ("reads = 800", "reads = 99999999", "expected 1 to 65536"),
        (
            "sequential_percent = 40",
            "sequential_percent = 101",
            "must be 0 to 100",
        ),
    ] {
        let text = launch().replacen(right, wrong, 1);
        let error = Scenario::parse("it.toml", &text)
            .expect_err(wrong)
            .to_string();
        assert!(error.contains(said), "{error}");
        assert!(
            error.starts_with("it.toml: ") && error.contains("line"),
            "{error}"
        );
    }
}

/// Nothing bounded the sum of what is bounded one by one: from 584 years on, times of the recording
/// began again at 0.
#[test]
fn is_a_scenario_of_more_than_a_life_refused() {
    let launch = launch();
    let (head, _) = launch.split_once("[[operation]]").expect("operations");
    let slow = |line: &str| match line.split_once(" = ") {
        Some(("mb_per_s", _)) => {
            r#"mb_per_s = { value = 1, from = "assumed", source = "test" }"#.into()
        }
        Some(("of", _)) => {
            r#"of = { value = ["16MiB"], from = "assumed", source = "test" }"#.into()
        }
        Some(("footprint" | "hot_extent", _)) => {
            let key = line.split(' ').next().unwrap_or_default();
            format!(r#"{key} = {{ value = "1GiB", from = "assumed", source = "test" }}"#)
        }
        _ => line.to_string(),
    };
    let head: Vec<String> = head.lines().map(slow).collect();
    let with = |operations: u32| {
        let one = |number| {
            format!(
                "[[operation]]\nname = \"{number}\"\ncomputing_ms = 0\nreads = 65536\n\
                 read_bytes = \"1024GiB\"\n\
                 sequential_percent = 0\nfrom = \"assumed\"\nsource = \"test\"\n"
            )
        };
        let operations: String = (0..operations).map(one).collect();
        Scenario::parse("it.toml", &format!("{}\n{operations}", head.join("\n")))
    };
    with(800).expect("28 years");
    let said = with(1000).expect_err("35 years").to_string();
    assert!(said.contains("30 years") && said.contains("line"), "{said}");
}
