//! A script plays the drive: its log is as nvme-cli 1.16 to 3.0 print it. No drive was at hand.

use super::*;
use crate::erase::{Erase, check, erase};
use crate::test_tools::recorded;
use serde_json::json;
use std::fs;
use tempfile::TempDir;

/// WD SN730: block erase and crypto erase, one namespace, no management of namespaces.
const BOTH: &str = r#"{"sanicap":1610612739,"nn":1,"oacs":23}"#;
const NEVER: &str = "(0) NVM Subsystem has never been sanitized.";
const RUNNING: &str = "(2) Sanitize in Progress.";
const DONE: &str = "(1) Most Recent Sanitize Command Completed Successfully.";
const FAILED: &str = "(3) Most Recent Sanitize Command Failed.";

fn log(status: &str, sprog: u64, action: u64) -> String {
    json!({"nvme0n1": {"sprog": sprog,
        "sstat": {"global_erased": 1, "no_cmplted_passes": 0, "status": status},
        "cdw10_info": action | 8, "time_over_write": 4294967295u64,
        "time_block_erase": 30, "time_crypto_erase": 4294967295u64}})
    .to_string()
}

/// A drive whose log says these things one after the other once it is sanitized, the last of them
/// ever after; `now`: what it says before.
fn drive(identity: &str, now: &str, then: &[String]) -> TempDir {
    let script = format!(
        r#"here=$(dirname "$0"); echo "$*" >> $here/asked
case $1 in
id-ctrl) echo '{identity}';;
list-ns) cat $here/list;;
sanitize) test -e $here/refuses && {{ echo 'NVMe status: Access Denied' >&2; exit 1; }}
    echo 0 > $here/step;;
sanitize-log)
    test -e $here/step || {{ cat $here/log.now; exit; }}
    step=$(cat $here/step)
    cat $here/log.$step
    test -e $here/log.$((step + 1)) && echo $((step + 1)) > $here/step;;
esac
true"#
    );
    let tools = recorded(&[("nvme", &script)]);
    let write = |name: &str, text: &str| {
        fs::write(tools.path().join(name), text).expect("a file");
    };
    write("log.now", now);
    for (step, text) in then.iter().enumerate() {
        write(&format!("log.{step}"), text);
    }
    fs::create_dir_all(tools.path().join("block/nvme0n1")).expect("a folder");
    tools
}

fn node() -> Node {
    Node {
        name: "nvme0n1".into(),
        number: (259, 0),
        dir: "/sys/devices/pci0000:00/nvme/nvme0/nvme0n1".into(),
    }
}

fn host(tools: &TempDir) -> Host {
    Host {
        sys: tools.path().into(),
        proc: tools.path().into(),
        dev: tools.path().into(),
    }
}

fn sanitized(tools: &TempDir) -> Result<(), String> {
    let here = Tools::in_folder(tools.path());
    erase(Erase::NvmeSanitize, &host(tools), &here, &node(), "S1")
        .map_err(|error| error.to_string())
}

fn asked(tools: &TempDir) -> String {
    fs::read_to_string(tools.path().join("asked")).unwrap_or_default()
}

#[test]
fn drive_is_sanitized_to_the_end() {
    let crypto = r#"{"sanicap":1,"nn":1,"oacs":23}"#;
    for (identity, action) in [(BOTH, 2), (crypto, 4)] {
        let running = |sprog| log(RUNNING, sprog, action);
        let then = [running(0), running(40_000), log(DONE, 65_535, action)];
        let tools = drive(identity, &log(NEVER, 65_535, 0), &then);
        sanitized(&tools).expect("erased");
        let asked = asked(&tools);
        let command = format!("sanitize /dev/nvme0n1 --sanact={action} --ause\n");
        assert!(asked.contains(&command), "{asked}");
        let after = asked.split(&command).nth(1).expect("a log");
        assert_eq!(after.matches("sanitize-log").count(), 3, "waited: {asked}");
    }
}

#[test]
fn sanitize_in_progress_is_refused_with_how_far_it_is() {
    // As after a run that was killed: the drive goes on by itself.
    let tools = drive(BOTH, &log(RUNNING, 24_300, 2), &[]);
    for _ in 0..2 {
        let reason = sanitized(&tools).expect_err("in progress");
        assert!(
            reason.contains("37 % done") && reason.contains("Nothing was changed"),
            "{reason}"
        );
    }
    assert!(!asked(&tools).contains("sanitize /dev"), "not once more");
    let here = Tools::in_folder(tools.path());
    let why = in_progress(&here, &node()).expect("it says why");
    assert!(why.contains("nvme sanitize-log /dev/nvme0n1"), "{why}");
    // Once it has ended, the run that is resumed starts anew.
    fs::write(tools.path().join("log.now"), log(DONE, 65_535, 2)).expect("a log");
    fs::write(tools.path().join("log.0"), log(DONE, 65_535, 2)).expect("a log");
    assert_eq!(in_progress(&here, &node()), None);
    sanitized(&tools).expect("erased");
}

