//! The uses for which drives are recommended: one list, in the order in which they are read.

use crate::pages::Pages;
use fourcorners_bench::Role;
use serde::Serialize;

/// A kind of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Use {
    WithTrim,
    WithoutTrim,
    KindsOfData,
    IncompressibleData,
    CompressibleData,
    LightWriting,
    Reading,
    HeavyWriting,
    NoSlowSecond,
    Price,
}

/// What drives are ranked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ranking {
    /// MB/s of the write pass after torture and TRIM.
    TrimmedWrites,
    /// MB/s of the write pass after torture.
    TorturedWrites,
    /// Geometric mean of random and sequential writes of random data, in MB/s.
    IncompressibleWrites,
    /// The same of repeating data.
    CompressibleWrites,
    /// IOPS in the trace of light use of 2010.
    LightUse2010,
    /// MB/s in the trace of light use of 2011.
    LightUse2011,
    /// MB/s of 4 KiB random reads, three at a time.
    RandomReads,
    /// IOPS of the median second at the end of a consistency run.
    MedianSecond,
    /// IOPS of the second at the 1st percentile there.
    FirstPercentile,
    /// US dollars of a usable GiB.
    PricePerGib,
}

impl Ranking {
    /// Whether drives with stalls rank below all without: a median hides those of some seconds.
    pub fn puts_stalls_last(self) -> bool {
        matches!(self, Self::MedianSecond)
    }
}

/// How a use is judged.
pub struct Judged {
    pub of: Use,
    /// Whether it is asked of a drive alone.
    pub alone: bool,
    /// What it is decided by between several drives, if it is asked there.
    pub ranking: Option<Ranking>,
    /// What the phases are that it is judged by.
    pub needs: &'static [Role],
    /// Suites that have all of these tests, as the use needs them.
    pub suites: &'static [&'static str],
}

impl Judged {
    /// The tests that measure it.
    pub fn tests<'a>(&self, pages: &'a Pages) -> impl Iterator<Item = &'a str> {
        let places = self.needs.iter().filter_map(|role| pages.with(*role));
        places.map(|place| place.test)
    }
}

const fn alone(of: Use, needs: &'static [Role], suites: &'static [&'static str]) -> Judged {
    Judged {
        of,
        alone: true,
        ranking: None,
        needs,
        suites,
    }
}

const fn ranked(
    of: Use,
    ranking: Ranking,
    needs: &'static [Role],
    suites: &'static [&'static str],
) -> Judged {
    Judged {
        of,
        alone: false,
        ranking: Some(ranking),
        needs,
        suites,
    }
}

const WRITES: &[Role] = &[Role::RandomWrites, Role::SequentialWrites];

/// A drive alone is judged by shares of its clean pass, so it needs one. The price is no test's.
pub const USES: [Judged; 13] = [
    alone(
        Use::WithTrim,
        &[Role::CleanPass, Role::TorturedPass, Role::TrimmedPass],
        &["four-corners", "anandtech-2010", "anandtech-2011"],
    ),
    alone(
        Use::WithoutTrim,
        &[Role::CleanPass, Role::TorturedPass],
        &["four-corners", "anandtech-2010", "anandtech-2011"],
    ),
    ranked(
        Use::WithTrim,
        Ranking::TrimmedWrites,
        &[Role::TorturedPass, Role::TrimmedPass],
        &["four-corners", "anandtech-2010", "anandtech-2011"],
    ),
    ranked(
        Use::WithoutTrim,
        Ranking::TorturedWrites,
        &[Role::TorturedPass],
        &["four-corners", "anandtech-2010", "anandtech-2011"],
    ),
    alone(Use::KindsOfData, WRITES, &["anandtech-2010"]),
    ranked(
        Use::IncompressibleData,
        Ranking::IncompressibleWrites,
        WRITES,
        &["four-corners", "anandtech-2010", "anandtech-2011"],
    ),
    ranked(
        Use::CompressibleData,
        Ranking::CompressibleWrites,
        WRITES,
        &["anandtech-2010"],
    ),
    ranked(
        Use::LightWriting,
        Ranking::LightUse2010,
        &[Role::LightUse2010],
        &["anandtech-2010"],
    ),
    ranked(
        Use::LightWriting,
        Ranking::LightUse2011,
        &[Role::LightUse2011],
        &["anandtech-2011"],
    ),
    ranked(
        Use::Reading,
        Ranking::RandomReads,
        &[Role::RandomReads],
        &[
            "four-corners",
            "anandtech-2009",
            "anandtech-2010",
            "anandtech-2011",
        ],
    ),
    Judged {
        alone: true,
        ..ranked(
            Use::HeavyWriting,
            Ranking::MedianSecond,
            &[Role::Consistency],
            &["four-corners", "anandtech-2013"],
        )
    },
    ranked(
        Use::NoSlowSecond,
        Ranking::FirstPercentile,
        &[Role::Consistency],
        &["four-corners", "anandtech-2013"],
    ),
    ranked(Use::Price, Ranking::PricePerGib, &[], &[]),
];

#[cfg(test)]
mod tests {
    use super::USES;
    use crate::pages::Pages;

    /// A suite's tests may change; readers are sent there.
    #[test]
    fn suites_that_are_named_have_the_tests() {
        let library = fourcorners_bench::shipped().expect("suites");
        for judged in &USES {
            let pages = Pages::default();
            assert_eq!(judged.tests(&pages).count(), judged.needs.len());
            for suite in judged.suites {
                let tests = &library.suites[*suite].tests;
                for test in judged.tests(&pages) {
                    let is_its = tests.iter().any(|of_suite| of_suite.id == test);
                    assert!(is_its, "{suite} lacks {test}, of {:?}", judged.of);
                }
            }
        }
    }
}
