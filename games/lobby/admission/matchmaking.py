"""Matchmaking: a match request finds an open table, finds other people who wait, or waits.

A request is committed before its search begins. So if two people press at the same moment, in any
processes, at least one sees the other. A search locks the rows of all people involved, in the order
of their ids, and reads again who still waits. So two people are brought together only once.

With time, a request accepts larger rating differences, and other clocks of the same pace.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Exists, Q
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from accounts.user_locks import (
    LOCKED_USERS,
    AccountClosedError,
    lock_user_ids,
    lock_users,
    lock_users_with_rows,
)
from portal import repository
from portal.errors import ActionError, NotFound

from ...models import Seat, Table
from ...notifications import outbox
from ...ratings import elo, households
from ...ratings.models import Rating
from ...ratings.reliability import requirements
from ...ratings.reliability.requirements import Requirements, RequirementValues
from ...table.access import with_free_seats
from ...table.blocking import blocked_either_way, blocked_pairs
from ...time_controls import DEFAULT_PRESET, LIVE_INCREMENT_LIMIT, PRESETS_BY_KEY, TimeControl
from ..clock_filter import exact_clock
from ..eligibility import MATCH_REQUEST, SeatRequest, find_eligibility
from ..models import MatchRequest
from ..pending import InvalidTableError
from ..setup import saved_settings, table_setup
from ..table_settings import TableSettings

if TYPE_CHECKING:
    from accounts.models import User

STEPS = (100, 200, 400, 800, None)  # accepted rating differences, step by step; None: any
MAX_NEIGHBOURS = 8  # waiting requests that are checked, above and below the rating
MAX_TABLES_CHECKED = 10
MAX_ATTEMPTS = 5  # to search again if others take the people who were found
BATCH_SIZE = 200

OWN_REQUEST = repository.PreparedQuery(
    lambda user, game: MatchRequest.objects.filter(user=user, game=game)
)
OWN_RATING = repository.PreparedQuery(
    lambda user, game: Rating.objects.filter(user=user, game=game)
)
WAITING_REQUESTS = MatchRequest.objects.filter(table=None, user__is_active=True)
REQUESTS_ABOVE = repository.PreparedQuery(
    # the nearest compatible requests with at least this rating, without the person's own
    lambda common, user, rating: (
        WAITING_REQUESTS.filter(compatibility_key=common, rating__gte=rating)
        .exclude(user=user)
        .order_by("rating", "pk")[:MAX_NEIGHBOURS]
    )
)
REQUESTS_BELOW = repository.PreparedQuery(
    lambda common, user, rating: (
        WAITING_REQUESTS.filter(compatibility_key=common, rating__lt=rating)
        .exclude(user=user)
        .order_by("-rating", "-pk")[:MAX_NEIGHBOURS]
    )
)

PUBLIC_TABLES = Table.objects.filter(
    status=Table.Status.OPEN,
    visibility=Table.Visibility.PUBLIC,
    start_mode=Table.StartMode.FULL,
)
OPEN: repository.PreparedQuery[Any] = (
    repository.PreparedQuery(  # a cheap check, because most requests find no open table
        lambda game, seats: PUBLIC_TABLES.filter(game=game, seat_count=seats).values_list("pk")[:1]
    )
)


class WideningSchedule(NamedTuple):
    """How long a match request stays at a step, and after which time it expires."""

    step: timedelta
    lifetime: timedelta


LIVE_SCHEDULE = WideningSchedule(timedelta(minutes=1), timedelta(minutes=30))
CORRESPONDENCE_SCHEDULE = WideningSchedule(timedelta(hours=1), timedelta(days=3))


def schedule_for(clock: TimeControl) -> WideningSchedule:
    return LIVE_SCHEDULE if clock.is_live else CORRESPONDENCE_SCHEDULE


def request_settings(user: User, game: str) -> TableSettings:
    """Return the settings of a match request: the person's usual ones, public and without bots.

    Their usual requirements apply as far as they meet them, but not "only people I follow".

    Raises:
        InvalidTableError: there is no such game, or it has one seat only.
    """
    declared = rules.catalogue().get(game)
    if declared is None or declared.seats[-1] < 2:
        raise InvalidTableError(_("This game has no quick match."), "game")
    usual = saved_settings.last_used_settings(user, game) or TableSettings.defaults_for(declared)
    seats = max(usual.seats, declared.seats[0], 2)
    has_hour = usual.clock.fixed_hour is not None  # a quick match knows no such clock
    return replace(
        usual,
        seats=seats,
        clock=PRESETS_BY_KEY[DEFAULT_PRESET].clock if has_hour else usual.clock,
        bots=(),
        rated=usual.rated and not usual.clock.is_unlimited,
        visibility=Table.Visibility.PUBLIC,
        start_when=Table.StartMode.FULL,
        asks=replace(usual.asks, followed=False).limited_to_host(user, game),
    )


def compatibility_key(game: str, terms: TableSettings) -> str:
    """Return a digest of everything that must be equal for two requests, except the exact clock."""
    kept = terms.to_json()
    common = {
        **{key: kept[key] for key in ("seats", "options", "bots", "rated")},
        "game": game,
        "pace": [terms.clock.is_live, terms.clock.is_unlimited],
        "pauses": [kept["pauses"], kept["window"]] if _has_pauses(terms.clock) else [],
    }
    return hashlib.sha256(json.dumps(common, sort_keys=True).encode()).hexdigest()


def current_step(match_request: MatchRequest, now: datetime) -> int:
    pace = schedule_for(match_request.clock)
    return min((now - match_request.created_at) // pace.step, len(STEPS) - 1)


class WideningStep(NamedTuple):
    """From a moment on, a request accepts this rating difference in points; None: any."""

    at: datetime
    points: int | None


def widening_steps(match_request: MatchRequest) -> list[WideningStep]:
    start, pace = match_request.created_at, schedule_for(match_request.clock)
    return [WideningStep(start + n * pace.step, points) for n, points in enumerate(STEPS)]


def settings_of(match_request: MatchRequest) -> TableSettings:
    return TableSettings.from_json(rules.get(match_request.game), match_request.table_settings)


def requirements_of(match_request: MatchRequest) -> Requirements:
    kept = match_request.table_settings.get("asks")
    return Requirements.of(kept) if kept else requirements.NO_REQUIREMENTS


def requests_of(user: User) -> list[MatchRequest]:
    """Return a person's waiting requests, and those for which an unfinished table was found."""
    known = Q(table=None) | Q(table__status__in=(Table.Status.OPEN, Table.Status.RUNNING))
    found = MatchRequest.objects.filter(known, user=user, game__in=rules.catalogue())
    return list(found.select_related("table").defer("table__state").order_by("game"))


