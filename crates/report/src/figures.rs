//! Every figure of one run by itself, under a key by which the same figure of another run is found:
//! what drives are compared by, test by test.

pub(crate) mod quantity;

use crate::wording::{figures as words, label};
use fourcorners_bench::Role;
use fourcorners_bench::record::{Entry, Measured, Run};
use fourcorners_block::Bytes;
use fourcorners_findings::amplification::WriteAmplification;
use fourcorners_findings::charts::{MEASURE, vantage};
use fourcorners_findings::consistency::{COMPARED_FROM_S, late_from, longest};
use fourcorners_findings::label::Label;
use fourcorners_findings::pages::Pages;
use fourcorners_findings::seconds::{mean, whole_seconds};
use fourcorners_findings::select::by_drive;
use quantity::Quantity;
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

/// Stands for a test in what a drive costs.
pub(crate) const PRICE: &str = "price";

/// Spans up to this share of a drive are a part of it: those of a fixed size are cut to half of a
/// small drive.
const PART: f64 = 0.5;

/// All figures of a run, in the order in which they were measured; nothing of phases that did not
/// finish.
pub fn figures(run: &Run) -> Vec<Figure> {
    let groups = by_drive(std::slice::from_ref(run));
    let pages = Pages::of(&groups);
    let late_from_s = late_from(longest(&groups, &pages));
    figures_of(run, &pages, late_from_s)
}

/// The same of one of several runs, which share their pages and the second from which they are
/// compared.
pub(crate) fn figures_of(run: &Run, pages: &Pages, late_from_s: u32) -> Vec<Figure> {
    let finished = run
        .entries
        .iter()
        .filter_map(|entry| Some((entry, entry.result()?)));
    let shared = (pages, late_from_s);
    let measured = finished.flat_map(|(entry, measured)| of_phase(run, entry, measured, shared));
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

fn of_phase(
    run: &Run,
    entry: &Entry,
    measured: &Measured,
    (pages, late_from_s): (&Pages, u32),
) -> Vec<Figure> {
    // A phase that lasts so long ends at a whole second; nothing else does but by accident.
    let is_timed = measured.duration_s.fract() == 0.0 && measured.steady_state.is_none();
    let timed_s = is_timed.then_some(measured.duration_s as u64);
    let is_part = |all: Bytes| measured.span_bytes as f64 <= all.0 as f64 * PART;
    let may_be_part = run.header.capacity().is_none_or(is_part);
    let span_bytes = may_be_part.then_some(measured.span_bytes);
    let role = pages.role(&entry.test, &entry.phase);
    let is_of_points = vantage::is_suite(&entry.test, pages);
    let mut found = of_work(measured, is_of_points);
    if role == Some(Role::Consistency) {
        found.extend(of_seconds(run, entry, measured));
    }
    let is_of_long_writes = measured.steady_state.is_some()
        || matches!(
            role,
            Some(Role::Consistency | Role::Torture | Role::TorturedWrites | Role::TorturedPass)
        );
    // Of no I/O nothing was amplified.
    let has_amplification = measured.ios > 0 && is_of_long_writes;
    found.extend(
        has_amplification
            .then(|| amplification(run, entry, measured, late_from_s, role))
            .flatten(),
    );
    found.extend(measured.power_mean_w.map(|watts| (Quantity::Power, watts)));
    let figure = |(what, value): (Quantity, f64)| Figure {
        key: format!("{} {}", entry.title(), what.key()),
        test: entry.test.clone(),
        label: label(entry, measured, what),
        unit: what.unit().into(),
        more_is_better: what.more_is_better(),
        value,
        timed_s,
        span_bytes,
    };
    found.into_iter().map(figure).collect()
}

/// Of a consistency run over the seconds that the page shows it of, else of the whole phase.
fn amplification(
    run: &Run,
    entry: &Entry,
    measured: &Measured,
    late_from_s: u32,
    role: Option<Role>,
) -> Option<(Quantity, f64)> {
    let [test, variant, phase] = entry.names();
    let at = (test, variant, phase);
    let is_shown = role == Some(Role::Consistency);
    let of_the_end = is_shown.then(|| WriteAmplification::of(run, at, measured, late_from_s));
    match of_the_end.flatten() {
        Some(WriteAmplification {
            factor,
            from_s: Some(_),
        }) => Some((Quantity::WriteAmplificationLate(late_from_s), factor)),
        _ => {
            let whole = measured.write_amplification?;
            Some((Quantity::WriteAmplification, whole))
        }
    }
}

/// What the work or the replay of a phase shows.
fn of_work(measured: &Measured, is_of_points: bool) -> Vec<(Quantity, f64)> {
    // Of no I/O there is no latency.
    let has_ios = measured.ios > 0;
    let throughput = (Quantity::Throughput, measured.throughput_mb_per_s);
    match &measured.replay {
        _ if measured.op == "idle" => Vec::new(),
        Some(replay) if replay.response_geomean_s.is_some() => {
            let seconds = replay.response_geomean_s.unwrap_or(f64::NAN);
            vec![(Quantity::ResponseTime, seconds)]
        }
        // The figure of such a suite counts the computing between I/Os.
        Some(_) if is_of_points => vec![throughput],
        Some(replay) => {
            let service = (Quantity::ServiceTime, replay.service_mean_us);
            let mut found = vec![(Quantity::DataRate, replay.data_rate_mb_per_s)];
            found.extend(has_ios.then_some(service));
            found
        }
        None if measured.pattern == "random" && has_ios => vec![
            throughput,
            (Quantity::LatencyP999, measured.latency_p999_us),
            (Quantity::LatencyMax, measured.latency_max_us),
        ],
        None => vec![throughput],
    }
}

/// What the seconds of a consistency run show.
fn of_seconds(run: &Run, entry: &Entry, measured: &Measured) -> Vec<(Quantity, f64)> {
    let [test, variant, phase] = entry.names();
    let seconds = whole_seconds(run, test, variant, phase, measured);
    let late = seconds.get(COMPARED_FROM_S as usize..).unwrap_or_default();
    let worst = |seconds: &[Option<u64>]| {
        let worst = seconds.iter().flatten().min();
        worst.map(|worst| *worst as f64)
    };
    let found = [
        (Quantity::WorstSecond, worst(&seconds)),
        (Quantity::WorstSecondLate, worst(late)),
        (Quantity::MeanLate, mean(late)),
    ];
    let known = found.into_iter();
    known
        .filter_map(|(what, value)| Some((what, value?)))
        .collect()
}

/// What of the test it is: `read, aligned to 512 B, max latency`.
fn label(entry: &Entry, measured: &Measured, what: Quantity) -> String {
    let phase = match entry.phase.as_str() {
        MEASURE => String::new(),
        phase => phase.replace('-', " "),
    };
    let parts = [
        phase,
        label::text(&Label::of_variant(&entry.variant, measured)),
        words::quantity(what),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}
