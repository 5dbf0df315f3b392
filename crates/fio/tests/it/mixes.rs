//! Jobs that no single kind of work is: are the I/Os those that fio would do, and logs replayed?

use crate::bed;
use crate::jobs::{DRIVE, drive, read};
use crate::written::nowhere;
use fourcorners_bench::record::{JobFile, Measured, Run};
use fourcorners_bench::{
    Action, FolderWriter, Library, Options, Pace, Plan, ReplayDef, Silent, Work, plan,
};
use fourcorners_block::{Blocks, Bytes, DataClass, Drive as _, Identity, Nanos, NullDrive, Seed};
use fourcorners_fio::{FioJob, TestedDrive};
use fourcorners_run::run;
use fourcorners_trace::{Op, Record};
use std::fs;

/// A job's replay, and the first of its I/Os.
fn mixed(options: &str, most: usize) -> (ReplayDef, Vec<Record>) {
    let text = format!("[job]\ndirect=1\nnorandommap\nrefill_buffers\n{options}\n");
    let job = read(&text).expect("it can be run");
    assert_eq!(
        job.notes
            .iter()
            .filter(|note| !note.contains("rate_iops"))
            .count(),
        0
    );
    let replay = job.test.phases[0].replay.clone().expect("a replay");
    assert_eq!(job.traces[0].name, replay.trace);
    let mut records = Vec::new();
    let mut source = job.traces[0].records(Seed(1)).expect("made");
    source.read(most, &mut records).expect("made");
    (replay, records)
}

/// What is done to such a drive for a job.
fn plan_of(job: &FioJob, drive: &Identity) -> Plan {
    let mut library = Library::default();
    job.joins(&mut library);
    let plan = plan(&library, &job.test.id, drive, &Options::default(), Seed(1));
    plan.expect("a plan")
}

/// What a job does on such a drive.
fn works_of(job: &FioJob, drive: &Identity) -> Vec<Work> {
    let actions = plan_of(job, drive).actions;
    actions.iter().filter_map(Action::work).cloned().collect()
}

/// A job of a single phase, run on a drive.
fn measured(job: &FioJob, drive: &mut NullDrive) -> Measured {
    let plan = plan_of(job, drive.identity());
    let folder = bed::folder();
    let header = bed::header(drive.identity());
    let mut writer = FolderWriter::create(&folder.path, &header).expect("a folder");
    run(&plan, drive, &mut writer, &mut Silent).expect("a run");
    let run = Run::open(&folder.path).expect("a readable folder");
    run.entries[0].measured.clone().expect("measured")
}

/// Of 100 records, those that are so.
fn percent(records: &[Record], is: impl Fn(&Record) -> bool) -> f64 {
    let count = records.iter().filter(|record| is(record)).count();
    count as f64 * 100.0 / records.len() as f64
}

#[test]
fn are_reads_and_writes_mixed_as_asked_for_and_where() {
    let options =
        "rw=randrw\nrwmixread=70\nbs=4k,8k\noffset=1g\nsize=64m\nioengine=libaio\niodepth=16";
    let (replay, records) = mixed(options, usize::MAX);
    assert_eq!(replay.pace, Pace::AsFastAsPossible);
    assert_eq!(replay.queue_depth.map(u16::from), Some(16));
    assert_eq!(replay.at_most_s, None);
    let moved: u64 = records.iter().map(|record| record.bytes.0).sum();
    assert!((64 << 20..(64 << 20) + 8192).contains(&moved), "{moved}");
    let reads = percent(&records, |record| record.op == Op::Read);
    assert!((68.0..72.0).contains(&reads), "{reads}");
    for record in &records {
        let (bytes, data) = match record.op {
            Op::Read => (4096, None),
            _ => (8192, Some(DataClass::FullRandom)),
        };
        assert_eq!((record.bytes.0, record.data), (bytes, data));
        assert!(record.offset.0 >= 1 << 30 && record.end().0 <= (1 << 30) + (64 << 20));
        assert!(record.offset.0.is_multiple_of(4096));
    }
    // Near the end, too: the last eighth has its share of I/Os.
    let last = percent(&records, |record| record.offset.0 >= (1 << 30) + (56 << 20));
    assert!((11.0..14.0).contains(&last), "{last}");
}

