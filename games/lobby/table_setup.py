"""Before the first move: open a table, join it, leave it, close it."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

import games.rules as rules
from accounts.confusables import likeness

from .. import bots, dispatch, names
from ..availability import start_dates, validation
from ..availability.calendar import Calendar, Layer
from ..boards import told
from ..boards.translations import listed
from ..models import Circle, Invitation, Seat, Table
from ..moderation.restrictions import check_may_meet, check_may_play
from ..notifications import outbox
from ..ratings.rating_eligibility import may_rate
from ..reliability import requirements
from ..social.blocking import keeps_out
from ..table.access import visible_to
from ..table.actions import player_actions
from ..table.errors import NotYourSeat, Refused
from ..table.realtime import publish
from ..table.user_locks import hold
from ..time_controls import BY_KEY, DAY, HOUR, Clock
from .guest_tables import check_joins, check_opens, check_sits
from .match_start import (
    begun,
    check_count,
    is_ready,
    start_if_full,
    write_beginning,
)
from .notifications import Telling
from .pending import (
    HELD,
    BadTable,
    NotAskedFor,
    SeatTaken,
    WasRemoved,
    changed,
    check_host,
    check_open,
    check_playable,
    end_invitations,
    hold_open,
    seats_before,
)

if TYPE_CHECKING:
    from accounts.models import User

OPEN_TABLES_PER_PERSON = 20
# Unfinished tables that a person may host: one more with everybody they have finished a match with.
UNFINISHED_AT_FIRST = 10
MOST_UNFINISHED = 100


class TooManyTables(BadTable):
    code = "too_many_tables"


class BotsNotRated(Refused):
    status = 403
    code = "bots_not_rated"


def closes_after(clock: Clock) -> timedelta:
    """How long a table waits for people before it closes by itself."""
    return timedelta(seconds=2 * HOUR if clock.is_live else 14 * DAY)


def open_table(
    host: User,
    game: str,
    seats: int,
    options: Mapping[str, str],
    clock: Clock,
    *,
    bot_levels: Sequence[str] = (),
    rated: bool = True,
    visibility: str = Table.Visibility.PUBLIC,
    start_when: str = Table.Start.FULL,
    name: str = "",
    pauses: str = Table.Pauses.CALENDARS,
    window: Layer | None = None,
    asks: requirements.Asks = requirements.NOTHING,
    circle: Circle | None = None,
    date: start_dates.StartDate | None = None,
    follows: Table | None = None,
    company: Sequence[User] = (),
    local_names: Sequence[str] = (),
    rates_bots: bool = False,
    seed: str = "",
) -> Table:
    """Open a table; the host sits down, and bots take the seats they were given.

    Args:
        pauses: which pauses of its people a clock of days keeps (other clocks keep none).
        window: outside of which no clock of days runs.
        asks: of whoever sits down uninvited; the host has all of it themself.
        circle: whose people alone find it; `visibility` says so then.
        date: at which it starts by itself or closes; `start_when` says so then.
        follows: the match from which its people go on, each one seat further.
        company: who sits down with the host at once, and knows from the caller.
        local_names: of those who play on the host's device. Such a table is friendly, has no clock,
            begins at once and is found by its link, or in its circle; nobody else sits there.
        rates_bots: whether it is rated also where bots' accounts play with people.
        seed: of a guided match with bots, which is the guide's; all others have a secret one.

    Raises:
        BadTable: unknown game, option, number of seats, bot, or too many bots; no such name or
            date; the host is not in the circle, or asks for more than they have.
        TooManyTables: the host has too many unfinished tables.
        Suspended: a moderator has forbidden one of them new seats for a time.
        NeedsAccount, TooManyForGuest: the host or somebody else is a guest, who may not.
        AccountClosed: one of their accounts was closed meanwhile.
    """
    try:
        declared = rules.get(game)
        chosen = declared.check(seats, options)
    except rules.OptionError as error:
        raise BadTable(told(error.why, game), "options", error.why) from error
    check_bots(game, seats, bot_levels)
    check_pace(clock, bot_levels)
    if window is not None and (clock.is_live or clock.is_unlimited):
        raise BadTable(_("A play window needs a clock in days."), "window_days")
    if window is not None:
        try:
            validation.check_width(window, clock)
        except validation.BadCalendar as error:
            raise BadTable(error.message, error.field) from error
    if start_when == Table.Start.DATE and date is None:
        raise BadTable(_("When should it start?"), "day")
    name = given_name(name)
    if local_names:
        local_names = given_local_names(local_names, host, seats - 1 - len(bot_levels))
        clock, rated, asks = BY_KEY["unlimited"].clock, False, requirements.NOTHING
        start_when, visibility, window, date = Table.Start.FULL, Table.Visibility.LINK, None, None
    with transaction.atomic():
        people = hold(host, *company)
        host, company = people[host.pk], [people[one.pk] for one in company]
        check_hosted(host)
        with_people = 1 + len(bot_levels) + len(local_names) < seats
        check_opens(host, with_people=with_people, visibility=visibility)
        if visibility != Table.Visibility.LINK:
            check_may_meet(host)
        for one in (host, *company):
            check_may_play(one, rated=rated and not bot_levels)
            check_sits(one, rated=rated and not bot_levels)
        if rated and not bot_levels:
            check_rates((host, *company), allowed=rates_bots)
        if circle is not None and not circle.memberships.filter(user=host).exists():
            raise BadTable(_("You are not in this circle."), "circle")
        check_asks(asks, host, game)
        now = timezone.now()
        table = Table(
            name=name,
            game=game,
            rules_version=declared.version,
            options=chosen,
            seat_count=seats,
            host=host,
            visibility=visibility if circle is None else Table.Visibility.CIRCLE,
            circle=circle,
            follows=follows,
            series_number=1 if follows is None else follows.series_number + 1,
            start_when=start_when,
            rated=rated and not bot_levels and seats > 1 and not clock.is_unlimited,
            rates_bots=rates_bots,
            clock_bank=clock.bank,
            clock_increment=clock.increment,
            clock_cap=clock.cap,
            pauses=Table.Pauses.NONE if clock.is_live or clock.is_unlimited else pauses,
            window={} if window is None else Calendar(window=window).kept()["window"],
            asks=asks.kept(),
            seed=seed,
            is_hot_seat=bool(local_names),
            created_at=now,
            closes_at=now + closes_after(clock),
        )
        if date is not None:
            give_date(table, date, now)
        new = _seats_of_new(table, (host, *company), bot_levels)
        if local_names:
            for seat, local in zip(new, (host.own_name, *local_names), strict=False):
                seat.local_name = local
        _write_opened(table, new, len(company))
    return table


def check_rates(people: Iterable[User], *, allowed: bool) -> None:
    """Refuse bots' accounts and people together at a rated table whose host has not allowed it.

    Raises:
        BotsNotRated
    """
    if not may_rate(people, allowed=allowed):
        raise BotsNotRated(
            _("This table is rated, and bots play for ratings only where the host allows it.")
        )


def check_bots(game: str, seats: int, levels: Sequence[str]) -> None:
    """Refuse bots that there are not, or one at every seat.

    Raises:
        BadTable
    """
    known = bots.levels(game)
    for level in levels:
        if level not in known:
            raise BadTable(
                _("This game has no bot %(level)s; it has: %(known)s.")
                % {"level": level, "known": listed(known)},
                "bots",
            )
    if len(levels) >= seats:
        raise BadTable(_("Bots can take every seat but yours."), "bots")


def check_pace(clock: Clock, levels: Collection[str]) -> None:
    """Refuse bots that think longer than whoever plays in one sitting would wait for.

    Raises:
        BadTable
    """
    if bots.BEST in levels and clock.is_hasty:
        raise BadTable(
            _(
                "The best bot thinks for up to ten seconds a decision. Choose a clock with "
                "at least a minute a move, or another bot."
            ),
            "bots",
        )


def _seats_of_new(table: Table, people: Sequence[User], levels: Sequence[str]) -> list[Seat]:
    """The host's first, then their company's, what is free, and the bots' last."""
    free = table.seat_count - len(people) - len(levels)
    sit = [*((one, "") for one in people), *([(None, "")] * free), *((None, bot) for bot in levels)]
    return [Seat(table=table, number=n, user=user, bot=bot) for n, (user, bot) in enumerate(sit)]


