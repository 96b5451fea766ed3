"""What newcomers type first and wrongly: the first message says what is allowed, in the words that they used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rftheory
from rftheory.cli import run
from rftheory.errors import DomainError, InputError

ORF = "simrf/thm4.3/orf"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (f"eval {ORF} --d 64", "parameters are given as d=value (see `rftheory eval --help`)"),
        (f"eval {ORF} 64 3", "name=value without spaces"),
        (f"eval {ORF} d = 64", "name=value without spaces"),
        (f"eval {ORF} d=64", "allowed: v real >= 0 (|x+y|)"),
        (f"eval {ORF}:rhs d=64", "allowed: v real >= 0 (|x+y|)"),
        (f"eval {ORF} d=64 v=3 digits=30", "the option is --digits N"),
        (f"eval {ORF} d=64, v=3", "d = 64, is outside its domain"),
        (f"eval {ORF} d=64 v=1e4000", "too large"),
        ("optimize", "see `rftheory optimize --help`"),
        ("optimize gerf", "plus2: |x+y|^2"),
        ("eval crt/thm4.2/iid A=-1 m=1 x=1,0 y=0,1 eps=10 d=2", "crt/thm4.2/iid:lhs takes d A x2 y2 xy eps"),
        ("list refuted", "allowed: --verdict refuted"),
        (f"errata {ORF}", "not refuted as printed"),
        ("errata --letters", "see `rftheory errata --help`"),
        ("simulate favor+ x=1 y=1 m=3", "favor+ is orthogonal-positive of the softmax kernel"),
        ("simulate rff x=1 y=1 m=3", "rff is iid-trigonometric or iid-phase"),
    ],
)
def test_the_first_message_says_what_is_allowed(
    line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(line.split()) == 2
    message = capsys.readouterr().err
    assert said in message
    assert message.count("\n") == 1


def test_errata_of_one_statement(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["errata", "crt/thm4.2", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {item["id"].rpartition("/")[0] for item in document["errata"]} == {"crt/thm4.2"}
    assert run(["errata", "crt/thm4.2/iid"]) == 0
    assert "1 errata" in capsys.readouterr().out


def test_a_new_paper_says_what_to_type_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new-paper", "lemmata"]) == 0
    assert "rftheory verify ./lemmata" in capsys.readouterr().out.splitlines()[-1]
    assert run(["verify", "./lemmata"]) == 0


def test_help_has_its_short_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["-h"]) == 0
    top = capsys.readouterr().out
    assert run(["--help"]) == 0
    assert capsys.readouterr().out == top
    assert run(["eval", "-h"]) == 0
    assert "--digits" in capsys.readouterr().out


def test_parameters_without_names_are_named_in_the_error() -> None:
    call: Any = rftheory.evaluate
    with pytest.raises(InputError, match=r"64 is given without a name; .* d=\.\., v=\.\."):
        call(ORF, 64, 3)
    with pytest.raises(InputError, match=r"d=\.\., v=\.\."):
        call(ORF, {"d": 64, "v": 3})


def test_a_list_of_ids_and_text_for_a_number_are_told_from_what_is_meant() -> None:
    wrong: Any = [ORF]
    with pytest.raises(InputError, match="one argument each"):
        rftheory.verify(wrong)
    text: Any = "30"
    with pytest.raises(DomainError, match="integer from 1 to 10000, not text"):
        rftheory.evaluate(ORF, d=64, v=3, digits=text)
    with pytest.raises(DomainError, match="at least 1, not text"):
        rftheory.recommend(np.eye(3), features=text)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("list", "rftheory.listing"),
        ("show", "rftheory.statement"),
        ("eval", "rftheory.evaluate"),
        ("errata", "`rftheory errata --json`"),
        ("optimise", "rftheory.optimize"),
    ],
)
def test_the_name_of_a_command_leads_to_that_of_the_function(name: str, meant: str) -> None:
    with pytest.raises(AttributeError, match=f"nearest: .*{meant}"):
        getattr(rftheory, name)


def test_every_command_has_its_name_in_python_or_a_hint() -> None:
    from rftheory.cli.app import COMMANDS

    commands = set(COMMANDS) - {"completion", "new-paper"}
    unknown = {name for name in commands if not hasattr(rftheory, name)}
    assert {name for name in unknown if "; nearest" not in _refused(name)} == set()


def _refused(name: str) -> str:
    with pytest.raises(AttributeError) as refused:
        getattr(rftheory, name)
    return str(refused.value)


def test_ids_say_where_they_begin() -> None:
    assert repr(rftheory.ids).startswith("<ids: .beyond, .crt")
    assert repr(rftheory.ids.simrf) == "'simrf'"


def test_results_are_one_line_at_a_prompt() -> None:
    points = np.random.default_rng(0).normal(size=(30, 3))
    found = rftheory.recommend(points, features=64, pairs=16)
    attention = rftheory.RandomFeatureAttention("orthogonal", "positive", d=4, m=8, seed=2)
    assert repr(attention) == "RandomFeatureAttention('orthogonal', 'positive', d=4, m=8, seed=2)"
    assert repr(found).startswith(f"Recommendation({found.best.title}: mean relative error ")
    assert repr(found.best).startswith(f"Choice({found.best.title}: mean relative error ")
    assert all(len(repr(each)) < 160 for each in (found, found.best, attention))


def test_a_large_value_does_not_look_small() -> None:
    """Cut off after 16 digits, a number of 34 would look like one of 16."""
    shown = repr(rftheory.evaluate(f"{ORF}:rhs", d=64, v=10))
    assert shown.startswith("Enclosure(1.008790656184294…e+33,")
    assert repr(rftheory.evaluate(f"{ORF}:rhs", d=64, v=3)).startswith("Enclosure(4952.396117254487…,")