#[test]
fn is_a_job_that_lasts_so_long_never_out_of_ios() {
    let (replay, records) = mixed(
        "rw=rw\nrwmixwrite=25\nsize=1m\ntime_based\nruntime=7",
        10_000,
    );
    assert_eq!(replay.at_most_s, Some(7.0));
    assert_eq!(records.len(), 10_000, "more than the size has");
    let reads = percent(&records, |record| record.op == Op::Read);
    assert!((73.0..77.0).contains(&reads), "{reads}");
    // Reads follow reads and writes follow writes, each around the span.
    for op in [Op::Read, Op::Write] {
        let places = records.iter().filter(|record| record.op == op);
        let places: Vec<u64> = places.map(|record| record.offset.0 / 4096).collect();
        assert!(
            places
                .iter()
                .zip(0_u64..)
                .all(|(place, nth)| *place == nth % 256)
        );
    }
}

#[test]
fn does_a_job_end_after_its_bytes_or_its_time_whichever_is_first() {
    let ended = |options: &str| {
        let mut drive = NullDrive::new(Blocks::from_bytes(Bytes::mib(64)), Nanos::millis(1));
        let job = read(&format!(
            "[job]\ndirect=1\nrw=randread\nsize=4m\n{options}\n"
        ));
        measured(&job.expect("it can be run"), &mut drive)
    };
    // 1024 I/Os of a millisecond, one at a time.
    let by_bytes = ended("runtime=5");
    assert_eq!((by_bytes.ios, by_bytes.duration_s), (1024, 1.024));
    let by_time = ended("runtime=1");
    assert_eq!((by_time.ios, by_time.duration_s), (999, 1.0));
    let endless = ended("runtime=5\ntime_based\nbssplit=4k/100");
    assert_eq!((endless.ios, endless.duration_s), (4999, 5.0));
    let brief = ended("runtime=500ms\ntime_based");
    assert_eq!((brief.ios, brief.duration_s), (499, 0.5));
    assert_eq!(
        (brief.iops_min, brief.iops_max),
        (None, None),
        "no whole second"
    );
    let longer = ended("runtime=1500ms\ntime_based");
    assert_eq!((longer.ios, longer.duration_s), (1499, 1.5));
    assert_eq!((longer.iops_min, longer.iops_max), (Some(999), Some(999)));
}

#[test]
fn are_sizes_shared_out_as_asked_for() {
    let (_, records) = mixed("rw=randwrite\nsize=4g\nbssplit=4k/50:64k/:512/", 20_000);
    for (bytes, share) in [(4096, 50.0), (65_536, 25.0), (512, 25.0)] {
        let seen = percent(&records, |record| record.bytes.0 == bytes);
        assert!((seen - share).abs() < 1.5, "{bytes}: {seen}");
    }
    let (_, records) = mixed("rw=randrw\nsize=4g\nbssplit=4k/100,8k/100\nba=1k", 1000);
    let is_so = |record: &Record| record.bytes.0 == if record.op == Op::Read { 4096 } else { 8192 };
    assert!(records.iter().all(is_so));
    assert!(
        records
            .iter()
            .any(|record| !record.offset.0.is_multiple_of(4096))
    );
}

#[test]
fn has_each_io_of_a_rate_its_instant_and_each_pause_its_length() {
    // Its runtime and its queue depth hold, however far the drive falls behind.
    let (replay, records) = mixed("rw=randread\nsize=1g\nrate_iops=250\nruntime=2", 501);
    assert_eq!(
        (replay.pace, replay.at_most_s),
        (Pace::Timestamps, Some(2.0))
    );
    assert_eq!(replay.queue_depth.map(u16::from), Some(1));
    assert_eq!(records[250].issued, Nanos::secs(1));
    assert_eq!(records[500].issued, Nanos::secs(2));
    let options = "rw=randread\nsize=1g\nthinktime=3ms\nthinktime_blocks=2\nnumber_ios=5";
    let (replay, records) = mixed(options, usize::MAX);
    assert_eq!(replay.pace, Pace::Dependencies);
    let thinks = records
        .iter()
        .map(|record| record.after.map(|after| after.think));
    let pause = [Nanos(0), Nanos::millis(3)];
    assert_eq!(
        thinks.collect::<Vec<_>>(),
        [
            None,
            Some(pause[0]),
            Some(pause[1]),
            Some(pause[0]),
            Some(pause[1])
        ]
    );
}

#[test]
fn is_what_is_known_of_a_mix_beforehand_what_it_is() {
    let text = "[job]\nrw=randrw\nrwmixread=80\nsize=256m\nbssplit=4k/60:16k/40\n";
    let trace = read(text).expect("it can be run").traces.remove(0);
    let mut source = trace.records(Seed(3)).expect("made");
    let found = fourcorners_bench::Extent::of(&mut *source).expect("read");
    let known = trace.extent;
    for (known, found) in [
        (known.records, found.records),
        (known.read_bytes.0, found.read_bytes.0),
        (known.written_bytes.0, found.written_bytes.0),
    ] {
        let ratio = known as f64 / found as f64;
        assert!((0.97..1.03).contains(&ratio), "{known} and {found}");
    }
    assert!(known.end >= found.end && known.end == Bytes::mib(256));
    assert_eq!(known.data, found.data);
}

