//! `--live` on a terminal: a pseudo-terminal of which this test holds the other end.

use crate::program;

use program::{Desk, ended, program};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

const TAKEN: &str = "\x1b[?1049h";
const GIVEN_BACK: &str = "\x1b[?1049l";
const CURSOR: &str = "\x1b[?25h";

/// The program on a terminal of its own.
struct OnTerminal {
    /// Until its end.
    child: Option<Child>,
    keys: File,
    /// Kept open: what was written to the terminal can then still be read.
    terminal: File,
    modes_before: Termios,
    written: Receiver<Vec<u8>>,
    so_far: String,
}

impl OnTerminal {
    fn start(arguments: &[&str], (columns, rows): (u16, u16), term: &str) -> Self {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let ours = openpt(flags).expect("a pseudo-terminal");
        grantpt(&ours).expect("it is ours");
        unlockpt(&ours).expect("it can be opened");
        let name = ptsname(&ours, Vec::new()).expect("its name");
        let terminal = File::options()
            .read(true)
            .write(true)
            .open(name.to_str().expect("a path"))
            .expect("its other end");
        let size = Winsize {
            ws_row: rows,
            ws_col: columns,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&terminal, size).expect("its size");
        let modes_before = tcgetattr(&terminal).expect("its modes");
        let end = || Stdio::from(terminal.try_clone().expect("another handle"));
        let child = program(arguments)
            .env("TERM", term)
            .stdin(end())
            .stderr(end())
            .stdout(Stdio::piped())
            // Its Ctrl-Z is not ours.
            .process_group(0)
            .spawn()
            .expect("the program starts");
        let keys = File::from(ours);
        let mut read = keys.try_clone().expect("another handle");
        let (send, written) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 1 << 16];
            while let Ok(count @ 1..) = read.read(&mut bytes) {
                if send.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self {
            child: Some(child),
            keys,
            terminal,
            modes_before,
            written,
            so_far: String::new(),
        }
    }

    /// A run that goes on for ever.
    fn endless(desk: &Desk) -> Self {
        let (drive, out) = (desk.drive(), desk.text("runs"));
        let arguments = ["run", "consistency", &drive, "--out", &out, "--live"];
        let arguments = [&arguments[..], &["--duration", "2000h"]].concat();
        let mut running = Self::start(&arguments, (80, 24), "xterm-256color");
        running.wait_for("consistency");
        running
    }

    fn child(&self) -> &Child {
        self.child.as_ref().expect("it is there")
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("keys");
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(self.child()), signal).expect("it is there");
    }

    fn until(&mut self, what: &str, mut is_so: impl FnMut(&mut Self) -> bool) {
        let began = Instant::now();
        while !is_so(self) {
            assert!(
                began.elapsed() < Duration::from_secs(60),
                "{what:?} does not come; the last: {:?}",
                self.so_far.get(self.so_far.len().saturating_sub(500)..)
            );
            if let Ok(bytes) = self.written.recv_timeout(Duration::from_millis(20)) {
                self.so_far.push_str(&String::from_utf8_lossy(&bytes));
            }
        }
    }

    fn wait_for(&mut self, text: &str) {
        self.until(text, |running| running.so_far.contains(text));
    }

    /// Ended, with its terminal as it was: exit code, what was on the terminal after the screen,
    /// and stdout.
    fn end(mut self) -> (i32, String, String) {
        self.until("the end", |running| {
            let child = running.child.as_mut().expect("it is there");
            child.try_wait().expect("its state").is_some()
        });
        while let Ok(bytes) = self.written.recv_timeout(Duration::from_millis(200)) {
            self.so_far.push_str(&String::from_utf8_lossy(&bytes));
        }
        let modes = tcgetattr(&self.terminal).expect("its modes");
        let of = |modes: &Termios| {
            let Termios {
                input_modes,
                output_modes,
                control_modes,
                local_modes,
                ..
            } = modes.clone();
            (input_modes, output_modes, control_modes, local_modes)
        };
        assert_eq!(of(&modes), of(&self.modes_before), "echo, lines, signals");
        let after = match self.so_far.rsplit_once(GIVEN_BACK) {
            Some((before, after)) => {
                assert!(before.ends_with(CURSOR), "no cursor: {before:?}");
                assert!(!after.contains('\x1b'), "still drawn: {after:?}");
                after.to_string()
            }
            None => {
                assert!(!self.so_far.contains(TAKEN), "it was taken");
                self.so_far.clone()
            }
        };
        let child = self.child.take().expect("it is waited for once");
        let ended = ended(child.wait_with_output().expect("its end"));
        (ended.code, after, ended.stdout)
    }
}

