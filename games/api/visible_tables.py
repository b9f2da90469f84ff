"""Tables and their seats as one reader may see them, which serializers turn into responses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request

from accounts.models import User

from ..availability import descriptions
from ..models import Seat, Substitution, Table, substitutions_of
from ..previews import image_urls
from ..rulebook import rules_tips, rules_versions
from ..table.access import find_viewing_seat, viewing_seat_of
from ..table.blocking import hide_reservations
from ..table.errors import MatchLoadError
from ..table.session.drafts import Pov, load_pov
from ..table.session.loader import rules_guard
from ..table.session.move_numbers import numbering_for
from ..table.views.cards import unmet_requirements
from .lookups import get_table, user_or_none


class PartOfSeat(NamedTuple):
    """The part of a match that a substitute played, with the number of its first move."""

    substitution: Substitution
    from_move: int

    def username(self) -> str | None:
        person = self.substitution.to_user
        return None if person is None or person.deleted_at else person.username


class VisibleSeat(NamedTuple):
    """A seat, and who looks at it."""

    seat: Seat
    reader: User | None

    def username(self) -> str | None:
        person = self.seat.player
        return None if person is None or person.deleted_at else person.username

    def is_guest(self) -> bool:
        return self.seat.player is not None and self.seat.player.is_guest

    def is_bot_account(self) -> bool:
        person = self.seat.user if self.seat.is_anonymous else self.seat.player
        return person is not None and person.is_bot

    def bot(self) -> str:
        return "" if self.seat.substitute_id is not None else self.seat.bot

    def leave_reason(self) -> str:
        return "" if self.seat.substitute_id is not None else self.seat.leave_reason

    def is_offered(self) -> bool:
        return self.seat.offered_at is not None

    def substitutes(self) -> list[PartOfSeat]:
        """Return who took the seat over, oldest first, with moves as the reader counts them."""
        table = self.seat.table
        rows = [row for row in substitutions_of(table) if row.seat == self.seat.number]
        if not rows or table.is_anonymous:
            return []
        mine = None if self.reader is None else find_viewing_seat(table, self.reader)
        counted = numbering_for(table, None if mine is None else mine.number)
        return [PartOfSeat(row, counted.visible_number(row.after_move) + 1) for row in rows]

    def is_hot_seat(self) -> bool:
        return bool(self.seat.local_name)

    def color(self) -> str | None:
        """Return the English name of the colour of its pieces; None before the match starts."""
        table = self.seat.table
        if table.started_at is None:
            return None
        number = self.seat.number
        color = int(table.seat_colors[number]) if table.seat_colors else number
        return User.Color(color).name.lower()

    def may_come_back(self) -> bool:
        return self.seat.may_come_back and self.seat.table.is_running

    def is_mine(self) -> bool:
        return self.reader is not None and self.reader.pk in (
            self.seat.user_id,
            self.seat.substitute_id,
        )

    def pause_text(self) -> str:
        return descriptions.seat_state_text(self.seat, timezone.now()) if self.seat.pauses else ""


class RulesDifference(NamedTuple):
    """A section of the rules that is different in new matches, and the page that explains it."""

    section: str
    text: str
    url: str


@dataclass(frozen=True, kw_only=True)
class ListedTable:
    """A table in a list, without its match.

    Attributes:
        table: the table.
        seats: its seats with their users. Reservations that the reader may not see are hidden.
        reader: who looks at it; None for a visitor.
        refusal: the requirements that the reader does not meet, in words, or "".
    """

    table: Table
    seats: Sequence[Seat]
    reader: User | None
    refusal: str = ""

    def seat_number(self) -> int | None:
        mine = None if self.reader is None else viewing_seat_of(self.seats, self.reader)
        return None if mine is None else mine.number

    def move_count(self) -> int:
        return numbering_for(self.table, self.seat_number()).moves

    def host_name(self) -> str:
        return self.table.public_name(self.table.host)

    def clock_rule(self) -> str:
        return descriptions.time_rules_text(self.table)

    def window(self) -> dict[str, Any] | None:
        return self.table.window or None

    def picture(self) -> str:
        return image_urls.table_image_url(self.table)

    def visible_seats(self) -> list[VisibleSeat]:
        return [VisibleSeat(seat, self.reader) for seat in self.seats]

    def date(self) -> ListedTable | None:
        """Return this table if it has a date, for `TableDateSerializer`; else None."""
        return None if self.table.starts_at is None else self

    def calendar_url(self) -> str:
        return str(settings.SITE_URL) + reverse("games:table_calendar", args=[self.table.key])

    def rules_differences(self) -> list[RulesDifference]:
        game, version = self.table.game, self.table.rules_version
        return [
            RulesDifference(
                part.number, part.text, rules_tips.rules_url_or_empty(game, part.number)
            )
            for part in rules_versions.version_differences(game, version)
        ]


@dataclass(frozen=True, kw_only=True)
class VisibleTable(ListedTable):
    """A table with its match, if it has begun and can be loaded.

    Attributes:
        turn: the loaded match with the reader's draft; None without a match.
        seat: the number of the reader's seat; None for an onlooker.
        view: what that seat may see, after the draft.
        legal_moves: what the reader may add to the draft.
        problem: why the match cannot be loaded.
    """

    turn: Pov | None = None
    seat: int | None = None
    view: Any = None
    legal_moves: Sequence[str] = ()
    problem: MatchLoadError | None = None

    @classmethod
    def of_turn(cls, turn: Pov, reader: User | None, **more: Any) -> Self:
        """Return a table whose match is loaded."""
        seat = None if turn.seat is None else turn.seat.number
        with rules_guard(turn.table):
            view, legal_moves = turn.position.view(seat), turn.legal_moves()
        return cls(
            table=turn.table,
            seats=turn.seats,
            reader=reader,
            turn=turn,
            seat=seat,
            view=view,
            legal_moves=legal_moves,
            **more,
        )

    def actors(self) -> Sequence[int]:
        return () if self.turn is None else self.turn.match.actors

    def draft(self) -> Sequence[str]:
        return () if self.turn is None else self.turn.draft


def visible_table(table: Table, reader: User | None) -> VisibleTable:
    """Return a table as its seat sees it, or as an onlooker sees it."""
    if not table.state:
        return _without_match(table, reader)
    try:
        return VisibleTable.of_turn(load_pov(table, reader), reader)
    except MatchLoadError as error:
        return _without_match(table, reader, error)


def requested_table(request: Request, key: str) -> VisibleTable:
    """Return the table with this key as the user of a request sees it.

    Raises:
        Table.DoesNotExist: there is no such table, or the user may not see it.
    """
    return visible_table(get_table(request, key), user_or_none(request))


def _without_match(
    table: Table, reader: User | None, problem: MatchLoadError | None = None
) -> VisibleTable:
    seats = list(table.seat_set.select_related("user", "table", "invitation__user"))
    mine = viewing_seat_of(seats, reader)
    refusal = unmet_requirements(reader, [(table, seats)]).get(table.pk, "")
    hide_reservations([(table, seats)], reader)
    return VisibleTable(
        table=table,
        seats=seats,
        reader=reader,
        refusal=refusal,
        seat=None if mine is None else mine.number,
        problem=problem,
    )
