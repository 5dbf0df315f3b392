//! What is recorded of a real drive: every second, every I/O and the totals agree to the I/O.

use fourcorners_bench::record::{NotComparable, RunHeader, Status};
use fourcorners_bench::{
    Action, Direction, FolderWriter, Pattern, PhaseKey, Plan, Silent, Until, Work,
};
use fourcorners_block::{Bytes, DataClass, Drive, QueueDepth, Seed};
use fourcorners_real::{EngineChoice, OpenRequest, open};
use fourcorners_run::run;

fn measure(phase: &str, op: Direction, pattern: Pattern, depth: u16, until: Until) -> Action {
    let key = PhaseKey {
        test: "sums".into(),
        variant: String::new(),
        phase: phase.into(),
        state: "as-left".into(),
        positions: false,
        spare_per_mille: None,
    };
    let work = Work {
        op,
        read_percent: 0,
        trim_percent: 0,
        pattern,
        block: Bytes(4096),
        queue_depth: QueueDepth::new(depth).expect("a depth"),
        rate_iops: None,
        start: Bytes(0),
        span: Bytes::mib(16),
        data: DataClass::FullRandom,
        align: Bytes(4096),
        until,
        duration_s: 2,
        round_s: 0,
        zones: None,
        recovery: None,
        replay: None,
        first: 0,
        rounds: None,
    };
    Action::Measure { key, work }
}

fn do_sums_agree(engine: EngineChoice) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder on disk");
    let mut drive = open(&OpenRequest {
        path: folder.path().join("scratch.img"),
        create_size: Some(Bytes::mib(16)),
        write: true,
        engine,
        ..OpenRequest::default()
    })
    .unwrap_or_else(|error| panic!("{error}"));
    let (write, read) = (Direction::Write, Direction::Read);
    let plan = Plan {
        pages: Default::default(),
        suite: "sums".into(),
        actions: vec![
            measure("fill", write, Pattern::Sequential, 32, Until::Pass),
            measure("write", write, Pattern::Random, 32, Until::Duration),
            measure("read", read, Pattern::Random, 1, Until::Duration),
        ],
        not_comparable: vec![NotComparable::Alone],
        seed: Seed(1),
        written_bytes: 0,
        estimated_s: 0.0,
        goes_on: false,
        budget: None,
    };
    if engine == EngineChoice::Auto {
        drive
            .choose_engine(&plan.queue_depths(), plan.mixes_trim())
            .expect("a choice");
    }
    let header = RunHeader::of(&plan, drive.identity().clone());
    let path = folder.path().join("run");
    let mut writer = FolderWriter::create(&path, &header).expect("a run's folder");
    writer.log_ios().expect("a log");
    run(&plan, &mut drive, &mut writer, &mut Silent).expect("a run");

    let run = fourcorners_bench::record::Run::open(&path).expect("the folder");
    let log = std::fs::read(path.join("ios.bin")).expect("ios.bin");
    assert_eq!(run.entries.len(), 3);
    let mut ios = 0;
    for entry in &run.entries {
        assert_eq!(entry.status, Status::Finished, "{entry:?}");
        let measured = entry.measured.as_ref().expect("figures");
        let seconds = run
            .samples
            .iter()
            .filter(|sample| sample.phase == entry.phase);
        let sums = seconds.fold((0, 0), |(ios, bytes), second| {
            (ios + second.ios, bytes + second.bytes)
        });
        assert_eq!(sums, (measured.ios, measured.bytes), "{entry:?}");
        assert!(measured.wait_mean_us.is_none(), "a closed loop");
        ios += measured.ios;
    }
    assert_eq!(
        run.entries[0].measured.as_ref().map(|pass| pass.ios),
        Some(4096)
    );
    assert_eq!(log.len() as u64, 40 * ios);
}

#[test]
fn do_seconds_log_and_totals_of_a_real_drive_agree() {
    do_sums_agree(EngineChoice::Auto);
}

#[test]
fn do_seconds_log_and_totals_agree_through_plain_calls() {
    do_sums_agree(EngineChoice::Synchronous);
}
