//! A twin as files: the drive's, and that of its NAND part.

use crate::model::{Known, RESERVED, Values};
use crate::parameter::{DIES_PER_CHANNEL, SPARE_PERCENT, WATERMARK_GAP};

/// Where a value is from.
enum From<'a> {
    /// Sought, as the parameter of this key.
    Fitted(&'a str),
    Identity,
    Assumed,
}

struct Text<'a> {
    text: String,
    /// What is said of a fitted parameter.
    source: &'a dyn Fn(&str) -> String,
}

impl Text<'_> {
    fn section(&mut self, name: &str) {
        self.text += &format!("\n[{name}]\n");
    }

    /// A value that has no source.
    fn name(&mut self, key: &str, value: &str) {
        let value = toml::Value::from(value);
        self.text += &format!("{key} = {value}\n");
    }

    fn value(&mut self, key: &str, value: f64, from: From<'_>) {
        let (from, source) = match from {
            From::Fitted(key) => ("fitted", (self.source)(key)),
            From::Identity => ("published", "identity of the drive".into()),
            From::Assumed => ("assumed", "the same in every twin".into()),
        };
        // Without the dust of binary fractions.
        let value = (value * 1e6).round() / 1e6;
        let source = toml::Value::from(source);
        self.text +=
            &format!("{key} = {{ value = {value}, from = \"{from}\", source = {source} }}\n");
    }
}

/// `source`: what is said of a parameter's value.
pub fn files(values: &Values, known: &Known, source: &dyn Fn(&str) -> String) -> [String; 2] {
    let part = format!("{}-nand", known.name);
    [
        drive_file(values, known, &part, source),
        nand_file(values, known, &part, source),
    ]
}

fn drive_file(
    values: &Values,
    known: &Known,
    part: &str,
    source: &dyn Fn(&str) -> String,
) -> String {
    let mut file = Text {
        text: String::new(),
        source,
    };
    let fitted = |file: &mut Text<'_>, section: &str, keys: &[&str]| {
        for key in keys {
            let full = format!("{section}.{key}");
            file.value(key, values.number(&full), From::Fitted(&full));
        }
    };
    let dies = values.dies() as f64;
    file.name("name", &known.name);
    file.name("model", &known.model);
    file.name("firmware", "");
    file.section("capacity");
    file.value("user_bytes", known.capacity.0 as f64, From::Identity);

    file.section("nand");
    file.name("part", part);
    fitted(&mut file, "nand", &["channels", "channel_mb_per_s"]);
    file.value("dies", dies, From::Fitted(DIES_PER_CHANNEL));
    file.text += "cache_program = true\n";

    file.section("layout");
    file.value("unit_kib", 4.0, From::Assumed);
    file.value("superblock_dies", dies, From::Assumed);
    file.value("reserved_blocks_per_plane", RESERVED as f64, From::Assumed);
    file.value("parity_stripe_dies", 0.0, From::Assumed);
    fitted(&mut file, "layout", &["buffer_kib", "read_ahead_kib"]);

    file.section("link");
    file.name("name", "fitted");
    fitted(&mut file, "link", &["mb_per_s", "command_latency_us"]);
    file.value("queue_depth", f64::from(known.queue_depth), From::Identity);

    file.section("controller");
    fitted(
        &mut file,
        "controller",
        &[
            "read_command_us",
            "read_unit_us",
            "write_command_us",
            "write_unit_us",
            "copy_unit_us",
        ],
    );
    file.value("trim_command_us", 50.0, From::Assumed);
    file.value("trim_mib_us", 1.0, From::Assumed);

    file.section("gc");
    fitted(&mut file, "gc", &["low_watermark", "copies_in_flight"]);
    let high = values.high_watermark() as f64;
    file.value("high_watermark", high, From::Fitted(WATERMARK_GAP));
    file.name("pacing", values.choice("gc.pacing"));
    file.name("victim", values.choice("gc.victim"));
    for key in [
        "copies_per_host_write",
        "freed_per_host_write",
        "victim_candidates",
    ] {
        if values.uses(&format!("gc.{key}")) {
            fitted(&mut file, "gc", &[key]);
        }
    }
    file.name("frontiers", values.choice("gc.frontiers"));
    file.text
}

fn nand_file(
    values: &Values,
    known: &Known,
    part: &str,
    source: &dyn Fn(&str) -> String,
) -> String {
    let mut file = Text {
        text: String::new(),
        source,
    };
    file.name("part", part);
    for key in [
        "planes",
        "page_kib",
        "pages_per_block",
        "t_read_us",
        "t_prog_us",
        "t_erase_us",
    ] {
        let full = format!("nand.{key}");
        file.value(key, values.number(&full), From::Fitted(&full));
    }
    let blocks = values.blocks_per_plane(known.capacity) as f64;
    file.value("blocks_per_plane", blocks, From::Fitted(SPARE_PERCENT));
    file.text
}
