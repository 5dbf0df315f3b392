use std::process::ExitCode;
use std::thread;

/// As much as the first thread of a program has.
const STACK_BYTES: usize = 8 << 20;
/// Exit code of a program that panicked.
const PANICKED: u8 = 101;

/// The kernel gives Ctrl-C to the first thread of a program. In a call that waits for a drive, that
/// thread would not see it before the call returns, so another one does the work.
fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    let run = || fourcorners_cli::run(&arguments);
    let code = thread::scope(|scope| {
        let work = thread::Builder::new().stack_size(STACK_BYTES);
        match work.spawn_scoped(scope, run) {
            Ok(work) => work.join().unwrap_or(PANICKED),
            Err(_) => run(),
        }
    });
    ExitCode::from(code)
}
