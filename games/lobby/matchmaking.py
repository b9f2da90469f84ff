"""Quick match: one press finds a table that fits, or somebody who waits for the same, or waits.

Whoever presses writes their wish and commits it before they look. So of two who press at the same
moment, in whatever processes, at least one sees the other; whoever looks holds the rows of all
people concerned, in their order, and asks anew who still waits. That brings two together once.

With time a wish takes people who are farther away in rating, and other clocks of the same pace.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Exists, Q
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from portal.performance import fast_orm

from ..dispatch import wake_sender
from ..models import Notice, Rating, Seat, Table, Wish
from ..moderation.restrictions import OnlyPeople, check_may_meet, check_may_play
from ..notifications import outbox
from ..ratings import elo
from ..reliability import requirements
from ..reliability.requirements import Asks, Measured
from ..social.blocking import apart, apart_among
from ..table.access import with_free_seats
from ..table.errors import AccountClosed, Refused
from ..table.user_locks import HELD, hold, hold_ids
from ..time_controls import LIVE_BELOW, Clock
from . import saved_settings, table_setup
from .pending import BadTable
from .table_settings import Terms

if TYPE_CHECKING:
    from accounts.models import User

STEPS = (100, 200, 400, 800, None)  # points apart that a wish takes, one step after the other
NEAR = 8  # of those who wait, on either side
TABLES = 10  # that are looked at
TRIES = 5  # while others take those who were found
BATCH = 200

OWN = fast_orm.Prepared(lambda user, game: Wish.objects.filter(user=user, game=game))
RATING = fast_orm.Prepared(lambda user, game: Rating.objects.filter(user=user, game=game))
OTHERS = Wish.objects.filter(table=None, user__is_active=True)
ABOVE = fast_orm.Prepared(  # the nearest of those who wait for the same, but this person
    lambda common, user, rating: (
        OTHERS.filter(fits=common, rating__gte=rating)
        .exclude(user=user)
        .order_by("rating", "pk")[:NEAR]
    )
)
BELOW = fast_orm.Prepared(
    lambda common, user, rating: (
        OTHERS.filter(fits=common, rating__lt=rating)
        .exclude(user=user)
        .order_by("-rating", "-pk")[:NEAR]
    )
)

OPEN_TO_ALL = Table.objects.filter(
    status=Table.Status.OPEN,
    visibility=Table.Visibility.PUBLIC,
    start_when=Table.Start.FULL,
)
OPEN: fast_orm.Prepared[Any] = fast_orm.Prepared(  # whether there is any: most who press find none
    lambda game, seats: OPEN_TO_ALL.filter(game=game, seat_count=seats).values_list("pk")[:1]
)


class Pace(NamedTuple):
    """How long a wish stays at a step, and after which time it lapses."""

    step: timedelta
    lapse: timedelta


LIVE = Pace(timedelta(minutes=1), timedelta(minutes=30))
DAYS = Pace(timedelta(hours=1), timedelta(days=3))


class NoWish(Refused):
    status = 404
    code = "no_wish"


def pace_of(clock: Clock) -> Pace:
    return LIVE if clock.is_live else DAYS


def wanted(user: User, game: str) -> Terms:
    """A person's usual terms, with people at every seat and open to everybody.

    They ask for what they usually do, as far as they have it; not for people whom they follow.

    Raises:
        BadTable: nobody can sit down with anybody at this game, or there is no such game.
    """
    declared = rules.catalogue().get(game)
    if declared is None or declared.seats[-1] < 2:
        raise BadTable(_("This game has no quick match."), "game")
    usual = saved_settings.last(user, game) or Terms.at_first(declared)
    seats = max(usual.seats, declared.seats[0], 2)
    return replace(
        usual,
        seats=seats,
        bots=(),
        rated=usual.rated and not usual.clock.is_unlimited,
        visibility=Table.Visibility.PUBLIC,
        start_when=Table.Start.FULL,
        asks=replace(usual.asks, followed=False).granted(user, game),
    )


def fits(game: str, terms: Terms) -> str:
    """What two must have in common to meet, in short: all but the very clock."""
    kept = terms.kept()
    common = {
        **{key: kept[key] for key in ("seats", "options", "bots", "rated")},
        "game": game,
        "pace": [terms.clock.is_live, terms.clock.is_unlimited],
        "pauses": [kept["pauses"], kept["window"]] if _rests(terms.clock) else [],
    }
    return hashlib.sha256(json.dumps(common, sort_keys=True).encode()).hexdigest()


def step_of(wish: Wish, now: datetime) -> int:
    pace = pace_of(wish.clock)
    return min((now - wish.since) // pace.step, len(STEPS) - 1)


def steps(wish: Wish) -> list[tuple[datetime, int | None]]:
    """From when on the wish takes people so many points apart; None: whoever they are."""
    pace = pace_of(wish.clock)
    return [(wish.since + n * pace.step, points) for n, points in enumerate(STEPS)]


def terms_of(wish: Wish) -> Terms:
    return Terms.of_kept(rules.get(wish.game), wish.terms)


def asks_of(wish: Wish) -> Asks:
    kept = wish.terms.get("asks")
    return Asks.of(kept) if kept else requirements.NOTHING


def mine(user: User) -> list[Wish]:
    """What a person waits for, and where they have been brought to lately."""
    known = Q(table=None) | Q(table__status__in=(Table.Status.OPEN, Table.Status.RUNNING))
    found = Wish.objects.filter(known, user=user, game__in=rules.catalogue())
    return list(found.select_related("table").defer("table__state").order_by("game"))


# what people do


def press(user: User, game: str) -> Wish:
    """Want to play: at once where somebody fits, else as soon as somebody does.

    Raises:
        BadTable: nobody can be found for this game.
        Suspended: a moderator has forbidden it for a time.
        AccountClosed: the account was closed meanwhile.
    """
    terms = wanted(user, game)
    now = timezone.now()
    with transaction.atomic():
        held = hold(user)[user.pk]
        check_may_play(held, rated=terms.rated)
        check_may_meet(held)
        if held.is_bot:
            raise OnlyPeople(_("Quick matches and contests are for people."))
        wish = next(iter(OWN.all(user.pk, game)), None)
        if wish is not None and (wish.table_id is not None or wish.lapses_at <= now):
            wish.delete()
            wish = None
        if wish is None:
            pace = pace_of(terms.clock)
            wish = Wish.objects.create(
                user=user,
                game=game,
                terms=terms.kept(),
                fits=fits(game, terms),
                rating=_own_rating(user.pk, game),
                since=now,
                look_at=now + pace.step,
                lapses_at=now + pace.lapse,
            )
    wish.user = user
    table = seek(wish, asks=user)
    if table is not None:
        wish.table = table
        return wish
    return OWN.get(user.pk, game)  # whom others may have found meanwhile


def cancel(user: User, game: str) -> None:
    """Wait no longer.

    Raises:
        NoWish: the person waits for no such match (any more: they may sit at a table by now).
    """
    with transaction.atomic():
        hold(user)
        gone, _each = Wish.objects.filter(user=user, game=game, table=None).delete()
    if not gone:
        raise NoWish(_("You are not waiting for a quick match of this game."))


def offer(table: Table) -> None:
    """A table has been opened: whoever waits for one like it sits down there."""
    if table.status != Table.Status.OPEN or not _is_open_to_all(table):
        return
    common = fits(table.game, Terms.of_table(table, []))
    rating = _own_rating(table.host_id, table.game)
    for wish in _nearest(common, table.host_id, rating, timezone.now()):
        seek(_still_waiting(wish.pk))


# bringing together


def _still_waiting(pk: int) -> Wish | None:
    return Wish.objects.select_related("user").filter(pk=pk, table=None).first()


def seek(wish: Wish | None, asks: User | None = None) -> Table | None:
    """Find a table or people for a wish that waits, and say which; None: nobody fits.

    `asks`: who need not be told of it.
    """
    for _try in range(TRIES):
        now = timezone.now()
        if wish is None or wish.game not in rules.catalogue():
            return None
        tables = _tables(wish, now)
        near = _near(wish, now)
        if not tables and not near:
            return None
        with contextlib.suppress(AccountClosed), transaction.atomic():
            people = hold_ids(wish.user_id, *(other.user_id for other in near))
            waiting = Wish.objects.select_for_update().filter(table=None).order_by("pk")
            wanted = [wish.pk, *(other.pk for other in near)]
            held = {one.pk: one for one in waiting.filter(pk__in=wanted)}
            if wish.pk not in held:
                return None
            for one in held.values():
                one.user = people[one.user_id]
            others = [held[other.pk] for other in near if other.pk in held]
            one = held[wish.pk]
            table = _sit_down(one, tables, asks) or _meet(one, others, now, asks)
            if table is not None or len(others) == len(near):
                return table
        wish = _still_waiting(wish.pk)
    return None


def look_again(now: datetime | None = None) -> int:
    """Look for those for whom more fits by now, end what has lapsed; says how many there were."""
    now = now or timezone.now()
    with transaction.atomic():
        due = Wish.objects.filter(table=None, look_at__lte=now, game__in=rules.catalogue())
        due = due.order_by("look_at")
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True)
        found = list(due[:BATCH])
        for wish in found:
            wish.look_at = min(now + pace_of(wish.clock).step, wish.lapses_at)
        Wish.objects.bulk_update(found, ["look_at"])
    for wish in found:
        if wish.lapses_at <= now:
            _lapse(wish.pk)
        else:
            seek(_still_waiting(wish.pk))
    return len(found)


def _lapse(pk: int) -> None:
    """Forget a wish that nobody has met in its time, and tell its person."""
    wish = Wish.objects.select_related("user").get(pk=pk)
    with contextlib.suppress(AccountClosed), transaction.atomic():
        hold(wish.user)
        gone, _each = Wish.objects.filter(pk=pk, table=None).delete()
        if gone:
            told = outbox.notices(
                wish.user, "wish_lapsed", None, pk, timezone.now(), game=wish.game
            )
            wake_sender(outbox.put(told))


def _nearest(common: str, user: int, rating: int, now: datetime) -> list[Wish]:
    """Those whose ratings are nearest to this one: two looks into an index, however many wait.

    `user`: who looks. What has lapsed the sweep takes away in a moment.
    """
    found = [*ABOVE.all(common, user, rating), *BELOW.all(common, user, rating)]
    waiting = [one for one in found if one.lapses_at > now]
    return sorted(waiting, key=lambda one: (abs(one.rating - rating), one.since))


def _near(wish: Wish, now: datetime) -> list[Wish]:
    """Who waits for the same and takes this person, as this person takes them."""
    others = _nearest(wish.fits, wish.user_id, wish.rating, now)
    known = _measured([wish, *others])
    near = [other for other in others if _take_each_other(wish, other, now, known)]
    keep = apart(wish.user_id, (other.user_id for other in near))
    return [other for other in near if other.user_id not in keep]


def _measured(wishes: Iterable[Wish]) -> Mapping[int, Measured]:
    """The numbers of these people, where one of them asks for any."""
    some = list(wishes)
    if not any(map(asks_of, some)):
        return {}
    known = requirements.measured((one.user_id, one.game) for one in some)
    return {person: one for (person, _game), one in known.items()}


def _take_each_other(one: Wish, other: Wish, now: datetime, known: Mapping[int, Measured]) -> bool:
    clocks = one.clock == other.clock
    return (
        _takes(one, other.rating, clocks, now)
        and _takes(other, one.rating, clocks, now)
        and _asks_for(one, other.user_id, known)
        and _asks_for(other, one.user_id, known)
    )


def _asks_for(wish: Wish, person: int, known: Mapping[int, Measured]) -> bool:
    """Whether somebody has what a wish asks for."""
    asks = asks_of(wish)
    return not asks or not any(asks.misses(known[person], is_followed=True))


def _takes(wish: Wish, rating: int, has_its_clock: bool, now: datetime) -> bool:
    step = step_of(wish, now)
    points = STEPS[step]
    is_near = points is None or abs(rating - wish.rating) <= 100 * points
    return is_near and (has_its_clock or step > 0)


def _is_open_to_all(table: Table) -> bool:
    starts_full = table.start_when == Table.Start.FULL
    return starts_full and table.visibility == Table.Visibility.PUBLIC


def _tables(wish: Wish, now: datetime) -> list[Table]:
    """Open tables that fit, the oldest first: their people are near enough in rating.

    The wish's person has what they ask for, and their people what the wish does.
    """
    terms = terms_of(wish)
    if not any(OPEN.values(wish.game, terms.seats)):
        return []
    open_ones = OPEN_TO_ALL.filter(
        game=wish.game,
        seat_count=terms.seats,
        rated=terms.rated,
        options=terms.options,
        closes_at__gt=now,
        **_clocks(wish, terms, now),
    ).exclude(pk__in=Seat.objects.filter(user=wish.user_id).values("table"))
    open_ones = with_free_seats(open_ones, 1).defer("state").order_by("created_at", "pk")
    found = open_ones.prefetch_related("seat_set")
    tables = list(found[:TABLES])
    if any(table.asks for table in tables):  # few do: the others are found without numbers
        tables = list(found.filter(requirements.met_by(wish.user))[:TABLES])
    if not tables:
        return []
    people = {seat.user_id for table in tables for seat in table.seat_set.all() if seat.user_id}
    ratings = _rating_of(people, wish.game)
    pairs = ((person, wish.game) for person in people if terms.asks)
    known = {person: one for (person, _game), one in requirements.measured(pairs).items()}
    keep = apart(wish.user_id, people)
    return [
        table
        for table in tables
        if keep.isdisjoint(seat.user_id for seat in table.seat_set.all())
        and fits(table.game, Terms.of_table(table, list(table.seat_set.all()))) == wish.fits
        and all(
            _takes(wish, ratings.get(seat.user_id, elo.START), table.clock == terms.clock, now)
            and _asks_for(wish, seat.user_id, known)
            for seat in table.seat_set.all()
            if seat.user_id
        )
    ]


def _clocks(wish: Wish, terms: Terms, now: datetime) -> dict[str, Any]:
    """Which clocks of tables fit, as a filter: at first the very one, then those of its pace.

    Those of days rest as the wish's does.
    """
    clock, kept = terms.clock, terms.kept()
    found = {key: kept[key] for key in ("pauses", "window")} if _rests(clock) else {}
    if step_of(wish, now) == 0 or clock.is_unlimited:
        names = ("bank", "increment", "cap")
        return {**found, **{f"clock_{name}": getattr(clock, name) for name in names}}
    pace = "lt" if clock.is_live else "gte"
    return {**found, f"clock_increment__{pace}": LIVE_BELOW, "clock_cap__gt": 0}


def _rests(clock: Clock) -> bool:
    return not (clock.is_live or clock.is_unlimited)


def _own_rating(user: int, game: str) -> int:
    """Hundredths, also of those who have none yet."""
    found = RATING.all(user, game)
    return int(found[0].value * 100) if found else elo.START


def _rating_of(people: Iterable[int], game: str) -> dict[int, int]:
    """Hundredths, of those who have a rating."""
    rows = Rating.objects.filter(user__in=people, game=game)
    return {user: int(value * 100) for user, value in rows.values_list("user", "value")}


def _sit_down(wish: Wish, tables: Iterable[Table], asks: User | None) -> Table | None:
    """Take a seat at the first of these tables that takes this person."""
    for table in tables:
        with contextlib.suppress(Refused):
            table = table_setup.join(table.key, wish.user)
            _found([wish], table, asks)
            return table
    return None


def _meet(wish: Wish, others: Sequence[Wish], now: datetime, asks: User | None) -> Table | None:
    """Bring a wish together with as many others as its table has seats for."""
    group, known = [wish], _measured([wish, *others])
    keep = apart_among(one.user_id for one in (wish, *others))
    for other in others:
        if len(group) < terms_of(wish).seats and all(
            _take_each_other(other, one, now, known)
            and frozenset((other.user_id, one.user_id)) not in keep
            for one in group
        ):
            group.append(other)
    if len(group) < 2:
        return None
    group.sort(key=lambda one: (one.since, one.pk))
    for host in group:  # whoever has waited longest, unless they host too many tables
        terms = terms_of(host)
        terms = replace(terms, asks=terms.asks.granted(host.user, wish.game))
        company = [one.user for one in group if one is not host]
        with contextlib.suppress(Refused):
            table = table_setup.open_table(
                host.user, wish.game, company=company, **terms.arguments()
            )
            _found(group, table, asks)
            return table
    return None


def _found(group: list[Wish], table: Table, asks: User | None) -> None:
    """These wait no longer; where the match has not begun, they are told where they sit."""
    Wish.objects.filter(pk__in=[wish.pk for wish in group]).update(table=table)
    if table.status != Table.Status.OPEN:
        return
    told = list[Notice]()
    for wish in group:
        if asks is None or wish.user_id != asks.pk:
            told += outbox.notices(wish.user, "matched", table, wish.pk, timezone.now())
    wake_sender(outbox.put(told))


def forget_all(user: User) -> None:
    """For an account that goes."""
    with transaction.atomic():
        HELD.get(pk=user.pk)
        Wish.objects.filter(user=user).delete()


def any_of(user: int) -> Exists:
    """Whether there is any, for the database to say."""
    return Exists(Wish.objects.filter(user=user))
