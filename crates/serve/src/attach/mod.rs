//! A served drive as a block device of this kernel, by a client that others keep well. The kernel's
//! own NBD client is the shortest way; ublk needs a recent kernel; FUSE and a loop device work
//! where neither is there, and cost most.

mod device;
mod tool;
mod way;

use device::is_in_use;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;
pub use tool::ToolError;
use way::Attached;
pub use way::Way;

/// How often a device that is in use is looked at again.
const LOOKS: Duration = Duration::from_millis(200);

/// Why a drive is no block device.
#[derive(Debug, thiserror::Error)]
pub enum AttachError {
    /// Of each way, why it cannot be gone.
    #[error("this host offers no way to attach a drive")]
    NoWay(Vec<(Way, ToolError)>),
}

/// What becomes of an attachment.
#[derive(Debug)]
pub enum Event {
    Attached {
        device: PathBuf,
        way: Way,
    },
    Failed(AttachError),
    /// Its client has ended, as when the drive lost power: the device fails all I/Os, and the drive
    /// is attached anew.
    Lost(PathBuf),
    /// It cannot be detached yet: it is mounted, or a program has it open.
    InUse(PathBuf),
}

/// A drive that is attached, or is about to be, on a thread of its own: the kernel reads the drive
/// at once, and the server has to answer meanwhile.
pub struct Attachment {
    ends: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Attachment {
    /// Attaches what is served on a Unix socket, and tells what becomes of it. `cuts`: how often
    /// the drive has lost power.
    pub fn begin(
        socket: &Path,
        cuts: Arc<AtomicU64>,
        mut tell: impl FnMut(Event) + Send + 'static,
    ) -> Self {
        let ends = Arc::new(AtomicBool::new(false));
        let (socket, ends_of_thread) = (socket.to_path_buf(), ends.clone());
        let thread = std::thread::spawn(move || {
            loop {
                let cuts_before = cuts.load(Ordering::Relaxed);
                let is_cut = || cuts.load(Ordering::Relaxed) != cuts_before;
                let mut attached = match Attached::new(&socket) {
                    Ok(attached) => attached,
                    Err(error) => return tell(Event::Failed(error)),
                };
                tell(Event::Attached {
                    device: attached.device().into(),
                    way: attached.way(),
                });
                match wait(&ends_of_thread, &is_cut, &mut attached, &mut tell) {
                    Ended::AsAsked => return attached.detach(),
                    Ended::Lost => {
                        tell(Event::Lost(attached.device().into()));
                        attached.abandon();
                    }
                }
            }
        });
        Self { ends, thread }
    }

    /// Asks it to end. True: it has ended, or was never attached.
    pub fn end(&self) -> bool {
        self.ends.store(true, Ordering::Relaxed);
        self.thread.is_finished()
    }

    /// Whether it has ended by itself.
    pub fn has_ended(&self) -> bool {
        self.thread.is_finished()
    }
}

/// Why a device is not waited for any more.
enum Ended {
    AsAsked,
    Lost,
}

/// Until it is to end and its device is free, or until it is lost.
fn wait(
    ends: &AtomicBool,
    is_cut: &dyn Fn() -> bool,
    attached: &mut Attached,
    tell: &mut impl FnMut(Event),
) -> Ended {
    let mut is_told = false;
    loop {
        std::thread::sleep(LOOKS);
        // A client may notice only at its next I/O that it was disconnected.
        if is_cut() || attached.has_ended() {
            return Ended::Lost;
        }
        if !ends.load(Ordering::Relaxed) {
            continue;
        }
        if !is_in_use(attached.device()) {
            return Ended::AsAsked;
        }
        if !is_told {
            tell(Event::InUse(attached.device().into()));
            is_told = true;
        }
    }
}
