//! A simulated drive as a block device: an NBD server whose replies leave when the drive says.
//!
//! `nbd/` is the protocol, without I/O. `server.rs` is the event loop; `client.rs` is one
//! connection, `served.rs` the drive and its clock (`clock.rs`), `contents.rs` the bytes.

mod class;
mod client;
mod clock;
mod contents;
mod lag;
pub mod nbd;
mod served;
mod server;
mod socket;
mod syncer;

pub use class::Classifier;
pub use contents::Contents;
pub use lag::{Delays, Lag};
pub use served::Served;
pub use server::{ServeError, Server};
pub use socket::{Address, Listener};
pub use syncer::Syncer;
