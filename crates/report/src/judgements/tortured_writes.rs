//! The torture itself: how far random writes fall while a drive is tortured, and how long one may take then.

use super::seconds::evenness;
use super::{Judgement, Rule, of_drive, passes, seconds};
use crate::data::PageData;
use crate::results::time;
use crate::seconds::mean;
use crate::spread::{Difference, Spread};
use crate::words::count;

/// Seconds of the torture's beginning, and of its end.
const FIRST_S: usize = 10;
const LAST_S: usize = 300;

const RULE: Rule = Rule {
    name: "tortured random writes",
    says: "mean of the last 5 minutes of the torture (4 KiB random writes, QD32, all LBAs) against that of its first 10 s; a fall below 10 % is called none. The worst second of these minutes from 80 % of their mean on is steady, from 40 % on uneven, else with stalls. The longest write is that of the torture, and that of the probe behind it (QD3, one minute). Judged from 10 minutes on, where torture is; of repeated runs the one with the median mean",
};

/// The worst second of the torture's end, where it is a stall; `None` also where that is not known.
pub(crate) fn stalls(drive: usize, data: &PageData) -> Option<u64> {
    let torture = data.torture.iter().find(|one| one.drive == drive)?;
    let known = torture.iops.len();
    let is_whole = known >= 2 * LAST_S && known >= torture.duration_s as usize;
    let end = torture.iops.get(known.checked_sub(LAST_S)?..)?;
    let worst = *end.iter().flatten().min()?;
    (is_whole && evenness(mean(end)?, worst) == "with stalls").then_some(worst)
}

/// Of one drive.
pub(super) fn finding(drive: usize, data: &PageData) -> Option<Judgement> {
    let torture = data.torture.iter().find(|one| one.drive == drive)?;
    let evidence = of_drive("torture-iops", drive);
    let known = torture.iops.len();
    if known == 0 || passes::is_enough(data, drive).is_err() {
        return None;
    }
    if known < 2 * LAST_S {
        let text =
            format!("random writes when tortured: not judged, {known} s of them are too few");
        return Some(Judgement::not_judged(drive, text, evidence, RULE));
    }
    let end = &torture.iops[known - LAST_S..];
    let lost = |seconds: &[Option<u64>]| seconds.iter().filter(|second| second.is_none()).count();
    // What is missing may be the worst of them.
    if known < torture.duration_s as usize || lost(end) + lost(&torture.iops[..FIRST_S]) > 0 {
        let text =
            "random writes when tortured: not judged, some of the seconds that count are lost";
        return Some(Judgement::not_judged(drive, text, evidence, RULE));
    }
    let (first, last) = (mean(&torture.iops[..FIRST_S])?, mean(end)?);
    let worst = *end.iter().flatten().min()?;
    let single = |value: f64| Spread::new(value, value, value);
    let how = evenness(last, worst);
    let floor = match how {
        "with stalls" => format!("with stalls down to {} IOPS", count(worst as f64)),
        _ => format!("to {} IOPS", iops(last)),
    };
    let (fall, words) = match single(last).beside(&single(first)) {
        Difference::Lower => {
            let lost = match (1.0 - last / first) * 100.0 {
                lost if lost > 99.0 => "more than 99 %".into(),
                lost => format!("{lost:.0} %"),
            };
            (
                format!("random writes fall by {lost} when tortured"),
                format!("random writes fall by {lost} when tortured, {floor}"),
            )
        }
        Difference::Higher => (
            "random writes become faster while it is tortured".into(),
            "random writes become faster while it is tortured".into(),
        ),
        Difference::None | Difference::Noise => (
            "keeps its random write speed when tortured".to_string(),
            "keeps its random write speed when tortured".to_string(),
        ),
    };
    let text = format!(
        "{fall}: {} IOPS on average in the first {FIRST_S} s, {} in the last 5 minutes, {} in their worst second ({how}){}",
        iops(first),
        iops(last),
        count(worst as f64),
        longest(torture.longest_us, drive, data)
    );
    let found = Judgement::new(drive, text, evidence, RULE);
    // The end of a longer run says more.
    let is_told = matches!(seconds::end_of_run(data, drive), Some(Ok(_)));
    Some(if is_told {
        found
    } else {
        found.in_headline(words)
    })
}

/// A mean, which may be less than one a second.
fn iops(mean: f64) -> String {
    match mean {
        few if few > 0.0 && few < 10.0 => format!("{few:.1}"),
        _ => count(mean),
    }
}

/// `; longest write 1.06 s, and 134.5 ms afterwards`.
fn longest(longest_us: f64, drive: usize, data: &PageData) -> String {
    let entries = data.latencies.iter().flat_map(|chart| &chart.entries);
    let mut probes = entries.filter(|one| one.test == "torture" && one.drive == drive);
    let probe = probes.next().map_or(String::new(), |probe| {
        format!(", and {} afterwards", time(probe.max_us))
    });
    format!("; longest write {}{probe}", time(longest_us))
}
