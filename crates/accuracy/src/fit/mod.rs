//! Seeks the numbers of a drive file that are called fitted, so that printed (or measured) figures
//! come out of the simulation: one parameter after the other, each over its range on a grid and
//! then by golden section, again until nothing moves any more. Coordinate by coordinate is enough,
//! since a parameter and its figures are chosen to belong together, and every step can be read.

mod number;

use crate::check::cache::Cache;
use crate::check::row::row;
use crate::check::simulate::{Records, simulate};
use crate::check::wanted::{Catalogue, Wanted, wanted};
use crate::published::{Figure, FitParameter, Holds, Published, Sought};
use fourcorners_drive_file::key_of_today;
use fourcorners_lab::{LabError, Watcher};
use number::{is_fitted, number, set};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use toml_edit::DocumentMut;

/// Why nothing was fitted.
#[derive(Debug, thiserror::Error)]
pub enum FitError {
    /// A drive, test or port.
    #[error(transparent)]
    Lab(#[from] LabError),
    /// Anything else, as a sentence.
    #[error("{0}")]
    Refused(String),
}

/// What became of one parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct FitReport {
    /// Its key.
    pub key: String,
    /// What the file said.
    pub before: f64,
    /// What fits best.
    pub after: f64,
    /// Root mean square of its figures' relative errors before.
    pub error_before: f64,
    /// And after.
    pub error_after: f64,
    /// Whether what fits best is the first or last number of the range: the best may lie beyond.
    pub at_end: bool,
}

/// Points of the grid over a parameter's range.
const GRID: usize = 9;
/// Each golden section takes two trials at once, on two cores.
const SECTIONS: usize = 5;
const GOLDEN: f64 = 0.381_966;

/// The drive that is fitted, and how a trial is made.
struct Fitter<'a> {
    published: &'a Published,
    catalogue: Catalogue,
    options: FitOptions<'a>,
    watcher: &'a dyn Watcher,
    drive: String,
    path: PathBuf,
}

/// How a fit is made.
#[derive(Clone, Copy, Debug)]
pub struct FitOptions<'a> {
    /// Only these parameters; empty: all.
    pub only: &'a [String],
    /// Go through all of them so many times at most.
    pub sweeps: usize,
    /// Trials at once.
    pub threads: usize,
    /// Where results are kept.
    pub cache: &'a Cache,
}

/// Fits a drive's file; gives its text with the new numbers, and what changed. `drive` names the
/// entry of a `[[fit]]`, `path` and `text` are the drive's file.
pub fn fit(
    published: &Published,
    drive: &str,
    path: &Path,
    text: &str,
    options: &FitOptions<'_>,
    watcher: &dyn Watcher,
) -> Result<(String, Vec<FitReport>), FitError> {
    let fits = published.fits.iter().filter(|fit| fit.drive == drive);
    let parameters: Vec<&FitParameter> = fits
        .flat_map(|fit| &fit.parameters)
        .filter(|parameter| options.only.is_empty() || options.only.contains(&parameter.key))
        .filter(|parameter| parameter.sought.is_some())
        .collect();
    if let Some(key) = options.only.iter().find(|key| key_of_today(key) != **key) {
        let today = key_of_today(key);
        return Err(FitError::Refused(format!(
            "{key} is now {today}\nhint: use --only {today}"
        )));
    }
    if parameters.is_empty() {
        return Err(FitError::Refused(format!(
            "published/fits.toml lists no parameter of {drive} to fit{}",
            if options.only.is_empty() {
                ""
            } else {
                " with that key"
            }
        )));
    }
    let fitter = Fitter {
        published,
        catalogue: Catalogue::new(fourcorners_lab::library()?, published.figures.iter()),
        options: *options,
        watcher,
        drive: drive.into(),
        path: path.into(),
    };
    let mut document: DocumentMut = text
        .parse()
        .map_err(|error| FitError::Refused(format!("{drive}: {error}")))?;
    // A misspelt key is told before anything is simulated.
    for parameter in &parameters {
        number(&document, &parameter.key)?;
    }
    let mut reports: BTreeMap<String, FitReport> = BTreeMap::new();
    for sweep in 1..=options.sweeps {
        let mut moved = false;
        for parameter in &parameters {
            let before = number(&document, &parameter.key)?;
            let (after, error_before, error_after) = fitter.seek(&document, parameter, before)?;
            set(&mut document, &parameter.key, after)?;
            moved |= after != before;
            watcher.say(&format!(
                "sweep {sweep}: {} {before} -> {after}, error {:.1} % -> {:.1} %",
                parameter.key,
                error_before * 100.0,
                error_after * 100.0
            ));
            let report = reports.entry(parameter.key.clone()).or_insert(FitReport {
                key: parameter.key.clone(),
                before,
                after,
                error_before,
                error_after,
                at_end: false,
            });
            (report.after, report.error_after) = (after, error_after);
            let ends = parameter.sought.map(|sought| [sought.from, sought.to]);
            report.at_end = ends.is_some_and(|ends| ends.contains(&after));
        }
        if !moved {
            break;
        }
    }
    for report in reports
        .values()
        .filter(|report| report.after != report.before)
    {
        let figures = parameters
            .iter()
            .filter(|parameter| parameter.key == report.key);
        let figures: Vec<&str> = figures
            .flat_map(|parameter| parameter.figures.iter().map(String::as_str))
            .collect();
        is_fitted(&mut document, &report.key, &figures);
    }
    Ok((document.to_string(), reports.into_values().collect()))
}

