//! Power cuts.

pub mod cut;
pub mod loss;
pub mod loss_killed;
pub mod two_drives;
