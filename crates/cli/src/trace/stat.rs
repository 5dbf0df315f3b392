//! `trace stat`: what a trace is.

use super::options::Stat;
use super::watched::Watched;
use crate::progress::listen_for_interrupt;
use crate::{End, output};
use fourcorners_lab::TraceShown;
use fourcorners_trace::{Records as _, Statistics, open};

pub fn stat(options: &Stat, json: bool) -> Result<End, String> {
    listen_for_interrupt("nothing is printed of the trace that is read")?;
    let mut documents = Vec::new();
    for path in &options.files {
        let file = path.display().to_string();
        let source = open(path, &options.reading.options()).map_err(|error| error.to_string())?;
        let mut source = Watched::new(source, &file, options.quiet);
        let statistics = Statistics::of(&mut source).map_err(|error| error.to_string())?;
        if source.was_stopped() {
            return Ok(End::Interrupted);
        }
        source.say_skipped(&file);
        let skipped = source.skipped();
        drop(source);
        if !json {
            output::print(&format!("{file}: {}", statistics.to_string().trim_end()))?;
        }
        documents.push(TraceShown {
            file,
            skipped,
            statistics,
        });
    }
    match json {
        true => output::print_json(&documents),
        false => Ok(End::Done),
    }
}
