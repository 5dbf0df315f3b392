//! Shell completions and man pages, from the one definition of the command line.

use crate::end::End;
use crate::options::Cli;
use crate::refusal::Refusal;
use clap::CommandFactory as _;
use std::path::Path;

pub fn completions(shell: clap_complete::Shell) -> Result<End, Refusal> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "fourcorners", &mut script);
    crate::output::print(String::from_utf8_lossy(&script).trim_end())
}

pub fn man(folder: &Path) -> Result<End, Refusal> {
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    written.map_err(|error| format!("{}: {error}", folder.display()))?;
    crate::output::print(&folder.join("fourcorners.1").display().to_string())
}

/// The JSON schema of every document.
pub fn schema() -> Result<End, Refusal> {
    let mut schema = fourcorners_lab::schema();
    if let Some(documents) = schema.as_object_mut() {
        documents.extend(fourcorners_browse::schema());
        documents.extend(fourcorners_sweep::schema());
        documents.insert("twin --json".into(), fourcorners_twin::schema());
        let schema = fourcorners_twin::prediction_schema();
        documents.insert("predict --json".into(), schema);
        for verb in ["serve", "stat"] {
            documents.insert(format!("{verb} --json"), fourcorners_serve::schema());
        }
        documents.insert("fault --json".into(), fourcorners_serve::fault_schema());
    }
    crate::output::print_json(&schema)
}
