//! `review` and `run`: drives through a suite or a single test.

use crate::files::{self, Files};
use crate::interrupt::{self, KEPT};
use crate::live::{self, Live};
use crate::options::{Common, Engine, EraseBy, Review, Run};
use crate::progress::Terminal;
use crate::refusal::Refusal;
use crate::{End, output, runs, show};
use fourcorners_accuracy::Marks;
use fourcorners_bench::record::{Run as RunFolder, Status, UserTrace};
use fourcorners_bench::{Conditions, Options};
use fourcorners_fio::FioJob;
use fourcorners_lab as lab;
use fourcorners_report::wording::failure;
use std::path::PathBuf;

pub fn review(review: Review, json: bool) -> Result<End, Refusal> {
    if let Some(run) = review.resume {
        return resume(run, review.common, json);
    }
    let drives = if review.drives.is_empty() {
        lab::DOCUMENT_003.map(String::from).to_vec()
    } else {
        review.drives
    };
    carry_out(&drives, What::Suite(review.suite), review.common, json)
}

pub fn run(run: Run, json: bool) -> Result<End, Refusal> {
    carry_out(&[run.drive], What::Test(run.test), run.common, json)
}

/// Drives through a trace of the user's.
pub fn replay(
    drives: &[String],
    replay: UserTrace,
    common: Common,
    json: bool,
) -> Result<End, Refusal> {
    carry_out(drives, What::Trace(replay), common, json)
}

/// What drives are put through.
enum What {
    Suite(String),
    Test(String),
    Trace(UserTrace),
}

/// What a run was run with stands in its folder.
fn resume(run: PathBuf, common: Common, json: bool) -> Result<End, Refusal> {
    let files = Files::new(common.junit.clone(), common.markdown.clone());
    // A drive that is written has to be among these.
    files.check(&common.destroy, &[], json)?;
    let name = run.display().to_string();
    files.around(&[name], || go_on(run, common, &files, json))
}

fn go_on(run: PathBuf, common: Common, files: &Files, json: bool) -> Result<End, Refusal> {
    runs::refuse_none(&run)?;
    runs::refuse_unwritable(&run)?;
    let is_real = !common.destroy.is_empty();
    let watcher = watcher(&common, own_session(is_real));
    interrupt::listen(KEPT)?;
    let options = lab::ResumeOptions {
        run,
        destroy: common.destroy,
        serial: common.serial,
        timeout_s: common.timeout,
        expectations: common.expect,
        files: files.of_one_run(),
    };
    let marks = marks()?;
    let printed = |run: &RunFolder| marks.of(run);
    let outcome = lab::resume(&options, &*watcher, &printed);
    // The terminal is given back before anything is printed.
    drop(watcher);
    let outcome = outcome?;
    tell(&outcome, files, &printed, json)
}

