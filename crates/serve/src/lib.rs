//! A simulated drive as a block device: an NBD server whose replies leave when the drive says.
//!
//! `nbd/` is the protocol, without I/O. `server.rs` is the event loop; `client.rs` is one
//! connection, `served.rs` the drive and its clock (`clock.rs`), `contents.rs` the bytes. `store/` keeps
//! both in a folder.

mod class;
mod client;
mod clock;
mod contents;
mod lag;
pub mod nbd;
mod recording;
mod report;
mod served;
mod server;
mod socket;
pub mod store;
mod syncer;

pub use contents::Contents;
pub use report::{DelaysUs, LagAtDepth, Report};
pub use server::{Config, ServeError, Server};
pub use socket::Address;
pub use store::StoreError;

/// The schema of [`Report`].
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Report).into()
}
