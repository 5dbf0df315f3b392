//! Articles: what their files may say, and what each does to a drive.

use crate::bed;

use bed::{NotingDrive, library, planned_suite};
use fourcorners_bench::{Action, Article, Library, Suite, shipped};
use fourcorners_block::{Bytes, DriveKind};

const ARTICLE: &str = r#"
name = "009-two-drives"
title = "Two drives"
by = "A reviewer"
date = "1 May 2010"
suite = "anandtech-2010"
summary = "Which of two drives is faster."
bench = [["CPU", "a fast one"]]

[[conclusion]]
says = "Neither."

[[drive]]
name = "wide"
ports = ["sata-3gbps", "marvell-88se9128"]
[[drive]]
name = "narrow"

[[chart]]
title = "Random writes"
says = "Both are fast."
[[chart.test]]
id = "random-write-4k-qd3"
conditions = { data = "repeating" }
[[chart.test]]
id = "random-write-4k-qd3"

[[chart]]
title = "Clean pass"
ports = ["sata-3gbps"]
drives = ["wide"]
[[chart.test]]
id = "hd-tach"

[[chart]]
title = "Random writes again"
drives = ["narrow"]
[[chart.test]]
id = "random-write-4k-qd3"
source = "another source is no other test"
[[chart.test]]
id = "torture"
"#;

const FILE: &str = "009-two-drives.toml";

fn article() -> Article {
    Article::parse(FILE, ARTICLE).expect("an article")
}

/// Tests with what differs from their own way.
fn tests(suite: &Suite) -> Vec<String> {
    let library = library();
    let of = |test: &fourcorners_bench::SuiteTest| {
        let variant = test.variant(&library.tests[&test.id]);
        format!("{} {variant}", test.id).trim_end().to_string()
    };
    suite.tests.iter().map(of).collect()
}

#[test]
fn drive_goes_through_the_tests_of_its_charts_each_once() {
    let article = article();
    let of = |drive: &str, port: Option<&str>| tests(&article.suite_for(drive, port));
    let [repeating, random] = ["random-write-4k-qd3 data-repeating", "random-write-4k-qd3"];
    assert_eq!(
        of("wide", Some("sata-3gbps")),
        [repeating, random, "hd-tach"]
    );
    assert_eq!(of("wide", Some("marvell-88se9128")), [repeating, random]);
    assert_eq!(of("narrow", None), [repeating, random, "torture"]);
    let all = [repeating, random, "hd-tach", "torture"];
    assert_eq!(of("/dev/sdx", None), all);
    assert_eq!(of("another", Some("sata-3gbps")), all);
    // Behind a port that the article does not name, a drive is on all its charts.
    let elsewhere = of("wide", Some("sata-1.5gbps"));
    assert_eq!(elsewhere, [repeating, random, "hd-tach"]);
}

#[test]
fn suite_of_an_article_has_its_name() {
    let article = article();
    let suite = article.suite_for("wide", Some("sata-3gbps"));
    assert_eq!(
        (article.number(), suite.name.as_str()),
        ("009", FILE.trim_end_matches(".toml"))
    );
    assert!(suite.comparable);
    let drive = NotingDrive::new(DriveKind::BlockDevice, Bytes::gib(64));
    let plan = planned_suite(&suite, &drive);
    assert_eq!(plan.suite, "009-two-drives");
    assert_eq!(plan.phases().count(), 4);
    assert!(plan.pages.contains_key("hd-tach"));
}

/// What is said of the article with a part replaced.
fn refusal(from: &str, to: &str) -> String {
    assert!(ARTICLE.contains(from), "{from} is not in the article");
    let text = ARTICLE.replacen(from, to, 1);
    let refused = library().add_article(FILE, &text);
    refused.expect_err("this should be refused").to_string()
}

#[test]
fn broken_article_is_refused_with_what_is_wrong() {
    for (from, to, expected) in [
        (
            "hd-tach",
            "hd-tech",
            "chart 'Clean pass': no test is called 'hd-tech'",
        ),
        (
            "\"wide\"]",
            "\"wyde\"]",
            "drive 'wyde' is not among the article's drives",
        ),
        (
            "\"sata-3gbps\"]\ndrives",
            "\"sata-6gbps\"]\ndrives",
            "they have marvell-88se9128, sata-3gbps",
        ),
        (
            "ports = [\"sata-3gbps\"]\ndrives = [\"wide\"]",
            "ports = [\"sata-3gbps\"]\ndrives = [\"narrow\"]",
            "they name no ports",
        ),
        (
            "\"anandtech-2010\"",
            "\"anandtech-2019\"",
            "no suite is called 'anandtech-2019'",
        ),
        ("\"009-two-drives\"", "\"008-two-drives\"", "the file name"),
        (
            "\"009-two-drives\"",
            "\"two-drives\"",
            "does not begin with a number",
        ),
        ("\"narrow\"\n", "\"wide\"\n", "drive 'wide' is listed twice"),
        ("says = ", "say = ", "unknown field `say`"),
        (
            "[[chart.test]]\nid = \"hd-tach\"\n",
            "",
            "needs at least one [[chart.test]]",
        ),
        (
            "id = \"torture\"",
            "id = \"torture\"\nspare_made = \"late\"",
            "chart 'Random writes again': torture: spare_made = \"late\" needs spare_percent",
        ),
        (
            "id = \"hd-tach\"",
            "id = \"hd-tach\"\nconditions = { state = \"new\" }",
            "a fresh drive holds no data",
        ),
    ] {
        let refusal = refusal(from, to);
        assert!(refusal.contains(expected), "{to}: {refusal}");
        assert!(refusal.contains(FILE), "{refusal}");
    }
    let head = ARTICLE.split("[[chart]]").next().expect("a head");
    for (text, expected) in [
        (head, "at least one [[chart]]"),
        (
            head.split("[[drive]]").next().expect("a head"),
            "at least one [[drive]]",
        ),
    ] {
        let refusal = Article::parse(FILE, text)
            .expect_err("incomplete")
            .to_string();
        assert!(refusal.contains(expected), "{refusal}");
    }
}

