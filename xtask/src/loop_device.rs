//! A loop device over a sparse file, gone again when it goes out of scope.

use crate::run::{self, Failure};
use std::path::{Path, PathBuf};

pub struct LoopDevice {
    device: String,
    file: PathBuf,
}

impl LoopDevice {
    /// A device of that many bytes over a new file in `folder`. Needs root.
    pub fn new(folder: &Path, bytes: u64) -> Result<Self, Failure> {
        let file = folder.join(format!("fourcorners-xtask-{}.img", std::process::id()));
        let path = file.to_string_lossy().into_owned();
        let created = std::fs::File::create_new(&file).and_then(|file| file.set_len(bytes));
        created.map_err(|error| format!("{path}: {error}"))?;
        match run::output(run::command(
            "losetup",
            &["--find", "--show", "--direct-io=on", &path],
        )) {
            Ok(device) => Ok(Self {
                device: device.trim().into(),
                file,
            }),
            Err(error) => {
                let _ = std::fs::remove_file(&file);
                Err(error)
            }
        }
    }
    /// Its path, as in `/dev/loop0`.
    pub fn path(&self) -> &str {
        &self.device
    }
}

impl Drop for LoopDevice {
    fn drop(&mut self) {
        let detached = run::output(run::command("losetup", &["--detach", &self.device]));
        let removed = std::fs::remove_file(&self.file);
        if detached.is_err() || removed.is_err() {
            eprintln!(
                "could not clean up {} over {}",
                self.device,
                self.file.display()
            );
        }
    }
}