/// Tests that failed left runs of 2000 hours behind, which took the cores from all others.
impl Drop for OnTerminal {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[test]
fn does_a_live_run_show_its_seconds_and_keep_them_when_it_is_stopped() {
    for key in ["q", "\x03"] {
        let desk = Desk::new();
        let mut running = OnTerminal::endless(&desk);
        // Blanks are not drawn where there were blanks.
        for shown in [TAKEN, "Four Corners", "progress", "IOPS", "second", "▸tiny"] {
            running.wait_for(shown);
        }
        running.press(key);
        let (code, _, stdout) = running.end();
        assert_eq!(code, 130, "as after Ctrl-C");
        let kept = fs::read_to_string(desk.runs()[0].join("results.jsonl")).expect("results");
        assert!(kept.contains("interrupted"), "{kept}");
        // Results are on stdout, where they always are, and nothing of the screen is.
        assert!(
            stdout.contains("run: ") && !stdout.contains('\x1b'),
            "{stdout}"
        );
    }
}

#[test]
fn is_the_terminal_given_back_at_the_end_and_by_a_signal() {
    let desk = Desk::new();
    let (drive, out) = (desk.drive(), desk.text("runs"));
    let another = program::small_drive_text().replace("name = \"tiny\"", "name = \"small\"");
    let another = desk.write("small.toml", &another);
    let arguments = ["review", &drive, &another, "--out", &out, "--live"];
    let arguments = [&arguments[..], &["--duration", "2s"]].concat();
    let (code, after, stdout) = OnTerminal::start(&arguments, (80, 24), "xterm").end();
    assert_eq!((code, after.as_str()), (0, ""), "{stdout}");
    assert!(stdout.contains("-review.html"), "{stdout}");

    for signal in [Signal::TERM, Signal::HUP] {
        let desk = Desk::new();
        let running = OnTerminal::endless(&desk);
        running.signal(signal);
        assert_eq!(running.end().0, 130);
    }
}

#[test]
fn is_the_terminal_lent_to_the_shell_meanwhile() {
    let desk = Desk::new();
    let mut running = OnTerminal::endless(&desk);
    running.press("\x1a");
    running.wait_for(GIVEN_BACK);
    let state = format!("/proc/{}/stat", running.child().id());
    running.until("standing still", |_| {
        let stat = fs::read_to_string(&state).expect("its state");
        stat.contains(") T ")
    });
    running.so_far.clear();
    running.signal(Signal::CONT);
    running.wait_for(TAKEN);
    // All of it, not only what has changed.
    running.wait_for("Four Corners");
    running.press("q");
    assert_eq!(running.end().0, 130);
}

#[test]
fn is_a_terminal_that_cannot_show_it_told_so() {
    let desk = Desk::new();
    let (drive, out) = (desk.drive(), desk.text("runs"));
    let arguments = ["run", "consistency", &drive, "--out", &out, "--live"];
    let arguments = [&arguments[..], &["--duration", "2s"]].concat();
    for (size, term, why) in [
        ((39, 24), "xterm", "this terminal has 39 and 24"),
        ((80, 24), "dumb", "TERM describes"),
    ] {
        let (code, said, _) = OnTerminal::start(&arguments, size, term).end();
        assert_eq!(code, 0, "{said}");
        assert!(said.contains(why), "{said:?}");
        assert!(
            said.contains("showing ordinary progress instead"),
            "{said:?}"
        );
    }
    let piped = program::fourcorners(&arguments);
    let said = &piped.done().stderr;
    assert!(
        said.contains("is not a terminal") && said.contains(": finished"),
        "{said}"
    );
}

#[test]
fn is_live_refused_where_nothing_is_to_be_shown() {
    let desk = Desk::new();
    let refused = program::fourcorners(&["run", "consistency", &desk.drive(), "--live", "-q"]);
    assert_ne!(refused.code, 0);
    assert!(refused.stderr.contains("--live"), "{}", refused.stderr);
}
