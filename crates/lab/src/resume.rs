//! A run that was killed, stopped, or lost its drive goes on where it was.

use crate::beforehand;
use crate::catalogue::library;
use crate::error::LabError;
use crate::fio_job;
use crate::host_facts::host_facts;
use crate::one_run::{Done, Reviewer, facts};
use crate::outcome::{Outcome, Printed, RunStatus, gather};
use crate::real_run::{Opened, announcement};
use crate::review::{Job, ReviewOptions, Watcher};
use crate::target::{Target, plugged, resolve};
use crate::thresholds;
use crate::traces;
use crate::watched::watched;
use crate::wear::Wear;
use fourcorners_bench::record::{
    BenchChange, BenchFact, Disturbance, Event, Fact, Request, RunHeader, Wall,
};
use fourcorners_bench::{KeptRun, Past, PhaseKey, Plan};
use fourcorners_block::{Drive, Identity};
use fourcorners_host::{PowerSource, UnknownPowerSource};
use fourcorners_real::{EngineChoice, Erase};
use fourcorners_report::Expectation;
use fourcorners_report::wording::event;
use fourcorners_sim::DriveSpec;
use sha2::{Digest, Sha256};
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
    printed: Printed<'_>,
) -> Result<Outcome, LabError> {
    let kept = KeptRun::open(&options.run)?;
    let header = kept.run().header.clone();
    let request = resumable(&options.run, &header)?;
    let mut library = traces::with(library()?, request.replay.as_ref(), watcher)?;
    let mut asked = as_asked(options, &header, &request)?;
    asked.page = library.suites.contains_key(&asked.suite) || asked.replay.is_some();
    let target = resolve(&request.drive, false).map_err(|error| {
        let why = format!(
            "{} (it was begun with '{}'; a relative path begins in the folder where that was)",
            watcher.sentence(&error),
            request.drive
        );
        refused(&options.run, &[why])
    })?;
    let target = match &request.port {
        Some(port) => plugged(&[target], std::slice::from_ref(port), &asked.suite)?.remove(0),
        None => target,
    };
    if let Some(file) = &request.job {
        let job = fio_job::kept(file.clone(), &target)?;
        job.joins(&mut library);
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
    };
    let done = reviewer.go_on(kept, &job, &request, &expectations)?;
    let done = vec![Some(done)];
    gather(&asked, &stamp, &[job], done, &expectations, printed)
}

