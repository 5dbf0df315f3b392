//! Mixed work, deep queues and fixed rates: what is asked of the drive, and what is measured.

use crate::bed::{Note, NotingDrive, folder, header, is_write, lasting, library, planned};
use crate::definitions::{refusal, with};
use fourcorners_bench::record::{Measured, MeasuredOp, Run};
use fourcorners_bench::{Action, FolderWriter, Options, Silent, TestDef, plan};
use fourcorners_block::{Bytes, Drive, DriveKind, Nanos, Op, Seed};
use fourcorners_run::{RunEnd, run};

/// A test with one phase that does this, from a fresh drive.
fn test(work: &str) -> TestDef {
    let text = format!(
        "id = \"t\"\ntitle = \"T\"\nwhy = \"w\"\nsource = \"s\"\n[[phase]]\nname = \"measure\"\n\
         from = \"new\"\nwork = {{ pattern = \"random\", block = \"4KiB\", {work} }}\n"
    );
    TestDef::parse("tests/t.toml", &text).expect("a test")
}

/// Carries it out on a drive whose I/Os take 100 us; what was done, and measured.
fn carried_out(work: &str) -> (Vec<Note>, Measured) {
    carried_out_test(test(work))
}

fn carried_out_test(test: TestDef) -> (Vec<Note>, Measured) {
    let mut drive = NotingDrive::new(DriveKind::Simulated, Bytes::mib(64));
    let mut library = library();
    library.tests.insert("t".into(), test);
    let plan = plan(
        &library,
        "t",
        drive.identity(),
        &Options::default(),
        Seed(1),
    );
    let plan = plan.expect("a plan");
    let folder = folder();
    let header = header(drive.identity());
    let mut writer = FolderWriter::create(&folder.path, &header).expect("a folder");
    let end = run(&plan, &mut drive, &mut writer, &mut Silent).expect("a run");
    assert_eq!(end, RunEnd::Finished);
    drop(writer);
    let run = Run::open(&folder.path).expect("the folder");
    let measured = run.entries[0].result().expect("a result").clone();
    (drive.notes, measured)
}

fn addresses(notes: &[Note]) -> Vec<u64> {
    let first = |note: &Note| match note {
        Note::Done { first, .. } => Some(*first),
        _ => None,
    };
    notes.iter().filter_map(first).collect()
}

const LOOP: &str = "queue_depth = 4, span = \"all\", until = \"duration\", duration_s = 2";

#[test]
fn mixed_work_reads_its_share_and_counts_reads_and_writes_apart() {
    let (notes, measured) = carried_out(&format!("op = \"mixed\", read_percent = 30, {LOOP}"));
    let mixed = measured.mixed.as_ref().expect("a mix");
    let (reads, writes) = (mixed.reads.as_ref(), mixed.writes.as_ref());
    let (reads, writes) = (reads.expect("reads"), writes.expect("writes"));
    assert_eq!((measured.op.as_str(), mixed.read_percent), ("mixed", 30));
    assert_eq!(measured.data, "full-random");
    assert_eq!(reads.ios + writes.ios, measured.ios);
    assert_eq!(reads.bytes + writes.bytes, measured.bytes);
    let share = reads.ios as f64 / measured.ios as f64;
    assert!((0.28..0.32).contains(&share), "{share}");
    assert_eq!(reads.latency_max_us, 100.0);
    let op = |note: &Note| match note {
        Note::Done { op, .. } => Some(*op),
        _ => None,
    };
    // What was asked of the drive agrees; I/Os at the very end are not counted.
    let read = notes.iter().filter_map(op).filter(|op| *op == Op::Read);
    assert!((0..=4).contains(&(read.count() as i64 - reads.ios as i64)));
}

#[test]
fn trim_commands_are_counted_apart_and_move_no_bytes() {
    let mix = "op = \"mixed\", read_percent = 70, trim_percent = 10";
    let (notes, measured) = carried_out(&format!("{mix}, {LOOP}"));
    let mixed = measured.mixed.as_ref().expect("a mix");
    let of = |kind: &Option<MeasuredOp>| kind.as_ref().expect("I/Os").clone();
    let (reads, writes, trims) = (of(&mixed.reads), of(&mixed.writes), of(&mixed.trims));
    assert_eq!(mixed.trim_percent, Some(10));
    assert_eq!(reads.ios + writes.ios + trims.ios, measured.ios);
    assert_eq!(reads.bytes + writes.bytes, measured.bytes);
    assert_eq!(trims.bytes, 4096 * trims.ios);
    let share = trims.ios as f64 / measured.ios as f64;
    assert!((0.08..0.12).contains(&share), "{share}");
    let trimmed = notes.iter().filter(|note| {
        matches!(
            note,
            Note::Done {
                op: Op::Discard,
                ..
            }
        )
    });
    assert!((0..=4).contains(&(trimmed.count() as i64 - trims.ios as i64)));
}

#[test]
fn mixed_work_has_the_addresses_of_pure_work() {
    let (mixed, _) = carried_out(&format!("op = \"mixed\", read_percent = 50, {LOOP}"));
    let (writes, measured) = carried_out(&format!("op = \"write\", {LOOP}"));
    assert_eq!(addresses(&mixed), addresses(&writes));
    assert!(measured.mixed.is_none() && measured.rate_iops.is_none());
}

