//! What I/Os that are aligned to sectors only lose.

use super::contrast::worst;
use super::{Finding, Says};
use crate::figures::Figures;
use crate::names::Section;

pub(super) fn finding(drive: usize, figures: &Figures) -> Option<Finding> {
    let found = worst(figures, Section::Alignment, drive)?;
    Some(Finding::of_contrast(drive, found, Says::Alignment))
}
