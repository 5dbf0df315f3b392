//! What shows that a drive shrinks repeating data.

use super::torture::{lost, passes, says, written};
use crate::case::{Case, case, hold};
use crate::made::{Made, run};
use fourcorners_block::DataClass;
use fourcorners_findings::judges::Says;
use fourcorners_findings::judges::passes::Shrunk;
use fourcorners_findings::judges::torture::{Loss, Torture};
use fourcorners_findings::label::{Label, Part};
use fourcorners_findings::pages::TestName;

pub fn cases() -> Vec<Case> {
    let large = "sequential-write-128k";
    let by_nand = |factor: f64| {
        let run = passes(run("a"), [200.0, 100.0, 0.0]);
        [run.with(|it| it.write_amplification = Some(factor))]
    };
    let when_new = |mb_per_s: f64, seconds: f64| {
        let run = passes(run("a"), [200.0, 100.0, 0.0]);
        [run.speed((large, "", "measure"), mb_per_s)
            .with(|it| it.duration_s = seconds)]
    };
    let both_kinds = |mb_per_s: f64| {
        let run = passes(run("a"), [200.0, 100.0, 0.0]);
        let run = run.speed((large, "", "measure"), mb_per_s);
        let run = run.speed((large, "data-repeating", "measure"), 300.0);
        [run.with(|it| it.data = "repeating".into())]
    };
    let found = |shrunk: Option<Shrunk>| {
        [says(Torture::Loss(Loss {
            data: written(shrunk),
            ..lost(200.0, 100.0)
        }))]
    };
    let random = |mb_per_s| Shrunk::WhenNew {
        label: Label::one(Part::Data(DataClass::FullRandom)),
        mb_per_s,
        test: TestName {
            id: large.into(),
            title: "Sequential write, 128 KiB, QD1".into(),
        },
    };
    let bytes_per_byte = 0.89;
    vec![
        case(
            "NAND that took less than was written",
            by_nand(0.89),
            found(Some(Shrunk::ByNand { bytes_per_byte })),
        ),
        case("NAND that took 0.9 of it", by_nand(0.9), found(None)),
        case(
            "random data a tenth slower on a new drive",
            when_new(180.0, 60.0),
            found(Some(random(180.0))),
        ),
        case(
            "random data a tenth slower than repeating data",
            both_kinds(270.0),
            found(Some(random(270.0))),
        ),
        case(
            "less than a tenth slower",
            when_new(181.0, 60.0),
            found(None),
        ),
        case(
            "random data of less than a minute",
            when_new(100.0, 59.0),
            found(None),
        ),
    ]
}

#[test]
fn pass_of_shrunk_data_says_what_shows_it() {
    hold(cases(), |says| matches!(says, Says::Torture(_)));
}
