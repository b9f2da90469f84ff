"""Table settings: everything that people agree to when they join a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

import games.rules as rules

from .. import bots
from ..availability.seat_calendars import window_of
from ..boards import presenter
from ..clock_calendar import Calendar, WeeklyHours
from ..models import Seat, Table
from ..ratings.reliability.requirements import NO_REQUIREMENTS, Requirements
from ..time_controls import DEFAULT_PRESET, PRESETS_BY_KEY, TimeControl
from .models import SavedTableSettings


@dataclass(frozen=True)
class TableSettings:
    """Seats, options, clock and kind of a table.

    Attributes:
        seats: the number of seats.
        options: the choice of each option by its key.
        bots: the level of each bot, one for each seat of a bot.
        window: the play window outside of which a clock in days does not run.
        asks: the requirements for people who join.
        rates_bots: whether it stays rated if bot accounts play with people.
        substitutes: whether people may take over seats of the running match (`Table.Substitutes`).
        has_hidden_names: whether names and ratings are hidden until the match is over.
    """

    seats: int
    options: Mapping[str, str]
    clock: TimeControl
    bots: tuple[str, ...] = ()
    rated: bool = True
    visibility: str = Table.Visibility.PUBLIC
    start_when: str = Table.StartMode.FULL
    pauses: str = Table.PausePolicy.CALENDARS
    window: WeeklyHours | None = None
    asks: Requirements = NO_REQUIREMENTS
    rates_bots: bool = False
    substitutes: str = Table.Substitutes.RATED
    has_hidden_names: bool = False

    @classmethod
    def defaults_for(cls, game: rules.Game) -> Self:
        """Return the settings for a person who has never opened a table of this game."""
        facts = presenter(game.key).facts
        seats = facts.best_with if facts else game.seats[0]
        return cls(seats, game.check(seats), PRESETS_BY_KEY[DEFAULT_PRESET].clock)

    @classmethod
    def with_bots(cls, seats: int, options: Mapping[str, str], level: str) -> Self:
        """Return the settings for one person who plays with bots of this level immediately."""
        return cls(
            seats,
            options,
            PRESETS_BY_KEY[DEFAULT_PRESET].clock,
            bots=(level,) * (seats - 1),
            rated=False,
            visibility=Table.Visibility.LINK,
        )

    @classmethod
    def from_table(cls, table: Table, seats: Iterable[Seat]) -> Self:
        """Return the settings of a table; bots count only where no person has ever sat."""
        return cls(
            seats=table.seat_count,
            options=table.options,
            clock=table.usual_clock,
            bots=tuple(seat.bot for seat in seats if seat.bot and seat.user_id is None),
            rated=table.rated,
            visibility=Table.Visibility.PUBLIC if table.is_sealed else table.visibility,
            # A scheduled start belongs to one table only.
            start_when=Table.StartMode.FULL if table.starts_at else table.start_mode,
            pauses=table.pauses,
            window=window_of(table),
            asks=Requirements.of(table.requirements),
            rates_bots=table.rates_bots,
            substitutes=table.substitutes,
            has_hidden_names=table.has_hidden_names,
        )

    @classmethod
    def from_json(cls, game: rules.Game, kept: Mapping[str, Any]) -> Self:
        """Return the settings that a row stores; values the game no longer has become defaults."""
        first = cls.defaults_for(game)
        seats = kept["seats"] if kept["seats"] in game.seats else first.seats
        window = Calendar.of({"window": kept["window"]}) if kept["window"] else None
        known = bots.levels(game.key)
        return cls(
            seats=seats,
            options={
                option.key: choice if choice in option.choices else option.default
                for option in game.options
                for choice in [kept["options"].get(option.key, option.default)]
            },
            clock=TimeControl.from_json(kept["clock"]),
            bots=tuple(level for level in kept["bots"] if level in known)[: seats - 1],
            rated=kept["rated"],
            visibility=kept["visibility"],
            start_when=kept["start_when"],
            pauses=kept["pauses"],
            window=None if window is None else window.window,
            asks=Requirements.of(kept.get("asks", {})),
            rates_bots=kept.get("rates_bots", False),
            substitutes=kept.get("substitutes", Table.Substitutes.RATED),
            has_hidden_names=kept.get("has_hidden_names", False),
        )

    @classmethod
    def from_row(cls, row: SavedTableSettings) -> Self:
        return cls.from_json(rules.get(row.game), row.table_settings)

    def to_json(self) -> dict[str, Any]:
        """Return the settings in the form that rows store."""
        own = {"bots": list(self.bots), "window": self.window_data(), "asks": self.asks.to_json()}
        return {**asdict(replace(self, window=None)), **own, "clock": self.clock.to_json()}

    def to_table_fields(self) -> dict[str, Any]:
        """Return the values of the columns of a new table."""
        clock, has_days = self.clock, not (self.clock.is_live or self.clock.is_unlimited)
        return {
            "seat_count": self.seats,
            "options": self.options,
            "visibility": self.visibility,
            "start_mode": self.start_when,
            "rated": self.wants_rating and self.seats > 1 and not clock.is_unlimited,
            "rates_bots": self.rates_bots,
            "substitutes": self.substitutes,
            "has_hidden_names": self.has_hidden_names and self.seats_for_people > 1,
            **clock.to_table_fields(),
            "pauses": self.pauses if has_days else Table.PausePolicy.NONE,
            "window": self.window_data(),
            "requirements": self.asks.to_json(),
        }

    def window_data(self) -> dict[str, Any]:
        """Return the play window in the form that rows store; {} without one."""
        return {} if self.window is None else Calendar(window=self.window).to_data()["window"]

    @property
    def wants_rating(self) -> bool:
        """Whether the host wants a rated match; with bots no match is rated."""
        return self.rated and not self.bots

    @property
    def seats_for_people(self) -> int:
        return self.seats - len(self.bots)

    def for_hot_seat(self) -> Self:
        """Return the settings for people on one device.

        Such a table is friendly, has no clock, starts immediately, and is visible by link or in
        its club.
        """
        return replace(
            self,
            clock=PRESETS_BY_KEY["unlimited"].clock,
            rated=False,
            asks=NO_REQUIREMENTS,
            start_when=Table.StartMode.FULL,
            visibility=Table.Visibility.LINK,
            window=None,
            substitutes=Table.Substitutes.NO,
            has_hidden_names=False,
        )
