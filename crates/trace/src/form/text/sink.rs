//! Text out of records: what all forms share around their [`Layout`].

use super::TextForm;
use super::fields::name_as_number;
use crate::{Record, Sink, TraceError};
use std::collections::HashMap;
use std::io::Write;

/// Bytes that are written at once.
const BUFFER_BYTES: usize = 1 << 20;

/// How records become a form's lines.
pub(super) trait Layout {
    /// Writes what stands above the records.
    fn begin(&mut self, _out: &mut Vec<u8>) {}

    /// A stream's name as the form has it, or why it cannot. Most forms have numbers.
    fn name(&self, name: &str, stream: u32) -> Result<String, String> {
        Ok(name_as_number(name, stream))
    }

    /// Writes one record, whose stream has that name; or says what the form cannot hold of it, and
    /// which form can.
    fn record(&mut self, record: &Record, name: &str, out: &mut Vec<u8>) -> Result<(), String>;

    /// Writes what stands below them.
    fn end(&mut self, _out: &mut Vec<u8>) {}
}

pub(super) struct TextSink {
    form: TextForm,
    layout: Box<dyn Layout>,
    output: Box<dyn Write + Send>,
    text: Vec<u8>,
    /// By number, as the form has them; made when the first record needs them.
    names: Vec<Option<String>>,
    /// Which stream has that name here.
    named: HashMap<String, usize>,
    records: u64,
}

impl TextSink {
    pub(super) fn new(
        form: TextForm,
        mut layout: Box<dyn Layout>,
        output: Box<dyn Write + Send>,
    ) -> Self {
        let mut text = Vec::with_capacity(BUFFER_BYTES + (BUFFER_BYTES >> 4));
        layout.begin(&mut text);
        Self {
            form,
            layout,
            output,
            text,
            names: Vec::new(),
            named: HashMap::new(),
            records: 0,
        }
    }

    fn add(&mut self, record: &Record, streams: &[String]) -> Result<(), String> {
        let number = record.stream as usize;
        let name = streams
            .get(number)
            .ok_or("the trace does not name its stream")?;
        if self.names.len() < streams.len() {
            self.names.resize(streams.len(), None);
        }
        let name = match &mut self.names[number] {
            Some(name) => name,
            unknown => {
                let here = self.layout.name(name, record.stream)?;
                let other = *self.named.entry(here.clone()).or_insert(number);
                if streams.get(other) != Some(name) {
                    return Err(format!(
                        "its stream {name:?} would have the same name here as another; csv keeps \
                         them apart"
                    ));
                }
                unknown.insert(here)
            }
        };
        self.layout.record(record, name, &mut self.text)
    }

    fn flush(&mut self) -> Result<(), TraceError> {
        self.output
            .write_all(&self.text)
            .map_err(|error| unwritable(self.form, &error))?;
        self.text.clear();
        Ok(())
    }
}

fn unwritable(form: TextForm, error: &std::io::Error) -> TraceError {
    TraceError::File {
        file: format!("the {} trace", form.name()),
        reason: error.to_string(),
    }
}

impl Sink for TextSink {
    fn write(&mut self, records: &[Record], streams: &[String]) -> Result<(), TraceError> {
        for record in records {
            self.records += 1;
            self.add(record, streams)
                .map_err(|reason| TraceError::Unfit {
                    number: self.records,
                    form: self.form.name(),
                    reason,
                })?;
            if self.text.len() >= BUFFER_BYTES {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<(), TraceError> {
        self.layout.end(&mut self.text);
        self.flush()?;
        self.output
            .flush()
            .map_err(|error| unwritable(self.form, &error))
    }
}
