//! Places in the ranges, and the drives that they are.

use fourcorners_block::{Bytes, Seed};
use fourcorners_sim::spec::{Frontiers, Pacing, VictimPolicy};
use fourcorners_twin::{Kind, Known, PARAMETERS, Values, drawn};

fn known() -> Known {
    Known {
        name: "twin".into(),
        model: "twin of a drive".into(),
        capacity: Bytes::gib(4),
        queue_depth: 32,
    }
}

#[test]
fn both_ends_of_a_range_can_be_reached() {
    for one in PARAMETERS {
        let (least, most) = (one.kind.at(0.0), one.kind.at(1.0));
        let expected = match one.kind {
            Kind::Number { from, to } => (from, to),
            Kind::Whole { from, to } | Kind::PowerOfTwo { from, to } => (from.into(), to.into()),
            Kind::Choice(names) => (0.0, names.len() as f64 - 1.0),
        };
        assert_eq!((least, most), expected, "{}", one.key);
    }
}

#[test]
fn drive_has_its_capacity_and_spare_area_whatever_its_geometry() {
    let mut random = Seed(3).generator();
    let mut works = 0;
    for _ in 0..300 {
        let values = Values::of(&drawn(&mut random));
        let Ok(spec) = values.spec(&known()) else {
            continue;
        };
        works += 1;
        let identity = spec.drive().identity().clone();
        assert_eq!(identity.capacity.bytes(), Bytes::gib(4));
        let raw = identity.raw_nand.expect("an SSD").0 as f64;
        let superblocks = values.blocks_per_plane(Bytes::gib(4)) as f64;
        let wanted = Bytes::gib(4).0 as f64 * (1.0 + values.number("spare_percent") / 100.0);
        // To half a superblock, and those in reserve.
        let superblock = raw / superblocks;
        assert!((raw - 2.0 * superblock - wanted).abs() <= 0.51 * superblock);
    }
    assert!(works >= 30, "{works} of 300 work");
}

/// `twin` had a list of victim policies of its own, without `cost-age-times`: a drive with that
/// policy could not be found.
#[test]
fn every_policy_of_the_simulator_is_tried() {
    let of = |key| PARAMETERS.iter().find(|one| one.key == key);
    let lists = [
        ("gc.pacing", Pacing::NAMES),
        ("gc.victim", VictimPolicy::NAMES),
        ("gc.frontiers", Frontiers::NAMES),
    ];
    for (key, names) in lists {
        assert_eq!(of(key).expect(key).kind, Kind::Choice(names));
    }
    // Each makes a drive, with what belongs to it and nothing else.
    let mut random = Seed(5).generator();
    let mut left: Vec<&str> = lists
        .iter()
        .flat_map(|(_, names)| *names)
        .copied()
        .collect();
    for _ in 0..600 {
        let values = Values::of(&drawn(&mut random));
        if values.spec(&known()).is_ok() {
            left.retain(|name| lists.iter().all(|(key, _)| values.choice(key) != *name));
        }
    }
    assert_eq!(left, [""; 0]);
}
