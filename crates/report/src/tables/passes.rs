//! The means of the passes by position as tables.

use super::{NO_FIGURE, Section, joined, model, published};
use crate::data::PageData;
use crate::marks::MarkQuantity;
use crate::wording::tables::{self as words, TrimmedReads};
use crate::wording::{marks, tables::Head};
use fourcorners_findings::curves::Curve;
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
    let row = |drive: usize| row(data, section, states, drive);
    let rows = (0..data.drives.len()).filter_map(row).collect();
    let head: Head = words::passes(section, &OPS, states, trimmed_reads(data, section));
    Section::new(head, rows)
}

fn row(
    data: &PageData,
    section: PassSection,
    states: &[PassState],
    drive: usize,
) -> Option<Vec<String>> {
    let own = || {
        let curves = data.curves.iter();
        curves.filter(|curve| curve.drive == drive && curve.section == section)
    };
    own().next()?;
    let mut row = vec![model(data, drive)];
    for op in OPS {
        row.extend(states.iter().map(|state| {
            let curve = own().find(|curve| curve.state == *state && curve.op == op);
            curve.map_or(NO_FIGURE.into(), |curve| {
                format!("{:.0}", curve.mean_mb_per_s)
            })
        }));
    }
    let printed = own().map(|curve: &Curve| {
        let of = data.marks_of(drive, &curve.test, &curve.phase, "");
        let name = |quantity| marks::of_pass(curve.op, curve.state, quantity);
        published(of, &PRINTED, name, |value| format!("{value:.0}"))
    });
    row.push(joined(printed));
    Some(row)
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
