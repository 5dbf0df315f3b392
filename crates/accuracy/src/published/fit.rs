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
    /// Its key, as in `controller.write_command_us`.
    pub key: String,
    /// Where it is sought; absent: it is set by hand, for the reason that its file gives.
    pub sought: Option<Sought>,
    /// Ids of the figures that it was fitted to.
    pub figures: Vec<String>,
}
