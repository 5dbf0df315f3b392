//! Readings of meters in each phase, and changes of the drive's SMART data by the run, as rows of
//! a table.

use super::writes::amount;
use fourcorners_bench::health::{Health, HealthChange};
use fourcorners_bench::record::{Entry, Fact, RatedFrom, Run};
use fourcorners_block::{Count, Smart};
use fourcorners_findings::life::{LifeFrom, life};

/// All of them, in order.
pub fn facts(run: &Run) -> Vec<Fact> {
    let meters = run.entries.iter().filter_map(of_phase);
    let health = run.health.iter().flat_map(of_health);
    meters.chain(health).chain(endurance(run)).collect()
}

/// What the maker rates the drive for, and what it endures if it is written as in this run.
fn endurance(run: &Run) -> impl Iterator<Item = Fact> {
    let rated = run.header.rated.as_ref();
    let rated = rated.and_then(|rated| {
        let (about, source) = match rated.from {
            RatedFrom::DriveFile => ("", "drive file".to_string()),
            RatedFrom::User => ("", "--tbw".to_string()),
            RatedFrom::Smart { percentage_used } => (
                "about ",
                format!("estimate: SMART says {percentage_used} % used"),
            ),
        };
        let value = format!("{about}{}", amount(rated.bytes));
        fact("Rated endurance", Some(value), &source)
    });
    let life = life(run).and_then(|life| {
        let endures = amount(life.endures_bytes);
        let (value, source) = match life.from {
            LifeFrom::Cycles {
                cycles,
                nand_bytes,
                write_amplification: wa,
            } => (
                format!("{endures} of host writes at write amplification {wa:.1}"),
                format!("{cycles} P/E cycles of {} of NAND", amount(nand_bytes)),
            ),
            LifeFrom::PercentageUsed {
                percent,
                written_bytes,
            } => (
                format!("about {endures} of host writes"),
                format!("{} used {percent} % of it", amount(written_bytes)),
            ),
            LifeFrom::Rating {
                rated_bytes,
                write_amplification: wa,
            } => (
                format!("at least {endures} of host writes at write amplification {wa:.1}"),
                format!("rated {} / write amplification", amount(rated_bytes)),
            ),
        };
        fact("Endurance, if written as in this run", Some(value), &source)
    });
    rated.into_iter().chain(life)
}

/// Power by a meter, and temperature.
fn of_phase(entry: &Entry) -> Option<Fact> {
    let measured = entry.result()?;
    let power = measured.power_mean_w.zip(measured.power_max_w);
    let power = power.map(|(mean, max)| {
        let readings = measured.power_readings.unwrap_or(0);
        format!("mean {mean:.2} W, max {max:.2} W ({readings} readings)")
    });
    let warm = measured.temperature_max_c;
    let warm = warm.map(|celsius| format!("max {celsius:.0} °C"));
    let value: Vec<String> = power.into_iter().chain(warm).collect();
    let names = entry.names().into_iter();
    let names = names.filter(|part| !part.is_empty() && *part != "measure");
    let names: Vec<&str> = names.collect();
    (!value.is_empty()).then(|| Fact {
        name: format!("Meters in {}", names.join(" ")),
        value: value.join(", "),
        source: String::new(),
    })
}

fn of_health(health: &Health) -> Vec<Fact> {
    let change = health.change.clone().unwrap_or_default();
    let notes = health.notes.iter();
    let notes = notes.filter_map(|note| fact("Note", Some(note.clone()), ""));
    let all = written(health, &change).into_iter();
    let all = all.chain(heat(health, &change));
    let all = all.chain(wear(health)).chain(ocp(health)).flatten();
    all.chain(notes).collect()
}

