//! Finding phases in runs, and the middle of repeated ones.

use crate::apart::{Apart, told_apart};
use crate::spread::interval;
use fourcorners_bench::record::{Entry, Measured, NotComparable, Run, RunHeader, Status};
use fourcorners_block::DriveKind;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::Path;

/// The runs of one drive, repetitions of each other.
pub struct DriveRuns<'a> {
    /// In order of repetition.
    pub runs: Vec<&'a Run>,
    /// What tells it from others of its model; empty: it is the only one.
    apart: Vec<Apart>,
}

/// Groups runs of the same drive, suite and conditions, in order of first appearance: a run with
/// another duration, span, firmware or engine is no repetition.
pub fn by_drive(runs: &[Run]) -> Vec<DriveRuns<'_>> {
    let mut groups: Vec<DriveRuns<'_>> = Vec::new();
    for run in runs {
        let known = groups.iter().flat_map(|group| &group.runs);
        if known.into_iter().any(|other| is_copy(run, other)) {
            continue;
        }
        let review = review(run);
        let same = |group: &&mut DriveRuns<'_>| {
            let of_it = |first: &Run| {
                what_was_run(&first.header) == what_was_run(&run.header)
                    && self::review(first) == review
            };
            group.first().is_some_and(of_it)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.runs.push(run),
            None => groups.push(DriveRuns::single(run)),
        }
    }
    let apart = |group: &DriveRuns<'_>| {
        let name = group.name();
        let namesakes = groups.iter().filter(|other| other.name() == name);
        let firsts: Vec<&Run> = namesakes.filter_map(DriveRuns::first).collect();
        let own = group.first();
        own.map_or(Vec::new(), |own| told_apart(own, &firsts))
    };
    let apart: Vec<Vec<Apart>> = groups.iter().map(apart).collect();
    for (group, apart) in groups.iter_mut().zip(apart) {
        group.apart = apart;
    }
    groups
}

/// Equal of two runs that hold the same results of the same repetition: a folder that was copied,
/// or a simulated run that was done again, which is no second measurement. `None`: nothing was
/// measured, so that it is no copy of any.
pub fn results_of(run: &Run) -> Option<impl PartialEq + Serialize + '_> {
    let measured = run.entries.iter().any(|entry| entry.measured.is_some());
    let header = &run.header;
    measured.then(|| (header.repeat, what_was_run(header), &run.entries))
}

fn is_copy(a: &Run, b: &Run) -> bool {
    let own = results_of(a);
    own.is_some() && own == results_of(b)
}

/// The first of these runs of which one is a copy; `None`: it counts by itself.
pub fn copy_of<'a>(run: &Run, earlier: &'a [Run]) -> Option<&'a Run> {
    earlier.iter().find(|other| is_copy(run, other))
}

/// The name of a run's folder.
pub fn folder_name(run: &Run) -> String {
    let name = run.path.file_name().unwrap_or(run.path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Of which review a run is a repetition. A real drive is another one a year later: only what one
/// review repeated belongs together (its folders differ in the `-rN` that ends them). Of simulated
/// drives nothing changes.
pub fn review_of(header: &RunHeader, folder: &str) -> String {
    if header.identity.is_simulated() {
        return String::new();
    }
    let repetition = format!("-r{}", header.repeat);
    folder.strip_suffix(&repetition).unwrap_or(folder).into()
}

/// The same of a run, and the place where the review of a real drive was kept: in another one a
/// folder of the same name is another review.
fn review(run: &Run) -> (String, Option<&Path>) {
    let review = review_of(&run.header, &folder_name(run));
    let place = run.path.parent().filter(|_| !review.is_empty());
    (review, place)
}

/// What two repetitions have in common, besides [`review_of`]. One name may stand in two drive
/// files: a copy with one number changed is another drive.
pub fn what_was_run(header: &RunHeader) -> impl PartialEq + Serialize + '_ {
    let identity = &header.identity;
    let request = header.request.as_ref();
    let drive = (
        (&identity.name, &identity.serial, &identity.model),
        (&identity.firmware, identity.capacity),
        request.and_then(|request| request.behaviour_sha256.as_ref()),
    );
    // How far `--max-writes` went is an outcome, not a part of what was asked for.
    let reasons = header.not_comparable.iter();
    let reasons = reasons.filter(|reason| **reason != NotComparable::MaxWrites);
    let suite = (&header.suite, reasons.collect::<Vec<_>>(), header.seed);
    let asked = request.map(|request| (&request.tests, &request.replay, &request.job));
    let how = (
        request.and_then(|request| request.engine.as_ref()),
        request.and_then(|request| request.erase.as_ref()),
        &header.version,
    );
    (drive, suite, asked, how, &header.conditions)
}

/// Which drive a run is of, however it was run. Two are of one drive if `named` is equal, and
/// `does` too where `under` is: two drives may stand under one name, as those that were measured
/// one after the other at /dev/sdb, or a drive file and its copy with one number changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct WhichDrive {
    /// Name as it was asked for, serial number, model.
    named: [String; 3],
    /// Port and version of fourcorners, which have a part in `does`.
    under: (Option<String>, String),
    /// SHA-256 of all that a simulated drive does; null: not known.
    does: Option<String>,
}

