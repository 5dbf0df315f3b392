//! Why a run may not be compared with others of its suite.

use fourcorners_bench::record::NotComparable;

/// All reasons, as one clause.
pub fn reasons(all: &[NotComparable]) -> String {
    let all: Vec<String> = all.iter().map(reason).collect();
    all.join("; ")
}

fn reason(one: &NotComparable) -> String {
    match one {
        NotComparable::QuickLook { suite } => {
            format!("the suite '{suite}' is a quick look: nothing in it reaches a steady state")
        }
        NotComparable::QueueDepth { asked, reached } => format!(
            "its tests go to queue depth {asked}, and the drive was driven at {reached} at most"
        ),
        NotComparable::Durations => "durations were changed on the command line".into(),
        NotComparable::WrappedTraces => {
            "traces that reach beyond the end of the drive were wrapped".into()
        }
        NotComparable::HalvedSpans => "spans of a fixed size were cut to half of the drive".into(),
        NotComparable::SpareArea => "spare area was changed on the command line".into(),
        NotComparable::Conditions => "conditions were changed on the command line".into(),
        NotComparable::Verified => "the data carried stamps, and reads were checked".into(),
        NotComparable::Zones => "passes were sampled by zones".into(),
        NotComparable::NotErased => {
            "nothing was erased before tests that begin from a new drive".into()
        }
        NotComparable::JobFile => {
            "what was done is the job file's, and another of its name may do something else".into()
        }
        NotComparable::Alone => "it is a piece of work by itself".into(),
        NotComparable::Earlier { text } => text.clone(),
    }
}

/// What undoes them.
pub fn remedy(all: &[NotComparable]) -> String {
    let mut remedies: Vec<&str> = Vec::new();
    for remedy in all.iter().filter_map(undone_by) {
        if !remedies.contains(&remedy) {
            remedies.push(remedy);
        }
    }
    match remedies.as_slice() {
        [] => "Compare it only with runs that were made in the same way.".into(),
        some => format!("For figures that can be compared: {}.", some.join("; ")),
    }
}

fn undone_by(one: &NotComparable) -> Option<&'static str> {
    Some(match one {
        NotComparable::QuickLook { .. } => {
            "'--suite four-corners' takes it as far as the reviews did"
        }
        NotComparable::Durations => "leave --duration out",
        NotComparable::SpareArea => {
            "leave --spare out; 'consistency' with more spare area is part of four-corners"
        }
        NotComparable::Conditions => "leave --state, --data and --align out",
        NotComparable::Verified => "leave --verify out",
        NotComparable::Zones => "leave --zones out",
        NotComparable::QueueDepth { .. } => {
            "let the drive be driven deeper: with io_uring, or with --engine aio"
        }
        NotComparable::NotErased => "let the drive be erased first: leave '--erase none' out",
        NotComparable::JobFile => "keep the job file with the run",
        NotComparable::WrappedTraces
        | NotComparable::HalvedSpans
        | NotComparable::Alone
        | NotComparable::Earlier { .. } => return None,
    })
}
