"""A sweep on workers of Dask gives the rows of a local one, also if a worker is lost."""

import importlib
import os
import signal
from pathlib import Path
from typing import Any

import duckdb
import polars
import pytest

import fourcorners as fc

# Without types.
distributed: Any = importlib.import_module("distributed")
fsspec: Any = importlib.import_module("fsspec")

SWEEP: dict[str, Any] = {
    "title": "Twelve points",
    "drive": "intel-x25-e-32",
    "tests": ["random-write-4k-qd32"],
    "set": {"duration_s": 20},
    "vary": {"gc.low_watermark": [2, 3, 4, 6, 8, 1_000_000_000], "data": ["full-random", "zero"]},
    "record": {"iops": "iops_mean", "write_amplification": "write_amplification"},
}


def test_sweep_on_dask_survives_a_lost_worker(tmp_path: Path) -> None:
    local = polars.DataFrame(fc.sweep(SWEEP).table)
    seen: list[tuple[int, int, int]] = []
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        pids = list(client.run(os.getpid).values())

        def progress(done: int, total: int, failed: int) -> None:
            if not seen:
                os.kill(pids[0], signal.SIGKILL)
            seen.append((done, total, failed))

        out = tmp_path / "out"
        far = polars.DataFrame(fc.sweep(SWEEP, out=out, on=client, progress=progress).table)
        # All points are kept: nothing is sent a second time.
        again = polars.DataFrame(fc.sweep(SWEEP, out=out, on=client).table)
    assert far.equals(local) and again.equals(local)
    failed = local["failed"].count()
    assert failed >= 2 and seen[-1] == (12, 12, failed)
    assert (out / "index.html").exists()
    assert polars.read_parquet(out / "results.parquet").equals(far)
    counted = duckdb.sql(f"SELECT count(iops) FROM '{out}/results.parquet'")
    assert counted is not None and counted.fetchall() == [(12 - failed,)]


def test_what_is_no_cluster_is_refused() -> None:
    with pytest.raises(fc.Error, match="is no cluster") as refused:
        fc.sweep(SWEEP, on=3)
    assert refused.value.hint


def test_object_store_keeps_and_resumes_a_sweep() -> None:
    files: Any = fsspec.filesystem("memory")
    address = "memory://bucket/sweep"
    first = fc.sweep(SWEEP, out=address)
    assert len(first.table) == 12
    names = {Path(name).name for name in files.ls("/bucket/sweep", detail=False)}
    assert {"sweep.json", "points.jsonl", "results.parquet", "index.html"} <= names
    # Half of the rows are lost; the others are not simulated again.
    lines = files.cat("/bucket/sweep/points.jsonl").splitlines(keepends=True)
    files.pipe("/bucket/sweep/points.jsonl", b"".join(lines[:6]))
    totals: list[int] = []
    again = fc.sweep(SWEEP, out=address, progress=lambda done, total, failed: totals.append(total))
    assert set(totals) == {6}
    assert polars.DataFrame(again.table).equals(polars.DataFrame(first.table))
