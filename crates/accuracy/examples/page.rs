//! The review page of runs that are there: `page OUT RUN...`, for `cargo xtask page --json` and for
//! those who change the page. Nothing is measured.

use fourcorners_accuracy::PrintedFigures;
use fourcorners_bench::record::Run;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [out, folders @ ..] = arguments.as_slice() else {
        eprintln!("usage: page OUT RUN...");
        return ExitCode::FAILURE;
    };
    match write(Path::new(out), folders) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn write(out: &Path, folders: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let runs: Result<Vec<Run>, _> = folders
        .iter()
        .map(|path| Run::open(Path::new(path)))
        .collect();
    let marks = PrintedFigures::read(&[])?;
    fourcorners_report::write_page(&runs?, &marks, out)?;
    Ok(())
}