impl Fitter<'_> {
    /// The best value of one parameter, and the error before and after.
    fn seek(
        &self,
        document: &DocumentMut,
        parameter: &FitParameter,
        now: f64,
    ) -> Result<(f64, f64, f64), FitError> {
        let Some(Sought { from, to, step }) = parameter.sought else {
            return Ok((now, 0.0, 0.0));
        };
        let step = step.max(f64::MIN_POSITIVE);
        let rounded = |value: f64| ((value / step).round() * step).clamp(from, to);
        let mut trials: BTreeMap<u64, f64> = BTreeMap::new();
        let attempt = |trials: &mut BTreeMap<u64, f64>, values: &[f64]| {
            let mut new: Vec<f64> = values.iter().map(|value| clean(rounded(*value))).collect();
            new.retain(|value| !trials.contains_key(&value.to_bits()));
            new.dedup();
            let errors = self.errors(document, parameter, &new)?;
            trials.extend(new.iter().map(|value| value.to_bits()).zip(errors));
            Ok::<(), FitError>(())
        };
        let grid = (0..GRID).map(|point| from + (to - from) * point as f64 / (GRID - 1) as f64);
        let mut points: Vec<f64> = grid.collect();
        points.push(now);
        attempt(&mut trials, &points)?;
        for _ in 0..SECTIONS {
            let (below, above) = around_the_best(&trials, from, to);
            let width = above - below;
            if width <= 2.0 * step {
                break;
            }
            attempt(
                &mut trials,
                &[below + GOLDEN * width, above - GOLDEN * width],
            )?;
        }
        let before = trials
            .get(&clean(rounded(now)).to_bits())
            .copied()
            .unwrap_or(f64::INFINITY);
        let (best, error) = best(&trials);
        // A number that is as good as another stays.
        if before <= error + 1e-4 {
            return Ok((now, before, before));
        }
        Ok((best, before, error))
    }

    /// Root mean squares of the relative errors with each value.
    fn errors(
        &self,
        document: &DocumentMut,
        parameter: &FitParameter,
        values: &[f64],
    ) -> Result<Vec<f64>, FitError> {
        let figures: Vec<&Figure> = parameter
            .figures
            .iter()
            .filter_map(|id| {
                self.published
                    .figures
                    .iter()
                    .find(|figure| figure.id == *id)
            })
            .collect();
        let mut all = Wanted::new();
        let mut texts = Vec::new();
        for (trial, value) in values.iter().enumerate() {
            let mut changed = document.clone();
            set(&mut changed, &parameter.key, *value)?;
            texts.push(changed.to_string());
            for (mut key, test) in wanted(figures.iter().copied(), &self.catalogue) {
                key.place.drive = format!("{}#{trial}", key.place.drive);
                all.insert(key, test);
            }
        }
        let spec = |name: &str| {
            let (name, trial) = name.rsplit_once('#').unwrap_or((name, ""));
            let text = trial.parse().ok().and_then(|trial: usize| texts.get(trial));
            if let (true, Some(text)) = (name == self.drive, text) {
                return fourcorners_lab::drive_file_as(&self.path, text);
            }
            let other = |other: &str| text.filter(|_| other == self.drive).cloned();
            fourcorners_lab::drive_spec_with(name, &other)
        };
        let records = simulate(
            &all,
            self.catalogue.definitions,
            &spec,
            self.options.cache,
            self.options.threads,
            self.watcher,
        )?;
        let error = |trial: usize| {
            let of_trial: Records = records
                .iter()
                .filter_map(|(key, record)| {
                    let (drive, number) = key.place.drive.rsplit_once('#')?;
                    (number == trial.to_string()).then(|| {
                        let mut key = key.clone();
                        key.place.drive = drive.into();
                        (key, record.clone())
                    })
                })
                .collect();
            let squares = figures.iter().map(|figure| {
                let row = row(figure, self.published, &of_trial, &self.catalogue);
                row.simulated
                    .map_or(1.0, |value| distance(&figure.holds, value).powi(2))
            });
            (squares.sum::<f64>() / figures.len().max(1) as f64).sqrt()
        };
        Ok((0..values.len()).map(error).collect())
    }
}

