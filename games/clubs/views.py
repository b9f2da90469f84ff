"""Pages of circles."""

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
from accounts.nicknames import known_as

from ..models import Membership, Table, Webhook
from ..models.clubs import LONGEST_WORD
from ..social.presence import presence
from ..table.access import person
from ..table.errors import Refused
from ..table.views.cards import rows
from . import chat, creation, leaderboard, membership, queries
from .forms import CircleForm

TABLES_SHOWN = 12
BEST_SHOWN = 5
MEMBERS_SHOWN = 50  # on a page of them

View = Callable[..., HttpResponse]


def _in_circle(view: View) -> View:
    """What is refused there is told on the circle's page, or on the list, to whoever is not in."""

    @login_required
    @wraps(view)
    def answer(request: HttpRequest, key: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, key, *args, **kwargs)
        except queries.NoSuchCircle as refused:
            raise Http404(refused.message) from refused
        except Refused as refused:
            messages.error(request, refused.message)
            return redirect("games:circle", key)

    return answer


def _found(username: str) -> User:
    other = User.objects.filter(known_as(username.strip()), is_active=True, guest_of="").first()
    if other is None:
        raise creation.BadCircle(_("There is nobody with this name."), "name")
    return other


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """My circles, what I am invited to, and circles that anybody may find."""
    user = person(request)
    asked = queries.asked_to(user)
    context = {
        "circles": queries.circles_of(user),
        "invitations": [one for one in asked if one.invited_by_id is not None],
        "requests": [one for one in asked if one.invited_by_id is None],
        "others": queries.open_circles(user),
    }
    return render(request, "games/clubs/mine.html", context)


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Begin a circle."""
    form = CircleForm(request.POST or None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                return redirect(creation.found(person(request), **form.cleaned_data))
            except Refused as refused:
                form.add_error(getattr(refused, "field", "") or None, refused.message)
    return render(request, "games/clubs/form.html", {"form": form}, status=status)


@_in_circle
@require_safe
def page(request: HttpRequest, key: str) -> HttpResponse:
    """A circle: for its people with everything, for others what it says of itself."""
    user = person(request)
    found = queries.seen(key, user)
    if found.mine is None:
        context = {"found": found, "circle": found.circle, "longest_word": LONGEST_WORD}
        return render(request, "games/clubs/outside.html", context)
    tables = Table.objects.filter(circle=found.circle).exclude(status=Table.Status.CLOSED)
    shown = Paginator(found.members, MEMBERS_SHOWN).get_page(request.GET.get("people"))
    now = timezone.now()
    candidates = found.circle.candidates.select_related("user", "invited_by").order_by("pk")
    boards = leaderboard.boards(found)
    context = {
        "found": found,
        "circle": found.circle,
        "members": [(one, presence(one.user, now)) for one in shown],
        "shown": shown,
        "candidates": list(candidates) if found.leads else [],
        "tables": rows(tables.order_by("-changed_at")[:TABLES_SHOWN], user),
        "boards": [(board, board.lines[:BEST_SHOWN]) for board in boards],
        "talk": chat.last_messages(found, user),
        "hook": Webhook.objects.filter(circle=found.circle).first()
        if found.circle.has_webhook
        else None,
        "longest_message": chat.LONGEST,
        "longest_word": LONGEST_WORD,
    }
    return render(request, "games/clubs/circle.html", context)


@_in_circle
@require_safe
def best(request: HttpRequest, key: str, game: str) -> HttpResponse:
    """The whole leaderboard of a circle in one game."""
    found = queries.inside(key, person(request))
    boards = leaderboard.boards(found, game)
    if not boards:
        raise Http404(_("There is no such game here."))
    context = {"circle": found.circle, "board": boards[0]}
    return render(request, "games/clubs/leaderboard.html", context)


@_in_circle
def change(request: HttpRequest, key: str) -> HttpResponse:
    """The owner changes what a circle is."""
    user = person(request)
    found = queries.inside(key, user)
    if not found.owns:
        raise queries.NotYours(_("Only the owner of a circle can do that."))
    circle = found.circle
    given = {"name": circle.name, "text": circle.text, "joining": circle.joining}
    form = CircleForm(request.POST or None, initial=given)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                return redirect(creation.change(key, user, **form.cleaned_data))
            except creation.BadCircle as refused:
                form.add_error(refused.field or None, refused.message)
    context = {"form": form, "circle": circle}
    return render(request, "games/clubs/form.html", context, status=status)


@_in_circle
@require_POST
def close(request: HttpRequest, key: str) -> HttpResponse:
    creation.close(key, person(request))
    messages.success(request, _("The circle is closed."))
    return redirect("games:circles")


@_in_circle
@require_POST
def join(request: HttpRequest, key: str) -> HttpResponse:
    """Come in, or ask to."""
    if not membership.join(key, person(request), request.POST.get("word", "")):
        messages.success(request, _("Request sent. We will tell you when somebody lets you in."))
    return redirect("games:circle", key)


@_in_circle
@require_POST
def leave(request: HttpRequest, key: str) -> HttpResponse:
    """Go out, decline an invitation, or take a request back."""
    user = person(request)
    queries.seen(key, user)
    membership.leave(key, user)
    return redirect("games:circles")


@_in_circle
@require_POST
def invite(request: HttpRequest, key: str) -> HttpResponse:
    """Invite the person of a name."""
    user = person(request)
    queries.leading(key, user)
    other = _found(request.POST.get("name", ""))
    if membership.invite(key, user, other, request.POST.get("word", "")):
        messages.success(request, _("%(name)s is now in the circle.") % {"name": other})
    else:
        messages.success(request, _("%(name)s is invited.") % {"name": other})
    return redirect("games:circle", key)


@_in_circle
@require_POST
def candidate(request: HttpRequest, key: str, username: str) -> HttpResponse:
    """Let somebody in who has asked, or take them off the list."""
    user = person(request)
    queries.leading(key, user)
    if request.POST.get("what") == "admit":
        membership.invite(key, user, _found(username))
    else:
        membership.turn_down(key, user, _found(username))
    return redirect("games:circle", key)


@_in_circle
@require_POST
def member(request: HttpRequest, key: str, username: str) -> HttpResponse:
    """Make somebody a helper, a member or the owner; or remove them."""
    user, what = person(request), request.POST.get("what", "")
    queries.inside(key, user)
    if what in Membership.Role.values:
        membership.give_role(key, user, _found(username), what)
    elif what == "remove":
        membership.remove(key, user, _found(username))
    return redirect("games:circle", key)


@_in_circle
@require_POST
def say(request: HttpRequest, key: str) -> HttpResponse:
    """Write in the talk of a circle."""
    user = person(request)
    chat.say(queries.inside(key, user), user, request.POST.get("text", ""))
    return redirect(f"{reverse('games:circle', args=[key])}#talk")
