//! Whether a drive goes on for an hour as it began.

use super::contrast::worst;
use super::{Finding, Says};
use crate::figures::Figures;
use crate::names::Section;

pub(super) fn finding(drive: usize, figures: &Figures) -> Option<Finding> {
    let found = worst(figures, Section::Length, drive)?;
    Some(Finding::of_contrast(drive, found, Says::Length))
}
