//! Does every shape of simulated drive obey the rules for drives?

use crate::small;
use fourcorners_sim::{Ssd, Station};

#[test]
fn does_every_shape_of_drive_conform() {
    for (name, spec) in small::shapes() {
        eprintln!("shape: {name}");
        fourcorners_block::conformance::check(&mut || Box::new(Ssd::drive(&spec)));
    }
}

#[test]
fn does_a_drive_under_collection_conform() {
    for (name, spec) in small::shapes() {
        eprintln!("shape: {name}");
        let mut used = Ssd::drive(&spec);
        fill_and_overwrite(&mut used, 3);
        let state = fourcorners_block::Drive::snapshot(&used).expect("idle");
        fourcorners_block::conformance::check(&mut || {
            let mut drive = Ssd::drive(&spec);
            fourcorners_block::Drive::restore(&mut drive, &state).expect("the same spec");
            Box::new(drive)
        });
    }
}

fn fill_and_overwrite(drive: &mut Station<Ssd>, times: u64) {
    use fourcorners_block::*;
    drive.set_queue_depth(QueueDepth::new(32).expect("depth"));
    let units = drive.identity().capacity.0 / 8;
    let mut generator = Seed(9).generator();
    let requests: Vec<Request> = (0..units)
        .chain((0..units * times).map(|_| generator.below(units)))
        .map(|unit| Request::write(unit, Lba(unit * 8), Blocks(8), Data::RANDOM))
        .collect();
    small::run(drive, &requests);
    drive.set_queue_depth(QueueDepth::ONE);
}
