//! Whether torture was as hard on the drives that it ranks. Twenty minutes of random writes go over
//! 7 % of an M500 and 45 % of a Neutron, and the less of a drive is written the less it falls.

use super::between::NotRanked;
use super::figures::NoFigure;
use crate::figures::Figures;
use crate::spread::Spread;

/// Shares of capacity that differ by this factor at most are alike.
const ALIKE: f64 = 1.5;

/// From so often on all LBAs were hit many times, and more tells nothing more.
const ENOUGH: f64 = 2.0;

/// Takes out of a ranking, the best first, every drive that is ahead of one of which torture wrote
/// a larger share; and then those, too, that are behind one and were spared: what was taken out
/// might be behind them. One that is ahead after more torture stays ahead.
pub fn take_out_favored(ranked: &mut Vec<(usize, Spread)>, figures: &Figures) -> Vec<NotRanked> {
    let mut out = Vec::new();
    let mut place = 0;
    while let Some(&(drive, _)) = ranked.get(place) {
        match harder(drive, &ranked[place + 1..], figures) {
            Some(why) => {
                ranked.remove(place);
                out.push(NotRanked { drive, why });
            }
            None => place += 1,
        }
    }
    if !out.is_empty() {
        let all = ranked.clone();
        ranked.retain(|(drive, _)| match harder(*drive, &all, figures) {
            Some(why) => {
                out.push(NotRanked { drive: *drive, why });
                false
            }
            None => true,
        });
    }
    out
}

/// The hardest tortured of other drives, if it was tortured harder than this one.
fn harder(drive: usize, others: &[(usize, Spread)], figures: &Figures) -> Option<NoFigure> {
    let share = share(drive, figures)?;
    let others = others.iter();
    let others = others.filter_map(|(other, _)| Some((*other, self::share(*other, figures)?)));
    let (other, of_other) = others.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    (of_other > ALIKE * share).then_some(NoFigure::TorturedLess {
        share,
        other,
        of_other,
    })
}

/// How often torture wrote the capacity.
fn share(drive: usize, figures: &Figures) -> Option<f64> {
    let torture = figures.torture.iter().find(|one| one.drive == drive)?;
    Some(torture.times_written.min(ENOUGH))
}
