"""Refutations as files for Coq: what they say, that Coq accepts them where it is installed, and refuses wrong ones."""

from __future__ import annotations

import copy
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from rftheory.certificates.coq.export import file, module
from rftheory.certificates.refutation import certificate
from rftheory.errors import InputError

needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq with coq-interval is not installed")


def accepted(text: str, folder: Path) -> bool:
    """Whether coqc accepts the file."""
    (folder / "claim.v").write_text(text, encoding="utf-8")
    ran = subprocess.run(
        ["coqc", "-q", "claim.v"], check=False, cwd=folder, capture_output=True, text=True, timeout=120
    )
    return ran.returncode == 0


def turned(made: dict[str, Any]) -> dict[str, Any]:
    """The same point said to refute the claim with its sides exchanged, which holds there."""
    wrong = copy.deepcopy(made)
    relation, left, right = wrong["claim"]
    wrong["claim"] = [relation, right, left]
    return wrong


def test_a_module_names_claim_point_and_domain() -> None:
    """Everything that an author has to read stands in the module; nothing is admitted."""
    text = module(certificate("hrf/eq64"))
    for part in (
        "Definition n : R := ",
        "Definition domain : Prop := ",
        "point_in_domain",
        "Theorem refuted : ~ (lhs ",
    ):
        assert part in text
    whole = file([certificate("hrf/eq64")])
    assert "Admitted" not in whole
    assert "Axiom " not in whole
    assert "Print Assumptions" in whole


def test_what_has_no_form_is_named() -> None:
    """A series under an integral is not in the fragment: alone it is an error, beside others a comment on top."""
    outside = certificate("simrf/abstract/optimal")
    with pytest.raises(InputError, match=r"simrf/abstract/optimal: a series under a bound variable"):
        file([outside])
    assert "(* Not in this fragment: simrf/abstract/optimal" in file([outside, certificate("hrf/eq64")])


@needs_coq
def test_coq_accepts_series_sums_and_maxima(tmp_path: Path) -> None:
    """One of each: a maximum, a hypergeometric series, a sum to infinity, complex numbers."""
    chosen = ("hrf/eq64", "simrf/cor3.3", "crt/eq25", "hrf/eq89")
    assert accepted(file(map(certificate, chosen)), tmp_path)


@needs_coq
def test_coq_refuses_a_claim_that_holds(tmp_path: Path) -> None:
    """The sides of <= exchanged: true at the point, so there is nothing to refute."""
    assert not accepted(file([turned(certificate("hrf/eq64"))]), tmp_path)
