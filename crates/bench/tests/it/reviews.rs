//! What a run's folder says of its review.

use crate::bed;

use bed::{NotingDrive, header};
use fourcorners_bench::record::{Event, Review, ReviewRun, Wall};
use fourcorners_bench::{FolderWriter, digest, review_of};
use fourcorners_block::{Bytes, Drive, DriveKind};
use std::fs;
use std::path::Path;

/// The second run of a review of two.
fn review() -> Review {
    let run = |drive: &str| ReviewRun {
        drive: drive.into(),
        port: None,
        set: vec!["gc.low_watermark=8".into()],
        repeat: 1,
        behaviour_sha256: None,
        identity: None,
    };
    Review {
        id: "20261126-193903-42".into(),
        stamp: "20261126-193903".into(),
        number: 2,
        runs: vec![run("one"), run("two")],
        made_bytes: Some(8 << 20),
        engine: Some("auto".into()),
        price: None,
    }
}

/// A run's folder whose first event is this.
fn make(path: &Path, review: Option<Review>) {
    let drive = NotingDrive::new(DriveKind::Simulated, Bytes::gib(8));
    let events = review.map(|review| Wall {
        at: "2026-11-26T19:39:03Z".into(),
        event: Event::Review {
            review: Box::new(review),
        },
    });
    let first: Vec<Wall> = events.into_iter().collect();
    let written = FolderWriter::create_telling(path, &header(drive.identity()), &first, None);
    let mut writer = written.expect("a folder");
    let event = Event::Started;
    let at = "2026-11-26T19:39:04Z".into();
    writer.wall(&Wall { at, event }).expect("written");
}

#[test]
fn review_is_read_back_and_is_no_part_of_the_digest() {
    let folder = tempfile::tempdir().expect("a folder");
    let (alone, with_others) = (folder.path().join("alone"), folder.path().join("others"));
    make(&alone, None);
    make(&with_others, Some(review()));
    assert_eq!(review_of(&alone), None);
    assert_eq!(review_of(&with_others), Some(review()));
    assert_eq!(review_of(folder.path()), None);
    let digest = |path: &Path| digest(path).expect("a digest");
    assert_eq!(digest(&alone), digest(&with_others));
    let wall = fs::read_to_string(with_others.join("wall.jsonl")).expect("events");
    assert!(wall.starts_with("{\"schema_version\":"), "{wall}");
}

/// Anybody may have written the file, and the stamp becomes part of a path.
#[test]
fn review_that_cannot_be_is_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let odd: [fn(&mut Review); 6] = [
        |review| review.number = 0,
        |review| review.number = 3,
        |review| review.runs.truncate(1),
        |review| review.runs[0].repeat = 0,
        |review| review.stamp = "../../20261126".into(),
        |review| review.stamp = "1".repeat(40),
    ];
    for (number, spoil) in odd.iter().enumerate() {
        let path = folder.path().join(number.to_string());
        let mut review = review();
        spoil(&mut review);
        make(&path, Some(review));
        assert_eq!(review_of(&path), None, "{number}");
    }
}
