"""What stays: the figures of a match, and what others see of a person."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, Q, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.models import User
from accounts.usernames import called

from ..boards import presenter
from ..boards.base import Figure
from ..models import Block
from ..people import following
from ..standing import views as standing
from ..table import journal, noting
from ..table.access import seat_of
from ..table.page import names_of, number_of
from ..table.reading import seats_of
from ..table.views import find
from . import profile as profiles


@require_GET
def figures(request: HttpRequest, key: str) -> HttpResponse:
    """A match in numbers, from what its reader saw happen."""
    table = find(request, key)
    show = presenter(table.game)
    if table.started_at is None or not show.has_figures:
        raise Http404(_("There are no figures for this match."))
    seats = seats_of(table)
    seat = seat_of(seats, request.user)
    moves = table.moves.all()
    found = [event for move in moves for event in journal.events_of(move)]
    seen = journal.visible(found, number_of(seat), over=table.is_over)
    told = show.figures(seen, names_of(seats), table.options)
    context = {"table": table, "presenter": show, "figures": [Bars(one) for one in told]}
    return render(request, "games/figures.html", context)


class Bars:
    """A figure as its page draws it: each number with its bar, in hundredths of the longest."""

    def __init__(self, figure: Figure) -> None:
        self.title = figure.title
        self.columns = figure.columns
        seats = [seat for _name, seat in figure.columns]
        most = max((n for _label, numbers in figure.rows for n in numbers), default=0) or 1
        self.rows = [
            (
                label,
                list(zip(seats, numbers, [round(100 * n / most) for n in numbers], strict=True)),
            )
            for label, numbers in figure.rows
        ]


@require_GET
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """What others may see of a person."""
    person = get_object_or_404(User, called(username), is_active=True, guest_of="")
    if person.username != username:
        return redirect(person, permanent=True)
    return render(
        request,
        "games/profile.html",
        {
            "person": person,
            "records": profiles.records(person),
            "matches": profiles.drawn(profiles.recent_matches(person, request.user)),
            **_between(request.user, person),
            **standing.told(person),
        },
    )


def _between(reader: Any, person: User) -> dict[str, Any]:
    """What only the reader of a profile sees there: whom they follow and block, what they noted."""
    if not reader.is_authenticated or reader.pk == person.pk:
        return {}
    follows = following.followed_by(reader).filter(pk=OuterRef("pk"))
    theirs = Block.objects.filter(blocker=OuterRef("pk"), blocked=reader)
    mine = Block.objects.filter(blocker=reader, blocked=OuterRef("pk"))
    told = {
        "is_followed": Exists(follows),
        "may_follow": Q(may_be_followed=True) & ~Exists(theirs),
        "is_blocked": Exists(mine),
        "note": Subquery(noting.texts_about(reader, person)[:1]),
    }
    found = User.objects.annotate(**told).values(*told).get(pk=person.pk)
    return {**found, **noting.shown_text(found["note"] or "")}
