//! Why a phase failed, and what to do about it.

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
        Failure::NoTrim => "the drive does not take TRIM".into(),
        Failure::NothingFinished => {
            "no I/O finished within the time of the test; give it longer with --duration".into()
        }
        Failure::NothingReplayed => {
            "no record of the trace can be carried out on this drive: all are I/Os without a \
             whole block, or TRIMs and it takes none; trace stat says what the trace is"
                .into()
        }
        Failure::NoCleanPass { phase } => {
            format!("the pass that it is compared with, phase {phase}, has no result")
        }
        Failure::Preparing { state, failure } => format!("preparing {state}: {}", what(failure)),
        Failure::StateNotKept => "the state it needs could not be prepared".into(),
        Failure::NotInState { failure } => format!(
            "not run, because the drive is not in the state it needs: {}",
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
                Some("This drive loses data; whatever it measures is worth nothing")
            }
            IoFailure::Error { errno, .. } => Some(of_error(&Error::from_raw_os_error(*errno))),
            _ => None,
        },
        Failure::Preparing { failure, .. } | Failure::NotInState { failure } => remedy(failure),
        _ => None,
    }
}

/// By what the kernel answered.
fn of_error(error: &Error) -> &'static str {
    match error.kind() {
        // Neither the log nor the drive knows of a call that the kernel did not take.
        ErrorKind::Unsupported => {
            "The kernel does not carry out such an I/O in this way: give another --engine, \
             io-uring, aio or synchronous"
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "Make room where the file or its volume lies, then measure again"
        }
        _ => "Look at the kernel's log (dmesg) and at the drive's SMART data",
    }
}

fn io(op: FailedOp, lba: u64, bytes: u64) -> String {
    let what = match op {
        FailedOp::Read => "the read",
        FailedOp::Write => "the write",
        FailedOp::Trim => "the TRIM",
        FailedOp::WriteZeroes => "the writing of zeroes",
        FailedOp::Flush => return "the flush".into(),
    };
    format!("{what} of {} at LBA {lba} (512-byte blocks)", Bytes(bytes))
}

fn why(cause: &IoFailure) -> String {
    match cause {
        IoFailure::OutOfRange => "lies beyond the end of the drive".into(),
        IoFailure::Misaligned => {
            "is not aligned to the drive's logical blocks; this test cannot be run on this drive"
                .into()
        }
        IoFailure::Unsupported => "is of a kind that the drive does not do".into(),
        IoFailure::ReadOnly => "was refused: the drive is open for reading only".into(),
        IoFailure::WrongData { block: Some(block) } => format!("came back wrong: {}", found(block)),
        IoFailure::WrongData { block: None } => "came back wrong, like the one named before".into(),
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
        Holds::Foreign => "data that this run never wrote".into(),
    };
    let lba = block.lba;
    format!("LBA {lba} holds {holds} instead of what was written to it last")
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
        for (errno, words) in [(5, "SMART"), (28, "Make room"), (95, "another --engine")] {
            let remedy = of_error(&Error::from_raw_os_error(errno));
            assert!(remedy.contains(words), "{errno}: {remedy}");
        }
    }
}
