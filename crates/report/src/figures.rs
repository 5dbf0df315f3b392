//! Every figure of one run by itself, under a key by which the same figure of another run is found:
//! what drives are compared by, test by test.

use crate::wording::{figures as words, label};
use fourcorners_bench::Role;
use fourcorners_bench::record::{Entry, Measured, Run};
use fourcorners_block::Bytes;
use fourcorners_findings::charts::{MEASURE, vantage};
use fourcorners_findings::consistency::COMPARED_FROM_S;
use fourcorners_findings::label::Label;
use fourcorners_findings::pages::Pages;
use fourcorners_findings::seconds::{mean, whole_seconds};
use schemars::JsonSchema;
use serde::Serialize;

/// One figure of one run.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Figure {
    /// Equal for the same figure of all runs: test, variant, phase, and what.
    pub key: String,
    /// Id of the test; `price` for what the drive costs.
    pub test: String,
    /// Phase, conditions and what it is, for people; empty for the test's one figure.
    pub label: String,
    /// `MB/s` (10^6 bytes a second), `IOPS`, `µs`, `s`, `W`, a currency; empty for a ratio.
    pub unit: String,
    /// Whether the higher of two is the better.
    pub more_is_better: bool,
    /// In that unit.
    pub value: f64,
    /// Length of the phase in seconds, where it was asked to last so long; null: it goes over so
    /// many I/Os, or until it is steady. Figures of phases of other lengths are no figures of the
    /// same thing.
    pub timed_s: Option<u64>,
    /// Bytes over which the I/Os went, where that is a part of the drive, or its capacity is not
    /// known; null: all of it, but for spare area.
    pub span_bytes: Option<u64>,
}

/// What of a test a figure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    /// The one figure of most tests.
    Throughput,
    LatencyP999,
    LatencyMax,
    WorstSecond,
    /// From 1400 s on, as is the next.
    WorstSecondLate,
    MeanLate,
    WriteAmplification,
    Power,
    /// The next three: of a replay.
    DataRate,
    ServiceTime,
    ResponseTime,
}

impl Quantity {
    /// The end of a figure's key. Documents that were written before have it: it never changes.
    fn key(self) -> &'static str {
        match self {
            Self::Throughput => "",
            Self::LatencyP999 => "99.9th percentile of latency",
            Self::LatencyMax => "longest latency",
            Self::WorstSecond => "worst second of all",
            Self::WorstSecondLate => "worst second from 1400 s on",
            Self::MeanLate => "mean from 1400 s on",
            Self::WriteAmplification => "write amplification",
            Self::Power => "mean power",
            Self::DataRate => "average data rate",
            Self::ServiceTime => "mean service time",
            Self::ResponseTime => "geometric mean of response times",
        }
    }
}

/// Stands for a test in what a drive costs.
pub(crate) const PRICE: &str = "price";

/// Spans up to this share of a drive are a part of it: those of a fixed size are cut to half of a
/// small drive.
const PART: f64 = 0.5;

/// All figures of a run, in the order in which they were measured; nothing of phases that did not
/// finish.
pub fn figures(run: &Run) -> Vec<Figure> {
    figures_of(run, &Pages::of_headers(std::iter::once(&run.header)))
}

/// The same of one of several runs, which share their pages.
pub(crate) fn figures_of(run: &Run, pages: &Pages) -> Vec<Figure> {
    let finished = run
        .entries
        .iter()
        .filter_map(|entry| Some((entry, entry.result()?)));
    let measured = finished.flat_map(|(entry, measured)| of_phase(run, entry, measured, pages));
    let prices = run.header.prices.iter().map(|price| Figure {
        key: format!("{PRICE} {}", price.currency),
        test: PRICE.into(),
        label: words::PER_USABLE_GIB.into(),
        unit: price.currency.clone(),
        more_is_better: false,
        value: price.price_per_usable_gib,
        timed_s: None,
        span_bytes: None,
    });
    let all = measured.chain(prices);
    // JSON has no other numbers.
    all.filter(|figure| figure.value.is_finite()).collect()
}

