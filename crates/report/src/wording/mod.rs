//! Every sentence about results and conditions, made of values. Nothing here decides anything, and
//! no other code looks into what is made here.

pub mod advice;
pub mod bench;
pub(crate) mod caches;
pub mod charts;
pub mod comparable;
pub mod comparison;
pub(crate) mod comparison_table;
pub mod damage;
pub(crate) mod desktop;
pub mod drive;
pub mod event;
pub(crate) mod expect;
pub mod failure;
pub(crate) mod figures;
pub(crate) mod fills;
pub mod findings;
pub mod health;
pub(crate) mod highlights;
pub mod host;
pub(crate) mod junit;
pub mod label;
pub(crate) mod listed;
pub(crate) mod markdown;
pub(crate) mod marks;
pub(crate) mod missing;
pub mod not_run;
pub mod numbers;
mod nvme;
pub(crate) mod page;
pub mod power_loss;
pub(crate) mod qualify;
pub(crate) mod qualify_table;
pub(crate) mod remarks;
pub mod rounds;
pub mod shell;
pub(crate) mod statements;
pub mod steady_state;
pub mod suite;
pub(crate) mod summary;
pub(crate) mod sweeps;
pub(crate) mod tables;
pub(crate) mod terminal;
pub(crate) mod trace;
pub mod warnings;
pub mod writes;

use fourcorners_bench::record::RunHeader;

/// What can tell a run from others of its model, the likeliest first: as many for every run, empty
/// where there is nothing to say.
pub fn differences(header: &RunHeader) -> Vec<String> {
    let all = fourcorners_findings::apart::differences(header).into_iter();
    all.map(|one| one.as_ref().map_or(String::new(), drive::apart))
        .collect()
}
