"""Refutations as objects: how many there are, how large, how fast, in which form; what is refused by name."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import sympy as sp

from rftheory import registry
from rftheory.certificates.definitions import DEFINITIONS
from rftheory.certificates.naming import shortened
from rftheory.certificates.refutation import certificate
from rftheory.certificates.terms import TermWriter
from rftheory.errors import InputError
from rftheory.exact.functions.gaussian_exponential import GaussianExponential
from rftheory.exact.functions.noncentral.tails import ProjectionTail
from rftheory.proof.checker.points.intervals import Refused
from rftheory.proof.checker.points.refutation import check, written_out
from rftheory.report.schema import json_schema

Object = dict[str, Any]
CHECKER = Path(__file__).parents[2] / "rftheory" / "proof" / "checker"
LIMIT = 10_000  # bytes of an object
NAMED = "beyond/dense/rotated-after"  # a matrix inverse under an integral: its entries are written once
DEFINED = {"crt/thm4.2/iid": ProjectionTail, "crt/sec9.2/roots": GaussianExponential}
"""Functions of the theory that have a form by a definition alone."""


def refuting(relation: str, left: Any, right: Any, ends: list[Any], by: Any = (), **point: Any) -> Object:
    """A small object over real variables."""
    return {
        "format": 1,
        "kind": "refutation",
        "about": "nobody/claims",
        "words": "",
        "context": {"variables": [[name, "real"] for name in point], "constraints": []},
        "point": point,
        "claim": [relation, left, right],
        "bits": 64,
        "enclosures": {"left": ends[0], "right": ends[1]},
        "by": list(by),
    }


def test_enough_are_written_small_and_accepted_at_once(refutations: dict[str, Object]) -> None:
    assert len(refutations) >= 64
    start = time.process_time()
    for name, made in refutations.items():
        text = json.dumps(made)
        assert len(text) <= LIMIT, name
        assert check(json.loads(text)).startswith(name)
    assert time.process_time() - start < 10


def test_what_stands_in_several_places_is_written_once(refutations: dict[str, Object]) -> None:
    """The only object with parts: written out it is the same claim, longer than allowed."""
    assert [name for name, made in refutations.items() if "parts" in made] == [NAMED]
    made = refutations[NAMED]
    plain = written_out(made)
    assert "#" in json.dumps(made["claim"])
    assert "#" not in json.dumps(plain)
    assert "parts" not in plain
    assert len(json.dumps(plain)) > LIMIT
    assert shortened(plain) == made


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"parts": []}, "no parts"),
        ({"parts": None}, "no parts"),
        ({"parts": [["exp", "x"], ["exp", 1]]}, "stands nowhere"),
        ({"parts": ["#0"]}, "no part"),
        ({"parts": [["exp", "#0"]]}, "no part"),
        ({"parts": ["x"]}, "worth a name"),
        ({"claim": ["<=", ["+", "#0", "#1"], 1]}, "no part"),
        ({"claim": ["<=", ["+", "#00", "#0"], 1]}, "no part"),
        ({"claim": ["<=", ["+", "#-0", "#0"], 1]}, "no part"),
        ({"claim": ["<=", ["+", "#x", "#0"], 1]}, "not a refutation"),
        ({"claim": ["#0", ["exp", "x"], 1]}, "no relation"),
        ({"claim": ["<=", ["#0", "x"], "#0"]}, "no operator"),
        ({"claim": ["<=", ["sup", "#0", 0, 1, "#0"], 1]}, "no range"),
        ({"parts": [["exp", "x"], *(["+", f"#{k}", f"#{k}"] for k in range(60))]}, "too large"),
        ({"claim": ["<=", ["exp", "x"], 1], "parts": [["exp", 0]]}, "stands nowhere"),
    ],
)
def test_parts_are_terms_that_stand_somewhere(changes: Object, reason: str) -> None:
    named = refuting("<=", "#0", 1, [[2, 3], [1, 1]], x=1) | {"parts": [["exp", "x"]]}
    assert check(named).startswith("nobody/claims")
    with pytest.raises(Refused, match=reason):
        check(named | changes)


def test_a_part_means_what_it_means_where_it_stands() -> None:
    """Under a binder its variable is bound: the largest t^2 over 0 <= t <= 3 is 9, over 0 <= t <= 1 it is 1."""
    square, wide, narrow = ["^", "t", 2], ["sup", "t", 0, 3, "#0"], ["sup", "t", 0, 1, "#0"]
    made = refuting(
        "<=", wide, narrow, [[9, 9], [1, 1]], [{"of": wide, "at": 3}, {"of": narrow, "at": 1}], x=1
    )
    made |= {"parts": [square]}
    assert written_out(made)["claim"] == ["<=", ["sup", "t", 0, 3, square], ["sup", "t", 0, 1, square]]
    assert check(made).endswith("left <= right fails")


def test_the_objects_keep_to_the_schema(refutations: dict[str, Object]) -> None:
    schema = json_schema()
    validator = jsonschema.Draft202012Validator({"$ref": "#/$defs/refutation", "$defs": schema["$defs"]})
    assert {"$ref": "#/$defs/refutation"} in schema["anyOf"]
    for made in refutations.values():
        validator.validate(made)


def test_the_domain_is_the_whole_printed_one(refutations: dict[str, Object]) -> None:
    """Every parameter of a statement whose claim is about its own sides has a value, and every rule is there."""
    for name, made in refutations.items():
        domain = registry.statement(name).domain
        variables = [each for each, _ in made["context"]["variables"]]
        if variables == list(domain.names):
            assert len(made["context"]["constraints"]) >= len(domain.constraints), name
    eq64 = refutations["hrf/eq64"]
    assert eq64["context"]["variables"] == [
        ["m", "integer"],
        ["n", "integer"],
        ["r", "real"],
        ["theta", "real"],
    ]
    assert ["<=", "theta", ["pi"]] in eq64["context"]["constraints"]


@pytest.mark.parametrize(("identifier", "kind"), DEFINED.items())
def test_what_has_no_form_is_said(identifier: str, kind: type, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(DEFINITIONS, kind)
    with pytest.raises(InputError, match=f"{kind.__name__} has no form"):
        certificate(identifier)


def test_a_complex_parameter_is_two_real_ones(refutations: dict[str, Object]) -> None:
    made = refutations["crt/sec9.2/roots"]
    assert ["A_re", "real"] in made["context"]["variables"]
    assert ["A_im", "real"] in made["context"]["variables"]
    assert [made["point"][name] for name in ("A_re", "A_im")] == [0, 0]


def test_a_term_that_says_something_else_is_not_exported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sum that is written as a product: FLINT's enclosure of the printed formula and the term part."""
    genuine = TermWriter.operands
    monkeypatch.setattr(
        TermWriter, "operands", lambda self, head, nodes: genuine(self, "*" if head == "+" else head, nodes)
    )
    with pytest.raises(InputError, match="does not have the value"):
        certificate("performer/eq35/w")


