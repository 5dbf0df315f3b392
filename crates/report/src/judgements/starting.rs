//! How long programs take to start on a drive that does nothing else, and on one that is kept busy.

use super::{Judgement, Rule};
use crate::charts::{Bar, Chart};
use crate::data::PageData;
use crate::spread::Difference;

const RULE: Rule = Rule {
    name: "starting programs",
    says: "geometric mean of the times that programs take to start, with their computing, while a trace keeps the drive busy against that with nothing beside; and each against the shortest of the page. A difference below 10 % is called none, one that repeated runs do not tell apart noise. What --duration cut has no times",
};
const TEST: &str = "application-launch";

/// Of one drive.
pub(super) fn finding(drive: usize, data: &PageData) -> Option<Judgement> {
    let (alone, _) = of_phase(drive, data, "alone")?;
    let (loaded, chart) = of_phase(drive, data, "loaded")?;
    let (quiet, busy) = (times(alone, data), times(loaded, data));
    let text = match loaded.spread().beside(&alone.spread()) {
        Difference::Higher => {
            let more = (loaded.value / alone.value - 1.0) * 100.0;
            format!(
                "programs start in {quiet} and, while it is kept busy, in {busy}: {more:.0} % longer"
            )
        }
        Difference::None | Difference::Lower => {
            format!("programs start in {quiet} and, while it is kept busy, no slower, in {busy}")
        }
        Difference::Noise => format!(
            "programs start in {quiet} and, while it is kept busy, in {busy}: a difference within the noise of repeated runs ({} and {})",
            alone.spread().interval("s"),
            loaded.spread().interval("s")
        ),
    };
    Some(Judgement::new(drive, text, &chart.id, RULE))
}

/// A drive's bar of a phase, with the computing of the programs themselves, and the chart that shows it.
fn of_phase<'a>(drive: usize, data: &'a PageData, phase: &str) -> Option<(&'a Bar, &'a Chart)> {
    let is_its = |bar: &&Bar| bar.drive == drive && bar.test == TEST && bar.phase == phase;
    let mut charts = data.charts.iter();
    charts.find_map(|chart| Some((chart.bars.iter().find(is_its)?, chart)))
}

/// `1.92 s (2.4 times the shortest here)`.
fn times(own: &Bar, data: &PageData) -> String {
    let all = (0..data.drives.len()).filter_map(|drive| of_phase(drive, data, &own.phase));
    let all: Vec<&Bar> = all.map(|(bar, _)| bar).collect();
    let shortest = all.iter().min_by(|a, b| a.value.total_cmp(&b.value));
    let beside = match shortest.filter(|_| all.len() > 1) {
        None => String::new(),
        Some(best) if best.drive == own.drive => " (the shortest here)".into(),
        Some(best) => match own.spread().beside(&best.spread()) {
            Difference::None | Difference::Lower => " (as the shortest here)".into(),
            Difference::Noise => " (not told apart from the shortest here)".into(),
            Difference::Higher => {
                format!(" ({:.1} times the shortest here)", own.value / best.value)
            }
        },
    };
    format!("{:.2} s{beside}", own.value)
}
