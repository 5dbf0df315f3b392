//! Which phase has a role, in runs that tell it and in those that do not.

use crate::made::run;
use fourcorners_bench::record::Run;
use fourcorners_bench::{PageDef, Role, shipped};
use fourcorners_findings::pages::{Pages, Place};
use fourcorners_findings::select::by_drive;

/// Run that brings along how a test is shown.
fn with(test: &str, page: PageDef) -> Run {
    let mut run = run("a");
    run.header.pages.insert(test.into(), page);
    run
}

fn shipped_page(test: &str) -> PageDef {
    let page = shipped().expect("tests").tests[test].page.clone();
    page.expect("a page")
}

fn pages(runs: &[Run]) -> Pages {
    Pages::of(&by_drive(runs))
}

fn consistency(pages: &Pages) -> Option<&str> {
    pages.with(Role::Consistency).map(|place| place.test)
}

#[test]
fn role_is_of_the_program_s_test_where_runs_do_not_tell() {
    assert_eq!(consistency(&pages(&[run("a")])), Some("consistency"));
    let mut earlier = shipped_page("consistency");
    earlier.roles.clear();
    let pages = pages(&[with("consistency", earlier)]);
    assert_eq!(consistency(&pages), Some("consistency"));
    assert_eq!(
        pages.role("consistency", "measure"),
        Some(Role::Consistency)
    );
    assert_eq!(pages.role("consistency", "other"), None);
    assert_eq!(pages.role("nobody knows it", "measure"), None);
}

#[test]
fn role_is_of_the_test_that_runs_bring_along() {
    let own = with("own", shipped_page("consistency"));
    assert_eq!(consistency(&pages(&[own])), Some("own"));
}

#[test]
fn passes_of_a_state_are_of_one_test() {
    let pages = Pages::default();
    let clean = pages.all_with(Role::CleanPass);
    let of = |phase| Place {
        test: "hd-tach",
        phase,
    };
    assert_eq!(clean, [of("read"), of("write")]);
    let states = [Role::PassAtOnce, Role::RestedPass];
    let places = states.map(|role| pages.all_with(role)).concat();
    assert!(places.iter().all(|place| place.test == places[0].test));
    let phases: Vec<&str> = places.iter().map(|place| place.phase).collect();
    let expected = ["at-once-read", "at-once-write", "after-read", "after-write"];
    assert_eq!(phases, expected);
}
