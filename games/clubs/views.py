"""Pages of clubs."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.nicknames import name_lookup
from accounts.requests import authenticated_user
from portal.errors import Forbidden, Invalid, NotFound
from portal.http.refusals import refusal_as_message, refusal_in_form

from ..models import Membership, Table, Webhook
from ..models.clubs import LONGEST_WORD
from ..phrases import GROUPS
from ..social.presence import visible_presence
from ..table.actions.chat_messages import LONGEST_MESSAGE
from ..table.views.cards import render_rows
from . import chat, creation, invitations, leaderboard, membership, queries
from .forms import ClubForm

MAX_TABLES_SHOWN = 12
MAX_LEADERS_SHOWN = 5
MEMBERS_PER_PAGE = 50

View = Callable[..., HttpResponse]


def club_view(view: View, page: str = "games:club") -> View:
    """Require a login, and show the errors of a view as messages on a page of the club."""

    @login_required
    @wraps(view)
    def answer(request: HttpRequest, key: str, *args: Any, **kwargs: Any) -> HttpResponse:
        with refusal_as_message(request, but=NotFound):
            return view(request, key, *args, **kwargs)
        return redirect(page, key)

    return answer


def get_user_by_name(username: str) -> User:
    other = User.objects.filter(
        name_lookup(username.strip()), is_active=True, guest_network=""
    ).first()
    if other is None:
        raise Invalid(_("There is no account with this name."), field="name", code="bad_circle")
    return other


@login_required
@require_safe
def my_clubs(request: HttpRequest) -> HttpResponse:
    """Show my clubs, my invitations and requests, and clubs that anyone may find."""
    user = authenticated_user(request)
    asked = queries.pending_memberships_of(user)
    context = {
        "clubs": queries.clubs_of(user),
        "invitations": [one for one in asked if one.invited_by_id is not None],
        "requests": [one for one in asked if one.invited_by_id is None],
        "others": queries.findable_clubs(user),
    }
    return render(request, "games/clubs/my_clubs.html", context)


@login_required
def new_club(request: HttpRequest) -> HttpResponse:
    """Create a club."""
    form = ClubForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            with refusal_in_form(form):
                return redirect(
                    creation.create_club(authenticated_user(request), **form.cleaned_data)
                )
    return render(request, "games/clubs/form.html", {"form": form}, status=status)


@club_view
@require_safe
def club_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show a club: everything to its members, its description to others."""
    user = authenticated_user(request)
    found = queries.get_visible_club(key, user)
    if found.mine is None:
        context = {"found": found, "club": found.club, "longest_word": LONGEST_WORD}
        return render(request, "games/clubs/join.html", context)
    tables = Table.objects.filter(club=found.club).exclude(status=Table.Status.CLOSED)
    shown = Paginator(found.members, MEMBERS_PER_PAGE).get_page(request.GET.get("people"))
    now = timezone.now()
    boards = leaderboard.build_leaderboards(found)
    context = {
        "found": found,
        "club": found.club,
        "members": [(one, visible_presence(one.user, now)) for one in shown],
        "shown": shown,
        **(invitations.waiting_people(found)._asdict() if found.leads else {}),
        "tables": render_rows(tables.order_by("-changed_at")[:MAX_TABLES_SHOWN], user),
        "boards": [(board, board.lines[:MAX_LEADERS_SHOWN]) for board in boards],
        "talk": chat.recent_messages(found, user),
        "hook": Webhook.objects.filter(club=found.club).first() if found.club.has_webhook else None,
        "longest_message": LONGEST_MESSAGE,
        "phrase_groups": GROUPS,
        "longest_word": LONGEST_WORD,
    }
    return render(request, "games/clubs/club.html", context)


@club_view
@require_safe
def leaderboard_page(request: HttpRequest, key: str, game: str) -> HttpResponse:
    """Show the complete leaderboard of a club in one game."""
    found = queries.get_club_for_member(key, authenticated_user(request))
    boards = leaderboard.build_leaderboards(found, game)
    if not boards:
        raise Http404(_("There is no such game here."))
    context = {"club": found.club, "board": boards[0]}
    return render(request, "games/clubs/leaderboard.html", context)


@club_view
def edit_club(request: HttpRequest, key: str) -> HttpResponse:
    """Change a club; only its owner may."""
    user = authenticated_user(request)
    found = queries.get_club_for_member(key, user)
    if not found.owns:
        raise Forbidden(_("Only the owner of a club can do that."), code="not_your_circle")
    club = found.club
    given = {"name": club.name, "text": club.description, "joining": club.join_policy}
    form = ClubForm(request.POST or None, initial=given)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                return redirect(creation.update_club(key, user, **form.cleaned_data))
            except Invalid as refused:
                form.add_error(refused.field or None, refused.message)
    context = {"form": form, "club": club}
    return render(request, "games/clubs/form.html", context, status=status)


@club_view
@require_POST
def close_club(request: HttpRequest, key: str) -> HttpResponse:
    creation.close_club(key, authenticated_user(request))
    messages.success(request, _("The club has been closed."))
    return redirect("games:clubs")


@club_view
@require_POST
def join_club(request: HttpRequest, key: str) -> HttpResponse:
    """Join, or request to join."""
    if not membership.join_or_request(
        key, authenticated_user(request), request.POST.get("word", "")
    ):
        messages.success(request, _("Request sent. We will tell you when it is approved."))
    return redirect("games:club", key)


@club_view
@require_POST
def leave_club(request: HttpRequest, key: str) -> HttpResponse:
    """Leave, decline an invitation, or withdraw a request."""
    user = authenticated_user(request)
    queries.get_visible_club(key, user)
    membership.leave_club(key, user)
    return redirect("games:clubs")


@club_view
@require_POST
def manage_member(request: HttpRequest, key: str, username: str) -> HttpResponse:
    """Make a person a helper, a member or the owner, or remove them."""
    user, what = authenticated_user(request), request.POST.get("what", "")
    queries.get_club_for_member(key, user)
    if what in Membership.Role.values:
        membership.change_role(key, user, get_user_by_name(username), what)
    elif what == "remove":
        membership.remove_member(key, user, get_user_by_name(username))
    return redirect("games:club", key)


@club_view
@require_POST
def post_message(request: HttpRequest, key: str) -> HttpResponse:
    """Post a message in the chat of a club."""
    user = authenticated_user(request)
    text, phrase = (request.POST.get(name, "") for name in ("text", "phrase"))
    chat.post_message(queries.get_club_for_member(key, user), user, text, phrase)
    return redirect(f"{reverse('games:club', args=[key])}#talk")