#[test]
fn is_a_log_replayed_by_its_times_or_as_fast_as_possible() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("it.log");
    let text = "fio version 3 iolog\n0 /dev/x add\n0 /dev/x open\n0 /dev/x read 0 4096\n900 /dev/x \
        write 8192 8192\n";
    fs::write(&log, text).expect("a log");
    let log = log.display();
    let works = |options: &str| -> Vec<Work> {
        let text =
            format!("[job]\ndirect=1\nread_iolog={log}\nioengine=libaio\niodepth=8\n{options}");
        let job = read(&text).expect("it can be run");
        works_of(&job, &nowhere(Bytes::mib(64)))
    };
    let by_times = works("");
    let replay = by_times[0].replay.as_ref().expect("a replay");
    assert_eq!(
        (replay.pace, replay.trace.extent.records),
        (Pace::Timestamps, 2)
    );
    let fast = works(&format!("replay_no_stall=1\nreplay_redirect={DRIVE}\n"));
    let replay = fast[0].replay.as_ref().expect("a replay");
    assert_eq!(
        (replay.pace, fast[0].queue_depth.get()),
        (Pace::AsFastAsPossible, 8)
    );
}

#[test]
fn is_a_file_that_is_included_part_of_the_file_and_named_where_it_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let write = |name: &str, text: &str| fs::write(at(name), text).expect("a file");
    write("all.inc", "direct=1 ; for all\ninclude deeper.inc\nbs=8k\n");
    write("deeper.inc", "bs=64k\nrefill_buffers\n");
    write(
        "job.fio",
        "[global]\ninclude all.inc\n[a]\nrw=write\nsize=1m\n",
    );
    let job = FioJob::read(&at("job.fio"), &drive()).expect("it can be run");
    let work = job.test.phases[0].work.as_ref().expect("work");
    assert_eq!(work.block, Bytes(8192), "later lines hold");
    assert!(job.notes.is_empty(), "{:?}", job.notes);
    // What a run keeps needs the other files no more.
    fs::remove_file(at("all.inc")).expect("it was there");
    let again = FioJob::of(job.file.clone(), &drive()).expect("it can be run");
    assert_eq!(again.test, job.test);

    let said = |all: &str| {
        write("all.inc", all);
        FioJob::read(&at("job.fio"), &drive())
            .expect_err("refused")
            .to_string()
    };
    assert!(said("\nbs=1000\n").contains("all.inc:2: bs=1000"));
    assert!(said("[b]\n").contains("all.inc:1: "));
    assert!(said("include all.inc\n").contains("nested too deeply"));
    let wrong = format!("{}:4: rw=swim", at("job.fio"));
    write("job.fio", "[global]\ninclude all.inc\n[a]\nrw=swim\n");
    assert!(said("bs=4k\ndirect=1\n").contains(&wrong));
}

/// The story: a job file that root runs could include any file of the system, and an error printed
/// a line of it.
#[test]
fn include_reads_only_job_lines_below_the_job_files_folder() {
    let outside = tempfile::tempdir().expect("a folder");
    let secret = outside.path().join("secret.inc");
    fs::write(&secret, "hunter2\nbs=8k\n").expect("a file");
    let folder = tempfile::tempdir_in(outside.path()).expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    std::os::unix::fs::symlink(&secret, at("link.inc")).expect("a link");
    fs::create_dir(at("deep")).expect("a folder");
    fs::write(at("deep/up.inc"), "include ../own.inc\n").expect("a file");
    fs::write(at("own.inc"), "bs=64k\n").expect("a file");
    fs::write(at("notes.txt"), "size=1m\nhunter2\n").expect("a file");
    let said = |name: &str| {
        fs::write(
            at("job.fio"),
            format!("[a]\ndirect=1\nsize=1m\ninclude {name}\n"),
        )
        .expect("a file");
        FioJob::read(&at("job.fio"), &drive()).map(|job| job.test.phases[0].work.clone())
    };
    let secret = secret.display().to_string();
    for name in [
        secret.as_str(),
        "../secret.inc",
        "link.inc",
        "/etc/passwd",
        "deep/../../secret.inc",
    ] {
        let said = said(name).expect_err(name).to_string();
        assert!(
            said.contains("below the job file's folder"),
            "{name}: {said}"
        );
        assert!(
            said.contains("job.fio:4: ") && !said.contains("hunter2"),
            "{said}"
        );
    }
    let other = said("notes.txt").expect_err("no options").to_string();
    assert!(
        other.contains("notes.txt:2: ") && !other.contains("hunter2"),
        "{other}"
    );
    let work = said("deep/up.inc")
        .expect("below the folder")
        .expect("work");
    assert_eq!(work.block, Bytes::kib(64));
}

