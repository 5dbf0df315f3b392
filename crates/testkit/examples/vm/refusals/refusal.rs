//! Whether a run was refused, and for the right reason.

use crate::case::Failure;
use fourcorners_testkit::vm::Reports;

/// An error unless the run `name` exited with 1 and said that its target is mounted there.
pub fn is_refused(reports: &Reports, name: &str, mount_point: &str) -> Result<(), Failure> {
    let said = reports.text(&format!("{name}.said"));
    let exit = reports.get(&format!("{name}.exit"))?;
    if exit == "1" && names_mount(&said, mount_point) {
        return Ok(());
    }
    Err(format!(
        "{name}: not refused as mounted at {mount_point}: exit code {exit}, and it said: {}",
        said.lines().last().unwrap_or("nothing")
    ))
}

/// Whether it says `mounted at PATH`, and no longer path.
fn names_mount(said: &str, mount_point: &str) -> bool {
    let words = format!("mounted at {mount_point}");
    said.match_indices(&words).any(|(at, _)| {
        let next = said[at + words.len()..].chars().next();
        !next.is_some_and(|next| next.is_alphanumeric() || next == '/')
    })
}

#[cfg(test)]
mod tests {
    use super::names_mount;

    #[test]
    fn longer_mount_point_is_another_one() {
        assert!(names_mount("(/dev/sda1 is mounted at /);", "/"));
        assert!(names_mount("mounted at /mnt: unmount it", "/mnt"));
        assert!(!names_mount("is mounted at /mnt", "/"));
        assert!(!names_mount("is mounted at /mnt/2", "/mnt"));
    }
}
