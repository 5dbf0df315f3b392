//! `power-loss` on drives that keep what they flushed, and on those that do not.

use crate::case::{Case, Failure, Findings, Setting};

pub const CASE: Case = Case {
    name: "power-loss",
    proves: "power-loss passes a drive that flushes its cache, and finds two that lose writes",
    run,
};

fn run(setting: &Setting) -> Result<(), Failure> {
    let guest = setting.boot(include_str!("loss.sh"), &[])?;
    let reports = guest.finish()?;
    let mut findings = Findings::default();
    for (name, exit, words) in [
        ("honest", "0", "all intact"),
        ("careless", "1", "lost flushed data"),
        ("liar", "1", "stale"),
    ] {
        let said = reports.text(&format!("{name}.said"));
        let ended = reports.expect(&format!("{name}.exit"), exit);
        findings.note(ended.map_err(|error| format!("{error}: {said}")));
        findings.check(said.contains(words), || {
            format!("{name}: not '{words}': {said}")
        });
    }
    // A cut that loses nothing of the cache would prove nothing.
    let log = reports.text("honest.log");
    findings.check(log.contains("checked"), || {
        format!("nothing was checked: {log}")
    });
    findings.into_result()
}
