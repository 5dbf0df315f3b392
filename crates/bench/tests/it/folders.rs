//! The run's folder: what survives, what is refused, what ends a run.

use crate::bed;

use bed::{NotingDrive, carry_out, folder, header, lasting, planned};
use fourcorners_bench::record::{Disturbance, Harm, Run};
use fourcorners_bench::{FolderError, FolderWriter, KeptRun, Silent, digest, is_being_written};
use fourcorners_block::{Bytes, Drive, DriveKind};
use fourcorners_run::{RunError, run};
use std::fs;
use std::process::Command;

fn drive() -> NotingDrive {
    NotingDrive::new(DriveKind::Simulated, Bytes::gib(8))
}

#[test]
fn is_a_torn_last_line_left_out_and_told() {
    let (_, whole, folder) = carry_out(
        "random-write-4k-qd3",
        &mut drive(),
        &lasting(3),
        1,
        &mut Silent,
    );
    let path = folder.path.join("samples.jsonl");
    let text = fs::read(&path).expect("samples");
    fs::write(&path, &text[..text.len() - 20]).expect("a torn file");
    let torn = Run::open(&folder.path).expect("readable all the same");
    assert_eq!(torn.samples, whole.samples[..2]);
    assert_eq!(torn.entries, whole.entries);
    let [damage] = torn.damage.as_slice() else {
        panic!("{:?}", torn.damage)
    };
    assert_eq!(damage.file, "samples.jsonl");
    let (number, why) = (3, None);
    assert_eq!(damage.what, Harm::Line { number, why });
}

#[test]
fn is_a_result_that_lacks_only_its_end_no_result() {
    let (_, whole, folder) = carry_out("hd-tach", &mut small(), &lasting(1), 1, &mut Silent);
    let path = folder.path.join("results.jsonl");
    let text = fs::read(&path).expect("results");
    for torn in 1..40 {
        fs::write(&path, &text[..text.len() - torn]).expect("a torn file");
        let kept = KeptRun::open(&folder.path).expect("readable all the same");
        assert_eq!(kept.results(), &whole.entries[..1], "{torn} bytes less");
        assert_eq!(kept.run().damage.len(), 1);
    }
}

#[test]
fn is_everything_in_the_folder_before_a_phase_ends() {
    // A killed process runs no destructor: what is not in the file by now is lost.
    struct Looks(std::path::PathBuf, u32);
    impl fourcorners_bench::Observer for Looks {
        fn progress(&mut self, _: &fourcorners_bench::Progress<'_>) {
            self.1 += 1;
            let run = Run::open(&self.0).expect("readable at any time");
            assert_eq!(
                run.samples.len(),
                self.1 as usize,
                "every second that has passed"
            );
            assert!(run.damage.is_empty() && run.entries.is_empty());
        }
    }
    let mut drive = drive();
    let plan = planned("random-write-4k-qd3", &drive, &lasting(3), 1);
    let folder = folder();
    let mut writer =
        FolderWriter::create(&folder.path, &header(drive.identity())).expect("a folder");
    let mut observer = Looks(folder.path.clone(), 0);
    run(&plan, &mut drive, &mut writer, &mut observer).expect("a run");
    assert_eq!(observer.1, 3);
}

#[test]
fn does_every_file_carry_its_schemas_version() {
    let (_, _, folder) = carry_out("hd-tach", &mut small(), &lasting(1), 1, &mut Silent);
    for file in [
        "results.jsonl",
        "samples.jsonl",
        "positions.jsonl",
        "histograms.jsonl",
        "wall.jsonl",
    ] {
        let text = fs::read_to_string(folder.path.join(file)).expect("a file of the folder");
        let first = text.lines().next().expect("a line");
        assert!(
            first.starts_with("{\"schema_version\":2,"),
            "{file}: {first}"
        );
    }
    assert!(
        fs::read_to_string(folder.path.join("run.json"))
            .expect("run.json")
            .contains("\"schema_version\": 2")
    );
}

fn small() -> NotingDrive {
    NotingDrive::new(DriveKind::Simulated, Bytes::mib(64))
}

#[test]
fn is_no_run_overwritten() {
    let folder = folder();
    let header = header(drive().identity());
    FolderWriter::create(&folder.path, &header).expect("the first");
    let again = FolderWriter::create(&folder.path, &header);
    assert!(matches!(again, Err(FolderError::Exists(_))), "the second");
}

