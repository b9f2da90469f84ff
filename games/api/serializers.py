"""Serializers that several resources share, mostly of tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from accounts.models import User
from games.rules import MOST_SEATS

from .. import names
from ..availability import start_dates, validation
from ..availability.validation import to_minutes
from ..clock_calendar import WeeklyHours
from ..lobby.table_settings import TableSettings
from ..models import Club, Substitution, Table
from ..ratings.reliability.requirements import LIMITS, Requirements
from ..time_controls import FIXED_HOUR_DAYS, PRESETS, PRESETS_BY_KEY, FixedHour, TimeControl
from .deprecation import RenamedFieldsSerializer
from .object_serializer import ObjectSerializer
from .view_schemas import ViewField


class ErrorSerializer(serializers.Serializer):
    error = serializers.CharField(help_text="what went wrong, as a code for programs")
    message = serializers.CharField(help_text="what went wrong and how to fix it")


class CannotLoadSerializer(ErrorSerializer):
    because = serializers.CharField(help_text="what is missing, as in `held_because`")


MIN_BANK = 60  # seconds


class FixedHourSerializer(serializers.Serializer):
    time = serializers.RegexField(r"^([01]\d|2[0-3]):[0-5]\d\Z", help_text="21:00")
    zone = serializers.CharField(max_length=64, help_text="Europe/Berlin")
    days = serializers.ChoiceField(
        choices=FIXED_HOUR_DAYS, default=1, help_text="turns are due every so many days"
    )

    def validate_zone(self, zone: str) -> str:
        try:
            validation.check_zone(zone)
        except validation.InvalidCalendarError as error:
            raise serializers.ValidationError(error.message) from error
        return zone


class ClockSerializer(serializers.Serializer):
    """In seconds. If all three are 0, there is no limit.

    With a fixed hour the numbers are only about right; `due_at` of a seat is exact.
    """

    bank = serializers.IntegerField(min_value=0, max_value=30 * 86400)
    increment = serializers.IntegerField(min_value=0, max_value=30 * 86400)
    cap = serializers.IntegerField(min_value=0, max_value=60 * 86400)
    fixed_hour = FixedHourSerializer(
        read_only=True, allow_null=True, help_text="the hour at which turns are due"
    )


def requirement_field(name: str, help_text: str) -> serializers.IntegerField:
    least, most = LIMITS[name]
    return serializers.IntegerField(
        min_value=least, max_value=most, required=False, allow_null=True, help_text=help_text
    )


class RequirementsSerializer(serializers.Serializer):
    """For people who join without an invitation. A missing field, or null, requires nothing."""

    rating_from = requirement_field("rating_from", "the lowest rating in the game of the table")
    rating_to = requirement_field("rating_to", "the highest rating in the game of the table")
    finished = requirement_field("finished", "the lowest share of finished matches, in percent")
    pace = requirement_field("pace", "the longest median time to answer, in seconds")
    followed = serializers.BooleanField(
        required=False, help_text="only people whom the host follows"
    )

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Return only the requirements that there are."""
        return {
            name: instance[name] for name in self._declared_fields if instance.get(name) is not None
        }


class SubstituteSerializer(ObjectSerializer):
    name = serializers.CharField(source="substitution.name")
    user = serializers.CharField(source="username", allow_null=True)
    from_move = serializers.IntegerField(help_text="the first move that they could make")
    before = serializers.CharField(
        source="substitution.previous_name", help_text="who played the seat before"
    )
    reason = serializers.ChoiceField(
        source="substitution.reason",
        choices=Substitution.Reason.choices,
        allow_blank=True,
        help_text="why the seat was vacant; empty for an imported record",
    )
    at = serializers.DateTimeField(source="substitution.at")


