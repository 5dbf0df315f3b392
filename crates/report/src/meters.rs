//! What meters outside of the drive told of each phase, what they could not tell, and that the program stood still.

use crate::warnings::Warning;
use fourcorners_bench::record::{Fact, Run};

/// Rows of a table: power by a meter and temperature, of each phase for which they are known.
pub fn facts(run: &Run) -> Vec<Fact> {
    let told = run.entries.iter().filter_map(|entry| {
        let measured = entry.result()?;
        let power = measured.power_mean_w.zip(measured.power_max_w);
        let power = power.map(|(mean, max)| {
            let readings = measured.power_readings.unwrap_or(0);
            format!("{mean:.2} W, at most {max:.2} W ({readings} readings)")
        });
        let warm = measured
            .temperature_max_c
            .map(|celsius| format!("at most {celsius:.0} °C"));
        let value: Vec<String> = power.into_iter().chain(warm).collect();
        let name = entry.names().into_iter();
        let name = name.filter(|part| !part.is_empty() && *part != "measure");
        let name: Vec<&str> = name.collect();
        (!value.is_empty()).then(|| Fact {
            name: format!("Meters in {}", name.join(" ")),
            value: value.join(", "),
            source: String::new(),
        })
    });
    told.collect()
}

/// A sentence where a meter did not tell the power of a phase, or of several.
pub fn warning(model: &str, run: &Run) -> Option<Warning> {
    let unknown = run.entries.iter().filter_map(|entry| {
        let reason = entry.measured.as_ref()?.power_unknown.as_ref()?;
        Some((entry, reason))
    });
    let unknown: Vec<_> = unknown.collect();
    let (entry, reason) = unknown.first()?;
    let more = match unknown.len() - 1 {
        0 => String::new(),
        1 => " (and one more phase)".into(),
        more => format!(" (and {more} more phases)"),
    };
    Some(Warning::new(
        model,
        format!(
            "the power of {} {}{more} is not known: {reason}.",
            entry.test, entry.phase
        ),
        "See that the meter tells something at least every 10 s ('--power', '--power-command'), and repeat those tests.",
    ))
}

/// A sentence where the program itself stood still while it measured.
pub fn standstill(model: &str, run: &Run) -> Option<Warning> {
    let still = run.entries.iter().filter_map(|entry| {
        let seconds = entry.measured.as_ref()?.stood_still_s?;
        Some((entry, seconds))
    });
    let (entry, seconds) = still.max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(Warning::new(
        model,
        format!(
            "the measuring program itself stood still for {seconds:.1} s of {}: its slowest second and longest latency are not the drive's.",
            entry.title()
        ),
        "Measure it again, and let nothing stop the program or its host meanwhile: Ctrl-Z, a frozen container, a paused virtual machine.",
    ))
}
