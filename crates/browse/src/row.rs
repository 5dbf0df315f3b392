//! What the list says of a run: from `run.json` and `results.jsonl` alone, so that a thousand are
//! read in a second.

use crate::id::{RunId, hex};
use crate::maker::maker;
use fourcorners_bench::ChartKind;
use fourcorners_bench::plain_file::NotRead;
use fourcorners_bench::plausible::{YEARS, keep_possible};
use fourcorners_bench::record::{Damage, Entry, Harm, RunHeader, Status, is_over};
use fourcorners_bench::{
    HEADER_LIMIT, file_names, is_being_written, plain_file, read_header, read_lines,
};
use fourcorners_block::DriveKind;
use fourcorners_findings::pages::Pages;
use fourcorners_report::wording::{comparable, damage};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Of `results.jsonl`, in bytes: a replay's result is some 10 KB.
const RESULTS_LIMIT: u64 = 64 << 20;

/// A run in the list.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RunRow {
    /// Where it lies; nobody who looks at a page has to know.
    #[serde(skip)]
    #[schemars(skip)]
    pub path: PathBuf,
    /// In addresses.
    pub id: RunId,
    /// Titles of its tests, by id, as the run itself has them.
    #[serde(skip)]
    #[schemars(skip)]
    pub titles: BTreeMap<String, String>,
    /// Equal for repetitions of one run: same drive and firmware, suite, conditions, seed, engine
    /// and version of fourcorners.
    pub group: String,
    /// Name of the run's folder, without its path.
    pub folder: String,
    /// Drive's name, as the user asked for it.
    pub name: String,
    /// Model for people.
    pub model: String,
    /// Who made it; null: nobody did, or it is not known.
    pub maker: Option<String>,
    /// Year in which it could be bought first; null: not known.
    pub year: Option<u32>,
    /// Addressable bytes; 0: not known, as where `run.json` says what no drive has.
    pub capacity_bytes: u64,
    /// Firmware revision; empty: the drive does not say.
    pub firmware: String,
    /// What can tell it from other runs of its model, the likeliest first: as many texts in every
    /// row, empty where there is nothing to say.
    pub differences: Vec<String>,
    /// What kind of drive it is.
    #[schemars(schema_with = "kinds")]
    pub kind: DriveKind,
    pub suite: String,
    /// Port that a simulated drive was plugged into, where one was asked for.
    pub port: Option<String>,
    /// Root of all randomness, in decimal digits: a browser's numbers are whole up to 2^53 only.
    pub seed: String,
    /// Which repetition, from 1.
    pub repeat: u32,
    /// Whether it may be set beside other runs of its suite.
    pub comparable: bool,
    /// Why not, a sentence; empty if it may.
    pub not_comparable_because: String,
    pub version: String,
    /// When it began, RFC 3339, UTC; null: not known.
    pub started: Option<String>,
    /// How far it is.
    pub progress: Progress,
    /// Phases that were planned; 0: not known.
    pub planned: usize,
    /// Phases that finished.
    pub finished: usize,
    /// Phases that failed.
    pub failed: usize,
    /// Phases and tests that were skipped.
    pub skipped: usize,
    /// 4 KiB random reads, 10^6 bytes a second; this and the next three are null if not measured.
    pub random_read_mb_per_s: Option<f64>,
    /// 4 KiB random writes.
    pub random_write_mb_per_s: Option<f64>,
    /// Sequential reads.
    pub sequential_read_mb_per_s: Option<f64>,
    /// Sequential writes.
    pub sequential_write_mb_per_s: Option<f64>,
    /// What is wrong with its files, a sentence each.
    pub problems: Vec<String>,
}

fn kinds(_: &mut SchemaGenerator) -> Schema {
    use DriveKind::{BlockDevice, Null, RegularFile, Simulated};
    json_schema!({ "type": "string", "enum": [Simulated, BlockDevice, RegularFile, Null] })
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Progress {
    /// Every phase has a result.
    Finished,
    /// A process writes it now.
    Running,
    /// Nobody writes it, and phases have no result.
    EndedEarly,
}

/// What the tests of the four corners do.
const CORNERS: [(&str, &str); 4] = [
    ("random", "read"),
    ("random", "write"),
    ("sequential", "read"),
    ("sequential", "write"),
];

impl RunRow {
    /// Reads it from a run's folder, whose path has no links in it.
    ///
    /// # Errors
    /// A sentence: why it is no run that can be shown.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let json = plain_file::read(&folder.join(file_names::RUN_JSON), HEADER_LIMIT)
            .map_err(|reason| format!("{}: {reason}", file_names::RUN_JSON))?;
        let mut problems = Vec::new();
        let mut header = read_header(&json, &mut problems)
            .map_err(|reason| format!("{}: {reason}", file_names::RUN_JSON))?;
        problems.extend(missing(folder));
        let entries = results(folder, &mut problems);
        header.judge(&entries);
        let pages = Pages::of_headers(std::iter::once(&header));
        let (progress, finished) = progress(folder, &header, &entries);
        let count = |is: fn(&Status) -> bool| entries.iter().filter(|e| is(&e.status)).count();
        let [random_read, random_write, sequential_read, sequential_write] =
            CORNERS.map(|kind| corner(&entries, kind, &pages));
        let identity = &header.identity;
        let capacity_bytes = header.capacity().map_or(0, |capacity| capacity.0);
        let name = folder.file_name().unwrap_or(folder.as_os_str());
        let name = name.to_string_lossy().into_owned();
        let group = group(&header, &name);
        let own = header.pages.iter();
        let titles = own.map(|(test, page)| (test.clone(), page.title.clone()));
        Ok(Self {
            titles: titles.collect(),
            path: folder.into(),
            id: RunId::of(folder),
            group,
            folder: name,
            name: identity.name.clone(),
            model: match identity.model.as_str() {
                "" => identity.name.clone(),
                model => model.into(),
            },
            maker: maker(identity),
            year: header.year.filter(|year| YEARS.contains(year)),
            firmware: identity.firmware.clone(),
            differences: fourcorners_report::differences(&header),
            capacity_bytes,
            kind: identity.kind,
            port: header.port().map(String::from),
            started: started(folder),
            progress,
            planned: header.phases.len(),
            finished,
            failed: count(|status| matches!(status, Status::Failed { .. })),
            skipped: count(|status| matches!(status, Status::Skipped { .. })),
            random_read_mb_per_s: random_read,
            random_write_mb_per_s: random_write,
            sequential_read_mb_per_s: sequential_read,
            sequential_write_mb_per_s: sequential_write,
            problems: damage::sentences(&problems),
            suite: header.suite,
            seed: header.seed.to_string(),
            repeat: header.repeat,
            comparable: header.not_comparable.is_empty(),
            not_comparable_because: comparable::reasons(&header.not_comparable),
            version: header.version,
        })
    }
}

