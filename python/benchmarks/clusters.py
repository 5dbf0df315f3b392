"""Sweeps on Dask, Ray and S3 against local ones; its output is kept in `records/`.

pip install distributed ray "moto[server]" s3fs duckdb polars
python benchmarks/clusters.py [dask] [ray] [s3] [speed]
"""

import importlib
import multiprocessing
import os
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import polars

import fourcorners as fc

WORKERS = 2


def short(points: int) -> dict[str, Any]:
    """Points of a fraction of a second."""
    return {
        "title": "Short points",
        "drive": "intel-x25-e-32",
        "tests": ["random-write-4k-qd32"],
        "set": {"duration_s": 20},
        "vary": {"gc.low_watermark": [2, 4, 6, 8], "seed": list(range(1, points // 4 + 1))},
        "record": {"iops": "iops_mean", "write_amplification": "write_amplification"},
    }


def long(points: int) -> dict[str, Any]:
    """Points of several seconds."""
    return {
        "title": "Long points",
        "drive": "crucial-m4-64",
        "tests": ["consistency"],
        "set": {"duration_s": 800},
        "vary": {"seed": list(range(1, points + 1))},
        "record": {"iops": "iops_mean"},
    }


def dask_client() -> Any:
    """Two local workers of one thread each."""
    distributed: Any = importlib.import_module("distributed")
    cluster = distributed.LocalCluster(
        n_workers=WORKERS, threads_per_worker=1, dashboard_address=None
    )
    return distributed.Client(cluster)


def dask() -> None:
    spec = short(200)
    local = polars.DataFrame(fc.sweep(spec).table)
    client = dask_client()
    pids = list(client.run(os.getpid).values())
    killed: list[int] = []

    def progress(done: int, total: int, failed: int) -> None:
        if done >= total // 3 and not killed:
            os.kill(pids[0], signal.SIGKILL)
            killed.append(done)

    far = polars.DataFrame(fc.sweep(spec, on=client, progress=progress).table)
    client.shutdown()
    print(
        f"Dask: {len(far)} points, a worker killed after {killed[0]}; "
        f"rows equal the local ones: {far.equals(local)}"
    )


def ray() -> None:
    module: Any = importlib.import_module("ray")
    spec = short(20)
    local = polars.DataFrame(fc.sweep(spec).table)
    module.init(num_cpus=WORKERS, include_dashboard=False, log_to_driver=False)
    far = polars.DataFrame(fc.sweep(spec, on=module).table)
    module.shutdown()
    print(f"Ray: {len(far)} points; rows equal the local ones: {far.equals(local)}")


def s3() -> None:
    server: Any = importlib.import_module("moto.server")
    moto = server.ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    moto.start()
    host, port = moto.get_host_and_port()
    os.environ.update(
        AWS_ACCESS_KEY_ID="x",
        AWS_SECRET_ACCESS_KEY="x",
        AWS_DEFAULT_REGION="us-east-1",
        AWS_ENDPOINT_URL=f"http://{host}:{port}",
    )
    s3fs: Any = importlib.import_module("s3fs")
    files = s3fs.S3FileSystem()
    files.mkdir("sweeps")
    spec = short(20)
    address = "s3://sweeps/short"
    first = polars.DataFrame(fc.sweep(spec, out=address).table)
    lines = files.cat("sweeps/short/points.jsonl").splitlines(keepends=True)
    files.pipe("sweeps/short/points.jsonl", b"".join(lines[:12]))
    files.invalidate_cache()
    totals: set[int] = set()
    again = fc.sweep(spec, out=address, progress=lambda done, total, failed: totals.add(total))
    equal = polars.DataFrame(again.table).equals(first)
    names = sorted(Path(name).name for name in files.ls("sweeps/short", detail=False))
    moto.stop()
    print(f"S3: {names}; 8 of 20 rows lost, {totals} simulated again, rows equal: {equal}")


def plain(first: int, points: int, barrier: Any, out: str) -> None:
    """One process that simulates its half without a cluster."""
    spec = long(points)
    spec["vary"] = {"seed": list(range(first, points + 1, WORKERS))}
    fc.sweep(long(1) | {"set": {"duration_s": 1}})
    barrier.wait()
    fc.sweep(spec, out=out, threads=1)


def speed() -> None:
    points = 12
    begin = time.monotonic()
    fc.sweep(long(1), threads=1)
    print(f"Speed: a point takes {time.monotonic() - begin:.1f} s alone")
    client = dask_client()
    fc.sweep(short(4), on=client)
    ratios = []
    for number in range(3):
        begin = time.monotonic()
        fc.sweep(long(points), on=client)
        far_s = time.monotonic() - begin
        context = multiprocessing.get_context("spawn")
        barrier = context.Barrier(WORKERS + 1)
        with tempfile.TemporaryDirectory() as folder:
            processes = [
                context.Process(target=plain, args=(one + 1, points, barrier, f"{folder}/{one}"))
                for one in range(WORKERS)
            ]
            for process in processes:
                process.start()
            barrier.wait()
            begin = time.monotonic()
            for process in processes:
                process.join()
            plain_s = time.monotonic() - begin
        ratios.append(plain_s / far_s)
        print(f"  {number + 1}: Dask {far_s:.1f} s, two processes {plain_s:.1f} s")
    client.shutdown()
    print(f"Dask reaches {statistics.median(ratios) * 100:.1f} % of two processes")


if __name__ == "__main__":
    ALL = {"dask": dask, "ray": ray, "s3": s3, "speed": speed}
    for name in sys.argv[1:] or list(ALL):
        ALL[name]()
