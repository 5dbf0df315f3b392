//! What an NVMe drive says of its power: the state that it is in, and that state's rated maximum.
//! No measurement: an upper bound, that is the same whether the drive works or waits in that state.

use crate::nvme;
use crate::sampler::Sampler;
use crate::tool::{Answer, Tools};
use serde_json::Value;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(10);

/// Asks for the drive's power state once a second.
///
/// # Errors
/// A sentence: why this drive does not tell.
pub fn sampler(device: &Path, tools: &Tools) -> Result<Sampler, String> {
    let identity = nvme::identity(tools, &device.to_string_lossy());
    let states = rated_watts(&identity.map_err(|error| error.to_string())?)?;
    let (device, tools): (PathBuf, Tools) = (device.into(), tools.clone());
    Ok(Sampler::poll(move || {
        // Feature 2 is Power Management; its low five bits are the state.
        let answer = ask(
            &tools,
            &[
                "get-feature".as_ref(),
                device.as_os_str(),
                "-f".as_ref(),
                "2".as_ref(),
            ],
        )?;
        let state = current_value(&answer.stdout)? & 0x1f;
        let watts = states.get(state as usize).copied().flatten();
        watts.map(Some).ok_or_else(|| {
            format!("the drive is in power state {state}, which has no rated maximum")
        })
    }))
}

fn ask(tools: &Tools, arguments: &[&OsStr]) -> Result<Answer, String> {
    let answer = tools
        .run("nvme", arguments, PATIENCE)
        .map_err(|error| nvme::told(&error))?;
    if answer.status.success() {
        return Ok(answer);
    }
    Err(format!(
        "nvme {}: {}",
        arguments[0].to_string_lossy(),
        answer.said()
    ))
}

/// Maximum power of each state in watts; `None` where it is not stated.
fn rated_watts(identity: &Value) -> Result<Vec<Option<f64>>, String> {
    let states = nvme::power_states(identity).into_iter();
    let watts: Vec<Option<f64>> = states
        .map(|state| state.max_uw.map(|uw| uw as f64 * 1e-6))
        .collect();
    match watts.iter().any(Option::is_some) {
        true => Ok(watts),
        false => Err("the drive reports no maximum for any power state".into()),
    }
}

/// The number of `get-feature:0x02 (Power Management), Current value:0x00000001`.
fn current_value(text: &str) -> Result<u64, String> {
    nvme::current_value(text).ok_or_else(|| format!("nvme get-feature printed '{}'", text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::power::{Meter, PowerSource};
    use crate::test_tools::recorded;
    use fourcorners_real::Host;
    use std::time::Instant;

    const STATES: &str = r#"{"mn":"Example","psds":[
        {"max_power":850,"max_power_scale":0,"non-operational_state":0},
        {"max_power":500,"max_power_scale":0,"non-operational_state":0},
        {"max_power":0,"max_power_scale":0,"non-operational_state":0},
        {"max_power":400,"max_power_scale":1,"non-operational_state":1}]}"#;

    fn drawn(identify: &str, feature: &str) -> Result<u64, String> {
        let script = format!(
            "case $1 in id-ctrl) cat <<'END'\n{identify}\nEND\n;; get-feature) {feature};; esac"
        );
        let folder = recorded(&[("nvme", &script)]);
        let tools = Tools::in_folder(folder.path());
        let began = Instant::now();
        let meter = Meter::start(
            &PowerSource::Nvme,
            Path::new("/dev/nvme9n1"),
            &Host::default(),
            &tools,
        )
        .map_err(|error| error.to_string())?;
        assert!(
            meter.description().starts_with("estimate"),
            "{}",
            meter.description()
        );
        let drawn = meter.drawn(began, Instant::now());
        Ok(drawn.map_err(|error| format!("{error:?}"))?.mean_uw)
    }

    #[test]
    fn is_a_power_states_rated_maximum_told_as_an_estimate() {
        let says = |value: &str| {
            format!("echo 'get-feature:0x02 (Power Management), Current value:{value}'")
        };
        assert_eq!(drawn(STATES, &says("00000000")), Ok(8_500_000));
        assert_eq!(drawn(STATES, &says("0x00000001")), Ok(5_000_000));
        // A workload hint stands in the bits above the state.
        assert_eq!(drawn(STATES, &says("0x00000023")), Ok(40_000));
    }

    /// nvme-cli up to 2.3, as in Debian 12, prints the flags as one number. The scale in them was
    /// not read, so that a drive asleep at 70 mW was told to draw 7 W.
    #[test]
    fn scale_in_the_flags_of_older_nvme_cli_is_read() {
        let states = r#"{"psds":[{"max_power":500,"flags":0},{"max_power":700,"flags":3}]}"#;
        assert_eq!(drawn(states, "echo value:0x0"), Ok(5_000_000));
        assert_eq!(drawn(states, "echo value:0x1"), Ok(70_000));
    }

    #[test]
    fn is_a_drive_that_does_not_tell_a_sentence() {
        for (identify, feature, word) in [
            (STATES, "echo value:0x2", "power state 2"),
            (STATES, "echo what", "'what'"),
            (
                STATES,
                "echo 'NVMe status: Invalid Field' >&2; exit 2",
                "Invalid Field",
            ),
            (
                "{\"psds\":[{\"max_power\":0}]}",
                "echo",
                "reports no maximum",
            ),
            ("no json", "echo", "did not print JSON"),
        ] {
            let sentence = drawn(identify, feature).expect_err("a refusal");
            assert!(sentence.contains(word), "{sentence}");
        }
    }
}
