//! One point of a sweep: its drive, its tests, its options.

use crate::error::{Problem, SweepError};
use crate::parameter::Parameter;
use crate::sweep::Sweep;
use crate::value::Value;
use fourcorners_bench::{
    Action, Conditions, Library, Options, Suite, SuiteTest, TestDef, plan_suite,
};
use fourcorners_block::Seed;
use fourcorners_lab::{self as lab, Change, LabError, Target};
use fourcorners_report::wording::not_run;
use fourcorners_sim::DriveSpec;
use toml::Table;

/// What is simulated at a point.
pub(crate) struct Point {
    pub spec: DriveSpec,
    pub definitions: Library,
    pub suite: Suite,
    pub seed: Seed,
}

/// Name of the suite that a point's tests are.
const SUITE: &str = "sweep";

/// What the parameters of a point say.
#[derive(Default)]
struct Said<'a> {
    drive: &'a str,
    port: Option<String>,
    changes: Vec<Change>,
    /// As a suite has them for a test.
    conditions: Table,
    of_tests: Vec<(&'a str, &'a str, toml::Value)>,
    spare_percent: Option<&'a Value>,
    duration_s: Option<&'a Value>,
    seed: Option<i64>,
}

impl Sweep {
    /// Whether a point can work, as far as its drive and the plan of its tests tell.
    ///
    /// # Errors
    /// A value that the drive or a test cannot have.
    pub fn check(&self, number: usize) -> Result<(), SweepError> {
        let point = self.point(number)?;
        let (definitions, identity) = (&point.definitions, point.spec.identity());
        let options = Options::default();
        let plan = plan_suite(definitions, &point.suite, &identity, &options, point.seed);
        for action in plan.map_err(LabError::from)?.actions {
            if let Action::Skip { key, because } = action
                && self
                    .recorded
                    .iter()
                    .any(|one| one.is_of(&key.test, &key.phase))
            {
                return Err(SweepError::Syntax {
                    file: key.test,
                    message: not_run::sentence(&because),
                });
            }
        }
        Ok(())
    }

    /// What is simulated at a point.
    ///
    /// # Errors
    /// A value that the drive or a test cannot have.
    pub(crate) fn point(&self, number: usize) -> Result<Point, SweepError> {
        let said = self.said(self.points.get(number).map_or(&[], Vec::as_slice));
        let given = match self.drive_file(said.drive) {
            Some(path) => path.display().to_string(),
            None => said.drive.into(),
        };
        let Target::Simulated { spec, .. } = lab::resolve_set(&given, false, &said.changes)? else {
            let problem = Problem::RealDrive(said.drive.into());
            return Err(SweepError::wrong(&self.name, problem));
        };
        let spec = match &said.port {
            Some(port) => spec.behind(&lab::port(port)?),
            None => *spec,
        };
        let mut definitions = lab::library()?.clone();
        let mut tests = Vec::new();
        for base in &self.tests {
            let mut test = base.clone();
            for (phase, key, value) in &said.of_tests {
                test.set(phase, key, value);
            }
            let definition = test.definition()?;
            tests.push(suite_test(&definition, &said)?);
            definitions.tests.insert(definition.id.clone(), definition);
        }
        Ok(Point {
            spec,
            definitions,
            suite: Suite::of(SUITE, tests),
            seed: Seed(said.seed.map_or(self.seed, |seed| seed as u64)),
        })
    }

    fn said<'a>(&'a self, values: &'a [Value]) -> Said<'a> {
        let mut said = Said::default();
        let fixed = self
            .fixed
            .iter()
            .map(|(parameter, value)| (parameter, value));
        for (parameter, value) in fixed.chain(self.parameters.iter().zip(values)) {
            match parameter {
                Parameter::Drive => {
                    if let Value::Text(name) = value {
                        said.drive = name;
                    }
                }
                Parameter::Port => said.port = Some(value.to_string()),
                Parameter::Seed => said.seed = value.number().map(|seed| seed as i64),
                Parameter::SparePercent => said.spare_percent = Some(value),
                Parameter::DurationS => said.duration_s = Some(value),
                Parameter::State | Parameter::Data | Parameter::Span | Parameter::Align => {
                    said.conditions.insert(parameter.to_string(), value.toml());
                }
                Parameter::DataRatio => {
                    let ratio = Table::from_iter([("ratio".to_string(), value.toml())]);
                    said.conditions.insert("data".into(), ratio.into());
                }
                Parameter::OfTest { phase, key } => said.of_tests.push((phase, key, value.toml())),
                Parameter::OfDrive(key) => said.changes.push(Change {
                    key: key.clone(),
                    value: value.to_string(),
                }),
            }
        }
        said
    }
}

/// How a point runs a test.
fn suite_test(definition: &TestDef, said: &Said<'_>) -> Result<SuiteTest, SweepError> {
    let mut table = Table::new();
    table.insert("id".into(), definition.id.clone().into());
    table.insert("conditions".into(), said.conditions.clone().into());
    for (key, value) in [
        ("spare_percent", said.spare_percent),
        ("duration_s", said.duration_s),
    ] {
        if let Some(value) = value {
            table.insert(key.into(), value.toml());
        }
    }
    let test: SuiteTest =
        table
            .try_into()
            .map_err(|error: toml::de::Error| SweepError::Syntax {
                file: definition.id.clone(),
                message: error.message().into(),
            })?;
    let conditions: &Conditions = &test.conditions;
    match conditions.contradiction(definition) {
        Some(contradiction) => Err(SweepError::Syntax {
            file: definition.id.clone(),
            message: contradiction.to_string(),
        }),
        None => Ok(test),
    }
}
