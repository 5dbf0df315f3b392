"""The notebooks."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize("name", ["first-figure.ipynb"])
def test_notebook_draws_its_figure(name: str, tmp_path: Path) -> None:
    notebook = nbformat.read(EXAMPLES / name, as_version=4)  # type: ignore[no-untyped-call]
    resources = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=300, resources=resources).execute()
    figure = notebook.cells[-1].outputs[-1].data["text/html"]
    assert '"field": "spare_area"' in figure
