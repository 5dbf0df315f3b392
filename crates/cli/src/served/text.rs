//! Reports of a served drive as text.

use crate::output::{self, number};
use fourcorners_block::Bytes;
use fourcorners_serve::{FaultReport, PowerLoss, Report, Salvaged, SsdStat};
use std::path::PathBuf;

pub fn fault_text(report: &FaultReport) -> String {
    match report {
        FaultReport::PowerLoss(loss) => power_loss_text(loss),
        FaultReport::Wear {
            erases_per_superblock: [least, most],
        } => format!(
            "erases per superblock: {least} to {most}; those beyond their endurance become bad at \
             their next erase"
        ),
        FaultReport::Uncorrectable { bytes } => {
            format!("bytes of the drive that cannot be read now: {bytes}")
        }
    }
}

fn power_loss_text(loss: &PowerLoss) -> String {
    let units = loss.lost_units;
    let lost = match (units, Bytes(loss.unit_bytes)) {
        (0, _) => "no acknowledged write was lost".into(),
        (1, bytes) => format!("acknowledged writes were lost in 1 unit of {bytes}"),
        (_, bytes) => format!("acknowledged writes were lost in {units} units of {bytes}"),
    };
    format!(
        "power was cut at {} s of the drive's time\n{lost}\ncommands without a reply: {}\n\
         disconnected clients: {}",
        number(loss.drive_s),
        loss.dropped_commands,
        loss.disconnected_clients
    )
}

/// What a salvaged store has lost, and where the damaged files are.
pub fn salvaged_text(lost: &Salvaged) -> String {
    match lost {
        Salvaged::LogEnd { damage, kept } => {
            let known = match damage.requests {
                0 => String::new(),
                requests => format!(
                    ", at least {requests} requests that write {}",
                    damage.written
                ),
            };
            format!(
                "the state of the drive is that before byte {} of its log; later requests are \
                 lost{known}. Their data is kept. Damaged log: {}",
                damage.at,
                kept.display()
            )
        }
        Salvaged::Log => "the log is lost: the state of the drive is the one saved last. Data is \
                          kept."
            .into(),
        Salvaged::State { kept } => format!(
            "the state is lost: the drive is fresh. Data is kept. Damaged files: {}",
            paths_text(kept)
        ),
        Salvaged::Uncorrectable { kept } => format!(
            "the list of uncorrectable ranges is lost: all data can be read. Damaged file: {}",
            kept.display()
        ),
    }
}

fn paths_text(paths: &[PathBuf]) -> String {
    let paths = paths.iter().map(|path| path.display().to_string());
    paths.collect::<Vec<_>>().join(", ")
}

pub fn report_text(report: &Report) -> String {
    let stat = &report.stat;
    let mut rows = vec![
        ["time of the drive", &format!("{} s", number(stat.drive_s))].map(String::from),
        ["in flight".into(), stat.in_flight.to_string()],
        ["connections".into(), stat.connections.to_string()],
    ];
    rows.extend(stat.ssd.iter().flat_map(ssd_rows));
    if let Some(failure) = &stat.write_failure {
        rows.push(["writes fail".into(), failure.clone()]);
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
    let rows = report.lag.iter().flat_map(|at| {
        let replies = row(format!("replies, queue depth {}", at.queue_depth), &at.lag);
        [replies, row("wake-ups of this host".into(), &at.wake_ups)]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    if rows.is_empty() {
        return text;
    }
    let header = ["late by", "count", "p50 us", "p99 us", "max us"];
    text += "\n\n";
    text + &output::table(&header, rows)
}

fn ssd_rows(ssd: &SsdStat) -> Vec<[String; 2]> {
    let size = |bytes: u64| match bytes as f64 {
        bytes if bytes < 1e9 => format!("{} MB", number(bytes / 1e6)),
        bytes => format!("{} GB", number(bytes / 1e9)),
    };
    let mut rows = vec![
        ["written by the host".into(), size(ssd.host_bytes_written)],
        ["read by the host".into(), size(ssd.host_bytes_read)],
    ];
    if let Some(amplification) = ssd.write_amplification {
        rows.push(["write amplification".into(), number(amplification)]);
    }
    rows.extend([
        ["copied by GC".into(), size(ssd.gc_bytes_copied)],
        ["trimmed".into(), size(ssd.trimmed_bytes)],
        ["valid data".into(), size(ssd.valid_bytes)],
        ["free superblocks".into(), ssd.free_superblocks.to_string()],
        ["block erases".into(), ssd.erases.to_string()],
        [
            "write stalls".into(),
            format!("{} ({} s)", ssd.stalls, number(ssd.stall_s)),
        ],
    ]);
    let [least, most] = ssd.erases_per_superblock;
    if most > 0 {
        rows.push(["erases per superblock".into(), format!("{least} to {most}")]);
        rows.push(["bad superblocks".into(), ssd.bad_superblocks.to_string()]);
    }
    if let Some(celsius) = ssd.temperature_c {
        rows.push(["temperature".into(), format!("{} C", number(celsius))]);
    }
    rows
}
