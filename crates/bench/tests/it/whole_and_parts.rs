//! Do a phase and its parts - reads, writes, TRIMs, seconds - count the same I/Os?

use crate::bed::replays::{carry_out, figures};
use crate::bed::{NotingDrive, folder, header, io, library, trace};
use fourcorners_bench::record::{Measured, Run};
use fourcorners_bench::{FolderWriter, Options, Silent, TestDef, plan};
use fourcorners_block::{Bytes, Drive, DriveKind, Nanos, Seed};
use fourcorners_run::run;
use fourcorners_trace::{Op, Record};
use proptest::prelude::*;

/// A drive with one I/O at a time: latencies grow with what waits.
fn slow() -> NotingDrive {
    NotingDrive::taking(Nanos::micros(700), DriveKind::Simulated, Bytes::mib(64)).one_at_a_time()
}

/// I/Os and bytes of a part, and its maximum in microseconds.
type Part = (u64, u64, f64);

/// The whole has what its parts have together, and the maximum of one of them; so it is with its
/// seconds and its histogram.
fn whole_is_its_parts(run: &Run, measured: &Measured, parts: &[Part]) -> Result<(), TestCaseError> {
    let seconds = run
        .samples
        .iter()
        .filter(|sample| sample.phase == run.entries[0].phase);
    let seconds = seconds.map(|it| (it.ios, it.bytes, it.latency_max_ns as f64 / 1000.0));
    let seconds: Vec<Part> = seconds.collect();
    for parts in [parts, &seconds] {
        prop_assert_eq!(parts.iter().map(|part| part.0).sum::<u64>(), measured.ios);
        prop_assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), measured.bytes);
        let longest = parts.iter().map(|part| part.2).fold(0.0, f64::max);
        prop_assert_eq!(longest, measured.latency_max_us);
    }
    let counts = run.histograms[0].counts().expect("a histogram");
    prop_assert_eq!(counts.iter().map(|(_, ios)| ios).sum::<u64>(), measured.ios);
    let longest = counts.last().map_or(0, |(ns, _)| *ns) as f64 / 1000.0;
    prop_assert!((longest / measured.latency_max_us - 1.0).abs() < 0.001);
    prop_assert!(measured.latency_p999_us <= measured.latency_max_us);
    prop_assert!(measured.latency_mean_us <= measured.latency_max_us);
    Ok(())
}

/// What mixed work measures on the slow drive.
fn mixed(work: &str) -> Run {
    let text = format!(
        "id = \"t\"\ntitle = \"T\"\nwhy = \"w\"\nsource = \"s\"\n[[phase]]\nname = \"measure\"\n\
         from = \"new\"\nwork = {{ op = \"mixed\", block = \"4KiB\", span = \"all\", until = \
         \"duration\", duration_s = 2, {work} }}\n"
    );
    let mut library = library();
    let test = TestDef::parse("tests/t.toml", &text).expect("a test");
    library.tests.insert("t".into(), test);
    let mut drive = slow();
    let plan = plan(
        &library,
        "t",
        drive.identity(),
        &Options::default(),
        Seed(1),
    );
    let folder = folder();
    let header = header(drive.identity());
    let mut writer = FolderWriter::create(&folder.path, &header).expect("a folder");
    run(&plan.expect("a plan"), &mut drive, &mut writer, &mut Silent).expect("a run");
    drop(writer);
    Run::open(&folder.path).expect("a readable folder")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn replay_is_its_reads_and_writes(
        ios in prop::collection::vec((0_u64..2, 0_u64..3_000, 1_u64..4), 1..200),
        pace in prop::sample::select(vec![
            "dependencies",
            "timestamps",
            "as-fast-as-possible\", queue_depth = 5, fit = \"refuse",
        ]),
    ) {
        let mut issued = Nanos(0);
        let records: Vec<Record> = ios
            .iter()
            .zip(0_u64..)
            .map(|((op, gap_us, blocks), nth)| {
                // Bursts, with pauses between them.
                issued.0 += if nth % 16 == 0 { gap_us * 10_000 } else { 0 };
                let op = [Op::Read, Op::Write][*op as usize];
                io(op, issued, Bytes(4096 * (nth % 512)), Bytes(4096 * blocks))
            })
            .collect();
        let replay = format!(", pace = \"{pace}\"");
        let run = carry_out(&replay, trace("it", records), &mut slow(), &Options::default());
        let (measured, replay) = figures(&run);
        let parts = [&replay.reads, &replay.writes].into_iter().flatten();
        let parts: Vec<Part> = parts.map(|it| (it.ios, it.bytes, it.service_max_us)).collect();
        whole_is_its_parts(&run, measured, &parts)?;
    }

    #[test]
    fn mixed_work_is_its_reads_writes_and_trims(
        depth in 1_u32..64,
        reads in 1_u32..80,
        trims in 0_u32..20,
        rate in prop::option::of(1_u64..4_000),
        pattern in prop::sample::select(vec!["random", "sequential"]),
    ) {
        let trims = if trims > 0 { format!(", trim_percent = {trims}") } else { String::new() };
        let rate = rate.map_or(String::new(), |rate| format!(", rate_iops = {rate}"));
        let run = mixed(&format!(
            "pattern = \"{pattern}\", queue_depth = {depth}, read_percent = {reads}{trims}{rate}"
        ));
        let Some(measured) = run.entries[0].result() else {
            // No I/O is due so early.
            return Ok(());
        };
        let mixed = measured.mixed.as_ref().expect("a mix");
        let moved = [&mixed.reads, &mixed.writes].into_iter().flatten();
        let mut parts: Vec<Part> = moved.map(|it| (it.ios, it.bytes, it.latency_max_us)).collect();
        // TRIM moves no bytes.
        parts.extend(mixed.trims.iter().map(|it| (it.ios, 0, it.latency_max_us)));
        whole_is_its_parts(&run, measured, &parts)?;
    }
}
