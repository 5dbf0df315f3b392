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
        Says::Rounds(_) => ROUNDS,
        Says::Amplification(_) => AMPLIFICATION,
        Says::Length(_) => LENGTH,
        Says::Starting(_) => STARTING,
        Says::FullDrive(_) => FULL_DRIVE,
        Says::WriteCache(_) => WRITE_CACHE,
        Says::CacheRecovery(_) => CACHE_RECOVERY,
        Says::TrimUnderLoad(_) => TRIM_UNDER_LOAD,
        Says::WakeUp(_) => WAKE_UP,
        Says::Background(_) => BACKGROUND,
        Says::Efficiency(_) => EFFICIENCY,
    }
}

const ROUNDS: Rule = Rule {
    name: "SNIA tests",
    says: "SNIA's rule on the tracked cell of each phase. Host idle recovery: the wait with the \
           highest mean IOPS against the steady state before. Cross stimulus recovery: the first \
           sample after the other workload, and the last tenth of the samples before and after \
           it. Cells of less than 60 s by --duration are not judged",
};
const WITHOUT_CLEAN: Rule = Rule {
    name: "after torture",
    says: "Mean of the HD Tach write passes. Without a clean pass, the loss is not judged",
};
const LOSS: Rule = Rule {
    name: "torture",
    says: "Mean of the tortured HD Tach write pass against the clean one. A loss below 10 % counts \
           as none. Overlapping intervals of repeated runs count as noise. Torture must cover all \
           LBAs, for 20 minutes or until it has written as much as the drive holds, and each pass \
           must last 10 s. A drive that gets slower after TRIM is not judged. Dips are seconds \
           below 40 % of the mean. Passes of repeating data flatter controllers that compress. If \
           several kinds of data were written, the one with the slowest tortured pass is judged",
};
const TRIM: Rule = Rule {
    name: "TRIM",
    says: "Gain of the HD Tach write pass after TRIM as a share of the loss caused by torture. At \
           95 % of the clean pass or more, TRIM counts as restoring full speed. A gain below 10 % \
           of the loss, or of the tortured pass, counts as none. Overlapping intervals of repeated \
           runs count as noise",
};
const RECOVERY: Rule = Rule {
    name: "recovery",
    says: "Number of sequential write passes until one reaches 90 % of the clean pass. They end \
           after ten, or after three in a row within 2 % of one another. If several kinds of data \
           were written, the one that needs the most passes counts. Torture of less than 20 \
           minutes and passes of less than 10 s are not judged",
};
const REST: Rule = Rule {
    name: "idle GC",
    says: "Gain of the HD Tach write pass after three idle hours, as a share of the loss against a \
           clean or trimmed pass. Without such a pass, only a gain is reported. A difference below \
           10 % counts as none. Overlapping intervals of repeated runs count as noise. Shorter \
           rests and passes of less than 10 s are not judged",
};
const TORTURED_WRITES: Rule = Rule {
    name: "tortured random writes",
    says: "Mean of the last 5 minutes of the torture (4 KiB random writes, QD32, all LBAs) against \
           its first 10 s. A loss below 10 % counts as none. The worst second of those minutes \
           counts as consistent at 80 % of their mean or more, as uneven at 40 % or more, and \
           otherwise as a stall. The slowest write is given for the torture and for the probe \
           after it (QD3, one minute). Torture of less than 10 minutes is not judged; of repeated \
           runs, the one whose mean is the median is judged",
};
const EVENNESS: Rule = Rule {
    name: "evenness",
    says: "Worst second against the mean at the end of the run: consistent at 80 % or more, uneven \
           at 40 % or more, otherwise with stalls. A second below 40 % of the mean is slow",
};
const ENOUGH: Rule = Rule {
    name: "enough seconds",
    says: "The end of a run is judged if it is at least a minute long. It starts at 1400 s, as in \
           the reviews, and at the same second for all drives. If no run lasts that long, it \
           starts at 70 % of the longest run, and only runs in SNIA's steady state are judged. \
           Runs that end earlier are not judged",
};
const SPARE_AREA: Rule = Rule {
    name: "spare area",
    says: "Median IOPS at the end of the run, with more spare area versus the default. A \
           difference \
           below 10 % counts as none. Overlapping intervals of repeated runs count as noise. If a \
           drive is slower with more spare area, its runs were too short to judge",
};
const DATA: Rule = Rule {
    name: "data",
    says: "Best against worst kind of data, in the test where they differ most. A difference below \
           10 % counts as none. Overlapping intervals of repeated runs count as noise. Tests of \
           less than a minute are not judged",
};
const ALIGNMENT: Rule = Rule {
    name: "alignment",
    says: "I/Os aligned to sectors against I/Os aligned to their own size, in the test that loses \
           the most. A loss below 10 % counts as none. Overlapping intervals of repeated runs \
           count as noise. Tests of less than a minute are not judged",
};
const USED: Rule = Rule {
    name: "use",
    says: "Used versus fresh drive, in random writes, for the test and state with the largest \
           loss. A loss below 10 % counts as none. Overlapping intervals of repeated runs count as \
           noise. Tests of less than a minute are not judged",
};
const USED_IN_TRACES: Rule = Rule {
    name: "use in recorded workloads",
    says: "Points of the Vantage-style HDD suite on a filled or used drive against a fresh one. A \
           loss below 1 % counts as none, because most of these I/Os are reads. Overlapping \
           intervals of repeated runs count as noise",
};
const STEADY_STATE: Rule = Rule {
    name: "steady state",
    says: "SNIA: the highest of the last five rounds minus the lowest is at most 20 % of their \
           average, and the fitted line changes by at most 10 % of it. Steady state is not \
           confirmed until the drive has been written once. Rounds of less than a minute are not \
           judged",
};
const AMPLIFICATION: Rule = Rule {
    name: "write amplification",
    says: "Bytes that a simulated drive programs per byte that the host writes, at the end of a \
           consistency run of at least 20 minutes (4 KiB random writes, QD32, filled drive); over \
           the whole run if the end alone is not known. A difference below 10 % from 1, or between \
           spare areas, counts as none. Overlapping intervals of repeated runs count as noise",
};
const LENGTH: Rule = Rule {
    name: "length",
    says: "Mean of a lengthened test versus the same test at its usual duration, for the test \
           with the largest loss. A difference below 10 % counts as none. Overlapping intervals of \
           repeated runs count as noise. Tests of less than a minute are not judged",
};
const STARTING: Rule = Rule {
    name: "program starts",
    says: "Geometric mean of the times that programs take to start, including compute time: under \
           load versus alone, and each drive versus the fastest one on the page. A difference \
           below \
           10 % counts as none. Overlapping intervals of repeated runs count as noise. Replays cut \
           by --duration are not judged",
};
const FULL_DRIVE: Rule = Rule {
    name: "recorded workloads on a full drive",
    says: "Average data rate of a trace on a filled drive against that on a drive that holds only \
           what the trace reads. A difference below 10 % counts as none. Overlapping intervals of \
           repeated runs count as noise. Replays cut by --duration are not judged",
};
const WRITE_CACHE: Rule = Rule {
    name: "write cache",
    says: "Sequential fill of a fresh drive (128 KiB, QD32). Cache speed is the fastest mean of \
           five seconds in the first tenth of the fill. The cache ends with the first second below \
           85 % of it that is followed by writes below 85 % on average and in most seconds, for \
           at least 5 s and 1 % of the fill. Fills of less than 10 s are not judged",
};
const CACHE_RECOVERY: Rule = Rule {
    name: "write cache after idle time",
    says: "Half of a fresh drive is filled, which exhausts the cache. After each idle time the \
           drive is written for a minute; what it writes at 85 % of the cache speed or more \
           before it slows down counts as given back. 95 % of the cache counts as all. \"At \
           least\": the cache did not end within the minute",
};
const TRIM_UNDER_LOAD: Rule = Rule {
    name: "TRIM under load",
    says: "Mean latencies of reads and of writes at a fixed queue depth, with the largest share of \
           TRIM commands against none. A difference below 10 % counts as none. Overlapping \
           intervals of repeated runs count as noise",
};
const WAKE_UP: Rule = Rule {
    name: "wake-up",
    says: "Mean latency of reads due one by one: the shortest idle time from which a drive takes \
           as long to wake as from the longest, against the shortest of all. A difference below \
           10 % counts as none. Overlapping intervals of repeated runs count as noise",
};
const BACKGROUND: Rule = Rule {
    name: "background work",
    says: "Mean latency of random reads at QD1 against QD2, measured right after it. A drive with \
           nothing else to do is no slower at QD1; 1.5 times as slow, and by at least 100 us, \
           counts as background work",
};
const EFFICIENCY: Rule = Rule {
    name: "performance per watt",
    says: "MB/s per watt against the best drive on the page, in the work in which the drive is \
           furthest behind. A difference below 10 % counts as none. Overlapping intervals of \
           repeated runs count as noise",
};
