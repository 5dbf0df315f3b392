//! `trace stat`: what a trace is.

use super::convert::nothing_in;
use super::options::Stat;
use super::watched::Watched;
use crate::end::End;
use crate::interrupt;
use crate::output;
use crate::refusal::Refusal;
use fourcorners_lab::TraceShown;
use fourcorners_report::{Pictured, trace_tables};
use fourcorners_trace::{Records as _, Statistics, open};
use std::fs::File;
use std::io::{ErrorKind, Write as _};

pub fn stat(options: &Stat, json: bool) -> Result<End, Refusal> {
    interrupt::listen("no statistics are printed")?;
    if options.svg.is_some() && options.files.len() > 1 {
        return Err(Refusal::usage("--svg draws one trace; give only one"));
    }
    let mut documents = Vec::new();
    for path in &options.files {
        let file = path.display().to_string();
        let source = open(path, &options.reading.options()).map_err(|error| error.to_string())?;
        let mut source = Watched::new(source, &file, options.quiet);
        let mut pictured = Pictured::new(&mut source);
        let statistics = Statistics::of(&mut pictured).map_err(|error| error.to_string())?;
        let picture = options
            .svg
            .as_ref()
            .map(|svg| (svg, pictured.svg(&statistics, &file)));
        if source.was_stopped() {
            return Ok(End::Interrupted);
        }
        if statistics.records == 0 {
            return Err(nothing_in(&file, &source).into());
        }
        source.say_left_out(&file);
        let (skipped, lost_events) = (source.skipped(), source.missing().lost);
        drop(source);
        if let Some((path, picture)) = picture {
            let made =
                File::create_new(path).and_then(|mut file| file.write_all(picture.as_bytes()));
            made.map_err(|error| {
                let why = match error.kind() {
                    ErrorKind::AlreadyExists => {
                        "already exists; choose another name, or remove it".into()
                    }
                    ErrorKind::NotFound => "no such folder".into(),
                    kind => kind.to_string(),
                };
                format!("{}: {why}", path.display())
            })?;
            if !options.quiet {
                output::say(&format!("{}: chart of {file}", path.display()));
            }
        }
        if !json {
            let tables = trace_tables(&statistics);
            output::print(&format!("{file}: {}", tables.trim_end()))?;
        }
        documents.push(TraceShown {
            file,
            skipped,
            lost_events,
            statistics,
        });
    }
    match json {
        true => output::print_json(&documents),
        false => Ok(End::Done),
    }
}
