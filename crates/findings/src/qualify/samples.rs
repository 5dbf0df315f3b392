//! Which runs are of one sample, and whether all can be judged together.

use crate::apart::{Apart, Kind, differences, kinds};
use crate::select::is_the_same_drive;
use fourcorners_bench::record::{Run, RunHeader};
use fourcorners_block::Bytes;

/// A drive, with all its runs.
#[derive(Clone, Debug)]
pub struct Sample<'a> {
    /// Serial number, or the name of a drive that has none or is simulated.
    pub name: String,
    pub runs: Vec<&'a Run>,
}

/// Why runs cannot be judged together. Places are those of the two runs in the list.
#[derive(Clone, Debug, PartialEq)]
pub enum NotAlike {
    Models {
        places: [usize; 2],
        models: [String; 2],
    },
    Capacities {
        places: [usize; 2],
        capacities: [Bytes; 2],
    },
    /// One ran other tests than the other, or under other conditions.
    Setups {
        places: [usize; 2],
        setups: Box<[Option<Apart>; 2]>,
    },
}

/// What all runs must have in common: everything else that differs is drive, firmware or chance.
const SETUP: [Kind; 6] = [
    Kind::Port,
    Kind::Suite,
    Kind::Duration,
    Kind::Conditions,
    Kind::Replay,
    Kind::JobFile,
];

/// Whether all are of one model, and ran the same tests under the same conditions.
///
/// # Errors
/// The first run that is unlike the first of all.
pub fn check_alike(runs: &[&Run]) -> Result<(), NotAlike> {
    let Some(first) = runs.first() else {
        return Ok(());
    };
    for (place, run) in runs.iter().enumerate() {
        let places = [0, place];
        let both = [first, run].map(|run| &run.header);
        let models = both.map(model);
        if models[0] != models[1] {
            return Err(NotAlike::Models { places, models });
        }
        let capacities = both.map(|header| header.identity.capacity.bytes());
        if capacities[0] != capacities[1] {
            return Err(NotAlike::Capacities { places, capacities });
        }
        let [of_first, own] = both.map(differences);
        let pairs = kinds().into_iter().zip(of_first.into_iter().zip(own));
        let other = pairs
            .filter(|(kind, _)| SETUP.contains(kind))
            .find(|(_, (of_first, own))| of_first != own);
        if let Some((_, (of_first, own))) = other {
            let setups = Box::new([of_first, own]);
            return Err(NotAlike::Setups { places, setups });
        }
    }
    Ok(())
}

fn model(header: &RunHeader) -> String {
    header.identity.model.trim().into()
}

/// Firmware versions, in order of first appearance; empty: not known.
pub fn versions(runs: &[&Run]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for run in runs {
        let firmware = run.header.identity.firmware.trim();
        if !found.iter().any(|one| one == firmware) {
            found.push(firmware.into());
        }
    }
    found
}

/// The runs by sample, in order of first appearance. Real drives are told apart by serial number.
/// A simulated one is its drive file: a seed changes the requests and not the drive, so runs of
/// several seeds are runs of one sample.
pub fn samples<'a>(runs: &[&'a Run]) -> Vec<Sample<'a>> {
    let mut found: Vec<Sample<'a>> = Vec::new();
    for run in runs {
        let is_of_it = |sample: &&mut Sample<'_>| {
            let first = sample.runs.first();
            first.is_some_and(|first| is_one_sample(&first.header, &run.header))
        };
        match found.iter_mut().find(is_of_it) {
            Some(sample) => sample.runs.push(run),
            None => found.push(Sample {
                name: name(&run.header),
                runs: vec![run],
            }),
        }
    }
    number_namesakes(&mut found);
    found
}

fn is_one_sample(a: &RunHeader, b: &RunHeader) -> bool {
    let simulated = [a, b].map(|header| header.identity.is_simulated());
    match simulated {
        [true, true] => is_the_same_drive(a, b),
        [false, false] => name(a) == name(b),
        _ => false,
    }
}

/// Places of the drives that are among both: real ones, by serial number.
pub fn pairs(base: &[Sample<'_>], new: &[Sample<'_>]) -> Vec<[usize; 2]> {
    let has_serial = |sample: &Sample<'_>| {
        let identity = sample.runs.first().map(|run| &run.header.identity);
        identity.is_some_and(|it| !it.is_simulated() && !it.serial.trim().is_empty())
    };
    let of = |(place, sample): (usize, &Sample<'_>)| {
        let mut others = new.iter().filter(|_| has_serial(sample));
        let other = others.position(|other| other.name == sample.name && has_serial(other));
        other.map(|other| [place, other])
    };
    base.iter().enumerate().filter_map(of).collect()
}

/// Whether simulated samples have runs with the same seed: those make the same requests, so what
/// they do by chance they do alike.
pub fn share_seeds(samples: &[Sample<'_>]) -> bool {
    let seeds = |sample: &Sample<'_>| -> Vec<(u64, u32)> {
        let headers = sample.runs.iter().map(|run| &run.header);
        let simulated = headers.filter(|header| header.identity.is_simulated());
        simulated
            .map(|header| (header.seed, header.repeat))
            .collect()
    };
    let mut before: Vec<(u64, u32)> = Vec::new();
    samples.iter().map(seeds).any(|own| {
        let shared = own.iter().any(|seed| before.contains(seed));
        before.extend(own);
        shared
    })
}

fn name(header: &RunHeader) -> String {
    let identity = &header.identity;
    match identity.serial.trim() {
        serial if !identity.is_simulated() && !serial.is_empty() => serial.into(),
        _ => identity.name.clone(),
    }
}

/// Two drive files may have one name.
fn number_namesakes(samples: &mut [Sample<'_>]) {
    let names: Vec<String> = samples.iter().map(|sample| sample.name.clone()).collect();
    for (place, sample) in samples.iter_mut().enumerate() {
        let before = names[..place].iter().filter(|name| **name == sample.name);
        let before = before.count();
        if before > 0 {
            sample.name = format!("{} #{}", sample.name, before + 1);
        }
    }
}
