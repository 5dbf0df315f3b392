//! Recorded work: what an I/O of a trace is ([`Record`]), where records come from
//! ([`Records`]) and go to ([`Sink`]).
//!
//! `form/` are the forms of files, in and out, each with what it cannot hold; `synthesis/` makes
//! a trace from its published statistics; `statistics/` says what any trace is. All of them
//! stream: none holds a trace whole. How records are issued to a drive again is
//! `fourcorners-bench`'s.

mod error;
pub mod form;
mod in_order;
mod record;
pub mod statistics;
mod stream;
mod synthesis;

pub use error::TraceError;
pub use form::{Broken, Form, Loss, OpenOptions, TextForm, can_create, create, open, open_stream};
pub use in_order::InOrder;
pub use record::{Op, Predecessor, Record};
pub use statistics::Statistics;
pub use stream::{About, MissingEvents, Operation, Records, SequenceGap, Sink};
pub use synthesis::{
    Acting, Definition, Fact, Scenario, Synthesis, Synthetic, is_synthetic, synthetic,
};
