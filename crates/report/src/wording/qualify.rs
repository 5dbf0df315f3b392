//! A qualification: what is judged, its notes, and why there is none.

use super::drive;
use crate::qualify::{NotQualified, Qualification, Side};
use fourcorners_findings::qualify::{NotAlike, Note};

/// What is wrong, and what to do.
pub fn not_qualified(why: &NotQualified) -> (String, String) {
    match why {
        NotQualified::NotAlike { because, runs } => not_alike(because, runs),
        NotQualified::Versions { versions, of_base } => {
            let named: Vec<String> = versions.iter().map(|one| firmware(one)).collect();
            let error = format!(
                "{}{} are of {} firmware versions: {}",
                if *of_base { "--against: " } else { "" },
                if *of_base { "these runs" } else { "the runs" },
                versions.len(),
                named.join(", ")
            );
            let hint = "name the runs of one version, and those of the older one with --against";
            (error, hint.into())
        }
    }
}

fn not_alike(because: &NotAlike, runs: &[String]) -> (String, String) {
    let differ = |places: &[usize; 2], what: [String; 2]| {
        let names = places.map(|place| runs.get(place).cloned().unwrap_or_default());
        format!("{} is {}, {} is {}", names[0], what[0], names[1], what[1])
    };
    match because {
        NotAlike::Models { places, models } => {
            let named = models.clone().map(|model| match model.as_str() {
                "" => "of an unknown model".into(),
                model => format!("of the model {model}"),
            });
            let hint = "name runs of one model (`fourcorners list runs` lists it); simulated \
                        samples need a drive file each, with the same `model`, and no --set";
            (differ(places, named), hint.into())
        }
        NotAlike::Capacities { places, capacities } => {
            let named = capacities.map(|bytes| format!("of {} bytes", bytes.0));
            let hint = "name runs of drives of one capacity";
            (differ(places, named), hint.into())
        }
        NotAlike::Setups { places, setups } => {
            let named = setups.each_ref().map(|setup| match setup {
                Some(setup) => format!("of {}", drive::apart(setup)),
                None => "of none".into(),
            });
            let hint = "name runs of the same suite with the same options; `fourcorners compare` \
                        takes any";
            (differ(places, named), hint.into())
        }
    }
}

/// What makes a qualification say less than it seems to. `names`: of the runs' folders.
pub fn note(of: &Note, names: &[String]) -> String {
    match of {
        Note::SharedSeeds => "Simulated samples have runs with the same seed, which are not \
                              independent: give each sample a --seed of its own."
            .into(),
        Note::Copies(1) => "1 run is a copy of another and left out.".into(),
        Note::Copies(copies) => format!("{copies} runs are copies of others and left out."),
        Note::Unfinished(place) => {
            let name = names.get(*place).map_or("", String::as_str);
            format!("The run {name} has not finished.")
        }
        Note::NoSerial => "Drives without a serial number are told apart by their names.".into(),
        Note::UnknownFirmware => "The firmware version of some runs is not known.".into(),
        Note::Differ(found) => {
            let named = found.iter().map(|one| match one {
                None => "unknown or default".into(),
                Some(one) => drive::apart(one),
            });
            let named: Vec<String> = named.collect();
            format!("The runs differ: {}.", named.join(", "))
        }
    }
}

/// `firmware 2.1`.
pub fn firmware(version: &str) -> String {
    match version {
        "" => "unknown firmware".into(),
        version => format!("firmware {version}"),
    }
}

/// Above all: what is judged.
pub fn title(of: &Qualification) -> String {
    let model = match of.model.as_str() {
        "" => "unknown model",
        model => model,
    };
    let simulated = match of.simulated {
        true => " (SIMULATED: a model, not a measurement)",
        false => "",
    };
    format!("{model}{simulated}: {}", side(&of.judged))
}

/// What it is compared with.
pub fn compared(base: &Side) -> String {
    format!("Base: {}", side(base))
}

fn side(side: &Side) -> String {
    let counted = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        many => format!("{many} {what}s"),
    };
    let runs: usize = side.samples.iter().map(|sample| sample.runs.len()).sum();
    let samples = counted(side.samples.len(), "sample");
    format!(
        "{}, {samples}, {}",
        firmware(&side.firmware),
        counted(runs, "run")
    )
}

/// What runs and samples there are too few for; `None`: enough.
pub fn too_few(of: &Qualification) -> Option<&'static str> {
    let runs = of.judged.samples.iter().map(|sample| sample.runs.len());
    let repeated = runs.clone().any(|runs| runs > 1);
    match (runs.count() > 1, repeated) {
        (true, true) => None,
        (true, false) => Some(
            "One run of each sample: drive-to-drive and run-to-run spread cannot be separated. \
             Run `fourcorners review` with --repeat 3.",
        ),
        (false, true) => {
            Some("One sample: run-to-run spread only, which does not tell about other drives.")
        }
        (false, false) => Some("One run of one sample: its spread is not known."),
    }
}
