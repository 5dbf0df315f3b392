//! Files in TOML: traces and scenarios, suites with their tests and states, published figures.

use crate::any_drive::{any_size, one_of, planned};
use fourcorners_accuracy::{Context, Published};
use fourcorners_bench::{DefinitionError, Library};
use fourcorners_block::{Generator, Nanos, Seed};
use fourcorners_lab::{drive_names, library, port_names};
use fourcorners_testkit::soak::{Cases, bytes, line, value};
use fourcorners_trace::{TraceError, synthetic};
use std::path::Path;

const CASES: Cases = Cases {
    label: "definitions",
    at_least: 500,
    // The program itself, and nothing that files of some KiB ask for.
    most_kib: Some(64 << 10),
};

/// What a file is read as.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Trace,
    Suite,
    Published,
}

/// A shipped file, `name` from its kind's folder on.
#[derive(Clone, Debug)]
struct File {
    kind: Kind,
    name: String,
    text: String,
}

const VALUES: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "90",
    "99.999",
    "100",
    "100.001",
    "1000",
    "65_536",
    "65_537",
    "4_294_967_295",
    "4_294_967_296",
    "100_000_000_000",
    "9_223_372_036_854_775_807",
    "-9_223_372_036_854_775_808",
    "0.5",
    "-0.0",
    "1e308",
    "5e-324",
    "inf",
    "nan",
    "true",
    "\"\"",
    "\"text\"",
    "[]",
    "{}",
    "",
    "\"512B\"",
    "\"4KiB\"",
    "\"1B\"",
    "\"16MiB\"",
    "\"17MiB\"",
    "\"1152921504606846976B\"",
    "\"18446744073709551615B\"",
    "\"18446744073709551616B\"",
    "\"99999999999TB\"",
    "\"all\"",
    "\"1%\"",
    "\"100%\"",
    "[\"4KiB\", \"512B\"]",
    "\"new\"",
    "\"as-left\"",
    "\"used\"",
    "\"torture\"",
    "\"random\"",
    "\"sequential\"",
    "\"pass\"",
    "\"steady-state\"",
    "\"span-bytes\"",
    "\"duration\"",
    "\"timestamps\"",
    "\"as-fast-as-possible\"",
    "\"ratio-460\"",
    "\"ratio-1001\"",
    "\"destroyer\"",
    "1979-05-27T07:32:00Z",
    "'''",
    "\"\\u0000\"",
    "{ value = 1, from = \"assumed\", source = \"\" }",
];

/// All files that are read as a kind.
fn files(kind: Kind, folder: &str) -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (top, below) = folder.split_once('/').unwrap_or((folder, ""));
    let entries = std::fs::read_dir(root.join(top).join(below)).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<_> = paths.filter(|path| path.is_file()).collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| File {
        kind,
        name: Path::new(below)
            .join(path.file_name().expect("a name"))
            .to_string_lossy()
            .into_owned(),
        text: std::fs::read_to_string(path).expect("a text"),
    };
    paths.iter().map(read).collect()
}

/// What the files stand among.
struct Shipped {
    traces: Vec<File>,
    suites: Vec<File>,
    published: Vec<File>,
    definitions: Library,
    drives: Vec<String>,
    ports: Vec<String>,
}

impl Shipped {
    fn new() -> Self {
        Self {
            traces: [
                files(Kind::Trace, "traces"),
                files(Kind::Trace, "scenarios"),
            ]
            .concat(),
            suites: [
                files(Kind::Suite, "suites"),
                files(Kind::Suite, "suites/tests"),
            ]
            .concat(),
            published: files(Kind::Published, "published"),
            definitions: library().expect("the library").clone(),
            drives: drive_names(),
            ports: port_names(),
        }
    }

