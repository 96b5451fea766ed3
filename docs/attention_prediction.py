"""Writes the table of predicted attention errors in docs/recommend.md: `python docs/attention_prediction.py [--check]`."""

from __future__ import annotations

from pathlib import Path

from rftheory.report.pages import main
from rftheory.studies.attention_prediction import held, settings

PAGE = Path(__file__).parent / "recommend.md"


def attention() -> str:
    """Every setting of the grid, in reach or not, by orthogonal positive features."""
    rows = [
        "| d | length | norm | predicted | measured over predicted | normaliser | |",
        "| ---: " * 6 + "| --- |",
    ]
    for one in settings():
        found = held(one)
        error = f"{found.ratio:.2f} ± {found.deviation * found.ratio:.2f}"
        reach = "" if found.predicted.within_reach else "beyond reach"
        numbers = [f"{one.d}", f"{one.length}", f"{one.norm:g}", f"{found.predicted.squared:.2e}", error]
        rows.append(f"| {' | '.join([*numbers, f'{found.predicted.normaliser:.1e}', reach])} |")
    return "\n".join(rows)


if __name__ == "__main__":
    raise SystemExit(main(PAGE, {"attention": attention}, "attention_prediction.py"))
