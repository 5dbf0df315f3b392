//! What stands out among drives of today: the first random read, what idle time gives back of the
//! write cache, and what a full drive loses. Each is of all drives together.

use crate::cache_table::{CacheEnd, CacheSize, CacheTable};
use crate::charts::{Chart, Title, Work, main_variant};
use crate::figures::Figures;
use crate::label::Part;
use crate::select::DriveRuns;
use crate::spread::Difference;
use fourcorners_bench::record::Measured;
use fourcorners_bench::{SweepBy, WRITTEN};
use serde::Serialize;

/// One of them, and the chart that shows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Highlight {
    pub says: Standing,
    /// As of a finding.
    pub evidence: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Random reads at queue depth 1; of one drive it is both.
    OneRead { fastest: OneRead, slowest: OneRead },
    /// Drives whose cache idle time gives back, the fastest first; then those that stay full.
    Idle {
        back: Vec<GivenBack>,
        full: Vec<usize>,
        longest_s: f64,
    },
    /// What each drive loses most, the largest loss first; then those that lose nothing in any
    /// work.
    FullDrive {
        /// Per cent of the drives that held data.
        percent: u32,
        losses: Vec<FullLoss>,
        none: Vec<usize>,
    },
}

/// Random reads one at a time.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OneRead {
    pub drive: usize,
    /// Of the range that is read.
    pub span_bytes: u64,
    /// Whether that range was written right before, on an erased drive.
    pub is_just_written: bool,
    pub iops: f64,
    pub mean_us: f64,
}

/// The first rest that gave back as much of the cache as the longest did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GivenBack {
    pub drive: usize,
    pub seconds: f64,
    pub size: CacheSize,
}

/// The work that a full drive slows down most, in MB/s.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FullLoss {
    pub drive: usize,
    pub work: Work,
    pub empty: f64,
    pub full: f64,
}

impl FullLoss {
    /// As a share of what an empty drive does.
    pub fn share(&self) -> f64 {
        1.0 - self.full / self.empty
    }
}

