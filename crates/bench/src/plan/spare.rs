//! What counts as the whole drive once a share of its NAND is spare.

use super::PlanError;
use super::planner::Planner;
use crate::definition::{Span, SpareArea, TestDef};
use crate::record::{NotRun, TooLittleSpare};
use fourcorners_block::{Bytes, DriveKind};

/// By whom spare area was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spare {
    Suite(SpareArea),
    User(SpareArea),
}

impl Spare {
    pub(super) fn area(self) -> SpareArea {
        let (Self::Suite(area) | Self::User(area)) = self;
        area
    }
}

pub(super) enum NoSpan {
    Skip(NotRun),
    Refuse(PlanError),
}

impl Planner<'_> {
    fn raw_nand(&self) -> Option<Bytes> {
        self.identity
            .raw_nand
            .or(self.options.raw_nand)
            .filter(|raw| raw.0 > 0)
    }

    /// Whether it is known to store nothing in flash: a disk, and of the simulated drives those
    /// that tell of none.
    fn has_no_nand(&self) -> bool {
        let told = matches!(self.identity.kind, DriveKind::Simulated | DriveKind::Null);
        told || self.identity.rotational == Some(true)
    }

    pub(super) fn spare_per_mille(&self, span: Bytes) -> Option<u32> {
        let raw = u128::from(self.raw_nand()?.0);
        let used = (u128::from(span.0) * 1000 + raw / 2) / raw;
        Some(1000 - used.min(1000) as u32)
    }

    /// The bytes that count as the whole drive when so much of the NAND is to be spare.
    pub(super) fn whole_span(&self, spare: Option<Spare>) -> Result<Bytes, NoSpan> {
        let capacity = self.identity.capacity.bytes();
        let Some(asked) = spare else {
            return Ok(capacity);
        };
        let percent = asked.area().percent;
        let Some(raw) = self.raw_nand() else {
            return Err(NoSpan::Skip(match self.has_no_nand() {
                true => NotRun::NoNand { percent },
                false => NotRun::NandNotKnown { percent },
            }));
        };
        let used = u128::from(raw.0) * u128::from(100_u32.saturating_sub(percent)) / 100;
        let span = Bytes((used as u64) >> 20 << 20);
        if span.0 > capacity.0 {
            let too_little = TooLittleSpare {
                percent,
                nand_bytes: raw.0,
                span_bytes: span.0,
                capacity_bytes: capacity.0,
            };
            return Err(match asked {
                Spare::User(_) => NoSpan::Refuse(too_little.into()),
                Spare::Suite(_) => NoSpan::Skip(NotRun::TooLittleSpare(too_little)),
            });
        }
        if span.0 == 0 {
            return Err(NoSpan::Skip(NotRun::NothingLeft {
                percent,
                nand_bytes: raw.0,
            }));
        }
        Ok(span)
    }
}

/// Whether a share of spare area changes anything in the test.
pub(super) fn touches_the_whole_drive(test: &TestDef) -> bool {
    test.phases.iter().any(|phase| {
        phase.makes.is_some()
            || phase.rounds.is_some()
            || phase
                .work
                .as_ref()
                .is_some_and(|work| work.span == Span::All)
    })
}
