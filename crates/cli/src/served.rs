//! `stat` and `fault`: asking a served drive, and doing something to it.

use crate::end::End;
use crate::options::{Fault as Faults, ServedDrive};
use crate::output::{self, number};
use crate::refusal::Refusal;
use fourcorners_lab::Message;
use fourcorners_serve::{Answer, Fault, FaultReport, Order, PowerLoss, Report};
use std::path::{Path, PathBuf};

pub fn stat(drive: &ServedDrive, json: bool) -> Result<End, Refusal> {
    match ask(drive, Order::Stat)? {
        Answer::Stat(report) if json => output::print_json(&*report),
        Answer::Stat(report) => output::print(&report_text(&report)),
        Answer::Fault(_) | Answer::Refused(_) => Err("the server is of another version".into()),
    }
}

pub fn fault(fault: &Faults, json: bool) -> Result<End, Refusal> {
    let (drive, fault) = match fault {
        Faults::PowerLoss(drive) => (drive, Fault::PowerLoss),
        Faults::Wear { drive, cycles } => (drive, Fault::Wear { cycles: *cycles }),
        Faults::Uncorrectable {
            drive,
            offset,
            length,
        } => {
            let (offset, length) = (offset.0, length.0);
            (drive, Fault::Uncorrectable { offset, length })
        }
    };
    match ask(drive, Order::Fault(fault))? {
        Answer::Fault(report) if json => output::print_json(&report),
        Answer::Fault(report) => output::print(&fault_text(&report)),
        Answer::Refused(reason) => Err(reason.into()),
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
        let error = format!("{}: {error}", socket.display());
        let hint = "name the socket of a drive that `fourcorners serve` serves";
        Message::new(error).hint(hint).into()
    })
}

/// The control socket next to a socket.
pub fn control_of(socket: &Path) -> PathBuf {
    let mut name = socket.as_os_str().to_owned();
    name.push(".control");
    name.into()
}

fn fault_text(report: &FaultReport) -> String {
    match report {
        FaultReport::PowerLoss(loss) => power_loss_text(loss),
        FaultReport::Wear {
            erases_per_superblock: [least, most],
        } => format!("erases per superblock: {least} to {most}"),
        FaultReport::Uncorrectable { bytes } => {
            format!("{bytes} bytes cannot be read until they are written")
        }
    }
}

fn power_loss_text(loss: &PowerLoss) -> String {
    let lost = match (loss.unit_bytes, loss.lost_units) {
        (0, _) => "no write was lost: the drive has power-loss protection".into(),
        (_, 0) => "no write was lost".into(),
        (unit_bytes, units) => {
            let kib = unit_bytes / 1024;
            let writes = loss.lost_writes;
            format!("lost writes: {writes}, in {units} units of {kib} KiB")
        }
    };
    format!(
        "power was cut at {} s of the drive's time\n{lost}\ncommands without a reply: {}\n\
         disconnected clients: {}",
        number(loss.drive_s),
        loss.dropped_commands,
        loss.disconnected_clients
    )
}

pub fn report_text(report: &Report) -> String {
    let stat = &report.stat;
    let gb = |bytes: u64| format!("{} GB", number(bytes as f64 / 1e9));
    let [least, most] = stat.erases_per_superblock;
    let mut rows = vec![
        ["time of the drive", &format!("{} s", number(stat.drive_s))].map(String::from),
        ["in flight".into(), stat.in_flight.to_string()],
        ["connections".into(), stat.connections.to_string()],
        ["written by the host".into(), gb(stat.host_bytes_written)],
        ["read by the host".into(), gb(stat.host_bytes_read)],
        ["copied by GC".into(), gb(stat.gc_bytes_copied)],
        ["trimmed".into(), gb(stat.trimmed_bytes)],
        ["valid data".into(), gb(stat.valid_bytes)],
        ["free superblocks".into(), stat.free_superblocks.to_string()],
        ["block erases".into(), stat.erases.to_string()],
        [
            "write stalls".into(),
            format!("{} ({} s)", stat.stalls, number(stat.stall_s)),
        ],
    ];
    if let Some(amplification) = stat.write_amplification {
        rows.insert(5, ["write amplification".into(), number(amplification)]);
    }
    if most > 0 {
        rows.push(["erases per superblock".into(), format!("{least} to {most}")]);
        rows.push(["bad superblocks".into(), stat.bad_superblocks.to_string()]);
    }
    if let Some(celsius) = stat.temperature_c {
        rows.push(["temperature".into(), format!("{} C", number(celsius))]);
    }
    if stat.worn_out {
        rows.push(["worn out".into(), "writes fail".into()]);
    }
    if stat.uncorrectable_bytes > 0 {
        let bytes = format!("{} bytes", stat.uncorrectable_bytes);
        rows.push(["uncorrectable".into(), bytes]);
    }
    if report.dilation.get() > 1 {
        let slower = format!("{} times slower than the drive", report.dilation);
        rows.push(["dilation".into(), slower]);
    }
    let rows = rows.into_iter().map(Vec::from).collect();
    let mut text = output::table(&[&stat.drive, ""], rows);
    let row = |name: String, delays: &fourcorners_serve::DelaysUs| {
        let us = [delays.p50_us, delays.p99_us, delays.max_us].map(number);
        [vec![name, delays.count.to_string()], us.to_vec()].concat()
    };
    let depths = report.lag.iter();
    let mut rows: Vec<_> = depths
        .map(|at| row(format!("replies, queue depth {}", at.queue_depth), &at.lag))
        .collect();
    rows.push(row("wake-ups of this host".into(), &report.wake_ups));
    let header = ["late by", "count", "p50 us", "p99 us", "max us"];
    text += "\n\n";
    text + &output::table(&header, rows)
}