class SeatSerializer(ObjectSerializer):
    number = serializers.IntegerField(source="seat.number")
    name = serializers.CharField(
        source="seat.name",
        help_text="the name of the player; names of bots are in the reader's language",
    )
    user = serializers.CharField(source="username", allow_null=True)
    guest = serializers.BooleanField(
        source="is_guest", help_text="whether the player is a guest without an account"
    )
    program = serializers.BooleanField(
        source="is_bot_account", help_text="whether the account is a bot account"
    )
    color = serializers.ChoiceField(
        choices=[color.name.lower() for color in User.Color],
        allow_null=True,
        help_text="the colour of its pieces; null before the match starts",
    )
    held = serializers.BooleanField(
        source="seat.is_held", help_text="whether the seat is held for an invited person"
    )
    held_for = serializers.CharField(
        source="seat.invitation.user.display_name",
        allow_null=True,
        help_text="the invited person; only for players and invited people",
    )
    held_until = serializers.DateTimeField(
        source="seat.invitation.expires_at",
        allow_null=True,
        help_text="when the seat is free for others",
    )
    bot = serializers.CharField(help_text="the level of the bot that plays here, or empty")
    hot_seat = serializers.BooleanField(
        source="is_hot_seat", help_text="whether it is played on the device of the host"
    )
    covered = serializers.BooleanField(
        source="seat.is_covered",
        help_text="the device goes to this seat next; until then its host sees what onlookers see",
    )
    left = serializers.CharField(source="leave_reason", help_text="why a bot took over, or empty")
    offered = serializers.BooleanField(
        source="is_offered", help_text="whether its player offers the seat to others"
    )
    substitutes = SubstituteSerializer(
        many=True, help_text="the people who took the seat over, oldest first"
    )
    excused = serializers.BooleanField(
        source="seat.excused",
        help_text=(
            "the player was away and is scored by the position at that time; set when the "
            "match is over"
        ),
    )
    may_come_back = serializers.BooleanField(
        help_text="a bot plays here, and the player may take the seat back"
    )
    is_me = serializers.BooleanField(source="is_mine")
    waiting_since = serializers.DateTimeField(source="seat.waiting_since", allow_null=True)
    due_at = serializers.DateTimeField(
        source="seat.due_at", allow_null=True, help_text="the deadline, with all pauses"
    )
    rests = serializers.CharField(
        source="pause_text", help_text="why the clock is paused, in words, or empty"
    )
    bank = serializers.FloatField(
        source="seat.bank", help_text="seconds left when the clock last stopped"
    )
    rank = serializers.IntegerField(source="seat.rank", allow_null=True)
    total = serializers.IntegerField(source="seat.total", allow_null=True)
    breakdown = serializers.DictField(source="seat.breakdown", child=serializers.IntegerField())


class CommitmentSerializer(serializers.Serializer):
    after = serializers.IntegerField(help_text="the move after which the match continued")
    version = serializers.IntegerField(help_text="the version of the table at that moment")
    commitment = serializers.CharField(help_text="SHA-256 of the secret seed from there")


class RulesDifferenceSerializer(serializers.Serializer):
    section = serializers.CharField(help_text="the number of the section of the rules")
    text = serializers.CharField(help_text="what is different from new matches")
    url = serializers.CharField(help_text="the page of this site that explains it")


class TableDateSerializer(serializers.Serializer):
    at = serializers.DateTimeField(source="table.starts_at")
    zone = serializers.CharField(source="table.starts_zone", help_text="the time zone of the host")
    least = serializers.IntegerField(
        source="table.min_players_at_start",
        help_text="it closes if there are fewer people and bots",
    )
    changes = serializers.IntegerField(
        source="table.date_changes", help_text="how often the host has changed the date"
    )
    calendar = serializers.CharField(
        source="calendar_url", help_text="the address of its iCalendar file"
    )


