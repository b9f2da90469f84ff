"""Pages of my own matches and of public profiles."""

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
from accounts.requests import authenticated_user as person_of
from accounts.usernames import username_lookup
from portal.http.pagination import cursor_page
from portal.http.refusals import refusal_as_message

from ..boards import presenter
from ..models import Block
from ..private_messages.eligibility import is_available_to
from ..ratings.reliability import views as standing
from ..social import follow_list
from ..table import notes
from ..tournaments.queries import tournaments_won_by
from . import my_matches, saved_searches
from . import profile as profiles

MATCHES_AT_ONCE = 50
MAX_TROPHIES = 12


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """Show the public profile of a person."""
    person = get_object_or_404(User, username_lookup(username), is_active=True, guest_network="")
    if person.username != username:
        return redirect(person, permanent=True)
    return render(
        request,
        "games/history/profile.html",
        {
            "person": person,
            "country": countries.country_name(person.country),
            "records": profiles.game_ratings(person),
            "matches": profiles.render_matches(profiles.recent_matches(person, request.user)),
            "cups": tournaments_won_by(person, request.user)[:MAX_TROPHIES],
            **_relationship(request.user, person),
            **standing.reliability_context(person),
        },
    )


def _relationship(reader: Any, person: User) -> dict[str, Any]:
    """Return what only the reader of a profile sees: their follow, their block and their note."""
    if not reader.is_authenticated or reader.pk == person.pk:
        return {}
    follows = follow_list.followed_users(reader).filter(pk=OuterRef("pk"))
    theirs = Block.objects.filter(blocker=OuterRef("pk"), blocked=reader)
    mine = Block.objects.filter(blocker=reader, blocked=OuterRef("pk"))
    queries = {
        "is_followed": Exists(follows),
        "may_follow": Q(may_be_followed=True) & ~Exists(theirs),
        "is_blocked": Exists(mine),
        "note": Subquery(notes.note_texts(reader, person)[:1]),
    }
    found = User.objects.annotate(**queries).values(*queries).get(pk=person.pk)
    return {
        **found,
        **notes.note_text_context(found["note"] or ""),
        # For everyone alike: a link that depends on who may write would show who blocks the reader.
        "has_messages": is_available_to(reader) and not person.is_guest,
    }


@login_required
@require_safe
def my_matches_page(request: HttpRequest) -> HttpResponse:
    """List my finished matches, filtered."""
    wanted = my_matches.MatchFilter.of(request.GET.dict())
    person = person_of(request)
    seats = my_matches.filtered_seats(person, wanted)
    page = cursor_page(seats, ("-pk",), MATCHES_AT_ONCE, request.GET)
    game = rules.catalogue().get(wanted.game)
    show = presenter(wanted.game)
    chosen = dict(wanted.options)
    context = {
        "page": page,
        "matches": profiles.render_matches(my_matches.with_opponents(page.rows, person)),
        "wanted": wanted,
        "between": my_matches.head_to_head(person, wanted),
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
        "searches": saved_searches.searches_of(person_of(request)),
    }
    return render(request, "games/history/my_matches.html", context)


@login_required
@require_POST
def save_search(request: HttpRequest) -> HttpResponse:
    """Save the filters of my matches under a name."""
    wanted = my_matches.MatchFilter.of(request.POST.dict())
    with refusal_as_message(request):
        saved = saved_searches.save_search(person_of(request), request.POST.get("name", ""), wanted)
        messages.success(request, _("Search “%(name)s” saved.") % {"name": saved.name})
    return redirect(f"{reverse('games:my_matches')}?{wanted.query}")


@login_required
@require_POST
def delete_search(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a saved search of mine."""
    if not saved_searches.delete_search(person_of(request), pk):
        raise Http404(_("You have no such search."))
    messages.success(request, _("Search deleted."))
    return redirect("games:my_matches")


@login_required
@require_safe
def my_matches_csv(request: HttpRequest) -> StreamingHttpResponse:
    """Return my filtered matches as a file for spreadsheets."""
    rows = my_matches.iterate_rows(
        person_of(request), my_matches.MatchFilter.of(request.GET.dict())
    )
    answer = StreamingHttpResponse(
        my_matches.to_csv_lines(rows), content_type="text/csv; charset=utf-8"
    )
    answer["Content-Disposition"] = 'attachment; filename="matches.csv"'
    return answer


@login_required
@require_safe
def my_matches_json(request: HttpRequest) -> HttpResponse:
    """Return my filtered matches as a file for programs."""
    rows = my_matches.iterate_rows(
        person_of(request), my_matches.MatchFilter.of(request.GET.dict())
    )
    answer = JsonResponse(list(rows), safe=False, json_dumps_params={"ensure_ascii": False})
    answer["Content-Disposition"] = 'attachment; filename="matches.json"'
    return answer
