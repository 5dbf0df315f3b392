//! What the comparison is run on, and overwrites.

use crate::loop_device::LoopDevice;
use crate::run::{self, Failure};
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

const MADE_BYTES: u64 = 4 << 30;
const LOOP_BYTES: u64 = 1 << 30;

/// A device that is there, or a loop device or file that is made, and removed in the end.
pub struct Target {
    pub path: String,
    /// For people.
    pub what: &'static str,
    pub bytes: u64,
    /// Removed on drop.
    made: Option<Made>,
}

enum Made {
    #[expect(dead_code, reason = "kept to be dropped")]
    Loop(LoopDevice),
    File(PathBuf),
}

impl Target {
    /// Without a path: a loop device over a file in memory. A path that is not there: a regular
    /// file. A regular file that is there is refused.
    pub fn new(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else {
            let made = LoopDevice::new(Path::new("/dev/shm"), LOOP_BYTES)?;
            return Ok(Self {
                path: made.path().into(),
                what: "loop device over /dev/shm",
                bytes: LOOP_BYTES,
                made: Some(Made::Loop(made)),
            });
        };
        let name = path.to_string_lossy().into_owned();
        match path.metadata() {
            Ok(metadata) if metadata.file_type().is_block_device() => {
                let bytes = run::output(run::command("blockdev", &["--getsize64", &name]))?;
                let bytes = bytes
                    .trim()
                    .parse()
                    .map_err(|error| format!("{name}: its size: {error}"))?;
                Ok(Self {
                    path: name,
                    what: "block device",
                    bytes,
                    made: None,
                })
            }
            Ok(_) => Err(format!(
                "{name} exists and is no block device: name a file that does not exist yet, to be \
                 made"
            )),
            Err(_) => {
                std::fs::File::create_new(path)
                    .and_then(|file| file.set_len(MADE_BYTES))
                    .map_err(|error| format!("{name}: {error}"))?;
                Ok(Self {
                    path: name,
                    what: "regular file",
                    bytes: MADE_BYTES,
                    made: Some(Made::File(path.into())),
                })
            }
        }
    }

    /// Whether it finishes an I/O within the call that begins it, as zram does and loop does. A
    /// tuned fio then waits for whole batches.
    pub fn is_synchronous(&self) -> bool {
        self.path.starts_with("/dev/zram") || self.path.starts_with("/dev/loop")
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        if let Some(Made::File(path)) = &self.made
            && let Err(error) = std::fs::remove_file(path)
        {
            eprintln!("could not remove {}: {error}", path.display());
        }
    }
}
