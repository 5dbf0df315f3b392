//! Which numbers of which drive file were fitted to which printed figures (`published/fits.toml`).

use serde::Deserialize;

/// A drive whose file holds fitted numbers; its siblings follow from it.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Fit {
    /// Catalog name.
    pub drive: String,
    /// Its fitted parameters: see below.
    #[serde(rename = "parameter", default)]
    pub parameters: Vec<FitParameter>,
}

/// Where a number is sought.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Sought {
    /// From here.
    pub from: f64,
    /// To here.
    pub to: f64,
    /// The least step that makes sense; a whole number for keys that are counted.
    pub step: f64,
}

/// One number of the file.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct FitParameter {
    /// Key of the drive's file, as in `controller.write_command_us`.
    pub key: String,
    /// Range and step that `fit` searches, `{ from, to, step }`; absent: set by hand.
    pub sought: Option<Sought>,
    /// Ids of the figures that it was fitted to; they count as fitted, all others as predicted.
    pub figures: Vec<String>,
    /// Ids of other figures that it decides, as a rating of the same limit in other blocks; they
    /// count as predicted, and are named apart.
    #[serde(default)]
    pub decides: Vec<String>,
}
