"""Folders of results in an object store, through fsspec.

Work goes on in a temporary folder of this host; finished points are copied to the store now and
then, and all files in the end.
"""

import importlib
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any

from ._error import Error

# Seconds between two copies of the points: an object is written whole.
EVERY_S = 10.0
# What a sweep resumes from.
KEPT = ["sweep.json", "points.jsonl"]


def is_address(out: object) -> bool:
    """Whether results go to a store, as in `s3://bucket/sweep`."""
    return isinstance(out, str) and "://" in out


class Store:
    """A folder of this host that is copied to an address."""

    def __init__(self, address: str) -> None:
        try:
            fsspec: Any = importlib.import_module("fsspec")
        except ImportError:
            hint = "pip install fsspec, and s3fs for s3://"
            raise Error(f"{address} needs the package fsspec", hint) from None
        try:
            self._files, self._path = fsspec.core.url_to_fs(address)
        except (ImportError, ValueError) as error:
            raise Error(f"{address}: {error}") from error
        self._temporary = tempfile.TemporaryDirectory(prefix="fourcorners-")
        self.folder = Path(self._temporary.name)
        self._copied = time.monotonic()

    def __enter__(self) -> "Store":
        for name in KEPT:
            there = f"{self._path}/{name}"
            if self._files.exists(there):
                self._files.get_file(there, str(self.folder / name))
        return self

    def now_and_then(self) -> None:
        """Copy the points, if the last copy is old."""
        if time.monotonic() - self._copied >= EVERY_S:
            self._copy(KEPT)
            self._copied = time.monotonic()

    def _copy(self, names: list[str]) -> None:
        self._files.makedirs(self._path, exist_ok=True)
        for name in names:
            here = self.folder / name
            if here.exists():
                self._files.put_file(str(here), f"{self._path}/{name}")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Also of a sweep that ended early: what is done is not done again.
        self._copy(sorted(path.name for path in self.folder.iterdir()))
        self._temporary.cleanup()
