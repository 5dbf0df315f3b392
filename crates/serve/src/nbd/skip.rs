//! Skips the data of a refused message as it arrives, then answers. Its length is the client's
//! choice, so it is never buffered.

use super::rejection::Rejection;
use super::session::Step;
use super::{Session, options};

/// Data to skip, and the answer after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Skip {
    left: u32,
    then: Then,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Then {
    /// The option's number.
    Refuse(u32, options::Refusal),
    /// The command's cookie.
    Reject(u64, Rejection),
}

impl Skip {
    pub fn new(left: u32, then: Then) -> Self {
        Self { left, then }
    }
}

impl Session {
    /// Answers at once if there is nothing to skip.
    pub(super) fn begin_skipping(&mut self, skip: Skip, out: &mut Vec<u8>) {
        if skip.left > 0 {
            self.skip = Some(skip);
            return;
        }
        match skip.then {
            Then::Refuse(option, refusal) => options::refuse(out, option, refusal),
            Then::Reject(cookie, rejection) => self.reject(out, cookie, rejection),
        }
    }

    pub(super) fn go_on_skipping(&mut self, skip: Skip, input: &[u8], out: &mut Vec<u8>) -> Step {
        if input.is_empty() {
            self.skip = Some(skip);
            return Step::need(1);
        }
        let length = u32::try_from(input.len())
            .unwrap_or(u32::MAX)
            .min(skip.left);
        self.begin_skipping(Skip::new(skip.left - length, skip.then), out);
        Step::progress(length as usize)
    }
}
