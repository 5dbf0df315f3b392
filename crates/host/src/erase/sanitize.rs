//! `nvme sanitize`: the drive erases all its user data, also what it has trimmed and what its
//! caches hold (NVMe base specification, Sanitize). It goes on by itself, even over a power cut,
//! and serves no I/O until it has ended; its log tells how far it is.

use super::nvme::{controller, identity, namespaces, run};
use crate::json::number;
use crate::nvme::told;
use crate::tool::Tools;
use fourcorners_real::{Host, Node};
use serde_json::Value;
use std::thread;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(10);
/// The command returns once the operation has begun.
const START: Duration = Duration::from_secs(120);
/// A drive that says how long it takes is given twice that, and at least this long.
const LEAST: Duration = Duration::from_secs(30 * 60);
const LONGEST: Duration = Duration::from_secs(24 * 3600);
/// Its log may not be readable for a moment.
const SILENCE: Duration = Duration::from_secs(60);
/// The log is read this soon after the start, and then ever less often.
const SOON: Duration = Duration::from_millis(100);
const SELDOM: Duration = Duration::from_secs(2);

/// Bit 3 of OACS: the controller manages namespaces, so that some may be attached to none.
const OACS_NAMESPACES: u64 = 1 << 3;
/// Bit 1 of CMIC: the drive may have other controllers.
const CMIC_CONTROLLERS: u64 = 1 << 1;
/// What the log says of a time that the drive does not know.
const NO_TIME: u64 = 0xffff_ffff;

/// An operation, as SANACT numbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    BlockErase = 2,
    CryptoErase = 4,
}

impl Action {
    fn number(self) -> u64 {
        self as u64
    }

    /// The log's estimate of how long it takes.
    fn time(self) -> &'static str {
        match self {
            Self::BlockErase => "time_block_erase",
            Self::CryptoErase => "time_crypto_erase",
        }
    }
}

/// How far the most recent sanitize is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Never,
    Done,
    /// Percent.
    Running(u64),
    Failed,
}

/// `nvme sanitize-log -o json`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Log {
    progress: Progress,
    /// Which operation it tells of; `None`: not reported.
    action: Option<u64>,
    /// How long the drive needs; `None`: it does not know.
    estimate: Option<Duration>,
}

/// Whether this disk can be sanitized, and no other with it.
pub fn check(host: &Host, tools: &Tools, node: &Node) -> Result<(), String> {
    plan(host, tools, node).map(drop)
}

/// Why the drive serves no I/O, if it is because a sanitize is in progress.
pub fn in_progress(tools: &Tools, node: &Node) -> Option<String> {
    controller(node)?;
    match look(tools, &node.device(), Action::BlockErase)
        .ok()?
        .progress
    {
        Progress::Running(percent) => Some(wait_for_it(&node.device(), percent)),
        _ => None,
    }
}

fn plan(host: &Host, tools: &Tools, node: &Node) -> Result<Action, String> {
    let Some(controller) = controller(node) else {
        return Err(
            "not an NVMe drive; ata-secure-erase is for SATA drives, blkdiscard for all".into(),
        );
    };
    let device = node.device();
    let identity = identity(tools, &device)?;
    let ways = number(&identity["sanicap"]).unwrap_or(0);
    let action = match (ways >> 1 & 1, ways & 1) {
        (1, _) => Action::BlockErase,
        (_, 1) => Action::CryptoErase,
        _ => {
            return Err(
                "the drive supports neither block erase nor crypto erase by Sanitize; erase it \
                 with nvme-format or blkdiscard"
                    .into(),
            );
        }
    };
    let others = namespaces(host, controller)
        .into_iter()
        .filter(|name| *name != node.name)
        .collect::<Vec<_>>();
    if !others.is_empty() {
        return Err(format!(
            "a sanitize erases all namespaces of the drive, so {} would be erased too; erase it \
             with nvme-format or blkdiscard",
            others.join(", ")
        ));
    }
    alone(tools, &device, &identity)?;
    match look(tools, &device, action)?.progress {
        Progress::Running(percent) => Err(wait_for_it(&device, percent)),
        // After a failure, another sanitize is all that the drive accepts.
        Progress::Never | Progress::Done | Progress::Failed => Ok(action),
    }
}

