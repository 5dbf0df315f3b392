//! Sweeps as tables: a row per point, a column per drive.

use super::{NO_FIGURE, Section, each_once, model};
use crate::data::PageData;
use crate::wording::sweeps as words;
use fourcorners_findings::sweeps::{SweepChart, SweepLine};

pub(super) fn table(sweep: &SweepChart, data: &PageData) -> Option<Section> {
    let mut places: Vec<u64> = Vec::new();
    for point in sweep.lines.iter().flat_map(|line| &line.points) {
        if !places.contains(&point.at) {
            places.push(point.at);
        }
    }
    places.sort_unstable();
    let cell = |line: &SweepLine, at: u64| {
        let point = line.points.iter().find(|point| point.at == at);
        match point.map(|point| point.value) {
            None => NO_FIGURE.into(),
            Some(None) => words::TOO_SLOW.into(),
            Some(Some(value)) => words::value(sweep.figure, value),
        }
    };
    let remark = |line: &SweepLine, at: u64| {
        let point = line.points.iter().find(|point| point.at == at);
        let text = point.map_or(String::new(), |point| {
            data.remark_on(line.drive, [&sweep.test, &point.variant, &point.phase])
        });
        match sweep.lines.len() {
            1 => text,
            _ if text.is_empty() => text,
            _ => words::remark_on_drive(&model(data, line.drive), &text),
        }
    };
    let row = |at: u64| {
        let first = words::place(sweep.by, at);
        let cells = sweep.lines.iter().map(|line| cell(line, at));
        let row = std::iter::once(first).chain(cells).collect();
        (row, each_once(sweep.lines.iter().map(|line| remark(line, at))))
    };
    let drives = sweep.lines.iter().map(|line| model(data, line.drive));
    let head = words::head(sweep, drives);
    Section::remarked(head, places.into_iter().map(row).collect())
}
