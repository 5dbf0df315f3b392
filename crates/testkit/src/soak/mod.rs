//! For tests that are never through: numbered cases, some in every test run, and as many as a
//! sitting has processor time for where `cargo xtask soak` asks. All of a case follows from its
//! number, so that a sitting goes on where the one before ended, and any case can be had again.
//!
//! The environment asks: `FOURCORNERS_SOAK_FROM` is the first case, `FOURCORNERS_SOAK_CPU_S` the
//! seconds of processor time of this process. What was done is printed as a line
//! `soak: cases A to B, N operations, S s of processor time, at most K KiB of memory`.

mod change;
mod used;
mod watch;

pub use change::{bytes, line, value};

use fourcorners_block::{Generator, Seed};
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use used::{cpu_us, has_taken_more, peak_kib};
use watch::Watch;

/// Sittings of one process go one after the other: its memory and its time are then theirs.
static ONE: Mutex<()> = Mutex::new(());

/// So much of a failed case is shown; its number gives the rest.
const SHOWN_BYTES: usize = 16 << 10;

/// What the cases of a test have in common.
#[derive(Clone, Copy, Debug)]
pub struct Cases {
    /// Tells their randomness from other tests'. Another label makes other cases of the numbers.
    pub label: &'static str,
    /// So many in every test run.
    pub at_least: u64,
    /// What the process may have taken at once, in KiB; `None`: as much as it likes.
    pub most_kib: Option<u64>,
}

/// What was done.
#[derive(Clone, Copy, Debug)]
pub struct Done {
    /// Cases.
    pub cases: u64,
    /// Their operations together.
    pub operations: u64,
}

/// Whether the environment asks for more than every test run does.
pub fn is_asked() -> bool {
    cpu_asked_us() > 0
}

impl Cases {
    /// Makes each case and tries it; `attempt` returns its operations.
    ///
    /// # Panics
    /// A case panicked, or the process took more memory than it may: its number and, as far as it
    /// was made, the case are told. The process is ended by a case that hangs.
    pub fn run<C: Debug>(
        &self,
        mut make: impl FnMut(&mut Generator) -> C,
        mut attempt: impl FnMut(&C) -> u64,
    ) -> Done {
        let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let first = number("FOURCORNERS_SOAK_FROM");
        let asked_us = cpu_asked_us();
        let (began_us, watch) = (cpu_us(), Watch::new(self.most_kib));
        let (mut case, mut operations) = (first, 0);
        while case < first + self.at_least || cpu_us() - began_us < asked_us {
            watch.begin(case);
            let mut made = None;
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                attempt(made.insert(make(&mut Seed(case).child(self.label).generator())))
            }));
            let Ok(done) = outcome else {
                panic!("case {case} of {} failed: {}", self.label, shown(&made));
            };
            if let Some(most) = self.most_kib.filter(|most| has_taken_more(*most)) {
                panic!(
                    "case {case} of {} made it {} KiB of memory, allowed are {most}: {}",
                    self.label,
                    peak_kib(),
                    shown(&made)
                );
            }
            operations += done;
            case += 1;
        }
        println!(
            "soak: cases {first} to {case}, {operations} operations, {} s of processor time, at \
             most {} KiB of memory",
            (cpu_us() - began_us).div_ceil(1_000_000),
            peak_kib()
        );
        Done {
            cases: case - first,
            operations,
        }
    }
}

fn shown(case: &impl Debug) -> String {
    let mut text = format!("{case:?}");
    if text.len() > SHOWN_BYTES {
        text.truncate(text.floor_char_boundary(SHOWN_BYTES));
        text.push_str(" …");
    }
    text
}

/// A number of the environment; 0 where it says none.
fn number(name: &str) -> u64 {
    let value = std::env::var(name).ok();
    value.and_then(|value| value.parse().ok()).unwrap_or(0)
}

fn cpu_asked_us() -> u64 {
    number("FOURCORNERS_SOAK_CPU_S") * 1_000_000
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hint::black_box;

    const CASES: Cases = Cases {
        label: "test",
        at_least: 5,
        most_kib: None,
    };

    fn said(run: impl FnOnce() -> Done) -> String {
        let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("a case failed");
        let text = panic.downcast_ref::<String>();
        text.expect("a sentence").clone()
    }

    #[test]
    fn does_all_of_a_case_follow_from_its_number() {
        let made = || {
            let mut made = Vec::new();
            let done = CASES.run(Generator::next_u64, |number| {
                made.push(*number);
                2
            });
            assert_eq!((done.cases, done.operations), (5, 10));
            made
        };
        let first = made();
        assert_eq!(first, made());
        assert!((1..5).all(|case| first[case] != first[0]), "{first:?}");
    }

    #[test]
    fn is_a_case_that_fails_told_with_its_number() {
        let mut tried = 0;
        let said = said(|| {
            CASES.run(
                |random| vec![random.below(10); 100_000],
                |_| {
                    tried += 1;
                    assert!(tried < 4);
                    1
                },
            )
        });
        assert!(said.starts_with("case 3 of test failed: Some(["), "{said}");
        assert!(said.ends_with(" …") && said.len() < 20_000, "cut");
    }

    #[test]
    fn is_a_case_that_takes_too_much_memory_told() {
        let cases = Cases {
            most_kib: Some(64 << 10),
            ..CASES
        };
        let said = said(|| {
            cases.run(
                |_| 80 << 20,
                |bytes| {
                    black_box(vec![1_u8; *bytes]);
                    1
                },
            )
        });
        assert!(said.starts_with("case 0 of test made it "), "{said}");
    }
}
