//! From a run's folder to a drive file.

use crate::costs::Costs;
use crate::error::TwinError;
use crate::figure::{ENDURANCE, RATE};
use crate::file::files;
use crate::fit::{Effort, Fit};
use crate::model::{Known, Values};
use crate::parameter::{Kind, PARAMETERS, drawn};
use crate::search::Member;
use crate::stage::Stage;
use crate::watch::Progress;
use fourcorners_bench::record::{Entry, Run};
use fourcorners_bench::{Library, Options, Suite};
use fourcorners_block::Seed;
use fourcorners_lab as lab;
use fourcorners_sim::DriveSpec;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::Path;
use std::sync::OnceLock;

/// Trials whose error is at most the best one's times this are as good, for all that the run tells:
/// their values are a parameter's range.
const AS_GOOD: f64 = 1.25;
/// A range that covers more than this share of what was sought tells nothing.
const DETERMINED: f64 = 0.5;
/// Of the capacity: 1 GiB of NAND for each GB.
const LEAST_SPARE: f64 = 0.07;
/// Drawn drives of which the largest is taken for the largest of a search.
const SIZED: usize = 200;

/// A simulated drive that behaves as a drive did in a run; `twin --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Twin {
    /// Its name in the drive file.
    pub name: String,
    /// Root mean square of the relative errors of what was fitted.
    pub error: f64,
    /// What was fitted.
    pub parameters: Vec<Fitted>,
    /// What both show in the run's tests.
    pub figures: Vec<Compared>,
    /// Text of the drive file.
    #[serde(skip)]
    pub drive_file: String,
    /// Text of its NAND part, `NAME-nand.toml` in the same folder.
    #[serde(skip)]
    pub nand_file: String,
}

/// The JSON schema of `twin --json`.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Twin).into()
}

/// A parameter of the twin.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Fitted {
    /// Key of the drive file, or `dies_per_channel`, `watermark_gap` or `spare_percent`, which give
    /// the keys `nand.dies`, `gc.high_watermark` and `nand.blocks_per_plane`.
    pub key: String,
    pub value: String,
    /// Least and most of the twins that fit about as well, or the names they have.
    pub range: Vec<String>,
    /// Whether the run tells much about it.
    pub determined: bool,
}

/// A figure of both.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Compared {
    pub test: String,
    pub variant: String,
    pub phase: String,
    /// As in `results.jsonl`.
    pub figure: String,
    pub drive: f64,
    pub twin: f64,
    /// Whether the twin was fitted to this phase; else it is a test of it.
    pub fitted: bool,
}

/// What a run was made with.
pub struct Asked {
    pub run: Run,
    pub definitions: Library,
    pub suite: Suite,
    pub options: Options,
}

impl Asked {
    /// Takes it from the header of the run.
    ///
    /// # Errors
    /// It is of tests that this program does not have.
    pub fn of(run: Run) -> Result<Self, TwinError> {
        let Some((definitions, suite)) = lab::suite_of_run(&run.header)? else {
            return Err(TwinError::UnknownSuite(run.header.suite.clone()));
        };
        let request = run.header.request.as_ref();
        let options = request.map_or_else(Options::default, |request| request.tests.clone());
        Ok(Self {
            run,
            definitions,
            suite,
            options,
        })
    }

    /// What a twin is compared in.
    ///
    /// # Errors
    /// The run has no random writes to the whole drive.
    pub(crate) fn stages(&self) -> Result<[Stage; 2], TwinError> {
        let stages = Stage::of(&self.run, &self.suite, &self.definitions, &self.options);
        match stages[1].is_of_whole_drive(&self.definitions) {
            true => Ok(stages),
            false => Err(TwinError::NoEndurance),
        }
    }

    /// Share of the capacity that the run wrote at random, if that is less than spare area takes:
    /// garbage collection had not begun then.
    ///
    /// # Errors
    /// The run has no random writes to the whole drive.
    pub fn too_little_written(&self) -> Result<Option<f64>, TwinError> {
        let [_, stage] = self.stages()?;
        let entries = self.run.entries.iter();
        let shown = entries.filter(|it| stage.shows_of_whole_drive(it, &self.definitions));
        let written = shown.filter_map(|entry| Some(entry.result()?.bytes)).max();
        let capacity = self.run.header.identity.capacity.bytes();
        let share = written.unwrap_or_default() as f64 / capacity.0 as f64;
        let made = f64::from(self.options.spare_percent.unwrap_or_default()) / 100.0;
        Ok(Some(share).filter(|share| *share < made.max(LEAST_SPARE)))
    }

