"""Views of invitations and invitation links, and of what a host does before the start."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import guests
from accounts.forms import GuestForm
from accounts.requests import authenticated_user
from accounts.usernames import LONGEST
from games import names
from portal.errors import ActionError
from portal.http.input_validation import InvalidInputError, parse_whole_number, validate_text

from ...models import LONGEST_WORD, Table
from ...table.views.cards import build_full_card
from ...table.views.pages import get_visible_table
from .. import eligibility
from ..models import InvitationLink
from ..pending import check_host, check_open, reservation_deadline
from . import host_actions, invitation_links, invitations

LINK_DURATIONS = (
    (24, 1),
    (72, 3),
    (168, 7),
    (336, 14),
)  # hours and days: the choices on the page
LINK_USES = (1, 2, 3, 5, 10)
FORM_CODES = {  # errors that the host can correct in the same form
    "no_such_person",
    "already_here",
    "not_of_circle",
    "has_declined",
    "is_blocked",
    "takes_no_invitations",
    "too_many_invitations",
    "seat_taken",
}
LISTED = 12  # recent opponents with a checkbox


def _table_action(
    act: Callable[..., str], then: str = "games:table"
) -> Callable[..., HttpResponse]:
    """Make a POST view that changes something at a table and redirects to a page of it.

    The page shows the sentence that `act` returns, or the reason why the action was refused.
    """

    @require_POST
    @login_required
    def view(request: HttpRequest, key: str, **address: int) -> HttpResponse:
        try:
            messages.success(request, act(request, key, **address))
        except Table.DoesNotExist as error:
            raise Http404(_("There is no such table.")) from error
        except (ActionError, InvalidInputError) as refused:
            get_visible_table(
                request, key
            )  # 404 for people who may not know of the table; only others see the reason
            messages.error(request, refused.message)
        return redirect(then, key)

    return view


@login_required
def invite(request: HttpRequest, key: str) -> HttpResponse:
    """Let the host invite people by name or link, and show their answers."""
    table, user = get_visible_table(request, key), authenticated_user(request)
    try:
        check_host(table, user)
        check_open(table)
    except ActionError as refused:
        messages.error(request, refused.message)
        return redirect(table)
    status = 200
    if request.method == "POST":
        try:
            made = invitations.invite(key, user, request.POST.getlist("name"))
        except ActionError as refused:
            messages.error(request, refused.message)
            if refused.code not in FORM_CODES:
                return redirect(table)
            status = refused.status
        else:
            people = ", ".join(one.user.display_name for one in made)
            messages.success(request, _("Invited: %(names)s.") % {"names": people})
            return redirect("games:invite", key)
    met = invitations.recent_opponents(user)
    asked = list(table.invitations.for_reading())
    here = {one.user.username for one in asked if one.is_pending}
    here |= set(table.seat_set.filter(user__isnull=False).values_list("user__username", flat=True))
    shown = build_full_card(table, user)
    context = {
        "table": table,
        "card": shown,
        "met": [one for one in met if one[0] not in here],
        "listed": [one for one in met if one[0] not in here][:LISTED],
        "clubs": [
            (club, [one for one in names if one[0] not in here])
            for club, names in invitations.clubs_with_members(user)
        ],
        "asked": asked,
        "links": [
            (link, _link_url(request, link)) for link in invitation_links.active_links(table)
        ],
        "until": reservation_deadline(table, timezone.now()),
        "hours": LINK_DURATIONS,
        "uses": LINK_USES,
    }
    return render(request, "lobby/invite.html", context, status=status)


def _link_url(request: HttpRequest, link: InvitationLink) -> str:
    return request.build_absolute_uri(reverse("games:invited_by_link", args=[link.token]))


def _withdraw(request: HttpRequest, key: str, pk: int) -> str:
    invitations.withdraw(key, authenticated_user(request), pk)
    return _("Invitation withdrawn. The seat is free.")


def _create_link(request: HttpRequest, key: str) -> str:
    invitation_links.create_link(
        key,
        authenticated_user(request),
        parse_whole_number(request.POST.get("uses", ""), "uses"),
        parse_whole_number(request.POST.get("hours", ""), "hours"),
        guests="guests" in request.POST,
    )
    return _("Link created.")


def _withdraw_link(request: HttpRequest, key: str, pk: int) -> str:
    invitation_links.withdraw_link(key, authenticated_user(request), pk)
    return _("The link no longer works.")


def _read_player(request: HttpRequest) -> tuple[str | int, str]:
    """Return the player whom a form names, by user name or seat, and what to call them."""
    if "seat" in request.POST:
        seat = parse_whole_number(request.POST["seat"], "seat")
        return seat, names.seat_name(seat)
    name = validate_text(request.POST.get("user", ""), "user", LONGEST)
    return name, name


def _remove_player(request: HttpRequest, key: str) -> str:
    player, name = _read_player(request)
    host_actions.remove_player(key, authenticated_user(request), player)
    return _("%(name)s no longer sits here.") % {"name": name}


def _transfer_host(request: HttpRequest, key: str) -> str:
    player, name = _read_player(request)
    host_actions.transfer_host(key, authenticated_user(request), player)
    return _("%(name)s is the host now.") % {"name": name}


def _fill_with_bots(request: HttpRequest, key: str) -> str:
    numbers = [parse_whole_number(text, "seat") for text in request.POST.getlist("seat")]
    host_actions.fill_with_bots(
        key, authenticated_user(request), numbers, request.POST.get("level", "")
    )
    return _("A bot has taken the seat.")


def _remove_bots(request: HttpRequest, key: str) -> str:
    numbers = [parse_whole_number(text, "seat") for text in request.POST.getlist("seat")]
    host_actions.remove_bots(key, authenticated_user(request), numbers)
    return _("The seat is free.")


def _accept(request: HttpRequest, key: str) -> str:
    invitations.accept(key, authenticated_user(request), _read_message(request))
    return _("You have accepted the invitation and taken a seat.")


def _decline(request: HttpRequest, key: str) -> str:
    invitations.decline(key, authenticated_user(request), _read_message(request))
    return _("You have declined.")


def _read_message(request: HttpRequest) -> str:
    return validate_text(request.POST.get("word", ""), "word", LONGEST_WORD)


withdraw_invitation = _table_action(_withdraw)
create_link = _table_action(_create_link, "games:invite")
withdraw_link = _table_action(_withdraw_link, "games:invite")
remove_player = _table_action(_remove_player)
transfer_host = _table_action(_transfer_host)
fill_with_bots = _table_action(_fill_with_bots)
remove_bots = _table_action(_remove_bots)
accept = _table_action(_accept)
decline = _table_action(_decline)


@login_required
@require_safe
def invitation_page(request: HttpRequest, key: str) -> HttpResponse:
    """Show the user's invitation with buttons to answer; if it has ended, how it ended."""
    table = get_visible_table(request, key)
    asked = invitations.find_last_invitation(table, authenticated_user(request))
    if asked is None:
        return redirect(table)
    over = eligibility.find_end_error(table, asked)
    context = {
        "table": table,
        "card": build_full_card(table, request.user),
        "invitation": asked,
        "is_open": over is None,
        "over": "" if over is None else over.message,
    }
    return render(request, "lobby/invitation.html", context)


