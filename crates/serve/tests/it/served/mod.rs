//! The server, with clients on its socket.

mod bench;
mod client;
mod contents;
mod exact;
mod faults;
mod others;
mod store;
