//! The columns of a run's tables, by name.

use fourcorners_bench::record::{Entry, Measured, NandSample, Run, Sample, Status};
use fourcorners_report::wording::{failure, not_run};
use fourcorners_sweep::{Column, FIGURES};

/// A column per fact and figure, a row per phase.
pub fn of_results(runs: &[Run]) -> Vec<(String, Column)> {
    let rows: Vec<(usize, &Run, &Entry)> = runs
        .iter()
        .enumerate()
        .flat_map(|(index, run)| run.entries.iter().map(move |entry| (index, run, entry)))
        .collect();
    let index = rows.iter().map(|(index, ..)| Some(*index as i64));
    let text = |of: &dyn Fn(&Entry) -> Option<String>| {
        Column::Texts(rows.iter().map(|(_, _, entry)| of(entry)).collect())
    };
    let figure = |of: fn(&Measured) -> Option<f64>| {
        let of = |entry: &Entry| entry.result().and_then(of);
        Column::Numbers(rows.iter().map(|(_, _, entry)| of(entry)).collect())
    };
    let whole = |of: fn(&Measured) -> u64| {
        let of = |entry: &Entry| entry.result().map(|measured| of(measured) as i64);
        Column::Integers(rows.iter().map(|(_, _, entry)| of(entry)).collect())
    };
    let drive = rows.iter().map(|(_, run, _)| Some(name(run)));
    let mut columns = vec![
        ("drive_index".into(), Column::Integers(index.collect())),
        ("drive".into(), Column::Texts(drive.collect())),
        ("test".into(), text(&|entry| Some(entry.test.clone()))),
        ("variant".into(), text(&|entry| Some(entry.variant.clone()))),
        ("phase".into(), text(&|entry| Some(entry.phase.clone()))),
        ("state".into(), text(&|entry| Some(entry.state.clone()))),
        ("status".into(), text(&|entry| Some(status(entry).into()))),
        ("reason".into(), text(&reason)),
        ("op".into(), text(&|entry| Some(entry.result()?.op.clone()))),
        (
            "pattern".into(),
            text(&|entry| Some(entry.result()?.pattern.clone())),
        ),
        ("block_bytes".into(), whole(|measured| measured.block_bytes)),
        (
            "queue_depth".into(),
            whole(|measured| measured.queue_depth.into()),
        ),
    ];
    columns.extend(FIGURES.iter().map(|it| (it.name.into(), figure(it.of))));
    columns
}

/// A column per value, a row per second of every phase.
pub fn of_seconds(runs: &[Run]) -> Vec<(String, Column)> {
    let rows: Vec<(usize, &Run, &Sample)> = runs
        .iter()
        .enumerate()
        .flat_map(|(index, run)| run.samples.iter().map(move |sample| (index, run, sample)))
        .collect();
    let index = rows.iter().map(|(index, ..)| Some(*index as i64));
    let drive = rows.iter().map(|(_, run, _)| Some(name(run)));
    let text = |of: fn(&Sample) -> &String| {
        let texts = rows.iter().map(|(_, _, sample)| Some(of(sample).clone()));
        Column::Texts(texts.collect())
    };
    let number = |of: &dyn Fn(&Sample) -> Option<i64>| {
        Column::Integers(rows.iter().map(|(_, _, sample)| of(sample)).collect())
    };
    let always = |of: fn(&Sample) -> u64| number(&|sample| Some(of(sample) as i64));
    let nand = |of: fn(&NandSample) -> Option<u64>| {
        number(&|sample| of(sample.nand.as_ref()?).map(|it| it as i64))
    };
    vec![
        ("drive_index".into(), Column::Integers(index.collect())),
        ("drive".into(), Column::Texts(drive.collect())),
        ("test".into(), text(|it| &it.test)),
        ("variant".into(), text(|it| &it.variant)),
        ("phase".into(), text(|it| &it.phase)),
        ("second".into(), always(|it| u64::from(it.second))),
        ("ios".into(), always(|it| it.ios)),
        ("bytes".into(), always(|it| it.bytes)),
        ("latency_mean_ns".into(), always(|it| it.latency_mean_ns)),
        ("latency_p99_ns".into(), always(|it| it.latency_p99_ns)),
        ("latency_max_ns".into(), always(|it| it.latency_max_ns)),
        ("host_units".into(), nand(|it| Some(it.host_units))),
        ("moved_units".into(), nand(|it| Some(it.moved_units))),
        ("erases".into(), nand(|it| Some(it.erases))),
        (
            "free_superblocks".into(),
            nand(|it| Some(it.free_superblocks)),
        ),
        ("stalls".into(), nand(|it| it.stalls)),
        ("stall_ns".into(), nand(|it| it.stall_ns)),
        ("temperature_mc".into(), number(&|it| it.temperature_mc)),
    ]
}

/// The drive's name, with what was changed in it.
pub fn name(run: &Run) -> String {
    run.header.identity.name.clone()
}

fn status(entry: &Entry) -> &'static str {
    match entry.status {
        Status::Finished => "finished",
        Status::Skipped { .. } => "skipped",
        Status::Interrupted => "interrupted",
        Status::Failed { .. } => "failed",
    }
}

/// Why there are no figures.
fn reason(entry: &Entry) -> Option<String> {
    match &entry.status {
        Status::Finished | Status::Interrupted => None,
        Status::Skipped { because } => Some(not_run::sentence(because)),
        Status::Failed { failure } => Some(failure::sentence(failure)),
    }
}
