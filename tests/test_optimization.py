"""`rftheory optimize` and `rftheory.optimize`: one document that fits the schema, one line for wrong input."""

from __future__ import annotations

import json

import jsonschema
import pytest

import rftheory
from rftheory import cli
from rftheory.errors import InputError
from rftheory.optimization import FORMS
from rftheory.report.schema import json_schema

COMMANDS = [
    "oprf d=64 v2=4",
    "oprf x=1,2 y=3,-1/2",
    "gerf d=64 plus2=4 minus2=1/2",
    "gerf d=3 x2=1 y2=2 xy=-1/2",
    "gerf X=1,2;0,1 Y=1,1;-1,0",
    "poisson x=1,2 y=3,-1/2",
    "geometric x=1,2 y=3,-1/2",
    "discrete x=1,2 y=3,-1/2",
    "simplex-plus norms=1,2,3,2",
    "simplex-plus d=3 v=2",
    "coupling norms=1,2,3",
    "coupling norms=1,2,3 d=4 v=2",
    "hybrid budget=features K=64 r=1",
    "hybrid budget=flops K=64 d=8 r=2",
    "dense t=1,1/2,0",
    "dense lam=1/4,0",
    "dense lam=1,2 eta=1/2,3",
    "dense d=3 v2=2",
]
WRONG = {
    "nothing": "unknown optimiser nothing; nearest: oprf",
    "oprf": "oprf takes d v2; or d x2 y2 xy; or x y; or X Y; given: nothing",
    "oprf d=0 v2=1": "d = 0 is outside its domain",
    "oprf d=2 v2=-1": "v2 = -1 is outside its domain",
    "oprf d=2 v2=1 w=3": "unknown parameter w",
    "gerf d=2 x2=1 y2=1 xy=2": "Cauchy-Schwarz",
    "gerf d=2 plus2=1": "gerf takes d plus2 minus2",
    "poisson x=1,2 y=1": "a vector of the length of x",
    "poisson x=one y=1": "a finite number",
    "coupling norms=1": "2 to 16 positive numbers",
    "coupling norms=1,-1": "2 to 16 positive numbers",
    "coupling norms=1,2,3 d=2": "at most d = 2 of them",
    "coupling d=17": "d = 17 is outside its domain",
    "coupling norms=900,900 v=10": "so that doubles suffice",
    "hybrid K=3 r=1": "no budget is given; hybrid takes budget=features|products|projections|flops",
    "hybrid budget=time K=3 r=1": "unknown budget time",
    "hybrid budget=features K=7 r=1": "a budget that allows m = n = 1",
    "hybrid budget=flops K=7 r=1": "takes K d r",
    "dense t=1,-1": "eigenvalues >= 0",
    "dense lam=1/2": "below 1/2",
    "dense lam=1,2 eta=1": "as many entries of eta",
    "oprf digits=3": "digits is no parameter",
}


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    schema = json_schema()
    assert {"$ref": "#/$defs/optimum"} in schema["anyOf"]
    return jsonschema.Draft202012Validator({"$ref": "#/$defs/optimum", "$defs": schema["$defs"]})


@pytest.mark.parametrize("command", COMMANDS)
def test_one_document_that_fits_the_schema(
    command: str, validator: jsonschema.Draft202012Validator, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["optimize", *command.split(), "--json", "--digits", "12"]) == 0
    document = json.loads(capsys.readouterr().out)
    validator.validate(document)
    assert document["certificate"]["status"] == "global"
    assert cli.run(["optimize", *command.split(), "--digits", "12"]) == 0
    shown = capsys.readouterr().out
    assert document["objective"]["value"] in shown
    assert all(step["text"] in shown for step in document["certificate"]["steps"])


@pytest.mark.parametrize("command", WRONG)
def test_wrong_input_is_one_line(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["optimize", *command.split()]) == 2
    found = capsys.readouterr()
    assert found.out == ""
    assert len(found.err.splitlines()) == 1
    assert WRONG[command] in found.err


def test_every_optimiser_has_a_command() -> None:
    assert {command.split()[0] for command in COMMANDS} == set(FORMS)


def test_python_mirrors_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    found = rftheory.optimize("oprf", d=64, v2="4", digits=12)
    assert cli.run(["optimize", "oprf", "d=64", "v2=4", "--digits", "12", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["objective"]["value"] == found.objective.value
    with pytest.raises(InputError):
        rftheory.optimize("oprf", d=64, v2="4", digits=0)
