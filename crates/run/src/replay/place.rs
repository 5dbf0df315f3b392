//! Where an I/O of a trace goes on this drive: in whole blocks, and before its end.

use fourcorners_bench::Fit;
use fourcorners_block::{BLOCK_BYTES, Blocks, Bytes, Identity, Lba};
use fourcorners_trace::{Op, Record};

/// The drive as far as addresses go.
pub struct Places {
    /// Bytes of a logical block.
    block: u64,
    /// Where the trace's byte 0 lies.
    from: u64,
    /// Bytes that may be touched, from LBA 0 on: whole blocks.
    span: u64,
    fit: Fit,
}

/// A record's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// First block of 512 bytes.
    pub lba: Lba,
    pub blocks: Blocks,
    /// The record's own was not one of whole blocks: reads and writes have all that they touch,
    /// TRIMs those that they cover.
    pub is_rounded: bool,
    /// It is not the record's own, which was beyond the end; of one larger than the drive, as much
    /// as the drive holds.
    pub is_wrapped: bool,
}

impl Places {
    /// From a byte on, within the first `span` bytes of a drive.
    pub fn new(identity: &Identity, from: Bytes, span: Bytes, fit: Fit) -> Self {
        let block = identity.logical_block.0.max(BLOCK_BYTES);
        Self {
            block,
            from: from.0,
            span: span.0 / block * block,
            fit,
        }
    }

    /// The place of a record that has one; `None` if no whole block is left of it: it has no bytes,
    /// or gives back less than one.
    ///
    /// # Errors
    /// It is beyond the end, and is not to be wrapped: a sentence.
    pub fn of(&self, record: &Record) -> Result<Option<Place>, String> {
        // A file may say what it likes: beyond 2^64 bytes, too.
        let [from, offset, bytes, block, span] = [
            self.from,
            record.offset.0,
            record.bytes.0,
            self.block,
            self.span,
        ]
        .map(u128::from);
        let offset = offset + from;
        let end = offset + bytes;
        let (mut first, last) = match record.op {
            // What was not given back whole still holds data.
            Op::Trim => (offset.div_ceil(block) * block, end / block * block),
            _ => (offset / block * block, end.div_ceil(block) * block),
        };
        if record.bytes.0 == 0 || first >= last {
            return Ok(None);
        }
        let mut length = last - first;
        let is_rounded = length != bytes;
        let is_wrapped = last > span;
        if is_wrapped {
            if self.fit == Fit::Refuse || self.span == 0 {
                return Err(format!(
                    "an I/O of {} at byte {offset} ends beyond the {} of the drive; with fit = \
                     \"wrap\", addresses wrap around to LBA 0",
                    record.bytes,
                    Bytes(self.span)
                ));
            }
            length = length.min(span);
            // One that would be cut in two ends with the drive.
            first = (first % span).min(span - length);
        }
        Ok(Some(Place {
            // Both are within the span.
            lba: Lba(first as u64 / BLOCK_BYTES),
            blocks: Blocks(length as u64 / BLOCK_BYTES),
            is_rounded,
            is_wrapped,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcorners_block::{Drive, Nanos, NullDrive};

    fn places(logical_block: u64, fit: Fit) -> Places {
        let drive = NullDrive::new(Blocks::from_bytes(Bytes::mib(1)), Nanos(0));
        let identity = Identity {
            logical_block: Bytes(logical_block),
            ..drive.identity().clone()
        };
        Places::new(&identity, Bytes(0), Bytes::mib(1), fit)
    }

    fn record(op: Op, offset: u64, bytes: u64) -> Record {
        Record {
            issued: Nanos(0),
            took: None,
            op,
            offset: Bytes(offset),
            bytes: Bytes(bytes),
            stream: 0,
            after: None,
            data: None,
            rest: None,
        }
    }

    /// First byte, bytes, whether rounded to whole blocks, whether wrapped.
    fn of(places: &Places, op: Op, offset: u64, bytes: u64) -> Option<(u64, u64, bool, bool)> {
        let place = places.of(&record(op, offset, bytes)).expect("a place")?;
        let bytes = (place.lba.bytes().0, place.blocks.bytes().0);
        Some((bytes.0, bytes.1, place.is_rounded, place.is_wrapped))
    }

    #[test]
    fn is_an_io_of_parts_of_blocks_widened_to_whole_ones() {
        let places = places(512, Fit::Refuse);
        assert_eq!(
            of(&places, Op::Read, 512, 512),
            Some((512, 512, false, false))
        );
        assert_eq!(
            of(&places, Op::Read, 700, 100),
            Some((512, 512, true, false))
        );
        assert_eq!(of(&places, Op::Write, 511, 2), Some((0, 1024, true, false)));
        assert_eq!(of(&places, Op::Read, 0, 0), None);
    }

    #[test]
    fn does_a_drive_of_large_sectors_get_whole_ones() {
        let places = places(4096, Fit::Refuse);
        assert_eq!(
            of(&places, Op::Write, 512, 4096),
            Some((0, 8192, true, false))
        );
        assert_eq!(
            of(&places, Op::Write, 4096, 4096),
            Some((4096, 4096, false, false))
        );
    }

    #[test]
    fn is_no_more_given_back_than_was() {
        let places = places(4096, Fit::Refuse);
        assert_eq!(
            of(&places, Op::Trim, 512, 8192),
            Some((4096, 4096, true, false))
        );
        assert_eq!(of(&places, Op::Trim, 512, 4096), None);
    }

    #[test]
    fn is_an_io_beyond_the_end_refused_unless_it_is_to_be_wrapped() {
        let error = places(512, Fit::Refuse).of(&record(Op::Read, 1 << 20, 512));
        assert!(error.expect_err("a refusal").contains("1MiB"));
        let last = of(&places(512, Fit::Refuse), Op::Read, (1 << 20) - 512, 512);
        assert_eq!(last, Some(((1 << 20) - 512, 512, false, false)));
        let wrap = places(512, Fit::Wrap);
        let far = 5 * (1 << 20) + 4096;
        assert_eq!(
            of(&wrap, Op::Read, far, 4096),
            Some((4096, 4096, false, true))
        );
        // Across the end: before it, whole.
        let across = (1 << 20) - 512;
        let moved = (1 << 20) - 4096;
        assert_eq!(
            of(&wrap, Op::Write, across, 4096),
            Some((moved, 4096, false, true))
        );
        // Larger than the drive: as large as it. It was of whole blocks, and was told as one that
        // was not.
        let all = of(&wrap, Op::Read, 512, 4 << 20);
        assert_eq!(all, Some((0, 1 << 20, false, true)));
        let endless = of(&wrap, Op::Read, u64::MAX - 5, u64::MAX);
        assert_eq!(endless, Some((0, 1 << 20, true, true)));
    }

    /// An I/O of 512 bytes six bytes before 2^64 ended where numbers do, and was sent to the drive
    /// without a block.
    #[test]
    fn does_an_io_at_the_end_of_all_addresses_have_blocks() {
        let wrap = places(512, Fit::Wrap);
        let far = of(&wrap, Op::Read, u64::MAX - 5, 512);
        assert_eq!(far, Some(((1 << 20) - 1024, 1024, true, true)));
        let refused = places(512, Fit::Refuse).of(&record(Op::Read, u64::MAX - 5, 512));
        assert!(refused.expect_err("a refusal").contains("1MiB"));
    }
}
