//! Job files that are written: does a test come back from its own?

use crate::bed::library;
use fourcorners_bench::record::JobFile;
use fourcorners_bench::{Action, Direction, Library, Options, TestDef, Work, WorkDef, plan};
use fourcorners_block::{
    Blocks, Bytes, DataClass, DiscardLimits, Drive as _, DriveKind, Identity, Nanos, NullDrive,
    QueueDepth, Seed,
};
use fourcorners_fio::{FioError, FioJob, write};

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

#[test]
fn does_every_test_come_back_from_its_job_file() {
    let size = Bytes::mib(64);
    let tests = Options {
        duration_s: Some(2),
        power_is_measured: true,
        ..Options::default()
    };
    let ours = library();
    let of = |library: &Library, name: &str, tests: &Options| -> Vec<Work> {
        let plan = plan(library, name, &nowhere(size), tests, Seed(1)).expect("a plan");
        let works = plan.actions.iter().filter_map(Action::work);
        works.cloned().collect()
    };
    // How long these go on no option of fio's says; a trace or rounds of cells are no job.
    const UNTIL: [&str; 2] = ["steady-state", "recovery"];
    let replays = |id: &str| {
        ours.tests[id]
            .phases
            .iter()
            .any(|phase| phase.replay.is_some() || phase.rounds.is_some())
    };
    // Two rests in a row are one `sleep` after the other, which is not read back.
    let rests_twice = |id: &str| {
        let plan = plan(&ours, id, &nowhere(size), &tests, Seed(1)).expect("a plan");
        let works: Vec<&Work> = plan.actions.iter().filter_map(Action::work).collect();
        let are_idle = |two: &[&Work]| two.iter().all(|work| work.op == Direction::Idle);
        works.windows(2).any(are_idle)
    };
    // Mixes, fixed rates, and passes that begin elsewhere than at LBA 0, come back as replays.
    let mixes = |id: &str| {
        let works = ours.tests[id]
            .phases
            .iter()
            .filter_map(|it| it.work.as_ref());
        let is_mixed = |work: &WorkDef| work.op == Direction::Mixed || work.rate_iops.is_some();
        works
            .into_iter()
            .any(|work| is_mixed(work) || work.start.is_some())
    };
    let ids = ours.tests.keys();
    for id in ids.filter(|id| {
        !UNTIL.contains(&id.as_str()) && !replays(id) && !mixes(id) && !rests_twice(id)
    }) {
        let text = exported(id, &nowhere(size), &tests).expect("a job file");
        let file = JobFile {
            path: "back.fio".into(),
            text,
        };
        let job = FioJob::of(file, &|name| name == DEVICE)
            .unwrap_or_else(|error| panic!("{id}: {error}"));
        let mut library = ours.clone();
        job.joins(&mut library);
        let back = of(&library, "fio-back", &Options::default());
        let mut expected = of(&ours, id, &tests);
        for work in &mut expected {
            // A pass takes as long as it takes, and reads carry no data.
            if !work.is_timed() {
                work.duration_s = 0;
            }
            if work.op == Direction::Read {
                work.data = DataClass::FullRandom;
            }
        }
        assert_eq!(back, expected, "{id}");
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
