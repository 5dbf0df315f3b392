//! `browse` for other hosts.

use crate::case::{Case, Failure, Findings, Setting};

pub const CASE: Case = Case {
    name: "browse-token",
    proves: "browse --bind 0.0.0.0 serves nothing without its token or cookie",
    run,
};

fn run(setting: &Setting) -> Result<(), Failure> {
    let reports = setting.boot(include_str!("browse.sh"), &[])?.finish()?;
    let mut findings = Findings::default();
    findings.note(reports.expect("made.exit", "0"));
    let said = |name: &str| reports.text(&format!("{name}.said"));
    for name in ["without", "wrong", "wrong-cookie", "data-without"] {
        let answer = said(name);
        findings.check(
            answer.contains("HTTP/1.1 40") && !answer.contains("<html"),
            || format!("{name}: served: {answer}"),
        );
    }
    findings.check(said("given").contains("set-cookie"), || said("given"));
    findings.note(reports.expect("right.exit", "0"));
    let page = said("right");
    findings.check(page.contains("<html"), || format!("right: no page: {page}"));
    findings.into_result()
}
