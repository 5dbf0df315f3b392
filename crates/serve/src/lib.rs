//! A simulated drive as a block device: an NBD server whose replies leave when the drive says.
//!
//! `nbd/` is the protocol, without I/O. `open.rs` makes a server, `server.rs` is its event loop;
//! `connections.rs` are its connections, `client.rs` the client of one, `served.rs` the drive with
//! its clock (`clock.rs`), `contents.rs` the bytes, `control.rs` its control socket. `store/` keeps
//! bytes and state in a folder, and `attach/` makes a block device of the kernel. `fault.rs` lists
//! the faults of a drive; `undo.rs` undoes writes that a power cut loses.

pub mod attach;
mod bell;
mod class;
mod client;
mod clock;
mod connections;
mod contents;
mod control;
mod early;
mod error;
mod fault;
mod lag;
pub mod nbd;
mod open;
mod recording;
mod report;
mod served;
mod server;
mod socket;
mod stat;
pub mod store;
mod syncer;
mod uncorrectable;
mod undo;

pub use contents::Contents;
pub use control::{Answer, Order, order};
pub use error::ServeError;
pub use fault::{Fault, FaultReport, PowerLoss};
pub use open::Config;
pub use report::{DelaysUs, LagAtDepth, Report};
pub use server::Server;
pub use socket::{Address, socket_path};
pub use stat::{SsdStat, Stat};
pub use store::{LogDamage, OnDamage, Salvaged, StoreError};

/// The schema of [`Report`].
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Report).into()
}

/// The schema of [`FaultReport`].
pub fn fault_schema() -> serde_json::Value {
    schemars::schema_for!(FaultReport).into()
}
