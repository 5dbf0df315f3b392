//! The one list of rules that every drive must pass, simulated or real.
//!
//! A rule is a function that panics with what was broken. Rules about exact time hold for
//! drives whose clock is their own (simulated, null); on real ones the same rule checks what
//! can be checked there.

mod power_cuts;

use crate::{
    BLOCK_BYTES, Blocks, Completion, Data, Drive, DriveError, DriveKind, Generator, Lba, Nanos, Op,
    Outcome, QueueDepth, Request, Seed, StateError, Stop,
};

/// Makes a fresh drive of at least 4 MiB, opened for writing, with nothing in flight.
pub type Make<'a> = &'a mut dyn FnMut() -> Box<dyn Drive>;

/// One rule: its name, and the check.
pub type Rule = (&'static str, fn(Make<'_>));

/// All rules but those about power cuts, in the order in which they build on each other.
pub const RULES: &[Rule] = &[
    ("every request completes once", every_request_completes_once),
    ("queue depth is never exceeded", depth_is_never_exceeded),
    (
        "admission is in order and never before the due time",
        admission_is_in_order_and_not_before_due,
    ),
    (
        "splitting requests into batches changes nothing",
        batches_change_nothing,
    ),
    ("waiting ends where it should", waiting_ends_where_it_should),
    (
        "serving requests as they come changes nothing",
        serving_changes_nothing,
    ),
    ("errors are outcomes", errors_are_outcomes),
    (
        "discard and flush are carried out",
        discard_and_flush_are_carried_out,
    ),
    (
        "withdrawing requests leaves admitted ones alone",
        withdrawing_leaves_what_was_admitted,
    ),
    (
        "a busy drive refuses to change state",
        a_busy_drive_refuses_to_change_state,
    ),
    (
        "idling in parts equals idling once",
        idling_in_parts_is_idling,
    ),
    (
        "a restored drive behaves like the original",
        a_restored_drive_has_the_same_future,
    ),
    ("parts of a state are refused", parts_of_a_state_are_refused),
];

/// Runs every rule.
pub fn check(make: Make<'_>) {
    for (name, rule) in RULES.iter().chain(power_cuts::RULES) {
        eprintln!("conformance: {name}");
        rule(make);
    }
}

fn depth(depth: u16) -> QueueDepth {
    QueueDepth::new(depth).unwrap_or(QueueDepth::ONE)
}

fn exact(drive: &dyn Drive) -> bool {
    matches!(
        drive.identity().kind,
        DriveKind::Simulated | DriveKind::Null
    )
}

fn sector(drive: &dyn Drive) -> u64 {
    drive.identity().logical_block.0 / BLOCK_BYTES
}

/// Reads and writes of 4 to 64 KiB over the first 4 MiB, some flushes, discards where possible.
fn mixed(drive: &dyn Drive, generator: &mut Generator, count: u64) -> Vec<Request> {
    let discards = drive.identity().discard.is_some();
    (0..count)
        .map(|tag| {
            let blocks = 8 * (1 + generator.below(16));
            let lba = Lba(8 * generator.below((8192 - blocks) / 8 + 1));
            match generator.below(20) {
                0 => Request::flush(tag),
                1 if discards => Request::discard(tag, lba, Blocks(blocks)),
                2..=9 => Request::read(tag, lba, Blocks(blocks)),
                _ => Request::write(tag, lba, Blocks(blocks), Data::RANDOM),
            }
        })
        .collect()
}

fn drain(drive: &mut dyn Drive, completions: &mut Vec<Completion>) {
    drive
        .wait(Nanos::MAX, Stop::Drained, completions)
        .expect("the drive answers");
    assert_eq!(
        drive.waiting() + drive.in_flight(),
        0,
        "a drained drive holds nothing"
    );
}

/// Submits in batches of `batch`, refilled as soon as nothing waits.
fn run(drive: &mut dyn Drive, requests: &[Request], batch: usize) -> Vec<Completion> {
    let mut completions = Vec::new();
    for part in requests.chunks(batch) {
        drive.submit(part);
        drive
            .wait(Nanos::MAX, Stop::Waiting(0), &mut completions)
            .expect("the drive answers");
    }
    drain(drive, &mut completions);
    completions
}

