//! Spread between samples and runs, and changes by firmware, against worked examples and against
//! simulated draws.

use fourcorners_block::{Generator, Seed};
use fourcorners_findings::qualify::change::{Welch, holm};
use fourcorners_findings::qualify::one_way::Moments;
use fourcorners_findings::qualify::{Both, ChangeVerdict, Deviation, OneWay, Spread, changes};

fn is_near(value: f64, expected: f64, within: f64) {
    assert!(
        (value - expected).abs() <= within,
        "{value}, not {expected}"
    );
}

fn deviations(of: &OneWay) -> (Deviation, Deviation, f64) {
    match of.spread {
        Spread::DrivesAndRuns {
            drive_to_drive,
            run_to_run,
            p_alike,
        } => (drive_to_drive, run_to_run, p_alike),
        other => panic!("{other:?}"),
    }
}

fn components(of: &OneWay) -> (f64, f64, f64) {
    let (drives, runs, p) = deviations(of);
    (drives.value, runs.value, p)
}

/// Strength of fabric from four looms, drawn at random (Montgomery, Design and Analysis of
/// Experiments, random-effects example): mean squares 29.73 and 1.90, F 15.68, variance of looms
/// (29.73 - 1.90) / 4 = 6.96.
#[test]
fn balanced_components_match_the_example_of_the_looms() {
    let looms = [
        vec![98.0, 97.0, 99.0, 96.0],
        vec![91.0, 90.0, 93.0, 92.0],
        vec![96.0, 95.0, 97.0, 95.0],
        vec![95.0, 96.0, 99.0, 98.0],
    ];
    let all = OneWay::of(&looms).expect("runs");
    let (drives, runs, p) = components(&all);
    is_near(drives * drives, 6.96, 0.005);
    is_near(runs * runs, 1.90, 0.005);
    assert!(p < 0.001, "{p}");
    is_near(all.mean, 95.4375, 1e-9);
    let interval = all.interval.expect("an interval");
    // t(3) = 3.182, times the root of 29.73 / 16.
    is_near(
        interval.high - all.mean,
        3.182 * (29.73_f64 / 16.0).sqrt(),
        0.002,
    );
    is_near(all.mean - interval.low, interval.high - all.mean, 1e-9);
}

/// Machined diameters of five machines (NIST/SEMATECH e-Handbook, 3.2.3.1): sums of squares
/// 0.000137 and 0.000132, F = 4.86, above 2.87, the 5 % point of 4 and 20 degrees of freedom.
#[test]
fn analysis_matches_the_nist_example_of_five_machines() {
    let machines = [
        vec![0.125, 0.127, 0.125, 0.126, 0.128],
        vec![0.118, 0.122, 0.120, 0.124, 0.119],
        vec![0.123, 0.125, 0.125, 0.124, 0.126],
        vec![0.126, 0.128, 0.126, 0.127, 0.129],
        vec![0.118, 0.129, 0.127, 0.120, 0.121],
    ];
    let all = OneWay::of(&machines).expect("runs");
    let (drives, runs, p) = components(&all);
    is_near(runs * runs, 0.000_132 / 20.0, 0.000_000_1);
    is_near(
        drives * drives,
        (0.000_137 / 4.0 - 0.000_132 / 20.0) / 5.0,
        0.000_000_1,
    );
    assert!((0.001..0.05).contains(&p), "{p}");
}

/// Percentages of conceptions to six bulls, 2 to 9 samples each (Snedecor and Cochran, Statistical
/// Methods, random effects with unequal numbers): mean squares 664 and 248, n0 = 5.67.
#[test]
fn unbalanced_components_match_the_example_of_the_bulls() {
    let bulls = [
        vec![46.0, 31.0, 37.0, 62.0, 30.0],
        vec![70.0, 59.0],
        vec![52.0, 44.0, 57.0, 40.0, 67.0, 64.0, 70.0],
        vec![47.0, 21.0, 70.0, 46.0, 14.0],
        vec![42.0, 64.0, 50.0, 69.0, 77.0, 81.0, 87.0],
        vec![35.0, 68.0, 59.0, 38.0, 57.0, 76.0, 57.0, 29.0, 60.0],
    ];
    let all = OneWay::of(&bulls).expect("runs");
    let (drives, runs, _) = components(&all);
    is_near(runs * runs, 248.0, 0.5);
    is_near(drives * drives, (664.0 - 248.0) / 5.67, 0.5);
    assert_eq!((all.samples, all.runs), (6, 35));
}

