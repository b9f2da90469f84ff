"""Ladders: challenges made, answered and lost; places lost by playing nothing.

Everybody has one challenge at a time, made or got. What is lost without a match is a row of the
ledger like a table's, so that the order of a ladder comes from the ledger alone. All of it is
written behind the contest's row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.core.cache import cache
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ..calendars.pauses import vacations_of
from ..models import Challenge, Contest, ContestTable, Entry
from ..table.apart import apart_among
from ..table.curbs import check_may_play
from ..table.holding import hold
from ..table.refusals import TooOften
from . import ledger
from .formats.ladder import LadderSettings, falls, order, reachable
from .holding import BadContest, ContestMoved, NoSuchContest, hold_contest, tell, visible_to
from .reading import board

if TYPE_CHECKING:
    from accounts.models import User

ONE_MORE = timedelta(days=1)  # for whoever is away when a challenge runs out
NOT_AGAIN_FOR = timedelta(days=1)  # the same person, after taking a challenge back


def settings_of(contest: Contest) -> LadderSettings | None:
    """Of a ladder that runs; None for every other contest."""
    settings = ledger.settings_of(contest)
    return settings if contest.is_running and isinstance(settings, LadderSettings) else None


def pending(contest: Contest) -> list[Challenge]:
    """The challenges whose tables have not begun, the oldest first."""
    found = Challenge.objects.filter(contest=contest).select_related("by__user", "to__user")
    return list(found.order_by("at", "pk"))


def within_reach(contest: Contest, mine: Entry | None, waiting: Iterable[Challenge]) -> list[int]:
    """The entries whom somebody may challenge now, the nearest last."""
    settings = settings_of(contest)
    taken = {one for each in waiting for one in (each.by_id, each.to_id)}
    if settings is None or mine is None or not mine.is_in or mine.pk in taken:
        return []
    order = [line.person.entry for line in board(contest).lines if not line.person.is_out]
    if mine.pk not in order:
        return []
    at = order.index(mine.pk)
    near = order[max(0, at - settings.reach) : at + 1]
    played = ContestTable.objects.filter(round__contest=contest, done_at=None)
    tables = [
        one
        for one in played.select_related("round", "table").defer("table__state")
        if not {*one.entries}.isdisjoint(near)
    ]
    there = {*near, *(one for table in tables for one in table.entries)}
    entries = list(contest.entries.filter(pk__in=there).select_related("user"))
    state = ledger.state_of(contest, entries, tables, timezone.now())
    return [one for one in reachable(state, mine.pk, near) if one not in taken]


def challenge(key: str, by: User, other: User) -> Challenge:
    """Ask somebody a few places above for a match.

    Raises:
        NoSuchContest: they may not know of it.
        ContestMoved: it is no ladder that runs.
        BadContest: they may not challenge this person now.
        TooOften: they have just taken a challenge of this person back.
        Suspended: a moderator has forbidden it for a time.
    """
    with transaction.atomic():
        contest, settings = _held(key, by)
        by = hold(by)[by.pk]
        check_may_play(by, rated=contest.terms["rated"])
        mine = contest.entries.filter(user=by).first()
        to = contest.entries.select_related("user").filter(user=other).first()
        if to is None or to.pk not in within_reach(contest, mine, pending(contest)):
            raise BadContest(_("You cannot challenge this person now."), "name")
        assert mine is not None
        if cache.get(_taken_back(contest, mine.pk, to.pk)):
            raise TooOften(_("You have changed your mind too often today. Try again tomorrow."))
        now = timezone.now()
        due_at = now + timedelta(days=settings.answer_days)
        made = Challenge.objects.create(contest=contest, by=mine, to=to, at=now, due_at=due_at)
        tell(contest, "challenged", to, now, by=by.display_name, until=due_at.isoformat())
        _changed(contest)
        return made


def answer(key: str, user: User, *, accepts: bool) -> None:
    """Accept the challenge one has got: its table begins as soon as both have room. Or decline it,
    which loses the place.

    Raises:
        NoSuchContest, ContestMoved
    """
    with transaction.atomic():
        contest, _settings = _held(key, user)
        got = [one for one in pending(contest) if one.to.user_id == user.pk]
        one = next((one for one in got if one.accepted_at is None), None)
        if one is None:
            raise ContestMoved(_("This challenge is no more."))
        now = timezone.now()
        if accepts:
            check_may_play(user, rated=contest.terms["rated"])
            one.accepted_at = now
            one.save(update_fields=["accepted_at"])
        else:
            _lose(contest, _may_meet([one]), now)
        _changed(contest, now)


def take_back(key: str, user: User) -> None:
    """Withdraw the challenge one has made, if it `can_be_taken_back`.

    Raises:
        NoSuchContest, ContestMoved
    """
    with transaction.atomic():
        contest, settings = _held(key, user)
        made = Challenge.objects.filter(contest=contest, by__user=user).first()
        if made is None or not can_be_taken_back(made, settings):
            raise ContestMoved(_("This challenge is no more."))
        made.delete()
        seconds = NOT_AGAIN_FOR.total_seconds()
        cache.set(_taken_back(contest, made.by_id, made.to_id), True, seconds)
        _changed(contest)


def can_be_taken_back(one: Challenge, settings: LadderSettings) -> bool:
    """Before it is accepted; or if its table has still not begun as many days after that as there
    are to answer."""
    days = timedelta(days=settings.answer_days)
    return one.accepted_at is None or one.accepted_at + days <= timezone.now()


def _taken_back(contest: Contest, by: int, to: int) -> str:
    return f"challenge-taken-back:{contest.key}:{by}:{to}"


def _held(key: str, user: User) -> tuple[Contest, LadderSettings]:
    contest = hold_contest(key)
    if not visible_to(contest, user):
        raise NoSuchContest
    settings = settings_of(contest)
    if settings is None:
        raise ContestMoved(_("This ladder does not run now."))
    return contest, settings


def _changed(contest: Contest, calls_at: datetime | None = None) -> None:
    contest.version += 1
    contest.calls_at = calls_at or contest.calls_at
    contest.save(update_fields=["version", "calls_at"])


# as the contest goes on; its row is held


def tend(
    contest: Contest, entries: Sequence[Entry], tables: Sequence[ContestTable], now: datetime
) -> bool:
    """Take what was not answered in time as lost, and a place from whoever plays nothing; whether
    the ledger has new rows."""
    settings = settings_of(contest)
    if settings is None:
        return False
    closes_at = ledger.closing(contest)
    if closes_at is not None and closes_at <= now:
        Challenge.objects.filter(contest=contest).delete()
        return False
    rated = contest.terms["rated"]
    out = [one.pk for one in entries if one.is_out]
    Challenge.objects.filter(Q(by__in=out) | Q(to__in=out)).delete()
    waiting = _may_meet(pending(contest))
    lost = []
    for one in waiting:
        if one.accepted_at is None and one.due_at <= now:
            if ledger.is_away(one.to, now, rated=rated):
                one.due_at = now + ONE_MORE
                one.save(update_fields=["due_at"])
            else:
                lost.append(one)
    _lose(contest, lost, now)
    idle = _idle(contest, settings, entries, tables, waiting, now)
    for entry, steps in idle:
        _row(contest, [entry], [1 + steps], now)
        tell(contest, "dropped", entry, now, days=settings.idle_days)
    return bool(lost or idle)


def _may_meet(challenges: Sequence[Challenge]) -> list[Challenge]:
    """Those whose two may meet. Where one has blocked the other, it is gone, lost by nobody."""
    pairs = {one: frozenset({one.by.user_id, one.to.user_id}) for one in challenges}
    apart = apart_among(user for pair in pairs.values() for user in pair)
    Challenge.objects.filter(pk__in=[one.pk for one in pairs if pairs[one] in apart]).delete()
    return [one for one in pairs if pairs[one] not in apart]


def _idle(
    contest: Contest,
    settings: LadderSettings,
    entries: Sequence[Entry],
    tables: Sequence[ContestTable],
    waiting: Iterable[Challenge],
    now: datetime,
) -> list[tuple[Entry, int]]:
    """Who has done nothing for so long that they drop, and how far: not who is away, plays or is
    challenged, and not until as long after a vacation."""
    if not settings.idle_days or contest.started_at is None:
        return []
    busy = {one for each in waiting for one in (each.by_id, each.to_id)}
    heard: dict[int, datetime] = {}
    for table in tables:
        if table.done_at is None:
            busy |= {*table.entries}
        else:
            for one in table.entries:
                heard[one] = max(heard.get(one, table.done_at), table.done_at)
    since = now - timedelta(days=settings.idle_days)
    found = [
        entry
        for entry in entries
        if entry.is_in
        and entry.pk not in busy
        and max(contest.started_at, entry.at, heard.get(entry.pk, entry.at)) <= since
        and not any(since < one.end <= now for one in vacations_of(entry.user))
        and not ledger.is_away(entry, now, rated=contest.terms["rated"])
    ]
    if not found:
        return []
    state = ledger.state_of(contest, entries, tables, now)
    ladder = order(state)
    found.sort(key=lambda entry: ladder.index(entry.pk))
    found = [entry for entry in found if entry.pk != ladder[-1]]
    return list(zip(found, falls(state, [entry.pk for entry in found]), strict=True))


def _lose(contest: Contest, challenges: Iterable[Challenge], now: datetime) -> None:
    """Who was challenged did not take it: the other one has won their place."""
    for one in challenges:
        _row(contest, [one.by, one.to], [1, 2], now)
        tell(contest, "not_taken", one.by, now, by=one.to.user.display_name)
        tell(contest, "place_lost", one.to, now, by=one.by.user.display_name)
        one.delete()


def _row(contest: Contest, entries: Sequence[Entry], places: Sequence[int], now: datetime) -> None:
    """A row of the ledger without a match, which the last of these has lost."""
    first, _new = contest.rounds.get_or_create(number=1, defaults={"began_at": now})
    last = first.tables.order_by("number").last()
    ContestTable.objects.create(
        round=first,
        number=1 if last is None else last.number + 1,
        entries=[entry.pk for entry in entries],
        result={"places": [*places], "shares": [], "forfeits": [entries[-1].pk]},
        done_at=now,
    )
