//! The page's results as tables of text, for the terminal and for Markdown.

use crate::charts::{Bar, Chart};
use crate::data::PageData;
use crate::marks::{Mark, MarkQuantity};
use crate::replay_rows;
use crate::visible::visible;
use crate::wording::health;
use crate::wording::numbers::{self as words, duration as time};
use fourcorners_bench::record::{Entry, ReplayedOp, Run};
use fourcorners_findings::curves::Curve;
use fourcorners_findings::names::{self, PassOp, PassSection, PassState, Unit};
use fourcorners_findings::seconds::mean;
use fourcorners_findings::spread::Spread;

/// A table with its title. The first column names; the others hold figures.
pub(crate) struct Section {
    pub title: String,
    pub header: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Section {
    /// `None` without rows. A column in which nothing stands for any drive (nothing was printed, no power was
    /// measured) is left out.
    pub fn new(title: &str, header: &[&str], mut rows: Vec<Vec<String>>) -> Option<Self> {
        let mut header: Vec<String> = header.iter().map(|name| (*name).into()).collect();
        for column in (0..header.len()).rev() {
            if rows.iter().all(|row| row[column].is_empty()) {
                header.remove(column);
                rows.iter_mut().for_each(|row| drop(row.remove(column)));
            }
        }
        let cells = rows.iter_mut().flatten().chain(&mut header);
        cells.for_each(|cell| *cell = visible(cell));
        (!rows.is_empty()).then(|| Self {
            title: visible(title),
            header,
            rows,
        })
    }
}

/// Seconds at the beginning of a consistency run of which the mean is told.
const FIRST_S: usize = 100;

/// All results in tables, empty ones left out.
pub(crate) fn results(runs: &[Run], data: &PageData) -> Vec<Section> {
    let model = |drive: usize| {
        data.drives
            .get(drive)
            .map_or(String::new(), |drive| drive.model.clone())
    };
    let mut sections = Vec::new();
    let mut section = |title: &str, header: &[&str], rows: Vec<Vec<String>>| {
        sections.extend(Section::new(title, header, rows));
    };
    for chart in &data.charts {
        let unit = chart.unit.to_string();
        let (unit, note, counted) = match chart.unit {
            // Of the busy time, as the rate is.
            Unit::MbPerS if chart.section == names::Section::RecordedUse => {
                ("MB/s", ", MB = 10^6 bytes", "IOPS while busy")
            }
            Unit::MbPerS => ("MB/s", ", MB = 10^6 bytes", "IOPS"),
            Unit::Microseconds => ("us", "", ""),
            _ => (unit.as_str(), "", ""),
        };
        let title = format!("{} ({unit}{note})", chart.title);
        let rows = chart.bars.iter().map(|bar| {
            let name = named(&model(bar.drive), &bar.label);
            bar_row(data, name, chart, bar)
        });
        let header = ["", unit, counted, "", PUBLISHED];
        section(&title, &header, rows.collect());
    }
    for chart in &data.latencies {
        let rows = chart.entries.iter().map(|latency| {
            let [mean, p99, max] = latency.told.map(with_interval);
            vec![
                named(&model(latency.drive), &latency.label),
                mean,
                p99,
                max,
                format!("{:.0} s", latency.max_at_s),
                cell(
                    data.marks_of(latency.drive, latency.test, latency.phase, &latency.variant),
                    &[
                        (MarkQuantity::LatencyMean, "mean"),
                        (MarkQuantity::LatencyMax, "max"),
                    ],
                    time,
                ),
            ]
        });
        section(
            &format!("Write latency: {}", chart.title),
            &["", "mean", "99 %", "max", "at", PUBLISHED],
            rows.collect(),
        );
    }
    passes(data, &model, &mut section);
    // A short run has no more seconds than it lasted.
    let lengths = data.consistency.iter().map(|run| run.iops.len());
    let first_s = lengths.max().unwrap_or(0).min(FIRST_S);
    let rows = data.consistency.iter().map(|run| {
        let early = &run.iops[..run.iops.len().min(first_s)];
        let early = match (mean(early), early.len()) {
            (None, _) => "-".into(),
            (Some(iops), all) if all == first_s => format!("{iops:.0}"),
            (Some(iops), fewer) => format!("{iops:.0} in {fewer} s"),
        };
        vec![
            model(run.drive),
            run.label.clone(),
            early,
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
            &format!("first {first_s} s"),
            &format!("from {} s", data.late_from_s),
            &format!("worst second from {} s", data.late_from_s),
            "WA",
            PUBLISHED,
        ],
        rows.collect(),
    );
    section(
        "Steady state of random writes (SNIA: the last five rounds within 20 %, their slope within 10 %)",
        &["", "", "steady", "range", "slope"],
        crate::steady_state::rows(data),
    );
    section(
        "Replays (times as recorded, and of service; late: taken more than 1 ms after the instant)",
        &replay_rows::HEADER,
        replay_rows::rows(runs),
    );
    section(
        "The job file's jobs (MB = 10^6 bytes)",
        &["", "job", "MB/s", "IOPS", "mean", "99 %", "max"],
        runs.iter().flat_map(job_file).collect(),
    );
    let rows = runs.iter().flat_map(|run| {
        health::facts(run).into_iter().map(|fact| {
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
    let rows = data.prices.iter().map(|row| {
        let money = |price: Option<f64>| price.map_or("-".into(), words::money);
        let gib = |gib: Option<f64>| gib.map_or("not known".into(), |gib| format!("{gib:.1}"));
        vec![
            model(row.drive),
            format!("{} {}", words::money(row.price), row.currency),
            gib(row.nand_gib),
            gib(row.usable_gib),
            money(row.per_nand_gb),
            money(row.per_nand_gib),
            money(Some(row.per_usable_gib)),
        ]
    });
    section(
        "Price (GB = 10^9 bytes)",
        &[
            "",
            "drive",
            "GiB of NAND",
            "usable GiB",
            "a GB of NAND",
            "a GiB of NAND",
            "a usable GiB",
        ],
        rows.collect(),
    );
    // What is in none of the tables above.
    let others = runs
        .iter()
        .flat_map(|run| run.entries.iter().map(move |entry| (run, entry)));
    let rows = others
        .filter(|(run, entry)| !shown(data, entry) && !in_a_table(run, entry))
        .filter_map(|(run, entry)| {
            let measured = entry.result()?;
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
                match measured.ios {
                    0 => "-".into(),
                    _ => format!("{:.0}", measured.latency_mean_us),
                },
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
    sections
}

/// A bar's row: where it ends, its IOPS, the interval of its runs or how it compares, and what was printed.
fn bar_row(data: &PageData, name: String, chart: &Chart, bar: &Bar) -> Vec<String> {
    let figure = |value: f64| match chart.unit {
        Unit::Watts | Unit::Seconds => format!("{value:.2}"),
        Unit::Iops | Unit::Points => format!("{value:.0}"),
        _ => format!("{value:.1}"),
    };
    let ends = bar.ends.iter();
    let ends: Vec<String> = ends
        .map(|end| format!("{} {}", figure(end.value), end.label))
        .collect();
    let spread =
        (bar.low < bar.high).then(|| format!("{} to {}", figure(bar.low), figure(bar.high)));
    let beside = [spread, Some(bar.note.clone()), Some(ends.join(", "))];
    let variants: Vec<&str> = match bar.ends.as_slice() {
        [] => vec![&bar.variant],
        ends => ends.iter().map(|end| end.variant.as_str()).collect(),
    };
    let marks = variants
        .iter()
        .flat_map(|variant| data.marks_of(bar.drive, &bar.test, &bar.phase, variant));
    let value = match bar.ends.last() {
        Some(last) if figure(last.value) != figure(bar.value) => {
            format!("{} to {}", figure(bar.value), figure(last.value))
        }
        _ => figure(bar.value),
    };
    let throughput = chart.unit == Unit::MbPerS;
    let counts = bar.ends.is_empty() && throughput;
    vec![
        name,
        value,
        if counts {
            format!("{:.0}", bar.iops)
        } else {
            String::new()
        },
        joined(beside.into_iter().flatten()),
        MarkQuantity::of_bars(chart.unit).map_or(String::new(), |quantity| {
            cell(marks, &[(quantity, "")], figure)
        }),
    ]
}

fn named(model: &str, label: &str) -> String {
    match label {
        "" => model.into(),
        label => format!("{model}, {label}"),
    }
}

/// What takes a table: its title, header and rows.
type Take<'a> = dyn FnMut(&str, &[&str], Vec<Vec<String>>) + 'a;

/// The means of the passes by position.
fn passes(data: &PageData, model: &dyn Fn(usize) -> String, section: &mut Take<'_>) {
    let kinds = [
        (
            PassSection::HdTach,
            "HD Tach, mean MB/s",
            &[PassState::Clean, PassState::Tortured, PassState::Trimmed][..],
        ),
        (
            PassSection::Idle,
            "Idle collection, HD Tach, mean MB/s",
            &[PassState::AtOnce, PassState::Rested],
        ),
    ];
    for (kind, title, states) in kinds {
        let of = |drive: usize| {
            let curves = data.curves.iter();
            curves.filter(move |curve| curve.drive == drive && curve.section == kind)
        };
        let row = |drive: usize| {
            of(drive).next()?;
            let mut row = vec![model(drive)];
            for op in [PassOp::Read, PassOp::Write] {
                row.extend(states.iter().map(|state| {
                    let curve = of(drive).find(|c| c.state == *state && c.op == op);
                    curve.map_or("-".into(), |curve| format!("{:.0}", curve.mean_mb_per_s))
                }));
            }
            let printed = of(drive).map(|curve| {
                let marks = data.marks_of(drive, curve.test, &curve.phase, "");
                let what = format!("{} {}", curve.op, curve.state);
                let slowest = format!("{what}, slowest second");
                let quantities = [
                    (MarkQuantity::Throughput, what.as_str()),
                    (MarkQuantity::SlowestSecond, slowest.as_str()),
                ];
                cell(marks, &quantities, |value| format!("{value:.0}"))
            });
            row.push(joined(printed));
            Some(row)
        };
        let rows = (0..data.drives.len()).filter_map(row).collect();
        let mut header = vec![String::new()];
        for op in [PassOp::Read, PassOp::Write] {
            let names = states.iter().enumerate();
            header.extend(names.map(|(place, state)| match place {
                0 => format!("{op} {state}"),
                _ => state.to_string(),
            }));
        }
        header.push(PUBLISHED.into());
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        let title = format!("{title}{}", of_nothing(data, kind));
        section(&title, &header, rows);
    }
}

/// What the trimmed reads of a table are of: many times as fast as any flash, they are no speed of it. What a drive of this
/// host does for them nobody knows.
fn of_nothing(data: &PageData, section: PassSection) -> &'static str {
    let reads = |curve: &&Curve| {
        curve.section == section && curve.op == PassOp::Read && curve.state == PassState::Trimmed
    };
    let mut simulated = data
        .curves
        .iter()
        .filter(reads)
        .map(|curve| data.drives[curve.drive].simulated)
        .peekable();
    match (simulated.peek().is_some(), simulated.any(|is| is)) {
        (false, _) => "",
        (_, false) => "; read trimmed: of LBAs that hold nothing",
        (_, true) => {
            "; read trimmed: of LBAs that hold nothing, which a simulated drive reads from its map, not from flash"
        }
    }
}

/// Whether a phase is in one of the charts or plots.
fn shown(data: &PageData, entry: &Entry) -> bool {
    let (test, phase) = (entry.test.as_str(), entry.phase.as_str());
    let bars = || data.charts.iter().flat_map(|chart| &chart.bars);
    let on = |bar: &Bar| {
        let is = |variant: &str| variant == entry.variant;
        let ends = bar.ends.iter().any(|end| is(&end.variant));
        bar.test == test && bar.phase == phase && (is(&bar.variant) || ends)
    };
    let passes = ["hd-tach", "torture", "trim", "idle-collection"];
    let plain = entry.variant.is_empty() || entry.variant.starts_with("spare-");
    test == "consistency" || (plain && passes.contains(&test)) || bars().any(on)
}

/// Whether a phase is in the table of replays, or of a job file's jobs.
fn in_a_table(run: &Run, entry: &Entry) -> bool {
    let measured = entry.measured.as_ref();
    run.is_of_a_job_file() || measured.is_some_and(|measured| measured.replay.is_some())
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

/// The jobs of a run of a job file, of which no chart is drawn; where one reads and writes, both of them, too.
fn job_file(run: &Run) -> Vec<Vec<String>> {
    if !run.is_of_a_job_file() {
        return Vec::new();
    }
    let name = &run.header.identity.name;
    let row = |job: String, [mb_per_s, iops]: [f64; 2], latencies_us: [f64; 3]| {
        let rates = [format!("{mb_per_s:.1}"), format!("{iops:.0}")];
        let row = [name.clone(), job].into_iter().chain(rates);
        row.chain(latencies_us.map(time)).collect::<Vec<String>>()
    };
    let rows = |entry: &Entry| {
        let measured = entry.result().filter(|measured| measured.ios > 0)?;
        let all = row(
            entry.phase.clone(),
            [measured.throughput_mb_per_s, measured.iops_mean],
            [
                measured.latency_mean_us,
                measured.latency_p99_us,
                measured.latency_max_us,
            ],
        );
        let part = |(what, part): (&str, &ReplayedOp)| {
            let a_second = |count: u64| count as f64 / measured.duration_s;
            row(
                format!("{}, {what}", entry.phase),
                [a_second(part.bytes) / 1e6, a_second(part.ios)],
                [
                    part.service_mean_us,
                    part.service_p99_us,
                    part.service_max_us,
                ],
            )
        };
        let replay = measured.replay.as_ref();
        let both = replay.and_then(|replay| replay.reads.as_ref().zip(replay.writes.as_ref()));
        let parts = both.map(|(reads, writes)| [("reads", reads), ("writes", writes)].map(part));
        Some(std::iter::once(all).chain(parts.into_iter().flatten()))
    };
    run.entries.iter().filter_map(rows).flatten().collect()
}

/// A time with the interval of repeated runs: `40.0 ms [38.1 ms to 44.0 ms]`.
fn with_interval(us: Spread) -> String {
    let (low, high) = (time(us.low), time(us.high));
    match low == high || !us.high.is_finite() {
        true => time(us.value),
        false => format!("{} [{low} to {high}]", time(us.value)),
    }
}
