//! A drive that returns to a state goes on exactly like the drive that it was taken from.

use super::soak::any_drive;
use super::*;
use fourcorners_block::{Completion, DriveError, Seed, StateError};

/// Drives of every mechanism: policies, SLC caches, mapping schemes, coarse units; and what sleeps
/// and gets warm.
pub fn any_spec(seed: u64) -> SsdSpec {
    let mut generator = Seed(seed).generator();
    let shapes = [shapes(), coarse_shapes()].concat();
    let mut spec = match generator.below(2) {
        0 => any_drive(&mut generator),
        _ => shapes[generator.below(shapes.len() as u64) as usize].clone(),
    };
    if generator.below(2) == 0 {
        spec.power = Some(power());
        spec.heat = Some(HeatSpec {
            ambient_mk: 25_000,
            rise_mk_per_w: 10_000,
            time_constant_ns: 1_000_000_000,
            throttling: [
                Some(Throttling {
                    at_mk: 30_000,
                    left_per_mille: 500,
                }),
                None,
            ],
        });
    }
    spec
}

fn power() -> PowerSpec {
    let state = |after_ns, mw, exit_ns| {
        Some(PowerState {
            after_ns,
            mw,
            exit_ns,
        })
    };
    PowerSpec {
        idle_mw: 600,
        active_mw: 1500,
        read_nj: 20_000,
        program_nj: 90_000,
        program_slc_nj: 20_000,
        erase_nj: 100_000,
        states: [state(1_000_000, 100, 50_000), state(8_000_000, 5, 500_000)],
    }
}

/// Carries out steps; what they came to, once the queue is empty.
fn carry_out(drive: &mut Station<Ssd>, steps: &[Step]) -> Vec<Completion> {
    let mut completions = Vec::new();
    for (tag, step) in (0..).zip(steps) {
        match *step {
            Step::Io(op, lba, blocks) => {
                let capacity = drive.identity().capacity.0;
                let lba = lba % capacity;
                drive.submit(&[Request {
                    tag,
                    due: Nanos(0),
                    lba: Lba(lba),
                    blocks: Blocks(blocks.min(capacity - lba)),
                    op,
                }]);
            }
            Step::Wait(us) => {
                let until = drive.now() + Nanos::micros(us);
                drive
                    .wait(until, Stop::Never, &mut completions)
                    .expect("wait");
            }
            Step::SaveAndRestore | Step::ThroughBytes => {}
        }
    }
    drive
        .wait(Nanos::MAX, Stop::Drained, &mut completions)
        .expect("drain");
    completions
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]
    #[test]
    fn drive_with_the_same_state_has_the_same_future(
        seed in any::<u64>(),
        depth in 1..33_u16,
        past in prop::collection::vec(step(8), 1..250),
        idle_us in prop_oneof![Just(0), 0..20_000_u64],
        future in prop::collection::vec(step(8), 1..250),
        cut in any::<prop::sample::Index>(),
    ) {
        let spec = any_spec(seed);
        let mut drive = Ssd::drive(&spec);
        drive.set_queue_depth(QueueDepth::new(depth).expect("a depth"));
        carry_out(&mut drive, &past);
        // Into the middle of what an idle drive does.
        carry_out(&mut drive, &[Step::Wait(idle_us)]);
        let state = drive.state().expect("an idle drive has a state");

        let mut other = Ssd::drive(&spec);
        let part = &state[..cut.index(state.len())];
        prop_assert!(matches!(other.set_state(part), Err(DriveError::State(_))));
        other.set_state(&state).expect("its own state");
        other.device().backend.shadow = drive.device().backend.shadow.clone();
        prop_assert!(other.state().as_ref() == Some(&state));
        for steps in [&future, &past] {
            prop_assert_eq!(carry_out(&mut drive, steps), carry_out(&mut other, steps));
            prop_assert_eq!(drive.counters(), other.counters());
        }
        prop_assert!(drive.state() == other.state());
    }
}

/// Policies that are functions are no part of a state.
fn without_functions(spec: &SsdSpec) -> SsdSpec {
    let mut spec = spec.clone();
    spec.gc.own = OwnPolicy::default();
    spec
}

#[test]
fn state_of_a_drive_with_other_parameters_is_refused() {
    let all = [shapes(), coarse_shapes()].concat();
    for (own, spec) in all.iter().enumerate() {
        let drive = Ssd::drive(spec);
        let state = drive.state().expect("idle");
        for (other, spec) in all.iter().enumerate() {
            let is_same = without_functions(spec) == without_functions(&all[own]);
            let answer = Ssd::drive(spec).set_state(&state);
            match is_same {
                true => assert_eq!(answer, Ok(()), "{own} {other}"),
                false => assert!(
                    matches!(answer, Err(DriveError::State(StateError::OtherDrive(_)))),
                    "{own} {other}: {answer:?}"
                ),
            }
        }
    }
}
