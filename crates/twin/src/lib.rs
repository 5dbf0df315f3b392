//! The calibrated twin: a simulated drive that behaves as a drive did in a run.

mod costs;
mod error;
mod figure;
mod file;
mod fit;
mod model;
mod observed;
mod parameter;
mod predict;
mod search;
mod stage;
mod twin;
mod watch;

pub use costs::Costs;
pub use error::TwinError;
pub use file::files;
pub use fit::{Effort, Fit};
pub use model::{Known, Values};
pub use observed::Endurance;
pub use parameter::{Genes, Kind, PARAMETERS, Parameter, drawn};
pub use predict::{Predicted, Prediction, SEEDS, expected, expected_share, prediction_schema};
pub use search::{Member, Search};
pub use stage::{Shown, Stage};
pub use twin::{Asked, Compared, Fitted, Twin, schema};
pub use watch::Progress;
