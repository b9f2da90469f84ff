"""A program's first match in five calls, for the page of the API."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

import games.rules as rules

from .. import bots

# Placeholders for values from earlier responses.
KEY, VERSION, MOVE = "{key}", "{version}", "{move}"


class Call(NamedTuple):
    """One call: the request, and a sentence about its purpose."""

    method: str
    path: str
    body: Mapping[str, Any] | None
    text: str | Promise

    @property
    def request_body(self) -> str:
        """The body as JSON, with placeholders for values from earlier responses."""
        return "" if self.body is None else json.dumps(self.body, ensure_ascii=False)


def first_match_calls() -> list[Call]:
    """Return the calls of a match against bots, from the list of games to a move."""
    game = next(iter(rules.catalogue().values()))
    seats = min((number for number in game.seats if number > 1), default=1)
    level = next(iter(bots.levels(game.key)))
    table = {"game": game.key, "seats": seats, "rated": False, "bots": [level] * (seats - 1)}
    return [
        Call("GET", "/api/games/", None, _("Choose a game, a number of seats and bots for it.")),
        Call(
            "POST",
            "/api/tables/",
            table,
            _("Open a table with bots. It starts at once. The response has its “key”."),
        ),
        Call(
            "GET",
            "/api/my-tables/",
            None,
            _("List the tables waiting for you. Repeat this until yours is among them."),
        ),
        Call(
            "GET",
            f"/api/tables/{KEY}/",
            None,
            _("Look at your table. The response has its “version” and your “legal_moves”."),
        ),
        Call(
            "POST",
            f"/api/tables/{KEY}/moves/",
            {"version": VERSION, "moves": [MOVE]},
            _("Send a move from that list. Then continue with call 3."),
        ),
    ]
