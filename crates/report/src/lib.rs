//! From runs to something to look at: judgements, one self-contained page, and tables for the
//! terminal. Page and tables say the same, because both are made from [`data::PageData`].

pub mod data;
mod health;
mod judgements;
mod marks;
mod meters;
mod page;
mod select;
mod steady_state;
mod tables;

pub use data::PageData;
pub use marks::{DriveMark, Mark, MarkQuantity};
pub use page::{PageError, html, write_page};
pub use steady_state::{Steady, SteadyWindow};
pub use tables::tables;
