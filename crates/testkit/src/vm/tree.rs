//! A folder of the host that becomes a file tree of a guest.

use super::tool::about;
use super::{Failure, Packages};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Places in it are absolute paths, as the guest sees them.
pub struct Tree {
    folder: PathBuf,
}

impl Tree {
    /// An empty one; what lay in `folder` is removed.
    pub fn new(folder: &Path) -> Result<Self, Failure> {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).map_err(about(folder))?;
        Ok(Self {
            folder: folder.into(),
        })
    }

    /// Where it is on the host.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Copies a file, with its permissions.
    pub fn add_file(&self, from: &Path, to: &Path) -> Result<(), Failure> {
        let place = self.place(to)?;
        fs::copy(from, &place).map(drop).map_err(about(from))
    }

    /// Copies a program to `/bin/NAME`, and its shared libraries to where it looks for them.
    pub fn add_program(
        &self,
        packages: &Packages,
        program: &Path,
        name: &str,
    ) -> Result<(), Failure> {
        self.add_file(program, &Path::new("/bin").join(name))?;
        for (from, to) in packages.libraries(program)? {
            self.add_file(&from, &to)?;
        }
        Ok(())
    }

    /// Writes a script.
    pub fn add_script(&self, to: &str, text: &str) -> Result<(), Failure> {
        self.add_bytes(to, text.as_bytes())?;
        let place = self.place(Path::new(to))?;
        fs::set_permissions(&place, Permissions::from_mode(0o755)).map_err(about(&place))
    }

    /// Writes a file.
    pub fn add_bytes(&self, to: &str, bytes: &[u8]) -> Result<(), Failure> {
        let place = self.place(Path::new(to))?;
        fs::write(&place, bytes).map_err(about(&place))
    }

    /// Makes an empty folder.
    pub fn add_folder(&self, to: &str) -> Result<(), Failure> {
        let folder = self.folder.join(to.trim_start_matches('/'));
        fs::create_dir_all(&folder).map_err(about(&folder))
    }

    /// The place on the host, in a folder that exists.
    fn place(&self, to: &Path) -> Result<PathBuf, Failure> {
        let inside = to.strip_prefix("/").unwrap_or(to);
        let place = self.folder.join(inside);
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder).map_err(about(folder))?;
        }
        Ok(place)
    }
}
