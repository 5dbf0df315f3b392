//! Files that `.gitignore` names: what programs leave behind is not tracked.

use crate::run::{Failure, command, output};
use std::path::Path;

/// Tracked files that should be ignored.
pub fn tracked(root: &Path) -> Result<Vec<String>, Failure> {
    let words = ["ls-files", "--cached", "--ignored", "--exclude-standard"];
    let mut list = command("git", &words);
    list.current_dir(root);
    let listed = output(list)?;
    let found = listed.lines();
    Ok(found
        .map(|path| format!("{path}: .gitignore names it: git rm it"))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::tracked;
    use crate::run::{command, output, root};
    use std::fs;

    #[test]
    fn tracked_litter_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::copy(root().join(".gitignore"), path(".gitignore")).expect("a copy");
        for name in ["local-verify-0-verify.state", "main.rs", "main.rs~"] {
            fs::write(path(name), "").expect("a file");
        }
        for words in [&["init", "--quiet"][..], &["add", "--all", "--force"]] {
            let mut git = command("git", words);
            git.current_dir(folder.path());
            output(git).expect("git");
        }
        let found = tracked(folder.path()).expect("a list");
        let starts = ["local-verify-0-verify.state: ", "main.rs~: "];
        assert_eq!(found.len(), starts.len(), "{found:?}");
        for (line, start) in found.iter().zip(starts) {
            assert!(line.starts_with(start), "{line}");
        }
    }
}
