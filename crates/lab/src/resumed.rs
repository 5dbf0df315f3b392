//! The runs of a resumed review: which are finished, which are resumed, and which start.

use crate::asked_again::resumable;
use crate::error::LabError;
use crate::gather::Ran;
use crate::go_on::{Begun, refused};
use crate::job::{Done, Job, RunStatus};
use crate::located::Located;
use crate::one_run::Reviewer;
use crate::overwritten::Left;
use crate::pins::Pins;
use crate::renamed::{changed, check_same};
use crate::siblings::Part;
use fourcorners_bench::record::ReviewRun;
use fourcorners_bench::{Hold, KeptRun};
use fourcorners_block::Identity;
use fourcorners_report::Expectation;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// All runs of a review, in order.
pub(crate) struct Resumed {
    runs: Vec<Resume>,
    /// Where its real drives are now.
    tested: Vec<PathBuf>,
    /// How many drives it is of.
    drives: usize,
    /// Between two runs, another process must not start the next one.
    holds: Vec<Hold>,
}

/// A run of a review that is resumed.
enum Resume {
    /// It stays as it is.
    Finished(Ran),
    /// It is resumed, or starts.
    Left(Box<ToDo>),
}

struct ToDo {
    repeat: u32,
    drive: Located,
    /// Who its drive was when the review began, or created it.
    then: Option<Identity>,
    /// `None`: it starts.
    begun: Option<Begun>,
}

impl Resumed {
    /// What is left of each run.
    ///
    /// # Errors
    /// A drive of a run that is not finished cannot be used, or an expectation is of no run.
    pub fn of(
        reviewer: &Reviewer<'_>,
        parts: Vec<Part>,
        located: Vec<Result<Located, LabError>>,
        expectations: &[Expectation],
    ) -> Result<Self, LabError> {
        let alone = parts.len() == 1;
        let names = parts.iter().map(|part| part.run.drive.as_str());
        let drives = names.collect::<BTreeSet<_>>().len();
        let (mut runs, mut tested) = (Vec::new(), Vec::new());
        let kept = parts.iter().filter_map(|part| part.kept.as_ref());
        let holds = kept.filter_map(KeptRun::hold).collect();
        let known = created(&parts);
        for (Part { run, kept }, drive) in parts.into_iter().zip(located) {
            let begun = match kept {
                None => None,
                Some(kept) => {
                    let found = kept.run();
                    let request = resumable(&found.path, &found.header)?;
                    let target = drive.as_ref().ok().map(|drive| &drive.target);
                    Some(Begun::of(reviewer, kept, target, request, expectations)?)
                }
            };
            tested.push(match &drive {
                Ok(drive) => drive.path(),
                Err(_) => Some(PathBuf::from(&run.drive)),
            });
            runs.push(match begun {
                Some(begun) if begun.is_finished() && !alone => {
                    Resume::Finished(finished(&run, &begun, drive.ok().as_ref()))
                }
                begun => Resume::Left(Box::new(ToDo {
                    repeat: run.repeat,
                    drive: drive?,
                    then: run.identity.or_else(|| known.get(&run.drive).cloned()),
                    begun,
                })),
            });
        }
        Ok(Self {
            runs,
            tested: tested.into_iter().flatten().collect(),
            drives,
            holds,
        })
    }

