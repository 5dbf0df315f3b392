//! Is anything said of all drives that the table beside it refutes?

use crate::bed;

use bed::variants::{add, last};
use bed::{NothingPrinted, run};
use fourcorners_bench::record::{Damage, Harm, Run};
use fourcorners_block::{Bytes, DiscardLimits, DriveKind};
use fourcorners_report::{PageData, summary};

/// What there is of a drive's write passes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Passes {
    Restored,
    PartlyRestored,
    NoLoss,
    WithoutClean,
    Short,
    WithoutTrimmed,
    NoTrim,
    None,
}

const ALL: [Passes; 8] = [
    Passes::Restored,
    Passes::PartlyRestored,
    Passes::NoLoss,
    Passes::WithoutClean,
    Passes::Short,
    Passes::WithoutTrimmed,
    Passes::NoTrim,
    Passes::None,
];

impl Passes {
    /// MB/s of the clean, the tortured and the trimmed pass; 0: there is none.
    fn speeds(self) -> [f64; 3] {
        match self {
            Self::Restored | Self::Short => [198.0, 84.0, 195.0],
            Self::PartlyRestored => [198.0, 84.0, 128.0],
            Self::NoLoss => [198.0, 198.0, 198.0],
            Self::WithoutClean => [0.0, 84.0, 128.0],
            Self::WithoutTrimmed | Self::NoTrim => [198.0, 84.0, 0.0],
            Self::None => [0.0; 3],
        }
    }

    fn run(self, name: &str) -> Run {
        let mut run = run(name);
        let takes_trim = self != Self::NoTrim;
        run.header.identity.discard = takes_trim.then_some(DiscardLimits {
            granularity: Bytes(4096),
            max: Bytes::gib(1),
            queued: false,
        });
        add(&mut run, "sequential-write-128k", "measure", 474.0);
        for (test, speed) in ["hd-tach", "torture", "trim"]
            .into_iter()
            .zip(self.speeds())
        {
            if speed > 0.0 {
                add(&mut run, test, "write", speed);
                let figures = last(&mut run);
                figures.duration_s = if self == Self::Short { 1.0 } else { 60.0 };
                figures.data = "full-random".into();
            }
        }
        run
    }

    /// Before the drive's name, if anything is said of it; `with_trim`: some drive has a pass
    /// after TRIM.
    fn said(self, with_trim: bool) -> Option<&'static str> {
        match self {
            Self::Restored => Some("TRIM restores"),
            Self::PartlyRestored => Some("TRIM does not restore"),
            Self::NoTrim => Some("No TRIM support:"),
            Self::WithoutTrimmed => with_trim.then_some("No pass after TRIM:"),
            Self::WithoutClean | Self::Short => Some("Not judged:"),
            Self::NoLoss | Self::None => None,
        }
    }

    fn is_a_loss(self) -> bool {
        use Passes::{NoTrim, PartlyRestored, Restored, WithoutTrimmed};
        matches!(self, Restored | PartlyRestored | WithoutTrimmed | NoTrim)
    }
}

fn said(runs: &[Run]) -> String {
    summary(runs, &NothingPrinted, Some(1000)).expect("there are figures")
}

/// The story: "TRIM restores all drives" stood below a drive with 198 MB/s, 84 after torture and
/// 128 after TRIM: it had no clean pass, so it was not judged.
#[test]
fn trim_restores_all_drives_only_if_each_was_judged() {
    for first in ALL {
        for second in ALL {
            let drives = [("first", first), ("second", second)];
            let text = said(&drives.map(|(name, passes)| passes.run(name)));
            let with_trim = drives.iter().any(|(_, passes)| passes.speeds()[2] > 0.0);
            let is_said = |what: &str, name: &str| {
                let mut sentences = text.split(['.', '\n']);
                sentences.any(|sentence| {
                    let names = sentence.trim().strip_prefix(what);
                    names.is_some_and(|names| names.split(", ").any(|one| one.trim() == name))
                })
            };
            let any_loss = drives.iter().any(|(_, passes)| passes.is_a_loss());
            let is_of_all = drives.iter().all(|(_, passes)| *passes == Passes::Restored);
            assert_eq!(is_said("TRIM restores", "all drives"), is_of_all, "{text}");
            for (name, passes) in drives {
                let wanted = passes.said(with_trim).filter(|_| any_loss && !is_of_all);
                for other in ALL.iter().filter_map(|one| one.said(true)) {
                    let is_wanted = wanted == Some(other);
                    assert_eq!(is_said(other, name), is_wanted, "{name}, {other}: {text}");
                }
            }
        }
    }
}

/// The story: a drive showed 225 MB/s of sequential writes, 230 after torture and 295 after TRIM.
/// The first is another test; its clean pass, at 787, was not shown.
#[test]
fn clean_pass_stands_beside_those_after_torture_and_trim() {
    let mut one = run("one");
    add(&mut one, "sequential-write-128k", "measure", 225.0);
    for (test, speed) in [("hd-tach", 787.0), ("torture", 230.0), ("trim", 295.0)] {
        add(&mut one, test, "write", speed);
        last(&mut one).duration_s = 60.0;
    }
    let text = said(&[one, Passes::WithoutClean.run("two")]);
    let row = |name: &str| {
        let mut lines = text.lines();
        let line = lines.find(|line| line.trim().starts_with(name));
        let cells = line.expect(name).split_whitespace().skip(1);
        cells.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(row("one"), "225 787 230 295", "{text}");
    assert_eq!(row("two"), "474 - 84 128", "{text}");
    assert!(text.contains("clean   after after"), "{text}");
}

/// The story: two folders of one drive were damaged, the page showed two drives, and its note was
/// about "all drives".
#[test]
fn folders_are_not_counted_as_drives() {
    let damaged = |path: &str, repeat: u32| {
        let mut run = run("one");
        run.path = path.into();
        run.header.repeat = repeat;
        run.damage = vec![Damage {
            file: "results.jsonl".into(),
            what: Harm::Torn,
        }];
        run
    };
    let runs = [damaged("runs/a", 1), damaged("runs/b", 2), run("two")];
    let data = PageData::new(&runs, &NothingPrinted);
    assert_eq!(data.drives.len(), 2, "{:?}", data.drives);
    let whose: Vec<&str> = data.warnings.iter().map(|one| &*one.whose).collect();
    assert_eq!(whose, ["runs/a, runs/b"]);
}

/// The story: a note about "all drives" named one drive that was measured once, beside one that was
/// measured three times.
#[test]
fn drive_that_was_measured_once_is_named_alone() {
    let real = |name: &str, repeat: u32| {
        let mut run = run(name);
        run.path = format!("runs/{name}-{repeat}").into();
        run.header.identity.kind = DriveKind::BlockDevice;
        run.header.repeat = repeat;
        run
    };
    let runs = [real("one", 1), real("two", 1), real("two", 2)];
    let data = PageData::new(&runs, &NothingPrinted);
    let [warning] = data.warnings.as_slice() else {
        panic!("{:?}", data.warnings)
    };
    assert_eq!(warning.whose, "one");
    assert_eq!(
        warning.text,
        "Single runs say nothing about run-to-run noise."
    );
}