#[test]
fn is_a_newer_programs_folder_refused() {
    let (_, _, folder) = carry_out("hd-tach", &mut small(), &lasting(1), 1, &mut Silent);
    let path = folder.path.join("run.json");
    let text = fs::read_to_string(&path).expect("run.json");
    fs::write(
        &path,
        text.replace("\"schema_version\": 2", "\"schema_version\": 99"),
    )
    .expect("changed");
    let refused = Run::open(&folder.path).expect_err("schema 99").to_string();
    assert!(
        refused.contains("newer") && refused.contains("99"),
        "{refused}"
    );
    fs::write(&path, "{").expect("broken");
    assert!(matches!(
        Run::open(&folder.path),
        Err(FolderError::Foreign { .. })
    ));
}

#[test]
fn does_the_wall_clock_stay_out_of_the_digest() {
    let (_, _, folder) = carry_out("hd-tach", &mut small(), &lasting(1), 1, &mut Silent);
    let before = digest(&folder.path).expect("a digest");
    fs::write(folder.path.join("wall.jsonl"), "another time\n").expect("changed");
    assert_eq!(digest(&folder.path).expect("a digest"), before);
    fs::write(folder.path.join("samples.jsonl"), "another result\n").expect("changed");
    assert_ne!(digest(&folder.path).expect("a digest"), before);
}

/// Set in the process whose files may not grow.
const LIMITED: &str = "FOURCORNERS_TEST_LIMITED";

#[test]
fn does_a_full_disk_end_the_run_in_a_sentence() {
    if std::env::var_os(LIMITED).is_some() {
        let mut drive = drive();
        let plan = planned("random-write-4k-qd3", &drive, &lasting(120), 1);
        let folder = folder();
        let mut writer =
            FolderWriter::create(&folder.path, &header(drive.identity())).expect("a folder");
        let end = run(&plan, &mut drive, &mut writer, &mut Silent);
        let Err(RunError::Folder(error @ FolderError::Write { .. })) = end else {
            panic!("{end:?}")
        };
        let sentence = error.to_string();
        assert!(
            sentence.contains("samples.jsonl") && sentence.contains("free some space"),
            "{sentence}"
        );
        assert_eq!(drive.waiting() + drive.in_flight(), 0, "the drive rests");
        assert!(
            drive.ios().count() < 100 * 30_000,
            "long before the phase would have ended"
        );
        return;
    }
    // A limit of 8 KiB a file stands for a full disk.
    let itself = std::env::current_exe().expect("this program");
    let output = Command::new("bash")
        .args([
            "-c",
            "trap '' XFSZ; ulimit -f 8; exec \"$0\" --exact \
            folders::does_a_full_disk_end_the_run_in_a_sentence",
        ])
        .arg(&itself)
        .env(LIMITED, "1")
        .output()
        .expect("bash");
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}"
    );
}

/// The story: of a run that was taken up again `run.json` kept what the host was like when it was
/// begun. It is replaced as a whole, and the folder stays locked meanwhile.
#[test]
fn does_a_kept_run_say_what_disturbed_it_later_and_stay_its_writers() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let folder = place.path().join("run");
    let header = header(small().identity());
    drop(FolderWriter::create(&folder, &header).expect("a folder"));
    // Of a power cut.
    let torn = "x".repeat(100_000);
    fs::write(folder.join("run.json.new"), torn).expect("written");
    let later = |about: &str| Disturbance {
        about: about.into(),
        found: "busy".into(),
        remedy: String::new(),
        when_resumed: false,
    };
    let mut kept = KeptRun::open(&folder).expect("a run");
    for about in ["CPU use", "Disk use"] {
        kept.disturbed_by(vec![later(about)]).expect("written");
        assert!(is_being_written(&folder), "locked");
        assert!(matches!(KeptRun::open(&folder), Err(FolderError::InUse(_))));
    }
    let read = Run::open(&folder).expect("a run").header;
    let mut expected = header;
    expected.disturbances = vec![later("CPU use"), later("Disk use")];
    assert_eq!(read, expected, "and all else as it was");
    assert_eq!(kept.run().header, expected);
    drop(kept);
    assert!(!is_being_written(&folder));
    assert!(!folder.join("run.json.new").exists());
}
