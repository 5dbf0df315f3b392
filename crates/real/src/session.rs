//! A session of its own, so that the scheduler treats the measurement as a program of its own.

/// Puts this process into a session of its own (`setsid`).
///
/// With `kernel.sched_autogroup_enabled=1` (the default of most distributions) the scheduler
/// shares the CPU between sessions first. A benchmark that shares its session with a busy shell
/// is starved: 2,000 IOPS were measured instead of 150,000 on a loaded machine. fio calls
/// `setsid` for each of its jobs, so every comparison with it needs this, too.
///
/// Call it once, at the start, before threads are made.
///
/// # Errors
/// A sentence for the user, with the remedy. `setsid` is refused to the leader of a process
/// group, which every program is that an interactive shell started by itself; forking would
/// change that, but would take the program away from the terminal's Ctrl-C.
pub fn own_session() -> Result<(), String> {
    if crate::system::own_session().is_ok() || leads_its_session() {
        return Ok(());
    }
    let autogroup = std::fs::read_to_string("/proc/sys/kernel/sched_autogroup_enabled");
    if autogroup.is_ok_and(|enabled| enabled.trim() == "0") {
        return Ok(()); // Sessions are nothing to this scheduler.
    }
    Err(
        "fourcorners shares its scheduling group with other programs of this terminal; start it \
         as 'setsid --wait fourcorners ...' \
         to give it a session of its own"
            .into(),
    )
}

/// Already alone: `setsid --wait` ran before.
fn leads_its_session() -> bool {
    crate::system::session() == Some(std::process::id())
}

#[cfg(test)]
mod tests {
    #[test]
    fn does_a_refusal_name_the_remedy() {
        // A test's process may or may not lead a group; both answers must be usable.
        if let Err(sentence) = super::own_session() {
            assert!(sentence.contains("setsid --wait"), "{sentence}");
        } else {
            assert!(super::own_session().is_ok(), "asking again changes nothing");
        }
    }
}