/// What was written in the run.
fn written(health: &Health, change: &HealthChange) -> [Option<Fact>; 4] {
    let from = |count: fn(&Smart) -> &Option<Count>| {
        let smart = health.after.as_ref().or(health.before.as_ref());
        let count = smart.and_then(|smart| count(smart).as_ref());
        count.map_or(String::new(), |count| count.from.clone())
    };
    [
        fact(
            "Host writes, counted by the kernel",
            change.kernel_written_bytes.map(gb),
            "/sys/block/*/stat",
        ),
        fact(
            "Host writes, counted by the drive",
            change.host_written_bytes.map(gb),
            &from(|smart| &smart.host_written),
        ),
        fact(
            "NAND writes, counted by the drive",
            change.nand_written_bytes.map(gb),
            &from(|smart| &smart.nand_written),
        ),
        fact(
            "Write amplification, from its counters",
            change.write_amplification.map(|wa| format!("{wa:.2}")),
            "NAND writes / host writes",
        ),
    ]
}

fn heat(health: &Health, change: &HealthChange) -> [Option<Fact>; 6] {
    let smart = |name, value| fact(name, value, "SMART");
    [
        smart(
            "Temperature",
            both(health, |smart| smart.temperature_c, degrees),
        ),
        smart(
            "Highest temperature ever",
            both(health, |smart| smart.temperature_max_c, degrees),
        ),
        smart(
            "Thermal throttling",
            change.throttled_s.map(|seconds| format!("{seconds} s")),
        ),
        smart(
            "Thermal throttling events",
            change.throttle_events.map(|events| events.to_string()),
        ),
        smart(
            "Above its warning temperature",
            change.too_warm_min.map(|minutes| format!("{minutes} min")),
        ),
        smart(
            "Above its critical temperature",
            change.critical_min.map(|minutes| format!("{minutes} min")),
        ),
    ]
}

fn wear(health: &Health) -> [Option<Fact>; 5] {
    let smart = |name, value| fact(name, value, "SMART");
    let percent = |used| format!("{used} %");
    let verdict = |passed| if passed { "passed" } else { "FAILED" }.to_string();
    [
        smart(
            "Rated endurance used",
            both(health, |smart| smart.percentage_used, percent),
        ),
        smart(
            "Power-on hours",
            both(
                health,
                |smart| smart.power_on_hours,
                |hours| hours.to_string(),
            ),
        ),
        smart(
            "Media errors",
            both(
                health,
                |smart| smart.media_errors,
                |errors| errors.to_string(),
            ),
        ),
        smart(
            "Critical warnings",
            both(health, |smart| smart.critical_warning, critical_warnings),
        ),
        smart("SMART verdict", both(health, |smart| smart.passed, verdict)),
    ]
}

/// What the log of drives for data centers adds.
fn ocp(health: &Health) -> [Option<Fact>; 2] {
    let erases = |smart: &Smart| smart.erases_min.zip(smart.erases_max);
    let erases = both(health, erases, |(min, max)| format!("{min} to {max}"));
    let capacitors = both(
        health,
        |smart| smart.capacitor_percent,
        |charge| format!("{charge} % of the charge that it needs"),
    );
    let log = "OCP log";
    [
        fact("Erases of a block", erases, log),
        fact("Power-loss capacitors", capacitors, log),
    ]
}

/// None where there is no value.
fn fact(name: &str, value: Option<String>, source: &str) -> Option<Fact> {
    Some(Fact {
        name: name.into(),
        value: value?,
        source: source.into(),
    })
}

/// Before the run and after it; said once if it is the same, or if one of them is not known.
fn both<T: PartialEq>(
    health: &Health,
    value: fn(&Smart) -> Option<T>,
    text: impl Fn(T) -> String,
) -> Option<String> {
    let [before, after] =
        [&health.before, &health.after].map(|smart| smart.as_ref().and_then(value));
    match (before, after) {
        (Some(before), Some(after)) if before != after => {
            Some(format!("{}, after the run {}", text(before), text(after)))
        }
        (_, Some(one)) | (Some(one), None) => Some(text(one)),
        (None, None) => None,
    }
}

/// NVMe base specification, SMART log, byte 0.
fn critical_warnings(bits: u64) -> String {
    const NAMES: [&str; 6] = [
        "spare blocks low",
        "temperature",
        "reliability degraded",
        "read-only",
        "volatile memory backup failed",
        "persistent memory read-only",
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

fn degrees(celsius: i64) -> String {
    format!("{celsius} °C")
}

fn gb(bytes: u64) -> String {
    format!("{:.2} GB", bytes as f64 / 1e9)
}
