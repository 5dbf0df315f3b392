//! What I/Os that are aligned to sectors only lose.

use super::contrast::worst;
use super::{Finding, Says};
use crate::names::Section;
use crate::review::Review;

pub(super) fn finding(drive: usize, review: &Review) -> Option<Finding> {
    let found = worst(review, Section::Alignment, drive)?;
    Some(Finding::of_contrast(drive, found, Says::Alignment))
}
