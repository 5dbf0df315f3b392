//! The quick look as an image to share: an SVG of the size that sites show as a card.

use super::block::fitted;
use super::{Quartet, QuartetRow, Rate};
use crate::frame::escape;
use crate::page::{PageError, write_new};
use crate::wording::{desktop as words, remarks};
use fourcorners_bench::record::Run;
use fourcorners_findings::select::by_drive;
use std::path::{Path, PathBuf};

const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;
/// Left and right of everything.
const MARGIN: u32 = 64;
/// Right edges of the columns of speeds.
const COLUMNS: [u32; 2] = [760, 1136];
/// Baselines of the header of the table, and of its first row.
const HEADER_Y: u32 = 246;
const FIRST_Y: u32 = 308;
/// Between the header and the foot.
const ROWS_HEIGHT: u32 = 290;
/// Rows that stay readable; the test that is part of the program has four.
const MOST_ROWS: usize = 6;
const FONT: &str = "'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";

/// Colors: text, minor text, lines, and what must not be overlooked.
const INK: &str = "#1a1a1a";
const FAINT: &str = "#5c5c5c";
const RULE: &str = "#d8d8d4";
const ALERT: &str = "#b3261e";

/// Writes an image per drive next to a page, `PAGE-share.svg` the first; none unless every run
/// did a quartet, and nothing else. `begun` tells on which day a run began. No file is replaced.
///
/// # Errors
/// One cannot be written; those before it are there.
pub fn write_images(
    runs: &[Run],
    page: &Path,
    begun: &dyn Fn(&Run) -> Option<String>,
) -> Result<Vec<PathBuf>, PageError> {
    let Some(all) = Quartet::all(runs) else {
        return Ok(Vec::new());
    };
    let groups = by_drive(runs);
    let mut written = Vec::new();
    for (place, (quartet, group)) in all.iter().zip(&groups).enumerate() {
        let path = path_of(page, place);
        let date = group.first().and_then(begun);
        write_new(&svg(quartet, date.as_deref()), &path)?;
        written.push(path);
    }
    Ok(written)
}

fn path_of(page: &Path, place: usize) -> PathBuf {
    let mut name = page.file_stem().unwrap_or_default().to_os_string();
    name.push(match place {
        0 => "-share.svg".into(),
        more => format!("-share-{}.svg", more + 1),
    });
    page.with_file_name(name)
}

/// The image of one drive; `date`: of the run.
pub fn svg(of: &Quartet, date: Option<&str>) -> String {
    let mut image = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"{FONT}\" fill=\"{INK}\">\n<rect \
         width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fbfbf8\"/>\n"
    );
    title(of, &mut image);
    if of.simulated {
        let alert = Text::new(MARGIN, 176, 28).bold().colored(ALERT);
        image.push_str(&alert.of(words::A_MODEL));
    }
    let remarks = remarks::line(&of.remarks());
    if !remarks.is_empty() {
        let alert = Text::new(MARGIN, 212, 20).bold().colored(ALERT);
        image.push_str(&alert.of(&fitted(&remarks, 88)));
    }
    for (x, name) in COLUMNS.iter().zip([words::READ, words::WRITE]) {
        let head = Text::new(*x, HEADER_Y, 26).right_aligned().colored(FAINT);
        image.push_str(&head.of(name));
    }
    let rows = &of.rows[..of.rows.len().min(MOST_ROWS)];
    let pitch = ROWS_HEIGHT / (rows.len().max(1) as u32);
    for (row, y) in rows.iter().zip((FIRST_Y..).step_by(pitch as usize)) {
        image.push_str(&rule(y - 46));
        line(row, y, &mut image);
    }
    image.push_str(&rule(HEIGHT - 74));
    let foot = Text::new(MARGIN, HEIGHT - 36, 24).colored(FAINT);
    image.push_str(&foot.of(&words::foot(of, date)));
    image.push_str("</svg>\n");
    image
}

/// The drive as large as its name allows, and what else is known of it.
fn title(of: &Quartet, image: &mut String) {
    let name = fitted(&of.drive, 60);
    let letters = name.chars().count().max(1) as u32;
    // A bold letter is about three fifths as wide as it is high.
    let size = ((WIDTH - 2 * MARGIN) * 5 / 3 / letters).clamp(26, 52);
    image.push_str(&Text::new(MARGIN, 88, size).bold().of(&name));
    let about = fitted(&words::about(of), 84);
    image.push_str(&Text::new(MARGIN, 132, 26).colored(FAINT).of(&about));
}

/// A row: speeds, and below them I/Os per second if they were random.
fn line(row: &QuartetRow, y: u32, image: &mut String) {
    image.push_str(&Text::new(MARGIN, y, 34).of(&fitted(&row.title, 22)));
    for (x, rate) in COLUMNS.into_iter().zip([row.read, row.write]) {
        figures(rate, row.is_random(), (x, y), image);
    }
}

fn figures(rate: Option<Rate>, is_random: bool, (x, y): (u32, u32), image: &mut String) {
    let speed = Text::new(x, y, 40).bold().right_aligned();
    image.push_str(&speed.of(&words::speed(rate)));
    let iops = words::iops(rate);
    if is_random && !iops.is_empty() {
        let iops = words::with_unit(&iops);
        let note = Text::new(x - 170, y, 24).right_aligned().colored(FAINT);
        image.push_str(&note.of(&iops));
    }
}

fn rule(y: u32) -> String {
    let right = WIDTH - MARGIN;
    format!("<path d=\"M{MARGIN} {y}H{right}\" stroke=\"{RULE}\" stroke-width=\"2\"/>\n")
}

/// Place and style of a text.
struct Text {
    x: u32,
    y: u32,
    size: u32,
    weight: u32,
    anchor: &'static str,
    color: &'static str,
}

impl Text {
    fn new(x: u32, y: u32, size: u32) -> Self {
        Self {
            x,
            y,
            size,
            weight: 400,
            anchor: "start",
            color: INK,
        }
    }

    fn bold(self) -> Self {
        Self {
            weight: 700,
            ..self
        }
    }

    /// Ends where it would begin.
    fn right_aligned(self) -> Self {
        Self {
            anchor: "end",
            ..self
        }
    }

    fn colored(self, color: &'static str) -> Self {
        Self { color, ..self }
    }

    fn of(&self, text: &str) -> String {
        let Self {
            x,
            y,
            size,
            weight,
            anchor,
            color,
        } = self;
        // XML has no place for these two, escaped or not.
        let text = text.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
        format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"{weight}\" \
             text-anchor=\"{anchor}\" fill=\"{color}\" xml:space=\"preserve\">{}</text>\n",
            escape(&text)
        )
    }
}
