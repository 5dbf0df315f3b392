//! The server, with clients on its socket.

mod bench;
mod client;
mod contents;
mod damage;
mod exact;
mod faults;
mod foreign;
mod others;
mod store;
