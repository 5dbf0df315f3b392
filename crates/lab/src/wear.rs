//! What a real drive says of its health and wear before and after a run, kept in the run's folder.

use crate::error::LabError;
use fourcorners_bench::FolderError;
use fourcorners_bench::health::Health;
use fourcorners_bench::record::{BenchFact, SCHEMA_VERSION};
use fourcorners_block::{Nvme, Smart};
use fourcorners_host::{Checkup, Tools, checkup};
use fourcorners_real::Host;
use serde_json::{Value, json};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// A run's drive, asked before the run.
pub(crate) struct Wear {
    host: Host,
    tools: Tools,
    drive: PathBuf,
    before: Checkup,
}

impl Wear {
    /// Asks the drive.
    pub fn before(host: &Host, tools: &Tools, drive: &Path) -> Self {
        Self {
            host: host.clone(),
            tools: tools.clone(),
            drive: drive.into(),
            before: checkup(host, tools, drive),
        }
    }

    /// What the user should know; nothing of a drive that has no SMART data.
    pub fn notes(&self) -> &[String] {
        if self.before.keeps_smart {
            &self.before.notes
        } else {
            &[]
        }
    }

    /// What it says of itself, as far as it is understood.
    pub fn smart(&self) -> Option<&Smart> {
        self.before.smart.as_ref()
    }

    /// For the table of what the run was: which tools told, or why none did.
    pub fn fact(&self) -> BenchFact {
        BenchFact::Smart {
            told_by: self.before.whole.keys().cloned().collect(),
            notes: self.before.notes.clone(),
        }
    }

    /// What an NVMe drive says of its controller and namespace, for the same table.
    pub fn nvme_facts(&self) -> Vec<BenchFact> {
        let Some(nvme) = self.before.nvme.clone() else {
            return Vec::new();
        };
        let Nvme {
            controller,
            power_states: states,
            apst,
            host_buffer,
            formats,
        } = nvme;
        let formats = (!formats.is_empty()).then_some(BenchFact::LbaFormats { formats });
        let buffer = host_buffer.map(|buffer| BenchFact::HostMemoryBuffer { buffer });
        let idle = apst.map(|apst| BenchFact::IdlePowerSaving {
            apst,
            states: states.clone(),
        });
        let states = (!states.is_empty()).then_some(BenchFact::PowerStates { states });
        let first = std::iter::once(BenchFact::NvmeController { controller });
        let rest = formats.into_iter().chain(buffer).chain(states).chain(idle);
        first.chain(rest).collect()
    }

    /// Keeps what was said before the run; nothing of a drive that said nothing. What an earlier
    /// part of a resumed run has kept stays.
    pub fn keep_before(&self, folder: &Path) -> Result<(), LabError> {
        let kept = folder.join(Health::FILE).exists();
        if kept || self.before.whole.is_empty() {
            return Ok(());
        }
        let Checkup {
            smart,
            host_written_bytes,
            notes,
            ..
        } = self.before.clone();
        write(&folder.join("smart-before.json"), &self.whole(&self.before))?;
        keep(folder, &Health::before(smart, host_written_bytes, notes))
    }

    /// Asks the drive again, and keeps what that changed.
    pub fn keep_after(&self, folder: &Path) -> Result<(), LabError> {
        if self.before.whole.is_empty() {
            return Ok(());
        }
        let after = checkup(&self.host, &self.tools, &self.drive);
        write(&folder.join("smart-after.json"), &self.whole(&after))?;
        let Some(mut health) = Health::read(folder)? else {
            return Ok(());
        };
        health.ended(after.smart, after.host_written_bytes, after.notes);
        keep(folder, &health)
    }

    fn whole(&self, checkup: &Checkup) -> Value {
        json!({
            "schema_version": SCHEMA_VERSION,
            "device": self.drive.display().to_string(),
            "at": crate::wall_clock(),
            "printed": checkup.whole,
        })
    }
}

