//! A job file with the files that it includes in place of the lines that ask for them; each line
//! remembers where it stood. A job file may come from anybody, and may be run by root: it includes
//! only files below its own folder, and nothing of a file that is no job file is repeated.

use crate::{LONGEST_BYTES, options, text_of};
use std::path::{Path, PathBuf};

/// Files within files, at most: one that includes itself has no end.
const DEEPEST: usize = 8;

/// Lines, and where each of them stood.
#[derive(Default)]
pub(crate) struct Whole {
    pub text: String,
    places: Vec<(String, usize)>,
}

impl Whole {
    /// `FILE:LINE` of a line, from 1.
    pub fn place(&self, line: usize) -> String {
        let place = line.checked_sub(1).and_then(|index| self.places.get(index));
        match place.or(self.places.last()) {
            Some((file, line)) => format!("{file}:{line}"),
            None => String::new(),
        }
    }

    /// A job file's lines with those that they include. A file that is not found from here is
    /// looked for beside the one that includes it, as fio does.
    ///
    /// # Errors
    /// A sentence with file and line: one cannot be read, is not below the job file's folder, has
    /// lines that are no options or a section of its own, or is too deep or long.
    pub fn of(file: &str, text: &str) -> Result<Self, String> {
        let mut whole = Self::default();
        whole.add(file, text, &Below::folder_of(file), 0)?;
        if whole.places.is_empty() {
            whole.places.push((file.into(), 1));
        }
        Ok(whole)
    }

    fn add(&mut self, file: &str, text: &str, below: &Below, depth: usize) -> Result<(), String> {
        for (index, line) in text.lines().enumerate() {
            let wrong = |sentence: &str| format!("{file}:{}: {sentence}", index + 1);
            let bare = line.split([';', '#']).next().unwrap_or("").trim();
            if depth > 0 && bare.starts_with('[') {
                return Err(wrong("an included file cannot have sections of its own"));
            }
            let named = bare
                .strip_prefix("include")
                .filter(|rest| rest.starts_with([' ', '\t']));
            let Some(name) = named.map(str::trim) else {
                let option = bare.split('=').next().unwrap_or("").trim();
                if depth > 0 && !bare.is_empty() && options::meaning(option).is_none() {
                    return Err(wrong("an included file can have only options known here"));
                }
                self.text.push_str(line);
                self.text.push('\n');
                self.places.push((file.into(), index + 1));
                continue;
            };
            if depth == DEEPEST || self.text.len() as u64 > LONGEST_BYTES {
                return Err(wrong(
                    "include files are nested too deeply or are too long in total",
                ));
            }
            let path = below.found(name, file).map_err(|error| wrong(&error))?;
            let path = path.display().to_string();
            let included = text_of(&path).map_err(|error| wrong(&error.to_string()))?;
            self.add(&path, &included, below, depth + 1)?;
        }
        Ok(())
    }
}

/// The folder that a job file includes files from.
struct Below(Option<PathBuf>);

impl Below {
    fn folder_of(file: &str) -> Self {
        let folder = Path::new(file).parent();
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
        Self(folder.unwrap_or(Path::new(".")).canonicalize().ok())
    }

    /// The file of a name, without links: from here, or beside the file that includes it.
    ///
    /// # Errors
    /// A sentence: there is none below the folder.
    fn found(&self, name: &str, including: &str) -> Result<PathBuf, String> {
        let beside = Path::new(including).parent().unwrap_or(Path::new(""));
        let places = [PathBuf::from(name), beside.join(name)];
        let places = places.iter().filter_map(|path| path.canonicalize().ok());
        let is_below = |path: &PathBuf| self.0.as_ref().is_some_and(|own| path.starts_with(own));
        let mut below = places.filter(is_below);
        below.next().ok_or_else(|| {
            format!(
                "{name}: there is no such file below the job file's folder, and include reads \
                 from nowhere else"
            )
        })
    }
}
