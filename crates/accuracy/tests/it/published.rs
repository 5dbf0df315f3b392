//! The published figures: whether each can be compared, and what a wrong one is told.

use fourcorners_accuracy::{Class, Holds, Missing, published};
use fourcorners_lab::drive_family;
use std::collections::{BTreeMap, BTreeSet};

const GOOD: &str = r#"
[[figure]]
id = "mine"
printed = "200 MB/s"
source = "https://example.org/review"
drive = "crucial-m4-256"
test = "random-write-4k-qd3"
figure = "throughput"
unit = "MB/s"
conditions = { port = "sata-6gbps", state = "new", span = "8GiB", data = "full-random", align = "4KiB" }
holds = { figure = 200 }
"#;

fn refused(text: &str) -> String {
    match published(&[("mine.toml".into(), text.into())], &[]) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn does_every_published_figure_name_what_there_is() {
    let all = published(&[], &[]).expect("all files are right");
    assert!(all.figures.len() > 200, "{} figures", all.figures.len());
    for figure in &all.figures {
        assert!(!figure.printed.is_empty(), "{}", figure.id);
    }
}

#[test]
fn is_a_figure_of_the_users_own_taken() {
    let all = published(&[("mine.toml".into(), GOOD.into())], &[]).expect("it is right");
    let mine = all.figures.iter().find(|figure| figure.id == "mine");
    assert_eq!(mine.expect("it is there").holds, Holds::Figure(200.0));
}

/// On an article's page it counts under the chart with that spare area.
#[test]
fn statement_on_spare_area_is_of_the_run_with_more() {
    let all = published(&[], &[]).expect("all files are right");
    let spare = all.figures.iter().filter_map(|figure| {
        let without = figure.against.as_ref()?.spare_percent;
        let with = figure.measure.spare_percent;
        (with != without).then_some((with, without))
    });
    assert_eq!(spare.collect::<Vec<_>>(), [(Some(25), None); 3]);
    let wrong = GOOD.replace("holds", "against = { spare_percent = \"all\" }\nholds");
    assert!(refused(&wrong).contains("a share in per cent and \"own\""));
}

#[test]
fn is_a_wrong_entry_named_with_file_and_line_and_what_is_allowed() {
    for (from, to, line, words) in [
        (
            "conditions = \
             { port = \"sata-6gbps\", state = \"new\", span = \"8GiB\", data = \"full-random\", \
             align = \"4KiB\" }\n",
            "",
            "line 2",
            "missing field `conditions`",
        ),
        ("state = \"new\", ", "", "line 10", "missing field `state`"),
        (
            "crucial-m4-256",
            "crucial-m4-265",
            "line 6",
            "no drive is called 'crucial-m4-265'; the nearest are crucial-m4-256",
        ),
        (
            "random-write-4k-qd3",
            "random-write-4k",
            "line 7",
            "no test is called 'random-write-4k'",
        ),
        (
            "\"MB/s\"",
            "\"ms\"",
            "line 9",
            "does not fit throughput of random-write-4k-qd3; expected MiB/s, MB/s",
        ),
        ("\"MB/s\"", "\"furlongs\"", "line 9", "unknown variant"),
        (
            "sata-6gbps",
            "sata-9",
            "line 10",
            "no port is called 'sata-9'",
        ),
        (
            "state = \"new\"",
            "state = \"old\"",
            "line 10",
            "no state is called \'old'",
        ),
        (
            "align = \"4KiB\"",
            "align = \"3KiB\"",
            "line 10",
            "does not divide",
        ),
        (
            "{ figure = 200 }",
            "{ figure = 200, over = 1 }",
            "line 11",
            "exactly one of",
        ),
        (
            "{ figure = 200 }",
            "{ times = 2 }",
            "line 11",
            "name the other figure in against",
        ),
        (
            "id = \"mine\"",
            "id = \"m4-256-floor\"",
            "line 2",
            "ids must be unique",
        ),
        (
            "https://example.org/review",
            "me",
            "line 6",
            "must be a document",
        ),
        (
            "figure = \"throughput\"",
            "figure = \"speed\"",
            "line 8",
            "unknown variant `speed`",
        ),
        (
            "span = \"8GiB\", ",
            "",
            "line 10",
            "random-write-4k-qd3 accepts only the conditions port, state, span, data and align",
        ),
        (
            "random-write-4k-qd3",
            "vantage-hdd",
            "line 7",
            "vantage-hdd has no phase 'measure'; it has defender",
        ),
        (
            "random-write-4k-qd3",
            "destroyer",
            "line 10",
            "destroyer replays a trace, which has its own span, data and align",
        ),
        (
            "random-write-4k-qd3",
            "random-*",
            "line 7",
            "only geometric-mean supports",
        ),
        (
            "figure = \"throughput\"",
            "phase = \"measure\"\nfigure = \"geometric-mean\"",
            "line 7",
            "leave phase out",
        ),
    ] {
        assert!(GOOD.contains(from), "{from}");
        let said = refused(&GOOD.replacen(from, to, 1));
        assert!(said.starts_with("mine.toml"), "{said}");
        assert!(said.contains(line), "{line}: {said}");
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn former_key_of_a_drive_file_is_refused_with_its_new_name() {
    let fact = "\n[[fact]]\nid = \"idle\"\nprinted = \"GC when idle\"\n\
        source = \"https://example.org/review\"\ndrive = \"crucial-m4-256\"\n\
        key = \"collection.idle\"\nvalue = \"present\"\n";
    let fit = "\n[[fit]]\ndrive = \"crucial-m4-256\"\n\n[[fit.parameter]]\n\
        key = \"controller.move_unit_us\"\nfigures = [\"mine\"]\n";
    for (entry, expected) in [
        (fact, "mine.toml, line 13: collection.idle is now gc.idle\n"),
        (
            fit,
            "mine.toml, line 13: controller.move_unit_us is now controller.copy_unit_us\n",
        ),
    ] {
        let said = refused(&format!("{GOOD}{entry}"));
        assert!(said.starts_with(expected), "{said}");
        let today = entry
            .replace("collection.", "gc.")
            .replace("move_", "copy_");
        let taken = published(&[("mine.toml".into(), format!("{GOOD}{today}"))], &[]);
        taken.expect("a key of today");
    }
}

#[test]
fn is_a_figure_over_many_tests_taken_of_those_that_there_are() {
    let several = GOOD
        .replace("random-write-4k-qd3", "vantage-*")
        .replace("throughput", "geometric-mean")
        .replace(
            ", span = \"8GiB\", data = \"full-random\", align = \"4KiB\"",
            "",
        )
        .replace("\"new\"", "\"written\"");
    let all = published(&[("mine.toml".into(), several.clone())], &[]).expect("it is right");
    let mine = all.figures.iter().find(|figure| figure.id == "mine");
    let library = fourcorners_lab::library().expect("all files are right");
    let tests = mine.expect("it is there").measure.tests(library);
    assert_eq!(tests.len(), 7, "{tests:?}");
    let said = refused(&several.replace("vantage-*", "vintage-*"));
    assert!(
        said.contains("no test name starts with vintage-*"),
        "{said}"
    );
}

#[test]
fn are_fewer_numbers_fitted_than_figures_they_are_fitted_to() {
    // A family with as many parameters as figures would hit all of them and say nothing.
    let all = published(&[], &[]).expect("all files are right");
    let mut families: BTreeMap<String, (usize, BTreeSet<&str>)> = BTreeMap::new();
    for fit in &all.fits {
        let family = families.entry(drive_family(&fit.drive)).or_default();
        for parameter in &fit.parameters {
            family.0 += 1;
            family
                .1
                .extend(parameter.figures.iter().map(String::as_str));
        }
    }
    for (family, (parameters, figures)) in families {
        assert!(
            parameters < figures.len(),
            "{family}: {parameters} parameters fitted to {} figures",
            figures.len()
        );
    }
}

#[test]
fn is_every_number_called_fitted_also_listed_with_its_figures() {
    let all = published(&[], &[]).expect("all files are right");
    let mut wrong = Vec::new();
    for name in fourcorners_lab::drive_names() {
        if drive_family(&name) != name {
            continue;
        }
        let spec = fourcorners_lab::drive_spec(&name).expect("of the catalogue");
        let said: BTreeSet<String> = spec
            .facts()
            .iter()
            .filter(|fact| fact.source.starts_with("fitted"))
            .map(|fact| fact.name.clone())
            .collect();
        let listed: BTreeSet<String> = all
            .fits
            .iter()
            .filter(|fit| fit.drive == name)
            .flat_map(|fit| fit.parameters.iter().map(|parameter| parameter.key.clone()))
            .collect();
        for key in said.symmetric_difference(&listed) {
            wrong.push(format!("{name}: {key}"));
        }
    }
    assert!(wrong.is_empty(), "only in one of both: {wrong:#?}");
}

#[test]
fn does_the_document_of_the_accuracy_have_every_published_figure() {
    // It takes minutes to make, so it is not made here; but an entry that came or went shows.
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/accuracy.md");
    let document = std::fs::read_to_string(path).expect("docs/accuracy.md");
    let all = published(&[], &[]).expect("all files are right");
    let planned = all.planned.iter().map(|planned| &planned.figure);
    let figures = all.figures.iter().chain(planned);
    let missing: Vec<&str> = figures
        .map(|figure| figure.id.as_str())
        .filter(|id| !document.contains(&format!("| {id} |")))
        .collect();
    assert!(
        missing.is_empty(),
        "make it anew with `fourcorners check --markdown docs/accuracy.md`: {missing:?}"
    );
}

const FACT: &str = r#"
[[fact]]
id = "my-fact"
printed = "512 MB"
source = "https://example.org/review"
drive = "crucial-m4-256"
key = "about.dram_mib"
value = 512
"#;

/// The story: figures of drives to come could not be set aside before the drives were modelled.
#[test]
fn figure_of_a_drive_or_test_to_come_is_planned_and_says_what_it_needs() {
    let announced = "\n[announced]\ndrives = [\"new-1000\"]\ntests = [\"new-test\"]\n";
    let text = GOOD
        .replace("crucial-m4-256", "new-1000")
        .replace("random-write-4k-qd3", "new-test")
        .replace("throughput", "cache-speed");
    let all = published(&[("mine.toml".into(), format!("{text}{announced}"))], &[]);
    let all = all.expect("both are announced");
    assert!(all.figures.iter().all(|figure| figure.id != "mine"));
    let mine = all
        .planned
        .iter()
        .find(|planned| planned.figure.id == "mine");
    assert_eq!(
        mine.expect("it is planned").missing,
        [
            Missing::Drive("new-1000".into()),
            Missing::Test("new-test".into()),
        ]
    );
    assert!(refused(&text).contains("no drive is called 'new-1000'"));
    let fact = FACT.replace("crucial-m4-256", "new-1000");
    let files = [("mine.toml".into(), format!("{GOOD}{fact}{announced}"))];
    let all = published(&files, &[]).expect("the drive is announced");
    assert!(all.facts_to_come.iter().any(|fact| fact.id == "my-fact"));
}

#[test]
fn announced_drive_that_is_there_has_no_effect() {
    let announced = "\n[announced]\ndrives = [\"crucial-m4-256\"]\n";
    let all = published(&[("mine.toml".into(), format!("{GOOD}{announced}"))], &[]);
    let all = all.expect("it is right");
    assert!(all.figures.iter().any(|figure| figure.id == "mine"));
}

#[test]
fn announced_drives_and_tests_are_not_there_and_are_named_by_figures() {
    let all = published(&[], &[]).expect("all files are right");
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path.join("../../published/announced.toml"));
    let tables: toml::Table = toml::from_str(&text.expect("the file")).expect("it is TOML");
    for (key, of) in [("drives", true), ("tests", false)] {
        let names = tables["announced"][key].as_array().expect("a list");
        for name in names.iter().filter_map(toml::Value::as_str) {
            let missing = match of {
                true => Missing::Drive(name.into()),
                false => Missing::Test(name.into()),
            };
            let mut planned = all.planned.iter();
            assert!(
                planned.any(|planned| planned.missing.contains(&missing)),
                "{name} is there, or no figure names it: take it out of published/announced.toml"
            );
        }
    }
}

/// The story: a figure of NaN was read, and never held.
#[test]
fn figure_that_is_not_finite_is_refused() {
    for text in [GOOD, FACT] {
        assert!(published(&[("mine.toml".into(), text.into())], &[]).is_ok());
    }
    for number in ["nan", "-nan", "inf", "-inf"] {
        for holds in ["figure = 200", "between = [1, 200]"] {
            let own = GOOD.replace("figure = 200", holds);
            let error = refused(
                &own.replace("200 }", &format!("{number} }}"))
                    .replace("200]", &format!("{number}]")),
            );
            assert!(
                error.contains("mine.toml") && error.contains("holds is"),
                "{error}"
            );
            assert!(error.contains("finite"), "{error}");
        }
        let error = refused(&FACT.replace("= 512\n", &format!("= {number}\n")));
        assert!(
            error.contains("'my-fact': value is") && error.contains("finite"),
            "{error}"
        );
    }
}

/// What was said of every figure before the models were changed that it judges: its class, and
/// whether something was fitted to it.
const ROWS: [&str; 2] = [
    include_str!("../../../../records/2026-11-25-published-rows.tsv"),
    include_str!("../../../../records/2026-11-26-published-rows.tsv"),
];

/// The story: a share rose when rows that were missed were fitted to, or left out.
#[test]
fn no_predicted_figure_becomes_fitted_or_an_input_and_none_leaves_the_score() {
    let all = published(&[], &[]).expect("all files are right");
    let mut wrong = Vec::new();
    let planned = all.planned.iter().map(|planned| &planned.figure);
    let figures: Vec<_> = all.figures.iter().chain(planned).collect();
    let rows = ROWS.iter().flat_map(|rows| rows.lines());
    for row in rows.filter(|row| !row.starts_with('#')) {
        let [id, _, class, kind, cannot_fail, set_aside] = row.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("not six cells: {row}");
        };
        let Some(figure) = figures.iter().find(|figure| figure.id == id) else {
            wrong.push(format!("{id} is gone"));
            continue;
        };
        if kind == "predicted" && all.is_fitted(id) {
            wrong.push(format!("{id} was predicted"));
        }
        if class != "input" && figure.class() == Class::Input {
            wrong.push(format!("{id} was no input"));
        }
        if cannot_fail == "-" && figure.cannot_fail.is_some() {
            wrong.push(format!("{id} could fail"));
        }
        if (set_aside == "set-aside") != all.is_set_aside(id) {
            wrong.push(format!("{id} is set aside, or was"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn figures_set_aside_are_numbers_that_are_predicted() {
    let all = published(&[], &[]).expect("all files are right");
    assert!(all.set_aside.len() >= 19, "{}", all.set_aside.len());
    for id in &all.set_aside {
        let planned = all.planned.iter().map(|planned| &planned.figure);
        let mut figures = all.figures.iter().chain(planned);
        let figure = figures.find(|figure| figure.id == *id);
        let figure = figure.expect("the reader knows it");
        assert_eq!(figure.class(), Class::Number, "{id}");
        assert!(figure.is_scored() && !all.is_fitted(id), "{id}");
    }
}

#[test]
fn figure_set_aside_that_is_unknown_or_fitted_is_refused_with_its_line() {
    let own = |ids: &str| format!("{GOOD}\n[set_aside]\nfigures = [\n    {ids},\n]\n");
    let text = own("\"mine\"");
    let all = published(&[("mine.toml".into(), text)], &[]).expect("it is right");
    assert!(all.is_set_aside("mine"));
    let error = refused(&own("\"mime\""));
    assert!(
        error.contains("mine.toml, line 15") && error.contains("nearest are mine"),
        "{error}"
    );
    let error = refused(&own("\"m4-256-floor\""));
    assert!(
        error.contains("line 15") && error.contains("was fitted to it"),
        "{error}"
    );
}

/// The story: a random write rating at the limit that the sequential rating had set counted as a
/// prediction like any other.
#[test]
fn figures_that_a_fitted_number_decides_are_predicted_and_of_its_drive() {
    let all = published(&[], &[]).expect("all files are right");
    for fit in &all.fits {
        for id in fit.parameters.iter().flat_map(|one| &one.decides) {
            let figure = all.figures.iter().find(|one| one.id == *id).expect(id);
            assert_eq!(figure.measure.drive, fit.drive, "{id}");
            assert!(all.is_decided_by_fit(id), "{id} is fitted");
        }
    }
}