# what people do


def request_match(user: User, game: str) -> MatchRequest:
    """Request a quick match, and search for one immediately.

    Returns:
        The request; its `table` is set if a match was found.

    Raises:
        InvalidTableError: this game has no quick match.
        Forbidden: a moderator has forbidden it for a time; the user is a bot.
        AccountClosedError: the account is closed.
    """
    terms = request_settings(user, game)
    now = timezone.now()
    with transaction.atomic():
        held = lock_users_with_rows(user)[user.pk]
        find_eligibility(SeatRequest(MATCH_REQUEST, held, rated=terms.rated)).check()
        match_request = next(iter(OWN_REQUEST.all(user.pk, game)), None)
        if match_request is not None and (
            match_request.table_id is not None or match_request.expires_at <= now
        ):
            match_request.delete()
            match_request = None
        if match_request is None:
            pace = schedule_for(terms.clock)
            match_request = MatchRequest.objects.create(
                user=user,
                game=game,
                table_settings=terms.to_json(),
                compatibility_key=compatibility_key(game, terms),
                rating=_own_rating(user.pk, game),
                created_at=now,
                retry_at=now + pace.step,
                expires_at=now + pace.lifetime,
            )
    match_request.user = user
    table = find_match(match_request, asks=user)
    if table is not None:
        match_request.table = table
        return match_request
    return OWN_REQUEST.get(user.pk, game)  # another process may have found a match


def cancel_request(user: User, game: str) -> None:
    """Cancel a waiting match request.

    Raises:
        NotFound: the person does not wait for such a match, perhaps because a table was just found.
    """
    with transaction.atomic():
        lock_users(user)
        gone, _each = MatchRequest.objects.filter(user=user, game=game, table=None).delete()
    if not gone:
        raise NotFound(_("You are not waiting for a quick match of this game."), code="no_wish")


