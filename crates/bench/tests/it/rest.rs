//! What is left of a plan: does it begin where it must, and do no more?

use crate::bed;

use bed::{NotingDrive, lasting, planned};
use fourcorners_bench::{Action, Past, PhaseKey, Plan};
use fourcorners_block::{Bytes, DriveKind};

/// A plan whose first phases are finished: what is left, in words.
fn rest(plan: &Plan, done: usize, past: Past) -> Vec<String> {
    let have: Vec<&PhaseKey> = plan.phases().take(done).collect();
    let rest = plan.rest(&|key| have.contains(&key), past);
    let word = |action: &Action| match action {
        Action::Purge => "purge".into(),
        Action::Prepare { state, .. } => format!("prepare {state}"),
        Action::Drain => "drain".into(),
        Action::Trim { .. } => "trim".into(),
        Action::Save(slot) => format!("save {slot}"),
        Action::Restore(slot) => format!("restore {slot}"),
        Action::Measure { key, .. } => format!("measure {}", key.phase),
        Action::Again { key, .. } => format!("again {}", key.phase),
        Action::Skip { key, .. } => format!("skip {}", key.test),
    };
    rest.actions.iter().map(word).collect()
}

fn drive(kind: DriveKind) -> NotingDrive {
    NotingDrive::new(kind, Bytes::mib(64))
}

#[test]
fn is_nothing_left_of_a_finished_plan() {
    for kind in [DriveKind::Simulated, DriveKind::BlockDevice] {
        let plan = planned("quick", &drive(kind), &lasting(1), 1);
        let all = plan.phases().count();
        for past in [Past::Real, Past::EndsWithPurge, Past::Whole] {
            assert_eq!(rest(&plan, all, past), [""; 0], "{past:?}");
        }
    }
}

#[test]
fn is_everything_left_of_a_plan_that_was_not_begun() {
    for (kind, past) in [
        (DriveKind::Simulated, Past::EndsWithPurge),
        (DriveKind::Simulated, Past::Whole),
        (DriveKind::BlockDevice, Past::Real),
    ] {
        let plan = planned("quick", &drive(kind), &lasting(1), 1);
        let left = plan.rest(&|_| false, past);
        assert_eq!(left.actions, plan.actions, "{past:?}");
        assert_eq!(left.written_bytes, plan.written_bytes);
    }
}

#[test]
fn does_a_real_drive_come_into_the_state_again_without_reading() {
    let plan = planned("torture", &drive(DriveKind::BlockDevice), &lasting(1), 1);
    let wanted = [
        "purge",
        "prepare filled",
        "prepare tortured",
        "measure write",
    ];
    assert_eq!(rest(&plan, 3, Past::Real), wanted);
    // The read before it begins from the same state.
    let wanted = [
        "purge",
        "prepare filled",
        "prepare tortured",
        "measure read",
        "measure write",
    ];
    assert_eq!(rest(&plan, 2, Past::Real), wanted);
    // What the torture makes is its own state: it is done again, not prepared.
    let wanted = ["purge", "prepare filled", "again torture", "measure probe"];
    assert_eq!(rest(&plan, 1, Past::Real)[..4], wanted);
}

#[test]
fn does_a_simulated_drive_repeat_only_what_leads_to_its_state() {
    let plan = planned("torture", &drive(DriveKind::Simulated), &lasting(1), 1);
    let wanted = [
        "purge",
        "prepare filled",
        "drain",
        "again torture",
        "drain",
        "save 1",
        "restore 1",
        "again read",
        "measure write",
    ];
    let left = rest(&plan, 3, Past::EndsWithPurge);
    assert_eq!(
        left, wanted,
        "neither the probe nor a state that nothing returns to"
    );
}

#[test]
fn is_more_of_the_past_repeated_only_where_it_outlasts_a_purge() {
    let plan = planned("quick", &drive(DriveKind::Simulated), &lasting(1), 1);
    let second = |past| rest(&plan, 1, past)[..3].to_vec();
    assert_eq!(
        second(Past::EndsWithPurge)[..2],
        ["purge", "measure measure"]
    );
    assert_eq!(second(Past::Whole), ["purge", "again measure", "purge"]);
}
