//! Which real drives a resumed review overwrites: every one is named anew and looked at before the
//! first is touched.

use crate::beforehand::{refuse_read_only, request, request_again};
use crate::changes::identity_differences;
use crate::error::LabError;
use crate::go_on::{Begun, refused};
use crate::job::Job;
use crate::message::Message;
use crate::options::ReviewOptions;
use crate::pins::Pins;
use crate::target::same;
use fourcorners_block::Drive as _;
use std::path::{Path, PathBuf};

/// Runs that are left of a review.
pub(crate) struct Left<'a> {
    pub jobs: &'a [Job<'a>],
    /// Each that was begun before.
    pub begun: &'a [Option<Begun>],
    /// Where all real drives of the review are now.
    pub tested: &'a [PathBuf],
    /// Who they are.
    pub pins: &'a Pins,
    /// Whether the review has a single run.
    pub alone: bool,
}

impl Left<'_> {
    /// Each real drive that is left, with its first run.
    fn drives(&self) -> impl Iterator<Item = (&Path, &Job<'_>, Option<&Begun>)> {
        let runs = self.jobs.iter().zip(self.begun);
        let real = runs.filter_map(|(job, begun)| Some((job.path()?, job, begun.as_ref())));
        let real: Vec<(&Path, &Job<'_>, Option<&Begun>)> = real.collect();
        let is_first = {
            let paths: Vec<&Path> = real.iter().map(|(path, ..)| *path).collect();
            move |index: usize| !paths[..index].contains(&paths[index])
        };
        let drives = real.into_iter().enumerate();
        drives
            .filter(move |(index, _)| is_first(*index))
            .map(|(_, drive)| drive)
    }

    /// Where the drives are that will be overwritten or created: whoever wrote the folder must not
    /// choose a file that the user did not name.
    pub fn paths(&self) -> Vec<&Path> {
        self.drives().map(|(path, ..)| path).collect()
    }

    /// Whether `--destroy` names what is overwritten, and nothing else. `command`: the one that
    /// does.
    ///
    /// # Errors
    /// A drive is not named, or what is named is another one by now.
    pub fn check_named(&self, options: &ReviewOptions, command: &str) -> Result<(), LabError> {
        if options.tests.read_only {
            return Ok(());
        }
        let destroy = &options.destroy;
        let is_tested = |path: &Path| self.tested.iter().any(|drive| same(drive, path));
        for renamed in self.jobs.iter().filter_map(|job| job.renamed) {
            // Its former path may be that of another drive of the review.
            let own = |path: &&PathBuf| same(path, &renamed.now) || !is_tested(path);
            let named: Vec<PathBuf> = destroy.iter().filter(own).cloned().collect();
            let checked = renamed.check_named(&named, command.into());
            checked.map_err(LabError::Refused)?;
        }
        if self.alone {
            // Opening it tells the rest.
            return Ok(());
        }
        let wrong = |error: String| Err(LabError::Refused(Message::new(error).hint(command)));
        if let Some(other) = destroy.iter().find(|path| !is_tested(path)) {
            let other = other.display();
            return wrong(format!("{other} is not a drive of this review"));
        }
        let is_unnamed = |path: &&Path| !destroy.iter().any(|named| same(named, path));
        let unnamed: Vec<String> = self
            .paths()
            .into_iter()
            .filter(is_unnamed)
            .map(|path| path.display().to_string())
            .collect();
        match unnamed.is_empty() {
            true => Ok(()),
            false => wrong(format!(
                "resuming this review overwrites {}; name each with --destroy",
                unnamed.join(", ")
            )),
        }
    }

    /// Opens every drive once: several must not be refused half-way.
    ///
    /// # Errors
    /// One must not be overwritten, or is another than it was.
    pub fn check_drives(&self, options: &ReviewOptions) -> Result<(), LabError> {
        if self.alone {
            return Ok(());
        }
        for (path, job, begun) in self.drives() {
            if !options.tests.read_only {
                refuse_read_only(path)?;
            }
            if !path.exists() {
                continue;
            }
            let pin = self.pins.get(job.target);
            let asked = match begun {
                Some(begun) => request_again(path, options, begun.made_it(), pin),
                None => request(path, options, pin),
            };
            let drive = fourcorners_host::open(&asked)?;
            if let Some(begun) = begun {
                let differences = identity_differences(&begun.header().identity, drive.identity());
                if !differences.is_empty() {
                    return Err(refused(&begun.path(), &differences));
                }
            }
        }
        Ok(())
    }
}
