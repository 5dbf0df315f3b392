//! What an NVMe drive says of itself, by nvme-cli: its controller, the formats of its namespace,
//! its power states, and what it does while idle.
//!
//! nvme-cli 1.x and 2.x differ in names and in what is a number; each file reads both.

mod controller;
mod feature;
mod namespace;

pub use controller::celsius;
pub use feature::current_value;

use crate::tool::{Answer, ToolError, Tools};
use fourcorners_block::{HostBuffer, Nvme, PowerState};
use serde_json::Value;
use std::ffi::OsStr;
use std::time::Duration;

/// A tool that takes longer is given up.
const PATIENCE: Duration = Duration::from_secs(10);
/// Features: Autonomous Power State Transition, Host Memory Buffer.
const APST: &str = "0x0c";
const HOST_BUFFER: &str = "0x0d";

/// What nvme-cli printed of a drive. `None`: it failed.
#[derive(Clone, Debug, Default)]
pub struct Printed {
    /// `nvme id-ctrl -o json`.
    pub controller: Value,
    /// `nvme id-ns -o json`.
    pub namespace: Option<Value>,
    /// `nvme get-feature -f 0x0c -H`.
    pub apst: Option<String>,
    /// `nvme get-feature -f 0x0d -H`.
    pub host_buffer: Option<String>,
}

impl Printed {
    /// Asks for what the controller can have in addition to its identity.
    pub fn complete(controller: Value, tools: &Tools, device: &str) -> Self {
        let feature = |number: &str| {
            let arguments = ["get-feature", device, "-f", number, "-H"];
            let answer = run(tools, &arguments).ok()?;
            answer.status.success().then_some(answer.stdout)
        };
        let namespace = run(tools, &["id-ns", device, "-o", "json"]).ok();
        let wants_buffer = controller::host_buffer(&controller).is_some();
        Self {
            namespace: namespace.and_then(|answer| serde_json::from_str(&answer.stdout).ok()),
            apst: controller::can_apst(&controller)
                .then(|| feature(APST))
                .flatten(),
            host_buffer: wants_buffer.then(|| feature(HOST_BUFFER)).flatten(),
            controller,
        }
    }

    /// What is understood of it.
    pub fn read(&self) -> Nvme {
        let granted = self.host_buffer.as_deref();
        let granted_bytes = granted.and_then(feature::host_buffer_bytes);
        Nvme {
            controller: controller::read(&self.controller),
            power_states: power_states(&self.controller),
            apst: self.apst.as_deref().and_then(feature::apst),
            host_buffer: controller::host_buffer(&self.controller).map(|wanted| HostBuffer {
                granted_bytes,
                ..wanted
            }),
            formats: self
                .namespace
                .as_ref()
                .map(namespace::formats)
                .unwrap_or_default(),
        }
    }
}

/// Power states by `nvme id-ctrl`, by number; empty if it names none.
pub fn power_states(controller: &Value) -> Vec<PowerState> {
    controller::power_states(controller)
}

/// Why a controller does not say who it is.
#[derive(Debug, thiserror::Error)]
pub enum NoIdentity {
    #[error("{}", told(.0))]
    Tool(ToolError),
    /// How nvme-cli ended.
    #[error("nvme id-ctrl failed ({0})")]
    Refused(String),
    #[error("nvme id-ctrl did not print JSON")]
    NoJson,
}

/// What the controller says of itself, as nvme-cli prints it.
///
/// # Errors
/// It does not say.
pub fn identity(tools: &Tools, device: &str) -> Result<Value, NoIdentity> {
    let answer = id_ctrl(tools, device).map_err(NoIdentity::Tool)?;
    if !answer.status.success() {
        return Err(NoIdentity::Refused(answer.said()));
    }
    let controller = serde_json::from_str::<Value>(&answer.stdout).ok();
    let controller = controller.filter(Value::is_object);
    controller.ok_or(NoIdentity::NoJson)
}

/// What nvme-cli answers to that, whatever it is.
///
/// # Errors
/// As [`Tools::run`].
pub fn id_ctrl(tools: &Tools, device: &str) -> Result<Answer, ToolError> {
    run(tools, &["id-ctrl", device, "-o", "json"])
}

/// Why nvme-cli did not answer, with its package where it is not there.
pub fn told(error: &ToolError) -> String {
    match error {
        ToolError::NotInstalled(_) => format!("{error} (needs nvme-cli)"),
        ToolError::Silent { .. } | ToolError::NotRun { .. } => error.to_string(),
    }
}

/// Asks a drive who it is, and all else.
///
/// # Errors
/// A sentence: why it does not say.
pub fn ask(tools: &Tools, device: &str) -> Result<Nvme, String> {
    let controller = identity(tools, device).map_err(|error| error.to_string())?;
    Ok(Printed::complete(controller, tools, device).read())
}

/// How warm the drive is by its health log, in degrees Celsius.
pub fn temperature_c(tools: &Tools, device: &str) -> Option<i64> {
    let answer = run(tools, &["smart-log", device, "-o", "json"]).ok()?;
    let log: Value = serde_json::from_str(&answer.stdout).ok()?;
    controller::celsius(&log["temperature"])
}

fn run(tools: &Tools, arguments: &[&str]) -> Result<Answer, ToolError> {
    let words: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
    tools.run("nvme", &words, PATIENCE)
}

#[cfg(test)]
mod tests;
