"""Records on pages: taken along, checked, and brought."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

import games.rules as rules
from accounts.models import User
from portal.http.work_limit import counted_work

from ..boards import told
from ..models import Imported, Table
from ..table.access import person
from ..table.errors import CannotLoad, Refused, missing
from ..table.session import journal
from ..table.views.pages import find
from . import exporter, importer
from .record_format import LARGEST, MEDIA_TYPE, SUFFIX, as_first, read

# CPU seconds of playing records again: of one, and in a minute for one visitor and for everybody.
LONGEST_CHECK, LONGEST_IMPORT = 0.5, 1.0
MOST_WORK = 2.0
MOST_WORK_OF_ALL = 6.0
CHECK_KEPT = 24 * 3600  # seconds
CLAIM, CLAIM_WITHIN = re.compile(rb'"game": ?"([a-z0-9_]+)"'), 2000


@require_safe
def record(request: HttpRequest, key: str) -> HttpResponse:
    """The record as longtable-record/1; while the match runs it would show everything."""
    table = find(request, key)
    if not is_told(table):
        return _running()
    answer = JsonResponse(journal.record(table), json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{table.game}-{table.key}.json"'
    return answer


@require_safe
def file(request: HttpRequest, key: str) -> HttpResponse:
    """The record as a file to keep: of a match that was brought, the very one that it came in."""
    table = find(request, key)
    if not is_told(table):
        return _running()
    try:
        return as_file(request, table)
    except Refused as refused:
        answer = {"error": refused.code, "message": refused.message}
        return JsonResponse(answer, status=refused.status)


class TooMuch(Refused):
    """Whoever asks, or everybody together, has had as much work done as there is time for."""

    status = 429
    code = "too_much"


@contextlib.contextmanager
def working(request: HttpRequest, what: str) -> Iterator[None]:
    """Work on records, as far as there is time for it.

    Raises:
        TooMuch: there is none.
    """
    with counted_work(request, what, MOST_WORK, MOST_WORK_OF_ALL) as has_time:
        if not has_time:
            raise TooMuch(_("That was a lot of records. Wait a minute."))
        yield


def is_told(table: Table) -> bool:
    """Whether the record of a table may be had."""
    return table.is_over and table.started_at is not None


def as_file(request: HttpRequest, table: Table) -> HttpResponse:
    """The record of a match that is over.

    Raises:
        TooMuch: there is no time to play it through.
        CannotLoad: what is installed here cannot.
    """
    with working(request, "record"):
        try:
            text = exporter.text(table)
        except rules.RecordError as error:
            raise CannotLoad(table, error) from error
    answer = HttpResponse(text, MEDIA_TYPE)
    name = f"{table.game}-{table.key}{SUFFIX}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _running() -> JsonResponse:
    message = _("You can download the record when the match is over.")
    return JsonResponse({"error": "running", "message": message}, status=409)


class RecordForm(forms.Form):
    record = forms.FileField(label=gettext_lazy("Record (a file of a match)"))

    def clean_record(self) -> bytes:
        brought = self.cleaned_data["record"]
        if brought.size > LARGEST:
            raise forms.ValidationError(_("A record can be at most 2 megabytes."))
        text: bytes = brought.read()
        return text


def verify(request: HttpRequest, key: str = "") -> HttpResponse:
    """Check a record: a table's own, or a file somebody brings."""
    if key:
        return _verify_own(request, find(request, key))
    form = RecordForm(request.POST or None, request.FILES or None)
    problem, found, status = "", None, 200
    if request.method == "POST":
        game, status = "", 422
        try:
            with working(request, "verify"):
                if form.is_valid():
                    text = form.cleaned_data["record"]
                    game = claimed(text)
                    found = rules.verify(as_first(read(text)), LONGEST_CHECK)
                    status = 200
        except Refused as refused:
            form, problem, status = RecordForm(), refused.message, refused.status
        except rules.RecordError as error:
            problem = cannot(error, game)
    return _verified(request, form=form, found=found, problem=problem, status=status)


def claimed(text: bytes) -> str:
    """The game that a text claims to be a record of, whatever else it is; "" where it says none."""
    found = CLAIM.search(text[:CLAIM_WITHIN])
    return "" if found is None else found[1].decode()


def cannot(error: rules.RecordError, game: str) -> str:
    """Why a record is not taken, as a sentence in the words of its game ("": of none)."""
    if isinstance(error, rules.TooMuchWork):
        return _("This record takes too long to check here. Use the command verify_record instead.")
    return _("This record cannot be replayed: %(problem)s") % {"problem": told(error.why, game)}


def _verify_own(request: HttpRequest, table: Table) -> HttpResponse:
    """The match of a table; what was found is kept, because it will not be found otherwise."""
    problem, found, status = "", None, 200
    if is_told(table):
        kept = f"verified:{table.key}:{table.version}"
        checks = cache.get(kept)
        if checks is not None:
            found = rules.Verification(checks)
        else:
            try:
                with working(request, "verify"):
                    found = rules.verify(journal.record(table), LONGEST_CHECK)
                cache.set(kept, found.checks, CHECK_KEPT)
            except Refused as refused:
                problem, status = refused.message, refused.status
            except rules.TooMuchWork as error:
                problem, status = cannot(error, table.game), 422
            except rules.RecordError as error:
                is_missing = error.code != rules.RecordError.code
                problem = missing(table, error) if is_missing else cannot(error, table.game)
                status = CannotLoad.status
    return _verified(request, table=table, found=found, problem=problem, status=status)


def _verified(request: HttpRequest, *, status: int, **context: Any) -> HttpResponse:
    return render(request, "games/verify.html", context, status=status)


@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """The records that I have brought; a POST brings one more, and leads to its match."""
    user, problem, status = person(request), "", 200
    form = RecordForm(request.POST or None, request.FILES or None)
    if request.method == "POST":
        status = 422
        try:
            with working(request, "import"):
                if form.is_valid():
                    table = bring(user, form.cleaned_data["record"])
                    return redirect("games:replay", table.key)
        except Refused as refused:
            form, problem, status = RecordForm(), refused.message, refused.status
    brought = Imported.objects.filter(by=user).select_related("table").defer("record")
    brought = brought.exclude(table__chapters__isnull=False, table__move_count=0)  # set-ups
    context = {"form": form, "problem": problem, "brought": brought}
    return render(request, "games/archive.html", context, status=status)


class Unfit(Refused):
    """A record that cannot be kept: the message says what is wrong and where."""

    status = 422
    code = "bad_record"


def bring(user: User, text: bytes) -> Table:
    """Check a record in the time that a web process has for one, and keep it.

    Raises:
        Refused: it is not kept.
    """
    try:
        prepared = importer.Prepared(text, LONGEST_IMPORT)
    except rules.TooMuchWork as error:
        message = _("This record takes too long to check here. Ask whoever runs this site.")
        raise Unfit(message) from error
    except rules.RecordError as error:
        message = _("This record is not kept: %(why)s")
        raise Unfit(message % {"why": told(error.why, claimed(text))}) from error
    return importer.keep(user, prepared, importer.MOST)


@login_required
@require_POST
def remove(request: HttpRequest, key: str) -> HttpResponse:
    """Delete a match that I have brought."""
    try:
        if not importer.remove(person(request), key):
            raise Http404(_("You have not brought such a record."))
        messages.success(request, _("The record is deleted."))
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect("games:records")