def invitation_link_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show the table of an invitation link; a POST takes a seat, without an account as a guest."""
    problem, status = "", 200
    link = invitation_links.get_link(token, request.user)
    is_new = not request.user.is_authenticated
    form = GuestForm(request.POST or None) if is_new and link.for_guests else None
    if request.method == "POST":
        if is_new and form is None:
            return redirect_to_login(request.path)
        try:
            if form is None:
                return redirect(invitation_links.use_link(token, authenticated_user(request)))
            if form.is_valid():
                return redirect(_sit_down_as_guest(request, token, form.cleaned_data["name"]))
            status = 422
        except ActionError as refused:
            problem, status = refused.message, refused.status
    shown = build_full_card(link.table, request.user)
    context = {
        "table": link.table,
        "card": shown,
        "problem": problem or invitation_links.problem_text(link) or shown.missed,
        "form": form,
        "here": request.path,
    }
    return render(request, "lobby/invitation_link.html", context, status=status)


def _sit_down_as_guest(request: HttpRequest, token: str, name: str) -> Table:
    """Create a guest and seat them; if they cannot sit down, no guest is created."""
    with transaction.atomic():
        guest = guests.create_guest(request, name)
        table = invitation_links.use_link(token, guest)
    guests.sign_in_guest(request, guest)
    if guest.own_name.lower() != name.lower():
        text = _("“%(name)s” is taken. Your name here is %(free)s.")
        messages.info(request, text % {"name": name, "free": guest.own_name})
    return table
