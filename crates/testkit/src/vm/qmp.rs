//! QEMU's control protocol (QMP): a JSON object a line.

use super::Failure;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// QEMU answers at once, but the machine may be busy.
const ANSWERS_WITHIN: Duration = Duration::from_secs(30);

/// A connection.
pub struct Qmp {
    stream: BufReader<UnixStream>,
    /// Those that nobody has waited for yet.
    events: Vec<Value>,
}

impl Qmp {
    pub(super) fn new(stream: UnixStream) -> Result<Self, Failure> {
        stream
            .set_read_timeout(Some(ANSWERS_WITHIN))
            .map_err(|error| format!("QMP: {error}"))?;
        let mut qmp = Self {
            stream: BufReader::new(stream),
            events: Vec::new(),
        };
        let _greeting = qmp.read()?;
        qmp.command("qmp_capabilities", json!({}))?;
        Ok(qmp)
    }

    /// Sends a command; what it returns.
    ///
    /// # Errors
    /// QEMU refuses it, or does not answer.
    pub fn command(&mut self, name: &str, arguments: Value) -> Result<Value, Failure> {
        let line = json!({"execute": name, "arguments": arguments}).to_string() + "\n";
        let sent = self.stream.get_mut().write_all(line.as_bytes());
        sent.map_err(|error| format!("QMP: {name}: {error}"))?;
        loop {
            let mut answer = self.read()?;
            if let Some(value) = answer.get_mut("return") {
                return Ok(value.take());
            }
            if let Some(error) = answer.get("error") {
                return Err(format!("QMP: {name}: {error}"));
            }
            self.events.push(answer);
        }
    }

    /// Waits for an event, as in `DEVICE_DELETED`; one that has already come counts.
    pub fn wait_for_event(&mut self, name: &str) -> Result<Value, Failure> {
        loop {
            if let Some(at) = self.events.iter().position(|event| event["event"] == name) {
                return Ok(self.events.remove(at));
            }
            let event = self.read();
            let event = event.map_err(|error| format!("waiting for the event {name}: {error}"))?;
            self.events.push(event);
        }
    }

    fn read(&mut self) -> Result<Value, Failure> {
        let mut line = String::new();
        match self.stream.read_line(&mut line) {
            Ok(0) => Err("QMP: QEMU has ended".into()),
            Ok(_) => serde_json::from_str(&line).map_err(|error| format!("QMP: {error}: {line}")),
            Err(error) => Err(format!("QMP: {error}")),
        }
    }
}