#[test]
fn drive_on_no_chart_is_refused() {
    let more = ARTICLE.replacen(
        "[[chart]]\ntitle = \"Random writes\"",
        "[[drive]]\nname = \"idle\"\n[[chart]]\ntitle = \"Random writes\"\ndrives = [\"wide\"]",
        1,
    );
    let refusal = Article::parse(FILE, &more)
        .expect_err("a drive too many")
        .to_string();
    assert!(refusal.contains("drive 'idle' is on no chart"), "{refusal}");
}

fn with_both() -> Library {
    let mut library = library();
    library.add_article(FILE, ARTICLE).expect("an article");
    library
}

#[test]
fn article_is_found_by_name_and_number() {
    let library = with_both();
    for name in ["009", "009-two-drives"] {
        assert_eq!(library.article(name).expect(name).title, "Two drives");
    }
    let unknown = library.article("two-drivs").expect_err("none");
    let unknown = format!("{unknown}: {}", unknown.hint().expect("a hint"));
    assert!(
        unknown.contains("no article is called 'two-drivs'"),
        "{unknown}"
    );
    assert!(unknown.contains("'009-two-drives'"), "{unknown}");
    assert!(unknown.contains("list articles"), "{unknown}");
    let of_suite = library.article_of("anandtech-2010").expect("an article");
    assert_eq!(of_suite.number(), "009");
    assert!(library.article_of("quick").is_none());
}

#[test]
fn number_is_given_once() {
    let text = ARTICLE.replacen("009-two-drives", "009-other", 1);
    let refused = with_both().add_article("009-other.toml", &text);
    let refused = refused.expect_err("one number, two articles").to_string();
    assert!(
        refused.contains("009-two-drives also has number 009"),
        "{refused}"
    );
}

#[test]
fn every_shipped_article_is_whole() {
    let library = shipped().expect("all files are right");
    assert!(library.articles.contains_key("003-m500-consistency"));
    for article in library.articles.values() {
        assert!(!article.conclusions.is_empty(), "{}", article.name);
        assert!(article.summary.len() > 20, "{}", article.name);
        for chart in &article.charts {
            for test in &chart.tests {
                assert!(!test.source.is_empty(), "{}: {}", chart.title, test.id);
            }
        }
        for drive in &article.drives {
            let ports = drive.ports.iter().map(Some).chain([None]);
            for port in ports {
                let suite = article.suite_for(&drive.name, port.map(String::as_str));
                assert!(!suite.tests.is_empty(), "{} {port:?}", drive.name);
            }
        }
    }
}

#[test]
fn simulated_disk_is_not_prepared() {
    let library = library();
    let disk = NotingDrive::new(DriveKind::Simulated, Bytes::gib(300)).without_trim();
    let suite = &library.suites["anandtech-2009"];
    let plan = planned_suite(suite, &disk);
    let prepares = |plan: &fourcorners_bench::Plan| {
        let actions = plan.actions.iter();
        actions
            .filter(|it| matches!(it, Action::Prepare { .. }))
            .count()
    };
    assert_eq!(prepares(&plan), 0);
    // It begins every test as it was at the beginning, under the test's own state.
    let states: Vec<&str> = plan.phases().map(|key| key.state.as_str()).collect();
    for state in ["new", "written", "used", "filled"] {
        assert!(states.contains(&state), "{state}");
    }
    let ssd =
        NotingDrive::new(DriveKind::Simulated, Bytes::gib(300)).with_raw_nand(Bytes::gib(320));
    let of_ssd = planned_suite(suite, &ssd);
    assert!(prepares(&of_ssd) > 0);
    let keys = |plan: &fourcorners_bench::Plan| plan.phases().cloned().collect::<Vec<_>>();
    let names = |plan| keys(plan).iter().map(|key| key.title()).collect::<Vec<_>>();
    assert_eq!(names(&plan), names(&of_ssd), "the same phases");
    let real = NotingDrive::new(DriveKind::BlockDevice, Bytes::gib(300)).without_trim();
    assert!(prepares(&planned_suite(suite, &real)) > 0);
}
