"""Pages of invitations to clubs: requests to join, people invited by name, and links."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import signup_policy
from accounts.models import User
from accounts.requests import authenticated_user
from accounts.site import configuration
from portal.errors import ActionError, NotFound
from portal.http.input_validation import parse_whole_number
from portal.http.refusals import refusal_as_message

from ..models import Club, ClubLink
from ..models.clubs import LONGEST_WELCOME, LONGEST_WORD
from . import club_links, invitations, membership, queries
from .views import club_view, get_user_by_name

LINK_USES = (1, 5, 10, 25, 50, club_links.MAX_USES)
LINK_DAYS = (1, 3, 7, 14, club_links.MAX_DAYS)
PAGE = "games:club_invitations"

_invitation_view = partial(club_view, page=PAGE)


@club_view
@require_safe
def invitations_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show requests to join, invited people and links; for the owner and helpers."""
    return _render_page(request, key)


def _render_page(
    request: HttpRequest,
    key: str,
    results: list[invitations.InvitationResult] | None = None,
    refusal: ActionError | None = None,
) -> HttpResponse:
    user = authenticated_user(request)
    found = queries.get_club_for_leader(key, user)
    most = club_links.MAX_USES
    if membership.is_new_account(user):
        most = club_links.MAX_USES_OF_NEW_ACCOUNT
    mode = configuration.sign_up_mode()
    context = {
        "club": found.club,
        **invitations.waiting_people(found)._asdict(),
        "links": [
            (link, _link_url(request, link), link.over(timezone.now()))
            for link in club_links.recent_links(found.club)
        ],
        "results": results,
        "refusal": refusal,
        "given": request.POST if refusal else {},
        "most_names": invitations.MOST_NAMES,
        "longest_word": LONGEST_WORD,
        "longest_welcome": LONGEST_WELCOME,
        "uses": [n for n in LINK_USES if n <= most],
        "days": LINK_DAYS,
        "is_by_invitation": mode == signup_policy.INVITATION,
        "is_sign_up_closed": mode == signup_policy.CLOSED,
        "sign_ups_left": club_links.sign_ups_left(found.club),
    }
    status = 200 if refusal is None else refusal.status
    return render(request, "games/clubs/invitations.html", context, status=status)


def _link_url(request: HttpRequest, link: ClubLink) -> str:
    return request.build_absolute_uri(reverse("games:club_link", args=[link.token]))


@club_view
@require_POST
def invite_to_club(request: HttpRequest, key: str) -> HttpResponse:
    """Invite the people of a list, with a result for each, or one person by `name`."""
    user, word = authenticated_user(request), request.POST.get("word", "")
    queries.get_club_for_leader(key, user)
    if "name" in request.POST:
        (result,) = invitations.invite_people(key, user, [request.POST["name"].strip()], word)
        add = messages.success if result.is_done else messages.error
        add(request, f"{result.name}: {result.message}")
        return redirect("games:club", key)
    try:
        names = invitations.split_names(request.POST.get("names", ""))
        results = invitations.invite_people(key, user, names, word)
    except ActionError as refused:
        return _render_page(request, key, refusal=refused)
    return _render_page(request, key, results)


@_invitation_view
@require_POST
def admit_all(request: HttpRequest, key: str) -> HttpResponse:
    """Admit everyone who asked to join, with a result for each."""
    user = authenticated_user(request)
    queries.get_club_for_leader(key, user)
    return _render_page(request, key, invitations.admit_all(key, user))


@club_view
@require_POST
def decide_pending_member(request: HttpRequest, key: str, username: str) -> HttpResponse:
    """Admit a person who requested it, or remove them from the waiting list."""
    user = authenticated_user(request)
    queries.get_club_for_leader(key, user)
    page = PAGE if request.POST.get("page") == "invitations" else "games:club"
    with refusal_as_message(request, but=NotFound):
        if request.POST.get("what") == "admit":
            membership.invite_or_admit(key, user, get_user_by_name(username))
        else:
            membership.reject_pending_member(key, user, get_user_by_name(username))
    return redirect(page, key)


@_invitation_view
@require_POST
def create_link(request: HttpRequest, key: str) -> HttpResponse:
    user = authenticated_user(request)
    queries.get_club_for_leader(key, user)
    club_links.create_link(
        key,
        user,
        parse_whole_number(request.POST.get("uses", ""), "uses"),
        parse_whole_number(request.POST.get("days", ""), "days"),
        request.POST.get("welcome", ""),
    )
    messages.success(request, _("Link created."))
    return redirect(f"{reverse(PAGE, args=[key])}#links")


@_invitation_view
@require_POST
def withdraw_link(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    user = authenticated_user(request)
    queries.get_club_for_leader(key, user)
    club_links.withdraw_link(key, user, pk)
    messages.success(request, _("The link no longer works."))
    return redirect(f"{reverse(PAGE, args=[key])}#links")


@require_http_methods(["GET", "HEAD", "POST"])
def club_link_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show the club of a link; a POST joins it, or leads through sign-up or sign-in to it."""
    link, refusal = club_links.get_link(token), None
    user = request.user
    if request.method == "POST":
        if not user.is_authenticated or user.is_guest:
            return _lead_through_sign_in(request, link)
        try:
            return _join(request, token, authenticated_user(request))
        except ActionError as refused:
            refusal = refused
    if user.is_authenticated and link.club.memberships.filter(user=user).exists():
        return redirect(link.club)
    refusal = refusal or club_links.find_refusal(link, user)
    context = {
        "link": link,
        "club": link.club,
        "refusal": refusal,
        "is_over": refusal is not None and refusal.code.startswith("link_"),
        "can_request": user.is_authenticated
        and not user.is_guest
        and link.club.join_policy != Club.JoinPolicy.INVITATION,
        "can_sign_up": club_links.can_sign_up(link),
    }
    response = render(request, "games/clubs/link.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


def _join(request: HttpRequest, token: str, user: User) -> HttpResponse:
    club = club_links.use_link(token, user)
    messages.success(request, _("You have joined the club “%(name)s”.") % {"name": club.name})
    return redirect(club)


def _lead_through_sign_in(request: HttpRequest, link: ClubLink) -> HttpResponse:
    """Store that the visitor wants to come in, and lead them to sign-up or sign-in."""
    request.session[club_links.SESSION_KEY] = link.token
    if request.POST.get("what") == "sign_in":
        name = "account_login"
    else:
        name = "accounts:keep" if request.user.is_authenticated else "account_signup"
    query = urlencode({"next": request.path})
    return redirect(f"{reverse(name)}?{query}")


def join_chosen_club(sender: Any, request: HttpRequest, user: User, **_more: Any) -> None:
    """Let a person who signs in join the club whose link they chose; say so, or why not."""
    if user.is_guest:
        return
    try:
        club = club_links.join_chosen_club(request, user)
    except ActionError as refused:
        messages.error(request, refused.message, fail_silently=True)
        return
    if club is not None:
        text = _("You have joined the club “%(name)s”.") % {"name": club.name}
        messages.success(request, text, fail_silently=True)