#[test]
fn variance_between_alike_samples_is_never_negative() {
    // Means are equal and runs are not: the estimate by moments is below zero.
    let all = OneWay::of(&[vec![1.0, 3.0], vec![3.0, 1.0]]).expect("runs");
    let (drives, runs, p) = components(&all);
    assert_eq!((drives, p), (0.0, 1.0));
    is_near(runs, 2.0_f64.sqrt(), 1e-12);
}

/// Regression: equal runs differed by the rounding of their means, and the drives for sure.
#[test]
fn equal_runs_are_of_drives_that_are_alike() {
    let all = OneWay::of(&vec![vec![123.4; 2]; 3]).expect("runs");
    assert_eq!(components(&all), (0.0, 0.0, 1.0));
}

#[test]
fn few_samples_or_runs_say_what_they_cannot_tell() {
    let one = OneWay::of(&[vec![9.0, 11.0]]).expect("runs");
    assert_eq!((one.interval, one.mean), (None, 10.0));
    let Spread::Runs { run_to_run } = one.spread else {
        panic!("{one:?}")
    };
    is_near(run_to_run.value, 2.0_f64.sqrt(), 1e-12);
    let once_each = OneWay::of(&[vec![9.0], vec![], vec![11.0]]).expect("runs");
    let Spread::Together { total } = once_each.spread else {
        panic!("{once_each:?}")
    };
    is_near(total.value, 2.0_f64.sqrt(), 1e-12);
    assert!(once_each.interval.is_some());
    assert_eq!(
        OneWay::of(&[vec![1.0]]).expect("a run").spread,
        Spread::Unknown
    );
    assert_eq!(OneWay::of(&[vec![], vec![]]), None);
}

/// Standard normal numbers by the method of Box and Muller.
struct Normal(Generator);

