//! How findings are decided: a word or two, and a sentence.

use crate::rule::Rule;
use fourcorners_findings::judges::Says;
use fourcorners_findings::judges::seconds::Evenness;
use fourcorners_findings::judges::torture::Torture;

/// The rule behind a finding.
pub fn rule(says: &Says) -> Rule {
    match says {
        Says::Torture(Torture::Unfit(_) | Torture::Loss(_)) => LOSS,
        Says::Torture(Torture::WithoutClean { .. }) => WITHOUT_CLEAN,
        Says::Torture(Torture::Trim { .. } | Torture::TakesNoTrim) => TRIM,
        Says::Recovery(_) => RECOVERY,
        Says::Rest(_) => REST,
        Says::TorturedWrites(_) => TORTURED_WRITES,
        Says::Evenness(Evenness::NoEnd(_)) => ENOUGH,
        Says::Evenness(Evenness::Of { .. }) => EVENNESS,
        Says::SpareArea(_) => SPARE_AREA,
        Says::Data(_) => DATA,
        Says::Alignment(_) => ALIGNMENT,
        Says::Used(_) => USED,
        Says::UsedInTraces(_) => USED_IN_TRACES,
        Says::SteadyState(_) => STEADY_STATE,
        Says::Amplification(_) => AMPLIFICATION,
        Says::Length(_) => LENGTH,
        Says::Starting(_) => STARTING,
        Says::FullDrive(_) => FULL_DRIVE,
    }
}

