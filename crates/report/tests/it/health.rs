//! Does a reader learn what the run did to the drive's health?

use fourcorners_bench::health::Health;
use fourcorners_bench::record::{Rated, RatedFrom, Run, RunHeader, Status};
use fourcorners_block::{Count, Smart};
use fourcorners_report::{NothingPrinted, PageData, tables};
use serde_json::json;

/// A run's folder that holds nothing but its header and the drive's health.
fn run(health: Option<Health>) -> Run {
    let engine = json!({"name": "Engine", "value": "io_uring", "source": ""});
    run_with(health, &json!([engine]))
}

/// The same with these facts of its test setup.
fn run_with(health: Option<Health>, bench: &serde_json::Value) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let header: RunHeader = serde_json::from_value(json!({
        "schema_version": 2, "suite": "quick",
        "identity": {"kind": "block-device", "name": "/dev/nvme0n1", "model": "Example NVMe \
         1TB", "serial": "S1",
            "firmware": "1", "capacity": 2000000000, "logical_block": 512, "physical_block": 4096,
            "rotational": false,
            "discard": null, "raw_nand": null, "max_queue_depth": 1024, "scheduler": "none",
            "engine": "io_uring",
            "read_only": false},
        "facts": [], "bench": bench,
        "seed": 1, "repeat": 1, "command": "fourcorners", "version": "0"
    }))
    .expect("a header");
    let write = |name: &str, text: String| {
        std::fs::write(folder.path().join(name), text).expect("a file");
    };
    write("run.json", serde_json::to_string(&header).expect("JSON"));
    if let Some(health) = health {
        write(Health::FILE, serde_json::to_string(&health).expect("JSON"));
    }
    for lines in ["results", "samples", "positions", "histograms", "wall"] {
        write(&format!("{lines}.jsonl"), String::new());
    }
    Run::open(folder.path()).expect("a run")
}

fn smart(units: u64, temperature_c: i64) -> Smart {
    let count = |units| {
        Some(Count {
            units,
            unit_bytes: 512_000,
            from: "nvme smart-log data_units_written".into(),
        })
    };
    Smart {
        serial: "S1".into(),
        host_written: count(units),
        nand_written: count(2 * units),
        temperature_c: Some(temperature_c),
        critical_warning: Some(0),
        media_errors: Some(0),
        throttled_s: Some(0),
        throttle_events: Some(0),
        ocp_throttle_events: Some(0),
        critical_min: Some(0),
        percentage_used: Some(3),
        ..Smart::default()
    }
}

fn told(before: Smart, after: Smart) -> (PageData, String) {
    let mut health = Health::before(Some(before), Some(0), Vec::new());
    health.ended(Some(after), Some(1_000_000_000), vec!["a note".into()]);
    let runs = [run(Some(health))];
    let table = tables(&runs, &NothingPrinted, Some(160));
    (PageData::new(&runs, &NothingPrinted), table)
}

#[test]
fn is_what_changed_beside_what_the_run_was() {
    let (page, table) = told(smart(1_000_000, 35), smart(1_100_000, 61));
    let rows = &page.drives[0].bench;
    let value = |name: &str| {
        let row = rows.iter().find(|row| row.name == name);
        row.unwrap_or_else(|| panic!("no {name}")).value.clone()
    };
    assert_eq!(value("Engine"), "io_uring");
    assert_eq!(value("Host writes, counted by the kernel"), "1.00 GB");
    assert_eq!(value("Host writes, counted by the drive"), "51.20 GB");
    assert_eq!(value("NAND writes, counted by the drive"), "102.40 GB");
    assert_eq!(value("Write amplification, from its counters"), "2.00");
    assert_eq!(value("Temperature"), "35 °C, after the run 61 °C");
    assert_eq!(value("Rated endurance used"), "3 %");
    assert_eq!(value("Critical warnings"), "none");
    assert_eq!(value("Note"), "a note");
    assert!(
        !rows.iter().any(|row| row.name == "Power-on hours"),
        "not told"
    );
    assert!(page.warnings.is_empty(), "{:?}", page.warnings);
    for word in ["Meters, health and wear", "51.20 GB", "after the run 61 °C"] {
        assert!(table.contains(word), "'{word}' in: {table}");
    }
}

