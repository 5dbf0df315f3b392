//! ATA security erase by hdparm (ACS, SECURITY ERASE UNIT). The drive takes the command only with a
//! password set, so one is set, the drive erased, which removes it, and its removal checked.

use crate::tool::{Answer, Tools};
use fourcorners_real::Node;
use std::ffi::OsStr;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(30);
/// Drives that say how long they take are given twice that, and at least this long; the others can
/// say no more than "over 508 minutes".
const LEAST: Duration = Duration::from_secs(30 * 60);
const LONGEST: Duration = Duration::from_secs(24 * 3600);
/// Known to everybody: it is there only while the drive is erased.
const PASSWORD: &str = "fourcorners";

/// The security section of `hdparm -I`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Security {
    supported: bool,
    enabled: bool,
    locked: bool,
    frozen: bool,
    /// Minutes that an erase takes, as the drive says.
    minutes: Option<u64>,
}

/// Whether this disk can be erased so.
pub fn check(tools: &Tools, node: &Node) -> Result<Security, String> {
    if !node.name.starts_with("sd") {
        return Err("not a SATA drive; nvme-format is for NVMe drives, blkdiscard for all".into());
    }
    // Bridges lose the connection during the command, and leave the drive locked.
    if node
        .dir
        .components()
        .any(|part| part.as_os_str().to_string_lossy().starts_with("usb"))
    {
        return Err(
            "it is connected by USB, where an interrupted erase can lock a drive permanently; \
             connect it by SATA"
                .into(),
        );
    }
    let security = look(tools, node)?;
    let reason = if !security.supported {
        "the drive does not support ATA security; erase it with blkdiscard"
    } else if security.enabled || security.locked {
        "it already has a password; remove it (hdparm --user-master u --security-disable PASSWORD)"
    } else if security.frozen {
        "its security is frozen (most firmware does this at boot); suspend and resume the machine \
         (systemctl suspend), or disconnect and reconnect the drive's power while the machine \
         runs, then try again"
    } else {
        return Ok(security);
    };
    Err(reason.into())
}

/// Erases it.
pub fn erase(tools: &Tools, node: &Node) -> Result<(), String> {
    let device = node.device();
    let security = check(tools, node)?;
    let set = hdparm(
        tools,
        &[
            "--user-master",
            "u",
            "--security-set-pass",
            PASSWORD,
            &device,
        ],
        PATIENCE,
    )?;
    if !set.status.success() {
        return Err(format!(
            "cannot set its password ({}){}",
            set.said(),
            unlocked(tools, node)
        ));
    }
    let patience = security.minutes.map_or(LONGEST, |minutes| {
        Duration::from_secs(minutes * 2 * 60).clamp(LEAST, LONGEST)
    });
    let erased = hdparm(
        tools,
        &["--user-master", "u", "--security-erase", PASSWORD, &device],
        patience,
    );
    match erased {
        Ok(answer) if answer.status.success() => {}
        Ok(answer) => {
            return Err(format!(
                "the erase failed ({}){}",
                answer.said(),
                unlocked(tools, node)
            ));
        }
        Err(reason) => return Err(format!("{reason}; {}", by_hand(&device))),
    }
    match look(tools, node) {
        Ok(Security { enabled: false, .. }) => Ok(()),
        Ok(_) => Err(format!(
            "the drive reports that its password is still set{}",
            unlocked(tools, node)
        )),
        Err(reason) => Err(format!("{reason}; {}", by_hand(&device))),
    }
}

/// Takes the password away again after a failure; says how that went.
fn unlocked(tools: &Tools, node: &Node) -> String {
    let device = node.device();
    // Its answer matters less than what the drive says then.
    let _ = hdparm(
        tools,
        &[
            "--user-master",
            "u",
            "--security-disable",
            PASSWORD,
            &device,
        ],
        PATIENCE,
    );
    match look(tools, node) {
        Ok(Security { enabled: false, .. }) => {
            "; its password was then removed. Its data may be partly erased: erase it with \
             blkdiscard, or check the kernel log (dmesg)"
                .into()
        }
        _ => format!("; {}", by_hand(&device)),
    }
}

/// What to do with a drive that keeps the password.
fn by_hand(device: &str) -> String {
    format!(
        "the drive may be locked with the password '{PASSWORD}'. If the erase is still running, \
         wait; then repeat the erase (hdparm --user-master u --security-erase {PASSWORD} {device}) \
         or remove the password (hdparm --user-master u --security-disable {PASSWORD} {device})"
    )
}

fn look(tools: &Tools, node: &Node) -> Result<Security, String> {
    let answer = hdparm(tools, &["-I", &node.device()], PATIENCE)?;
    if !answer.status.success() {
        return Err(format!("hdparm -I failed ({}); run as root", answer.said()));
    }
    Ok(security(&answer.stdout))
}

fn hdparm(tools: &Tools, arguments: &[&str], patience: Duration) -> Result<Answer, String> {
    let words: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
    tools
        .run("hdparm", &words, patience)
        .map_err(|error| error.to_string())
}

/// Reads the section: a line a property, `not` before those that are not.
///
/// ```text
/// Security:
///         Master password revision code = 65534
///                 supported
///         not     enabled
///         not     locked
///         not     frozen
///         not     expired: security count
///                 supported: enhanced erase
///         2min for SECURITY ERASE UNIT. 8min for ENHANCED SECURITY ERASE UNIT.
/// ```
pub fn security(text: &str) -> Security {
    let mut read = Security::default();
    let section = text
        .lines()
        .skip_while(|line| !line.starts_with("Security:"))
        .skip(1);
    for line in section.take_while(|line| line.starts_with([' ', '\t'])) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["supported"] => read.supported = true,
            ["enabled"] => read.enabled = true,
            ["locked"] => read.locked = true,
            ["frozen"] => read.frozen = true,
            [time, "for", "SECURITY", "ERASE", ..] => {
                read.minutes = time.trim_end_matches("min").parse().ok();
            }
            _ => {}
        }
    }
    read
}
