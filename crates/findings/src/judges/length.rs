//! Whether a drive goes on for an hour as it began.

use super::contrast::worst;
use super::{Finding, Says};
use crate::names::Section;
use crate::review::Review;

pub(super) fn finding(drive: usize, review: &Review) -> Option<Finding> {
    let found = worst(review, Section::Length, drive)?;
    Some(Finding::of_contrast(drive, found, Says::Length))
}
