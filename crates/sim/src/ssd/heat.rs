//! How warm the drive is: one body with a thermal resistance and a time constant. Looked at in
//! fixed steps, so that it makes no difference how often anybody asks.

use crate::spec::HeatSpec;
use serde::{Deserialize, Serialize};

/// Between two looks.
const STEP_NS: u64 = 100_000_000;
/// Throttling ends so far below where it began, that it does not begin again at once.
const HYSTERESIS_MK: u64 = 2000;

/// Its temperature.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Heat {
    spec: Option<HeatSpec>,
    /// Above 0 °C, in microkelvin: steps are small.
    uk: u64,
    looked_at: u64,
    /// Microjoules drawn by then.
    energy_uj: u64,
    /// How many levels of throttling apply.
    level: usize,
}

impl Heat {
    /// At ambient temperature.
    pub fn new(spec: Option<&HeatSpec>, now: u64) -> Self {
        Self {
            spec: spec.copied(),
            uk: spec.map_or(0, |spec| u64::from(spec.ambient_mk) * 1000),
            looked_at: now / STEP_NS * STEP_NS,
            energy_uj: 0,
            level: 0,
        }
    }
    /// Whether it is time to look again.
    #[inline]
    pub fn is_due(&self, now: u64) -> bool {
        self.spec.is_some() && now >= self.looked_at + STEP_NS
    }
    /// Millikelvin above 0 °C, at the last look; 0 where it is not simulated.
    fn mk(&self) -> u64 {
        self.uk / 1000
    }
    /// The same at an instant, with the energy drawn by then.
    pub fn at(&self, now: u64, energy_uj: u64) -> u64 {
        let mut then = self.clone();
        then.look(now, energy_uj);
        then.mk()
    }
    /// Share of the link's rate that is left, in thousandths.
    pub fn left_per_mille(&self) -> u32 {
        let spec = self.spec.as_ref();
        let level = self.level.checked_sub(1);
        let throttling = spec
            .zip(level)
            .and_then(|(spec, level)| spec.throttling[level]);
        throttling.map_or(1000, |throttling| throttling.left_per_mille)
    }
    /// Goes on to the last whole step, with the energy drawn by now.
    pub fn look(&mut self, now: u64, energy_uj: u64) {
        let Some(spec) = self.spec else {
            return;
        };
        let steps = now.saturating_sub(self.looked_at) / STEP_NS;
        if steps == 0 {
            return;
        }
        // What was drawn since the last look, evenly.
        let drawn = energy_uj.saturating_sub(self.energy_uj);
        let mw = drawn * 1000 / (steps * (STEP_NS / 1000));
        let rise_uk = mw * u64::from(spec.rise_mk_per_w);
        let settles_at = u64::from(spec.ambient_mk) * 1000 + rise_uk;
        for _ in 0..steps {
            let before = self.uk;
            self.uk = if settles_at >= self.uk {
                self.uk + toward(settles_at - self.uk, spec.time_constant_ns)
            } else {
                self.uk - toward(self.uk - settles_at, spec.time_constant_ns)
            };
            if self.uk == before {
                break; // as near as it gets
            }
        }
        self.looked_at += steps * STEP_NS;
        self.energy_uj = energy_uj;
        self.level = level(&spec, self.level, self.mk());
    }
}

/// How far a body goes in a step toward a temperature so far away.
fn toward(away: u64, time_constant_ns: u64) -> u64 {
    // A step is far shorter than any time constant: the first term of the exponential will do.
    (u128::from(away) * u128::from(STEP_NS) / u128::from(time_constant_ns.max(STEP_NS))) as u64
}

/// Levels of throttling at a temperature, after so many before.
fn level(spec: &HeatSpec, before: usize, mk: u64) -> usize {
    let applies = |(index, throttling): (usize, &Option<crate::spec::Throttling>)| {
        throttling.is_some_and(|throttling| {
            let at = u64::from(throttling.at_mk);
            mk >= if index < before {
                at - HYSTERESIS_MK.min(at)
            } else {
                at
            }
        })
    };
    let levels = spec.throttling.iter().enumerate();
    levels.take_while(|level| applies(*level)).count()
}

#[cfg(test)]
mod tests {
    use super::{Heat, STEP_NS};
    use crate::spec::{HeatSpec, Throttling};

    fn spec() -> HeatSpec {
        HeatSpec {
            ambient_mk: 25_000,
            rise_mk_per_w: 10_000,
            time_constant_ns: 60_000_000_000,
            throttling: [
                Some(Throttling {
                    at_mk: 70_000,
                    left_per_mille: 500,
                }),
                None,
            ],
        }
    }

    #[test]
    fn temperature_follows_the_exponential() {
        let mut heat = Heat::new(Some(&spec()), 0);
        for second in 1..=60 {
            heat.look(second * 1_000_000_000, second * 4_000_000); // 4 W
        }
        let expected = 25.0 + 40.0 * (1.0 - (-1.0_f64).exp());
        assert!(
            (heat.mk() as f64 / 1000.0 - expected).abs() < 0.1,
            "{}",
            heat.mk()
        );
        heat.look(3_600_000_000_000, 60 * 4_000_000);
        assert!(heat.mk() < 25_010, "{}", heat.mk());
    }

    #[test]
    fn throttling_ends_two_kelvin_below_where_it_began() {
        let mut heat = Heat::new(Some(&spec()), 0);
        let (mut energy, mut now, mut seen) = (0, 0, Vec::new());
        for watts in [6, 2] {
            for _ in 0..2000 {
                (now, energy) = (now + STEP_NS, energy + watts * 100_000);
                let before = heat.left_per_mille();
                heat.look(now, energy);
                if heat.left_per_mille() != before {
                    seen.push((heat.left_per_mille(), heat.mk() / 100));
                }
            }
        }
        assert_eq!(seen, [(500, 700), (1000, 679)]);
    }
}
