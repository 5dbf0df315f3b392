//! What spoils figures, and what to do about it.

use super::{comparable, comparison, damage, failure, host};
use fourcorners_bench::record;
use fourcorners_findings::warnings::failed::Failed;
use fourcorners_findings::warnings::health::Health;
use fourcorners_findings::warnings::host::{Disturbed, Disturber, Host, PowerUnknown};
use fourcorners_findings::warnings::replays::Replay;
use fourcorners_findings::warnings::steady_state::{NotSteady, Remedy};
use fourcorners_findings::warnings::{Says, Whose};

/// A warning, a sentence each.
pub struct Words {
    /// What is wrong.
    pub text: String,
    /// What to do about it.
    pub remedy: String,
}

impl Words {
    pub fn new(text: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            remedy: remedy.into(),
        }
    }
}

/// Whom it is about; `names` of all drives.
pub fn whose(whose: &Whose, names: &[String]) -> String {
    let all = "all drives";
    match whose {
        Whose::Everything => all.into(),
        Whose::Drives(drives) => match drives.len() {
            many if many > 1 && many == names.len() => all.into(),
            _ => {
                let own: Vec<&str> = drives.iter().map(|&drive| &*names[drive]).collect();
                own.join(", ")
            }
        },
        // As many folders as drives may be the repetitions of one.
        Whose::Folders(folders) => folders.join(", "),
    }
}

/// In words.
pub fn words(says: &Says) -> Words {
    match says {
        Says::Failed(cause) => failed(cause),
        Says::NotComparable(because) => Words::new(
            format!(
                "not comparable with other runs: {}.",
                comparable::reasons(because)
            ),
            comparable::remedy(because),
        ),
        Says::Host(found) => of_host(found),
        Says::Health(found) => health(*found),
        Says::Replay(found) => replay(found),
        Says::StoppedAtMaxWrites(phases) => Words::new(
            format!(
                "stopped early, when --max-writes was used up: {}.",
                phases.join(", ")
            ),
            "Raise --max-writes for the whole length.",
        ),
        Says::Interrupted(phase) => Words::new(
            format!(
                "interrupted in {phase}, which was repeated from its start; the interrupted part \
                 is kept in the run's folder."
            ),
            "The drive was idle in between and prepared again. Repeat the review for figures \
             without a break.",
        ),
        Says::Damaged(damage) => Words::new(
            format!("{}.", damage::sentence(damage)),
            "This page lacks that part. 'review --resume' with that folder repeats the phases that \
             have no result.",
        ),
        Says::SteadyState(found) => steady_state(found),
        Says::Beside(beside) => comparison::beside(beside),
    }
}

