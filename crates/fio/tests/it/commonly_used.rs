//! What job files commonly ask for: lines of our own, each run or refused by its option.

use crate::jobs::{DRIVE, read};

/// A time-based job at random places.
fn timed(options: &str) -> String {
    format!("[job]\ndirect=1\nioengine=libaio\ntime_based\nruntime=60\nsize=1g\n{options}\n")
}

#[test]
fn common_jobs_can_be_run() {
    for options in [
        "rw=randread\nbs=4k\niodepth=16\nnumjobs=4",
        "rw=randrw\nrwmixread=70\nbs=8k\niodepth=8\nnumjobs=2",
        "rw=randread\nrandom_distribution=zipf:1.2",
        "rw=randwrite\nrandom_distribution=zipf\nnumjobs=4\niodepth=4",
        "rw=randrw\nrandom_distribution=zoned:50/5:30/15:20/80\nbssplit=4k/70:64k/30",
        "rw=read\nbs=1m\niodepth=8\nnumjobs=1",
        "rw=randread\ngroup_reporting\nrandrepeat=0\ninvalidate=1\nnorandommap",
        "rw=randwrite\ntimeout=30\nthread\nname=x\nwrite_bw_log=x\nlog_avg_msec=500",
    ] {
        let text = format!("{}filename={DRIVE}\n", timed(options));
        read(&text).unwrap_or_else(|error| panic!("{options}: {error}"));
    }
}

#[test]
fn jobs_at_once_have_their_queue_depths_together() {
    let job = read(&timed("rw=randread\niodepth=16\nnumjobs=4\nnorandommap")).expect("a job");
    let work = job.test.phases[0].work.as_ref().expect("work");
    assert_eq!(work.queue_depth.get(), 64);
    assert!(
        job.notes
            .iter()
            .any(|note| note.contains("numjobs=4: run as one job")),
        "{:?}",
        job.notes
    );
    let job = read(&timed("rw=randrw\niodepth=16\nnumjobs=4")).expect("a job");
    let work = job.test.phases[0].work.as_ref().expect("work");
    assert_eq!(work.queue_depth.get(), 64);
    let job = read(&timed("rw=randrw\nbssplit=4k/\niodepth=16\nnumjobs=4")).expect("a job");
    let replay = job.test.phases[0].replay.as_ref().expect("a replay");
    assert_eq!(replay.queue_depth.map(u16::from), Some(64));
}

#[test]
fn other_options_are_refused_by_name() {
    for (options, refused) in [
        ("rw=read\nnumjobs=4", "some.fio:8: numjobs=4: "),
        (
            "rw=randread\nnumjobs=4\nrate_iops=100",
            "some.fio:8: numjobs=4: ",
        ),
        (
            "rw=randread\niodepth=65535\nnumjobs=2",
            "some.fio:9: numjobs=2: ",
        ),
        (
            "rw=randread\nrandom_distribution=pareto:0.9",
            "random_distribution=pareto:0.9: expected random, zipf",
        ),
        (
            "rw=randread\nrandom_distribution=normal:50",
            "random_distribution=normal:50: expected random, zipf",
        ),
        ("rw=randread\nramp_time=5", "ramp_time=5: "),
        ("rw=read:8k", "rw=read:8k: "),
        ("rw=randtrim", "rw=randtrim: "),
        ("rw=write\nverify=crc32c", "verify=crc32c: "),
        ("rw=write\nfsync=1", "fsync=1: "),
        ("rw=read\ndirectory=/data", "directory=/data: "),
        ("rw=read\nioengine=sg", "ioengine=sg: "),
        ("rw=write\nzonemode=zbd", "zonemode=zbd: "),
    ] {
        let said = read(&timed(options)).expect_err(options).to_string();
        assert!(said.contains(refused), "{options}: {said}");
    }
}

