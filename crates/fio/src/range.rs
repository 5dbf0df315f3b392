//! Which part of the drive a job covers, from `offset`, `size` and `blockalign`.

use crate::number::Size;
use crate::settings::Settings;
use crate::work::block_quietly;
use fourcorners_bench::{Pattern, Span};
use fourcorners_block::{BLOCK_BYTES, Bytes};

/// Bytes that no drive has more of.
pub(crate) const LARGEST: u64 = 1 << 60;

/// Where I/Os go.
pub(crate) struct Place {
    /// What addresses are multiples of; the first of a sequential job that begins between two I/Os.
    pub align: Option<Bytes>,
    /// Where the span begins, if not at LBA 0.
    pub start: Option<Span>,
    pub span: Span,
}

/// A place of the drive, of which I/Os fill a whole number.
pub(crate) fn place(settings: &mut Settings<'_>, block: u64, pattern: Pattern) -> Option<Place> {
    let offset = offset(settings);
    let is_between = offset.is_some_and(|offset| offset % block > 0);
    let align = match pattern {
        Pattern::Random if settings.text("blockalign").is_some() => {
            let align = settings.bytes("blockalign")?;
            if align == 0 || !align.is_multiple_of(BLOCK_BYTES) || !block.is_multiple_of(align) {
                settings.wrong("blockalign", "expected a multiple of 512 that divides bs");
                return None;
            }
            Some(Bytes(align))
        }
        Pattern::Sequential if is_between => offset.map(Bytes),
        _ => None,
    };
    let size = match settings.is_given("size") {
        false => None,
        true => Some(settings.size("size")?),
    };
    let start = offset? / block * block;
    let capacity = settings.capacity().unwrap_or(u64::MAX);
    if start > 0 && start.saturating_add(block) > capacity {
        settings.wrong("offset", "it is beyond the last I/O of the drive");
        return None;
    }
    let span = match size {
        None | Some(Size::Percent(100)) => Span::All,
        Some(Size::Percent(percent)) => Span::Share(percent as u32),
        Some(Size::Bytes(bytes)) if bytes < block => {
            settings.wrong("size", "it is smaller than one I/O of size bs");
            return None;
        }
        Some(Size::Bytes(bytes)) => {
            // What begins between two I/Os ends there.
            let span = (bytes / block + u64::from(is_between)).checked_mul(block);
            let end = span.and_then(|span| span.checked_add(start));
            let Some((span, end)) = span.zip(end) else {
                settings.wrong("size", "larger than 2^64 bytes");
                return None;
            };
            if start > 0 && end > capacity {
                settings.wrong("size", "with its offset it ends beyond the drive");
                return None;
            }
            Span::Fixed(Bytes(span))
        }
    };
    Some(Place {
        align,
        start: (start > 0).then_some(Span::Fixed(Bytes(start))),
        span,
    })
}

/// Where a job begins, in bytes: a share of the drive ends with a whole I/O, as with fio.
pub(crate) fn offset(settings: &mut Settings<'_>) -> Option<u64> {
    if !settings.is_given("offset") {
        return Some(0);
    }
    let size = settings.size("offset")?;
    let bytes = match (settings.of_drive(size), size) {
        (Some(bytes), Size::Percent(_)) => {
            let block = block_quietly(settings);
            bytes.div_ceil(block).checked_mul(block)
        }
        (bytes, _) => bytes,
    };
    match bytes {
        Some(bytes) if bytes <= LARGEST && bytes.is_multiple_of(BLOCK_BYTES) => Some(bytes),
        Some(_) => {
            settings.wrong("offset", "expected a multiple of 512");
            None
        }
        None => {
            settings.wrong("offset", "the drive's size is not known here; give bytes");
            None
        }
    }
}