    /// Carries out what is left, once all of it may be.
    ///
    /// # Errors
    /// A real drive must not be overwritten, or a single run could not go on.
    pub fn carry_out(
        self,
        reviewer: &Reviewer<'_>,
        expectations: &[Expectation],
        command: impl FnOnce(&[&Path]) -> String,
    ) -> Result<Vec<Ran>, LabError> {
        let alone = self.runs.len() == 1;
        let note = self.note();
        let (mut ran, mut todo, mut begun) = (Vec::new(), Vec::new(), Vec::new());
        for (index, run) in self.runs.into_iter().enumerate() {
            match run {
                Resume::Finished(finished) => ran.push((index, finished)),
                Resume::Left(left) => {
                    begun.push(left.begun);
                    todo.push((index, left.repeat, left.drive, left.then));
                }
            }
        }
        let (mut jobs, mut pins) = (Vec::new(), Pins::default());
        for ((index, repeat, drive, then), begun) in todo.iter().zip(&begun) {
            pin(&mut pins, drive, begun.as_ref(), then.as_ref())?;
            let mut job = Job {
                target: &drive.target,
                repeat: *repeat,
                number: index + 1,
                plan: None,
                renamed: drive.renamed.as_ref(),
            };
            if begun.is_none() {
                job.plan = reviewer.plan_anew(&job, expectations, &pins)?;
            }
            jobs.push(job);
        }
        let left = Left {
            jobs: &jobs,
            begun: &begun,
            tested: &self.tested,
            pins: &pins,
            alone,
        };
        left.check_named(reviewer.options, &command(&left.paths()))?;
        left.check_drives(reviewer.options)?;
        let notes = jobs.iter().filter_map(|job| job.renamed);
        let notes: BTreeSet<String> = notes.map(|renamed| renamed.note()).collect();
        notes.iter().for_each(|note| reviewer.watcher.say(note));
        if !alone {
            reviewer.watcher.say(&note);
            let named = jobs.iter().map(|job| (job.name(), job.repeat));
            reviewer.watcher.planned(&named.collect::<Vec<_>>());
        }
        let done = reviewer.carry_out(&jobs, begun, pins);
        // Reading a run back tells whether somebody writes it.
        drop(self.holds);
        let done = done?;
        let done = Ran::of_jobs(&jobs, done, reviewer.options, alone);
        ran.extend(todo.iter().map(|(index, ..)| *index).zip(done));
        ran.sort_by_key(|(index, _)| *index);
        Ok(ran.into_iter().map(|(_, ran)| ran).collect())
    }

    /// `review of 5 drives: 2 finished, 1 resumed, 2 not started before`.
    fn note(&self) -> String {
        let (mut finished, mut resumed, mut new) = (0, 0, 0);
        for run in &self.runs {
            match run {
                Resume::Finished(_) => finished += 1,
                Resume::Left(left) if left.begun.is_some() => resumed += 1,
                Resume::Left(_) => new += 1,
            }
        }
        let counts = [
            (finished, "finished"),
            (resumed, "resumed"),
            (new, "not started before"),
        ];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts
            .map(|(count, how)| format!("{count} {how}"))
            .collect();
        let all = self.runs.len();
        let of = match self.drives == all {
            true => "drives",
            false => "runs",
        };
        format!("review of {all} {of}: {}", counts.join(", "))
    }
}

/// Who the drives of runs that were begun were, by DRIVE as given: a file that one run of a review
/// created is the drive of its other repetitions.
fn created(parts: &[Part]) -> BTreeMap<String, Identity> {
    let begun = parts.iter().filter_map(|part| {
        let identity = &part.kept.as_ref()?.run().header.identity;
        (!identity.is_simulated()).then(|| (part.run.drive.clone(), identity.clone()))
    });
    begun.collect()
}

/// Records who a real drive is from now on, if it is the one of then.
///
/// # Errors
/// It is another one, or cannot be identified.
fn pin(
    pins: &mut Pins,
    drive: &Located,
    begun: Option<&Begun>,
    then: Option<&Identity>,
) -> Result<(), LabError> {
    // A finished run needs no drive; a file that was never created has no identity.
    let is_finished = begun.is_some_and(Begun::is_finished);
    let Some(path) = drive.path().filter(|path| !is_finished && path.exists()) else {
        return Ok(());
    };
    let now = fourcorners_real::identify(&path)?;
    match (begun, then) {
        (Some(begun), _) => {
            let differences = changed(&begun.header().identity, &now);
            if !differences.is_empty() {
                return Err(refused(&begun.path(), &differences));
            }
        }
        (None, Some(then)) => check_same(&path, then, &now)?,
        (None, None) => {}
    }
    pins.pin(&drive.target, &now);
    Ok(())
}

/// A run that stays as it is; its drive may be gone.
fn finished(run: &ReviewRun, begun: &Begun, drive: Option<&Located>) -> Ran {
    let name = match drive {
        Some(drive) => drive.target.name(),
        None => {
            let name = &begun.header().identity.name;
            let last = Path::new(name).file_name();
            last.map_or(name.clone(), |last| last.to_string_lossy().into_owned())
        }
    };
    Ran {
        drive: name,
        port: run.port.clone(),
        repeat: run.repeat,
        done: Done {
            folder: Some(begun.path()),
            status: RunStatus::Finished,
            reason: None,
        },
        begin: None,
        path: None,
    }
}
