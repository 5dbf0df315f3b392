//! The means of the passes by position as tables.

use super::{NO_FIGURE, Section, joined, model, published};
use crate::data::PageData;
use crate::marks::MarkQuantity;
use crate::wording::tables::{self as words, TrimmedReads};
use crate::wording::{marks, tables::Head};
use fourcorners_block::DataClass;
use fourcorners_findings::curves::Curve;
use fourcorners_findings::kinds;
use fourcorners_findings::names::{PassOp, PassSection, PassState};

const OPS: [PassOp; 2] = [PassOp::Read, PassOp::Write];
const PRINTED: [MarkQuantity; 2] = [MarkQuantity::Throughput, MarkQuantity::SlowestSecond];

/// One per section of the page that has passes.
pub(super) fn tables(data: &PageData) -> [Option<Section>; 2] {
    let clean = [PassState::Clean, PassState::Tortured, PassState::Trimmed];
    let rested = [PassState::AtOnce, PassState::Rested];
    [
        table(data, PassSection::HdTach, &clean),
        table(data, PassSection::Idle, &rested),
    ]
}

fn table(data: &PageData, section: PassSection, states: &[PassState]) -> Option<Section> {
    let rows = (0..data.drives.len()).flat_map(|drive| rows_of(data, section, states, drive));
    let rows = rows.collect();
    let head: Head = words::passes(section, &OPS, states, trimmed_reads(data, section));
    Section::remarked(head, rows)
}

/// A row per kind of data that the drive's passes wrote.
fn rows_of(
    data: &PageData,
    section: PassSection,
    states: &[PassState],
    drive: usize,
) -> Vec<(Vec<String>, String)> {
    let of_section = |curve: &&Curve| curve.drive == drive && curve.section == section;
    let kinds = kinds::of_curves(data.curves.iter().filter(of_section));
    let is_one = kinds.len() == 1;
    let row = |class: DataClass| {
        let name = match is_one {
            true => model(data, drive),
            false => words::of_kind(&model(data, drive), class),
        };
        let curves = data.curves.iter().filter(of_section);
        row(
            data,
            name,
            states,
            &curves
                .filter(|curve| curve.data == class)
                .collect::<Vec<_>>(),
        )
    };
    kinds.into_iter().map(row).collect()
}

fn row(
    data: &PageData,
    name: String,
    states: &[PassState],
    curves: &[&Curve],
) -> (Vec<String>, String) {
    let own = || curves.iter().copied();
    let mut row = vec![name];
    for op in OPS {
        row.extend(states.iter().map(|state| {
            let curve = own().find(|curve| curve.state == *state && curve.op == op);
            curve.map_or(NO_FIGURE.into(), |curve| {
                format!("{:.0}", curve.mean_mb_per_s)
            })
        }));
    }
    let printed = own().map(|curve: &Curve| {
        let of = data.marks_of(curve.drive, &curve.test, &curve.phase, &curve.variant);
        let name = |quantity| marks::of_pass(curve.op, curve.state, quantity);
        published(of, &PRINTED, name, |value| format!("{value:.0}"))
    });
    row.push(joined(printed));
    let remarks = own().map(|curve| {
        let names = [&*curve.test, &*curve.variant, &*curve.phase];
        words::remark_on_pass(curve.op, curve.state, &data.remark_on(curve.drive, names))
    });
    (row, joined(remarks))
}

/// What the trimmed reads of a table are of: many times as fast as any flash, they are no speed of
/// it. What a drive of this host does for them nobody knows.
fn trimmed_reads(data: &PageData, section: PassSection) -> TrimmedReads {
    let reads = |curve: &&Curve| {
        curve.section == section && curve.op == PassOp::Read && curve.state == PassState::Trimmed
    };
    let mut simulated = data
        .curves
        .iter()
        .filter(reads)
        .map(|curve| data.drives[curve.drive].simulated)
        .peekable();
    match (simulated.peek().is_some(), simulated.any(|is| is)) {
        (false, _) => TrimmedReads::None,
        (_, false) => TrimmedReads::OfDrives,
        (_, true) => TrimmedReads::OfSimulatedDrives,
    }
}
