//! Twins of small simulated drives.

use fourcorners_bench::record::{Run, RunHeader};
use fourcorners_bench::{Disk, FolderWriter, Options, Silent, Suite, SuiteTest, plan_suite};
use fourcorners_block::{Bytes, Seed};
use fourcorners_drive_file::load;
use fourcorners_lab as lab;
use fourcorners_run::run;
use fourcorners_sim::DriveSpec;
use fourcorners_twin::{
    Asked, Costs, Effort, Known, Predicted, Prediction, Progress, TwinError, Values, drawn,
    expected, expected_share,
};
use std::path::Path;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// Expects rounds up to this one, in their order.
struct Rounds(usize, AtomicUsize);

impl Rounds {
    fn up_to(last: usize) -> Self {
        Self(last, AtomicUsize::new(0))
    }
}

impl Progress for Rounds {
    fn generation(&self, done: usize, of: usize, _: Option<f64>) {
        assert_eq!(of, self.0);
        assert!((self.1.swap(done, Relaxed)..=of).contains(&done));
    }

    fn stop_requested(&self) -> bool {
        false
    }
}

struct Impatient;

impl Progress for Impatient {
    fn generation(&self, _: usize, _: usize, _: Option<f64>) {}

    fn stop_requested(&self) -> bool {
        true
    }
}

/// A drive of 64 MiB that works.
fn small() -> DriveSpec {
    of_capacity(Bytes::mib(64))
}

fn of_capacity(capacity: Bytes) -> DriveSpec {
    let mut random = Seed(11).generator();
    let known = Known {
        name: "small".into(),
        model: "Small".into(),
        capacity,
        queue_depth: 32,
    };
    let drawn = std::iter::repeat_with(|| Values::of(&drawn(&mut random)).spec(&known).ok());
    let mut drawn = drawn.take(10_000).flatten();
    drawn.next().expect("one of many works")
}

/// A run of some tests, 20 s each.
fn ran(folder: &Path, tests: &[&str]) {
    let tests = tests.iter().map(|id| SuiteTest::plain(id)).collect();
    ran_as(folder, tests, Options::default());
}

/// A run of tests of a suite, 20 s each, and what it was made with.
fn ran_as(folder: &Path, tests: Vec<SuiteTest>, options: Options) -> Asked {
    let spec = small();
    let mut library = lab::library().expect("ours").clone();
    let ids: Vec<&str> = tests.iter().map(|test| test.id.as_str()).collect();
    let name = ids.join(",");
    let suite = Suite {
        fixed_span_at_most_half_the_drive: true,
        ..Suite::of(&name, tests)
    };
    library.suites.insert(name, suite.clone());
    let options = Options {
        duration_s: Some(20),
        ..options
    };
    let mut drive = spec.drive();
    let plan = plan_suite(&library, &suite, drive.identity(), &options, Seed(1)).expect("a plan");
    let header = RunHeader {
        seed: 1,
        ..RunHeader::of(&plan, drive.identity().clone())
    };
    let mut writer =
        FolderWriter::create_on(&Disk::hurried(), folder, &header).expect("a new folder");
    run(&plan, drive.as_mut(), &mut writer, &mut Silent).expect("a run");
    Asked {
        run: Run::open(folder).expect("a run"),
        definitions: library,
        suite,
        options,
    }
}

/// Of the effort below: 2 of bursts, none of each pacing, 1 of each of the better two, 1 of all.
const ROUNDS: usize = 5;

fn effort(threads: usize) -> Effort {
    Effort {
        population: 6,
        rounds: 4,
        threads,
        seed: Seed(1),
    }
}

