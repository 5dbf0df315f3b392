//! The drive's own account of health and wear, by the host's tools: `smartctl`, and `nvme` for NVMe
//! drives. Both are optional; none is run on what keeps no account (files, loop devices, zram).

mod attributes;
mod nvme;
mod smartctl;

use crate::json::number;
use crate::nvme::{Printed, id_ctrl};
use crate::tool::{Answer, ToolError, Tools};
use fourcorners_block::{Nvme, Smart};
use fourcorners_real::{Host, Node};
use fourcorners_real::{Pinned, node_of};
use serde_json::{Map, Value, json};
use std::ffi::OsStr;
use std::path::Path;
use std::time::Duration;

/// A tool that takes longer is given up.
const PATIENCE: Duration = Duration::from_secs(10);

/// What was learnt of a drive.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkup {
    /// Whether this kind of drive keeps any.
    pub keeps_smart: bool,
    /// What the tools printed, whole, by the command that printed it. Empty if none was run.
    pub whole: Map<String, Value>,
    /// What was understood of it; `None` where nothing was.
    pub smart: Option<Smart>,
    /// What an NVMe drive says of its controller and namespace; `None`: nothing, or no NVMe drive.
    pub nvme: Option<Nvme>,
    /// What the user should know, as sentences.
    pub notes: Vec<String>,
    /// Bytes that this host has written to the disk since it was found, by the kernel's count.
    pub host_written_bytes: Option<u64>,
}

/// What can be asked of a disk.
#[derive(Clone, Copy, PartialEq)]
enum Bus {
    Nvme,
    /// SATA, SAS, USB.
    Scsi,
}

fn bus(disk: &Node) -> Option<Bus> {
    if disk.name.starts_with("nvme") {
        Some(Bus::Nvme)
    } else if disk.name.starts_with("sd") {
        Some(Bus::Scsi)
    } else {
        None
    }
}

/// Whether a disk is behind NVMe.
pub fn is_nvme(disk: &Node) -> bool {
    bus(disk) == Some(Bus::Nvme)
}

/// Asks the drive. Never fails: what could not be learnt is a note.
pub fn checkup(host: &Host, tools: &Tools, path: &Path) -> Checkup {
    let nothing = |note: String| Checkup {
        keeps_smart: false,
        whole: Map::new(),
        smart: None,
        nvme: None,
        notes: vec![note],
        host_written_bytes: None,
    };
    let disk = match Pinned::at(path).map(|pinned| pinned.device()) {
        Ok(Some(number)) => node_of(host, path, number),
        Ok(None) => return nothing("a file has no SMART data".into()),
        Err(error) => return nothing(format!("SMART data was not read: {error}")),
    };
    match disk.map(|node| node.disk()) {
        Ok(disk) => of_disk(tools, &disk),
        Err(error) => nothing(format!("SMART data was not read: {error}")),
    }
}

