//! What a drive's own account of its health says against its figures, or against the drive.

use fourcorners_bench::health;
use fourcorners_bench::record::Run;
use fourcorners_block::Smart;
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Health {
    /// Seconds for which the drive slowed itself down because of heat.
    SlowedDown(u64),
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
    let slowed = more(change.throttled_s).map(Health::SlowedDown);
    let heat = slowed.or(more(change.too_warm_min).map(Health::TooWarm));
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
