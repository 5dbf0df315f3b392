//! What `review` prints: a row per drive, what stands out, and which drive to pick.

use crate::data::PageData;
use crate::printed::Printed;
use crate::tables::Section;
use crate::terminal::{laid_out, paragraphs};
use crate::visible::visible;
use crate::wording::numbers::{count, percent, speed};
use crate::wording::statements;
use crate::wording::summary::{self as words, AgingOf};
use crate::wording::terminal::note;
use fourcorners_bench::record::Run;
use fourcorners_findings::overview::{AfterTrim, Aging, Overview};

/// The outcome in a screen. `None`: these runs have none of the figures that it shows. `printed`:
/// as for [`PageData::new`]; `width`: columns to use; `None`: as many as the terminal has.
pub fn summary(runs: &[Run], printed: &dyn Printed, width: Option<u16>) -> Option<String> {
    let data = PageData::for_texts(runs, printed);
    let columns = columns(&data.overview);
    if columns.is_empty() {
        return None;
    }
    let rows = data.overview.iter().map(|row| {
        let name = data
            .drives
            .get(row.drive)
            .map(|drive| visible(&drive.model));
        let cells = columns.iter().map(|column| cell(column, row));
        std::iter::once(name.unwrap_or_default()).chain(cells)
    });
    let rows: Vec<Vec<String>> = rows.map(Iterator::collect).collect();
    let head = words::head(data.simulated(), data.drives.len());
    let names = columns.iter().map(|column| column.name);
    let section = Section {
        title: format!("{}\n", visible(&head)),
        header: std::iter::once(words::UNITS)
            .chain(names)
            .map(String::from)
            .collect(),
        rows,
        ends_in_sentences: false,
    };
    let mut sentences = outstanding(&data);
    sentences.extend(picks(&data));
    sentences.extend(statements::tally(&data.tally()).map(|tally| visible(&format!("{tally}."))));
    let (severe, others): (Vec<_>, Vec<_>) = data.warnings.iter().partition(|one| one.severe);
    sentences.extend(severe.iter().map(|one| visible(&note(&one.to_string()))));
    if !others.is_empty() {
        sentences.push(words::warnings(others.len()));
    }
    let table = laid_out(section, width, (1, 0));
    let text = format!("{table}{}", paragraphs(&sentences, width));
    Some(text.trim_end().to_string())
}

/// A column of the table: its name, and the figure of a row.
struct Column {
    name: &'static str,
    of: fn(&Overview) -> Option<f64>,
    write: fn(f64) -> String,
}

/// Those of which at least one drive has a figure.
fn columns(rows: &[Overview]) -> Vec<Column> {
    let column = |name, of, write| Column { name, of, write };
    let all = [
        column(
            words::RANDOM_READ,
            |row: &Overview| row.random_read_mb_per_s,
            speed as _,
        ),
        column(
            words::RANDOM_WRITE,
            |row| row.random_write_mb_per_s,
            speed as _,
        ),
        column(
            words::SEQUENTIAL_READ,
            |row| row.sequential_read_mb_per_s,
            speed as _,
        ),
        column(
            words::SEQUENTIAL_WRITE,
            |row| row.sequential_write_mb_per_s,
            speed as _,
        ),
        column(words::CLEAN, |row| row.clean_mb_per_s, speed as _),
        column(words::TORTURED, |row| row.tortured_mb_per_s, speed as _),
        column(words::TRIMMED, |row| row.trimmed_mb_per_s, speed as _),
        column(words::SUSTAINED, |row| row.sustained_iops, count as _),
        column(words::SLOW, |row| row.slow_percent, percent as _),
    ];
    let is_measured = |column: &Column| rows.iter().any(|row| (column.of)(row).is_some());
    all.into_iter().filter(is_measured).collect()
}

fn cell(column: &Column, row: &Overview) -> String {
    (column.of)(row).map_or(words::NO_FIGURE.into(), column.write)
}

/// What stands out: of one drive its headline, of several the extremes.
fn outstanding(data: &PageData) -> Vec<String> {
    if let ([_], [headline, ..]) = (data.drives.as_slice(), data.headlines.as_slice()) {
        return vec![visible(&words::headline(&data.drives[0].model, headline))];
    }
    let name = |row: &Overview| data.drives[row.drive].model.as_str();
    let most = |of: fn(&Overview) -> Option<f64>| {
        let found = data.overview.iter().filter_map(|row| Some((row, of(row)?)));
        found.max_by(|(_, a), (_, b)| a.total_cmp(b))
    };
    let slow = data
        .overview
        .iter()
        .filter_map(|row| Some((name(row), row.slow_percent?)));
    let mut slow: Vec<(&str, f64)> = slow.filter(|(_, slow)| *slow > 0.0).collect();
    slow.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let loses = most(Overview::loss_percent).filter(|(_, loss)| *loss >= words::LOSS_PERCENT);
    let lines = [
        (!slow.is_empty()).then(|| words::stalls(&slow)),
        loses.and_then(|(row, loss)| {
            let speeds = [row.clean_mb_per_s?, row.tortured_mb_per_s?];
            Some(words::loses(name(row), speeds, loss, &aging(data)))
        }),
    ];
    let lines = lines.into_iter().flatten();
    lines.map(|line| visible(&line)).collect()
}

/// Names of the drives by what torture and TRIM make of them.
fn aging(data: &PageData) -> AgingOf<'_> {
    let named = |is_so: fn(Aging) -> bool| {
        let rows = data.overview.iter();
        let rows = rows.filter(|row| row.aging.is_some_and(is_so));
        rows.map(|row| data.drives[row.drive].model.as_str())
            .collect()
    };
    let trim_was_measured = |row: &Overview| row.trimmed_mb_per_s.is_some();
    AgingOf {
        drives: data.drives.len(),
        with_trim: data.overview.iter().any(trim_was_measured),
        restored: named(|aging| aging == Aging::Loss(AfterTrim::Restored)),
        not_restored: named(|aging| aging == Aging::Loss(AfterTrim::NotRestored)),
        no_trim: named(|aging| aging == Aging::Loss(AfterTrim::NoTrim)),
        no_trim_pass: named(|aging| aging == Aging::Loss(AfterTrim::NotMeasured)),
        not_judged: named(|aging| {
            matches!(aging, Aging::NotJudged | Aging::Loss(AfterTrim::NotJudged))
        }),
    }
}

/// The recommendations that matter most.
fn picks(data: &PageData) -> Vec<String> {
    let words = data.picks.iter().map(|pick| &data.final_words[*pick]);
    let lines = words.map(|word| {
        let drives = word
            .drives
            .iter()
            .map(|drive| data.drives[*drive].model.as_str());
        words::pick(
            &word.whom,
            &drives.collect::<Vec<_>>(),
            !word.fitted.is_empty(),
        )
    });
    lines.map(|line| visible(&line)).collect()
}
