//! Figures that were printed about a drive.

use super::numbers::range;
use super::tables::pass;
use crate::marks::{Mark, MarkBound, MarkQuantity};
use fourcorners_findings::names::{PassOp, PassState};

/// The figure, its bound, and which conditions differ: `over 62.9 (other data)`.
pub fn label(mark: &Mark, number: impl Fn(f64) -> String) -> String {
    let (low, high) = (number(mark.low), number(mark.high));
    let figure = match mark.word {
        MarkBound::None if mark.low < mark.high => range(&low, &high),
        MarkBound::None => low,
        MarkBound::About => format!("about {low}"),
        MarkBound::Over => format!("over {low}"),
        MarkBound::UpTo => format!("up to {high}"),
        MarkBound::AtMost => format!("at most {low}"),
        MarkBound::MoreThan => format!("more than {low}"),
        MarkBound::LessThan => format!("less than {low}"),
    };
    match mark.same_conditions() {
        true => figure,
        false => format!("{figure} (other {})", mark.differs.join(", ")),
    }
}

/// What a mark is of, where several kinds stand together; empty where that is plain.
pub fn name(quantity: MarkQuantity) -> &'static str {
    match quantity {
        MarkQuantity::LatencyMean | MarkQuantity::SteadyMean => "mean",
        MarkQuantity::LatencyMax => "max",
        MarkQuantity::SteadyFloor => "worst second",
        MarkQuantity::WorstSecond => "worst second of the run",
        MarkQuantity::SlowestSecond => "slowest second",
        MarkQuantity::Throughput | MarkQuantity::Power => "",
    }
}

/// What a mark of a pass over the drive is of: `read clean, slowest second`.
pub fn of_pass(op: PassOp, state: PassState, quantity: MarkQuantity) -> String {
    match name(quantity) {
        "" => pass(op, state),
        name => format!("{}, {name}", pass(op, state)),
    }
}
