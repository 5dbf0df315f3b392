//! SNIA's tests as tables: steady states, matrices of cells, samples in time, demand.

use super::{NO_FIGURE, Section, model};
use crate::data::PageData;
use crate::rounds::{RoundsOfPhase, RoundsTest};
use crate::wording::numbers::{count, duration};
use crate::wording::rounds as words;
use crate::wording::tables::Head;
use fourcorners_bench::TrackedValue;
use fourcorners_findings::rounds::{CellMean, RoundsPhase};
use std::collections::BTreeSet;

/// All of them: steady states first, then test by test.
pub(super) fn tables(data: &PageData) -> Vec<Option<Section>> {
    let mut all = vec![steady(data)];
    let mut tests: Vec<&str> = Vec::new();
    for test in &data.rounds {
        if !tests.contains(&&*test.test) {
            tests.push(&test.test);
        }
    }
    for id in tests {
        let own: Vec<&RoundsTest> = data.rounds.iter().filter(|one| one.test == id).collect();
        let phases: Vec<(String, &RoundsOfPhase)> = own
            .iter()
            .flat_map(|test| {
                test.phases
                    .iter()
                    .map(|phase| (model(data, test.drive), phase))
            })
            .collect();
        let Some(first) = own.first() else { continue };
        let title = &first.title;
        all.extend([
            matrix(title, &phases),
            longest(title, &phases),
            slices(data, title, &phases),
            demand(title, &phases, words::demand_head, |cell| count(cell.iops)),
            demand(title, &phases, words::demand_latency_head, |cell| {
                duration(cell.latency_mean_us)
            }),
            points(title, &phases),
        ]);
    }
    all
}

fn steady(data: &PageData) -> Option<Section> {
    let mut rows = Vec::new();
    for test in &data.rounds {
        for RoundsOfPhase {
            title,
            labels,
            found,
            ..
        } in &test.phases
        {
            let Some(tracked) = &found.tracked else {
                continue;
            };
            let window = tracked.window.as_ref();
            let percent =
                |value: Option<f64>| value.map_or(NO_FIGURE.into(), |it| format!("{it:.1} %"));
            let row = vec![
                model(data, test.drive),
                named(&test.test, title),
                labels.get(tracked.cell).cloned().unwrap_or_default(),
                window.map_or(NO_FIGURE.into(), |it| words::value(tracked.value, it.mean)),
                found.rounds.to_string(),
                words::word(found, tracked),
                percent(window.map(|it| it.range_percent)),
                percent(window.map(|it| it.slope_percent)),
            ];
            rows.push((row, remark(data, found)));
        }
    }
    Section::remarked(words::steady_head(), rows)
}

fn remark(data: &PageData, found: &RoundsPhase) -> String {
    data.remark_on(found.drive, [&found.test, &found.variant, &found.phase])
}

fn named(test: &str, title: &str) -> String {
    match title {
        "" => test.into(),
        title => format!("{test}: {title}"),
    }
}

type Phases<'a> = [(String, &'a RoundsOfPhase)];

/// Phases whose tracked cells stand in a matrix of blocks and mixes.
fn is_of_matrix(found: &RoundsPhase) -> bool {
    let only_preconditions = found.cells.len() == 1;
    found.tracked.is_some() && !only_preconditions && !found.is_demand()
}

fn mixes(phases: &Phases<'_>) -> Vec<u32> {
    let cells = phases.iter().flat_map(|(_, phase)| &phase.found.cells);
    let mixes: BTreeSet<u32> = cells.map(|cell| cell.read_percent).collect();
    mixes.into_iter().collect()
}

/// A row per block size, a column per mix.
fn by_block(
    phases: &Phases<'_>,
    mixes: &[u32],
    figure: impl Fn(&RoundsPhase, &CellMean) -> String,
) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for (model, RoundsOfPhase { found, .. }) in phases {
        let blocks: BTreeSet<u64> = found.cells.iter().map(|cell| cell.block_bytes).collect();
        for block in blocks {
            let of = |mix: &u32| {
                let mut cells = found.cells.iter();
                let cell =
                    cells.find(|cell| (cell.block_bytes, cell.read_percent) == (block, *mix));
                cell.map_or(NO_FIGURE.into(), |cell| figure(found, cell))
            };
            let row = [model.clone(), words::block(block)];
            rows.push(row.into_iter().chain(mixes.iter().map(of)).collect());
        }
    }
    rows
}

fn of_matrix<'a>(phases: &Phases<'a>) -> Vec<(String, &'a RoundsOfPhase)> {
    let own = phases
        .iter()
        .filter(|(_, phase)| is_of_matrix(&phase.found));
    own.map(|(model, phase)| (model.clone(), *phase)).collect()
}

