//! A running virtual machine.

use super::tool::about;
use super::{Accelerator, Drive, Failure, Image, Kernel, Qmp, Reports};
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

const QEMU: &str = "qemu-system-x86_64";

/// From the start on. A case needs a tenth of it on a calm machine.
const LIMIT: Duration = Duration::from_secs(300);

/// Boots fast: self-tests, mitigations and security modules are dear in emulation.
const KERNEL_COMMAND_LINE: &str = "console=ttyS0 quiet panic=-1 nokaslr mitigations=off lsm= \
    cryptomgr.notests random.trust_cpu=on tsc=reliable no_timer_check nvme.poll_queues=1";

/// A machine with 1 GiB of memory and two processors. Dropping it cuts its power.
pub struct Guest {
    qemu: Qemu,
    qmp: Qmp,
    lines: Receiver<String>,
    /// What its script reads.
    said: UnixStream,
    reports: Reports,
    deadline: Instant,
    /// Its sockets and its initramfs.
    _folder: tempfile::TempDir,
}

impl Guest {
    /// Boots a guest with these drives that runs `script` (busybox's shell, with the functions of
    /// `guest.sh`). Its kernel's log, output and reports are appended to the file `console`.
    ///
    /// # Errors
    /// QEMU is missing, or refuses a drive.
    pub fn boot(
        image: &Image,
        kernel: Kernel,
        script: &str,
        drives: &[Drive],
        console: &Path,
    ) -> Result<Self, Failure> {
        Self::boot_with(image.accelerator(), image, kernel, script, drives, console)
    }

    pub(super) fn boot_with(
        accelerator: Accelerator,
        image: &Image,
        kernel: Kernel,
        script: &str,
        drives: &[Drive],
        console: &Path,
    ) -> Result<Self, Failure> {
        let folder = tempfile::tempdir().map_err(|error| format!("a folder in /tmp: {error}"))?;
        let initramfs = folder.path().join("initramfs");
        let booted = image.kernel(kernel)?;
        image.write_initramfs(&booted, &format!(". /lib/guest.sh\n{script}"), &initramfs)?;
        let log = OpenOptions::new().create(true).append(true).open(console);
        let log = log.map_err(about(console))?;
        let listen = |name| Socket::listen(&folder.path().join(name));
        let (printed, reported, control) = (listen("console")?, listen("reports")?, listen("qmp")?);
        let mut command = Command::new(QEMU);
        command
            .args(["-nodefaults", "-no-user-config", "-no-reboot"])
            .args(["-display", "none", "-m", "1024", "-smp", "2"])
            .args(accelerator.arguments())
            .args(["-append", KERNEL_COMMAND_LINE, "-kernel"])
            .arg(&booted.image)
            .arg("-initrd")
            .arg(&initramfs)
            .args(["-chardev", &printed.chardev("console")])
            .args(["-chardev", &reported.chardev("reports")])
            .args(["-chardev", &control.chardev("control")])
            .args(["-serial", "chardev:console", "-serial", "chardev:reports"])
            .args(["-mon", "chardev=control,mode=control"])
            .args(drives.iter().flat_map(Drive::arguments))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(copy_of(&log)?);
        let mut qemu = Qemu(command.spawn().map_err(|error| missing(&error))?);
        let console_socket = printed.accept(&mut qemu)?;
        forward(console_socket, copy_of(&log)?, |_| ());
        let (sender, lines) = mpsc::channel();
        let reports = reported.accept(&mut qemu)?;
        let said = reports.try_clone();
        let said = said.map_err(|error| format!("the guest's second port: {error}"))?;
        forward(reports, log, move |line| {
            let _ = sender.send(line);
        });
        let qmp = Qmp::new(control.accept(&mut qemu)?)?;
        Ok(Self {
            qemu,
            qmp,
            lines,
            said,
            reports: Reports::default(),
            deadline: Instant::now() + LIMIT,
            _folder: folder,
        })
    }

    /// The same, but it has only so long from now on.
    pub fn within(mut self, limit: Duration) -> Self {
        self.deadline = Instant::now() + limit;
        self
    }

    /// Waits until the script reports `key`; its value.
    ///
    /// # Errors
    /// The guest ends before, or time is up.
    pub fn wait_for(&mut self, key: &str) -> Result<String, Failure> {
        loop {
            if let Ok(value) = self.reports.get(key) {
                return Ok(value.into());
            }
            if !self.read()? {
                return Err(format!("the guest ended before it reported {key}"));
            }
        }
    }