impl WhichDrive {
    /// Of a run.
    pub fn of(header: &RunHeader) -> Self {
        let identity = &header.identity;
        let request = header.request.as_ref();
        Self {
            named: [&identity.name, &identity.serial, &identity.model].map(String::clone),
            under: (header.port().map(String::from), header.version.clone()),
            does: request.and_then(|request| request.behaviour_sha256.clone()),
        }
    }

    /// Whether both are one drive.
    pub fn is(&self, other: &Self) -> bool {
        self.named == other.named && (self.under != other.under || self.does == other.does)
    }
}

pub fn is_the_same_drive(a: &RunHeader, b: &RunHeader) -> bool {
    WhichDrive::of(a).is(&WhichDrive::of(b))
}

/// What a drive is called.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DriveName {
    pub model: String,
    /// Name of a regular file.
    pub file: Option<String>,
    /// What tells it from others of its model.
    pub apart: Vec<Apart>,
}

impl<'a> DriveRuns<'a> {
    /// Of one run alone.
    pub fn single(run: &'a Run) -> Self {
        Self {
            runs: vec![run],
            apart: Vec::new(),
        }
    }

    /// The first run, after which the drive is described.
    pub fn first(&self) -> Option<&'a Run> {
        self.runs.first().copied()
    }

    /// What the drive is called.
    pub fn name(&self) -> DriveName {
        let Some(run) = self.first() else {
            return DriveName::default();
        };
        let identity = &run.header.identity;
        let file_name = Path::new(&identity.name).file_name();
        let (model, file) = match (identity.kind, identity.model.as_str(), file_name) {
            (_, "", _) => (identity.name.clone(), None),
            // Files of one file system differ in their names only.
            (DriveKind::RegularFile, model, Some(name)) => {
                (model.into(), Some(name.to_string_lossy().into_owned()))
            }
            (_, model, _) => (model.into(), None),
        };
        DriveName {
            model,
            file,
            apart: self.apart.clone(),
        }
    }

    /// The port that the drive was plugged into, where one was asked for.
    pub fn port(&self) -> Option<&'a str> {
        self.first()?.header.port()
    }

    /// The variants of a test in which a phase was finished, in the order in which they were run.
    pub fn variants(&self, test: &str, phase: &str) -> Vec<String> {
        let mut variants: Vec<String> = Vec::new();
        for entry in self.runs.iter().flat_map(|run| &run.entries) {
            let is = entry.test == test && entry.phase == phase;
            if is && entry.status == Status::Finished && !variants.contains(&entry.variant) {
                variants.push(entry.variant.clone());
            }
        }
        variants
    }

    /// A finished phase of the first run that has it.
    pub fn entry(
        &self,
        test: &str,
        variant: &str,
        phase: &str,
    ) -> Option<(&'a Entry, &'a Measured)> {
        self.runs
            .iter()
            .find_map(|run| finished_entry(run, test, variant, phase))
    }

    /// A finished phase in every run that has it.
    pub fn finished(&self, test: &str, variant: &str, phase: &str) -> Vec<(&'a Run, &'a Measured)> {
        self.runs
            .iter()
            .filter_map(|run| finished(run, test, variant, phase).map(|measured| (*run, measured)))
            .collect()
    }

    /// The run whose figure is the median of the repetitions (the lower of two middles), and the
    /// ends of the interval around it ([`Spread`](crate::spread::Spread)).
    pub fn median(
        &self,
        test: &str,
        variant: &str,
        phase: &str,
        figure: impl Fn(&Measured) -> f64,
    ) -> Option<(&'a Run, &'a Measured, f64, f64)> {
        let mut all = self.finished(test, variant, phase);
        all.sort_by(|a, b| figure(a.1).total_cmp(&figure(b.1)));
        let (run, measured) = *all.get(all.len().checked_sub(1)? / 2)?;
        let figures: Vec<f64> = all.iter().map(|(_, measured)| figure(measured)).collect();
        let (low, high) = interval(&figures)?;
        Some((run, measured, low, high))
    }
}

/// A phase that ran to its end.
fn finished<'a>(run: &'a Run, test: &str, variant: &str, phase: &str) -> Option<&'a Measured> {
    finished_entry(run, test, variant, phase).map(|(_, measured)| measured)
}

fn finished_entry<'a>(
    run: &'a Run,
    test: &str,
    variant: &str,
    phase: &str,
) -> Option<(&'a Entry, &'a Measured)> {
    let is =
        |entry: &&Entry| entry.test == test && entry.variant == variant && entry.phase == phase;
    let entry = run.entries.iter().find(is)?;
    Some((entry, entry.result()?))
}
