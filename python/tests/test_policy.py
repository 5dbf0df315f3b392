"""GC policies in Python, and what is wrong with some."""

import os
import random
import subprocess
import sys
import time
import traceback
import zlib
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path

import pytest

import fourcorners as fc

# GC works in it, and it takes two seconds.
TEST = fc.Test("consistency").set({"measure.duration_s": 120})
M4 = fc.Drive("crucial-m4-64")
LONG = fc.Test("consistency").set({"measure.duration_s": 10_000_000})


def oldest(superblocks: fc.Superblocks) -> int:
    return max(range(len(superblocks)), key=superblocks.age.__getitem__)


def emptiest(superblocks: fc.Superblocks) -> int:
    return min(range(len(superblocks)), key=superblocks.valid.__getitem__)


def rows(run: fc.Run) -> list[list[object]]:
    names = [name for name in run.seconds.columns if name != "drive"]
    return [run.seconds[name] for name in names]


def test_copy_of_a_policy_gives_the_same_rows(drive: fc.Drive) -> None:
    fifo = drive.set({"gc.victim": "fifo"})
    own = drive.policy(victim=oldest, begin=lambda it: it.free_superblocks <= it.low_watermark)
    runs = [fc.run(one, TEST) for one in (fifo, own)]
    assert rows(runs[0]) == rows(runs[1])
    assert sum(runs[0].seconds["moved_units"]) > 0


def test_greedy_moves_as_much_as_greedy(drive: fc.Drive) -> None:
    # The shipped one draws lots among the emptiest.
    run = fc.run([drive, drive.policy(victim=emptiest)], TEST)
    shipped, own = run.results["write_amplification"]
    assert own == pytest.approx(shipped, rel=0.02)
    assert own > 1.1


def test_gc_begins_when_a_function_says_so(drive: fc.Drive) -> None:
    def early(state: fc.GcState) -> bool:
        return state.free_superblocks < state.high_watermark - 4

    def never(_: fc.GcState) -> bool:
        return False

    more = drive.set({"gc.high_watermark": 24})
    run = fc.run([drive, more.policy(begin=early), drive.policy(begin=never)], TEST)
    assert run.results["status"] == ["finished"] * 3
    free = run.seconds["free_superblocks"]
    shipped, soon, late = (min(free[120 * n : 120 * n + 120]) for n in range(3))
    assert soon > 10 > drive["gc.high_watermark"] >= shipped >= late


def test_policy_sees_the_superblocks_of_a_pool(drive: fc.Drive) -> None:
    seen: list[fc.Superblocks] = []

    def watched(superblocks: fc.Superblocks) -> int:
        seen.append(superblocks)
        return emptiest(superblocks)

    fc.run(drive.policy(victim=watched), TEST)
    one = seen[0]
    assert 1 < len(one) == len(one.valid) == len(one.age) == len(one.erases)
    assert (one.valid.typecode, one.age.typecode, one.erases.typecode) == ("I", "Q", "I")
    assert one.valid is one.valid and max(one.valid) <= one.units_per_superblock
    assert min(one.age) == 1 and len(set(one.age)) == len(one)
    # The first decisions are asked for twice.
    assert list(seen[1].valid) == list(one.valid)


def test_results_are_not_those_of_the_drive(drive: fc.Drive, tmp_path: Path) -> None:
    own = drive.policy(victim=oldest)
    assert own.name == "crucial-m4-64+victim=oldest"
    assert own["gc.victim"] == "Python function oldest"
    assert "gc.victim" not in drive
    text = repr(own.policy(begin=bool))
    assert text == "Drive('crucial-m4-64').policy(victim=oldest, begin=bool)"
    assert own.set({"gc.high_watermark": 8}).name == (
        "crucial-m4-64+gc.high_watermark=8+victim=oldest"
    )
    page = fc.run(own, TEST, duration_s=1).page(tmp_path / "page.html").read_text()
    assert "Crucial m4 64GB, victim selection: Python function oldest" in page
    data = page.split('id="data">')[1].split("<")[0]
    assert b"its GC policy is a function of your own" in zlib.decompress(b64decode(data))


def raises(_: object) -> bool:
    raise ValueError("no idea")


@pytest.mark.parametrize("drive", [M4.policy(victim=raises), M4.policy(begin=raises)], ids=str)
def test_exception_ends_the_run(
    drive: fc.Drive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    begin = time.monotonic()
    with pytest.raises(ValueError, match="no idea") as raised:
        fc.run([drive, M4], LONG)
    assert time.monotonic() - begin < 20
    assert "in raises" in "".join(traceback.format_exception(raised.value))
    assert os.listdir(tmp_path) == []


def drawn(superblocks: fc.Superblocks) -> int:
    return random.randrange(len(superblocks))


@pytest.mark.parametrize(
    ("victim", "message", "hint"),
    [
        (lambda _: 10**6, "returned 1000000", "return an index of superblocks, 0 to "),
        (lambda _: -1, "returned -1", "return an index"),
        (lambda _: None, "returned None", "return an index"),
        (lambda it: it.valid, "returned array(", "return an index"),
        (drawn, "the policy drawn gave two answers to the same question", "from the argument"),
    ],
)
def test_wrong_answer_ends_the_run(
    drive: fc.Drive, victim: Callable[[fc.Superblocks], int], message: str, hint: str
) -> None:
    with pytest.raises(fc.Error) as raised:
        fc.run(drive.policy(victim=victim), LONG)
    assert message in raised.value.message
    assert hint in str(raised.value.hint)


def test_begin_answers_yes_or_no(drive: fc.Drive) -> None:
    def free(state: fc.GcState) -> int:
        return state.free_superblocks

    with pytest.raises(fc.Error) as raised:
        fc.run(drive.policy(begin=free), LONG)  # type: ignore[arg-type]
    assert raised.value.hint == "return True or False"


@pytest.mark.parametrize("name", ["ram-disk-16", "ocz-summit-256", "wd-velociraptor-300"])
def test_drive_without_victims_takes_no_policy(name: str) -> None:
    with pytest.raises(fc.Error, match=f"{name} has no garbage collection that asks a policy"):
        fc.Drive(name).policy(victim=emptiest)


def test_two_policies_need_two_names(drive: fc.Drive) -> None:
    two = [drive.policy(victim=lambda _: 0), drive.policy(victim=lambda _: 1)]
    with pytest.raises(fc.Error, match="two drives with different policies are called"):
        fc.run(two, TEST)
    assert len(fc.run([two[0], two[0]], TEST, duration_s=1).results) == 2
    with pytest.raises(fc.Error, match="'greedy' is no function"):
        drive.policy(victim="greedy")  # type: ignore[arg-type]


def test_sweep_takes_no_drive_object(drive: fc.Drive) -> None:
    keys = {"title": "", "drive": drive.policy(victim=emptiest), "tests": ["consistency"]}
    with pytest.raises(fc.Error) as raised:
        fc.sweep(keys)
    assert "fourcorners.run" in str(raised.value.hint)


def test_ctrl_c_ends_a_run_with_a_policy(tmp_path: Path) -> None:
    # The worst victims: GC takes seconds for a write.
    program = """
import signal, threading, os
import fourcorners as fc
calls = []
def first(superblocks):
    if not calls:
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    calls.append(1)
    return 0
fc.run(fc.Drive("crucial-m4-64").policy(victim=first),
       fc.Test("consistency").set({"measure.duration_s": 10_000_000}))
"""
    begin = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, cwd=tmp_path
    )
    assert "KeyboardInterrupt" in done.stderr
    assert time.monotonic() - begin < 12
