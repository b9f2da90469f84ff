"""The filters of the lobby's list of tables, as an address gives them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import games.rules as rules
from portal.http.input_validation import parse_number_or_none

from ..boards import presenter
from ..models import Table
from ..table.access import with_free_seats
from ..time_controls import FIXED_HOUR, LIVE_INCREMENT_LIMIT, PRESETS_BY_KEY
from .clock_filter import clock_filter
from .eligibility import filter_joinable

SEATS = "seats"  # running tables with seats to take over
STATUSES = ("open", "running", SEATS, "finished")
LIVE, DAYS = "live", "days"
DATED, UNDATED = "dated", "undated"


@dataclass(frozen=True)
class TableFilter:
    """The filters of a list of tables. Unknown or invalid values in an address are ignored.

    Attributes:
        status: "open", "running" or "finished"; with `SEATS` the given tables already have some.
        game: the key of a game.
        free: the least number of free seats; 0 for any.
        start: whether the start has a date: "dated", "undated" or "" for any.
        clock: "live", "days", the key of a preset, or "" for any.
        pauses: a value of `Table.PausePolicy`, or "" for any.
        joinable: whether the reader must be able to join.
        options: options of the game, with the value that each must have.

    `free`, `start` and `joinable` filter only tables that wait for players.
    """

    status: str = "open"
    game: str = ""
    free: int = 0
    start: str = ""
    clock: str = ""
    pauses: str = ""
    joinable: bool = False
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, values: Mapping[str, str]) -> TableFilter:
        """Return the filters in the parameters of an address."""
        game = rules.catalogue().get(values.get("game", ""))
        status = values.get("status", "")
        status = status if status in STATUSES else "open"
        is_open = status == "open"
        start, clock, pauses = (values.get(name, "") for name in ("start", "clock", "pauses"))
        return cls(
            status=status,
            game="" if game is None else game.key,
            free=max(parse_number_or_none(values.get("free", "")) or 0, 0) if is_open else 0,
            start=start if is_open and start in (DATED, UNDATED) else "",
            clock=clock if clock in (LIVE, DAYS, FIXED_HOUR, *PRESETS_BY_KEY) else "",
            pauses=pauses if pauses in Table.PausePolicy.values else "",
            joinable=is_open and bool(values.get("joinable")),
            options=tuple(
                (option.key, value)
                for option in (() if game is None else game.options)
                if (value := values.get(f"option_{option.key}", "")) in option.choices
            ),
        )

    @property
    def query(self) -> str:
        """The filters as the query of an address, in a fixed order; "" for all open tables."""
        values = {
            "status": "" if self.status == "open" else self.status,
            "game": self.game,
            "free": self.free,
            "start": self.start,
            "clock": self.clock,
            "pauses": self.pauses,
            "joinable": int(self.joinable),
            **{f"option_{key}": value for key, value in self.options},
        }
        return urlencode({name: value for name, value in values.items() if value})

    def apply(self, tables: QuerySet[Table], reader: Any) -> QuerySet[Table]:
        """Return those of the tables that pass the filters for this reader."""
        if self.status != SEATS:
            tables = tables.filter(status=self.status)
        if self.game:
            tables = tables.filter(game=self.game)
        for key, value in self.options:
            tables = tables.filter(**{f"options__{key}": value})
        if self.free:
            tables = with_free_seats(tables, self.free, reader)
        if self.joinable and reader.is_authenticated:
            tables = filter_joinable(tables, reader)
        if self.start:
            tables = tables.filter(starts_at__isnull=self.start == UNDATED)
        tables = tables.filter(clock_filter(self.clock))
        if self.pauses:
            tables = tables.filter(clock_increment__gte=LIVE_INCREMENT_LIMIT, pauses=self.pauses)
        return tables

    def describe(self) -> str:
        """Return the filters in one line, in the reader's language."""
        if not self.game:
            parts = [_("any game")]
        else:
            show, game = presenter(self.game), rules.get(self.game)
            options = {option.key: option for option in game.options}
            parts = [
                show.name(),
                *(
                    f"{show.option_label(options[key])}: {show.choice_label(options[key], value)}"
                    for key, value in self.options
                ),
            ]
        if self.free:
            parts.append(
                ngettext("%(n)d free seat or more", "%(n)d free seats or more", self.free)
                % {"n": self.free}
            )
        if self.start:
            parts.append(_("on a set date") if self.start == DATED else _("without a date"))
        if self.clock == LIVE:
            parts.append(_("in one sitting"))
        elif self.clock == DAYS:
            parts.append(_("over days"))
        elif self.clock == FIXED_HOUR:
            parts.append(_("at a fixed hour"))
        elif self.clock:
            parts.append(str(PRESETS_BY_KEY[self.clock].label))
        if self.pauses:
            parts.append(str(Table.PausePolicy(self.pauses).label))
        if self.joinable:
            parts.append(_("only tables I can join"))
        return " · ".join(parts)
