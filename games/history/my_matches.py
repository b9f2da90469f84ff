"""A person's finished matches, filtered, as rows of a page or of a file."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.dateparse import parse_date

import games.rules as rules
from accounts.models import User
from accounts.nicknames import name_lookup
from portal.http.input_validation import parse_number_or_none

from .. import wall_clock
from ..models import Seat, Substitution, Table
from ..ratings.models import RatingChange
from .profile import PlayedMatch

MOST = 20_000  # rows of a file
AT_ONCE = 200  # rows of a file in one query
FILTERS = ("game", "with_", "result", "rated", "seats", "since", "until")
RESULTS = ("won", "lost", "left")
FORMULA_PREFIXES = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True)
class MatchFilter:
    """The filters of a list of matches. Unknown or invalid values in an address are ignored."""

    game: str = ""
    with_: str = ""
    result: str = ""
    rated: str = ""
    seats: int | None = None
    since: date | None = None
    until: date | None = None
    options: tuple[tuple[str, str], ...] = ()

    @cached_property
    def other(self) -> User | None:
        """The other player of the filter; None without one, or if there is no such person."""
        return User.objects.filter(name_lookup(self.with_)).first() if self.with_ else None

    @property
    def query(self) -> str:
        """The filters as the query of an address; "" for all matches."""
        asked = {
            **{name.rstrip("_"): getattr(self, name) for name in FILTERS},
            **{f"option_{key}": value for key, value in self.options},
        }
        return urlencode({name: value for name, value in asked.items() if value})

    @classmethod
    def of(cls, asked: Mapping[str, str]) -> MatchFilter:
        game = rules.catalogue().get(asked.get("game", ""))
        options = [
            (option.key, value)
            for option in (game.options if game is not None else ())
            if (value := asked.get(f"option_{option.key}", "")) in option.choices
        ]
        result, rated = asked.get("result", ""), asked.get("rated", "")
        return cls(
            game.key if game is not None else "",
            asked.get("with", "").strip()[:60],
            result if result in RESULTS else "",
            rated if rated in ("yes", "no") else "",
            parse_number_or_none(asked.get("seats", "")),
            _parse_day(asked.get("since", "")),
            _parse_day(asked.get("until", "")),
            tuple(options),
        )


def to_row(match: PlayedMatch) -> dict[str, Any]:
    """Return a match as a row of a file."""
    table, seat = match.table, match.seat
    return {
        "table": table.key,
        "game": table.game,
        "options": table.options,
        "began": table.started_at,
        "ended": table.ended_at,
        "rated": table.rated,
        "seats": table.seat_count,
        "moves": table.move_count,
        "seat": seat.number,
        "rank": seat.rank,
        "points": seat.total,
        "left": match.leave_reason,
        "ended_by_agreement": table.ended_by_agreement,
        "substitute": match.is_substitute,
        "rating_change": None if match.delta is None else float(match.delta),
        "others": [{"name": one.name, "rank": one.rank} for one in match.others],
    }


class HeadToHead(NamedTuple):
    """The result of these matches between a person and another one."""

    matches: int
    ahead: int
    behind: int


def head_to_head(person: User, wanted: MatchFilter) -> HeadToHead | None:
    """Return the result against the other player of the filter; None if there is no such person."""
    if wanted.other is None:
        return None
    theirs = Seat.objects.filter(table=OuterRef("table"), user=wanted.other).order_by()
    seats = (
        filtered_seats(person, wanted)
        .filter(user=person)
        .annotate(theirs=Subquery(theirs.values("rank")[:1]))
    )
    found = seats.order_by().aggregate(
        matches=Count("pk"),
        ahead=Count("pk", filter=Q(rank__lt=F("theirs"))),
        behind=Count("pk", filter=Q(rank__gt=F("theirs"))),
    )
    return HeadToHead(**found)


def filtered_seats(person: User, wanted: MatchFilter) -> QuerySet[Seat]:
    """Return the person's seats in these matches, the last taken first.

    Seats that they took over are in it, unless a result is asked for: that belongs to the owner.
    """
    change = RatingChange.objects.filter(table=OuterRef("table"), user=person)
    own = Q(user=person)
    if not wanted.result and (substituted := _substituted_seats(person)):
        own |= Q(pk__in=substituted)
    seats = Seat.objects.filter(own, table__status=Table.Status.FINISHED)
    seats = seats.annotate(delta=Subquery(change.order_by().values("delta")[:1]))
    if wanted.game:
        seats = seats.filter(table__game=wanted.game)
    if wanted.with_:
        there = Seat.objects.filter(table=OuterRef("table"), user=wanted.other).order_by()
        seats = seats.none() if wanted.other is None else seats.filter(Exists(there))
    if wanted.result == "won":
        seats = seats.filter(rank=1)
    elif wanted.result == "lost":
        seats = seats.filter(rank__gt=1)
    elif wanted.result == "left":
        seats = seats.exclude(leave_reason="")
    if wanted.rated:
        seats = seats.filter(table__rated=wanted.rated == "yes")
    if wanted.seats is not None:
        seats = seats.filter(table__seat_count=wanted.seats)
    if wanted.since is not None:
        seats = seats.filter(table__ended_at__gte=_day_start(wanted.since))
    if wanted.until is not None:
        seats = seats.filter(table__ended_at__lt=_day_start(wanted.until + wall_clock.ONE_DAY))
    for key, value in wanted.options:
        seats = seats.filter(**{f"table__options__{key}": value})
    return seats.select_related("table").defer("table__state").order_by("-pk")


def _substituted_seats(person: User) -> list[int]:
    """Return the ids of the seats that this person took over and played to the end."""
    taken = Substitution.objects.filter(to_user=person, left_as="").values("table")
    found = Seat.objects.filter(table__in=taken, substitute=person).order_by()
    return list(found.values_list("pk", flat=True))


def with_opponents(seats: Sequence[Seat], person: User) -> list[PlayedMatch]:
    """Return these matches with all their players."""
    tables = {seat.table_id: seat.table for seat in seats}
    everybody = Seat.objects.filter(table__in=tables).select_related("user").order_by("number")
    by_table: dict[int, list[Seat]] = {}
    for one in everybody:
        one.table = tables[one.table_id]
        by_table.setdefault(one.table_id, []).append(one)
    return [
        PlayedMatch(
            seat.table,
            seat,
            tuple(one for one in by_table[seat.table_id] if one.pk != seat.pk),
            seat.delta,  # type: ignore[attr-defined]
            is_substitute=seat.user_id != person.pk,
        )
        for seat in seats
    ]


def iterate_rows(person: User, wanted: MatchFilter) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file, at most `MOST`."""
    last = None
    left = MOST
    while left > 0:
        found = filtered_seats(person, wanted)
        if last is not None:
            found = found.filter(pk__lt=last)
        seats = list(found[: min(AT_ONCE, left)])
        if not seats:
            return
        for one in with_opponents(seats, person):
            yield to_row(one)
        last, left = seats[-1].pk, left - len(seats)


class _Echo:
    def write(self, text: str) -> str:
        return text


def to_csv_lines(rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    """Yield the rows as CSV lines after a header. No cell is a formula for a spreadsheet."""
    writer = csv.writer(_Echo())
    head: list[str] = []
    for row in rows:
        row["options"] = " ".join(f"{key}={value}" for key, value in row["options"].items())
        row["others"] = ", ".join(f"{one['name']} ({one['rank']})" for one in row["others"])
        if not head:
            head = list(row)
            yield writer.writerow(head)
        yield writer.writerow([_escape_formula(value) for value in row.values()])


def _escape_formula(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_PREFIXES) else value


def _parse_day(text: str) -> date | None:
    try:
        found = parse_date(text)
    except ValueError:
        return None
    return found if found is not None and 1990 < found.year < 9000 else None


def _day_start(day: date) -> datetime:
    return wall_clock.start_of_day(day, timezone.get_current_timezone_name())
