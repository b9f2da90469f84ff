"""Cards and rows of tables in lists: what is loaded for them, and how a page renders them.

A page lists about 24 tables with all their seats. So fields that no card shows are not loaded, and
Jinja2 renders all cards in one call (`templates/jinja2/lobby/cards.html` and others there).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.http import HttpRequest
from django.template.backends.utils import csrf_input
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from portal.dates import moment_text

from ...availability import descriptions, start_dates
from ...boards import Presenter, presenter
from ...models import Invitation, Seat, Table
from ...ratings.reliability import requirements, stats
from ..access import seat_of_user
from ..blocking import hide_reservations

DEFERRED_SEAT_FIELDS = {
    "draft",
    "auto_answers",
    "conditional_moves",
    "points_at_leaving",
    "breakdown",
    "tiebreak",
}
SEATS = Seat.objects.select_related("user", "invitation__user", "invitation__inviter").only(
    *(field.name for field in Seat._meta.concrete_fields if field.name not in DEFERRED_SEAT_FIELDS),
    *(
        "user__username",
        "user__nickname",
        "user__deleted_at",
        "user__guest_network",
        "user__is_bot",
        "invitation__expires_at",
        "invitation__inviter__username",
        "invitation__inviter__nickname",
        "invitation__inviter__deleted_at",
        "invitation__inviter__is_bot",
    ),
    *("invitation__user__username", "invitation__user__nickname"),
    *("invitation__user__deleted_at", "invitation__user__is_bot"),
)
SEATS_PREFETCH = Prefetch("seat_set", SEATS, to_attr="seated")


def with_seats(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Return these tables with prefetched seats, as lists show them; `seats_at` returns those."""
    return tables.defer("state").prefetch_related(SEATS_PREFETCH)


def prefetch_seats(tables: Sequence[Table]) -> None:
    """Prefetch the same seats for tables that are already loaded."""
    prefetch_related_objects(tables, SEATS_PREFETCH)


def seats_at(table: Table) -> list[Seat]:
    """Return the seats of a table; no query for tables of `with_seats`."""
    seated: list[Seat] | None = getattr(table, "seated", None)
    return list(SEATS.filter(table=table)) if seated is None else seated


@dataclass(slots=True, eq=False)
class Card:
    """What a list shows of one table.

    Attributes:
        mine: the reader's own seat.
        invitation: the reader's invitation to this table.
        clock_sentence: the time control in words.
        longest_round: how long a round can take at most, in words.
        rests: why the reader's clock does not run, in words.
        options: the options that differ from the defaults, as labels of option and choice.
        date: the scheduled start as HTML; "" if there is none.
        asks: the host's requirements in words; only before the start.
        missed: which of them the reader does not meet.
        since: what happened since the reader's last move; only for their own tables.
        picture: a thumbnail of the position; only for their own tables.
        is_pinned: whether the reader has pinned it; only for their own tables.
        is_asked: whether a proposal waits for their answer; only for their own tables.
    """

    table: Table
    presenter: Presenter
    seats: Sequence[Seat]
    mine: Seat | None
    invitation: Invitation | None
    clock_sentence: str
    longest_round: str
    rests: str
    options: Sequence[tuple[str, str]]
    date: SafeString | str
    asks: str = ""
    missed: str = ""
    since: str = ""
    picture: str = ""
    is_pinned: bool = False
    is_asked: bool = False

    @property
    def begins(self) -> str:
        """The scheduled start in short form, "" if there is none."""
        return moment_text(self.table.starts_at) if self.table.starts_at else ""

    @property
    def free(self) -> int:
        return sum(seat.is_free for seat in self.seats)

    @property
    def reserved_seat_count(self) -> int:
        return sum(seat.is_held for seat in self.seats)

    @property
    def others(self) -> list[Seat]:
        """The seats of the others, or all seats if the reader has none."""
        return [seat for seat in self.seats if seat is not self.mine]

    @property
    def is_my_turn(self) -> bool:
        """Whether the reader owes a decision here."""
        return self.mine is not None and self.table.is_running and self.mine.is_awaited


