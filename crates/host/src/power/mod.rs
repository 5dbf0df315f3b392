//! What the drive draws, by a meter outside of it: a sensor of the host's (hwmon), what an NVMe
//! drive says of its power state, or any program that prints watts.

mod command;
mod hwmon;
mod nvme;

use crate::sampler::{SILENCE, Sampler};
use crate::tool::Tools;
use fourcorners_block::{Drawn, NotDrawn};
use fourcorners_real::Host;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Instant;

/// Where power is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PowerSource {
    /// A sensor of hwmon, as in `ina226/power1`; the host's only one where none is named.
    Hwmon(Option<String>),
    /// The NVMe drive's power state and its rated maximum: an estimate.
    Nvme,
    /// A shell command that prints watts, a number a line.
    Command(String),
}

/// A text that names no source of power.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected hwmon, hwmon:CHIP/SENSOR (as in hwmon:ina226/power1) or nvme")]
pub struct UnknownPowerSource;

impl FromStr for PowerSource {
    type Err = UnknownPowerSource;

    fn from_str(text: &str) -> Result<Self, UnknownPowerSource> {
        match text.split_once(':') {
            None if text == "hwmon" => Ok(Self::Hwmon(None)),
            None if text == "nvme" => Ok(Self::Nvme),
            Some(("hwmon", sensor))
                if sensor.split('/').filter(|part| !part.is_empty()).count() == 2 =>
            {
                Ok(Self::Hwmon(Some(sensor.into())))
            }
            _ => Err(UnknownPowerSource),
        }
    }
}

/// As it is written; a command as it is.
impl fmt::Display for PowerSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hwmon(None) => f.write_str("hwmon"),
            Self::Hwmon(Some(sensor)) => write!(f, "hwmon:{sensor}"),
            Self::Nvme => f.write_str("nvme"),
            Self::Command(command) => f.write_str(command),
        }
    }
}

/// Why power cannot be measured so.
#[derive(Debug, thiserror::Error)]
pub enum PowerError {
    /// No sensor for power at all.
    #[error("this host has no power sensor (hwmon power*_input, power*_average or energy*_input)")]
    NoSensor,
    /// Which of them the drive hangs on is not known.
    #[error("name the sensor that measures the drive, one of \
        {}", .0.iter().map(|name| format!("hwmon:{name}")).collect::<Vec<_>>().join(", "))]
    WhichSensor(Vec<String>),
    /// Not among those of this host.
    #[error("hwmon:{asked}: no such power sensor; this host has \
        {}", if .there.is_empty() { "none".to_string() } else { .there.join(", ") })]
    UnknownSensor {
        asked: String,
        /// Those that there are.
        there: Vec<String>,
    },
    /// The NVMe drive does not tell its power state.
    #[error("nvme does not report the drive's power: {0}")]
    NoPowerState(String),
    /// The source was tried, and does not tell.
    #[error("{source_name} does not report the drive's power: {reason}")]
    Untold {
        /// The source.
        source_name: String,
        reason: String,
    },
}

/// Reads a source on a thread of its own until it is dropped.
pub struct Meter {
    sampler: Sampler,
    name: String,
    interval: &'static str,
}

impl Meter {
    /// Begins to read, and waits for the first value, so that what does not work is said before
    /// anything is done to the drive. `device`: the drive, for sources that ask it.
    ///
    /// # Errors
    /// A sentence: why power cannot be measured so.
    pub fn start(
        source: &PowerSource,
        device: &Path,
        host: &Host,
        tools: &Tools,
    ) -> Result<Self, PowerError> {
        let every_second = "every second";
        let (sampler, name, interval) = match source {
            PowerSource::Hwmon(asked) => {
                let sensor = hwmon::find(host, asked.as_deref())?;
                let name = format!("hwmon {}", sensor.name);
                (hwmon::sampler(sensor), name, every_second)
            }
            PowerSource::Nvme => {
                let name = "estimate: rated maximum of the NVMe power state".to_string();
                let sampler = nvme::sampler(device, tools).map_err(PowerError::NoPowerState)?;
                (sampler, name, every_second)
            }
            PowerSource::Command(text) => {
                let sampler = command::sampler(text);
                (sampler, format!("command: {text}"), "as often as it prints")
            }
        };
        let meter = Self {
            sampler,
            name,
            interval,
        };
        meter.sampler.first().map_err(|reason| PowerError::Untold {
            source_name: meter.name.clone(),
            reason: reason
                .unwrap_or_else(|| format!("it reported nothing within {} s", SILENCE.as_secs())),
        })?;
        Ok(meter)
    }

    /// The source, how often it is read, and what is made of it, for people.
    pub fn description(&self) -> String {
        format!(
            "{}, read {}, integrated over each phase",
            self.name, self.interval
        )
    }

    /// What was drawn between two instants.
    ///
    /// # Errors
    /// That is not known.
    pub fn drawn(&self, from: Instant, until: Instant) -> Result<Drawn, NotDrawn> {
        let summary = self.sampler.between(from, until);
        let summary = summary.map_err(|why| NotDrawn {
            meter: self.name.clone(),
            why,
        })?;
        let microwatts = |watts: f64| (watts * 1e6).round() as u64;
        Ok(Drawn {
            mean_uw: microwatts(summary.mean),
            max_uw: microwatts(summary.max),
            readings: summary.readings,
        })
    }
}

/// Watts that a drive may draw; what a source tells beyond is a wrong unit.
fn plausible(watts: f64) -> bool {
    (0.0..=100_000.0).contains(&watts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_a_source_read_as_it_is_written() {
        let read = |text: &str| text.parse::<PowerSource>();
        assert_eq!(read("hwmon"), Ok(PowerSource::Hwmon(None)));
        let named = PowerSource::Hwmon(Some("ina226/power1".into()));
        assert_eq!(read("hwmon:ina226/power1"), Ok(named));
        assert_eq!(read("nvme"), Ok(PowerSource::Nvme));
        for wrong in ["", "hwmon:", "hwmon:ina226", "hwmon:/", "nvme:0", "watts"] {
            assert_eq!(read(wrong), Err(UnknownPowerSource), "{wrong}");
        }
    }
}
