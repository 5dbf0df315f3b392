//! The jobs of runs of job files as a table: no chart is drawn of them.

use super::Section;
use crate::wording::numbers::duration;
use crate::wording::{remarks, tables as words};
use fourcorners_bench::record::{Entry, ReplayedOp, Run};
use fourcorners_findings::names::PassOp;

/// A row per job; where one reads and writes, both of them, too.
pub(super) fn table(runs: &[Run]) -> Option<Section> {
    let runs = runs.iter().filter(|run| run.is_of_a_job_file());
    let jobs = runs.flat_map(|run| {
        let name = &run.header.identity.name;
        run.entries.iter().flat_map(move |entry| rows(name, entry))
    });
    Section::remarked(words::job_file(), jobs.collect())
}

fn rows(name: &str, entry: &Entry) -> Vec<(Vec<String>, String)> {
    let Some(measured) = entry.result().filter(|measured| measured.ios > 0) else {
        return Vec::new();
    };
    let row = |job: String, [mb_per_s, iops]: [f64; 2], latencies_us: [f64; 3]| {
        let rates = [format!("{mb_per_s:.1}"), format!("{iops:.0}")];
        let row = [name.to_string(), job].into_iter().chain(rates);
        let row = row.chain(latencies_us.map(duration)).collect();
        (row, remarks::line(&measured.remarks))
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
    let part = |op: PassOp, part: &ReplayedOp| {
        let a_second = |count: u64| count as f64 / measured.duration_s;
        row(
            words::part_of_job(&entry.phase, op),
            [a_second(part.bytes) / 1e6, a_second(part.ios)],
            [
                part.service_mean_us,
                part.service_p99_us,
                part.service_max_us,
            ],
        )
    };
    let replay = measured.replay.as_ref();
    let both = replay.and_then(|replay| replay.reads.as_ref().zip(replay.writes.as_ref()));
    if let Some((reads, writes)) = both {
        rows.extend([part(PassOp::Read, reads), part(PassOp::Write, writes)]);
    }
    rows
}
