//! `predict`: what the drive of a run would do with a change.

use crate::bar::Bar;
use crate::end::End;
use crate::interrupt;
use crate::options::Predict as Options;
use crate::output::{self, number};
use crate::refusal::Refusal;
use crate::twin::{note_short_run, one_run};
use fourcorners_bench::record::title;
use fourcorners_lab::{self as lab, Change};
use fourcorners_twin::{Asked, Predicted, Prediction, SEEDS, TwinError};

/// What the first Ctrl-C does.
const ENDS: &str = "nothing is predicted";

pub fn predict(options: &Options, json: bool) -> Result<End, Refusal> {
    let asked = Asked::of(one_run(&options.run)?)?;
    let twin = |set| lab::resolve_simulated(&options.twin, set);
    let (as_it_is, changed) = (twin(&[])?, twin(&options.set)?);
    note_short_run(&asked)?;
    interrupt::listen(ENDS)?;
    let bar = Bar::new(options.quiet);
    let mut pairs = Vec::new();
    for seed in 0..SEEDS {
        bar.show(
            seed as usize,
            SEEDS as usize,
            "simulating the twin and its change",
        );
        match asked.both(&as_it_is, (&changed, options.spare), seed, &bar) {
            Err(TwinError::Stopped) => return Ok(End::Interrupted),
            pair => pairs.push(pair?),
        }
    }
    bar.clear();
    let prediction = asked.prediction(&pairs)?;
    if let Some((one, error)) = prediction.doubtful() {
        output::note(&format!(
            "the twin's {} is {:+.0} % off in the run itself: do not rely on this prediction",
            one.figure,
            error * 100.0
        ));
    }
    match json {
        true => output::print_json(&prediction)?,
        false => output::print(&text(&prediction, &asked, options))?,
    };
    Ok(End::Done)
}

fn text(prediction: &Prediction, asked: &Asked, options: &Options) -> String {
    let spare = options
        .spare
        .map(|percent| format!("{percent} % spare area"));
    let changes = options.set.iter().map(Change::to_string);
    let changes: Vec<String> = spare.into_iter().chain(changes).collect();
    let model = &asked.run.header.identity.model;
    let changes = changes.join(", ");
    let row = |one: &Predicted| {
        let phase = title([&one.test, &one.variant, &one.phase]);
        let figures = [one.drive, one.twin, one.twin_changed, one.expected].map(number);
        let by_seed = one.by_seed.map(number).join(" to ");
        [
            vec![phase, one.figure.clone()],
            figures.to_vec(),
            vec![by_seed],
        ]
        .concat()
    };
    let header = [
        "phase",
        "figure",
        "drive",
        "twin",
        "twin, changed",
        "expected",
        "by seed",
    ];
    let table = output::table(&header, prediction.figures.iter().map(row).collect());
    format!("{model} with {changes}\n\n{table}")
}
