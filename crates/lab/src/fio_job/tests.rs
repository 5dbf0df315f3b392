//! Job files that are run, and that are not.

mod mixes;

use super::{FioExport, FioJob, write_fio_job};
use crate::beforehand::to_be_made;
use crate::catalogue::library;
use crate::error::LabError;
use crate::target::{Target, resolve};
use fourcorners_bench::record::JobFile;
use fourcorners_bench::{
    Action, Direction, Options, Pattern, Span, TestDef, Until, Work, WorkDef, plan,
};
use fourcorners_block::{Bytes, DataClass, DiscardLimits, DriveKind, Identity, QueueDepth, Seed};
use std::path::Path;

const DRIVE: &str = "/dev/none-such";

fn read(text: &str) -> Result<FioJob, LabError> {
    let file = JobFile {
        path: "some.fio".into(),
        text: text.into(),
    };
    FioJob::of(file, &Target::Real(DRIVE.into()))
}

fn works(test: &TestDef) -> Vec<&WorkDef> {
    let works = test.phases.iter().filter_map(|phase| phase.work.as_ref());
    works.collect()
}

fn one(options: &str) -> WorkDef {
    let job = read(&format!("[job]\ndirect=1\nnorandommap\n{options}\n")).expect("it can be run");
    works(&job.test)[0].clone()
}

fn refusal(text: &str) -> String {
    read(text).expect_err("it cannot be run").to_string()
}

#[test]
fn is_a_job_the_work_that_fio_would_do() {
    let timed = one(
        "rw=randwrite\nbs=4k\nsize=8g\niodepth=32\nioengine=libaio\nruntime=1m\ntime_based\nrefill_buffers",
    );
    assert_eq!(
        (timed.op, timed.pattern),
        (Direction::Write, Pattern::Random)
    );
    assert_eq!(
        (timed.block, timed.span),
        (Bytes(4096), Span::Fixed(Bytes::gib(8)))
    );
    assert_eq!(
        (timed.queue_depth.get(), timed.until),
        (32, Until::Duration)
    );
    assert_eq!(timed.duration_s.map(u64::from), Some(60));
    assert_eq!(timed.data, Some(DataClass::FullRandom));

    let pass = one("readwrite=read\nblocksize=128k");
    assert_eq!(
        (pass.until, pass.span, pass.data),
        (Until::Pass, Span::All, None)
    );
    assert_eq!(one("rw=randread\nsize=50%").until, Until::SpanBytes);
    assert_eq!(
        one("rw=write\nbs=4k,8k\nsize=1m\nio_size=1m").block,
        Bytes(8192)
    );
    assert_eq!(one("kb_base=1000\nbs=4KiB").block, Bytes(4096));
    assert_eq!(one("rw=randread\nba=512").align, Some(Bytes(512)));

    // It begins at the second sector, and goes to where fio's goes.
    let late = one("rw=read\nbs=2m\noffset=512\nsize=62m\ntime_based\nruntime=3");
    assert_eq!(
        (late.align, late.span),
        (Some(Bytes(512)), Span::Fixed(Bytes::mib(64)))
    );
}

#[test]
fn is_the_data_that_of_fio_or_the_nearest() {
    for (options, class) in [
        ("refill_buffers=1", DataClass::FullRandom),
        ("scramble_buffers=0", DataClass::OneBuffer),
        ("zero_buffers", DataClass::Zero),
        ("buffer_pattern=0x5a", DataClass::Repeating),
        ("buffer_pattern=0", DataClass::Zero),
        ("buffer_compress_percentage=54", DataClass::Ratio(460)),
        ("", DataClass::FullRandom),
    ] {
        assert_eq!(
            one(&format!("rw=write\n{options}")).data,
            Some(class),
            "{options}"
        );
    }
}

#[test]
fn is_every_line_that_cannot_be_run_named() {
    let text = "[global]\ndirect=1\nfrobnicate=3\n[one]\nrw=tango\n[two]\nstonewall\nnumjobs=4\nstartdelay=10\nbssplit=4k/50\nsize=1g\n";
    let said = refusal(text);
    for expected in [
        "some.fio:3: frobnicate=3",
        "some.fio:5: rw=tango",
        "some.fio:8: numjobs=4",
        "some.fio:9: startdelay=10",
        "some.fio:10: bssplit",
    ] {
        assert!(said.contains(expected), "{expected} in: {said}");
    }
    assert_eq!(
        said.matches("frobnicate").count(),
        1,
        "once, though it is both jobs': {said}"
    );
    let said = refusal("[job]\nrw=swim\nbs=1000\nruntime=5\niodepth=0\ndirect=0\n");
    for line in 2..=6 {
        let named = format!("some.fio:{line}:");
        assert!(said.contains(&named), "line {line} in: {said}");
    }
    assert!(
        refusal("[job]\niodeth=4").contains("iodepth"),
        "what is like it"
    );
}

