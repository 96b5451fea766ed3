"""The notebooks as they are committed: without outputs, by public names, about statements that there are."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

import rftheory
from rftheory import registry

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
ID = re.compile(r"^(orf|performer|hrf|crt|simrf|beyond)/[\w./'-]+(:\w*)?$")


def _cells(notebook: Path, kind: str) -> list[dict[str, Any]]:
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == kind]


def _code(notebook: Path) -> ast.Module:
    return ast.parse("\n\n".join("".join(cell["source"]) for cell in _cells(notebook, "code")))


def test_there_is_one_for_every_paper_and_every_story() -> None:
    names = {notebook.stem for notebook in NOTEBOOKS}
    assert {"orf", "performer", "hrf", "crt", "simrf"} <= names
    assert {"tour", "reading", "errata", "choosing", "testing", "writing"} <= names
    page = (ROOT / "docs" / "notebooks.md").read_text("utf-8")
    assert [name for name in sorted(names) if f"`{name}`" not in page] == []


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_committed_as_it_is_written(notebook: Path) -> None:
    code = _cells(notebook, "code")
    assert [cell["id"] for cell in code if cell["outputs"] or cell["execution_count"] is not None] == []
    first = json.loads(notebook.read_text("utf-8"))["cells"][0]
    assert first["cell_type"] == "markdown"
    assert "".join(first["source"]).startswith("# ")
    assert [
        cell["id"] for cell in code if len(cell["source"]) > 60 and "'''" not in "".join(cell["source"])
    ] == []


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_uses_public_names_alone(notebook: Path) -> None:
    assert _private(_code(notebook)) == []


def test_a_private_name_is_noticed() -> None:
    assert _private(ast.parse("from rftheory.studies.data import TABLES")) == ["rftheory.studies.data"]
    assert _private(ast.parse("import rftheory\nrftheory.registry.finding('x')")) == ["registry"]
    assert _private(ast.parse("import rftheory.report")) == ["rftheory.report"]


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_id_of_a_notebook_is_one(notebook: Path) -> None:
    words = [node.value for node in ast.walk(_code(notebook)) if isinstance(node, ast.Constant)]
    named = {word for word in words if isinstance(word, str) and ID.match(word)}
    named -= {word for word in named if word.endswith("/")}
    prose = "\n".join("".join(cell["source"]) for cell in _cells(notebook, "markdown"))
    named |= {word for word in re.findall(r"`([^`\n]+)`", prose) if ID.match(word)}
    for word in sorted(named):
        registry.owner(word.partition(":")[0])


def _private(tree: ast.Module) -> list[str]:
    """Modules and attributes of rftheory that are used and not public."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [name.name for name in node.names if name.name.startswith("rftheory.")]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rftheory"):
            found.append(str(node.module))
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "rftheory"
        ):
            found += [node.attr] if node.attr not in rftheory.__all__ else []
    return found
