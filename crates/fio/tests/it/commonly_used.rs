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
