//! What an NVMe drive says of itself beyond its name. `None`: it does not say.

use serde::{Deserialize, Serialize};

/// An NVMe controller, by Identify Controller.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NvmeController {
    /// NVMe version that it follows, as in `1.4`; absent: older than 1.2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Namespaces that it can have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespaces: Option<u64>,
    /// Longest transfer of one command in bytes, with pages of 4 KiB; absent: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_transfer_bytes: Option<u64>,
    /// Whether it has a volatile write cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volatile_write_cache: Option<bool>,
    /// Ways of sanitizing it.
    pub sanitize: SanitizeWays,
    /// Warning temperature in degrees Celsius.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning_c: Option<i64>,
    /// Critical temperature in degrees Celsius.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub critical_c: Option<i64>,
    /// Lowest temperature from which the host may have it throttle (TMT1, TMT2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throttle_from_min_c: Option<i64>,
    /// Highest such temperature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub throttle_from_max_c: Option<i64>,
}

/// Which sanitize operations a drive supports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SanitizeWays {
    /// Block erase.
    pub block_erase: bool,
    /// Crypto erase: a new key.
    pub crypto_erase: bool,
    /// Overwrite.
    pub overwrite: bool,
}

/// A power state of an NVMe drive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PowerState {
    /// Whether it serves I/O in this state.
    pub operational: bool,
    /// Rated maximum power in microwatts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_uw: Option<u64>,
    /// Rated idle power in microwatts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle_uw: Option<u64>,
    /// Rated active power in microwatts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active_uw: Option<u64>,
    /// Longest time to enter it in microseconds; 0: not reported.
    pub entry_us: u64,
    /// Longest time to leave it in microseconds; 0: not reported.
    pub exit_us: u64,
}

/// Autonomous power state transitions (APST): what the drive does while it is idle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Apst {
    /// Whether it is on.
    pub enabled: bool,
    /// Transitions that the host has set.
    pub transitions: Vec<Transition>,
}

/// A transition to another power state after an idle time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Transition {
    /// Power state that it leaves.
    pub from: u64,
    /// Power state that it enters.
    pub to: u64,
    /// After so many milliseconds without I/O.
    pub idle_ms: u64,
}

/// Memory of the host that a drive without DRAM uses (HMB), in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostBuffer {
    /// What it prefers.
    pub preferred_bytes: u64,
    /// What it needs at least.
    pub min_bytes: u64,
    /// What the host has granted; absent: not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub granted_bytes: Option<u64>,
}

/// A block format that a namespace supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LbaFormat {
    /// Number for `nvme format --lbaf`.
    pub number: u64,
    /// Bytes of a block.
    pub bytes: u64,
    /// Bytes of metadata per block.
    pub metadata_bytes: u64,
    /// Relative performance by the drive's own word: 0 best, 1 better, 2 good, 3 degraded.
    pub relative_performance: u64,
    /// Whether it is the one in use.
    pub in_use: bool,
}

/// An NVMe drive, as its controller and the namespace under test report it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nvme {
    /// The controller.
    pub controller: NvmeController,
    /// Power states, by number; empty: not reported.
    pub power_states: Vec<PowerState>,
    /// What it does while idle; `None`: it cannot, or does not say.
    pub apst: Option<Apst>,
    /// Memory of the host; `None`: it wants none.
    pub host_buffer: Option<HostBuffer>,
    /// Block formats; empty: not reported.
    pub formats: Vec<LbaFormat>,
}

impl Nvme {
    /// The block format in use.
    pub fn format(&self) -> Option<&LbaFormat> {
        self.formats.iter().find(|format| format.in_use)
    }

    /// The best-rated format with the metadata of the one in use, if it is rated better.
    pub fn faster_format(&self) -> Option<&LbaFormat> {
        faster_format(&self.formats)
    }
}

/// The best-rated format with the metadata of the one in use, if it is rated better.
pub fn faster_format(formats: &[LbaFormat]) -> Option<&LbaFormat> {
    let now = formats.iter().find(|format| format.in_use)?;
    formats
        .iter()
        .filter(|other| other.metadata_bytes == now.metadata_bytes)
        .filter(|other| other.relative_performance < now.relative_performance)
        .min_by_key(|other| other.relative_performance)
}

impl Apst {
    /// Where it ends up while idle, with the idle time before each: transitions that leave the
    /// states which serve I/O first, then deeper ones. Each state once.
    pub fn steps(&self, states: &[PowerState]) -> Vec<Transition> {
        let mut steps: Vec<Transition> = Vec::new();
        let serves = |number: u64| {
            let state = usize::try_from(number).ok().and_then(|at| states.get(at));
            state.is_none_or(|state| state.operational)
        };
        let Some(first) = self.transitions.iter().find(|one| serves(one.from)) else {
            return steps;
        };
        let mut next = Some(first);
        while let Some(step) = next {
            if steps.iter().any(|known| known.to == step.to) {
                break;
            }
            steps.push(*step);
            next = self.transitions.iter().find(|one| one.from == step.to);
        }
        steps
    }
}
