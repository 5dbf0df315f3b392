//! Drives of this host behind [`fourcorners_block::Drive`]: block devices and regular files,
//! through io_uring or plain system calls, with `O_DIRECT`.
//!
//! Reading order: [`open`] (what a user may ask for), `safety` (what is refused, and why),
//! `identify` and `host` (what /sys and /proc say), `drive` and `line` (the queue and the
//! clock), the engines `uring`, `aio` and `synchronous`, `calibration` (which of them), `memory`
//! and `pattern` (the bytes); `health`, `presence` and `pulse` (a drive that fails, is gone, or
//! hangs), `verify` and `size` (one that lies), `unwritten` (reads that met no data), `stamp` and
//! `power_loss` (one that loses writes).
//!
//! What surrounds a drive (SMART, power, temperature, erasing, `doctor`) is in `fourcorners-host`,
//! which asks `rehearsal` whether a drive would be opened.
//!
//! Unsafe stands in `memory` (aligned buffers), `system` (calls that std lacks) and the
//! engines, each with its reason.

mod aio;
mod calibration;
mod calls;
mod drive;
mod engine;
mod erase;
mod error;
mod health;
mod hint;
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
pub mod power_loss;
mod presence;
mod pulse;
#[cfg(test)]
mod recorded;
pub mod rehearsal;
mod ring;
mod safety;
mod scratch_file;
mod search;
mod session;
mod signatures;
mod silence;
mod size;
mod stamp;
mod standstill;
mod synchronous;
mod system;
mod target;
mod unwritten;
mod uring;
mod verify;
mod watch;
mod way;

pub use drive::RealDrive;
pub use erase::Erase;
pub use error::{Doubt, OpenError};
pub use host::{DeviceNumber, Host, Node, text as attribute_text};
pub use identify::{
    chosen as chosen_scheduler, device as identify_node, file_system, identify, identify_on,
    node_of,
};
pub use link::negotiated_link;
pub use names::names;
pub use open::{DEFAULT_TIMEOUT_S, EngineChoice, OpenRequest, open, open_on};
pub use pinned::{Access, Pinned};
pub use pulse::Pulse;
pub use search::{find_drive, is_same_drive};
pub use session::own_session;
pub use system::{free_bytes, kill_group, may_write, random_u64};
pub use uring::probe as probe_uring;
pub use verify::Stamping;
