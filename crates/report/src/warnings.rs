//! What makes figures say less than they seem to, each with what to do about it.

use crate::comparison::beside;
use crate::failed;
use crate::health;
use crate::meters;
use crate::wording::comparable;
use crate::wording::drive;
use fourcorners_bench::Pace;
use fourcorners_bench::record::{Disturbance, Entry, Run};
use fourcorners_findings::charts::replays;
use fourcorners_findings::select::DriveRuns;
use fourcorners_findings::steady::Steady;
use schemars::JsonSchema;
use serde::Serialize;

/// One warning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Warning {
    /// Models of the drives, or `all drives`.
    pub whose: String,
    #[serde(skip)]
    models: Vec<String>,
    /// What is wrong, a sentence.
    pub text: String,
    /// What to do about it, a sentence.
    pub remedy: String,
}

impl Warning {
    /// A warning and its remedy.
    pub(crate) fn new(
        whose: impl Into<String>,
        text: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        let whose = whose.into();
        Self {
            models: vec![whose.clone()],
            whose,
            text: text.into(),
            remedy: remedy.into(),
        }
    }

    /// Whether it is about the drive of that model.
    pub(crate) fn is_of(&self, model: &str) -> bool {
        self.models.iter().any(|one| one == model)
    }
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {} {}", self.whose, self.text, self.remedy)
    }
}