class TableSerializer(RenamedFieldsSerializer, ObjectSerializer):
    old_names = {"circle": "club", "asks": "requirements"}

    key = serializers.CharField(source="table.key")
    name = serializers.CharField(
        source="table.name", help_text="the name that its host gave, or empty"
    )
    title = serializers.CharField(
        source="table.title", help_text="the name, or two words in the reader's language"
    )
    game = serializers.CharField(source="table.game")
    options = serializers.DictField(source="table.options", child=serializers.CharField())
    status = serializers.ChoiceField(source="table.status", choices=Table.Status.choices)
    version = serializers.IntegerField(source="table.version")
    move_count = serializers.IntegerField(
        help_text="without secret moves of others, until something is revealed"
    )
    rated = serializers.BooleanField(source="table.rated")
    rates_bots = serializers.BooleanField(
        source="table.rates_bots", help_text="rated even if bot accounts play with people"
    )
    substitutes = serializers.ChoiceField(
        source="table.substitutes",
        choices=Table.Substitutes.choices,
        help_text="whether people may take over seats of the running match",
    )
    has_hidden_names = serializers.BooleanField(
        source="table.has_hidden_names",
        help_text="names and ratings are hidden until the match is over",
    )
    visibility = serializers.ChoiceField(
        source="table.visibility", choices=Table.Visibility.choices
    )
    club = serializers.CharField(
        source="table.club.key",
        allow_null=True,
        help_text="the key of the club whose members alone see it",
    )
    host = serializers.CharField(
        source="host_name", help_text="empty at a table that hides names, until it is over"
    )
    clock = ClockSerializer(source="table.clock")
    clock_rule = serializers.CharField(help_text="the clock and its pauses in words")
    pauses = serializers.ChoiceField(
        source="table.pauses",
        choices=Table.PausePolicy.choices,
        help_text="which pauses of its players stop a clock in days",
    )
    window = serializers.JSONField(
        allow_null=True,
        help_text=(
            "clocks run only in these hours: zone, and for each weekday from Monday [from, "
            "until] in minutes, or null"
        ),
    )
    requirements = RequirementsSerializer(
        source="table.requirements",
        help_text="what the host requires of people who join without an invitation",
    )
    refusal = serializers.CharField(
        help_text=(
            "before the start: the requirements that I do not meet, with my numbers; empty if"
            " I meet all, for visitors, and if I sit there or am invited"
        )
    )
    picture = serializers.URLField(
        help_text=(
            "a PNG of 1200 × 630 of the match as onlookers see it, without a token; before "
            "the start and at tables of clubs, a picture of the game"
        )
    )
    seats = SeatSerializer(source="visible_seats", many=True)
    series_number = serializers.IntegerField(
        source="table.series_number", help_text="match 3 of this series of rematches, for example"
    )
    date = TableDateSerializer(
        allow_null=True,
        help_text="the date on which it starts or closes; null: none",
    )
    created_at = serializers.DateTimeField(source="table.created_at")
    started_at = serializers.DateTimeField(source="table.started_at", allow_null=True)
    ended_at = serializers.DateTimeField(source="table.ended_at", allow_null=True)
    asleep_until = serializers.DateTimeField(
        source="table.asleep_until",
        allow_null=True,
        help_text="nobody is left at this table: it is called off then unless a player comes back",
    )
    paused_until = serializers.DateTimeField(
        source="table.paused_until",
        allow_null=True,
        help_text="until when no clock runs, as the players agreed",
    )
    usual_clock = ClockSerializer(
        source="table.usual_clock",
        help_text="the clock that returns after a change for a time; else the same as `clock`",
    )
    clock_returns_at = serializers.DateTimeField(source="table.clock_returns_at", allow_null=True)
    ended_by_agreement = serializers.BooleanField(
        source="table.ended_by_agreement",
        help_text="the players ended the match early and ranked it as it stood",
    )
    held_since = serializers.DateTimeField(
        source="table.on_hold_since",
        allow_null=True,
        help_text="since when the match cannot be loaded; no clock runs, and nobody can move",
    )
    held_because = serializers.ChoiceField(
        source="table.hold_reason",
        choices=Table.HoldReason.choices,
        allow_blank=True,
        help_text="what is missing, or empty",
    )
    commitment = serializers.CharField(
        source="table.commitment", help_text="SHA-256 of the secret seed"
    )
    rules_version = serializers.IntegerField(
        source="table.rules_version",
        help_text="the version of the rules that this match keeps; /games/ has that of new matches",
    )
    rules_differences = RulesDifferenceSerializer(
        many=True, help_text="if that is an older version: what is different"
    )
    set_backs = CommitmentSerializer(
        source="table.reseeds",
        many=True,
        help_text="where the staff rolled the match back; later moves are undone",
    )


