//! T23: what a real drive was tested on. Simulated runs leave all of this out, because the
//! same run on another machine must be the same run.

use fourcorners_bench::record::Fact;
use fourcorners_block::Identity;
use fourcorners_real::Host;
use std::path::Path;

fn fact(name: &str, value: impl Into<String>) -> Fact {
    Fact {
        name: name.into(),
        value: value.into(),
        source: String::new(),
    }
}

/// Processor, board and kernel.
fn machine() -> Vec<Fact> {
    let read = |path: &str| {
        std::fs::read_to_string(path)
            .ok()
            .map(|text| text.trim().to_string())
    };
    let cpu = read("/proc/cpuinfo").and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split(':').nth(1)?.trim().to_string())
    });
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let board = ["board_vendor", "board_name"]
        .map(|name| read(&format!("/sys/class/dmi/id/{name}")).unwrap_or_default());
    let kernel = read("/proc/sys/kernel/osrelease").unwrap_or_default();
    vec![
        fact(
            "CPU",
            format!(
                "{} ({cores} cores)",
                cpu.unwrap_or_else(|| "unknown".into())
            ),
        ),
        fact("Board", board.join(" ").trim().to_string()),
        fact("Kernel", kernel),
    ]
}

/// The machine in a line, for `wall.jsonl`: the one file of a simulated run that may differ
/// from machine to machine.
pub fn machine_line() -> String {
    let words: Vec<String> = machine()
        .into_iter()
        .filter(|fact| !fact.value.is_empty())
        .map(|fact| format!("{} {}", fact.name, fact.value))
        .collect();
    format!("host: {}", words.join(", "))
}

/// Processor, board, kernel, and how the host reaches the drive.
pub fn host_facts(identity: &Identity) -> Vec<Fact> {
    let mut facts = machine();
    facts.extend([
        fact("Engine", identity.engine.clone()),
        fact(
            "Logical block",
            format!("{} bytes", identity.logical_block.0),
        ),
        fact(
            "Physical block",
            format!("{} bytes", identity.physical_block.0),
        ),
    ]);
    if let Some(link) = negotiated_link(identity) {
        facts.push(fact("Link, as negotiated", link));
    }
    if let Some(scheduler) = &identity.scheduler {
        facts.push(fact("I/O scheduler", scheduler.clone()));
    }
    facts.push(match identity.discard {
        Some(limits) => fact(
            "TRIM",
            format!(
                "granularity {}, at most {} a request",
                limits.granularity, limits.max
            ),
        ),
        None => fact("TRIM", "not offered"),
    });
    facts.retain(|fact| !fact.value.is_empty());
    facts
}

/// The link between drive and host (T8: a real drive is measured where it is plugged in).
pub fn negotiated_link(identity: &Identity) -> Option<String> {
    fourcorners_real::negotiated_link(&Host::default(), Path::new(&identity.name))
}

/// What the drive says of itself.
pub fn identity_facts(identity: &Identity) -> Vec<Fact> {
    let capacity = identity.capacity.bytes().0;
    let mut facts = vec![
        fact("Model", identity.model.clone()),
        fact("Serial number", identity.serial.clone()),
        fact("Firmware", identity.firmware.clone()),
        fact(
            "Capacity",
            format!(
                "{:.2} GB ({:.2} GiB)",
                capacity as f64 / 1e9,
                capacity as f64 / f64::from(1 << 30)
            ),
        ),
    ];
    if let Some(rotational) = identity.rotational {
        facts.push(fact("Rotational", if rotational { "yes" } else { "no" }));
    }
    if let Some(nand) = identity.raw_nand {
        facts.push(fact(
            "Raw NAND",
            format!("{:.2} GiB", nand.0 as f64 / f64::from(1 << 30)),
        ));
    }
    facts.retain(|fact| !fact.value.is_empty());
    facts
}
