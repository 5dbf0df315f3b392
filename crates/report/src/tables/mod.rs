//! The page's results as tables of text, for the terminal and for Markdown.

mod bars;
mod caches;
mod consistency;
mod differences;
mod fills;
mod job_file;
mod latencies;
mod others;
mod passes;
mod prices;
mod replays;
mod rounds;
mod steady_state;
mod sweeps;

use crate::data::PageData;
use crate::marks::{Mark, MarkQuantity};
use crate::visible::visible;
use crate::wording::health;
use crate::wording::tables::Head;
use crate::wording::{marks, missing, remarks, tables as words};
use fourcorners_bench::record::Run;

/// A table with its title. The first column names; the others hold figures.
pub(crate) struct Section {
    pub title: String,
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
    /// Whether its last column holds sentences instead.
    pub ends_in_sentences: bool,
}

/// What stands where there is no figure.
const NO_FIGURE: &str = "-";

impl Section {
    /// `None` without rows. A column in which nothing stands for any drive (nothing was printed, no
    /// power was measured) is left out.
    pub fn new(head: Head, mut rows: Vec<Vec<String>>) -> Option<Self> {
        let Head { title, mut header } = head;
        for column in (0..header.len()).rev() {
            if rows.iter().all(|row| row[column].is_empty()) {
                header.remove(column);
                rows.iter_mut().for_each(|row| drop(row.remove(column)));
            }
        }
        let cells = rows.iter_mut().flatten().chain(&mut header);
        cells.for_each(|cell| *cell = visible(cell));
        (!rows.is_empty()).then(|| Self {
            title: visible(&title),
            header,
            rows,
            ends_in_sentences: false,
        })
    }

    /// The same with a remark on each row; empty: none.
    pub fn remarked(head: Head, rows: Vec<(Vec<String>, String)>) -> Option<Self> {
        let Head { title, mut header } = head;
        header.push(remarks::COLUMN.into());
        let ends_in_sentences = rows.iter().any(|(_, remark)| !remark.is_empty());
        let rows = rows.into_iter().map(|(mut row, remark)| {
            row.push(remark);
            row
        });
        let section = Self::new(Head { title, header }, rows.collect())?;
        Some(Self {
            ends_in_sentences,
            ..section
        })
    }

    fn ending_in_sentences(self) -> Self {
        Self {
            ends_in_sentences: true,
            ..self
        }
    }
}

pub(crate) use differences::table as differences;

/// All results in tables, empty ones left out.
pub(crate) fn results(runs: &[Run], data: &PageData) -> Vec<Section> {
    let charts = data.charts.iter().map(|chart| bars::table(chart, data));
    let latencies = data.latencies.iter();
    let latencies = latencies.map(|chart| latencies::table(chart, data));
    let sweeps = data.sweeps.iter().map(|sweep| sweeps::table(sweep, data));
    let others = [
        consistency::table(data),
        steady_state::table(data),
        replays::table(runs, &data.pages),
        job_file::table(runs),
        meters_and_health(runs),
        not_measured(data).map(Section::ending_in_sentences),
        prices::table(data),
        others::table(runs, data),
    ];
    let all = charts
        .chain(latencies)
        .chain(rounds::tables(data))
        .chain(passes::tables(data));
    all.chain([caches::table(data), fills::table(data)])
        .chain(sweeps)
        .chain(others)
        .flatten()
        .collect()
}

fn meters_and_health(runs: &[Run]) -> Option<Section> {
    let rows = runs.iter().flat_map(|run| {
        let told = health::facts(run).into_iter();
        told.map(|fact| {
            let model = run.header.identity.model.clone();
            vec![model, fact.name, fact.value]
        })
    });
    Section::new(words::meters_and_health(), rows.collect())
}

fn not_measured(data: &PageData) -> Option<Section> {
    let rows = data.drives.iter().flat_map(|drive| {
        let row = |one: &crate::data::Missing| {
            let why = format!("{}: {}", missing::status(one.status), one.reason);
            vec![drive.model.clone(), one.what.clone(), why]
        };
        drive.missing.iter().map(row)
    });
    Section::new(words::not_measured(), rows.collect())
}

/// What the drive of this number is called.
fn model(data: &PageData, drive: usize) -> String {
    let drive = data.drives.get(drive);
    drive.map_or(String::new(), |drive| drive.model.clone())
}

/// Remarks on several phases of a row, each once.
fn each_once(remarks: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for one in remarks.filter(|one| !one.is_empty()) {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    all.join("; ")
}

fn named(model: &str, label: &str) -> String {
    match label {
        "" => model.into(),
        label => format!("{model}, {label}"),
    }
}

/// The printed figures of these quantities, each after its name.
fn published<'a>(
    marks: impl Iterator<Item = &'a Mark>,
    quantities: &[MarkQuantity],
    name: impl Fn(MarkQuantity) -> String,
    number: impl Fn(f64) -> String + Copy,
) -> String {
    let marks = marks.filter(|mark| quantities.contains(&mark.quantity));
    joined(marks.map(|mark| {
        let text = format!("{} {}", name(mark.quantity), marks::label(mark, number));
        text.trim().to_string()
    }))
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("; ")
}
