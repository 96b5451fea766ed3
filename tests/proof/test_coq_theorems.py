"""Theorems as files for Coq: legible, accepted where Coq is installed, and refused where a step is wrong."""

from __future__ import annotations

import copy
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from rftheory.certificates.coq.theorems.module import file, module
from rftheory.errors import InputError
from rftheory.evidence.theorems.store import stored

needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq with coq-interval is not installed")
CHOSEN = (
    "crt/sec2.1/softmax", "crt/sec5.2/argmax", "crt/sec9.7/corollary/corrected", "hrf/eq1/link",
    "hrf/sec2.4/gaussian-no-vanish", "orf/sec3/ratio-below-one", "performer/eq6", "performer/eq35/w/corrected",
    "performer/eq67/weight/corrected", "performer/sec3/gaussian", "simrf/eq46/corrected", "simrf/thm3.2/increasing",
)  # fmt: skip


def objects(identifier: str) -> list[dict[str, Any]]:
    """The proofs of every part of a claim."""
    return [copy.deepcopy(dict(found)) for found in stored(identifier).values()]


def answer(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What coqc says of the file."""
    (folder / "theorems.v").write_text(text, encoding="utf-8")
    return subprocess.run(
        ["coqc", "-q", "theorems.v"], check=False, cwd=folder, capture_output=True, text=True, timeout=300
    )


def test_a_module_says_what_the_statement_says() -> None:
    (found,) = objects("performer/eq6")
    text = module(found)
    assert (
        "Theorem proved : forall x2 y2 xy : R, (0 <= x2) -> (0 <= y2) -> ((xy ^ 2) <= (x2 * y2)) ->" in text
    )
    assert "(exp xy) = ((exp (x2 * (1 / 2))) * (exp (y2 * (1 / 2))) *" in text
    whole = file([found])
    assert "Admitted" not in whole
    assert "Axiom " not in whole
    assert "Print Assumptions" in whole


def test_what_is_not_elementary_is_named() -> None:
    outside, inside = objects("simrf/thm4.3/orf")[0], objects("performer/eq6")[0]
    with pytest.raises(InputError, match=r"simrf/thm4\.3/orf, part 1: Coq.s elementary fragment has no"):
        file([outside])
    assert "(* Not in this fragment: simrf/thm4.3/orf" in file([outside, inside])


@needs_coq
def test_coq_accepts_twelve_theorems(tmp_path: Path) -> None:
    parts = [part for identifier in CHOSEN for part in objects(identifier)]
    ran = answer(file(parts), tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "ClassicalDedekindReals" in ran.stdout  # the axioms of Coq's real numbers are listed


@needs_coq
@pytest.mark.parametrize("identifier", ["simrf/thm3.2/increasing", "performer/eq67/weight/corrected"])
def test_coq_refuses_a_false_conclusion(identifier: str, tmp_path: Path) -> None:
    """The sides of an order are exchanged, those of an equality made different."""
    (found,) = objects(identifier)
    relation, left, right = found["conclusion"]
    wrong = ["=", left, ["+", right, 1]] if relation == "=" else [relation, right, left]
    found["conclusion"] = found["steps"][-1]["then"] = wrong
    assert answer(file([found]), tmp_path).returncode != 0