    /// Fits a twin to the run. `search`: file that keeps what is simulated, from which a search
    /// that was stopped is resumed.
    ///
    /// # Errors
    /// There is too little in the run, or it was stopped.
    pub fn twin(
        &self,
        name: &str,
        effort: Effort,
        search: Option<&Path>,
        progress: &dyn Progress,
    ) -> Result<Twin, TwinError> {
        let identity = &self.run.header.identity;
        let known = Known {
            name: name.into(),
            model: format!("twin of {}", identity.model),
            capacity: identity.capacity.bytes(),
            queue_depth: identity.max_queue_depth.get() as u32,
        };
        let stages = self.stages()?;
        let costs = search.map_or_else(|| Ok(Costs::default()), Costs::open)?;
        let mut fit = Fit {
            known: &known,
            definitions: &self.definitions,
            stages: &stages,
            seed: Seed(self.run.header.seed),
            effort: Effort {
                threads: affordable(&known, effort.threads)?,
                ..effort
            },
            costs: &costs,
            progress,
            failure: OnceLock::new(),
        };
        let found = fit.run()?;
        let best = &found[0];
        let values = Values::of(&best.genes);
        let parameters = parameters(&found);
        let says = |key: &str| {
            let fitted = parameters.iter().find(|one| one.key == key);
            let gives_key = PARAMETERS.iter().any(|one| one.key == key && one.gives_key);
            fitted.map_or_else(String::new, |one| {
                let of = if gives_key {
                    format!("{key} ")
                } else {
                    String::new()
                };
                format!(
                    "fits {}; as good: {of}{}",
                    identity.model,
                    one.range.join(" to ")
                )
            })
        };
        let [drive_file, nand_file] = files(&values, &known, &says);
        let whole = fit.whole(&values, &self.suite, &stages[1].options)?;
        let figures = compared(&self.run, &whole.ok_or(TwinError::Stopped)?, &stages);
        Ok(Twin {
            name: name.into(),
            error: best.cost,
            parameters,
            figures,
            drive_file,
            nand_file,
        })
    }
}

/// How many drives of this capacity fit into memory at once, whatever their other parameters are.
///
/// # Errors
/// Not one.
fn affordable(known: &Known, threads: usize) -> Result<usize, TwinError> {
    let mut random = Seed(0).generator();
    let drawn = std::iter::repeat_with(|| Values::of(&drawn(&mut random)).spec(known).ok());
    let some: Vec<DriveSpec> = drawn.take(SIZED).flatten().collect();
    let Some(largest) = some.iter().max_by_key(|spec| lab::needed_bytes(spec)) else {
        return Ok(threads);
    };
    Ok(lab::affordable(&vec![largest; threads], threads, &|_| ())?)
}

fn parameters(found: &[Member]) -> Vec<Fitted> {
    let best = &found[0];
    let limit = best.cost * AS_GOOD;
    let good: Vec<Values> = {
        let good = found.iter().filter(|member| member.cost <= limit);
        good.map(|member| Values::of(&member.genes)).collect()
    };
    let values = Values::of(&best.genes);
    // Another pacing or victim policy has other parameters.
    let used = PARAMETERS.iter().filter(|one| values.uses(one.key));
    let fitted = used.map(|one| {
        let good = good.iter().filter(|good| good.uses(one.key));
        let of = |values: &Values| values.number(one.key);
        let mut all: Vec<f64> = good.map(of).collect();
        all.sort_by(f64::total_cmp);
        all.dedup();
        let (least, most) = (all[0], all[all.len() - 1]);
        let (range, share) = match one.kind {
            Kind::Choice(names) => {
                let range = all.iter().map(|index| names[*index as usize].to_string());
                (
                    range.collect(),
                    (all.len() - 1) as f64 / (names.len() - 1) as f64,
                )
            }
            Kind::Number { from, to } => {
                let range = vec![format!("{least}"), format!("{most}")];
                (range, (most / least).ln() / (to / from).ln())
            }
            Kind::Whole { from, to } | Kind::PowerOfTwo { from, to } => {
                let range = vec![format!("{least}"), format!("{most}")];
                (range, (most / least).ln() / f64::from(to / from).ln())
            }
        };
        Fitted {
            key: one.key.into(),
            value: match one.kind {
                Kind::Choice(_) => values.choice(one.key).into(),
                _ => format!("{}", values.number(one.key)),
            },
            range,
            determined: share <= DETERMINED,
        }
    });
    fitted.collect()
}

fn compared(run: &Run, twin: &Run, stages: &[Stage; 2]) -> Vec<Compared> {
    let mut all = Vec::new();
    for entry in &run.entries {
        let same = twin
            .entries
            .iter()
            .find(|other| other.names() == entry.names());
        let (Some(of_drive), Some(of_twin)) = (entry.result(), same.and_then(Entry::result)) else {
            continue;
        };
        let is_endurance = stages[1].shows(entry);
        let figures = match is_endurance {
            true => &ENDURANCE[..],
            false => &[RATE],
        };
        for (name, of) in figures {
            let (Some(drive), Some(twin)) = (of(of_drive), of(of_twin)) else {
                continue;
            };
            all.push(Compared {
                test: entry.test.clone(),
                variant: entry.variant.clone(),
                phase: entry.phase.clone(),
                figure: (*name).into(),
                drive,
                twin,
                fitted: is_endurance || stages[0].shows(entry),
            });
        }
    }
    all
}
