//! Every sentence about results and conditions, made of values. Nothing here decides anything, and
//! no other code looks into what is made here.

pub mod comparable;
pub mod failure;
pub mod not_run;
pub mod steady_state;
