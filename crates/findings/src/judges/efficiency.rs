//! How much less data a drive moves per watt than the best one on the page.

use super::{Finding, Says};
use crate::charts::{Bar, Chart};
use crate::figures::Figures;
use crate::label::Label;
use crate::names::Unit;
use crate::spread::{Difference, Spread};
use serde::Serialize;

/// MB/s per watt, in the work in which the drive is furthest behind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Efficiency {
    pub work: Label,
    pub own: Spread,
    /// Of the drive that moves most.
    pub best: Spread,
}

impl Efficiency {
    /// What it moves, as a share of what the best one does.
    pub fn share(&self) -> f64 {
        self.own.value / self.best.value
    }
}

/// `None`: no other drive moves more.
pub(super) fn finding(drive: usize, figures: &Figures) -> Option<Finding> {
    let mut charts = figures.charts.iter();
    let chart = charts.find(|chart| chart.unit == Unit::MbPerSPerWatt)?;
    let own = chart.bars.iter().filter(|bar| bar.drive == drive);
    let behind = own.filter_map(|bar| behind(bar, chart));
    let says = behind.min_by(|a, b| a.share().total_cmp(&b.share()))?;
    Some(Finding::new(drive, &chart.id, Says::Efficiency(says)))
}

fn behind(own: &Bar, chart: &Chart) -> Option<Efficiency> {
    let alike = chart.bars.iter().filter(|bar| bar.phase == own.phase);
    let best = alike.max_by(|a, b| a.value.total_cmp(&b.value))?;
    let is_lower = own.spread().beside(&best.spread()) == Difference::Lower;
    is_lower.then(|| Efficiency {
        work: own.label.clone(),
        own: own.spread(),
        best: best.spread(),
    })
}