/// The most useful first.
pub fn highlights(
    groups: &[DriveRuns<'_>],
    figures: &Figures,
    caches: Option<&CacheTable>,
) -> Vec<Highlight> {
    let found = [
        one_read(groups, figures),
        caches.and_then(|caches| idle(caches, figures)),
        full_drive(figures),
    ];
    found.into_iter().flatten().collect()
}

/// Of the sweep by queue depth that reads the smallest range: some drives still move data after a
/// fill.
fn one_read(groups: &[DriveRuns<'_>], figures: &Figures) -> Option<Highlight> {
    let sweeps = figures.sweeps.iter();
    let sweeps = sweeps.filter(|sweep| sweep.by == SweepBy::QueueDepth);
    let all = sweeps.filter_map(|sweep| {
        let of = |drive: usize, phase: &str| {
            let group = groups.get(drive)?;
            let variant = main_variant(group, &sweep.test, phase)?;
            let figure = |measured: &Measured| measured.iops_mean;
            let (run, it, ..) = group.median(&sweep.test, &variant, phase, figure)?;
            let names = [sweep.test.as_str(), &variant, phase];
            let mut entries = run.entries.iter();
            let entry = entries.find(|entry| entry.names() == names)?;
            let is_it = it.op == "read" && it.pattern == "random" && it.queue_depth == 1;
            is_it.then_some(OneRead {
                drive,
                span_bytes: it.span_bytes,
                is_just_written: entry.state == WRITTEN,
                iops: it.iops_mean,
                mean_us: it.latency_mean_us,
            })
        };
        let lines = sweep.lines.iter();
        let firsts = lines.filter_map(|line| of(line.drive, &line.points.first()?.phase));
        let mut found: Vec<OneRead> = firsts.collect();
        found.sort_by(|a, b| a.mean_us.total_cmp(&b.mean_us));
        let (fastest, slowest) = (found.first()?.clone(), found.last()?.clone());
        let span_bytes = fastest.span_bytes;
        let highlight = Highlight {
            says: Standing::OneRead { fastest, slowest },
            evidence: sweep.id.clone(),
        };
        Some((span_bytes, highlight))
    });
    all.min_by_key(|(span_bytes, _)| *span_bytes)
        .map(|(_, highlight)| highlight)
}

fn idle(caches: &CacheTable, figures: &Figures) -> Option<Highlight> {
    let longest_s = *caches.rests_s.last()?;
    let (mut back, mut full) = (Vec::new(), Vec::new());
    for row in &caches.rows {
        let rests = caches.rests_s.iter().zip(&row.rests);
        let known: Vec<(f64, CacheSize)> = rests
            .filter_map(|(seconds, size)| Some((*seconds, (*size)?)))
            .collect();
        let is_back = |size: &CacheSize| size.end != CacheEnd::Full;
        let best = known.iter().max_by(|a, b| a.1.gb.total_cmp(&b.1.gb));
        let first = known.iter().find(|(_, size)| is_back(size)).or(best);
        match first {
            Some((seconds, size)) if size.gb > 0.0 => back.push(GivenBack {
                drive: row.drive,
                seconds: *seconds,
                size: *size,
            }),
            Some(_)
                if known
                    .last()
                    .is_some_and(|(seconds, _)| *seconds == longest_s) =>
            {
                full.push(row.drive);
            }
            _ => {}
        }
    }
    back.sort_by(|a, b| {
        let late = |one: &GivenBack| (one.size.end == CacheEnd::Full, one.seconds);
        late(a)
            .partial_cmp(&late(b))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let mut fills = figures.fills.iter();
    let resting = fills.find(|fill| fill.rest_s.is_some_and(|s| s < longest_s))?;
    (!back.is_empty() || !full.is_empty()).then(|| Highlight {
        says: Standing::Idle {
            back,
            full,
            longest_s,
        },
        evidence: format!("fill-{}", resting.chart),
    })
}

fn full_drive(figures: &Figures) -> Option<Highlight> {
    let charts = figures
        .charts
        .iter()
        .filter_map(|chart| match &chart.title {
            Title::FillLevel { work } => Some((chart, work)),
            _ => None,
        });
    let charts: Vec<(&Chart, &Work)> = charts.collect();
    let (mut losses, mut none, mut percent) = (Vec::new(), Vec::new(), None);
    for drive in 0..figures.drives.len() {
        let mut of_chart = |(chart, work): &(&Chart, &Work)| {
            let mut own = chart.bars.iter().filter(|bar| bar.drive == drive);
            let (empty, full) = (own.next()?, own.next()?);
            let change = full.spread().beside(&empty.spread());
            let loss = FullLoss {
                drive,
                work: (*work).clone(),
                empty: empty.value,
                full: full.value,
            };
            percent = percent.or(full.label.0.iter().find_map(|part| match part {
                Part::HoldsPercent(percent) => Some(*percent),
                _ => None,
            }));
            Some((change, loss))
        };
        let found: Vec<(Difference, FullLoss)> = charts.iter().filter_map(&mut of_chart).collect();
        let lost = found
            .iter()
            .filter(|(change, _)| *change == Difference::Lower);
        let is_known = found.iter().all(|(change, _)| *change != Difference::Noise);
        let is_whole = found.len() == charts.len();
        let most = lost.max_by(|a, b| a.1.share().total_cmp(&b.1.share()));
        match most {
            Some((_, loss)) => losses.push(loss.clone()),
            None if is_known && is_whole => none.push(drive),
            None => {}
        }
    }
    losses.sort_by(|a, b| b.share().total_cmp(&a.share()));
    let evidence = match losses.first() {
        Some(loss) => charts.iter().find(|(_, work)| **work == loss.work)?,
        None => charts.first()?,
    };
    let evidence = evidence.0.id.clone();
    let percent = percent?;
    Some(Highlight {
        says: Standing::FullDrive {
            percent,
            losses,
            none,
        },
        evidence,
    })
}
