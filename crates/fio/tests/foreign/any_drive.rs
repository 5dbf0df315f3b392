//! What a file plans, on a drive of any size.

use fourcorners_bench::{Library, Options, PlanError, plan};
use fourcorners_block::{Blocks, Drive as _, Generator, Nanos, NullDrive, Seed};

pub fn one_of<T: Copy>(random: &mut Generator, of: &[T]) -> T {
    of[random.below(of.len() as u64) as usize]
}

/// Blocks of a drive of a mebibyte, of 64, of 240 GB, or of half a pebibyte.
pub fn any_size(random: &mut Generator) -> u64 {
    one_of(random, &[1 << 11, 1 << 17, 468_862_128, 1 << 40])
}

/// Plans a test or suite for a drive of so many blocks.
pub fn planned(library: &Library, name: &str, blocks: u64) -> Result<(), PlanError> {
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