/// Refuses a drive with namespaces that this host does not show: attached to another controller,
/// or to none.
fn alone(tools: &Tools, device: &str, identity: &Value) -> Result<(), String> {
    if number(&identity["nn"]) == Some(1) {
        return Ok(());
    }
    let Some(abilities) = number(&identity["oacs"]) else {
        return Err(
            "a sanitize erases all namespaces of the drive, and it does not say whether it \
             manages them (oacs); erase it with nvme-format or blkdiscard"
                .into(),
        );
    };
    let manages = abilities & OACS_NAMESPACES != 0;
    // A namespace of another controller shows only in the list of all.
    let several = number(&identity["cmic"]).is_none_or(|cmic| cmic & CMIC_CONTROLLERS != 0);
    if !manages && several {
        return Err(
            "a sanitize erases all namespaces of the drive, and those of its other controllers \
             cannot be listed; erase it with nvme-format or blkdiscard"
                .into(),
        );
    }
    let mut arguments = vec!["list-ns", device, "-o", "json"];
    if manages {
        arguments.push("--all");
    }
    let answer = run(tools, &arguments, PATIENCE).map_err(|error| told(&error))?;
    let list: Option<Value> = serde_json::from_str(&answer.stdout).ok();
    let list = list.as_ref().and_then(|list| list["nsid_list"].as_array());
    match list.map(Vec::len) {
        Some(1) => Ok(()),
        Some(all) => Err(format!(
            "a sanitize erases all namespaces of the drive, and it has {all}, not all visible from \
             here; erase it with nvme-format or blkdiscard"
        )),
        None => Err(format!(
            "a sanitize erases all namespaces of the drive, and nvme list-ns does not say how many \
             there are ({})",
            answer.said()
        )),
    }
}

/// Erases it, and waits until that has ended.
pub fn erase(host: &Host, tools: &Tools, node: &Node) -> Result<(), String> {
    erase_begun_within(START, host, tools, node)
}

fn erase_begun_within(
    start: Duration,
    host: &Host,
    tools: &Tools,
    node: &Node,
) -> Result<(), String> {
    let action = plan(host, tools, node)?;
    let device = node.device();
    let sanact = format!("--sanact={}", action.number());
    // The disk, not /dev/nvme0: with multipath, the number in its name is the subsystem's, and the
    // controller of that number may be another drive's. Unrestricted: a drive that fails can be
    // brought back to use without success.
    let failure = match run(tools, &["sanitize", &device, &sanact, "--ause"], start) {
        Ok(answer) if answer.status.success() => None,
        Ok(answer) => Some(format!("nvme sanitize failed ({})", answer.said())),
        Err(error) => Some(told(&error)),
    };
    if let Some(failure) = failure {
        // A command that was abandoned may have begun all the same.
        let now = look(tools, &device, action);
        if !matches!(&now, Ok(log) if matches!(log.progress, Progress::Running(_))) {
            let state = now.map_or_else(|reason| reason, |log| state(log.progress).into());
            return Err(format!(
                "{failure}; {state}. Check the drive (nvme sanitize-log {device}), then erase it \
                 again, or with nvme-format or blkdiscard"
            ));
        }
    }
    let log = wait(tools, &device, action)?;
    match log.progress {
        Progress::Done if log.action.is_none_or(|of| of == action.number()) => Ok(()),
        Progress::Done | Progress::Never => Err(format!(
            "nvme sanitize succeeded, but the drive reports no such operation (nvme sanitize-log \
             {device}); erase it with nvme-format or blkdiscard"
        )),
        Progress::Failed | Progress::Running(_) => Err(format!(
            "the drive reports that the sanitize failed. It serves no I/O until it is sanitized \
             again (nvme sanitize {device} {sanact}) or the failure is dismissed (nvme sanitize \
             {device} --sanact=1). Its data may be partly erased"
        )),
    }
}