def _write_opened(table: Table, seats: Sequence[Seat], came: int) -> None:
    """Write a table that is opened; where all of its seats are taken, it starts with that.

    `came`: how many sit down with the host at once.
    """
    door = begun(table, seats) if is_ready(table, seats) else None
    if door is None:
        table.version, table.changed_at = 1, table.created_at
    table.save()
    Seat.objects.bulk_create(seats)
    if table.circle is not None:
        told = outbox.of_circle("opened", table.circle, table.created_at, table)
        dispatch.wake_sender(outbox.put(told))
    if door is not None:
        write_beginning(door)
        return
    publish.table_changed(
        table.key, table.version, [seat.user_id for seat in seats if seat.user_id]
    )
    if came:
        telling = Telling(table, table.created_at)
        telling.of_coming(seats, came)
        telling.put()


def check_asks(asks: requirements.Asks, host: User, game: str) -> None:
    """Refuse to ask others for what cannot be, or what the host has not themself."""
    if wrong := asks.wrong():
        field, message = wrong
        raise BadTable(message, field)
    if asks:
        mine = requirements.measured([(host.pk, game)])[host.pk, game]
        for field, message in asks.beyond(mine):
            lead = _("You cannot ask for more than you have yourself.")
            raise BadTable(f"{lead} {message}", field)