def match_waiting_people(table: Table) -> None:
    """Seat people with waiting requests at a table that was just opened, if it fits."""
    if table.status != Table.Status.OPEN or not _is_public_table(table):
        return
    common = compatibility_key(table.game, TableSettings.from_table(table, []))
    rating = _own_rating(table.host_id, table.game)
    for match_request in _find_nearest_requests(common, table.host_id, rating, timezone.now()):
        find_match(_get_waiting_request(match_request.pk))


# bringing together


def _get_waiting_request(pk: int) -> MatchRequest | None:
    return MatchRequest.objects.select_related("user").filter(pk=pk, table=None).first()


def find_match(match_request: MatchRequest | None, asks: User | None = None) -> Table | None:
    """Find a table or other people for a waiting request; return the table, None if nothing fits.

    Args:
        match_request: the request; None is accepted and finds nothing.
        asks: the person who needs no notification, because they see the result now.
    """
    for _try in range(MAX_ATTEMPTS):
        now = timezone.now()
        if match_request is None or match_request.game not in rules.catalogue():
            return None
        tables = _find_compatible_tables(match_request, now)
        near = _find_compatible_requests(match_request, now)
        if not tables and not near:
            return None
        with contextlib.suppress(AccountClosedError), transaction.atomic():
            people = lock_user_ids(match_request.user_id, *(other.user_id for other in near))
            waiting = MatchRequest.objects.select_for_update().filter(table=None).order_by("pk")
            wanted = [match_request.pk, *(other.pk for other in near)]
            held = {one.pk: one for one in waiting.filter(pk__in=wanted)}
            if match_request.pk not in held:
                return None
            for one in held.values():
                one.user = people[one.user_id]
            others = [held[other.pk] for other in near if other.pk in held]
            one = held[match_request.pk]
            table = _join_first_table(one, tables, asks) or _open_shared_table(
                one, others, now, asks
            )
            if table is not None or len(others) == len(near):
                return table
        match_request = _get_waiting_request(match_request.pk)
    return None


def process_due_requests(now: datetime | None = None) -> int:
    """Search again for due requests and expire old ones; return how many were due."""
    now = now or timezone.now()
    with transaction.atomic():
        due = MatchRequest.objects.filter(table=None, retry_at__lte=now, game__in=rules.catalogue())
        due = due.order_by("retry_at")
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True)
        found = list(due[:BATCH_SIZE])
        for match_request in found:
            match_request.retry_at = min(
                now + schedule_for(match_request.clock).step, match_request.expires_at
            )
        MatchRequest.objects.bulk_update(found, ["retry_at"])
    for match_request in found:
        if match_request.expires_at <= now:
            _expire_request(match_request.pk)
        else:
            find_match(_get_waiting_request(match_request.pk))
    return len(found)


def _expire_request(pk: int) -> None:
    """Delete a request that found no match in time, and notify its person."""
    requests = MatchRequest.objects.select_related("user__notification_settings")
    match_request = requests.get(pk=pk)
    with contextlib.suppress(AccountClosedError), transaction.atomic():
        lock_users(match_request.user)
        deleted, _each = MatchRequest.objects.filter(pk=pk, table=None).delete()
        if deleted:
            outbox.send(match_request.user, "wish_lapsed", period=pk, game=match_request.game)


def _find_nearest_requests(
    common: str, user: int, rating: int, now: datetime
) -> list[MatchRequest]:
    """Return the waiting requests with the nearest ratings; two index lookups, however many wait.

    Expired requests are left out; the sweep deletes them.

    Args:
        common: the compatibility key.
        user: the id of the person who searches, whose own requests are left out.
        rating: their rating in hundredths.
        now: the moment.
    """
    found = [*REQUESTS_ABOVE.all(common, user, rating), *REQUESTS_BELOW.all(common, user, rating)]
    waiting = [one for one in found if one.expires_at > now]
    return sorted(waiting, key=lambda one: (abs(one.rating - rating), one.created_at))


