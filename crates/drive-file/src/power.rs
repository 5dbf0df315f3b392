//! What a drive draws, when it sleeps, and how warm it gets.

use crate::checked::{Checked, Sourced};
use crate::error::SpecError;
use crate::nand::NandFile;
use fourcorners_sim::spec::{HeatSpec, PowerSpec, PowerState, Throttling};
use serde::Deserialize;

/// `[power]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerFile {
    /// Idle power in mW.
    pub idle_mw: Sourced<u64>,
    /// Additional power while a command is in flight, in mW.
    active_mw: Sourced<u64>,
    ps3: Option<PowerStateFile>,
    ps4: Option<PowerStateFile>,
}

/// `[power.ps3]` and `[power.ps4]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PowerStateFile {
    /// Time without a command or background work after which the drive enters this state (APST),
    /// in ms; of `ps4` longer than of `ps3`.
    after_ms: Sourced<f64>,
    /// Power in it, in mW, at most `idle_mw`.
    mw: Sourced<u64>,
    /// Delay of the command that ends it, in ms.
    exit_ms: Sourced<f64>,
}

/// `[heat]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeatFile {
    /// Temperature of the surroundings in °C, 0 to 100. Needs `[power]`.
    ambient_c: Sourced<f64>,
    /// Rise over the surroundings in K per W, 0 to 100.
    rise_k_per_w: Sourced<f64>,
    /// Time in which a constant power warms the drive by 63 % of its rise, in s, 1 to 10^5.
    time_constant_s: Sourced<f64>,
    warning: Option<ThrottlingFile>,
    critical: Option<ThrottlingFile>,
}

/// `[heat.warning]` and `[heat.critical]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThrottlingFile {
    /// Temperature in °C at which throttling begins; it ends 2 °C below. Of `critical` above that
    /// of `warning`.
    at_c: Sourced<f64>,
    /// Share of the link's rate that is left, in percent, 1 to 100.
    left_percent: Sourced<f64>,
}

/// With the die's energies.
pub fn power_spec(
    drive_file: &Checked,
    power: &PowerFile,
    nand_file: &Checked,
    die: &NandFile,
) -> Result<PowerSpec, SpecError> {
    let (Some(read), Some(program), Some(erase)) = (&die.read_uj, &die.program_uj, &die.erase_uj)
    else {
        let problem =
            "a drive with [power] needs a NAND file with read_uj, program_uj and erase_uj";
        return Err(drive_file.wrong(&power.idle_mw, problem.into()));
    };
    Ok(PowerSpec {
        idle_mw: drive_file.within(&power.idle_mw, 0, 1_000_000, "idle_mw")?,
        active_mw: drive_file.within(&power.active_mw, 0, 1_000_000, "active_mw")?,
        // Microjoules to nanojoules: a factor of a thousand, like the times.
        read_nj: nand_file.time(read, "read_uj")?,
        program_nj: nand_file.time(program, "program_uj")?,
        program_slc_nj: match &die.program_slc_uj {
            Some(slc) => nand_file.time(slc, "program_slc_uj")?,
            None => nand_file.time(program, "program_uj")?,
        },
        erase_nj: nand_file.time(erase, "erase_uj")?,
        states: states(drive_file, power)?,
    })
}

/// The shallower first.
fn states(file: &Checked, power: &PowerFile) -> Result<[Option<PowerState>; 2], SpecError> {
    let state = |state: &PowerStateFile| {
        Ok(PowerState {
            after_ns: thousand_times(file.time(&state.after_ms, "after_ms")?),
            mw: file.within(&state.mw, 0, power.idle_mw.get(), "mw")?,
            exit_ns: thousand_times(file.time(&state.exit_ms, "exit_ms")?),
        })
    };
    match (&power.ps3, &power.ps4) {
        (None, None) => Ok([None; 2]),
        (Some(one), None) | (None, Some(one)) => Ok([Some(state(one)?), None]),
        (Some(ps3), Some(ps4)) if ps4.after_ms.get() > ps3.after_ms.get() => {
            Ok([Some(state(ps3)?), Some(state(ps4)?)])
        }
        (Some(_), Some(ps4)) => Err(file.wrong(
            &ps4.after_ms,
            "after_ms of ps4 must be longer than that of ps3, the shallower state".into(),
        )),
    }
}

/// Milliseconds are checked as microseconds are.
fn thousand_times(us_as_ns: u64) -> u64 {
    us_as_ns * 1000
}

/// Checked by itself; needs power to be known.
pub fn heat_spec(
    file: &Checked,
    heat: &HeatFile,
    power: Option<&PowerFile>,
) -> Result<HeatSpec, SpecError> {
    if power.is_none() {
        let problem = "[heat] needs [power]: what is drawn is what warms the drive";
        return Err(file.wrong(&heat.ambient_c, problem.into()));
    }
    let kelvin = |value: &Sourced<f64>, high: f64, key: &str| {
        // At most 10^6.
        let kelvin = file.within(value, 0.0, high, key)?;
        Ok::<u32, SpecError>((kelvin * 1000.0).round() as u32)
    };
    let throttling = |throttling: &ThrottlingFile| {
        let left = file.within(&throttling.left_percent, 1.0, 100.0, "left_percent")?;
        Ok::<Throttling, SpecError>(Throttling {
            at_mk: kelvin(&throttling.at_c, 200.0, "at_c")?,
            left_per_mille: (left * 10.0).round() as u32,
        })
    };
    if let (Some(warning), Some(critical)) = (&heat.warning, &heat.critical)
        && critical.at_c.get() <= warning.at_c.get()
    {
        let problem = "at_c of critical must be above that of warning".into();
        return Err(file.wrong(&critical.at_c, problem));
    }
    let levels = match (&heat.warning, &heat.critical) {
        (None, None) => [None; 2],
        (Some(one), None) | (None, Some(one)) => [Some(throttling(one)?), None],
        (Some(one), Some(other)) => [Some(throttling(one)?), Some(throttling(other)?)],
    };
    let seconds = file.within(&heat.time_constant_s, 1.0, 1e5, "time_constant_s")?;
    Ok(HeatSpec {
        ambient_mk: kelvin(&heat.ambient_c, 100.0, "ambient_c")?,
        rise_mk_per_w: kelvin(&heat.rise_k_per_w, 100.0, "rise_k_per_w")?,
        time_constant_ns: (seconds * 1e9).round() as u64,
        throttling: levels,
    })
}
