//! The command that repeats a run, as it is recorded in `run.json` and shown on the page, and the
//! one that goes on with it.

use crate::articles;
use crate::options::ReviewOptions;
use crate::own_suite::is_of_tests;
use crate::prices::Amount;
use crate::target::{Target, same};
use fourcorners_bench::{Fit, Pace, shipped};
use fourcorners_block::Bytes;
use fourcorners_host::PowerSource;
use fourcorners_real::EngineChoice;
use fourcorners_report::wording::shell::quoted;
use fourcorners_trace::Broken;
use std::path::Path;

/// What a drive goes through, as the command line has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Through<'a> {
    Suite,
    /// By its number.
    Article(&'a str),
    Test,
}

/// The command that repeats this run of this drive, and touches no other. A repetition is
/// reached through the ones before it. Words that a shell would split or change are quoted.
pub(crate) fn command(
    target: &Target,
    repeat: u32,
    through: Through<'_>,
    options: &ReviewOptions,
) -> String {
    line(&words(target, repeat, through, options))
}

/// The command that begins a drive's runs as they were asked for, where they were never begun.
/// `alone`: the review is of nothing else, and so are its files for others to read.
pub(crate) fn begin_command(target: &Target, options: &ReviewOptions, alone: bool) -> String {
    let article = match (&options.job, &options.replay, shipped()) {
        (None, None, Ok(library)) => articles::of(library, &options.suite),
        _ => None,
    };
    let through = match article {
        Some(article) => Through::Article(article.number()),
        None if options.page => Through::Suite,
        None => Through::Test,
    };
    let mut words = words(target, options.repeat, through, options);
    let mut option = |name: &str, value: String| words.extend([name.into(), value]);
    option("--out", options.out.display().to_string());
    for expectation in &options.expectations {
        option("--expect", expectation.text().into());
    }
    for (flag, path) in options.files.iter().filter(|_| alone) {
        option(flag, path.display().to_string());
    }
    line(&words)
}

