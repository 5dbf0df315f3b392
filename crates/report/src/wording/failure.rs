//! Why a phase failed, and what to do.

use super::damage::name_and_unit;
use fourcorners_bench::record::{FailedOp, Failure, FoundBlock, Holds, IoFailure};
use fourcorners_block::Bytes;
use std::io::{Error, ErrorKind};

/// What went wrong and what to do, in a sentence or two.
pub fn sentence(failure: &Failure) -> String {
    match remedy(failure) {
        Some(remedy) => format!("{}. {remedy}", what(failure)),
        None => what(failure),
    }
}

pub fn what(failure: &Failure) -> String {
    match failure {
        Failure::Io {
            op,
            lba,
            bytes,
            cause,
        } => format!("{} {}", io(*op, *lba, *bytes), why(cause)),
        Failure::Drive { error } | Failure::Trace { error } => error.clone(),
        Failure::NoTrim => "the drive does not support TRIM".into(),
        Failure::NothingFinished => {
            "no I/O finished during the test; use a longer --duration".into()
        }
        Failure::NothingReplayed => {
            "nothing in this trace can be replayed here: every I/O is smaller than a block, or is \
             a TRIM, which this drive does not support"
                .into()
        }
        Failure::Impossible { quantity, value } => {
            let (name, unit) = name_and_unit(*quantity);
            format!("measured an impossible {name} of {value:e}{unit}, a fault of Four Corners")
        }
        Failure::NoCleanPass { phase } => {
            format!("the phase it is compared with, {phase}, has no result")
        }
        Failure::MaxWrites => "--max-writes was used up".into(),
        Failure::Preparing { state, failure } => format!("preparing {state}: {}", what(failure)),
        Failure::StateNotKept => "its state could not be prepared".into(),
        Failure::NotInState { failure } => format!(
            "not run, because its state was not prepared: {}",
            what(failure)
        ),
        Failure::Earlier { text } => text.clone(),
    }
}

/// What to do, where something can be done.
pub fn remedy(failure: &Failure) -> Option<&'static str> {
    match failure {
        Failure::Io { cause, .. } => match cause {
            IoFailure::ReadOnly => Some("Name it with --destroy"),
            IoFailure::WrongData { block: Some(_) } => {
                Some("This drive loses data: do not trust its figures")
            }
            IoFailure::Error { errno, .. } => Some(of_error(&Error::from_raw_os_error(*errno))),
            _ => None,
        },
        Failure::Impossible { .. } => Some("Report it, with the folder of this run"),
        Failure::Preparing { failure, .. } | Failure::NotInState { failure } => remedy(failure),
        _ => None,
    }
}

/// By what the kernel answered.
fn of_error(error: &Error) -> &'static str {
    match error.kind() {
        // Neither the log nor the drive knows of a call that the kernel did not take.
        ErrorKind::Unsupported => {
            "The kernel does not support this I/O: use another --engine (io-uring, aio or \
             synchronous)"
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "Free space on the volume that holds the file, then measure again"
        }
        _ => "Check the kernel log (dmesg) and the drive's SMART data",
    }
}

fn io(op: FailedOp, lba: u64, bytes: u64) -> String {
    let what = match op {
        FailedOp::Read => "the read",
        FailedOp::Write => "the write",
        FailedOp::Trim => "the TRIM",
        FailedOp::WriteZeroes => "writing zeroes",
        FailedOp::Flush => return "the flush".into(),
    };
    format!("{what} of {} at LBA {lba} (512-byte blocks)", Bytes(bytes))
}

fn why(cause: &IoFailure) -> String {
    match cause {
        IoFailure::OutOfRange => "is beyond the end of the drive".into(),
        IoFailure::Misaligned => {
            "is not aligned to the drive's logical blocks: this drive cannot run this test".into()
        }
        IoFailure::Unsupported => "is not supported by the drive".into(),
        IoFailure::ReadOnly => "was refused: the drive is open read-only".into(),
        IoFailure::WrongData { block: Some(block) } => {
            format!("returned wrong data: {}", found(block))
        }
        IoFailure::WrongData { block: None } => "returned wrong data again".into(),
        IoFailure::Error { errno, block } => {
            let error = Error::from_raw_os_error(*errno);
            let which = block.map_or(String::new(), |block| format!("; {}", found(&block)));
            format!("failed: {error}{which}")
        }
    }
}

fn found(block: &FoundBlock) -> String {
    let holds = match block.holds {
        Holds::Unreadable => return format!("LBA {} cannot be read", block.lba),
        Holds::BlockOf { other_lba } => format!("the data of LBA {other_lba}"),
        Holds::Older => "an older write".into(),
        Holds::Damaged => "damaged data (its checksum is wrong)".into(),
        Holds::Zeros => "zeros".into(),
        Holds::Foreign => "data that this run did not write".into(),
    };
    let lba = block.lba;
    format!("LBA {lba} holds {holds} instead of the last write to it")
}

#[cfg(test)]
mod tests {
    use super::of_error;
    use std::io::Error;

    /// The story: 'Operation not supported' of an engine sent the user to the kernel's log and to
    /// the SMART data, where there is nothing about it.
    #[test]
    fn remedy_fits_what_the_kernel_answered() {
        // As Linux numbers them: EIO, ENOSPC, EOPNOTSUPP.
        for (errno, words) in [(5, "SMART"), (28, "Free space"), (95, "another --engine")] {
            let remedy = of_error(&Error::from_raw_os_error(errno));
            assert!(remedy.contains(words), "{errno}: {remedy}");
        }
    }
}
