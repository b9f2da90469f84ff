"""The queue of challenges on a ladder: who must answer now, who waits, and what silence costs.

Several people may challenge the same person. The oldest challenge comes first; the others keep
their place in the queue when one ends, however it ends. A challenge is for the place: if the
challenged person loses the place to someone else, the new holder gets the queue.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

MIN_ANSWER_TIME = timedelta(days=1)  # for people who were away, or have just taken the place


@dataclass(frozen=True)
class PendingChallenge:
    """A challenge whose table has not begun.

    Attributes:
        by, to: the entries of the challenger and the challenged.
        at: when it was made, which is its place in the queue.
        due_at: without an answer until then, the challenged person loses the place. An accepted
            challenge waits no longer for other matches of the two.
        to_at: since when it is for this person, if it was for someone else before.
        accepted_at: when the challenged person accepted it.
    """

    id: int
    by: int
    to: int
    at: datetime
    due_at: datetime
    to_at: datetime | None = None
    accepted_at: datetime | None = None

    @property
    def since(self) -> datetime:
        """Since when the challenged person has had it."""
        return self.to_at or self.at


class Takeover(NamedTuple):
    """At this moment the winner took the place of the loser, who stood above."""

    at: datetime
    winner: int
    loser: int


class ChallengeSettlement(NamedTuple):
    """What became of the challenges of a ladder.

    Attributes:
        pending: those that remain, as they are now.
        lost: those by which the challenged lost the place without a match, in this order.
        withdrawn: those that the challenger gave up by blocking the challenged.
        void: those of people who left, or whose challenger stands above the challenged by now.
    """

    pending: list[PendingChallenge]
    lost: list[PendingChallenge]
    withdrawn: list[PendingChallenge]
    void: list[PendingChallenge]


def next_to_answer(pending: Iterable[PendingChallenge]) -> dict[int, PendingChallenge]:
    """Return the challenge that each challenged person must answer next, by entry."""
    found: dict[int, PendingChallenge] = {}
    for one in sorted(pending, key=_queue_key):
        if one.accepted_at is None:
            found.setdefault(one.to, one)
    return found


def settle_challenges(
    pending: Iterable[PendingChallenge],
    order: Sequence[int],
    now: datetime,
    *,
    takeovers: Iterable[Takeover] = (),
    blocks: Mapping[tuple[int, int], datetime] | None = None,
    away: Mapping[int, datetime] | None = None,
    declined: int | None = None,
) -> ChallengeSettlement:
    """Apply everything that has happened to the challenges of a ladder.

    People who come back have as long to answer as they were away, but at most `MIN_ANSWER_TIME`. So
    a vacation of a few minutes does not postpone a challenge by a day.

    Args:
        order: the entries on the ladder, from the top.
        takeovers: the places taken by matches, the first first.
        blocks: since when one entry, the first, blocks another.
        away: the entries that need not answer now, and since when.
        declined: the challenge that the challenged person declines at this moment.
    """
    left, order = sorted(pending, key=_queue_key), list(order)
    settled = ChallengeSettlement([], [], [], [])
    for one in takeovers:
        left = _reassign_after(left, one)
    blocks, away = blocks or {}, away or {}
    for each in list(left):
        if _is_withdrawn(each, blocks):
            left.remove(each)
            settled.withdrawn.append(each)
    while True:
        place = {one: number for number, one in enumerate(order)}
        void = [one for one in left if not _is_challenger_below(one, place)]
        settled.void.extend(void)
        left = [one for one in left if one not in void] if void else left
        heads = next_to_answer(left)
        lost = next(
            (one for one in left if _is_lost(one, heads, blocks, away, declined, now)), None
        )
        if lost is None:
            break
        left.remove(lost)
        settled.lost.append(lost)
        order.insert(place[lost.to], order.pop(place[lost.by]))
        left = _reassign_after(left, Takeover(now, lost.by, lost.to))
    for each in left:
        is_put_off = _is_overdue(each, now) and each.to in away
        if is_put_off:
            each = replace(each, due_at=now + min(MIN_ANSWER_TIME, now - away[each.to]))
        settled.pending.append(each)
    return settled


def idle_time(
    since: datetime, now: datetime, away: Iterable[tuple[datetime, datetime]]
) -> timedelta:
    """Return for how long someone has done nothing since a moment, without vacations."""
    total = now - since
    for start, end in away:
        total -= max(timedelta(0), min(end, now) - max(start, since))
    return total


def _queue_key(one: PendingChallenge) -> tuple[datetime, int]:
    return one.at, one.id


def _is_challenger_below(one: PendingChallenge, place: Mapping[int, int]) -> bool:
    """Whether both are on the ladder, and the challenger below the challenged."""
    return one.by in place and one.to in place and place[one.by] > place[one.to]


def _reassign_after(pending: Sequence[PendingChallenge], what: Takeover) -> list[PendingChallenge]:
    """Return the challenges after a takeover: the winner must answer those of the loser."""
    return [
        replace(
            one,
            to=what.winner,
            to_at=what.at,
            due_at=max(one.due_at, what.at + MIN_ANSWER_TIME),
            accepted_at=None,
        )
        if one.to == what.loser and one.by != what.winner and one.since < what.at
        else one
        for one in pending
    ]


def _blocked_since(
    one: PendingChallenge, blocks: Mapping[tuple[int, int], datetime], *, by: bool
) -> datetime | None:
    """Return since when the challenger (`by`), or else the challenged, blocks the other one.

    None if they did so before the challenge: that block was no way to avoid it.
    """
    since = blocks.get((one.by, one.to) if by else (one.to, one.by))
    return None if since is None or since <= one.since else since


def _is_withdrawn(one: PendingChallenge, blocks: Mapping[tuple[int, int], datetime]) -> bool:
    own, others = (_blocked_since(one, blocks, by=by) for by in (True, False))
    return own is not None and (others is None or own <= others)


def _is_lost(
    one: PendingChallenge,
    heads: Mapping[int, PendingChallenge],
    blocks: Mapping[tuple[int, int], datetime],
    away: Collection[int],
    declined: int | None,
    now: datetime,
) -> bool:
    if one.id == declined or _blocked_since(one, blocks, by=False) is not None:
        return True
    return _is_overdue(one, now) and one.to not in away and heads.get(one.to) == one


def _is_overdue(one: PendingChallenge, now: datetime) -> bool:
    return one.accepted_at is None and one.due_at <= now
