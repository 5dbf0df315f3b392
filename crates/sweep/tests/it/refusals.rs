//! What is wrong with a sweep file is said before anything is simulated.

use crate::bed::{SMALL, Until, parsed, place};
use fourcorners_lab::Message;
use fourcorners_sweep::{Folder, Sweep, run};

/// The message of a sweep that cannot begin.
fn refused(text: &str) -> Message {
    let begun = |sweep: Sweep| {
        sweep.has_known_names()?;
        let (_kept, path) = place();
        let folder = Folder::open(&path, &sweep)?;
        run(&sweep, &folder, None, 1, &Until::the_end())
    };
    match parsed(text).and_then(begun) {
        Ok(done) => panic!("{done:?} of\n{text}"),
        Err(error) => error.message(),
    }
}

#[test]
fn unknown_names_come_with_the_nearest() {
    for (from, to, error, hint) in [
        ("duration_s", "durations", "'durations'", "duration_s"),
        (
            "gc.low_watermark",
            "gc.low_watermrk",
            "gc.low_watermrk",
            "gc.low_watermark",
        ),
        ("\"iops_mean\"", "\"iops_men\"", "'iops_men'", "iops_mean"),
        (
            "intel-x25-e-32",
            "intel-x25-e-31",
            "intel-x25-e-31",
            "intel-x25-e-32",
        ),
        (
            "random-write-4k-qd32\"",
            "random-write-4k-qd33\"",
            "qd33",
            "random-write-4k-qd32",
        ),
        (
            "\"iops_mean\"",
            "{ phase = \"mesure\", figure = \"iops_mean\" }",
            "'mesure'",
            "measure",
        ),
    ] {
        let message = refused(&SMALL.replace(from, to));
        assert!(message.error.contains(error), "{message}");
        assert!(message.error.starts_with("small.toml: "), "{message}");
        let hint_given = message.hint.unwrap_or_default();
        assert!(hint_given.contains(hint), "{}: {hint_given}", message.error);
    }
}

#[test]
fn contradictions_name_the_key() {
    for (from, to, error) in [
        (
            "iops = ",
            "failed = ",
            "[record] failed: another figure or parameter has this name",
        ),
        ("[2, 3, 4]", "[]", "gc.low_watermark has no values"),
        ("[2, 3, 4]", "3", "gc.low_watermark: expected a list"),
        (
            "[2, 3, 4]",
            "{ from = 2, to = 4, points = 3, scale = \"lg\" }",
            "gc.low_watermark: unknown variant `lg`, expected `linear` or `log`",
        ),
        (
            "[2, 3, 4]",
            "{ from = 2, points = 3 }",
            "gc.low_watermark: missing field `to`",
        ),
        (
            "[2, 3, 4]",
            "{ from = 4, to = 2, step = 1 }",
            "gc.low_watermark: from must be below to",
        ),
        (
            "[2, 3, 4]",
            "{ from = 2, to = 4, step = 0 }",
            "gc.low_watermark: step must be above 0",
        ),
        (
            "[2, 3, 4]",
            "{ from = 2, to = 4 }",
            "gc.low_watermark: a grid needs step or points",
        ),
        (
            "[2, 3, 4]",
            "{ from = 0, to = 4, points = 3, scale = \"log\" }",
            "gc.low_watermark: scale = \"log\" needs from above 0",
        ),
        (
            "gc.low_watermark = [2, 3, 4]",
            "duration_s = [1, 2]",
            "duration_s is set twice",
        ),
        (
            "gc.low_watermark = [2, 3, 4]",
            "\"gc.low_watermark, gc.high_watermark\" = [[2, 4], [3]]",
            "value 2 lists 1 values for 2 parameters",
        ),
        ("drive = \"intel-x25-e-32\"", "", "there is no drive"),
        (
            "iops = ",
            "data = ",
            "[record] data: another figure or parameter has this name",
        ),
        (
            "gc.low_watermark",
            "test.mesure.queue_depth",
            "has a phase 'mesure'",
        ),
        ("duration_s = 1", "duration_s = 1\nlatin = 3", "'latin'"),
        (
            "title = \"Small\"",
            "titel = \"Small\"",
            "unknown field `titel`",
        ),
        (
            "title = \"Small\"",
            "title = \"Small\"\nlatin_hypercube = 0",
            "has no values",
        ),
    ] {
        let message = refused(&SMALL.replace(from, to));
        assert!(message.error.contains(error), "{error}\n{message}");
    }
}

#[test]
fn charts_name_parameters_and_figures_of_the_sweep() {
    for (chart, error) in [
        (
            "kind = \"lines\"\nx = \"port\"\ny = \"iops\"",
            "chart 1: 'port' is no parameter",
        ),
        (
            "kind = \"lines\"\nx = \"data\"\ny = \"iosp\"",
            "chart 1: 'iosp' is no figure",
        ),
        ("kind = \"pie\"", "unknown variant `pie`"),
    ] {
        let message = refused(&format!("{SMALL}\n[[chart]]\n{chart}\n"));
        assert!(message.error.contains(error), "{error}\n{message}");
    }
}

#[test]
fn endless_grid_is_refused_at_once() {
    let endless = "{ from = 1, to = 100_000_000, step = 1 }";
    let message = refused(&SMALL.replace("[2, 3, 4]", endless));
    assert!(
        message.error.contains("at most 10000000 are possible"),
        "{message}"
    );
}
