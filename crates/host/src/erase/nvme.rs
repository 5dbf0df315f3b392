//! `nvme format --ses=1`: the drive erases all user data of a namespace (NVMe base specification,
//! Format NVM). nvme-cli keeps the block format in use where none is named.

use crate::json::number;
use crate::nvme::{self, NoIdentity};
use crate::tool::{Answer, ToolError, Tools};
use fourcorners_real::{Host, Node};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(10);
/// Formatting may take long on a large drive: so long nvme-cli and the kernel wait for it.
const FORMAT_TIMEOUT: Duration = Duration::from_secs(2 * 3600);

/// Bit 1 of OACS: the controller knows Format NVM.
const OACS_FORMAT: u64 = 1 << 1;
/// Bits 0 and 1 of FNA: a format, or a secure erase, concerns all namespaces.
const FNA_ALL_NAMESPACES: u64 = 0b11;

/// Whether this disk can be formatted, and no other with it.
pub fn check(host: &Host, tools: &Tools, node: &Node) -> Result<(), String> {
    let Some(controller) = controller(node) else {
        return Err(
            "not an NVMe drive; ata-secure-erase is for SATA drives, blkdiscard for all".into(),
        );
    };
    let identity = identity(tools, &node.device())?;
    let bits = |name: &str| {
        number(&identity[name]).ok_or_else(|| format!("nvme id-ctrl does not report {name}"))
    };
    if bits("oacs")? & OACS_FORMAT == 0 {
        return Err(
            "the drive does not support the Format NVM command; erase it with blkdiscard".into(),
        );
    }
    let others = namespaces(host, controller)
        .into_iter()
        .filter(|name| *name != node.name)
        .collect::<Vec<_>>();
    if bits("fna")? & FNA_ALL_NAMESPACES != 0 && !others.is_empty() {
        return Err(format!(
            "the drive erases all its namespaces at once, so {} would be erased too; erase it with \
             blkdiscard",
            others.join(", ")
        ));
    }
    // Some may be hidden: not attached to this controller, or under another's name.
    if bits("fna")? & FNA_ALL_NAMESPACES != 0 && bits("nn")? > 1 {
        return Err(format!(
            "the drive erases all its namespaces at once, and may have up to {}, not all visible \
             from here; erase it with blkdiscard",
            bits("nn")?
        ));
    }
    Ok(())
}

/// Erases it.
pub fn erase(tools: &Tools, node: &Node) -> Result<(), String> {
    let device = node.device();
    let timeout = format!("--timeout={}", FORMAT_TIMEOUT.as_millis());
    let arguments = ["format", &device, "--ses=1", "--force", &timeout];
    let answer = run(tools, &arguments, FORMAT_TIMEOUT + PATIENCE);
    let answer = answer.map_err(|error| nvme::told(&error))?;
    if answer.status.success() {
        return Ok(());
    }
    Err(format!(
        "nvme format failed ({}). Its data may be partly erased; check the kernel log (dmesg), and \
         repeat it by hand (nvme format {device} --ses=1) or erase the drive with blkdiscard",
        answer.said()
    ))
}

/// What the controller says of itself.
pub(super) fn identity(tools: &Tools, device: &str) -> Result<Value, String> {
    nvme::identity(tools, device).map_err(|error| match error {
        NoIdentity::Refused(_) => format!("{error}; run as root"),
        NoIdentity::Tool(_) | NoIdentity::NoJson => error.to_string(),
    })
}

pub(super) fn run(
    tools: &Tools,
    arguments: &[&str],
    patience: Duration,
) -> Result<Answer, ToolError> {
    let words: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
    tools.run("nvme", &words, patience)
}

/// `nvme0` of `nvme0n1`.
pub(super) fn controller(node: &Node) -> Option<&str> {
    let number = node.name.strip_prefix("nvme")?;
    let (number, namespace) = number.split_once('n')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (digits(number) && digits(namespace)).then(|| &node.name[..4 + number.len()])
}

/// Names of the block devices of the controller's namespaces.
pub(super) fn namespaces(host: &Host, controller: &str) -> Vec<String> {
    let entries = fs::read_dir(host.sys.join("block"))
        .into_iter()
        .flatten()
        .flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| {
            let rest = name.strip_prefix(controller);
            rest.is_some_and(|rest| rest.starts_with('n'))
        })
        .collect();
    names.sort();
    names
}
