"""Finds statements by words, verdict, kind, mechanism and what rests on what; reads the index alone."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rftheory.registry.record import Record

_WORDS = re.compile(r"[^\W_]+")
_PLACES = {
    "thm": ("theorems", "theorem", "thms", "th"),
    "cor": ("corollary", "coroll"),
    "def": ("definition", "defn"),
    "eq": ("equations", "equation", "eqn", "eqs"),
    "sec": ("sections", "section"),
    "fig": ("figures", "figure"),
    "alg": ("algorithm",),
    "app": ("appendix",),
    "lemma": ("lemmas", "lem"),
    "table": ("tables", "tab"),
}
_PLACE = re.compile(r"(?P<word>[a-z]+)[\s._-]*\(?(?P<number>[a-z]?[\d.]*\d)\)?(?P<rest>/.*)?")


def stem(word: str) -> str:
    """A word in lower case without the end that its plural changes."""
    lower = word.lower()
    for end in ("ies", "s", "y"):
        if len(lower) > 4 and lower.endswith(end):
            return lower.removesuffix(end)
    return lower


def words_of(text: str) -> set[str]:
    """The stems of the words of a text."""
    return {stem(word) for word in _WORDS.findall(text)}


def says(record: Record, word: str) -> bool:
    """Whether a word stands in the ids, title, place or kind of a statement, or in the names of its mechanisms."""
    sought = stem(word)
    texts = (*record.ids, record.title, record.where, record.kind, *record.mechanism)
    return any(sought in text.lower() for text in texts)


def by_title(given: str, records: Iterable[Record], most: int = 4) -> list[str]:
    """The ids of the statements whose titles have the most words of an unknown id, or nearly."""
    wanted = words_of(given.replace("/", " ").replace("-", " "))
    scored = []
    for index, record in enumerate(records):
        known = words_of(f"{record.title} {record.id}")
        hits = sum(bool(difflib.get_close_matches(word, known, 1, 0.85)) for word in wanted if len(word) > 2)
        if hits:
            scored.append((-hits, index, record.id))
    return [name for _, _, name in sorted(scored)[:most]]


def placed(given: str, records: Iterable[Record], most: int = 6) -> list[str]:
    """The ids at a place as people write it: thm4.3, Theorem 4.3 and simrf/Thm. 4.3 mean simrf/thm4.3/orf and its like.

    Of a place that several papers have, one id of each paper comes before a second one of any.
    """
    said = " ".join(given.lower().split()).strip("/ ")
    known = list(records)
    paper, _, rest = (said if "/" in said else said.replace(" ", "/", 1)).partition("/")
    keys = {record.paper for record in known}
    wanted = _place(rest.strip() if paper in keys else said)
    if wanted is None:
        return []
    found = [
        (name, record.paper)
        for record in known
        if paper not in keys or record.paper == paper
        for name in record.listed
        if _place(name.partition("/")[2]) is not None
        and f"{name.partition('/')[2].lower()}/".startswith(f"{wanted}/")
    ]
    rounds = [
        (sum(other == owner for _, other in found[:place]), place, name)
        for place, (name, owner) in enumerate(found)
    ]
    return [name for _, _, name in sorted(rounds)[:most]]


def _place(said: str) -> str | None:
    """The place in the form that ids give it, thm4.3 for Theorem 4.3; None for other words."""
    match = _PLACE.fullmatch(said.lower())
    if match is None:
        return None
    word = next((short for short, longer in _PLACES.items() if match["word"] in (short, *longer)), None)
    return None if word is None else f"{word}{match['number']}{match['rest'] or ''}"


def parts(given: str, records: Iterable[Record]) -> list[Record]:
    """The statements whose ids lie below this one, such as simrf/thm4.3 with simrf/thm4.3/orf; [] where it is an id."""
    known = list(records)
    if any(given in record.ids for record in known):
        return []
    return [
        record for record in known if any(name.startswith(f"{given.rstrip('/')}/") for name in record.ids)
    ]


def used_by(identifier: str, records: Iterable[Record]) -> set[str]:
    """The ids that a statement rests on directly, those of its corrections included."""
    return {
        name
        for record in records
        if identifier in record.ids
        for owner, names in record.uses.items()
        if owner == identifier or identifier == record.id
        for name in names
    }


def resting_on(identifier: str, record: Record) -> bool:
    """Whether a statement, or its correction, rests on this one directly."""
    return any(identifier in names for names in record.uses.values())


def chosen(records: Iterable[Record], words: Sequence[str]) -> list[Record]:
    """Those in which every word stands."""
    return [record for record in records if all(says(record, word) for word in words)]
