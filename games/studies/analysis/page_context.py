"""The context of a variation's page: the board of the table, without the table's other parts."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from portal.translation_cache import get_language

from ...boards import Presenter, Scene, presenter, rendering
from ...boards.cached_urls import url
from ...boards.fallback import fallback_presenter
from ...models import Seat, Table
from ...rulebook import rules_tips
from ...table.session import journal
from ...table.session.loader import rules_guard, seats_of
from ...table.views.page_context import (
    LABEL_CACHE,
    LABEL_SIZE,
    dock_stats,
    label_move_before,
    seat_names,
)
from ...table.views.scenes import build_scene
from ...table.views.seat_strip import Player, build_jump_row, build_players
from ..models import Variation
from . import first_turn
from .positions import VariationPosition, position_of
from .variations import home_seat, seat_to_move

logger = logging.getLogger(__name__)


class VariationStep(NamedTuple):
    """A move of a variation in words; `number` counts from 1."""

    number: int
    seat: int
    label: str


def variation_context(
    table: Table, line: Variation, *, in_words: bool, is_shared: bool = False
) -> dict[str, Any]:
    """The context of the fragment of a variation's page.

    `is_shared`: the reader has the link to somebody else's variation and cannot play in it.

    Raises:
        MatchLoadError: the match cannot be loaded.
    """
    seats = seats_of(table)
    names = seat_names(seats)
    with rules_guard(table):
        found, at = position_of(table, line)
        me = seat_to_move(line, found.match)
        legal = [] if me is None or is_shared else found.match.legal_moves(me)
        eyes = line.seat if me is None else me
        news = journal.visible_events(found.news, eyes, over=line.seat is None)
        scene = build_scene(found.match, eyes, names, legal, news, in_words=in_words)
        steps = variation_steps(table, line, names)
    return {
        "table": table,
        "line": line,
        "to": variation_url(table, line),
        "plays": not is_shared,
        "at": at,
        "back": at - 1 if at else None,
        "on": at + 1 if at < len(steps) else None,
        "marks": "",
        "steps": steps,
        "me": me,
        "is_answer": me != home_seat(line, seats, found.match),
        "my_name": "" if me is None else names[me],
        "is_shared": is_shared,
        "use": None if is_shared else first_turn.possible_use(table, line, seats),
        "is_guessed": line.seat is not None,
        "is_over": found.match.over,
        "legal": legal,
        "legal_words": _("My moves"),
        "finals": (),
        "reads_on": False,
        "refused": "",
        "note_of": lambda move: rules_tips.move_rules_url(table.game, move),
        **board_context(table, seats, line, found, scene),
    }


def variation_url(table: Table, line: Variation) -> str:
    return url("games:variation", table.key, line.pk)


def board_context(
    table: Table, seats: Sequence[Seat], line: Variation, found: VariationPosition, scene: Scene
) -> dict[str, Any]:
    """The board as the game's presenter draws it, or the plain board if that fails."""

    def by(show: Presenter) -> dict[str, Any]:
        board = rendering.RenderedBoard(show, scene)
        closing = show.closing_moves(scene)
        in_list = scene.legal and (scene.is_in_words or not show.is_drawn)
        everybody = build_players(show, seats, scene, board, found.match)
        me = scene.seat
        return {
            "presenter": show,
            "board_html": board.html,
            "dock_html": board.dock,
            "is_drawn": show.is_drawn,
            "prompt": show.prompt(scene),
            "groups": show.move_groups(scene) if in_list else [],
            "closing": [(choice, show.preview_text(choice.move, scene)) for choice in closing],
            "jump": build_jump_row(everybody, show.zones(scene)),
            "purse": () if me is None or scene.over else dock_stats(show.stats(scene, me), ()),
            "players": [_without_clock(one, line.seat) for one in everybody],
        }

    try:
        return by(presenter(table.game))
    except Exception:
        logger.exception(
            "the board of %s failed: table %s, variation %s", table.game, table.key, line
        )
        return by(fallback_presenter(table.game))


def _without_clock(player: Player, own: int | None) -> Player:
    """A seat without a clock. "You" is the reader's own seat, even while they play another seat."""
    head = player.head._replace(
        is_live=False, is_me=player.number == own, clock="", latest="", state=""
    )
    return player._replace(head=head)


def variation_steps(table: Table, line: Variation, names: Sequence[str]) -> list[VariationStep]:
    """The moves of a variation in words, each as its seat read it before it was played."""
    show, steps = presenter(table.game), []
    reader = (table.pk, line.after_move, line.seed, tuple(names), get_language())
    for place, (seat, text) in enumerate(line.moves):
        key = (*reader, *(tuple(move) for move in line.moves[: place + 1]))
        label = LABEL_CACHE.get(key)
        if label is None:
            before, done = position_of(table, line, place)
            if done < place:
                break
            label = label_move_before(show, before.match, seat, text, names)
            LABEL_CACHE.put(key, label, LABEL_SIZE + 60 * (place + 1))
        steps.append(VariationStep(place + 1, seat, label))
    return steps
