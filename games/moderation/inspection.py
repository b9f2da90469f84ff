"""Inspection of the hidden state of a running match, for staff who must see why it is stuck.

Players at the table, or at a table with the same chance, cannot do it. It needs a reason, which is
stored in the audit log and shown to everybody at the table in its log. The seed stays secret until
the end, because it determines the future.
"""

from __future__ import annotations

import json
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from portal.errors import Conflict

from ..models import Decision, Seat
from ..table.errors import NotRunningError
from ..table.session.loader import seats_of, try_load_match
from ..table.session.table_session import TableSession
from ..table.session.transaction import LOCKED, commit
from . import audit_log


@transaction.atomic
def inspect_hidden_state(key: str, by: User, reason: str) -> Any:
    """Return the stored position of a running match, without its seed.

    Raises:
        ActionError: the match is not running, the user sits at the table, or the stored state is
            unreadable.
    """
    table = LOCKED.get(key)
    if not table.is_running:
        raise NotRunningError(_("This table is not running."))
    session = TableSession(table, seats_of(table), try_load_match(table), timezone.now())
    # The tables of a duplicate round have one commitment: each shows the chance of the others.
    same_chance = Seat.objects.filter(table__commitment=table.commitment)
    if same_chance.filter(Q(user=by) | Q(substitute=by)).exists():
        raise Conflict(
            _("You sit at this table, or at one with the same chance. Someone else must look.")
        )
    try:
        position = json.loads(table.state)
    except ValueError as error:
        raise Conflict(_("The stored data of this match cannot be read.")) from error
    session.note("opened", None, staff=by.display_name, reason=reason)
    session.log_messages[-1].user = by
    commit([session])
    looked = {"at": "hidden", "table": key}
    audit_log.append_entry(
        action=Decision.Action.LOOKED, moderator=by, subject=None, comment=reason, data=looked
    )
    return _remove_seed(position)


def _remove_seed(stored: Any) -> Any:
    match stored:
        case dict():
            return {key: _remove_seed(one) for key, one in stored.items() if key != "seed"}
        case list():
            return [_remove_seed(one) for one in stored]
    return stored
