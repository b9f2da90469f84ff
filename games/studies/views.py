"""The pages of studies: the list, a study with its chapters, and a chapter with its board."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import games.rules as rules
from accounts.requests import authenticated_user
from portal.errors import ActionError
from portal.http.input_validation import parse_whole_number
from portal.http.refusals import refusal_as_message, refusal_in_form
from portal.translation_cache import pin_language

from .. import names
from ..archive.record_format import MEDIA_TYPE, SUFFIX
from ..archive.views import RecordForm, limit_view_work
from ..boards import presenter, rendering
from ..boards.cached_urls import url
from ..clubs.queries import clubs_of
from ..table.access import has_public_seed
from ..table.errors import MatchLoadError
from ..table.views.page_context import render_on_hold
from ..table.views.pages import (
    MOVES_ANCHOR,
    get_visible_table,
    has_words_open,
    is_fragment_request,
    page_piece_hashes,
)
from . import actions, creation
from .chapter_page import ChapterPosition, check_guess, fragment_context, unsign_node
from .forms import SetUpForm
from .models import Chapter, Study
from .tree import MAX_COMMENT_LENGTH, MAX_LABEL_LENGTH

FRAGMENT = "studies/fragment.html"


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def my_studies(request: HttpRequest) -> HttpResponse:
    """My studies; a POST creates a new one."""
    user, refused = authenticated_user(request), None
    if request.method == "POST":
        try:
            return redirect(actions.create_study(user, request.POST.get("name", "")))
        except ActionError as error:
            refused = error
    shown = {
        "studies": actions.studies_of(user).prefetch_related("chapters"),
        "longest_name": names.LONGEST,
        "refused": refused,
    }
    status = 200 if refused is None else refused.status
    return render(request, "studies/my_studies.html", shown, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def study_table(request: HttpRequest, key: str) -> HttpResponse:
    """Choose where to study a finished match: in a new study or in an existing one."""
    table, user, refused = get_visible_table(request, key), authenticated_user(request), None
    if table.started_at is None:
        raise Http404(_("This match has not started."))
    given = request.POST.get("move") or request.GET.get("move", "")
    at = parse_whole_number(given, "move") if given else None
    if request.method == "POST":
        try:
            with limit_view_work(request, "study"):
                study = request.POST.get("study", "")
                return redirect(creation.add_chapter_from_table(user, study, table, at))
        except ActionError as error:
            refused = error
    shown = {
        "table": table,
        "wait": None if has_public_seed(table) else actions.MatchRunningError(table),
        "presenter": presenter(table.game),
        "at": at,
        "studies": actions.studies_of(user),
        "refused": refused,
    }
    status = 200 if refused is None else refused.status
    return render(request, "studies/study_table.html", shown, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def study_page(request: HttpRequest, key: str) -> HttpResponse:
    """A study and its chapters; its owner can change it and import records."""
    found = actions.get_readable_study(key, request.user)
    is_mine = request.user.pk == found.owner_id
    form, refused, status = RecordForm(), None, 200
    if request.method == "POST":
        if not is_mine:
            raise Http404(_("There is no such study."))
        form = RecordForm(request.POST, request.FILES)
        try:
            to = _apply_study_change(request, found, form)
            if to:
                return redirect(to)
            status = 422
        except ActionError as error:
            form, refused, status = RecordForm(), error, error.status
    shown = {
        "study": found,
        "chapters": _readable_chapters(found, request.user),
        "is_mine": is_mine,
        "form": form,
        "readers": Study.Visibility.choices,
        "clubs": clubs_of(request.user) if is_mine else (),
        "games": [(one, presenter(one).name()) for one in rules.catalogue()] if is_mine else (),
        "address": request.build_absolute_uri(found.get_absolute_url()),
        "longest_name": names.LONGEST,
        "refused": refused,
    }
    return render(request, "studies/study.html", shown, status=status)


def _apply_study_change(request: HttpRequest, study: Study, form: RecordForm) -> str:
    """Apply the submitted change to a study; return the next address, "" if a file is invalid.

    Raises:
        ActionError: the change is not possible; nothing has changed.
    """
    user, given, what = authenticated_user(request), request.POST, request.POST.get("what", "")
    if what == "remove":
        actions.delete_study(user, study.key)
        messages.success(request, _("Study deleted."))
        return url("games:studies")
    if what == "remove-chapter":
        chapter = parse_whole_number(given.get("chapter", ""), "chapter")
        actions.delete_chapter(user, study.key, chapter)
    elif what == "bring":
        with limit_view_work(request, "study"):
            if not form.is_valid():
                return ""
            creation.add_chapters_from_file(user, study.key, form.cleaned_data["record"])
    else:
        name, readers, club = (given.get(one, "") for one in ("name", "readers", "circle"))
        actions.update_study(user, study.key, name=name, readers=readers, club=club)
        messages.success(request, _("Saved."))
    return study.get_absolute_url()


def _readable_chapters(study: Study, user: Any) -> list[tuple[Chapter, bool]]:
    """The chapters that this person may see, each with whether its match is over."""
    found = study.chapters.select_related("table").defer("nodes", "annotations", "table__state")
    chapters = []
    for chapter in found:
        chapter.study = study
        if actions.is_visible_to(chapter.table, user):
            chapters.append((chapter, actions.is_available(chapter)))
    return chapters


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def study_set_up(request: HttpRequest, key: str, game: str) -> HttpResponse:
    """Add a chapter about a set-up: choose the number of seats and the options of the game."""
    user = authenticated_user(request)
    found = actions.studies_of(user).filter(key=key).first()
    if found is None or game not in rules.catalogue():
        raise Http404(_("There is no such study."))
    form, status = SetUpForm(rules.catalogue()[game], request.POST or None), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            with refusal_in_form(form), limit_view_work(request, "study"):
                seats = form.cleaned_data["seats"]
                return redirect(
                    creation.add_chapter_from_set_up(user, key, game, seats, form.options())
                )
    shown = {"study": found, "presenter": presenter(game), "form": form}
    return render(request, "studies/set_up.html", shown, status=status)


@require_POST
@login_required
def copy_study(request: HttpRequest, key: str) -> HttpResponse:
    """Copy the chapters of a study into a new one of my own."""
    found = actions.get_readable_study(key, request.user)
    with refusal_as_message(request), limit_view_work(request, "study"):
        return redirect(creation.copy_study(authenticated_user(request), found))
    return redirect(found)


@require_safe
def study_file(request: HttpRequest, key: str) -> HttpResponse:
    """A study as a file: one record per chapter, with its variations."""
    found = actions.get_readable_study(key, request.user)
    try:
        with limit_view_work(request, "record"):
            text = creation.export_study(found, request.user)
    except ActionError as refused:
        messages.error(request, refused.message)
        return redirect(found)
    answer = HttpResponse(text, MEDIA_TYPE)
    answer["Content-Disposition"] = f'attachment; filename="study-{found.key}{SUFFIX}"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
def chapter_page(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """A chapter with its board: the fragment for a script, the whole page for a browser."""
    found = actions.get_readable_study(key, request.user)
    is_mine = request.user.pk == found.owner_id
    more: dict[str, Any] = {}
    status, at = 200, None
    try:
        one = actions.get_chapter(found, pk, request.user)
    except actions.MatchRunningError as refused:
        shown = {"study": found, "refused": refused}
        return render(request, "studies/match_running.html", shown, status=refused.status)
    is_guessing = one.guess_start is not None and (not is_mine or "guess" in request.GET)
    if request.method == "POST":
        try:
            if is_guessing:
                at, more = _apply_guess(request, one)
            elif is_mine:
                to = _apply_chapter_change(request, found, pk)
                if not is_fragment_request(request) or to != request.path:
                    reads_on = f"?words=1#{MOVES_ANCHOR}" if has_words_open(request) else ""
                    return redirect(f"{to}{reads_on}")
                one = actions.get_chapter(found, pk, request.user)
            else:
                raise Http404(_("There is no such study."))
        except ActionError as refused:
            more, status = {"refused": refused.message}, refused.status
            at = None if is_guessing else parse_whole_number(request.POST.get("step", "0"), "step")
    return _render_chapter(request, one, at, more, status, is_mine=is_mine, is_guessing=is_guessing)


def _render_chapter(
    request: HttpRequest,
    chapter: Chapter,
    at: int | None,
    more: dict[str, Any],
    status: int,
    *,
    is_mine: bool,
    is_guessing: bool,
) -> HttpResponse:
    given = request.GET.get("at", "")
    # Scripts load hidden parts only for the owner's own node; elsewhere everything is sent at once.
    is_apart = is_guessing or bool(given)
    if at is None and is_guessing:
        at = unsign_node(chapter, given)
    elif at is None:
        at = parse_whole_number(given, "at") if given else _first_node(chapter, is_mine=is_mine)
    to = chapter.get_absolute_url() + ("?guess=1" if is_guessing and is_mine else "")
    look = ChapterPosition(chapter, at)
    try:
        with pin_language(), rendering.track_sent_chunks(page_piece_hashes(request)):
            shown = fragment_context(
                look,
                to=to,
                in_words=is_apart or has_words_open(request),
                is_mine=is_mine and not is_guessing,
                is_guessing=is_guessing,
            )
            shown |= {
                "reads_on": has_words_open(request) and not is_fragment_request(request),
                "chapters": _readable_chapters(chapter.study, request.user),
                "longest_comment": MAX_COMMENT_LENGTH,
                "longest_label": MAX_LABEL_LENGTH,
                "longest_name": names.LONGEST,
                "guessed": "",
                **more,
            }
            html = render_to_string(FRAGMENT, shown, request)
    except MatchLoadError as held:
        html, status = render_on_hold(chapter.table, held), held.status
    if is_fragment_request(request):
        return HttpResponse(html, status=status)
    whole = {
        "study": chapter.study,
        "chapter": chapter,
        "to": to,
        "presenter": presenter(chapter.table.game),
        "place": look.at,
        "plays": is_mine or is_guessing,
        "fragment": html,
    }
    return render(request, "studies/chapter.html", whole, status=status)


def _first_node(chapter: Chapter, *, is_mine: bool) -> int:
    """The node at which a chapter opens: the owner's current one; for others the first note."""
    if is_mine:
        return chapter.current_node
    notes = sorted(int(place) for place in chapter.annotations)
    return notes[0] if notes else 0


