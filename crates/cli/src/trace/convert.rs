//! `trace convert`: one form into another; and what every verb that writes a trace does.

use super::options::Convert;
use super::watched::Watched;
use crate::end::End;
use crate::interrupt;
use crate::output;
use crate::refusal::Refusal;
use fourcorners_lab::TraceWritten;
use fourcorners_trace::{About, Form, Loss, Records, Sink, TraceError, create, open};
use std::io::IsTerminal as _;
use std::path::Path;

/// What becomes of a file that is not finished.
pub const NOTHING_KEPT: &str = "partial output is discarded";

/// Where a trace is written, and how.
pub struct Target<'a> {
    pub path: &'a Path,
    pub form: Form,
    pub json: bool,
}

pub fn convert(options: &Convert, json: bool) -> Result<End, Refusal> {
    interrupt::listen(NOTHING_KEPT)?;
    let input = options.input.display().to_string();
    let source = open(&options.input, &options.reading.options());
    let source = source.map_err(|error| error.to_string())?;
    let target = Target {
        path: &options.output,
        form: written_form(&options.output, options.to)?,
        json,
    };
    let sink = target.create(source.about())?;
    let mut source = Watched::new(source, &input, options.quiet);
    target.fill(sink, &mut source, &input)
}

/// The form that is asked for, or that the name of the file tells; a pipe gets our own.
pub fn written_form(path: &Path, asked: Option<Form>) -> Result<Form, String> {
    let piped = path == Path::new("-");
    let form = asked
        .or_else(|| Form::of_ending(path))
        .or_else(|| piped.then_some(Form::Own));
    let form = form.ok_or_else(|| {
        let names: Vec<&str> = Form::all().map(Form::name).collect();
        format!(
            "{}: cannot tell the output format from this name: use .fct (Four Corners format), \
             .csv or another format's extension, or give --to FORM, one of {}",
            path.display(),
            names.join(", ")
        )
    })?;
    if piped && form.is_binary() && std::io::stdout().is_terminal() {
        return Err(format!(
            "format {form} is binary and cannot be printed on a terminal: give a file name, or \
             pipe the output; --to csv is text"
        ));
    }
    Ok(form)
}

/// That there is nothing in a trace, and whether it is because nothing of it can be understood.
pub fn nothing_in(input: &str, source: &dyn Records) -> String {
    if source.missing().without_issue > 0 {
        return format!(
            "{input}: contains only completions (C), no issues (D); record both, as with blktrace \
             -a issue -a complete"
        );
    }
    match source.skipped() {
        0 => format!("{input}: contains no I/Os"),
        skipped => format!(
            "{input}: contains no readable I/O ({skipped} broken lines or files were skipped)"
        ),
    }
}

impl Target<'_> {
    pub fn create(&self, about: &About) -> Result<Box<dyn Sink>, String> {
        if about.has_operations && !self.form.holds_operations() {
            output::say(&format!(
                "{}: format {} cannot store where user operations begin and end, so a replay shows \
                 no response times; --to {} stores them",
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
        source: &mut Watched,
        input: &str,
    ) -> Result<End, Refusal> {
        let mut loss = Loss::new(self.form, source.about());
        match source.pour(&mut *sink, &mut loss) {
            Ok(()) => {}
            Err(TraceError::NobodyReads) => return Ok(End::Done),
            Err(error) => return Err(error.to_string().into()),
        }
        if source.was_stopped() {
            return Ok(End::Interrupted);
        }
        if source.records == 0 {
            return Err(Refusal::from(format!(
                "{}; nothing was written",
                nothing_in(input, source)
            )));
        }
        match sink.finish() {
            Ok(()) => {}
            Err(TraceError::NobodyReads) => return Ok(End::Done),
            Err(error) => return Err(error.to_string().into()),
        }
        source.say_left_out(input);
        let written = TraceWritten {
            file: self.path.into(),
            form: self.form.name().into(),
            records: source.records,
            skipped: source.skipped(),
            lost_events: source.missing().lost,
        };
        source.clear();
        if let Some(sentence) = loss.sentence() {
            output::say(&format!("{}: {sentence}", self.path.display()));
        }
        let file = self.path.display();
        let form = match self.form {
            Form::Own => "the Four Corners format".into(),
            form => format!("format {form}"),
        };
        let sentence = format!("{file}: {} records, in {form}", written.records);
        match (self.json, self.path == Path::new("-")) {
            // Its stdout is the trace.
            (_, true) => output::say(&sentence),
            (true, _) => return output::print_json(&written),
            (false, _) => return output::print(&sentence),
        }
        Ok(End::Done)
    }
}
