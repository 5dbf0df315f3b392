//! What `chart = "quartet"` asks of a test: rows of one read and one write each.

use super::{Direction, PageDef, PhaseDef, WorkDef};

/// What is wrong with its rows: a sentence.
pub(super) fn contradiction(page: &PageDef, phases: &[PhaseDef]) -> Option<String> {
    if !page.roles.is_empty() {
        return Some("[page] roles: a quartet takes no roles, because no finding uses it".into());
    }
    if page.phases.is_empty() {
        return Some("[page] phases: a quartet needs the names and titles of its phases".into());
    }
    let mut titles = page.phases.iter().map(|(_, title)| title);
    let problem = titles.find_map(|title| misfit(page, phases, title))?;
    Some(format!("[page] phases: {problem}"))
}

/// What is wrong with the phases of one title.
fn misfit(page: &PageDef, phases: &[PhaseDef], title: &str) -> Option<String> {
    let mut works: Vec<&WorkDef> = Vec::new();
    for (name, _) in page.phases.iter().filter(|(_, other)| other == title) {
        let phase = phases.iter().find(|phase| phase.name == *name);
        match phase.and_then(|phase| phase.work.as_ref()) {
            Some(work) => works.push(work),
            None => return Some(format!("no phase called '{name}' reads or writes")),
        }
    }
    let like = |work: &WorkDef| (work.pattern, work.block, work.queue_depth, work.span);
    let is_a_row = match works.as_slice() {
        [a, b] => {
            let ops = [a.op, b.op];
            let both = [Direction::Read, Direction::Write];
            both.iter().all(|op| ops.contains(op)) && like(a) == like(b)
        }
        _ => false,
    };
    (!is_a_row).then(|| {
        format!(
            "'{title}' is a row of a quartet: it needs one read and one write with the same \
             pattern, block, queue_depth and span"
        )
    })
}