/// The story: `ramp_time` was refused with the advice to remove it, which counts the first seconds;
/// `loops` with the advice to repeat the run, on a fresh drive; `fsync` to remove it. Whoever
/// followed the advice measured something else.
#[test]
fn refusal_advises_nothing_that_changes_the_measurement() {
    for (option, reason, advice) in [
        ("ramp_time=5", "first seconds", Some("go before")),
        ("loops=2", "not repeated", Some("another name")),
        ("startdelay=5", "starts at once", Some("exec_prerun=sleep")),
        ("rate=10m", "rates in bytes", Some("divided by bs")),
        ("bsrange=4k-8k", "range of sizes", Some("bssplit=4k/:8k/")),
        ("fsync=1", "something else", None),
        ("sync=1", "something else", None),
        ("percentage_random=50", "something else", None),
        ("dedupe_percentage=50", "something else", None),
        ("bs_unaligned", "something else", None),
        ("zonesize=1m", "something else", None),
        ("latency_target=1ms", "something else", None),
        ("iodepth_batch=4", "not in batches", None),
        ("directory=/data", "DRIVE", None),
        ("flow=1", "not supported yet", None),
        ("steadystate=iops:5%", "SNIA's rule", None),
        ("direct=0", "page cache", None),
        (
            "rw=randread\nthinktime=1ms\nrate_iops=9",
            "cannot be combined",
            None,
        ),
        ("rw=randrw\nrate_iops=9", "separate rates", None),
        ("numjobs=4", "the same only for random", None),
    ] {
        let name = option
            .rsplit('\n')
            .next()
            .and_then(|line| line.split('=').next());
        let text = format!("[job]\ntime_based\nruntime=9\nsize=1g\n{option}\n");
        let said = read(&text).expect_err(option).to_string();
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.len(), 1, "{option}: {said}");
        assert!(said.contains(reason), "{option}: '{reason}' in: {said}");
        assert!(said.contains(name.expect("a name")), "{said}");
        match advice {
            Some(advice) => assert!(said.contains(advice), "{option}: '{advice}' in: {said}"),
            None => assert!(!said.contains("remove"), "{option}: {said}"),
        }
    }
    // What changes no I/O can go.
    for option in [
        "rate_min=1m",
        "max_latency=1s",
        "unlink=1",
        "continue_on_error=io",
    ] {
        let said = read(&format!("[job]\n{option}\n"))
            .expect_err(option)
            .to_string();
        assert!(said.contains("remove it"), "{option}: {said}");
    }
}

/// The story: `numjobs=${JOBS}` was refused with "expected a whole number", and nobody learned that
/// variables are not read.
#[test]
fn variables_are_named_where_they_stand() {
    let text = "[a]\nrw=randread\nbs=4k\nsize=64m\ntime_based\nruntime=2\nnumjobs=${JOBS}\n\
                iodepth=${DEPTH}\nfilename=/dev/${NAME}\nloops=${N}\nblockalign=$pagesize\n\
                description=${WHAT}\n";
    let said = read(text).expect_err("it has variables").to_string();
    for place in [
        "7: numjobs=",
        "8: iodepth=",
        "9: filename=",
        "10: loops=",
        "11: blockalign=",
    ] {
        let named = |line: &&str| line.contains(&format!("some.fio:{place}"));
        let lines: Vec<&str> = said.lines().filter(named).collect();
        assert_eq!(lines.len(), 1, "{place} once in: {said}");
        assert!(
            lines[0].contains("variables are not replaced here"),
            "{said}"
        );
    }
    assert_eq!(said.lines().count(), 5, "{said}");
}

#[test]
fn numbers_are_read_as_fio_reads_them() {
    let of = |options: &str| {
        let text = format!("[job]\ndirect=1.0\nioengine=libaio\nnorandommap\n{options}\n");
        let job = read(&text).unwrap_or_else(|error| panic!("{options}: {error}"));
        job.test.phases[0].work.clone().expect("work")
    };
    let plain = of("rw=randread\nsize=64m\niodepth=4\ntime_based\nruntime=2\nrate_iops=1024");
    for same in [
        "rw=randread\nsize=64m\niodepth=4.0\ntime_based=1.0\nruntime=2000ms\nrate_iops=1k",
        "rw=randread\nsize=65536k\niodepth=0x4\ntime_based\nruntime=2.0\nrate_iops=1024.0",
        "rw=randread\nsize=64m\niodepth=4\ntime_based\nruntime=2s\nrate_iops=1k\nramp_time=0.0\n\
         thinktime=0.0\noffset=0.0\nstartdelay=0s\nloops=1.0\nio_size=100%\nnumber_ios=0",
    ] {
        assert_eq!(of(same), plain, "{same}");
    }
}
