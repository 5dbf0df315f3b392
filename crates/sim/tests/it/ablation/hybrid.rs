//! Block and hybrid mapping: what writes cost where the map cannot put them anywhere.

use super::*;
use fourcorners_sim::spec::MappingSpec;

const UNITS_PER_BLOCK: u64 = 64;
const BLOCKS: u64 = 40;
const LOGS: u32 = 4;
const HYBRID: MappingSpec = MappingSpec::Hybrid {
    log_superblocks: LOGS,
};

fn mapped(mapping: MappingSpec) -> SsdSpec {
    let mut spec = nand_bound(small::plain(UNITS_PER_BLOCK as u32, BLOCKS as u32 + 8, 0));
    spec.capacity = Blocks(BLOCKS * UNITS_PER_BLOCK * 8);
    spec.layout.mapping = mapping;
    spec
}

/// The work on a full drive, after as much of it as to be in steady state.
fn on_a_full_drive(mapping: MappingSpec, requests: &[Request]) -> Counters {
    let mut drive = drive(&mapped(mapping), 4);
    work(&mut drive, &sequential_writes(BLOCKS * UNITS_PER_BLOCK, 8));
    work(&mut drive, requests);
    work(&mut drive, requests).counters
}

fn write_amplification(counters: Counters) -> f64 {
    (counters.nand_host_units + counters.nand_moved_units) as f64 / counters.nand_host_units as f64
}

/// Random 4 KiB writes to the first blocks, but for their first units: those begin sequential logs.
fn inside_blocks(blocks: u64, count: u64) -> Vec<Request> {
    let mut generator = Seed(3).generator();
    let unit = |_| {
        let offset = 1 + generator.below(UNITS_PER_BLOCK - 1);
        generator.below(blocks) * UNITS_PER_BLOCK + offset
    };
    let units: Vec<u64> = (0..count).map(unit).collect();
    let write = |(tag, unit)| Request::write(tag, Lba(unit * 8), Blocks(8), Data::RANDOM);
    (0..).zip(units).map(write).collect()
}

#[test]
fn is_rewriting_in_order_free_of_copies_with_any_mapping() {
    let writes = sequential_writes(BLOCKS * UNITS_PER_BLOCK, 8);
    for (name, mapping) in [
        ("hybrid mapping", HYBRID),
        ("block mapping", MappingSpec::Block),
    ] {
        let done = on_a_full_drive(mapping, &writes);
        assert_near(
            name,
            "write amplification, sequential",
            1.0,
            write_amplification(done),
            1.0,
            0.0,
        );
        // A switch for each logical block, of which the last is still open.
        assert_eq!(done.block_erases, BLOCKS);
    }
}

#[test]
fn does_a_random_write_cost_a_whole_block_where_only_blocks_are_mapped() {
    let writes = inside_blocks(BLOCKS, 1_000);
    let page = write_amplification(on_a_full_drive(MappingSpec::Page, &writes));
    let block = write_amplification(on_a_full_drive(MappingSpec::Block, &writes));
    // But if the next write is to the same block, further on.
    let further_on = 1.0 / (2.0 * BLOCKS as f64);
    assert_near(
        "block mapping",
        "write amplification, random",
        page,
        block,
        UNITS_PER_BLOCK as f64 * (1.0 - further_on),
        1.0,
    );
}

/// A logical block is merged when the log with its oldest write is the oldest of all logs: L logs
/// after that was begun. Until its next write, which falls into any one of N blocks, j logs of U
/// writes pass.
fn merged_every(blocks: f64) -> f64 {
    let untouched = (1.0 - 1.0 / blocks).powf(UNITS_PER_BLOCK as f64);
    let logs = f64::from(LOGS) + untouched / (1.0 - untouched);
    1.0 + blocks / logs
}

#[test]
fn do_log_blocks_gather_random_writes_until_their_blocks_are_merged() {
    let writes = inside_blocks(BLOCKS, 20_000);
    let page = write_amplification(on_a_full_drive(MappingSpec::Page, &writes));
    let hybrid = write_amplification(on_a_full_drive(HYBRID, &writes));
    assert_near(
        "hybrid mapping",
        "write amplification, random",
        page,
        hybrid,
        merged_every(BLOCKS as f64),
        3.0,
    );
    let one = inside_blocks(1, 20_000);
    let page = write_amplification(on_a_full_drive(MappingSpec::Page, &one));
    let hybrid = write_amplification(on_a_full_drive(HYBRID, &one));
    assert_near(
        "hybrid mapping",
        "write amplification, random within one block",
        page,
        hybrid,
        merged_every(1.0),
        1.0,
    );
}
