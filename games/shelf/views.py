"""The pages of a game: what it is, its rules as a whole, and one paragraph of them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

import games.rules as rules

from .. import rulebook
from ..boards import Presenter, presenter


def find(key: str) -> Presenter:
    """The presenter of the game of this address.

    Raises:
        Http404: there is no such game.
    """
    if key not in rules.catalogue():
        raise Http404(_("There is no such game here."))
    return presenter(key)


@require_GET
def paragraph(request: HttpRequest, key: str, anchor: str) -> HttpResponse:
    """What the rules say of a section ("5.8") or a component ("wharf"): in short, and the section.

    A script gets the part that it shows as a note, without the page around it.
    """
    show = find(key)
    book = rulebook.book(key)
    part = book.section_of(anchor) if book else None
    if book is None or part is None:
        raise Http404(_("The rules have no such paragraph."))
    context = {
        "presenter": show,
        "anchor": anchor,
        "entry": book.entries.get(anchor),
        "part": part,
        "below": book.below(part),
    }
    is_note = request.headers.get("X-Note") == "1"
    return render(request, "shelf/note.html" if is_note else "shelf/paragraph.html", context)


@require_GET
def game(request: HttpRequest, key: str) -> HttpResponse:
    """What a game is, its rules, and how it goes here."""
    show = find(key)
    return render(request, "shelf/game.html", {"presenter": show, "book": rulebook.book(key)})
