//! What a real drive was tested on. Simulated runs leave all of this out, because the
//! same run on another machine must be the same run.

use fourcorners_bench::record::{BenchFact, Fact, TrimLimits};
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

/// Processor, board and kernel. Of a simulated run they stand in `wall.jsonl`, the one file that
/// may differ from machine to machine.
pub fn machine() -> Vec<BenchFact> {
    let read = |path: &str| {
        std::fs::read_to_string(path)
            .ok()
            .map(|text| text.trim().to_string())
    };
    let model = read("/proc/cpuinfo").and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split(':').nth(1)?.trim().to_string())
    });
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let board = ["board_vendor", "board_name"]
        .map(|name| read(&format!("/sys/class/dmi/id/{name}")).unwrap_or_default());
    let board = said(board.join(" ").trim()).map(|name| BenchFact::Board { name });
    let kernel = said(&read("/proc/sys/kernel/osrelease").unwrap_or_default());
    let kernel = kernel.map(|release| BenchFact::Kernel { release });
    let cpu = BenchFact::Cpu { model, cores };
    std::iter::once(cpu).chain(board).chain(kernel).collect()
}

/// A text, unless it is empty.
fn said(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.into())
}

/// Processor, board, kernel, and how the host reaches the drive.
pub fn host_facts(identity: &Identity) -> Vec<BenchFact> {
    let mut facts = machine();
    let engine = said(&identity.engine);
    facts.extend(engine.map(|name| BenchFact::Engine { name }));
    facts.extend([
        BenchFact::LogicalBlock {
            bytes: identity.logical_block.0,
        },
        BenchFact::PhysicalBlock {
            bytes: identity.physical_block.0,
        },
    ]);
    let link = negotiated_link(identity).filter(|link| !link.is_empty());
    facts.extend(link.map(|link| BenchFact::Link { link }));
    let scheduler = identity.scheduler.as_deref().and_then(said);
    facts.extend(scheduler.map(|name| BenchFact::Scheduler { name }));
    let limits = identity.discard.map(|limits| TrimLimits {
        granularity_bytes: limits.granularity.0,
        max_bytes: limits.max.0,
    });
    facts.push(BenchFact::Trim { limits });
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
