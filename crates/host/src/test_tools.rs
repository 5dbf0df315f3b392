//! Recorded tools for tests: shell scripts in a folder.

use std::fs;
use std::process::Command;

/// A folder with these executables. They are put there by another process: a thread that forks
/// while this one writes them would make them "busy" to whoever runs them next.
pub fn recorded(scripts: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, script) in scripts {
        put(&folder, name, script);
    }
    folder
}

/// Puts one more there, or another in its place.
pub fn put(folder: &tempfile::TempDir, name: &str, script: &str) {
    let text = folder.path().join(format!("{name}.text"));
    fs::write(&text, format!("#!/bin/sh\n{script}\n")).expect("a script");
    let put = Command::new("install")
        .args(["-m", "755"])
        .arg(&text)
        .arg(folder.path().join(name))
        .status();
    assert!(put.expect("install").success());
}
