//! What who watches a run is told, beside what the run's folder keeps.

use crate::bed;

use bed::{NotingDrive, carry_out, lasting};
use fourcorners_bench::{Observer, Progress};
use fourcorners_block::{Bytes, DriveKind};

/// Test, variant and phase; second; I/Os; mean and maximum latency in ns.
type Told = ([String; 3], u32, u64, Option<(u64, u64)>);

#[derive(Default)]
struct Notes {
    seconds: Vec<Told>,
    /// Of work that is not measured: each second's number.
    unmeasured: Vec<Option<u32>>,
    /// Rests of seconds that were measured.
    rests: usize,
}

impl Observer for Notes {
    fn progress(&mut self, progress: &Progress<'_>) {
        let latency = progress.latency.map(|all| (all.mean.0, all.max.0));
        match (progress.phase, progress.second) {
            (Some(key), Some(second)) => {
                let names = key.names().map(str::to_string);
                let told = (names, second, progress.iops as u64, latency);
                self.seconds.push(told);
            }
            (Some(_), None) => {
                assert_eq!(latency, None, "of no whole second");
                self.rests += 1;
            }
            (None, second) => {
                assert_eq!(latency, None, "nobody measures it");
                self.unmeasured.push(second);
            }
        }
    }
}

#[test]
fn are_who_watches_and_the_folder_told_the_same_seconds() {
    let mut drive = NotingDrive::new(DriveKind::Simulated, Bytes::mib(64));
    let mut notes = Notes::default();
    let (_, run, _folder) = carry_out("quick", &mut drive, &lasting(3), 1, &mut notes);
    let kept: Vec<Told> = run
        .samples
        .iter()
        .map(|sample| {
            let names = [&sample.test, &sample.variant, &sample.phase].map(String::clone);
            let latency =
                (sample.ios > 0).then_some((sample.latency_mean_ns, sample.latency_max_ns));
            (names, sample.second, sample.ios, latency)
        })
        .collect();
    // What is left of a second is kept, and is none to be shown beside whole ones.
    let whole = |told: &&Told| notes.seconds.contains(told);
    let (whole, rests): (Vec<&Told>, Vec<&Told>) = kept.iter().partition(whole);
    assert_eq!(whole, notes.seconds.iter().collect::<Vec<_>>());
    assert!(rests.len() <= notes.rests, "{rests:?}");
    assert!(whole.len() >= 9, "three seconds of each timed phase");
    assert!(!notes.unmeasured.is_empty(), "states are prepared");
}
