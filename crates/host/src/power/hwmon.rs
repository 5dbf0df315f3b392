//! Power by a sensor of the host: `/sys/class/hwmon/hwmonN` (the kernel's
//! Documentation/hwmon/sysfs-interface.rst). Power is in microwatts, energy in microjoules.

use super::{PowerError, plausible};
use crate::sampler::Sampler;
use fourcorners_real::{Host, attribute_text as text};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A sensor, and how it is named on the command line.
#[derive(Debug)]
pub struct Sensor {
    pub name: String,
    file: PathBuf,
    /// A running total of energy, whose increase is power.
    is_energy: bool,
}

/// Every sensor for power, by chip and number.
fn sensors(host: &Host) -> Vec<Found> {
    let class = host.sys.join("class/hwmon");
    let mut chips: Vec<PathBuf> = entries(&class);
    chips.sort();
    let mut found = Vec::new();
    for dir in chips {
        let number = file_name(&dir);
        let chip = text(&dir.join("name")).unwrap_or_else(|| number.clone());
        let mut files = entries(&dir);
        files.sort();
        for file in files {
            let name = file_name(&file);
            let Some((sensor, kind)) = name.split_once('_') else {
                continue;
            };
            let numbered = |prefix: &str| {
                sensor
                    .strip_prefix(prefix)
                    .is_some_and(|number| number.parse::<u32>().is_ok())
            };
            let is_energy = numbered("energy") && kind == "input";
            // Where a chip has the power of now, its average is the same once more.
            let is_average = kind == "average" && !dir.join(format!("{sensor}_input")).exists();
            if !is_energy && !(numbered("power") && (kind == "input" || is_average)) {
                continue;
            }
            found.push(Found {
                number: number.clone(),
                chip: chip.clone(),
                label: text(&dir.join(format!("{sensor}_label"))),
                sensor: sensor.into(),
                file,
                is_energy,
            });
        }
    }
    found
}

struct Found {
    /// `hwmon3`: changes from start to start, but tells two equal chips apart.
    number: String,
    chip: String,
    sensor: String,
    label: Option<String>,
    file: PathBuf,
    is_energy: bool,
}

impl Found {
    fn is(&self, asked: &str) -> bool {
        let Some((chip, sensor)) = asked.split_once('/') else {
            return false;
        };
        let of_chip = chip == self.chip || chip == self.number;
        of_chip && (sensor == self.sensor || self.label.as_deref() == Some(sensor))
    }
}

/// The sensor that was asked for; without a name the only one that there is.
pub fn find(host: &Host, asked: Option<&str>) -> Result<Sensor, PowerError> {
    let mut all = sensors(host);
    // Two chips of one name are told apart by their numbers.
    let twice: Vec<bool> = all
        .iter()
        .map(|one| {
            all.iter()
                .any(|other| other.chip == one.chip && other.number != one.number)
        })
        .collect();
    let name = |found: &Found, twice: bool| {
        let chip = if twice { &found.number } else { &found.chip };
        format!("{chip}/{}", found.sensor)
    };
    let names: Vec<String> = all
        .iter()
        .zip(twice)
        .map(|(found, twice)| name(found, twice))
        .collect();
    let fits: Vec<usize> = (0..all.len())
        .filter(|index| asked.is_none_or(|asked| all[*index].is(asked)))
        .collect();
    match (fits.as_slice(), asked) {
        ([only], _) => {
            let found = all.swap_remove(*only);
            Ok(Sensor {
                name: names[*only].clone(),
                file: found.file,
                is_energy: found.is_energy,
            })
        }
        ([], None) => Err(PowerError::NoSensor),
        ([], Some(asked)) => Err(PowerError::UnknownSensor {
            asked: asked.into(),
            there: names,
        }),
        (several, _) => Err(PowerError::WhichSensor(
            several.iter().map(|index| names[*index].clone()).collect(),
        )),
    }
}

/// Reads the sensor once a second.
pub fn sampler(sensor: Sensor) -> Sampler {
    let mut before: Option<(Instant, f64)> = None;
    Sampler::poll(move || {
        let file = sensor.file.display();
        let content =
            fs::read_to_string(&sensor.file).map_err(|error| format!("reading {file}: {error}"))?;
        let read: f64 = content.trim().parse().map_err(|_| {
            format!(
                "{file} contains '{}', which is not a number",
                content.trim()
            )
        })?;
        let watts = if sensor.is_energy {
            let now = Instant::now();
            let Some((then, joules)) = before.replace((now, read)) else {
                return Ok(None);
            };
            if read < joules {
                return Ok(None); // The counter began again.
            }
            (read - joules) / 1e6 / now.duration_since(then).as_secs_f64()
        } else {
            read / 1e6
        };
        if plausible(watts) {
            Ok(Some(watts))
        } else {
            Err(format!("{file} reports {watts} W, which no drive draws"))
        }
    })
}

