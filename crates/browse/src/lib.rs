//! Looking at many runs: an index of folders of runs, a server of pages about them for this host,
//! and the same pages as a static site.
//!
//! `index` (folders to rows) -> `collection` (everything that is shown, as values) -> `server` or
//! `site`. Runs come from anywhere: what stands in their folders is believed only as far as it was
//! checked, and reaches the reader as text, never as markup (web/src/browse).

mod answers;
mod collection;
mod connection;
mod csp;
mod error;
mod frames;
mod guard;
mod id;
mod index;
mod live;
mod maker;
mod refusal;
mod row;
mod schema;
mod server;
mod site;
mod tail;

pub use collection::{Collection, FiguresDocument, RunsDocument};
pub use error::BrowseError;
pub use id::RunId;
pub use index::{Broken, Index, Listing};
pub use row::{Progress, RunRow};
pub use schema::schema;
pub use server::{Listening, Options, Server};
pub use site::{Site, may_write, write_site};
