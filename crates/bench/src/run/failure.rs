//! Sentences about I/Os that were not done: which, where, why, and what to do.

use fourcorners_block::{BadBlock, Completion, Op, Outcome, Request};

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
            let error = std::io::Error::from_raw_os_error(errno);
            let which = bad_block.map_or(String::new(), |block| format!("; {block}"));
            format!(
                "failed: {error}{which}. Look at the kernel's log (dmesg) and at the drive's SMART data"
            )
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