fn keep(folder: &Path, health: &Health) -> Result<(), LabError> {
    let value = serde_json::to_value(health).map_err(|error| FolderError::Write {
        path: folder.join(Health::FILE),
        error: error.into(),
    })?;
    write(&folder.join(Health::FILE), &value)
}

/// Whole or not at all, also if the power is cut: the file before stays until the new one is on the
/// medium. Without the sync, a power cut left an empty file.
fn write(path: &Path, value: &Value) -> Result<(), LabError> {
    let new = path.with_extension("json.new");
    let put = || {
        let mut file = File::create(&new)?;
        file.write_all(format!("{value:#}\n").as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&new, path)
    };
    put().map_err(|error| {
        FolderError::Write {
            path: path.into(),
            error,
        }
        .into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Map;

    /// As of a drive whose tools printed this.
    fn asked(whole: Map<String, Value>) -> Wear {
        Wear {
            host: Host::default(),
            tools: Tools::in_folder(Path::new("/nowhere")),
            drive: "/nowhere/drive".into(),
            before: Checkup {
                keeps_smart: true,
                whole,
                smart: None,
                nvme: None,
                notes: vec!["a note".into()],
                host_written_bytes: Some(4096),
            },
        }
    }

    fn printed() -> Map<String, Value> {
        Map::from_iter([(
            "smartctl --json -a".to_string(),
            json!({"model_name": "Example"}),
        )])
    }

    #[test]
    fn is_what_the_drive_said_kept_whole_before_and_after() {
        let folder = tempfile::tempdir().expect("a folder");
        let wear = asked(printed());
        wear.keep_before(folder.path()).expect("kept");
        wear.keep_after(folder.path()).expect("kept");
        let text = std::fs::read_to_string(folder.path().join("smart-before.json"));
        let value: Value = serde_json::from_str(&text.expect("a file")).expect("JSON");
        assert_eq!(
            value["printed"]["smartctl --json -a"]["model_name"],
            "Example"
        );
        assert_eq!(value["device"], "/nowhere/drive");
        let health = Health::read(folder.path())
            .expect("readable")
            .expect("there");
        assert_eq!(health.kernel_written_before, Some(4096));
        assert!(folder.path().join("smart-after.json").is_file());
        // The drive was gone by then: said, not made up.
        assert!(
            health
                .notes
                .iter()
                .any(|note| note.contains("does not exist")),
            "{:?}",
            health.notes
        );
    }

    #[test]
    fn nvme_facts_are_those_that_the_drive_reports() {
        let mut wear = asked(printed());
        assert_eq!(wear.nvme_facts(), []);
        wear.before.nvme = Some(Nvme::default());
        let controller = Nvme::default().controller;
        let expected = [BenchFact::NvmeController { controller }];
        assert_eq!(wear.nvme_facts(), expected, "no row for what it leaves out");
    }

    #[test]
    fn does_a_resumed_run_keep_what_was_said_before_its_first_part() {
        let folder = tempfile::tempdir().expect("a folder");
        asked(printed()).keep_before(folder.path()).expect("kept");
        let mut later = asked(printed());
        later.before.host_written_bytes = Some(9999);
        later.keep_before(folder.path()).expect("kept");
        let health = Health::read(folder.path())
            .expect("readable")
            .expect("there");
        assert_eq!(health.kernel_written_before, Some(4096));
    }

    #[test]
    fn is_nothing_kept_of_a_drive_that_said_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let wear = asked(Map::new());
        wear.keep_before(folder.path()).expect("nothing to do");
        wear.keep_after(folder.path()).expect("nothing to do");
        assert_eq!(
            std::fs::read_dir(folder.path())
                .expect("the folder")
                .count(),
            0
        );
        let expected = BenchFact::Smart {
            told_by: Vec::new(),
            notes: vec!["a note".into()],
        };
        assert_eq!(wear.fact(), expected);
    }
}
