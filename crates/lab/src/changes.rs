//! What is otherwise when a run is taken up again.

use fourcorners_bench::record::{BenchChange, BenchFact, Disturbance, Fact};
use fourcorners_block::Identity;

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

/// What a drive says otherwise than it did.
pub(crate) fn identity_differences(then: &Identity, now: &Identity) -> Vec<String> {
    let fields = |identity: &Identity| serde_json::to_value(identity).unwrap_or_default();
    let (then, now) = (fields(then), fields(now));
    let fields = then.as_object().into_iter().flatten();
    fields
        // These are the host's, and told with it.
        .filter(|(name, _)| !["engine", "scheduler"].contains(&name.as_str()))
        .filter(|(name, value)| now.get(name) != Some(value))
        .map(|(name, value)| {
            let now = now.get(name).cloned().unwrap_or_default();
            format!("the drive's {name} was {value}, and is {now}")
        })
        .collect()
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

/// Facts of a drive file, by their keys, that are others now.
pub(crate) fn fact_differences(then: &[Fact], now: &[Fact]) -> String {
    let differences = then.iter().filter_map(|then| {
        let now = now.iter().find(|now| now.name == then.name)?;
        let differs = now.value != then.value;
        differs.then(|| format!("{} was {}, and is {}", then.name, then.value, now.value))
    });
    differences.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::new_disturbances;
    use fourcorners_bench::record::Disturbance;

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
}
