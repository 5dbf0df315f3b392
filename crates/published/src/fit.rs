//! Which numbers of which drive file were fitted to which printed figures (`published/fits.toml`).

use serde::Deserialize;

/// A drive whose file holds fitted numbers; its siblings follow from it.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Fit {
    /// Catalogue name.
    pub drive: String,
    /// What was fitted.
    #[serde(rename = "parameter", default)]
    pub parameters: Vec<FitParameter>,
}

/// One number of the file.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct FitParameter {
    /// Its key, as in `controller.write_command_us`.
    pub key: String,
    /// From where to where it is sought.
    pub range: (f64, f64),
    /// The least step that makes sense; a whole number for keys that are counted.
    pub step: f64,
    /// Ids of the figures that it was fitted to.
    pub figures: Vec<String>,
}
