"""A person's own tables in groups, for their list of tables and their home page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import TableListSettings

from ...models import Table
from ...rulebook.covers import render_cover
from ...table.access import viewing_seat
from ...table.agreements.panel import proposal_panel
from ...table.views.cards import Card, build_table_cards, prefetch_seats
from ...table.views.one_line_summary import summarize_tables
from ...table.views.thumbnails import render_thumbnails
from .arrangement import Arrangement, finished_tables, load_arrangement, unfinished_tables
from .my_table_filter import MyTableFilter

if TYPE_CHECKING:
    from accounts.models import User

MAX_RECENT_SHOWN = 8
GROUPS = ("awaited", "invited", "taken-over", "running", "opened", "ended")


class TableGroup(NamedTuple):
    """A list of tables under one title."""

    id: str
    title: str
    cards: Sequence[Card]


def load_my_tables(user: User, wanted: MyTableFilter) -> list[TableGroup]:
    """Return the person's tables that pass the filter, in groups and as they have arranged them."""
    living = unfinished_tables(user).filter(wanted.condition)
    ended = [
        table
        for tables in finished_tables(user)
        for table in tables.filter(wanted.condition)[:MAX_RECENT_SHOWN]
    ]
    ended.sort(key=lambda table: (table.ended_at, table.pk), reverse=True)
    tables = [*living, *ended[:MAX_RECENT_SHOWN]]
    prefetch_seats(tables)
    groups = group_tables(build_table_cards(tables, user))
    return arrange_groups(groups, load_arrangement(user), TableListSettings.of(user).sort)


def group_tables(shown: Sequence[Card]) -> list[TableGroup]:
    """Group tables of one person, most urgent first; only the first group may be empty."""
    running = sorted((one for one in shown if one.table.is_running), key=_recency_key)
    awaited = sorted((one for one in running if one.is_my_turn), key=_urgency_key)
    left = [one for one in running if one.mine and one.mine.may_come_back]
    others = [one for one in running if one not in awaited and one not in left]
    unstarted = [one for one in shown if one.table.status == Table.Status.OPEN and one.mine]
    invited = [one for one in shown if one.invitation]
    ended = [one for one in shown if one not in [*running, *unstarted, *invited]]
    found = [
        TableGroup("awaited", _("Waiting for me"), awaited),
        TableGroup("invited", _("I am invited"), invited),
        TableGroup("taken-over", _("A bot is playing for me"), left),
        TableGroup("running", _("Waiting for others"), others),
        TableGroup("opened", _("Not started yet"), sorted(unstarted, key=_opened_key)),
        TableGroup("ended", _("Recently finished"), ended),
    ]
    return [part for part in found if part.cards or part.id == "awaited"]


def arrange_groups(
    groups: Iterable[TableGroup], arrangement: Arrangement, sort: str
) -> list[TableGroup]:
    """Sort the unfinished tables of each group: pinned ones first, in the order of the settings."""
    found = []
    for group in groups:
        cards = list(group.cards)
        if group.id != "ended":
            for card in cards:
                card.is_pinned = card.table.pk in arrangement.pinned
            if sort == TableListSettings.Sort.MANUAL:
                cards.sort(key=lambda card: arrangement.order_key(card.table))
            cards.sort(key=lambda card: not card.is_pinned)
        found.append(group._replace(cards=cards))
    return found


def attach_previews(groups: Iterable[TableGroup]) -> None:
    """Add positions to all cards, and to those of running tables what happened since my move and
    whether a proposal waits.
    """
    cards = [card for group in groups for card in group.cards]
    running = [card for card in cards if card.table.is_running]
    _attach_since_texts(running)
    _attach_questions(running)
    attach_positions(cards)


def preview_stylesheets(shown: Iterable[Card]) -> list[str]:
    """Return the stylesheets that the thumbnails of these tables need."""
    return sorted(
        {one.presenter.thumbnail_stylesheet for one in shown if one.table.started_at} - {""}
    )


def attach_positions(shown: Iterable[Card]) -> None:
    """Add to each card a thumbnail of the position, or a cover if there is none yet."""
    cards = list(shown)
    found = render_thumbnails(one.table for one in cards)
    for one in cards:
        one.picture = found.get(one.table.key) or render_cover(one.presenter)


def _urgency_key(one: Card) -> tuple[float, int]:
    """Return the sort key of `SeatQuerySet.to_move`: by the time left, without a limit last."""
    assert one.mine is not None
    due = one.mine.due_at
    return (math.inf if due is None else due.timestamp(), one.mine.pk)


def _recency_key(one: Card) -> float:
    return -one.table.changed_at.timestamp()


def _opened_key(one: Card) -> float:
    return -one.table.created_at.timestamp()


def _attach_questions(cards: Sequence[Card]) -> None:
    """Mark the cards of tables at which a proposal waits for the person's answer."""
    for one in cards:
        if one.table.has_proposal and one.mine is not None:
            panel = proposal_panel(one.table, one.seats, one.mine, timezone.now())
            one.is_asked = panel is not None and panel.is_asked


def _attach_since_texts(cards: Sequence[Card]) -> None:
    """Add to cards of running tables what happened since the person's last move."""
    summaries = summarize_tables(
        (one.table, one.seats, one.mine)
        for one in cards
        if one.mine is not None and viewing_seat(one.mine) is not None
    )
    for one in cards:
        one.since = summaries.get(one.table.key, "")