    /// A file, broken or not, and the blocks of a drive for what it plans.
    fn any_case(&self, random: &mut Generator) -> (File, u64) {
        let of = [
            &self.traces,
            &self.traces,
            &self.suites,
            &self.suites,
            &self.published,
        ];
        let of = one_of(random, &of);
        let mut file = of[random.below(of.len() as u64) as usize].clone();
        let deep = ["[", "{a=", "a."].map(|piece| piece.repeat(20_000));
        for _ in 0..random.below(5) {
            file.text = match random.below(20) {
                0..8 => line(&file.text, VALUES, random),
                8..18 => value(&file.text, VALUES, random),
                18 if random.below(20) == 0 => {
                    let deep = deep[random.below(3) as usize].as_str();
                    value(&file.text, &[deep], random)
                }
                _ => {
                    let mut any = file.text.into_bytes();
                    bytes(&mut any, random);
                    String::from_utf8_lossy(&any).into_owned()
                }
            };
        }
        (file, any_size(random))
    }

    /// What becomes of a file; what is said of a broken one.
    fn attempt(&self, file: &File, blocks: u64) -> Result<(), String> {
        match file.kind {
            Kind::Trace => trace(file).map_err(|error| error.to_string()),
            Kind::Suite => {
                let library = self.shipped_with(file);
                let library = library.map_err(|error| error.to_string())?;
                plans(&library, file, blocks);
                Ok(())
            }
            Kind::Published => {
                let context = Context {
                    drives: &self.drives,
                    ports: &self.ports,
                    definitions: &self.definitions,
                };
                let one = [(file.name.as_str(), file.text.as_str())];
                let read = Published::read(one.into_iter(), &context);
                read.map(drop).map_err(|error| error.to_string())
            }
        }
    }

    /// All suites, tests and states, with one file in place of the shipped one.
    fn shipped_with(&self, file: &File) -> Result<Library, DefinitionError> {
        let files = self.suites.iter().map(|shipped| {
            let file = if shipped.name == file.name {
                file
            } else {
                shipped
            };
            (file.name.as_str(), file.text.as_str())
        });
        let mut library = Library::new(files)?;
        library.traces = self.definitions.traces.clone();
        Ok(library)
    }
}

/// A plan of what the file is, or, of the states, of what stands on some: there is one, or a
/// sentence.
fn plans(library: &Library, file: &File, blocks: u64) {
    let stem = file
        .name
        .trim_end_matches(".toml")
        .trim_start_matches("tests/");
    let names = match stem {
        "states" => vec!["random-write-4k-qd32", "hd-tach", "anandtech-2010"],
        one => vec![one],
    };
    for name in names {
        if let Err(error) = planned(library, name, blocks) {
            assert!(!error.to_string().is_empty());
        }
    }
}

/// As much of a trace as is made in no time.
const RECORDS: usize = 2_000;

fn trace(file: &File) -> Result<(), TraceError> {
    let made_from = synthetic(&file.name, &file.text)?;
    let (footprint, all) = (made_from.footprint(), made_from.records());
    let mut records = made_from.trace(Seed(1));
    let mut made = Vec::new();
    while made.len() < RECORDS {
        let before = made.len();
        records.read(500, &mut made)?;
        if made.len() == before {
            break;
        }
    }
    assert_eq!(made.len() as u64, all.min(RECORDS as u64));
    let mut last = Nanos(0);
    for record in &made {
        assert!(record.issued >= last, "time goes on");
        assert!(record.end() <= footprint, "it lies in the footprint");
        last = record.issued;
    }
    Ok(())
}

#[test]
fn does_any_definition_end_in_a_value_or_in_sentences() {
    let shipped = Shipped::new();
    let mut read_well = 0;
    let done = CASES.run(
        |random| shipped.any_case(random),
        |(file, blocks)| {
            match shipped.attempt(file, *blocks) {
                Ok(()) => read_well += 1,
                Err(said) => assert!(said.contains(&file.name), "which file? {said}"),
            }
            1
        },
    );
    assert!(read_well > done.cases / 20, "hardly a file was read");
}
