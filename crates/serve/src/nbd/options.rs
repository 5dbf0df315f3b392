//! Options of the handshake and their replies.

use super::bytes::Fields;
use super::session::Closed;
use super::wire::*;
use super::{Export, Session};

/// What follows an option.
pub(super) enum Then {
    NextOption,
    Transmission,
    Close(Closed),
}

/// Why an option is refused; the handshake goes on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Refusal {
    Unsupported,
    Invalid,
    UnknownExport,
    NotStructured,
    TooBig,
}

impl Refusal {
    fn reply(self) -> (u32, &'static str) {
        match self {
            Self::Unsupported => (NBD_REP_ERR_UNSUP, "option is not supported"),
            Self::Invalid => (NBD_REP_ERR_INVALID, "option data is invalid"),
            Self::UnknownExport => (NBD_REP_ERR_UNKNOWN, "no such export"),
            Self::NotStructured => (NBD_REP_ERR_INVALID, "needs structured replies"),
            Self::TooBig => (NBD_REP_ERR_TOO_BIG, "option data is too long"),
        }
    }
}

pub(super) fn is_known(option: u32) -> bool {
    matches!(
        option,
        NBD_OPT_EXPORT_NAME
            | NBD_OPT_ABORT
            | NBD_OPT_LIST
            | NBD_OPT_INFO
            | NBD_OPT_GO
            | NBD_OPT_STRUCTURED_REPLY
            | NBD_OPT_LIST_META_CONTEXT
            | NBD_OPT_SET_META_CONTEXT
    )
}

impl Session {
    /// Appends the replies to an option, but not the error.
    pub(super) fn negotiate(
        &mut self,
        option: u32,
        data: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<Then, Refusal> {
        let without_data = || data.is_empty().then_some(()).ok_or(Refusal::Invalid);
        match option {
            NBD_OPT_EXPORT_NAME => return Ok(self.export_name(data, out)),
            NBD_OPT_ABORT => {
                reply(out, option, NBD_REP_ACK, &[]);
                return Ok(Then::Close(Closed::Aborted));
            }
            NBD_OPT_LIST => {
                without_data()?;
                list(&self.export, out);
            }
            NBD_OPT_INFO | NBD_OPT_GO => self.info(option, data, out)?,
            NBD_OPT_STRUCTURED_REPLY => {
                without_data()?;
                self.negotiated.is_structured = true;
            }
            NBD_OPT_LIST_META_CONTEXT => self.list_meta_context(data, out)?,
            NBD_OPT_SET_META_CONTEXT => self.set_meta_context(data, out)?,
            _ => return Err(Refusal::Unsupported),
        }
        reply(out, option, NBD_REP_ACK, &[]);
        Ok(match option {
            NBD_OPT_GO => Then::Transmission,
            _ => Then::NextOption,
        })
    }

    /// The only option whose reply has no header, and no error.
    fn export_name(&self, name: &[u8], out: &mut Vec<u8>) -> Then {
        if !self.export.is_called(name) {
            return Then::Close(Closed::UnknownExport);
        }
        out.extend(self.export.bytes.to_be_bytes());
        out.extend(self.transmission_flags().to_be_bytes());
        if !self.negotiated.no_zeroes {
            out.extend([0; EXPORT_NAME_ZEROES]);
        }
        Then::Transmission
    }

    fn info(&self, option: u32, data: &[u8], out: &mut Vec<u8>) -> Result<(), Refusal> {
        let (name, asked) = Asked::parse(data).ok_or(Refusal::Invalid)?;
        let export = &*self.export;
        if !export.is_called(name) {
            return Err(Refusal::UnknownExport);
        }
        let mut info = |kind: u16, parts: [&[u8]; 3]| {
            let [a, b, c] = parts;
            reply(out, option, NBD_REP_INFO, &[&kind.to_be_bytes(), a, b, c]);
        };
        let flags = self.transmission_flags().to_be_bytes();
        info(NBD_INFO_EXPORT, [&export.bytes.to_be_bytes(), &flags, &[]]);
        if asked.has(NBD_INFO_NAME) {
            info(NBD_INFO_NAME, [export.name.as_bytes(), &[], &[]]);
        }
        if asked.has(NBD_INFO_DESCRIPTION) && !export.description.is_empty() {
            let description = export.description.as_bytes();
            info(NBD_INFO_DESCRIPTION, [description, &[], &[]]);
        }
        if asked.has(NBD_INFO_BLOCK_SIZE) {
            let sizes = [
                export.minimum_block,
                export.preferred_block,
                export.maximum_payload,
            ];
            let [minimum, preferred, maximum] = sizes.map(u32::to_be_bytes);
            info(NBD_INFO_BLOCK_SIZE, [&minimum, &preferred, &maximum]);
        }
        Ok(())
    }

    fn transmission_flags(&self) -> u16 {
        self.export.flags(self.negotiated.is_structured)
    }
}

/// Kinds of information, two bytes each.
struct Asked<'a>(&'a [[u8; 2]]);

impl<'a> Asked<'a> {
    /// The name of an export, and what is asked about it.
    fn parse(data: &'a [u8]) -> Option<(&'a [u8], Self)> {
        let mut fields = Fields(data);
        let name = fields.string()?;
        let count = fields.u16()?;
        let (kinds, rest) = fields.0.as_chunks();
        (kinds.len() == usize::from(count) && rest.is_empty()).then_some((name, Self(kinds)))
    }

    fn has(&self, kind: u16) -> bool {
        self.0.contains(&kind.to_be_bytes())
    }
}

fn list(export: &Export, out: &mut Vec<u8>) {
    let (name, description) = (export.name.as_bytes(), export.description.as_bytes());
    let name_bytes = (name.len() as u32).to_be_bytes();
    let parts: [&[u8]; 3] = [&name_bytes, name, description];
    reply(out, NBD_OPT_LIST, NBD_REP_SERVER, &parts);
}

pub(super) fn refuse(out: &mut Vec<u8>, option: u32, refusal: Refusal) {
    let (kind, message) = refusal.reply();
    reply(out, option, kind, &[message.as_bytes()]);
}

/// Appends a reply whose data is these parts together.
pub(super) fn reply(out: &mut Vec<u8>, option: u32, kind: u32, parts: &[&[u8]]) {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    out.extend(OPTION_REPLY_MAGIC.to_be_bytes());
    out.extend(option.to_be_bytes());
    out.extend(kind.to_be_bytes());
    out.extend((length as u32).to_be_bytes());
    for part in parts {
        out.extend(*part);
    }
}