def _find_compatible_requests(match_request: MatchRequest, now: datetime) -> list[MatchRequest]:
    """Return waiting requests that fit this one in both directions, nearest rating first."""
    others = _find_nearest_requests(
        match_request.compatibility_key, match_request.user_id, match_request.rating, now
    )
    known = _requirement_values_of([match_request, *others])
    near = [other for other in others if _is_compatible_pair(match_request, other, now, known)]
    keep = _kept_apart(match_request, {other.user_id for other in near})
    return [other for other in near if other.user_id not in keep]


def _kept_apart(match_request: MatchRequest, people: Collection[int]) -> set[int]:
    """Return who of these people never meets this one: by a block, or rated in one household."""
    user = match_request.user_id
    found = blocked_either_way(user, people)
    if people and settings_of(match_request).rated:
        pairs = households.current_pairs({user, *people})
        found |= {one for pair in pairs if user in pair for one in pair if one != user}
    return found


def _requirement_values_of(
    match_requests: Iterable[MatchRequest],
) -> Mapping[int, RequirementValues]:
    """Return by user id the values that requirements check; {} if no request has requirements."""
    some = list(match_requests)
    if not any(map(requirements_of, some)):
        return {}
    known = requirements.requirement_values((one.user_id, one.game) for one in some)
    return {person: one for (person, _game), one in known.items()}


def _is_compatible_pair(
    one: MatchRequest, other: MatchRequest, now: datetime, known: Mapping[int, RequirementValues]
) -> bool:
    clocks = one.clock == other.clock
    return (
        _is_rating_acceptable(one, other.rating, clocks, now)
        and _is_rating_acceptable(other, one.rating, clocks, now)
        and _has_required_values(one, other.user_id, known)
        and _has_required_values(other, one.user_id, known)
    )


def _has_required_values(
    match_request: MatchRequest, person: int, known: Mapping[int, RequirementValues]
) -> bool:
    """Return whether a person meets the requirements of a request."""
    asks = requirements_of(match_request)
    return not asks or not any(asks.find_unmet(known[person], is_followed=True))


def _is_rating_acceptable(
    match_request: MatchRequest, rating: int, has_its_clock: bool, now: datetime
) -> bool:
    step = current_step(match_request, now)
    points = STEPS[step]
    is_near = points is None or abs(rating - match_request.rating) <= 100 * points
    return is_near and (has_its_clock or step > 0)


def _is_public_table(table: Table) -> bool:
    starts_full = table.start_mode == Table.StartMode.FULL
    return starts_full and table.visibility == Table.Visibility.PUBLIC


def _find_compatible_tables(match_request: MatchRequest, now: datetime) -> list[Table]:
    """Return open tables that fit a request, oldest first.

    The ratings are near enough, the person meets the requirements of the table, and its people meet
    those of the request.
    """
    terms = settings_of(match_request)
    if not any(OPEN.values(match_request.game, terms.seats)):
        return []
    open_ones = PUBLIC_TABLES.filter(
        game=match_request.game,
        seat_count=terms.seats,
        rated=terms.rated,
        options=terms.options,
        closes_at__gt=now,
        **_clock_filter(match_request, terms, now),
    ).exclude(pk__in=Seat.objects.filter(user=match_request.user_id).values("table"))
    open_ones = with_free_seats(open_ones, 1).defer("state").order_by("created_at", "pk")
    found = open_ones.prefetch_related("seat_set")
    tables = list(found[:MAX_TABLES_CHECKED])
    if any(table.requirements for table in tables):  # rare; without requirements, skip this query
        tables = list(
            found.filter(requirements.tables_met_by(match_request.user))[:MAX_TABLES_CHECKED]
        )
    if not tables:
        return []
    people = {seat.user_id for table in tables for seat in table.seat_set.all() if seat.user_id}
    ratings = _ratings_of(people, match_request.game)
    pairs = ((person, match_request.game) for person in people if terms.asks)
    known = {person: one for (person, _game), one in requirements.requirement_values(pairs).items()}
    keep = _kept_apart(match_request, people)
    return [
        table
        for table in tables
        if keep.isdisjoint(seat.user_id for seat in table.seat_set.all())
        and compatibility_key(
            table.game, TableSettings.from_table(table, list(table.seat_set.all()))
        )
        == match_request.compatibility_key
        and all(
            _is_rating_acceptable(
                match_request,
                ratings.get(seat.user_id, elo.INITIAL_RATING),
                table.clock == terms.clock,
                now,
            )
            and _has_required_values(match_request, seat.user_id, known)
            for seat in table.seat_set.all()
            if seat.user_id
        )
    ]


