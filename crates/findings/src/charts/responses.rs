//! Bars of response times: what a person waited for, with the computing of the scenario and with
//! other lengths of it.

use super::bar::{Bar, bar, compared, geometric_mean, main_variant, ranked};
use super::title::{self, Acted, Beside, Chart, Title};
use crate::label::Part;
use crate::names::{Section, Unit};
use crate::pages::Pages;
use crate::select::DriveRuns;
use crate::spread::Spread;
use crate::trace_name::trace_name;
use fourcorners_bench::record::{Entry, Measured, Replayed, Run};

/// Phases of a test that act the same scenario under the same load, each with another length of
/// computing.
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
pub fn responses(groups: &[DriveRuns<'_>], pages: &Pages) -> Vec<Chart> {
    let scenes = scenes(groups);
    let mut tests: Vec<&str> = scenes.iter().map(|scene| scene.test).collect();
    tests.dedup();
    let mut charts = Vec::new();
    for test in tests {
        let of_test: Vec<&Scene<'_>> = scenes.iter().filter(|scene| scene.test == test).collect();
        if of_test.len() > 1 && of_test.iter().all(|scene| scene.load.is_none()) {
            let bars = |drive, group: &DriveRuns<'_>| overall(drive, group, &of_test);
            let title = pages.name(test).title;
            let acted = Acted::All { title };
            charts.extend(chart(test, acted, groups, bars));
        }
        let is_loaded = of_test.iter().any(|scene| scene.load.is_some());
        for scene in of_test {
            let bars = |drive, group: &DriveRuns<'_>| bars(drive, group, scene);
            let acted = acted(scene, is_loaded, pages);
            let id = format!("{test}-{}", scene.phases[0].0);
            charts.extend(chart(&id, acted, groups, bars));
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

fn acted(scene: &Scene<'_>, test_is_loaded: bool, pages: &Pages) -> Acted {
    let (phase, _) = scene.phases[0];
    let title = pages.phase(scene.test, phase);
    Acted::Scenario {
        title: match title {
            Some(title) => title.into(),
            None => trace_name(scene.scenario).into_owned(),
        },
        beside: match scene.load {
            Some(load) => Beside::Trace(load.into()),
            None if test_is_loaded => Beside::Nothing,
            None => Beside::NeverAnything,
        },
    }
}

/// The drive with the shortest times first.
fn chart(
    id: &str,
    acted: Acted,
    groups: &[DriveRuns<'_>],
    bars: impl Fn(usize, &DriveRuns<'_>) -> Vec<Bar>,
) -> Option<Chart> {
    let bars = ranked(groups, false, |drive, group| compared(bars(drive, group)));
    let (id, title) = (format!("response-{id}"), Title::Responses(acted));
    title::chart(id, Section::ResponseTimes, title, Unit::Seconds, bars)
}

/// A drive's bars of a scene, one for each length of computing.
fn bars(drive: usize, group: &DriveRuns<'_>, scene: &Scene<'_>) -> Vec<Bar> {
    let several = scene.phases.len() > 1;
    let bars = scene.phases.iter().filter_map(|(phase, percent)| {
        let variant = main_variant(group, scene.test, phase)?;
        let mut bar = bar(drive, group, (scene.test, &variant, phase), seconds)?;
        if several {
            bar.label.0.push(Part::Computing(*percent));
        }
        bar.value.is_finite().then_some(bar)
    });
    bars.collect()
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
