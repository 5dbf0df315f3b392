//! The uses for which drives are recommended: one list, in the order in which they are read.

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
    /// IOPS of the end of a consistency run.
    LateRandomWrites,
    /// IOPS of its worst second.
    WorstSecond,
    /// US dollars of a usable GiB.
    PricePerGib,
}

/// How a use is judged.
pub struct Judged {
    pub of: Use,
    /// Whether it is asked of a drive alone.
    pub alone: bool,
    /// What it is decided by between several drives, if it is asked there.
    pub ranking: Option<Ranking>,
    pub tests: &'static [&'static str],
    /// Suites that have all of these tests, as the use needs them.
    pub suites: &'static [&'static str],
}

const fn alone(of: Use, tests: &'static [&'static str], suites: &'static [&'static str]) -> Judged {
    Judged {
        of,
        alone: true,
        ranking: None,
        tests,
        suites,
    }
}

const fn ranked(
    of: Use,
    ranking: Ranking,
    tests: &'static [&'static str],
    suites: &'static [&'static str],
) -> Judged {
    Judged {
        of,
        alone: false,
        ranking: Some(ranking),
        tests,
        suites,
    }
}

const WRITES: &[&str] = &["random-write-4k-qd3", "sequential-write-128k"];

/// A drive alone is judged by shares of its clean pass, so it needs one. The price is no test's.
pub const USES: [Judged; 13] = [
    alone(
        Use::WithTrim,
        &["hd-tach", "torture", "trim"],
        &["four-corners", "anandtech-2011"],
    ),
    alone(
        Use::WithoutTrim,
        &["hd-tach", "torture"],
        &["four-corners", "anandtech-2011"],
    ),
    ranked(
        Use::WithTrim,
        Ranking::TrimmedWrites,
        &["torture", "trim"],
        &["four-corners", "anandtech-2010", "anandtech-2011"],
    ),
    ranked(
        Use::WithoutTrim,
        Ranking::TorturedWrites,
        &["torture"],
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
        &["storage-bench-2010-light"],
        &["anandtech-2010"],
    ),
    ranked(
        Use::LightWriting,
        Ranking::LightUse2011,
        &["storage-bench-2011-light"],
        &["anandtech-2011"],
    ),
    ranked(
        Use::Reading,
        Ranking::RandomReads,
        &["random-read-4k-qd3"],
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
            Ranking::LateRandomWrites,
            &["consistency"],
            &["four-corners", "anandtech-2013"],
        )
    },
    ranked(
        Use::NoSlowSecond,
        Ranking::WorstSecond,
        &["consistency"],
        &["four-corners", "anandtech-2013"],
    ),
    ranked(Use::Price, Ranking::PricePerGib, &[], &[]),
];

#[cfg(test)]
mod tests {
    use super::USES;
    use std::path::Path;

    /// A suite's tests may change; readers are sent there.
    #[test]
    fn suites_that_are_named_have_the_tests() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites");
        for judged in &USES {
            for suite in judged.suites {
                let file = folder.join(format!("{suite}.toml"));
                let text = std::fs::read_to_string(&file).expect("a suite");
                for test in judged.tests {
                    assert!(
                        text.contains(&format!("id = \"{test}\"")),
                        "{suite} lacks {test}, of {:?}",
                        judged.of
                    );
                }
            }
        }
    }
}
