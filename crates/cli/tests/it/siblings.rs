//! Drive files of the user's that are like another, and what is told of a drive.

use crate::program;

use program::{Desk, fourcorners};

const HALF: &str = r#"like = "LIKE"
name = "half"
model = "Half a drive"
capacity.user_bytes = { value = 6291456, from = "assumed", source = "test" }
nand.dies = { value = 2, from = "assumed", source = "test" }
layout.superblock_dies = { value = 2, from = "assumed", source = "test" }
price.usd = { value = 30, from = "assumed", source = "test" }
about.controller = { value = "Abacus 5", from = "assumed", source = "test" }
"#;

#[test]
fn is_a_file_like_one_beside_it() {
    let desk = Desk::new();
    let file = desk.write("half.toml", &HALF.replace("LIKE", "tiny"));
    let ended = fourcorners(&["show", &file, "--json"]);
    let document = ended.done().json();
    assert_eq!(document["raw_nand_bytes"], 8 << 20);
    assert_eq!(document["price_usd"], 30.0);
    assert_eq!(document["about"]["controller"], "Abacus 5");
    let price = &document["prices"][0];
    assert_eq!(price["currency"], "USD");
    assert_eq!(price["price_per_nand_gb"], 30.0 * 1e9 / f64::from(8 << 20));
    assert_eq!(price["price_per_usable_gib"], 30.0 / (6.0 / 1024.0));
    let text = fourcorners(&["show", &file]).done().stdout.clone();
    for expected in ["30.00 USD", "3576.28", "5120.00", "Abacus 5", "like"] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    desk.run(&["run", "hd-tach", &file]).done();
}

#[test]
fn is_a_file_like_one_of_the_catalogue_even_with_its_name() {
    let desk = Desk::new();
    for name in ["mine", "crucial-m4-256"] {
        let text = "like = \"crucial-m4-256\"\nname = \"mine\"\nmodel = \"Mine\"\n";
        let file = desk.write(&format!("{name}.toml"), text);
        let ended = fourcorners(&["show", &file, "--json"]);
        assert_eq!(ended.done().json()["raw_nand_bytes"], 256_u64 << 30);
    }
}

#[test]
fn is_the_file_named_that_a_mistake_is_in() {
    let desk = Desk::new();
    let file = desk.write("half.toml", &HALF.replace("LIKE", "no-such"));
    fourcorners(&["show", &file]).refused(&[&format!("{file}:1:"), "'no-such': no such drive"]);
    let text = HALF
        .replace("LIKE", "tiny")
        .replacen("value = 2,", "value = 3,", 1);
    let file = desk.write("half.toml", &text);
    fourcorners(&["show", &file]).refused(&[&format!("{file}:6:"), "must divide the 3 dies"]);
    desk.write("broken.toml", "name = \"broken\"\n");
    let file = desk.write("half.toml", &HALF.replace("LIKE", "broken"));
    fourcorners(&["show", &file]).refused(&[&desk.text("broken.toml"), "missing field"]);
}
