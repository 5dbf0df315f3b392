//! How long programs take to start.

use super::Words;
use crate::wording::numbers::interval;
use fourcorners_findings::judges::starting::{Started, Starting, ToShortest};
use fourcorners_findings::spread::Difference;

pub fn words(says: &Starting) -> Words {
    let [quiet, busy] = [&says.alone, &says.busy].map(times);
    Words::text(match says.change {
        Difference::Higher => {
            let longer = (says.busy.seconds.value / says.alone.seconds.value - 1.0) * 100.0;
            format!("programs start in {quiet}; under load in {busy}, {longer:.0} % longer")
        }
        Difference::None | Difference::Lower => {
            format!("programs start in {quiet}; no slower under load, in {busy}")
        }
        Difference::Noise => format!(
            "programs start in {quiet}; under load in {busy}, no difference beyond run-to-run \
             noise ({} and {})",
            interval(says.alone.seconds, "s"),
            interval(says.busy.seconds, "s")
        ),
    })
}

/// `1.92 s (2.4 times the fastest here)`.
fn times(started: &Started) -> String {
    let beside = match started.to_shortest {
        None => String::new(),
        Some(ToShortest::Is) => " (the fastest here)".into(),
        Some(ToShortest::Alike) => " (as fast as the fastest here)".into(),
        Some(ToShortest::Noise) => " (not distinguishable from the fastest here)".into(),
        Some(ToShortest::Times(times)) => format!(" ({times:.1} times the fastest here)"),
    };
    format!("{:.2} s{beside}", started.seconds.value)
}