fn words(
    target: &Target,
    repeat: u32,
    through: Through<'_>,
    options: &ReviewOptions,
) -> Vec<String> {
    let drive = target.argument();
    let suite = match (&options.job, &options.own_suite) {
        (Some(job), _) => job.file.path.clone(),
        (None, Some(own)) => own.file.path.clone(),
        (None, None) => options.suite.clone(),
    };
    let flag = match is_of_tests(&suite) {
        true => "--test",
        false => "--suite",
    };
    let replay = options.replay.as_ref().map(|user| &user.replay);
    let mut words: Vec<String> = match (replay, through) {
        (Some(replay), _) => vec!["trace".into(), "replay".into(), replay.trace.clone(), drive],
        (None, Through::Suite) => vec!["review".into(), drive, flag.into(), suite],
        (None, Through::Article(number)) => {
            vec!["review".into(), drive, "--article".into(), number.into()]
        }
        (None, Through::Test) => vec!["run".into(), suite, drive],
    };
    let tests = &options.tests;
    let mut option = |name: &str, value: Option<String>| {
        words.extend(value.into_iter().flat_map(|value| [name.into(), value]));
    };
    if let Some(replay) = replay {
        let pace = Some(replay.pace).filter(|pace| *pace != Pace::default());
        option("--pace", pace.map(|pace| pace.to_string()));
        option(
            "--idle-limit",
            replay.idle_limit_ms.map(|ms| format!("{ms}ms")),
        );
        option(
            "--queue-depth",
            replay.queue_depth.map(|depth| depth.to_string()),
        );
    }
    option("--seed", Some(options.seed.to_string()));
    option("--repeat", (repeat > 1).then(|| repeat.to_string()));
    option("--max-writes", options.max_writes.map(decimal));
    option("--duration", tests.duration_s.map(|s| format!("{s}s")));
    option("--spare", tests.spare_percent.map(|p| format!("{p}%")));
    option("--nand", tests.raw_nand.map(|bytes| bytes.to_string()));
    let conditions = &tests.conditions;
    option("--state", conditions.state.clone());
    option("--data", conditions.data.map(|data| data.to_string()));
    option("--align", conditions.align.map(|align| align.to_string()));
    option("--zones", tests.zones.map(|zones| zones.to_string()));
    option("--port", target.port().map(String::from));
    for change in target.set() {
        option("--set", Some(change));
    }
    if let Target::Real(path) = target {
        option("--size", options.size.map(|bytes| bytes.to_string()));
        for device in options.destroy.iter().filter(|device| same(device, path)) {
            option("--destroy", Some(device.display().to_string()));
        }
        option("--serial", options.serial.clone());
        option("--price", options.price.as_ref().map(Amount::to_string));
        option("--tbw", options.tbw.map(decimal));
        let engine = Some(options.engine).filter(|engine| *engine != EngineChoice::Auto);
        option("--engine", engine.map(|engine| engine.name().into()));
        option("--timeout", options.timeout_s.map(|s| format!("{s}s")));
        option("--erase", options.erase.name().map(String::from));
        match &options.power {
            None => {}
            Some(PowerSource::Command(command)) => {
                option("--power-command", Some(command.clone()));
            }
            Some(source) => option("--power", Some(source.to_string())),
        }
    }
    let is_real = matches!(target, Target::Real(_));
    let reading = options.replay.as_ref().map(|user| user.reading);
    let reading = reading.unwrap_or_default();
    option("--from", reading.form.map(|form| form.to_string()));
    let is_overlaid = options.replay.as_ref().is_some_and(|user| user.overlay);
    let is_wrapped = replay.is_some_and(|replay| replay.fit == Fit::Wrap);
    for (flag, given) in [
        ("--read-only", options.tests.read_only && is_real),
        ("--verify", options.tests.verify && is_real),
        ("--log-ios", options.log_ios),
        ("--wrap", is_wrapped),
        ("--overlay", is_overlaid),
        ("--skip-broken", reading.broken == Broken::Skip),
    ] {
        words.extend(given.then(|| flag.into()));
    }
    words
}

/// A size as makers count: `600TB`.
fn decimal(bytes: Bytes) -> String {
    const UNITS: [(u64, &str); 4] = [
        (1_000_000_000_000, "TB"),
        (1_000_000_000, "GB"),
        (1_000_000, "MB"),
        (1_000, "kB"),
    ];
    let whole = |(factor, _): &&(u64, &str)| bytes.0 > 0 && bytes.0.is_multiple_of(*factor);
    match UNITS.iter().find(whole) {
        Some((factor, unit)) => format!("{}{unit}", bytes.0 / factor),
        None => bytes.to_string(),
    }
}

/// The command that goes on with the review of a run in a folder, to be pasted. `written`: real
/// drives that are still to be tested. `added`: expectations that do not stand in the folder.
///
/// A real drive is named by the path that it has; one that is another by then is refused.
pub(crate) fn resume_command(
    written: &[&Path],
    options: &ReviewOptions,
    folder: &str,
    added: &[&str],
) -> String {
    let mut words = vec!["review".into(), "--resume".into(), folder.into()];
    let mut option = |name: &str, value: String| words.extend([name.into(), value]);
    if let Some(seconds) = options.timeout_s {
        option("--timeout", format!("{seconds}s"));
    }
    if !options.tests.read_only {
        for path in written {
            option("--destroy", path.display().to_string());
        }
        if let Some(serial) = options.serial.as_ref().filter(|_| !written.is_empty()) {
            option("--serial", serial.clone());
        }
    }
    if let Some(PowerSource::Command(command)) = &options.power {
        option("--power-command", command.clone());
    }
    for expectation in added {
        option("--expect", (*expectation).into());
    }
    for (flag, path) in &options.files {
        option(flag, path.display().to_string());
    }
    line(&words)
}