def give_date(table: Table, date: start_dates.StartDate, now: datetime) -> None:
    """A table that has not started gets a date, or another one.

    Raises:
        BadTable: it cannot start then, or not with so few.
    """
    try:
        start_dates.check_ahead(date.at, now)
    except validation.BadCalendar as error:
        raise BadTable(error.message, error.field) from error
    if date.least > table.seat_count:
        message = _("There are only %(n)d seats.")
        raise BadTable(message % {"n": table.seat_count}, "least")
    check_count(table, date.least)
    table.start_when = Table.Start.DATE
    table.starts_at, table.starts_zone, table.starts_with = date.at, date.zone, date.least
    table.calls_at = start_dates.next_call(date.at, now)
    table.closes_at = date.at + start_dates.MISSED_AFTER


def given_name(text: str) -> str:
    """A name for a table as it is kept: composed (NFC), without space around; "" for none.

    Raises:
        BadTable: it is too long, or no line of text.
    """
    text = names.composed(text, names.LONGEST)
    if len(text) > names.LONGEST:
        message = _("A table's name can have at most %(n)d characters.") % {"n": names.LONGEST}
        raise BadTable(message, "name")
    if text and not names.is_one_line(text):
        message = _("A table's name must be one line of visible text.")
        raise BadTable(message, "name")
    if not names.is_plainly_written(text):
        message = _("Each word of a table's name must be in one script: these letters look alike.")
        raise BadTable(message, "name")
    return text


def given_local_names(given: Sequence[str], host: User, places: int) -> list[str]:
    """The names of those who play on the host's device, one for each seat that is no bot's.

    Raises:
        BadTable: there are more or fewer, one is no name, or two are called the same.
    """
    if len(given) != places:
        message = _("Give a name for each of the %(n)d other seats without a bot.")
        raise BadTable(message % {"n": places}, "local_names")
    found = [names.composed(text, names.LONGEST_LOCAL) for text in given]
    for text in found:
        if not is_local_name(text):
            message = _("“%(name)s” cannot be a name here: one line, at most %(n)d characters.")
            shown = {"name": text[: names.LONGEST_LOCAL], "n": names.LONGEST_LOCAL}
            raise BadTable(message % shown, "local_names")
    if len({likeness(text) for text in (*found, host.display_name)}) <= len(found):
        raise BadTable(_("Everybody on this device needs a name of their own."), "local_names")
    return found


def is_local_name(text: str) -> bool:
    is_short = len(text) <= names.LONGEST_LOCAL
    return is_short and names.is_one_line(text) and names.is_plainly_written(text)


def rename(key: str, user: User, name: str) -> Table:
    """The host names a table that has not started; without a name it is called by two words.

    Raises:
        BadTable: it cannot be called so.
        NotYourSeat: this person is not its host.
        SeatTaken, NotRunning: it has started or was closed.
    """
    name = given_name(name)
    with transaction.atomic():
        table = hold_open(key)
        check_host(table, user)
        table.name = name
        table.save(update_fields=["name"])
        changed(table)
        return table


