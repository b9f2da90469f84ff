"""Pages of matches between clubs."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

import games.rules as rules
from accounts.requests import authenticated_user
from portal.errors import ActionError
from portal.http.refusals import refusal_as_message

from ..boards import presenter
from ..clubs.queries import get_club_for_leader, get_visible_club
from ..lobby.table_settings import TableSettings
from ..time_controls import describe_time_control
from . import line_ups, proposals, scores
from .access import get_visible_match, is_leader, visible_matches
from .forms import ChallengeForm, game_choices
from .models import ClubMatch

LISTED = 50


@require_safe
def match_list(request: HttpRequest) -> HttpResponse:
    """List the matches between clubs that the reader may see."""
    seen = visible_matches(request.user).annotate(board_count=Count("boards"))
    context: dict[str, Any] = {}
    if key := request.GET.get("club"):
        club = get_visible_club(key, request.user)
        seen = seen.filter(Q(home=club.club) | Q(away=club.club))
        context = {"club": club.club, "leads": club.leads}
    parts = [
        (state, list(seen.filter(state=state)[:LISTED]))
        for state in ClubMatch.State
        if state != ClubMatch.State.CALLED_OFF
    ]
    context |= {"parts": parts, "is_empty": not any(matches for _state, matches in parts)}
    return render(request, "club_matches/list.html", context)


@login_required
@require_safe
def choose_game(request: HttpRequest, key: str) -> HttpResponse:
    """Choose the game of a challenge."""
    found = get_club_for_leader(key, authenticated_user(request))
    games = [(game, presenter(game).name()) for game in game_choices()]
    return render(request, "club_matches/choose_game.html", {"club": found.club, "games": games})


@login_required
def challenge(request: HttpRequest, key: str, game: str) -> HttpResponse:
    """Challenge another club to a match of a game."""
    if game not in game_choices():
        raise Http404(_("There is no such game here."))
    user = authenticated_user(request)
    found = get_club_for_leader(key, user)
    form = ChallengeForm(rules.get(game), request.POST or None, zone=user.time_zone)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(proposals.challenge_club(key, user, form.challenge()))
        except ActionError as refused:
            form.add_action_error(refused)
    context = {"club": found.club, "form": form, "presenter": presenter(game)}
    status = 422 if request.method == "POST" else 200
    return render(request, "club_matches/challenge.html", context, status=status)


@require_safe
def match_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a match: both sides, who plays, the boards and the points."""
    match = get_visible_match(key, request.user)
    user = request.user
    own = match.players.filter(user=user).first() if user.is_authenticated else None
    settings = TableSettings.from_json(rules.get(match.game), match.table_settings)
    show = presenter(match.game)
    is_led = [is_leader(club, user) for club in match.clubs]
    context = {
        "match": match,
        "clock": describe_time_control(settings.clock),
        "is_rated": settings.rated,
        "options": [
            show.choice_text(option, settings.options[option.key])
            for option in show.game.options
            if settings.options[option.key] != option.default
        ],
        "sides": [_side(match, *one) for one in zip(match.clubs, is_led, strict=True)],
        "score": None if match.is_before_start else scores.score_of(match),
        "own": own,
        "own_clubs": _own_clubs(match, user),
        "may_answer": match.is_proposed and is_led[1],
        "may_call_off": match.is_before_start and any(is_led),
        "has_choice": match.pairing == ClubMatch.Pairing.CHOICE,
    }
    return render(request, "club_matches/match.html", context)


def _side(match: ClubMatch, club: Any, is_led: bool) -> dict[str, Any]:
    players = scores.players_of(match, club)
    ratings = line_ups.ratings_of(match, players)
    return {
        "club": club,
        "is_led": is_led,
        "players": [(one, ratings[one.user_id]) for one in players],
        "order": "\n".join(one.user.username for one in players),
    }


def _own_clubs(match: ClubMatch, user: Any) -> list[Any]:
    if not user.is_authenticated:
        return []
    mine = set(user.memberships.filter(club__in=match.clubs).values_list("club", flat=True))
    return [club for club in match.clubs if club.pk in mine]


@login_required
@require_POST
def answer(request: HttpRequest, key: str) -> HttpResponse:
    """Accept or decline a challenge."""
    accepts = request.POST.get("answer") == "accept"
    with refusal_as_message(request):
        proposals.answer_challenge(key, authenticated_user(request), accepts=accepts)
        messages.success(
            request,
            _("Challenge accepted. Members can now enter.")
            if accepts
            else _("Challenge declined."),
        )
    return redirect("games:club_match", key)


@login_required
@require_POST
def call_off(request: HttpRequest, key: str) -> HttpResponse:
    """Call off a match that has not started."""
    with refusal_as_message(request):
        proposals.call_off(key, authenticated_user(request))
        messages.success(request, _("The match is called off."))
    return redirect("games:club_match", key)


@login_required
@require_POST
def enter(request: HttpRequest, key: str) -> HttpResponse:
    """Enter a match for a club of mine."""
    with refusal_as_message(request):
        player = line_ups.enter(key, authenticated_user(request), request.POST.get("club", ""))
        messages.success(request, _("You play for %(club)s.") % {"club": player.club.name})
    return redirect("games:club_match", key)


@login_required
@require_POST
def leave(request: HttpRequest, key: str) -> HttpResponse:
    """Withdraw from a match that has not started."""
    with refusal_as_message(request):
        line_ups.leave(key, authenticated_user(request))
        messages.success(request, _("You no longer play in this match."))
    return redirect("games:club_match", key)


@login_required
@require_POST
def set_order(request: HttpRequest, key: str) -> HttpResponse:
    """Set the order in which the players of a club sit at the boards."""
    names = request.POST.get("order", "").split()
    with refusal_as_message(request):
        line_ups.set_order(key, authenticated_user(request), request.POST.get("club", ""), names)
        messages.success(request, _("The order of boards is saved."))
    return redirect("games:club_match", key)
