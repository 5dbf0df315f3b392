//! fio's options: which decide what is done here, which do not matter, and which cannot be done.

use fourcorners_bench::nearest;

/// What becomes of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// It decides what is done.
    Workload,
    /// It is about fio's reports, or a way of fio's to the same I/Os: ignored on purpose.
    Ignored,
    /// Only this value does what ours does; a sentence for any other.
    Only(&'static [&'static str], &'static str),
    /// It cannot be done here, and what to do.
    Unsupported(&'static str),
}

use Meaning::{Ignored, Only, Unsupported, Workload};

const ZERO: &[&str] = &["0"];
const ONE: &[&str] = &["1"];
/// No advice: whatever takes its place is another measurement.
const ANOTHER: &str = "not supported here, and the job measures something else without it";
const SAME_WITHOUT: &str = "not supported here; remove it: the I/Os are the same without it";
const NO_FLUSH: &str =
    "no flushes are sent here, and without them the writes measure something else";
const ONE_DRIVE: &str =
    "a job's target is DRIVE on the command line, a whole device or a single file";
const LOOPS: &str = "a job is not repeated here yet; write it as many times, each with another \
    name and stonewall";
const RAMP: &str = "the first seconds cannot be left out here yet, and without ramp_time they \
    count; let a job of that runtime go before, and this one follow it with stonewall";
const PARALLEL: &str = "parallel jobs are not supported yet";
const NO_BATCHES: &str = "each I/O is submitted and reaped at once here, not in batches";
const BY_THE_SHELL: &str =
    "start fourcorners itself that way (taskset, nice, ionice, numactl), and remove it";
const POLLED: &str = "use --engine polled instead";
const AS_RECORDED: &str = "a log is replayed unchanged here";

