"""Four Corners: tests on simulated SSDs, and what they measured as tables.

    import fourcorners as fc

    drive = fc.Drive("crucial-m4-64").set({"gc.high_watermark": 8})
    test = fc.Test("consistency").set({"measure.duration_s": 600})
    run = fc.run(drive, test, seed=1, spare_percent=25)
    run.results  # a row per phase
    run.seconds  # a row per second
    run.page("out.html")

Names, keys and figures are those of the data files. Tables are Arrow data: pandas, polars, DuckDB
and pyarrow take them as they are, without copying.
"""

from ._error import Error
from ._fourcorners import (
    Drive,
    GcState,
    Run,
    Superblocks,
    Sweep,
    Table,
    Test,
    __version__,
    drives,
    run,
    sweeps,
    tests,
)
from ._sweep import sweep

__all__ = [
    "Drive",
    "Error",
    "GcState",
    "Run",
    "Superblocks",
    "Sweep",
    "Table",
    "Test",
    "__version__",
    "drives",
    "run",
    "sweep",
    "sweeps",
    "tests",
]
