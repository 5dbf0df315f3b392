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
    let listed = |some: Vec<&str>| match some.len() {
        many if many > 1 && many == names.len() => all.into(),
        _ => some.join(", "),
    };
    match whose {
        Whose::Everything => all.into(),
        Whose::Drives(drives) => listed(drives.iter().map(|&drive| &*names[drive]).collect()),
        Whose::Folders(folders) => listed(folders.iter().map(String::as_str).collect()),
    }
}

/// In words; `names` of all drives.
pub fn words(says: &Says, names: &[String]) -> Words {
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
        Says::Interrupted(phase) => Words::new(
            format!(
                "interrupted in {phase}, which began again; its part is kept in the run's folder."
            ),
            "A real drive rested meanwhile and was prepared anew: repeat the review for figures \
             without a break.",
        ),
        Says::Damaged(damage) => Words::new(
            format!("{}.", damage::sentence(damage)),
            "The missing part is nowhere on this page; 'review --resume' with that folder \
             measures again what has no result, and a copy of the folder from before may still \
             have it.",
        ),
        Says::SteadyState(found) => steady_state(found),
        Says::Beside(beside) => comparison::beside(beside, names),
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
    let remedy = remedy.unwrap_or("Put right what the reason names, and measure again");
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
                "the measuring program itself stood still for {seconds:.1} s of {phase}: its \
                 slowest second and longest latency are not the drive's."
            ),
            "Measure it again, and let nothing stop the program or its host meanwhile: Ctrl-Z, a \
             frozen container, a paused virtual machine.",
        ),
        Host::WasLate { phase, percent } => Words::new(
            format!(
                "in {phase} {percent:.0} % of the I/Os were handed over more than 1 ms late: the \
                 drive's queue was full, or something else kept the host busy."
            ),
            "'fourcorners doctor' names what disturbs this host; close it and repeat.",
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
        "See that the meter tells something at least every 10 s ('--power', '--power-command'), \
         and repeat those tests.",
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
            "power ({meter}): the source told nothing for {:.0} s of this phase; it must tell at \
             least every {} s",
            seconds(*ms),
            seconds(*longest_ms)
        ),
        TooShort { meter, ms } => format!(
            "power ({meter}): the phase lasted {:.1} s, and the source told nothing within it; \
             give it longer",
            seconds(*ms)
        ),
        Failed { meter, error } => format!("power ({meter}): {error}"),
        Earlier(text) => text.clone(),
    }
}

fn disturbed(found: &Disturbed) -> Words {
    let count = found.runs;
    let part = |by: &Disturber| {
        let about = host::subject(&by.about);
        let found = match by.when_resumed {
            true => format!("{}; found when the run was taken up again", by.found),
            false => by.found.clone(),
        };
        match (count, by.runs) {
            (1, _) => format!("{about} ({found})"),
            (_, 1) => format!("{about} (before one of {count} runs: {found})"),
            (_, runs) => format!("{about} (before {runs} of {count} runs, at first: {found})"),
        }
    };
    let parts: Vec<String> = found.by.iter().map(part).collect();
    Words::new(
        format!("the host may have disturbed it: {}.", parts.join("; ")),
        match found.remedies.as_slice() {
            [] => "'fourcorners doctor' says more of it.".into(),
            some => format!("Before measuring again: {}.", some.join("; ")),
        },
    )
}

fn health(found: Health) -> Words {
    let heat = |how: String| {
        Words::new(
            format!("the drive {how}, so its figures are lower than they could be."),
            "Cool it (a fan, a heat sink) and run again.",
        )
    };
    match found {
        Health::SlowedDown(seconds) => heat(format!(
            "slowed itself down for {seconds} s of the run because of heat"
        )),
        Health::TooWarm(minutes) => heat(format!(
            "was above its warning temperature for {minutes} min of the run"
        )),
        Health::MediaErrors(errors) => Words::new(
            format!("the drive counted {errors} more media errors during the run."),
            "Do not trust it with data; save what is on it, and replace it.",
        ),
        Health::Failing => Words::new(
            "the drive itself says that it is failing or worn out (see its health below); its \
             figures may be those of a broken drive.",
            "Save what is on it, and measure another one of its kind.",
        ),
    }
}

fn replay(found: &Replay) -> Words {
    match found {
        Replay::Laid { streams, trace } => Words::new(
            format!(
                "the {streams} streams (volumes, files) of {trace} lay one behind the other on \
                 the drive."
            ),
            "'trace replay --overlay' lays them over each other.",
        ),
        Replay::Moved {
            moved,
            records,
            trace,
        } => Words::new(
            format!(
                "{moved} of the {records} records of {trace} stood in its file behind one that \
                 was issued later."
            ),
            "They were replayed in order of issue; a recording sorted by time needs no moving.",
        ),
        Replay::Late {
            late,
            records,
            trace,
            latest_ms,
        } => Words::new(
            format!(
                "{late} of the {records} I/Os of {trace} were late (taken more than 1 ms after \
                 their instant), the latest by {latest_ms:.1} ms: the drive's queue was full, or \
                 the host was late."
            ),
            "What the drive did from then on is not what was recorded: compare by '--pace \
             dependencies', in which each I/O waits for the one that it waited for.",
        ),
    }
}

fn steady_state(found: &NotSteady) -> Words {
    match found {
        NotSteady::NotConfirmed { phases } => Words::new(
            format!(
                "steady state not confirmed: the random writes of {} wrote less than the drive \
                 holds, and their last figures may still move.",
                phases.join(", ")
            ),
            "Run 'fourcorners run consistency' with a --duration of hours.",
        ),
        NotSteady::ShortRounds { round_s } => Words::new(
            format!(
                "whether it came to a steady state is not known: rounds of {round_s} s of random \
                 writes are too short to tell."
            ),
            "SNIA's rule is of rounds of a minute: leave --duration out.",
        ),
        NotSteady::Unsteady {
            phase,
            after_s,
            remedy,
        } => Words::new(
            format!(
                "not in a steady state after {after_s} s of {phase}, so its last figures are \
                 still on their way."
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
            format!("'fourcorners run steady-state {drive}{destroy}' writes until it is.")
        }
        Remedy::MoreTime => "Give it more time: fill it and write it at random before, or take \
             the last figures for what they are."
            .into(),
    }
}
