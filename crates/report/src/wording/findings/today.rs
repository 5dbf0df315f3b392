//! What tests of today's drives show: TRIM under load, waking up, work
//! in the background, data per watt.

use super::Words;
use crate::wording::label;
use crate::wording::numbers::{duration, percent, speed, whole_time};
use fourcorners_findings::judges::background::Background;
use fourcorners_findings::judges::efficiency::Efficiency;
use fourcorners_findings::judges::trim_under_load::{Slowed, TrimUnderLoad};
use fourcorners_findings::judges::wake_up::WakeUp;

pub fn trim_under_load(says: &TrimUnderLoad) -> Words {
    let of = |what: &str, slowed: Option<Slowed>| match slowed {
        None => format!("{what} no longer"),
        Some(Slowed { alone, with_trim }) => format!(
            "{what} {:.1} times as long ({} to {})",
            with_trim.value / alone.value,
            duration(alone.value),
            duration(with_trim.value)
        ),
    };
    let [reads, writes] = [of("reads take", says.reads), of("writes", says.writes)];
    Words::text(format!(
        "when {} % of I/Os are TRIM commands, {reads}, {writes}",
        says.percent
    ))
}

pub fn wake_up(WakeUp { awake, asleep }: &WakeUp) -> Words {
    Words::text(format!(
        "a random read takes {} after {} of idle time, {} times as long as one every {} ({})",
        duration(asleep.mean_us.value),
        whole_time(asleep.every_us),
        times(asleep.mean_us.value / awake.mean_us.value),
        whole_time(awake.every_us),
        duration(awake.mean_us.value)
    ))
}

/// `1.2`, `177`.
fn times(times: f64) -> String {
    match times {
        few if few < 9.95 => format!("{few:.1}"),
        many => format!("{many:.0}"),
    }
}

pub fn background(Background { one_us, two_us }: &Background) -> Words {
    let [one, two] = [*one_us, *two_us].map(duration);
    Words::text(format!(
        "still moves data when random reads begin: {one} at QD1, then {two} at QD2"
    ))
}

pub fn efficiency(says: &Efficiency) -> Words {
    Words::text(format!(
        "moves {} less data per watt than the most efficient drive here ({}: {} vs {} MB/s/W)",
        percent((1.0 - says.share()) * 100.0),
        label::text(&says.work),
        speed(says.own.value),
        speed(says.best.value)
    ))
}
