//! What is in a folder stays, and is never simulated twice.

use crate::bed::{SMALL, Until, place, rows, simulated, sweep, undisturbed};
use fourcorners_sweep::{Folder, SweepError, run};
use std::io::Write as _;

#[test]
fn stopped_sweep_resumes_with_the_same_results() {
    let sweep = sweep(SMALL);
    let (_kept, path) = place();
    let done = simulated(&sweep, &path, None, &Until::points(2));
    assert!(done.left > 0 && done.simulated >= 2, "{done:?}");
    assert!(!path.join("results.parquet").exists());
    let rest = simulated(&sweep, &path, None, &Until::the_end());
    assert_eq!((rest.left, rest.simulated), (0, 6 - done.simulated));
    let (whole, table) = undisturbed(&sweep);
    assert_eq!(rows(&sweep, &path), whole);
    let resumed = std::fs::read(path.join("results.parquet")).expect("a table");
    assert!(resumed == table);
    let page = std::fs::read_to_string(path.join("index.html")).expect("a page");
    assert!(page.contains("<h1>Small</h1>"));
}

/// A process that is killed while it writes leaves half a line.
#[test]
fn line_cut_in_two_is_simulated_again() {
    let sweep = sweep(SMALL);
    let (whole, _) = undisturbed(&sweep);
    let (_kept, path) = place();
    simulated(&sweep, &path, None, &Until::the_end());
    let points = path.join("points.jsonl");
    let text = std::fs::read(&points).expect("points");
    std::fs::write(&points, &text[..text.len() - 20]).expect("cut");
    let done = simulated(&sweep, &path, None, &Until::the_end());
    assert_eq!((done.simulated, done.left), (1, 0));
    assert_eq!(rows(&sweep, &path), whole);
}

#[test]
fn shards_together_give_the_whole_sweep() {
    let sweep = sweep(SMALL);
    let (whole, table) = undisturbed(&sweep);
    let (_kept, path) = place();
    let first = simulated(&sweep, &path, Some("2/3"), &Until::the_end());
    assert_eq!((first.simulated, first.left), (2, 4));
    simulated(&sweep, &path, Some("3/3"), &Until::the_end());
    // A job of the array never came: a plain run does what it left.
    let rest = simulated(&sweep, &path, None, &Until::the_end());
    assert_eq!((rest.simulated, rest.left), (2, 0));
    assert_eq!(rows(&sweep, &path), whole);
    let joined = std::fs::read(path.join("results.parquet")).expect("a table");
    assert!(joined == table);
}

#[test]
fn point_that_cannot_work_is_named_and_the_others_go_on() {
    let text = SMALL.replace("[2, 3, 4]", "[2, 3, 1_000_000_000]");
    let sweep = sweep(&text);
    let (_kept, path) = place();
    let done = simulated(&sweep, &path, None, &Until::the_end());
    assert_eq!((done.simulated, done.failed, done.left), (6, 2, 0));
    let rows = rows(&sweep, &path);
    let failed: Vec<_> = rows.iter().filter(|row| row.failed.is_some()).collect();
    assert_eq!(
        failed.iter().map(|row| row.point).collect::<Vec<_>>(),
        [2, 5]
    );
    assert!(failed.iter().all(|row| row.figures.is_empty()));
}

/// The story: such points began without a word, and failed when it was their turn.
#[test]
fn state_and_spare_area_that_cannot_be_are_known_before_the_first_point() {
    for (varied, says) in [
        ("state = [\"nw\", \"used\"]", "no state is called 'nw'"),
        ("spare_percent = [1, 50]", "1 % spare area of"),
    ] {
        let text = SMALL.replace("data = [\"full-random\", \"zero\"]", varied);
        let (wrong, _) = sweep(&text).cannot_work();
        let numbers: Vec<usize> = wrong.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, [0, 1, 2], "{wrong:?}");
        assert!(wrong.iter().all(|(_, why)| why.contains(says)), "{wrong:?}");
    }
}