fn group(header: &RunHeader, folder: &str) -> String {
    let review = fourcorners_report::review_of(header, folder);
    let what = (fourcorners_report::what_was_run(header), review);
    hex(&serde_json::to_vec(&what).unwrap_or_default())
}

/// The files that are missing, or are none; and those whose last line was torn.
fn missing(folder: &Path) -> Vec<Damage> {
    let harm = |name: &&str| {
        let unread = |why: NotRead| {
            Some(Harm::Unread {
                why: why.to_string(),
            })
        };
        let (_, length) = match plain_file::open(&folder.join(name), u64::MAX) {
            Ok(opened) => opened,
            Err(why) => return unread(why),
        };
        let last = length.checked_sub(1)?;
        match plain_file::read_part(&folder.join(name), last, 1) {
            Ok(byte) if byte == b"\n" => None,
            Ok(_) => Some(Harm::Torn),
            Err(why) => unread(why),
        }
    };
    let damage = |name: &&str| {
        Some(Damage {
            file: (*name).into(),
            what: harm(name)?,
        })
    };
    file_names::ALL[1..].iter().filter_map(damage).collect()
}

/// The whole lines of `results.jsonl`.
fn results(folder: &Path, problems: &mut Vec<Damage>) -> Vec<Entry> {
    let name = file_names::RESULTS;
    let bytes = match plain_file::read(&folder.join(name), RESULTS_LIMIT) {
        Ok(bytes) => bytes,
        // One that is missing is named among the missing.
        Err(why) => {
            let problem = Damage {
                file: name.into(),
                what: Harm::Unread {
                    why: why.to_string(),
                },
            };
            if !problems.contains(&problem) {
                problems.push(problem);
            }
            return Vec::new();
        }
    };
    // One that is torn is named among the problems already.
    let end = bytes.iter().rposition(|byte| *byte == b'\n');
    let whole = &bytes[..end.map_or(0, |end| end + 1)];
    let mut entries = read_lines(name, whole, problems);
    keep_possible(name, &mut entries, problems);
    entries
}

/// How far it is, and how many phases finished.
fn progress(folder: &Path, header: &RunHeader, entries: &[Entry]) -> (Progress, usize) {
    let finished = entries
        .iter()
        .filter(|entry| entry.status == Status::Finished);
    let progress = if is_over(header, entries) {
        Progress::Finished
    } else if is_being_written(folder) {
        Progress::Running
    } else {
        Progress::EndedEarly
    };
    (progress, finished.count())
}

/// The speed of the first of these tests that finished, its own way before any variant.
fn corner(entries: &[Entry], (pattern, op): (&str, &str), pages: &Pages) -> Option<f64> {
    let of = |test: &str| {
        let finished = entries
            .iter()
            .filter(|entry| entry.test == test && entry.status == Status::Finished);
        let best = finished.min_by_key(|entry| !entry.variant.is_empty())?;
        let measured = best.measured.as_ref()?;
        let is_of_kind = measured.pattern == pattern && measured.op == op;
        is_of_kind.then_some(measured.throughput_mb_per_s)
    };
    let tests = pages.drawn_as(ChartKind::Bars).into_iter();
    tests.map(|(test, _)| test).find_map(of)
}

/// When the first line of `wall.jsonl` was written.
fn started(folder: &Path) -> Option<String> {
    #[derive(Deserialize)]
    struct At {
        at: String,
    }
    let wall = folder.join(file_names::WALL);
    // That of a large review lists all its runs.
    let mut begins = [4096, 1 << 20].into_iter();
    let line = begins.find_map(|bytes| {
        let begin = plain_file::read_part(&wall, 0, bytes).ok()?;
        let end = begin.iter().position(|byte| *byte == b'\n')?;
        Some(begin[..end].to_vec())
    })?;
    let at = serde_json::from_slice::<At>(&line).ok()?.at;
    // Text of a file: only what can be an instant is one.
    let plain = |c: char| c.is_ascii_digit() || "-:.TZ+".contains(c);
    (at.len() < 40 && at.chars().all(plain)).then_some(at)
}
