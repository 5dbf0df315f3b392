//! What a run did to the drive's health and wear, as rows for a table, and what of it is a warning.

use crate::warnings::Warning;
use fourcorners_bench::health::Health;
use fourcorners_bench::record::{Fact, Run};
use fourcorners_block::{Count, Smart};

/// Rows of a table, in order; none where the drive said nothing.
pub fn facts(run: &Run) -> Vec<Fact> {
    let Some(health) = &run.health else {
        return Vec::new();
    };
    let mut facts = Vec::new();
    let mut fact = |name: &str, value: Option<String>, source: &str| {
        facts.extend(value.map(|value| Fact {
            name: name.into(),
            value,
            source: source.into(),
        }));
    };
    let change = health.change.clone().unwrap_or_default();
    fact(
        "Written to it in this run, by the kernel's count",
        change.kernel_written_bytes.map(gb),
        "/sys/block/*/stat",
    );
    let from = |count: fn(&Smart) -> &Option<Count>| {
        let smart = health.after.as_ref().or(health.before.as_ref());
        let count = smart.and_then(|smart| count(smart).as_ref());
        count.map_or(String::new(), |count| count.from.clone())
    };
    fact(
        "Written to it, by its own count",
        change.host_written_bytes.map(gb),
        &from(|smart| &smart.host_written),
    );
    fact(
        "Written to its NAND",
        change.nand_written_bytes.map(gb),
        &from(|smart| &smart.nand_written),
    );
    fact(
        "Write amplification, by its own counts",
        change.write_amplification.map(|wa| format!("{wa:.2}")),
        "NAND over host",
    );
    let both = |value: fn(&Smart) -> Option<String>| {
        let [before, after] =
            [&health.before, &health.after].map(|smart| smart.as_ref().and_then(value));
        match (before, after) {
            (Some(before), Some(after)) if before != after => {
                Some(format!("{before}, after the run {after}"))
            }
            (_, Some(one)) | (Some(one), None) => Some(one),
            (None, None) => None,
        }
    };
    fact(
        "Temperature",
        both(|smart| degrees(smart.temperature_c)),
        "SMART",
    );
    fact(
        "Highest temperature ever",
        both(|smart| degrees(smart.temperature_max_c)),
        "SMART",
    );
    fact(
        "Slowed down because of heat",
        change.throttled_s.map(|seconds| format!("{seconds} s")),
        "SMART",
    );
    fact(
        "Above its warning temperature",
        change.too_warm_min.map(|minutes| format!("{minutes} min")),
        "SMART",
    );
    let rated = |smart: &Smart| smart.percentage_used.map(|used| format!("{used} %"));
    fact("Rated endurance used", both(rated), "SMART");
    fact(
        "Hours switched on",
        both(|smart| smart.power_on_hours.map(|hours| hours.to_string())),
        "SMART",
    );
    let errors = |smart: &Smart| smart.media_errors.map(|errors| errors.to_string());
    fact("Media errors", both(errors), "SMART");
    fact(
        "Critical warnings",
        both(|smart| smart.critical_warning.map(warnings)),
        "SMART",
    );
    let passed = |smart: &Smart| {
        smart
            .passed
            .map(|passed| if passed { "passed" } else { "FAILED" }.to_string())
    };
    fact("Its verdict on itself", both(passed), "SMART");
    for note in &health.notes {
        fact("Note", Some(note.clone()), "");
    }
    facts
}

/// What spoils the figures, or the drive.
pub fn warnings_of(model: &str, run: &Run) -> Vec<Warning> {
    let Some(health) = &run.health else {
        return Vec::new();
    };
    let mut sentences = Vec::new();
    let change = health.change.clone().unwrap_or_default();
    let (slowed, warm) = (
        change.throttled_s.unwrap_or(0),
        change.too_warm_min.unwrap_or(0),
    );
    let how = match (slowed, warm) {
        (0, 0) => None,
        (0, minutes) => Some(format!(
            "was above its warning temperature for {minutes} min of the run"
        )),
        (seconds, _) => Some(format!(
            "slowed itself down for {seconds} s of the run because of heat"
        )),
    };
    if let Some(how) = how {
        sentences.push(Warning::new(
            model,
            format!("the drive {how}, so its figures are lower than they could be."),
            "Cool it (a fan, a heat sink) and run again.",
        ));
    }
    if let Some(errors) = change.media_errors.filter(|errors| *errors > 0) {
        sentences.push(Warning::new(
            model,
            format!("the drive counted {errors} more media errors during the run."),
            "Do not trust it with data; save what is on it, and replace it.",
        ));
    }
    if is_failing(health) {
        sentences.push(Warning::new(
            model,
            "the drive itself says that it is failing or worn out (see its health below); its figures may be those of a broken drive.",
            "Save what is on it, and measure another one of its kind.",
        ));
    }
    sentences
}

fn is_failing(health: &Health) -> bool {
    // Bit 1, temperature, passes; the others do not.
    let critical = |smart: &Smart| smart.critical_warning.is_some_and(|bits| bits & !2 != 0);
    health
        .after
        .as_ref()
        .or(health.before.as_ref())
        .is_some_and(|smart| smart.passed == Some(false) || critical(smart))
}

/// NVMe base specification, SMART log, byte 0.
fn warnings(bits: u64) -> String {
    const NAMES: [&str; 6] = [
        "spare blocks are running out",
        "temperature",
        "reliability is degraded",
        "read-only",
        "the backup of its cache failed",
        "persistent memory is read-only",
    ];
    let set = NAMES
        .iter()
        .enumerate()
        .filter(|(bit, _)| bits >> bit & 1 == 1);
    let names: Vec<&str> = set.map(|(_, name)| *name).collect();
    if bits == 0 {
        "none".into()
    } else if names.is_empty() {
        format!("{bits:#x}")
    } else {
        names.join(", ")
    }
}

fn degrees(celsius: Option<i64>) -> Option<String> {
    celsius.map(|celsius| format!("{celsius} °C"))
}

fn gb(bytes: u64) -> String {
    format!("{:.2} GB", bytes as f64 / 1e9)
}
