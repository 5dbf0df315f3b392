"""Drives, tests, runs and their errors."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fourcorners as fc


def test_set_returns_another_drive() -> None:
    drive = fc.Drive("crucial-m4-64")
    other = drive.set({"gc": {"high_watermark": 8}}).set({"gc.low_watermark": 4})
    assert (drive["gc.low_watermark"], drive["gc.high_watermark"]) == (2, 4)
    assert (other["gc.low_watermark"], other["gc.high_watermark"]) == (4, 8)
    assert drive["gc.pacing"] == "throttle"
    assert "gc.low_watermark" in drive and "gc.no" not in drive
    assert repr(other) == (
        "Drive('crucial-m4-64').set({'gc.high_watermark': 8, 'gc.low_watermark': 4})"
    )
    facts = drive.facts
    assert facts["value"][facts["key"].index("gc.low_watermark")] == "2"
    assert drive.raw_nand_bytes == 64 << 30
    assert fc.Drive("ram-disk-16").raw_nand_bytes is None


def test_drive_file_is_a_drive(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('like = "crucial-m4-256"\nname = "mine"\nmodel = "Mine"\n')
    assert fc.Drive(file).name == "mine"


def test_set_returns_another_test() -> None:
    test = fc.Test("consistency")
    short = test.set({"measure.duration_s": 7})
    assert test.phases == ["measure"]
    assert (test["measure.duration_s"], short["measure.duration_s"]) == (2000, 7)
    assert repr(short) == "Test('consistency').set({'measure.duration_s': 7})"


def test_run_has_a_row_per_phase_and_second(run: fc.Run) -> None:
    results, seconds = run.results, run.seconds
    assert run.results is results and run.seconds is seconds
    assert (len(results), len(seconds)) == (2, 6)
    assert results["test"] == ["consistency", "consistency"]
    assert results["variant"] == ["spare-25", "spare-25"]
    assert results["status"] == ["finished", "finished"]
    assert results["reason"] == [None, None]
    assert results["drive_index"] == [0, 1]
    assert seconds["second"] == [0, 1, 2, 0, 1, 2]
    ios = seconds["ios"]
    assert [sum(ios[:3]), sum(ios[3:])] == results["ios"]
    assert results["iops_mean"] == [ios / 3 for ios in results["ios"]]


def test_rows_of_a_table_are_dicts(run: fc.Run) -> None:
    rows = list(run.results)
    assert [list(row) for row in rows] == [run.results.columns] * 2
    for column in run.results.columns:
        assert [row[column] for row in rows] == run.results[column]


def test_same_seed_has_the_same_results(drive: fc.Drive) -> None:
    test = fc.Test("random-read-4k-qd3")

    def latencies(seed: int) -> list[int]:
        return fc.run(drive, test, seed=seed, duration_s=1).seconds["latency_mean_ns"]

    assert latencies(1) == latencies(1) != latencies(2)


def test_skipped_test_is_a_row_with_the_reason(short: fc.Test) -> None:
    run = fc.run(fc.Drive("ram-disk-16"), short, spare_percent=25)
    assert run.results["status"] == ["skipped"]
    assert "NAND" in run.results["reason"][0]
    assert run.results["iops_mean"] == [None]


def test_conditions_are_those_of_a_suite(drive: fc.Drive, short: fc.Test) -> None:
    run = fc.run(drive, short, conditions={"state": "new"}, threads=1)
    assert (run.results["variant"], run.results["state"]) == (["from-new"], ["new"])
    with pytest.raises(fc.Error, match="unknown field `stat`"):
        fc.run(drive, short, conditions={"stat": "new"})


@pytest.mark.parametrize("levels", [None, 50, 20_000])
@pytest.mark.parametrize("kind", [dict, list])
def test_endless_values_are_refused(
    levels: int | None, kind: type, drive: fc.Drive, short: fc.Test
) -> None:
    """They once overflowed the stack, which ended the interpreter."""
    value: Any = {} if kind is dict else []
    if levels is None:
        value.update(key=value) if kind is dict else value.append(value)
    for _ in range(levels or 0):
        value = {"key": value} if kind is dict else [value]
    value = {"key": value}
    calls: list[Callable[[], object]] = [
        lambda: drive.set(value),
        lambda: short.set(value),
        lambda: fc.run(drive, short, conditions=value),
        lambda: fc.sweep(value),
    ]
    for call in calls:
        with pytest.raises(fc.Error, match="nested more than 32 levels"):
            call()


def test_progress_rises_to_one(drive: fc.Drive, short: fc.Test) -> None:
    shares: list[float] = []
    fc.run(drive, short, progress=shares.append)
    assert shares == sorted(shares) and shares[-1] == 1


def test_page_replaces_no_file(run: fc.Run, tmp_path: Path) -> None:
    page = run.page(tmp_path / "out.html")
    html = page.read_text()
    assert html.startswith("<!doctype html>") and "Crucial m4 64GB" in html
    with pytest.raises(fc.Error) as raised:
        run.page(page)
    assert raised.value.hint == "choose another file; this one exists"


def test_sweep_from_a_dict(tmp_path: Path) -> None:
    keys = {
        "title": "Reads",
        "drive": "crucial-m4-64",
        "tests": ["random-read-4k-qd1"],
        "set": {"duration_s": 1},
        "vary": {"seed": [1, 2, 3]},
        "record": {"iops": "iops_mean"},
    }
    calls: list[tuple[int, int, int]] = []
    sweep = fc.sweep(keys, out=tmp_path / "out", progress=lambda *now: calls.append(now))
    table = sweep.table
    assert table.columns == ["point", "seed", "iops", "failed"]
    assert table["seed"] == [1, 2, 3] and table["failed"] == [None] * 3
    assert calls[-1] == (3, 3, 0)
    assert "Reads" in sweep.page(tmp_path / "page.html").read_text()
    # Finished points are kept.
    fc.sweep(keys, out=tmp_path / "out", progress=lambda *now: calls.append(now))
    assert calls[-1] == (0, 0, 0)
    file = tmp_path / "reads.toml"
    file.write_text(
        'title = "Reads"\ndrive = "crucial-m4-64"\ntests = ["random-read-4k-qd1"]\n'
        'set.duration_s = 1\nvary.seed = [1, 2, 3]\nrecord.iops = "iops_mean"\n'
    )
    assert fc.sweep(file).table["iops"] == table["iops"]


def test_errors_say_what_to_do(drive: fc.Drive, short: fc.Test, tmp_path: Path) -> None:
    def raised(call: object) -> fc.Error:
        assert callable(call)
        with pytest.raises(fc.Error) as error:
            call()
        assert str(error.value) == "\nhint: ".join(
            part for part in (error.value.message, error.value.hint) if part is not None
        )
        return error.value

    error = raised(lambda: fc.Drive("crucial-m4-65"))
    assert error.message == "no drive is called 'crucial-m4-65'"
    error = raised(lambda: drive.set({"gc.low_watermrk": 4}))
    assert error.message.startswith("gc.low_watermrk=4: unknown field")
    assert error.hint is not None and "gc.low_watermark" in error.hint
    error = raised(lambda: drive["gc.low_watermrk"])
    assert error.hint is not None and "gc.low_watermark" in error.hint
    error = raised(lambda: short.set({"mesure.duration_s": 4}))
    assert error.hint == "did you mean 'measure'?"
    unknown = raised(lambda: short.set({"measure.durations": 4}))
    assert "unknown field `durations`" in unknown.message
    assert "is a real drive" in raised(lambda: fc.Drive(tmp_path)).message
    assert "expected 1 to 90" in raised(lambda: fc.run(drive, short, spare_percent=95)).message
    assert raised(lambda: fc.run(drive, [short, short])).hint == "run each by itself"
    hint = "did you mean 'spare-area'?; for a list: `fourcorners list sweeps`"
    assert raised(lambda: fc.sweep("spare")).hint == hint
    assert raised(lambda: fc.sweep({"title": "x"})).message.startswith("sweep: ")
    error = raised(lambda: fc.run(drive, short).results["iops_meen"])
    assert error.hint is not None and "iops_mean" in error.hint
    with pytest.raises(TypeError):
        fc.run("crucial-m4-64", short)  # type: ignore[arg-type]
