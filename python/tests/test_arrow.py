"""Tables in other libraries."""

import duckdb
import pandas
import polars

import fourcorners as fc


def test_polars_takes_a_table(run: fc.Run) -> None:
    seconds = polars.DataFrame(run.seconds)
    assert seconds.columns == run.seconds.columns
    assert seconds["ios"].to_list() == run.seconds["ios"]
    assert seconds.schema["ios"] == polars.Int64
    results = polars.DataFrame(run.results)
    assert results.schema["iops_mean"] == polars.Float64
    assert results["reason"].to_list() == [None, None]


def test_pandas_takes_a_table(run: fc.Run) -> None:
    for table in [run.results, run.seconds]:
        frame = pandas.DataFrame(table)
        assert list(frame.columns) == table.columns
        assert frame["ios"].tolist() == table["ios"]
    assert pandas.DataFrame(run.results)["reason"].isna().all()


def test_duckdb_takes_a_table_by_its_name(run: fc.Run) -> None:
    seconds = run.seconds
    summed = duckdb.sql("SELECT drive_index, sum(ios) FROM seconds GROUP BY ALL ORDER BY 1")
    assert summed is not None
    assert [ios for _, ios in summed.fetchall()] == run.results["ios"]
    assert len(seconds) == 6


def test_stream_outlives_its_table(run: fc.Run) -> None:
    stream = run.seconds.__arrow_c_stream__()
    kept = [run.seconds.__arrow_c_stream__() for _ in range(100)]
    del kept
    assert type(stream).__name__ == "PyCapsule"
