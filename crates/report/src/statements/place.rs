//! The chart of a statement: the one that shows its quantity of its phase, else one of its test.

use super::{Statement, StatementQuantity as Quantity};
use crate::charts::{Bar, Chart};
use crate::data::PageData;
use crate::fills::Fill;
use crate::latency::Latency;
use fourcorners_bench::SweepFigure;
use fourcorners_findings::names::{PassOp, PassSection, Unit};
use fourcorners_findings::sweeps::SweepChart;

impl PageData {
    /// The chart's id, as in the page's markup. `None`: no chart shows the test.
    pub(crate) fn chart_of(&self, drive: usize, statement: &Statement) -> Option<String> {
        let passes_or_seconds = || {
            self.pass_chart(drive, statement)
                .or_else(|| self.consistency_chart(drive, statement))
        };
        let bars = |units: &[Unit]| self.bar_chart(drive, statement, units);
        match statement.quantity {
            Quantity::LatencyMean
            | Quantity::LatencyP50
            | Quantity::LatencyP99
            | Quantity::LatencyP99999
            | Quantity::LatencyMax => self
                .latency_chart(drive, statement)
                .or_else(passes_or_seconds),
            Quantity::PowerMean => bars(&[Unit::Watts]).or_else(passes_or_seconds),
            Quantity::GeometricMean => self
                .geometric_mean_chart(statement)
                .or_else(passes_or_seconds),
            _ => passes_or_seconds().or_else(|| bars(&[Unit::MbPerS, Unit::Iops])),
        }
        .or_else(|| self.fill_chart(drive, statement))
        .or_else(|| self.sweep_chart(statement))
        .or_else(|| self.chart_of_test(drive, statement))
    }

    /// The chart in which the fill is one of several.
    fn fill_chart(&self, drive: usize, statement: &Statement) -> Option<String> {
        let is_its = |fill: &Fill| {
            fill.drive == drive && is_of([&fill.test, &fill.variant, &fill.phase], statement)
        };
        let mut charts = self.fills.iter();
        let chart = charts.find(|chart| chart.fills.iter().any(is_its))?;
        Some(chart.id.clone())
    }

    /// The chart of the figure that the statement is about, else the test's first.
    fn sweep_chart(&self, statement: &Statement) -> Option<String> {
        let own = self.sweeps.iter();
        let own = own.filter(|sweep| sweep.test == statement.test);
        let shows = |sweep: &&SweepChart| match statement.quantity {
            Quantity::Iops => sweep.figure == SweepFigure::Iops,
            Quantity::Throughput => sweep.figure == SweepFigure::MbPerS,
            _ => !matches!(sweep.figure, SweepFigure::Iops | SweepFigure::MbPerS),
        };
        let chart = own.clone().find(shows).or(own.clone().next())?;
        Some(chart.id.clone())
    }

    fn latency_chart(&self, drive: usize, statement: &Statement) -> Option<String> {
        let is_its = |one: &Latency| {
            one.drive == drive && is_of([&one.test, &one.variant, &one.phase], statement)
        };
        let mut charts = self.latencies.iter();
        let chart = charts.find(|chart| chart.entries.iter().any(is_its))?;
        Some(chart.id.into())
    }

    fn bar_chart(&self, drive: usize, statement: &Statement, units: &[Unit]) -> Option<String> {
        let is_its = |bar: &Bar| {
            let ends = bar.ends.iter().map(|end| &end.variant);
            bar.drive == drive
                && bar.test == statement.test
                && bar.phase == statement.phase
                && ends
                    .chain([&bar.variant])
                    .any(|variant| *variant == statement.variant)
        };
        let mut charts = self.charts.iter();
        let chart =
            charts.find(|chart| units.contains(&chart.unit) && chart.bars.iter().any(is_its))?;
        Some(chart.id.clone())
    }

    /// Points are geometric means: those of several tests are on a chart of their own, the first.
    fn geometric_mean_chart(&self, statement: &Statement) -> Option<String> {
        let begin = statement.test.strip_suffix('*');
        let is_its = |chart: &&Chart| {
            let mut bars = chart.bars.iter();
            chart.unit == Unit::Points
                && (begin.is_some_and(|begin| chart.id.starts_with(begin))
                    || bars.any(|bar| bar.test == statement.test))
        };
        let mut charts = self.charts.iter().filter(is_its);
        match begin {
            Some(_) => charts.next(),
            None => charts.next_back(),
        }
        .map(|chart| chart.id.clone())
    }

    /// What the page's markup calls the charts of passes.
    fn pass_chart(&self, drive: usize, statement: &Statement) -> Option<String> {
        let mut curves = self.curves.iter();
        let curve = curves.find(|curve| {
            curve.drive == drive
                && curve.test == statement.test
                && curve.phase == statement.phase
                && curve.variant == statement.variant
        })?;
        let id = match (curve.section, curve.op) {
            (PassSection::HdTach, PassOp::Read) => "hd-tach-read",
            (PassSection::HdTach, PassOp::Write) => "hd-tach-write",
            (PassSection::Idle, PassOp::Read) => "idle-read",
            (PassSection::Idle, PassOp::Write) => "idle-write",
        };
        Some(id.into())
    }

    /// Below the last of the consistency charts.
    fn consistency_chart(&self, drive: usize, statement: &Statement) -> Option<String> {
        let mut runs = self.consistency.iter();
        let shown = runs.any(|run| {
            run.drive == drive && run.test == statement.test && run.phase == statement.phase
        });
        shown.then(|| "consistency-linear".into())
    }

    /// Any chart on which the drive's test has a place, whatever it shows of it.
    fn chart_of_test(&self, drive: usize, statement: &Statement) -> Option<String> {
        let is_its = |of: usize, test: &str| of == drive && test == statement.test;
        let latencies = self.latencies.iter();
        let latencies = latencies.map(|chart| {
            let mut entries = chart.entries.iter();
            (chart.id, entries.any(|one| is_its(one.drive, &one.test)))
        });
        let bars = self.charts.iter().map(|chart| {
            let mut bars = chart.bars.iter();
            (
                chart.id.as_str(),
                bars.any(|bar| is_its(bar.drive, &bar.test)),
            )
        });
        let curves = self.curves.iter().map(|curve| {
            let of = is_its(curve.drive, &curve.test);
            ("hd-tach-write", of && curve.section == PassSection::HdTach)
        });
        let mut shown = bars.chain(latencies).chain(curves);
        shown.find(|(_, of)| *of).map(|(id, _)| id.to_string())
    }
}

/// Whether a statement is about this test, variant and phase.
fn is_of(names: [&str; 3], statement: &Statement) -> bool {
    names == [&*statement.test, &*statement.variant, &*statement.phase]
}
