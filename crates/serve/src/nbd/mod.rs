//! The NBD protocol, server side, without I/O: bytes in, commands and bytes out
//! (<https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md>).
//!
//! [`Session`] is one connection. Its owner keeps a buffer of received bytes and calls
//! [`Session::step`] on it; each call takes one message from the front. Data of a write stays in
//! that buffer, and data of a read is appended by the owner after [`Session::read_header`], so
//! neither is copied here. The session answers a client's mistakes itself: the owner sees only
//! commands that it can carry out.
//!
//! No length that a client sends makes anything grow here. The owner's buffer needs room for
//! [`Export::largest_message`] bytes.

mod bytes;
mod command;
mod errno;
mod export;
mod handshake;
mod meta_context;
mod options;
mod rejection;
mod reply;
mod session;
mod skip;
mod transmission;
pub mod wire;

pub use command::{Command, CommandKind};
pub use errno::Errno;
pub use export::Export;
pub use reply::Extent;
pub use session::{Closed, Item, Session, Step};
