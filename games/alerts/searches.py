"""Create and delete alerts, and compare them with what has opened."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from django.db import transaction
from django.db.models import Exists, Max, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

import games.rules as rules
from accounts.user_locks import lock_users
from portal.errors import Invalid

from ..boards import presenter
from ..lobby.eligibility import filter_joinable
from ..lobby.table_filter import TableFilter
from ..models import Table
from ..notifications import outbox
from ..table.access import listable_tables
from ..tournaments.models import Tournament
from ..tournaments.queries import visible_tournaments
from .models import LONGEST_QUERY, Alert

if TYPE_CHECKING:
    from accounts.models import User

MOST = 20  # of one person
REST = timedelta(days=1)  # after a notification of the same alert
#: What opens is compared this much later: its transaction may end after its `created_at`.
SETTLE = timedelta(seconds=10)
BATCH = 200  # alerts that one run of the task compares


def alerts_of(user: User) -> QuerySet[Alert]:
    """Return all alerts of a person, the oldest first."""
    return Alert.objects.filter(user=user)


def create_alert(user: User, kind: str, query: str) -> tuple[Alert, bool]:
    """Alert a person when something that matches a search opens.

    Args:
        user: the person.
        kind: a value of `Alert.Kind`.
        query: the filters as in the address of the list. Unknown ones are dropped.

    Returns:
        The alert, and whether it is new. The same search twice is one alert.

    Raises:
        Invalid: the kind is unknown, the search is about tables that have started, or the person
            has `MOST` alerts.
    """
    if kind not in Alert.Kind.values:
        raise Invalid(
            _("An alert is about “tables” or “tournaments”."), code="bad_alert", field="kind"
        )
    query = _normalize(kind, query)
    if len(query) > LONGEST_QUERY:
        raise Invalid(_("This search is too long."), code="bad_alert", field="query")
    with transaction.atomic():
        lock_users(user)
        found = alerts_of(user).filter(kind=kind, query=query).first()
        if found is not None:
            return found, False
        if alerts_of(user).count() >= MOST:
            raise Invalid(
                _("You can have at most %(n)d alerts. Delete one first.") % {"n": MOST},
                code="too_many_alerts",
            )
        return Alert.objects.create(user=user, kind=kind, query=query), True


def _normalize(kind: str, query: str) -> str:
    values = dict(parse_qsl(query))
    if kind == Alert.Kind.TOURNAMENTS:
        game = values.get("game", "")
        return urlencode({"game": game}) if game in rules.catalogue() else ""
    wanted = TableFilter.of(values)
    if wanted.status != "open":
        raise Invalid(
            _("An alert is about tables that wait for players."), code="bad_alert", field="query"
        )
    return wanted.query


def delete_alert(user: User, pk: int) -> bool:
    """Delete an alert of this person; return False if there is none."""
    return bool(alerts_of(user).filter(pk=pk).delete()[0])


def delete_for(user: User) -> None:
    """Delete the alerts of an account that is being deleted."""
    alerts_of(user).delete()


def exists_for(user: int) -> Exists:
    """Return a condition for the database: the user has an alert."""
    return Exists(Alert.objects.filter(user=user))


def describe(alert: Alert) -> str:
    """Return the filters of an alert in one line, in the reader's language."""
    values = dict(parse_qsl(alert.query))
    if alert.kind == Alert.Kind.TABLES:
        return TableFilter.of(values).describe()
    game = values.get("game", "")
    return presenter(game).name() if game in rules.catalogue() else _("any game")


def path_of(alert: Alert) -> str:
    """Return the path of the list with the filters of an alert."""
    page = "games:lobby" if alert.kind == Alert.Kind.TABLES else "games:tournaments"
    return f"{reverse(page)}?{alert.query}".removesuffix("?")


def send_due_alerts(now: datetime) -> int:
    """Notify people of what has opened since the last run; return how many were notified.

    It looks only at alerts that are older than the newest table or tournament.
    """
    until = now - SETTLE
    stale = Q(pk__in=())
    for kind, opened in (
        (Alert.Kind.TABLES, Table.objects.filter(status=Table.Status.OPEN)),
        (Alert.Kind.TOURNAMENTS, Tournament.objects.filter(state=Tournament.State.OPEN)),
    ):
        newest = opened.filter(created_at__lte=until).aggregate(at=Max("created_at"))["at"]
        if newest is not None:
            stale |= Q(kind=kind, checked_until__lt=newest)
    due = Alert.objects.filter(stale, next_check_at__lte=now, user__is_active=True)
    return sum(
        _process(pk, now, until)
        for pk in due.order_by("checked_until").values_list("pk", flat=True)[:BATCH]
    )


@transaction.atomic
def _process(pk: int, now: datetime, until: datetime) -> bool:
    """Compare one alert, unless another worker has; return whether its person is notified."""
    alert = (
        Alert.objects.select_for_update(of=("self",))
        .select_related("user")
        .filter(pk=pk, checked_until__lt=until, next_check_at__lte=now)
        .first()
    )
    if alert is None:
        return False
    count = _find_new(alert, until).count()
    if count:
        alert.next_check_at = now + REST
        outbox.send(
            alert.user,
            "alert",
            now=now,
            period=f"{alert.pk}:{until.isoformat()}",
            kind=alert.kind,
            query=alert.query,
            path=path_of(alert),
            count=count,
        )
    alert.checked_until = until
    alert.save(update_fields=["checked_until", "next_check_at"])
    return bool(count)


def _find_new(alert: Alert, until: datetime) -> QuerySet[Table] | QuerySet[Tournament]:
    """Return what has opened for this person since the last comparison, without their own."""
    user, values = alert.user, dict(parse_qsl(alert.query))
    if alert.kind == Alert.Kind.TABLES:
        tables = filter_joinable(listable_tables(user), user).exclude(host=user)
        tables = tables.filter(created_at__gt=alert.checked_until, created_at__lte=until)
        return TableFilter.of(values).apply(tables, user)
    tournaments = visible_tournaments(user).filter(
        state=Tournament.State.OPEN,
        created_at__gt=alert.checked_until,
        created_at__lte=until,
    )
    tournaments = tournaments.exclude(organiser=user).exclude(entries__user=user)
    return tournaments.filter(game=values["game"]) if values else tournaments
