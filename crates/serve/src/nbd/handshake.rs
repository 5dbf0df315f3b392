//! The handshake: client flags, then options until one of them begins the transmission.

use super::Session;
use super::bytes::Fields;
use super::options::{self, Refusal, Then};
use super::session::{Closed, Phase, Step};
use super::skip::{self, Skip};
use super::wire::*;

/// Longest option data that is read, in bytes: twice the longest name that the protocol allows.
pub(super) const LARGEST_OPTION: u32 = 8 << 10;

/// Longer option data closes the connection; shorter data is skipped and the option refused.
const SKIPPED_OPTION_BYTES: u32 = 1 << 20;

/// More options than any client needs for one export.
const MOST_OPTIONS: u32 = 64;

impl Session {
    pub(super) fn client_flags(&mut self, input: &[u8]) -> Step {
        let Some(flags) = input.first_chunk() else {
            return Step::need(size_of::<u32>());
        };
        let consumed = flags.len();
        let flags = u32::from_be_bytes(*flags);
        if flags & !(NBD_FLAG_C_FIXED_NEWSTYLE | NBD_FLAG_C_NO_ZEROES) != 0 {
            return self.close(consumed, Closed::UnknownClientFlags);
        }
        self.negotiated.no_zeroes = flags & NBD_FLAG_C_NO_ZEROES != 0;
        self.phase = Phase::Options;
        Step::progress(consumed)
    }

    pub(super) fn option(&mut self, input: &[u8], out: &mut Vec<u8>) -> Step {
        let Some(header) = input.first_chunk() else {
            return Step::need(OPTION_HEADER_BYTES);
        };
        let Some(Header { option, length }) = Header::parse(header) else {
            return self.close(0, Closed::BadOptionMagic);
        };
        if self.options >= MOST_OPTIONS {
            return self.close(0, Closed::TooManyOptions);
        }
        if length > LARGEST_OPTION {
            return self.long_option(option, length, out);
        }
        let end = OPTION_HEADER_BYTES + length as usize;
        let Some(data) = input.get(OPTION_HEADER_BYTES..end) else {
            return Step::need(end);
        };
        self.options += 1;
        match self.negotiate(option, data, out) {
            Ok(Then::NextOption) => {}
            Ok(Then::Transmission) => self.phase = Phase::Transmission,
            Ok(Then::Close(reason)) => return self.close(end, reason),
            Err(refusal) => options::refuse(out, option, refusal),
        }
        Step::progress(end)
    }

    fn long_option(&mut self, option: u32, length: u32, out: &mut Vec<u8>) -> Step {
        // This option has no error reply.
        if option == NBD_OPT_EXPORT_NAME || length > SKIPPED_OPTION_BYTES {
            return self.close(0, Closed::OptionTooLong);
        }
        if option == NBD_OPT_SET_META_CONTEXT {
            self.negotiated.has_allocation = false;
        }
        self.options += 1;
        let refusal = match options::is_known(option) {
            true => Refusal::TooBig,
            false => Refusal::Unsupported,
        };
        let then = skip::Then::Refuse(option, refusal);
        self.begin_skipping(Skip::new(length, then), out);
        Step::progress(OPTION_HEADER_BYTES)
    }
}

struct Header {
    option: u32,
    length: u32,
}

impl Header {
    /// `None` if its magic number is wrong.
    fn parse(header: &[u8; OPTION_HEADER_BYTES]) -> Option<Self> {
        let mut fields = Fields(header);
        if fields.u64()? != IHAVEOPT {
            return None;
        }
        Some(Self {
            option: fields.u32()?,
            length: fields.u32()?,
        })
    }
}
