//! Our own plain table (RFC 4180), one line of names above: every field of a record. What is not
//! known is empty; what is known and empty is `""`.

use super::fields::{digits, number, push_number, record, shown};
use super::sink::Layout;
use super::source::Grammar;
use super::streams::Streams;
use crate::{Op, Predecessor, Record};
use fourcorners_block::{DataClass, Nanos};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::num::NonZeroU32;

const HEADER: &str = "issued_ns,took_ns,op,offset_bytes,bytes,stream,back,think_ns,data,rest";
const FIELDS: usize = 10;

const OPS: [(&str, Op); 4] = [
    ("read", Op::Read),
    ("write", Op::Write),
    ("trim", Op::Trim),
    ("flush", Op::Flush),
];

/// Lines to records.
pub(super) struct Reader;

impl Grammar for Reader {
    fn first_line(&self) -> Option<&'static str> {
        Some(HEADER)
    }

    fn quoted(&self) -> bool {
        true
    }

    fn line(
        &mut self,
        line: &[u8],
        streams: &mut Streams,
        ready: &mut VecDeque<Record>,
    ) -> Result<(), String> {
        let [
            issued,
            took,
            op,
            offset,
            bytes,
            stream,
            back,
            think,
            data,
            rest,
        ] = fields(line)?;
        let op = OPS
            .into_iter()
            .find(|(name, _)| name.as_bytes() == &*op.text)
            .ok_or_else(|| {
                format!(
                    "op is {}; expected read, write, trim or flush",
                    shown(&op.text)
                )
            })?
            .1;
        let took = match &*took.text {
            b"" => None,
            text => Some(Nanos(number(text, "took_ns")?)),
        };
        let mut record = record(
            Nanos(number(&issued.text, "issued_ns")?),
            took,
            op,
            number(&offset.text, "offset_bytes")?,
            number(&bytes.text, "bytes")?,
            0,
        );
        record.after = predecessor(&back.text, &think.text)?;
        record.data = data_class(&data.text)?;
        if rest.quoted || !rest.text.is_empty() {
            let text = std::str::from_utf8(&rest.text).map_err(|_| "rest is not UTF-8")?;
            record.rest = Some(text.into());
        }
        record.stream = streams.number(&stream.text)?;
        ready.push_back(record);
        Ok(())
    }
}

struct Field<'a> {
    text: Cow<'a, [u8]>,
    quoted: bool,
}

fn fields(line: &[u8]) -> Result<[Field<'_>; FIELDS], String> {
    let mut found: [_; FIELDS] = std::array::from_fn(|_| Field {
        text: Cow::Borrowed(&line[..0]),
        quoted: false,
    });
    let mut left = Some(line);
    for field in &mut found {
        let text = left.ok_or_else(|| {
            format!(
                "{} is too short; expected {FIELDS} fields ({HEADER})",
                shown(line)
            )
        })?;
        (*field, left) = take_field(text)?;
    }
    match left {
        // Some programs end each line with a comma.
        None | Some([]) => Ok(found),
        Some(_) => Err(format!(
            "{} is too long; expected {FIELDS} fields ({HEADER})",
            shown(line)
        )),
    }
}

/// The first field of `line`, and what is behind the comma after it.
fn take_field(line: &[u8]) -> Result<(Field<'_>, Option<&[u8]>), String> {
    let Some(inner) = line.strip_prefix(b"\"") else {
        let mut halves = line.splitn(2, |byte| *byte == b',');
        let text = halves.next().unwrap_or_default();
        if text.contains(&b'"') {
            return Err(format!(
                "{} contains a quote: quote the whole field, and double the quotes inside it",
                shown(text)
            ));
        }
        let field = Field {
            text: Cow::Borrowed(text),
            quoted: false,
        };
        return Ok((field, halves.next()));
    };
    let mut text = Cow::Borrowed(&inner[..0]);
    let mut left = inner;
    loop {
        let end = left
            .iter()
            .position(|byte| *byte == b'"')
            .ok_or_else(|| format!("the quote before {} is not closed", shown(inner)))?;
        if text.is_empty() {
            text = Cow::Borrowed(&left[..end]);
        } else {
            text.to_mut().extend_from_slice(&left[..end]);
        }
        left = &left[end + 1..];
        match left.first() {
            Some(b'"') => {
                text.to_mut().push(b'"');
                left = &left[1..];
            }
            None | Some(b',') => {
                let field = Field { text, quoted: true };
                return Ok((field, left.get(1..)));
            }
            Some(_) => {
                return Err(format!(
                    "{} follows a quoted field; expected a comma",
                    shown(left)
                ));
            }
        }
    }
}

fn predecessor(back: &[u8], think: &[u8]) -> Result<Option<Predecessor>, String> {
    if back.is_empty() && think.is_empty() {
        return Ok(None);
    }
    let back = digits(back)
        .and_then(|back| NonZeroU32::new(u32::try_from(back).ok()?))
        .ok_or_else(|| {
            format!(
                "back is {}; expected 1 to {}, or nothing if think_ns is empty too",
                shown(back),
                u32::MAX
            )
        })?;
    Ok(Some(Predecessor {
        back,
        think: Nanos(number(think, "think_ns")?),
    }))
}

fn data_class(text: &[u8]) -> Result<Option<DataClass>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    std::str::from_utf8(text)
        .map_err(|_| "it is not UTF-8".to_owned())
        .and_then(str::parse)
        .map(Some)
        .map_err(|reason| format!("data is {}: {reason}", shown(text)))
}

/// Records to lines.
pub(super) struct Writer;

impl Layout for Writer {
    fn begin(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(HEADER.as_bytes());
        out.push(b'\n');
    }

    fn name(&self, name: &str, _stream: u32) -> Result<String, String> {
        Ok(quoted_if_needed(name).into_owned())
    }

    fn record(&mut self, record: &Record, name: &str, out: &mut Vec<u8>) -> Result<(), String> {
        push_number(out, record.issued.0);
        out.push(b',');
        if let Some(took) = record.took {
            push_number(out, took.0);
        }
        out.push(b',');
        let op = OPS.into_iter().find(|(_, op)| *op == record.op);
        out.extend_from_slice(op.map_or("", |(name, _)| name).as_bytes());
        out.push(b',');
        push_number(out, record.offset.0);
        out.push(b',');
        push_number(out, record.bytes.0);
        out.push(b',');
        out.extend_from_slice(name.as_bytes());
        out.push(b',');
        match record.after {
            Some(Predecessor { back, think }) => {
                push_number(out, u64::from(back.get()));
                out.push(b',');
                push_number(out, think.0);
            }
            None => out.push(b','),
        }
        out.push(b',');
        if let Some(data) = record.data {
            out.extend_from_slice(data.to_string().as_bytes());
        }
        out.push(b',');
        match record.rest.as_deref() {
            None => {}
            Some("") => out.extend_from_slice(b"\"\""),
            Some(rest) => out.extend_from_slice(quoted_if_needed(rest).as_bytes()),
        }
        out.push(b'\n');
        Ok(())
    }
}

/// In quotes where a comma, a quote, the end of a line or space around it would be lost.
fn quoted_if_needed(text: &str) -> Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) || text.trim() != text {
        Cow::Owned(format!("\"{}\"", text.replace('"', "\"\"")))
    } else {
        Cow::Borrowed(text)
    }
}
