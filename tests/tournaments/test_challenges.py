"""The queue of challenges on a ladder, without a site; no known exploit of it pays."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from games.tournaments.formats.challenge_queue import (
    PendingChallenge,
    Takeover,
    next_to_answer,
    settle_challenges,
)
from tests.exploits.exploit import Exploit
from tests.exploits.ladders import EXPLOITS

pytestmark = pytest.mark.same_everywhere

NOW = datetime(2026, 5, 1, tzinfo=UTC)
DAY = timedelta(days=1)
LADDER_ORDER = [1, 2, 3, 4]


def make_pending_challenge(by: int, to: int, days_ago: float) -> PendingChallenge:
    at = NOW - days_ago * DAY
    return PendingChallenge(by, by, to, at, at + 3 * DAY)


def test_first_unanswered_is_who_asked_first() -> None:
    early, late = make_pending_challenge(3, 1, 2), make_pending_challenge(2, 1, 1)
    assert next_to_answer([late, early]) == {1: early}


def test_lost_place_hands_the_queue_to_the_winner() -> None:
    settled = settle_challenges(
        [
            make_pending_challenge(3, 1, 3),
            make_pending_challenge(4, 1, 3),
            make_pending_challenge(2, 1, 1),
        ],
        LADDER_ORDER,
        NOW,
    )
    assert [one.by for one in settled.lost] == [3]
    assert [(one.by, one.to) for one in settled.pending] == [(4, 3), (2, 3)]
    assert {one.due_at for one in settled.pending} == {NOW + DAY, NOW + 2 * DAY}


def test_winner_of_a_match_gets_the_queue_once() -> None:
    taken = [Takeover(NOW - DAY, 2, 1)]
    (one,) = settle_challenges(
        [make_pending_challenge(3, 1, 2)], [2, 1, 3, 4], NOW, takeovers=taken
    ).pending
    assert (one.to, one.to_at) == (2, NOW - DAY)
    assert settle_challenges([one], [2, 1, 3, 4], NOW, takeovers=taken).pending == [one]


def test_challenge_is_void_for_who_stands_above() -> None:
    settled = settle_challenges(
        [make_pending_challenge(3, 1, 1), make_pending_challenge(4, 2, 1)], [3, 1, 2], NOW
    )
    assert [one.by for one in settled.void] == [3, 4]


def test_all_challenges_of_a_large_ladder_are_settled_at_once() -> None:
    """They are, after the site was away, while the tournament's row is held."""
    order = list(range(1, 501))
    pending = [
        replace(make_pending_challenge(one, max(1, one - 3), 4), id=one) for one in order[1:]
    ]
    began = time.process_time()
    settled = settle_challenges(pending, order, NOW)
    assert time.process_time() - began < 1
    assert len(settled.lost) > 400


def test_who_is_away_answers_later() -> None:
    (one,) = settle_challenges(
        [make_pending_challenge(2, 1, 4)], LADDER_ORDER, NOW, away={1: NOW - 5 * DAY}
    ).pending
    assert one.due_at == NOW + DAY


def test_short_vacation_puts_no_challenge_off_by_a_day() -> None:
    (one,) = settle_challenges(
        [make_pending_challenge(2, 1, 4)], LADDER_ORDER, NOW, away={1: NOW - DAY / 48}
    ).pending
    assert one.due_at == NOW + DAY / 48


@pytest.mark.parametrize("first", ["challenged", "challenger"])
def test_first_to_block_ends_the_challenge(first: str) -> None:
    blocks = {(1, 2): NOW - DAY, (2, 1): NOW - DAY / 2}
    if first == "challenger":
        blocks = {(2, 1): NOW - DAY, (1, 2): NOW - DAY / 2}
    settled = settle_challenges([make_pending_challenge(2, 1, 2)], LADDER_ORDER, NOW, blocks=blocks)
    assert (len(settled.lost), len(settled.withdrawn)) == (
        (1, 0) if first == "challenged" else (0, 1)
    )


@pytest.mark.parametrize("exploit", EXPLOITS, ids=lambda exploit: exploit.name)
def test_exploit_of_ladders_pays_nothing(exploit: Exploit) -> None:
    assert not exploit.measure(4, 1).pays
