//! Is a file that is `like` another read with the other's values, and are mistakes in either named?

use fourcorners_drive_file::{FileText, SpecError, load_among};
use fourcorners_sim::DriveSpec;
use fourcorners_sim::spec::{Defect, SsdSpec, TrimSpec};
use std::path::Path;

fn read(path: &str) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join(path)).ok()
}

/// The m4's file with a word replaced, as the drive that others are like.
fn among(text: &str, from: &str, to: &str) -> Result<DriveSpec, SpecError> {
    let nand = |part: &str| read(&format!("nand/{part}.toml"));
    load_among("test.toml", text, &nand, &|name| {
        let text = read(&format!("drives/{name}.toml"))?;
        assert!(text.contains(from), "{from}");
        let name = format!("drives/{name}.toml");
        let text = text.replace(from, to);
        Some(FileText { name, text })
    })
}

fn sibling(more: &str) -> Result<SsdSpec, SpecError> {
    let start = "like = \"crucial-m4-256\"\nname = \"small\"\nmodel = \"Small\"\n";
    among(&format!("{start}{more}"), "", "").map(|spec| spec.into_ssd().expect("an SSD"))
}

fn problem(more: &str) -> String {
    sibling(more).expect_err("no drive").to_string()
}

fn assumed(key: &str, value: impl std::fmt::Display) -> String {
    format!("{key} = {{ value = {value}, from = \"assumed\", source = \"test\" }}\n")
}

#[test]
fn is_every_drive_of_the_catalogue_one_under_its_file_s_name() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../drives");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a file");
        let spec = among(&text, "", "").unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert_eq!(
            Some(spec.name()),
            path.file_stem().and_then(|stem| stem.to_str())
        );
        if let Some((_, firmware)) = spec.name().split_once('@') {
            assert_eq!(spec.firmware(), firmware);
        }
        assert!(
            spec.raw_nand()
                .is_none_or(|raw| raw > spec.capacity().bytes())
        );
        count += 1;
    }
    assert!(count >= 37);
}

/// Half of the m4.
fn half() -> String {
    [
        assumed("capacity.user_bytes", 128_035_676_160_u64),
        assumed("nand.dies", 16),
        assumed("layout.superblock_dies", 16),
    ]
    .concat()
}

#[test]
fn has_a_sibling_its_own_values_and_else_the_others() {
    let root = among(&read("drives/crucial-m4-256.toml").expect("a file"), "", "");
    let root = root.expect("a drive").into_ssd().expect("an SSD");
    let small = sibling(&half()).expect("a drive");
    assert_eq!(
        (small.name.as_str(), small.model.as_str()),
        ("small", "Small")
    );
    assert_eq!(small.capacity.bytes().0, 128_035_676_160);
    assert_eq!((small.nand.dies, small.layout.superblock_dies), (16, 16));
    assert_eq!(small.raw_nand().0 * 2, root.raw_nand().0);
    assert_eq!(small.controller, root.controller);
    assert_eq!(small.gc, root.gc);
    assert_eq!(small.nand.channels, root.nand.channels);
    assert!(root.about.usd_cents.is_some() && small.about.usd_cents.is_none());
    assert_eq!(small.about.year, root.about.year);
    let fact = |name: &str| {
        let mut facts = small.facts.iter().filter(|fact| fact.name == name);
        let found = facts.next().map(|fact| fact.value.as_str());
        assert!(facts.next().is_none(), "{name} is there twice");
        found
    };
    assert_eq!(fact("like"), Some("crucial-m4-256"));
    assert_eq!(fact("nand.dies"), Some("16"));
    assert_eq!(fact("nand.channels"), Some("8"));
    assert_eq!(fact("price.usd"), None);
}

#[test]
fn is_what_a_sibling_may_not_say_named_with_what_it_may() {
    for (more, line, key) in [
        (
            assumed("nand.channel_mb_per_s", 100),
            4,
            "nand.channel_mb_per_s",
        ),
        ("\n[nand]\npart = \"micron-l85a\"".into(), 6, "nand.part"),
        (assumed("controller.copy_unit_us", 1), 4, "controller"),
        ("kind = \"ssd\"".into(), 4, "kind"),
        ("colour = \"red\"".into(), 4, "colour"),
        (assumed("gc.low_watermark", 3), 4, "gc"),
        (
            "firmware = \"\"\n[trim]\nmode = \"absent\"".into(),
            5,
            "trim",
        ),
    ] {
        let message = problem(&more);
        let expected = format!("test.toml:{line}: {key} is inherited from crucial-m4-256");
        assert!(message.contains(&expected), "{message}");
        assert!(
            message.contains("layout.l2p_cache_kib") && message.contains("price.*"),
            "{message}"
        );
    }
}

#[test]
fn can_another_firmware_collect_and_trim_in_its_own_way() {
    let other = "firmware = \"0309\"\n[trim]\nmode = \"absent\"\n[gc]\ndefect = \
        \"trimmed-stay-counted\"\n";
    let spec = sibling(other).expect("a drive");
    assert_eq!(spec.trim, TrimSpec::Absent);
    assert_eq!(spec.gc.defect, Some(Defect::TrimmedStayCounted));
    assert_eq!(spec.gc.low_watermark, 2, "the rest is the other's");
    assert_eq!(spec.firmware, "0309");
}

