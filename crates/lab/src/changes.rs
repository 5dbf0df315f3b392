//! What is otherwise when a run is taken up again.

use crate::renamed::changed;
use fourcorners_bench::record::{BenchChange, BenchFact, Disturbance, Fact};
use fourcorners_block::{DiscardLimits, Identity};
use fourcorners_drive_file::key_of_today;

/// What was found on the host now and not before, each said to be of now.
pub(crate) fn new_disturbances(before: &[Disturbance], now: Vec<Disturbance>) -> Vec<Disturbance> {
    let is_new = |one: &Disturbance| before.iter().all(|other| other.about != one.about);
    let new = now.into_iter().filter(is_new);
    let of_now = |one: Disturbance| Disturbance {
        when_resumed: true,
        ..one
    };
    new.map(of_now).collect()
}

/// What tells that a drive is another one, or would be measured otherwise than it was.
pub(crate) fn identity_differences(then: &Identity, now: &Identity) -> Vec<String> {
    let mut differences = changed(then, now);
    let fields = |identity: &Identity| serde_json::to_value(identity).unwrap_or_default();
    let (then, now) = (fields(then), fields(&without_new_queue(then, now)));
    let others = then.as_object().into_iter().flatten();
    let others = others
        .filter(|(name, _)| !ELSEWHERE.contains(&name.as_str()))
        .filter(|(name, value)| now.get(name) != Some(value))
        .map(|(name, value)| {
            let now = now.get(name).cloned().unwrap_or_default();
            format!("the drive's {name} was {value} and is now {now}")
        });
    differences.extend(others);
    differences
}

/// What tells drives apart, which `changed` compares; and what is the host's, and told with it.
const ELSEWHERE: [&str; 10] = [
    "kind",
    "name",
    "model",
    "serial",
    "wwid",
    "on_host",
    "capacity",
    "logical_block",
    "scheduler",
    "engine",
];

/// A drive whose TRIM commands did not go between other I/Os skipped what needs it, as does the
/// rest of its run; runs of former versions do not say it.
fn without_new_queue(then: &Identity, now: &Identity) -> Identity {
    let queued = then.discard.is_none_or(|then| then.queued);
    let limits = |limits: DiscardLimits| DiscardLimits {
        queued: limits.queued && queued,
        ..limits
    };
    Identity {
        discard: now.discard.map(limits),
        ..now.clone()
    }
}

/// Facts of the bench that are others now; what is measured is never the same twice.
pub(crate) fn bench_changes(then: &[BenchFact], now: &[BenchFact]) -> Vec<BenchChange> {
    let change = |was: &BenchFact| {
        let is = now.iter().find(|is| is.is_about_the_same(was))?;
        (is != was && !is.is_measured()).then(|| BenchChange {
            was: was.clone(),
            is: is.clone(),
        })
    };
    then.iter().filter_map(change).collect()
}

/// Facts of a drive file, by their keys, that are others now. The run may have been begun when keys
/// had other names.
pub(crate) fn fact_differences(then: &[Fact], now: &[Fact]) -> String {
    let differences = then.iter().filter_map(|then| {
        let key = key_of_today(&then.name);
        let now = now.iter().find(|now| now.name == key)?;
        let differs = now.value != then.value;
        differs.then(|| format!("{key} was {} and is now {}", then.value, now.value))
    });
    differences.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::{fact_differences, identity_differences, new_disturbances};
    use crate::beforehand::to_be_made;
    use fourcorners_bench::record::{Disturbance, Fact};
    use fourcorners_block::{Bytes, Identity};
    use serde_json::json;
    use std::path::Path;

    /// The story: a run that was begun on a quiet host and taken up again on a busy one was told of
    /// as undisturbed.
    #[test]
    fn is_only_what_is_new_added_and_said_to_be() {
        let of = |about: &str, when_resumed| Disturbance {
            about: about.into(),
            found: "90 %".into(),
            remedy: "wait".into(),
            when_resumed,
        };
        let before = [of("cpu-governor", false)];
        let now = vec![of("cpu-governor", false), of("cpu-use", false)];
        let added = new_disturbances(&before, now.clone());
        assert_eq!(added, [of("cpu-use", true)]);
        // Taken up once more, it is known.
        let before = [&before[..], &added].concat();
        assert!(new_disturbances(&before, now).is_empty());
    }

    /// The story: a run of a former version, whose `run.json` does not say whether TRIM commands
    /// are queued, would not be resumed on a drive that queues them.
    #[test]
    fn only_a_queue_that_is_gone_is_a_difference() {
        let then = to_be_made(Path::new("/dev/sdz"), Bytes::gib(1));
        let limited = |discard| -> Identity {
            let discard = serde_json::from_value(discard).expect("limits");
            Identity {
                discard,
                ..then.clone()
            }
        };
        let former = limited(json!({"granularity": 512, "max": 4096}));
        let [not, queued] = [false, true]
            .map(|queued| limited(json!({"granularity": 512, "max": 4096, "queued": queued})));
        for (then, now) in [(&former, &not), (&former, &queued), (&not, &queued)] {
            assert!(identity_differences(then, now).is_empty());
        }
        assert_eq!(identity_differences(&queued, &not).len(), 1);
    }

    /// A run that was begun with keys of before names what has changed by today's.
    #[test]
    fn facts_with_former_keys_are_compared_with_those_of_today() {
        let facts = |facts: &[(&str, &str)]| -> Vec<Fact> {
            let fact = |(name, value): &(&str, &str)| Fact {
                name: (*name).into(),
                value: (*value).into(),
                source: String::new(),
            };
            facts.iter().map(fact).collect()
        };
        let then = facts(&[
            ("collection.start_free", "2"),
            ("collection.idle.stop_free", "8"),
            ("controller.move_unit_us", "6"),
            ("nand.dies", "16"),
        ]);
        let now = facts(&[
            ("gc.low_watermark", "3"),
            ("gc.idle.high_watermark", "8"),
            ("controller.copy_unit_us", "6"),
            ("nand.dies", "32"),
        ]);
        assert_eq!(
            fact_differences(&then, &now),
            "gc.low_watermark was 2 and is now 3; nand.dies was 16 and is now 32"
        );
    }
}
