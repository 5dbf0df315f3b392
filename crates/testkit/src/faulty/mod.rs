//! For tests only: a block device of this host that fails on demand.
//!
//! A FUSE file, kept sparse in memory, lies under a loop device; [`Fault`]s say which requests
//! fail, are held back, or are answered with the wrong bytes. Needs root, /dev/fuse and loop
//! devices; it mounts without `fusermount`.
//!
//! Everything is released, detached and unmounted on drop, also when a test panics; and after
//! [`GUARD`] whatever is held is let go with an error, so that no test hangs for ever.

mod fault;
mod file;
mod medium;

pub use fault::{Fault, Kind, On};
pub use medium::Medium;

use file::{FILE_NAME, FaultyFile};
use fuser::{BackgroundSession, Config, MountOption};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// After so long nothing is held any more, and everything fails: a test that waits ends.
pub const GUARD: Duration = Duration::from_secs(90);

/// The device. Tests name the part that they need in [`Fault`]s, before or while it is used.
pub struct FaultyDevice {
    device: PathBuf,
    state: Arc<Mutex<file::State>>,
    session: Option<BackgroundSession>,
    folder: tempfile::TempDir,
    /// Hung up when the device goes, which ends the guard.
    _guard: Sender<()>,
}

impl FaultyDevice {
    /// A loop device over a file of `medium`.
    ///
    /// # Panics
    /// If FUSE or loop devices cannot be had.
    pub fn new(medium: Medium) -> Self {
        let folder = tempfile::tempdir().expect("a mount point");
        let state = Arc::new(Mutex::new(file::State::new(medium)));
        let mut config = Config::default();
        config.mount_options = vec![MountOption::FSName("faulty".into())];
        let file = FaultyFile(Arc::clone(&state));
        let session =
            fuser::spawn_mount(file, folder.path(), &config).expect("a FUSE mount (root)");
        let (sender, hung_up) = mpsc::channel();
        let guarded = Arc::clone(&state);
        thread::spawn(move || {
            if hung_up.recv_timeout(GUARD) == Err(mpsc::RecvTimeoutError::Timeout) {
                lock(&guarded).give_up();
            }
        });
        let mut device = Self {
            device: PathBuf::new(),
            state,
            session: Some(session),
            folder,
            _guard: sender,
        };
        let file = device.folder.path().join(FILE_NAME);
        device.device = attach(&file).into();
        // A request joined with its neighbours would fail with them.
        device.set_merging(false);
        device
    }

    /// The loop device.
    pub fn path(&self) -> &Path {
        &self.device
    }

    /// The loop device, as an argument.
    pub fn name(&self) -> String {
        self.device.display().to_string()
    }

    fn set_merging(&self, on: bool) {
        let name = self.device.file_name().unwrap_or_default();
        let switch = Path::new("/sys/block").join(name).join("queue/nomerges");
        if let Err(error) = std::fs::write(&switch, if on { "0" } else { "2" }) {
            eprintln!("{}: {error}", switch.display());
        }
    }

    /// Adds a fault, from now on.
    pub fn inject(&self, fault: Fault) {
        lock(&self.state).faults.push(fault);
    }

    /// Forgets all faults and answers what was held back, as if nothing had been.
    pub fn heal(&self) {
        lock(&self.state).heal();
    }

    /// Requests that are held back now.
    pub fn held(&self) -> usize {
        lock(&self.state).held()
    }

    /// Cuts the file to nothing, as if the device had lost its medium.
    pub fn truncate(&self) {
        lock(&self.state).medium.truncate();
    }

    /// Waits for those who look at every loop device for an instant, as safety checks do. Without
    /// its mount, a file that is still attached may be any file: then other tests' drives are
    /// refused.
    fn await_detached(&self) {
        let name = self.device.file_name().unwrap_or_default();
        let attached = Path::new("/sys/block").join(name).join("loop/backing_file");
        let patience = Instant::now() + Duration::from_secs(5);
        while attached.exists() && Instant::now() < patience {
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for FaultyDevice {
    fn drop(&mut self) {
        let in_time = {
            let mut state = lock(&self.state);
            state.heal();
            !state.gave_up
        };
        self.set_merging(true);
        // A device that somebody still has open is detached when he closes it.
        run("losetup", &["--detach", &self.name()]);
        self.await_detached();
        let mount_point = self.folder.path().to_string_lossy().into_owned();
        run("umount", &["--lazy", &mount_point]);
        drop(self.session.take());
        assert!(
            in_time || thread::panicking(),
            "the test took longer than {GUARD:?}"
        );
    }
}

fn lock(state: &Mutex<file::State>) -> MutexGuard<'_, file::State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A loop device over the file, without the page cache between them where that is possible.
fn attach(file: &Path) -> String {
    let file = file.to_string_lossy();
    let find = ["--find", "--show", "--direct-io=on", &*file];
    run("losetup", &find).expect("a loop device (root)")
}

/// Runs a command; the first line of its output.
fn run(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        eprintln!("{program} {arguments:?}: {}", said.trim());
        return None;
    }
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    Some(said.lines().next().unwrap_or("").into())
}