/// What was asked for, as it is kept to be asked for again.
pub(crate) fn asked_for(target: &Target, options: &ReviewOptions) -> Request {
    let engine = Some(options.engine.name().into());
    let (behaviour_sha256, engine, made_bytes) = match target {
        Target::Simulated { spec, .. } => (Some(behaviour(spec)), None, None),
        Target::Real(_) => (None, engine, options.size.map(|size| size.0)),
    };
    let (power, power_command) = match &options.power {
        None => (None, None),
        Some(PowerSource::Command(command)) => (None, Some(command.clone())),
        Some(source) => (Some(source.to_string()), None),
    };
    Request {
        drive: target.argument(),
        behaviour_sha256,
        port: target.port().map(String::from),
        made_bytes,
        engine,
        erase: options.erase.name().map(String::from),
        power,
        power_command,
        log_ios: options.log_ios,
        replay: options.replay.clone(),
        tests: options.tests.clone(),
        job: options.job.as_ref().map(|job| job.file.clone()),
        expectations: {
            let texts = options.expectations.iter().map(Expectation::text);
            texts.map(String::from).collect()
        },
    }
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

fn behaviour(spec: &DriveSpec) -> String {
    let hash = Sha256::digest(spec.behaviour());
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether this program can go on with it.
fn resumable(folder: &Path, header: &RunHeader) -> Result<Request, LabError> {
    let version = env!("CARGO_PKG_VERSION");
    if header.version != version {
        return Err(refused(
            folder,
            &[format!(
                "it was begun by fourcorners {}, this is {version}; go on with that version",
                header.version
            )],
        ));
    }
    if header.capacity().is_none() {
        let why = "its run.json says a capacity that no drive has; begin it anew";
        return Err(refused(folder, &[why.into()]));
    }
    header.request.clone().ok_or_else(|| {
        let why = "its run.json does not say what was asked for; begin it anew";
        refused(folder, &[why.into()])
    })
}

fn refused(folder: &Path, differences: &[String]) -> LabError {
    LabError::Refused(format!(
        "{} cannot be resumed: {}",
        folder.display(),
        differences.join("; ")
    ))
}

/// The run's own options; what allows a drive to be overwritten is asked for again.
fn as_asked(
    options: &ResumeOptions,
    header: &RunHeader,
    request: &Request,
) -> Result<ReviewOptions, LabError> {
    let engine = request.engine.as_deref().unwrap_or("auto");
    let Some(engine) = EngineChoice::named(engine) else {
        let why = format!("its engine '{engine}' is not known here");
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

impl Reviewer<'_> {
    fn go_on(
        &self,
        mut kept: KeptRun,
        job: &Job<'_>,
        request: &Request,
        expectations: &[Expectation],
    ) -> Result<Done, LabError> {
        let run = kept.run();
        let (path, header) = (run.path.clone(), run.header.clone());
        let plan = self.plan(&header.identity, job.repeat)?;
        let (past, simulated) = match job.target {
            Target::Real(_) => (Past::Real, None),
            Target::Simulated { spec, .. } if spec.forgets_when_erased() => {
                (Past::EndsWithPurge, Some(spec))
            }
            Target::Simulated { spec, .. } => (Past::Whole, Some(spec)),
        };
        if simulated.is_some() != header.identity.is_simulated() {
            let why = format!("{} is not the kind of drive that it was", request.drive);
            return Err(refused(&path, &[why]));
        }
        let is_done = |key: &PhaseKey| {
            let mut results = kept.results().iter();
            results.any(|entry| entry.names() == key.names())
        };
        for expectation in expectations {
            expectation.is_planned(&plan)?;
        }
        let done = plan.phases().filter(|key| is_done(key)).count();
        if done != kept.results().len() {
            let why = format!("'{}' is another suite now; begin it anew", header.suite);
            return Err(refused(&path, &[why]));
        }
        let rest = plan.rest(&is_done, past);
        let all = plan.phases().count();
        if rest.actions.is_empty() {
            self.watcher.say(&format!(
                "{}: nothing is left to do: all {all} phases have their result",
                path.display()
            ));
            return Ok(Done {
                folder: Some(path),
                status: RunStatus::Finished,
                reason: None,
            });
        }
        let had = Event::TakenUp { done, all };
        match job.target {
            Target::Simulated { spec, .. } => {
                let mut drive = spec.drive();
                if request.behaviour_sha256.as_ref() != Some(&behaviour(spec)) {
                    let changes = fact_differences(&header.facts, &facts(spec, job.target.port()));
                    let why = format!("{} has changed since: {changes}", request.drive);
                    return Err(refused(&path, &[why]));
                }
                self.finish(drive.as_mut(), kept, job, [&plan, &rest], &[had], None)
            }
            Target::Real(device) => {
                beforehand::refuse_read_only(device)?;
                let mut open = beforehand::request(device, self.options, job.repeat);
                open.made_before = request.made_bytes.is_some();
                let Opened {
                    mut drive,
                    wear,
                    bench: known,
                } = self.open(&open)?;
                let differences = identity_differences(&header.identity, drive.identity());
                if !differences.is_empty() {
                    return Err(refused(&path, &differences));
                }
                self.watcher.say(&announcement(device, &rest));
                self.warn_of_erasing(device);
                let found = crate::doctor::disturbances(device, &self.options.out);
                let found = new_disturbances(&header.disturbances, found);
                if !found.is_empty() {
                    kept.disturbed_by(found)?;
                }
                let (pulse, name) = (drive.pulse(), drive.identity().name.clone());
                watched(&pulse, self.watcher, self.options, &name, || {
                    let mut bench = self.engine(&mut drive, &plan)?;
                    bench.extend(host_facts(drive.identity()));
                    bench.extend(known);
                    let changes = bench_changes(&header.bench, &bench);
                    let mut events = vec![had];
                    if !changes.is_empty() {
                        let changed = Event::BenchChanged { changes };
                        let sentence = event::sentence(&changed);
                        self.watcher.say(&format!("{}: {sentence}", path.display()));
                        events.push(changed);
                    }
                    self.finish(&mut drive, kept, job, [&plan, &rest], &events, Some(&wear))
                })
            }
        }
    }

    fn finish(
        &self,
        drive: &mut dyn Drive,
        kept: KeptRun,
        job: &Job<'_>,
        [plan, rest]: [&Plan; 2],
        events: &[Event],
        wear: Option<&Wear>,
    ) -> Result<Done, LabError> {
        let (mut folder, aside) = kept.go_on(plan)?;
        let aside = aside.map(|folder| Event::PutAside { folder });
        for event in events.iter().chain(&aside) {
            folder.wall(&Wall {
                at: crate::wall_clock(),
                event: event.clone(),
            })?;
        }
        self.run(drive, job, rest, folder, wear)
    }
}

/// What was found on the host now and not before, each said to be of now.
fn new_disturbances(before: &[Disturbance], now: Vec<Disturbance>) -> Vec<Disturbance> {
    let is_new = |one: &Disturbance| before.iter().all(|other| other.about != one.about);
    let new = now.into_iter().filter(is_new);
    let of_now = |one: Disturbance| Disturbance {
        when_resumed: true,
        ..one
    };
    new.map(of_now).collect()
}

/// What a drive says otherwise than it did.
fn identity_differences(then: &Identity, now: &Identity) -> Vec<String> {
    let fields = |identity: &Identity| serde_json::to_value(identity).unwrap_or_default();
    let (then, now) = (fields(then), fields(now));
    let fields = then.as_object().into_iter().flatten();
    fields
        // These are the host's, and told with it.
        .filter(|(name, _)| !["engine", "scheduler"].contains(&name.as_str()))
        .filter(|(name, value)| now.get(name) != Some(value))
        .map(|(name, value)| {
            let now = now.get(name).cloned().unwrap_or_default();
            format!("the drive's {name} was {value}, and is {now}")
        })
        .collect()
}

/// Facts of the bench that are others now; what is measured is never the same twice.
fn bench_changes(then: &[BenchFact], now: &[BenchFact]) -> Vec<BenchChange> {
    let change = |was: &BenchFact| {
        let is = now.iter().find(|is| is.is_about_the_same(was))?;
        (is != was && !is.is_measured()).then(|| BenchChange {
            was: was.clone(),
            is: is.clone(),
        })
    };
    then.iter().filter_map(change).collect()
}

/// Facts of a drive file, by their keys, that are others now.
fn fact_differences(then: &[Fact], now: &[Fact]) -> String {
    let differences = then.iter().filter_map(|then| {
        let now = now.iter().find(|now| now.name == then.name)?;
        let differs = now.value != then.value;
        differs.then(|| format!("{} was {}, and is {}", then.name, then.value, now.value))
    });
    differences.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::new_disturbances;
    use fourcorners_bench::record::Disturbance;

    /// The story: a run that was begun on a quiet host and taken up again on a busy one was told of
    /// as undisturbed.
    #[test]
    fn is_only_what_is_new_added_and_said_to_be() {
        let of = |about: &str, when_resumed| Disturbance {
            about: about.into(),
            found: "90 %".into(),
            remedy: "wait".into(),
            when_resumed,
        };
        let before = [of("cpu-governor", false)];
        let now = vec![of("cpu-governor", false), of("cpu-use", false)];
        let added = new_disturbances(&before, now.clone());
        assert_eq!(added, [of("cpu-use", true)]);
        // Taken up once more, it is known.
        let before = [&before[..], &added].concat();
        assert!(new_disturbances(&before, now).is_empty());
    }
}
