//! What an event says beside a record's fields, in one text: `blkparse:ERROR CPU PID RWBS PROCESS`.

use super::Does;
use crate::Record;
use std::fmt;

const FORM: &str = "blkparse:";

/// Bytes of the longest process name that is kept with an I/O: the kernel's have up to 15. So many
/// as may wait take bounded memory.
pub(in crate::form) const LONGEST_PROCESS_BYTES: usize = 255;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::form) struct Rest<'a> {
    /// With which it was completed, as the kernel has it: negative.
    pub error: i16,
    pub cpu: u64,
    pub pid: u64,
    /// What it does, and how; see [`Does`]. Empty of a record of another form.
    pub rwbs: &'a str,
    /// Its name; one line.
    pub process: &'a str,
}

impl<'a> Rest<'a> {
    /// What a record's rest says, of another form's nothing; or why none can be made of it.
    pub(in crate::form) fn of(record: &'a Record) -> Result<Self, String> {
        let rest = record.rest.as_deref();
        let Some(rest) = rest.and_then(|rest| rest.strip_prefix(FORM)) else {
            return Ok(Self::default());
        };
        let has_blocks = record.bytes.0 > 0;
        Self::parse(rest)
            .filter(|rest| {
                let does = Does::of(rest.rwbs, has_blocks);
                does.is_ok_and(|does| does.op() == Some(record.op))
            })
            .ok_or_else(|| {
                format!(
                    "its rest is {rest:?}; expected an error number, CPU, PID, direction and \
                     process name on one line of up to {LONGEST_PROCESS_BYTES} bytes"
                )
            })
    }

    fn parse(rest: &'a str) -> Option<Self> {
        let number = |text: &str| {
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|_| is_number)
        };
        let mut parts = rest.splitn(5, ' ');
        let rest = Self {
            error: parts.next()?.parse().ok()?,
            cpu: number(parts.next()?)?,
            pid: number(parts.next()?)?,
            rwbs: parts.next()?,
            process: parts.next()?,
        };
        let is_one_line = !rest.process.contains(['\n', '\r']);
        (is_one_line
            && rest.process.len() <= LONGEST_PROCESS_BYTES
            && rest.rwbs.bytes().all(|letter| letter.is_ascii_alphabetic()))
        .then_some(rest)
    }
}

impl fmt::Display for Rest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            error,
            cpu,
            pid,
            rwbs,
            process,
        } = self;
        write!(f, "{FORM}{error} {cpu} {pid} {rwbs} {process}")
    }
}

/// Notes the error with which a record was completed.
pub(in crate::form) fn set_error(record: &mut Record, error: i16) {
    let rest = record
        .rest
        .as_deref()
        .and_then(|rest| rest.strip_prefix(FORM));
    if error != 0
        && let Some((_, rest)) = rest.and_then(|rest| rest.split_once(' '))
    {
        record.rest = Some(format!("{FORM}{error} {rest}").into());
    }
}
