//! Bars of response times: what a person waited for, with the computing of the scenario and with other
//! lengths of it.

use crate::charts::{Bar, Chart, bar, compared, geometric_mean, main_variant, ranked};
use crate::names::{Section, Unit};
use crate::replays;
use crate::select::DriveRuns;
use crate::spread::Spread;
use fourcorners_bench::record::{Entry, Measured, Replayed, Run};

/// Titles of the scenarios that are shipped.
const TITLES: [(&str, &str); 5] = [
    ("sysmark-e-learning", "E-Learning"),
    ("sysmark-office-productivity", "Office Productivity"),
    ("sysmark-video-creation", "Video Creation"),
    ("sysmark-3d-modeling", "3D Modeling"),
    ("launch-applications", "Starting programs"),
];

/// Phases of a test that act the same scenario under the same load, each with another length of computing.
struct Scene<'a> {
    test: &'a str,
    scenario: &'a str,
    /// The trace that ran beside it.
    load: Option<&'a str>,
    /// Names, each with its computing in per cent of the scenario's; the scenario's own first.
    phases: Vec<(&'a str, u32)>,
}

fn replay(entry: &Entry) -> Option<&Replayed> {
    let replay = entry.result()?.replay.as_ref()?;
    replay.response_geomean_s.is_some().then_some(replay)
}

fn seconds(measured: &Measured) -> f64 {
    let replay = measured.replay.as_ref();
    let mean = replay.and_then(|replay| replay.response_geomean_s);
    mean.unwrap_or(f64::NAN)
}

/// All charts, tests and scenarios in the order in which they were first run.
pub fn responses(groups: &[DriveRuns<'_>]) -> Vec<Chart> {
    let scenes = scenes(groups);
    let mut tests: Vec<&str> = scenes.iter().map(|scene| scene.test).collect();
    tests.dedup();
    let mut charts = Vec::new();
    for test in tests {
        let of_test: Vec<&Scene<'_>> = scenes.iter().filter(|scene| scene.test == test).collect();
        if of_test.len() > 1 && of_test.iter().all(|scene| scene.load.is_none()) {
            let bars = |drive, group: &DriveRuns<'_>| overall(drive, group, &of_test);
            let title = match test {
                "sysmark" => "SYSmark-style, all four scenarios",
                other => other,
            };
            charts.extend(chart(test, title.into(), groups, bars));
        }
        let is_loaded = of_test.iter().any(|scene| scene.load.is_some());
        for scene in of_test {
            let bars = |drive, group: &DriveRuns<'_>| bars(drive, group, scene);
            let title = title(scene, is_loaded);
            let id = format!("{test}-{}", scene.phases[0].0);
            charts.extend(chart(&id, title, groups, bars));
        }
    }
    charts
}

fn scenes<'a>(groups: &[DriveRuns<'a>]) -> Vec<Scene<'a>> {
    let mut scenes: Vec<Scene<'a>> = Vec::new();
    let runs = groups.iter().flat_map(|group| &group.runs);
    for entry in runs.flat_map(|run| &run.entries) {
        let Some(replay) = replay(entry) else {
            continue;
        };
        let load = replay.beside.as_ref().map(|beside| beside.trace.as_str());
        let phase = (entry.phase.as_str(), replay.think_percent.unwrap_or(100));
        let scene = (entry.test.as_str(), replay.trace.as_str(), load);
        let known = scenes
            .iter_mut()
            .find(|known| (known.test, known.scenario, known.load) == scene);
        match known {
            Some(known) if !known.phases.contains(&phase) => known.phases.push(phase),
            Some(_) => {}
            None => scenes.push(Scene {
                test: scene.0,
                scenario: scene.1,
                load,
                phases: vec![phase],
            }),
        }
    }
    for scene in &mut scenes {
        scene
            .phases
            .sort_by_key(|(_, percent)| (*percent != 100, *percent));
    }
    scenes
}

fn title(scene: &Scene<'_>, test_is_loaded: bool) -> String {
    let title = TITLES.iter().find(|(name, _)| *name == scene.scenario);
    let title = title.map_or_else(
        || replays::name(scene.scenario),
        |(_, title)| (*title).into(),
    );
    match scene.load {
        Some(load) => format!("{title}, while {load} keeps the drive busy"),
        None if test_is_loaded => format!("{title}, with nothing beside"),
        None => title.into(),
    }
}

/// The drive with the shortest times first.
fn chart(
    id: &str,
    title: String,
    groups: &[DriveRuns<'_>],
    bars: impl Fn(usize, &DriveRuns<'_>) -> Vec<Bar>,
) -> Option<Chart> {
    let bars = ranked(groups, false, |drive, group| compared(bars(drive, group)));
    (!bars.is_empty()).then(|| Chart {
        id: format!("response-{id}"),
        section: Section::ResponseTimes,
        title,
        unit: Unit::Seconds,
        bars,
    })
}

/// A drive's bars of a scene, one for each length of computing.
fn bars(drive: usize, group: &DriveRuns<'_>, scene: &Scene<'_>) -> Vec<Bar> {
    let several = scene.phases.len() > 1;
    let bars = scene.phases.iter().filter_map(|(phase, percent)| {
        let variant = main_variant(group, scene.test, phase)?;
        let mut bar = bar(drive, group, (scene.test, &variant, phase), seconds)?;
        if several {
            bar.label = label(&bar.label, *percent);
        }
        bar.value.is_finite().then_some(bar)
    });
    bars.collect()
}

fn label(variant: &str, percent: u32) -> String {
    let computing = format!("computing {percent} %");
    match variant {
        "" => computing,
        variant => format!("{variant}, {computing}"),
    }
}

/// The same of all scenes of a test together: the geometric mean of theirs, of each run by itself.
fn overall(drive: usize, group: &DriveRuns<'_>, scenes: &[&Scene<'_>]) -> Vec<Bar> {
    let percents = scenes.first().map_or(&[][..], |scene| &scene.phases);
    let bars = percents.iter().filter_map(|(_, percent)| {
        let of_scene = |scene: &&Scene<'_>| {
            let bars = bars(drive, group, scene).into_iter();
            let phases = scene.phases.iter().find(|(_, other)| other == percent);
            let phase = phases?.0;
            bars.into_iter().find(|bar| bar.phase == phase)
        };
        let parts: Vec<Bar> = scenes.iter().filter_map(of_scene).collect();
        if parts.len() < scenes.len() {
            return None;
        }
        let of_run = |run: &&Run| {
            let run = DriveRuns::single(run);
            let times = parts.iter().map(|part| {
                let entry = run.entry(&part.test, &part.variant, &part.phase);
                entry.map(|(_, measured)| seconds(measured))
            });
            geometric_mean(times)
        };
        let times: Vec<f64> = group.runs.iter().filter_map(of_run).collect();
        let runs = times.len();
        let all = Spread::of(times)?;
        let bar = parts.into_iter().next()?;
        Some(Bar {
            value: all.value,
            low: all.low,
            high: all.high,
            runs,
            ..bar
        })
    });
    bars.collect()
}
