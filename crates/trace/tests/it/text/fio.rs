//! fio's own iologs, and fio as judge of those that we write.

use super::bed::{Trace, read, record, write, write_or};
use fourcorners_trace::form::text::detect;
use fourcorners_trace::{About, Op, TextForm};
use std::process::Command;

#[test]
fn is_fios_own_iolog_of_a_loop_device_read() {
    let text = include_bytes!("fixtures/fio-3.33-loop-device.iolog");
    assert_eq!(detect(text), [TextForm::IologV3]);
    let trace = read(TextForm::IologV3, text);
    assert_eq!(trace.streams, ["/dev/loop0"]);
    let count = |op| {
        trace
            .records
            .iter()
            .filter(|record| record.op == op)
            .count()
    };
    assert_eq!(
        (count(Op::Read), count(Op::Write), count(Op::Flush)),
        (6, 4, 2)
    );
    // Our own lines are fio's, but for the instants of add and open.
    let ours = String::from_utf8(write(TextForm::IologV3, &trace)).unwrap();
    let of_records = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.split(' ').count() == 5);
        lines.map(str::to_owned).collect()
    };
    let theirs = of_records(std::str::from_utf8(text).unwrap());
    assert_eq!(of_records(&ours), theirs);
    assert!(ours.ends_with(" /dev/loop0 close\n"), "{ours}");
}

/// Writes a trace of two files as an iolog and lets fio do it again.
fn does_fio_do_it_again(form: TextForm) {
    if Command::new("fio").arg("--version").output().is_err() {
        println!("skipped: fio is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let files = ["a.img", "b.img"].map(|name| {
        let file = folder.path().join(name);
        std::fs::write(&file, vec![0; 1 << 20]).unwrap();
        file.to_str().unwrap().to_owned()
    });
    let trace = Trace {
        about: About::default(),
        streams: files.to_vec(),
        records: vec![
            record(0, Op::Write, 0, 4096, 0),
            record(1_000, Op::Read, 8192, 512, 1),
            record(1_000, Op::Write, 65536, 131_072, 1),
            record(2_000, Op::Flush, 0, 0, 0),
            record(2_000, Op::Write, 4096, 4096, 0),
            record(3_000, Op::Read, 0, 1024, 0),
            record(4_000, Op::Read, 512, 1024, 0),
        ],
        skipped: 0,
    };
    let log = folder.path().join("again.iolog");
    std::fs::write(&log, write(form, &trace)).unwrap();
    let output = Command::new("fio")
        .current_dir(folder.path())
        .args([
            "--name=again",
            "--ioengine=psync",
            "--thread",
            "--output-format=terse",
            "--terse-version=3",
        ])
        .arg(format!("--read_iolog={}", log.display()))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{output:?}");
    // Terse version 3: KiB read in field 6, written in field 47 (from 1).
    let fields: Vec<_> = said
        .lines()
        .find(|line| line.starts_with("3;fio"))
        .unwrap_or_else(|| panic!("{output:?}"))
        .split(';')
        .collect();
    assert_eq!((fields[5], fields[46]), ("2", "136"), "{said}");
    let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!complaints.contains("iolog"), "{complaints}");
}

#[test]
fn does_fio_do_an_iolog_of_version_2_again() {
    does_fio_do_it_again(TextForm::IologV2);
}

#[test]
fn does_fio_do_an_iolog_of_version_3_again() {
    does_fio_do_it_again(TextForm::IologV3);
}

#[test]
fn do_waits_of_version_2_add_up() {
    let trace = read(
        TextForm::IologV2,
        b"fio version 2 iolog\n/a add\n/a open\n/a read 0 512\n/a wait 150 0\n/a write 512 512\n\
            /a wait 200 0\n/a trim 0 1024\n/a close\n",
    );
    assert_eq!(
        trace.records,
        [
            record(0, Op::Read, 0, 512, 0),
            record(150_000, Op::Write, 512, 512, 0),
            record(350_000, Op::Trim, 0, 1024, 0),
        ]
    );
}

#[test]
fn is_an_iolog_of_version_2_refused_what_stands_before_the_record_above() {
    let trace = read(TextForm::Mqsim, b"5000 0 8 8 1\n3000 0 8 8 1\n");
    let error = write_or(TextForm::IologV2, &trace).unwrap_err().to_string();
    assert!(
        error.starts_with("record 2 ") && error.contains("iolog-v3 can store it"),
        "{error}"
    );
    let again = read(TextForm::IologV3, &write(TextForm::IologV3, &trace));
    assert_eq!(again.records, trace.records);
}
