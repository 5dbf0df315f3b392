//! How much more a simulated drive programs than it is given in long random writes.

use super::{Judgement, Rule};
use crate::charts::MEASURE;
use crate::consistency::{CONSISTENCY, Consistency};
use crate::data::PageData;
use crate::select::DriveRuns;
use crate::spread::{Difference, Spread};
use crate::words::change;

/// As long as a torture: a filled drive may not have come to its spare area before.
const LONG_S: usize = 1200;

const RULE: Rule = Rule {
    name: "write amplification",
    says: "what a simulated drive's NAND programs for data, over what was written, of a whole consistency run (4 KiB random writes, QD32, a filled drive) of 20 minutes at least; a difference below 10 % from 1, or between spare areas, is called none, one that repeated runs do not tell apart noise",
};

/// Of one drive, with each spare area.
pub(super) fn finding(drive: usize, group: &DriveRuns<'_>, data: &PageData) -> Option<Judgement> {
    let own = || data.consistency.iter().filter(|run| run.drive == drive);
    let plain = own().find(|run| run.variant.is_empty())?;
    let evidence = evidence(drive, data);
    let all = amplification(group, plain)?;
    if plain.measured_s < LONG_S {
        let seconds = plain.measured_s;
        let text =
            format!("not judged by write amplification: {seconds} s of random writes are too few");
        return Some(Judgement::not_judged(drive, text, evidence, RULE));
    }
    let mut text = match all.beside(&Spread::single(1.0)) {
        Difference::None | Difference::Noise => {
            format!(
                "programs hardly more than is written at random (write amplification {:.2})",
                all.value
            )
        }
        Difference::Lower => {
            format!(
                "programs less than is written at random (write amplification {:.2})",
                all.value
            )
        }
        Difference::Higher => format!(
            "programs {:.1} times what is written at random (write amplification over {} s{})",
            all.value,
            plain.measured_s,
            written(group)
        ),
    };
    let more = own().filter(|run| run.measured_s >= LONG_S);
    let parts = more.filter_map(|run| {
        let percent = run.variant.strip_prefix("spare-")?;
        percent.parse::<u32>().ok()?;
        Some(with_spare_area(percent, amplification(group, run)?, all))
    });
    parts.for_each(|part| text.push_str(&part));
    Some(Judgement::new(drive, text, evidence, RULE))
}

/// `, its LBAs written 0.4 times`: in how far a slow drive has come to its end.
fn written(group: &DriveRuns<'_>) -> String {
    let runs = group.finished(CONSISTENCY, "", MEASURE);
    let first = runs.first().filter(|(_, measured)| measured.span_bytes > 0);
    first.map_or(String::new(), |(_, measured)| {
        let times = measured.bytes as f64 / measured.span_bytes as f64;
        format!(", its LBAs written {times:.1} times")
    })
}

/// `; with 25 % spare area 1.6 times, −58 %`.
fn with_spare_area(percent: &str, with: Spread, without: Spread) -> String {
    let figure = format!("; with {percent} % spare area {:.1} times", with.value);
    match with.beside(&without) {
        Difference::None => format!("{figure}, no difference"),
        Difference::Noise => format!("{figure}, a difference within the noise of repeated runs"),
        Difference::Lower | Difference::Higher => {
            format!("{figure}, {}", change(with.value / without.value))
        }
    }
}

/// Of repeated runs the median. `None`: the drive does not tell it.
fn amplification(group: &DriveRuns<'_>, run: &Consistency) -> Option<Spread> {
    let runs = group.finished(CONSISTENCY, &run.variant, MEASURE);
    let each: Option<Vec<f64>> = runs
        .iter()
        .map(|(_, measured)| measured.write_amplification)
        .collect();
    Spread::of(each?)
}

/// Its curve over the seconds, where one was kept.
fn evidence(drive: usize, data: &PageData) -> String {
    let plot = data.evidence_of_seconds(drive, "");
    let is_known = |why: &crate::why::Why| why.drive == drive && why.variant.is_empty();
    match data.why.iter().any(is_known) {
        true => plot.replace("consistency-all", "why-amplification"),
        false => plot,
    }
}
