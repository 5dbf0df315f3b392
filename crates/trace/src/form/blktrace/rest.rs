//! What an event says beside a record's fields, in the words that the text of blkparse leaves,
//! too: `blkparse:ERROR CPU PID RWBS PROCESS`.

use super::event::{Event, category};
use crate::Record;

const FORM: &str = "blkparse:";

/// blkparse's letters behind the direction, in its order.
const LETTERS: [(u8, u32); 4] = [
    (b'F', category::FUA),
    (b'A', category::AHEAD),
    (b'S', category::SYNC),
    (b'M', category::METADATA),
];

/// See the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rest<'a> {
    pub error: u16,
    pub cpu: u32,
    pub pid: u32,
    /// Bits of an event's `action`, [`LETTERS`]' and the flush before the I/O.
    pub flags: u32,
    pub process: &'a str,
}

/// The text of an event.
pub(super) fn text(event: &Event, process: &str) -> Box<str> {
    let mut rwbs = String::new();
    if event.is(category::FLUSH) {
        rwbs.push('F');
    }
    rwbs.push(match event {
        event if event.is(category::DISCARD) => 'D',
        event if event.is(category::WRITE) => 'W',
        event if event.bytes > 0 => 'R',
        _ => 'N',
    });
    let letters = LETTERS.iter().filter(|(_, bit)| event.is(*bit));
    rwbs.extend(letters.map(|(letter, _)| char::from(*letter)));
    let Event { cpu, pid, .. } = event;
    format!("{FORM}0 {cpu} {pid} {rwbs} {process}").into()
}

/// Notes the error with which an I/O was completed.
pub(super) fn set_error(record: &mut Record, error: u16) {
    let rest = record
        .rest
        .as_deref()
        .and_then(|rest| rest.strip_prefix(FORM));
    if let Some((_, rest)) = rest.and_then(|rest| rest.split_once(' ')) {
        record.rest = Some(format!("{FORM}{} {rest}", error.cast_signed()).into());
    }
}

impl<'a> Rest<'a> {
    /// What a record's rest says; of another form's nothing.
    pub(super) fn of(text: Option<&'a str>) -> Self {
        let parsed = text.and_then(|text| Self::parse(text.strip_prefix(FORM)?));
        parsed.unwrap_or_default()
    }

    fn parse(text: &'a str) -> Option<Self> {
        let mut parts = text.splitn(5, ' ');
        let error: i16 = parts.next()?.parse().ok()?;
        let (cpu, pid) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let rwbs = parts.next()?;
        let (flush, letters) = match rwbs.strip_prefix('F') {
            Some(rwbs) => (category::FLUSH, rwbs.get(1..)?),
            None => (0, rwbs.get(1..)?),
        };
        let set = LETTERS
            .iter()
            .filter(|(letter, _)| letters.contains(char::from(*letter)));
        Some(Self {
            error: error.cast_unsigned(),
            cpu,
            pid,
            flags: set.fold(flush, |flags, (_, bit)| flags | bit),
            process: parts.next()?,
        })
    }
}
