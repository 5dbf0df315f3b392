//! What a drive draws, when it sleeps, and how warm it gets.

use serde::{Deserialize, Serialize};

/// What the drive draws. Integer units: 1 mW for 1 us is 1 nJ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PowerSpec {
    /// Always, unless it sleeps: controller, DRAM and dies standing by.
    pub idle_mw: u64,
    /// More than that while any command is in flight.
    pub active_mw: u64,
    /// A page's array read and transfer.
    pub read_nj: u64,
    /// A page's transfer and program.
    pub program_nj: u64,
    /// The same in SLC mode.
    pub program_slc_nj: u64,
    /// A block's erase.
    pub erase_nj: u64,
    /// The states it sleeps in, the deeper one last; `None`: it stays awake.
    pub states: [Option<PowerState>; 2],
}

/// A non-operational power state, as NVMe's autonomous transitions (APST) reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PowerState {
    /// Entered after so long without a command or background work.
    pub after_ns: u64,
    /// Drawn then, instead of `idle_mw`.
    pub mw: u64,
    /// Until the command that ends it is taken up.
    pub exit_ns: u64,
}

/// A body that its power warms, and what the controller does about it. Millikelvin count from
/// 0 °C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeatSpec {
    pub ambient_mk: u32,
    /// Steady rise over ambient per watt.
    pub rise_mk_per_w: u32,
    /// In which a step of power has warmed it by 63 % of that rise.
    pub time_constant_ns: u64,
    /// Light and heavy throttling (TMT1 and TMT2 of NVMe), the cooler first.
    pub throttling: [Option<Throttling>; 2],
}

/// What happens from a temperature on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Throttling {
    pub at_mk: u32,
    /// Share of the link's rate that is left, in thousandths, 1 to 1000.
    pub left_per_mille: u32,
}
