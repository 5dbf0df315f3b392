//! Job files that are run, and that are not.

use fourcorners_bench::record::JobFile;
use fourcorners_bench::{Direction, Pattern, Span, TestDef, Until, WorkDef};
use fourcorners_block::{Bytes, DataClass};
use fourcorners_fio::{FioError, FioJob, TestedDrive};

pub const DRIVE: &str = "/dev/none-such";

pub fn read(text: &str) -> Result<FioJob, FioError> {
    let file = JobFile {
        path: "some.fio".into(),
        text: text.into(),
    };
    FioJob::of(file, &drive())
}

/// A drive of unknown size.
pub fn drive() -> TestedDrive<'static> {
    TestedDrive {
        is_named: &|name| name == DRIVE,
        capacity: None,
    }
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
        "rw=randwrite\nbs=4k\nsize=8g\niodepth=32\nioengine=libaio\nruntime=1m\ntime_based\n\
         refill_buffers",
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
    let text = "[global]\ndirect=1\nfrobnicate=3\n[one]\nrw=tango\n[two]\nstonewall\nnumjobs=4\n\
        startdelay=10\nbssplit=4k/50\nsize=1g\n";
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
        ("", "contains no job"),
        ("[global]\nrw=read\n", "contains no job"),
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
        (
            "[a]\nrw=read\nbs=4k\noffset=1536\ntime_based\nruntime=1\n",
            "size=8g",
        ),
        ("[a]\nrw=randread\nba=3000\n", "divides bs"),
        ("[a]\nsize=1k\n", "smaller than one I/O"),
        ("[a]\nsize=50%\nio_size=10%\n", "size in bytes"),
        ("[a]\nsize=50%\nnumber_ios=10\n", "size in bytes"),
        (
            "[a]\nrw=randrw\nsize=1g\nrwmixread=70\nrwmixwrite=40\n",
            "100",
        ),
        ("[a]\nrw=randrw\nsize=1g\nrate_iops=100\n", "separate rates"),
        ("[a]\nsize=1g\nbssplit=4k/60:8k/50\n", "more than 100"),
        ("[a]\nsize=1g\nbssplit=4k/60:8k/30\n", "90 %"),
        ("[a]\nsize=1g\nbssplit=4000/100\n", "512"),
        ("[a]\nsize=8k\nbssplit=4k/50:64k/50\n", "largest"),
        ("[a]\nsize=1g\noffset=100\n", "multiple of 512"),
        ("[a]\nsize=1g\nthinktime=5\nrate_iops=5\n", "combined"),
        (
            "[a]\nsize=1g\nthinktime=5\nthinktime_blocks=4\nioengine=libaio\niodepth=4\n",
            "iodepth=1",
        ),
        ("[a]\nread_iolog=/no/such.log\n", "/no/such.log"),
        ("[a]\nread_iolog=a:b\n", "one file"),
        ("[a]\nread_iolog=a\nreplay_redirect=/dev/sda\n", "DRIVE"),
        ("[a]\ninclude /no/such.fio\n", "some.fio:2: /no/such.fio"),
        ("[a]\nsize=0.5g\n", "does not read fractions"),
        ("[a]\ntime_based\nruntime=0.5\n", "does not read fractions"),
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
