//! Drives that were measured under both firmware versions, each compared with itself: how far
//! drives differ from each other then does not hide a change.

use super::change::{Both, Compared, ROUNDING};
use super::distribution::{t_beyond, t_quantile};
use super::one_way::{Interval, Moments, mean};

/// The paired t test on the drives' means. `None`: a drive has only one of both, or fewer than two
/// drives have both.
pub(super) fn paired(of: &Both) -> Option<Compared> {
    let values = |[base, new]: &[usize; 2]| {
        let both = [of.base.get(*base)?, of.new.get(*new)?];
        both.iter().all(|runs| !runs.is_empty()).then_some(both)
    };
    let drives: Vec<[&Vec<f64>; 2]> = of.pairs.iter().filter_map(values).collect();
    let all = of.base.len().max(of.new.len());
    if drives.len() < 2 || drives.len() < all {
        return None;
    }
    let side = |side: usize| -> Vec<Vec<f64>> {
        let runs = drives.iter().map(|both| both[side].clone());
        runs.collect()
    };
    let (base, new) = (side(0), side(1));
    let changes = drives
        .iter()
        .filter_map(|[base, new]| Some(mean(new)? - mean(base)?));
    let changes: Vec<Vec<f64>> = changes.map(|change| vec![change]).collect();
    let moments = Moments::of(&changes)?;
    let base_mean = Moments::of(&base)?.mean;
    // Drives that agree better than their own runs do agree by chance.
    let by_runs = Moments::by_runs(&base) + Moments::by_runs(&new);
    let error = (moments.variance.max(by_runs) / moments.count).sqrt();
    let (difference, degrees) = (moments.mean, moments.count - 1.0);
    let rounding = base_mean.abs().max((base_mean + difference).abs()) * ROUNDING;
    let (half, p) = match error <= rounding {
        true if difference.abs() <= rounding => (0.0, 1.0),
        true => (0.0, 0.0),
        false => (
            t_quantile(degrees) * error,
            t_beyond(difference / error, degrees),
        ),
    };
    Some(Compared {
        pairs: drives.len(),
        base: base_mean,
        difference,
        test: Some((
            Interval {
                low: difference - half,
                high: difference + half,
            },
            p,
        )),
    })
}
