"""The API's views of games: their options, rules and statistics."""

from __future__ import annotations

from typing import NamedTuple

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

import games.rules as rules

from .. import bots, rulebook
from ..boards import Facts, presenter
from ..boards.cached_urls import rules_url
from ..history import game_statistics
from .responses import responds_with


class OptionSerializer(serializers.Serializer):
    key = serializers.CharField()
    choices = serializers.ListField(child=serializers.CharField())
    default = serializers.CharField()
    help = serializers.CharField()


class GameFactsSerializer(serializers.Serializer):
    best_with = serializers.IntegerField(help_text="the recommended number of seats")
    minutes = serializers.IntegerField(help_text="minutes of a match played in one sitting")
    weight = serializers.IntegerField(help_text="1 (light) to 5")
    luck = serializers.IntegerField(help_text="1 (hardly any) to 5")
    interaction = serializers.IntegerField(help_text="1 (hardly any) to 5")
    decisions = serializers.IntegerField(
        allow_null=True, help_text="decisions of a player in a usual match, roughly"
    )


class GameSerializer(serializers.Serializer):
    key = serializers.CharField(source="game.key")
    name = serializers.CharField(source="game.name")
    rules = serializers.IntegerField(source="game.version", help_text="version of the rules")
    seats = serializers.ListField(source="game.seats", child=serializers.IntegerField())
    facts = GameFactsSerializer(allow_null=True)
    options = OptionSerializer(source="game.options", many=True)
    bots = serializers.ListField(child=serializers.CharField())


class SectionSerializer(serializers.Serializer):
    number = serializers.CharField(
        source="part.number", help_text='its number, as in errors: "5.8"'
    )
    title = serializers.CharField(source="part.title")
    html = serializers.CharField(source="part.html", help_text="its text up to the next heading")
    for_programmers = serializers.BooleanField(source="part.for_programmers")
    url = serializers.CharField(help_text="its page on this site")


class ComponentSerializer(serializers.Serializer):
    anchor = serializers.CharField(
        source="part.anchor", help_text="usually the word of the notation"
    )
    title = serializers.CharField(source="part.title")
    section = serializers.CharField(source="part.section", help_text="the section that explains it")
    html = serializers.CharField(source="part.html", help_text="a short text")
    url = serializers.CharField(help_text="its page on this site")


class RulesSerializer(serializers.Serializer):
    language = serializers.CharField(
        help_text="the language of Accept-Language, if the rules have it"
    )
    sections = SectionSerializer(many=True)
    components = ComponentSerializer(many=True)


class MatchGroupSerializer(serializers.Serializer):
    seats = serializers.IntegerField(allow_null=True, help_text="null if they differ")
    option = serializers.CharField(allow_blank=True)
    choice = serializers.CharField(allow_blank=True)
    matches = serializers.IntegerField()
    average = serializers.FloatField(help_text="points of all seats")
    winners = serializers.FloatField(help_text="points of those who won")
    wins = serializers.ListField(
        child=serializers.FloatField(), help_text="the share of wins of each seat, 0 to 1"
    )
    intervals = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField(), min_length=2, max_length=2),
        help_text="for each seat, the interval of its share (95 %, Wilson)",
    )


class OpeningSerializer(serializers.Serializer):
    opening = serializers.CharField(help_text="a word of the game's notation")
    seats = serializers.IntegerField(help_text="matches that opened like this")
    won = serializers.IntegerField()
    low = serializers.FloatField(help_text="the lower limit of the share of wins (95 %, Wilson)")
    high = serializers.FloatField(help_text="the upper limit")


class StatisticsSerializer(serializers.Serializer):
    matches = serializers.IntegerField(
        allow_null=True, help_text="finished matches on this site; null: not counted yet"
    )
    decisions = serializers.FloatField(
        allow_null=True, help_text="decisions of a player in a match"
    )
    days = serializers.FloatField(
        allow_null=True, help_text="the median length with a clock in days"
    )
    shares = MatchGroupSerializer(many=True)
    round_days = serializers.FloatField(
        allow_null=True,
        help_text="the median time in which each player moves once, with a clock in days",
    )
    sources = serializers.DictField(
        child=serializers.FloatField(),
        help_text="points of a seat by source, in the latest rated matches",
    )
    openings = OpeningSerializer(
        many=True, help_text="the openings of seats in the latest rated matches"
    )


class GameOnSite(NamedTuple):
    """A game with what the site knows of it beyond its rules."""

    game: rules.Game
    facts: Facts | None
    bots: list[str]


class Games(APIView):
    """The games of this site, with the options they declare and their bots."""

    @responds_with(GameSerializer(many=True))
    def get(self, request: Request) -> list[GameOnSite]:
        return [
            GameOnSite(game, presenter(key).facts, list(bots.levels(key)))
            for key, game in rules.catalogue().items()
        ]


def get_game(key: str) -> rules.Game:
    """Return the game with this key.

    Raises:
        Http404: this site has no such game.
    """
    if key not in rules.catalogue():
        raise Http404("There is no such game here.")
    return rules.get(key)


class LinkedPart(NamedTuple):
    """A section or component of the rules, and its page on this site."""

    part: rulebook.Section | rulebook.Entry
    url: str


class LinkedRules(NamedTuple):
    """The rules of a game, with links to their pages on this site."""

    language: str
    sections: list[LinkedPart]
    components: list[LinkedPart]


class GameRules(APIView):
    """The rules of a game as on its page: sections, and a short text for each component."""

    @responds_with(RulesSerializer)
    def get(self, request: Request, game: str) -> LinkedRules:
        book = rulebook.load_rulebook(get_game(game).key)
        if book is None:
            raise Http404("This game has no rules page.")
        return LinkedRules(
            book.language,
            [LinkedPart(one, rules_url(game, one.number)) for one in book.parts],
            [LinkedPart(one, rules_url(game, one.anchor)) for one in book.entries.values()],
        )


class GameStatisticsView(APIView):
    """Statistics of the finished matches of a game on this site."""

    @responds_with(StatisticsSerializer)
    def get(self, request: Request, game: str) -> game_statistics.GameStatistics:
        return game_statistics.game_statistics(get_game(game).key)
