"""The API's views of tournaments: lists, standings, rounds and entries."""

from __future__ import annotations

from typing import Any, NamedTuple

from drf_spectacular.utils import OpenApiParameter, extend_schema_serializer
from rest_framework import exceptions, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

import games.rules as rules
from accounts.models import User

from ...api import serializers as shapes
from ...api.club_views import RemovalSerializer
from ...api.deprecation import RenamedFieldsSerializer
from ...api.lookups import DISPLAY_NAME_HELP, authenticated_user, user_or_none, validated_data
from ...api.object_serializer import ObjectSerializer
from ...api.request_data import PAGINATION_PARAMETERS, paginate, query_text, requested_slice
from ...api.responses import responds_with
from ...boards import translate_reason
from ...lobby.api.saved_settings_views import TableSettingsSerializer
from ...lobby.table_settings import TableSettings
from .. import check_ins, creation, queries, registration, results
from ..access import can_manage
from ..eligibility import is_open_for_entries
from ..models import Round, Tournament, TournamentEntry
from ..points import TIE_BREAK_LABELS

STATES = Tournament.State.values
ENTRY_STATES = TournamentEntry.State.values
MAX_GAME_KEY_LENGTH = 40


class TournamentPlayerSerializer(ObjectSerializer):
    user = serializers.CharField(source="person.username")
    name = serializers.CharField(source="person.name", help_text=DISPLAY_NAME_HELP)
    out = serializers.BooleanField(source="person.is_out", help_text="withdrawn or disqualified")


class TournamentSummarySerializer(RenamedFieldsSerializer):
    old_names = {"circle": "club"}

    key = serializers.CharField(source="tournament.key")
    title = serializers.CharField(source="tournament.title")
    game = serializers.CharField(source="tournament.game")
    format = serializers.CharField(
        source="tournament.format", help_text="the format, as a code for programs"
    )
    state = serializers.ChoiceField(source="tournament.state", choices=STATES)
    club = serializers.CharField(
        source="tournament.club.key",
        allow_null=True,
        help_text="the key of the club whose members alone see and enter it",
    )
    series = serializers.CharField(
        source="tournament.series.key",
        allow_null=True,
        help_text="the key of its series; null: it has none",
    )
    season = serializers.IntegerField(
        source="tournament.season_number", help_text="its number in the series; 0: it has none"
    )
    places = serializers.IntegerField(
        source="tournament.max_players", help_text="the maximum number of players"
    )
    taken = serializers.IntegerField(help_text="the number of players with a place")
    starts_at = serializers.DateTimeField(
        source="tournament.starts_at",
        allow_null=True,
        help_text="null: it starts when every place is taken",
    )
    started_at = serializers.DateTimeField(source="tournament.started_at", allow_null=True)
    ended_at = serializers.DateTimeField(source="tournament.ended_at", allow_null=True)


class MyEntrySerializer(serializers.Serializer):
    state = serializers.ChoiceField(source="entry.state", choices=ENTRY_STATES)
    at_once = serializers.IntegerField(
        source="entry.max_concurrent",
        help_text="the most matches that I play at once, if the format has no rounds",
    )
    here_at = serializers.DateTimeField(
        source="entry.checked_in_at", allow_null=True, help_text="when I checked in"
    )
    place = serializers.IntegerField(
        source="entry.place", allow_null=True, help_text="my final place"
    )
    why_out = serializers.CharField(
        source="entry.removal_reason", help_text="why I was disqualified, or empty"
    )
    why_waits = serializers.CharField(
        help_text="why I have no table now, in words; empty if I have one"
    )


