//! The Python package: its wheel, its types, its tests and its notebook, in an environment of their
//! own.

use crate::run::{self, Failure, command, output, show};
use std::fs;
use std::path::PathBuf;

const REQUIREMENTS: &str = "python/requirements-ci.txt";

/// Builds the wheel after the tests' dependencies, installs it and tests it.
pub fn package() -> Result<(), Failure> {
    let programs = environment()?.join("bin");
    let program = |name: &str| programs.join(name).to_string_lossy().into_owned();
    let wheels = run::scratch("wheels")?;
    let folder = wheels.to_string_lossy();
    let words = [
        "build",
        "--quiet",
        "--manifest-path",
        "python/Cargo.toml",
        "--profile",
        "dev",
        "--features",
        "as-tested",
        "--interpreter",
        &program("python"),
        "--out",
        &folder,
    ];
    show(command(&program("maturin"), &words))?;
    let wheel = fs::read_dir(&wheels).ok().and_then(|mut all| all.next());
    let wheel = wheel.and_then(Result::ok).ok_or("maturin built no wheel")?;
    let wheel = wheel.path().to_string_lossy().into_owned();
    let words = ["install", "--quiet", "--no-deps", "--force-reinstall"];
    show(command(&program("pip"), &[&words[..], &[&wheel]].concat()))?;
    let cache = run::target().join("xtask/mypy");
    let cache = cache.to_string_lossy();
    let words = ["--cache-dir", &cache, "fourcorners", "tests"];
    let tools = [
        (program("mypy"), &words[..]),
        (program("pytest"), &["-q", "-p", "no:cacheprovider"][..]),
    ];
    for (tool, words) in tools {
        let mut tool = command(&tool, words);
        tool.current_dir(run::root().join("python"))
            .env("PYTHONDONTWRITEBYTECODE", "1");
        show(tool)?;
    }
    Ok(())
}

/// The environment with what is required, made anew when that changes.
fn environment() -> Result<PathBuf, Failure> {
    let folder = run::target().join("xtask/venv");
    let failure = |error: std::io::Error| format!("{}: {error}", folder.display());
    let required = fs::read_to_string(run::root().join(REQUIREMENTS)).map_err(failure)?;
    let installed = folder.join("requirements.txt");
    if fs::read_to_string(&installed).is_ok_and(|text| text == required) {
        return Ok(folder);
    }
    let path = folder.to_string_lossy();
    output(command("python3", &["-m", "venv", "--clear", &path]))?;
    let pip = folder.join("bin/pip");
    // Compiling all of it takes longer than compiling what is used.
    let words = ["install", "--quiet", "--no-compile", "-r", REQUIREMENTS];
    show(command(&pip.to_string_lossy(), &words))?;
    fs::write(&installed, required).map_err(failure)?;
    Ok(folder)
}
