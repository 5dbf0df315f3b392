//! How warm the drive is, where the kernel tells: the hwmon of an NVMe drive, or of drivetemp.

use crate::sampler::Sampler;
use fourcorners_real::Node;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

/// Reads the drive's temperature once a second.
pub struct Thermometer(Sampler);

impl Thermometer {
    /// Of this disk, if it has a sensor.
    pub fn of(disk: &Node) -> Option<Self> {
        let sensor = sensor(disk)?;
        Some(Self(Sampler::poll(move || {
            let text = fs::read_to_string(&sensor).map_err(|error| error.to_string())?;
            let degrees: f64 = text
                .trim()
                .parse()
                .map_err(|_| "not a number".to_string())?;
            Ok(Some(degrees))
        })))
    }

    /// The highest between two instants, in thousandths of a degree Celsius.
    pub fn max_mc(&self, from: Instant, until: Instant) -> Option<i64> {
        Some(self.0.between(from, until).ok()?.max as i64)
    }
}

/// The drive's own sensor, as the kernel places it below the device: `hwmon3/temp1_input` for
/// NVMe, `hwmon/hwmon3/temp1_input` for drivetemp.
fn sensor(disk: &Node) -> Option<PathBuf> {
    let device = disk.dir.join("device");
    let below = |dir: PathBuf| -> Vec<PathBuf> {
        let entries = fs::read_dir(dir).into_iter().flatten().flatten();
        let mut found: Vec<PathBuf> = entries
            .filter(|entry| entry.file_name().to_string_lossy().starts_with("hwmon"))
            .map(|entry| entry.path())
            .collect();
        found.sort();
        found
    };
    let mut chips = below(device.clone());
    chips.extend(below(device.join("hwmon")));
    chips
        .into_iter()
        .map(|chip| chip.join("temp1_input"))
        .find(|sensor| sensor.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_a_drives_own_sensor_found_wherever_its_driver_puts_it() {
        for place in ["device/hwmon3", "device/hwmon/hwmon3"] {
            let folder = tempfile::tempdir().expect("a folder");
            let dir = folder.path().join("sda");
            let node = Node {
                name: "sda".into(),
                number: (8, 0),
                dir: dir.clone(),
            };
            fs::create_dir_all(dir.join(place)).expect("a folder");
            assert_eq!(sensor(&node), None, "no temp1_input yet");
            let file = dir.join(place).join("temp1_input");
            fs::write(&file, "41850\n").expect("a sensor");
            assert_eq!(sensor(&node), Some(file));
            let thermometer = Thermometer::of(&node).expect("a thermometer");
            let began = Instant::now();
            assert_eq!(thermometer.0.first(), Ok(()));
            assert_eq!(
                thermometer.max_mc(began - std::time::Duration::from_secs(1), Instant::now()),
                Some(41_850)
            );
        }
    }
}
