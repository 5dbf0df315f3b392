//! When a simulated figure agrees with a published one. The tolerances are the project's own
//! (docs/methodology/published-figures.md): 10 % of a figure, 15 % of an "about", 20 % of any
//! figure from outside the five articles.

use serde::Deserialize;

/// What was printed, as a rule. The first five and `Between` are for a figure, the others for its
/// ratio to another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Holds {
    /// This figure.
    Figure(f64),
    /// About this figure.
    About(f64),
    /// Over this figure: 1.0 to 1.25 times.
    Over(f64),
    /// Up to this figure, as specifications say: 0.8 to 1.0 times.
    UpTo(f64),
    /// At most this figure.
    Under(f64),
    /// Any figure from the first to the second.
    Between(f64, f64),
    /// More than this, however much.
    MoreThan(f64),
    /// Less than this, however much.
    LessThan(f64),
    /// A multiple of the other.
    Times(f64),
    /// About a multiple of the other.
    AboutTimes(f64),
    /// Over a multiple of the other.
    OverTimes(f64),
    /// The same as the other, within 5 %.
    Same,
    /// The same as the other, within so many per cent of it.
    WithinPercent(f64),
    /// More than the other.
    More,
    /// Less than the other.
    Less,
    /// Lower than the other by so many per cent of it.
    DropPercent(f64),
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct HoldsFile {
    /// Within 10 % of it (20 % outside the five articles, as for all percentages of a figure here).
    figure: Option<f64>,
    /// Within 15 % of it.
    about: Option<f64>,
    /// 1.0 to 1.25 times it.
    over: Option<f64>,
    /// 0.8 to 1.0 times it.
    up_to: Option<f64>,
    /// Below it.
    under: Option<f64>,
    /// Between these two.
    between: Option<(f64, f64)>,
    /// Above it.
    more_than: Option<f64>,
    /// Below it.
    less_than: Option<f64>,
    /// With `against`: ratio within 10 % of it.
    times: Option<f64>,
    /// Ratio within 15 % of it.
    about_times: Option<f64>,
    /// Ratio 1.0 to 1.25 times it.
    over_times: Option<f64>,
    /// `true`: within 5 % of the other.
    same: Option<bool>,
    /// Within this many percent of the other.
    within_percent: Option<f64>,
    /// `true`: above the other.
    more: Option<bool>,
    /// `true`: below the other.
    less: Option<bool>,
    /// Below the other by this many percent, within a tenth of that or one point.
    drop_percent: Option<f64>,
}

impl HoldsFile {
    /// The one rule that it gives.
    pub(crate) fn rule(self) -> Result<Holds, &'static str> {
        let yes = |given: Option<bool>| given.filter(|yes| *yes);
        let rules = [
            self.figure.map(Holds::Figure),
            self.about.map(Holds::About),
            self.over.map(Holds::Over),
            self.up_to.map(Holds::UpTo),
            self.under.map(Holds::Under),
            self.between.map(|(from, to)| Holds::Between(from, to)),
            self.more_than.map(Holds::MoreThan),
            self.less_than.map(Holds::LessThan),
            self.times.map(Holds::Times),
            self.about_times.map(Holds::AboutTimes),
            self.over_times.map(Holds::OverTimes),
            yes(self.same).map(|_| Holds::Same),
            self.within_percent.map(Holds::WithinPercent),
            yes(self.more).map(|_| Holds::More),
            yes(self.less).map(|_| Holds::Less),
            self.drop_percent.map(Holds::DropPercent),
        ];
        let mut given = rules.into_iter().flatten();
        match (given.next(), given.next()) {
            (Some(rule), None) if rule.is_finite() => Ok(rule),
            (Some(_), None) => Err("holds is nan or inf; expected a finite number"),
            _ => Err(
                "holds needs exactly one of figure, about, over, up_to, under, between, more_than, \
                 less_than, times, about_times, over_times, same, within_percent, more, less, \
                 drop_percent",
            ),
        }
    }
}

