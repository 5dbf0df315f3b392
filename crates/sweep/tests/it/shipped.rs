//! The sweeps that are part of the program.

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