def test_the_command_prints_objects_and_writes_files(command: Callable[..., Any], tmp_path: Path) -> None:
    answer = command(["certificate", "hrf/eq64", "simrf/eq70"])
    printed = [json.loads(line) for line in answer.out.splitlines()]
    assert [each["about"] for each in printed] == ["hrf/eq64", "simrf/eq70"]
    assert command(["certificate", "hrf/eq64", "--out", str(tmp_path)]).code == 0
    (file,) = tmp_path.iterdir()
    assert json.loads(file.read_text("utf-8")) == printed[0]
    assert command(["certificate", "simrf/fig1"]).code == 2
    proved = command(["certificate", "simrf/thm4.3/orf"])
    assert json.loads(proved.out)["conclusion"][0] == "="


def test_the_checker_runs_by_itself(refutations: dict[str, Object], tmp_path: Path) -> None:
    """On a copy of its folder, without rftheory and the packages that it needs."""
    shutil.copytree(CHECKER, tmp_path / "checker", ignore=shutil.ignore_patterns("__pycache__"))
    made = refutations["crt/eq24"]
    (tmp_path / "good.json").write_text(json.dumps(made), "utf-8")
    (tmp_path / "bad.json").write_text(json.dumps(made | {"bits": 8}), "utf-8")
    command = [sys.executable, "-I", "-S", "-c",
               "import sys; sys.path.insert(0, '.'); from checker.program import main; sys.exit(main(sys.argv[1:]))"]  # fmt: skip
    for file, code in (("good.json", 0), ("bad.json", 1)):
        found = subprocess.run([*command, file], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert found.returncode == code, found.stderr


@pytest.mark.parametrize("file", ["intervals.py", "pointwise.py", "refutation.py", "summands.py"])
def test_the_checker_imports_the_standard_library_alone(file: str) -> None:
    for node in ast.walk(ast.parse((CHECKER / "points" / file).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= sys.stdlib_module_names
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            assert node.module is not None
            assert node.module.partition(".")[0] in sys.stdlib_module_names


EXP = ["hyper", [], [], "x"]
SUM = ["sum", "k", 0, ["oo"], ["*", ["^", "x", "k"], ["^", ["gamma", ["+", "k", 1]], -1]]]
ANGLES = ["sup", "t", 0, 4, ["sin", "t"]]
AREA = ["integral", "t", 0, 1, ["^", "t", 2]]


@pytest.mark.parametrize(
    "made",
    [
        refuting("=", EXP, 3, [[2, ["q", 14, 5]], [3, 3]], [{"of": EXP, "length": 10, "tail": ["q", 1, 10**6]}], x=1),
        refuting("=", SUM, 3, [[2, ["q", 14, 5]], [3, 3]], [{"of": SUM, "length": 10, "tail": ["q", 1, 10**6]}], x=1),
        refuting("<=", ANGLES, "x", [[["q", 9, 10], 1], [0, ["q", 1, 2]]], [{"of": ANGLES, "at": ["q", 3, 2]}], x=0),
        refuting("=", AREA, 1, [[["q", 3, 10], ["q", 2, 5]], [1, 1]], [{"of": AREA, "pieces": 20}], x=0),
        refuting("<", ["+", "x", 1], 1, [[1, 1], [1, 1]], x=0),
        refuting("=", ["exp", ["*", ["i"], ["pi"]]], 1, [[-2, 0, -1, 1], [1, 1]], x=0),
        refuting("=", ["acos", 0], 1, [[["q", 3, 2], ["q", 8, 5]], [1, 1]], x=0),
    ],
)  # fmt: skip
def test_small_refutations_are_accepted(made: Object) -> None:
    check(made)


@pytest.mark.parametrize(
    ("made", "reason"),
    [
        (refuting("<", "x", 1, [[1, 1], [1, 1]], x=0), "lie in its enclosure"),
        (refuting("<=", "x", 1, [[1, 1], [1, 1]], x=1), "not shown to fail"),
        (refuting("=", EXP, 3, [[2, 3], [4, 4]], x=1), "must be given"),
        (refuting("=", EXP, 3, [[2, 3], [3, 3]], [{"of": EXP, "length": 9, "tail": 1}], x=1), "not shown to fail"),
        (refuting("=", EXP, 9, [[2, 3], [9, 9]], [{"of": EXP, "length": 3, "tail": ["q", 1, 9]}], x=1), "the tail"),
        (refuting("=", EXP, 9, [[2, 3], [9, 9]], [{"of": EXP, "length": 0, "tail": 9}], x=1), "not bounded"),
        (refuting("=", ["hyper", [1], [-1], "x"], 9, [[2, 3], [9, 9]],
                  [{"of": ["hyper", [1], [-1], "x"], "length": 5, "tail": 9}], x=1), "divides by 0"),
        (refuting("=", ["hyper", [1, 1], [1], 1], 9, [[2, 3], [9, 9]],
                  [{"of": ["hyper", [1, 1], [1], 1], "length": 50, "tail": 9}], x=1), "not bounded"),
        (refuting("<=", ANGLES, 0, [[-2, 2], [-3, -3]], [{"of": ANGLES, "at": 5}], x=0), "in the range"),
        (refuting("<=", "x", ANGLES, [[3, 3], [0, 2]], [{"of": ANGLES, "at": 1}], x=2), "lie in its enclosure"),
        (refuting("=", ["^", "x", -1], 1, [[0, 0], [1, 1]], x=0), "division"),
        (refuting("=", ["^", "x", ["q", 1, 2]], 1, [[0, 0], [1, 1]], x=-1), "root"),
        (refuting("=", ["if", ["<", ["^", 2, ["q", 1, 2]], ["^", 2, ["q", 1, 2]]], 0, 0], 1,
                  [[0, 0], [1, 1]], x=0), "not decided"),
        (refuting("=", ["sum", "x", 0, 3, "x"], 1, [[6, 6], [1, 1]], x=0), "no new name"),
        (refuting("=", ["sum", "k", 0, 10**6, "k"], 1, [[6, 6], [1, 1]], x=0), "no range"),
        (refuting("=", ["height", "x"], 1, [[2, 2], [1, 1]], x=0), "no height"),
        (refuting("=", "x", 1, [[0, 0], [1, 1]], [{"of": EXP, "length": 1, "tail": 1}], x=0), "does not occur"),
        (refuting("<", ["i"], 1, [[0, 0, 1, 1], [1, 1]], x=0), "real number"),
        (refuting("=", ["^", 2, 10**9], 1, [[0, 0], [1, 1]], x=0), "large exponent"),
        (refuting("=", ["acos", 2], 1, [[0, 0], [2, 2]], x=0), "no angle"),
    ],
)  # fmt: skip
def test_what_is_not_shown_is_refused(made: Object, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        check(made)


def test_conditions_have_their_form() -> None:
    x, n = sp.Symbol("x"), sp.Symbol("n", integer=True)
    write = TermWriter({"d": ["height", "w"]}).claim
    assert write(sp.Gt(x, 1)) == ["<", 1, "x"]
    assert write(sp.Or(sp.Eq(x, 0), sp.Le(x, sp.pi))) == ["or", ["=", "x", 0], ["<=", "x", ["pi"]]]
    assert write(sp.Contains(n, sp.S.Naturals)) == ["and", ["int", "n"], ["<=", 1, "n"]]
    assert write(sp.Lt(sp.Symbol("d"), sp.sqrt(2))) == ["<", ["height", "w"], ["^", 2, ["q", 1, 2]]]
    with pytest.raises(InputError, match="no form"):
        write(sp.Contains(x, sp.Interval(0, 1)))
