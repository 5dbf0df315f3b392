//! `compare`: runs that are there already, side by side.

use crate::end::End;
use crate::files::{self, Files};
use crate::named_runs::{named_runs, open};
use crate::options::Compare;
use crate::refusal::Refusal;
use crate::{output, show};
use fourcorners_accuracy::PrintedFigures;
use fourcorners_lab::{self as lab, Message};
use std::path::Path;

pub fn compare(options: &Compare, json: bool) -> Result<End, Refusal> {
    let files = Files::new(options.junit.clone(), options.markdown.clone());
    files.check(&[], &[], json)?;
    let named = options.runs.iter().map(|run| run.display().to_string());
    let named: Vec<String> = named.collect();
    files.around(&named, || side_by_side(options, &files, json))
}

fn side_by_side(options: &Compare, files: &Files, json: bool) -> Result<End, Refusal> {
    if let Some(out) = &options.out {
        files::check_folder(out)?;
    }
    let rows = named_runs(&options.runs, 2)?;
    let [first, _, ..] = rows.as_slice() else {
        let error = format!(
            "{} is a single run; compare needs at least two",
            rows[0].path.display()
        );
        let hint = "give two or more runs, or a folder that contains them";
        return Err(Refusal::from(error).hint(hint));
    };
    let first = first.path.clone();
    let runs = open(&rows)?;
    // Beside the first run, if nothing else was said.
    let beside = first.parent().map(Path::to_path_buf).unwrap_or_default();
    let out = options.out.clone().unwrap_or(beside);
    std::fs::create_dir_all(&out).map_err(|error| {
        let error = format!("{}: {error}", out.display());
        Refusal::from(error).hint("name a folder for the page with --out")
    })?;
    let printed = PrintedFigures::read(&[]).map_err(|error| error.to_string())?;
    let compared = lab::compare_runs(runs, &out, &printed).map_err(|error| error.to_string())?;
    if json {
        output::print_json(&compared)?;
    } else {
        if !files.take_stdout() {
            output::print(&compared.text(show::width()))?;
        }
        if let Some(page) = &compared.page {
            files.tell(page)?;
        }
    }
    files::say_if_large(&compared.outcome);
    let problem = compared.outcome.page_problem.as_ref();
    if let Some(problem) = problem {
        output::complain(&Message::new(problem));
    }
    let all_written = files.write(&|| compared.outcome.junit(&printed), &|| {
        compared.markdown(&printed)
    });
    Ok(if all_written && problem.is_none() {
        End::Done
    } else {
        End::Failed
    })
}
