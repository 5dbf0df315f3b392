//! A served drive as a block device of this kernel, by a client that others keep well. The kernel's
//! own NBD client is the shortest way; ublk needs a recent kernel; FUSE and a loop device work
//! where neither is there, and cost most.

mod device;
mod tool;
mod way;

use device::is_in_use;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
    /// Attaches what is served on a Unix socket, and tells what becomes of it.
    pub fn begin(socket: &Path, mut tell: impl FnMut(Event) + Send + 'static) -> Self {
        let ends = Arc::new(AtomicBool::new(false));
        let (socket, ends_of_thread) = (socket.to_path_buf(), ends.clone());
        let thread = std::thread::spawn(move || match Attached::new(&socket) {
            Ok(attached) => {
                tell(Event::Attached {
                    device: attached.device().into(),
                    way: attached.way(),
                });
                wait(&ends_of_thread, &attached, &mut tell);
                attached.detach();
            }
            Err(error) => tell(Event::Failed(error)),
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

/// Until it is to end and its device is free.
fn wait(ends: &AtomicBool, attached: &Attached, tell: &mut impl FnMut(Event)) {
    let mut is_told = false;
    loop {
        std::thread::sleep(LOOKS);
        if !ends.load(Ordering::Relaxed) {
            continue;
        }
        if !is_in_use(attached.device()) {
            return;
        }
        if !is_told {
            tell(Event::InUse(attached.device().into()));
            is_told = true;
        }
    }
}
