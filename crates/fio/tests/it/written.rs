//! Job files that are written: does a test come back from its own?

use crate::bed::library;
use fourcorners_bench::record::JobFile;
use fourcorners_bench::{Action, Direction, Library, Options, TestDef, Until, Work, plan};
use fourcorners_block::{
    Blocks, Bytes, DataClass, DiscardLimits, Drive as _, DriveKind, Identity, Nanos, NullDrive,
    QueueDepth, Seed,
};
use fourcorners_fio::{FioError, FioJob, TestedDrive, write};

const DEVICE: &str = "/dev/DEVICE";

/// The drive that an export without a device is for.
pub fn nowhere(size: Bytes) -> Identity {
    Identity {
        kind: DriveKind::BlockDevice,
        discard: Some(DiscardLimits {
            granularity: Bytes(512),
            max: size,
            queued: true,
        }),
        max_queue_depth: QueueDepth::new(u16::MAX).expect("a depth"),
        name: DEVICE.into(),
        ..NullDrive::new(Blocks::from_bytes(size), Nanos(0))
            .identity()
            .clone()
    }
}

/// The job file of a test of ours.
fn exported(test: &str, drive: &Identity, tests: &Options) -> Result<String, FioError> {
    let plan = plan(&library(), test, drive, tests, Seed(1)).expect("a plan");
    write(&plan, drive, &|because| format!("{because:?}"))
}

/// Tests whose job files are not read back yet, each with the option that is in the way.
const NOT_READ: [(&str, &str); 2] = [("fixed-rate", "rate_iops="), ("recovery", "loops=")];

/// Whether no job is what this is: a trace, rounds of cells, TRIM between reads and writes.
fn is_no_job(work: &Work) -> bool {
    work.replay.is_some() || work.rounds.is_some() || work.trim_percent > 0
}

/// Whether a job ends elsewhere: when it is steady, or a pass is fast enough.
fn ends_elsewhere(work: &Work) -> bool {
    matches!(work.until, Until::SteadyState | Until::Recovered)
}

/// What a job file is to do again for a piece of work.
fn in_fio(work: &Work) -> Work {
    let mut work = work.clone();
    if ends_elsewhere(&work) {
        (work.until, work.round_s) = (Until::Duration, 0);
    }
    // A pass takes as long as it takes, and reads carry no data.
    if !work.is_timed() {
        work.duration_s = 0;
    }
    if work.op == Direction::Read {
        work.data = DataClass::FullRandom;
    }
    work
}

/// The story: job files that we print were refused by us, or run and their results lost. Each is
/// read again and measures the same; where fio cannot express a test, the first line says so.
#[test]
fn every_printed_job_file_is_read_and_measures_the_same() {
    let size = Bytes::mib(64);
    let drive = nowhere(size);
    let tests = Options {
        duration_s: Some(2),
        power_is_measured: true,
        ..Options::default()
    };
    let works = |library: &Library, name: &str, tests: &Options| -> Vec<Work> {
        let plan = plan(library, name, &drive, tests, Seed(1)).expect("a plan");
        plan.actions
            .iter()
            .filter_map(Action::work)
            .cloned()
            .collect()
    };
    let ours = library();
    for id in ours.tests.keys() {
        let done = works(&ours, id, &tests);
        let text = match exported(id, &drive, &tests) {
            Err(FioError::NoJob(_)) => {
                assert!(done.iter().all(is_no_job), "{id}");
                continue;
            }
            other => other.unwrap_or_else(|error| panic!("{id}: {error}")),
        };
        let is_whole = !done
            .iter()
            .any(|work| is_no_job(work) || ends_elsewhere(work));
        assert_eq!(!text.starts_with("# fio cannot "), is_whole, "{id}: {text}");
        let file = JobFile {
            path: "back.fio".into(),
            text,
        };
        let tested = TestedDrive {
            is_named: &|name| name == DEVICE,
            capacity: Some(size),
        };
        let job = FioJob::of(file, &tested);
        if let Some((_, option)) = NOT_READ.iter().find(|(name, _)| name == id) {
            let said = job.expect_err("it is on the list").to_string();
            assert!(
                said.lines().all(|line| line.contains(option)),
                "{id}: {said}"
            );
            continue;
        }
        let job = job.unwrap_or_else(|error| panic!("{id}: {error}"));
        let mut library = ours.clone();
        job.joins(&mut library);
        let back = works(&library, "fio-back", &Options::default());
        let jobs = done.iter().filter(|work| !is_no_job(work));
        assert_eq!(back, jobs.map(in_fio).collect::<Vec<_>>(), "{id}");
    }
}

#[test]
fn does_a_pass_end_with_the_rest_of_the_drive() {
    let drive = nowhere(Bytes((1 << 20) + 512));
    let text = exported("hd-tach", &drive, &Options::default()).expect("a job file");
    assert!(
        text.contains("[hd-tach-read-tail]\nstonewall\nrw=read\nbs=512\n"),
        "{text}"
    );
}

#[test]
fn odd_path_is_refused() {
    let drive = Identity {
        name: "/dev/a b".into(),
        ..nowhere(Bytes::gib(1))
    };
    let said = exported("hd-tach", &drive, &Options::default());
    assert!(said.expect_err("refused").to_string().contains("link"));
}

#[test]
fn mixed_work_at_a_fixed_rate_becomes_a_job_of_fio() {
    let text = "id = \"t\"\ntitle = \"T\"\nwhy = \"w\"\nsource = \"s\"\n[[phase]]\n\
                name = \"measure\"\nfrom = \"new\"\nwork = { op = \"mixed\", \
                read_percent = 70, pattern = \"random\", block = \"4KiB\", queue_depth = 64, \
                rate_iops = 1000, span = \"all\", until = \"duration\", duration_s = 5 }\n";
    let mut library = library();
    let test = TestDef::parse("tests/t.toml", text).expect("a test");
    library.tests.insert("t".into(), test);
    let drive = nowhere(Bytes::gib(1));
    let plan = plan(&library, "t", &drive, &Options::default(), Seed(1)).expect("a plan");
    let job = write(&plan, &drive, &|because| format!("{because:?}")).expect("a job file");
    for line in [
        "rw=randrw",
        "rwmixread=70",
        "rate_iops=700,300",
        "iodepth=64",
    ] {
        assert!(
            job.lines().any(|other| other == line),
            "{line} is not in {job}"
        );
    }
    assert!(
        job.contains("fio counts latency at a fixed rate from the moment"),
        "{job}"
    );
}
