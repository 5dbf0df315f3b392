//! `stat` and `fault`: the control socket of a served drive.

mod text;

use crate::end::End;
use crate::options::{FaultKind, ServedDrive};
use crate::output;
use crate::refusal::Refusal;
use fourcorners_lab::Message;
use fourcorners_serve::{Answer, Fault, Order};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use text::fault_text;
pub use text::{report_text, salvaged_text};

pub fn stat(drive: &ServedDrive, json: bool) -> Result<End, Refusal> {
    match ask(drive, Order::Stat)? {
        Answer::Stat(report) if json => output::print_json(&*report),
        Answer::Stat(report) => output::print(&report_text(&report)),
        Answer::Fault(_) | Answer::Refused(_) => Err("the server is of another version".into()),
    }
}

pub fn fault(fault: &FaultKind, json: bool) -> Result<End, Refusal> {
    let (drive, fault) = match fault {
        FaultKind::PowerLoss(drive) => (drive, Fault::PowerLoss),
        FaultKind::Wear { drive, cycles } => (drive, Fault::Wear { cycles: *cycles }),
        FaultKind::Uncorrectable {
            drive,
            offset,
            length,
        } => {
            let (offset, length) = (offset.0, length.0);
            if length == 0 {
                return Err("LENGTH is 0: nothing would become unreadable".into());
            }
            (drive, Fault::Uncorrectable { offset, length })
        }
    };
    match ask(drive, Order::Fault(fault))? {
        Answer::Fault(report) if json => output::print_json(&report),
        Answer::Fault(report) => output::print(&fault_text(&report)),
        Answer::Refused(reason) => Err(match fault {
            Fault::Wear { .. } => {
                let hint = "an SSD wears out if it is served with --set wear.dynamic_leveling=true";
                Message::new(reason).hint(hint).into()
            }
            _ => reason.into(),
        }),
        Answer::Stat(_) => Err("the server is of another version".into()),
    }
}

fn ask(drive: &ServedDrive, order: Order) -> Result<Answer, Refusal> {
    let socket = &drive.socket;
    let is_control = socket.extension().is_some_and(|last| last == "control");
    let control = match is_control {
        true => socket.clone(),
        false => control_of(socket),
    };
    fourcorners_serve::order(&control, order).map_err(|error| {
        let is_unanswered = matches!(
            error.kind(),
            ErrorKind::UnexpectedEof | ErrorKind::WouldBlock | ErrorKind::TimedOut
        );
        let hint = match error.kind() {
            // It may still be in a queue.
            _ if is_unanswered && order != Order::Stat => {
                "the server is busy, or has ended; the fault may have happened, or may still \
                 happen: look with `fourcorners stat`"
            }
            _ if is_unanswered => "the server is busy, or has ended: try again",
            ErrorKind::ConnectionRefused => "its server has ended: serve the drive again",
            _ => "name the socket that `fourcorners serve` printed; on TCP, its control socket",
        };
        let error = match error.kind() {
            ErrorKind::NotFound => format!("{}: no drive is served there", socket.display()),
            _ => format!("{}: {error}", control.display()),
        };
        Message::new(error).hint(hint).into()
    })
}

/// The control socket next to a socket.
pub fn control_of(socket: &Path) -> PathBuf {
    let mut name = socket.as_os_str().to_owned();
    name.push(".control");
    name.into()
}
