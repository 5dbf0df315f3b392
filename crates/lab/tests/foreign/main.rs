//! Whatever stands in a file that people write, does it end in a value that can be planned or run, or
//! in sentences that name the file? Some cases in every test run, and `cargo xtask soak` goes on for
//! as long as one likes.

mod definitions;
mod fio_job;

use fourcorners_bench::{Library, Options, PlanError, plan};
use fourcorners_block::{Blocks, Drive as _, Generator, Nanos, NullDrive, Seed};

fn one_of<T: Copy>(random: &mut Generator, of: &[T]) -> T {
    of[random.below(of.len() as u64) as usize]
}

/// Blocks of a drive of a mebibyte, of 64, of 240 GB, or of half a pebibyte.
fn any_size(random: &mut Generator) -> u64 {
    one_of(random, &[1 << 11, 1 << 17, 468_862_128, 1 << 40])
}

/// Plans a test or suite for a drive of so many blocks.
fn planned(library: &Library, name: &str, blocks: u64) -> Result<(), PlanError> {
    let drive = NullDrive::new(Blocks(blocks), Nanos(0));
    let plan = plan(
        library,
        name,
        drive.identity(),
        &Options::default(),
        Seed(1),
    )?;
    assert!(plan.estimated_s >= 0.0 && plan.estimated_s.is_finite());
    Ok(())
}
