//! The drive of a run that is resumed, or of one that was never begun: found, and the same as then.

use crate::error::LabError;
use crate::go_on::{not_resumed, refused};
use crate::message::Message;
use crate::ports::{Chosen, plugged};
use crate::renamed::{Renamed, changed, renamed};
use crate::request::behaviour;
use crate::siblings::Part;
use crate::target::{Target, change, resolve_set};
use crate::watcher::Watcher;
use fourcorners_bench::record::ReviewRun;
use fourcorners_drive_file::Change;
use fourcorners_real::Host;
use std::path::{Path, PathBuf};

/// A drive of a review that is resumed.
pub(crate) struct Located {
    pub target: Target,
    /// Where it is now, if it has another path.
    pub renamed: Option<Renamed>,
}

impl Located {
    /// The drive of a run. `folder`: whose run is resumed; `creates`: a file that is not there is
    /// to be created.
    ///
    /// # Errors
    /// It is not there, or has changed since.
    pub fn of(
        part: &Part,
        folder: &Path,
        suite: &str,
        creates: bool,
        watcher: &dyn Watcher,
    ) -> Result<Self, LabError> {
        let run = &part.run;
        let folder = match &part.kept {
            Some(kept) => &kept.run().path,
            None => folder,
        };
        let set: Result<Vec<Change>, String> = run.set.iter().map(|text| change(text)).collect();
        let set = set.map_err(|why| refused(folder, &[why]))?;
        let then = match &part.kept {
            Some(kept) => Some(&kept.run().header.identity),
            None => run.identity.as_ref(),
        };
        let path = Path::new(&run.drive);
        let renamed = match then {
            Some(then) => renamed(&Host::default(), path, then),
            None => Ok(None),
        };
        let renamed = renamed.map_err(|Message { error, hint }| {
            LabError::Refused(not_resumed(folder, &[error]).maybe(hint))
        })?;
        let target = match &renamed {
            Some(renamed) => Target::Real(renamed.was.clone()),
            None => there(run, folder, &set, creates && part.kept.is_none(), watcher)?,
        };
        let target = match &run.port {
            Some(port) => {
                let ports = std::slice::from_ref(port);
                plugged(&[target], ports, suite, None, Chosen::ByUser)?.remove(0)
            }
            None => target,
        };
        if part.kept.is_none() && renamed.is_none() {
            check_unchanged(&target, run, folder)?;
        }
        Ok(Self { target, renamed })
    }

    /// Where a real drive is now.
    pub fn path(&self) -> Option<PathBuf> {
        match (&self.target, &self.renamed) {
            (Target::Simulated { .. }, _) => None,
            (Target::Real(_), Some(renamed)) => Some(renamed.now.clone()),
            (Target::Real(path), None) => Some(path.clone()),
        }
    }
}

/// The drive at the path, or of the name, that the run was started with.
fn there(
    run: &ReviewRun,
    folder: &Path,
    set: &[Change],
    creates: bool,
    watcher: &dyn Watcher,
) -> Result<Target, LabError> {
    resolve_set(&run.drive, creates, set).map_err(|error| {
        let Message { error: why, hint } = watcher.message(&error);
        // The file is there if it has a mistake.
        let hint = match error {
            LabError::Spec(_) => hint,
            _ => Some(format!(
                "it was started with '{}'; a relative path is resolved from the folder where it \
                 was started",
                run.drive
            )),
        };
        LabError::Refused(not_resumed(folder, &[why]).maybe(hint))
    })
}

/// Whether a drive that was never begun is what it was when its review began.
fn check_unchanged(target: &Target, run: &ReviewRun, folder: &Path) -> Result<(), LabError> {
    let drive = &run.drive;
    let differences = match target {
        Target::Simulated { spec, .. } => {
            let is_it = run.behaviour_sha256.as_ref() == Some(&behaviour(spec));
            let changed = format!("{drive} has changed since the review began");
            (!is_it).then_some(changed).into_iter().collect()
        }
        Target::Real(path) => match (&run.identity, fourcorners_real::identify(path)) {
            (Some(then), Ok(now)) => changed(then, &now),
            _ => Vec::new(),
        },
    };
    match differences.is_empty() {
        true => Ok(()),
        false => Err(refused(folder, &differences)),
    }
}