#[test]
fn work_begins_where_its_range_does() {
    let half = "block = \"4KiB\", op = \"write\", queue_depth = 4, span = \"40%\", \
                start = \"50%\", until = \"pass\"";
    let text = format!(
        "id = \"t\"\ntitle = \"T\"\nwhy = \"w\"\nsource = \"s\"\n[[phase]]\nname = \"measure\"\n\
         from = \"new\"\nwork = {{ pattern = \"sequential\", {half} }}\n"
    );
    let test = TestDef::parse("tests/t.toml", &text).expect("a test");
    let (notes, measured) = carried_out_test(test);
    let places = addresses(&notes);
    let percent = Bytes::mib(64).0 / 100;
    let begins = percent * 50 / 4096 * 8;
    assert_eq!(places.first(), Some(&begins));
    assert_eq!(measured.bytes, percent * 40 / 4096 * 4096);
    assert_eq!(places.last(), Some(&(begins + measured.bytes / 512 - 8)));
}

#[test]
fn queue_depth_of_512_is_kept_filled() {
    let deep = "queue_depth = 512, span = \"all\", until = \"duration\", duration_s = 1";
    let (_, measured) = carried_out(&format!("op = \"read\", {deep}"));
    assert_eq!(measured.queue_depth, 512);
    // 512 at once, each 100 us: anything less means that slots stood empty.
    assert!(measured.iops_mean > 5_100_000.0, "{}", measured.iops_mean);
}

#[test]
fn fixed_rate_is_met_by_a_drive_that_is_fast_enough() {
    let paced = "queue_depth = 1, rate_iops = 5000, span = \"all\", until = \"duration\"";
    let (notes, measured) = carried_out(&format!("op = \"write\", {paced}, duration_s = 2"));
    assert!(notes.iter().all(|note| match note {
        Note::Done { op, .. } => is_write(op),
        _ => true,
    }));
    assert_eq!(measured.rate_iops, Some(5000));
    assert!(
        (4995.0..=5000.0).contains(&measured.iops_mean),
        "{}",
        measured.iops_mean
    );
    assert_eq!(measured.latency_max_us, 100.0);
    assert_eq!(measured.wait_max_us, Some(0.0));
}

#[test]
fn latency_at_a_fixed_rate_includes_the_wait_for_a_slot() {
    // A closed loop at depth 1 would report 100 us of a drive that falls behind without end.
    let paced = "queue_depth = 1, rate_iops = 20000, span = \"all\", until = \"duration\"";
    let (_, measured) = carried_out(&format!("op = \"read\", {paced}, duration_s = 2"));
    assert!(
        (9_999.0..=10_000.0).contains(&measured.iops_mean),
        "{}",
        measured.iops_mean
    );
    // The last of them was due halfway.
    assert!((990_000.0..=1_000_100.0).contains(&measured.latency_max_us));
    let mean_s = measured.latency_mean_us / 1e6;
    assert!((0.49..=0.51).contains(&mean_s), "{mean_s}");
    // A deeper queue lets the drive serve them at the rate.
    let deep = paced.replace("queue_depth = 1", "queue_depth = 8");
    let (_, measured) = carried_out(&format!("op = \"read\", {deep}, duration_s = 2"));
    assert_eq!(
        Nanos((measured.latency_max_us * 1000.0) as u64),
        Nanos::micros(100)
    );
    assert!(measured.iops_mean > 19_990.0, "{}", measured.iops_mean);
}

#[test]
fn mix_and_rate_that_make_no_sense_are_refused() {
    let op = "op = \"write\"";
    for (to, expected) in [
        (
            "op = \"mixed\"",
            "op = \"mixed\" needs read_percent, from 1 to 99",
        ),
        (
            "op = \"mixed\", read_percent = 100",
            "read_percent must be from 1 to 99",
        ),
        ("op = \"mixed\", read_percent = 0", "a nonzero u32"),
        (
            "op = \"read\", read_percent = 50",
            "read_percent is valid only with op = \"mixed\"",
        ),
        (
            "op = \"mixed\", read_percent = 70, trim_percent = 31",
            "read_percent and trim_percent must be at most 100 together",
        ),
        (
            "op = \"write\", trim_percent = 10",
            "trim_percent is valid only with op = \"mixed\"",
        ),
        (
            "op = \"write\", rate_iops = 2000000000",
            "rate_iops must be at most 1000000000",
        ),
    ] {
        let said = refusal(&with(op, to));
        assert!(said.contains(expected), "{to}: {said}");
    }
    let span_bytes = with(
        "until = \"duration\", duration_s = 180",
        "until = \"span-bytes\"",
    );
    let said = refusal(&span_bytes.replace(op, "op = \"write\", rate_iops = 10"));
    let expected = "rate_iops is valid only with until = \"duration\"";
    assert!(said.contains(expected), "{said}");
}

/// A second of `rare-reads` at one I/O per second ended before the first was due, and counted as
/// failed.
#[test]
fn shortened_phase_at_a_fixed_rate_has_ios() {
    let drive = NotingDrive::new(DriveKind::BlockDevice, Bytes::gib(1));
    let plan = planned("rare-reads", &drive, &lasting(1), 1);
    let works = plan.actions.iter().filter_map(|action| match action {
        Action::Measure { work, .. } => Some((work.rate_iops?, work.duration_s)),
        _ => None,
    });
    let expected = [(1, 3), (2, 2), (5, 1), (10, 1), (100, 1), (1000, 1)];
    assert_eq!(works.collect::<Vec<_>>(), expected);
}