/// The log once the operation has ended.
fn wait(tools: &Tools, device: &str, action: Action) -> Result<Log, String> {
    let begin = Instant::now();
    let (mut heard, mut pause) = (begin, SOON);
    let mut patience = LEAST;
    let mut percent = 0;
    loop {
        thread::sleep(pause);
        pause = (pause * 2).min(SELDOM);
        match look(tools, device, action) {
            Ok(log) => {
                heard = Instant::now();
                patience = log.estimate.map_or(patience, |time| {
                    time.saturating_mul(2).clamp(LEAST, LONGEST)
                });
                match log.progress {
                    Progress::Running(now) => percent = now,
                    _ => return Ok(log),
                }
            }
            Err(reason) if heard.elapsed() > SILENCE => {
                return Err(format!("{reason}; {}", wait_for_it(device, percent)));
            }
            Err(_) => {}
        }
        if begin.elapsed() > patience {
            return Err(format!(
                "it did not end within {} min; {}",
                patience.as_secs() / 60,
                wait_for_it(device, percent)
            ));
        }
    }
}

/// What the log says of the most recent sanitize.
fn state(progress: Progress) -> &'static str {
    match progress {
        Progress::Never => "the drive reports that it was never sanitized",
        Progress::Done => "the drive reports that a sanitize succeeded, perhaps an earlier one",
        Progress::Failed => "the drive reports that a sanitize failed; it serves no I/O",
        Progress::Running(_) => "the drive reports that a sanitize is in progress",
    }
}

fn wait_for_it(device: &str, percent: u64) -> String {
    format!(
        "a sanitize is in progress ({percent} % done), and the drive serves no I/O meanwhile; wait \
         until nvme sanitize-log {device} says that it has ended, then start again"
    )
}

fn look(tools: &Tools, device: &str, action: Action) -> Result<Log, String> {
    let arguments = ["sanitize-log", device, "-o", "json"];
    let answer = run(tools, &arguments, PATIENCE).map_err(|error| told(&error))?;
    if !answer.status.success() {
        return Err(format!("nvme sanitize-log failed ({})", answer.said()));
    }
    let all: Option<Value> = serde_json::from_str(&answer.stdout).ok();
    let log = all.as_ref().and_then(|all| read(all, action));
    log.ok_or_else(|| "nvme sanitize-log did not print how far the drive is".into())
}

/// The log stands under the name of the device.
fn read(all: &Value, action: Action) -> Option<Log> {
    let log = all
        .as_object()?
        .values()
        .find(|log| log["sstat"] != Value::Null)?;
    let progress = match status(&log["sstat"])? {
        0 => Progress::Never,
        1 | 4 => Progress::Done,
        // In 65536ths.
        2 => Progress::Running(number(&log["sprog"]).unwrap_or(0).min(0xffff) * 100 / 0x1_0000),
        3 => Progress::Failed,
        _ => return None,
    };
    let seconds = number(&log[action.time()]).filter(|seconds| *seconds < NO_TIME);
    Some(Log {
        progress,
        action: number(&log["cdw10_info"]).map(|word| word & 0b111),
        estimate: seconds.map(Duration::from_secs),
    })
}

/// Bits 0 to 2 of SSTAT, which nvme-cli prints before the words: `(2) Sanitize in Progress.`
fn status(sstat: &Value) -> Option<u64> {
    let Some(text) = sstat["status"].as_str() else {
        return number(sstat).map(|bits| bits & 0b111);
    };
    let (digits, _) = text.trim().strip_prefix('(')?.split_once(')')?;
    digits.parse().ok()
}

#[cfg(test)]
#[path = "sanitize_tests.rs"]
mod tests;
