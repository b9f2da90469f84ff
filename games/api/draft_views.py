"""The API's views of my draft: the moves that I have chosen and not sent yet."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.models import User
from games.rules import LONGEST_MOVE
from portal.errors import Forbidden
from portal.http.input_validation import parse_whole_number

from ..boards import presenter
from ..boards.fallback import fallback_presenter
from ..table.actions import player_actions
from ..table.errors import NotRunningError
from ..table.session.drafts import Pov, load_pov
from ..table.session.loader import rules_guard
from ..table.session.table_session import MAX_TURN_LENGTH
from ..table.views.page_context import DraftStep, draft_steps, seat_names
from . import serializers as shapes
from .lookups import authenticated_user, get_table, validated_data
from .request_data import integer_parameter
from .responses import responds_with
from .visible_tables import VisibleTable

logger = logging.getLogger(__name__)
SEEN_PARAMETERS = [
    integer_parameter("version", description="the table's version you saw", required=True),
    integer_parameter(
        "step", description="how many moves the draft had when I saw it", required=True
    ),
]


class DraftVersionSerializer(serializers.Serializer):
    version = serializers.IntegerField(min_value=0, help_text="the table's version you saw")
    step = serializers.IntegerField(
        min_value=0,
        max_value=MAX_TURN_LENGTH,
        help_text="how many moves the draft had when I saw it",
    )


class DraftMovesSerializer(DraftVersionSerializer):
    moves = serializers.ListField(
        child=serializers.CharField(max_length=LONGEST_MOVE),
        min_length=1,
        max_length=MAX_TURN_LENGTH,
    )
    keep = serializers.IntegerField(
        min_value=0,
        max_value=MAX_TURN_LENGTH,
        allow_null=True,
        default=None,
        help_text="how many drafted moves to keep before the new ones; without it, all",
    )
    sure = serializers.BooleanField(
        default=False, help_text="play it although it reveals something and cannot be undone"
    )


class DraftedMoveSerializer(serializers.Serializer):
    move = serializers.CharField()
    label = serializers.CharField(  # type: ignore[assignment]
        help_text="in words, as when it was chosen"
    )
    removable = serializers.BooleanField(
        source="is_removable", help_text="whether it can be removed without the others"
    )


class DraftSerializer(shapes.VisibleTableSerializer):
    drafted = DraftedMoveSerializer(many=True, help_text="the draft, which `view` shows as played")
    alternatives = serializers.ListField(
        child=serializers.CharField(), help_text="moves that could replace the last one"
    )
    must_confirm = serializers.BooleanField(
        source="turn.must_confirm", help_text="nothing can be added to the draft"
    )
    lost = serializers.BooleanField(
        source="turn.drafted.lost", help_text="some drafted moves no longer fit"
    )
    unread = serializers.ListField(
        source="turn.unread",
        child=serializers.CharField(),
        help_text="the moves after one that revealed something",
    )


@dataclass(frozen=True, kw_only=True)
class TableWithDraft(VisibleTable):
    """A table as its seat sees it, with the draft and its possible changes."""

    drafted: Sequence[DraftStep]
    alternatives: Sequence[str]


def _with_draft(turn: Pov, reader: User) -> TableWithDraft:
    """Return the table of a player with the draft.

    Raises:
        Forbidden: the reader does not play at this table.
    """
    if turn.seat is None:
        raise Forbidden(_("You do not play at this table."), code="not_your_seat")
    with rules_guard(turn.table):
        return TableWithDraft.of_turn(
            turn, reader, drafted=_draft_steps(turn), alternatives=turn.alternatives
        )


def _draft_steps(turn: Pov) -> list[DraftStep]:
    """Return the drafted moves in words, or generic ones if the game's own presenter fails."""
    game, names = turn.table.game, seat_names(turn.seats)
    try:
        return draft_steps(presenter(game), turn, names)
    except Exception:
        logger.exception("cannot label moves of %s for the draft %s", game, turn.draft)
        return draft_steps(fallback_presenter(game), turn, names)


class MyDraft(APIView):
    """My draft: the moves that I have chosen and not sent.

    Only I see it, and it does not change the version of the table. `step` is the length of the
    draft that you saw, so that a request sent twice is done once. A move that reveals something is
    played immediately, with all drafted moves before it; the moves after it are `unread`. If I want
    a warning, the response is first a 409 `reveals`, unless it is my only legal move: send it again
    with `sure`. A move that ends my turn is played immediately if I do not want to confirm turns.
    """

    permission_classes = [IsAuthenticated]

    @responds_with(DraftSerializer, operation_id="draft_retrieve")
    def get(self, request: Request, key: str) -> TableWithDraft:
        table = get_table(request, key)
        if not table.state:
            raise NotRunningError(_("This table is not running."))
        user = authenticated_user(request)
        return _with_draft(load_pov(table, user), user)

    @responds_with(DraftSerializer, DraftMovesSerializer, operation_id="draft_change")
    def post(self, request: Request, key: str) -> TableWithDraft:
        """Add moves to my draft, or replace its end by them. If one is illegal, nothing changes."""
        user, data = authenticated_user(request), validated_data(request, DraftMovesSerializer)
        turn = player_actions.add_to_draft(
            key,
            user,
            data["version"],
            data["step"],
            data["moves"],
            keep=data["keep"],
            sure=data["sure"],
        )
        return _with_draft(turn, user)

    @responds_with(
        DraftSerializer,
        operation_id="draft_take_back",
        parameters=[
            *SEEN_PARAMETERS,
            integer_parameter(
                "at", description="the index of the move, from 0; without it, all moves"
            ),
        ],
    )
    def delete(self, request: Request, key: str) -> TableWithDraft:
        """Remove one drafted move that the others do not depend on, or the whole draft."""
        user, given = authenticated_user(request), request.query_params
        at = parse_whole_number(given["at"], "at") if given.get("at") else None
        turn = player_actions.undo(
            key,
            user,
            parse_whole_number(given.get("version", ""), "version"),
            parse_whole_number(given.get("step", ""), "step"),
            at=at,
            everything=at is None,
        )
        return _with_draft(turn, user)


class ConfirmDraft(APIView):
    """Send my draft. Its moves are played.

    If one of them now reveals something, the moves after it are `unread`.
    """

    permission_classes = [IsAuthenticated]

    @responds_with(DraftSerializer, DraftVersionSerializer, operation_id="draft_confirm")
    def post(self, request: Request, key: str) -> TableWithDraft:
        user, data = authenticated_user(request), validated_data(request, DraftVersionSerializer)
        turn = player_actions.confirm(key, user, data["version"], step=data["step"])
        return _with_draft(turn, user)
