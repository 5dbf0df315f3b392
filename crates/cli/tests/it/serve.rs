//! `serve`, with clients that others wrote.

mod exact;
mod unanswered;

use crate::program::{Desk, Ended, ended, fourcorners, interrupt, started};
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, ChildStderr, Command};
use std::time::{Duration, Instant};

/// A served drive, ended with the test.
struct Serving {
    child: Child,
    stderr: BufReader<ChildStderr>,
    uri: String,
}

impl Serving {
    fn new(arguments: &[&str]) -> Self {
        let is_enough = |said: &str| said.contains("\nnbd") && said.ends_with('\n');
        let words = [&["serve"], arguments].concat();
        let (child, stderr, said) = started(&words, is_enough);
        let uri = said.lines().last().expect("a line").into();
        Self { child, stderr, uri }
    }

    /// The block device that it says it is, once it does.
    fn attached(&mut self) -> String {
        let mut line = String::new();
        while !line.contains(", by ") {
            line.clear();
            assert!(
                self.stderr.read_line(&mut line).expect("a line") > 0,
                "ended"
            );
        }
        line.split(',').next().expect("a device").into()
    }

    /// Ends it with Ctrl-C, and gives what it printed.
    fn report(mut self) -> String {
        interrupt(&self.child);
        let mut text = String::new();
        let stdout = self.child.stdout.as_mut().expect("stdout");
        stdout.read_to_string(&mut text).expect("text");
        let status = self.child.wait().expect("ended");
        let mut said = String::new();
        self.stderr.read_to_string(&mut said).expect("text");
        assert!(status.success(), "{said}");
        text
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ended_already = self.child.kill();
        let _ended_already = self.child.wait();
    }
}

/// What a client printed; it has to succeed.
fn client(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let output = ended(output.expect("a client that CI installs"));
    assert_eq!(
        output.code, 0,
        "{program}: {}{}",
        output.stdout, output.stderr
    );
    output.stdout
}

#[test]
fn clients_of_others_read_write_trim_and_flush() {
    let desk = Desk::new();
    // A socket whose path has a space once had a URI that no client took.
    let serving = Serving::new(&["intel-x25-m-g2-80", "--socket", &desk.text("s s")]);
    let uri = serving.uri.as_str();
    let info = client("nbdinfo", &["--json", uri]);
    for fact in [
        "\"export-name\": \"intel-x25-m-g2-80\"",
        "\"export-size\": 80026361856",
        "\"can_fua\": true",
        "\"can_trim\": true",
        "\"can_multi_conn\": true",
        "\"is_rotational\": false",
    ] {
        assert!(info.contains(fact), "{fact} is not in {info}");
    }
    let commands = [
        "write -P 170 0 1M",
        "read -P 170 0 1M",
        "write -f -P 3 2M 64k",
        "discard 0 512k",
        "read -P 0 0 512k",
        "read -P 170 512k 512k",
        "write -z 2M 4k",
        "read -P 0 2M 4k",
        "read -P 3 2052k 60k",
        "flush",
    ];
    let words = commands.iter().flat_map(|command| ["-c", command]);
    let qemu_uri = format!("nbd:unix:{}", desk.text("s s"));
    let words: Vec<&str> = words.chain([qemu_uri.as_str()]).collect();
    let said = client("qemu-io", &[&["-f", "raw"], &words[..]].concat());
    assert!(!said.contains("verification failed"), "{said}");
    let map = client("nbdinfo", &["--map", "--json", uri]);
    assert!(map.contains("\"description\": \"hole,zero\""), "{map}");
    let job = [
        "--name=verify",
        // Where fio keeps what it has verified: else in the folder that the tests run in.
        &format!("--aux-path={}", desk.text("")),
        "--ioengine=nbd",
        &format!("--uri={uri}"),
        "--rw=randwrite",
        "--bsrange=4k-64k",
        "--offset=1g",
        "--size=16m",
        "--iodepth=32",
        "--verify=crc32c",
        "--verify_fatal=1",
    ];
    let said = client("fio", &job);
    assert!(said.contains("err= 0"), "{said}");
    let stat = fourcorners(&["stat", uri, "--json"]).json();
    assert!(
        stat["host_bytes_written"].as_u64() > Some(16 << 20),
        "{stat}"
    );
    assert!(stat["trimmed_bytes"].as_u64() >= Some(512 << 10), "{stat}");
    assert_eq!(stat["in_flight"], 0, "{stat}");
    let report = serving.report();
    assert!(report.contains("write amplification"), "{report}");
    assert!(report.contains("queue depth 32"), "{report}");
}

