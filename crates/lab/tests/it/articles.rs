//! Articles: are their drives and ports there, and is each drive behind its own?

use fourcorners_lab::{Chosen, Target, drive_spec, drives_of, library, plugged, port, resolve};

fn targets(names: &[&str]) -> Vec<Target> {
    let of = |name: &&str| resolve(name, false).expect("a drive of the catalogue");
    names.iter().map(of).collect()
}

/// As `drive port`, without a port: its own link.
fn behind(drives: &[&str], asked: &[&str], suite: &str, chosen: Chosen) -> Vec<String> {
    let asked: Vec<String> = asked.iter().map(|name| name.to_string()).collect();
    let plugged = plugged(&targets(drives), &asked, suite, None, chosen).expect("ports");
    let said = |it: &Target| format!("{} {}", it.name(), it.port().unwrap_or_default());
    plugged
        .iter()
        .map(|it| said(it).trim_end().into())
        .collect()
}

#[test]
fn every_drive_and_port_of_an_article_is_in_the_catalogue() {
    for article in library().expect("all files are right").articles.values() {
        for drive in &article.drives {
            let spec = drive_spec(&drive.name);
            assert_eq!(spec.expect(&drive.name).name(), drive.name);
            for name in &drive.ports {
                port(name).expect(name);
            }
        }
    }
}

#[test]
fn drives_of_a_suite_are_those_of_its_first_article() {
    let of_003 = drives_of("003-m500-consistency").expect("an article");
    assert_eq!(of_003.len(), 5);
    for suite in ["four-corners", "quick", "anandtech-2013"] {
        assert_eq!(drives_of(suite).expect(suite), of_003, "{suite}");
    }
    let c300 = drives_of("anandtech-2010").expect("a suite");
    assert_eq!(c300[0], "crucial-c300-256");
    let alignment = drives_of("anandtech-2009").expect("a suite");
    assert_eq!(alignment[0], "ocz-vertex-le-100", "001 comes before 004");
}

#[test]
fn drives_are_behind_the_ports_that_their_article_gives_them() {
    let drives = ["crucial-c300-256", "corsair-nova-128"];
    let each = [
        "crucial-c300-256 sata-3gbps",
        "crucial-c300-256 marvell-88se9128",
        "corsair-nova-128 sata-3gbps",
    ];
    let article = "002-crucial-c300";
    for chosen in [Chosen::BySuite, Chosen::ByUser] {
        assert_eq!(behind(&drives, &[], article, chosen), each);
    }
    assert_eq!(
        behind(&drives, &[], "anandtech-2010", Chosen::BySuite),
        each
    );
    assert_eq!(
        behind(&drives, &["sata-6gbps"], article, Chosen::BySuite),
        ["crucial-c300-256 sata-6gbps", "corsair-nova-128 sata-6gbps"],
        "what is asked for goes first"
    );
    // Another drive has its own link.
    assert_eq!(
        behind(&["crucial-m4-256"], &[], article, Chosen::ByUser),
        ["crucial-m4-256"]
    );
}

#[test]
fn drive_of_the_users_is_behind_a_suites_port_only_where_its_link_is_another() {
    let drives = ["crucial-c300-256", "intel-x25-m-g2-160"];
    assert_eq!(
        behind(&drives, &[], "anandtech-2010", Chosen::ByUser),
        [
            "crucial-c300-256 sata-3gbps",
            "crucial-c300-256 marvell-88se9128",
            "intel-x25-m-g2-160 sata-3gbps"
        ]
    );
}

#[test]
fn other_suites_leave_drives_at_their_own_link() {
    let drives = drives_of("four-corners").expect("a suite");
    let drives: Vec<&str> = drives.iter().map(String::as_str).collect();
    let plugged = behind(&drives, &[], "four-corners", Chosen::BySuite);
    assert_eq!(plugged, drives);
}
