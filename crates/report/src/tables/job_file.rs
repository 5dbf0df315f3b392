//! The jobs of runs of job files as a table: no chart is drawn of them.

use super::Section;
use crate::wording::numbers::duration;
use crate::wording::tables as words;
use fourcorners_bench::record::{Entry, Measured, MeasuredOp, ReplayedOp, Run};
use fourcorners_findings::names::PassOp;

/// A row per job; where one reads and writes, both of them, too.
pub(super) fn table(runs: &[Run]) -> Option<Section> {
    let runs = runs.iter().filter(|run| run.is_of_a_job_file());
    let jobs = runs.flat_map(|run| {
        let name = &run.header.identity.name;
        run.entries.iter().flat_map(move |entry| rows(name, entry))
    });
    Section::new(words::job_file(), jobs.collect())
}

fn rows(name: &str, entry: &Entry) -> Vec<Vec<String>> {
    let Some(measured) = entry.result().filter(|measured| measured.ios > 0) else {
        return Vec::new();
    };
    let row = |job: String, [mb_per_s, iops]: [f64; 2], latencies_us: [f64; 3]| {
        let rates = [format!("{mb_per_s:.1}"), format!("{iops:.0}")];
        let row = [name.to_string(), job].into_iter().chain(rates);
        row.chain(latencies_us.map(duration)).collect()
    };
    let mut rows = vec![row(
        entry.phase.clone(),
        [measured.throughput_mb_per_s, measured.iops_mean],
        [
            measured.latency_mean_us,
            measured.latency_p99_us,
            measured.latency_max_us,
        ],
    )];
    let part = |op: PassOp, part: &Part| {
        let a_second = |count: u64| count as f64 / measured.duration_s;
        row(
            words::part_of_job(&entry.phase, op),
            [a_second(part.bytes) / 1e6, a_second(part.ios)],
            part.latencies_us,
        )
    };
    if let Some([reads, writes]) = parts(measured) {
        rows.extend([part(PassOp::Read, &reads), part(PassOp::Write, &writes)]);
    }
    rows
}

/// The reads or the writes of a job that does both.
struct Part {
    ios: u64,
    bytes: u64,
    /// Mean, p99 and maximum.
    latencies_us: [f64; 3],
}

/// Reads and writes, of a job that does both.
fn parts(measured: &Measured) -> Option<[Part; 2]> {
    let of_replay = |part: &ReplayedOp| Part {
        ios: part.ios,
        bytes: part.bytes,
        latencies_us: [
            part.service_mean_us,
            part.service_p99_us,
            part.service_max_us,
        ],
    };
    let of_mix = |part: &MeasuredOp| Part {
        ios: part.ios,
        bytes: part.bytes,
        latencies_us: [
            part.latency_mean_us,
            part.latency_p99_us,
            part.latency_max_us,
        ],
    };
    match (&measured.replay, &measured.mixed) {
        (Some(replay), _) => {
            let [reads, writes] = [&replay.reads, &replay.writes].map(Option::as_ref);
            Some([of_replay(reads?), of_replay(writes?)])
        }
        (None, Some(mixed)) => {
            let [reads, writes] = [&mixed.reads, &mixed.writes].map(Option::as_ref);
            Some([of_mix(reads?), of_mix(writes?)])
        }
        (None, None) => None,
    }
}
