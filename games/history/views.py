"""What stays: my own matches, and what others see of a person."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Exists, OuterRef, Q, Subquery
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

import games.rules as rules
from accounts import countries
from accounts.models import User
from accounts.usernames import called
from portal.http.pagination import page_of

from ..boards import presenter
from ..models import Block
from ..reliability import views as standing
from ..social import follow_list, notes
from ..table.access import person as person_of
from ..table.errors import Refused
from ..tournaments.queries import won_by
from . import my_matches, saved_searches
from . import profile as profiles

MATCHES_AT_ONCE = 50
CUPS = 12


@require_safe
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
            "country": countries.name(person.country),
            "records": profiles.records(person),
            "matches": profiles.drawn(profiles.recent_matches(person, request.user)),
            "cups": won_by(person, request.user)[:CUPS],
            **_between(request.user, person),
            **standing.told(person),
        },
    )


def _between(reader: Any, person: User) -> dict[str, Any]:
    """What only the reader of a profile sees there: whom they follow and block, what they noted."""
    if not reader.is_authenticated or reader.pk == person.pk:
        return {}
    follows = follow_list.followed_by(reader).filter(pk=OuterRef("pk"))
    theirs = Block.objects.filter(blocker=OuterRef("pk"), blocked=reader)
    mine = Block.objects.filter(blocker=reader, blocked=OuterRef("pk"))
    told = {
        "is_followed": Exists(follows),
        "may_follow": Q(may_be_followed=True) & ~Exists(theirs),
        "is_blocked": Exists(mine),
        "note": Subquery(notes.texts_about(reader, person)[:1]),
    }
    found = User.objects.annotate(**told).values(*told).get(pk=person.pk)
    return {**found, **notes.shown_text(found["note"] or "")}


@login_required
@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    """All my matches that are over, narrowed down."""
    wanted = my_matches.Wanted.of(request.GET.dict())
    seats = my_matches.seats_of(person_of(request), wanted)
    page = page_of(seats, ("-pk",), MATCHES_AT_ONCE, request.GET)
    game = rules.catalogue().get(wanted.game)
    show = presenter(wanted.game)
    chosen = dict(wanted.options)
    context = {
        "page": page,
        "matches": profiles.drawn(my_matches.played(page.rows)),
        "wanted": wanted,
        "between": my_matches.between(person_of(request), wanted),
        "games": [(key, presenter(key).name()) for key in rules.catalogue()],
        "seats": range(1, rules.MOST_SEATS + 1),
        "options": [
            (
                option.key,
                show.option_label(option),
                [(choice, show.choice_label(option, choice)) for choice in option.choices],
                chosen.get(option.key, ""),
            )
            for option in (game.options if game is not None else ())
        ],
        "query": wanted.query,
        "asked": parse_qsl(wanted.query),
        "searches": saved_searches.of(person_of(request)),
    }
    return render(request, "games/history/my_matches.html", context)


@login_required
@require_POST
def save_search(request: HttpRequest) -> HttpResponse:
    """Keep the filters of my matches by a name."""
    wanted = my_matches.Wanted.of(request.POST.dict())
    try:
        saved = saved_searches.keep(person_of(request), request.POST.get("name", ""), wanted)
        messages.success(request, _("“%(name)s” is saved.") % {"name": saved.name})
    except Refused as refused:
        messages.error(request, refused.message)
    return redirect(f"{reverse('games:my_matches')}?{wanted.query}")


@login_required
@require_POST
def delete_search(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a search of mine."""
    if not saved_searches.forget(person_of(request), pk):
        raise Http404(_("You have no such search."))
    messages.success(request, _("The search is deleted."))
    return redirect("games:my_matches")


@login_required
@require_safe
def matches_csv(request: HttpRequest) -> StreamingHttpResponse:
    """The same as a file for spreadsheets."""
    told = my_matches.rows(person_of(request), my_matches.Wanted.of(request.GET.dict()))
    answer = StreamingHttpResponse(my_matches.as_csv(told), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="matches.csv"'
    return answer


@login_required
@require_safe
def matches_json(request: HttpRequest) -> HttpResponse:
    """The same for programs."""
    told = my_matches.rows(person_of(request), my_matches.Wanted.of(request.GET.dict()))
    answer = JsonResponse(list(told), safe=False, json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = 'attachment; filename="matches.json"'
    return answer