class TournamentSerializer(TournamentSummarySerializer):
    old_names = {"circle": "club", "asks": "requirements", "terms": "table_settings"}

    organiser = serializers.CharField(source="tournament.organiser.username")
    about = serializers.CharField(source="tournament.description")
    prizes = serializers.CharField(source="tournament.prizes")
    entry = serializers.ChoiceField(
        source="tournament.entry_policy",
        choices=Tournament.EntryPolicy.values,
        help_text="who may enter; in a club, only its members",
    )
    requirements = shapes.RequirementsSerializer(
        source="tournament.requirements",
        help_text="what it requires of people who enter without an invitation",
    )
    takes = serializers.BooleanField(help_text="whether people can enter now, or wait for a place")
    check_in = serializers.IntegerField(
        source="tournament.check_in_minutes",
        help_text="how many minutes before the start the check-in opens; 0: there is none",
    )
    least = serializers.IntegerField(
        source="tournament.min_players",
        help_text="the minimum number of players; with fewer, it is called off",
    )
    table_settings = TableSettingsSerializer(help_text="the settings of its tables")
    settings = serializers.JSONField(help_text="the settings of its format: points and tie-breaks")
    round_days = serializers.IntegerField(
        source="tournament.round_days",
        help_text="days after which the next round no longer waits for slow tables; 0: it waits",
    )
    is_duplicate = serializers.BooleanField(
        source="tournament.is_duplicate",
        help_text="whether all tables of a round have the same chance",
    )
    days = serializers.IntegerField(
        source="tournament.max_days",
        help_text="days after which no new tables start; 0: the format decides",
    )
    people = TournamentPlayerSerializer(
        many=True, help_text="the players with a place, until it begins; see the standings later"
    )
    ended_by = serializers.CharField(help_text="who ended it early, or empty")
    why_ended = serializers.CharField(
        source="tournament.end_reason", help_text="why it was ended early, or empty"
    )
    warnings = serializers.ListField(
        child=serializers.CharField(),
        help_text="before it begins, for its organisers: what to reconsider",
    )
    mine = MyEntrySerializer(allow_null=True, help_text="null: I have no entry")


class TieBreakSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField()
    sentence = serializers.CharField(help_text="what it counts, in words")


@extend_schema_serializer(component_name="TournamentStanding")  # its published name
class TournamentStandingsRowSerializer(RenamedFieldsSerializer, TournamentPlayerSerializer):
    old_names = {"fate": "outcome"}

    rank = serializers.IntegerField(source="line.rank", help_text="shared by tied players")
    points = serializers.FloatField(source="line.points")
    played = serializers.IntegerField(
        source="line.played", help_text="finished tables, without byes"
    )
    wins = serializers.IntegerField(source="line.wins")
    byes = serializers.IntegerField(source="line.byes")
    tie_breaks = serializers.DictField(
        child=serializers.FloatField(), help_text="the values by key"
    )
    performance = serializers.IntegerField(
        source="line.performance",
        allow_null=True,
        help_text=(
            "the rating at which these results would be expected against these opponents; "
            "null for all wins or all losses"
        ),
    )
    division = serializers.IntegerField(
        source="line.division", help_text="1 is the highest; 0: there are none"
    )
    difference = serializers.FloatField(
        source="line.difference",
        allow_null=True,
        help_text="in duplicate rounds: points above or below the average of their seats",
    )
    outcome = serializers.CharField(
        source="line.fate", help_text="at present: up, stay, down, on, won, lost, or empty"
    )


class TournamentStandingsSerializer(serializers.Serializer):
    version = serializers.IntegerField(help_text="grows by one with each change of the tournament")
    size = serializers.IntegerField(help_text="the total number of lines")
    tie_breaks = TieBreakSerializer(many=True, help_text="the tie-breaks in order")
    lines = TournamentStandingsRowSerializer(many=True, help_text="best first, by division")


class TournamentSeatSerializer(TournamentPlayerSerializer):
    place = serializers.IntegerField(allow_null=True, help_text="null while it is played")


class TournamentTableSerializer(ObjectSerializer):
    number = serializers.IntegerField()
    table = serializers.CharField(
        source="table_key", allow_null=True, help_text="its key; null: a bye"
    )
    seats = TournamentSeatSerializer(
        source="seats_with_places", many=True, help_text="in starting order"
    )
    over = serializers.BooleanField(source="is_done")
    ruling = serializers.CharField(help_text="why it was decided without being played, or empty")
    ruled_by = serializers.CharField(help_text="who decided it, or empty")


class SeatResultSerializer(TournamentPlayerSerializer):
    table = serializers.IntegerField(help_text="the number of the table in the round")
    points = serializers.IntegerField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)
    difference = serializers.FloatField(
        allow_null=True, help_text="to the average; null if it is not compared"
    )


