//! A drive drawn at random: of the model's parameters, and with mechanisms that the model lacks.

use fourcorners_bench::uniform;
use fourcorners_block::{Bytes, Seed};
use fourcorners_drive_file::{Change, load, load_changed};
use fourcorners_sim::DriveSpec;
use fourcorners_twin::{Kind, Known, PARAMETERS, Parameter, Values, drawn as genes, files};

pub struct Drawn {
    pub spec: DriveSpec,
    pub capacity: Bytes,
    /// All NAND.
    pub raw: Bytes,
    pub about: String,
    drive: String,
    nand: String,
}

impl Drawn {
    /// The same with less of it in use.
    pub fn with_capacity(&self, bytes: Bytes) -> Option<DriveSpec> {
        with_capacity([&self.drive, &self.nand], bytes)
    }
}

/// A drive of two files with another capacity; `None`: it cannot be.
pub fn with_capacity([drive, nand]: [&str; 2], bytes: Bytes) -> Option<DriveSpec> {
    let change = Change {
        key: "capacity.user_bytes".into(),
        value: bytes.0.to_string(),
    };
    let part = |_: &str| Some(nand.to_string());
    load_changed("drawn.toml", drive, &part, &|_| None, &[change]).ok()
}

/// Values in one line.
pub fn about(values: &Values) -> String {
    let value = |one: &Parameter| match one.kind {
        Kind::Choice(_) => values.choice(one.key).to_string(),
        _ => {
            let key = one.key.rsplit('.').next().unwrap_or(one.key);
            format!("{key} {:.4}", values.number(one.key))
        }
    };
    PARAMETERS.iter().map(value).collect::<Vec<_>>().join(", ")
}

/// The drive of this number; `None` if none of many works.
pub fn drawn(number: u64, suits: &dyn Fn(&Drawn) -> bool) -> Option<Drawn> {
    let mut random = Seed(number).child("drawn").generator();
    for _ in 0..1000 {
        let values = Values::of(&genes(&mut random));
        // 0.5 to 4 GiB.
        let capacity = Bytes((f64::from(1 << 17) * 8_f64.powf(uniform(&mut random))) as u64 * 4096);
        let known = Known {
            name: format!("drawn-{number}"),
            model: "drawn".into(),
            capacity,
            queue_depth: 32,
        };
        let [mut drive, mut nand] = files(&values, &known, &|_| String::new());
        let mut extra = Vec::new();
        if random.below(2) == 0 {
            drive = drive.replace("cache_program = true", "cache_program = false");
            extra.push("no cache program");
        }
        if random.below(2) == 0 {
            nand += &format!("t_prog_spread_per_mille = {}\n", 20 + random.below(60));
            extra.push("dies that differ");
        }
        if random.below(2) == 0 {
            drive += "\n[opening]\nerase_dies_at_once = 64\nerased_when_new = true\n";
            extra.push("erase when opened");
        }
        if random.below(2) == 0 {
            let page_us = 20 + random.below(60);
            drive += &format!("\n[journal]\nentries = 512\npage_us = {page_us}\n");
            extra.push("journal");
        }
        let Ok(spec) = load("drawn.toml", &drive, &|_| Some(nand.clone())) else {
            continue;
        };
        let raw = spec.drive().identity().raw_nand?;
        // One whose spare area is larger already answers nothing.
        if raw.0 * 3 / 4 >= capacity.0 {
            continue;
        }
        let drawn = Drawn {
            about: format!("{} + {extra:?}", about(&values)),
            spec,
            capacity,
            raw,
            drive,
            nand,
        };
        if suits(&drawn) {
            return Some(drawn);
        }
    }
    None
}
