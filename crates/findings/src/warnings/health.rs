//! What a drive's own account of its health says against its figures, or against the drive.

use fourcorners_bench::health;
use fourcorners_bench::record::Run;
use fourcorners_block::Smart;
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Health {
    /// The drive slowed itself down because of heat.
    SlowedDown {
        /// Seconds of it; 0: not reported, or less than one.
        seconds: u64,
        /// How often it began; 0: not reported, or before the run.
        times: u64,
    },
    /// Minutes above its critical temperature, where it did not slow down.
    Critical(u64),
    /// Minutes above its warning temperature, where it did not slow down.
    TooWarm(u64),
    /// So many more media errors.
    MediaErrors(u64),
    /// The drive says that it is failing, or worn out.
    Failing,
}

/// Of one run.
pub(super) fn health(run: &Run) -> Vec<Health> {
    let Some(health) = &run.health else {
        return Vec::new();
    };
    let change = health.change.clone().unwrap_or_default();
    let more = |count: Option<u64>| count.filter(|count| *count > 0);
    let slowed = more(change.throttled_s).or(more(change.throttle_events));
    let slowed = slowed.map(|_| Health::SlowedDown {
        seconds: change.throttled_s.unwrap_or(0),
        times: change.throttle_events.unwrap_or(0),
    });
    let heat = slowed
        .or(more(change.critical_min).map(Health::Critical))
        .or(more(change.too_warm_min).map(Health::TooWarm));
    let errors = more(change.media_errors).map(Health::MediaErrors);
    let failing = is_failing(health).then_some(Health::Failing);
    heat.into_iter().chain(errors).chain(failing).collect()
}

fn is_failing(health: &health::Health) -> bool {
    // Bit 1, temperature, passes; the others do not.
    let critical = |smart: &Smart| smart.critical_warning.is_some_and(|bits| bits & !2 != 0);
    health
        .after
        .as_ref()
        .or(health.before.as_ref())
        .is_some_and(|smart| smart.passed == Some(false) || critical(smart))
}
