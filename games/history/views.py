"""What stays: finished matches move by move, records, verified chance, leaderboards."""

from __future__ import annotations

import logging
from typing import Any

from django import forms
from django.core.cache import cache
from django.db.models import Exists, OuterRef, Q, Subquery
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET

import games.rules as rules
from accounts.models import User
from accounts.usernames import called
from portal.http.reading import Unreadable, json_value
from portal.http.work import counted_work

from ..boards import presenter, told
from ..boards.base import Figure
from ..models import Block, Table
from ..people import following
from ..standing import views as standing
from ..table import journal, noting
from ..table.access import seat_of
from ..table.page import names_of, number_of
from ..table.reading import seats_of
from ..table.refusals import CannotLoad, missing
from ..table.views import find
from . import profile as profiles

LARGEST_RECORD = 2_000_000
# CPU seconds of checking records: for one, and in a minute for one visitor and for everybody.
LONGEST_CHECK = 0.5
MOST_WORK = 2.0
MOST_WORK_OF_ALL = 6.0
CHECK_KEPT = 24 * 3600  # seconds

logger = logging.getLogger(__name__)


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
def record(request: HttpRequest, key: str) -> HttpResponse:
    """Download the record; while the match runs it would show everything."""
    table = find(request, key)
    if not table.is_over or table.started_at is None:
        return JsonResponse(
            {
                "error": "running",
                "message": _("You can download the record when the match is over."),
            },
            status=409,
        )
    answer = JsonResponse(journal.record(table), json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{table.game}-{table.key}.json"'
    return answer


class RecordForm(forms.Form):
    record = forms.FileField(label=gettext_lazy("Record (a JSON file)"))

    def clean_record(self) -> Any:
        file = self.cleaned_data["record"]
        if file.size > LARGEST_RECORD:
            raise forms.ValidationError(_("A record can be at most 2 megabytes."))
        try:
            return json_value(file.read())
        except Unreadable as error:
            raise forms.ValidationError(error.message) from error


def verify(request: HttpRequest, key: str = "") -> HttpResponse:
    """Check a record: a table's own, or a file somebody brings."""
    if key:
        return _verify_own(request, find(request, key))
    form = RecordForm(request.POST or None, request.FILES or None)
    problem, found, status = "", None, 200
    if request.method == "POST":
        status = 422
        with counted_work(request, "verify", MOST_WORK, MOST_WORK_OF_ALL) as has_time:
            if not has_time:
                form = RecordForm()
                problem, status = _("That was a lot of records. Wait a minute."), 429
            elif form.is_valid():
                try:
                    found = rules.verify(form.cleaned_data["record"], LONGEST_CHECK)
                    status = 200
                except rules.RecordError as error:
                    problem = _cannot(error, _game_of(form.cleaned_data["record"]))
    return _verified(request, form=form, found=found, problem=problem, status=status)


def _game_of(record: Any) -> str:
    """The key of the game that a record claims to be of, whatever else it is."""
    return str(record.get("game", "")) if isinstance(record, dict) else ""


def _cannot(error: rules.RecordError, game: str) -> str:
    if isinstance(error, rules.TooMuchWork):
        return _("This record takes too long to check here. Use the command verify_record instead.")
    return _("This record cannot be replayed: %(problem)s") % {"problem": told(error.why, game)}


def _verify_own(request: HttpRequest, table: Table) -> HttpResponse:
    """The match of a table; what was found is kept, because it will not be found otherwise."""
    problem, found, status = "", None, 200
    if table.is_over and table.started_at:
        kept = f"verified:{table.key}:{table.version}"
        checks = cache.get(kept)
        if checks is not None:
            found = rules.Verification(checks)
        else:
            with counted_work(request, "verify", MOST_WORK, MOST_WORK_OF_ALL) as has_time:
                if not has_time:
                    problem, status = _("That was a lot of records. Wait a minute."), 429
                else:
                    try:
                        found = rules.verify(journal.record(table), LONGEST_CHECK)
                        cache.set(kept, found.checks, CHECK_KEPT)
                    except rules.TooMuchWork as error:
                        problem, status = _cannot(error, table.game), 422
                    except rules.RecordError as error:
                        is_missing = error.code != rules.RecordError.code
                        problem = (
                            missing(table, error) if is_missing else _cannot(error, table.game)
                        )
                        status = CannotLoad.status
    return _verified(request, table=table, found=found, problem=problem, status=status)


def _verified(request: HttpRequest, *, status: int, **context: Any) -> HttpResponse:
    return render(request, "games/verify.html", context, status=status)


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