const WITHOUT_CLEAN: Rule = Rule {
    name: "after torture",
    says: "means of the HD Tach write passes; without a clean pass, what was lost is not judged. \
           Passes of repeating data are named so: a controller that compresses shrinks it",
};
const LOSS: Rule = Rule {
    name: "torture",
    says: "mean of the tortured HD Tach write pass against the clean one; a loss below 10 % is \
           called none, one that repeated runs do not tell apart noise. All LBAs have to be \
           tortured, for 20 minutes or until as much was written as the drive holds, and each \
           pass has to last 10 s; else nothing is said, nor where the drive is slower after TRIM \
           than before it. A second below 40 % of the mean is told. Twenty minutes go over less \
           of a large or slow drive than of others: over how much is told. Passes of repeating \
           data are named so: a controller that compresses shrinks it. Where several kinds of \
           data were written, the one whose tortured pass is the slowest is judged, and the \
           others are told",
};
const TRIM: Rule = Rule {
    name: "TRIM",
    says: "mean of the HD Tach write pass after TRIM: from 95 % of the clean one on it is called \
           back; else what it gained is told as a share of what torture took. A gain below 10 % \
           of that, or of the tortured pass, is called none; what repeated runs do not tell \
           apart from the tortured pass or from the clean one, noise",
};
const RECOVERY: Rule = Rule {
    name: "recovery",
    says: "sequential write passes over the whole tortured drive, one after the other, until the \
           mean of one is 90 % of that of the clean pass of the same test, three in a row are \
           within 2 % of one another, or there were 10; of several kinds of data the one that \
           takes most. A torture of less than 20 minutes is \
           not judged, nor are passes of less than 10 s",
};
const REST: Rule = Rule {
    name: "rest",
    says: "mean of the HD Tach write pass after a rest of three hours against the one at once; a \
           difference below 10 % is called none, one that repeated runs do not tell apart noise. \
           What was lost is told by a pass without that, clean or trimmed: where that is no 10 % \
           faster, or there is none, nothing is said of a rest that changed nothing; else the \
           gain is a share of the loss. A shorter rest is not judged, nor a pass of less than 10 \
           s",
};
const TORTURED_WRITES: Rule = Rule {
    name: "tortured random writes",
    says: "mean of the last 5 minutes of the torture (4 KiB random writes, QD32, all LBAs) \
           against that of its first 10 s; a fall below 10 % is called none. The worst second of \
           these minutes from 80 % of their mean on is consistent, from 40 % on uneven, else \
           with stalls. The longest write is that of the torture, and that of the probe behind \
           it (QD3, one minute). Judged from 10 minutes on, where torture is; of repeated runs \
           the one with the median mean",
};
const EVENNESS: Rule = Rule {
    name: "evenness",
    says: "worst second against the mean of the run's end: from 80 % on consistent, from 40 % on \
           uneven, else with stalls; a second below 40 % of the mean is slow",
};
const ENOUGH: Rule = Rule {
    name: "enough seconds",
    says: "the end of a run is judged if it lasts a minute at least. It begins at the same \
           second for all drives of the page: 1400, as in the reviews, or, if no run lasts so \
           long, after seven tenths of the longest, and then a run has to be in SNIA's steady \
           state. A run that was over before that second is not judged",
};
const SPARE_AREA: Rule = Rule {
    name: "spare area",
    says: "median second of the run's end with each spare area against the default; a \
           difference below 10 % is called none, one that repeated runs do not tell apart \
           noise. If a drive is slower with more spare area, the run was too short to judge. \
           What stalls are is said under evenness",
};
const DATA: Rule = Rule {
    name: "data",
    says: "the best against the worst of the kinds of data that were written, in the test in \
           which they differ most; a difference below 10 % is called none, one that repeated \
           runs do not tell apart noise. Tests of less than a minute are not judged",
};
const ALIGNMENT: Rule = Rule {
    name: "alignment",
    says: "I/Os aligned to sectors against those aligned to their own size, in the test that \
           loses most; a loss below 10 % is called none, one that repeated runs do not tell \
           apart noise. Tests of less than a minute are not judged",
};
const USED: Rule = Rule {
    name: "use",
    says: "the used drive against the new one, in random writes and in the other test and the \
           state that lose most; a loss below 10 % is called none, one that repeated runs do not \
           tell apart noise. Tests of less than a minute are not judged",
};
const USED_IN_TRACES: Rule = Rule {
    name: "use in recorded work",
    says: "points of the Vantage-style HDD suite on a drive that was filled or used against \
           those on a new one; a loss below 1 % is called none (most of that work is reading, \
           which use changes little), one that repeated runs do not tell apart noise",
};
const STEADY_STATE: Rule = Rule {
    name: "steady state",
    says: "SNIA's steady state: the last five rounds lie at most 20 % of their average apart, \
           and the line fitted through them rises or falls by at most 10 % of it. Before as much \
           was written as the LBAs hold, rounds that meet the rule may still move, and it is not \
           confirmed; rounds of less than a minute are not judged",
};
const AMPLIFICATION: Rule = Rule {
    name: "write amplification",
    says: "what a simulated drive's NAND programs for data over what the host writes, in the \
           seconds by which drives are compared, of a consistency run (4 KiB random writes, \
           QD32, a filled drive) of 20 minutes at least; of the whole run if NAND activity in \
           these seconds is not known. A difference below 10 % from 1, or between spare areas, \
           is called none, one that repeated runs do not tell apart noise",
};
const LENGTH: Rule = Rule {
    name: "length",
    says: "mean of the same test over a longer time against that over its own, of the tests that \
           were run for both the one that loses most; a difference below 10 % is called none, \
           one that repeated runs do not tell apart noise. Tests of less than a minute are not \
           judged",
};
const STARTING: Rule = Rule {
    name: "starting programs",
    says: "geometric mean of the times that programs take to start, with their computing, while \
           a trace keeps the drive busy against that with nothing beside; and each against the \
           shortest of the page. A difference below 10 % is called none, one that repeated runs \
           do not tell apart noise. What --duration cut has no times",
};
const FULL_DRIVE: Rule = Rule {
    name: "recorded work on a full drive",
    says: "average data rate of a trace on a drive that was filled before (bytes over the time \
           in which it was busy) against that on one that holds only what the trace reads; a \
           difference below 10 % is called none, one that repeated runs do not tell apart noise. \
           The mean service time stands beside it. A trace that --duration cut is not judged",
};
