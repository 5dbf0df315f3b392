//! MQSim (CMU-SAFARI/MQSim) doing steady random writes, from its configuration in
//! `records/mqsim`.
//!
//! It counts only from its start, so it runs twice with the same seed: the longer run repeats the
//! shorter one and goes on. The difference is the cost of a steady write, without preconditioning.

use super::Measured;
use crate::run::{self, Failure};
use std::path::{Path, PathBuf};

/// The row whose drive and requests the configuration repeats.
pub const ROW: &str = "random-write-steady-16gib";

const DRIVE: &str = "records/mqsim/ssd-16gib.xml";
const WORKLOAD: &str = "records/mqsim/steady-16gib.xml";

/// Host writes of the longer run, as in the workload's file. Preconditioning writes nine tenths of
/// the drive in the order of the workload's seed, so the first 9.6 million writes hit only those.
const WRITES: u64 = 8_000_000;

/// Host writes of the shorter run: all units of the drive once, after which write amplification
/// hardly rises.
const WRITES_BEFORE: u64 = 4_000_000;

/// Outstanding I/Os. MQSim ends without those that still wait for a free block.
const QUEUE_DEPTH: u64 = 32;

/// What a run took and did from its start.
struct Totals {
    cpu_us: i64,
    host_writes: u64,
    programs: u64,
}

/// Runs MQSim twice, and returns what lies between the ends of both.
pub fn measure(program: &Path) -> Result<Measured, Failure> {
    let before = totals(program, WRITES_BEFORE)?;
    let after = totals(program, WRITES)?;
    let cpu_s = (after.cpu_us - before.cpu_us) as f64 / 1e6;
    let host_writes = (after.host_writes - before.host_writes) as f64;
    if cpu_s <= 0.0 {
        return Err(format!(
            "MQSim took {cpu_s:.2} s more of CPU time for {host_writes} more writes\n\
             hint: stop what else uses this machine and run it again"
        ));
    }
    Ok(Measured {
        host_ios_per_cpu_s: host_writes / cpu_s,
        write_amplification: Some((after.programs - before.programs) as f64 / host_writes),
    })
}

fn totals(program: &Path, writes: u64) -> Result<Totals, Failure> {
    let folder = run::scratch("mqsim")?;
    let workload = workload(&folder, writes)?;
    let mut command = run::command(&program.to_string_lossy(), &[]);
    command.arg("-i").arg(run::root().join(DRIVE));
    command.arg("-w").arg(workload);
    command.current_dir(&folder);
    let started = run::children_cpu_us()?;
    let printed = run::output(command)?;
    let cpu_us = run::children_cpu_us()? - started;

    let host_writes = number_after(&printed, "total requests serviced:").ok_or_else(|| {
        format!(
            "{} does not print \"total requests serviced:\"\n\
             hint: build MQSim from https://github.com/CMU-SAFARI/MQSim, commit 7ec40e3",
            program.display()
        )
    })?;
    if host_writes + QUEUE_DEPTH < writes {
        return Err(format!(
            "MQSim stopped after {host_writes} of {writes} writes\n\
             hint: with too few free blocks it stops without an error: raise GC_Exec_Threshold \
             in {DRIVE}"
        ));
    }
    let results = folder.join("writes_scenario_1.xml");
    let results = std::fs::read_to_string(&results)
        .map_err(|error| format!("MQSim's results: {}: {error}", results.display()))?;
    let programs = number_after(&results, "Issued_Flash_Program_CMD=\"")
        .ok_or("MQSim's results have no Issued_Flash_Program_CMD\nhint: build commit 7ec40e3")?;
    Ok(Totals {
        cpu_us,
        host_writes,
        programs,
    })
}

/// The workload's file with so many writes; MQSim puts its results next to it.
fn workload(folder: &Path, writes: u64) -> Result<PathBuf, Failure> {
    let template = run::root().join(WORKLOAD);
    let text = std::fs::read_to_string(&template)
        .map_err(|error| format!("{}: {error}", template.display()))?;
    let count = |writes| format!("<Total_Requests_To_Generate>{writes}<");
    if !text.contains(&count(WRITES)) {
        return Err(format!(
            "{WORKLOAD} does not have {}\nhint: restore it from git",
            count(WRITES)
        ));
    }
    let path = folder.join("writes.xml");
    std::fs::write(&path, text.replace(&count(WRITES), &count(writes)))
        .map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(path)
}

/// The number that directly follows a text.
fn number_after(text: &str, before: &str) -> Option<u64> {
    let rest = &text[text.find(before)? + before.len()..];
    let end = rest.find(|letter: char| !letter.is_ascii_digit())?;
    rest[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::number_after;

    #[test]
    fn number_follows_its_text() {
        let printed = "total requests generated: 500 total requests serviced:477\n";
        assert_eq!(number_after(printed, "total requests serviced:"), Some(477));
        assert_eq!(number_after(printed, "Issued_Flash_Program_CMD=\""), None);
    }
}