    /// Waits until the script has ended and the guest has switched itself off.
    ///
    /// # Errors
    /// It ended before its script did (the kernel panicked?), or time is up.
    pub fn finish(mut self) -> Result<Reports, Failure> {
        while self.read()? {}
        let reports = std::mem::take(&mut self.reports);
        let end = reports.get("end");
        end.map_err(|_| "the guest ended before its script did")?;
        if let Ok(device) = reports.get("missing") {
            return Err(format!("the guest has no {device}"));
        }
        Ok(reports)
    }

    /// Waits until the script pauses at `key`, and does something before the script goes on.
    ///
    /// # Errors
    /// As [`wait_for`](Self::wait_for), and those of what is done.
    pub fn during<T>(
        &mut self,
        key: &str,
        act: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.wait_for(key)?;
        let done = act(self)?;
        let said = self.said.write_all(b"go\n");
        said.map_err(|error| format!("the guest's second port: {error}"))?;
        Ok(done)
    }

    /// Ends QEMU at once: what the guest has not sent to its drives is lost, all that they have
    /// taken is kept. The reports until then.
    pub fn cut_power(mut self) -> Reports {
        self.qemu.kill();
        // What it had sent before.
        while self.read().is_ok_and(|more| more) {}
        std::mem::take(&mut self.reports)
    }

    /// Tells QEMU to do something.
    pub fn qmp(&mut self, command: &str, arguments: Value) -> Result<Value, Failure> {
        self.qmp.command(command, arguments)
    }

    /// Pulls the drive out, and waits until the guest has let go of it.
    pub fn unplug(&mut self, drive: &Drive) -> Result<(), Failure> {
        let id = drive.id();
        self.qmp("device_del", serde_json::json!({ "id": id }))?;
        self.qmp.wait_for_event("DEVICE_DELETED").map(drop)
    }

    /// Plugs a spare drive in. The guest may take a while to find it.
    pub fn plug(&mut self, drive: &Drive) -> Result<(), Failure> {
        self.qmp("device_add", drive.spare_device()).map(drop)
    }

    /// Takes the next report. False: there will be no more.
    fn read(&mut self) -> Result<bool, Failure> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(line) => {
                self.reports.add(&line);
                Ok(true)
            }
            Err(RecvTimeoutError::Disconnected) => Ok(false),
            Err(RecvTimeoutError::Timeout) => {
                Err("the guest is not done in the time that it has".into())
            }
        }
    }
}

/// QEMU, which ends with its guest.
struct Qemu(Child);

impl Qemu {
    fn kill(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Qemu {
    fn drop(&mut self) {
        self.kill();
    }
}

fn missing(error: &std::io::Error) -> Failure {
    format!("{QEMU}: {error}\nhint: install it (Debian: sudo apt-get install qemu-system-x86)")
}

/// A socket that QEMU connects to when it starts.
struct Socket {
    listener: UnixListener,
    path: PathBuf,
}

impl Socket {
    fn listen(path: &Path) -> Result<Self, Failure> {
        let listener = UnixListener::bind(path).map_err(about(path))?;
        listener.set_nonblocking(true).map_err(about(path))?;
        Ok(Self {
            listener,
            path: path.into(),
        })
    }

    fn chardev(&self, id: &str) -> String {
        format!("socket,id={id},path={},server=off", self.path.display())
    }

    /// An error if QEMU ends instead; it has said why on stderr, which is in the console's file.
    fn accept(&self, qemu: &mut Qemu) -> Result<UnixStream, Failure> {
        loop {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    stream.set_nonblocking(false).map_err(about(&self.path))?;
                    return Ok(stream);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Err(about(&self.path)(error)),
            }
            if let Ok(Some(status)) = qemu.0.try_wait() {
                return Err(format!("{QEMU} did not start the guest ({status})"));
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

fn copy_of(file: &File) -> Result<File, Failure> {
    file.try_clone()
        .map_err(|error| format!("console: {error}"))
}

/// Copies lines to the log, and shows each to `also`, until QEMU ends. Lines of several sockets
/// do not mix: each is one write to a file that is appended to.
fn forward(from: UnixStream, mut log: File, also: impl Fn(String) + Send + 'static) {
    thread::spawn(move || {
        let mut from = BufReader::new(from);
        let mut line = Vec::new();
        while from
            .read_until(b'\n', &mut line)
            .is_ok_and(|bytes| bytes > 0)
        {
            let text = String::from_utf8_lossy(&line).replace('\r', "");
            let _ = log.write_all(text.as_bytes());
            also(text);
            line.clear();
        }
    });
}
