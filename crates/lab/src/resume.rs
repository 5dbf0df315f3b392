//! A run that was killed, stopped, or lost its drive goes on where it was.

use crate::articles;
use crate::catalogue::library;
use crate::command::resume_command;
use crate::error::LabError;
use crate::fio_job;
use crate::go_on::{Begun, not_resumed, refused};
use crate::job::Job;
use crate::message::Message;
use crate::one_run::Reviewer;
use crate::options::ReviewOptions;
use crate::outcome::{Outcome, gather};
use crate::own_suite::{OwnSuite, join_tests};
use crate::ports::{Chosen, plugged};
use crate::renamed::renamed;
use crate::target::{change, resolve_set};
use crate::thresholds;
use crate::traces;
use crate::watcher::Watcher;
use fourcorners_bench::KeptRun;
use fourcorners_bench::record::{Request, RunHeader};
use fourcorners_host::{PowerSource, UnknownPowerSource};
use fourcorners_real::{EngineChoice, Erase, Host};
use fourcorners_report::Expectation;
use fourcorners_report::Printed;
use fourcorners_sim::Change;
use std::path::{Path, PathBuf};

/// What the user asked for.
#[derive(Clone, Debug)]
pub struct ResumeOptions {
    /// The run's folder.
    pub run: PathBuf,
    /// Real drives that may be overwritten.
    pub destroy: Vec<PathBuf>,
    /// Serial number that confirms overwriting a drive that holds something.
    pub serial: Option<String>,
    /// Seconds after which an I/O of a real drive counts as lost; the default if not said.
    pub timeout_s: Option<u64>,
    /// What the results are to meet besides what the run was begun with.
    pub expectations: Vec<Expectation>,
    /// As [`ReviewOptions::files`].
    pub files: Vec<(&'static str, PathBuf)>,
}

/// Goes on with a run: what is finished stays, what was begun begins again. An error here means
/// that nothing was done.
pub fn resume(
    options: &ResumeOptions,
    watcher: &dyn Watcher,
    printed: &dyn Printed,
) -> Result<Outcome, LabError> {
    let kept = KeptRun::open(&options.run)?;
    let header = kept.run().header.clone();
    let request = resumable(&options.run, &header)?;
    let mut library = traces::with(library()?, request.replay.as_ref(), watcher)?;
    let mut asked = as_asked(options, &header, &request)?;
    join_tests(&mut library, &asked.suite);
    if let Some(file) = &request.suite_file {
        let own = OwnSuite::kept(file.clone(), &library)?;
        own.joins(library.to_mut());
        asked.own_suite = Some(own);
    }
    let is_article = articles::of(&library, &asked.suite).is_some();
    let is_suite = library.suites.contains_key(&asked.suite);
    asked.page = is_suite || is_article || asked.replay.is_some();
    let set = request.set.iter().map(|text| change(text));
    let set: Result<Vec<Change>, String> = set.collect();
    let set = set.map_err(|why| refused(&options.run, &[why]))?;
    let then = Path::new(&request.drive);
    let renamed = renamed(&Host::default(), then, &header.identity).map_err(|why| {
        LabError::Refused(not_resumed(&options.run, &[why.error]).maybe(why.hint))
    })?;
    let drive = match &renamed {
        Some(renamed) => renamed.now.display().to_string(),
        None => request.drive.clone(),
    };
    let target = resolve_set(&drive, false, &set).map_err(|error| {
        let Message { error: why, hint } = watcher.message(&error);
        // The file is there if it has a mistake.
        let hint = match error {
            LabError::Spec(_) => hint,
            _ => Some(format!(
                "it was started with '{}'; a relative path is resolved from the folder where it \
                 was started",
                request.drive
            )),
        };
        LabError::Refused(not_resumed(&options.run, &[why]).maybe(hint))
    })?;
    if let Some(renamed) = &renamed {
        if !asked.tests.read_only {
            let folder = options.run.display().to_string();
            let added: Vec<&str> = options.expectations.iter().map(Expectation::text).collect();
            let command = resume_command(&target, &asked, &folder, &added);
            let named = renamed.check_named(&options.destroy, command);
            named.map_err(LabError::Refused)?;
        }
        watcher.say(&renamed.note());
    }
    let target = match &request.port {
        Some(port) => {
            let ports = std::slice::from_ref(port);
            plugged(&[target], ports, &asked.suite, None, Chosen::ByUser)?.remove(0)
        }
        None => target,
    };
    if let Some(file) = &request.job {
        let job = fio_job::kept(file.clone(), &target)?;
        job.joins(library.to_mut());
        asked.job = Some(job);
    }
    let expectations = expected(options, &request)?;
    let expectations = thresholds::complete(&library, &expectations)?;
    let stamp = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
    let reviewer = Reviewer {
        catalogue: &library,
        options: &asked,
        watcher,
        stamp: &stamp,
    };
    let job = Job {
        target: &target,
        repeat: header.repeat,
        plan: None,
    };
    let begun = Begun::of(&reviewer, kept, &job, &request, &expectations)?;
    let begun = begun.renamed(renamed.map(|renamed| renamed.now));
    let done = vec![Some(reviewer.go_on(begun)?)];
    gather(&asked, &stamp, &[job], done, &expectations, printed)
}

/// What the run was begun with, and behind it what was given now: nothing that was to be met is
/// forgotten.
fn expected(options: &ResumeOptions, request: &Request) -> Result<Vec<Expectation>, LabError> {
    let wrong = |text: &str, problem: String| {
        let why = format!("its expectation '{text}' cannot be read: {problem}");
        refused(&options.run, &[why])
    };
    let begun_with = request.expectations.iter();
    let begun_with = begun_with.map(|text| text.parse().map_err(|why| wrong(text, why)));
    let mut all: Vec<Expectation> = begun_with.collect::<Result<_, _>>()?;
    let new = |one: &&Expectation| !request.expectations.iter().any(|text| text == one.text());
    all.extend(options.expectations.iter().filter(new).cloned());
    Ok(all)
}

/// Whether this program can go on with it.
fn resumable(folder: &Path, header: &RunHeader) -> Result<Request, LabError> {
    let version = env!("CARGO_PKG_VERSION");
    if header.version != version {
        return Err(refused(
            folder,
            &[format!(
                "it was started with fourcorners {}, but this is {version}; resume it with that \
                 version",
                header.version
            )],
        ));
    }
    if header.capacity().is_none() {
        let why = "its run.json contains an impossible capacity; start a new run";
        return Err(refused(folder, &[why.into()]));
    }
    header.request.clone().ok_or_else(|| {
        let why = "its run.json does not record the requested options; start a new run";
        refused(folder, &[why.into()])
    })
}

/// The run's own options; what allows a drive to be overwritten is asked for again.
fn as_asked(
    options: &ResumeOptions,
    header: &RunHeader,
    request: &Request,
) -> Result<ReviewOptions, LabError> {
    let engine = request.engine.as_deref().unwrap_or("auto");
    let Some(engine) = EngineChoice::named(engine) else {
        let why = format!("its engine '{engine}' is not supported here");
        return Err(refused(&options.run, &[why]));
    };
    let unknown = |error: String| refused(&options.run, &[error]);
    let power = match &request.power_command {
        Some(command) => Some(PowerSource::Command(command.clone())),
        None => request
            .power
            .as_deref()
            .map(str::parse)
            .transpose()
            .map_err(|error: UnknownPowerSource| unknown(error.to_string()))?,
    };
    let erase = request
        .erase
        .as_deref()
        .map(str::parse::<Erase>)
        .transpose();
    let out = options.run.parent();
    let out = out.filter(|path| !path.as_os_str().is_empty());
    Ok(ReviewOptions {
        suite: header.suite.clone(),
        job: None,
        own_suite: None,
        out: out.unwrap_or(Path::new(".")).into(),
        seed: header.seed,
        repeat: 1,
        threads: 1,
        size: None,
        destroy: options.destroy.clone(),
        serial: options.serial.clone(),
        price: None,
        engine,
        power,
        erase: erase.map_err(unknown)?.unwrap_or_default(),
        replay: request.replay.clone(),
        tests: request.tests.clone(),
        log_ios: request.log_ios,
        timeout_s: options.timeout_s,
        expectations: Vec::new(),
        files: options.files.clone(),
        page: true,
    })
}