def build_card(table: Table, user: Any = None) -> Card:
    """Return the card of a table for this person (None: a visitor)."""
    show = presenter(table.game)
    seats = seats_at(table)
    mine = seat_of_user(seats, user)
    asked = (seat.invitation for seat in seats if seat.invitation is not None)
    return Card(
        table=table,
        presenter=show,
        seats=seats,
        mine=mine,
        invitation=next(
            (one for one in asked if user is not None and one.user_id == user.pk), None
        ),
        clock_sentence=descriptions.time_rules_text(table),
        longest_round="" if table.is_over else descriptions.longest_round_text(table),
        rests="" if mine is None else descriptions.seat_state_text(mine, timezone.now()),
        options=[
            (show.option_label(option), show.choice_label(option, table.options[option.key]))
            for option in show.game.options
            if table.options.get(option.key, option.default) != option.default
        ],
        asks=requirements.Requirements.of(table.requirements).text
        if table.status == Table.Status.OPEN
        else "",
        date=start_dates.start_date_html(table) if table.starts_at else "",
    )


def attach_player_summaries(cards: Iterable[Card]) -> None:
    """Add to the seats of these cards how reliably their people play, in one query.

    People whom a bot has replaced, guests, and people at anonymous tables get none.
    """
    sitting = [
        (one.table.game, seat)
        for one in cards
        for seat in one.seats
        if seat.is_played_by_person
        and not seat.is_anonymous
        and not (seat.user and seat.user.is_guest)
    ]
    known = stats.stats_for_seats(sitting)
    for game, seat in sitting:
        seat.brief = known[seat.user_id or 0, game].brief


def attach_unmet_requirements(cards: Iterable[Card], user: Any) -> None:
    """Add to these cards which requirements of the host their reader does not meet."""
    shown = list(cards)
    missed = unmet_requirements(user, ((one.table, one.seats) for one in shown))
    for one in shown:
        one.missed = missed.get(one.table.pk, "")


def unmet_requirements(user: Any, tables: Iterable[tuple[Table, Iterable[Seat]]]) -> dict[int, str]:
    """Return by table id which requirements of the host a reader does not meet, in words.

    Requirements do not apply to people who already sit there or are invited.
    """
    if user is None or not user.is_authenticated:
        return {}

    def is_in(seat: Seat) -> bool:
        asked = seat.invitation
        return seat.user_id == user.pk or (asked is not None and asked.user_id == user.pk)

    return requirements.unmet_texts(
        user,
        (
            table
            for table, seats in tables
            if table.status == Table.Status.OPEN and not any(map(is_in, seats))
        ),
    )


def build_table_cards(tables: Iterable[Table], user: Any) -> list[Card]:
    """Return the cards of these tables, with the reliability of players and unmet requirements."""
    found = [build_card(table, user if user.is_authenticated else None) for table in tables]
    hide_reservations(((one.table, one.seats) for one in found), user)
    attach_player_summaries(one for one in found if not one.table.is_over)
    attach_unmet_requirements(found, user)
    return found


def build_full_card(table: Table, user: Any) -> Card:
    """Return the card of one table with all optional parts except `since` and `picture`."""
    return build_table_cards([table], user)[0]


def render_cards(template: str, request: HttpRequest, **shown: Any) -> SafeString:
    """Render a template of cards or rows in the reader's language, with a CSRF field for forms."""
    is_member = request.user.is_authenticated
    csrf = csrf_input(request) if is_member else ""
    context = {**shown, "is_member": is_member, "csrf": csrf}
    return SafeString(render_to_string(template, context))


def render_rows(tables: QuerySet[Table], reader: Any) -> SafeString | str:
    """Render these tables, one row each; return "" if there are none."""
    found = list(with_seats(tables))
    hide_reservations(((table, seats_at(table)) for table in found), reader)
    return SafeString(render_to_string("lobby/table_rows.html", {"tables": found})) if found else ""