fn of_disk(tools: &Tools, disk: &Node) -> Checkup {
    let mut checkup = Checkup {
        keeps_smart: bus(disk).is_some(),
        whole: Map::new(),
        smart: None,
        nvme: None,
        notes: Vec::new(),
        host_written_bytes: written_bytes(disk),
    };
    let Some(bus) = bus(disk) else {
        checkup
            .notes
            .push(format!("{} has no SMART data", disk.name));
        return checkup;
    };
    let device = disk.device();
    let mut smart = Smart::default();
    let json_of = |tool, arguments: &[&str], checkup: &mut Checkup| {
        let words: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
        let answered = tools.run(tool, &words, PATIENCE);
        let name = [&[tool], &arguments[..arguments.len() - 1]]
            .concat()
            .join(" ");
        keep(checkup, &name, answered)
    };
    if let Some(answer) = json_of("smartctl", &["--json", "-a", &device], &mut checkup) {
        checkup.notes.extend(smartctl::complaints(&answer));
        smartctl::read(&answer, &mut smart);
    }
    // What nvme-cli says goes before what smartctl says of the same: it knows more of the log.
    if bus == Bus::Nvme {
        if let Some(answer) = json_of("nvme", &["smart-log", "-o", "json", &device], &mut checkup) {
            nvme::read_log(&answer, &mut smart);
        }
        let answered = id_ctrl(tools, &device);
        let identity = keep(&mut checkup, "nvme id-ctrl -o json", answered);
        let lists_logs = identity.as_ref().is_some_and(lists_logs);
        if let Some(answer) = identity {
            nvme::read_identity(&answer, &mut smart);
            let printed = Printed::complete(answer, tools, &device);
            let rest = [
                ("nvme id-ns -o json", printed.namespace.clone()),
                (
                    "nvme get-feature -f 0x0c -H",
                    printed.apst.clone().map(Value::String),
                ),
                (
                    "nvme get-feature -f 0x0d -H",
                    printed.host_buffer.clone().map(Value::String),
                ),
            ];
            for (name, said) in rest {
                checkup.whole.extend(said.map(|said| (name.into(), said)));
            }
            checkup.nvme = Some(printed.read());
        }
        if let Some(answer) = ocp_log(tools, &device, lists_logs) {
            nvme::read_ocp_log(&answer, &mut smart);
            checkup.whole.insert(OCP_LOG.into(), answer);
        }
    }
    checkup.notes.dedup();
    checkup.smart = (smart != Smart::default()).then_some(smart);
    checkup
}

/// Bit 5 of LPA: the controller has a list of its log pages (NVMe 2.0 and later).
fn lists_logs(identity: &Value) -> bool {
    number(&identity["lpa"]).is_some_and(|bits| bits >> 5 & 1 == 1)
}

/// As it stands beside what the other tools printed.
const OCP_LOG: &str = "nvme ocp smart-add-log -o json";

/// The log that drives for data centers keep. That others do not is nothing to note, and one that
/// lists its logs is not asked for what it does not have.
fn ocp_log(tools: &Tools, device: &str, lists_logs: bool) -> Option<Value> {
    let json = |arguments: &[&str]| {
        let words: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
        let answer = tools.run("nvme", &words, PATIENCE).ok()?;
        let value = serde_json::from_str::<Value>(&answer.stdout).ok()?;
        (answer.status.success() && value.is_object()).then_some(value)
    };
    let list = ["supported-log-pages", "-o", "json", device];
    let list = lists_logs.then(|| json(&list)).flatten();
    if list.is_some_and(|list| nvme::lacks_ocp_log(&list)) {
        return None;
    }
    json(&["ocp", "smart-add-log", "-o", "json", device])
}

/// Keeps what a tool printed; returns it if it is JSON.
fn keep(checkup: &mut Checkup, name: &str, answered: Result<Answer, ToolError>) -> Option<Value> {
    let answer = match answered {
        Ok(answer) => answer,
        Err(ToolError::NotInstalled(tool)) => {
            let package = match tool {
                "nvme" => "nvme-cli",
                _ => "smartmontools",
            };
            checkup.notes.push(format!(
                "{tool} is not installed; install it (package {package}) to record wear and \
                 temperature before and after the run"
            ));
            return None;
        }
        Err(error) => {
            checkup.notes.push(error.to_string());
            checkup
                .whole
                .insert(name.into(), json!({ "problem": error.to_string() }));
            return None;
        }
    };
    match serde_json::from_str::<Value>(&answer.stdout) {
        Ok(value) if value.is_object() => {
            checkup.whole.insert(name.into(), value.clone());
            Some(value)
        }
        _ => {
            let said = format!("{name} did not print JSON ({})", answer.said());
            checkup.notes.push(said.clone());
            checkup.whole.insert(
                name.into(),
                json!({ "problem": said, "printed": answer.stdout, "said": answer.stderr }),
            );
            None
        }
    }
}

/// The kernel's count (Documentation/block/stat.rst: the seventh number, in 512 bytes).
fn written_bytes(disk: &Node) -> Option<u64> {
    let counts = disk.attribute("stat")?;
    let sectors: u64 = counts.split_ascii_whitespace().nth(6)?.parse().ok()?;
    sectors.checked_mul(512)
}

#[cfg(test)]
mod tests;