#[test]
fn is_what_cannot_be_done_refused_with_what_to_do() {
    for (text, word) in [
        ("", "there is no job"),
        ("[global]\nrw=read\n", "there is no job"),
        ("[a]\n[b]\n", "stonewall"),
        ("[a]\n[a]\nstonewall\n", "rename"),
        ("[a]\nfilename=/dev/sda\n", "DRIVE"),
        ("[a]\ndirect=0\n", "direct=1"),
        ("[a]\nbuffered=1\n", "direct=1"),
        ("[a]\nruntime=10\n", "size=8g"),
        ("[a]\nruntime=10y\n", "seconds"),
        ("[a]\ntime_based\n", "runtime"),
        ("[a]\nbs=1000\n", "512"),
        ("[a]\nbs=$pagesize\n", "whole number"),
        ("[a]\noffset=1m\n", "size=8g"),
        (
            "[a]\nrw=read\nbs=4k\noffset=1536\ntime_based\nruntime=1\n",
            "divides it",
        ),
        ("[a]\nrw=randread\nba=3000\n", "divides bs"),
        ("[a]\nsize=1k\n", "not a single I/O"),
        ("[a]\nsize=50%\nio_size=10%\n", "size alone"),
        ("[a]\nsize=50%\nnumber_ios=10\n", "size in bytes"),
        (
            "[a]\nrw=randrw\nsize=1g\nrwmixread=70\nrwmixwrite=40\n",
            "100",
        ),
        ("[a]\nrw=randrw\nsize=1g\nrate_iops=100\n", "a job of each"),
        ("[a]\nsize=1g\nbssplit=4k/60:8k/50\n", "more than 100"),
        ("[a]\nsize=1g\nbssplit=4k/60:8k/30\n", "90 %"),
        ("[a]\nsize=1g\nbssplit=4000/100\n", "512"),
        ("[a]\nsize=8k\nbssplit=4k/50:64k/50\n", "largest"),
        ("[a]\nsize=1g\noffset=100\n", "multiples of 512"),
        ("[a]\nsize=1g\nthinktime=5\nrate_iops=5\n", "keep one"),
        (
            "[a]\nsize=1g\nthinktime=5\nthinktime_blocks=4\nioengine=libaio\niodepth=4\n",
            "iodepth=1",
        ),
        ("[a]\nread_iolog=/no/such.log\n", "/no/such.log"),
        ("[a]\nread_iolog=a:b\n", "one file"),
        ("[a]\nread_iolog=a\nreplay_redirect=/dev/sda\n", "DRIVE"),
        ("[a]\ninclude /no/such.fio\n", "some.fio:2: /no/such.fio"),
    ] {
        let said = refusal(text);
        assert!(said.contains(word), "{text}: '{word}' in: {said}");
    }
}

#[test]
fn is_it_said_where_fio_does_otherwise() {
    let notes = |text: &str| read(text).expect("it can be run").notes.join("\n");
    assert_eq!(notes("[a]\ndirect=1\nrandseed=3\nwrite_bw_log=x\n"), "");
    assert!(notes("[a]\n").contains("direct=1"));
    assert!(notes("[a]\nrw=randread\ndirect=1\n").contains("norandommap"));
    assert!(notes("[a]\ndirect=1\niodepth=8\n").contains("queue depth is 1"));
}

/// The drive that an export without a device is for.
fn nowhere(size: Bytes) -> Identity {
    Identity {
        kind: DriveKind::BlockDevice,
        discard: Some(DiscardLimits {
            granularity: Bytes(512),
            max: size,
        }),
        max_queue_depth: QueueDepth::new(u16::MAX).expect("a depth"),
        ..to_be_made(Path::new("/dev/DEVICE"), size)
    }
}

#[test]
fn does_every_test_come_back_from_its_job_file() {
    let size = Bytes::mib(64);
    let tests = Options {
        duration_s: Some(2),
        power_is_measured: true,
        ..Options::default()
    };
    let export = FioExport {
        size: Some(size),
        tests: tests.clone(),
        ..FioExport::default()
    };
    let ours = library().expect("the library");
    let of = |library: &fourcorners_bench::Library, name: &str, tests: &Options| -> Vec<Work> {
        let plan = plan(library, name, &nowhere(size), tests, Seed(1)).expect("a plan");
        let works = plan.actions.iter().filter_map(Action::work);
        works.cloned().collect()
    };
    // Its rounds go on until they are steady, which no option of fio's says; a trace is no job.
    let replays = |id: &str| {
        ours.tests[id]
            .phases
            .iter()
            .any(|phase| phase.replay.is_some())
    };
    let ids = ours.tests.keys();
    for id in ids.filter(|id| *id != "steady-state" && !replays(id)) {
        let text = write_fio_job(id, &export).expect("a job file");
        let file = JobFile {
            path: "back.fio".into(),
            text,
        };
        let job = FioJob::of(file, &Target::Real("/dev/DEVICE".into()))
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
    let export = FioExport {
        size: Some(Bytes((1 << 20) + 512)),
        ..FioExport::default()
    };
    let text = write_fio_job("hd-tach", &export).expect("a job file");
    assert!(
        text.contains("[hd-tach-read-tail]\nstonewall\nrw=read\nbs=512\n"),
        "{text}"
    );
}

#[test]
fn is_a_drive_asked_for_that_is_not_known() {
    let said = |export: &FioExport| {
        write_fio_job("hd-tach", export)
            .expect_err("no drive")
            .to_string()
    };
    assert!(said(&FioExport::default()).contains("--size"));
    let odd = FioExport {
        device: Some("/dev/a b".into()),
        size: Some(Bytes::gib(1)),
        ..FioExport::default()
    };
    assert!(said(&odd).contains("link"));
}

#[test]
fn is_a_simulated_drive_named_by_its_name() {
    let drive = resolve("crucial-m4-256", false).expect("of the catalogue");
    let file = |name: &str| JobFile {
        path: "some.fio".into(),
        text: format!("[job]\nfilename={name}\n"),
    };
    assert!(FioJob::of(file("crucial-m4-256"), &drive).is_ok());
    assert!(FioJob::of(file("/dev/sda"), &drive).is_err());
}
