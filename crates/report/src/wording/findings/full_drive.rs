//! What a full drive makes of recorded work.

use super::Words;
use crate::wording::label;
use crate::wording::numbers::{change, duration, interval, speed};
use fourcorners_findings::judges::full_drive::{FullDrive, Rates};
use fourcorners_findings::spread::Difference;

pub fn words(says: &FullDrive) -> Words {
    let (name, state) = (&says.trace.title, label::text(&says.state));
    let (change, empty, full, service_us) = match &says.says {
        Rates::Cut { seconds } => {
            return Words::text(format!(
                "{name} when {state} not judged: --duration cut the replay after {seconds} s"
            ));
        }
        Rates::Of {
            change,
            empty,
            full,
            service_us,
        } => (change, empty, full, service_us),
    };
    let figures = format!(
        "({} to {} MB/s{})",
        speed(empty.value),
        speed(full.value),
        service_us.map_or(String::new(), served)
    );
    Words::text(match change {
        Difference::Lower => {
            let lost = (1.0 - full.value / empty.value) * 100.0;
            format!("{name}: {lost:.0} % slower when {state} {figures}")
        }
        Difference::Higher => format!("{name}: faster when {state} {figures}"),
        Difference::None => format!("{name}: no slower when {state} {figures}"),
        Difference::Noise => format!(
            "{name}, {state} versus empty: no difference beyond run-to-run noise ({} and {})",
            interval(*full, "MB/s"),
            interval(*empty, "MB/s")
        ),
    })
}

/// `, service time 1.2 ms to 2.2 ms, +85 %`.
fn served((before, after): (f64, f64)) -> String {
    format!(
        ", service time {} to {}, {}",
        duration(before),
        duration(after),
        change(after / before)
    )
}
