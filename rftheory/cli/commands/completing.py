"""What a shell completes: ids, papers, kinds, verdicts, mechanisms. Reads the index alone."""

from __future__ import annotations

from collections.abc import Iterable


def ids(incomplete: str) -> list[str]:
    """Ids that begin so; as long as many do, their beginnings up to the next slash."""
    from rftheory import registry

    found = [name for record in registry.records() for name in record.ids if name.startswith(incomplete)]
    if len(found) <= 40:
        return found
    cut = len(incomplete)
    return list(dict.fromkeys(name[: name.find("/", cut) + 1] or name for name in found))


def selection(incomplete: str) -> list[str]:
    """Papers and ids."""
    return [*papers(incomplete), *ids(incomplete)]


def papers(incomplete: str) -> list[str]:
    """Keys of papers."""
    from rftheory import registry

    return _begin(registry.modules_by_key(), incomplete)


def kinds(incomplete: str) -> list[str]:
    """Kinds of statements that there are."""
    from rftheory import registry

    return _begin(dict.fromkeys(record.kind for record in registry.records()), incomplete)


def verdicts(incomplete: str) -> list[str]:
    """Words of verdicts."""
    from rftheory.verdict import Verdict

    return _begin([each.value for each in Verdict], incomplete)


def mechanisms(incomplete: str) -> list[str]:
    """Names of the shelf that statements speak of."""
    from rftheory import registry

    return _begin(sorted({name for record in registry.records() for name in record.mechanism}), incomplete)


def sides(incomplete: str) -> list[str]:
    """Ids with their sides."""
    from rftheory import registry

    name, colon, _ = incomplete.partition(":")
    if not colon:
        return ids(incomplete)
    listed = (item for record in registry.records() for item in record.listed.items())
    return _begin(
        [f"{each}:{side}" for each, known in listed if each == name for side in known if side], incomplete
    )


def _begin(names: Iterable[str], incomplete: str) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
