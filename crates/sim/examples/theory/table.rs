//! The table of `theory/write-amplification.csv`: its rows, and how large and how long each is
//! simulated.

use super::point::{Point, Streams, Workload};
use fourcorners_sim::spec::VictimPolicy;

/// A row, or a point that was asked for.
pub struct Row {
    pub policy: String,
    pub workload: String,
    pub frontiers: String,
    /// Theory and Monte-Carlo of the table; `None` for a point that is not in it.
    pub theory: Option<f64>,
    pub monte_carlo: Option<f64>,
    pub point: Point,
}

impl Row {
    /// What the simulation is compared with.
    pub fn expected(&self) -> Option<f64> {
        self.monte_carlo.or(self.theory)
    }
    /// The error that is allowed, in per cent. Uniform, TRIM and one frontier: what finite drives
    /// leave; hot and cold data in two: what long transients leave, too.
    pub fn tolerance_percent(&self) -> f64 {
        match (self.point.workload, self.point.streams) {
            (Workload::HotCold { .. }, Streams::HostMoved | Streams::HotCold) => 1.0,
            _ => 0.5,
        }
    }
}

/// What a row or a command line says, as words.
pub struct Words<'a> {
    pub policy: &'a str,
    pub pages_per_block: &'a str,
    pub spare_factor: &'a str,
    pub workload: &'a str,
    pub frontiers: &'a str,
    /// Empty: as many as make the result right.
    pub blocks: &'a str,
}

/// Reads the table.
pub fn read(text: &str) -> Result<Vec<Row>, String> {
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let &[
            policy,
            pages_per_block,
            spare_factor,
            workload,
            frontiers,
            blocks,
            theory,
            mc,
            _,
        ] = fields.as_slice()
        else {
            return Err(format!("not nine fields: {line}"));
        };
        let words = Words {
            policy,
            pages_per_block,
            spare_factor,
            workload,
            frontiers,
            blocks,
        };
        let mut row = row(&words)?;
        row.theory = theory.parse().ok();
        row.monte_carlo = mc.parse().ok();
        Ok(row)
    };
    lines.map(row).collect()
}

/// A row from words.
pub fn row(words: &Words<'_>) -> Result<Row, String> {
    let workload = workload(words.workload)?;
    let streams = streams(words.frontiers)?;
    let (policy, candidates) = policy(words.policy)?;
    let pages_per_block = whole("pages per block", words.pages_per_block, 1, 8192)?;
    let spare_factor = share("spare factor", words.spare_factor)?;
    let (blocks, warm_up, measured) = size(policy, pages_per_block, workload, streams);
    let blocks = match words.blocks {
        "" => blocks,
        given => whole("blocks", given, 16, 1 << 22)?,
    };
    // What a small drive writes while its size is written a few times says little.
    let measured = measured.max(5_000_000 / (blocks * pages_per_block));
    Ok(Row {
        policy: words.policy.into(),
        workload: words.workload.into(),
        frontiers: words.frontiers.into(),
        theory: None,
        monte_carlo: None,
        point: Point {
            policy,
            candidates,
            pages_per_block,
            spare_factor,
            workload,
            streams,
            blocks,
            warm_up,
            measured,
        },
    })
}

/// Blocks, and times the drive to be written before and while it is measured. The error of a
/// finite drive is about 1/blocks; where hot data is a small pool, about 1/its blocks. Cold data
/// finds its place only after it has been written some times over.
fn size(policy: VictimPolicy, b: u32, workload: Workload, streams: Streams) -> (u32, u32, u32) {
    let blocks = (1_000_000 / b).clamp(1500, 4000);
    let hot_share = match workload {
        Workload::HotCold { f, .. } => f,
        // How many addresses are in use varies by the root of how many there are, and slowly.
        Workload::Trim { .. } => return (16_000, 6, 16),
        Workload::Uniform => return (blocks, 6, 8),
    };
    let skewed = hot_share < 0.1;
    match (streams, policy) {
        (Streams::One, _) => (blocks, if skewed { 60 } else { 20 }, 8),
        (Streams::HotCold, _) if skewed => (20_000, 60, 8),
        (Streams::HotCold, _) => (8_000, 20, 8),
        (Streams::HostMoved, VictimPolicy::Greedy) if skewed => (10_000, 300, 8),
        (Streams::HostMoved, _) => (8_000, if skewed { 60 } else { 20 }, 8),
        (Streams::HostMovedShuffled | Streams::Pools { .. }, _) => (20_000, 6, 8),
    }
}