#[test]
fn is_a_throttled_or_failing_drive_a_warning_with_what_to_do() {
    let cases = [
        (
            Smart {
                throttled_s: Some(12),
                ..smart(0, 80)
            },
            "throttled for 12 s",
            "fan",
        ),
        (
            Smart {
                throttle_events: Some(1),
                throttled_s: Some(5),
                ..smart(0, 80)
            },
            "throttled once for 5 s of the run",
            "fan",
        ),
        (
            Smart {
                ocp_throttle_events: Some(2),
                ..smart(0, 80)
            },
            "throttled 2 times during the run",
            "fan",
        ),
        (
            Smart {
                critical_min: Some(2),
                ..smart(0, 90)
            },
            "above its critical temperature for 2 min",
            "fan",
        ),
        (
            Smart {
                media_errors: Some(3),
                ..smart(0, 40)
            },
            "3 more media errors",
            "Back up",
        ),
        (
            Smart {
                critical_warning: Some(0b100),
                ..smart(0, 40)
            },
            "failing or worn out",
            "another drive",
        ),
        (
            Smart {
                passed: Some(false),
                ..smart(0, 40)
            },
            "failing or worn out",
            "another drive",
        ),
    ];
    for (after, what, remedy) in cases {
        let (page, _) = told(smart(0, 40), after);
        let warnings = &page.warnings;
        assert!(
            warnings
                .iter()
                .any(|one| one.text.contains(what) && one.remedy.contains(remedy)),
            "{warnings:?}"
        );
    }
}

#[test]
fn is_a_drive_that_said_nothing_left_out() {
    let runs = [run(None)];
    assert!(!tables(&runs, &NothingPrinted, None).contains("health"));
}

#[test]
fn nvme_identity_is_in_the_test_setup() {
    let state = |max_uw, exit_us, operational| {
        let entry_us = 0;
        json!({"operational": operational, "max_uw": max_uw, "entry_us": entry_us,
            "exit_us": exit_us})
    };
    let states = json!([state(8_490_000, 0, true), state(5_000, 9500, false)]);
    let sanitize = json!({"block_erase": true, "crypto_erase": false, "overwrite": false});
    let format = |number, bytes, relative_performance| {
        json!({"number": number, "bytes": bytes, "metadata_bytes": 0, "in_use": number == 0,
            "relative_performance": relative_performance})
    };
    let buffer = json!({"preferred_bytes": 64 << 20, "min_bytes": 8 << 20, "granted_bytes": 0});
    let apst = json!({"enabled": true, "transitions": [{"from": 0, "to": 1, "idle_ms": 2000}]});
    let bench = json!([
        {"fact": "nvme-controller", "controller": {"version": "1.4", "sanitize": sanitize}},
        {"fact": "lba-formats", "formats": [format(0, 512, 2), format(1, 4096, 0)]},
        {"fact": "host-memory-buffer", "buffer": buffer},
        {"fact": "power-states", "states": states},
        {"fact": "idle-power-saving", "apst": apst, "states": states},
        {"fact": "of-a-newer-version"},
    ]);
    let page = PageData::new(&[run_with(None, &bench)], &NothingPrinted);
    let rows: Vec<(&str, &str)> = page.drives[0]
        .bench
        .iter()
        .map(|row| (row.name.as_str(), row.value.as_str()))
        .collect();
    let asleep = "on: PS1 after 2 s; the first I/O then waits up to 9.5 ms";
    assert_eq!(
        rows,
        [
            ("NVMe", "version 1.4; sanitize: block erase"),
            (
                "Block format",
                "512 bytes; the drive rates 4096 bytes faster"
            ),
            (
                "Host memory buffer",
                "none granted (prefers 64 MiB, needs 8 MiB)"
            ),
            (
                "Power states",
                "PS0 8.49 W; PS1 5 mW (asleep, wakes in 9.5 ms)"
            ),
            ("Idle power saving (APST)", asleep),
        ]
    );
}

#[test]
fn rating_and_life_are_rows_beside_health() {
    let mut health = Health::before(Some(smart(1_000_000, 35)), Some(0), Vec::new());
    health.ended(Some(smart(1_100_000, 61)), Some(1_000_000_000), Vec::new());
    let mut run = run(Some(health));
    run.header.rated = Some(Rated {
        bytes: 600_000_000_000_000,
        from: RatedFrom::User,
    });
    let page = PageData::new(&[run], &NothingPrinted);
    let value = |name: &str| {
        let mut rows = page.drives[0].bench.iter();
        let row = rows.find(|row| row.name == name);
        row.unwrap_or_else(|| panic!("no {name}")).clone()
    };
    let rated = value("Rated endurance");
    assert_eq!((&*rated.value, &*rated.source), ("600 TB", "--tbw"));
    let life = value("Endurance, if written as in this run");
    assert_eq!(
        life.value,
        "at least 300 TB of host writes at write amplification 2.0"
    );
}

#[test]
fn phase_that_used_up_the_budget_is_named_in_a_warning() {
    let mut run = run(None);
    let mut cut = crate::bed::measured(1000, 1.0);
    cut.stopped_at_max_writes = true;
    run.entries = vec![crate::bed::entry(
        "random-write-4k-qd32",
        "measure",
        Status::Finished,
        Some(cut),
    )];
    let text = tables(&[run], &NothingPrinted, None);
    assert!(
        text.contains("when --max-writes was used up: random-write-4k-qd32"),
        "{text}"
    );
}
