//! Is write amplification what theory says? Uniform random writes on a plain greedy
//! page-mapped drive with one frontier. Expected values: mean field of Van Houdt 2013 for
//! d -> infinity, checked by an independent Monte-Carlo simulation; the reserve that collection
//! keeps is not counted as spare.

mod small;

use fourcorners_block::{Blocks, Data, Drive, Lba, QueueDepth, Request, Seed};
use fourcorners_sim::Ssd;

/// Fills, warms up for three times the drive, measures over two.
fn write_amplification(pages: u32, blocks: u32, spare_factor_milli: u64) -> f64 {
    let spec = small::plain(pages, blocks + 1, spare_factor_milli);
    let mut drive = Ssd::new(&spec);
    drive.set_queue_depth(QueueDepth::new(32).expect("depth"));
    let units = spec.capacity.0 / 8;
    let mut generator = Seed(7).generator();
    let mut write = |count: u64, drive: &mut Ssd, random: bool| {
        let requests: Vec<Request> = (0..count)
            .map(|n| {
                Request::write(
                    n,
                    Lba(8 * if random { generator.below(units) } else { n }),
                    Blocks(8),
                    Data::RANDOM,
                )
            })
            .collect();
        small::run(drive, &requests);
    };
    write(units, &mut drive, false);
    write(3 * units, &mut drive, true);
    let before = drive.counters().expect("counters");
    write(2 * units, &mut drive, true);
    let done = drive.counters().expect("counters").since(&before);
    (done.nand_host_units + done.nand_moved_units) as f64 / done.nand_host_units as f64
}

fn assert_within_one_per_cent(measured: f64, theory: f64, what: &str) {
    let error = (measured / theory - 1.0) * 100.0;
    println!("{what}: {measured:.4}, theory {theory:.4}, {error:+.2} %");
    assert!(
        error.abs() < 1.0,
        "{what}: {measured:.4} instead of {theory:.4} ({error:+.2} %)"
    );
}

#[test]
fn is_greedy_write_amplification_right_with_64_pages_a_block() {
    assert_within_one_per_cent(
        write_amplification(64, 2000, 70),
        6.6155,
        "64 pages a block, spare factor 0.07",
    );
}

#[test]
fn is_greedy_write_amplification_right_with_256_pages_a_block() {
    assert_within_one_per_cent(
        write_amplification(256, 1500, 70),
        7.1240,
        "256 pages a block, spare factor 0.07",
    );
}

#[test]
fn does_more_spare_area_help_as_much_as_it_should() {
    assert_within_one_per_cent(
        write_amplification(64, 2000, 200),
        2.5993,
        "64 pages a block, spare factor 0.20",
    );
}
