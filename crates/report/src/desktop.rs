//! The quick look: reads and writes of a few kinds in one table per drive, and nothing judged.

mod block;
mod image;

use crate::visible::visible;
use crate::wording::drive;
pub use block::quick_look;
use fourcorners_bench::record::{Measured, NotComparable, Remark, Run, RunHeader};
use fourcorners_bench::{ChartKind, PageDef};
use fourcorners_block::{Bytes, DriveKind};
use fourcorners_findings::charts::{mb_per_s, reads};
use fourcorners_findings::pages::Pages;
use fourcorners_findings::select::{DriveRuns, by_drive};
pub use image::{svg, write_images};

/// What a drive did in a quick look; of repeated runs the medians.
#[derive(Clone, Debug, PartialEq)]
pub struct Quartet {
    /// What the drive is called, with what tells it from others of its model.
    pub drive: String,
    /// Empty: it does not say.
    pub firmware: String,
    pub capacity: Option<Bytes>,
    pub attached: Attached,
    /// Whether it is a model in software.
    pub simulated: bool,
    /// Whether the data that was read was there before.
    pub existing_data: bool,
    /// LBAs that were tested, from LBA 0 on.
    pub span: Bytes,
    /// Length of a test.
    pub seconds: f64,
    /// How many runs the figures are medians of.
    pub runs: usize,
    /// In the order of the test's file; at least one has a figure.
    pub rows: Vec<QuartetRow>,
    /// Of fourcorners.
    pub version: String,
}

/// How a drive is attached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attached {
    /// The simulated port that was asked for, by its name.
    Port(String),
    /// The link, as the host reports it or the drive's file names it.
    Link(String),
    /// A file on some drive.
    File,
    /// A block device whose link the host does not report.
    BlockDevice,
    /// Not known.
    Unknown,
}

/// Reads and writes of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct QuartetRow {
    /// As in `SEQ1M Q8T1`.
    pub title: String,
    /// `None`: neither was measured.
    pub kind: Option<QuartetKind>,
    /// `None`: not measured; this and the next.
    pub read: Option<Rate>,
    pub write: Option<Rate>,
    /// On both.
    pub remarks: Vec<Remark>,
}

/// What the I/Os of a row were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuartetKind {
    /// Else sequential.
    pub random: bool,
    /// Size of an I/O.
    pub block: Bytes,
    /// That was used.
    pub queue_depth: u32,
}

/// How fast it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    /// 10^6 bytes per second.
    pub mb_per_s: f64,
    /// I/Os per second.
    pub iops: f64,
}

impl Quartet {
    /// One per drive; `None` unless every run did a quartet, and nothing else.
    pub fn all(runs: &[Run]) -> Option<Vec<Self>> {
        let all: Option<Vec<Self>> = by_drive(runs).iter().map(Self::of).collect();
        all.filter(|all| !all.is_empty())
    }

    /// Of the runs of one drive; `None` if they did anything else, or nothing was measured.
    pub fn of(group: &DriveRuns<'_>) -> Option<Self> {
        let header = &group.first()?.header;
        let pages = Pages::of(std::slice::from_ref(group));
        let only = Only::of(group, &pages)?;
        let any = only.phases().find_map(|phase| only.measured(phase))?;
        Some(Self {
            drive: visible(&drive::name_of(group)),
            firmware: visible(&header.identity.firmware),
            capacity: header.capacity(),
            attached: attached(header),
            simulated: header.identity.is_simulated(),
            existing_data: header.not_comparable.contains(&NotComparable::ExistingData),
            span: Bytes(any.span_bytes),
            seconds: any.duration_s,
            runs: group.runs.len(),
            rows: only.rows(),
            version: visible(&header.version),
        })
    }

    /// The remarks of all rows.
    pub(crate) fn remarks(&self) -> Vec<Remark> {
        let mut all = Vec::new();
        for row in &self.rows {
            Remark::join(&mut all, &row.remarks);
        }
        all
    }
}

/// The one test that a drive was put through, in one variant.
struct Only<'a> {
    group: &'a DriveRuns<'a>,
    test: &'a str,
    variant: &'a str,
    page: &'a PageDef,
}

impl<'a> Only<'a> {
    /// `None` if there are others, or it is no quartet.
    fn of(group: &'a DriveRuns<'a>, pages: &'a Pages) -> Option<Self> {
        let mut entries = group.runs.iter().flat_map(|run| &run.entries);
        let first = entries.next()?;
        let is_it = |test: &str, variant: &str| test == first.test && variant == first.variant;
        if entries.any(|entry| !is_it(&entry.test, &entry.variant)) {
            return None;
        }
        let page = pages.get(&first.test)?;
        (page.chart == ChartKind::Quartet).then_some(Self {
            group,
            test: &first.test,
            variant: &first.variant,
            page,
        })
    }

    fn phases(&self) -> impl Iterator<Item = &'a str> {
        self.page.phases.iter().map(|(phase, _)| phase.as_str())
    }

    /// Of repeated runs the one with the median speed.
    fn measured(&self, phase: &str) -> Option<&'a Measured> {
        let found = self.group.median(self.test, self.variant, phase, mb_per_s);
        found.map(|(_, measured, _, _)| measured)
    }

    /// A row per title.
    fn rows(&self) -> Vec<QuartetRow> {
        let mut rows: Vec<QuartetRow> = Vec::new();
        for (phase, title) in &self.page.phases {
            let title = visible(title);
            let place = rows.iter().position(|row| row.title == title);
            let place = place.unwrap_or_else(|| {
                rows.push(QuartetRow::empty(title));
                rows.len() - 1
            });
            if let Some(measured) = self.measured(phase) {
                rows[place].add(measured);
            }
        }
        rows
    }
}

impl QuartetRow {
    fn empty(title: String) -> Self {
        Self {
            title,
            kind: None,
            read: None,
            write: None,
            remarks: Vec::new(),
        }
    }

    fn add(&mut self, measured: &Measured) {
        let rate = Some(Rate {
            mb_per_s: measured.throughput_mb_per_s,
            iops: measured.iops_mean,
        });
        match reads(measured) {
            true => self.read = rate,
            false => self.write = rate,
        }
        Remark::join(&mut self.remarks, &measured.remarks);
        self.kind = Some(QuartetKind {
            random: measured.pattern == "random",
            block: Bytes(measured.block_bytes),
            queue_depth: measured.queue_depth,
        });
    }

    /// Whether its I/Os went to random places.
    fn is_random(&self) -> bool {
        self.kind.is_some_and(|kind| kind.random)
    }
}

fn attached(header: &RunHeader) -> Attached {
    let link = header.conditions.link.as_ref().filter(|it| !it.is_empty());
    match (header.identity.kind, header.port(), link) {
        (_, Some(port), _) => Attached::Port(visible(port)),
        (_, None, Some(link)) => Attached::Link(visible(link)),
        (DriveKind::RegularFile, ..) => Attached::File,
        (DriveKind::BlockDevice, ..) => Attached::BlockDevice,
        (DriveKind::Simulated | DriveKind::Null, ..) => match header.own_link() {
            Some(link) => Attached::Link(visible(link)),
            None => Attached::Unknown,
        },
    }
}