#[test]
fn twin_is_a_drive_file_with_errors_and_ranges_and_does_not_depend_on_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run");
    ran(&path, &["random-read-4k-qd1", "consistency"]);
    let mut asked = Asked::of(Run::open(&path).expect("a run")).expect("tests of ours");
    asked.options.duration_s = Some(20);
    let twin = asked
        .twin("twin", effort(1), None, &Rounds::up_to(ROUNDS))
        .expect("a twin");
    let spec = load("twin.toml", &twin.drive_file, &|_| {
        Some(twin.nand_file.clone())
    });
    let identity = spec.expect("a drive").drive().identity().clone();
    assert_eq!(identity.capacity.bytes(), Bytes::mib(64));
    assert!(twin.error.is_finite() && twin.error > 0.0);
    let compared: Vec<&str> = twin.figures.iter().map(|one| one.figure.as_str()).collect();
    assert!(compared.contains(&"iops_median") && compared.contains(&"throughput_mb_per_s"));
    for one in &twin.parameters {
        let (section, key) = one.key.split_once('.').unwrap_or(("", ""));
        let line = |file: &String| file.contains(&format!("\n{key} = "));
        let is_there = line(&twin.drive_file) || line(&twin.nand_file);
        assert!(section.is_empty() || is_there, "{}", one.key);
        match (&one.range[..], one.value.parse::<f64>()) {
            ([least, most], Ok(value)) => {
                let range = [least, most].map(|end| end.parse::<f64>().expect("a number"));
                assert!((range[0]..=range[1]).contains(&value), "{}", one.key);
            }
            (names, _) => assert!(names.contains(&one.value), "{}", one.key),
        }
    }
    let other = asked
        .twin("twin", effort(2), None, &Rounds::up_to(ROUNDS))
        .expect("a twin");
    assert_eq!(other.drive_file, twin.drive_file);
    assert_eq!(other.nand_file, twin.nand_file);
}

#[test]
fn run_without_random_writes_to_the_whole_drive_has_no_twin() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run");
    ran(&path, &["random-read-4k-qd1"]);
    let asked = Asked::of(Run::open(&path).expect("a run")).expect("tests of ours");
    let twin = asked.twin("twin", effort(1), None, &Rounds::up_to(ROUNDS));
    assert!(matches!(twin, Err(TwinError::NoEndurance)));
}

#[test]
fn search_that_is_stopped_gives_no_twin() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run");
    ran(&path, &["consistency"]);
    let asked = Asked::of(Run::open(&path).expect("a run")).expect("tests of ours");
    let twin = asked.twin("twin", effort(1), None, &Impatient);
    assert!(matches!(twin, Err(TwinError::Stopped)));
}

/// Wants the search to end at a round.
struct StopsAt(AtomicUsize, usize);

impl Progress for StopsAt {
    fn generation(&self, done: usize, _: usize, _: Option<f64>) {
        self.0.store(done, Relaxed);
    }

    fn stop_requested(&self) -> bool {
        self.0.load(Relaxed) >= self.1
    }
}

/// The story: searches of an hour were lost with the machine that they ran on.
#[test]
fn search_that_was_stopped_goes_on_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run");
    ran(&path, &["random-read-4k-qd1", "consistency"]);
    let mut asked = Asked::of(Run::open(&path).expect("a run")).expect("tests of ours");
    asked.options.duration_s = Some(20);
    let kept = folder.path().join("twin.search");
    let search = |progress: &dyn Progress| {
        let twin = asked.twin("twin", effort(2), Some(&kept), progress);
        (twin, std::fs::read_to_string(&kept).expect("a file"))
    };
    let at = |round| StopsAt(AtomicUsize::new(0), round);
    let (stopped, begun) = search(&at(3));
    assert!(matches!(stopped, Err(TwinError::Stopped)));
    assert!(begun.lines().count() > 1, "{begun}");
    // A crash cut the last line.
    std::fs::write(&kept, &begun[..begun.len() - 5]).expect("written");
    let (twin, whole) = search(&Rounds::up_to(ROUNDS));
    let twin = twin.expect("a twin");
    let cut = begun.trim_end().rfind('\n').expect("lines");
    assert!(whole.starts_with(&begun[..cut]), "nothing is forgotten");
    let mut lines: Vec<&str> = whole.lines().collect();
    lines.sort_unstable();
    let all = lines.len();
    lines.dedup_by_key(|line| &line[..16]);
    assert_eq!(lines.len(), all, "nothing is simulated twice");
    let (again, more) = search(&Rounds::up_to(ROUNDS));
    assert_eq!(more, whole, "nothing is left to simulate");
    let uninterrupted = asked.twin("twin", effort(1), None, &Rounds::up_to(ROUNDS));
    let expected = uninterrupted.expect("a twin").drive_file;
    assert_eq!(twin.drive_file, expected);
    assert_eq!(again.expect("a twin").drive_file, expected);
    let _lock = Costs::open(&kept).expect("costs");
    let (used, _) = search(&Rounds::up_to(ROUNDS));
    assert!(matches!(used, Err(TwinError::CostsInUse(_))));
}

