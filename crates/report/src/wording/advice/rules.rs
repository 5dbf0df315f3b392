//! How recommendations are decided: a word or two, and a sentence.

use crate::rule::Rule;
use fourcorners_findings::advice::alone::Alone;
use fourcorners_findings::advice::uses::Ranking;
use fourcorners_findings::advice::{Advice, Says};
use fourcorners_findings::names::PassState;

/// The rule behind a recommendation.
pub fn rule(advice: &Advice) -> Rule {
    match &advice.says {
        Says::Alone(Alone::AfterTorture {
            state: PassState::Trimmed,
            ..
        }) => ALONE_WITH_TRIM,
        Says::Alone(Alone::AfterTorture { .. }) => ALONE_WITHOUT_TRIM,
        Says::Alone(Alone::KindsOfData(_)) => ALONE_DATA,
        Says::Alone(Alone::HeavyWriting(_)) => ALONE_HEAVY,
        Says::Between(between) => match between.ranking {
            Ranking::TrimmedWrites => WITH_TRIM,
            Ranking::TorturedWrites => WITHOUT_TRIM,
            Ranking::IncompressibleWrites => INCOMPRESSIBLE,
            Ranking::CompressibleWrites => COMPRESSIBLE,
            Ranking::LightUse2010 => LIGHT_2010,
            Ranking::LightUse2011 => LIGHT_2011,
            Ranking::RandomReads => READING,
            Ranking::MedianSecond => HEAVY,
            Ranking::FirstPercentile => FIRST_PERCENTILE,
            Ranking::PricePerGib => PRICE,
        },
        Says::LeftOut(_) => LEFT_OUT,
    }
}

const ALONE_WITH_TRIM: Rule = Rule {
    name: "with TRIM",
    says: "Recommended if TRIM restores 95 % of the clean HD Tach write pass, not recommended \
           below 75 %. If several kinds of data were written, the slowest counts. Not judged if \
           the difference is within run-to-run noise, if passes take less than 10 s or disagree, \
           or if only repeating data was written to a drive that compresses it",
};
const ALONE_WITHOUT_TRIM: Rule = Rule {
    name: "without TRIM",
    says: "Recommended if the tortured drive keeps 75 % of the clean HD Tach write pass, not \
           recommended below 50 %. If several kinds of data were written, the slowest counts. Not \
           judged if the difference is within run-to-run noise, if passes take less than 10 s or \
           disagree, or if only repeating data was written to a drive that compresses it",
};
const ALONE_DATA: Rule = Rule {
    name: "data",
    says: "Recommended for any data if the worst kind of data is less than 10 % slower than the \
           best, in the test where they differ most; otherwise for compressible data. Not judged \
           if the difference is within run-to-run noise",
};
const ALONE_HEAVY: Rule = Rule {
    name: "heavy writing",
    says: "Recommended if the worst second is at least 80 % of the mean at the end of a \
           consistency run, not recommended below 40 %",
};
const WITH_TRIM: Rule = Rule {
    name: "with TRIM",
    says: "Highest mean of the HD Tach write pass after torture and TRIM. If several kinds of data \
           were written, the slowest counts. Not ranked if passes take less than 10 s or disagree, \
           or if only repeating data was written to a drive that compresses it. Less than 5 % \
           behind, or a difference within run-to-run noise, is a tie",
};
const WITHOUT_TRIM: Rule = Rule {
    name: "without TRIM",
    says: "Highest mean of the HD Tach write pass of the tortured drive. If several kinds of data \
           were written, the slowest counts. Dips are reported but do not affect the ranking. A \
           leading drive is not ranked if, relative to capacity, torture wrote more than 1.5 \
           times as much to a drive behind it. Not ranked if passes take less than 10 s or \
           disagree, or if only repeating data was written to a drive that compresses it. Less \
           than 5 % behind, or a difference within run-to-run noise, is a tie",
};
const INCOMPRESSIBLE: Rule = Rule {
    name: "random data",
    says: "Highest geometric mean of 4 KiB random writes (QD3) and 128 KiB sequential writes of \
           random data to a fresh drive. Less than 5 % behind, or a difference within run-to-run \
           noise, is a tie",
};
const COMPRESSIBLE: Rule = Rule {
    name: "repeating data",
    says: "The same with repeating data, which compresses further than any real data: an upper \
           limit. Less than 5 % behind, or a difference within run-to-run noise, is a tie",
};
const LIGHT_2010: Rule = Rule {
    name: "light use",
    says: "Highest IOPS in the complete light trace of Storage Bench 2010. Less than 5 % behind, \
           or a difference within run-to-run noise, is a tie",
};
const LIGHT_2011: Rule = Rule {
    name: "light use 2011",
    says: "Highest average data rate in the complete light trace of Storage Bench 2011. Less \
           than 5 % behind, or a difference within run-to-run noise, is a tie",
};
const READING: Rule = Rule {
    name: "reading",
    says: "Highest rate of 4 KiB random reads at QD3. Less than 5 % behind, or a difference \
           within run-to-run noise, is a tie",
};
const HEAVY: Rule = Rule {
    name: "heavy writing",
    says: "Highest median second at the end of a consistency run over all LBAs, from 1400 s on, or \
           in steady state by SNIA's rule. Drives with stalls rank below all others. Less than 5 % \
           behind, or a difference within run-to-run noise, is a tie",
};
const FIRST_PERCENTILE: Rule = Rule {
    name: "slow seconds",
    says: "Highest 1st percentile of IOPS at the end of the run: 99 of 100 seconds are faster. It \
           counts writes per second, not the latency of a single write. Less than 5 % behind is a \
           tie",
};
const PRICE: Rule = Rule {
    name: "price",
    says: "Lowest price per usable GiB in US dollars, as printed when the drive was new. Less \
           than 5 % more is a tie",
};
const LEFT_OUT: Rule = Rule {
    name: "not covered",
    says: "Uses that no drive on the page was tested for, with the tests and suites that cover \
           them. RAM is an upper limit and never recommended",
};
