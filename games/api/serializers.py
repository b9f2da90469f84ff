"""The shapes of requests and answers that several resources have in common, tables above all."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from games.rules import MOST_SEATS

from .. import names
from ..availability import start_dates, validation
from ..availability.validation import to_minutes
from ..clock_calendar import WeeklyHours
from ..lobby.table_settings import TableSettings
from ..models import Club, Table
from ..reliability.requirements import LIMITS, Requirements
from ..time_controls import PRESETS, PRESETS_BY_KEY, TimeControl
from .view_schemas import ViewField


class ErrorSerializer(serializers.Serializer):
    error = serializers.CharField(help_text="what went wrong, a word for programs")
    message = serializers.CharField(help_text="what went wrong and what would be right")


class CannotLoadSerializer(ErrorSerializer):
    because = serializers.CharField(help_text="what is missing, as in `held_because`")


MIN_BANK = 60  # seconds


class ClockSerializer(serializers.Serializer):
    """Seconds; all three 0: no limit."""

    bank = serializers.IntegerField(min_value=0, max_value=30 * 86400)
    increment = serializers.IntegerField(min_value=0, max_value=30 * 86400)
    cap = serializers.IntegerField(min_value=0, max_value=60 * 86400)


def requirement_field(name: str, told: str) -> serializers.IntegerField:
    least, most = LIMITS[name]
    return serializers.IntegerField(
        min_value=least, max_value=most, required=False, allow_null=True, help_text=told
    )


class RequirementsSerializer(serializers.Serializer):
    """Of whoever sits down uninvited; what is not there, or null, is not asked."""

    rating_from = requirement_field("rating_from", "the least rating in the game of the table")
    rating_to = requirement_field("rating_to", "the highest one")
    finished = requirement_field("finished", "the least share of matches finished, in percent")
    pace = requirement_field("pace", "the longest usual time to answer, in seconds")
    followed = serializers.BooleanField(
        required=False, help_text="only people whom the host follows"
    )


class SeatSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    name = serializers.CharField(
        help_text="who sits here; a bot has a name of its own, in the reader's language"
    )
    user = serializers.CharField(allow_null=True)
    guest = serializers.BooleanField(help_text="sits here without an account")
    program = serializers.BooleanField(help_text="whose account is declared to be a bot's")
    held = serializers.BooleanField(help_text="somebody is invited to it and may still answer")
    held_for = serializers.CharField(
        allow_null=True, help_text="who that is, for those who sit at the table or are invited"
    )
    held_until = serializers.DateTimeField(
        allow_null=True, help_text="when the seat is free for others"
    )
    bot = serializers.CharField(help_text="level of the bot that plays here, or empty")
    hot_seat = serializers.BooleanField(help_text="played on the device of the host")
    covered = serializers.BooleanField(
        help_text="the device is to go here: its host sees what onlookers see until it has come"
    )
    left = serializers.CharField(help_text="why a bot took over, or empty")
    excused = serializers.BooleanField(
        help_text="was away, and is booked as the match stood then; told when it is over"
    )
    may_come_back = serializers.BooleanField(
        help_text="a bot plays here, and its person may take the seat back"
    )
    is_me = serializers.BooleanField()
    waiting_since = serializers.DateTimeField(allow_null=True)
    due_at = serializers.DateTimeField(
        allow_null=True, help_text="the latest moment to move, all pauses counted"
    )
    rests = serializers.CharField(help_text="why the clock rests now, in words, or empty")
    bank = serializers.FloatField(help_text="seconds left when the clock last stopped")
    rank = serializers.IntegerField(allow_null=True)
    total = serializers.IntegerField(allow_null=True)
    breakdown = serializers.DictField(child=serializers.IntegerField())


class CommitmentSerializer(serializers.Serializer):
    after = serializers.IntegerField(help_text="the move after which the match went on")
    version = serializers.IntegerField(help_text="the table's version with which it did")
    commitment = serializers.CharField(help_text="SHA-256 of the secret seed from there on")


class RulesDifferenceSerializer(serializers.Serializer):
    section = serializers.CharField(help_text="of the rules")
    text = serializers.CharField(help_text="what this match plays otherwise than new ones")
    url = serializers.CharField(help_text="the page of this site that says it")


class TableDateSerializer(serializers.Serializer):
    at = serializers.DateTimeField()
    zone = serializers.CharField(help_text="by whose clocks the host has given it")
    least = serializers.IntegerField(help_text="it closes where fewer people and bots are there")
    changes = serializers.IntegerField(help_text="how often the host has given another date")
    calendar = serializers.CharField(help_text="the address of its iCalendar file")


class TableSerializer(serializers.Serializer):
    key = serializers.CharField()
    name = serializers.CharField(help_text="as its host calls it, or empty")
    title = serializers.CharField(
        help_text="what the site calls it: the name, or two words in the reader's language"
    )
    game = serializers.CharField()
    options = serializers.DictField(child=serializers.CharField())
    status = serializers.ChoiceField(choices=Table.Status.choices)
    version = serializers.IntegerField()
    move_count = serializers.IntegerField(
        help_text="without what others did in secret, until something is revealed"
    )
    rated = serializers.BooleanField()
    rates_bots = serializers.BooleanField(
        help_text="rated also where bots' accounts play with people"
    )
    visibility = serializers.ChoiceField(choices=Table.Visibility.choices)
    circle = serializers.CharField(
        allow_null=True, help_text="the key of the circle whose people alone see it"
    )
    host = serializers.CharField()
    clock = ClockSerializer()
    clock_rule = serializers.CharField(help_text="the clock and its pauses in words")
    pauses = serializers.ChoiceField(
        choices=Table.PausePolicy.choices,
        help_text="which pauses of its people a clock of days keeps",
    )
    window = serializers.JSONField(
        allow_null=True,
        help_text="outside of these hours nobody's clock runs: zone, and for each day of the week "
        "from Monday on [from, until] in minutes, or null",
    )
    asks = RequirementsSerializer(help_text="what the host asks of whoever sits down uninvited")
    refusal = serializers.CharField(
        help_text="before the start: what of it I have not, with my numbers and how far they are "
        "off; empty where nothing is missing, for a visitor and where I am in or invited"
    )
    picture = serializers.URLField(
        help_text="the match as onlookers see it now, a PNG of 1200 × 630 that needs no token; its "
        "game before the start and for a table of a circle"
    )
    seats = SeatSerializer(many=True)
    series_number = serializers.IntegerField(
        help_text="the how-manieth match in a row of its people, who played again"
    )
    date = TableDateSerializer(
        allow_null=True, help_text="when it starts by itself or closes; null: not at a date"
    )
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    asleep_until = serializers.DateTimeField(
        allow_null=True,
        help_text="nobody is left at this table: it is called off then unless somebody comes back",
    )
    held_since = serializers.DateTimeField(
        allow_null=True,
        help_text="its match cannot be loaded: nobody's clock runs, and nothing can be played",
    )
    held_because = serializers.ChoiceField(
        choices=Table.HoldReason.choices, allow_blank=True, help_text="what is missing, or empty"
    )
    commitment = serializers.CharField(help_text="SHA-256 of the secret seed")
    rules_version = serializers.IntegerField(
        help_text="the version of the rules that it keeps; /games/ says which new matches play"
    )
    rules_differences = RulesDifferenceSerializer(
        many=True, help_text="where that is an older one: what is played otherwise"
    )
    set_backs = CommitmentSerializer(
        many=True, help_text="where staff have set the match back: later moves are undone"
    )


class VisibleTableSerializer(TableSerializer):
    seat = serializers.IntegerField(allow_null=True, help_text="my seat, null for an onlooker")
    actors = serializers.ListField(child=serializers.IntegerField())
    view = ViewField(
        allow_null=True,
        help_text="what my seat may see, as the game shapes it; null before the start",
    )
    draft = serializers.ListField(child=serializers.CharField())
    legal_moves = serializers.ListField(
        child=serializers.CharField(), help_text="what I may play now, after my draft"
    )
    problem = CannotLoadSerializer(
        allow_null=True, help_text="why the match cannot be loaded; there is no view then"
    )


class TableNameSerializer(serializers.Serializer):
    name = serializers.CharField(
        max_length=names.LONGEST,
        allow_blank=True,
        help_text="one line of text; empty: the site calls the table by two words",
    )


class WindowSerializer(serializers.Serializer):
    zone = serializers.CharField(max_length=64)
    days = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=6), help_text="0: Monday"
    )
    begin = serializers.TimeField()
    end = serializers.TimeField()


class StartDateInputSerializer(serializers.Serializer):
    """A date as a clock on the wall shows it somewhere: 5 minutes to 90 days ahead."""

    day = serializers.DateField()
    time = serializers.TimeField(help_text="to the minute")
    zone = serializers.CharField(max_length=64, help_text="Europe/Berlin")
    least = serializers.IntegerField(
        min_value=1, max_value=MOST_SEATS, help_text="so many people and bots must be there"
    )

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        try:
            at = start_dates.resolve_wall_time(given["day"], given["time"], given["zone"])
        except validation.InvalidCalendarError as error:
            raise serializers.ValidationError({error.field: error.message}) from error
        return {"date": start_dates.StartDate(at, given["zone"], given["least"])}


class TableInputSerializer(serializers.Serializer):
    game = serializers.CharField()
    seats = serializers.IntegerField()
    options = serializers.DictField(child=serializers.CharField(), required=False, default=dict)
    clock = serializers.ChoiceField(choices=[p.key for p in PRESETS], default="day")
    custom_clock = ClockSerializer(required=False, help_text="instead of a preset")
    bots = serializers.ListField(
        child=serializers.CharField(), required=False, default=list, help_text="levels, one a seat"
    )
    local_names = serializers.ListField(
        child=serializers.CharField(max_length=names.MAX_LOCAL_LENGTH),
        required=False,
        default=list,
        help_text="a hot seat: who plays on my device besides me, one for each seat without a bot",
    )
    rated = serializers.BooleanField(default=True)
    rates_bots = serializers.BooleanField(
        default=False, help_text="rated also where bots' accounts play with people"
    )
    visibility = serializers.ChoiceField(choices=Table.Visibility.choices, default="public")
    circle = serializers.SlugRelatedField(
        slug_field="key",
        queryset=Club.objects.filter(closed_at=None),
        required=False,
        allow_null=True,
        default=None,
        help_text='with the visibility "circle": the key of a circle of mine',
    )
    start_when = serializers.ChoiceField(choices=Table.StartMode.choices, default="full")
    date = StartDateInputSerializer(
        required=False,
        allow_null=True,
        default=None,
        help_text='with "date" as `start_when`: when it starts by itself or closes',
    )
    name = serializers.CharField(
        max_length=names.LONGEST,
        allow_blank=True,
        default="",
        help_text="one line of text; without it the site calls the table by two words",
    )
    pauses = serializers.ChoiceField(
        choices=Table.PausePolicy.choices,
        default=Table.PausePolicy.CALENDARS.value,
        help_text="which pauses of its people a clock of days keeps",
    )
    window = WindowSerializer(
        required=False, allow_null=True, help_text="outside of it no clock of days runs"
    )
    asks = RequirementsSerializer(
        required=False, default=dict, help_text="never more than I have myself; without it, nothing"
    )

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        if (given["visibility"] == Table.Visibility.CIRCLE) != (given["circle"] is not None):
            raise serializers.ValidationError({"circle": 'goes with the visibility "circle"'})
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
        return TimeControl(**given)


class EventSerializer(serializers.Serializer):
    kind = serializers.CharField()
    seat = serializers.IntegerField(allow_null=True)
    data = serializers.JSONField()  # type: ignore[assignment]


class SeatClockSerializer(serializers.Serializer):
    seat = serializers.IntegerField()
    bank = serializers.FloatField()
    waiting_since = serializers.DateTimeField(allow_null=True)
    due_at = serializers.DateTimeField(allow_null=True)
    seconds_left = serializers.FloatField()


class ClocksSerializer(serializers.Serializer):
    version = serializers.IntegerField()
    now = serializers.DateTimeField()
    clock = ClockSerializer()
    seats = SeatClockSerializer(many=True)


def table_settings(data: dict[str, Any]) -> TableSettings:
    """What a table is to be like, from valid data of `TableInputSerializer`."""
    return TableSettings(
        seats=data["seats"],
        options=data["options"],
        clock=data.get("custom_clock") or PRESETS_BY_KEY[data["clock"]].clock,
        bots=tuple(data["bots"]),
        rated=data["rated"],
        rates_bots=data["rates_bots"],
        # A set of options is of no circle and no date: used again, the form asks anew.
        visibility=data["visibility"] if data["circle"] is None else Table.Visibility.LINK,
        start_when=data["start_when"] if data["date"] is None else Table.StartMode.FULL,
        pauses=data["pauses"],
        window=data.get("window"),
        asks=Requirements.of(data["asks"]),
    )
