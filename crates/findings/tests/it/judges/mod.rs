//! What is found of each subject, with numbers and evidence.

pub mod amplification;
pub mod contrasts;
pub mod full_drive;
pub mod recovery;
pub mod rest;
pub mod rounds;
pub mod seconds;
pub mod shrunk;
pub mod starting;
pub mod steady_state;
pub mod today;
pub mod torture;
pub mod tortured_writes;
pub mod unfit;
pub mod used_in_traces;
pub mod write_cache;