fn of_phase(run: &Run, entry: &Entry, measured: &Measured, pages: &Pages) -> Vec<Figure> {
    let mut figures = Vec::new();
    // A phase that lasts so long ends at a whole second; nothing else does but by accident.
    let is_timed = measured.duration_s.fract() == 0.0 && measured.steady_state.is_none();
    let timed_s = is_timed.then_some(measured.duration_s as u64);
    let is_part = |all: Bytes| measured.span_bytes as f64 <= all.0 as f64 * PART;
    let may_be_part = run.header.capacity().is_none_or(is_part);
    let span_bytes = may_be_part.then_some(measured.span_bytes);
    // Of no I/O there is no latency, and nothing was amplified.
    let has_ios = measured.ios > 0;
    let mut add = |what: Quantity, unit: &str, more_is_better: bool, value: f64| {
        figures.push(Figure {
            key: format!("{} {}", entry.title(), what.key()),
            test: entry.test.clone(),
            label: label(entry, measured, what),
            unit: unit.into(),
            more_is_better,
            value,
            timed_s,
            span_bytes,
        });
    };
    match &measured.replay {
        _ if measured.op == "idle" => {}
        Some(replay) if replay.response_geomean_s.is_some() => {
            let seconds = replay.response_geomean_s.unwrap_or(f64::NAN);
            add(Quantity::ResponseTime, "s", false, seconds);
        }
        // The figure of such a suite counts the computing between I/Os.
        Some(_) if vantage::is_suite(&entry.test, pages) => {
            add(
                Quantity::Throughput,
                "MB/s",
                true,
                measured.throughput_mb_per_s,
            );
        }
        Some(replay) => {
            add(Quantity::DataRate, "MB/s", true, replay.data_rate_mb_per_s);
            if has_ios {
                add(Quantity::ServiceTime, "µs", false, replay.service_mean_us);
            }
        }
        None => {
            add(
                Quantity::Throughput,
                "MB/s",
                true,
                measured.throughput_mb_per_s,
            );
            if measured.pattern == "random" && has_ios {
                let p999 = measured.latency_p999_us;
                add(Quantity::LatencyP999, "µs", false, p999);
                add(Quantity::LatencyMax, "µs", false, measured.latency_max_us);
            }
        }
    }
    let [test, variant, phase] = entry.names();
    let role = pages.role(test, phase);
    if role == Some(Role::Consistency) {
        let seconds = whole_seconds(run, test, variant, phase, measured);
        if let Some(worst) = seconds.iter().flatten().min() {
            add(Quantity::WorstSecond, "IOPS", true, *worst as f64);
        }
        let end = seconds.iter().skip(COMPARED_FROM_S as usize);
        if let Some(worst) = end.flatten().min() {
            add(Quantity::WorstSecondLate, "IOPS", true, *worst as f64);
        }
        if let Some(late) = seconds.get(COMPARED_FROM_S as usize..).and_then(mean) {
            add(Quantity::MeanLate, "IOPS", true, late);
        }
    }
    let is_of_long_writes = matches!(
        role,
        Some(Role::Consistency | Role::Torture | Role::TorturedWrites | Role::TorturedPass)
    );
    if let Some(amplification) = measured.write_amplification
        && has_ios
        && (is_of_long_writes || measured.steady_state.is_some())
    {
        add(Quantity::WriteAmplification, "", false, amplification);
    }
    if let Some(watts) = measured.power_mean_w {
        add(Quantity::Power, "W", false, watts);
    }
    figures
}

/// What of the test it is: `read, aligned to 512 B, longest latency`.
fn label(entry: &Entry, measured: &Measured, what: Quantity) -> String {
    let phase = match entry.phase.as_str() {
        MEASURE => String::new(),
        phase => phase.replace('-', " "),
    };
    let parts = [
        phase,
        label::text(&Label::of_variant(&entry.variant, measured)),
        words::quantity(what).into(),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}