fn every_request_completes_once(make: Make<'_>) {
    let mut drive = make();
    drive.set_queue_depth(depth(32));
    let requests = mixed(&*drive, &mut Seed(1).generator(), 500);
    let completions = run(&mut *drive, &requests, 500);
    assert_eq!(completions.len(), requests.len());
    let mut tags: Vec<u64> = completions
        .iter()
        .map(|completion| completion.tag)
        .collect();
    tags.sort_unstable();
    assert!(
        tags.iter()
            .enumerate()
            .all(|(index, tag)| *tag == index as u64),
        "every tag comes back once"
    );
    for completion in &completions {
        assert_eq!(completion.outcome, Outcome::Done, "{completion:?}");
        assert_eq!(
            completion.bytes,
            requests[completion.tag as usize].blocks.bytes()
        );
        assert!(completion.finished >= completion.admitted, "{completion:?}");
    }
    assert!(
        completions
            .windows(2)
            .all(|pair| pair[0].finished <= pair[1].finished),
        "delivered in order of finishing"
    );
}

fn depth_is_never_exceeded(make: Make<'_>) {
    for limit in [1, 3, 32] {
        let mut drive = make();
        drive.set_queue_depth(depth(limit));
        let requests = mixed(&*drive, &mut Seed(2).generator(), 300);
        let completions = run(&mut *drive, &requests, 64);
        // At each admission, the others that are still in flight (a slot freed at an instant
        // may be taken at the same instant).
        for one in &completions {
            let others = completions
                .iter()
                .filter(|other| {
                    other.tag != one.tag
                        && (other.admitted, other.tag) < (one.admitted, one.tag)
                        && other.finished > one.admitted
                })
                .count();
            assert!(
                others < usize::from(limit),
                "{others} others in flight at depth {limit} when {one:?} was admitted"
            );
        }
    }
}

fn admission_is_in_order_and_not_before_due(make: Make<'_>) {
    let mut drive = make();
    drive.set_queue_depth(depth(4));
    let start = drive.now();
    let requests: Vec<Request> = (0..40)
        .map(|tag| {
            let due = start + Nanos::millis([0, 5, 2, 20, 1][tag as usize % 5] + tag);
            Request::write(tag, Lba(tag * 8), Blocks(8), Data::RANDOM).at(due)
        })
        .collect();
    let mut completions = run(&mut *drive, &requests, 40);
    completions.sort_by_key(|completion| completion.tag);
    for completion in &completions {
        assert!(completion.admitted >= completion.due, "{completion:?}");
        assert_eq!(completion.due, requests[completion.tag as usize].due);
    }
    assert!(
        completions
            .windows(2)
            .all(|pair| pair[0].admitted <= pair[1].admitted),
        "admitted in order"
    );
}

fn batches_change_nothing(make: Make<'_>) {
    let mut reference: Option<Vec<Completion>> = None;
    for batch in [1, 7, 32, 1000] {
        let mut drive = make();
        drive.set_queue_depth(depth(8));
        let requests = mixed(&*drive, &mut Seed(3).generator(), 1000);
        let mut completions = run(&mut *drive, &requests, batch);
        if exact(&*drive) {
            let first = reference.get_or_insert_with(|| completions.clone());
            for (one, other) in first.iter().zip(&completions) {
                assert_eq!(one, other, "in batches of {batch}");
            }
        }
        completions.sort_by_key(|completion| completion.tag);
        assert!(
            completions
                .iter()
                .enumerate()
                .all(|(index, completion)| completion.tag == index as u64)
        );
        assert!(
            completions
                .iter()
                .all(|completion| completion.outcome == Outcome::Done)
        );
    }
}

fn waiting_ends_where_it_should(make: Make<'_>) {
    let mut drive = make();
    let mut completions = Vec::new();
    let start = drive.now();
    drive
        .wait(start + Nanos::millis(3), Stop::Never, &mut completions)
        .expect("idle");
    assert!(
        drive.now() >= start + Nanos::millis(3) && completions.is_empty(),
        "idling takes its time"
    );
    if exact(&*drive) {
        assert_eq!(drive.now(), start + Nanos::millis(3), "and no more");
    }
    drive.set_queue_depth(depth(2));
    let requests: Vec<Request> = (0..10)
        .map(|tag| Request::write(tag, Lba(8 * tag), Blocks(8), Data::RANDOM))
        .collect();
    drive.submit(&requests);
    drive
        .wait(Nanos::MAX, Stop::Completion, &mut completions)
        .expect("writes");
    assert!(!completions.is_empty(), "stops at the first completion");
    drive
        .wait(Nanos::MAX, Stop::Waiting(5), &mut completions)
        .expect("writes");
    assert!(drive.waiting() <= 5, "{} wait", drive.waiting());
    let now = drive.now();
    drive
        .wait(now, Stop::Never, &mut completions)
        .expect("no time at all");
    if exact(&*drive) {
        assert_eq!(drive.now(), now, "waiting until now does not advance");
    }
    drain(&mut *drive, &mut completions);
    assert_eq!(completions.len(), 10);
}

