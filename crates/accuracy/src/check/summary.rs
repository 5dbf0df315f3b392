//! Shares that are never mixed; and for each family how much was fitted to how much. Inputs,
//! figures that cannot be missed, and those of tests that were not run count in none.

use super::row::Row;
use crate::published::{Class, Kind, Published};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// How many of some figures hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Share {
    /// That hold.
    pub hold: usize,
    /// Of so many.
    pub of: usize,
}

impl Share {
    /// In per cent; 0 of none.
    pub fn percent(&self) -> f64 {
        self.hold as f64 * 100.0 / self.of.max(1) as f64
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.of {
            0 => f.write_str("-"),
            of => write!(f, "{} of {of}", self.hold),
        }
    }
}

impl Summary {
    /// All of them, with their names.
    pub fn shares(&self) -> [(&'static str, Share); 7] {
        [
            ("the five articles, fitted", self.documents_fitted),
            ("the five articles, predicted", self.documents_predicted),
            (
                "the five articles, predicted numbers",
                self.documents_predicted_numbers,
            ),
            ("other sources, fitted", self.others_fitted),
            ("other sources, predicted", self.others_predicted),
            (
                "other sources, predicted numbers",
                self.others_predicted_numbers,
            ),
            ("set aside", self.set_aside),
        ]
    }
}

/// A family: drives that share all numbers of their controller, firmware and NAND.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Family {
    /// The drive whose file holds the numbers.
    pub root: String,
    /// Fitted numbers.
    pub fitted_parameters: usize,
    /// Figures that they were fitted to.
    pub fitted_figures: usize,
    /// Of those.
    pub fitted: Share,
    /// Of all others of the family.
    pub predicted: Share,
}

/// The shares. A figure that is set aside counts in its own alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Summary {
    /// Of the five documents, fitted.
    pub documents_fitted: Share,
    /// Of the five documents, predicted.
    pub documents_predicted: Share,
    /// Of those, numbers.
    pub documents_predicted_numbers: Share,
    /// From elsewhere, fitted.
    pub others_fitted: Share,
    /// From elsewhere, predicted.
    pub others_predicted: Share,
    /// Of those, numbers.
    pub others_predicted_numbers: Share,
    /// Numbers from anywhere that models are made without.
    pub set_aside: Share,
    /// By family.
    pub families: Vec<Family>,
}

/// Counts. `family` gives the root of a drive's family.
pub fn summary(rows: &[Row], published: &Published, family: &dyn Fn(&str) -> String) -> Summary {
    let mut summary = Summary::default();
    let mut families: BTreeMap<String, Family> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.scored) {
        let Some(holds) = row.holds else { continue };
        if row.set_aside {
            count(&mut summary.set_aside, holds);
            continue;
        }
        let (share, numbers) = match (row.source_document.is_some(), row.kind) {
            (true, Kind::Fitted) => (&mut summary.documents_fitted, None),
            (true, Kind::Predicted) => (
                &mut summary.documents_predicted,
                Some(&mut summary.documents_predicted_numbers),
            ),
            (false, Kind::Fitted) => (&mut summary.others_fitted, None),
            (false, Kind::Predicted) => (
                &mut summary.others_predicted,
                Some(&mut summary.others_predicted_numbers),
            ),
        };
        count(share, holds);
        if let Some(numbers) = numbers.filter(|_| row.class == Class::Number) {
            count(numbers, holds);
        }
        let root = family(&row.drive);
        let family = families.entry(root.clone()).or_insert_with(|| Family {
            root,
            fitted_parameters: 0,
            fitted_figures: 0,
            fitted: Share::default(),
            predicted: Share::default(),
        });
        count(
            match row.kind {
                Kind::Fitted => &mut family.fitted,
                Kind::Predicted => &mut family.predicted,
            },
            holds,
        );
    }
    for fit in &published.fits {
        if let Some(family) = families.get_mut(&family(&fit.drive)) {
            let figures: BTreeSet<&String> = fit
                .parameters
                .iter()
                .flat_map(|parameter| &parameter.figures)
                .collect();
            family.fitted_parameters += fit.parameters.len();
            family.fitted_figures += figures.len();
        }
    }
    summary.families = families.into_values().collect();
    summary
}

fn count(share: &mut Share, holds: bool) {
    share.of += 1;
    share.hold += usize::from(holds);
}