class VisibleTableSerializer(TableSerializer):
    seat = serializers.IntegerField(allow_null=True, help_text="my seat; null for an onlooker")
    actors = serializers.ListField(child=serializers.IntegerField())
    view = ViewField(
        allow_null=True,
        help_text="what my seat may see, in the format of the game; null before the start",
    )
    draft = serializers.ListField(child=serializers.CharField())
    legal_moves = serializers.ListField(
        child=serializers.CharField(), help_text="my legal moves after my draft"
    )
    problem = CannotLoadSerializer(
        source="problem.data",
        allow_null=True,
        help_text="why the match cannot be loaded and has no view",
    )


class TableNameSerializer(serializers.Serializer):
    name = serializers.CharField(
        max_length=names.LONGEST,
        allow_blank=True,
        help_text="one line of text; empty: the site uses two words",
    )


class WindowSerializer(serializers.Serializer):
    zone = serializers.CharField(max_length=64)
    days = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=6), help_text="0: Monday"
    )
    begin = serializers.TimeField()
    end = serializers.TimeField()


class StartDateInputSerializer(serializers.Serializer):
    """A local date and time, from 5 minutes to 90 days ahead."""

    day = serializers.DateField()
    time = serializers.TimeField(help_text="to the minute")
    zone = serializers.CharField(max_length=64, help_text="Europe/Berlin")
    least = serializers.IntegerField(
        min_value=1, max_value=MOST_SEATS, help_text="the minimum number of people and bots"
    )

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        try:
            at = start_dates.resolve_wall_time(given["day"], given["time"], given["zone"])
        except validation.InvalidCalendarError as error:
            raise serializers.ValidationError({error.field: error.message}) from error
        return {"date": start_dates.StartDate(at, given["zone"], given["least"])}