/// Its own twin has no error, so that what is expected with more spare area is what it then does.
#[test]
fn drive_that_is_its_own_twin_is_predicted_exactly() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run");
    ran(&path, &["consistency"]);
    let mut asked = Asked::of(Run::open(&path).expect("a run")).expect("tests of ours");
    asked.options.duration_s = Some(20);
    let pair = asked.both(&small(), (&small(), Some(50)), 0, &Rounds::up_to(0));
    let prediction = asked.prediction(&[pair.expect("two runs")]);
    let figures = prediction.expect("figures").figures;
    let of = |name: &str| {
        let found = figures.iter().find(|one| one.figure == name);
        found.expect("a figure of each phase")
    };
    for one in &figures {
        assert_eq!(one.drive, one.twin, "{}", one.figure);
        assert!((one.expected - one.twin_changed).abs() < 1e-9 * one.twin_changed.max(1.0));
    }
    assert!(of("iops_mean").expected > 1.1 * of("iops_mean").drive);
    assert_eq!(asked.too_little_written().expect("random writes"), None);
    // 4 KiB each, 20 s, to a drive of so many times 64 MiB that they are 1 %.
    let written = of("iops_mean").drive * 4096.0 * 20.0 / f64::from(64 << 20);
    asked.run.header.identity.capacity.0 *= (written * 100.0) as u64;
    let little = asked.too_little_written().expect("random writes");
    let little = little.expect("less than any drive's spare area");
    assert!((0.0099..0.0105).contains(&little), "{little}");
    asked.run.header.identity.capacity.0 /= (written * 100.0) as u64;
    let other = asked.repeated(&of_capacity(Bytes::mib(32)), None, 0, &Rounds::up_to(0));
    assert!(matches!(other, Err(TwinError::OtherCapacity { .. })));
}

/// The story: the results of a suite's own test with more spare area were fitted and predicted as
/// if they were those at the drive's own.
#[test]
fn tests_with_more_spare_area_are_no_part_of_a_twin() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = SuiteTest::plain("consistency");
    let more = SuiteTest {
        spare_percent: Some(50),
        ..plain.clone()
    };
    let path = folder.path().join("run");
    let asked = ran_as(&path, vec![plain, more], Options::default());
    assert_eq!(asked.run.entries.len(), 2);
    let pair = asked.both(&small(), (&small(), Some(50)), 0, &Rounds::up_to(0));
    let prediction = asked.prediction(&[pair.expect("two runs")]);
    let figures = prediction.expect("figures").figures;
    assert_eq!(figures.len(), 6);
    for one in figures {
        assert_eq!((&*one.variant, one.drive), ("", one.twin), "{}", one.figure);
    }
    // There are no bursts.
    let twin = asked.twin("twin", effort(2), None, &Rounds::up_to(ROUNDS - 2));
    let figures = twin.expect("a twin").figures;
    assert!(figures.iter().any(|one| one.variant == "spare-50"));
    for one in figures {
        assert_eq!(one.fitted, one.variant.is_empty(), "{}", one.variant);
    }
}

