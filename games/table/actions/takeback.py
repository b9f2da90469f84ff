"""Taking back a turn that was sent, for somebody who plays alone against bots at a friendly table.

They agree with themselves, so nobody is asked. It goes as far back as to what was revealed last:
what has been seen cannot be unseen.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import Min
from django.utils import timezone
from django.utils.translation import gettext as _

from ...models import Move, Seat, SetBack, Table
from ..errors import NotRunning, Refused, StaleVersion, TooOften
from ..session.drafts import Turn, turn_of
from ..session.loader import attempt, seats_of
from ..session.table_session import Door
from ..session.transaction import HELD, store
from . import suggestions
from .rollback import go_back, position

if TYPE_CHECKING:
    from accounts.models import User

NOTICE = "taken_back"
MOST = 30  # turns of one person, in
WITHIN = timedelta(minutes=10)


def take_back(key: str, user: User, version: int) -> Turn:
    """Undo the last turn that a person has sent, and what bots did after it.

    Args:
        version: the table's version that they saw; the same request sent twice is known by it.

    Raises:
        Table.DoesNotExist: there is no such table.
        Refused: nothing has changed.
    """
    with transaction.atomic():
        table = HELD.get(key)
        if not table.is_running:
            raise NotRunning(_("This table is not running."))
        door = Door(table, seats_of(table), attempt(table), timezone.now())
        seat = door.seat_of(user)
        if why := suggestions.refusal(turn_of(table, door.seats, door.match, seat)):
            raise Refused(why)
        if version < table.set_back_version:
            raise StaleVersion(version, table.version)
        to_move = before_last_turn(table, seat)
        if to_move is None:
            raise Refused(_("You have sent nothing since something was revealed."))
        lately = SetBack.objects.filter(by=user, at__gte=door.now - WITHIN)
        if lately.count() >= MOST:
            raise TooOften(_("You took back a lot. Wait a few minutes."))
        door = Door(table, door.seats, position(table, to_move), door.now)
        revealed = table.revealed_version
        done = go_back(door, to_move, user)
        table.revealed_version = revealed  # and so the turn before it can be taken back as well
        door.set_clocks(None, done.version)
        door.note(NOTICE, seat)
        table.save(update_fields=["reseeded"])
        done.save()
        store([door])
        return turn_of(table, door.seats, door.match, seat)


def before_last_turn(table: Table, seat: Seat) -> int | None:
    """The moves before a seat's last turn; None where it has sent none since the last reveal."""
    sent = Move.objects.filter(table=table, seat=seat.number, version__gt=table.revealed_version)
    last = sent.order_by("-number").values_list("version", flat=True).first()
    if last is None:
        return None
    first = sent.filter(version=last).aggregate(first=Min("number"))["first"]
    return int(first) - 1
