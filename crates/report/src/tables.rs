//! The page's results for the terminal.

use crate::data::PageData;
use crate::health;
use crate::marks::{Mark, MarkQuantity};
use crate::meters;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use fourcorners_bench::record::Run;

/// All results as text. `printed`: as for [`PageData::new`]; `width`: columns to use; `None`: as many as
/// the terminal has.
pub fn tables(runs: &[Run], printed: &dyn Fn(&Run) -> Vec<Mark>, width: Option<u16>) -> String {
    let data = PageData::new(runs, printed);
    let model = |drive: usize| {
        data.drives
            .get(drive)
            .map_or(String::new(), |drive| drive.model.clone())
    };
    let mut text = String::new();
    let mut section = |title: &str, header: &[&str], mut rows: Vec<Vec<String>>| {
        if rows.is_empty() {
            return;
        }
        let mut header = header.to_vec();
        // Where nothing was printed about any drive, the column is left out.
        if let Some(column) = header.iter().position(|name| *name == PUBLISHED)
            && rows.iter().all(|row| row[column].is_empty())
        {
            header.remove(column);
            rows.iter_mut().for_each(|row| drop(row.remove(column)));
        }
        let mut table = Table::new();
        table
            .load_style(presets::NOTHING)
            .set_content_arrangement(ContentArrangement::Dynamic);
        if let Some(width) = width {
            table.set_width(width);
        }
        table.set_header(header).add_rows(rows);
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let body: Vec<String> = table
            .to_string()
            .lines()
            .map(|line| line.trim_end().to_string())
            .collect();
        text.push_str(&format!("{title}\n{}\n\n", body.join("\n")));
    };
    for corner in &data.corners {
        let title = format!("{} ({}, MB = 10^6 bytes)", corner.title, corner.unit);
        let rows = corner.bars.iter().map(|bar| {
            let spread = if bar.low < bar.high {
                format!("{:.1} to {:.1}", bar.low, bar.high)
            } else {
                String::new()
            };
            vec![
                model(bar.drive),
                format!("{:.1}", bar.value),
                format!("{:.0}", bar.iops),
                spread,
                cell(
                    data.marks_of(bar.drive, corner.test, "measure", ""),
                    &[(MarkQuantity::Throughput, "")],
                    |value| format!("{value:.1}"),
                ),
            ]
        });
        section(&title, &["", "MB/s", "IOPS", "", PUBLISHED], rows.collect());
    }
    let rows = data.latencies.iter().map(|latency| {
        let state = format!("{}, {}", model(latency.drive), latency.state);
        vec![
            state,
            time(latency.mean_us),
            time(latency.p99_us),
            time(latency.max_us),
            format!("{:.0} s", latency.max_at_s),
            cell(
                data.marks_of(latency.drive, latency.test, latency.phase(), ""),
                &[
                    (MarkQuantity::LatencyMean, "mean"),
                    (MarkQuantity::LatencyMax, "max"),
                ],
                time,
            ),
        ]
    });
    section(
        "Write latency (4 KiB random, QD3)",
        &["", "mean", "99 %", "max", "at", PUBLISHED],
        rows.collect(),
    );
    let rows = data.drives.iter().enumerate().filter_map(|(drive, _)| {
        let mean = |state: &str, op: &str| {
            let curve = data
                .curves
                .iter()
                .find(|c| c.drive == drive && c.state == state && c.op == op);
            curve.map_or("-".into(), |curve| format!("{:.0}", curve.mean_mb_per_s))
        };
        data.curves
            .iter()
            .any(|curve| curve.drive == drive)
            .then(|| {
                let mut row = vec![model(drive)];
                for op in ["read", "write"] {
                    row.extend(["clean", "tortured", "trimmed"].map(|state| mean(state, op)));
                }
                let printed = data.curves.iter().filter(|curve| curve.drive == drive);
                let printed = printed.map(|curve| {
                    let marks = data.marks_of(drive, curve.test(), curve.op, "");
                    let what = format!("{} {}", curve.op, curve.state);
                    let throughput = [(MarkQuantity::Throughput, what.as_str())];
                    cell(marks, &throughput, |value| format!("{value:.0}"))
                });
                row.push(joined(printed));
                row
            })
    });
    section(
        "HD Tach, mean MB/s",
        &[
            "",
            "read clean",
            "tortured",
            "trimmed",
            "write clean",
            "tortured",
            "trimmed",
            PUBLISHED,
        ],
        rows.collect(),
    );
    let rows = data.consistency.iter().map(|run| {
        let early = &run.iops[..run.iops.len().min(100)];
        let early = early.iter().sum::<u64>() as f64 / early.len().max(1) as f64;
        vec![
            model(run.drive),
            run.label.clone(),
            format!("{early:.0}"),
            run.mean_late
                .map_or("-".into(), |iops| format!("{iops:.0}")),
            run.min_late.map_or("-".into(), |iops| iops.to_string()),
            run.write_amplification
                .map_or("-".into(), |wa| format!("{wa:.2}")),
            cell(
                data.marks_of(run.drive, "consistency", "measure", &run.variant),
                &SECONDS,
                |value| format!("{value:.0}"),
            ),
        ]
    });
    section(
        "Consistency, IOPS (4 KiB random writes, QD32, all LBAs)",
        &[
            "",
            "spare area",
            "first 100 s",
            &format!("from {} s", data.late_from_s),
            "worst second",
            "WA",
            PUBLISHED,
        ],
        rows.collect(),
    );
    section(
        "Steady state of random writes (SNIA: the last five rounds within 20 %, their slope within 10 %)",
        &["", "", "steady", "range", "slope"],
        crate::steady_state::rows(&data),
    );
    let rows = runs.iter().flat_map(|run| {
        let told = meters::facts(run).into_iter().chain(health::facts(run));
        told.map(|fact| {
            let model = run.header.identity.model.clone();
            vec![model, fact.name, fact.value]
        })
    });
    section("Meters, health and wear", &["", "what", ""], rows.collect());
    let rows = data.drives.iter().flat_map(|drive| {
        drive.missing.iter().map(|missing| {
            vec![
                drive.model.clone(),
                missing.what.clone(),
                format!("{}: {}", missing.status, missing.reason),
            ]
        })
    });
    section("Not measured", &["", "test", "why"], rows.collect());
    // A single test that is in none of the tables above.
    let known: Vec<&str> = crate::data::CORNERS
        .iter()
        .map(|(test, _)| *test)
        .chain(["hd-tach", "torture", "trim", "consistency"])
        .collect();
    let others = runs
        .iter()
        .flat_map(|run| run.entries.iter().map(move |entry| (run, entry)));
    let rows = others
        .filter(|(_, entry)| {
            let plain = entry.variant.is_empty() || entry.variant.starts_with("spare-");
            !(plain && known.iter().any(|known| entry.test == *known))
        })
        .filter_map(|(run, entry)| {
            let measured = entry.measured.as_ref()?;
            Some(vec![
                run.header.identity.model.clone(),
                [&entry.test, &entry.variant, &entry.phase]
                    .into_iter()
                    .filter(|part| !part.is_empty() && *part != "measure")
                    .cloned()
                    .collect::<Vec<_>>()
                    .join(" "),
                format!("{:.1}", measured.throughput_mb_per_s),
                format!("{:.0}", measured.iops_mean),
                format!("{:.0}", measured.latency_mean_us),
                measured
                    .power_mean_w
                    .map_or(String::new(), |watts| format!("{watts:.2}")),
                measured
                    .power_max_w
                    .map_or(String::new(), |watts| format!("{watts:.2}")),
            ])
        });
    section(
        "Other tests",
        &["", "test", "MB/s", "IOPS", "us", "W", "max W"],
        rows.collect(),
    );
    for (number, drive) in data.drives.iter().enumerate() {
        let judgements: Vec<&str> = data
            .judgements
            .iter()
            .filter(|judgement| judgement.drive == number)
            .map(|j| j.text.as_str())
            .collect();
        if !judgements.is_empty() {
            text.push_str(&format!("{}: {}.\n", drive.model, judgements.join("; ")));
        }
    }
    for warning in &data.warnings {
        text.push_str(&format!("Note: {warning}\n"));
    }
    text
}

/// Header of the column of printed figures.
const PUBLISHED: &str = "published";

/// What was printed of a consistency run.
const SECONDS: [(MarkQuantity, &str); 3] = [
    (MarkQuantity::SteadyMean, "mean"),
    (MarkQuantity::SteadyFloor, "worst second"),
    (MarkQuantity::WorstSecond, "worst second of all"),
];

/// The printed figures of these quantities, each after its name.
fn cell<'a>(
    marks: impl Iterator<Item = &'a Mark>,
    quantities: &[(MarkQuantity, &str)],
    number: impl Fn(f64) -> String + Copy,
) -> String {
    joined(marks.filter_map(|mark| {
        let (_, name) = quantities.iter().find(|(of, _)| *of == mark.quantity)?;
        Some(format!("{name} {}", mark.label(number)).trim().to_string())
    }))
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("; ")
}

/// Microseconds in the unit that reads best.
fn time(us: f64) -> String {
    if us >= 1e6 {
        format!("{:.2} s", us / 1e6)
    } else if us >= 1e3 {
        format!("{:.1} ms", us / 1e3)
    } else {
        format!("{us:.1} us")
    }
}
