"""The collector's settings come back as they were, however the block ends; counted, not timed."""

import gc

import pytest

from rftheory import verify
from rftheory.collecting import collect_seldom, rarely_collecting
from rftheory.errors import UnknownIdError


def test_inside_full_collections_leave_alone_what_was_there() -> None:
    before = gc.get_threshold(), gc.get_freeze_count()
    with rarely_collecting() as settled:
        assert gc.get_threshold()[0] > before[0][0]
        settled()
        assert gc.get_freeze_count() > 1000
        assert len(gc.get_objects()) < gc.get_freeze_count()
    assert (gc.get_threshold(), gc.get_freeze_count()) == before


def test_blocks_within_blocks_and_a_disabled_collector_change_nothing() -> None:
    with rarely_collecting() as settled:
        settled()
        inside = gc.get_threshold(), gc.get_freeze_count()
        with rarely_collecting() as again:
            again()
            assert (gc.get_threshold(), gc.get_freeze_count()) == inside
    before = gc.get_threshold()
    gc.set_threshold(0)
    try:
        with rarely_collecting():
            assert gc.get_threshold()[0] == 0
        assert gc.get_threshold()[0] == 0
    finally:
        gc.set_threshold(*before)


def test_a_verification_gives_the_settings_back() -> None:
    before = gc.get_threshold(), gc.get_freeze_count()
    verify("simrf/cor4.4")
    with pytest.raises(UnknownIdError):
        verify("simrf/nothing")
    assert (gc.get_threshold(), gc.get_freeze_count()) == before


def test_a_command_collects_seldom_and_a_disabled_collector_stays_so() -> None:
    before = gc.get_threshold()
    try:
        collect_seldom()
        seldom = gc.get_threshold()
        assert seldom[0] > before[0]
        with rarely_collecting() as settled:
            settled()
            assert gc.get_freeze_count() > 1000
        assert (gc.get_threshold(), gc.get_freeze_count()) == (seldom, 0)
        gc.set_threshold(0)
        collect_seldom()
        assert gc.get_threshold()[0] == 0
    finally:
        gc.set_threshold(*before)
