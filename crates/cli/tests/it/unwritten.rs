//! Reads of what was never written, end to end: said in the table, in JSON, and on the page.

use crate::program;

use program::{Desk, fourcorners};
use std::fs;

const SAID: &str = "reads of unwritten space";
const READS: &str = "[r]\nioengine=libaio\ndirect=1\nrw=randread\nbs=4k\niodepth=32\nsize=8m\n\
    norandommap\ntime_based\nruntime=1\n";

/// What a job does first: all that is read, a half of it, or nothing.
fn job(written: Option<&str>) -> String {
    let write = |size| {
        format!("[w]\nioengine=libaio\ndirect=1\nrw=write\nbs=64k\nsize={size}\nrefill_buffers\n")
    };
    let reads = READS.replace("[r]\n", "[r]\nstonewall\n");
    written.map_or(READS.into(), |size| write(size) + &reads)
}

/// The story: a job of random reads on a fresh drive came to 869,561 IOPS, on a filled one to
/// 328,628, and nothing was said of it.
#[test]
fn job_that_reads_what_was_never_written_is_told_so() {
    let desk = Desk::new();
    let (simulated, made) = (desk.drive(), desk.text("made.img"));
    let drives: [(&str, &[&str]); 2] = [(&simulated, &[]), (&made, &["--size", "16MiB"])];
    for (drive, options) in drives {
        for (written, is_marked) in [(None, true), (Some("4m"), true), (Some("8m"), false)] {
            let _ = fs::remove_file(&made);
            let file = desk.write("job.fio", &job(written));
            let out = desk.text("runs");
            let arguments = ["run", &file, drive, "--json", "--quiet", "--out", &out];
            let document = fourcorners(&[&arguments[..], options].concat()).done().json();
            let results = document["runs"][0]["results"].as_array().expect("results");
            let reads = &results.last().expect("reads")["measured"];
            let remarks = reads["remarks"].as_array().cloned().unwrap_or_default();
            let of_reads = remarks.iter().find(|one| one["about"] == "unwritten-reads");
            assert_eq!(of_reads.is_some(), is_marked, "{drive} {written:?}: {reads}");
            if written.is_none() {
                assert_eq!(of_reads.expect("a remark")["percent"], 100);
            }
            let run = desk.runs().pop().expect("a run").display().to_string();
            let shown = fourcorners(&["show", &run]).done().stdout.clone();
            assert_eq!(shown.contains(SAID), is_marked, "{shown}");
            fs::remove_dir_all(desk.at("runs")).expect("the runs");
        }
    }
}
