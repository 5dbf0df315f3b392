//! A case, and what it works with.

pub use fourcorners_testkit::vm::Failure;
use fourcorners_testkit::vm::{Drive, Guest, Image, Kernel, Packages, create_disk};
use std::fs;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// A scenario in one or more guests.
pub struct Case {
    pub name: &'static str,
    /// What is certain when it passes, in one line.
    pub proves: &'static str,
    pub run: fn(&Setting) -> Result<(), Failure>,
}

/// How a case ended.
pub struct Outcome {
    pub result: Result<(), Failure>,
    pub seconds: f64,
    /// The guests' log.
    pub console: PathBuf,
}

/// What a case works with.
pub struct Setting<'a> {
    pub image: &'a Image,
    /// Its own, empty at first: disk images, and the console's log.
    folder: PathBuf,
}

impl<'a> Setting<'a> {
    /// With an empty folder.
    pub fn new(image: &'a Image, folder: &Path) -> Result<Self, Failure> {
        let about = |error: std::io::Error| format!("{}: {error}", folder.display());
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).map_err(about)?;
        Ok(Self {
            image,
            folder: folder.into(),
        })
    }

    /// Boots a guest; see [`Guest::boot`].
    pub fn boot(&self, script: &str, drives: &[Drive]) -> Result<Guest, Failure> {
        self.boot_kernel(Kernel::Cloud, script, drives)
    }

    /// Boots a guest with this kernel.
    pub fn boot_kernel(
        &self,
        kernel: Kernel,
        script: &str,
        drives: &[Drive],
    ) -> Result<Guest, Failure> {
        let console = self.folder.join("console.log");
        Guest::boot(self.image, kernel, script, drives, &console)
    }

    pub fn packages(&self) -> &Packages {
        self.image.packages()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// A new, empty disk image.
    pub fn disk(&self, name: &str, bytes: u64) -> Result<PathBuf, Failure> {
        let path = self.file(name);
        create_disk(&path, bytes)?;
        Ok(path)
    }
}

/// A disk image and its content at an instant.
pub struct Kept {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Kept {
    pub fn of(path: &Path) -> Result<Self, Failure> {
        Ok(Self {
            path: path.into(),
            bytes: read(path)?,
        })
    }

    /// An error if the image is no longer what it was.
    pub fn is_unchanged(&self) -> Result<(), Failure> {
        let after = read(&self.path)?;
        // Whole pages are compared at once: images are large, and this is not optimized.
        let pages = self.bytes.chunks(PAGE).zip(after.chunks(PAGE));
        match pages.filter(|(before, after)| before != after).count() {
            0 => Ok(()),
            changed => Err(format!(
                "{}: {changed} blocks of {PAGE} bytes changed",
                self.path.display()
            )),
        }
    }
}

const PAGE: usize = 4096;

/// All bytes of an image.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes bytes into an image.
pub fn write_at(path: &Path, at: u64, bytes: &[u8]) -> Result<(), Failure> {
    let file = fs::OpenOptions::new().write(true).open(path);
    let written = file.and_then(|file| file.write_all_at(bytes, at));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// Everything that is wrong with the outcome of a case, not only the first.
#[derive(Default)]
pub struct Findings(Vec<Failure>);

impl Findings {
    pub fn note(&mut self, result: Result<(), Failure>) {
        self.0.extend(result.err());
    }

    /// Notes this unless it holds.
    pub fn check(&mut self, holds: bool, otherwise: impl FnOnce() -> Failure) {
        if !holds {
            self.0.push(otherwise());
        }
    }

    pub fn into_result(self) -> Result<(), Failure> {
        if self.0.is_empty() {
            Ok(())
        } else {
            Err(self.0.join("\n"))
        }
    }
}
