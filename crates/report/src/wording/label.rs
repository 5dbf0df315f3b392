//! What distinguishes one bar, curve or run of a test from others.

use super::numbers::time;
use fourcorners_bench::{SpareArea, SpareMade};
use fourcorners_block::DataClass;
use fourcorners_findings::label::{Label, Part};
use fourcorners_findings::names::PassOp;

/// Its parts, the first first.
pub fn text(label: &Label) -> String {
    let parts: Vec<String> = label.0.iter().map(part).collect();
    parts.join(", ")
}

fn part(part: &Part) -> String {
    match part {
        Part::Spare(area) => spare_area(*area),
        Part::State(state) => state.clone(),
        Part::OwnState => "default".into(),
        Part::Align(align) => format!("aligned to {align}"),
        Part::Aligned => "aligned".into(),
        Part::Data(class) => data(*class),
        Part::Span(span) => format!("span {span}"),
        Part::Length(length) => time(length.seconds()),
        Part::Variant(name) => name.clone(),
        Part::AtOnce => "immediately".into(),
        Part::AfterRest => "after idle time".into(),
        Part::CleanPass => "clean".into(),
        Part::Pass(number) => format!("pass {number}"),
        Part::Phase(title) => title.clone(),
        Part::Op(PassOp::Read) => "read".into(),
        Part::Op(PassOp::Write) => "write".into(),
        Part::HoldsLittle => "nearly empty".into(),
        Part::HoldsPercent(percent) => format!("{percent} % full"),
        Part::Empty => "empty".into(),
        Part::New => "fresh".into(),
        Part::NewDrive => "fresh drive".into(),
        Part::Computing(percent) => format!("computing {percent} %"),
    }
}

/// More spare area than the drive's own.
pub fn spare_area(area: SpareArea) -> String {
    let percent = area.percent;
    match area.made {
        SpareMade::Early => format!("{percent} % spare area"),
        SpareMade::Late => format!("{percent} % spare area added by TRIM"),
    }
}

/// Data that was written.
pub fn data(class: DataClass) -> String {
    match class {
        DataClass::Zero => "zeros".into(),
        DataClass::Repeating => "repeating data".into(),
        DataClass::OneBuffer => "one random buffer".into(),
        DataClass::FullRandom => "random data".into(),
        DataClass::Ratio(per_mille) => {
            format!("data that compresses to {} %", f64::from(per_mille) / 10.0)
        }
    }
}