impl Normal {
    fn next(&mut self) -> f64 {
        let mut uniform = || (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let (a, b) = (uniform(), uniform());
        (-2.0 * (1.0 - a).ln()).sqrt() * (std::f64::consts::TAU * b).cos()
    }

    /// Runs of samples, by their counts and standard deviations around a mean.
    fn samples(&mut self, counts: &[usize], mean: f64, drives: f64, runs: f64) -> Vec<Vec<f64>> {
        let sample = |count: &usize| {
            let own = mean + drives * self.next();
            (0..*count).map(|_| own + runs * self.next()).collect()
        };
        counts.iter().map(sample).collect()
    }
}

const DRAWS: usize = 2000;

/// Share of draws; within three standard errors of 95 % is 93.5 to 96.5 %.
fn covers(share: usize) -> bool {
    (0.935..0.965).contains(&(share as f64 / DRAWS as f64))
}

#[test]
fn interval_covers_the_true_mean_in_95_percent_of_draws() {
    for (counts, drives, runs) in [
        (&[3, 3, 3][..], 2.0, 1.0),
        (&[4, 4, 4, 4, 4], 2.0, 1.0),
        (&[1, 2, 5, 3], 3.0, 1.0),
        (&[1, 1, 1, 1, 1, 1], 1.0, 1.0),
    ] {
        let mut normal = Normal(Seed(25).child("qualify").generator());
        let covered = (0..DRAWS).filter(|_| {
            let all = OneWay::of(&normal.samples(counts, 100.0, drives, runs));
            let interval = all.and_then(|all| all.interval).expect("an interval");
            (interval.low..=interval.high).contains(&100.0)
        });
        let covered = covered.count();
        assert!(covers(covered), "{counts:?}: {covered}");
    }
}

/// The story: simulated samples with the same seeds had one longest latency, which differed by
/// seed, and with two other seeds all were called worse.
#[test]
fn samples_that_agree_better_than_their_runs_do_not_narrow_the_interval() {
    let alike = vec![vec![225.0, 1375.0]; 3];
    let other = vec![vec![1375.0, 1300.0]; 3];
    let all = OneWay::of(&alike).expect("runs");
    let (drives, runs, _) = components(&all);
    assert_eq!(drives, 0.0);
    let interval = all.interval.expect("an interval");
    let half = 4.303 * runs / 6.0_f64.sqrt();
    is_near(interval.high - interval.low, 2.0 * half, 1.0);
    let found = changes(&[Both {
        base: alike,
        new: other,
        pairs: Vec::new(),
        more_is_better: false,
    }]);
    let change = found[0].expect("a change");
    assert_eq!(change.verdict, ChangeVerdict::NoDifferenceShown);
    // Drives that are truly alike: the interval is wider than it has to be.
    let mut normal = Normal(Seed(29).child("qualify").generator());
    let covered = (0..DRAWS).filter(|_| {
        let all = OneWay::of(&normal.samples(&[4; 5], 100.0, 0.0, 1.0));
        let interval = all.and_then(|all| all.interval).expect("an interval");
        (interval.low..=interval.high).contains(&100.0)
    });
    assert!(covered.count() as f64 / DRAWS as f64 > 0.95);
}

/// The interval of drives is that of Tukey and Williams: at least as wide as it has to be.
#[test]
fn intervals_of_both_deviations_cover_the_truth() {
    for (counts, drives, runs) in [(&[3, 3, 3, 3, 3][..], 2.0, 1.0), (&[4, 4, 4], 1.0, 3.0)] {
        let mut normal = Normal(Seed(28).child("qualify").generator());
        let (mut of_drives, mut of_runs) = (0, 0);
        for _ in 0..DRAWS {
            let all = OneWay::of(&normal.samples(counts, 100.0, drives, runs)).expect("runs");
            let (drive, run, _) = deviations(&all);
            let holds = |of: Deviation, truth: f64| (of.low..=of.high).contains(&truth);
            of_drives += usize::from(holds(drive, drives));
            of_runs += usize::from(holds(run, runs));
            assert!(
                drive.low <= drive.value && drive.value <= drive.high,
                "{drive:?}"
            );
        }
        assert!(covers(of_runs), "{counts:?}: {of_runs}");
        assert!(
            (0.935..0.98).contains(&(of_drives as f64 / DRAWS as f64)),
            "{of_drives}"
        );
    }
}

/// The estimates of many draws lie around the truth: mean variances of drives and runs.
#[test]
fn components_of_unbalanced_draws_are_unbiased() {
    let mut normal = Normal(Seed(26).child("qualify").generator());
    let (mut drives, mut runs) = (0.0, 0.0);
    for _ in 0..DRAWS {
        let all = OneWay::of(&normal.samples(&[2, 6, 3, 4, 3, 5], 10.0, 4.0, 1.0));
        let (drive, run, _) = components(&all.expect("runs"));
        drives += drive * drive / DRAWS as f64;
        runs += run * run / DRAWS as f64;
    }
    is_near(drives, 16.0, 0.8);
    is_near(runs, 1.0, 0.03);
}

/// Miles per gallon of American and Japanese cars (NIST/SEMATECH e-Handbook, 7.3.1 and AUTO83B):
/// without equal variances t = -12.94627 with 136.87499 degrees of freedom.
#[test]
fn welch_matches_the_nist_example_of_cars() {
    let of = |count: f64, mean: f64, deviation: f64| Moments {
        count,
        mean,
        variance: deviation * deviation,
    };
    let japan = of(79.0, 30.48101, 6.10771);
    let america = of(249.0, 20.14458, 6.41470);
    let welch = Welch::of(japan, america).expect("samples");
    is_near(welch.degrees, 136.875, 0.01);
    let half = (welch.interval.high - welch.interval.low) / 2.0;
    // t(136.9) is 1.9775.
    is_near(-welch.difference / (half / 1.9775), 12.946, 0.005);
    assert!(welch.p < 1e-20, "{}", welch.p);
}

/// R: `p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")`.
#[test]
fn holm_matches_r() {
    for (own, printed) in holm(&[0.01, 0.04, 0.03, 0.005])
        .into_iter()
        .zip([0.03, 0.06, 0.06, 0.02])
    {
        is_near(own, printed, 1e-12);
    }
    assert_eq!(holm(&[]), [0.0; 0]);
    assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
}

fn both(base: &[f64], new: &[f64], more_is_better: bool) -> Both {
    Both {
        base: base.iter().map(|value| vec![*value]).collect(),
        new: new.iter().map(|value| vec![*value]).collect(),
        pairs: Vec::new(),
        more_is_better,
    }
}

#[test]
fn direction_decides_what_is_worse() {
    let (fast, slow) = ([100.0, 101.0, 99.0], [80.0, 81.0, 79.5]);
    let found = changes(&[
        both(&fast, &slow, true),
        both(&fast, &slow, false),
        both(&fast, &fast, true),
        both(&[100.0], &slow, true),
        both(&[], &slow, true),
    ]);
    let verdicts: Vec<_> = found.iter().map(|one| one.map(|one| one.verdict)).collect();
    let expected = [
        Some(ChangeVerdict::Worse),
        Some(ChangeVerdict::Better),
        Some(ChangeVerdict::NoDifferenceShown),
        Some(ChangeVerdict::TooFewSamples),
        None,
    ];
    assert_eq!(verdicts, expected);
    let change = found[0].expect("a change");
    is_near(change.percent.expect("a share"), -19.83, 0.01);
    let interval = change.interval_percent.expect("an interval");
    assert!(interval.low < -19.83 && interval.high > -19.83 && interval.high < -15.0);
}

/// Simulated drives repeat exactly, and sums of equal numbers differ in their last bits.
#[test]
fn rounding_is_no_difference() {
    let found = changes(&[
        both(&[0.1 + 0.2; 3], &[0.3; 2], true),
        both(&[0.3; 3], &[0.2; 2], true),
        both(&[0.0; 3], &[0.0; 2], true),
    ]);
    let verdicts: Vec<_> = found.iter().flatten().map(|one| one.verdict).collect();
    let none = ChangeVerdict::NoDifferenceShown;
    assert_eq!(verdicts, [none, ChangeVerdict::Worse, none]);
    assert_eq!(found[2].expect("a change").percent, None);
}

/// The story: a p99.9 latency of 225.0115 us in all samples, and of 225.023 us with other seeds,
/// was called worse.
#[test]
fn change_below_one_percent_is_none() {
    let found = changes(&[both(&[225.0115; 3], &[225.023; 3], false)]);
    let change = found[0].expect("a change");
    assert_eq!(change.verdict, ChangeVerdict::NoDifferenceShown);
    assert_eq!(change.p, Some(0.0));
}

/// Of 20 metrics that do not change, a report names one in at most 5 % of draws.
#[test]
fn many_metrics_without_a_change_rarely_show_one() {
    let mut normal = Normal(Seed(27).child("qualify").generator());
    let draws = 400;
    let wrong = (0..draws).filter(|_| {
        let mut sample = || normal.samples(&[1; 4], 50.0, 2.0, 0.0).concat();
        let metrics: Vec<Both> = (0..20).map(|_| both(&sample(), &sample(), true)).collect();
        let mut found = changes(&metrics).into_iter().flatten();
        found.any(|one| one.verdict != ChangeVerdict::NoDifferenceShown)
    });
    let wrong = wrong.count();
    assert!(wrong <= draws * 8 / 100, "{wrong} of {draws}");
}

/// The story: drives differed by 20 %, and new firmware made each of them 3 % slower. Welch's test
/// on drives that had been measured under both versions showed no difference.
///
/// The differences are those of Student's sleep data (1908): R's
/// `t.test(extra ~ group, data = sleep, paired = TRUE)` gives t = -4.0621, df = 9, p = 0.002833 and
/// the interval -2.4598858 to -0.7001142.
#[test]
fn drives_under_both_versions_are_compared_with_themselves() {
    let soporific = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
    let other = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    let pairs = |drives: usize| (0..drives).map(|place| [place, place]).collect();
    let paired = |base: &[f64], new: &[f64]| {
        let both = Both {
            pairs: pairs(base.len()),
            ..both(base, new, true)
        };
        changes(&[both])[0].expect("a change")
    };
    let change = paired(&soporific, &other);
    assert_eq!(change.pairs, 10);
    is_near(change.p.expect("a test"), 0.002_833, 1e-6);
    // The base's mean is 0.75.
    let interval = change.interval_percent.expect("an interval");
    is_near(interval.low, 0.700_114_2 / 0.75 * 100.0, 1e-4);
    is_near(interval.high, 2.459_885_8 / 0.75 * 100.0, 1e-4);
    let (old, new) = ([100.0, 110.0, 120.0], [97.0, 106.6, 116.5]);
    let welch = changes(&[both(&old, &new, true)])[0].expect("a change");
    assert_eq!(welch.verdict, ChangeVerdict::NoDifferenceShown);
    assert_eq!(paired(&old, &new).verdict, ChangeVerdict::Worse);
    // One pair is too few.
    let one = Both {
        pairs: pairs(1),
        ..both(&old, &new, true)
    };
    assert_eq!(changes(&[one])[0].expect("a change").pairs, 0);
}
