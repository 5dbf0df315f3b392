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

const ZERO: &[&str] = &["0", "0s"];
const ONE: &[&str] = &["1"];
const KEEPS_FULL: &str =
    "Four Corners keeps the queue full, unless rate_iops or thinktime says otherwise; remove it";
const NO_FLUSH: &str = "Four Corners sends no flushes; remove it";
const ONE_SIZE: &str =
    "random block sizes from a range are not supported; give bs alone, or percentages with bssplit";
const ONE_DRIVE: &str = "the target is DRIVE on the command line, tested as a whole; remove it";
const AT_ONCE: &str = "parallel jobs are not supported yet; give the queue depth with iodepth, and \
    stonewall between jobs";
const EACH_AT_ONCE: &str = "Four Corners submits and reaps each I/O immediately; remove it";
const BY_THE_SHELL: &str =
    "start fourcorners itself that way (taskset, nice, ionice, numactl), and remove it";
const POLLED: &str = "use --engine polled instead";
const AS_RECORDED: &str = "a log is replayed unchanged here; remove it";
const RANDOM: &str = "random addresses are uniformly distributed here; remove it";
const FROM_THE_START: &str = "a job starts at the beginning of the drive, or at offset; remove it";

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
    ("numjobs", Only(ONE, AT_ONCE)),
    ("loops", Only(ONE, "use --repeat instead")),
    ("nrfiles", Only(ONE, ONE_DRIVE)),
    ("percentage_random", Only(&["100"], RANDOM)),
    (
        "zonemode",
        Only(&["none"], "zoned writes are not supported here; remove it"),
    ),
    ("io_submit_mode", Only(&["inline", "offload"], EACH_AT_ONCE)),
    (
        "iodepth_batch iodepth_batch_submit iodepth_batch_complete \
         iodepth_batch_complete_min iodepth_batch_complete_max",
        Only(ONE, EACH_AT_ONCE),
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
    (
        "dedupe_percentage",
        Only(
            ZERO,
            "duplicating a percentage of the blocks is not supported here; remove it",
        ),
    ),
    (
        "ramp_time startdelay start_delay rate rate_min rate_iops_min",
        Only(ZERO, KEEPS_FULL),
    ),
    (
        "serialize_overlap atomic unlink readonly",
        Only(ZERO, "remove it"),
    ),
    (
        "thinktime_spin thinktime_iotime \
         latency_target latency_window latency_percentile max_latency",
        Unsupported(KEEPS_FULL),
    ),
    ("iodepth_low", Unsupported(EACH_AT_ONCE)),
    (
        "bsrange blocksize_range bs_unaligned blocksize_unaligned \
         bs_is_seq_rand",
        Unsupported(ONE_SIZE),
    ),
    (
        "offset_increment offset_align zonesize zonerange zoneskip",
        Unsupported(FROM_THE_START),
    ),
    (
        "directory opendir filename_format filesize openfiles file_service_type \
         file_append",
        Unsupported(ONE_DRIVE),
    ),
    ("wait_for flow", Unsupported(AT_ONCE)),
    (
        "rw_sequencer",
        Unsupported("a job is either random or sequential here; remove it"),
    ),
    (
        "steadystate ss steadystate_duration ss_dur",
        Unsupported(
            "Four Corners uses SNIA's rule, in the test steady-state; use runtime and time_based \
             instead",
        ),
    ),
    ("replay_time_scale", Only(&["100"], AS_RECORDED)),
    (
        "rate_process",
        Only(
            &["linear"],
            "I/Os at a fixed rate are evenly spaced here; remove it",
        ),
    ),
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
