"""What is installed: types and the command."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import fourcorners as fc

PROGRAM = str(Path(sys.executable).parent / "fourcorners")


def test_stubs_match_the_extension(tmp_path: Path) -> None:
    # From another folder: this one has the sources, without the extension.
    words = [sys.executable, "-m", "mypy.stubtest", "fourcorners", "--concise"]
    subprocess.run(words, check=True, timeout=600, cwd=tmp_path)


def test_everything_is_documented() -> None:
    for name in fc.__all__:
        named = getattr(fc, name)
        assert name == "__version__" or named.__doc__, name
        if isinstance(named, type) and name != "Error":
            inner = [it for it in vars(named) if not it.startswith("_")]
            assert all(getattr(named, it).__doc__ for it in inner), name


def test_command_is_part_of_the_package(tmp_path: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([PROGRAM, *words], capture_output=True, text=True, cwd=tmp_path)

    said = run("--version")
    assert (said.returncode, said.stdout) == (0, f"fourcorners {fc.__version__}\n")
    assert version("fourcorners") == fc.__version__
    assert run("list", "drives").stdout.count("crucial-m4-64") >= 1
    wrong = run("review", "crucial-m4-65")
    assert wrong.returncode == 2 and "error: " in wrong.stderr