/// Who shows the user how it goes.
fn watcher(common: &Common, advice: Option<String>) -> Box<dyn lab::Watcher> {
    let unfit = common.live.then(live::unfit).flatten();
    if let Some(why) = &unfit {
        output::say(&format!("fourcorners: {why}"));
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
    apart.err().map(|advice| format!("fourcorners: {advice}"))
}

fn carry_out(drives: &[String], what: What, common: Common, json: bool) -> Result<End, Refusal> {
    let files = Files::new(common.junit.clone(), common.markdown.clone());
    let named = drives
        .iter()
        .map(PathBuf::from)
        .chain(common.destroy.clone());
    let read = match &what {
        What::Suite(_) => None,
        What::Test(test) => Some(PathBuf::from(test)),
        What::Trace(trace) => Some(PathBuf::from(&trace.replay.trace)),
    };
    let read: Vec<PathBuf> = read.into_iter().collect();
    files.check(&named.collect::<Vec<_>>(), &read, json)?;
    files.around(drives, || run_all(drives, what, common, &files, json))
}

fn run_all(
    drives: &[String],
    what: What,
    common: Common,
    files: &Files,
    json: bool,
) -> Result<End, Refusal> {
    files::check_folder(&common.out)?;
    let page = !matches!(what, What::Test(_));
    let (suite, replay) = match what {
        What::Suite(name) | What::Test(name) => (name, None),
        What::Trace(replay) => (lab::REPLAY.to_string(), Some(replay)),
    };
    let targets: Vec<lab::Target> = drives
        .iter()
        .map(|drive| lab::resolve(drive, common.size.is_some()))
        .collect::<Result<_, _>>()?;
    // One drive is run, and it is one of the file's names for it.
    let job = match targets.first().filter(|_| !page && FioJob::is_one(&suite)) {
        Some(drive) => Some(lab::read_fio_job(&suite, drive)?),
        None => None,
    };
    let suite = job.as_ref().map_or(suite, |job| job.test.id.clone());
    let targets = lab::plugged(&targets, &common.port, &suite)?;
    let real = targets
        .iter()
        .filter(|target| matches!(target, lab::Target::Real(_)))
        .count();
    if common.size.is_some() && real != 1 {
        return Err(Refusal::usage(
            "--size makes one regular file: give exactly one DRIVE that does not exist yet",
        ));
    }
    if common.price.is_some() && (real != 1 || targets.len() != 1) {
        return Err(Refusal::usage(
            "--price is what one real drive costs: give exactly one DRIVE; the price of a \
             simulated \
             drive stands in its file",
        ));
    }
    let watcher = watcher(&common, own_session(real > 0));
    interrupt::listen(KEPT)?;
    let power = match common.power_command {
        Some(command) => Some(lab::PowerSource::Command(command)),
        None => common.power,
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let options = lab::ReviewOptions {
        suite,
        job,
        out: common.out,
        seed: common.seed,
        repeat: common.repeat,
        threads: common.threads.map_or(cores, usize::from),
        size: common.size,
        destroy: common.destroy,
        serial: common.serial,
        price: common.price,
        engine: match common.engine {
            Engine::Auto => lab::EngineChoice::Auto,
            Engine::IoUring => lab::EngineChoice::IoUring,
            Engine::Polled => lab::EngineChoice::Polled,
            Engine::Aio => lab::EngineChoice::Aio,
            Engine::Synchronous => lab::EngineChoice::Synchronous,
        },
        timeout_s: common.timeout,
        tests: Options {
            power_is_measured: power.is_some(),
            duration_s: common.duration,
            spare_percent: common.spare,
            raw_nand: common.nand,
            zones: common.zones,
            verify: common.verify,
            conditions: Conditions {
                state: common.state.clone(),
                data: common.data,
                align: common.align,
                span: None,
            },
        },
        replay,
        log_ios: common.log_ios,
        expectations: common.expect,
        files: match targets.len() {
            1 if common.repeat == 1 => files.of_one_run(),
            _ => Vec::new(),
        },
        power,
        erase: match common.erase {
            None => lab::Erase::Nearest,
            Some(EraseBy::Blkdiscard) => lab::Erase::Discard,
            Some(EraseBy::NvmeFormat) => lab::Erase::NvmeFormat,
            Some(EraseBy::AtaSecureErase) => lab::Erase::AtaSecureErase,
            Some(EraseBy::None) => lab::Erase::Leave,
        },
        page,
    };
    let marks = marks()?;
    let printed = |run: &RunFolder| marks.of(run);
    let outcome = lab::review(&targets, &options, &*watcher, &printed);
    drop(watcher);
    let outcome = outcome?;
    tell(&outcome, files, &printed, json)
}

/// The figures that were printed about drives.
fn marks() -> Result<Marks, String> {
    Marks::read(&[]).map_err(|error| error.to_string())
}

/// Prints what came of it, and how it ended.
fn tell(
    outcome: &lab::Outcome,
    files: &Files,
    printed: lab::Printed<'_>,
    json: bool,
) -> Result<End, Refusal> {
    if json {
        output::print_json(outcome)?;
    } else {
        if !outcome.read_back.is_empty() && !files.take_stdout() {
            let tables = fourcorners_report::tables(&outcome.read_back, printed, show::width());
            output::print(tables.trim_end())?;
        }
        expectations(outcome, files)?;
        for folder in outcome.runs.iter().filter_map(|run| run.folder.as_ref()) {
            files.tell(&format!("run: {folder}"))?;
        }
        if let Some(page) = &outcome.page {
            files.tell(page)?;
        }
    }
    files::say_if_large(outcome);
    for run in &outcome.runs {
        if let Some(reason) = &run.reason {
            output::say(&format!(
                "fourcorners: {}: {}",
                run.drive,
                reason.trim_end()
            ));
        }
        if let Some(command) = &run.resume {
            output::say(&format!("fourcorners: {}: to go on: {command}", run.drive));
        }
    }
    never_begun(outcome);
    if let Some(problem) = &outcome.page_problem {
        output::say(&format!("fourcorners: {problem}"));
    }
    let all_written = files.write(&|| outcome.junit(printed), &|| outcome.markdown(printed));
    let ended = |status: lab::RunStatus| outcome.runs.iter().any(|run| run.status == status);
    let mut phase_failed = false;
    for (run, entry) in outcome
        .runs
        .iter()
        .flat_map(|run| run.results.iter().map(move |entry| (run, entry)))
    {
        if let Status::Failed { failure } = &entry.status {
            phase_failed = true;
            let reason = failure::sentence(failure);
            output::say(&format!(
                "fourcorners: {}: {} {} failed: {reason}",
                run.drive, entry.test, entry.phase
            ));
        }
    }
    let results = || outcome.runs.iter().flat_map(|run| &run.results);
    let all_skipped = results().next().is_some()
        && results().all(|entry| matches!(entry.status, Status::Skipped { .. }));
    // A drive too small for a test is no failure of the program, but nobody should take it for a
    // pass.
    if all_skipped {
        output::say(
            "fourcorners: nothing was measured: every test was skipped; the reasons stand with the \
             results",
        );
    }
    Ok(if ended(lab::RunStatus::Interrupted) {
        End::Interrupted
    } else if ended(lab::RunStatus::Failed)
        || phase_failed
        || outcome.page_problem.is_some()
        || !all_written
    {
        End::Failed
    } else if !outcome.all_met() {
        End::Unmet
    } else {
        End::Done
    })
}

/// Drives that were not begun when the user stopped: none is forgotten.
fn never_begun(outcome: &lab::Outcome) {
    let mut commands: Vec<(&str, Vec<String>)> = Vec::new();
    for (run, name) in outcome.runs.iter().zip(outcome.names()) {
        let Some(command) = run.begin.as_deref() else {
            continue;
        };
        match commands.iter_mut().find(|(known, _)| *known == command) {
            Some((_, names)) => names.push(name),
            None => commands.push((command, vec![name])),
        }
    }
    for (command, names) in commands {
        output::say(&format!(
            "fourcorners: never begun: {}; begin with: {command}",
            names.join(", ")
        ));
    }
}

/// Each expectation of each run, with what was measured.
fn expectations(outcome: &lab::Outcome, files: &Files) -> Result<(), Refusal> {
    let rows = outcome
        .runs
        .iter()
        .zip(outcome.names())
        .flat_map(|(run, name)| {
            let row = move |answer: &lab::Answer| {
                let verdict = if answer.met { "met" } else { "NOT MET" };
                let expected = answer.expectation.clone();
                vec![verdict.into(), expected, name.clone(), answer.measured()]
            };
            run.expectations.iter().map(row)
        });
    let rows: Vec<Vec<String>> = rows.collect();
    if !rows.is_empty() {
        files.tell(&output::table(&["", "expected", "of", "measured"], rows))?;
    }
    Ok(())
}
