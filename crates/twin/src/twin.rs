//! From a run's folder to a drive file.

use crate::costs::Costs;
use crate::error::TwinError;
use crate::figure::{ENDURANCE, RATE};
use crate::file::files;
use crate::fit::{Effort, Fit};
use crate::model::{Known, Values};
use crate::parameter::{Kind, PARAMETERS};
use crate::search::Member;
use crate::stage::Stage;
use crate::watch::Progress;
use fourcorners_bench::record::{Entry, Run};
use fourcorners_bench::{Library, Options, Suite};
use fourcorners_block::Seed;
use fourcorners_lab as lab;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::Path;

/// Trials whose error is at most the best one's times this are as good, for all that the run tells:
/// their values are a parameter's range.
const AS_GOOD: f64 = 1.25;
/// A range that covers more than this share of what was sought tells nothing.
const DETERMINED: f64 = 0.5;

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
    /// Key of the drive file.
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

    /// Fits a twin to the run. `search`: file that keeps what is simulated, with which a search
    /// that was stopped goes on.
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
        let fit = Fit {
            known: &known,
            definitions: &self.definitions,
            stages: &stages,
            seed: Seed(self.run.header.seed),
            effort,
            costs: &costs,
            progress,
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
        let figures = match fit.whole(&values, &self.suite, &stages[1].options)? {
            Some(twin) => compared(&self.run, &twin, &stages),
            None => Vec::new(),
        };
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

fn parameters(found: &[Member]) -> Vec<Fitted> {
    let best = &found[0];
    let limit = best.cost * AS_GOOD;
    let good: Vec<Values> = {
        let good = found.iter().filter(|member| member.cost <= limit);
        good.map(|member| Values::of(&member.genes)).collect()
    };
    let values = Values::of(&best.genes);
    let fitted = PARAMETERS.iter().map(|one| {
        let of = |values: &Values| values.number(one.key);
        let mut all: Vec<f64> = good.iter().map(of).collect();
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
