//! The transmission phase: one request at a time.

use super::command::Request;
use super::session::{Closed, Item, Step};
use super::skip::{Skip, Then};
use super::wire::REQUEST_HEADER_BYTES;
use super::{Export, Session};

/// A refused write that is longer closes the connection, which the protocol allows above 32 MiB.
const SKIPPED_WRITE_BYTES: u32 = 64 << 20;

impl Session {
    pub(super) fn request(&mut self, input: &[u8], out: &mut Vec<u8>) -> Step {
        let Some(header) = input.first_chunk() else {
            return Step::need(REQUEST_HEADER_BYTES);
        };
        let Some(request) = Request::parse(header) else {
            return self.close(0, Closed::BadRequestMagic);
        };
        if request.is_disconnect() {
            return self.close(REQUEST_HEADER_BYTES, Closed::Disconnected);
        }
        let data_bytes = request.data_bytes();
        match request.check(&self.export, self.negotiated) {
            Ok(command) => {
                let end = REQUEST_HEADER_BYTES.saturating_add(data_bytes as usize);
                if input.len() < end {
                    return Step::need(end);
                }
                Step {
                    consumed: end,
                    item: Item::Command(command, REQUEST_HEADER_BYTES..end),
                }
            }
            Err(_) if data_bytes > longest_skipped(&self.export) => {
                self.close(0, Closed::WriteTooLong)
            }
            Err(rejection) => {
                let then = Then::Reject(request.cookie, rejection);
                self.begin_skipping(Skip::new(data_bytes, then), out);
                Step::progress(REQUEST_HEADER_BYTES)
            }
        }
    }
}

fn longest_skipped(export: &Export) -> u32 {
    export.maximum_payload.max(SKIPPED_WRITE_BYTES)
}