/// A policy by its name in drive files, and how many it compares: `d-choices:10`.
fn policy(word: &str) -> Result<(VictimPolicy, u32), String> {
    let (name, drawn) = word.split_once(':').unwrap_or((word, ""));
    let wrong = || format!("policy '{word}': allowed are {}", policies().join(", "));
    let policy: VictimPolicy = name.parse().map_err(|_| wrong())?;
    match (policy.draws(), drawn) {
        (false, "") => Ok((policy, 0)),
        (true, drawn) if !drawn.is_empty() => Ok((policy, whole("d", drawn, 1, 65_535)?)),
        _ => Err(wrong()),
    }
}

/// Every policy as a command line has it.
pub fn policies() -> Vec<String> {
    let all = VictimPolicy::ALL.iter();
    all.map(|policy| {
        format!(
            "{}{}",
            policy.name(),
            if policy.draws() { ":D" } else { "" }
        )
    })
    .collect()
}

fn workload(word: &str) -> Result<Workload, String> {
    let parts: Vec<&str> = word.split(':').collect();
    Ok(match parts.as_slice() {
        ["uniform"] => Workload::Uniform,
        ["hot-cold", f, r] => Workload::HotCold {
            f: share("hot share of the addresses", f)?,
            r: share("hot share of the writes", r)?,
        },
        ["trim-any", q] => Workload::Trim {
            q: share("share of TRIM", q)?,
            in_use: false,
        },
        ["trim-in-use", q] => Workload::Trim {
            q: share("share of TRIM", q)?,
            in_use: true,
        },
        _ => {
            return Err(format!(
                "workload '{word}': allowed are uniform, hot-cold:F:R, trim-any:Q, trim-in-use:Q"
            ));
        }
    })
}

fn streams(word: &str) -> Result<Streams, String> {
    let parts: Vec<&str> = word.split(':').collect();
    Ok(match parts.as_slice() {
        ["shared"] => Streams::One,
        ["host-moved"] => Streams::HostMoved,
        ["host-moved-shuffled"] => Streams::HostMovedShuffled,
        ["hot-cold"] => Streams::HotCold,
        ["pools", p] => Streams::Pools {
            p: share("hot share of the spare", p)?,
        },
        _ => {
            return Err(format!(
                "frontiers '{word}': allowed are shared, host-moved, hot-cold, pools:P"
            ));
        }
    })
}

fn whole(what: &str, word: &str, low: u32, high: u32) -> Result<u32, String> {
    let number = word.parse().ok();
    number
        .filter(|number| (low..=high).contains(number))
        .ok_or_else(|| format!("{what} is '{word}', allowed is {low} to {high}"))
}

fn share(what: &str, word: &str) -> Result<f64, String> {
    let number = word.parse().ok();
    number
        .filter(|number: &f64| *number > 0.0 && *number < 1.0)
        .ok_or_else(|| format!("{what} is '{word}', allowed is more than 0 and less than 1"))
}

/// Whether a row is one of the dozen that every test run looks at, in a size that takes well
/// under a second.
pub fn quick(row: &mut Row) -> bool {
    let point = &mut row.point;
    let chosen = point.pages_per_block == 64
        && (point.spare_factor == 0.1 || point.spare_factor == 0.2)
        && match (point.workload, point.streams) {
            (Workload::Uniform, _) => point.spare_factor == 0.2,
            (Workload::HotCold { f, .. }, Streams::One | Streams::Pools { .. }) => {
                f == 0.2 && point.spare_factor == 0.2
            }
            (Workload::Trim { q, .. }, _) => q == 0.1,
            _ => false,
        };
    point.blocks = match point.streams {
        _ if matches!(point.workload, Workload::Trim { .. }) => 4000,
        Streams::Pools { .. } => 5000,
        _ => 1500,
    };
    chosen
}
