"""Work that takes long: other threads go on, and Ctrl-C ends it."""

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import fourcorners as fc

# Hours.
LONG = fc.Test("consistency").set({"measure.duration_s": 10_000_000})


def test_other_threads_go_on(drive: fc.Drive, short: fc.Test) -> None:
    ended = threading.Event()
    counts: list[int] = []

    def count() -> None:
        while not ended.wait(0.001):
            counts.append(1)

    thread = threading.Thread(target=count)
    thread.start()
    begin = time.monotonic()
    fc.run(drive, short, spare_percent=25)
    took = time.monotonic() - begin
    ended.set()
    thread.join()
    assert len(counts) > took * 50


def test_error_in_progress_ends_the_run(drive: fc.Drive) -> None:
    def progress(_: float) -> None:
        raise RuntimeError("enough")

    begin = time.monotonic()
    with pytest.raises(RuntimeError, match="enough"):
        fc.run(drive, LONG, progress=progress)
    assert time.monotonic() - begin < 5


@pytest.mark.parametrize("work", ["run", "sweep"])
def test_ctrl_c_ends_work_within_a_second(work: str, tmp_path: Path) -> None:
    call = {
        "run": "fc.run([drive, drive], test.set({'measure.duration_s': 10_000_000}), **watch)",
        "sweep": "fc.sweep({'title': '', 'drive': 'crucial-m4-64', 'tests': ['consistency'], "
        "'set': {'duration_s': 10_000_000}, 'vary': {'seed': [1, 2, 3]}, "
        "'record': {'iops': 'iops_mean'}}, **watch)",
    }[work]
    program = f"""
import fourcorners as fc
drive, test = fc.Drive("crucial-m4-64"), fc.Test("consistency")
watch = dict(progress=lambda *now: print("on", flush=True))
{call}
"""
    child = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "on\n"
    time.sleep(0.5)
    begin = time.monotonic()
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors
    assert time.monotonic() - begin < 1
