"""The pages of invitations, and what the host of a table does before the start."""

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
from accounts.usernames import LONGEST
from portal.http.input_validation import Unreadable, clean_text, whole_number

from ..models import LONGEST_WORD, InvitationLink, Table
from ..social.blocking import IsBlocked, TakesNoInvitations
from ..table.access import person
from ..table.errors import Refused
from ..table.views.cards import whole_card
from ..table.views.pages import find
from . import host_actions, invitation_links, invitations
from .pending import check_host, check_open

HOURS = ((24, 1), (72, 3), (168, 7), (336, 14))  # and days: what the page lets a host choose
USES = (1, 2, 3, 5, 10)
ABOUT_NAMES = (  # whom the host may put right on the same page
    invitations.NoSuchPerson,
    invitations.AlreadyHere,
    invitations.NotOfCircle,
    invitations.HasDeclined,
    IsBlocked,
    TakesNoInvitations,
    invitations.TooManyInvitations,
    invitations.NoSeatFree,
)
LISTED = 12  # people with whom one has played, each with a box to tick


def _change(act: Callable[..., str], then: str = "games:table") -> Callable[..., HttpResponse]:
    """A POST that changes something at a table and leads to a page of it.

    `act` says in a sentence what was done; what the door refuses is said there instead.
    """

    @require_POST
    @login_required
    def view(request: HttpRequest, key: str, **address: int) -> HttpResponse:
        try:
            messages.success(request, act(request, key, **address))
        except Table.DoesNotExist as error:
            raise Http404(_("There is no such table.")) from error
        except (Refused, Unreadable) as refused:
            find(request, key)  # why it is refused is told to whoever may know of the table
            messages.error(request, refused.message)
        return redirect(then, key)

    return view


@login_required
def invite(request: HttpRequest, key: str) -> HttpResponse:
    """The host asks people to the table, by name or by link, and sees what they answered."""
    table, user = find(request, key), person(request)
    status = 200
    try:
        check_host(table, user)
        check_open(table)
        if request.method == "POST":
            made = invitations.invite(key, user, request.POST.getlist("name"))
            names = ", ".join(one.user.display_name for one in made)
            messages.success(request, _("Invited: %(names)s.") % {"names": names})
            return redirect("games:invite", key)
    except Refused as refused:
        messages.error(request, refused.message)
        if not isinstance(refused, ABOUT_NAMES):
            return redirect(table)
        status = refused.status
    met = invitations.played_with(user)
    asked = list(table.invitations.for_reading())
    here = {one.user.username for one in asked if one.is_pending}
    here |= set(table.seat_set.filter(user__isnull=False).values_list("user__username", flat=True))
    shown = whole_card(table, user)
    context = {
        "table": table,
        "card": shown,
        "met": [one for one in met if one[0] not in here],
        "listed": [one for one in met if one[0] not in here][:LISTED],
        "circles": [
            (circle, [one for one in names if one[0] not in here])
            for circle, names in invitations.circles_of(user)
        ],
        "asked": asked,
        "links": [(link, _address(request, link)) for link in invitation_links.working(table)],
        "until": invitations.held_until(table, timezone.now()),
        "hours": HOURS,
        "uses": USES,
    }
    return render(request, "games/invite.html", context, status=status)


def _address(request: HttpRequest, link: InvitationLink) -> str:
    return request.build_absolute_uri(reverse("games:invited_by_link", args=[link.token]))


def _withdraw(request: HttpRequest, key: str, pk: int) -> str:
    invitations.withdraw(key, person(request), pk)
    return _("The invitation is withdrawn: the seat is free.")


def _make_link(request: HttpRequest, key: str) -> str:
    invitation_links.make(
        key,
        person(request),
        whole_number(request.POST.get("uses", ""), "uses"),
        whole_number(request.POST.get("hours", ""), "hours"),
        guests="guests" in request.POST,
    )
    return _("There is a new link.")


