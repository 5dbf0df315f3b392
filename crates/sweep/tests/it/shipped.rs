//! The sweeps that are part of the program.

use crate::bed::sweep;
use fourcorners_sweep::{Source, Sweep, sweep_names};

#[test]
fn every_sweep_of_the_program_is_right() {
    let names = sweep_names();
    assert!(names.len() >= 6, "{names:?}");
    for name in names {
        let source = Source::read(&name).expect("its file");
        let sweep = Sweep::new(&source).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!sweep.why.is_empty() && !sweep.charts.is_empty(), "{name}");
        for number in [0, sweep.points.len() - 1] {
            let checked = sweep.check(number);
            checked.unwrap_or_else(|error| panic!("{name}, point {number}: {error}"));
        }
    }
}

/// The story: most points of the first example of the documentation could not work.
#[test]
fn example_of_the_documentation_is_right() {
    let text = include_str!("../../../../docs/methodology/sweeps.md");
    let lines = text
        .lines()
        .skip_while(|line| !line.starts_with("    title"));
    let example = lines.take_while(|line| line.is_empty() || line.starts_with("    "));
    let example: Vec<&str> = example.map(str::trim_start).collect();
    let sweep = sweep(&example.join("\n"));
    assert_eq!(sweep.cannot_work().0, []);
}