def _apply_guess(request: HttpRequest, chapter: Chapter) -> tuple[int, dict[str, Any]]:
    """Apply a guess; return the node that it leads to, and the context about its outcome."""
    given = request.POST
    tells = given.get("what") == "tell"
    look, came, answer = check_guess(
        chapter, given.get("step", ""), given.getlist("move"), tells=tells
    )
    context: dict[str, Any] = {"guessed": came} if came else {}
    if answer is not None:
        context["answer"] = look.step(answer, int).label
    return look.at, context


def _apply_chapter_change(request: HttpRequest, study: Study, pk: int) -> str:
    """Apply the submitted change to a chapter; return the address to show next.

    Raises:
        ActionError: the change is not possible; nothing has changed.
        InvalidInputError: a field is not a number.
    """
    user, given, key = authenticated_user(request), request.POST, study.key
    here, what = request.path, given.get("what", "")
    if "go" in given:
        actions.set_current_node(user, key, pk, parse_whole_number(given["go"], "go"))
        return here
    step = parse_whole_number(given.get("step", ""), "step")
    if what == "say":
        actions.set_comment(user, key, pk, step, given.get("comment", ""))
        return f"{here}#here"
    if what == "mark":
        thing, _space, label = given.get("part", "").partition(" ")
        thing, label = given.get("thing", thing), given.get("label", label)
        actions.toggle_mark(user, key, pk, step, thing, label)
    elif what == "cut":
        actions.delete_branch(user, key, pk, step)
    elif what in ("guess", "no-guess"):
        actions.set_guess_start(user, key, pk, step if what == "guess" else None)
        return f"{here}#chapter"
    elif what == "rename":
        actions.rename_chapter(user, key, pk, given.get("name", ""))
        return f"{here}#chapter"
    else:
        actions.play_moves(user, key, pk, step, given.getlist("move"))
    return here