/// How far a value is from what was printed, relative to it. A range is aimed at in its middle.
fn distance(holds: &Holds, value: f64) -> f64 {
    let aim = match *holds {
        Holds::Over(x) | Holds::OverTimes(x) => 1.1 * x,
        Holds::UpTo(x) => 0.95 * x,
        Holds::Between(from, to) => (from + to) / 2.0,
        Holds::Under(x) | Holds::LessThan(x) => return ((value - x) / x).max(0.0),
        Holds::MoreThan(x) => return ((x - value) / x).max(0.0),
        Holds::More => return (1.02 - value).max(0.0),
        Holds::Less => return (value - 0.98).max(0.0),
        Holds::Same | Holds::WithinPercent(_) => 1.0,
        Holds::Figure(x)
        | Holds::About(x)
        | Holds::Times(x)
        | Holds::AboutTimes(x)
        | Holds::DropPercent(x) => x,
    };
    // Twice too much and half as much are equally far: a rate's error is a ratio.
    if value > 0.0 && aim > 0.0 {
        (value / aim).ln()
    } else {
        (value - aim) / aim.abs().max(1e-9)
    }
}

/// The trial that comes nearest.
fn best(trials: &BTreeMap<u64, f64>) -> (f64, f64) {
    let pairs = trials
        .iter()
        .map(|(bits, error)| (f64::from_bits(*bits), *error));
    pairs
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap_or((0.0, f64::INFINITY))
}

/// The trials on both sides of the best one.
fn around_the_best(trials: &BTreeMap<u64, f64>, from: f64, to: f64) -> (f64, f64) {
    let (middle, _) = best(trials);
    let values = || trials.keys().map(|bits| f64::from_bits(*bits));
    let below = values().filter(|value| *value < middle);
    let above = values().filter(|value| *value > middle);
    (below.fold(from, f64::max), above.fold(to, f64::min))
}

/// Without the dust of binary fractions: 15.5, not 15.500000000000002.
fn clean(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn does_the_search_close_in_on_the_best_trial() {
        let trials = [(0.0_f64, 3.0), (1.0, 1.0), (2.0, 2.0), (4.0, 5.0)];
        let trials = trials.map(|(value, error)| (value.to_bits(), error)).into();
        assert_eq!(around_the_best(&trials, 0.0, 4.0), (0.0, 2.0));
        assert_eq!(best(&trials), (1.0, 1.0));
    }
}
