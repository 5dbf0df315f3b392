//! Are power and price shown where they are known, once, and in their units?

use crate::bed;

use bed::variants::add;
use bed::{NothingPrinted, run};
use fourcorners_bench::record::*;
use fourcorners_report::{PageData, Section, Unit, compare, comparison_text, markdown, tables};

#[test]
fn is_power_shown_in_watts_and_only_where_it_is_known() {
    let power = |watts: Option<f64>| {
        let mut run = run("a drive");
        add(&mut run, "power", "idle", 1.0);
        if let Some(measured) = &mut run.entries[0].measured {
            measured.power_mean_w = watts;
        }
        PageData::new(&[run], &NothingPrinted)
    };
    let data = power(Some(0.7));
    let chart = data
        .charts
        .iter()
        .find(|chart| chart.section == Section::Power)
        .expect("a chart");
    assert_eq!((chart.unit, chart.bars[0].value), (Unit::Watts, 0.7));
    assert!(
        !power(None)
            .charts
            .iter()
            .any(|chart| chart.section == Section::Power),
        "no zero for what is not known"
    );
}

#[test]
fn is_a_price_shown_once_for_a_drive_behind_two_ports() {
    let priced = |port: &str| {
        let mut run = run("a drive");
        run.header.conditions.port = Some(port.into());
        run.header.prices.push(Price {
            currency: "USD".into(),
            price: 500.0,
            price_per_nand_gb: None,
            price_per_usable_gib: 2.0,
        });
        run
    };
    let runs = [priced("sata-3gbps"), priced("sata-6gbps")];
    let data = PageData::new(&runs, &NothingPrinted);
    assert_eq!(data.prices.len(), 1);
    assert_eq!(
        (data.prices[0].nand_gib, data.prices[0].per_usable_gib),
        (None, 2.0)
    );
    assert!(tables(&runs, &NothingPrinted, Some(120)).contains("500.00 USD"));
}

/// The story: one price a GB was 0.62 on the terminal and 0.63 on the page, which rounds halves up.
#[test]
fn is_one_price_the_same_wherever_it_is_told() {
    let priced = |name: &str, per_gib: f64| {
        let mut run = run(name);
        run.header.prices.push(Price {
            currency: "USD".into(),
            price: 160.0,
            price_per_nand_gb: Some(0.625),
            price_per_usable_gib: per_gib,
        });
        run
    };
    let runs = [priced("a", 0.625), priced("b", 0.375)];
    let title = |_: &str| String::new();
    let texts = [
        tables(&runs, &NothingPrinted, Some(160)),
        markdown(&runs, &NothingPrinted),
        comparison_text(&compare(&runs), &title, Some(160)),
    ];
    for text in texts {
        assert!(text.contains("0.63") && text.contains("0.38"), "{text}");
        assert!(!text.contains("0.62"), "{text}");
    }
    let words = PageData::new(&runs, &NothingPrinted).final_words;
    let word = words.iter().find(|word| word.whom == "By price");
    let text = &word.expect("a word on prices").text;
    assert!(text.contains("0.38 USD per usable GiB"), "{text}");
}