def join(key: str, user: User) -> Table:
    """Take a free seat, or the one that is held for this person.

    Raises:
        SeatTaken: no seat is free, or the table has started.
        WasRemoved: its host has removed this person.
        NotAskedFor: its host asks for what they have not.
        NeedsAccount: a guest sits down by a link or an invitation.
        Suspended: a moderator has forbidden it for a time.
        CannotLoad: the game is not here any more.
    """
    with transaction.atomic():
        user = hold(user)[user.pk]
        table = HELD.get(key)
        if not visible_to(table, user):
            raise Table.DoesNotExist
        seats = seats_before(table)
        if any(seat.user_id == user.pk for seat in seats):
            return table
        check_open(table)
        check_joins(user)
        check_playable(table)
        if not take_a_seat(table, seats, user):
            check_may_meet(user)
        return table


def take_a_seat(table: Table, seats: Sequence[Seat], user: User) -> bool:
    """Put a person on the seat that is held for them, or on a free one; whether it was held.

    Their row and the table's are held. Whom the host has invited need not have what they ask for.

    Raises:
        SeatTaken: no seat is free, or not for them: somebody there keeps them out.
        WasRemoved: the host has removed them, and has not invited them since.
        NotAskedFor: the host asks for what they have not.
    """
    is_kept_out = keeps_out(seats, user)
    held = next((one for one in seats if one.invitation and one.invitation.user == user), None)
    free = held or next((one for one in seats if one.is_free), None)
    if is_kept_out:
        free = None
    if held is None:
        last = table.invitations.filter(user=user).last()
        if last is not None and last.state == Invitation.State.REMOVED:
            raise WasRemoved(_("The host has removed you. You can come back if they invite you."))
    if free is None:
        raise SeatTaken(
            _("No seat is free: the rest are held for people who are invited.")
            if is_kept_out or any(seat.is_held for seat in seats)
            else _("All seats of this table are taken.")
        )
    if held is None and (missed := requirements.missed(user, [table])):
        raise NotAskedFor(missed[table.pk])
    sit_down(table, seats, free, user)
    return held is not None


def sit_down(table: Table, seats: Sequence[Seat], seat: Seat, user: User, word: str = "") -> None:
    """Put a person on this seat; whoever waited for that is told, and a full table starts.

    `word`: what they say to the invitation that has held it.

    Raises:
        Suspended: a moderator has forbidden it for a time.
        NeedsAccount, TooManyForGuest: they are a guest, who may not.
    """
    check_may_play(user, rated=table.rated)
    check_sits(user, rated=table.rated)
    if table.rated:
        there = [one.user for one in seats if one.user is not None]
        check_rates((*there, user), allowed=table.rates_bots)
    now, by = timezone.now(), user.display_name
    invitation = seat.invitation
    if invitation is not None:
        invitation.settle(Invitation.State.ACCEPTED, now, word)
    seat.invitation, seat.user = None, user
    seat.save(update_fields=["user", "invitation"])
    changed(table)
    telling = Telling(table, now)
    if invitation is None:
        telling.tell("joined", table.host, by=by)
    else:
        answer = {"answer": invitation.state, "word": word, "by": by}
        telling.of_invitation("answered", table.host, invitation, **answer)
    telling.of_coming(seats)
    telling.put()
    start_if_full(table, seats)


def leave(key: str, user: User) -> Table:
    """Give a seat back before the start; a host who leaves closes the table."""
    with transaction.atomic():
        table = hold_open(key)
        if table.host_id == user.pk:
            close_for(table, user)
            return table
        seat = table.seat_set.filter(user=user).first()
        if seat is None:
            raise NotYourSeat(_("You do not sit at this table."))
        seat.user = None
        seat.save(update_fields=["user"])
        changed(table, user)
        return table


def close(key: str, user: User) -> Table:
    """The host closes a table that has not started."""
    with transaction.atomic():
        table = hold_open(key)
        check_host(table, user)
        close_for(table, user)
        return table


