//! The command line of `fourcorners`, one file per verb, for the program and the Python package.
//! Everything that is not about the command line is in `fourcorners-lab`.

mod article;
mod bar;
mod browse;
mod check;
mod compare;
mod doctor;
mod end;
mod estimate;
mod files;
mod interrupt;
mod list;
mod live;
mod manual;
mod named_runs;
mod options;
mod output;
mod power_loss;
mod predict;
mod progress;
mod qualify;
mod refusal;
mod review;
mod runs;
mod serve;
mod served;
mod show;
mod shown;
mod sweep;
mod told;
mod trace;
mod twin;
mod whole_file;
mod wording;

use clap::Parser as _;
use fourcorners_lab::Message;
use options::{Cli, Verb};
use std::ffi::OsString;
use std::io::Write as _;

/// Carries out a command line, whose first word is the program, and returns the exit code. Wrong
/// command lines, `--help` and a second Ctrl-C end the process.
pub fn run(arguments: &[OsString]) -> u8 {
    std::panic::set_hook(Box::new(|panic| {
        live::leave();
        let bug = format!("this is a bug in fourcorners, not a fault of your drive: {panic}");
        output::complain(&Message::new(bug).hint("please report it with the command line"));
    }));
    let cli = Cli::try_parse_from(arguments).unwrap_or_else(|error| {
        if error.use_stderr() {
            files::refuse_earlier_results(arguments.iter().cloned(), &error.to_string());
        }
        error.exit()
    });
    let json = cli.json;
    let result = match cli.verb {
        Verb::Review(review) => review::review(review, json),
        Verb::Run(run) => review::run(run, json),
        Verb::Browse(options) => browse::browse(&options, json),
        Verb::Site(options) => browse::site(options, json),
        Verb::Compare(options) => compare::compare(&options, json),
        Verb::Qualify(options) => qualify::qualify(&options, json),
        Verb::Check(options) => check::check(&options, json),
        Verb::Doctor(options) => doctor::doctor(&options, json),
        Verb::Fit(options) => check::fit(&options),
        Verb::Sweep(options) => sweep::sweep(&options, json),
        Verb::Twin(options) => twin::twin(&options, json),
        Verb::Predict(options) => predict::predict(&options, json),
        Verb::Serve(options) => serve::serve(&options, json),
        Verb::Stat(options) => served::stat(&options, json),
        Verb::Fault(options) => served::fault(&options, json),
        Verb::List { what, out } => list::list(what, &out, json),
        Verb::Show(options) => show::show(&options, json),
        Verb::PowerLoss(args) => power_loss::power_loss(args, json),
        Verb::Trace(verb) => trace::trace(verb, json),
        Verb::Completions { shell } => manual::completions(shell),
        Verb::Man { folder } => manual::man(&folder),
        Verb::Schema => manual::schema(),
    };
    // Python does not flush it.
    let _nobody_reads = std::io::stdout().lock().flush();
    match result {
        Ok(end) => end.into(),
        Err(refusal) => {
            output::complain(refusal.message());
            refusal.code()
        }
    }
}
