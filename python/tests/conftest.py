"""A drive, a test of three seconds, and a run of two drives."""

import pytest

import fourcorners as fc


@pytest.fixture(scope="session")
def drive() -> fc.Drive:
    return fc.Drive("crucial-m4-64")


@pytest.fixture(scope="session")
def short() -> fc.Test:
    return fc.Test("consistency").set({"measure.duration_s": 3})


@pytest.fixture(scope="session")
def run(drive: fc.Drive, short: fc.Test) -> fc.Run:
    other = drive.set({"gc.high_watermark": 8})
    return fc.run([drive, other], short, spare_percent=25)