/// The story: data that compresses to more than its size was simulated as if that were possible.
#[test]
fn ratio_of_more_than_all_is_named() {
    let text = SMALL.replace(
        "data = [\"full-random\", \"zero\"]",
        "data.ratio = [460, 1460]",
    );
    let sweep = sweep(&text);
    let (_kept, path) = place();
    simulated(&sweep, &path, None, &Until::the_end());
    for row in rows(&sweep, &path) {
        let problem = row.failed.map(|problem| problem.to_string());
        assert_eq!(problem.is_some(), row.point >= 3, "{problem:?}");
        assert!(problem.is_none_or(|problem| problem.contains("expected 0 to 1000")));
    }
}

#[test]
fn folder_of_another_sweep_is_refused() {
    let one = sweep(SMALL);
    let (_kept, path) = place();
    simulated(&one, &path, None, &Until::points(1));
    let other = sweep(&SMALL.replace("[2, 3, 4]", "[2, 3]"));
    let error = Folder::open(&path, &other).expect_err("another sweep");
    assert!(matches!(error, SweepError::AnotherSweep { .. }), "{error}");
    assert!(error.message().hint.is_some());
    Folder::open(&path, &one).expect("still its folder");
}

/// The story: a sweep that ended before its first point kept its folder from the mended file.
#[test]
fn folder_without_points_takes_a_mended_sweep() {
    let (_kept, path) = place();
    Folder::open(&path, &sweep(SMALL)).expect("a folder");
    let mended = SMALL.replace("[2, 3, 4]", "[2, 3]");
    Folder::open(&path, &sweep(&mended)).expect("the same folder");
    let copy = std::fs::read_to_string(path.join("sweep.toml")).expect("its file");
    assert_eq!(copy, mended);
}

/// The story: a comment or another title threw hours of points away.
#[test]
fn sweep_with_another_title_or_chart_keeps_its_points() {
    let (_kept, path) = place();
    simulated(&sweep(SMALL), &path, None, &Until::the_end());
    let titled = SMALL.replace("\"Small\"", "\"Little\" # more fitting");
    let chart = "[[chart]]\nkind = \"parallel\"\ncolor = \"iops\"\n";
    let again = simulated(&sweep(&(titled + chart)), &path, None, &Until::the_end());
    assert_eq!((again.simulated, again.left), (0, 0));
    let page = std::fs::read_to_string(path.join("index.html")).expect("a page");
    assert!(page.contains("<h1>Little</h1>"));
}

#[test]
fn folder_of_something_else_is_left_alone() {
    let (_kept, path) = place();
    std::fs::create_dir(&path).expect("a folder");
    std::fs::write(path.join("notes.txt"), "mine").expect("a file");
    let error = Folder::open(&path, &sweep(SMALL)).expect_err("not a sweep");
    assert!(matches!(error, SweepError::NotASweep(_)), "{error}");
    assert_eq!(std::fs::read_dir(&path).expect("a folder").count(), 1);
}

#[test]
fn two_processes_cannot_write_one_file() {
    let sweep = sweep(SMALL);
    let (_kept, path) = place();
    let folder = Folder::open(&path, &sweep).expect("a folder");
    let points = path.join("points.jsonl");
    let other = std::fs::File::create(&points).expect("points");
    other.lock().expect("a lock");
    let error = run(&sweep, &folder, None, 1, &Until::the_end()).expect_err("in use");
    assert!(matches!(error, SweepError::InUse(_)), "{error}");
}

#[test]
fn damaged_line_is_named_and_nothing_is_lost() {
    let sweep = sweep(SMALL);
    let (_kept, path) = place();
    simulated(&sweep, &path, None, &Until::points(2));
    let mut points = std::fs::File::options()
        .append(true)
        .open(path.join("points.jsonl"))
        .expect("points");
    let whole = points.metadata().expect("its length").len();
    // The second once ended in a panic.
    for line in [
        "{\"point\":}\n",
        "{\"point\":6,\"parameters\":{},\"figures\":{}}\n",
    ] {
        points.set_len(whole).expect("as before");
        points.write_all(line.as_bytes()).expect("a line");
        let folder = Folder::open(&path, &sweep).expect("a folder");
        let error = folder.rows().expect_err("a damaged line");
        assert!(
            matches!(error, SweepError::Line { line: 3.., .. }),
            "{error}"
        );
    }
}