#[test]
fn image_copied_to_a_served_drive_is_there_when_it_is_served_again() {
    let desk = Desk::new();
    let image: Vec<u8> = (0..3 << 20).map(|at: u32| (at / 1000) as u8).collect();
    fs::write(desk.at("image"), image).expect("a file");
    let (store, socket) = (desk.text("store"), desk.text("s"));
    let arguments = [&desk.drive(), "--store", &store, "--socket", &socket];
    let serving = Serving::new(&arguments);
    client("nbdcopy", &["--flush", &desk.text("image"), &serving.uri]);
    serving.report();

    let serving = Serving::new(&arguments);
    client("nbdcopy", &[&serving.uri, &desk.text("copy")]);
    let copy = fs::read(desk.at("copy")).expect("a copy");
    let image = fs::read(desk.at("image")).expect("an image");
    assert_eq!(copy.get(..image.len()), Some(&image[..]));
    let (raw, url) = (desk.text("copy"), format!("nbd:unix:{socket}"));
    client(
        "qemu-img",
        &["compare", "-f", "raw", "-F", "raw", &raw, &url],
    );
    let other = ["serve", "crucial-m4-64", "--store", &store];
    fourcorners(&other).refused(&["served by another process", "another folder"]);
    serving.report();
    fourcorners(&other).refused(&["holds a", "not a crucial-m4-64", "another folder"]);
}

/// The story: a store with a flipped bit in its log was served with a part of its writes.
#[test]
fn damaged_store_is_refused_and_salvaged_with_a_copy() {
    let desk = Desk::new();
    let (store, socket) = (desk.text("store"), desk.text("s"));
    let arguments = ["intel-x25-m-g2-80", "--store", &store, "--socket", &socket];
    let serving = Serving::new(&arguments);
    let url = format!("nbd:unix:{socket}");
    for _ in 0..4 {
        let words = ["-f", "raw", "-c", "write 0 1M", "-c", "flush", &url];
        client("qemu-io", &words);
    }
    // Killed: the log is replayed the next time.
    drop(serving);
    let log = desk.at("store").join("log-0");
    let mut bytes = fs::read(&log).expect("a log");
    let middle = bytes.len() / 3;
    bytes[middle] ^= 1;
    fs::write(&log, bytes).expect("written");
    let refused = [
        "log-0 is damaged at byte",
        "requests behind it",
        "--salvage",
    ];
    fourcorners(&[&["serve"], &arguments[..]].concat()).refused(&refused);
    let salvages = [&arguments[..], &["--salvage"]].concat();
    Serving::new(&salvages).report();
    assert!(log.with_extension("damaged").exists());
    Serving::new(&arguments).report();
}

