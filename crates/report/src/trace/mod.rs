//! The statistics of a trace, for people: as tables, and as a picture.

mod picture;
mod tables;

pub use picture::Pictured;
pub use tables::tables;
