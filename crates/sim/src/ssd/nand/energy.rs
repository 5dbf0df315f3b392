//! What the drive has drawn so far, from what it has done so far: no operation keeps account.

use crate::spec::{PowerSpec, SsdSpec};
use fourcorners_block::Counters;

/// Energy in microjoules since the drive was made; 0 if its power is not known. `now_ns` is its
/// clock, `busy_ns` the time during which any command was in flight, and `saved` the picojoules
/// that sleeping saved.
pub fn energy_uj(
    spec: &SsdSpec,
    counters: &Counters,
    now_ns: u64,
    busy_ns: u64,
    saved: u128,
) -> u64 {
    let Some(PowerSpec {
        idle_mw,
        active_mw,
        read_nj,
        program_nj,
        program_slc_nj,
        erase_nj,
        ..
    }) = spec.power
    else {
        return 0;
    };
    let planes = u64::from(spec.nand.planes);
    let features = &spec.nand.features;
    let pages_a_read = if features.multi_plane && !features.independent_plane_reads {
        planes
    } else {
        1
    };
    let wide = |count: u64, each: u64| u128::from(count) * u128::from(each);
    let picojoules = (wide(now_ns, idle_mw) + wide(busy_ns, active_mw)).saturating_sub(saved);
    let nanojoules = wide(counters.nand_page_reads * pages_a_read, read_nj)
        + wide(
            (counters.nand_programs - counters.nand_slc_programs) * planes,
            program_nj,
        )
        + wide(counters.nand_slc_programs * planes, program_slc_nj)
        + wide(counters.block_erases, erase_nj);
    u64::try_from((picojoules / 1000 + nanojoules) / 1000).unwrap_or(u64::MAX)
}