#[test]
fn failed_sanitize_says_how_to_use_the_drive_again() {
    let tools = drive(BOTH, &log(NEVER, 65_535, 0), &[log(FAILED, 0, 2)]);
    let reason = sanitized(&tools).expect_err("it failed");
    for word in [
        "the sanitize failed",
        "nvme sanitize /dev/nvme0n1 --sanact=2",
        "--sanact=1",
    ] {
        assert!(reason.contains(word), "{reason}");
    }
    // A drive in that state can be sanitized again.
    let again = drive(BOTH, &log(FAILED, 0, 2), &[log(DONE, 65_535, 2)]);
    sanitized(&again).expect("erased");
    let refuses = drive(BOTH, &log(NEVER, 65_535, 0), &[]);
    fs::write(refuses.path().join("refuses"), "").expect("a file");
    let reason = sanitized(&refuses).expect_err("it refuses");
    assert!(reason.contains("Access Denied"), "{reason}");
    // A log without the operation is no success.
    for log in [log(NEVER, 65_535, 0), log(DONE, 65_535, 4)] {
        let silent = drive(BOTH, &log, std::slice::from_ref(&log));
        let reason = sanitized(&silent).expect_err("no such operation");
        assert!(reason.contains("no such operation"), "{reason}");
    }
}

#[test]
fn drive_that_would_lose_more_or_cannot_is_left_alone() {
    let never = log(NEVER, 65_535, 0);
    let refused = |tools: &TempDir, word: &str| {
        let reason = sanitized(tools).expect_err(word);
        let changed = asked(tools).contains("sanitize /dev");
        assert!(reason.contains(word) && !changed, "{reason}");
    };
    refused(
        &drive(r#"{"sanicap":4}"#, &never, &[]),
        "neither block erase",
    );
    refused(&drive("{}", &never, &[]), "neither block erase");
    refused(&drive(BOTH, "what", &[]), "how far the drive is");
    refused(&drive(BOTH, "{\"nvme0n1\":{\"sstat\":[]}}", &[]), "how far");
    let two = drive(BOTH, &never, &[]);
    fs::create_dir_all(two.path().join("block/nvme0n2")).expect("a folder");
    refused(&two, "nvme0n2 would be erased");
    // Namespaces that are attached to none.
    let many = r#"{"sanicap":3,"nn":128,"oacs":94}"#;
    for (list, word) in [
        (r#"{"nsid_list":[{"nsid":1},{"nsid":7}]}"#, "it has 2"),
        ("{}", "does not say how many"),
    ] {
        let tools = drive(many, &never, &[]);
        fs::write(tools.path().join("list"), list).expect("a list");
        refused(&tools, word);
        assert!(asked(&tools).contains("--all"));
    }
    // Namespaces of other controllers, which no list of this one shows.
    for (told, word) in [
        (r#"{"sanicap":3,"nn":32}"#, "does not say whether"),
        (
            r#"{"sanicap":3,"nn":32,"oacs":6,"cmic":2}"#,
            "other controllers",
        ),
    ] {
        let tools = drive(told, &never, &[]);
        fs::write(tools.path().join("list"), r#"{"nsid_list":[{"nsid":1}]}"#).expect("a list");
        refused(&tools, word);
    }
    let one = drive(many, &never, &[log(DONE, 65_535, 2)]);
    fs::write(one.path().join("list"), r#"{"nsid_list":[{"nsid":1}]}"#).expect("a list");
    sanitized(&one).expect("erased");
    let sata = Node {
        name: "sdz".into(),
        ..node()
    };
    let here = Tools::in_folder(one.path());
    let reason = check(Erase::NvmeSanitize, &host(&one), &here, &sata, "S1");
    let reason = reason.expect_err("SATA").to_string();
    assert!(reason.contains("not an NVMe drive"), "{reason}");
}

/// The story: a command that hung was reported as "nvme did not answer (needs nvme-cli)", while
/// the drive was sanitizing, and nobody looked at its log.
#[test]
fn silent_command_is_followed_by_a_look_at_the_log() {
    let erased = |now: &str, then: &[String]| {
        let tools = drive(BOTH, now, then);
        let path = tools.path().join("nvme");
        let script = fs::read_to_string(&path).expect("the script");
        let hangs = "echo 0 > $here/step; sleep 60;;";
        fs::write(&path, script.replace("echo 0 > $here/step;;", hangs)).expect("written");
        let here = Tools::in_folder(tools.path());
        erase_begun_within(Duration::from_secs(1), &host(&tools), &here, &node())
    };
    let never = log(NEVER, 65_535, 0);
    let begun = [
        log(RUNNING, 0, 2),
        log(RUNNING, 9000, 2),
        log(DONE, 65_535, 2),
    ];
    erased(&never, &begun).expect("it had begun");
    for (then, words) in [
        (never.clone(), "it was never sanitized"),
        (
            log(DONE, 65_535, 2),
            "a sanitize succeeded, perhaps an earlier one",
        ),
        (log(FAILED, 0, 2), "a sanitize failed"),
        ("no log".into(), "did not print how far the drive is"),
    ] {
        let reason = erased(&never, &[then]).expect_err(words);
        assert!(reason.contains("did not answer within 1 s"), "{reason}");
        assert!(reason.contains(words), "{reason}");
        assert!(!reason.contains("needs nvme-cli"), "{reason}");
    }
}