fn matrix(title: &str, phases: &Phases<'_>) -> Option<Section> {
    let phases = of_matrix(phases);
    let value = phases.first()?.1.found.value;
    let mixes = mixes(&phases);
    let figure = |found: &RoundsPhase, cell: &CellMean| {
        let figure = match found.value {
            TrackedValue::Iops => cell.iops,
            TrackedValue::MbPerS => cell.mb_per_s,
            TrackedValue::LatencyMean => cell.latency_mean_us,
        };
        words::figure(found.value, figure)
    };
    let rows = by_block(&phases, &mixes, figure);
    Section::new(words::matrix_head(title, value, &mixes), rows)
}

/// The longest latencies, of tests of latency.
fn longest(title: &str, phases: &Phases<'_>) -> Option<Section> {
    let mut phases = of_matrix(phases);
    phases.retain(|(_, phase)| phase.found.value == TrackedValue::LatencyMean);
    let mixes = mixes(&phases);
    let figure = |_: &RoundsPhase, cell: &CellMean| format!("{:.1}", cell.latency_max_us);
    let rows = by_block(&phases, &mixes, figure);
    Section::new(words::longest_head(title, &mixes), rows)
}

fn slices(data: &PageData, title: &str, phases: &Phases<'_>) -> Option<Section> {
    let phases: Vec<_> = phases
        .iter()
        .filter(|(_, one)| !one.found.slices.is_empty())
        .collect();
    let value = phases.first()?.1.found.value;
    let row = |(model, phase): &&(String, &RoundsOfPhase)| {
        let slices = &phase.found.slices;
        let values = slices.iter().map(|slice| match value {
            TrackedValue::Iops => slice.iops,
            TrackedValue::MbPerS => slice.mb_per_s,
            TrackedValue::LatencyMean => slice.latency_mean_us,
        });
        let figure = |it: f64| words::figure(value, it);
        let main = phase.found.cells.first();
        let longest = slices
            .iter()
            .map(|slice| slice.latency_max_us)
            .fold(0.0, f64::max);
        let row = vec![
            model.clone(),
            phase.title.clone(),
            slices.len().to_string(),
            figure(values.clone().sum::<f64>() / slices.len().max(1) as f64),
            figure(values.clone().fold(f64::INFINITY, f64::min)),
            figure(values.fold(0.0, f64::max)),
            main.map_or(NO_FIGURE.into(), |cell| duration(cell.latency_mean_us)),
            duration(longest),
            slices
                .last()
                .map_or(NO_FIGURE.into(), |it| format!("{:.1}", it.written_gb)),
        ];
        (row, remark(data, &phase.found))
    };
    Section::remarked(
        words::slices_head(title, value),
        phases.iter().map(row).collect(),
    )
}

/// A row per number of threads, a column per queue depth.
fn demand(
    title: &str,
    phases: &Phases<'_>,
    head: fn(&str, &[u32]) -> Head,
    figure: fn(&CellMean) -> String,
) -> Option<Section> {
    let phases: Vec<_> = phases
        .iter()
        .filter(|(_, one)| one.found.is_demand())
        .collect();
    let cells = || phases.iter().flat_map(|(_, one)| &one.found.cells);
    let distinct = |of: fn(&CellMean) -> u32| {
        let mut all: Vec<u32> = cells().map(of).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let (threads, depths) = (distinct(|it| it.threads), distinct(|it| it.queue_depth));
    let mut rows = Vec::new();
    for (model, phase) in &phases {
        for threads in &threads {
            let of = |depth: &u32| {
                // The last one is that of the matrix, not what settles the drive.
                let mut cells = phase.found.cells.iter().rev();
                let is_it = |it: &&CellMean| (it.threads, it.queue_depth) == (*threads, *depth);
                cells.find(is_it).map_or(NO_FIGURE.into(), figure)
            };
            let row = [model.clone(), threads.to_string()];
            rows.push(row.into_iter().chain(depths.iter().map(of)).collect());
        }
    }
    Section::new(head(title, &depths), rows)
}

fn points(title: &str, phases: &Phases<'_>) -> Option<Section> {
    let mut rows = Vec::new();
    for (model, phase) in phases {
        for point in &phase.found.points {
            let it = &point.result;
            let figures = [
                it.latency_mean_us,
                it.latency_p99_us,
                it.latency_p999_us,
                it.latency_p9999_us,
                it.latency_p99999_us,
                it.latency_max_us,
            ];
            let first = [
                model.clone(),
                words::point(point.name).into(),
                format!("{} x {}", point.threads, point.queue_depth),
                count(it.iops()),
            ];
            rows.push(first.into_iter().chain(figures.map(duration)).collect());
        }
    }
    Section::new(words::points_head(title), rows)
}
