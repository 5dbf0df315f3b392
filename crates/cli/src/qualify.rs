//! `qualify`: several samples of one model against limits, and against older firmware.

use crate::end::End;
use crate::files::Files;
use crate::named_runs::open_named;
use crate::options::qualify::Qualify;
use crate::refusal::Refusal;
use crate::{output, show};
use fourcorners_lab::{self as lab, Limits};

pub fn qualify(options: &Qualify, json: bool) -> Result<End, Refusal> {
    let files = Files::new(options.junit.clone(), options.markdown.clone());
    let read: Vec<_> = options.limits.iter().cloned().collect();
    files.check(&[], &read, json)?;
    let named = options.runs.iter().map(|run| run.display().to_string());
    let named: Vec<String> = named.collect();
    files.around(&named, || judged(options, &files, json))
}

fn judged(options: &Qualify, files: &Files, json: bool) -> Result<End, Refusal> {
    let limits = options.limits.as_deref().map(Limits::read).transpose()?;
    let runs = open_named(&options.runs, 1)?;
    let against = match options.against.as_slice() {
        [] => Vec::new(),
        named => open_named(named, 1)?,
    };
    let qualified = lab::qualify_runs(runs, against, limits.as_ref())?;
    if json {
        output::print_json(&qualified)?;
    } else if !files.take_stdout() {
        output::print(&qualified.text(options.verbose, show::width()))?;
    }
    let all_written = files.write(&|| qualified.junit(), &|| qualified.markdown());
    Ok(match (all_written, qualified.any_failed()) {
        (false, _) => End::Failed,
        (true, true) => End::Unmet,
        (true, false) => End::Done,
    })
}
