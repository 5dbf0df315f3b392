//! Recordings with something odd in them: replayed as far as it goes, and told, or refused with the
//! way out.

use crate::bed;

use bed::replays::{carry_out, figures, library, planned, simulated};
use bed::{io, lasting, trace};
use fourcorners_bench::record::{Failure, NotRun, Run, Status};
use fourcorners_bench::{Action, Options};
use fourcorners_block::{Bytes, Nanos};
use fourcorners_trace::{Op, Predecessor, Record};
use std::num::NonZeroU32;

const KIB4: Bytes = Bytes(4096);
/// 2^64 ns are 585 years.
const NEVER: Nanos = Nanos(u64::MAX);

fn read(issued: Nanos) -> Record {
    io(Op::Read, issued, Bytes(0), KIB4)
}

fn replayed(replay: &str, records: Vec<Record>, options: &Options) -> Run {
    carry_out(replay, trace("it", records), &mut simulated(), options)
}

fn failure(run: &Run) -> &Failure {
    match &run.entries[0].status {
        Status::Failed { failure } => failure,
        other => panic!("{other:?}"),
    }
}

/// A user replayed a table whose second line said 2^64 - 1 ns. Each idle second became a line of
/// samples.jsonl, and the disk of the host was full after 7.6 GB.
#[test]
fn is_a_recording_of_centuries_refused_unless_it_is_cut() {
    let records = || vec![read(Nanos(0)), read(NEVER)];
    for pace in ["", ", pace = \"timestamps\""] {
        let library = library(pace, trace("it", records()));
        let plan = planned(&library, &simulated(), &Options::default());
        let [Action::Skip { because, .. }] = plan.actions.as_slice() else {
            panic!("{:?}", plan.actions);
        };
        let NotRun::TraceTooLong {
            waiting_s,
            longest_s,
            ..
        } = because
        else {
            panic!("{because:?}")
        };
        assert_eq!((waiting_s.round(), *longest_s), (18_446_744_074.0, 1e7));
    }
    let cut = replayed(", idle_limit_ms = 25", records(), &Options::default());
    assert_eq!(figures(&cut).1.records, 2);
    let begun = replayed("", records(), &lasting(3));
    assert_eq!(figures(&begun).1.records, 1);
    let pace = ", pace = \"as-fast-as-possible\"";
    let fast = replayed(pace, records(), &Options::default());
    assert_eq!(figures(&fast).1.records, 2);
}

/// The same by a think time, which the times of issue do not show: it is met under way.
#[test]
fn is_a_think_time_of_centuries_the_end_of_a_replay() {
    let thinks = Record {
        after: Some(Predecessor {
            back: NonZeroU32::MIN,
            think: NEVER,
        }),
        ..read(Nanos(10))
    };
    let run = replayed("", vec![read(Nanos(0)), thinks], &Options::default());
    let Failure::Trace { error } = failure(&run) else {
        panic!("{:?}", failure(&run))
    };
    assert!(
        error.contains("record 2 ") && error.contains("--idle-limit"),
        "{error}"
    );
    assert!(run.samples.len() < 10, "{} lines", run.samples.len());
}

/// A trace of I/Os of 0 bytes failed with the advice to give it longer.
#[test]
fn is_it_said_of_a_trace_without_bytes_that_nothing_can_be_done() {
    let nothing = |op| io(op, Nanos(0), Bytes(0), Bytes(0));
    let records = vec![nothing(Op::Read), nothing(Op::Write), read(Nanos(0))];
    let all = replayed("", records.clone(), &Options::default());
    assert_eq!(figures(&all).1.skipped, 2, "one can be carried out");
    let run = replayed("", records[..2].to_vec(), &Options::default());
    assert_eq!(failure(&run), &Failure::NothingReplayed);
}
