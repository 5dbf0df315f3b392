//! How often a random job goes to which place: `random_distribution`.

use fourcorners_bench::uniform;
use fourcorners_block::Generator;

/// Shares in per cent: of the I/Os, and of the places that they go to.
pub(crate) type Zone = (u64, u64);

/// Which places come how often.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Spread {
    /// All alike.
    Even,
    /// A place's share falls with its rank to this power. Ranks are scattered, as with fio.
    Zipf(f64),
    /// One zone after the other from the part's beginning; both shares make 100.
    Zoned(Vec<Zone>),
}

const EXPECTED: &str = "expected random, zipf, zipf:THETA or zoned:IOS/ADDRESSES:.., as in \
                        zipf:1.1 or zoned:60/10:30/20:10/70";

impl Spread {
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.split_once(':').unwrap_or((text, "")) {
            ("random", "") => Ok(Self::Even),
            // fio's own default.
            ("zipf", "") => Ok(Self::Zipf(1.1)),
            ("zipf", theta) => match theta.parse() {
                Ok(theta) if (0.01..=5.0).contains(&theta) => Ok(Self::Zipf(theta)),
                _ => Err("theta must be 0.01 to 5, as in zipf:1.1".into()),
            },
            ("zoned", zones) if !zones.is_empty() => zoned(zones),
            _ => Err(EXPECTED.into()),
        }
    }

    /// One of so many places, at least one.
    pub fn draw(&self, places: u64, random: &mut Generator) -> u64 {
        match self {
            Self::Even => random.below(places),
            Self::Zipf(theta) => scattered(rank(*theta, places, random), places),
            Self::Zoned(zones) => {
                let mut drawn = random.below(100);
                let mut from = 0;
                for (ios, percent) in zones {
                    let at = |percent: u64| (u128::from(places) * u128::from(percent) / 100) as u64;
                    let (first, end) = (at(from), at(from + percent));
                    if drawn < *ios {
                        let first = first.min(places - 1);
                        return first + random.below(end.saturating_sub(first).max(1));
                    }
                    drawn -= ios;
                    from += percent;
                }
                random.below(places)
            }
        }
    }
}

/// `60/10:30/20:8/`: a last size that is missing is what is left.
fn zoned(text: &str) -> Result<Spread, String> {
    let mut zones: Vec<Zone> = Vec::new();
    let number = |text: &str| text.parse::<u64>().ok().filter(|percent| *percent <= 100);
    for zone in text.split(':') {
        let (ios, places) = zone.split_once('/').ok_or(EXPECTED)?;
        let taken: u64 = zones.iter().map(|(_, places)| places).sum();
        let left = 100_u64.saturating_sub(taken);
        let places = if places.is_empty() {
            Some(left)
        } else {
            number(places)
        };
        zones.push((number(ios).ok_or(EXPECTED)?, places.ok_or(EXPECTED)?));
    }
    let sums = zones
        .iter()
        .fold((0, 0), |sum, zone| (sum.0 + zone.0, sum.1 + zone.1));
    match sums {
        (100, 100) => Ok(Spread::Zoned(zones)),
        (ios, places) => Err(format!(
            "its shares add up to {ios} % of the I/Os and {places} % of the addresses, not 100"
        )),
    }
}

/// A rank from 0, by rejection-inversion (Hoermann and Derflinger, 1996).
fn rank(theta: f64, places: u64, random: &mut Generator) -> u64 {
    let is_one = (theta - 1.0).abs() < 1e-9;
    let share = |x: f64| x.powf(-theta);
    let sum = |x: f64| match is_one {
        true => x.ln(),
        false => (x.powf(1.0 - theta) - 1.0) / (1.0 - theta),
    };
    let place_of = |sum: f64| match is_one {
        true => sum.exp(),
        false => (1.0 + sum * (1.0 - theta)).powf(1.0 / (1.0 - theta)),
    };
    let (low, high) = (sum(1.5) - 1.0, sum(places as f64 + 0.5));
    let sure = 2.0 - place_of(sum(2.5) - share(2.0));
    loop {
        let drawn = high + uniform(random) * (low - high);
        let x = place_of(drawn);
        let rank = (x + 0.5).floor().clamp(1.0, places as f64);
        if rank - x <= sure || drawn >= sum(rank + 0.5) - share(rank) {
            return (rank as u64 - 1).min(places - 1);
        }
    }
}

/// Neighbors in rank lie far apart; each rank has its own place.
fn scattered(rank: u64, places: u64) -> u64 {
    let golden = (places as f64 * 0.618_033_988_749_895) as u64;
    let coprime = |step: &u64| common(*step, places) == 1;
    let step = (golden.max(1)..).find(coprime).unwrap_or(1);
    (u128::from(rank) * u128::from(step) % u128::from(places)) as u64
}

/// The greatest common divisor.
fn common(one: u64, two: u64) -> u64 {
    match two {
        0 => one,
        _ => common(two, one % two),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::Seed;

    fn drawn(text: &str, places: u64) -> Vec<u64> {
        let spread = Spread::parse(text).expect(text);
        let mut random = Seed(7).generator();
        let mut counts = vec![0; places as usize];
        for _ in 0..100_000 {
            counts[spread.draw(places, &mut random) as usize] += 1;
        }
        counts
    }

    #[test]
    fn zipf_shares_fall_with_the_rank() {
        for (text, theta) in [
            ("zipf", 1.1),
            ("zipf:0.5", 0.5),
            ("zipf:1", 1.0),
            ("zipf:1.8", 1.8),
        ] {
            let counts = drawn(text, 1000);
            let shares: f64 = (1..=1000).map(|rank| f64::from(rank).powf(-theta)).sum();
            for rank in [1_u64, 2, 3, 10] {
                let expected = (rank as f64).powf(-theta) / shares * 100_000.0;
                let place = scattered(rank - 1, 1000) as usize;
                let found = counts[place] as f64;
                let error = 5.0 * expected.sqrt() + 1.0;
                assert!(
                    (found - expected).abs() < error,
                    "{text} {rank}: {found} {expected}"
                );
            }
        }
    }

    #[test]
    fn every_rank_has_its_own_place() {
        for places in [1, 2, 7, 100, 4096] {
            let mut all: Vec<u64> = (0..places).map(|rank| scattered(rank, places)).collect();
            all.sort_unstable();
            assert_eq!(all, (0..places).collect::<Vec<_>>());
        }
    }

    #[test]
    fn zones_have_their_shares() {
        for text in ["zoned:50/5:30/15:20/80", "zoned:50/5:30/15:20/"] {
            let counts = drawn(text, 1000);
            let share = |from: usize, to: usize| counts[from..to].iter().sum::<u64>() / 1000;
            assert!((49..=51).contains(&share(0, 50)), "{}", share(0, 50));
            assert!((29..=31).contains(&share(50, 200)));
            assert!((19..=21).contains(&share(200, 1000)));
        }
    }

    #[test]
    fn other_distributions_are_refused() {
        for text in [
            "pareto:0.9",
            "normal:50",
            "zipf:abc",
            "zipf:9",
            "zoned:50/50",
            "zoned_abs:1/2",
        ] {
            assert!(Spread::parse(text).is_err(), "{text}");
        }
    }
}
