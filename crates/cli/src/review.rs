//! `review` and `run`: drives through a suite or a single test.

use crate::article;
use crate::end::End;
use crate::files::{self, Files};
use crate::interrupt::{self, KEPT};
use crate::live::{self, Live};
use crate::options::measuring::Common;
use crate::options::{Review, Run};
use crate::progress::Terminal;
use crate::refusal::Refusal;
use crate::told::{Told, tell};
use crate::{output, runs};
use fourcorners_accuracy::PrintedFigures;
use fourcorners_bench::former;
use fourcorners_bench::record::UserTrace;
use fourcorners_fio::FioJob;
use fourcorners_lab as lab;
use std::path::PathBuf;

pub fn review(review: Review, json: bool) -> Result<End, Refusal> {
    let told = match (json, review.verbose) {
        (true, _) => Told::Json,
        (false, true) => Told::All,
        (false, false) => Told::Summary,
    };
    if let Some(run) = review.resume {
        return resume(run, review.common, told);
    }
    let own = match &review.suite {
        Some(path) if lab::is_suite_file(path) => Some(lab::OwnSuite::read(path, lab::library()?)?),
        _ => None,
    };
    let suite = match (&review.article, &own, review.test.as_slice()) {
        (Some(name), ..) => article::named(name)?.name.clone(),
        (None, Some(own), _) => own.name().into(),
        (None, None, []) => {
            let suite = match review.suite {
                Some(suite) => suite,
                None => default_suite(&review.drives, &review.common)?.into(),
            };
            article::refuse_as("suite", &suite)?;
            suite
        }
        (None, None, tests) => {
            tests
                .iter()
                .try_for_each(|test| article::refuse_as("test", test))?;
            lab::suite_of(tests, lab::library()?)?
        }
    };
    let (drives, chosen) = match review.drives.is_empty() {
        true => (lab::drives_of(&suite)?, lab::Chosen::BySuite),
        false => (review.drives, lab::Chosen::ByUser),
    };
    let what = What::Suite { suite, own, chosen };
    carry_out(&drives, what, review.common, told)
}

/// The suite of a review that names none, with a note where the drives decide.
fn default_suite(drives: &[String], common: &Common) -> Result<&'static str, Refusal> {
    let to_be_made = common.size.is_some();
    let targets = drives
        .iter()
        .map(|drive| lab::resolve_set(drive, to_be_made, &common.set))
        .collect::<Result<Vec<_>, _>>()?;
    let chosen = lab::DefaultSuite::of(&targets, common.read_only);
    if let Some(note) = chosen.note(targets.len()).filter(|_| !common.quiet) {
        output::note(&note);
    }
    Ok(chosen.name())
}

pub fn run(run: Run, json: bool) -> Result<End, Refusal> {
    article::refuse_as("test", &run.test)?;
    let told = Told::all_or(json);
    carry_out(&[run.drive], What::Test(run.test), run.common, told)
}

/// Drives through a trace of the user's.
pub fn replay(
    drives: &[String],
    replay: UserTrace,
    common: Common,
    json: bool,
) -> Result<End, Refusal> {
    carry_out(drives, What::Trace(replay), common, Told::all_or(json))
}

/// What drives are put through.
enum What {
    /// Suite or article.
    Suite {
        suite: String,
        /// The user's own file of it.
        own: Option<lab::OwnSuite>,
        chosen: lab::Chosen,
    },
    Test(String),
    Trace(UserTrace),
}

/// What a run was run with stands in its folder.
fn resume(run: PathBuf, common: Common, told: Told) -> Result<End, Refusal> {
    let files = Files::new(common.junit.clone(), common.markdown.clone());
    // A drive that is written has to be among these.
    files.check(&common.destroy, &[], told.is_json())?;
    let name = run.display().to_string();
    files.around(&[name], || go_on(run, common, &files, told))
}

fn go_on(run: PathBuf, common: Common, files: &Files, told: Told) -> Result<End, Refusal> {
    runs::refuse_none(&run)?;
    runs::refuse_unwritable(&run)?;
    let is_real = !common.destroy.is_empty();
    let watcher = watcher(&common, own_session(is_real));
    interrupt::listen(KEPT)?;
    let options = lab::ResumeOptions {
        run,
        threads: threads(&common),
        destroy: common.destroy,
        serial: common.serial,
        timeout_s: common.timeout,
        power_command: common.power_command,
        expectations: common.expect,
        files: files.for_commands(),
    };
    let printed = printed_figures()?;
    let outcome = lab::resume(&options, &*watcher, &printed);
    // The terminal is given back before anything is printed.
    drop(watcher);
    let outcome = outcome?;
    tell(&outcome, files, &printed, told)
}

/// Who shows the user how it goes.
fn watcher(common: &Common, advice: Option<String>) -> Box<dyn lab::Watcher> {
    let unfit = common.live.then(live::unfit).flatten();
    if let Some(why) = &unfit {
        output::note(why);
    }
    if common.live && unfit.is_none() {
        Box::new(Live::default().with_advice(advice))
    } else {
        Box::new(Terminal::new(common.quiet).with_advice(advice))
    }
}

