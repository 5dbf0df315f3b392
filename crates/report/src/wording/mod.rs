//! Every sentence about results and conditions, made of values. Nothing here decides anything, and
//! no other code looks into what is made here.

pub mod advice;
pub mod charts;
pub mod comparable;
pub mod comparison;
pub mod drive;
pub mod failure;
pub mod findings;
pub mod health;
pub mod label;
pub mod not_run;
pub mod numbers;
pub mod steady_state;
pub mod warnings;

use fourcorners_bench::record::RunHeader;

/// What can tell a run from others of its model, the likeliest first: as many for every run, empty
/// where there is nothing to say.
pub fn differences(header: &RunHeader) -> Vec<String> {
    let all = fourcorners_findings::apart::differences(header).into_iter();
    all.map(|one| one.as_ref().map_or(String::new(), drive::apart))
        .collect()
}