def close_stale(key: str, now: datetime | None = None) -> bool:
    """Close a table that nobody started in time."""
    with transaction.atomic():
        table = HELD.get(key)
        if table.status != Table.Status.OPEN or (table.closes_at or timezone.now()) > (
            now or timezone.now()
        ):
            return False
        close_for(table, why="missed" if table.starts_at else "")
    return True


def tables_to_leave(user: User | int) -> QuerySet[Table]:
    """Unstarted tables where this person sits or is the host, running ones that they play at.

    Those where a bot plays since their time ran out are among them: they may come back there.
    """
    mine = Seat.objects.filter(user=user)
    playing = mine.filter(Q(bot="") | Q(left=Seat.Left.TIMED_OUT))
    return Table.objects.filter(
        Q(status=Table.Status.OPEN, host=user)
        | Q(status=Table.Status.OPEN, pk__in=mine.values("table"))
        | Q(status=Table.Status.RUNNING, pk__in=playing.values("table"))
    ).order_by("pk")


def leave_everything(user: User) -> None:
    """For an account that goes: leave unstarted tables, resign from running ones.

    Each table in a transaction of its own. A table that starts or ends at the same moment is passed
    over: whoever calls looks again.
    """
    for key, status in list(tables_to_leave(user).values_list("key", "status")):
        with contextlib.suppress(Refused):
            if status == Table.Status.OPEN:
                leave(key, user)
            else:
                player_actions.leave_for_good(key, user)


def leave_circle(user: User, circle: Circle) -> None:
    """Somebody is in a circle no more: they leave its tables that have not started."""
    of_it = Table.objects.filter(circle=circle, status=Table.Status.OPEN)
    mine = of_it.filter(Q(host=user) | Q(pk__in=Seat.objects.filter(user=user).values("table")))
    for key in list(mine.order_by("pk").values_list("key", flat=True)):
        with contextlib.suppress(Refused):  # it starts or closes in this moment
            leave(key, user)


def check_hosted(host: User) -> None:
    """Refuse one more table to a person who hosts too many that are not finished.

    Only tables one hosts are counted, also those one has left: they are what a person brings into
    the world, and the bots there compute for them. Sitting down at others' tables is not limited,
    and those of a contest that one runs are the site's doing.
    """
    statuses = Table.objects.filter(
        host=host, status__in=(Table.Status.OPEN, Table.Status.RUNNING), contest_table=None
    ).values_list("status", flat=True)
    unfinished = list(statuses)
    waiting = unfinished.count(Table.Status.OPEN)
    if waiting >= OPEN_TABLES_PER_PERSON:
        raise TooManyTables(
            _("You have %(n)d open tables; close one before you open another.") % {"n": waiting}
        )
    if len(unfinished) >= UNFINISHED_AT_FIRST and len(unfinished) >= most_unfinished(host):
        raise TooManyTables(
            _(
                "You host %(n)d unfinished tables. Finish one before you open another; for "
                "every new person you play a match to its end with, you may host one more."
            )
            % {"n": len(unfinished)}
        )


def most_unfinished(host: User) -> int:
    """How many unfinished tables this person may host: more with everybody they have played with.

    Only a match that both have played to its end counts, and nobody twice.
    """
    more = MOST_UNFINISHED - UNFINISHED_AT_FIRST
    played = Seat.objects.filter(rank__isnull=False, left=Seat.Left.STAYED, idle=False)
    others = played.filter(table__in=played.filter(user=host).values("table"), user__isnull=False)
    people = others.exclude(user=host).order_by().values("user").distinct()
    return UNFINISHED_AT_FIRST + (people[:more].count() if more > 0 else 0)


def close_for(table: Table, by: User | None = None, **why: object) -> None:
    """Close a table for its host (`by`), or because its time is over; everybody else is told."""
    seats = seats_before(table)
    asked = end_invitations(seats, timezone.now(), Invitation.State.WITHDRAWN)
    table.status = Table.Status.CLOSED
    table.ended_at = timezone.now()
    table.save(update_fields=["status", "ended_at"])
    people = [*(seat.user for seat in seats), *(one.user for one in asked)]
    others = [person for person in people if person is not None and person != by]
    changed(table, *others)
    telling = Telling(table, table.ended_at)
    for person in others:
        telling.tell("closed", person, by="" if by is None else by.display_name, **why)
    telling.put()
