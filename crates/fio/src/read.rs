//! A job file as a test: each job is a phase, in the file's order.

use crate::TestedDrive;
use crate::dialect::{Problem, Section, sections};
use crate::iolog;
use crate::mix_options::{is_mixed, mix};
use crate::settings::Settings;
use crate::work::{LONGEST_S, work};
use fourcorners_bench::{AS_LEFT, NEW, PhaseDef, TestDef, Trace};
use std::num::NonZeroU64;

const JOBS_MOST: usize = 1000;
const PROBLEMS_MOST: usize = 50;

/// See [`crate::FioJob`].
pub(crate) struct Job {
    pub test: TestDef,
    pub traces: Vec<Trace>,
    pub notes: Vec<String>,
}

/// The test that a job file is, and what is done otherwise than fio does it; or everything in it
/// that cannot be run.
pub(crate) fn test(
    id: &str,
    file: &str,
    text: &str,
    drive: &TestedDrive<'_>,
) -> Result<Job, Vec<Problem>> {
    let sections = sections(text)?;
    let mut global: Vec<&Section> = Vec::new();
    let mut phases: Vec<PhaseDef> = Vec::new();
    let (mut problems, mut notes) = (Vec::new(), Vec::new());
    let mut traces: Vec<Trace> = Vec::new();
    let mut jobs: Vec<&str> = Vec::new();
    for section in &sections {
        if section.is_global() {
            global.push(section);
            continue;
        }
        let mut settings = Settings::new(&global, section, drive.capacity.map(|all| all.0));
        if jobs.contains(&section.name.as_str()) {
            let sentence = "two jobs have this name, but names must be unique; rename one";
            problems.push(Problem {
                line: section.line,
                sentence: format!("[{}]: {sentence}", section.name),
            });
        }
        // fio waits for the jobs before, not for those after.
        if !settings.flag("stonewall", false) && !jobs.is_empty() {
            settings.wrong(
                "",
                "it would run at the same time as the job before, which is not supported yet; with \
                 stonewall it would run afterwards",
            );
        }
        jobs.push(&section.name);
        phases.extend(job(&mut settings, file, drive.is_named, &mut traces));
        problems.append(&mut settings.problems);
        notes.append(&mut settings.notes);
        // Whoever has so many reads no more; and nothing makes reading take long.
        if problems.len() > PROBLEMS_MOST {
            break;
        }
        if jobs.len() > JOBS_MOST {
            problems.push(Problem {
                line: section.line,
                sentence: format!("a file can have at most {JOBS_MOST} jobs here; split it"),
            });
            break;
        }
    }
    if jobs.is_empty() {
        problems.push(Problem {
            line: text.lines().count().max(1),
            sentence: "this file contains no job; a job is a section, as in [job]".into(),
        });
    }
    if !problems.is_empty() {
        // What stands in [global] is wrong once, not once a job.
        problems.sort();
        problems.dedup();
        return Err(problems);
    }
    let test = TestDef {
        page: None,
        id: id.into(),
        title: format!("fio job file {file}"),
        why: "As defined in the job file.".into(),
        source: format!("{file}, interpreted as described in docs/formats.md"),
        of_power: false,
        phases,
    };
    Ok(Job {
        test,
        traces,
        notes,
    })
}

/// The phases of a job: the rests that it begins with, and its work; what it replays is put to
/// `traces`.
fn job(
    settings: &mut Settings<'_>,
    file: &str,
    is_drive: &dyn Fn(&str) -> bool,
    traces: &mut Vec<Trace>,
) -> Vec<PhaseDef> {
    if let Some(names) = settings.text("filename")
        && !is_drive(&names.replace("\\:", ":"))
    {
        settings.wrong(
            "filename",
            "this is not the DRIVE of the command line, and only DRIVE is tested; remove it, or \
             name this one as DRIVE",
        );
    }
    let phase = |name: String, from: &'static str| PhaseDef {
        name,
        from: Some(from.into()),
        makes: None,
        positions: false,
        work: None,
        replay: None,
        idle_s: None,
        rounds: None,
    };
    let before = before(settings, is_drive);
    let name = settings.job();
    let rests = before.rests.into_iter().enumerate();
    let rests = rests.map(|(nth, (from, idle_s))| PhaseDef {
        idle_s: Some(idle_s),
        ..match nth {
            0 => phase(format!("{name}-rest"), from),
            _ => phase(format!("{name}-rest-{}", nth + 1), from),
        }
    });
    let plain = phase(settings.job().into(), before.from);
    let replayed = if settings.text("read_iolog").is_some() {
        iolog::replay(settings, is_drive)
    } else if is_mixed(settings) {
        let name = format!("{file}, job {}", settings.job());
        mix(settings, &name).map(|(replay, mix)| (replay, mix.trace(&name)))
    } else {
        let work = work(settings).map(|work| PhaseDef {
            work: Some(work),
            ..plain
        });
        return rests.chain(work).collect();
    };
    let replayed = replayed.map(|(replay, trace)| {
        traces.push(trace);
        PhaseDef {
            replay: Some(replay),
            ..plain
        }
    });
    rests.chain(replayed).collect()
}

/// What a job does before its I/Os.
struct Before {
    /// How often the drive is left alone: the state that it is in then, and the seconds.
    rests: Vec<(&'static str, NonZeroU64)>,
    /// The state from which the I/Os begin.
    from: &'static str,
}

/// Commands are not run, but two kinds are understood, since the files that `show --fio` prints
/// have them: the drive made new, and a rest.
fn before(settings: &mut Settings<'_>, is_drive: &dyn Fn(&str) -> bool) -> Before {
    let mut before = Before {
        rests: Vec::new(),
        from: AS_LEFT,
    };
    let Some(commands) = settings.text("exec_prerun") else {
        return before;
    };
    for command in commands.split("&&") {
        let words: Vec<&str> = command.split_whitespace().collect();
        match words.as_slice() {
            ["blkdiscard", path] | ["fallocate", "--punch-hole", "--length", _, path]
                if is_drive(path) =>
            {
                before.from = NEW;
            }
            ["sleep", seconds] if rest_s(seconds).is_some() => {
                let rest = rest_s(seconds).map(|seconds| (before.from, seconds));
                before.rests.extend(rest);
                before.from = AS_LEFT;
            }
            _ => settings.wrong(
                "exec_prerun",
                "commands are not run here, except 'blkdiscard DRIVE' (state new) and 'sleep \
                 SECONDS' (idle time) as `show TEST --fio` writes them; run this one yourself \
                 before, and remove it",
            ),
        }
    }
    before
}

fn rest_s(text: &str) -> Option<NonZeroU64> {
    let seconds = text.parse().ok().filter(|seconds| *seconds <= LONGEST_S);
    seconds.and_then(NonZeroU64::new)
}
