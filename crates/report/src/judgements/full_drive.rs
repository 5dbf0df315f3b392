//! What a full drive makes of recorded work that is replayed with its pauses.

use super::{Judgement, Rule};
use crate::charts::{Bar, Chart};
use crate::data::PageData;
use crate::results::time;
use crate::spread::Difference;
use crate::words::{change, speed};
use fourcorners_bench::Variant;

const RULE: Rule = Rule {
    name: "recorded work on a full drive",
    says: "average data rate of a trace on a drive that was filled before (bytes over the time in which it was busy) against that on one that holds only what the trace reads; a difference below 10 % is called none, one that repeated runs do not tell apart noise. The mean service time stands beside it. A trace that --duration cut is not judged",
};

/// One for each trace and state of a drive.
pub(super) fn findings(drive: usize, data: &PageData) -> Vec<Judgement> {
    let rates = data.charts.iter().filter_map(|chart| {
        let test = chart.id.strip_prefix("replay-")?.strip_suffix("-rate")?;
        let service = format!("replay-{test}-service");
        // Only traces that are replayed with their pauses have one.
        let service = data.charts.iter().find(|other| other.id == service)?;
        Some((chart, service))
    });
    let found = rates.flat_map(|(rate, service)| of_trace(drive, data, rate, service));
    found.collect()
}

fn of_trace(drive: usize, data: &PageData, rate: &Chart, service: &Chart) -> Vec<Judgement> {
    let own = |bar: &&Bar| bar.drive == drive;
    let is_plain = |bar: &&Bar| bar.variant.is_empty();
    let Some(empty) = rate.bars.iter().filter(own).find(is_plain) else {
        return Vec::new();
    };
    let name = rate.title.split(", average").next().unwrap_or(&rate.title);
    let others = rate
        .bars
        .iter()
        .filter(own)
        .filter(|bar| differs_in_state(bar));
    let finding = |full: &Bar| {
        let state = &full.label;
        if let Some(seconds) = data.drives[drive].cut_to_s {
            let text = format!(
                "{name} when {state}: not judged, cut after {seconds} s of its recording (--duration)"
            );
            return Judgement::not_judged(drive, text, &rate.id, RULE);
        }
        let (before, after) = (speed(empty.value), speed(full.value));
        let figures = format!(
            "({before} to {after} MB/s{})",
            served(service, drive, &full.variant)
        );
        let text = match full.spread().beside(&empty.spread()) {
            Difference::Lower => {
                let lost = (1.0 - full.value / empty.value) * 100.0;
                format!("{name}: {lost:.0} % slower when {state} {figures}")
            }
            Difference::Higher => format!("{name}: faster when {state} {figures}"),
            Difference::None => format!("{name}: no slower when {state} {figures}"),
            Difference::Noise => format!(
                "{name}, {state} against empty: a difference within the noise of repeated runs ({} and {})",
                full.spread().interval("MB/s"),
                empty.spread().interval("MB/s")
            ),
        };
        Judgement::new(drive, text, &rate.id, RULE)
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

/// `, service time 1.2 ms to 2.2 ms, +85 %`.
fn served(service: &Chart, drive: usize, variant: &str) -> String {
    let of = |variant: &str| {
        let mut bars = service.bars.iter();
        bars.find(|bar| bar.drive == drive && bar.variant == variant)
            .map(|bar| bar.value)
    };
    match (of(""), of(variant)) {
        (Some(before), Some(after)) if before > 0.0 => format!(
            ", service time {} to {}, {}",
            time(before),
            time(after),
            change(after / before)
        ),
        _ => String::new(),
    }
}
