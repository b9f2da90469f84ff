"""Pages for records: download, verify and import."""

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
from accounts.requests import authenticated_user
from portal.errors import ActionError, Invalid, TooManyRequests
from portal.http.refusals import refusal_as_message
from portal.http.work_limit import limit_work

from ..boards import translate_reason
from ..models import Table
from ..move_comments.comments import record_with_comments
from ..table.access import has_public_seed
from ..table.errors import MatchLoadError, missing_reason
from ..table.session import journal
from ..table.views.pages import get_visible_table
from . import exporter, importer
from .models import ImportedRecord
from .record_format import LARGEST, MEDIA_TYPE, SUFFIX, parse, to_version_1

# CPU seconds for replaying one record, and in a minute for one visitor and for all together.
LONGEST_CHECK, LONGEST_IMPORT = 0.5, 1.0
MOST_WORK = 2.0
MOST_WORK_OF_ALL = 6.0
VERIFICATION_TTL = 24 * 3600  # seconds
GAME_PATTERN, GAME_PATTERN_BYTES = re.compile(rb'"game": ?"([a-z0-9_]+)"'), 2000


@require_safe
def record_version_1(request: HttpRequest, key: str) -> HttpResponse:
    """The record as longtable-record/1; refused while the match runs, as it shows everything."""
    table = get_visible_table(request, key)
    if not has_public_record(table):
        return _record_wait_response(table)
    answer = JsonResponse(record_with_comments(table), json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{table.game}-{table.key}.json"'
    return answer


@require_safe
def record_file(request: HttpRequest, key: str) -> HttpResponse:
    """The record as a file; for an imported match, the bytes that were imported."""
    table = get_visible_table(request, key)
    if not has_public_record(table):
        return _record_wait_response(table)
    try:
        return record_response(request, table)
    except ActionError as refused:
        answer = {"error": refused.code, "message": refused.message}
        return JsonResponse(answer, status=refused.status)


@contextlib.contextmanager
def limit_view_work(request: HttpRequest, what: str) -> Iterator[None]:
    """Work on records within the limits of computing time.

    Raises:
        TooManyRequests: the limit is reached.
    """
    with limit_work(request, what, MOST_WORK, MOST_WORK_OF_ALL) as has_time:
        if not has_time:
            raise TooManyRequests(_("Too many records at once. Wait a minute."), code="too_much")
        yield


def has_public_record(table: Table) -> bool:
    """Whether the record of a table may be downloaded."""
    return has_public_seed(table) and table.started_at is not None


def record_response(request: HttpRequest, table: Table) -> HttpResponse:
    """A response with the record of a finished match.

    Raises:
        TooManyRequests: the limit of computing time is reached.
        MatchLoadError: the installed rules cannot play the match.
    """
    with limit_view_work(request, "record"):
        try:
            text = exporter.record_bytes(table, has_comments=True)
        except rules.RecordError as error:
            raise MatchLoadError(table, error) from error
    answer = HttpResponse(text, MEDIA_TYPE)
    name = f"{table.game}-{table.key}{SUFFIX}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def record_wait_text(table: Table) -> str:
    """When the record of a table without a public record can be downloaded."""
    if table.is_sealed and table.is_over:
        return _("You can download the record when all tables of this round are over.")
    return _("You can download the record when the match is over.")


def _record_wait_response(table: Table) -> JsonResponse:
    answer = {"error": "running", "message": record_wait_text(table)}
    return JsonResponse(answer, status=409)


class RecordForm(forms.Form):
    record = forms.FileField(label=gettext_lazy("Record (a file of a match)"))

    def clean_record(self) -> bytes:
        brought = self.cleaned_data["record"]
        if brought.size > LARGEST:
            raise forms.ValidationError(_("A record can have at most 2 megabytes."))
        text: bytes = brought.read()
        return text


def verify(request: HttpRequest, key: str = "") -> HttpResponse:
    """Verify a record: that of a table, or an uploaded file."""
    if key:
        return _verify_table(request, get_visible_table(request, key))
    form = RecordForm(request.POST or None, request.FILES or None)
    problem, found, status = "", None, 200
    if request.method == "POST":
        game, status = "", 422
        try:
            with limit_view_work(request, "verify"):
                if form.is_valid():
                    text = form.cleaned_data["record"]
                    game = claimed_game(text)
                    found = rules.verify(to_version_1(parse(text)), LONGEST_CHECK)
                    status = 200
        except ActionError as refused:
            form, problem, status = RecordForm(), refused.message, refused.status
        except rules.RecordError as error:
            problem = replay_problem_text(error, game)
    return _render_verification(request, form=form, found=found, problem=problem, status=status)


def claimed_game(text: bytes) -> str:
    """The game that a text claims to be a record of; "" if it names none. Nothing is checked."""
    found = GAME_PATTERN.search(text[:GAME_PATTERN_BYTES])
    return "" if found is None else found[1].decode()


def replay_problem_text(error: rules.RecordError, game: str) -> str:
    """Why a record is refused, as a sentence in the words of its game ("": no game)."""
    if isinstance(error, rules.ReplayBudgetError):
        return _("This record takes too long to check here. Use the command verify_record instead.")
    return _("This record cannot be replayed: %(problem)s") % {
        "problem": translate_reason(error.why, game)
    }


def _verify_table(request: HttpRequest, table: Table) -> HttpResponse:
    """Verify the match of a table; the result is cached, because it stays the same."""
    problem, found, status = "", None, 200
    if has_public_record(table):
        kept = f"verified:{table.key}:{table.version}"
        checks = cache.get(kept)
        if checks is not None:
            found = rules.Verification(checks)
        else:
            try:
                with limit_view_work(request, "verify"):
                    found = rules.verify(journal.export_record(table), LONGEST_CHECK)
                cache.set(kept, found.checks, VERIFICATION_TTL)
            except ActionError as refused:
                problem, status = refused.message, refused.status
            except rules.ReplayBudgetError as error:
                problem, status = replay_problem_text(error, table.game), 422
            except rules.RecordError as error:
                is_missing = error.code != rules.RecordError.code
                problem = (
                    missing_reason(table, error)
                    if is_missing
                    else replay_problem_text(error, table.game)
                )
                status = MatchLoadError.status
    return _render_verification(request, table=table, found=found, problem=problem, status=status)


def _render_verification(request: HttpRequest, *, status: int, **context: Any) -> HttpResponse:
    return render(request, "archive/verify.html", context, status=status)


@login_required
def my_records(request: HttpRequest) -> HttpResponse:
    """My imported records; a POST imports one more and redirects to its match."""
    user, problem, status = authenticated_user(request), "", 200
    form = RecordForm(request.POST or None, request.FILES or None)
    if request.method == "POST":
        status = 422
        try:
            with limit_view_work(request, "import"):
                if form.is_valid():
                    table = import_record(user, form.cleaned_data["record"])
                    return redirect("games:replay", table.key)
        except ActionError as refused:
            form, problem, status = RecordForm(), refused.message, refused.status
    brought = (
        ImportedRecord.objects.filter(imported_by=user).select_related("table").defer("record")
    )
    brought = brought.exclude(table__chapters__isnull=False, table__move_count=0)  # set-ups
    context = {"form": form, "problem": problem, "brought": brought}
    return render(request, "archive/my_records.html", context, status=status)


def import_record(user: User, text: bytes) -> Table:
    """Check a record within the time limit of a web request, and save it.

    Raises:
        ActionError: it is refused; nothing is saved.
    """
    try:
        prepared = importer.PreparedImport(text, LONGEST_IMPORT)
    except rules.ReplayBudgetError as error:
        message = _("This record takes too long to check here. Ask the owner of this site.")
        raise Invalid(message, code="bad_record") from error
    except rules.RecordError as error:
        message = _("This record was not imported: %(why)s")
        raise Invalid(
            message % {"why": translate_reason(error.why, claimed_game(text))}, code="bad_record"
        ) from error
    return importer.store_import(user, prepared, importer.MOST)


@login_required
@require_POST
def delete_record(request: HttpRequest, key: str) -> HttpResponse:
    """Delete a match that I have imported."""
    with refusal_as_message(request):
        if not importer.delete_import(authenticated_user(request), key):
            raise Http404(_("You have not imported this record."))
        messages.success(request, _("Record deleted."))
    return redirect("games:records")
