//! Meta contexts: there is one, `base:allocation`.

use super::Session;
use super::bytes::Fields;
use super::options::{Refusal, reply};
use super::reply::ALLOCATION_ID;
use super::wire::*;

const ALLOCATION: &[u8] = b"base:allocation";
/// Lists every context of its namespace, and selects none.
const WILDCARD: &[u8] = b"base:";

impl Session {
    pub(super) fn list_meta_context(&self, data: &[u8], out: &mut Vec<u8>) -> Result<(), Refusal> {
        let mut is_listed = false;
        let queries = self.queries(data, |query| {
            is_listed |= query == ALLOCATION || query == WILDCARD;
        })?;
        if is_listed || queries == 0 {
            let parts = [&0_u32.to_be_bytes(), ALLOCATION];
            reply(out, NBD_OPT_LIST_META_CONTEXT, NBD_REP_META_CONTEXT, &parts);
        }
        Ok(())
    }

    /// Replaces what was set before, even if it fails.
    pub(super) fn set_meta_context(
        &mut self,
        data: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<(), Refusal> {
        self.negotiated.has_allocation = false;
        let mut is_set = false;
        self.queries(data, |query| is_set |= query == ALLOCATION)?;
        self.negotiated.has_allocation = is_set;
        if is_set {
            let parts = [&ALLOCATION_ID.to_be_bytes(), ALLOCATION];
            reply(out, NBD_OPT_SET_META_CONTEXT, NBD_REP_META_CONTEXT, &parts);
        }
        Ok(())
    }

    /// Calls `each` with every query, and returns how many there are. Contexts that are not known
    /// are no errors.
    fn queries(&self, data: &[u8], mut each: impl FnMut(&[u8])) -> Result<u32, Refusal> {
        if !self.negotiated.is_structured {
            return Err(Refusal::NotStructured);
        }
        let mut fields = Fields(data);
        let name = fields.string().ok_or(Refusal::Invalid)?;
        let count = fields.u32().ok_or(Refusal::Invalid)?;
        for _ in 0..count {
            each(fields.string().ok_or(Refusal::Invalid)?);
        }
        if !fields.is_empty() {
            return Err(Refusal::Invalid);
        }
        match self.export.is_called(name) {
            true => Ok(count),
            false => Err(Refusal::UnknownExport),
        }
    }
}
