//! What a full drive makes of recorded work that is replayed with its pauses.

use super::{Finding, Says};
use crate::charts::{Bar, Chart, Quantity, Replay, Title};
use crate::figures::Figures;
use crate::label::Label;
use crate::spread::{Difference, Spread};
use fourcorners_bench::Variant;
use serde::Serialize;

/// Average data rates in MB/s of a trace on a drive that was filled before, and on one that holds
/// only what the trace reads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FullDrive {
    pub trace: Replay,
    pub state: Label,
    pub says: Rates,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rates {
    /// The recording was cut to so many seconds.
    Cut { seconds: u64 },
    Of {
        change: Difference,
        empty: Spread,
        full: Spread,
        /// Mean service times in microseconds, empty and full.
        service_us: Option<(f64, f64)>,
    },
}

/// One for each trace and state of a drive.
pub(super) fn findings(drive: usize, figures: &Figures) -> Vec<Finding> {
    let of = |chart: &Chart, quantity: Quantity| match &chart.title {
        Title::Replay(replay, of) if *of == quantity => Some(replay.clone()),
        _ => None,
    };
    let rates = figures.charts.iter().filter_map(|rate| {
        let replay = of(rate, Quantity::Rate)?;
        // Only traces that are replayed with their pauses have one.
        let mut charts = figures.charts.iter();
        let service =
            charts.find(|chart| of(chart, Quantity::Service).as_ref() == Some(&replay))?;
        Some((rate, service, replay))
    });
    let found =
        rates.flat_map(|(rate, service, replay)| of_trace(drive, figures, rate, service, &replay));
    found.collect()
}

fn of_trace(
    drive: usize,
    figures: &Figures,
    rate: &Chart,
    service: &Chart,
    replay: &Replay,
) -> Vec<Finding> {
    let own = |bar: &&Bar| bar.drive == drive;
    let is_plain = |bar: &&Bar| bar.variant.is_empty();
    let Some(empty) = rate.bars.iter().filter(own).find(is_plain) else {
        return Vec::new();
    };
    let others = rate.bars.iter().filter(own);
    let others = others.filter(|bar| differs_in_state(bar));
    let finding = |full: &Bar| {
        let cut = figures.drives[drive].cut_to_s;
        let says = match cut {
            Some(seconds) => Rates::Cut { seconds },
            None => Rates::Of {
                change: full.spread().beside(&empty.spread()),
                empty: empty.spread(),
                full: full.spread(),
                service_us: served(service, drive, &full.variant),
            },
        };
        let says = FullDrive {
            trace: replay.clone(),
            state: full.label.clone(),
            says,
        };
        let found = Finding::new(drive, &rate.id, Says::FullDrive(says));
        match cut {
            Some(_) => found.not_judged(),
            None => found,
        }
    };
    others.map(finding).collect()
}

/// Whether it is of the test's own way but for the state of the drive.
fn differs_in_state(bar: &Bar) -> bool {
    let Some(mut variant) = Variant::parse(&bar.variant) else {
        return false;
    };
    variant.conditions.state.take().is_some() && variant == Variant::default()
}

fn served(service: &Chart, drive: usize, variant: &str) -> Option<(f64, f64)> {
    let of = |variant: &str| {
        let mut bars = service.bars.iter();
        let bar = bars.find(|bar| bar.drive == drive && bar.variant == variant);
        bar.map(|bar| bar.value)
    };
    let (before, after) = (of("")?, of(variant)?);
    (before > 0.0).then_some((before, after))
}
