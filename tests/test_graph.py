"""The graph of truth: every statement, every edge of `uses`, layers that lead down, a drawing without scripts."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rftheory import registry
from rftheory.errors import UnknownIdError
from rftheory.registry.graph import Node, graph
from rftheory.report.graph.drawing import HEIGHT, svg
from rftheory.report.graph.layers import layers
from rftheory.report.schema import json_schema
from rftheory.verdict import Verdict

SVG = "{http://www.w3.org/2000/svg}"


def _written(paper: str) -> dict[str, set[str]]:
    """What statements and corrections say they rest on, from the statements themselves and not from the index."""
    found = {}
    for statement in registry.statements([paper]):
        for each in filter(None, (statement, statement.correction)):
            found[each.id] = {*map(_owned, each.uses)}
    return found


def _owned(name: str) -> str:
    return registry.owner(name).id


def test_every_statement_and_every_edge_of_a_paper() -> None:
    nodes = graph(["orf"])
    inside = {node.id: {*map(_owned, node.uses)} for node in nodes if not node.elsewhere}
    assert inside == _written("orf")
    assert {name for node in nodes for name in node.uses} <= {node.id for node in nodes}


def test_all_papers_together() -> None:
    nodes = graph()
    assert {node.id for node in nodes} == {
        name for record in registry.records() for name in (record.id, *record.corrections)
    }
    assert not any(node.elsewhere for node in nodes)
    assert [node.id for node in nodes if node.id.startswith("crt/")] == [
        n.id for n in graph(["crt"]) if not n.elsewhere
    ]


def test_the_shadow_of_an_error_is_all_that_leans_on_it() -> None:
    nodes = {node.id: node for node in graph()}
    for name, node in nodes.items():
        waiting, below = [*node.uses], set[str]()
        while waiting:
            each = waiting.pop()
            if each not in below:
                below.add(each)
                waiting += nodes[each].uses
        false = {_owned(each) for each in below if registry.recorded_verdict(_owned(each)) is Verdict.REFUTED}
        assert {*node.shadow} == false - {_owned(name)}, name
    assert nodes["crt/thm4.3/corrected"].corrects == "crt/thm4.3"
    assert nodes["crt/abstract/lower-variance/corrected"].corrects == ""


def test_an_unknown_paper_is_named() -> None:
    with pytest.raises(UnknownIdError, match="nothing"):
        graph(["nothing"])


@given(st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15)), max_size=30))
def test_layers_lead_down(drawn: list[tuple[int, int]]) -> None:
    acyclic = {str(n): [str(below) for above, below in drawn if above == n and below < n] for n in range(16)}
    found = layers(acyclic)
    height = {name: level for level, layer in enumerate(found) for name in layer}
    assert sorted(height) == sorted(acyclic)
    assert sum(map(len, found)) == len(acyclic)
    for name, below in acyclic.items():
        assert height[name] == max((height[each] + 1 for each in below), default=0)


@pytest.mark.parametrize(
    "circle", [{"a": ["a"]}, {"a": ["b"], "b": ["a"]}, {"a": ["b"], "b": ["c"], "c": ["a", "d"], "d": []}]
)
def test_a_circle_has_layers_too(circle: Mapping[str, Sequence[str]]) -> None:
    assert sorted(name for layer in layers(circle) for name in layer) == sorted(circle)


def test_a_crossing_is_undone() -> None:
    lowest, highest = layers({"a": [], "b": [], "x": ["b"], "y": ["a"]})
    assert [highest.index("y"), highest.index("x")] == [lowest.index("a"), lowest.index("b")]


@pytest.mark.parametrize("papers", [["crt"], ["beyond"]])
def test_the_drawing_has_every_node_and_edge(papers: list[str]) -> None:
    nodes = graph(papers)
    text = svg(nodes, "a & b")
    root = ET.fromstring(text)
    shown = root.findall(f"{SVG}a")
    assert {
        title.text.partition(":")[0] for each in shown if (title := each.find(f"{SVG}title")) is not None
    } == {node.id for node in nodes}
    assert len(root.findall(f".//{SVG}path")) == sum(len(node.uses) for node in nodes)
    assert "<script" not in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert float(root.attrib["width"]) <= 1280
    boxes = {
        (float(box.attrib["x"]), float(box.attrib["y"]))
        for each in shown
        for box in each.findall(f"{SVG}rect")
    }
    assert len(boxes) == len(nodes)
    assert max(y for _, y in boxes) + HEIGHT < float(root.attrib["height"])


def test_lines_lead_down_and_those_to_errors_are_red() -> None:
    a = Node("p/a", "", "", "definition", "definition")
    b = Node("p/b/corrected", "", "", "derived", "derived", ("p/a",), (), "p/b")
    c = Node("p/c", "", "", "proved", "proved", ("p/b/corrected", "p/a"), ("p/b",))
    root = ET.fromstring(svg([a, b, c], ""))
    y = {
        each.attrib["id"]: float(each.findall(f"{SVG}rect")[0].attrib["y"])
        for each in root.findall(f"{SVG}a")
    }
    assert y["n2"] < y["n1"] < y["n0"]
    kinds = sorted(each.attrib["class"] for each in root.findall(f".//{SVG}path"))
    assert kinds == ["edge e1 e0", "edge e2 e0", "edge wrong e2 e1"]
    assert [each.attrib["class"] for each in root.findall(f"{SVG}a")] == [
        "proved leans",
        "derived",
        "definition",
    ]


def test_the_command(command: Callable[..., Any], tmp_path: Path) -> None:
    answer = command(["graph", "orf", "-o", str(tmp_path / "orf.svg"), "--json"])
    assert (answer.code, answer.err) == (0, f"wrote {tmp_path / 'orf.svg'}\n")
    document = json.loads(answer.out)
    schema = json_schema()
    jsonschema.validate(document, {"$ref": "#/$defs/graph", "$defs": schema["$defs"]})
    assert {"$ref": "#/$defs/graph"} in schema["anyOf"]
    assert [each["id"] for each in document["graph"]] == [node.id for node in graph(["orf"])]
    assert (tmp_path / "orf.svg").read_text("utf-8") == svg(graph(["orf"]), _first(command))
    for wrong in (
        ["graph", "none"],
        ["graph", "-o", "x.png"],
        ["graph", "-o", str(tmp_path / "no" / "x.svg")],
    ):
        assert command(wrong).code == 2


def _first(command: Callable[..., Any]) -> str:
    lines = command(["graph", "orf"]).out.splitlines()
    assert lines[0].startswith("orf: ")
    return str(lines[0])