/// All of these runs, each once.
pub(crate) fn warnings(groups: &[DriveRuns<'_>], steady: &[Steady]) -> Vec<Warning> {
    let mut warnings: Vec<Warning> = Vec::new();
    for (drive, group) in groups.iter().enumerate() {
        let model = drive::name_of(group);
        warnings.extend(failed::warnings_of(&model, group));
        for run in &group.runs {
            warnings.extend(not_comparable(&model, run));
            warnings.extend(meters::warning(&model, run));
            warnings.extend(meters::standstill(&model, run));
            warnings.extend(health::warnings_of(&model, run));
            warnings.extend(host_was_late(&model, run));
            warnings.extend(laid_or_moved(&model, run));
            warnings.extend(by_timestamps(&model, run));
            warnings.extend(
                run.interrupted
                    .iter()
                    .map(|entry| interrupted(&model, entry)),
            );
            warnings.extend(run.damage.iter().map(|damage| {
                Warning::new(
                    run.path.display().to_string(),
                    format!("{damage}."),
                    "What is left out stands nowhere on this page; 'review --resume' with that folder measures again what has no result, and a copy of the folder from before may still have it.",
                )
            }));
        }
        warnings.extend(disturbed(&model, group));
        warnings.extend(not_steady(drive, &model, group, steady));
    }
    let beside = beside(groups).into_iter();
    warnings.extend(beside.map(|(text, remedy)| Warning::new("all drives", text, remedy)));
    joined(warnings, groups.len())
}

/// What is said of several drives is said once.
fn joined(warnings: Vec<Warning>, drives: usize) -> Vec<Warning> {
    let mut found: Vec<(Vec<String>, Warning)> = Vec::new();
    for one in warnings {
        let same = |(_, other): &&mut (Vec<String>, Warning)| {
            (&other.text, &other.remedy) == (&one.text, &one.remedy)
        };
        match found.iter_mut().find(same) {
            Some((whose, _)) if whose.contains(&one.whose) => {}
            Some((whose, _)) => whose.push(one.whose),
            None => found.push((vec![one.whose.clone()], one)),
        }
    }
    let joined = found.into_iter().map(|(whose, one)| Warning {
        whose: match whose.len() {
            all if all > 1 && all == drives => "all drives".into(),
            _ => whose.join(", "),
        },
        models: whose,
        ..one
    });
    joined.collect()
}

fn not_comparable(model: &str, run: &Run) -> Option<Warning> {
    let because = &run.header.not_comparable;
    (!because.is_empty()).then(|| {
        let reasons = comparable::reasons(because);
        let text = format!("not comparable with other runs: {reasons}.");
        Warning::new(model, text, comparable::remedy(because))
    })
}

fn interrupted(model: &str, entry: &Entry) -> Warning {
    Warning::new(
        model,
        format!(
            "interrupted in {}, which began again; its part is kept in the run's folder.",
            entry.title()
        ),
        "A real drive rested meanwhile and was prepared anew: repeat the review for figures without a break.",
    )
}

/// Random writes of enough rounds for SNIA's rule, and not steady: their figures are of that run, not of the drive. Where
/// only rounds of seconds were, nobody knows.
fn not_steady(
    drive: usize,
    model: &str,
    group: &DriveRuns<'_>,
    steady: &[Steady],
) -> Option<Warning> {
    let own = || steady.iter().filter(|one| one.drive == drive);
    let by_length = |one: &&Steady| (!one.has_short_rounds(), one.after_s());
    let Some(longest) = own().filter(|one| one.is_unsteady()).max_by_key(by_length) else {
        return own().any(Steady::looks_steady).then(|| {
            Warning::new(
                model,
                "random writes looked steady before as much was written as the drive holds: their last figures may still move.",
                "'fourcorners run consistency' with a --duration of hours goes on.",
            )
        });
    };
    if longest.has_short_rounds() {
        let text = format!(
            "whether it came to a steady state is not known: rounds of {} s of random writes are too short to tell.",
            longest.round_s
        );
        let remedy = "SNIA's rule is of rounds of a minute: leave --duration out.";
        return Some(Warning::new(model, text, remedy));
    }
    let identity = &group.first()?.header.identity;
    let name = match identity.is_simulated() {
        true => identity.name.clone(),
        false => format!("{0} --destroy {0}", identity.name),
    };
    Some(Warning::new(
        model,
        format!(
            "not in a steady state after {} s of random writes, so its last figures are still on their way.",
            longest.after_s()
        ),
        match longest.test.as_str() {
            "consistency" => format!("'fourcorners run steady-state {name}' writes until it is."),
            _ => "Give it more time: fill it and write it at random before, or take the last figures for what they are.".into(),
        },
    ))
}

/// What was found on the host before the runs, each thing once.
fn disturbed(model: &str, group: &DriveRuns<'_>) -> Option<Warning> {
    let all = group.runs.iter().flat_map(|run| &run.header.disturbances);
    let mut found: Vec<(&Disturbance, usize)> = Vec::new();
    for one in all {
        match found.iter_mut().find(|(other, _)| other.about == one.about) {
            Some((_, runs)) => *runs += 1,
            None => found.push((one, 1)),
        }
    }
    let count = group.runs.len();
    let part = |(one, runs): &(&Disturbance, usize)| match (count, *runs) {
        (1, _) => format!("{} ({})", one.about, one.found),
        (_, 1) => format!("{} (before one of {count} runs: {})", one.about, one.found),
        (_, runs) => format!(
            "{} (before {runs} of {count} runs, at first: {})",
            one.about, one.found
        ),
    };
    let parts: Vec<String> = found.iter().map(part).collect();
    let mut remedies: Vec<&str> = Vec::new();
    for (one, _) in &found {
        if !one.remedy.is_empty() && !remedies.contains(&one.remedy.as_str()) {
            remedies.push(&one.remedy);
        }
    }
    (!found.is_empty()).then(|| {
        Warning::new(
            model,
            format!("the host may have disturbed it: {}.", parts.join("; ")),
            match remedies.as_slice() {
                [] => "'fourcorners doctor' says more of it.".into(),
                some => format!("Before measuring again: {}.", some.join("; ")),
            },
        )
    })
}

/// A share of late I/Os from which a replay was not the recording's any more.
const LATE: f64 = 0.01;

/// A replay by the clock of a real drive, in which I/Os were handed over late.
fn host_was_late(model: &str, run: &Run) -> Option<Warning> {
    if run.header.identity.is_simulated() {
        return None;
    }
    let late = run.entries.iter().filter_map(|entry| {
        let measured = entry.measured.as_ref()?;
        let replay = measured.replay.as_ref()?;
        let paced = replay.pace == Pace::Dependencies.name();
        let share = replay.late as f64 / measured.ios.max(1) as f64;
        (share > LATE && paced).then_some((entry, share))
    });
    let (entry, share) = late.max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(Warning::new(
        model,
        format!(
            "in {} {:.0} % of the I/Os were handed over more than 1 ms late: the drive's queue was full, or something else kept the host busy.",
            entry.title(),
            share * 100.0
        ),
        "'fourcorners doctor' names what disturbs this host; close it and repeat.",
    ))
}

/// Volumes that were laid one behind the other, and records that were put in order.
fn laid_or_moved(model: &str, run: &Run) -> Vec<Warning> {
    let changed = |entry: &Entry| {
        let replay = entry.measured.as_ref()?.replay.as_ref()?;
        let trace = replays::name(&replay.trace);
        let volumes = (replay.volumes > 0).then(|| {
            Warning::new(
                model,
                format!("the {} streams (volumes, files) of {trace} lay one behind the other on the drive.", replay.volumes),
                "'trace replay --overlay' lays them over each other.",
            )
        });
        let moved = (replay.moved > 0).then(|| {
            Warning::new(
                model,
                format!(
                    "{} of the {} records of {trace} stood in its file behind one that was issued later.",
                    replay.moved, replay.records
                ),
                "They were replayed in order of issue; a recording sorted by time needs no moving.",
            )
        });
        Some(volumes.into_iter().chain(moved))
    };
    run.entries.iter().filter_map(changed).flatten().collect()
}

/// By timestamps, I/Os that the drive took too late: what it did then is not what was recorded.
fn by_timestamps(model: &str, run: &Run) -> Vec<Warning> {
    let late = |entry: &Entry| {
        let replay = entry.measured.as_ref()?.replay.as_ref()?;
        let latest = replay.latest.as_ref()?;
        (replay.pace == Pace::Timestamps.name()).then(|| {
            Warning::new(
                model,
                format!(
                    "{} of the {} I/Os of {} were late (taken more than 1 ms after their instant), the latest by {:.1} ms: \
                     the drive's queue was full, or the host was late.",
                    replay.late,
                    replay.records,
                    replays::name(&replay.trace),
                    latest.took_us / 1000.0
                ),
                "What the drive did from then on is not what was recorded: compare by '--pace dependencies', in which each I/O waits for the one that it waited for.",
            )
        })
    };
    run.entries.iter().filter_map(late).collect()
}
