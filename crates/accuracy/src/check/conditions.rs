//! Under which conditions a figure was taken, in a few words.

use super::wanted::{Catalogue, runs_of};
use crate::published::{Figure, Measure};

/// Those that are not the test's own; and what it is compared with.
pub(crate) fn conditions(figure: &Figure, catalogue: &Catalogue) -> String {
    let of = |measure: &Measure| {
        let runs = runs_of(measure, catalogue);
        let variant = runs.first().map(|(key, _)| key.variant.as_str());
        let phase = match measure.phase.as_str() {
            "" => Some("geometric mean of all phases"),
            "measure" => None,
            phase => Some(phase),
        };
        let variant = variant.filter(|variant| !variant.is_empty());
        let parts = [phase, variant, Some(measure.port.as_str())];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    let mut text = of(&figure.measure);
    if let Some(other) = &figure.against {
        text.push_str(&format!("; versus {}", other.drive));
        if other.test != figure.measure.test {
            text.push_str(&format!(" {}", other.test));
        }
        text.push_str(&format!(", {}", of(other)));
    }
    text
}
