"""Sweeps, here or on a cluster."""

import os
from collections.abc import Callable
from typing import Any

from . import _fourcorners
from ._cluster import pool, simulate
from ._fourcorners import Points, Sweep
from ._store import Store, is_address


def sweep(
    sweep: str | os.PathLike[str] | dict[str, Any],
    *,
    out: str | os.PathLike[str] | None = None,
    threads: int | None = None,
    progress: Callable[[int, int, int], object] | None = None,
    on: Any = None,
) -> Sweep:
    """Simulate many variants of a drive and return their figures.

    sweep: a name (`fourcorners.sweeps()`), the path of a sweep file (`.toml`), or a dict with the
        keys of a sweep file; docs/formats.md lists them.
    out: folder that keeps finished points, also in an object store, as in `s3://bucket/folder`
        (needs fsspec); the same call resumes there. Without it, nothing is kept.
    threads: points at once on this host; by default one per core, as far as memory allows.
    progress: called with the points that are done, all points, and those that failed.
    on: a `distributed.Client`, or the module `ray` after `ray.init()`: simulate on its workers,
        each of which needs this package and the drive and test files that the sweep names.

    Other Python threads go on meanwhile. Ctrl-C ends the sweep with KeyboardInterrupt. Raises Error
    if the sweep is wrong or a host has no space for temporary files; a point that fails is a row of
    `table` with the reason.
    """
    if isinstance(out, str) and is_address(out):
        with Store(out) as store:

            def told(*now: int) -> None:
                store.now_and_then()
                if progress:
                    progress(*now)

            return _sweep(sweep, store.folder, threads, told, on)
    return _sweep(sweep, out, threads, progress, on)


def _sweep(
    sweep: str | os.PathLike[str] | dict[str, Any],
    out: str | os.PathLike[str] | None,
    threads: int | None,
    progress: Callable[[int, int, int], object] | None,
    on: Any,
) -> Sweep:
    if on is None:
        return _fourcorners.sweep(sweep, out=out, threads=threads, progress=progress)
    workers = pool(on)
    points = Points.of(sweep)
    kept = points.keep(out)
    simulate(workers, points, kept, progress)
    return kept.result()