/// By their names, which stand apart by blanks.
const OPTIONS: &[(&str, Meaning)] = &[
    (
        "rw readwrite bs blocksize blockalign ba size io_size io_limit offset \
         iodepth ioengine direct buffered runtime time_based stonewall \
         wait_for_previous filename norandommap kb_base exec_prerun zero_buffers \
         buffer_pattern refill_buffers scramble_buffers \
         buffer_compress_percentage buffer_compress_chunk rwmixread rwmixwrite \
         bssplit rate_iops thinktime thinktime_blocks number_ios read_iolog \
         replay_no_stall replay_redirect timeout numjobs random_distribution",
        Workload,
    ),
    (
        "name description group_reporting new_group stats disk_util \
         unified_rw_reporting write_bw_log write_lat_log write_iops_log \
         write_hist_log log_avg_msec log_hist_msec log_hist_coarseness \
         log_max_value log_offset log_compression log_compression_cpus \
         log_store_compressed log_unix_epoch per_job_logs bwavgtime iopsavgtime \
         unit_base significant_figures lat_percentiles clat_percentiles \
         slat_percentiles percentile_list disable_lat disable_clat disable_slat \
         disable_bw disable_bw_measurement gtod_reduce clocksource gtod_cpu \
         randrepeat allrandrepeat randseed random_generator softrandommap \
         thread read_iolog_chunked exitall exitall_on_error error_dump \
         allow_mounted_write invalidate fadvise_hint fallocate overwrite \
         create_on_open create_serialize create_fsync iomem mem iomem_align \
         mem_align fixedbufs registerfiles nonvectored force_async hugepage-size",
        Ignored,
    ),
    ("loops", Only(ONE, LOOPS)),
    ("nrfiles", Only(ONE, ONE_DRIVE)),
    ("percentage_random", Only(&["100"], ANOTHER)),
    ("zonemode", Only(&["none"], ANOTHER)),
    ("io_submit_mode", Only(&["inline", "offload"], NO_BATCHES)),
    (
        "iodepth_batch iodepth_batch_submit iodepth_batch_complete \
         iodepth_batch_complete_min iodepth_batch_complete_max",
        Only(ONE, NO_BATCHES),
    ),
    ("hipri sqthread_poll", Only(ZERO, POLLED)),
    (
        "fsync fdatasync end_fsync fsync_on_close",
        Only(ZERO, NO_FLUSH),
    ),
    ("sync", Only(&["0", "none"], NO_FLUSH)),
    (
        "verify",
        Only(
            ZERO,
            "use --verify instead, which checks reads with its own stamps",
        ),
    ),
    ("dedupe_percentage", Only(ZERO, ANOTHER)),
    ("ramp_time", Only(ZERO, RAMP)),
    (
        "startdelay start_delay",
        Only(
            ZERO,
            "a job starts at once here; write exec_prerun=sleep SECONDS instead",
        ),
    ),
    (
        "rate",
        Only(
            ZERO,
            "rates in bytes are not read here; give rate_iops: the rate divided by bs",
        ),
    ),
    (
        "rate_min rate_iops_min max_latency",
        Only(ZERO, SAME_WITHOUT),
    ),
    ("unlink readonly", Only(ZERO, SAME_WITHOUT)),
    ("serialize_overlap atomic", Only(ZERO, ANOTHER)),
    ("thinktime_spin", Only(ZERO, SAME_WITHOUT)),
    (
        "thinktime_iotime latency_target latency_window latency_percentile",
        Only(ZERO, ANOTHER),
    ),
    ("iodepth_low", Unsupported(NO_BATCHES)),
    (
        "bsrange blocksize_range",
        Unsupported(
            "a range of sizes is not read here; give each size with bssplit, as in \
             bssplit=4k/:8k/ for 4k-8k",
        ),
    ),
    (
        "bs_unaligned blocksize_unaligned bs_is_seq_rand \
         offset_increment offset_align zonesize zonerange zoneskip rw_sequencer",
        Unsupported(ANOTHER),
    ),
    (
        "directory opendir filename_format filesize openfiles file_service_type \
         file_append",
        Unsupported(ONE_DRIVE),
    ),
    ("wait_for flow", Unsupported(PARALLEL)),
    (
        "steadystate ss steadystate_duration ss_dur",
        Unsupported("not supported here; the test steady-state ends by SNIA's rule instead"),
    ),
    ("replay_time_scale", Only(&["100"], AS_RECORDED)),
    ("rate_process", Only(&["linear"], ANOTHER)),
    (
        "replay_scale replay_align replay_skip merge_blktrace_file",
        Unsupported(AS_RECORDED),
    ),
    ("write_iolog", Unsupported("use --log-ios instead")),
    (
        "continue_on_error",
        Unsupported("a job stops at the first failed I/O here; remove it"),
    ),
    (
        "exec_postrun",
        Unsupported("commands are not run here; run this one yourself, and remove it"),
    ),
    (
        "cpus_allowed cpumask cpus_allowed_policy numa_cpu_nodes numa_mem_policy \
         nice prio prioclass cgroup uid gid",
        Unsupported(BY_THE_SHELL),
    ),
];

/// Names that are one option; the first is looked up.
const ALIASES: [&[&str]; 6] = [
    &["runtime", "timeout"],
    &["rw", "readwrite"],
    &["bs", "blocksize"],
    &["blockalign", "ba"],
    &["io_size", "io_limit"],
    &["stonewall", "wait_for_previous"],
];

/// What becomes of an option; none: no such option is known.
pub(crate) fn meaning(name: &str) -> Option<Meaning> {
    let mut rows = OPTIONS.iter();
    let row = rows.find(|(names, _)| names.split(' ').any(|known| known == name));
    row.map(|(_, meaning)| *meaning)
}

/// The name by which an option is looked up here.
pub(crate) fn canonical(name: &str) -> &str {
    let mut aliases = ALIASES.iter();
    let alias = aliases.find(|names| names.contains(&name));
    alias.map_or(name, |names| names[0])
}

/// Options that are spelled like an unknown one, best first.
pub(crate) fn like(name: &str) -> Vec<String> {
    nearest(name, OPTIONS.iter().flat_map(|(names, _)| names.split(' ')))
}