class RoundSeatSerializer(ObjectSerializer):
    seat = serializers.IntegerField(help_text="in starting order, from 1")
    average = serializers.FloatField(allow_null=True, help_text="the average points of the seat")
    tables = SeatResultSerializer(source="cells", many=True)


class RoundSerializer(serializers.Serializer):
    number = serializers.IntegerField(source="round.number")
    began_at = serializers.DateTimeField(source="round.started_at")
    ends_at = serializers.DateTimeField(
        source="round.ends_at",
        allow_null=True,
        help_text="when the next round stops waiting for tables of this one",
    )
    tables = TournamentTableSerializer(many=True)
    commitment = serializers.CharField(
        source="round.commitment",
        help_text="of a duplicate round: SHA-256 of the secret seed of all tables; or empty",
    )
    seed = serializers.CharField(
        allow_null=True, help_text="that seed, when all tables are over; null before"
    )
    comparison = RoundSeatSerializer(
        many=True, help_text="of a duplicate round that is over: each seat at all tables"
    )


class EnterTournamentSerializer(serializers.Serializer):
    at_once = serializers.IntegerField(
        min_value=1,
        max_value=registration.MAX_CONCURRENT_MATCHES,
        default=1,
        help_text="the most matches that I play at once, if the format has no rounds",
    )


class TournamentPlayer(NamedTuple):
    """A person with a place; standings and tables have people under the same name."""

    person: queries.EntrantSummary


class ListedTournament(NamedTuple):
    """A tournament, and how many people have a place."""

    tournament: Tournament
    taken: int


class MyEntry(NamedTuple):
    """The reader's entry in a tournament."""

    entry: TournamentEntry

    def why_waits(self) -> str:
        tournament = self.entry.tournament
        if not tournament.is_running:
            return ""
        board = queries.get_summary(tournament)
        return queries.wait_reason_text(board, self.entry, tournament.game)


class TournamentDetails(NamedTuple):
    """A tournament as its reader sees it."""

    tournament: Tournament
    taken: int
    people: list[TournamentPlayer]
    warnings: list[str]
    mine: MyEntry | None

    def takes(self) -> bool:
        return is_open_for_entries(self.tournament)

    def table_settings(self) -> TableSettings:
        game = rules.get(self.tournament.game)
        return TableSettings.from_json(game, self.tournament.table_settings)

    def settings(self) -> dict[str, Any]:
        return results.settings_of(self.tournament).data()

    def ended_by(self) -> str:
        by = self.tournament.ended_by
        return "" if by is None else by.display_name


def tournament_details(key: str, user: User | None) -> TournamentDetails:
    """Return the tournament with this key as a user sees it.

    Raises:
        TournamentNotFoundError: there is none, or the user may not see it.
    """
    tournament = queries.get_tournament(key, user)
    has_begun = tournament.started_at is not None
    people = [] if has_begun else queries.entered_people(tournament)
    mine = None if user is None else tournament.entries.filter(user=user).first()
    return TournamentDetails(
        tournament,
        taken=registration.count_places_taken(tournament) if has_begun else len(people),
        people=[TournamentPlayer(one) for one in people],
        warnings=creation.tournament_warnings(tournament) if can_manage(tournament, user) else [],
        mine=None if mine is None else MyEntry(mine),
    )


class TieBreak(NamedTuple):
    """A tie-break in words."""

    key: str
    name: str
    sentence: str

    @classmethod
    def of_column(cls, column: str, game: str) -> TieBreak:
        labels = (rules.Reason(column, label) for label in TIE_BREAK_LABELS[column])
        return cls(column, *(translate_reason(label, game) for label in labels))


class RankedPlayer(NamedTuple):
    """A line of the standings, with its tie-breaks by key."""

    person: queries.EntrantSummary
    line: queries.StandingsEntry
    tie_breaks: dict[str, float]


class StandingsPage(NamedTuple):
    """Some lines of the standings of a tournament."""

    version: int
    size: int
    tie_breaks: list[TieBreak]
    lines: list[RankedPlayer]


