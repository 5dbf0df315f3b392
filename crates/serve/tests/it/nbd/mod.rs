//! The protocol, against bytes as a client sends them.

mod any_bytes;
pub mod client;
mod commands;
mod handshake;
mod hostile;
mod meta_context;
mod replies;
