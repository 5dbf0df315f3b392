//! Sentences about I/Os that were not done: which, where, why, and what to do.

use fourcorners_block::{BadBlock, Completion, Op, Outcome, Request};
use std::io::{Error, ErrorKind};

/// What to do, by what the kernel answered.
fn remedy(error: &Error) -> &'static str {
    match error.kind() {
        // Neither the log nor the drive knows of a call that the kernel did not take.
        ErrorKind::Unsupported => {
            "The kernel does not carry out such an I/O in this way: give another --engine, io-uring, aio or synchronous"
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            "Make room where the file or its volume lies, then measure again"
        }
        _ => "Look at the kernel's log (dmesg) and at the drive's SMART data",
    }
}

/// The sentence, or nothing if the I/O was done. `request` makes the I/O's request again;
/// `bad_block` is what is known of its blocks.
pub fn sentence(
    completion: &Completion,
    bad_block: Option<BadBlock>,
    request: impl FnOnce() -> Request,
) -> Option<String> {
    let reason = match completion.outcome {
        Outcome::Done => return None,
        Outcome::OutOfRange => "lies beyond the end of the drive".into(),
        Outcome::Misaligned => {
            "is not aligned to the drive's logical blocks; this test cannot be run on this drive"
                .into()
        }
        Outcome::Unsupported => "is of a kind that the drive does not do".into(),
        Outcome::ReadOnly => {
            "was refused: the drive is open for reading only. Name it with --destroy".into()
        }
        Outcome::WrongData => match bad_block {
            Some(bad_block) => format!(
                "came back wrong: {bad_block}. This drive loses data; whatever it measures is worth nothing"
            ),
            None => "came back wrong, like the one named before".into(),
        },
        Outcome::Failed(errno) => {
            let error = Error::from_raw_os_error(errno);
            let which = bad_block.map_or(String::new(), |block| format!("; {block}"));
            format!("failed: {error}{which}. {}", remedy(&error))
        }
    };
    let request = request();
    let what = match request.op {
        Op::Read => "the read",
        Op::Write { .. } => "the write",
        Op::Discard => "the TRIM",
        Op::WriteZeroes => "the writing of zeroes",
        Op::Flush => return Some(format!("the flush {reason}")),
    };
    Some(format!(
        "{what} of {} at LBA {} (512-byte blocks) {reason}",
        request.blocks.bytes(),
        request.lba.0
    ))
}

#[cfg(test)]
mod tests {
    use super::remedy;
    use std::io::Error;

    /// 'Operation not supported' of an engine sent the user to the kernel's log and to the SMART data, in which nothing is.
    #[test]
    fn does_the_remedy_fit_what_the_kernel_answered() {
        // As Linux numbers them: EIO, ENOSPC, EOPNOTSUPP.
        for (errno, words) in [(5, "SMART"), (28, "Make room"), (95, "another --engine")] {
            let error = Error::from_raw_os_error(errno);
            assert!(
                remedy(&error).contains(words),
                "{errno}: {}",
                remedy(&error)
            );
        }
    }
}
