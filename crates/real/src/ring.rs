//! Making a ring, and what its calls may say without being broken.

use io_uring::IoUring;
use std::io;
use std::thread;
use std::time::Duration;

/// The cheapest kind of ring that this kernel has: task work deferred to our own waiting
/// (Linux 6.1), at least without interrupts (5.19), or plain. `polled`: its drive
/// is asked, and does not interrupt.
pub fn ring(entries: u32, polled: bool) -> io::Result<IoUring> {
    let mut deferred = IoUring::builder();
    deferred.setup_single_issuer().setup_defer_taskrun();
    let mut cooperative = IoUring::builder();
    cooperative.setup_coop_taskrun();
    let mut plain = IoUring::builder();
    if polled {
        for builder in [&mut deferred, &mut cooperative, &mut plain] {
            builder.setup_iopoll();
        }
    }
    for builder in [&mut deferred, &mut cooperative] {
        builder.setup_taskrun_flag().setup_submit_all();
        if let Ok(ring) = patiently(|| builder.build(entries)) {
            return Ok(ring);
        }
    }
    plain.build(entries)
}

/// Rings closed a moment ago still count against the limit on locked memory.
fn patiently(mut build: impl FnMut() -> io::Result<IoUring>) -> io::Result<IoUring> {
    for _ in 0..10 {
        match build() {
            Err(error) if error.raw_os_error() == Some(libc::ENOMEM) => {
                thread::sleep(Duration::from_millis(10))
            }
            result => return result,
        }
    }
    build()
}

/// Time was up; a signal came; the kernel wants completions taken first: all go on.
pub fn survived(result: io::Result<usize>) -> io::Result<()> {
    match result {
        Ok(_) => Ok(()),
        Err(error) => match error.raw_os_error() {
            Some(libc::ETIME | libc::EINTR | libc::EBUSY | libc::EAGAIN) => Ok(()),
            _ => Err(error),
        },
    }
}
