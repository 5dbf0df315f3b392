//! What surrounds a drive of this host: its thermometer and power meter, its own account of wear,
//! the commands that erase it, and what would spoil its measurement.
//!
//! [`open`]: a drive with its thermometer, its own erase command, and a watch on `others`; `erase`
//! (the command), `power` and `temperature` (read by `sampler` on a thread of its own), `smart`,
//! `nvme`, `doctor`. `tool` runs the host's tools, and `shell` a command of the user's.
//! `fourcorners-real` decides whether a drive may be touched at all.

pub mod doctor;
mod erase;
mod json;
mod nvme;
mod open;
mod others;
mod power;
#[cfg(test)]
#[allow(dead_code, reason = "the tests of real use all of it")]
#[path = "../../real/src/recorded.rs"]
mod recorded;
mod sampler;
mod shell;
mod smart;
mod temperature;
#[cfg(test)]
mod test_tools;
mod tool;

#[cfg(test)]
use fourcorners_real::{Host, Node};
pub use open::{open, open_on};
pub use power::{Meter, PowerError, PowerSource, UnknownPowerSource};
pub use shell::{ShellError, shell};
pub use smart::{Checkup, checkup, is_nvme};
pub use tool::Tools;
