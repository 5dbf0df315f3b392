//! Drives of this host behind [`fourcorners_block::Drive`]: block devices and regular files,
//! through io_uring or plain system calls, with `O_DIRECT`.
//!
//! Reading order: [`open`] (what a user may ask for), `safety` (what is refused, and why),
//! `identify` and `host` (what /sys and /proc say), `drive` and `line` (the queue and the
//! clock), the engines `uring`, `aio` and `synchronous`, `calibration` (which of them), `memory` and
//! `pattern` (the bytes);
//! `health`, `presence` and `pulse` (a drive that fails, is gone, or hangs), `verify` and `size`
//! (one that lies).
//!
//! `doctor`: what this host can measure, and what would spoil it.
//!
//! Unsafe stands in `memory` (aligned buffers), `system` (calls that std lacks) and the
//! engines, each with its reason.

mod aio;
mod calibration;
mod calls;
pub mod doctor;
mod drive;
mod engine;
mod erase;
mod error;
mod health;
mod host;
mod identify;
mod line;
mod link;
mod memory;
mod names;
mod open;
mod pattern;
mod pinned;
mod polling;
mod power;
mod presence;
mod pulse;
#[cfg(test)]
mod recorded;
mod ring;
mod safety;
mod sampler;
mod scratch_file;
mod session;
mod signatures;
mod silence;
mod size;
mod smart;
mod standstill;
mod synchronous;
mod system;
mod target;
mod temperature;
#[cfg(test)]
mod test_tools;
mod tool;
mod uring;
mod verify;
mod watch;
mod way;

pub use drive::RealDrive;
pub use erase::{Erase, EraseError};
pub use error::{Doubt, OpenError};
pub use host::Host;
pub use identify::{identify, identify_on};
pub use link::negotiated_link;
pub use open::{DEFAULT_TIMEOUT_S, EngineChoice, OpenRequest, open, open_on};
pub use power::{Meter, PowerError, PowerSource};
pub use pulse::Pulse;
pub use session::own_session;
pub use smart::{Checkup, checkup};
pub use tool::Tools;
