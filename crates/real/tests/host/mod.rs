//! Loop devices, mounts and swap for tests, each undone on drop, also when a test panics.
#![allow(dead_code, reason = "each test program uses its part")]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Runs a command; its output's first line, or `None` with what it said on stderr.
pub fn run(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    if output.status.success() {
        return Some(
            String::from_utf8_lossy(&output.stdout)
                .lines()
                .next()
                .unwrap_or("")
                .to_string(),
        );
    }
    eprintln!(
        "{program} {arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr).trim()
    );
    None
}

/// As `run`, but tried again for three seconds: another test that looks at all loop devices and all
/// files in use may have this one open for a moment.
fn patiently(program: &str, arguments: &[&str]) -> Option<String> {
    (0..30).find_map(|attempt| {
        if attempt > 0 {
            std::thread::sleep(Duration::from_millis(100));
        }
        run(program, arguments)
    })
}

/// Whether this is root that sees all programs, without which no block device is written; says so
/// when a test is skipped for it.
pub fn is_root(test: &str) -> bool {
    let root = run("id", &["-u"]).as_deref() == Some("0");
    let sees = fs::read_link("/proc/2/ns/pid").is_ok_and(|it| it == Path::new("pid:[4026531836]"));
    if !root || !sees {
        println!("{test}: skipped, it needs root (in a container: --pid=host, SYS_PTRACE)");
    }
    root && sees
}

/// A folder on the disk that holds the build.
pub fn disk_folder() -> tempfile::TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder on disk")
}

/// A sparse file of that size in the folder.
pub fn sparse_file(folder: &Path, bytes: u64) -> PathBuf {
    let path = folder.join("backing.img");
    File::create_new(&path)
        .and_then(|file| file.set_len(bytes))
        .expect("a backing file");
    path
}

/// A digest of all bytes of a file or device.
pub fn digest(path: &Path) -> u32 {
    digest_without(path, &(0..0))
}

/// A digest of the bytes of a file or device outside of that range.
pub fn digest_without(path: &Path, left_out: &Range<u64>) -> u32 {
    let mut file = File::open(path).expect("what is hashed");
    let mut hasher = crc32fast::Hasher::new();
    hash(file.by_ref().take(left_out.start), &mut hasher);
    file.seek(SeekFrom::Start(left_out.end)).expect("seeking");
    hash(file, &mut hasher);
    hasher.finalize()
}

fn hash(mut bytes: impl Read, hasher: &mut crc32fast::Hasher) {
    let mut buffer = vec![0; 1 << 20];
    loop {
        match bytes.read(&mut buffer).expect("reading") {
            0 => return,
            count => hasher.update(&buffer[..count]),
        }
    }
}

/// A loop device over a file.
pub struct Loop {
    pub device: PathBuf,
    pub file: PathBuf,
}

impl Loop {
    pub fn over(file: &Path, options: &[&str]) -> Self {
        let name = file.to_string_lossy();
        let arguments: Vec<&str> = ["--find", "--show"]
            .iter()
            .chain(options)
            .copied()
            .chain([&*name])
            .collect();
        let device =
            run("losetup", &arguments).expect("a loop device (root, and a kernel that has them)");
        Self {
            device: device.into(),
            file: file.into(),
        }
    }

    pub fn name(&self) -> String {
        self.device.to_string_lossy().into_owned()
    }
}

impl Drop for Loop {
    fn drop(&mut self) {
        run("losetup", &["--detach", &self.name()]);
    }
}

/// Makes an ext4 file system that writes nothing later by itself.
pub fn make_ext4(device: &str) {
    let now = "lazy_itable_init=0,lazy_journal_init=0";
    patiently("mkfs.ext4", &["-q", "-E", now, device]).expect("a file system");
}

/// A mounted file system.
pub struct Mounted {
    pub at: PathBuf,
}

impl Mounted {
    pub fn new(device: &str, at: &Path) -> Self {
        fs::create_dir_all(at).expect("a mount point");
        patiently("mount", &[device, &at.to_string_lossy()]).expect("mounted");
        // What mounting changes is on the device then: bytes can be compared from here on.
        run("sync", &["--file-system", &at.to_string_lossy()]);
        Self { at: at.into() }
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        patiently("umount", &[&self.at.to_string_lossy()]);
    }
}

/// A swap area in use, the smallest that `mkswap` makes.
pub struct SwapOn(pub String);

impl SwapOn {
    /// The bytes after its header, to which the kernel may swap at any time.
    pub const PAGES: Range<u64> = 4 << 10..40 << 10;

    pub fn new(area: &str) -> Option<Self> {
        run("mkswap", &[area, &(Self::PAGES.end >> 10).to_string()])?;
        run("swapon", &[area])?;
        Some(Self(area.into()))
    }
}

impl Drop for SwapOn {
    fn drop(&mut self) {
        run("swapoff", &[&self.0]);
    }
}

/// A zram disk.
pub struct Zram(u32);

impl Zram {
    pub fn new(bytes: u64) -> Option<Self> {
        let number = fs::read_to_string("/sys/class/zram-control/hot_add")
            .ok()?
            .trim()
            .parse()
            .ok()?;
        let zram = Self(number);
        fs::write(
            format!("/sys/block/zram{number}/disksize"),
            bytes.to_string(),
        )
        .ok()?;
        Some(zram)
    }

    pub fn device(&self) -> PathBuf {
        format!("/dev/zram{}", self.0).into()
    }
}

impl Drop for Zram {
    fn drop(&mut self) {
        let reset = fs::write(format!("/sys/block/zram{}/reset", self.0), "1");
        let removed = fs::write("/sys/class/zram-control/hot_remove", self.0.to_string());
        if reset.is_err() || removed.is_err() {
            eprintln!("zram{} could not be removed", self.0);
        }
    }
}

/// A shell that holds something until it is dropped: `script` says `ready`, then waits for its
/// input to end.
pub struct Holder(Child);

impl Holder {
    /// `None` where the script ended without having said so.
    pub fn new(script: &str) -> Option<Self> {
        Self::of(Command::new("sh").args(["-c", script]))
    }

    /// The same of any program.
    pub fn of(command: &mut Command) -> Option<Self> {
        let child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a program that holds something");
        let mut holder = Self(child);
        let mut line = String::new();
        BufReader::new(holder.0.stdout.take().expect("its output"))
            .read_line(&mut line)
            .expect("its first line");
        (line == "ready\n").then_some(holder)
    }

    pub fn process(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ended_already = self.0.wait();
    }
}