/// A value beside what was printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Whether it holds.
    pub holds: bool,
    /// How far it is from the printed figure, relative to that; `None` where nothing but an order
    /// was printed.
    pub error: Option<f64>,
}

/// What is compared with another measurement is a ratio, and a drop below one point is within what
/// two runs of Iometer differ by.
const DROP_POINTS: f64 = 1.0;
const SAME: f64 = 0.05;
const OUTSIDE: f64 = 0.20;

impl Holds {
    /// Whether its numbers are numbers.
    fn is_finite(&self) -> bool {
        match self {
            Self::Between(from, to) => from.is_finite() && to.is_finite(),
            Self::WithinPercent(percent) => percent.is_finite(),
            other => other.printed().is_none_or(f64::is_finite),
        }
    }

    /// Whether it speaks of a ratio to another measurement.
    pub fn compares(&self) -> bool {
        matches!(
            self,
            Self::Times(_)
                | Self::AboutTimes(_)
                | Self::OverTimes(_)
                | Self::Same
                | Self::WithinPercent(_)
                | Self::More
                | Self::Less
                | Self::DropPercent(_)
        )
    }

    /// Whether any value on one side of a bound holds, however far it is.
    pub fn is_one_sided(&self) -> bool {
        matches!(
            self,
            Self::More | Self::Less | Self::MoreThan(_) | Self::LessThan(_) | Self::Under(_)
        )
    }

    /// The figure that was printed, if one was.
    pub fn printed(&self) -> Option<f64> {
        match *self {
            Self::Figure(x)
            | Self::About(x)
            | Self::Over(x)
            | Self::UpTo(x)
            | Self::Under(x)
            | Self::MoreThan(x)
            | Self::LessThan(x)
            | Self::Times(x)
            | Self::AboutTimes(x)
            | Self::OverTimes(x)
            | Self::DropPercent(x) => Some(x),
            Self::Between(from, to) => Some((from + to) / 2.0),
            Self::Same | Self::WithinPercent(_) => Some(1.0),
            Self::More | Self::Less => None,
        }
    }

    /// From where to where a value holds, of a rule that is a range.
    pub fn range(&self) -> Option<(f64, f64)> {
        match *self {
            Self::Over(x) | Self::OverTimes(x) => Some((x, 1.25 * x)),
            Self::UpTo(x) => Some((0.8 * x, x)),
            Self::Between(from, to) => Some((from, to)),
            _ => None,
        }
    }

    /// Judges a value: the figure itself, or its ratio to the other one. `outside`: printed outside
    /// the five documents.
    pub fn judge(&self, value: f64, outside: bool) -> Verdict {
        let value = match self {
            Self::DropPercent(_) => (1.0 - value) * 100.0,
            _ => value,
        };
        let near = |x: f64, share: f64| {
            let share = if outside { share.max(OUTSIDE) } else { share };
            (value - x).abs() <= share * x.abs()
        };
        let holds = match *self {
            Self::Figure(x) | Self::Times(x) => near(x, 0.10),
            Self::About(x) | Self::AboutTimes(x) => near(x, 0.15),
            Self::Over(_) | Self::OverTimes(_) | Self::UpTo(_) | Self::Between(..) => self
                .range()
                .is_some_and(|(from, to)| (from..=to).contains(&value)),
            Self::Under(x) => value <= x,
            Self::MoreThan(x) => value > x,
            Self::LessThan(x) => value < x,
            Self::Same => (value - 1.0).abs() <= SAME,
            Self::WithinPercent(x) => (value - 1.0).abs() <= x / 100.0,
            Self::More => value > 1.0,
            Self::Less => value < 1.0,
            Self::DropPercent(x) => near(x, 0.10) || (value - x).abs() <= DROP_POINTS,
        };
        let error = self
            .printed()
            .filter(|x| *x != 0.0)
            .map(|x| (value - x) / x);
        Verdict { holds, error }
    }
}