def _withdraw_link(request: HttpRequest, key: str, pk: int) -> str:
    invitation_links.withdraw(key, person(request), pk)
    return _("The link no longer works.")


def _remove(request: HttpRequest, key: str) -> str:
    name = clean_text(request.POST.get("user", ""), "user", LONGEST)
    host_actions.remove(key, person(request), name)
    return _("%(name)s no longer sits here.") % {"name": name}


def _hand_on(request: HttpRequest, key: str) -> str:
    name = clean_text(request.POST.get("user", ""), "user", LONGEST)
    host_actions.hand_on(key, person(request), name)
    return _("%(name)s is the host now.") % {"name": name}


def _fill(request: HttpRequest, key: str) -> str:
    numbers = [whole_number(text, "seat") for text in request.POST.getlist("seat")]
    host_actions.fill(key, person(request), numbers, request.POST.get("level", ""))
    return _("A bot sits there now.")


def _take_off(request: HttpRequest, key: str) -> str:
    numbers = [whole_number(text, "seat") for text in request.POST.getlist("seat")]
    host_actions.take_off(key, person(request), numbers)
    return _("The seat is free.")


def _accept(request: HttpRequest, key: str) -> str:
    invitations.accept(key, person(request), _word(request))
    return _("You have accepted: you sit at this table.")


def _decline(request: HttpRequest, key: str) -> str:
    invitations.decline(key, person(request), _word(request))
    return _("You have declined.")


def _word(request: HttpRequest) -> str:
    return clean_text(request.POST.get("word", ""), "word", LONGEST_WORD)


withdraw = _change(_withdraw)
make_link = _change(_make_link, "games:invite")
withdraw_link = _change(_withdraw_link, "games:invite")
remove = _change(_remove)
hand_on = _change(_hand_on)
fill = _change(_fill)
take_off = _change(_take_off)
accept = _change(_accept)
decline = _change(_decline)


@login_required
@require_safe
def invitation(request: HttpRequest, key: str) -> HttpResponse:
    """What I am asked, and two buttons; where it is over, what became of it."""
    table = find(request, key)
    asked = invitations.invitation_to(table, person(request))
    if asked is None:
        return redirect(table)
    over = invitations.why_over(table, asked)
    context = {
        "table": table,
        "card": whole_card(table, request.user),
        "invitation": asked,
        "is_open": over is None,
        "over": "" if over is None else over.message,
    }
    return render(request, "games/invitation.html", context)


def by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Which table a link leads to; a POST sits down there, without an account as a guest."""
    problem, status = "", 200
    try:
        link = invitation_links.find(token, request.user)
    except invitation_links.NoSuchLink as error:
        raise Http404(error.message) from error
    is_new = not request.user.is_authenticated
    form = GuestForm(request.POST or None) if is_new and link.for_guests else None
    if request.method == "POST":
        if is_new and form is None:
            return redirect_to_login(request.path)
        try:
            if form is None:
                return redirect(invitation_links.use(token, person(request)))
            if form.is_valid():
                return redirect(_sit_down_as_guest(request, token, form.cleaned_data["name"]))
            status = 422
        except Refused as refused:
            problem, status = refused.message, refused.status
        except guests.NoMoreGuests as refused:
            problem, status = str(refused), 429
    shown = whole_card(link.table, request.user)
    context = {
        "table": link.table,
        "card": shown,
        "problem": problem or invitation_links.problem(link) or shown.missed,
        "form": form,
        "here": request.path,
    }
    return render(request, "games/invited_by_link.html", context, status=status)


def _sit_down_as_guest(request: HttpRequest, token: str, name: str) -> Table:
    """Somebody without an account sits down; where they cannot, nobody has been made."""
    with transaction.atomic():
        guest = guests.make(request, name)
        table = invitation_links.use(token, guest)
    guests.sign_in(request, guest)
    if guest.own_name.lower() != name.lower():
        told = _("“%(name)s” is taken: here you are called %(free)s.")
        messages.info(request, told % {"name": name, "free": guest.own_name})
    return table
