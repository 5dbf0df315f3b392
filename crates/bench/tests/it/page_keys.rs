//! `[page]` of a test's file: which roles and findings are read, and which are refused.

use crate::bed::library;
use crate::definitions::{refusal, with};
use fourcorners_bench::{Role, TestDef};

/// `[page]` of a test that draws bars, with more keys.
fn with_page(keys: &str) -> String {
    let page = format!("[page]\ntitle = \"T\"\nchart = \"bars\"\n{keys}\n[[phase]]");
    with("[[phase]]", &page)
}

#[test]
fn role_is_refused_of_a_phase_that_is_missing_or_does_something_else() {
    for role in ["random-writes", "consistency", "torture", "tortured-writes"] {
        let test = with_page(&format!("roles = {{ measure = \"{role}\" }}"));
        TestDef::parse("tests/t.toml", &test).expect("random writes");
    }
    assert_eq!(
        refusal(&with_page("roles = { probe = \"torture\" }")),
        "tests/t.toml: [page] roles: there is no phase 'probe'; allowed: measure"
    );
    let cases = [
        ("clean-pass", "one sequential pass with positions = true"),
        ("random-reads", "random reads"),
        ("sequential-reads", "sequential reads"),
        ("sequential-writes", "sequential writes"),
        ("light-use-2010", "a replay"),
        ("start-busy", "a replay"),
    ];
    for (role, allowed) in cases {
        assert_eq!(
            refusal(&with_page(&format!("roles = {{ measure = \"{role}\" }}"))),
            format!(
                "tests/t.toml: [page] roles: phase 'measure' cannot be '{role}'; allowed: {allowed}"
            )
        );
    }
    let unknown = refusal(&with_page("roles = { measure = \"clean\" }"));
    assert!(
        unknown.contains("expected one of `clean-pass`"),
        "{unknown}"
    );
}

#[test]
fn role_is_of_one_phase_and_of_a_pass_of_a_read_and_a_write() {
    let phase = |name: &str, op: &str| {
        format!(
            "[[phase]]\nname = \"{name}\"\nfrom = \"new\"\npositions = true\nwork = {{ op = \
             \"{op}\", pattern = \"sequential\", block = \"64KiB\", queue_depth = 1, span = \
             \"all\", until = \"pass\" }}\n"
        )
    };
    let test = |second: &str, role: &str| {
        format!(
            "id = \"t\"\ntitle = \"T\"\nwhy = \"w\"\nsource = \"s\"\n[page]\ntitle = \
             \"T\"\nchart = \"passes\"\nroles = {{ a = \"{role}\", b = \"{role}\" }}\n{}{}",
            phase("a", "write"),
            phase("b", second)
        )
    };
    TestDef::parse("tests/t.toml", &test("read", "clean-pass")).expect("two passes");
    assert_eq!(
        refusal(&test("write", "clean-pass")),
        "tests/t.toml: [page] roles: phase 'b' cannot be 'clean-pass', because 'a' already \
         is; allowed: one read and one write"
    );
    assert_eq!(
        refusal(&test("write", "sequential-writes")),
        "tests/t.toml: [page] roles: phase 'b' cannot be 'sequential-writes', because 'a' \
         already is; allowed: one phase"
    );
}

#[test]
fn every_role_is_some_shipped_phase_s_and_of_one_test() {
    let library = library();
    let tests = library.tests.values();
    let of_tests = tests.filter_map(|test| Some((&test.id, &test.page.as_ref()?.roles)));
    let mut found: Vec<(Role, &String)> = Vec::new();
    for (id, roles) in of_tests {
        found.extend(roles.values().map(|role| (*role, id)));
    }
    found.sort();
    found.dedup();
    let roles: Vec<Role> = found.into_iter().map(|(role, _)| role).collect();
    let first_to_last: Vec<Role> = [
        Role::CleanPass,
        Role::TorturedPass,
        Role::TrimmedPass,
        Role::PassAtOnce,
        Role::RestedPass,
        Role::Recovery,
        Role::Torture,
        Role::TorturedWrites,
        Role::Consistency,
        Role::RandomReads,
        Role::SequentialReads,
        Role::RandomWrites,
        Role::SequentialWrites,
        Role::LightUse2010,
        Role::LightUse2011,
        Role::StartAlone,
        Role::StartBusy,
    ]
    .into();
    assert_eq!(roles, first_to_last);
}

#[test]
fn finding_is_refused_of_a_figure_that_judges_would_misread() {
    let parsed = |keys: &str| TestDef::parse("tests/t.toml", &with_page(keys));
    let speeds = [
        "",
        "unit = \"MB/s\"",
        "unit = \"IOPS\"\nbetter = \"higher\"",
    ];
    for keys in speeds {
        let all = "findings = [\"data\", \"alignment\", \"used\", \"length\", \"ports\"]";
        parsed(&format!("{keys}\n{all}")).expect("speeds");
    }
    let others = [
        "better = \"lower\"",
        "unit = \"µs\"\nbetter = \"lower\"",
        "unit = \"W\"\nbetter = \"higher\"",
    ];
    for keys in others {
        parsed(&format!("{keys}\nfindings = [\"ports\"]")).expect("ports are not judged");
        for finding in ["data", "alignment", "used", "length"] {
            let refused = refusal(&with_page(&format!("{keys}\nfindings = [\"{finding}\"]")));
            let told = format!(
                "tests/t.toml: [page] findings: '{finding}' cannot be judged from this chart; \
                 allowed"
            );
            assert!(refused.starts_with(&told), "{refused}");
            let hint = format!("hint: leave '{finding}' out");
            assert!(refused.contains(&hint), "{refused}");
        }
    }
    let replay = with_page("findings = [\"used\"]").replace("\"bars\"", "\"replay\"");
    assert!(refusal(&replay).contains("'used' cannot be judged"));
}

/// A test that draws this chart of one phase that does this.
fn drawn(page: &str, work: &str) -> String {
    let page = format!("[page]\ntitle = \"T\"\n{page}\n[[phase]]");
    let own = "op = \"write\", pattern = \"random\"";
    with("[[phase]]", &page).replace(own, work)
}

#[test]
fn sweep_needs_what_differs_and_what_it_shows() {
    let random = "op = \"write\", pattern = \"random\"";
    let whole = "chart = \"sweep\"\nby = \"queue-depth\"\nshows = [\"IOPS\", \"p99.9\"]";
    TestDef::parse("tests/t.toml", &drawn(whole, random)).expect("a sweep");
    let cases = [
        (
            "chart = \"sweep\"\nby = \"span\"",
            "chart = \"sweep\" needs by and shows",
        ),
        (
            "chart = \"bars\"\nby = \"span\"",
            "valid only with chart = \"sweep\"",
        ),
        (
            "chart = \"bars\"\njoins = \"t\"",
            "joins is valid only with chart = \"fill\"",
        ),
    ];
    for (page, expected) in cases {
        let said = refusal(&drawn(page, random));
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn fill_chart_takes_sequential_writes_alone() {
    let page = "chart = \"fill\"\nphases = [[\"measure\", \"empty\"]]";
    let sequential = "op = \"write\", pattern = \"sequential\"";
    TestDef::parse("tests/t.toml", &drawn(page, sequential)).expect("a fill");
    for work in [
        "op = \"read\", pattern = \"sequential\"",
        "op = \"write\", pattern = \"random\"",
    ] {
        let said = refusal(&drawn(page, work));
        assert!(
            said.contains("'measure' cannot be in a fill chart"),
            "{said}"
        );
    }
}