/// A server learns of a request when it comes, and wakes up when the drive says.
fn serving_changes_nothing(make: Make<'_>) {
    let mut drive = make();
    if drive.earliest_completion().is_none() {
        return;
    }
    let mut random = Seed(6).generator();
    let mut at = 0;
    let mut requests = mixed(&*drive, &mut random, 2000);
    for request in &mut requests {
        // Some together, some in bursts, some after a pause.
        at += [0, 0, 1000, 1000, 50_000, 5_000_000][random.below(6) as usize];
        request.due = Nanos(1 + at);
    }
    drive.set_queue_depth(depth(8));
    drive.submit(&requests);
    let mut expected = Vec::new();
    drain(&mut *drive, &mut expected);

    let mut drive = make();
    drive.set_queue_depth(depth(8));
    let mut completions = Vec::new();
    let mut serve = |drive: &mut dyn Drive, until: Nanos| {
        loop {
            let next = drive.earliest_completion().unwrap_or(Nanos::MAX).min(until);
            if next == Nanos::MAX {
                return;
            }
            let before = completions.len();
            drive
                .wait(next, Stop::Never, &mut completions)
                .expect("the drive answers");
            for completion in &completions[before..] {
                assert_eq!(completion.finished, next, "it finishes earlier than said");
            }
            if next == until {
                return;
            }
        }
    };
    let mut rest = &requests[..];
    while let Some(first) = rest.first() {
        let count = rest.iter().take_while(|next| next.due == first.due).count();
        serve(&mut *drive, Nanos(first.due.0 - 1));
        drive.submit(&rest[..count]);
        serve(&mut *drive, first.due);
        rest = &rest[count..];
    }
    serve(&mut *drive, Nanos::MAX);
    assert_eq!(completions, expected);
}

fn errors_are_outcomes(make: Make<'_>) {
    let mut drive = make();
    drive.set_queue_depth(depth(4));
    let end = drive.identity().capacity.0;
    let sector = sector(&*drive);
    let bad = [
        (
            Request::read(0, Lba(end), Blocks(sector)),
            Outcome::OutOfRange,
        ),
        (
            Request::write(1, Lba(end - sector), Blocks(2 * sector), Data::RANDOM),
            Outcome::OutOfRange,
        ),
        (Request::read(2, Lba(0), Blocks(0)), Outcome::OutOfRange),
        (
            Request::read(3, Lba(u64::MAX), Blocks(sector)),
            Outcome::OutOfRange,
        ),
    ];
    let mut requests: Vec<Request> = bad.iter().map(|(request, _)| *request).collect();
    if sector > 1 {
        requests.push(Request::read(4, Lba(1), Blocks(sector)));
    }
    let completions = run(&mut *drive, &requests, 2);
    assert_eq!(completions.len(), requests.len());
    for completion in completions {
        let expected = bad
            .get(completion.tag as usize)
            .map_or(Outcome::Misaligned, |(_, outcome)| *outcome);
        assert_eq!(completion.outcome, expected, "{completion:?}");
    }
    let good = run(&mut *drive, &[Request::read(9, Lba(0), Blocks(8))], 1);
    assert_eq!(good[0].outcome, Outcome::Done, "and the drive goes on");
}

fn discard_and_flush_are_carried_out(make: Make<'_>) {
    let mut drive = make();
    let write = Request::write(0, Lba(0), Blocks(64), Data::RANDOM);
    let requests = [
        write,
        Request::flush(1),
        Request::discard(2, Lba(0), Blocks(64)),
        Request::read(3, Lba(0), Blocks(64)),
    ];
    let mut completions = run(&mut *drive, &requests, 4);
    completions.sort_by_key(|completion| completion.tag);
    let discard = if drive.identity().discard.is_some() {
        Outcome::Done
    } else {
        Outcome::Unsupported
    };
    let expected = [Outcome::Done, Outcome::Done, discard, Outcome::Done];
    for (completion, outcome) in completions.iter().zip(expected) {
        assert_eq!(completion.outcome, outcome, "{completion:?}");
    }
    let zeroes = Request {
        op: Op::WriteZeroes,
        ..Request::read(4, Lba(0), Blocks(8))
    };
    let outcome = run(&mut *drive, &[zeroes], 1)[0].outcome;
    assert!(
        matches!(outcome, Outcome::Done | Outcome::Unsupported),
        "write zeroes: {outcome:?}"
    );
}