class RoundWithTables(NamedTuple):
    round: Round
    tables: list[queries.TableSummary]
    comparison: list[queries.ComparisonRow]

    def seed(self) -> str | None:
        return self.round.table_seed if self.round.revealed_at is not None else None


class Tournaments(APIView):
    """The tournaments of this site and of my clubs, newest first."""

    @responds_with(
        TournamentSummarySerializer(many=True),
        parameters=[
            OpenApiParameter("state", str, enum=STATES),
            OpenApiParameter("game", str),
            *PAGINATION_PARAMETERS,
        ],
        operation_id="tournaments_list",
    )
    def get(self, request: Request) -> list[ListedTournament]:
        tournaments = queries.visible_tournaments(request.user)
        if state := request.query_params.get("state"):
            if state not in STATES:
                raise exceptions.ValidationError({"state": f"one of {', '.join(STATES)}"})
            tournaments = tournaments.filter(state=state)
        if game := query_text(request, "game", MAX_GAME_KEY_LENGTH):
            tournaments = tournaments.filter(game=game)
        page = paginate(request, tournaments.annotate(taken=queries.PLAYER_COUNT).order_by("-pk"))
        return [ListedTournament(one, one.taken) for one in page]  # type: ignore[attr-defined]


class TournamentDetail(APIView):
    """A tournament: its game and settings, who may enter, and my entry."""

    @responds_with(TournamentSerializer, operation_id="tournament")
    def get(self, request: Request, key: str) -> TournamentDetails:
        return tournament_details(key, user_or_none(request))


class TournamentStandings(APIView):
    """The standings of a tournament, and its tie-breaks."""

    @responds_with(
        TournamentStandingsSerializer,
        operation_id="tournament_standings",
        parameters=PAGINATION_PARAMETERS,
    )
    def get(self, request: Request, key: str) -> StandingsPage:
        tournament = queries.get_tournament(key, request.user)
        columns = list(results.settings_of(tournament).tie_breaks)
        lines = queries.get_summary(tournament).lines if tournament.started_at else []
        return StandingsPage(
            tournament.version,
            len(lines),
            [TieBreak.of_column(column, tournament.game) for column in columns],
            [
                RankedPlayer(line.person, line, dict(zip(columns, line.ties, strict=True)))
                for line in lines[requested_slice(request)]
            ],
        )


class TournamentRounds(APIView):
    """The rounds of a tournament with their tables, players and results."""

    @responds_with(
        RoundSerializer(many=True),
        operation_id="tournament_rounds_list",
        parameters=PAGINATION_PARAMETERS,
    )
    def get(self, request: Request, key: str) -> list[RoundWithTables]:
        tournament = queries.get_tournament(key, request.user)
        rounds = paginate(request, tournament.rounds.order_by("number"))
        tables = queries.tables_by_round(tournament, [one.number for one in rounds])
        return [
            RoundWithTables(one, tables[one.number], queries.compare_round(tournament, one.number))
            for one in rounds
        ]


class EnterTournament(APIView):
    """Enter a tournament, or its waiting list."""

    permission_classes = [IsAuthenticated]

    @responds_with(TournamentSerializer, EnterTournamentSerializer, operation_id="tournament_enter")
    def post(self, request: Request, key: str) -> TournamentDetails:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        registration.enter(key, user, **validated_data(request, EnterTournamentSerializer))
        return tournament_details(key, user)


class CheckInToTournament(APIView):
    """Check in shortly before a tournament begins. Without it, I lose my place."""

    permission_classes = [IsAuthenticated]

    @responds_with(TournamentSerializer, operation_id="tournament_check_in")
    def post(self, request: Request, key: str) -> TournamentDetails:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        check_ins.check_in_player(key, user)
        return tournament_details(key, user)


class WithdrawFromTournament(APIView):
    """Leave a tournament or its waiting list, or decline an invitation. Matches continue."""

    permission_classes = [IsAuthenticated]

    @responds_with(RemovalSerializer, operation_id="tournament_withdraw")
    def post(self, request: Request, key: str) -> dict[str, bool]:
        user = authenticated_user(request)
        queries.get_tournament(key, user)
        registration.withdraw(key, user)
        return {"gone": True}
