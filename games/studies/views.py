"""The pages of studies: the list, each with its chapters, and a chapter with its board."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

import games.rules as rules
from portal.http.input_validation import whole_number
from portal.performance.translation_cache import reading

from .. import names
from ..archive.record_format import MEDIA_TYPE, SUFFIX
from ..archive.views import RecordForm, working
from ..boards import presenter, rendering
from ..boards.cached_urls import url
from ..clubs.queries import circles_of
from ..models import Chapter, Study
from ..table.access import person
from ..table.errors import CannotLoad, Refused
from ..table.views.page_context import held_board
from ..table.views.pages import MOVES, find, have_of, is_partial, reads_words
from . import actions, creation
from .chapter_page import Look, context, guess, unsigned
from .forms import SetUpForm
from .tree import LONGEST_COMMENT, LONGEST_LABEL

FRAGMENT = "games/studies/fragment.html"

View = Callable[..., HttpResponse]


def _there(view: View) -> View:
    """A study that whoever asks may not know of is no page."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except actions.NoSuchStudy as refused:
            raise Http404(refused.message) from refused

    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """My studies; sent, a new one begins."""
    user, refused = person(request), None
    if request.method == "POST":
        try:
            return redirect(actions.create(user, request.POST.get("name", "")))
        except Refused as error:
            refused = error
    shown = {
        "studies": actions.studies_of(user).prefetch_related("chapters"),
        "longest_name": names.LONGEST,
        "refused": refused,
    }
    status = 200 if refused is None else refused.status
    return render(request, "games/studies/mine.html", shown, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def of_table(request: HttpRequest, key: str) -> HttpResponse:
    """Where a match that is over is to be studied: in a new study, or as a chapter of one."""
    table, user, refused = find(request, key), person(request), None
    if table.started_at is None:
        raise Http404(_("This match has not started."))
    given = request.POST.get("move") or request.GET.get("move", "")
    at = whole_number(given, "move") if given else None
    if request.method == "POST":
        try:
            with working(request, "study"):
                study = request.POST.get("study", "")
                return redirect(creation.of_table(user, study, table, at))
        except Refused as error:
            refused = error
    shown = {
        "table": table,
        "presenter": presenter(table.game),
        "at": at,
        "studies": actions.studies_of(user),
        "refused": refused,
    }
    status = 200 if refused is None else refused.status
    return render(request, "games/studies/of_table.html", shown, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@_there
def study(request: HttpRequest, key: str) -> HttpResponse:
    """A study and its chapters; its owner changes it, and brings records."""
    found = actions.readable(key, request.user)
    is_mine = request.user.pk == found.owner_id
    form, refused, status = RecordForm(), None, 200
    if request.method == "POST":
        if not is_mine:
            raise Http404(_("There is no such study."))
        form = RecordForm(request.POST, request.FILES)
        try:
            to = _changed_study(request, found, form)
            if to:
                return redirect(to)
            status = 422
        except Refused as error:
            form, refused, status = RecordForm(), error, error.status
    shown = {
        "study": found,
        "chapters": _chapters(found, request.user),
        "is_mine": is_mine,
        "form": form,
        "readers": Study.Readers.choices,
        "circles": circles_of(request.user) if is_mine else (),
        "games": [(one, presenter(one).name()) for one in rules.catalogue()] if is_mine else (),
        "address": request.build_absolute_uri(found.get_absolute_url()),
        "longest_name": names.LONGEST,
        "refused": refused,
    }
    return render(request, "games/studies/study.html", shown, status=status)


def _changed_study(request: HttpRequest, study: Study, form: RecordForm) -> str:
    """Do with a study what was sent; where to go then, "" where a file is none.

    Raises:
        Refused: nothing has changed.
    """
    user, given, what = person(request), request.POST, request.POST.get("what", "")
    if what == "remove":
        actions.remove(user, study.key)
        messages.success(request, _("The study is deleted."))
        return url("games:studies")
    if what == "remove-chapter":
        chapter = whole_number(given.get("chapter", ""), "chapter")
        actions.remove_chapter(user, study.key, chapter)
    elif what == "bring":
        with working(request, "study"):
            if not form.is_valid():
                return ""
            creation.of_file(user, study.key, form.cleaned_data["record"])
    else:
        told = {name: given.get(name, "") for name in ("name", "readers", "circle")}
        actions.change(user, study.key, **told)
        messages.success(request, _("Saved."))
    return study.get_absolute_url()


def _chapters(study: Study, user: Any) -> list[tuple[Chapter, bool]]:
    """The chapters of which this person may know, and whether their match is over."""
    found = study.chapters.select_related("table").defer("nodes", "notes", "table__state")
    told = []
    for chapter in found:
        chapter.study = study
        if actions.visible_to(chapter.table, user):
            told.append((chapter, actions.is_told(chapter)))
    return told


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@_there
def set_up(request: HttpRequest, key: str, game: str) -> HttpResponse:
    """A chapter over a set-up: how many sit there, and the options of the game."""
    user = person(request)
    found = actions.studies_of(user).filter(key=key).first()
    if found is None or game not in rules.catalogue():
        raise Http404(_("There is no such study."))
    form, status = SetUpForm(rules.catalogue()[game], request.POST or None), 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                with working(request, "study"):
                    seats = form.cleaned_data["seats"]
                    return redirect(creation.of_set_up(user, key, game, seats, form.options()))
            except Refused as refused:
                form.add_error(None, refused.message)
    shown = {"study": found, "presenter": presenter(game), "form": form}
    return render(request, "games/studies/set_up.html", shown, status=status)


@require_POST
@login_required
@_there
def copy(request: HttpRequest, key: str) -> HttpResponse:
    """Take the chapters of somebody's study into a new one of my own."""
    found = actions.readable(key, request.user)
    try:
        with working(request, "study"):
            return redirect(creation.copy(person(request), found))
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect(found)


@require_safe
@_there
def file(request: HttpRequest, key: str) -> HttpResponse:
    """A study as a file: a record for each chapter, with its lines."""
    found = actions.readable(key, request.user)
    try:
        with working(request, "record"):
            text = creation.text_of_study(found, request.user)
    except Refused as refused:
        messages.error(request, refused.message)
        return redirect(found)
    answer = HttpResponse(text, MEDIA_TYPE)
    answer["Content-Disposition"] = f'attachment; filename="study-{found.key}{SUFFIX}"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@_there
def chapter(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """A chapter with its board: the part that changes for a script, the page for a browser."""
    found = actions.readable(key, request.user)
    is_mine = request.user.pk == found.owner_id
    more: dict[str, Any] = {}
    status, at = 200, None
    try:
        one = actions.chapter_of(found, pk, request.user)
    except actions.Rests as refused:
        shown = {"study": found, "refused": refused}
        return render(request, "games/studies/rests.html", shown, status=refused.status)
    is_guessing = one.guess is not None and (not is_mine or "guess" in request.GET)
    if request.method == "POST":
        try:
            if is_guessing:
                at, more = _guessed(request, one)
            elif is_mine:
                to = _changed(request, found, pk)
                if not is_partial(request) or to != request.path:
                    reads_on = f"?words=1#{MOVES}" if reads_words(request) else ""
                    return redirect(f"{to}{reads_on}")
                one = actions.chapter_of(found, pk, request.user)
            else:
                raise Http404(_("There is no such study."))
        except Refused as refused:
            more, status = {"refused": refused.message}, refused.status
            at = None if is_guessing else whole_number(request.POST.get("step", "0"), "step")
    return _shown(request, one, at, more, status, is_mine=is_mine, is_guessing=is_guessing)


def _shown(
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
    # What a script asks for later is the owner's own place: elsewhere all is told at once.
    is_apart = is_guessing or bool(given)
    if at is None and is_guessing:
        at = unsigned(chapter, given)
    elif at is None:
        at = whole_number(given, "at") if given else _first(chapter, is_mine=is_mine)
    to = chapter.get_absolute_url() + ("?guess=1" if is_guessing and is_mine else "")
    look = Look(chapter, at)
    try:
        with reading(), rendering.sending(have_of(request)):
            shown = context(
                look,
                to=to,
                in_words=is_apart or reads_words(request),
                is_mine=is_mine and not is_guessing,
                is_guessing=is_guessing,
            )
            shown |= {
                "reads_on": reads_words(request) and not is_partial(request),
                "chapters": _chapters(chapter.study, request.user),
                "longest_comment": LONGEST_COMMENT,
                "longest_label": LONGEST_LABEL,
                "longest_name": names.LONGEST,
                "guessed": "",
                **more,
            }
            html = render_to_string(FRAGMENT, shown, request)
    except CannotLoad as held:
        html, status = held_board(chapter.table, held), held.status
    if is_partial(request):
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
    return render(request, "games/studies/chapter.html", whole, status=status)


def _first(chapter: Chapter, *, is_mine: bool) -> int:
    """The place at which a chapter opens: where its owner is, and for others at the beginning."""
    if is_mine:
        return chapter.at
    notes = sorted(int(place) for place in chapter.notes)
    return notes[0] if notes else 0


def _guessed(request: HttpRequest, chapter: Chapter) -> tuple[int, dict[str, Any]]:
    """The place to which a guess leads, and what is said of it."""
    given = request.POST
    tells = given.get("what") == "tell"
    look, came, answer = guess(chapter, given.get("step", ""), given.getlist("move"), tells=tells)
    told: dict[str, Any] = {"guessed": came} if came else {}
    if answer is not None:
        told["answer"] = look.step(answer, int).label
    return look.at, told


def _changed(request: HttpRequest, study: Study, pk: int) -> str:
    """Do with a chapter what was sent; the address to look at afterwards.

    Raises:
        Refused: nothing has changed.
        Unreadable: a number is none.
    """
    user, given, key = person(request), request.POST, study.key
    here, what = request.path, given.get("what", "")
    if "go" in given:
        actions.go(user, key, pk, whole_number(given["go"], "go"))
        return here
    step = whole_number(given.get("step", ""), "step")
    if what == "say":
        actions.say(user, key, pk, step, given.get("comment", ""))
        return f"{here}#here"
    if what == "mark":
        thing, _space, label = given.get("part", "").partition(" ")
        thing, label = given.get("thing", thing), given.get("label", label)
        actions.mark(user, key, pk, step, thing, label)
    elif what == "cut":
        actions.cut(user, key, pk, step)
    elif what in ("guess", "no-guess"):
        actions.set_guess(user, key, pk, step if what == "guess" else None)
        return f"{here}#chapter"
    elif what == "rename":
        actions.rename_chapter(user, key, pk, given.get("name", ""))
        return f"{here}#chapter"
    else:
        actions.play(user, key, pk, step, given.getlist("move"))
    return here