/// The story: a run with `--spare` was predicted from a twin without.
#[test]
fn twin_has_the_spare_area_of_the_run_unless_it_is_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = Options {
        spare_percent: Some(50),
        ..Options::default()
    };
    let path = folder.path().join("run");
    let asked = ran_as(&path, vec![SuiteTest::plain("consistency")], options);
    let pair = asked.both(&small(), (&small(), None), 0, &Rounds::up_to(0));
    let prediction = asked.prediction(&[pair.expect("two runs")]);
    let figures = prediction.expect("figures").figures;
    assert_eq!(figures.len(), 6);
    for one in figures {
        assert_eq!(
            [one.twin, one.twin_changed],
            [one.drive; 2],
            "{}",
            one.figure
        );
    }
}

/// The story: of a drive with 8 slow seconds in 100, single runs of its twin showed 6.7 to 9 with
/// more spare area, and the difference of two of them was noise.
#[test]
fn seeds_of_a_twin_are_averaged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("run");
    ran(&path, &["consistency"]);
    let mut asked = Asked::of(Run::open(&path).expect("a run")).expect("tests of ours");
    asked.options.duration_s = Some(20);
    let pair = |seed| asked.both(&small(), (&small(), Some(50)), seed, &Rounds::up_to(0));
    let pairs = [0, 1].map(|seed| pair(seed).expect("two runs"));
    let mean = |pairs: &[[Run; 2]]| {
        let figures = asked.prediction(pairs).expect("figures").figures;
        let mut found = figures.into_iter().filter(|one| one.figure == "iops_mean");
        found.next().expect("a figure of each phase")
    };
    let [one, two] = [&pairs[..1], &pairs[1..]].map(mean);
    assert!(one.twin != two.twin, "another seed writes elsewhere");
    let both = mean(&pairs);
    assert!((both.twin - (one.twin + two.twin) / 2.0).abs() < 1e-6 * one.twin);
    let mut by_seed = [one.expected, two.expected];
    by_seed.sort_by(f64::total_cmp);
    assert_eq!(both.by_seed, by_seed);
    let none = asked.prediction(&[]).expect("nothing to say");
    assert!(none.figures.is_empty(), "{none:?}");
}

/// The story: a twin that was 59 % off let expect a 1st percentile above the mean.
#[test]
fn prediction_of_a_twin_that_is_far_off_is_doubtful() {
    let of = |figure: &str, twin: f64| Predicted {
        test: "consistency".into(),
        variant: String::new(),
        phase: "measure".into(),
        figure: figure.into(),
        drive: 1000.0,
        twin,
        twin_changed: 2000.0,
        expected: 2000.0,
        by_seed: [2000.0; 2],
    };
    let doubtful = |mean, median| {
        let figures = vec![
            of("iops_mean", mean),
            of("iops_median", median),
            of("iops_p1", 1.0),
        ];
        let prediction = Prediction { figures };
        let found = prediction.doubtful();
        found.map(|(one, error)| (one.figure.clone(), error))
    };
    assert_eq!(doubtful(1240.0, 760.0), None);
    assert_eq!(doubtful(1500.0, 250.0), Some(("iops_median".into(), -0.75)));
    assert_eq!(doubtful(1500.0, 1250.0), Some(("iops_mean".into(), 0.5)));
}

#[test]
fn error_that_a_twin_has_with_and_without_the_change_cancels_out() {
    assert_eq!(expected(1000.0, [2000.0, 3000.0]), 1500.0);
    assert_eq!(expected(0.0, [2000.0, 3000.0]), 0.0);
    assert_eq!(expected(10.0, [0.0, 20.0]), 20.0);
    assert_eq!(expected_share(0.5, [0.25, 0.125]), 0.375);
    assert_eq!(expected_share(0.25, [0.5, 0.125]), 0.0);
}
