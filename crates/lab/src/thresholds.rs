//! What is expected of a review, for CI: looked at before it.

use crate::error::LabError;
use fourcorners_bench::Library;
use fourcorners_report::Expectation;

/// With what they leave to be said, as far as the library tells it.
pub(crate) fn complete(
    library: &Library,
    expectations: &[Expectation],
) -> Result<Vec<Expectation>, LabError> {
    let complete = |one: &Expectation| one.clone().complete(library).map_err(LabError::from);
    expectations.iter().map(complete).collect()
}