#[test]
fn can_another_firmware_take_its_own_time_and_the_same_one_not() {
    let time = assumed("controller.write_unit_us", 57);
    let spec = sibling(&format!("firmware = \"0309\"\n{time}")).expect("a drive");
    assert_eq!(spec.controller.write_unit_ns, 57_000);
    assert_eq!(
        spec.controller.copy_unit_ns, 6_000,
        "the rest is the other's"
    );
    assert!(problem(&time).contains("controller is inherited from crucial-m4-256"));
}

#[test]
fn is_the_file_named_that_holds_a_wrong_value() {
    let message = problem(&format!("{}{}", half(), assumed("nand.channels", 65)));
    assert!(
        message.contains("test.toml:7: channels is 65; expected 1 to 64"),
        "{message}"
    );
    // The sibling's dies, but the other's superblocks.
    let message = problem(&assumed("nand.dies", 33));
    let text = read("drives/crucial-m4-256.toml").expect("a file");
    let line = text
        .lines()
        .position(|line| line.starts_with("superblock_dies"));
    let expected = format!(
        "drives/crucial-m4-256.toml:{}: superblock_dies must divide the 33 dies (with the \
         values inherited from test.toml",
        line.expect("superblock_dies") + 1
    );
    assert!(message.contains(&expected), "{message}");
    let message = problem("nand.dies = \"many\"");
    assert!(
        message.contains("test.toml") && message.contains("line 4, column 13"),
        "{message}"
    );
    let message = problem("nand.dies = ");
    assert!(
        message.contains("test.toml") && message.contains("line 4"),
        "{message}"
    );
}

#[test]
fn is_what_is_wrong_in_the_other_file_said_of_it() {
    let text = "like = \"crucial-m4-256\"\nname = \"x\"\nmodel = \"x\"\n";
    let message = among(
        text,
        "value = 32, from = \"published\", source = \"16",
        "value = 0, from = \"published\", source = \"16",
    );
    let message = message.expect_err("no drive").to_string();
    assert!(
        message.starts_with("drives/crucial-m4-256.toml:") && message.contains("dies is 0"),
        "{message}"
    );
    let message = among(text, "[link]", "like = 3\n[link]").expect_err("no drive");
    assert!(message.to_string().contains("drives/crucial-m4-256.toml"));
}

#[test]
fn is_the_other_there_and_like_no_third() {
    let message = among("name = \"x\"\n\nlike = \"no-such\"\nmodel = \"x\"", "", "");
    let message = message.expect_err("no drive").to_string();
    assert_eq!(message, "test.toml:3: like = 'no-such': no such drive");
    let text = "like = \"crucial-m4-256\"\nname = \"x\"\nmodel = \"x\"\n";
    let chain = among(
        text,
        "name = \"crucial",
        "like = \"third\"\nname = \"crucial",
    );
    let message = chain.expect_err("no drive").to_string();
    assert!(
        message.contains("test.toml:1: 'crucial-m4-256' is itself based on 'third'"),
        "{message}"
    );
    for needed in ["name", "model"] {
        let text: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with(needed))
            .collect();
        let message = among(&text.join("\n"), "", "").expect_err("no drive");
        let expected = format!("test.toml:1: a drive with `like` needs its own {needed}");
        assert!(message.to_string().contains(&expected), "{message}");
    }
}

#[test]
fn are_facts_and_prices_read_and_shown() {
    let more = [
        half(),
        assumed("about.controller", "\"Marvell\""),
        assumed("about.dram_mib", 128),
        assumed("about.year", 2011),
        assumed("about.nand_process_nm", 25),
        assumed("about.nand_interface", "\"ONFI 2.2\""),
        assumed("price.usd", 249.99),
        assumed("price.gbp", 180),
    ];
    let spec = sibling(&more.concat()).expect("a drive");
    let about = &spec.about;
    assert_eq!(about.controller.as_deref(), Some("Marvell"));
    assert_eq!(about.nand_interface.as_deref(), Some("ONFI 2.2"));
    assert_eq!((about.dram_mib, about.year), (Some(128), Some(2011)));
    assert_eq!(about.nand_process_nm, Some(25));
    assert_eq!(
        (about.usd_cents, about.gbp_pence),
        (Some(24_999), Some(18_000))
    );
    let shown = spec
        .facts
        .iter()
        .find(|fact| fact.name == "about.controller");
    assert_eq!(shown.map(|fact| fact.value.as_str()), Some("Marvell"));
    for (wrong, expected) in [
        (
            assumed("price.usd", 0),
            "test.toml:4: usd is 0; expected 0.01",
        ),
        (assumed("about.year", 1900), "test.toml:4: year is 1900"),
        (assumed("about.colour", "\"red\""), "unknown field `colour`"),
    ] {
        let message = problem(&wrong);
        assert!(
            message.starts_with("test.toml:") && message.contains(expected),
            "{message}"
        );
    }
    let message = problem(&assumed("about.colour", "\"red\""));
    assert!(message.contains("line 4"), "{message}");
}

#[test]
fn rating_of_another_size_is_not_taken_over() {
    let start = "like = \"crucial-mx500-1000\"\nname = \"small\"\nmodel = \"Small\"\n";
    let rated = |more: &str| {
        let spec = among(&format!("{start}{more}"), "", "").expect("a drive");
        spec.about().rated_tbw
    };
    assert_eq!(rated(""), None);
    assert_eq!(rated(&assumed("about.rated_tbw", 180)), Some(180));
    let own = read("drives/crucial-mx500-1000.toml").expect("a file");
    let own = among(&own, "", "").expect("a drive");
    assert_eq!(own.about().rated_tbw, Some(360));
}
