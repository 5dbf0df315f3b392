//! Traces as text, a line (or a few) an I/O: read as bytes in one pass, written in each form's
//! own layout. Each form is a [`Grammar`] (lines to records) and a [`Layout`] (records to
//! lines) in a file of its own; `docs/formats.md` says what each holds.

mod alibaba;
mod blkparse;
mod csv;
mod detect;
mod disksim;
mod fields;
mod iolog;
mod lines;
mod lost;
mod mqsim;
mod msr;
mod sink;
mod source;
mod spc;
mod streams;
mod systor;
mod tencent;

use crate::{About, Records, Sink, TraceError};
use serde::{Deserialize, Serialize};
use sink::{Layout, TextSink};
use source::{Grammar, TextRecords};
use std::io::{BufRead, Write};

pub use detect::{Near, detect, nearest};
pub(super) use fields::shown;

/// A form of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextForm {
    /// fio's iolog, version 2: waits between I/Os.
    IologV2,
    /// fio's iolog, version 3: an instant before each I/O.
    IologV3,
    /// What blkparse prints of a recording of blktrace.
    Blkparse,
    /// The traces of Microsoft Research Cambridge (SNIA IOTTA 387).
    Msr,
    /// Alibaba's block traces of 2020.
    Alibaba,
    /// Tencent's cloud block storage (SNIA IOTTA 28064).
    Tencent,
    /// The Storage Performance Council's trace files, as at UMass (Financial, WebSearch).
    Spc,
    /// Fujitsu's virtual desktops of SYSTOR '17 (SNIA IOTTA 4928).
    Systor,
    /// DiskSim's ASCII traces.
    DiskSim,
    /// MQSim's traces.
    Mqsim,
    /// Our own plain table, for notebooks: holds every field of a [`Record`](crate::Record).
    Csv,
}

/// What becomes of a line that cannot be understood.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Broken {
    /// It is an error, with file, line and reason.
    #[default]
    Refuse,
    /// It is passed over and counted by [`Records::skipped`].
    Skip,
}

impl TextForm {
    /// Every form.
    pub const ALL: [Self; 11] = [
        Self::IologV2,
        Self::IologV3,
        Self::Blkparse,
        Self::Msr,
        Self::Alibaba,
        Self::Tencent,
        Self::Spc,
        Self::Systor,
        Self::DiskSim,
        Self::Mqsim,
        Self::Csv,
    ];

    /// As `trace convert --to` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::IologV2 => "iolog-v2",
            Self::IologV3 => "iolog-v3",
            Self::Blkparse => "blkparse",
            Self::Msr => "msr",
            Self::Alibaba => "alibaba",
            Self::Tencent => "tencent",
            Self::Spc => "spc",
            Self::Systor => "systor",
            Self::DiskSim => "disksim",
            Self::Mqsim => "mqsim",
            Self::Csv => "csv",
        }
    }

    fn grammar(self) -> Box<dyn Grammar> {
        match self {
            Self::IologV2 => Box::new(iolog::Reader::version(iolog::Version::Two)),
            Self::IologV3 => Box::new(iolog::Reader::version(iolog::Version::Three)),
            Self::Blkparse => Box::new(blkparse::Reader::default()),
            Self::Msr => Box::new(msr::Reader::default()),
            Self::Alibaba => Box::new(alibaba::Reader),
            Self::Tencent => Box::new(tencent::Reader),
            Self::Spc => Box::new(spc::Reader),
            Self::Systor => Box::new(systor::Reader),
            Self::DiskSim => Box::new(disksim::Reader),
            Self::Mqsim => Box::new(mqsim::Reader),
            Self::Csv => Box::new(csv::Reader),
        }
    }

    fn layout(self, about: &About) -> Box<dyn Layout> {
        let origin_unix_ns = about.origin_unix_ns.unwrap_or(0);
        match self {
            Self::IologV2 => Box::new(iolog::Writer::version(iolog::Version::Two)),
            Self::IologV3 => Box::new(iolog::Writer::version(iolog::Version::Three)),
            Self::Blkparse => Box::new(blkparse::Writer::default()),
            Self::Msr => Box::new(msr::Writer { origin_unix_ns }),
            Self::Alibaba => Box::new(alibaba::Writer { origin_unix_ns }),
            Self::Tencent => Box::new(tencent::Writer { origin_unix_ns }),
            Self::Spc => Box::new(spc::Writer),
            Self::Systor => Box::new(systor::Writer { origin_unix_ns }),
            Self::DiskSim => Box::new(disksim::Writer),
            Self::Mqsim => Box::new(mqsim::Writer),
            Self::Csv => Box::new(csv::Writer),
        }
    }
}

/// The records of `input`, which is of that form. `file` is its name in errors. Of a form whose
/// times are those of a calendar the first records are read here, to know the start.
///
/// # Errors
/// `input` does not begin as the form does, or what is read of it here is broken.
pub fn reader(
    form: TextForm,
    input: Box<dyn BufRead + Send>,
    file: &str,
    broken: Broken,
) -> Result<Box<dyn Records>, TraceError> {
    let records = TextRecords::open(form, form.grammar(), input, file, broken)?;
    Ok(Box::new(records))
}

/// Writes records to `output` in that form. Instants are counted from `about`'s origin, or from
/// 1970 where that is not known; times finer than the form's are rounded down.
pub fn writer(form: TextForm, output: Box<dyn Write + Send>, about: &About) -> Box<dyn Sink> {
    Box::new(TextSink::new(form, form.layout(about), output))
}
