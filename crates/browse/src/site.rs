//! The same pages as files, for any web host: nothing is asked of a program any more.

use crate::collection::{Collection, Failure};
use crate::error::BrowseError;
use crate::frames;
use crate::id::RunId;
use crate::index::Broken;
use crate::row::RunRow;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const LIST: &str = "runs.json";
/// Of all figures in the page of comparisons, in bytes: some 600 runs. Of more it reads those that
/// it needs, which only a web host lets it do.
const MOST_CARRIED: usize = 5 << 20;

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Site {
    /// The page to open first.
    pub index: PathBuf,
    /// Runs that are shown.
    pub runs: usize,
    /// Folders that are named in the list as broken.
    pub broken: usize,
    /// All files together.
    pub bytes: u64,
}

/// Writes the site of all runs into a folder that does not exist, or is empty.
///
/// # Errors
/// There are no runs, the folder is not empty, or a file cannot be written; what was written until
/// then stays.
pub fn write_site(collection: &Collection, out: &Path) -> Result<Site, BrowseError> {
    let mut document = collection.runs(false);
    if document.listing.runs.is_empty() {
        return Err(BrowseError::NoRuns(collection.index.roots()));
    }
    let mut writer = Writer::new(out)?;
    writer.folder("figures")?;
    writer.folder("run")?;
    let rows = std::mem::take(&mut document.listing.runs);
    let mut names = BTreeSet::new();
    let mut carried = String::new();
    for mut row in rows {
        let id = row.id.clone();
        let (figures, page) = match pages(collection, &id) {
            Ok(pages) => pages,
            Err(reason) => {
                let folder = row.folder;
                document.listing.broken.push(Broken { folder, reason });
                continue;
            }
        };
        row.id = free_name(&row, &mut names);
        let address = format!("figures/{}.json", row.id);
        writer.write(&address, &figures)?;
        carried.push_str(&carry(&address, &figures));
        writer.write(&format!("run/{}.html", row.id), page.as_bytes())?;
        document.listing.runs.push(row);
    }
    let (runs, broken) = (document.listing.runs.len(), document.listing.broken.len());
    for (name, text) in [("browse.js", frames::SCRIPT), ("browse.css", frames::STYLE)] {
        writer.write(name, text.as_bytes())?;
    }
    let list = serde_json::to_vec(&document).map_err(|error| BrowseError::Write {
        path: out.join(LIST),
        error: error.into(),
    })?;
    let own = carry(LIST, &list);
    let compared = match carried.len() + own.len() {
        ..=MOST_CARRIED => own.clone() + &carried,
        _ => String::new(),
    };
    writer.write("compare.html", with(frames::COMPARE, &compared).as_bytes())?;
    writer.write("index.html", with(frames::LIST, &own).as_bytes())?;
    // Last: a site with a list is whole.
    writer.write(LIST, &list)?;
    Ok(Site {
        index: out.join("index.html"),
        runs,
        broken,
        bytes: writer.bytes,
    })
}

/// JSON as an element of a page, under its address: browsers let no page that was opened from a
/// disk read files beside it. It is run by nobody, and holds no `<` that could end it.
fn carry(address: &str, json: &[u8]) -> String {
    let json = String::from_utf8_lossy(json).replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"{address}\">{json}</script>\n")
}

/// A frame with what it carries at the end of its body.
fn with(frame: &str, carried: &str) -> String {
    match frame.rsplit_once("</body>") {
        Some((before, after)) => format!("{before}{carried}</body>{after}"),
        None => frame.into(),
    }
}

/// Whether a site may be written there: the folder does not exist, or is empty.
///
/// # Errors
/// It is not, or cannot be looked into.
pub fn may_write(out: &Path) -> Result<(), BrowseError> {
    match std::fs::read_dir(out).map(|mut entries| entries.next().is_none()) {
        Ok(true) => Ok(()),
        Ok(false) => Err(BrowseError::OutExists(out.into())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(BrowseError::Write {
            path: out.into(),
            error,
        }),
    }
}

/// The figures and the page of a run.
fn pages(collection: &Collection, id: &RunId) -> Result<(Vec<u8>, String), String> {
    let said = |failure| match failure {
        Failure::Unknown => "no longer exists".to_string(),
        Failure::Unreadable(reason) => reason,
    };
    let figures = collection.figures(id).map_err(said)?;
    let figures = serde_json::to_vec(&figures).map_err(|error| error.to_string())?;
    let page = collection.review(std::slice::from_ref(id), "../index.html");
    Ok((figures, page.map_err(said)?))
}

/// What a run is called in the site's addresses: the same when the site is made again, and
/// readable.
fn free_name(row: &RunRow, taken: &mut BTreeSet<String>) -> RunId {
    let port = row.port.iter().map(String::as_str);
    // Where a real drive was on its host is nobody's business.
    let own = Path::new(&row.name).file_name().unwrap_or_default();
    let mut words: Vec<String> = [&own.to_string_lossy(), row.suite.as_str()]
        .into_iter()
        .chain(port)
        .map(String::from)
        .collect();
    if row.seed != "1" {
        words.push(format!("seed{}", row.seed));
    }
    if row.repeat != 1 {
        words.push(format!("r{}", row.repeat));
    }
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    let name: String = words.join("-").chars().map(plain).take(80).collect();
    let number = |number: u32| match number {
        1 => name.clone(),
        _ => format!("{name}-{number}"),
    };
    // A set that holds finitely many names lacks one of these.
    let free = (1..).map(number).find(|name| !taken.contains(name));
    let free = free.unwrap_or_default();
    taken.insert(free.clone());
    RunId::of_site(free)
}

/// Puts files into a new folder.
struct Writer {
    out: PathBuf,
    bytes: u64,
}

impl Writer {
    fn new(out: &Path) -> Result<Self, BrowseError> {
        may_write(out)?;
        std::fs::create_dir_all(out).map_err(|error| BrowseError::Write {
            path: out.into(),
            error,
        })?;
        Ok(Self {
            out: out.into(),
            bytes: 0,
        })
    }

    fn folder(&self, name: &str) -> Result<(), BrowseError> {
        let path = self.out.join(name);
        std::fs::create_dir(&path).map_err(|error| BrowseError::Write { path, error })
    }

    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), BrowseError> {
        let path = self.out.join(name);
        self.bytes += bytes.len() as u64;
        std::fs::write(&path, bytes).map_err(|error| BrowseError::Write { path, error })
    }
}
