"""The API's view of a re-dealt match, for programs that search."""

from __future__ import annotations

import secrets
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

import games.rules as rules

from ..bots.search_chance import deal
from ..table.access import viewing_seat
from ..table.errors import NotRunningError
from ..table.session.drafts import load_pov
from ..table.session.loader import rules_guard
from .lookups import authenticated_user, get_table
from .responses import responds_with


class RedealSerializer(serializers.Serializer):
    version = serializers.IntegerField()
    match = serializers.DictField(
        help_text="for `games.rules.load`: hidden parts and future chance are dealt again"
    )


def redeal(match: rules.Match, seat: int | None) -> dict[str, Any]:
    """Return the dump of a world that fits what a seat knows.

    It does not reveal which world is the real one, not even by the order of hidden parts.
    """
    world = deal(match, seat, secrets.randbits(64))
    reveals = world.reveals
    world.chance = rules.FairChance(secrets.token_hex(16))
    world.chance.reveals = reveals
    return world.dump(history=False)


class Redeal(APIView):
    """The match as my seat may know it, for programs that search.

    With each request, what my seat cannot see is dealt again, as for the site's bots.
    """

    permission_classes = [IsAuthenticated]

    @responds_with(RedealSerializer)
    def get(self, request: Request, key: str) -> dict[str, Any]:
        table = get_table(request, key)
        if not table.is_running:
            raise NotRunningError(_("This table is not running."))
        turn = load_pov(table, authenticated_user(request))
        seat = viewing_seat(turn.seat)
        with rules_guard(table):
            dumped = redeal(turn.match, None if seat is None else seat.number)
        return {"version": table.version, "match": dumped}