def _clock_filter(
    match_request: MatchRequest, terms: TableSettings, now: datetime
) -> dict[str, Any]:
    """Return filter arguments for tables whose clock fits: first the same, later the same pace.

    Clocks in days must also have the same pauses and play window. Clocks with a fixed hour are
    left out.
    """
    clock, kept = terms.clock, terms.to_json()
    found = {key: kept[key] for key in ("pauses", "window")} if _has_pauses(clock) else {}
    if current_step(match_request, now) == 0 or clock.is_unlimited:
        return found | exact_clock(clock)
    pace = "lt" if clock.is_live else "gte"
    limits = {f"clock_increment__{pace}": LIVE_INCREMENT_LIMIT, "clock_cap__gt": 0}
    return found | limits | {"clock_fixed_hour__isnull": True}


def _has_pauses(clock: TimeControl) -> bool:
    return not (clock.is_live or clock.is_unlimited)


def _own_rating(user: int, game: str) -> int:
    """Return a person's rating in hundredths; the initial rating if they have none."""
    found = OWN_RATING.all(user, game)
    return int(found[0].value * 100) if found else elo.INITIAL_RATING


def _ratings_of(people: Iterable[int], game: str) -> dict[int, int]:
    """Return ratings in hundredths by user id, without people who have none."""
    rows = Rating.objects.filter(user__in=people, game=game)
    return {user: int(value * 100) for user, value in rows.values_list("user", "value")}


def _join_first_table(
    match_request: MatchRequest, tables: Iterable[Table], asks: User | None
) -> Table | None:
    """Join the first of these tables that accepts the person; None if none does."""
    for table in tables:
        with contextlib.suppress(ActionError):
            table = table_setup.join(table.key, match_request.user)
            _mark_matched([match_request], table, asks)
            return table
    return None


def _open_shared_table(
    match_request: MatchRequest, others: Sequence[MatchRequest], now: datetime, asks: User | None
) -> Table | None:
    """Open a table for a request and as many others as fit; None if nobody fits."""
    group, known = [match_request], _requirement_values_of([match_request, *others])
    people = [one.user_id for one in (match_request, *others)]
    keep = blocked_pairs(people)
    if settings_of(match_request).rated:
        keep |= households.current_pairs(people)
    for other in others:
        if len(group) < settings_of(match_request).seats and all(
            _is_compatible_pair(other, one, now, known)
            and frozenset((other.user_id, one.user_id)) not in keep
            for one in group
        ):
            group.append(other)
    if len(group) < 2:
        return None
    group.sort(key=lambda one: (one.created_at, one.pk))
    for host in group:  # the person who waited longest hosts, unless they have too many tables
        terms = settings_of(host)
        terms = replace(terms, asks=terms.asks.limited_to_host(host.user, match_request.game))
        company = [one.user for one in group if one is not host]
        with contextlib.suppress(ActionError):
            table = table_setup.open_table(host.user, match_request.game, terms, company=company)
            _mark_matched(group, table, asks)
            return table
    return None


def _mark_matched(group: list[MatchRequest], table: Table, asks: User | None) -> None:
    """Set the table of these requests; notify people if the match has not started yet."""
    MatchRequest.objects.filter(pk__in=[match_request.pk for match_request in group]).update(
        table=table
    )
    if table.status != Table.Status.OPEN:
        return
    outbox.send_many(
        (one.user for one in group if asks is None or one.user_id != asks.pk),
        "matched",
        table=table,
    )


def delete_for(user: User) -> None:
    """Delete a user's match requests, when their account is deleted."""
    with transaction.atomic():
        LOCKED_USERS.get(pk=user.pk)
        MatchRequest.objects.filter(user=user).delete()


def exists_for(user: int) -> Exists:
    """Return a query expression: whether this user (by id) has match requests."""
    return Exists(MatchRequest.objects.filter(user=user))