fn withdrawing_leaves_what_was_admitted(make: Make<'_>) {
    let mut drive = make();
    drive.set_queue_depth(depth(4));
    let later = drive.now() + Nanos::secs(3600);
    let mut requests: Vec<Request> = (0..6)
        .map(|tag| Request::write(tag, Lba(8 * tag), Blocks(8), Data::RANDOM))
        .collect();
    requests.extend(
        (6..20).map(|tag| Request::write(tag, Lba(8 * tag), Blocks(8), Data::RANDOM).at(later)),
    );
    drive.submit(&requests);
    let mut completions = Vec::new();
    drive
        .wait(Nanos::MAX, Stop::Waiting(14), &mut completions)
        .expect("writes");
    assert_eq!(drive.withdraw(), 14);
    drain(&mut *drive, &mut completions);
    assert_eq!(completions.len(), 6);
    assert!(drive.now() < later, "nothing waited for what was withdrawn");
}

fn a_busy_drive_refuses_to_change_state(make: Make<'_>) {
    let mut drive = make();
    let (before, bytes) = (drive.snapshot(), drive.state());
    drive.submit(&[Request::write(0, Lba(0), Blocks(8), Data::RANDOM)]);
    assert!(matches!(drive.purge(), Err(DriveError::Busy(1))), "purging");
    assert!(drive.snapshot().is_none(), "snapshot");
    if let Some(before) = before {
        assert!(
            matches!(drive.restore(&before), Err(DriveError::Busy(1))),
            "restoring"
        );
    }
    assert!(drive.state().is_none(), "state");
    if let Some(bytes) = bytes {
        assert!(
            matches!(drive.set_state(&bytes), Err(DriveError::Busy(1))),
            "setting the state"
        );
    }
    drain(&mut *drive, &mut Vec::new());
    drive.purge().expect("an idle drive can be purged");
}

fn idling_in_parts_is_idling(make: Make<'_>) {
    let mut futures = Vec::new();
    for parts in [1, 3] {
        let mut drive = make();
        if !exact(&*drive) {
            return;
        }
        drive.set_queue_depth(depth(32));
        let requests = mixed(&*drive, &mut Seed(4).generator(), 2000);
        run(&mut *drive, &requests, 1000);
        let start = drive.now();
        for part in 1..=parts {
            let until = start + Nanos::secs(3 * 3600 / parts * part);
            drive
                .wait(until, Stop::Never, &mut Vec::new())
                .expect("idle");
            assert_eq!(drive.now(), until);
        }
        let counters = drive.counters();
        futures.push((run(&mut *drive, &requests, 100), counters));
    }
    assert_eq!(
        futures[0], futures[1],
        "three hours are three times one hour"
    );
}

fn a_restored_drive_has_the_same_future(make: Make<'_>) {
    let mut drive = make();
    drive.set_queue_depth(depth(16));
    let past = mixed(&*drive, &mut Seed(5).generator(), 1500);
    let future = mixed(&*drive, &mut Seed(6).generator(), 1500);
    run(&mut *drive, &past, 100);
    let Some(snapshot) = drive.snapshot() else {
        assert!(!exact(&*drive), "a simulated drive keeps snapshots");
        return;
    };
    let state = drive.state().expect("a drive with snapshots has a state");
    let first = (
        run(&mut *drive, &future, 100),
        drive.counters(),
        drive.now(),
    );
    let mut read = make();
    read.set_state(&state).expect("the same kind of drive");
    assert!(read.state().as_ref() == Some(&state), "the same state");
    assert_eq!(
        first,
        (run(&mut *read, &future, 100), read.counters(), read.now()),
        "another drive with its state"
    );
    for _ in 0..2 {
        drive.restore(&snapshot).expect("its own snapshot");
        let again = (run(&mut *drive, &future, 33), drive.counters(), drive.now());
        assert_eq!(first, again, "the restored drive");
    }
    let mut other = make();
    other.set_queue_depth(depth(16));
    other
        .restore(&snapshot)
        .expect("a snapshot of a drive of the same kind");
    assert_eq!(
        first,
        (
            run(&mut *other, &future, 100),
            other.counters(),
            other.now()
        ),
        "another drive restored from it"
    );
}

fn parts_of_a_state_are_refused(make: Make<'_>) {
    let mut drive = make();
    drive.set_queue_depth(depth(16));
    let past = mixed(&*drive, &mut Seed(5).generator(), 1500);
    run(&mut *drive, &past, 100);
    let Some(state) = drive.state() else {
        return;
    };
    let mut other = make();
    let before = other.state();
    let few = 1 + state.len() / 100;
    let ends = (0..state.len()).step_by(few).chain([state.len() - 1]);
    for end in ends {
        assert!(
            matches!(other.set_state(&state[..end]), Err(DriveError::State(_))),
            "{end} of {} bytes",
            state.len()
        );
    }
    let longer = [&state[..], &[0]].concat();
    assert_eq!(
        other.set_state(&longer),
        Err(DriveError::State(StateError::Incomplete)),
        "a byte more"
    );
    assert!(other.state() == before, "a drive that refused a state");
}
