"""Filters of a person's own tables: by game, person, tournament and clock."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, Self

from django.db.models import Exists, OuterRef, Q
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.usernames import username_lookup

from ...boards import presenter
from ...models import Seat, Table
from ...table.access import names_shown_filter, with_shown_names
from ...time_controls import FIXED_HOUR, PRESETS
from ..clock_filter import clock_filter

LONGEST_VALUE = 64
VALUE = re.compile(
    rf"[\w-]{{1,{LONGEST_VALUE}}}", re.ASCII
)  # of every filter; another value is none


class MyTableFilter(NamedTuple):
    """What the tables of a list must have; an empty value lets all tables pass.

    Attributes:
        game: the key of a game.
        person: the user name of someone at the table.
        tournament: the key of a tournament.
        clock: "live", "days", "fixed-hour" or the key of a preset.
    """

    game: str = ""
    person: str = ""
    tournament: str = ""
    clock: str = ""

    @classmethod
    def of(cls, values: Mapping[str, str]) -> Self:
        """Read the filters from the query of an address."""
        given = {name: str(values.get(name, "")) for name in cls._fields}
        return cls(**{name: text for name, text in given.items() if VALUE.fullmatch(text)})

    @property
    def query(self) -> str:
        """The filters as the query of an address, "" without any."""
        return urlencode({name: value for name, value in self._asdict().items() if value})

    @property
    def condition(self) -> Q:
        """The condition for tables that pass."""
        found = clock_filter(self.clock)
        if self.game:
            found &= Q(game=self.game)
        if self.person:
            there = Seat.objects.filter(table=OuterRef("pk")).order_by()
            person = User.objects.filter(username_lookup(self.person))
            found &= Q(Exists(there.filter(user__in=person))) & names_shown_filter()
        if self.tournament:
            found &= Q(tournament_table__round__tournament__key=self.tournament)
        return found


class FilterField(NamedTuple):
    """A select of the form of filters: its name, label, chosen value and choices."""

    name: str
    label: str
    value: str
    choices: Sequence[tuple[str, str]]


def filter_fields(user: User, tables: Iterable[int], wanted: MyTableFilter) -> list[FilterField]:
    """Return the selects of the form, with what occurs at these tables (by id) of a person."""
    mine = Table.objects.filter(pk__in=list(tables)).order_by()
    people = User.objects.filter(seats__table__in=with_shown_names(mine), deleted_at=None)
    people = people.exclude(pk=user.pk)
    games = [(key, presenter(key).name()) for key in mine.values_list("game", flat=True).distinct()]
    shown = people.only("username", "nickname", "deleted_at", "is_bot").distinct()
    named = [(one.username, one.display_name) for one in shown]
    tournament = "tournament_table__round__tournament"
    tournaments = mine.exclude(tournament_table=None).values_list(
        f"{tournament}__key", f"{tournament}__title"
    )
    clocks = [
        ("live", _("in one sitting")),
        ("days", _("over days")),
        (FIXED_HOUR, _("at a fixed hour")),
    ]
    choices = (
        (_("Game"), sorted(games, key=lambda one: one[1])),
        (_("Person"), sorted(named, key=lambda one: one[1].casefold())),
        (_("Tournament"), sorted(set(tournaments), key=lambda one: one[1])),
        (_("Clock"), [*clocks, *((preset.key, str(preset.label)) for preset in PRESETS)]),
    )
    return [
        FilterField(name, label, value, found)
        for (name, value), (label, found) in zip(wanted._asdict().items(), choices, strict=True)
    ]