fn entries(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .map_or(String::new(), |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::power::{Meter, PowerSource};
    use crate::tool::Tools;

    /// A recorded /sys/class/hwmon.
    struct Recorded(tempfile::TempDir);

    impl Recorded {
        fn new(files: &[(&str, &str)]) -> Self {
            let recorded = Self(tempfile::tempdir().expect("a folder"));
            for (file, content) in files {
                recorded.put(file, content);
            }
            recorded
        }
        fn put(&self, file: &str, content: &str) {
            let path = self.0.path().join("class/hwmon").join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, content).expect("an attribute");
        }
        fn host(&self) -> Host {
            Host {
                sys: self.0.path().into(),
                proc: self.0.path().into(),
                dev: self.0.path().into(),
            }
        }
        fn find(&self, asked: Option<&str>) -> Result<String, String> {
            find(&self.host(), asked)
                .map(|sensor| sensor.name)
                .map_err(|error| error.to_string())
        }
        fn meter(&self) -> Result<Meter, String> {
            let source = PowerSource::Hwmon(None);
            Meter::start(
                &source,
                Path::new("/dev/none"),
                &self.host(),
                &Tools::default(),
            )
            .map_err(|error| error.to_string())
        }
    }

    const BOARD: [(&str, &str); 9] = [
        ("hwmon0/name", "nvme\n"),
        ("hwmon0/temp1_input", "39850\n"),
        ("hwmon1/name", "ina226\n"),
        ("hwmon1/power1_input", "2450000\n"),
        ("hwmon1/power1_label", "vcc-ssd\n"),
        ("hwmon1/in1_input", "3298\n"),
        ("hwmon2/name", "corsairpsu\n"),
        ("hwmon2/power1_input", "88000000\n"),
        ("hwmon2/power2_average", "70000000\n"),
    ];

    #[test]
    fn is_a_sensor_found_by_chip_number_or_label() {
        let board = Recorded::new(&BOARD);
        for asked in ["ina226/power1", "hwmon1/power1", "ina226/vcc-ssd"] {
            assert_eq!(board.find(Some(asked)), Ok("ina226/power1".into()));
        }
        assert_eq!(
            board.find(Some("corsairpsu/power2")),
            Ok("corsairpsu/power2".into())
        );
    }

    #[test]
    fn is_a_choice_among_several_left_to_the_user() {
        let sentence = Recorded::new(&BOARD).find(None).expect_err("which?");
        for name in ["hwmon:ina226/power1", "hwmon:corsairpsu/power1"] {
            assert!(sentence.contains(name), "{sentence}");
        }
        let wrong = Recorded::new(&BOARD).find(Some("nvme/temp1"));
        assert!(wrong.expect_err("no power").contains("ina226/power1"));
        let none = Recorded::new(&BOARD[..2]).find(None).expect_err("none");
        assert!(none.contains("no power sensor"), "{none}");
    }

    #[test]
    fn are_two_chips_of_one_name_told_apart() {
        let files = [
            ("hwmon1/name", "ina226"),
            ("hwmon1/power1_input", "1"),
            ("hwmon2/name", "ina226"),
            ("hwmon2/power1_input", "1"),
        ];
        let two = Recorded::new(&files);
        let sentence = two.find(Some("ina226/power1")).expect_err("which?");
        assert!(sentence.contains("hwmon:hwmon2/power1"), "{sentence}");
        assert_eq!(
            two.find(Some("hwmon2/power1")),
            Ok("hwmon2/power1".to_string())
        );
    }

    #[test]
    fn are_microwatts_watts() {
        let board = Recorded::new(&BOARD[2..6]);
        let began = Instant::now();
        let meter = board.meter().expect("a meter");
        let drawn = meter.drawn(began, Instant::now()).expect("a reading");
        assert_eq!((drawn.mean_uw, drawn.max_uw), (2_450_000, 2_450_000));
        assert!(meter.description().contains("hwmon ina226/power1"));
    }

    #[test]
    fn is_power_the_increase_of_energy() {
        let began = Instant::now();
        let files = [("hwmon0/name", "meter"), ("hwmon0/energy1_input", "0")];
        let board = Recorded::new(&files);
        let place = board.0.path().join("class/hwmon/hwmon0/energy1_input");
        let meter = std::thread::scope(|scope| {
            let meter = scope.spawn(|| board.meter());
            while !meter.is_finished() {
                // Two watts.
                let total = began.elapsed().as_micros() * 2;
                fs::write(place.with_extension("new"), total.to_string()).expect("a total");
                fs::rename(place.with_extension("new"), &place).expect("in its place");
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            meter.join().expect("no panic")
        });
        let meter = meter.expect("a meter");
        let drawn = meter.drawn(began, Instant::now()).expect("a reading");
        // The total is a little old when it is read, on a busy machine more than a little.
        assert!((1..100_000_000).contains(&drawn.max_uw), "{drawn:?}");
    }

    #[test]
    fn is_a_sensor_that_fails_or_tells_rubbish_said_before_the_drive_is_touched() {
        for (content, word) in [
            ("soon", "'soon'"),
            ("-5000000", "-5 W"),
            ("9e99", "which no drive draws"),
        ] {
            let files = [("hwmon0/name", "bad"), ("hwmon0/power1_input", content)];
            let sentence = Recorded::new(&files)
                .meter()
                .map(drop)
                .expect_err("a refusal");
            assert!(sentence.contains(word), "{sentence}");
        }
        let folder = Recorded::new(&[("hwmon0/name", "bad")]);
        fs::create_dir(folder.0.path().join("class/hwmon/hwmon0/power1_input")).expect("a folder");
        let sentence = folder.meter().map(drop).expect_err("a refusal");
        assert!(sentence.contains("reading "), "{sentence}");
    }
}
