//! The torture itself: how far random writes fall while a drive is tortured, and how long one may take then.

use super::seconds::{evenness, has_stalls, how_even};
use super::{Judgement, Rule, of_drive, passes, seconds};
use crate::data::{PageData, Torture};
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
    if known < 2 * LAST_S || !is_whole(torture) {
        return None;
    }
    let (last, worst) = end(torture)?;
    has_stalls(last, worst).then_some(worst)
}

/// Whether its last seconds are known.
fn is_whole(torture: &Torture) -> bool {
    torture.iops.len() >= torture.duration_s as usize
}

/// Mean and worst second of its last minutes.
fn end(torture: &Torture) -> Option<(f64, u64)> {
    let end = &torture.iops[torture.iops.len().checked_sub(LAST_S)?..];
    Some((mean(end)?, *end.iter().flatten().min()?))
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
    let (beginning, last_minutes) = (&torture.iops[..FIRST_S], &torture.iops[known - LAST_S..]);
    let mut counting = beginning.iter().chain(last_minutes);
    // What is missing may be the worst of them.
    if !is_whole(torture) || counting.any(Option::is_none) {
        let text =
            "random writes when tortured: not judged, some of the seconds that count are lost";
        return Some(Judgement::not_judged(drive, text, evidence, RULE));
    }
    let first = mean(beginning)?;
    let (last, worst) = end(torture)?;
    let how = evenness(last, worst);
    let floor = match has_stalls(last, worst) {
        true => format!("{} IOPS", how_even(last, worst)),
        false => format!("to {} IOPS", iops(last)),
    };
    let (fall, words) = match Spread::single(last).beside(&Spread::single(first)) {
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
