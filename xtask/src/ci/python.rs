//! The Python package: its API in every test run; its wheel, types, notebook and clusters in
//! nightly. Both in an environment of their own.

use crate::run::{self, Failure, cargo, command, output, show};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const REQUIREMENTS: &str = "python/requirements-ci.txt";
/// The package with the features of the tests' build, so that only PyO3, Arrow and the package are
/// compiled.
const AS_TESTED: &[&str] = &[
    "--manifest-path",
    "python/Cargo.toml",
    "--features",
    "as-tested",
];

/// Builds the extension and tests the package's API.
pub fn short() -> Result<(), Failure> {
    show(command(
        &cargo(),
        &[&["build", "--quiet"], AS_TESTED].concat(),
    ))?;
    let package = run::scratch("python")?.join("fourcorners");
    let at = |error: std::io::Error| format!("{}: {error}", package.display());
    let copied = package.to_string_lossy();
    output(command("cp", &["-r", "python/fourcorners", &copied]))?;
    let extension = run::target().join("debug/lib_fourcorners.so");
    fs::copy(extension, package.join("_fourcorners.abi3.so")).map_err(at)?;
    let mut tests = pytest(&environment("venv-short", |line| {
        line.starts_with("pytest")
    })?);
    tests.arg("tests/test_api.py");
    tests.env("PYTHONPATH", package.with_file_name(""));
    show(tests)
}

/// Builds the wheel, installs it and tests it.
pub fn package() -> Result<(), Failure> {
    let environment = environment("venv", |_| true)?;
    let program = |name: &str| environment.join("bin").join(name).display().to_string();
    let wheels = run::scratch("wheels")?;
    let folder = wheels.to_string_lossy();
    let python = program("python");
    let words = [
        "--profile",
        "dev",
        "--interpreter",
        &python,
        "--out",
        &folder,
    ];
    let words = [&["build", "--quiet"], AS_TESTED, &words].concat();
    show(command(&program("maturin"), &words))?;
    let wheel = fs::read_dir(&wheels).ok().and_then(|mut all| all.next());
    let wheel = wheel.and_then(Result::ok).ok_or("maturin built no wheel")?;
    let wheel = wheel.path().to_string_lossy().into_owned();
    let words = ["install", "--quiet", "--no-deps", "--force-reinstall"];
    show(command(&program("pip"), &[&words[..], &[&wheel]].concat()))?;
    let cache = run::target().join("xtask/mypy");
    let cache = cache.to_string_lossy();
    let words = ["--cache-dir", &cache, "fourcorners", "tests"];
    let mut types = command(&program("mypy"), &words);
    types.current_dir(run::root().join("python"));
    show(types)?;
    show(pytest(&environment))
}

fn pytest(environment: &Path) -> Command {
    let pytest = environment.join("bin/pytest").display().to_string();
    let mut tests = command(&pytest, &["-q", "-p", "no:cacheprovider"]);
    tests
        .current_dir(run::root().join("python"))
        .env("PYTHONDONTWRITEBYTECODE", "1");
    tests
}

/// The environment of this name with these lines of the requirements, made anew when they change.
fn environment(name: &str, wanted: fn(&str) -> bool) -> Result<PathBuf, Failure> {
    let path = run::root().join(REQUIREMENTS);
    let text = fs::read_to_string(path).map_err(|error| format!("{REQUIREMENTS}: {error}"))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let required: Vec<&str> = lines.filter(|line| wanted(line)).collect();
    let folder = run::target().join("xtask").join(name);
    let installed = folder.join("requirements.txt");
    if fs::read_to_string(&installed).is_ok_and(|text| text == required.join("\n")) {
        return Ok(folder);
    }
    let path = folder.to_string_lossy();
    output(command("python3", &["-m", "venv", "--clear", &path]))?;
    let pip = folder.join("bin/pip").display().to_string();
    // Compiling all of it takes longer than compiling what is used.
    let words = ["install", "--quiet", "--no-compile"];
    show(command(&pip, &[&words[..], &required].concat()))?;
    fs::write(&installed, required.join("\n"))
        .map_err(|error| format!("{}: {error}", installed.display()))?;
    Ok(folder)
}
