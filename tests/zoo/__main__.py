"""`python -m tests.zoo [NAME...] [--right | --wrong] [--style STYLE] [--seeds N] [--fresh] [--json] [--markdown]`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from fnmatch import fnmatch

from tests.zoo.index import specimens
from tests.zoo.running import Outcome, outcome
from tests.zoo.sizes import recorded
from tests.zoo.specimen import STYLES, Specimen
from tests.zoo.tables import markdown, row, summary


def main(arguments: Sequence[str] | None = None) -> int:
    """0 if everything is as expected, 1 if not, 2 for wrong usage."""
    asked = _parser().parse_args(arguments)
    found, skipped = specimens()
    chosen = _chosen([s for _, s in found.values()], asked)
    if not chosen:
        sys.stderr.write("no specimen has such a name; `--list` shows them all\n")
        return 2
    if asked.list:
        print("\n".join(f"{s.name:34} {'right' if s.right else 'wrong'}  {s.note}" for s in chosen))
        return 0
    if asked.markdown:
        print(markdown(found, skipped, recorded()))
        return 0
    made: list[Outcome] = []
    for specimen in chosen:
        for style in asked.style or STYLES:
            for number in range(asked.seeds):
                result = outcome(specimen, style, fresh=asked.fresh or number > 0)
                if result is not None:
                    made.append(result)
                    print(json.dumps(result.document()) if asked.json else row(result), flush=True)
    if not asked.json:
        print(summary(made, skipped))
    return 0 if all(result.as_expected for result in made) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.zoo", description=__doc__)
    parser.add_argument("names", nargs="*", help="names or patterns such as 'orf-*'; none: all")
    side = parser.add_mutually_exclusive_group()
    side.add_argument("--right", action="store_true", help="correct code only")
    side.add_argument("--wrong", action="store_true", help="wrong code only")
    parser.add_argument("--style", action="append", choices=STYLES, help="ways of declaring; default: all")
    parser.add_argument("--seeds", type=int, default=1, help="runs each, all but the first with a fresh seed")
    parser.add_argument("--fresh", action="store_true", help="a fresh seed for the first run as well")
    parser.add_argument("--json", action="store_true", help="one JSON document a line")
    parser.add_argument("--list", action="store_true", help="names and notes, without running")
    parser.add_argument("--markdown", action="store_true", help="the page docs/zoo.md, without running")
    return parser


def _chosen(all_of_them: Sequence[Specimen], asked: argparse.Namespace) -> list[Specimen]:
    side = [s for s in all_of_them if not (asked.right and not s.right) and not (asked.wrong and s.right)]
    return [s for s in side if not asked.names or any(fnmatch(s.name, name) for name in asked.names)]


if __name__ == "__main__":
    sys.exit(main())
