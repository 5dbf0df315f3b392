//! Which suite a review takes that names none.

/// As in `suite modern, because the drive is NVMe (--suite: another)`.
pub fn for_nvme(suite: &str, drives: usize) -> String {
    let which = match drives {
        1 => "the drive is",
        _ => "all drives are",
    };
    format!("suite {suite}, because {which} NVMe (--suite: another)")
}
