//! Why a run may not be compared with others of its suite.

use fourcorners_bench::record::NotComparable;

/// Of reads of a drive that nothing was written to.
pub const EXISTING_DATA: &str = "reads existing data; unwritten or trimmed areas read faster";

/// All reasons, as one clause.
pub fn reasons(all: &[NotComparable]) -> String {
    let all: Vec<String> = all.iter().map(reason).collect();
    all.join("; ")
}

fn reason(one: &NotComparable) -> String {
    match one {
        NotComparable::QuickLook { suite } => {
            format!("'{suite}' is a first look, too short for steady state")
        }
        NotComparable::QueueDepth { asked, reached } => {
            format!("its tests need queue depth {asked}, but this engine reaches only {reached}")
        }
        NotComparable::Durations => "durations were changed on the command line".into(),
        NotComparable::WrappedTraces => "traces larger than the drive were wrapped".into(),
        NotComparable::HalvedSpans => "fixed spans were cut to half of the drive".into(),
        NotComparable::SpareArea => "spare area was changed on the command line".into(),
        NotComparable::Conditions => "conditions were changed on the command line".into(),
        NotComparable::ExistingData => EXISTING_DATA.into(),
        NotComparable::Verified => "--verify stamped the data and checked reads".into(),
        NotComparable::Zones => "passes covered sample zones only".into(),
        NotComparable::MaxWrites => "--max-writes left tests out or stopped them early".into(),
        NotComparable::NotErased => {
            "the drive was not erased before tests that need a fresh drive".into()
        }
        NotComparable::JobFile => {
            "it ran a job file, and another file with this name may have different contents".into()
        }
        NotComparable::OwnSuite => "the suite is a file of your own".into(),
        NotComparable::OwnPolicy => "its GC policy is a function of your own".into(),
        NotComparable::Alone => "it belongs to no suite".into(),
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
        [] => "Compare it only with runs made the same way.".into(),
        some => format!("For comparable figures: {}.", some.join("; ")),
    }
}

fn undone_by(one: &NotComparable) -> Option<&'static str> {
    Some(match one {
        NotComparable::QuickLook { .. } => "use --suite four-corners",
        NotComparable::Durations => "leave --duration out",
        NotComparable::SpareArea => {
            "leave --spare out (four-corners runs 'consistency' with more spare area)"
        }
        NotComparable::Conditions => "leave --state, --data and --align out",
        NotComparable::ExistingData => {
            "leave --read-only out and use a drive that may be overwritten"
        }
        NotComparable::Verified => "leave --verify out",
        NotComparable::Zones => "leave --zones out",
        NotComparable::MaxWrites => "raise --max-writes or leave it out",
        NotComparable::QueueDepth { .. } => "use io_uring or --engine aio",
        NotComparable::NotErased => "leave --erase none out",
        NotComparable::JobFile => "keep the job file with the run",
        NotComparable::OwnSuite => "run a built-in suite",
        NotComparable::OwnPolicy => "simulate the drive without Drive.policy",
        NotComparable::WrappedTraces
        | NotComparable::HalvedSpans
        | NotComparable::Alone
        | NotComparable::Earlier { .. } => return None,
    })
}