#[test]
fn nothing_of_a_file_that_is_no_job_is_repeated() {
    for text in [
        "root:x:0:0\n",
        "[client]\npassword=hunter2\n",
        "hunter2=1\n[a]\nrw=read\n",
    ] {
        let said = read(text).expect_err("no job").to_string();
        let secret = ["root", "hunter2", "password"]
            .into_iter()
            .find(|word| said.contains(word));
        assert_eq!(secret, None, "{said}");
        assert!(said.starts_with("some.fio:"), "{said}");
    }
}

/// The story: a mix over the whole drive, `size=100%`, was refused for want of a size in bytes, and
/// the drive's size was known.
#[test]
fn shares_are_those_of_the_drive() {
    let known = |options: &str| {
        let all = Bytes::mib(100);
        let file = JobFile {
            path: "some.fio".into(),
            text: format!("[a]\ndirect=1\nrw=randrw\nbs=4k\nbssplit=4k/\nnorandommap\n{options}\n"),
        };
        let drive = TestedDrive {
            capacity: Some(all),
            ..drive()
        };
        let job = FioJob::of(file, &drive).unwrap_or_else(|error| panic!("{options}: {error}"));
        let mut records = Vec::new();
        let mut source = job.traces[0].records(Seed(1)).expect("made");
        source.read(50_000, &mut records).expect("made");
        let from = records
            .iter()
            .map(|record| record.offset.0)
            .min()
            .expect("I/Os");
        let end = records
            .iter()
            .map(|record| record.end().0)
            .max()
            .expect("I/Os");
        let bytes: u64 = records.iter().map(|record| record.bytes.0).sum();
        [from >> 20, end.div_ceil(1 << 20), bytes >> 20]
    };
    for (options, expected) in [
        ("", [0, 100, 100]),
        ("size=100%\nnumber_ios=2560", [0, 100, 10]),
        ("size=50%", [0, 50, 50]),
        ("offset=50%\nsize=10%", [50, 60, 10]),
        ("offset=90m\nsize=50%", [90, 100, 10]),
        ("size=50%\nio_size=20%", [0, 50, 10]),
        ("size=20m\nio_size=100%", [0, 20, 20]),
    ] {
        assert_eq!(known(options), expected, "{options}");
    }
}

/// The story: a job at a rate above what its drive can do lasted 65 s instead of 10, with 32 I/Os
/// in flight instead of one.
#[test]
fn rate_above_the_drives_keeps_depth_and_runtime() {
    let measured_at = |options: &str| {
        let text = format!(
            "[a]\ndirect=1\nioengine=libaio\nrw=randread\nsize=4m\ntime_based\nruntime=5\n\
             {options}\n"
        );
        // Each I/O takes a millisecond, and any number of them are done at once.
        let mut drive = NullDrive::new(Blocks::from_bytes(Bytes::mib(64)), Nanos::millis(1));
        measured(&read(&text).expect("it can be run"), &mut drive)
    };
    for depth in [1, 4, 32] {
        let plain = measured_at(&format!("iodepth={depth}"));
        for paced in ["", "bssplit=4k/\n"] {
            let capped = measured_at(&format!("iodepth={depth}\n{paced}rate_iops=100000"));
            assert_eq!(capped.duration_s, 5.0, "{depth} {paced}");
            assert!(
                capped.ios <= plain.ios,
                "{depth} {paced}: {} {}",
                capped.ios,
                plain.ios
            );
            assert!(
                capped.ios + 2 * depth >= plain.ios,
                "{depth} {paced}: {}",
                capped.ios
            );
            assert_eq!(u64::from(capped.queue_depth), depth);
            let met = measured_at(&format!("iodepth={depth}\n{paced}rate_iops=500"));
            assert!(
                (2499..=2500).contains(&met.ios),
                "{depth} {paced}: {}",
                met.ios
            );
            assert_eq!((met.duration_s, met.latency_max_us), (5.0, 1000.0));
        }
    }
}