/// The kernels that run the tests have FUSE and loop devices; virtual machines have NBD.
#[test]
fn attached_drive_is_a_disk_until_its_server_ends_or_is_killed() {
    let desk = Desk::new();
    for is_killed in [false, true] {
        let socket = desk.text("s");
        let mut serving = Serving::new(&["crucial-m4-64", "--attach", "--socket", &socket]);
        let mut device = serving.attached();
        // TRIM of the whole drive takes a minute by this way.
        client("mkfs.ext4", &["-q", "-E", "nodiscard", &device]);
        if !is_killed {
            fourcorners(&["fault", "power-loss", &socket]).done();
            device = serving.attached();
        }
        client("e2fsck", &["-f", "-n", &device]);
        assert_eq!(
            client("blockdev", &["--getsize64", &device]).trim(),
            "64023257088"
        );
        if is_killed {
            drop(serving);
        } else {
            assert!(serving.report().contains("written by the host"));
        }
        let gone = || {
            let mounts = fs::read_to_string("/proc/mounts").expect("mounts");
            let name = device.trim_start_matches("/dev/");
            let size = fs::read_to_string(format!("/sys/block/{name}/size"));
            !mounts.contains("nbdfuse") && size.is_ok_and(|size| size.trim() == "0")
        };
        let begin = Instant::now();
        while !gone() {
            assert!(begin.elapsed().as_secs() < 30, "{device} is still there");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn drive_without_data_counts_writes_and_reads_zeros() {
    let desk = Desk::new();
    let serving = Serving::new(&["crucial-m4-64", "--no-data", "--socket", &desk.text("s")]);
    let url = format!("nbd:unix:{}", desk.text("s"));
    let commands = ["-c", "write -P 7 0 1M", "-c", "read -P 0 0 1M"];
    let said = client(
        "qemu-io",
        &[&["-f", "raw"], &commands[..], &[&url]].concat(),
    );
    assert!(!said.contains("verification failed"), "{said}");
    let stat = fourcorners(&["stat", &serving.uri, "--json"]).json();
    assert_eq!(stat["host_bytes_written"], 1 << 20, "{stat}");
    serving.report();
}

/// Its counters were once all 0.
#[test]
fn hard_disk_has_no_counters() {
    let desk = Desk::new();
    let serving = Serving::new(&["wd-velociraptor-300", "--socket", &desk.text("s")]);
    let stat = fourcorners(&["stat", &serving.uri, "--json"]).json();
    assert_eq!(stat["drive"], "wd-velociraptor-300", "{stat}");
    assert_eq!(stat.get("host_bytes_written"), None, "{stat}");
    assert!(!serving.report().contains("by the host"));
}

#[test]
fn fault_and_stat_reach_a_drive_that_is_served() {
    let desk = Desk::new();
    let socket = desk.text("s");
    let serving = Serving::new(&["crucial-m4-64", "--socket", &socket]);
    let write = |commands: &[&str]| {
        let words = commands.iter().flat_map(|command| ["-c", command]);
        let words: Vec<&str> = ["-f", "raw"].into_iter().chain(words).collect();
        client("qemu-io", &[&words[..], &[serving.uri.as_str()]].concat())
    };
    write(&["write -P 1 0 64k", "flush"]);
    write(&["write -P 2 0 4k"]);
    let fault =
        |kind: &str, how: &[&str]| fourcorners(&[&["fault", kind, socket.as_str()], how].concat());
    let printed = |ended: &Ended, words: &str| assert!(ended.done().stdout.contains(words));
    printed(&fault("power-loss", &[]), "disconnected clients: 0");
    printed(
        &fault("uncorrectable", &["1GiB", "4KiB"]),
        "cannot be read now: 4096",
    );
    fault("uncorrectable", &["1TiB", "4KiB"]).refused(&["the drive ends at byte 64023257088"]);
    fault("wear", &["10"]).refused(&["wear", "--set wear.dynamic_leveling=true"]);
    fault("power-lose", &[]).misused(&["power-loss"]);
    printed(&fourcorners(&["stat", &socket]), "4096 bytes");
    fourcorners(&["fault", "power-loss", "nowhere"]).refused(&["nowhere", "fourcorners serve"]);
    serving.report();
}

#[test]
fn recording_of_a_served_drive_is_a_trace() {
    let desk = Desk::new();
    let (trace, socket) = (desk.text("work.fct"), desk.text("s"));
    let drive = desk.drive();
    let serving = Serving::new(&[&drive, "--record", &trace, "--socket", &socket]);
    let url = format!("nbd:unix:{socket}");
    let commands = ["-c", "write 0 1M", "-c", "read 0 64k", "-c", "flush"];
    client(
        "qemu-io",
        &[&["-f", "raw"], &commands[..], &[&url]].concat(),
    );
    serving.report();
    let shown = fourcorners(&["trace", "stat", &trace]);
    assert!(
        shown.done().stdout.contains("Flushes: 2."),
        "{}",
        shown.stdout
    );
}

#[test]
fn wrong_drives_sockets_and_stores_are_refused() {
    let desk = Desk::new();
    let drive = desk.drive();
    // "Address already in use", it once said.
    fourcorners(&["serve", &drive, "--socket", &drive]).refused(&["is no socket", "--socket"]);
    fourcorners(&["stat", "nbd://127.0.0.1:1"]).refused(&["control socket"]);
    fourcorners(&["serve", "crucial-m4-265"]).misused(&["crucial-m4-256"]);
    let file = desk.write("mine", "Dear");
    fourcorners(&["stat", &file]).refused(&["mine", "fourcorners serve"]);
    fourcorners(&["serve", &file]).misused(&["not a simulated drive"]);
    fourcorners(&["serve", &drive, "--socket", &file]).refused(&["cannot listen", "--socket"]);
    assert_eq!(fs::read_to_string(&file).expect("a file"), "Dear");
    let folder = desk.folder.path().display().to_string();
    let words = [
        "serve",
        &drive,
        "--socket",
        &desk.text("s"),
        "--store",
        &folder,
    ];
    fourcorners(&words).refused(&["not a store", "new or empty folder"]);
    fourcorners(&[
        "serve",
        &drive,
        "--record",
        &file,
        "--socket",
        &desk.text("s"),
    ])
    .refused(&["exists"]);
    fourcorners(&["serve", &drive, "--dilate", "0"]).misused(&["--dilate", "0 is not in 1.."]);
    fourcorners(&["serve", &drive, "--store", "/proc/x"]).refused(&["/proc/x", "--store"]);
}
