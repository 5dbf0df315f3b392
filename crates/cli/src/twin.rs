//! `twin`: a simulated drive that is fitted to a run.

use crate::bar::Bar;
use crate::end::End;
use crate::files;
use crate::interrupt;
use crate::named_runs::open_named;
use crate::options::Twin as Options;
use crate::output::{self, number};
use crate::refusal::Refusal;
use fourcorners_bench::record::{Run, title};
use fourcorners_block::Seed;
use fourcorners_lab::Message;
use fourcorners_report::wording::shell::quoted;
use fourcorners_twin::{Asked, Compared, Effort, Fitted, Progress, Twin, TwinError};
use std::fs;
use std::path::{Path, PathBuf};

/// What the first Ctrl-C does.
const ENDS: &str = "the search stops; the same command resumes it";
/// Simulated drives of a round.
const POPULATION: usize = 40;

pub fn twin(options: &Options, json: bool) -> Result<End, Refusal> {
    let asked = Asked::of(one_run(&options.run)?)?;
    let (drive, nand) = paths(options)?;
    note_short_run(&asked)?;
    let name = drive.file_stem().unwrap_or_default().to_string_lossy();
    interrupt::listen(ENDS)?;
    let bar = Bar::new(options.quiet);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let effort = Effort {
        population: POPULATION,
        rounds: usize::from(options.rounds),
        threads: options.threads.map_or(cores, usize::from),
        seed: Seed(1),
    };
    let search = drive.with_extension("search");
    let twin = match asked.twin(&name, effort, Some(&search), &bar) {
        Err(TwinError::Stopped) => return Ok(End::Interrupted),
        twin => twin?,
    };
    bar.clear();
    files::put(&nand, &twin.nand_file)?;
    files::put(&drive, &twin.drive_file)?;
    // It is of no use to a search that has ended.
    let _stays = fs::remove_file(&search);
    match json {
        true => output::print_json(&twin)?,
        false => output::print(&text(&twin, &asked, &drive))?,
    };
    Ok(End::Done)
}

/// The run of a folder that holds one.
pub fn one_run(folder: &PathBuf) -> Result<Run, Refusal> {
    let mut runs = open_named(std::slice::from_ref(folder), 1)?;
    match (runs.pop(), runs.len()) {
        (Some(run), 0) => Ok(run),
        (_, more) => {
            let error = format!("{} holds {} runs", folder.display(), more + 1);
            Err(Message::new(error).hint("name one of them").into())
        }
    }
}

/// Says so if the run ends before its drive can have used up its spare area.
pub fn note_short_run(asked: &Asked) -> Result<(), Refusal> {
    if let Some(share) = asked.too_little_written()? {
        output::note(&format!(
            "the run's random writes fill only {} % of the drive and end before garbage \
             collection: what depends on it is a guess; run the test for longer",
            number(share * 100.0)
        ));
    }
    Ok(())
}

/// The two files, neither of which there is.
fn paths(options: &Options) -> Result<(PathBuf, PathBuf), Refusal> {
    let drive = options.out.clone();
    if drive
        .extension()
        .is_none_or(|extension| extension != "toml")
    {
        let error = format!("--out {}: not a .toml file", drive.display());
        return Err(Refusal::usage(error));
    }
    let stem = drive.file_stem().unwrap_or_default().to_string_lossy();
    let nand = drive.with_file_name(format!("{stem}-nand.toml"));
    for path in [&drive, &nand] {
        if path.symlink_metadata().is_ok() {
            let error = format!("{} exists", path.display());
            return Err(Message::new(error)
                .hint("use --out with another name")
                .into());
        }
        fourcorners_lab::check_writable("--out", path, &[], &[])?;
    }
    Ok((drive, nand))
}

fn text(twin: &Twin, asked: &Asked, drive: &Path) -> String {
    let model = &asked.run.header.identity.model;
    let percent = number(twin.error * 100.0);
    let mut text = format!("Twin of {model}: fitted with an error of {percent} %\n\n");
    let figure = |one: &Compared| {
        let error = match one.drive {
            0.0 => String::new(),
            drive => format!("{:+.0} %", (one.twin / drive - 1.0) * 100.0),
        };
        vec![
            title([&one.test, &one.variant, &one.phase]),
            one.figure.clone(),
            number(one.drive),
            number(one.twin),
            error,
            if one.fitted { "" } else { "not fitted" }.into(),
        ]
    };
    let header = ["phase", "figure", "drive", "twin", "error", ""];
    text += &output::table(&header, twin.figures.iter().map(figure).collect());
    let known = twin.parameters.iter().filter(|one| one.determined);
    let parameter = |one: &Fitted| vec![one.key.clone(), one.value.clone(), one.range.join(" to ")];
    text += "\n\n";
    text += &output::table(
        &["parameter", "value", "as good"],
        known.map(parameter).collect(),
    );
    let unknown = twin.parameters.iter().filter(|one| !one.determined);
    let unknown: Vec<&str> = unknown.map(|one| one.key.as_str()).collect();
    if !unknown.is_empty() {
        text += &format!("\n\nThe run does not determine {}.", unknown.join(", "));
    }
    let [run, path] = [&asked.run.path, drive].map(|path| path.display().to_string());
    let command = format!("fourcorners predict {} {}", quoted(&run), quoted(&path));
    text + &format!("\n\n{path}\n{command} --spare 25%")
}

impl Progress for Bar {
    fn generation(&self, done: usize, of: usize, error: Option<f64>) {
        let error = error.map(|error| format!(", error {} %", number(error * 100.0)));
        let step = match error.is_some() {
            true if done == of => ", simulating all tests of the run",
            true => "",
            false => ", first drives of a step",
        };
        let error = error.unwrap_or_default();
        let message = format!("round {done} of {of}{error}{step}");
        self.show(done, of, &message);
    }

    fn stop_requested(&self) -> bool {
        interrupt::stop_requested()
    }
}

impl From<TwinError> for Refusal {
    fn from(error: TwinError) -> Self {
        let hint = match error {
            TwinError::Lab(error) => return error.into(),
            TwinError::OtherCapacity { .. } => {
                "name the drive file that `fourcorners twin` wrote for this run"
            }
            TwinError::NoEndurance => "run the test consistency on the drive, for 20 s or longer",
            TwinError::NoCosts(_) => "use --out with another name",
            TwinError::CostsInUse(_) => "wait until it ends, or use --out with another name",
            _ => return error.to_string().into(),
        };
        Message::new(error.to_string()).hint(hint).into()
    }
}
