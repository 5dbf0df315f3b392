//! A job file with the files that it includes in place of the lines that ask for them; each line
//! remembers where it stood.

use crate::{LONGEST_BYTES, text_of};
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
    /// A sentence with file and line: one cannot be read, has a section of its own, or is too deep
    /// or long.
    pub fn of(file: &str, text: &str) -> Result<Self, String> {
        let mut whole = Self::default();
        whole.add(file, text, 0)?;
        if whole.places.is_empty() {
            whole.places.push((file.into(), 1));
        }
        Ok(whole)
    }

    fn add(&mut self, file: &str, text: &str, depth: usize) -> Result<(), String> {
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
            let path = found(name, file).display().to_string();
            let included = text_of(&path).map_err(|error| wrong(&error.to_string()))?;
            self.add(&path, &included, depth + 1)?;
        }
        Ok(())
    }
}

fn found(name: &str, including: &str) -> PathBuf {
    let here = PathBuf::from(name);
    if here.exists() {
        return here;
    }
    let folder = Path::new(including).parent().unwrap_or(Path::new(""));
    folder.join(name)
}
