//! `trace convert`: one form into another; and what every verb that writes a trace does.

use super::options::Convert;
use super::watched::Watched;
use crate::progress::listen_for_interrupt;
use crate::{End, output};
use fourcorners_lab::TraceWritten;
use fourcorners_trace::{About, Form, Records as _, Sink, create, open};
use std::path::Path;

/// What becomes of a file that is not finished.
pub const NOTHING_KEPT: &str = "nothing is kept of what was written";

/// Where a trace is written, and how.
pub struct Target<'a> {
    pub path: &'a Path,
    pub form: Form,
    pub json: bool,
}

pub fn convert(options: &Convert, json: bool) -> Result<End, String> {
    listen_for_interrupt(NOTHING_KEPT)?;
    let input = options.input.display().to_string();
    let source = open(&options.input, &options.reading.options());
    let source = source.map_err(|error| error.to_string())?;
    let target = Target {
        path: &options.output,
        form: options.to,
        json,
    };
    let sink = target.create(source.about())?;
    target.fill(sink, Watched::new(source, &input, options.quiet), &input)
}

impl Target<'_> {
    pub fn create(&self, about: &About) -> Result<Box<dyn Sink>, String> {
        if about.has_operations && !self.form.holds_operations() {
            output::say(&format!(
                "{}: the form {} cannot hold where a person's operations begin and end: a replay of it shows no response times (of our own form, --to {}, it does)",
                self.path.display(),
                self.form,
                Form::Own
            ));
        }
        create(self.path, self.form, about).map_err(|error| error.to_string())
    }

    /// Writes all that comes, and says how much it was. `input` is where it comes from.
    pub fn fill(
        &self,
        mut sink: Box<dyn Sink>,
        mut source: Watched,
        input: &str,
    ) -> Result<End, String> {
        let poured = source.pour(&mut *sink);
        poured.map_err(|error| error.to_string())?;
        if source.was_stopped() {
            return Ok(End::Interrupted);
        }
        if source.records == 0 {
            return Err(format!(
                "{input}: there are no I/Os in it, and nothing is written"
            ));
        }
        sink.finish().map_err(|error| error.to_string())?;
        source.say_skipped(input);
        let written = TraceWritten {
            file: self.path.into(),
            form: self.form.name().into(),
            records: source.records,
            skipped: source.skipped(),
        };
        drop(source);
        let file = self.path.display();
        let sentence = format!("{file}: {} records ({})", written.records, written.form);
        match (self.json, self.path == Path::new("-")) {
            // Its stdout is the trace.
            (_, true) => output::say(&sentence),
            (true, _) => return output::print_json(&written),
            (false, _) => return output::print(&sentence),
        }
        Ok(End::Done)
    }
}
