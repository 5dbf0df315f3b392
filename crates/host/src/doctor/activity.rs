//! What the host did while it was watched: processors and disks.

use fourcorners_real::Host;
use std::collections::HashMap;

/// Counters of the kernel at an instant.
#[derive(Debug, Default)]
pub struct Snapshot {
    /// Ticks of all processors: busy, stolen by the host of a virtual machine, all.
    ticks: Option<[u64; 3]>,
    disks: HashMap<String, Counts>,
}

/// A disk's counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    ios: u64,
    busy_ms: u64,
}

/// What was done between two snapshots.
#[derive(Debug, Default)]
pub struct Activity {
    /// Shares of all processors' time in per cent: busy, stolen; `None` where not known.
    pub processors: Option<(f64, f64)>,
    /// Of each disk: I/Os a second, and how much of the time it was busy in per cent.
    pub disks: HashMap<String, (f64, f64)>,
}

impl Snapshot {
    pub fn take(host: &Host) -> Self {
        let read = |name: &str| super::read(&host.proc.join(name));
        Self {
            ticks: ticks(&read("stat")),
            disks: read("diskstats").lines().filter_map(disk).collect(),
        }
    }

    pub fn until(&self, later: &Self, seconds: f64) -> Activity {
        let processors = self.ticks.zip(later.ticks).and_then(|(before, after)| {
            let [busy, stolen, all] =
                [0, 1, 2].map(|index| after[index].saturating_sub(before[index]) as f64);
            (all > 0.0).then(|| (busy / all * 100.0, stolen / all * 100.0))
        });
        let disks = later.disks.iter().filter_map(|(name, after)| {
            let before = self.disks.get(name)?;
            let ios = after.ios.saturating_sub(before.ios) as f64;
            let busy_ms = after.busy_ms.saturating_sub(before.busy_ms) as f64;
            (seconds > 0.0).then(|| (name.clone(), (ios / seconds, busy_ms / seconds / 10.0)))
        });
        Activity {
            processors,
            disks: disks.collect(),
        }
    }
}

/// proc(5): `cpu  user nice system idle iowait irq softirq steal ...`.
fn ticks(stat: &str) -> Option<[u64; 3]> {
    let line = stat.lines().find_map(|line| line.strip_prefix("cpu "))?;
    let fields: Vec<u64> = line
        .split_whitespace()
        .map_while(|field| field.parse().ok())
        .take(8)
        .collect();
    let [user, nice, system, idle, wait, irq, softirq, stolen] = fields.try_into().ok()?;
    let busy = user + nice + system + irq + softirq;
    Some([busy, stolen, busy + stolen + idle + wait])
}

/// The kernel's iostats: major, minor, name, reads, merged, sectors, ms, writes, merged,
/// sectors, ms, in flight, ms busy.
fn disk(line: &str) -> Option<(String, Counts)> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
    let counts = Counts {
        ios: number(3)? + number(7)?,
        busy_ms: number(12)?,
    };
    Some((fields.get(2)?.to_string(), counts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_what_happened_between_two_looks_counted() {
        let at = |busy: u64, reads: u64, busy_ms: u64| Snapshot {
            ticks: ticks(&format!("cpu  {busy} 0 0 {} 5 0 0 10 0 0", 1000 - busy)),
            disks: disk(&format!(
                " 8 0 sdz {reads} 1 8 2 100 3 9 4 0 {busy_ms} 0 0 0"
            ))
            .into_iter()
            .collect(),
        };
        let later = Snapshot {
            ticks: ticks("cpu  150 20 30 950 5 0 0 60 0 0"),
            ..at(0, 300, 500)
        };
        let activity = at(100, 100, 0).until(&later, 2.0);
        assert_eq!(activity.disks["sdz"], (100.0, 25.0));
        let (busy, stolen) = activity.processors.expect("known");
        assert!((busy - 50.0).abs() < 1e-9, "{busy}");
        assert!((stolen - 25.0).abs() < 1e-9, "{stolen}");
    }
}