class TableInputSerializer(RenamedFieldsSerializer):
    old_names = {"circle": "club", "asks": "requirements"}

    game = serializers.CharField()
    seats = serializers.IntegerField()
    options = serializers.DictField(child=serializers.CharField(), required=False, default=dict)
    clock = serializers.ChoiceField(choices=[p.key for p in PRESETS], default="day")
    custom_clock = ClockSerializer(required=False, help_text="instead of a preset")
    fixed_hour = FixedHourSerializer(
        required=False, allow_null=True, help_text="instead of other clocks: turns are due at it"
    )
    bots = serializers.ListField(
        child=serializers.CharField(),
        required=False,
        default=list,
        help_text="levels, one for each bot",
    )
    local_names = serializers.ListField(
        child=serializers.CharField(max_length=names.MAX_LOCAL_LENGTH),
        required=False,
        default=list,
        help_text=(
            "hot seat: the names of the others who play on my device, one for each seat "
            "without a bot"
        ),
    )
    rated = serializers.BooleanField(default=True)
    rates_bots = serializers.BooleanField(
        default=False, help_text="rated even if bot accounts play with people"
    )
    has_hidden_names = serializers.BooleanField(
        default=False, help_text="names and ratings are hidden until the match is over"
    )
    substitutes = serializers.ChoiceField(
        choices=Table.Substitutes.choices,
        default="rated",
        help_text="whether people may take over seats of the running match",
    )
    visibility = serializers.ChoiceField(choices=Table.Visibility.to_choose(), default="public")
    club = serializers.SlugRelatedField(
        slug_field="key",
        queryset=Club.objects.filter(closed_at=None),
        required=False,
        allow_null=True,
        default=None,
        help_text='required if `visibility` is "circle": the key of a club of mine',
    )
    start_when = serializers.ChoiceField(choices=Table.StartMode.choices, default="full")
    date = StartDateInputSerializer(
        required=False,
        allow_null=True,
        default=None,
        help_text='required if `start_when` is "date": when it starts or closes',
    )
    name = serializers.CharField(
        max_length=names.LONGEST,
        allow_blank=True,
        default="",
        help_text="one line of text; without it, the site uses two words",
    )
    pauses = serializers.ChoiceField(
        choices=Table.PausePolicy.choices,
        default=Table.PausePolicy.CALENDARS.value,
        help_text="which pauses of its players stop a clock in days",
    )
    window = WindowSerializer(
        required=False, allow_null=True, help_text="clocks in days run only in this window"
    )
    requirements = RequirementsSerializer(
        required=False,
        default=dict,
        help_text="of people who join without an invitation; never more than I meet myself",
    )

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        if (given["visibility"] == Table.Visibility.CIRCLE) != (given["club"] is not None):
            raise serializers.ValidationError({"club": 'goes with the visibility "circle"'})
        if (given["start_when"] == Table.StartMode.DATE) != (given["date"] is not None):
            raise serializers.ValidationError({"date": 'goes with "date" as start_when'})
        return given

    def validate_window(self, given: dict[str, Any] | None) -> WeeklyHours | None:
        if given is None:
            return None
        begin, end = to_minutes(given["begin"]), to_minutes(given["end"])
        try:
            return validation.build_window(given["zone"], given["days"], begin, end)
        except validation.InvalidCalendarError as error:
            raise serializers.ValidationError(error.message) from error

    def validate_custom_clock(self, given: dict[str, int]) -> TimeControl:
        if given["cap"] < max(given["bank"], given["increment"]):
            raise serializers.ValidationError("cap must be at least bank and increment")
        if given["cap"] and given["bank"] < MIN_BANK:
            raise serializers.ValidationError(f"bank must be at least {MIN_BANK}, or no limit")
        return TimeControl.from_json(given)


class EventSerializer(ObjectSerializer):
    kind = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    data = serializers.JSONField()  # type: ignore[assignment]


class SeatClockSerializer(serializers.Serializer):
    seat = serializers.IntegerField(source="seat.number")
    bank = serializers.FloatField(source="seat.bank")
    waiting_since = serializers.DateTimeField(source="seat.waiting_since", allow_null=True)
    due_at = serializers.DateTimeField(source="seat.due_at", allow_null=True)
    seconds_left = serializers.FloatField()


class ClocksSerializer(serializers.Serializer):
    version = serializers.IntegerField(source="table.version")
    now = serializers.DateTimeField()
    clock = ClockSerializer(source="table.clock")
    seats = SeatClockSerializer(many=True)


def selected_clock(data: Mapping[str, Any]) -> TimeControl | None:
    """Return the clock in valid data: its fixed hour, numbers or preset; None without any."""
    if data.get("fixed_hour"):
        return TimeControl.at_hour(FixedHour(**data["fixed_hour"]))
    preset = PRESETS_BY_KEY.get(data.get("clock") or "")
    return data.get("custom_clock") or (None if preset is None else preset.clock)


def table_settings(data: dict[str, Any]) -> TableSettings:
    """Return the table settings in valid data of `TableInputSerializer`."""
    clock = selected_clock(data)
    assert clock is not None
    return TableSettings(
        seats=data["seats"],
        options=data["options"],
        clock=clock,
        bots=tuple(data["bots"]),
        rated=data["rated"],
        rates_bots=data["rates_bots"],
        substitutes=data["substitutes"],
        has_hidden_names=data["has_hidden_names"],
        # Saved settings have no club and no date: the form asks again.
        visibility=data["visibility"] if data["club"] is None else Table.Visibility.LINK,
        start_when=data["start_when"] if data["date"] is None else Table.StartMode.FULL,
        pauses=data["pauses"],
        window=data.get("window"),
        asks=Requirements.of(data["requirements"]),
    )
