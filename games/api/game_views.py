"""The games of this site as JSON: what they declare, their rules, how matches went."""

from __future__ import annotations

from dataclasses import asdict

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import games.rules as rules

from .. import bots, rulebook
from ..boards import Facts, presenter
from ..boards.addresses import paragraph
from ..history import statistics
from . import serializers as shapes
from .describing import described


def facts_data(facts: Facts | None) -> dict[str, int] | None:
    return asdict(facts) if facts is not None else None


class Games(APIView):
    """The games of this site, with the options they declare and their bots."""

    @described(shapes.GameSerializer(many=True))
    def get(self, request: Request) -> Response:
        return Response(
            [
                {
                    "key": game.key,
                    "name": game.name,
                    "rules": game.version,
                    "seats": list(game.seats),
                    "facts": facts_data(presenter(game.key).facts),
                    "options": [
                        {
                            "key": option.key,
                            "choices": list(option.choices),
                            "default": option.default,
                            "help": option.help,
                        }
                        for option in game.options
                    ],
                    "bots": list(bots.levels(game.key)),
                }
                for game in rules.catalogue().values()
            ]
        )


def known_game(key: str) -> rules.Game:
    """The game of this key.

    Raises:
        Http404: there is none here.
    """
    if key not in rules.catalogue():
        raise Http404("There is no such game here.")
    return rules.get(key)


class RulesOfGame(APIView):
    """The rules of a game as its page has them: sections, and what each component is in short."""

    @described(shapes.RulesSerializer)
    def get(self, request: Request, game: str) -> Response:
        book = rulebook.book(known_game(game).key)
        if book is None:
            raise Http404("The rules of this game are not told here.")
        return Response(
            {
                "language": book.language,
                "sections": [
                    {
                        "number": part.number,
                        "title": part.title,
                        "html": part.html,
                        "for_programmers": part.for_programmers,
                        "url": paragraph(game, part.number),
                    }
                    for part in book.parts
                ],
                "components": [
                    {**asdict(entry), "url": paragraph(game, entry.anchor)}
                    for entry in book.entries.values()
                ],
            }
        )


class StatisticsOfGame(APIView):
    """How the matches of a game went that were played to their end here."""

    @described(shapes.StatisticsSerializer)
    def get(self, request: Request, game: str) -> Response:
        return Response(asdict(statistics.of(known_game(game).key)))
