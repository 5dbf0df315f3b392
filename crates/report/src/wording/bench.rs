//! What a drive was tested on and how.

use super::nvme;
use fourcorners_bench::record::{BenchFact, Fact};
use fourcorners_block::Bytes;

/// Rows of the table, in their order.
pub fn rows(bench: &[BenchFact]) -> Vec<Fact> {
    bench.iter().map(row).collect()
}

/// A row.
pub(super) fn row(fact: &BenchFact) -> Fact {
    let (name, value) = match fact {
        BenchFact::Cpu { model, cores } => {
            let model = model.as_deref().unwrap_or("unknown");
            ("CPU", format!("{model} ({cores} cores)"))
        }
        BenchFact::Board { name } => ("Board", name.clone()),
        BenchFact::Kernel { release } => ("Kernel", release.clone()),
        BenchFact::Simulated => ("Engine", "simulated".into()),
        BenchFact::Engine { name } => ("Engine", name.clone()),
        BenchFact::EngineChosenBy { reasons } => ("Engine chosen because", reasons.join("; ")),
        BenchFact::LogicalBlock { bytes } => ("Logical block", format!("{bytes} bytes")),
        BenchFact::PhysicalBlock { bytes } => ("Physical block", format!("{bytes} bytes")),
        BenchFact::Link { link } => ("Negotiated link", link.clone()),
        BenchFact::Scheduler { name } => ("I/O scheduler", name.clone()),
        BenchFact::Trim { limits: None } => ("TRIM", "not supported".into()),
        BenchFact::Trim { limits: Some(of) } => {
            let (granularity, most) = (Bytes(of.granularity_bytes), Bytes(of.max_bytes));
            let value = format!("granularity {granularity}, at most {most} per request");
            ("TRIM", value)
        }
        BenchFact::Cost { ns } => {
            let value = format!("{ns:.0} ns per I/O (on the null drive)");
            ("Measurement overhead", value)
        }
        BenchFact::CostUnknown { error } => ("Measurement overhead", format!("not known: {error}")),
        BenchFact::Suite { name } => ("Suite", name.clone()),
        BenchFact::Seed { seed } => ("Seed", seed.to_string()),
        BenchFact::SuiteFile { path } => ("Suite file", path.clone()),
        BenchFact::JobFile { path } => ("fio job file", path.clone()),
        BenchFact::OtherwiseThanFio { notes } => ("Differences from fio", notes.join("; ")),
        BenchFact::Verified => ("Verification", VERIFICATION.into()),
        BenchFact::Duration { seconds } => ("Duration of timed phases", format!("{seconds} s")),
        BenchFact::SpareArea { percent } => ("Spare area", format!("{percent} % of the raw NAND")),
        BenchFact::Zones { zones } => ("Zones of a pass", zones.to_string()),
        BenchFact::ReadOnly => ("Opened", "read-only (O_RDONLY)".into()),
        BenchFact::MadeNewBy { way } => ("Erase", way.clone()),
        BenchFact::Smart { told_by, notes } => ("SMART", [&told_by[..], notes].concat().join("; ")),
        BenchFact::NvmeController { controller } => ("NVMe", nvme::controller(controller)),
        BenchFact::LbaFormats { formats } => ("Block format", nvme::formats(formats)),
        BenchFact::HostMemoryBuffer { buffer } => ("Host memory buffer", nvme::buffer(*buffer)),
        BenchFact::PowerStates { states } => ("Power states", nvme::states(states)),
        BenchFact::IdlePowerSaving { apst, states } => {
            ("Idle power saving (APST)", nvme::apst(apst, states))
        }
        BenchFact::Power { meter } => ("Power", meter.clone()),
        BenchFact::Earlier(fact) => return fact.clone(),
    };
    let source = String::new();
    let name = name.into();
    Fact {
        name,
        value,
        source,
    }
}

/// What `--verify` does.
const VERIFICATION: &str = "on: the first 32 of every 512 bytes written are a stamp, so data is \
    less compressible, and checking every read takes time";