/// Phases that failed from one cause.
pub fn failed(cause: &Failed) -> Words {
    let phases = match cause.phases {
        1 => "a phase failed".into(),
        many => format!("{many} phases failed"),
    };
    let first = cause.first.join(", ");
    let more = match cause.phases - cause.first.len() {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let what = failure::what(&cause.failure);
    let remedy = failure::remedy(&cause.failure);
    let remedy = remedy.unwrap_or("Fix the cause and measure again");
    Words::new(
        format!("{phases}: {first}{more}: {what}."),
        format!("{remedy}."),
    )
}

fn of_host(found: &Host) -> Words {
    match found {
        Host::PowerUnknown(unknown) => power_unknown(unknown),
        Host::StoodStill { phase, seconds } => Words::new(
            format!(
                "fourcorners itself was stopped for {seconds:.1} s of {phase}: the slowest second \
                 and the maximum latency are not the drive's."
            ),
            "Repeat it without Ctrl-Z, a frozen container or a paused virtual machine.",
        ),
        Host::WasLate { phase, percent } => Words::new(
            format!(
                "{percent:.0} % of the I/Os of {phase} were submitted more than 1 ms late: the \
                 drive's queue was full or the host was busy."
            ),
            "Run 'fourcorners doctor' to see what keeps this host busy, stop it and repeat.",
        ),
        Host::Disturbed(found) => disturbed(found),
    }
}

fn power_unknown(unknown: &PowerUnknown) -> Words {
    let more = match unknown.more {
        0 => String::new(),
        1 => " (and one more phase)".into(),
        more => format!(" (and {more} more phases)"),
    };
    let (test, phase) = (&unknown.test, &unknown.phase);
    let reason = unread(&unknown.reason);
    Words::new(
        format!("the power of {test} {phase}{more} is not known: {reason}."),
        "Make sure that the meter reports at least every 10 s (--power, --power-command), and \
         repeat those tests.",
    )
}

fn unread(reason: &record::PowerUnknown) -> String {
    use record::PowerUnknown::{Earlier, Failed, Silent, TooShort};
    let seconds = |ms: u64| ms as f64 / 1e3;
    match reason {
        Silent {
            meter,
            ms,
            longest_ms,
        } => format!(
            "{meter} reported nothing for {:.0} s (a reading is needed at least every {} s)",
            seconds(*ms),
            seconds(*longest_ms)
        ),
        TooShort { meter, ms } => format!(
            "{meter} reported nothing within the {:.1} s of the phase",
            seconds(*ms)
        ),
        Failed { meter, error } => format!("{meter}: {error}"),
        Earlier(text) => text.clone(),
    }
}

fn disturbed(found: &Disturbed) -> Words {
    let count = found.runs;
    let part = |by: &Disturber| {
        let about = host::subject(&by.about);
        let found = match by.when_resumed {
            true => format!("{}, when the run was resumed", by.found),
            false => by.found.clone(),
        };
        match (count, by.runs) {
            (1, _) => format!("{about} ({found})"),
            (_, 1) => format!("{about} (before one of {count} runs: {found})"),
            (_, runs) => format!("{about} (before {runs} of {count} runs, first: {found})"),
        }
    };
    let parts: Vec<String> = found.by.iter().map(part).collect();
    Words::new(
        format!("the host may have interfered: {}.", parts.join("; ")),
        match found.remedies.as_slice() {
            [] => "Run 'fourcorners doctor' for details.".into(),
            some => format!("Before measuring again: {}.", some.join("; ")),
        },
    )
}

fn health(found: Health) -> Words {
    let heat = |how: String| {
        Words::new(
            format!("the drive {how}, which lowers its figures."),
            "Cool it (fan, heat sink) and repeat.",
        )
    };
    match found {
        Health::SlowedDown { seconds, times } => heat(throttled(seconds, times)),
        Health::Critical(minutes) => heat(format!(
            "was above its critical temperature for {minutes} min of the run"
        )),
        Health::TooWarm(minutes) => heat(format!(
            "was above its warning temperature for {minutes} min of the run"
        )),
        Health::MediaErrors(errors) => Words::new(
            format!("the drive counted {errors} more media errors during the run."),
            "Back up its data and replace it.",
        ),
        Health::Failing => Words::new(
            "SMART reports that the drive is failing or worn out (see Meters and health); its \
             figures may not represent a healthy drive.",
            "Back up its data, and measure another drive of this model.",
        ),
    }
}

fn throttled(seconds: u64, times: u64) -> String {
    let times = match times {
        0 => String::new(),
        1 => " once".into(),
        many => format!(" {many} times"),
    };
    match seconds {
        0 => format!("throttled{times} during the run because of heat"),
        _ => format!("throttled{times} for {seconds} s of the run because of heat"),
    }
}

fn replay(found: &Replay) -> Words {
    match found {
        Replay::Laid { streams, trace } => Words::new(
            format!(
                "the {streams} streams (volumes, files) of {trace} were placed one after the other \
                 on the drive."
            ),
            "Use 'trace replay --overlay' to place them all at LBA 0.",
        ),
        Replay::Moved {
            moved,
            records,
            trace,
        } => Words::new(
            format!("{moved} of the {records} records of {trace} are out of order in its file."),
            "They were replayed in order of issue.",
        ),
        Replay::Late {
            late,
            records,
            trace,
            latest_ms,
        } => Words::new(
            format!(
                "{late} of the {records} I/Os of {trace} were submitted more than 1 ms late (up to \
                 {latest_ms:.1} ms): the drive's queue was full or the host was busy."
            ),
            "The replay no longer matches the recorded times. Use '--pace dependencies', where \
             each I/O waits for its predecessor.",
        ),
    }
}

fn steady_state(found: &NotSteady) -> Words {
    match found {
        NotSteady::NotConfirmed { phases, hours } => Words::new(
            format!(
                "steady state not confirmed: the random writes of {} covered less than the whole \
                 drive.",
                phases.join(", ")
            ),
            format!(
                "Run 'fourcorners run consistency --duration {hours}h' to confirm; the slowest \
                 drive needs that long."
            ),
        ),
        NotSteady::Drifting { phases, hours } => Words::new(
            format!(
                "steady state not confirmed: the random write speed of {} is still rising or \
                 falling.",
                phases.join(", ")
            ),
            format!(
                "Run 'fourcorners run consistency --duration {hours}h' to confirm; the slowest \
                 drive needs that long."
            ),
        ),
        NotSteady::ShortRounds { round_s } => Words::new(
            format!("steady state not judged: rounds of {round_s} s (needs 60 s)."),
            "Leave --duration out.",
        ),
        NotSteady::Unsteady {
            phase,
            after_s,
            remedy,
        } => Words::new(
            format!(
                "no steady state after {after_s} s of {phase}: its last figures may still change."
            ),
            until_steady(remedy),
        ),
    }
}

fn until_steady(remedy: &Remedy) -> String {
    match remedy {
        Remedy::SteadyStateTest { drive, destroy } => {
            let destroy = destroy.then(|| format!(" --destroy {drive}"));
            let destroy = destroy.unwrap_or_default();
            format!(
                "Run 'fourcorners run steady-state {drive}{destroy}', which writes until it is \
                 steady."
            )
        }
        Remedy::MoreTime => "Run it longer, or precondition the drive with random writes.".into(),
    }
}