/// Real drives are measured apart from what else the terminal runs; or what is to be done for that.
fn own_session(is_real: bool) -> Option<String> {
    let apart = is_real.then(lab::own_session)?;
    apart.err().map(|advice| format!("note: {advice}"))
}

fn carry_out(drives: &[String], what: What, common: Common, told: Told) -> Result<End, Refusal> {
    let files = Files::new(common.junit.clone(), common.markdown.clone());
    let named = drives
        .iter()
        .map(PathBuf::from)
        .chain(common.destroy.clone());
    let read = match &what {
        What::Suite { own, .. } => own.as_ref().map(|own| PathBuf::from(&own.file.path)),
        What::Test(test) => Some(PathBuf::from(test)),
        What::Trace(trace) => Some(PathBuf::from(&trace.replay.trace)),
    };
    let read: Vec<PathBuf> = read.into_iter().collect();
    files.check(&named.collect::<Vec<_>>(), &read, told.is_json())?;
    files.around(drives, || run_all(drives, what, common, &files, told))
}

fn run_all(
    drives: &[String],
    what: What,
    common: Common,
    files: &Files,
    told: Told,
) -> Result<End, Refusal> {
    files::check_folder(&common.out)?;
    let page = !matches!(what, What::Test(_));
    let user = lab::Chosen::ByUser;
    let (suite, own_suite, chosen, replay) = match what {
        What::Suite { suite, own, chosen } => (suite, own, chosen, None),
        What::Test(test) => (test, None, user, None),
        What::Trace(replay) => (lab::REPLAY.to_string(), None, user, Some(replay)),
    };
    let targets: Vec<lab::Target> = drives
        .iter()
        .map(|drive| lab::resolve_set(drive, common.size.is_some(), &common.set))
        .collect::<Result<_, _>>()?;
    // One drive is run, and it is one of the file's names for it.
    let job = match targets.first().filter(|_| !page && FioJob::is_one(&suite)) {
        Some(drive) => Some(lab::read_fio_job(&suite, drive, common.size)?),
        None => None,
    };
    let suite = job.as_ref().map_or(suite, |job| job.test.id.clone());
    let targets = lab::plugged(&targets, &common.port, &suite, own_suite.as_ref(), chosen)?;
    let real = targets.iter().filter(|target| is_real(target)).count();
    refuse_misuse(&common, targets.len(), real)?;
    let watcher = watcher(&common, own_session(real > 0));
    interrupt::listen(KEPT)?;
    let options = lab::ReviewOptions {
        job,
        own_suite,
        replay,
        page,
        files: files.for_commands(),
        ..options(common, suite)
    };
    let printed = printed_figures()?;
    let outcome = lab::review(&targets, &options, &*watcher, &printed);
    drop(watcher);
    let outcome = outcome?;
    tell(&outcome, files, &printed, told)
}

fn is_real(target: &lab::Target) -> bool {
    matches!(target, lab::Target::Real(_))
}

/// What is said of one real drive is not said of several, or of none.
fn refuse_misuse(common: &Common, targets: usize, real: usize) -> Result<(), Refusal> {
    if common.size.is_some() && real != 1 {
        return Err(Refusal::usage("--size creates a single regular file")
            .hint("give exactly one DRIVE that does not exist yet"));
    }
    if common.tbw.is_some() && (real != 1 || targets != 1) {
        return Err(
            Refusal::usage("--tbw is the rated endurance of one real drive")
                .hint("give exactly one DRIVE; that of a simulated drive is in its file"),
        );
    }
    if common.price.is_some() && (real != 1 || targets != 1) {
        return Err(Refusal::usage("--price is the price of one real drive")
            .hint("give exactly one DRIVE; the price of a simulated drive is in its file"));
    }
    Ok(())
}

/// What was asked for of a suite.
fn options(common: Common, suite: String) -> lab::ReviewOptions {
    lab::ReviewOptions {
        threads: threads(&common),
        suite: former::test(&suite).into(),
        job: None,
        own_suite: None,
        tests: common.tests(),
        power: common.power_source(),
        out: common.out,
        seed: common.seed,
        repeat: common.repeat,
        size: common.size,
        destroy: common.destroy,
        serial: common.serial,
        price: common.price,
        max_writes: common.max_writes,
        tbw: common.tbw,
        engine: common.engine.into(),
        timeout_s: common.timeout,
        erase: common.erase.map_or(lab::Erase::Nearest, lab::Erase::from),
        replay: None,
        log_ios: common.log_ios,
        expectations: common.expect,
        files: Vec::new(),
        page: true,
        resumes: false,
    }
}

/// Threads that simulate drives.
fn threads(common: &Common) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    common.threads.map_or(cores, usize::from)
}

/// What was printed about drives.
fn printed_figures() -> Result<PrintedFigures, String> {
    PrintedFigures::read(&[]).map_err(|error| error.to_string())
}
