//! What was asked for, as it is kept in a run's folder to be asked for again.

use crate::job::Job;
use crate::options::ReviewOptions;
use crate::pins::Pins;
use crate::prices::Amount;
use crate::target::Target;
use fourcorners_bench::record::{Request, Review, ReviewRun};
use fourcorners_host::PowerSource;
use fourcorners_report::Expectation;
use fourcorners_sim::DriveSpec;
use sha2::{Digest, Sha256};

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
        set: target.set(),
        made_bytes,
        engine,
        erase: options.erase.name().map(String::from),
        power,
        power_command,
        log_ios: options.log_ios,
        max_writes_bytes: options.max_writes.map(|max| max.0),
        tbw_bytes: options.tbw.map(|tbw| tbw.0),
        replay: options.replay.clone(),
        tests: options.tests.clone(),
        job: options.job.as_ref().map(|job| job.file.clone()),
        suite_file: options.own_suite.as_ref().map(|own| own.file.clone()),
        expectations: {
            let texts = options.expectations.iter().map(Expectation::text);
            texts.map(String::from).collect()
        },
    }
}

/// What the folders of a review of several runs say of it; `None`: there is only one.
pub(crate) fn review_of(
    jobs: &[Job<'_>],
    options: &ReviewOptions,
    stamp: &str,
    pins: &Pins,
) -> Option<Review> {
    let run = |job: &Job<'_>| ReviewRun {
        drive: job.target.argument(),
        port: job.target.port().map(String::from),
        set: job.target.set(),
        repeat: job.repeat,
        behaviour_sha256: match job.target {
            Target::Simulated { spec, .. } => Some(behaviour(spec)),
            Target::Real(_) => None,
        },
        identity: pins.get(job.target).cloned(),
    };
    (jobs.len() > 1).then(|| Review {
        // Another review of the same second has another process.
        id: format!("{stamp}-{}", std::process::id()),
        stamp: stamp.into(),
        number: 1,
        runs: jobs.iter().map(run).collect(),
        made_bytes: options.size.map(|size| size.0),
        engine: Some(options.engine.name().into()),
        price: options.price.as_ref().map(Amount::to_string),
    })
}

/// A digest of all that decides what a simulated drive does.
pub(crate) fn behaviour(spec: &DriveSpec) -> String {
    let hash = Sha256::digest(spec.behaviour());
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}
