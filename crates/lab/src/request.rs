//! What was asked for, as it is kept in `run.json` to be asked for again.

use crate::options::ReviewOptions;
use crate::target::Target;
use fourcorners_bench::record::Request;
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

/// A digest of all that decides what a simulated drive does.
pub(crate) fn behaviour(spec: &DriveSpec) -> String {
    let hash = Sha256::digest(spec.behaviour());
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}
