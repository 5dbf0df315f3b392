//! What a run was begun with, from its folder: asked for again when it is resumed.

use crate::error::LabError;
use crate::go_on::{not_resumed, refused};
use crate::options::ReviewOptions;
use crate::resume::ResumeOptions;
use fourcorners_bench::record::{Request, Review, RunHeader};
use fourcorners_block::Bytes;
use fourcorners_host::{PowerSource, UnknownPowerSource};
use fourcorners_real::{EngineChoice, Erase};
use fourcorners_report::Expectation;
use fourcorners_report::wording::shell::quoted;
use std::path::Path;

/// What the results were to meet when the run was begun.
fn begun_with(folder: &Path, request: &Request) -> Result<Vec<Expectation>, LabError> {
    let wrong = |text: &str, problem: String| {
        let why = format!("its expectation '{text}' cannot be read: {problem}");
        refused(folder, &[why])
    };
    let texts = request.expectations.iter();
    let all = texts.map(|text| text.parse().map_err(|why| wrong(text, why)));
    all.collect()
}

/// What the run was begun with, and behind it what was given now: nothing that was to be met is
/// forgotten.
pub(crate) fn expected(options: &ResumeOptions, asked: &ReviewOptions) -> Vec<Expectation> {
    let mut all = asked.expectations.clone();
    let is_new = |one: &&Expectation| all.iter().all(|known| known.text() != one.text());
    let new: Vec<Expectation> = options
        .expectations
        .iter()
        .filter(is_new)
        .cloned()
        .collect();
    all.extend(new);
    all
}

/// Whether this program can go on with it.
pub(crate) fn resumable(folder: &Path, header: &RunHeader) -> Result<Request, LabError> {
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

/// Whether the user gave the recorded power command again: whoever wrote the folder must not choose
/// what is executed.
fn check_power_command(options: &ResumeOptions, request: &Request) -> Result<(), LabError> {
    let why = match (&request.power_command, &options.power_command) {
        (then, now) if then == now => return Ok(()),
        (None, _) => "it was started without --power-command",
        (Some(_), None) => "its power command is not given again",
        (Some(_), Some(_)) => "its power command is another than --power-command",
    };
    let hint = match &request.power_command {
        None => "leave out --power-command".into(),
        // What a terminal would not show is not to be pasted.
        Some(command) if command.chars().any(char::is_control) => {
            "see 'power_command' in its run.json; if you trust it, add --power-command".into()
        }
        Some(command) => format!(
            "if you trust this command, add --power-command {}",
            quoted(command)
        ),
    };
    let message = not_resumed(&options.run, &[why.into()]).hint(hint);
    Err(LabError::Refused(message))
}

/// The options of the run, and of its review if it has other runs; what allows a drive to be
/// overwritten is asked for again.
pub(crate) fn as_asked(
    options: &ResumeOptions,
    header: &RunHeader,
    request: &Request,
    review: Option<&Review>,
) -> Result<ReviewOptions, LabError> {
    // A simulated drive's run says of none.
    let engine = review.and_then(|review| review.engine.as_ref());
    let engine = engine.or(request.engine.as_ref());
    let engine = engine.map_or("auto", String::as_str);
    let Some(engine) = EngineChoice::named(engine) else {
        let why = format!("its engine '{engine}' is not supported here");
        return Err(refused(&options.run, &[why]));
    };
    let unknown = |error: String| refused(&options.run, &[error]);
    check_power_command(options, request)?;
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
    let price = review.and_then(|review| review.price.as_deref());
    let repeats = review.map_or(&[][..], |review| &review.runs);
    let repeat = repeats.iter().map(|run| run.repeat).max();
    let size = review.and_then(|review| review.made_bytes);
    let out = options.run.parent();
    let out = out.filter(|path| !path.as_os_str().is_empty());
    Ok(ReviewOptions {
        suite: header.suite.clone(),
        job: None,
        own_suite: None,
        out: out.unwrap_or(Path::new(".")).into(),
        seed: header.seed,
        repeat: repeat.unwrap_or(1),
        threads: options.threads,
        size: size.map(Bytes),
        destroy: options.destroy.clone(),
        serial: options.serial.clone(),
        max_writes: request.max_writes_bytes.map(Bytes),
        tbw: request.tbw_bytes.map(Bytes),
        price: price.map(str::parse).transpose().map_err(unknown)?,
        engine,
        power,
        erase: erase.map_err(unknown)?.unwrap_or_default(),
        replay: request.replay.clone(),
        tests: request.tests.clone(),
        log_ios: request.log_ios,
        timeout_s: options.timeout_s,
        expectations: begun_with(&options.run, request)?,
        files: options.files.clone(),
        page: true,
        resumes: true,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resolve;

    /// The story: `--resume` of a stranger's folder executed its power command.
    #[test]
    fn recorded_power_command_is_only_used_if_given_again() {
        let drive = resolve("crucial-m4-256", false).expect("of the catalogue");
        let quick = ReviewOptions::of_simulated("quick", Path::new("."));
        let check = |then: Option<&str>, now: Option<&str>| {
            let asked = ReviewOptions {
                power: then.map(|command| PowerSource::Command(command.into())),
                ..quick.clone()
            };
            let options = ResumeOptions {
                run: "it".into(),
                threads: 1,
                destroy: Vec::new(),
                serial: None,
                timeout_s: None,
                power_command: now.map(String::from),
                expectations: Vec::new(),
                files: Vec::new(),
            };
            check_power_command(&options, &crate::request::asked_for(&drive, &asked))
        };
        let refused = |then, now| {
            check(then, now)
                .expect_err("not given")
                .message()
                .to_string()
        };
        assert!(check(None, None).is_ok());
        assert!(check(Some("echo 3"), Some("echo 3")).is_ok());
        assert_eq!(
            refused(Some("echo 3"), None),
            "it cannot be resumed: its power command is not given again\nhint: if you trust this \
             command, add --power-command 'echo 3'"
        );
        assert!(refused(Some("echo 3"), Some("echo 4")).contains("is another than"));
        assert!(refused(None, Some("echo 4")).contains("without --power-command"));
        assert!(!refused(Some("a\u{1b}b"), None).contains('\u{1b}'));
    }
}
