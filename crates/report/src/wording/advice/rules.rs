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
    says: "a drive of which TRIM brings back 95 % of the clean HD Tach write pass suits; one \
           below 75 % does not; of several kinds of data the one that is slowest then counts; \
           what repeated runs do not tell apart is not judged, nor passes of less than 10 s, \
           passes that disagree, or passes of repeating data alone of a drive that is found to \
           compress it",
};
const ALONE_WITHOUT_TRIM: Rule = Rule {
    name: "without TRIM",
    says: "a drive that keeps 75 % of the clean HD Tach write pass when tortured suits; one that \
           keeps less than 50 % does not; of several kinds of data the one that is slowest then \
           counts; what repeated runs do not tell apart is not judged, nor passes of less than \
           10 s, passes that disagree, or passes of repeating data alone of a drive that is \
           found to compress it",
};
const ALONE_DATA: Rule = Rule {
    name: "data",
    says: "a drive that is less than 10 % slower with the worst kind of data than with the best, \
           in the test in which they differ most, suits any; else it suits data that compresses; \
           what repeated runs do not tell apart is not judged",
};
const ALONE_HEAVY: Rule = Rule {
    name: "heavy writing",
    says: "a drive whose worst second is 80 % of the mean at the end of a run of random writes \
           suits; one below 40 % does not",
};
const WITH_TRIM: Rule = Rule {
    name: "with TRIM",
    says: "the highest mean of the HD Tach write pass after torture and TRIM of everything; of a \
           drive whose passes wrote several kinds of data, that of the slowest. A drive is not \
           ranked by passes of less than 10 s, by passes that disagree, or by passes of \
           repeating data alone that the page shows it to compress; what is less than 5 % \
           behind, or is not told apart by repeated runs, is level",
};
const WITHOUT_TRIM: Rule = Rule {
    name: "without TRIM",
    says: "the highest mean of the HD Tach write pass of the tortured drive, not the highest \
           peak; of a drive whose passes wrote several kinds of data, that of the slowest. \
           Stalls of that pass and of random writes are told, and rank nothing. A drive that \
           would be ahead of one of which torture wrote 1.5 times as large a share is not ranked, \
           nor one by passes of less than 10 s, by passes that disagree, or by passes of \
           repeating data alone that the page shows it to compress; what is less than 5 % \
           behind, or is not told apart by repeated runs, is level",
};
const INCOMPRESSIBLE: Rule = Rule {
    name: "random data",
    says: "the highest geometric mean of 4 KiB random writes (QD3) and 128 KiB sequential writes \
           of random data to a new drive; what is less than 5 % behind, or is not told apart by \
           repeated runs, is level",
};
const COMPRESSIBLE: Rule = Rule {
    name: "repeating data",
    says: "the same of repeating data, which compresses further than any user's: the upper end \
           of what a drive that compresses can reach; what is less than 5 % behind, or is not \
           told apart by repeated runs, is level",
};
const LIGHT_2010: Rule = Rule {
    name: "light use",
    says: "the highest IOPS in the trace of light use of 2010, all of it; what is less than 5 % \
           behind, or is not told apart by repeated runs, is level",
};
const LIGHT_2011: Rule = Rule {
    name: "light use 2011",
    says: "the highest data rate in the trace of light use of 2011, all of it; what is less than \
           5 % behind, or is not told apart by repeated runs, is level",
};
const READING: Rule = Rule {
    name: "reading",
    says: "the highest rate of 4 KiB random reads, three at a time; what is less than 5 % \
           behind, or is not told apart by repeated runs, is level",
};
const HEAVY: Rule = Rule {
    name: "heavy writing",
    says: "the most random writes in the median second of the run's end, over all LBAs, from \
           second 1400 on or in SNIA's steady state; drives with stalls rank below all others. \
           What is less than 5 % behind, or is not told apart by repeated runs, is level",
};
const FIRST_PERCENTILE: Rule = Rule {
    name: "slow seconds",
    says: "the most random writes in the second at the 1st percentile of the run's end: 99 of \
           100 seconds have more. How long single writes waited does not count. Of repeated \
           runs the one that is shown. Drives whose end is not judged are not ranked; what is \
           less than 5 % behind is level",
};
const PRICE: Rule = Rule {
    name: "price",
    says: "the lowest price of a usable GiB, in US dollars as printed when the drive was new, in \
           whichever year; what is less than 5 % dearer is level",
};
const LEFT_OUT: Rule = Rule {
    name: "left out",
    says: "a use stands here, with the tests and suites that ask it, where no drive of the page \
           was run through them; memory is shown as the upper end of the charts, and never \
           recommended",
};
