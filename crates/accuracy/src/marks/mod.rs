//! Printed figures in the page's units, each beside the conditions of the run on whose bar it
//! stands.

mod conditions;
mod stand_in;

use crate::printed::PrintedFigures;
use crate::published::{Figure, Holds, Quantity, Unit};
use conditions::nearest;
use fourcorners_bench::PhaseDef;
use fourcorners_bench::record::Run;
use fourcorners_report::{Mark, MarkBound, MarkQuantity, StatementOrigin};

const MIB: f64 = (1 << 20) as f64;

impl PrintedFigures {
    /// The figures that were printed about the drive of a run; none for a real drive.
    pub(crate) fn marks_of(&self, run: &Run) -> Vec<Mark> {
        let identity = &run.header.identity;
        if !identity.is_simulated() {
            return Vec::new();
        }
        self.marks_about(&identity.name, run)
    }

    /// The figures that were printed about a drive of that name, beside a run.
    pub(crate) fn marks_about(&self, drive: &str, run: &Run) -> Vec<Mark> {
        let figures = self.figures(&[drive]).iter();
        figures
            .filter(|figure| figure.measure.drive == drive && figure.against.is_none())
            .filter_map(|figure| self.mark(figure, run))
            .collect()
    }

    fn mark(&self, figure: &Figure, run: &Run) -> Option<Mark> {
        let place = stand_in::place(figure, self.definitions, run)?;
        let quantity = quantity(figure)?;
        let (low, high, word) = range(&figure.holds)?;
        let (least, most) = factors(figure, place.phase)?;
        let mut text = figure.printed.clone();
        if least < most {
            text.push_str(" (MB or MiB not stated)");
        }
        let (variant, mut conditions, mut differs) = nearest(figure, &place, run);
        if !run.header.is_comparable() {
            let (name, here) = if self.is_short(run) {
                ("length", "cut short")
            } else {
                ("method", "changed")
            };
            differs.push(name.into());
            conditions.push_str(&format!(", {name} the test's own (here {here})"));
        }
        let (source, address) = self.published().source_of(figure);
        Some(Mark {
            test: place.test.id.clone(),
            phase: place.phase.name.clone(),
            variant: variant.to_string(),
            quantity,
            low: low * least,
            high: high * most,
            word,
            fitted: self.published().kind_of(figure) == StatementOrigin::Fitted,
            text,
            source,
            address,
            conditions,
            differs,
        })
    }

    /// Whether a run's phases were cut short, by its suite or by the user.
    fn is_short(&self, run: &Run) -> bool {
        let suite = self.definitions.suites.get(&run.header.suite);
        let asked = run.header.request.as_ref();
        suite.is_some_and(|suite| !suite.comparable)
            || asked.is_some_and(|asked| asked.tests.duration_s.is_some())
    }
}

/// What the page shows of what was printed.
fn quantity(figure: &Figure) -> Option<MarkQuantity> {
    match figure.measure.quantity {
        Quantity::Throughput | Quantity::Iops => Some(MarkQuantity::Throughput),
        Quantity::LatencyMean => Some(MarkQuantity::LatencyMean),
        Quantity::LatencyMax => Some(MarkQuantity::LatencyMax),
        Quantity::WorstSecond if figure.unit == Unit::Iops => Some(MarkQuantity::WorstSecond),
        Quantity::WorstSecond => Some(MarkQuantity::SlowestSecond),
        Quantity::SteadyFloor => Some(MarkQuantity::SteadyFloor),
        Quantity::SteadyMean => Some(MarkQuantity::SteadyMean),
        Quantity::PowerMean => Some(MarkQuantity::Power),
        Quantity::SteadySpread
        | Quantity::LatencyP50
        | Quantity::LatencyP99
        | Quantity::LatencyP99999
        | Quantity::CacheEnd
        | Quantity::CacheSpeed
        | Quantity::AfterCacheSpeed
        | Quantity::AfterCacheMean
        | Quantity::CacheReturn
        | Quantity::CacheTotal
        | Quantity::SecondDrop
        | Quantity::LastSpeed
        | Quantity::Rise
        | Quantity::RecoveredShare
        | Quantity::WriteAmplification
        | Quantity::GeometricMean => None,
    }
}

/// From where to where it was printed, and the word that was printed with it.
fn range(holds: &Holds) -> Option<(f64, f64, MarkBound)> {
    let word = match holds {
        _ if holds.compares() => return None,
        Holds::About(_) => MarkBound::About,
        Holds::Over(_) => MarkBound::Over,
        Holds::UpTo(_) => MarkBound::UpTo,
        Holds::Under(_) => MarkBound::AtMost,
        Holds::MoreThan(_) => MarkBound::MoreThan,
        Holds::LessThan(_) => MarkBound::LessThan,
        _ => MarkBound::None,
    };
    // What a bound holds for is a range of ours.
    let range = holds.range().filter(|_| word == MarkBound::None);
    let (low, high) = range.or_else(|| holds.printed().map(|x| (x, x)))?;
    Some((low, high, word))
}

/// What a printed figure is multiplied by to be in the page's unit: the least and the most, where
/// the printed unit's basis is not known.
fn factors(figure: &Figure, phase: &PhaseDef) -> Option<(f64, f64)> {
    let one = |factor| Some((factor, factor));
    match (figure.measure.quantity, figure.unit) {
        (Quantity::Throughput | Quantity::WorstSecond, Unit::MbPerS) => one(1.0),
        (Quantity::Throughput | Quantity::WorstSecond, Unit::MibPerS) => one(MIB / 1e6),
        (Quantity::Throughput | Quantity::WorstSecond, Unit::MbOrMibPerS) => Some((1.0, MIB / 1e6)),
        (Quantity::Iops, Unit::Iops) => one(phase.work.as_ref()?.block.0 as f64 / 1e6),
        (Quantity::LatencyMean | Quantity::LatencyMax, Unit::Us) => one(1.0),
        (Quantity::LatencyMean | Quantity::LatencyMax, Unit::Ms) => one(1e3),
        (Quantity::LatencyMean | Quantity::LatencyMax, Unit::S) => one(1e6),
        (Quantity::WorstSecond | Quantity::SteadyFloor | Quantity::SteadyMean, Unit::Iops) => {
            one(1.0)
        }
        (Quantity::PowerMean, Unit::W) => one(1.0),
        _ => None,
    }
}
