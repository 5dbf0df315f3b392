"""Points of a sweep on the workers of Dask or Ray.

Points travel in batches. Dask and Ray repeat the batches of a lost worker; rows are kept as they
come back.
"""

import importlib
import math
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

from ._error import Error
from ._fourcorners import Kept, Points

# A batch takes at least so long: sending it costs milliseconds.
BATCH_S = 2.0
# Batches per slot that are sent ahead, so that no worker waits for the next.
AHEAD = 2

Batch = tuple[list[str], float]


class Pool(Protocol):
    """Workers that carry out batches."""

    def slots(self) -> int:
        """Batches that run at once."""

    def submit(self, points: Points, numbers: list[int]) -> Any:
        """Begin a batch and return its future."""

    def wait(self, running: list[Any]) -> list[tuple[Any, Batch]]:
        """Wait for at least one, and return those that are done."""

    def cancel(self, running: list[Any]) -> None:
        """End batches whose rows nobody wants."""


def batch(points: Points, numbers: list[int]) -> Batch:
    """Rows of points, and how long they took."""
    begin = time.monotonic()
    lines = points.simulate(numbers)
    return lines, time.monotonic() - begin


class Dask:
    """The workers of a `distributed.Client`."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._module = importlib.import_module("distributed")

    def slots(self) -> int:
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def submit(self, points: Points, numbers: list[int]) -> Any:
        return self._client.submit(batch, points, numbers, pure=False)

    def wait(self, running: list[Any]) -> list[tuple[Any, Batch]]:
        done = self._module.wait(running, return_when="FIRST_COMPLETED").done
        return [(future, future.result()) for future in done]

    def cancel(self, running: list[Any]) -> None:
        self._client.cancel(running)


class Ray:
    """The workers of an initialized `ray`."""

    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._batch = ray.remote(batch)

    def slots(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def submit(self, points: Points, numbers: list[int]) -> Any:
        return self._batch.remote(points, numbers)

    def wait(self, running: list[Any]) -> list[tuple[Any, Batch]]:
        done, _ = self._ray.wait(running, num_returns=1)
        return [(future, self._ray.get(future)) for future in done]

    def cancel(self, running: list[Any]) -> None:
        for future in running:
            self._ray.cancel(future)


def pool(on: Any) -> Pool:
    """The workers behind what a user names."""
    if getattr(on, "__name__", None) == "ray":
        return Ray(on)
    if type(on).__module__.split(".")[0] == "distributed":
        return Dask(on)
    raise Error(f"{on!r} is no cluster", "use a distributed.Client, or the module ray")


def simulate(
    workers: Pool,
    points: Points,
    kept: Kept,
    progress: Callable[[int, int, int], object] | None,
) -> None:
    """Simulate what is missing, and keep every row as it comes back."""
    waiting = deque(kept.missing())
    total, done, failed = len(waiting), 0, 0
    running: list[Any] = []
    took_s = 0.0
    try:
        while waiting or running:
            slots = workers.slots()
            while waiting and len(running) < AHEAD * slots:
                # The first batches are of one point each: they say how long points take.
                wanted = math.ceil(BATCH_S * done / took_s) if took_s > 0 else 1
                # The last ones are smaller, so that all workers end together.
                size = max(1, min(wanted, len(waiting) // (AHEAD * slots)))
                numbers = [waiting.popleft() for _ in range(size)]
                running.append(workers.submit(points, numbers))
            for future, (lines, seconds) in workers.wait(running):
                running.remove(future)
                failed += kept.put(lines)
                done += len(lines)
                took_s += seconds
            if progress:
                progress(done, total, failed)
    finally:
        if running:
            workers.cancel(running)
