//! One event, as blkparse prints it by default.

use super::super::fields::{decimal, number, sectors, shown};
use crate::form::block_events::{Does, LONGEST_PROCESS_BYTES, Rest};
use fourcorners_block::Nanos;

/// What is of one of the kinds that tell of an I/O.
pub(super) struct Event<'a> {
    /// `8,0`.
    pub(super) device: &'a [u8],
    pub(super) at: Nanos,
    /// `Q`, `M`, `F`, `D`, `R` or `C`.
    pub(super) action: &'a [u8],
    /// Not [`Does::Nothing`].
    pub(super) does: Does,
    pub(super) payload: Payload<'a>,
    cpu: u64,
    pid: u64,
    rwbs: &'a str,
}

/// What it is about. The note is the process; of a completion or a requeue, the error.
pub(super) enum Payload<'a> {
    Blocks {
        sector_bytes: u64,
        bytes: u64,
        note: &'a str,
    },
    Nothing {
        note: &'a str,
    },
}

impl<'a> Event<'a> {
    /// `None`: of a kind that tells of none.
    pub(super) fn of(mut line: &'a [u8]) -> Result<Option<Self>, String> {
        let device = word(&mut line);
        let device_number = device.split(|byte| *byte == b',');
        if device_number.clone().count() != 2 {
            return Err(format!(
                "the device is {}; expected two numbers separated by a comma, such as 8,0",
                shown(device)
            ));
        }
        for part in device_number {
            number(part, "a device number")?;
        }
        let cpu = number(word(&mut line), "cpu")?;
        number(word(&mut line), "sequence")?;
        let at = Nanos(decimal(word(&mut line), 9, "time")?);
        let pid = number(word(&mut line), "pid")?;
        let action = word(&mut line);
        let rwbs = word(&mut line);
        if action.is_empty() || action.len() > 2 || !action.iter().all(u8::is_ascii_alphabetic) {
            return Err(format!(
                "the action is {}; expected one or two letters (Q, M, F, D, R and C are read)",
                shown(action)
            ));
        }
        if !matches!(action, b"Q" | b"M" | b"F" | b"D" | b"R" | b"C") {
            return Ok(None);
        }
        let answers = matches!(action, b"R" | b"C");
        let Some(payload) = Payload::of(line, answers)? else {
            return Ok(None);
        };
        let rwbs = std::str::from_utf8(rwbs).unwrap_or_default();
        let has_blocks = matches!(payload, Payload::Blocks { bytes: 1.., .. });
        let does = Does::of(rwbs, has_blocks)?;
        if does == Does::Nothing {
            return Ok(None);
        }
        Ok(Some(Self {
            device,
            at,
            action,
            does,
            payload,
            cpu,
            pid,
            rwbs,
        }))
    }

    /// What a record keeps of its issue.
    pub(super) fn rest(&self, process: &str) -> Box<str> {
        let rest = Rest {
            error: 0,
            cpu: self.cpu,
            pid: self.pid,
            rwbs: self.rwbs,
            process,
        };
        rest.to_string().into()
    }
}

/// The number of an error as the kernel has it, negative: blkparse prints -5 as 65531.
pub(super) fn error_number(note: &str) -> Option<i16> {
    let unsigned = note.parse::<u16>().map(u16::cast_signed);
    unsigned.or_else(|_| note.parse()).ok()
}

impl<'a> Payload<'a> {
    /// `None`: a command of its own (SCSI), whose place is not told.
    fn of(text: &'a [u8], answers: bool) -> Result<Option<Self>, String> {
        let mut text = text.trim_ascii_start();
        if matches!(text.first(), Some(b'[' | b'(')) {
            return Ok(Some(Self::Nothing {
                note: note(text, answers)?,
            }));
        }
        let sector = word(&mut text);
        let text = text.trim_ascii_start();
        if let Some(mut text) = text.strip_prefix(b"+") {
            return Ok(Some(Self::Blocks {
                sector_bytes: sectors(sector, "sector")?,
                bytes: sectors(word(&mut text), "the number of sectors")?,
                note: note(text, answers)?,
            }));
        }
        number(sector, "sector")?;
        let note = note(text, answers)?;
        Ok(answers.then_some(Self::Nothing { note }))
    }
}

/// What stands in brackets, behind a time or a command in parentheses or not.
fn note(text: &[u8], answers: bool) -> Result<&str, String> {
    let mut text = text.trim_ascii();
    if text.first() == Some(&b'(') {
        let end = text.iter().position(|byte| *byte == b')');
        text = text[end.map_or(text.len(), |end| end + 1)..].trim_ascii_start();
    }
    text.strip_prefix(b"[")
        .and_then(|text| text.strip_suffix(b"]"))
        .filter(|note| note.len() <= LONGEST_PROCESS_BYTES)
        .and_then(|note| std::str::from_utf8(note).ok())
        .filter(|note| !answers || error_number(note).is_some())
        .ok_or_else(|| {
            let what = if answers {
                "an error number"
            } else {
                "a process name"
            };
            format!("it ends with {}; expected {what} in brackets", shown(text))
        })
}

/// Takes the next word.
fn word<'a>(text: &mut &'a [u8]) -> &'a [u8] {
    let is_space = |byte: &u8| *byte == b' ' || *byte == b'\t';
    let start = text
        .iter()
        .position(|byte| !is_space(byte))
        .unwrap_or(text.len());
    let from = &text[start..];
    let end = from.iter().position(is_space).unwrap_or(from.len());
    let (word, left) = from.split_at(end);
    *text = left;
    word
}