fn line(words: &[String]) -> String {
    let words = words.iter().map(|word| quoted(word));
    std::iter::once("fourcorners".into())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn options() -> ReviewOptions {
        ReviewOptions {
            suite: "quick".into(),
            job: None,
            own_suite: None,
            out: "elsewhere".into(),
            seed: 7,
            repeat: 3,
            threads: 2,
            size: None,
            destroy: vec!["/dev/none-a".into(), "/dev/none-b".into()],
            serial: None,
            price: None,
            max_writes: Some(Bytes(2_000_000_000_000)),
            tbw: Some(Bytes(600_000_000_000_000)),
            engine: EngineChoice::Synchronous,
            timeout_s: Some(5),
            tests: fourcorners_bench::Options {
                verify: true,
                ..Default::default()
            },
            power: Some(PowerSource::Command("echo 3".into())),
            erase: fourcorners_real::Erase::AtaSecureErase,
            replay: None,
            log_ios: false,
            expectations: Vec::new(),
            files: vec![("--junit", "results of all.xml".into())],
            page: true,
            resumes: false,
        }
    }

    #[test]
    fn does_a_repetition_say_which_it_is() {
        let target = crate::resolve("crucial-m4-256", false).expect("of the catalogue");
        let command = |repeat| command(&target, repeat, Through::Suite, &options());
        let first = "fourcorners review crucial-m4-256 --suite quick --seed 7";
        assert_eq!(command(1), format!("{first} --max-writes 2TB"));
        assert_eq!(command(3), format!("{first} --repeat 3 --max-writes 2TB"));
    }

    #[test]
    fn run_of_an_article_is_repeated_by_its_number_and_port() {
        let target = crate::resolve("crucial-c300-256", false).expect("of the catalogue");
        let port = crate::port("marvell-88se9128").expect("a port");
        let target = target.plugged_into("marvell-88se9128", &port);
        let mut asked = options();
        asked.suite = "002-crucial-c300".into();
        let target = target.expect("a simulated drive");
        let command = command(&target, 1, Through::Article("002"), &asked);
        assert_eq!(
            command,
            "fourcorners review crucial-c300-256 --article 002 --seed 7 --max-writes 2TB \
             --port marvell-88se9128"
        );
        let begin = begin_command(&target, &asked, true);
        assert!(begin.contains("--article 002"), "{begin}");
    }

    #[test]
    fn does_the_command_destroy_only_its_own_drive() {
        let target = Target::Real(PathBuf::from("/dev/none-b"));
        assert_eq!(
            command(&target, 1, Through::Test, &options()),
            "fourcorners run quick /dev/none-b --seed 7 --max-writes 2TB --destroy /dev/none-b \
             --tbw 600TB --engine synchronous --timeout 5s --erase ata-secure-erase \
             --power-command 'echo 3' --verify"
        );
    }

    /// The story: it said `--destroy DEVICE` of a drive whose path was known, and left out the
    /// files for CI.
    #[test]
    fn can_the_command_that_goes_on_be_pasted() {
        let mut asked = options();
        asked.serial = Some("S 1".into());
        let added = ["trim/read.ios > 9"];
        assert_eq!(
            resume_command(&[Path::new("/dev/none-b")], &asked, "runs/it", &added),
            "fourcorners review --resume runs/it --timeout 5s --destroy /dev/none-b --serial 'S 1' \
             --power-command 'echo 3' --expect 'trim/read.ios > 9' --junit 'results of all.xml'"
        );
    }

    #[test]
    fn does_a_shell_read_a_word_back_as_it_was() {
        for word in ["plain-1.img", "two words", "it's", "$HOME;`id`", ""] {
            let shell = std::process::Command::new("sh")
                .args(["-c", &format!("printf %s {}", quoted(word))])
                .output()
                .expect("a shell");
            assert_eq!(String::from_utf8_lossy(&shell.stdout), word);
        }
    }
}
